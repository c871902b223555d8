"""What takes the place of the parts of the SDK that the adapter does not translate."""


class Missing(NotImplementedError):
    """A part of the SDK that the adapter does not translate."""


_SESSION = "the host is connected; use the handlers, client.channels and client.users"
_TOKENS = "use client.send_token; the host signs the order"
_MENU = "list commands in the program's first line and set `bot: { slash_menu: true }`; on_quick_menu_event tells of choices"
_AGENT = "a bot in Swift asks language models (LanguageModel)"
_ROLES = "answer with the actions add_role and remove_role: mezon_adapter.act(add_role={'user': …, 'role': …})"
_CHANNEL = "use (await client.channels.fetch(message.channel_id))"
_STORE = "use load and store of mezon_adapter"

_INSTEAD = {
    "MezonClient": {
        **dict.fromkeys((
            "api_client", "socket_manager", "session_manager", "channel_manager", "event_manager", "initialize_managers",
            "get_session", "login_url", "use_ssl", "timeout_ms", "connect", "session"), _SESSION),
        **dict.fromkeys((
            "address", "zk_proof", "zk_client", "zk_api_url", "mmn_client", "mmn_api_url", "ephemeral_key_pair",
            "get_ephemeral_key_pair", "get_address_from_user_id", "get_zk_proof", "get_current_nonce"), _TOKENS),
        **dict.fromkeys(("add_quick_menu_access", "delete_quick_menu_access", "list_quick_menu_access"), _MENU),
        **dict.fromkeys(("connect_ai_agent_sse", "disconnect_ai_agent_sse", "agent_event_url"), _AGENT),
        "message_db": _STORE,
    },
    "Clan": {
        **dict.fromkeys(("api_client", "socket_manager", "session_token", "client_id"), _SESSION),
        "message_db": _STORE,
        "name": "the host tells the id of the clan alone",
        "welcome_channel_id": "write the id of the channel into `config` of the bot",
        "list_channel_voice_users": "on_voice_joined_event and on_voice_leaved_event tell who comes and goes; keep them with store",
        "list_roles": "write the ids of the roles into `config` of the bot; mezon_adapter.read('member', user=…) has those of a user",
        "update_role": _ROLES,
    },
    "TextChannel": {
        **dict.fromkeys(("name", "channel_type", "is_private", "parent_id"), "use (await client.channels.fetch(channel.id))"),
        "socket_manager": _SESSION,
        "message_db": _STORE,
        "message_fetcher": "use channel.messages.fetch",
        "category_id": "the host tells name, channel_type, is_private and parent_id",
        "category_name": "the host tells name, channel_type, is_private and parent_id",
        "meeting_code": "the host tells name, channel_type, is_private and parent_id",
    },
    "Message": {"socket_manager": _SESSION},
    "User": {
        "socket_manager": _SESSION,
        "channel_manager": _SESSION,
        "create_dm_channel": "use user.send_dm_message",
        "dm_channel_id": "use user.send_dm_message",
    },
    "ChannelMessage": {
        "channel_label": f"{_CHANNEL}.name",
        "is_public": f"{_CHANNEL}.is_private",
        "mode": f"{_CHANNEL}.channel_type",
        "category_name": "the host tells the channel's name, channel_type, is_private and parent_id",
        "clan_logo": "the host tells the id of the clan alone",
        "hide_editted": "code is 1 for an edited message",
        "referenced_message": "use references and channel.messages.fetch",
        **dict.fromkeys(("from_protobuf", "to_message_dict", "to_db_dict", "from_db_dict"), _STORE),
    },
    **dict.fromkeys(("ApiMessageAttachment", "ApiMessageMention", "ApiMessageReaction"), {"": "the message that has it tells its place"}),
    "ApiMessageRef": {"": "use (await channel.messages.fetch(reference.message_ref_id))"},
    "ChannelMessageAck": {"": "the message is sent after the handlers have ended, and has no id before"},
    "AddTxResponse": {"": "the order is executed after the handlers have ended, and has no hash before"},
    "Cache": {"": "fetch reads what is not known; nothing is kept beyond the event"},
    "InteractiveBuilder": {"": "write the card as a dictionary, in the form that Mezon shows"},
    "mezon": {
        **dict.fromkeys(("enable_logging", "disable_logging", "get_logger", "setup_logger"),
                        "use print or Python's logging; both go to the host's log"),
        "": "use the handlers of MezonClient, and load, store, get, read and act of mezon_adapter",
    },
}
_PROTOCOL = "see 'Handlers for the Python SDK' in Documentation/Programs.md for what the host tells"


def missing(owner, name):
    """Returns the error for a name that an object of the SDK has and the adapter has not.

    Names with two underscores are those of Python itself, which it looks for to find out what an object can do.
    """
    if name.startswith("__"):
        return AttributeError(name)
    instead = _INSTEAD.get(owner, {})
    return Missing(f"{owner}.{name} is not available in mezon-bot: {instead.get(name) or instead.get('') or _PROTOCOL}")
