import { createInterface } from "node:readline";
type Event = { turn: number; command: { text: string; mentions?: { user: string; name: string; e: number }[] } };
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => { const { value, done } = await lines.next(); return done ? process.exit() : JSON.parse(value); };
const tell = (line: object) => process.stdout.write(JSON.stringify(line) + "\n");
const ask = async (line: object) => { tell(line); return (await next()).answer; };
tell({ hello: 1, summary: "Counts kudos: *kudos @name reason.", commands: [{ name: "kudos", arguments: "who why" }] });
for (;;) {
  const { turn, command: { text, mentions: [who] = [] } }: Event = await next();
  if (!who) { tell({ turn, actions: [{ reply: "Whom? Write *kudos @name reason" }] }); continue; }
  const points: Record<string, number> = (await ask({ turn, read: "state", scope: "clan" })) ?? {}, reason = text.slice(who.e).trim();
  points[who.user] = (points[who.user] ?? 0) + 1;
  await ask({ turn, write: "state", scope: "clan", value: points });
  tell({ turn, actions: [{ reply: `+1 ${who.name} = ${points[who.user]}${reason && ": " + reason}` }] });
}
