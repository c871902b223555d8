"""Answers questions with the official Python SDK, for the comparison in `soak load`: echo.py GATEWAY READY_FILE

The SDK's own rate limits are lifted, as ours is at a local gateway; nothing else of it is changed.
"""
import asyncio
import logging
import os
import pathlib
import sys
from urllib.parse import urlparse

from mezon import MezonClient
from mezon.models import ChannelMessageContent
from mezon.api import mezon_api
from mezon.socket import websocket_adapter


class NoLimit:
    def __init__(self, *_, **__):
        pass

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return False


websocket_adapter.AsyncLimiter = NoLimit
mezon_api.AsyncLimiter = NoLimit
gateway = urlparse(sys.argv[1])
base = f"http://127.0.0.1:{gateway.port}"
client = MezonClient(
    client_id=os.environ["MEZON_BOT_ID"], api_key=os.environ["MEZON_BOT_TOKEN"], host="127.0.0.1", port=str(gateway.port),
    use_ssl=False, mmn_api_url=f"{base}/mmn-api", zk_api_url=f"{base}/zk-api", enable_logging=True, log_level=logging.ERROR)


async def answer(message):
    text = (message.content or {}).get("t") or ""
    if message.code != 0 or not text.startswith("question "):
        return
    channel = await client.channels.fetch(message.channel_id)
    question = await channel.messages.fetch(message.message_id)
    await question.reply(ChannelMessageContent(t=f"answer to {text}"))


client.on_channel_message(answer)


async def main():
    await client.login()
    pathlib.Path(sys.argv[2]).write_text("ready")
    await asyncio.sleep(3600)


asyncio.run(main())
