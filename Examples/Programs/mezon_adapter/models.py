"""The values that handlers receive and build, with the names of the SDK."""
import base64
import enum
import mimetypes

from .advice import Missing, missing


class Model:
    """Named values. A known name without a value is None; any other is refused, so that nothing is silently empty."""

    optional = ()
    aliases = {}

    def __init__(self, **fields):
        for name, value in fields.items():
            setattr(self, self.aliases.get(name, name), value)

    def __getattr__(self, name):
        if name in self.optional:
            return None
        raise missing(type(self).__name__, name)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in vars(self).items())})"

    def model_dump(self, by_alias=False, exclude_none=False, **_):
        names = {name: alias for alias, name in self.aliases.items()} if by_alias else {}
        return {names.get(key, key): plain(value) for key, value in vars(self).items() if value is not None or not exclude_none}


def plain(value):
    """Returns a value of JSON."""
    if isinstance(value, Model):
        return value.model_dump(by_alias=True, exclude_none=True)
    if hasattr(value, "model_dump"):
        return value.model_dump(by_alias=True, exclude_none=True, mode="json")
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value.value if isinstance(value, enum.Enum) else value


class ChannelMessageContent(Model):
    aliases = {"t": "text", "contentThread": "content_thread", "hg": "hashtags", "ej": "emojis", "lk": "links",
               "mk": "markdown", "vk": "voice_links"}
    optional = (*aliases.values(), "embed", "components")


class ChannelMessage(Model):
    optional = ("avatar", "display_name", "clan_nick", "clan_avatar", "topic_id", "update_time_seconds", "create_time_seconds")

    @property
    def id(self):
        return self.message_id


class ApiMessageMention(Model):
    optional = ("create_time", "id", "user_id", "username", "role_id", "rolename", "s", "e")


class ApiMessageAttachment(Model):
    optional = ("filename", "filetype", "url", "size", "width", "height", "thumbnail", "duration", "base64")


class ApiMessageRef(Model):
    pass


class InputFieldOption(Model):
    optional = ("defaultValue", "type", "textarea", "disabled")


class SelectFieldOption(Model):
    optional = ("label", "value")


class RadioFieldOption(Model):
    optional = ("label", "value", "name", "description", "style", "disabled")


class AnimationConfig(Model):
    optional = ("url_image", "url_position", "pool", "repeat", "duration")


class ApiMessageReaction(Model):
    optional = ("id", "emoji_id", "sender_name", "sender_avatar")


class ChannelMessageAck(Model):
    """The acknowledgement of a message that is sent when the handlers have ended: it has no id yet."""


class ApiSentTokenRequest(Model):
    optional = ("sender_id", "sender_name", "note", "extra_attribute", "mmn_extra_info", "timestamp")


class AddTxResponse(Model):
    """The acknowledgement of an order for tokens that is executed when the handlers have ended: it has no hash yet."""


class WebResponse(Model):
    """The outcome of a web request: `status`, `headers` and `text` or `base64`, or the `failure` for which there is none."""

    optional = ("status", "headers", "text", "base64", "failure", "note")


class Event(Model):
    """An event other than a message."""


def whole(text):
    """Returns an id as the SDK has it; 0 if there is none."""
    return int(text or 0)


def message(line, code=0):
    """Returns the message of an event or of a read."""
    return ChannelMessage(
        message_id=whole(line["id"]), clan_id=whole(line.get("clan")), channel_id=whole(line.get("ch")),
        sender_id=whole(line.get("by")), content={"t": line["text"]}, username=line["name"], code=code, reactions=[],
        create_time_seconds=_seconds(line["at"]), topic_id=whole(line.get("topic")),
        mentions=[ApiMessageMention(
            user_id=whole(one.get("user")), role_id=whole(one.get("role")), s=one["s"], e=one["e"],
            **{"rolename" if "role" in one else "username": one.get("name", "")}) for one in line.get("mentions", [])],
        attachments=[ApiMessageAttachment(**{_FILE_KEYS[key]: value for key, value in one.items()}) for one in line.get("files", [])],
        references=[ApiMessageRef(message_ref_id=whole(line["to"]))] if "to" in line else [])


_FILE_KEYS = {"name": "filename", "type": "filetype", "url": "url", "size": "size", "width": "width", "height": "height",
              "thumbnail": "thumbnail", "seconds": "duration", "base64": "base64"}


def file(name, content, filetype=None):
    """Returns an attachment of bytes or text. The host uploads it when the message is sent; all of a turn must fit into 1 MiB."""
    content = content.encode() if isinstance(content, str) else content
    filetype = filetype or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return ApiMessageAttachment(filename=name, filetype=filetype, base64=base64.b64encode(content).decode())


def _seconds(text):
    from datetime import datetime
    return int(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())


_ADVICE = {
    "mention_everyone": "mention users by ApiMessageMention",
    "anonymous_message": "the host sends in the name of the bot",
    "topic_id": "a message to the event's channel stays in the topic of the event, and reaches no other",
    "code": "the host sends chat messages; use send_ephemeral for ephemeral ones",
    "reference_message_id": "use Message.reply to answer a message",
}


def draft(content, mentions=None, attachments=None, **others):
    """Returns the fields of a message that is to be sent."""
    for name, value in others.items():
        if value:
            raise Missing(f"a message with '{name}' cannot be sent by programs in mezon-bot: {_ADVICE[name]}")
    if isinstance(content, str):
        content = {"t": content}
    extras = {key: value for key, value in plain(content).items() if value is not None}
    fields = {"text": extras.pop("t", "")}
    if extras:
        fields["extras"] = extras
    if mentions:
        fields["mentions"] = [_mention(plain(one)) for one in mentions]
    if attachments:
        fields["files"] = [_file(plain(one)) for one in attachments]
    return fields


def _file(fields):
    given = {key: fields[name] for key, name in _FILE_KEYS.items() if fields.get(name)}
    given.setdefault("name", given.get("url", "").partition("?")[0].rpartition("/")[2] or "file")
    given.setdefault("type", mimetypes.guess_type(given["name"])[0] or "application/octet-stream")
    if "base64" in given:
        given.pop("size", None)
    return given


def _mention(fields):
    if fields.get("role_id"):
        raise Missing("a mention of a role cannot be sent by programs in mezon-bot: mention users by their ids")
    return {"user": str(fields["user_id"]), "s": fields["s"], "e": fields["e"]}


class Events(str, enum.Enum):
    CHANNEL_MESSAGE = "channel_message"
    MESSAGE_REACTION = "message_reaction_event"
    USER_CHANNEL_REMOVED = "user_channel_removed_event"
    USER_CLAN_REMOVED = "user_clan_removed_event"
    USER_CHANNEL_ADDED = "user_channel_added_event"
    CHANNEL_CREATED = "channel_created_event"
    CHANNEL_DELETED = "channel_deleted_event"
    CHANNEL_UPDATED = "channel_updated_event"
    ROLE_EVENT = "role_event"
    GIVE_COFFEE = "give_coffee_event"
    ROLE_ASSIGN = "role_assign_event"
    ADD_CLAN_USER = "add_clan_user_event"
    TOKEN_SEND = "token_sent_event"
    CLAN_EVENT_CREATED = "clan_event_created"
    MESSAGE_BUTTON_CLICKED = "message_button_clicked"
    STREAMING_JOINED_EVENT = "streaming_joined_event"
    STREAMING_LEAVED_EVENT = "streaming_leaved_event"
    DROPDOWN_BOX_SELECTED = "dropdown_box_selected"
    WEBRTC_SIGNALING_FWD = "webrtc_signaling_fwd"
    VOICE_STARTED_EVENT = "voice_started_event"
    VOICE_ENDED_EVENT = "voice_ended_event"
    VOICE_JOINED_EVENT = "voice_joined_event"
    VOICE_LEAVED_EVENT = "voice_leaved_event"
    NOTIFICATIONS = "notifications"
    QUICK_MENU = "quick_menu_event"
    AI_AGENT_ENABLE = "aiagent_enabled_event"
    AI_AGENT_SESSION_STARTED = "session_started"
    AI_AGENT_SESSION_ENDED = "session_ended"
    AI_AGENT_SESSION_SUMMARY_DONE = "room_summary_done"


class ChannelStreamMode(enum.IntEnum):
    STREAM_MODE_CHANNEL = 2
    STREAM_MODE_GROUP = 3
    STREAM_MODE_DM = 4
    STREAM_MODE_CLAN = 5
    STREAM_MODE_THREAD = 6


class ChannelType(enum.IntEnum):
    CHANNEL_TYPE_CHANNEL = 1
    CHANNEL_TYPE_GROUP = 2
    CHANNEL_TYPE_DM = 3
    CHANNEL_TYPE_GMEET_VOICE = 4
    CHANNEL_TYPE_FORUM = 5
    CHANNEL_TYPE_STREAMING = 6
    CHANNEL_TYPE_THREAD = 7
    CHANNEL_TYPE_APP = 8
    CHANNEL_TYPE_ANNOUNCEMENT = 9
    CHANNEL_TYPE_MEZON_VOICE = 10


class TypeMessage(enum.IntEnum):
    CHAT = 0
    CHAT_UPDATE = 1
    CHAT_REMOVE = 2
