"""The lines between a program and its host: one event at a time, answered by one line."""
import asyncio
import base64
import contextvars
import json
import os
import sys

_MAX_LINE = 64 << 20  # Bytes of a line from the host, which asyncio wants to know.
_current = contextvars.ContextVar("turn")


class HostError(Exception):
    """A question that the host could not answer."""


class Turn:
    """One event: its line, the questions of its handlers, and the actions that they ask for."""

    def __init__(self, host, line):
        self.host, self.line, self.event, self.actions = host, line, line["event"], []
        self.entities = {}  # Clans, channels, users and messages, by kind and id; nothing outlives the event.
        self.is_over = False
        self._asking = asyncio.Lock()

    def add(self, **action):
        """Asks for an action, which is carried out when all handlers have ended without an error."""
        self._check()
        self.actions.append(action)

    async def ask(self, **question):
        """Returns the host's answer, which a replay gives again. Raises HostError."""
        # A handler that stops waiting must not leave the answer to the next question.
        reply = await asyncio.shield(self._exchange(question))
        if "error" in reply:
            raise HostError(reply["error"])
        return reply["answer"]

    async def _exchange(self, question):
        async with self._asking:
            self._check()
            self.host.tell(turn=self.line["turn"], **question)
            return await self.host.next()

    def _check(self):
        if self.is_over:
            raise RuntimeError("the event is over: a handler must await everything that it starts")

    async def decide(self, handle):
        _current.set(self)
        answer = {"actions": self.actions}
        try:
            await handle(self)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        async with self._asking:
            self.is_over = True
        self.host.tell(turn=self.line["turn"], **answer)


class Host:
    """The standard streams. What handlers print goes to the standard error, and so to the log of the host."""

    def __init__(self):
        sys.stdout.flush()
        self._output = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True)

    def tell(self, **line):
        self._output.write(json.dumps(line) + "\n")
        self._output.flush()

    async def next(self):
        line = await self._input.readline()
        if not line:
            self._end()
        return json.loads(line)

    async def open(self):
        self._input = asyncio.StreamReader(limit=_MAX_LINE)
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(self._input), sys.stdin)

    async def serve(self, handle):
        """Gives each event to `handle`, each in a context of its own, until the input ends."""
        try:
            while True:
                turn = Turn(self, await self.next())
                await asyncio.get_running_loop().create_task(turn.decide(handle))
        except Exception as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            self._end(1)

    @staticmethod
    def _end(code=0):
        """Ends the process, although the bot's main function waits for ever."""
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def turn():
    """Returns the event under way."""
    found = _current.get(None)
    if found is None:
        raise RuntimeError("no event is under way: only handlers of events can read and act")
    return found


async def load(scope="clan"):
    """Returns the stored value of a scope (global, clan, channel, user or member), or None."""
    return await turn().ask(read="state", scope=scope)


async def store(value, scope="clan"):
    """Stores a value, together with the actions of the event; None deletes it."""
    await turn().ask(write="state", scope=scope, value=value)


async def get(url, headers=None):
    """Returns the status, headers and text of a web page. Its host must be allowed by `http`."""
    return await turn().ask(read="http", url=url, headers=headers or {})


async def download(attachment):
    """Returns the bytes of an attachment of at most 1 MiB. A host other than Mezon's must be allowed by `http`."""
    answer = await turn().ask(read="file", url=getattr(attachment, "url", attachment))
    return base64.b64decode(answer["base64"])


async def read(what, **fields):
    """Returns the host's answer to a read, such as read("member", user="123")."""
    return await turn().ask(read=what, **fields)


def act(**action):
    """Asks for an action of the host for which the SDK has no method, such as act(pin={})."""
    turn().add(**action)


def request(url, **fields):
    """Asks the host for a web request, with the fields of its action. Handlers of `client.on_web_response` receive the outcome."""
    turn().add(request={"url": url, **fields})


def now():
    """Returns the time of the event, as 2026-03-02T02:00:00Z."""
    return turn().line["now"]


def random():
    """Returns a number of the event from 0 up to, but not including, 1."""
    return turn().line["random"] / (1 << 53)
