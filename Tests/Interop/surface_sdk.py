"""A call of every public coroutine of the official Python SDK, with the effect it has and the code it is refused with."""
import asyncio
import logging
from urllib.parse import urlparse

import aiohttp
from mezon import MezonClient
from mezon.models import ApiAuthenticateRequest, ApiAccountApp, ApiCreateChannelDescRequest, ApiSentTokenRequest, ChannelMessageContent, UserInitData
from mezon.managers.session import SessionManager
from mezon.socket import WebSocketAdapterPb
from mezon.structures.user import User
from mmn import ExtraInfo, IndexerClient, IndexerClientConfig, SendTransactionRequest, TransferType
from surface import BOT, ELSEWHERE, GENERAL, LAB, MEMBER, OWNER, SECRET, VOICE

TEXT = ChannelMessageContent(t="hello")
AT = dict(clan_id=LAB, channel_id=GENERAL, mode=2, is_public=True)
NOWHERE = dict(clan_id=LAB, channel_id=SECRET, mode=2, is_public=True)
MENU = dict(channel_id=GENERAL, clan_id=LAB, menu_type=1, action_msg="/x", background="", menu_name="poll")


def expect(condition, what):
    assert condition, what


class Calls:
    """The calls, by the names that introspection finds: `Class.method` is `Class_method` here."""

    def __init__(self, base, accounts):
        self.base, self.owner = base, accounts["owner"]
        self.client = self.new_client()

    def new_client(self):
        address = urlparse(self.base)
        return MezonClient(
            client_id=BOT, api_key="bot", host=address.hostname, port=str(address.port), use_ssl=False, agent_event_url=self.base,
            mmn_api_url=f"{self.base}/mmn-api", zk_api_url=f"{self.base}/zk-api", enable_logging=True, log_level=logging.CRITICAL)

    async def start(self):
        await self.client.login(enable_auto_reconnect=False)
        self.api, self.socket = self.client.api_client, self.client.socket_manager.get_socket()
        self.sockets, self.token = self.client.socket_manager, self.client.session_manager.get_session().token
        self.clan, self.mmn = self.client.clans.get(LAB), self.client.mmn_client
        self.channel = await self.client.channels.fetch(GENERAL)
        self.indexer = IndexerClient(IndexerClientConfig(endpoint=f"{self.base}/mmn-api", chain_id="1337"))

    async def message(self):
        """A message of the bot, as the SDK holds one that it heard."""
        ack = await self.channel.send(TEXT)
        heard = await self.owner.hears("channel_message")
        expect(heard.message_id == ack.message_id, "the message was not pushed")
        for _ in range(200):
            try:
                return await self.channel.messages.fetch(ack.message_id)
            except ValueError:
                await asyncio.sleep(0.02)
        raise AssertionError("the SDK did not keep its own message")

    # The client

    async def MezonClient_login(self):
        other = self.new_client()
        await other.login(enable_auto_reconnect=False)
        expect(await other.socket_manager.is_connected(), "no socket")
        await other.disconnect()

    async def MezonClient_disconnect(self):
        await self.MezonClient_login()

    async def MezonClient_initialize_managers(self):
        other = self.new_client()
        await other.initialize_managers(await other.get_session())
        expect(other.clans.get(LAB), "the clan is missing")
        await other.disconnect()

    async def MezonClient_close_socket(self):
        other = self.new_client()
        await other.login(enable_auto_reconnect=False)
        await other.close_socket()
        expect(not await other.socket_manager.is_connected(), "the socket is open")
        await other.disconnect()

    async def MezonClient_get_session(self):
        expect((await self.client.get_session()).token, "no token")

    async def MezonClient_get_zk_proof(self):
        expect((await self.client.get_zk_proof()).proof, "no proof")

    async def MezonClient_get_current_nonce(self):
        expect((await self.client.get_current_nonce(BOT, "pending")).nonce >= 0, "no nonce")

    async def MezonClient_send_token(self):
        sent = await self.client.send_token(ApiSentTokenRequest(receiver_id=OWNER, amount=3, note="thanks"))
        expect(sent.ok, sent.error)
        event = await self.owner.hears("token_sent_event")
        expect((event.sender_id, event.amount, event.note, event.transaction_id) == (BOT, 3, "thanks", sent.tx_hash), str(event))

    async def MezonClient_get_channel_from_id(self):
        expect((await self.client.get_channel_from_id(GENERAL)).name == "general", "the wrong channel")

    async def MezonClient_get_user_from_id(self):
        expect((await self.client.get_user_from_id(OWNER)).dm_channel_id, "no conversation")

    async def MezonClient_add_quick_menu_access(self):
        await self.client.add_quick_menu_access(**MENU)

    async def MezonClient_list_quick_menu_access(self):
        expect([m.menu_name for m in (await self.client.list_quick_menu_access(BOT, GENERAL, 1)).list_menus] == ["poll"], "no menu")

    async def MezonClient_delete_quick_menu_access(self):
        await self.client.delete_quick_menu_access()
        expect(not (await self.client.list_quick_menu_access(BOT, GENERAL, 1)).list_menus, "the menu is still there")

    async def MezonClient_connect_ai_agent_sse(self):
        await self.client.connect_ai_agent_sse()
        await self.client._agent_sse_task

    async def MezonClient_disconnect_ai_agent_sse(self):
        self.client._agent_sse_task = None
        await self.client.disconnect_ai_agent_sse()

    # The HTTP client

    async def MezonApi_mezon_authenticate(self):
        body = ApiAuthenticateRequest(account=ApiAccountApp(appid=str(BOT), token="bot"))
        expect((await self.api.mezon_authenticate(BOT, "bot", body)).token, "no token")

    async def MezonApi_call_api(self):
        expect(await self.api.call_api("POST", "/mmn-api", body='{"method":"health.check","id":1}'), "no answer")

    async def MezonApi_close(self):
        await self.api.close()
        expect((await self.api.list_clans_descs(self.token)).clandesc, "the client is not usable after a close")

    async def MezonApi_list_clans_descs(self):
        expect([c.clan_id for c in (await self.api.list_clans_descs(self.token)).clandesc] == [LAB], "the wrong clans")

    async def MezonApi_list_channel_descs(self):
        expect((await self.api.list_channel_descs(self.token, 1, LAB)).channeldesc, "no channels")

    async def MezonApi_create_channel_desc(self):
        made = await self.api.create_channel_desc(
            self.token, ApiCreateChannelDescRequest(clan_id=LAB, type=1, channel_label="by the sdk"))
        event = await self.owner.hears("channel_created_event")
        expect(event.channel_id == made.channel_id, "another channel was announced")

    async def MezonApi_get_channel_detail(self):
        expect((await self.api.get_channel_detail(self.token, GENERAL)).channel_label == "general", "the wrong channel")

    async def MezonApi_list_channel_voice_users(self):
        await self.socket.write_voice_joined("", LAB, "Lab", VOICE, "talk", "mezon-bot")
        users = (await self.api.list_channel_voice_users(self.token, LAB, 0, 10)).voice_channel_users
        expect([u.channel_id for u in users] == [VOICE], "nobody is in the voice channel")

    async def MezonApi_list_roles(self):
        expect(await self.api.list_roles(self.token, LAB), "no roles")

    async def MezonApi_update_role(self):
        await self.api.update_role(self.token, MEMBER, {"title": "members", "clan_id": LAB})

    async def MezonApi_add_quick_menu_access(self):
        await self.api.add_quick_menu_access(self.token, **MENU, menu_id=5, bot_id=BOT)

    async def MezonApi_list_quick_menu_access(self):
        expect((await self.api.list_quick_menu_access(self.token, BOT, GENERAL, 1)).list_menus, "no menu")

    async def MezonApi_delete_quick_menu_access(self):
        await self.api.delete_quick_menu_access(self.token, id=5, bot_id=BOT)

    async def MezonApi_play_media(self):
        await self.api.play_media(self.token, {"room_name": "x", "participant_identity": "x", "participant_name": "x", "url": "x", "name": "x"})

    # The managers

    async def SessionManager_authenticate(self):
        expect((await SessionManager(api_client=self.api).authenticate(BOT, "bot")).token, "no token")

    async def ChannelManager_init_all_dm_channels(self):
        await self.client.channel_manager.init_all_dm_channels(self.token)
        expect(OWNER in self.client.channel_manager.get_all_dm_channels(), "the conversation is missing")

    async def ChannelManager_create_dm_channel(self):
        expect((await self.client.channel_manager.create_dm_channel(OWNER)).channel_id, "no conversation")

    async def SocketManager_connect(self):
        other = self.new_client()
        await other.login(enable_auto_reconnect=False)
        await other.socket_manager.connect(await other.get_session())
        expect(await other.socket_manager.is_connected(), "no socket")
        await other.disconnect()

    async def SocketManager_is_connected(self):
        expect(await self.sockets.is_connected(), "no socket")

    async def SocketManager_connect_socket(self):
        await self.sockets.connect_socket(self.token)

    async def SocketManager_join_all_clans(self):
        await self.sockets.join_all_clans((await self.api.list_clans_descs(self.token)).clandesc, self.token)

    async def SocketManager_disconnect(self):
        other = self.new_client()
        await other.login(enable_auto_reconnect=False)
        await other.socket_manager.disconnect()
        expect(not await other.socket_manager.is_connected(), "the socket is open")
        await other.disconnect()

    async def SocketManager_write_chat_message(self):
        await self.write(self.sockets)

    async def SocketManager_write_ephemeral_message(self):
        await self.whisper(self.sockets)

    async def SocketManager_update_chat_message(self):
        await self.update(self.sockets)

    async def SocketManager_write_message_reaction(self):
        await self.react(self.sockets)

    async def SocketManager_remove_chat_message(self):
        await self.remove(self.sockets)

    async def EventManager_emit(self):
        heard = []
        self.client.event_manager.on("surface", heard.append)
        await self.client.event_manager.emit("surface", 1)
        expect(heard == [1], "the event was not emitted")

    async def CacheManager_fetch(self):
        expect((await self.client.channels.fetch(GENERAL)).id == GENERAL, "the wrong channel")

    # The structures

    async def Clan_load_channels(self):
        await self.clan.load_channels()
        expect(self.clan.channels.get(GENERAL), "the channel is missing")

    async def Clan_list_channel_voice_users(self):
        expect(await self.clan.list_channel_voice_users(), "no list")

    async def Clan_update_role(self):
        await self.clan.update_role(MEMBER, {"title": "members", "clan_id": LAB})

    async def Clan_list_roles(self):
        expect((await self.clan.list_roles()).roles, "no roles")

    async def TextChannel_message_fetcher(self):
        message = await self.message()
        expect((await self.channel.message_fetcher(message.id)).id == message.id, "the wrong message")

    async def TextChannel_send(self):
        await self.message()

    async def TextChannel_send_ephemeral(self):
        await self.channel.send_ephemeral([OWNER], TEXT)
        expect((await self.owner.hears("channel_message")).code == 12, "the message is not ephemeral")

    async def Message_reply(self):
        message = await self.owner_message()
        await message.reply(TEXT)
        expect(len((await self.owner.hears("channel_message")).references) > 0, "the reply has no reference")

    async def Message_update(self):
        message = await self.message()
        await message.update(TEXT)
        event = await self.owner.hears("channel_message")
        expect((event.code, event.message_id) == (1, message.id), "the edit was not pushed")

    async def Message_react(self):
        message = await self.message()
        await message.react(1, ":a:", 1)
        expect((await self.owner.hears("message_reaction_event")).message_id == message.id, "the reaction was not pushed")

    async def Message_delete(self):
        message = await self.message()
        await message.delete()
        event = await self.owner.hears("channel_message")
        expect((event.code, event.message_id) == (2, message.id), "the deletion was not pushed")

    async def owner_message(self):
        """A message of somebody else, as the SDK holds one that it heard."""
        from mezon.protobuf.rtapi import realtime_pb2 as realtime
        sent = await self.owner.call(
            "SendChannelMessage", realtime.ChannelMessageSend(clan_id=LAB, channel_id=GENERAL, content='{"t":"question"}'), realtime.ChannelMessageAck)
        await self.owner.hears("channel_message")
        for _ in range(200):
            try:
                return await self.channel.messages.fetch(sent.message_id)
            except ValueError:
                await asyncio.sleep(0.02)
        raise AssertionError("the SDK did not keep the message")

    def owner_as_user(self):
        return User(UserInitData(id=OWNER, username="owner"), self.sockets, self.client.channel_manager)

    async def User_create_dm_channel(self):
        expect((await self.owner_as_user().create_dm_channel()).channel_id, "no conversation")

    async def User_send_dm_message(self):
        await self.owner_as_user().send_dm_message(TEXT)
        expect((await self.owner.hears("channel_message")).mode == 4, "it is no direct message")

    # The socket

    async def Socket_connect(self):
        await self.socket.connect(self.client.session_manager.get_session())

    async def Socket_close(self):
        await self.SocketManager_disconnect()

    async def Socket_join_clan_chat(self):
        await self.socket.join_clan_chat(LAB)

    async def Socket_join_chat(self):
        await self.socket.join_chat(LAB, GENERAL, 1)

    async def Socket_leave_chat(self):
        await self.socket.leave_chat(LAB, GENERAL, 1, True)

    async def Socket_write_chat_message(self):
        await self.write(self.socket)

    async def Socket_write_ephemeral_message(self):
        await self.whisper(self.socket)

    async def Socket_update_chat_message(self):
        await self.update(self.socket)

    async def Socket_write_message_reaction(self):
        await self.react(self.socket)

    async def Socket_remove_chat_message(self):
        await self.remove(self.socket)

    async def Socket_write_message_typing(self):
        expect(await self.socket.write_message_typing(**AT), "no echo")
        expect((await self.owner.hears("message_typing_event")).sender_id == BOT, "somebody else types")

    async def Socket_write_last_seen_message(self):
        message = await self.message()
        expect(await self.socket.write_last_seen_message(LAB, GENERAL, 2, message.id, 1), "no echo")

    async def Socket_write_last_pin_message(self):
        message = await self.message()
        expect(await self.socket.write_last_pin_message(**AT, message_id=message.id, timestamp_seconds=1, operation=1), "no echo")
        expect((await self.owner.hears("last_pin_message_event")).message_id == message.id, "another message was pinned")

    async def Socket_write_custom_status(self):
        expect(await self.socket.write_custom_status(LAB, "away"), "no echo")
        expect((await self.owner.hears("custom_status_event")).status == "away", "the wrong status")

    async def Socket_write_voice_joined(self):
        expect(await self.socket.write_voice_joined("", LAB, "Lab", VOICE, "talk", "mezon-bot"), "no echo")
        expect((await self.owner.hears("voice_joined_event")).user_id == BOT, "somebody else joined")

    async def Socket_write_voice_leaved(self):
        expect(await self.socket.write_voice_leaved("", LAB, VOICE, BOT), "no echo")
        expect((await self.owner.hears("voice_leaved_event")).voice_user_id == BOT, "somebody else left")

    async def Socket_check_duplicate_clan_name(self):
        expect((await self.socket.check_duplicate_clan_name("Lab"))["exist"], "the name is not taken")

    # The SDK sends nothing for these.

    async def Socket_list_clan_emoji_by_clan_id(self):
        expect(await self.socket.list_clan_emoji_by_clan_id(LAB) is None, "it is no longer empty")

    async def Socket_list_channel_by_user_id(self):
        expect(await self.socket.list_channel_by_user_id() is None, "it is no longer empty")

    async def Socket_hashtag_dm_list(self):
        expect(await self.socket.hashtag_dm_list([OWNER], 1) is None, "it is no longer empty")

    async def Socket_list_clan_stickers_by_clan_id(self):
        expect(await self.socket.list_clan_stickers_by_clan_id(LAB) is None, "it is no longer empty")

    async def Socket_get_notification_channel_setting(self):
        expect(await self.socket.get_notification_channel_setting(GENERAL) is None, "it is no longer empty")

    async def Socket_get_notification_category_setting(self):
        expect(await self.socket.get_notification_category_setting(1) is None, "it is no longer empty")

    async def Socket_get_notification_clan_setting(self):
        expect(await self.socket.get_notification_clan_setting(LAB) is None, "it is no longer empty")

    async def Socket_get_notification_react_message(self):
        expect(await self.socket.get_notification_react_message(GENERAL) is None, "it is no longer empty")

    async def Socket_update_status(self):
        expect(await self.socket.update_status("away") is None, "it is no longer empty")

    async def WebSocketAdapterPb_connect(self):
        adapter = WebSocketAdapterPb()
        await adapter.connect("ws", urlparse(self.base).netloc, True, self.token)
        expect(adapter.is_open(), "no socket")
        await adapter.close()

    async def WebSocketAdapterPb_send(self):
        adapter = WebSocketAdapterPb()
        await adapter.connect("ws", urlparse(self.base).netloc, True, self.token)
        await adapter.send(b"\x08\x01\xb2\x01\x00")  # A ping with cid 1.
        expect(await adapter._socket.recv() == b"\x08\x01\xba\x01\x00", "no pong")
        await adapter.close()

    async def WebSocketAdapterPb_close(self):
        await self.WebSocketAdapterPb_connect()

    # The token chain

    async def ZkClient_get_zk_proofs(self):
        await self.MezonClient_get_zk_proof()

    async def MmnClient_get_current_nonce(self):
        expect((await self.mmn.get_current_nonce(BOT)).tag == "latest", "the wrong tag")

    async def MmnClient_get_account_by_user_id(self):
        expect(int((await self.mmn.get_account_by_user_id(OWNER)).balance) > 0, "no balance")

    def order(self, nonce, **changes):
        proof, keys = self.client.zk_proof, self.client.ephemeral_key_pair
        request = dict(
            sender=BOT, recipient=OWNER, amount="5", nonce=nonce, text_data="x", public_key=keys.public_key, private_key=keys.private_key,
            zk_proof=proof.proof, zk_pub=proof.public_input, extra_info=ExtraInfo(type=TransferType.TRANSFER_TOKEN.value, UserSenderId=BOT))
        return SendTransactionRequest(**{**request, **changes})

    async def transfer(self):
        nonce = (await self.mmn.get_current_nonce(BOT)).nonce
        sent = await self.mmn.send_transaction(self.order(nonce + 1))
        expect(sent.ok, sent.error)
        again = await self.mmn.send_transaction(self.order(nonce + 1))
        expect(not again.ok and "nonce" in again.error, "a nonce served twice")
        return sent.tx_hash

    async def MmnClient_send_transaction(self):
        await self.transfer()

    async def MmnClient_send_transaction_by_address(self):
        await self.mmn.send_transaction_by_address(self.order(1))

    async def MmnClient_send_transaction_by_private_key(self):
        import base58
        import nacl.signing
        key = nacl.signing.SigningKey.generate()
        address = base58.b58encode(bytes(key.verify_key)).decode()
        sent = await self.mmn.send_transaction_by_private_key(
            address, self.mmn.get_address_from_user_id(OWNER), "1", 1, self.mmn._raw_ed25519_to_pkcs8_hex(bytes(key)))
        # The signature is good, and the address owns nothing.
        expect(not sent.ok and sent.error == "insufficient balance", f"{sent}")

    async def IndexerClient_get_transaction_by_hash(self):
        hash = await self.transfer()
        expect((await self.indexer.get_transaction_by_hash(hash)).hash == hash, "another transfer")

    async def IndexerClient_get_transaction_by_wallet(self):
        hash = await self.transfer()
        listed = await self.indexer.get_transaction_by_wallet(self.mmn.get_address_from_user_id(BOT))
        expect(listed.data[0].hash == hash, "the newest transfer is missing")

    async def IndexerClient_get_wallet_detail(self):
        expect((await self.indexer.get_wallet_detail(self.mmn.get_address_from_user_id(OWNER))).address, "no wallet")

    # What two ways of the SDK share

    async def write(self, way):
        ack = await way.write_chat_message(**AT, content=TEXT)
        expect((await self.owner.hears("channel_message")).message_id == ack.message_id, "the message was not pushed")

    async def whisper(self, way):
        await way.write_ephemeral_message([OWNER], **AT, content=TEXT)
        expect((await self.owner.hears("channel_message")).code == 12, "the message is not ephemeral")

    async def update(self, way):
        message = await self.message()
        await way.update_chat_message(**AT, message_id=message.id, content=TEXT)
        expect((await self.owner.hears("channel_message")).code == 1, "the edit was not pushed")

    async def react(self, way):
        message = await self.message()
        await way.write_message_reaction(0, **AT, message_id=message.id, emoji_id=1, emoji=":a:", count=1, message_sender_id=BOT)
        expect((await self.owner.hears("message_reaction_event")).message_id == message.id, "the reaction was not pushed")

    async def remove(self, way):
        message = await self.message()
        await way.remove_chat_message(**AT, message_id=message.id)
        expect((await self.owner.hears("channel_message")).code == 2, "the deletion was not pushed")

    def refusals(self):
        """Calls that the gateway refuses, with their codes: gRPC's for procedures, Mezon's own for envelopes."""
        api, socket, token = self.api, self.socket, self.token
        wrong = self.order(1, zk_proof="x")
        return [
            ("MezonApi.get_channel_detail", 5, "private channel", lambda: api.get_channel_detail(token, SECRET)),
            ("MezonApi.get_channel_detail", 16, "bad token", lambda: api.get_channel_detail("a.b.c", GENERAL)),
            ("MezonApi.list_channel_descs", 5, "another clan", lambda: api.list_channel_descs(token, 1, ELSEWHERE)),
            ("MezonApi.list_roles", 5, "another clan", lambda: api.list_roles(token, ELSEWHERE)),
            ("MezonApi.list_channel_voice_users", 5, "another clan", lambda: api.list_channel_voice_users(token, ELSEWHERE)),
            ("MezonApi.create_channel_desc", 6, "name taken", lambda: api.create_channel_desc(
                token, ApiCreateChannelDescRequest(clan_id=LAB, type=1, channel_label="general"))),
            ("MezonApi.add_quick_menu_access", 3, "no name", lambda: api.add_quick_menu_access(token, **{**MENU, "menu_name": ""}, menu_id=6, bot_id=BOT)),
            ("MezonApi.mezon_authenticate", 16, "wrong key", lambda: api.mezon_authenticate(
                BOT, "x", ApiAuthenticateRequest(account=ApiAccountApp(appid=str(BOT), token="x")))),
            ("MezonClient.connect_ai_agent_sse", 5, "no agents here", self.MezonClient_connect_ai_agent_sse),
            ("Socket.join_clan_chat", 7, "another clan", lambda: socket.join_clan_chat(ELSEWHERE)),
            ("Socket.join_chat", 7, "private channel", lambda: socket.join_chat(LAB, SECRET, 1)),
            ("Socket.write_chat_message", 7, "private channel", lambda: socket.write_chat_message(**NOWHERE, content=TEXT)),
            ("Socket.write_chat_message", 3, "too long", lambda: socket.write_chat_message(**AT, content=ChannelMessageContent(t="x" * 5000))),
            ("Socket.write_ephemeral_message", 3, "nobody to read it", lambda: socket.write_ephemeral_message([1], **AT, content=TEXT)),
            ("Socket.update_chat_message", 5, "no such message", lambda: socket.update_chat_message(**AT, message_id=7, content=TEXT)),
            ("Socket.remove_chat_message", 5, "no such message", lambda: socket.remove_chat_message(**AT, message_id=7)),
            ("Socket.write_message_reaction", 7, "no such message", lambda: socket.write_message_reaction(
                0, **AT, message_id=7, emoji_id=1, emoji=":a:", count=1, message_sender_id=BOT)),
            ("Socket.write_last_pin_message", 7, "no such message", lambda: socket.write_last_pin_message(
                **AT, message_id=7, timestamp_seconds=1, operation=1)),
            ("Socket.write_message_typing", 7, "private channel", lambda: socket.write_message_typing(**NOWHERE)),
            ("Socket.write_last_seen_message", 7, "private channel", lambda: socket.write_last_seen_message(LAB, SECRET, 2, 7, 1)),
            ("Socket.write_custom_status", 7, "another clan", lambda: socket.write_custom_status(ELSEWHERE, "x")),
            ("Socket.write_voice_joined", 7, "private channel", lambda: socket.write_voice_joined("", LAB, "Lab", SECRET, "x", "x")),
            ("IndexerClient.get_transaction_by_hash", 5, "no such transfer", lambda: self.indexer.get_transaction_by_hash("none")),
            ("IndexerClient.get_wallet_detail", 3, "no address", lambda: self.indexer.get_wallet_detail("none")),
            ("MmnClient.send_transaction", "invalid signature", "foreign proof", lambda: self.mmn.send_transaction(wrong)),
        ]


# What the SDK itself cannot do, whatever a server answers: the errors that its calls end with, and why.
BROKEN = {
    "Clan.update_role": (TypeError, "gives texts where the wire has wrappers (fails in the SDK)"),
    "MezonApi.update_role": (TypeError, "gives texts where the wire has wrappers (fails in the SDK)"),
    "MezonApi.play_media": (aiohttp.InvalidURL, "joins its base with another server's address (fails in the SDK)"),
    "MmnClient.send_transaction_by_address": (ValueError, "takes numbers where addresses belong (fails in the SDK)"),
}
REFUSED = {"MezonClient.connect_ai_agent_sse"}
# The SDK has these methods without a body: they return at once.
EMPTY = {
    f"Socket.{name}" for name in (
        "get_notification_category_setting", "get_notification_channel_setting", "get_notification_clan_setting",
        "get_notification_react_message", "hashtag_dm_list", "list_channel_by_user_id", "list_clan_emoji_by_clan_id",
        "list_clan_stickers_by_clan_id", "update_status")
}
# Where an earlier call leaves what a later one finds.
FIRST = [
    "MezonClient.add_quick_menu_access", "MezonClient.list_quick_menu_access", "MezonClient.delete_quick_menu_access",
    "MezonApi.add_quick_menu_access", "MezonApi.list_quick_menu_access", "MezonApi.delete_quick_menu_access",
    "MezonClient.get_user_from_id",
]


async def call_sdk(run, base, accounts, names):
    calls = Calls(base, accounts)
    await calls.start()
    refused = {}
    for name, code, why, call in calls.refusals():
        refused.setdefault(name, []).append(f"{code} {why}")
        if isinstance(code, int):
            await run.refuse(f"{name}: {why}", code, call)
        else:
            answer = await run.succeed(f"{name}: {why}", call)
            if answer is not None and (answer.ok or answer.error != code):
                run.fail(f"{name}: {why}", f"{answer}")
    rows = []
    for name in [*FIRST, *sorted(names - set(FIRST))]:
        call = getattr(calls, name.replace(".", "_"), None)
        if call is None or name not in names:
            run.fail(name, "a coroutine of the SDK without a call" if call is None else "a call that the SDK no longer has")
            continue
        accounts["owner"].heard.clear()
        outcome = "sends nothing" if name in EMPTY else "works"
        if name in REFUSED:
            outcome = "refused"
        elif name in BROKEN:
            error, why = BROKEN[name]
            outcome = why
            try:
                await call()
                run.fail(name, f"no longer fails in the SDK, which {why}")
            except error:
                pass
        else:
            await run.succeed(name, call)
        rows.append((name, outcome, ", ".join(refused.get(name, []))))
    run.rows["SDK"] = sorted(rows)
    await calls.client.disconnect()
