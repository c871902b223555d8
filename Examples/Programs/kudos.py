import json, sys
def tell(**line): print(json.dumps(line), flush=True)
def ask(**line): tell(turn=turn, **line); return json.loads(sys.stdin.readline())["answer"]
tell(hello=1, summary="Counts kudos: *kudos @name reason.", commands=[{"name": "kudos", "arguments": "who why"}])
for event in map(json.loads, sys.stdin):
    turn, text, who = event["turn"], event["command"]["text"], event["command"].get("mentions", [None])[0]
    if who is None: tell(turn=turn, actions=[{"reply": "Whom? Write *kudos @name reason"}]); continue
    points = ask(read="state", scope="clan") or {}
    points[who["user"]] = points.get(who["user"], 0) + 1
    ask(write="state", scope="clan", value=points)
    reason = f": {text[who['e']:].strip()}" if text[who["e"]:].strip() else ""
    tell(turn=turn, actions=[{"reply": f"+1 {who['name']} = {points[who['user']]}{reason}"}])
