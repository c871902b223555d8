"""The client of the SDK: it takes handlers, and gives them the host's events."""
import asyncio
import inspect
import json
import sys

from .advice import Missing, missing
from .lines import Host, turn
from .models import AddTxResponse, Event, Events, WebResponse, message, whole
from .structures import Cache, Clan, Message, TextChannel, User


def _reaction(line):
    yield Event(message_id=whole(line["of"]), channel_id=whole(line.get("ch")), clan_id=whole(line.get("clan")),
                sender_id=whole(line.get("by")), emoji=line["emoji"], count=1, action=line.get("removed", False))


def _press(line):
    return {"message_id": whole(line["of"]), "channel_id": whole(line.get("ch")), "user_id": whole(line.get("by")),
            "sender_id": whole(turn().line.get("me"))}


def _button(line):
    if not line.get("choice"):
        yield Event(button_id=line["id"], extra_data=line["form"], **_press(line))


def _select(line):
    if line.get("choice"):
        yield Event(selectbox_id=line["id"], values=line["form"].split(",") if line["form"] else [], **_press(line))


def _menu(line):
    place = Event(clan_id=whole(line.get("clan")), channel_id=whole(line.get("ch")), topic_id=whole(line.get("topic")),
                  content=json.dumps({"t": line["text"]}))
    yield Event(menu_name=line["id"], sender_id=whole(line.get("by")), message=place)


def _tokens(line):
    yield Event(sender_id=whole(line.get("by")), sender_name=line["name"], receiver_id=whole(turn().line.get("me")),
                amount=line["amount"], note=line["note"], transaction_id=line["transaction"])


def _coffee(line):
    yield Event(sender_id=whole(line.get("by")), receiver_id=whole(line.get("to")), token_count=line["amount"],
                message_ref_id=whole(line.get("of")), channel_id=whole(line.get("ch")), clan_id=whole(line.get("clan")))


def _joined(line):
    for user in line["users"]:
        person = Event(user_id=whole(user), username=line.get("name", ""))
        yield Event(clan_id=whole(line.get("clan")), user=person)


def _left(line):
    yield Event(clan_id=whole(line.get("clan")), user_ids=[whole(user) for user in line["users"]])


def _roles(line):
    yield Event(ClanId=whole(line.get("clan")), role_id=whole(line["id"]),
                user_ids_assigned=[whole(user) for user in line["added"]],
                user_ids_removed=[whole(user) for user in line["taken"]])


def _voice_joined(line):
    if not line.get("left"):
        yield Event(clan_id=whole(line.get("clan")), voice_channel_id=whole(line.get("ch")), user_id=whole(line.get("by")))


def _voice_left(line):
    if line.get("left"):
        yield Event(clan_id=whole(line.get("clan")), voice_channel_id=whole(line.get("ch")), voice_user_id=whole(line.get("by")))


def _response(line):
    outcome = {key: line[key] for key in ("name", *WebResponse.optional) if key in line}
    yield WebResponse(message_id=whole(line.get("of")), channel_id=whole(line.get("ch")), clan_id=whole(line.get("clan")),
                      sender_id=whole(line.get("by")), **outcome)


_SOURCES = {  # The host's kinds of each event, and what its handlers receive.
    Events.CHANNEL_MESSAGE: (("message", "edit"), lambda line: [message(line, code=int(line["kind"] == "edit"))]),
    Events.MESSAGE_REACTION: (("reaction",), _reaction),
    Events.MESSAGE_BUTTON_CLICKED: (("button",), _button),
    Events.DROPDOWN_BOX_SELECTED: (("button",), _select),
    Events.QUICK_MENU: (("menu",), _menu),
    Events.TOKEN_SEND: (("tokens",), _tokens),
    Events.GIVE_COFFEE: (("coffee",), _coffee),
    Events.ADD_CLAN_USER: (("join",), _joined),
    Events.USER_CLAN_REMOVED: (("leave",), _left),
    Events.ROLE_ASSIGN: (("role",), _roles),
    Events.VOICE_JOINED_EVENT: (("voice",), _voice_joined),
    Events.VOICE_LEAVED_EVENT: (("voice",), _voice_left),
}
_NAMES = {
    "on_channel_message": Events.CHANNEL_MESSAGE, "on_message_reaction": Events.MESSAGE_REACTION,
    "on_message_button_clicked": Events.MESSAGE_BUTTON_CLICKED, "on_dropdown_box_selected": Events.DROPDOWN_BOX_SELECTED,
    "on_quick_menu_event": Events.QUICK_MENU, "on_token_send": Events.TOKEN_SEND, "on_give_coffee": Events.GIVE_COFFEE,
    "on_add_clan_user": Events.ADD_CLAN_USER, "on_user_clan_removed": Events.USER_CLAN_REMOVED,
    "on_role_assign": Events.ROLE_ASSIGN, "on_voice_joined_event": Events.VOICE_JOINED_EVENT,
    "on_voice_leaved_event": Events.VOICE_LEAVED_EVENT,
}
_INSTEAD = f"programs receive {', '.join(event.name for event in _SOURCES)}"
_WEB_RESPONSE = "web_response"  # Of the host, not of the SDK.
_SOURCES[_WEB_RESPONSE] = (("response",), _response)


class MezonClient:
    """Takes the place of the SDK's client. The credentials are not used: the host is logged in."""

    def __init__(self, client_id=0, api_key="", *_, **__):
        self.client_id = int(client_id) if str(client_id).isdigit() else client_id
        self.api_key = api_key
        self.clans = Cache("clan", self._clan)
        self.channels = Cache("channel", self._channel)
        self.users = Cache("user", self._user)
        self._handlers, self._serving = [], None

    def __getattr__(self, name):
        if name in _NAMES:
            return lambda handler: self.on(_NAMES[name], handler)
        if name.startswith("on_"):
            raise Missing(f"MezonClient.{name} is not available in mezon-bot: {_INSTEAD}")
        raise missing("MezonClient", name)

    def on(self, event_name, handler):
        """Adds a handler. Raises NotImplementedError for an event that programs do not receive."""
        try:
            event = Events(event_name)
        except ValueError:
            raise Missing(f"the event '{event_name}' is not known: {_INSTEAD}") from None
        if event not in _SOURCES:
            raise Missing(f"the event {event.name} is not available in mezon-bot: {_INSTEAD}")
        self._add(event, handler)

    def on_web_response(self, handler):
        """Adds a handler for the outcomes of web requests, for which `request` of this package asks."""
        self._add(_WEB_RESPONSE, handler)

    def _add(self, event, handler):
        if self._serving:
            raise RuntimeError("handlers must be added before client.login()")
        self._handlers.append((event, handler))

    async def login(self, *_, **__):
        """Writes the first line, and takes events from then on."""
        if self._serving:
            return
        host = Host()
        await host.open()
        summary = (getattr(sys.modules["__main__"], "__doc__", None) or "Runs handlers for the Python SDK.").strip()
        kinds = {kind for event, _ in self._handlers for kind in _SOURCES[event][0]}
        host.tell(hello=1, summary=summary.splitlines()[0].encode()[:200].decode(errors="ignore"), events=sorted(kinds))
        self._serving = asyncio.create_task(host.serve(self._handle))

    async def disconnect(self):
        """Does nothing: the connection is the host's."""

    close_socket = disconnect

    async def send_token(self, token_event):
        """Orders tokens of the account for a user, within the operator's limits."""
        for name in ("extra_attribute", "mmn_extra_info"):
            if getattr(token_event, name):
                raise Missing(f"an order for tokens with '{name}' cannot be sent by programs in mezon-bot: use its note")
        turn().add(send_tokens={"user": str(token_event.receiver_id), "amount": token_event.amount, "note": token_event.note or ""})
        return AddTxResponse()

    async def get_channel_from_id(self, channel_id):
        return await self.channels.fetch(channel_id)

    async def get_user_from_id(self, user_id):
        return await self.users.fetch(user_id)

    async def _handle(self, turn):
        self.client_id = whole(turn.line.get("me")) or self.client_id
        line = turn.event
        self._remember(line)
        for event, handler in self._handlers:
            kinds, values = _SOURCES[event]
            for value in values(line) if line["kind"] in kinds else []:
                result = handler(value)
                if inspect.isawaitable(result):
                    await result

    def _remember(self, line):
        """Makes known what the line of an event says of its clan, channel, author and message."""
        clan = Clan(id=whole(line.get("clan")), client=self)
        self.clans.set(clan.id, clan)
        if "ch" in line:
            channel = TextChannel(id=whole(line["ch"]), clan=clan, is_read=False)
            self.channels.set(channel.id, channel)
            if line["kind"] in ("message", "edit"):
                channel.messages.set(line["id"], Message.of(message(line), channel))
        if "by" in line:
            self.users.set(line["by"], User(id=whole(line["by"]), username=line.get("name")))

    async def _clan(self, id):
        raise Missing("another clan than that of the event is not available in mezon-bot: "
                      "an event reads and writes in its own clan, and state of the scope 'global' is common to all")

    async def _channel(self, id):
        line = await turn().ask(read="channel", ch=str(id))
        if not line:
            return None
        channel = self.channels.get(id) or TextChannel(id=id, clan=Clan(id=whole(line.get("clan")), client=self))
        vars(channel).update(name=line["name"], channel_type=line["type"], is_private=line["private"],
                             parent_id=whole(line.get("parent")), is_read=True)
        return channel

    async def _user(self, id):
        line = await turn().ask(read="member", user=str(id))
        return line and User(id=id)
