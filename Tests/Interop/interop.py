#!/usr/bin/env python3
"""Checks mezon-bot against programs of others: the official Python SDK, and a gateway of independent make.

    interop.py --bin .build/release [--peer ../shared/peer]

Needs Python 3.13 or newer with mezon-sdk, aiohttp and pyjwt (`Tests/Interop/run` sees to that). Everything runs on loopback and
ends by itself. Prints one line a check and exits 1 if one failed.
"""
import argparse
import asyncio
import json
import logging
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from urllib.parse import urlparse

results = []


def check(name, passed, detail=""):
    results.append(passed)
    print(f"{'ok    ' if passed else 'FAILED'} {name}" + (f": {detail}" if detail and not passed else ""), flush=True)


def wait_for(path, process, seconds=30):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        if path.exists():
            return json.loads(path.read_text())
        time.sleep(0.05)
    raise SystemExit(f"{path.name} was not written")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def post(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return urllib.request.urlopen(request, timeout=10).read()


class Application:
    """A running mezon-bot with its own gateway, or at another's."""

    def __init__(self, bin, folder, config, environment=None):
        self.ready_file = folder / "ready.json"
        (folder / "config.yaml").write_text(config)
        self.log = open(folder / "bot.log", "w")
        self.process = subprocess.Popen(
            [bin / "mezon-bot", "--config", folder / "config.yaml", "--data", folder / "data", "--ready-file", self.ready_file],
            stdout=subprocess.DEVNULL, stderr=self.log, env={**os.environ, **(environment or {})})
        self.ready = wait_for(self.ready_file, self.process)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


def sdk_talks_to_the_bot(bin):
    """The SDK logs in as a user, says *ping and hears the answer; applications are not answered."""
    with tempfile.TemporaryDirectory() as folder:
        application = Application(bin, pathlib.Path(folder), "version: 1\nbot: { gateway: local }\nbots: { ping: { enabled_in: all } }\n")
        account = next(a for a in application.ready["accounts"] if a["name"] == "guest")
        try:
            heard = asyncio.run(ping(application.ready["gateway"], account, int(application.ready["bot_id"])))
            check("the official SDK says *ping and hears the bot", heard == "pong", repr(heard))
        finally:
            check("the bot ends well on SIGTERM", application.end() == 0)


async def ping(gateway, account, bot):
    from mezon import MezonClient
    from mezon.models import ChannelMessageContent

    base = f"http://127.0.0.1:{urlparse(gateway).port}"
    client = MezonClient(
        client_id=account["appid"], api_key=account["token"], host="127.0.0.1", port=str(urlparse(gateway).port), use_ssl=False,
        mmn_api_url=f"{base}/mmn-api", zk_api_url=f"{base}/zk-api", enable_logging=True, log_level=logging.ERROR)
    answer = asyncio.get_running_loop().create_future()

    async def hear(message):
        if int(message.sender_id) == bot and not answer.done():
            answer.set_result(message.content.get("t"))

    client.on_channel_message(hear)
    await client.login()
    channel = await client.channels.fetch(1900000000000000011)
    await channel.send(ChannelMessageContent(t="*ping"))
    try:
        return await asyncio.wait_for(answer, 15)
    finally:
        await client.disconnect()


def sdk_runs_its_cycle(bin, peer):
    """The peer's own bot answers at the local gateway with a send, a reply, an edit, a reaction, a delete and more."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        ready_file = folder / "gateway.json"
        gateway = subprocess.Popen([bin / "mezon-bot", "gateway", "--ready-file", ready_file], stdout=subprocess.DEVNULL)
        try:
            ready = wait_for(ready_file, gateway)
            account = next(a for a in ready["accounts"] if a["name"] == "second-app")
            client = subprocess.Popen(
                [sys.executable, peer / "client.py", str(urlparse(ready["gateway"]).port), "12"], stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, cwd=folder,
                env={**os.environ, "MEZON_APP_ID": account["appid"], "MEZON_APP_TOKEN": account["token"]})
            lines = []
            for line in client.stdout:
                lines.append(line.strip())
                if line.startswith("LOGGED IN"):
                    post(ready["control"] + "/say", {"as": "guest", "channel": "1900000000000000011", "text": "*ping"})
            client.wait(30)
            for step in ("ACK", "REPLY", "EDIT", "REACT", "DELETE", "EPH", "TYPING"):
                line = next((line for line in lines if line.startswith(step + " ")), "")
                check(f"the official SDK at the local gateway: {step.lower()}", bool(line) and "failed" not in line, "\n".join(lines))
            for name in ("roles", "qm+", "qml", "qm-", "voice"):
                line = next((line for line in lines if f"{line} ".startswith(f"RPC {name} ")), "")
                check(f"the official SDK at the local gateway: RPC {name}", bool(line) and "FAILED" not in line, line)
        finally:
            gateway.send_signal(signal.SIGTERM)
            gateway.wait(10)


PEER_CONFIG = """
version: 1
bot: { gateway: "http://127.0.0.1:PORT" }
rules:
  - id: ping
    trigger: message
    mode: enforce
    when: { text: { contains: "*ping" } }
    then:
      - reply: "pong"
      - react: ":smile:"
      - delete
"""


def bot_at_the_peer_gateway(bin, peer):
    """The whole application at a gateway of independent make: it receives, answers, reacts, deletes, survives a drop."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        port = free_port()
        gateway = subprocess.Popen(
            [sys.executable, peer / "gateway.py", "--port", str(port), "--log", folder / "peer.log", "--scenario", "full", "--settle", "2",
             "--drop", "6", "--max", "40"], stdout=subprocess.PIPE, text=True, cwd=folder)
        gateway.stdout.readline()
        application = Application(
            bin, folder, PEER_CONFIG.replace("PORT", str(port)),
            {"MEZON_BOT_ID": "1840651400184000512", "MEZON_BOT_TOKEN": "fake-api-key"})
        summary = gateway.stdout.read()
        gateway.wait(60)
        code = application.end()
        application.log.close()
        log = (folder / "peer.log").read_text()
        check("at the peer's gateway: the answer was sent once", "sent_by_bot 1 " in summary, summary)
        check("at the peer's gateway: the channel was joined after the refusal", "Must join channel" in log and "joins [(" in summary, summary)
        check("at the peer's gateway: the reaction arrived", "reactions 1 " in summary, summary)
        check("at the peer's gateway: the message was deleted", "DeleteChannelMessage" in summary, summary)
        check("at the peer's gateway: it came back after the drop", log.count("(upgrade)") >= 2 or log.count("GET /ws") >= 2, summary)
        check("at the peer's gateway: it ended well", code == 0, (folder / "bot.log").read_text()[-800:])


def person_at_the_peer_gateway(bin, peer):
    """The client stack alone: answer, edit, delete, and again after the drop."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        gateway = subprocess.Popen(
            [sys.executable, peer / "gateway.py", "--port", str(port), "--log", pathlib.Path(folder) / "peer.log", "--scenario", "full",
             "--settle", "2", "--drop", "6", "--max", "40"], stdout=subprocess.PIPE, text=True, cwd=folder)
        gateway.stdout.readline()
        cycle = subprocess.run(
            [bin / "soak", "cycle", "--gateway", f"http://127.0.0.1:{port}"], capture_output=True, text=True, timeout=60,
            env={**os.environ, "MEZON_BOT_ID": "1840651400184000512", "MEZON_BOT_TOKEN": "fake-api-key"})
        gateway.terminate()
        gateway.wait(10)
        for step in ("heard", "answered", "edited", "reacted", "deleted", "lost", "back", "answered again"):
            check(f"the client stack at the peer's gateway: {step}", f"\n{step}:" in "\n" + cycle.stdout, cycle.stdout + cycle.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--peer", type=pathlib.Path)
    arguments = parser.parse_args()
    bin = arguments.bin.resolve()
    peer = arguments.peer.resolve() if arguments.peer else None
    os.chdir(tempfile.mkdtemp(prefix="interop-"))  # The SDK leaves its message cache wherever it runs.
    sdk_talks_to_the_bot(bin)
    if peer and (peer / "gateway.py").exists():
        sdk_runs_its_cycle(bin, peer)
        bot_at_the_peer_gateway(bin, peer)
        person_at_the_peer_gateway(bin, peer)
    else:
        print("skipped the independent gateway and client: their folder is not there (--peer)")
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    sys.exit(0 if all(results) else 1)


main()
