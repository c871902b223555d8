#!/usr/bin/env python3
"""Calls the whole public surface of the official Python SDK, and every procedure of the gateway, at the local gateway.

    surface.py BIN_FOLDER [--write]

The SDK's surface is found by introspection: every public coroutine of every class in its client, api, managers, structures and
socket, and in the token chain's client. One without a call in `surface_sdk.py` fails the run, so a new version is noticed; so does
a procedure of `RPC.swift` without a request in `surface_rpcs.py`. Each call has to succeed, with its effect seen by a second
client where it has one, or be refused with the code that is written beside it. The tables in the gateway's README are what a run
prints; they are compared, and written with --write.
"""
import asyncio
import importlib
import inspect
import json
import os
import pathlib
import pkgutil
import re
import signal
import subprocess
import sys
import tempfile
import time

import aiohttp
from mezon.protobuf.api import api_pb2 as api
from mezon.protobuf.rtapi import realtime_pb2 as realtime

root = pathlib.Path(__file__).resolve().parent.parent.parent
readme = root / "Sources/Mezon/MezonTestGateway/README.md"

# gRPC's codes by the HTTP status that the gateway gives them.
codes = {400: 3, 404: 5, 409: 6, 403: 7, 429: 8, 501: 12, 401: 16}

LAB, OTHER = 1900000000000000001, 1900000000000000002
GENERAL, SUPPORT, VOICE, SECRET, ELSEWHERE = (1900000000000000000 + n for n in (11, 12, 13, 14, 15))
MANAGER, MEMBER = 1900000000000000021, 1900000000000000022
BOT, GUEST, OWNER, OUTSIDER = (1900000000000000000 + n for n in (101, 201, 204, 205))

seed = {
    "clans": [
        {
            "id": str(LAB), "name": "Lab", "owner": str(OWNER), "members": [str(BOT), str(GUEST), str(OWNER)],
            "channels": [
                {"id": str(GENERAL), "label": "general", "category": "Text"},
                {"id": str(SUPPORT), "label": "support", "category": "Text"},
                {"id": str(VOICE), "label": "talk", "kind": 10},
                {"id": str(SECRET), "label": "secret", "members": [str(OWNER)]},
            ],
            "roles": [
                {"id": str(MANAGER), "title": "manager", "permissions": ["manage-clan", "manage-channel", "delete-message"],
                 "members": [str(BOT)]},
                {"id": str(MEMBER), "title": "member", "permissions": [], "members": [str(GUEST)]},
            ],
            "categories": [{"id": "1900000000000000031", "name": "Text"}],
        },
        {
            "id": str(OTHER), "name": "Other", "owner": str(OUTSIDER), "members": [str(OUTSIDER)],
            "channels": [{"id": str(ELSEWHERE), "label": "general"}], "roles": [],
        },
    ],
    "people": [
        {"id": str(BOT), "name": "mezon-bot", "token": "bot", "isApp": True},
        {"id": str(GUEST), "name": "guest", "token": "guest"},
        {"id": str(OWNER), "name": "owner", "token": "owner"},
        {"id": str(OUTSIDER), "name": "outsider", "token": "outsider"},
    ],
}


class Refused(Exception):
    """The gateway refused a procedure."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


class Account:
    """An account that calls procedures by itself and hears what is pushed to it: the second client of every check."""

    def __init__(self, base, http, session):
        self.base, self.http, self.session, self.heard = base, http, session, []
        self.token, self.id = session.token, session.user_id

    @staticmethod
    async def login(base, http, user, token, clans):
        body = json.dumps({"account": {"appid": str(user), "token": token}})
        async with http.post(f"{base}/v2/apps/authenticate/token", data=body) as answer:
            answer.raise_for_status()
            account = Account(base, http, api.Session.FromString(await answer.read()))
        # On a connection that carried a request before, as aiohttp's pool has it.
        account.socket = await http.ws_connect(f"{base}/ws?token={account.token}&format=protobuf")
        account.reader, account.heart = asyncio.create_task(account.read()), asyncio.create_task(account.beat())
        for clan in [*clans, 0]:
            await account.say(clan_join=realtime.ClanJoin(clan_id=clan))
        return account

    async def read(self):
        async for message in self.socket:
            if message.type == aiohttp.WSMsgType.BINARY and message.data[:1] != b"\xff":
                self.heard.append(realtime.Envelope.FromString(message.data))

    async def beat(self):
        while True:
            await asyncio.sleep(10)  # The gateway closes a socket that is silent for 30 seconds.
            await self.say(ping=realtime.Ping())

    async def say(self, **message):
        await self.socket.send_bytes(realtime.Envelope(cid=0, **message).SerializeToString())

    async def call(self, name, request=None, response=None):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/proto"}
        body = request.SerializeToString() if request is not None else b""
        async with self.http.post(f"{self.base}/mezon.api.Mezon/{name}", data=body, headers=headers) as answer:
            data = await answer.read()
            if answer.status >= 300:
                raise Refused(codes.get(answer.status, answer.status), data.decode(errors="replace"))
            if response is None:
                assert (answer.status, data) == (204, b""), f"{name}: {answer.status} with {len(data)} bytes instead of 204"
                assert answer.headers.get("Content-Type") == "application/proto", f"{name}: 204 without a content type"
                return None
            assert answer.status == 200, f"{name}: {answer.status}"
            return response.FromString(data)

    async def hears(self, event, seconds=5):
        """Waits until an event of this name was pushed, and forgets what was heard up to it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for index, envelope in enumerate(self.heard):
                if envelope.WhichOneof("message") == event:
                    del self.heard[: index + 1]
                    return getattr(envelope, event)
            await asyncio.sleep(0.01)
        raise AssertionError(f"nobody heard {event}")


def code_of(error):
    """The code that a refused call gives, whatever its way of telling; None where the gateway did not refuse."""
    if isinstance(error, Refused):
        return error.code
    if isinstance(error, aiohttp.ClientResponseError):
        return codes.get(error.status, error.status)
    found = re.search(r"HTTP (\d+)|JSON-RPC Error (-\d+)|'code': (\d+)|^code: (\d+)", str(error))
    if not found:
        return None
    http, chain, raw, envelope = found.groups()
    return codes.get(int(http), int(http)) if http else int(chain or raw or envelope)


def surface():
    """The names of all public coroutines of the SDK, `Class.method`."""
    names = set()
    packages = ["mezon.api", "mezon.managers", "mezon.structures", "mezon.socket", "mmn"]
    modules = ["mezon.client"]
    for package in packages:
        modules += [f"{package}.{module.name}" for module in pkgutil.iter_modules(importlib.import_module(package).__path__)]
    for name in modules:
        module = importlib.import_module(name)
        for _, cls in inspect.getmembers(module, inspect.isclass):
            if cls.__module__ != module.__name__ or inspect.isabstract(cls):
                continue
            for method, function in inspect.getmembers(cls, inspect.iscoroutinefunction):
                if not method.startswith("_") and function.__qualname__.startswith(cls.__name__ + "."):
                    names.add(f"{cls.__name__}.{method}")
    return names


class Run:
    """The calls of a run: what failed, and the rows of the tables."""

    def __init__(self):
        self.failures, self.rows = [], {}

    def fail(self, name, why):
        self.failures.append(name)
        print(f"FAILED {name}: {why}", flush=True)

    async def refuse(self, name, expected, call):
        """Holds a call to being refused with a code."""
        try:
            await asyncio.wait_for(call(), 20)
        except Exception as error:
            if code_of(error) != expected:
                self.fail(name, f"refused with {code_of(error)} instead of {expected}: {type(error).__name__}: {error}")
            return
        self.fail(name, f"not refused, but {expected} was expected")

    async def succeed(self, name, call):
        try:
            return await asyncio.wait_for(call(), 30)
        except Exception as error:
            self.fail(name, f"{type(error).__name__}: {error}")

    def tables(self):
        """The procedures one by one, and the SDK's calls by their class."""
        lines = ["| procedure | answer | pushed | refused |", "|---|---|---|---|"]
        lines += [f"| {' | '.join(row)} |" for row in self.rows["Procedures"]]
        lines += ["", "| class of the Python SDK | works | refused, or fails in the SDK |", "|---|---|---|"]
        classes = {}
        for name, outcome, refused in self.rows["SDK"]:
            cls, method = name.split(".")
            works, not_works = classes.setdefault(cls, ([], []))
            if outcome == "works":
                works.append(f"`{method}`")
            elif outcome != "refused":
                not_works.append(f"`{method}` {outcome}")
            if refused:
                not_works.append(f"`{method}` {refused}")
        lines += [f"| `{cls}` | {', '.join(works)} | {'; '.join(other)} |" for cls, (works, other) in sorted(classes.items())]
        return "\n".join(lines)


def compare(tables, write):
    """Returns whether the README has these tables between its two marks; with `write`, puts them there."""
    text = readme.read_text()
    start, end = "<!-- calls: written by Tests/Interop/surface.py -->\n", "<!-- end of calls -->"
    before, rest = text.split(start)
    _, after = rest.split(end)
    wanted = f"{before}{start}{tables}\n{end}{after}"
    if write:
        readme.write_text(wanted)
    return wanted == text or write


async def main(bin, write):
    from surface_rpcs import call_procedures
    from surface_sdk import call_sdk

    run = Run()
    with tempfile.TemporaryDirectory(prefix="surface-") as folder:
        folder = pathlib.Path(folder)
        os.chdir(folder)  # The SDK leaves its message cache wherever it runs.
        (folder / "seed.json").write_text(json.dumps(seed))
        gateway = subprocess.Popen(
            [bin / "mezon-bot", "gateway", "--seed", "seed.json", "--ready-file", "ready.json"], stdout=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 30
            while not (folder / "ready.json").exists():
                assert gateway.poll() is None and time.monotonic() < deadline, "the gateway did not start"
                await asyncio.sleep(0.05)
            base = json.loads((folder / "ready.json").read_text())["gateway"]
            async with aiohttp.ClientSession() as http:
                accounts = {
                    name: await Account.login(base, http, user, name, clans)
                    for name, user, clans in (
                        ("bot", BOT, [LAB]), ("guest", GUEST, [LAB]), ("owner", OWNER, [LAB]), ("outsider", OUTSIDER, [OTHER]))
                }
                await call_procedures(run, accounts)
                await call_sdk(run, base, accounts, surface())
                for account in accounts.values():
                    account.reader.cancel()
                    account.heart.cancel()
                    await account.socket.close()
        finally:
            gateway.send_signal(signal.SIGTERM)
            code = gateway.wait(10)
            if code:
                run.fail("gateway", f"ended with {code}")
            os.chdir(root)
    tables = run.tables()
    print(tables)
    if not run.failures and not compare(tables, write):
        run.fail("README", "its tables are not what the gateway does; run surface.py BIN_FOLDER --write")
    print(f"surface: {sum(map(len, run.rows.values()))} calls, {len(run.failures)} failed")
    sys.exit(1 if run.failures else 0)


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    sys.modules["surface"] = sys.modules["__main__"]
    asyncio.run(main(pathlib.Path(sys.argv[1]).resolve(), "--write" in sys.argv[2:]))
