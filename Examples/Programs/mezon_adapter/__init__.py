"""Runs bots that are written for Mezon's Python SDK as programs of mezon-bot, without the SDK.

Either start them with `python3 mezon_adapter bot.py`, which gives them this package under the name `mezon`, or write
`import mezon_adapter as mezon`. What it cannot translate raises NotImplementedError with its name.
"""
import sys
import types

from . import builders, client, models, structures
from .advice import Missing, missing
from .builders import ButtonBuilder, ButtonMessageStyle, InteractiveBuilder
from .client import MezonClient
from .lines import HostError, act, download, get, load, now, random, read, request, store
from .models import (AddTxResponse, AnimationConfig, ApiMessageAttachment, ApiMessageMention, ApiMessageReaction,
                     ApiMessageRef, ApiSentTokenRequest, ChannelMessage, ChannelMessageAck, ChannelMessageContent, ChannelStreamMode, ChannelType, Events,
                     InputFieldOption, RadioFieldOption, SelectFieldOption, TypeMessage, WebResponse, file)
from .structures import Clan, Message, TextChannel, User


def __getattr__(name):
    raise missing("mezon", name)


def install():
    """Makes this package importable as `mezon`, in the place of the SDK."""
    parts = {"": sys.modules[__name__], ".models": models, ".constants": models, ".client": client, ".structures": structures}
    for name in ("ButtonMessageStyle", "InteractiveMessageProps", "MessageActionRow", "MessageComponent", "MessageComponentType"):
        setattr(models, name, getattr(builders, name))
    parts.update({".structures.button_builder": builders, ".structures.interactive_message": builders})
    for part in ("clan", "message", "text_channel", "user"):
        parts[f".structures.{part}"] = structures
    for part in (".protobuf", ".protobuf.api", ".protobuf.api.api_pb2", ".protobuf.rtapi", ".protobuf.rtapi.realtime_pb2"):
        parts[part] = _Types(f"mezon{part}")
    for module in (models, client, structures, builders):
        module.__getattr__ = __getattr__
    for part, module in parts.items():
        sys.modules[f"mezon{part}"] = module


class _Types(types.ModuleType):
    """A module whose names serve as annotations only."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        found = sys.modules.get(f"{self.__name__}.{name}")
        return found if found else type(name, (models.Event,), {})
