"""Answers *hello. The same file runs with the Python SDK and as a program of mezon-bot."""
import asyncio
import os

from mezon import ChannelMessageContent, MezonClient
from mezon.models import ApiMessageMention

# As a program of mezon-bot it needs no credentials. MEZON_LOCAL is the port of a local gateway, for trials with the SDK.
local = os.environ.get("MEZON_LOCAL")
server = {"host": "127.0.0.1", "port": local, "use_ssl": False, "mmn_api_url": f"http://127.0.0.1:{local}/mmn-api",
          "zk_api_url": f"http://127.0.0.1:{local}/zk-api"} if local else {}
client = MezonClient(client_id=os.environ.get("MEZON_APP_ID", "1"), api_key=os.environ.get("MEZON_APP_TOKEN", ""), **server)


async def greet(message):
    text = message.content.get("t", "")
    if message.sender_id == client.client_id or message.code != 0 or not text.startswith("*hello"):
        return
    channel = await client.channels.fetch(message.channel_id)
    question = await channel.messages.fetch(message.message_id)
    name = message.clan_nick or message.display_name or message.username
    await question.reply(ChannelMessageContent(t=f"Hello {name}, this is {channel.name}."))
    await question.react(emoji_id=0, emoji="👋", count=1)
    for mention in message.mentions:
        await channel.send(ChannelMessageContent(t="@you are greeted too"),
                           mentions=[ApiMessageMention(user_id=mention.user_id, username="you", s=0, e=4)])
    if text.endswith("quietly"):
        user = await client.users.fetch(message.sender_id)
        await user.send_dm_message(ChannelMessageContent(t="Hello, quietly."))
        await channel.send_ephemeral([message.sender_id], ChannelMessageContent(t="Nobody else sees this."))


client.on_channel_message(greet)
client.on_message_reaction(lambda reaction: print("reaction", reaction.emoji))


async def main():
    await client.login()
    await asyncio.Event().wait()


asyncio.run(main())
