"""Clans, channels, messages and users: what handlers act on."""
from .advice import Missing, missing
from .lines import turn
from .models import ChannelMessageAck, Model, draft, message as read_message, whole


class Cache:
    """The entities of one kind that the event under way has named or read."""

    def __init__(self, kind, fetcher=None, within=0):
        self._kind, self._fetcher, self._within = kind, fetcher, within

    def get(self, id):
        return turn().entities.get((self._kind, self._within, whole(id)))

    def set(self, id, value):
        turn().entities[self._kind, self._within, whole(id)] = value

    def has(self, id):
        return self.get(id) is not None

    def __getattr__(self, name):
        raise missing("Cache", name)

    async def fetch(self, id):
        """Returns an entity, asking the host for one that is not known. Raises ValueError if there is none."""
        found = self.get(id)
        if found is None or not found.is_read:
            found = await self._fetcher(whole(id))
            if found is None:
                raise ValueError(f"{self._kind} {id} not found")
            self.set(id, found)
        return found


class Structure(Model):
    """An entity, with the values that have been read."""

    is_read = True


class Clan(Structure):
    @property
    def channels(self):
        return self.client.channels

    @property
    def users(self):
        return self.client.users

    async def load_channels(self):
        """Does nothing: channels are read when they are fetched."""


class TextChannel(Structure):
    @property
    def messages(self):
        return Cache("message", self._message, within=self.id)

    async def _message(self, id):
        line = await turn().ask(read="message", id=str(id), ch=str(self.id))
        return line and Message.of(read_message({"clan": str(self.clan.id), **line}), self)

    async def send(self, content, mentions=None, attachments=None, mention_everyone=None, anonymous_message=None, topic_id=None,
                   code=None):
        fields = draft(content, mentions, attachments, mention_everyone=mention_everyone, anonymous_message=anonymous_message,
                       topic_id=_other_topic(topic_id, self.id), code=code)
        turn().add(send={"in": str(self.id), **fields})
        return ChannelMessageAck()

    async def send_ephemeral(self, receiver_ids, content, reference_message_id=None, mentions=None, attachments=None,
                             mention_everyone=None, anonymous_message=None, topic_id=None, code=12):
        _only_here(self.id, "TextChannel.send_ephemeral")
        fields = draft(content, mentions, attachments, reference_message_id=reference_message_id,
                       mention_everyone=mention_everyone, anonymous_message=anonymous_message,
                       topic_id=_other_topic(topic_id, self.id), code=0 if code == 12 else code)
        for user in receiver_ids if isinstance(receiver_ids, (list, tuple, set)) else [receiver_ids]:
            turn().add(ephemeral={"user": str(user), **fields})
        return ChannelMessageAck()


class Message(Structure):
    @classmethod
    def of(cls, value, channel):
        fields = {**vars(value), "id": value.message_id, "channel": channel}
        return cls(**fields)

    async def reply(self, content, mentions=None, attachments=None, mention_everyone=None, anonymous_message=None, topic_id=None,
                    code=None):
        self._only_of_event("Message.reply")
        turn().add(reply=draft(content, mentions, attachments, mention_everyone=mention_everyone,
                               anonymous_message=anonymous_message, topic_id=_other_topic(topic_id, self.channel.id),
                               code=code))
        return ChannelMessageAck()

    async def update(self, content, mentions=None, attachments=None, topic_id=None):
        _only_here(self.channel.id, "Message.update")
        other = _other_topic(topic_id, self.channel.id)
        turn().add(edit={"message": str(self.id), **draft(content, mentions, attachments, topic_id=other)})
        return ChannelMessageAck()

    async def react(self, emoji_id, emoji=None, count=1, id=0, action_delete=False):
        if isinstance(emoji_id, dict):  # The form of SDKs before 1.5.
            emoji, action_delete = emoji_id["emoji"], emoji_id.get("action_delete", False)
        self._only_of_event("Message.react")
        turn().add(**{"unreact" if action_delete else "react": emoji})

    async def delete(self):
        turn().add(delete={"message": str(self.id), "in": str(self.channel.id)})

    def _only_of_event(self, name):
        event = turn().event
        if event["kind"] not in ("message", "edit") or self.id != whole(event["id"]):
            raise Missing(f"{name} to another message than that of the event is not possible in mezon-bot: "
                          "use TextChannel.send")


class User(Structure):
    optional = ("avatar", "clan_avatar", "clan_nick", "display_name", "username")

    async def send_dm_message(self, content, code=0, attachments=None):
        turn().add(dm={"user": str(self.id), **draft(content, None, attachments, code=code)})
        return ChannelMessageAck()


def _only_here(channel, name):
    if channel != whole(turn().event.get("ch")):
        raise Missing(f"{name} in another channel than that of the event is not possible in mezon-bot: use TextChannel.send")


def _other_topic(topic, channel):
    """Returns a topic, unless it is that of the event, in which the messages to the event's channel are."""
    event = turn().event
    return topic if topic and (whole(topic), channel) != (whole(event.get("topic")), whole(event.get("ch"))) else None
