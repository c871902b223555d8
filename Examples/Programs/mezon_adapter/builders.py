"""Cards and buttons, as handlers build them for `embed` and `components`."""
import enum

from .advice import missing
from .lines import now
from .models import Model, plain


class ButtonMessageStyle(enum.IntEnum):
    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4
    LINK = 5


class MessageComponentType(enum.IntEnum):
    BUTTON = 1
    SELECT = 2
    INPUT = 3
    DATEPICKER = 4
    RADIO = 5
    ANIMATION = 6
    GRID = 7


class InteractiveMessageProps(Model):
    pass


class MessageComponent(Model):
    aliases = {"id": "component_id"}


class MessageActionRow(Model):
    pass


class ButtonBuilder:
    def __init__(self):
        self.components = []

    def add_button(self, component_id, label, style, url=None, disabled=False):
        component = {"label": label, "style": plain(style), **({"url": url} if url else {}), **({"disable": True} if disabled else {})}
        self.components.append({"id": component_id, "type": MessageComponentType.BUTTON.value, "component": component})
        return self

    def build(self):
        return self.components

    def clear(self):
        self.components = []
        return self


class InteractiveBuilder:
    """A card of texts, pictures and fields of a form. It takes the time of the event, and no colour unless one is set."""

    def __init__(self, title=None):
        self.interactive = {"title": title, "fields": [], "timestamp": now()}

    def __getattr__(self, name):
        raise missing("InteractiveBuilder", name)

    def _set(self, key, value):
        self.interactive[key] = value
        return self

    def set_title(self, title):
        return self._set("title", title)

    def set_color(self, color):
        return self._set("color", color)

    def set_url(self, url):
        return self._set("url", url)

    def set_description(self, description):
        return self._set("description", description)

    def set_author(self, name, icon_url=None, url=None):
        return self._set("author", {"name": name, **({"icon_url": icon_url} if icon_url else {}), **({"url": url} if url else {})})

    def set_thumbnail(self, url):
        return self._set("thumbnail", {"url": url})

    def set_image(self, url, width=None, height=None):
        return self._set("image", {"url": url, "width": width or "auto", "height": height or "auto"})

    def set_footer(self, text, icon_url=None):
        return self._set("footer", {"text": text, **({"icon_url": icon_url} if icon_url else {})})

    def add_field(self, name, value, inline=False):
        self.interactive["fields"].append({"name": name, "value": value, "inline": inline})
        return self

    def _add_input(self, field_id, name, description, kind, component, **others):
        inputs = {"id": field_id, "type": kind.value, "component": component, **others}
        self.interactive["fields"].append({"name": name or "", "value": description or "", "inputs": inputs})
        return self

    def add_input_field(self, field_id, name, placeholder=None, options=None, description=None):
        options = plain(options) or {}
        component = {"id": f"{field_id}-component", "placeholder": placeholder, "defaultValue": options.get("defaultValue") or "",
                     "type": options.get("type") or "text", "textarea": options.get("textarea") or False}
        if options.get("disabled"):
            component["disabled"] = True
        return self._add_input(field_id, name, description, MessageComponentType.INPUT, component)

    def add_select_field(self, field_id, name, options, value_selected=None, description=None):
        component = {"options": plain(options), "valueSelected": plain(value_selected)}
        return self._add_input(field_id, name, description, MessageComponentType.SELECT, component)

    def add_radio_field(self, field_id, name, options, description=None, max_options=None):
        others = {"max_options": max_options} if max_options else {}
        return self._add_input(field_id, name, description, MessageComponentType.RADIO, plain(options), **others)

    def add_datepicker_field(self, field_id, name, description=None):
        return self._add_input(field_id, name, description, MessageComponentType.DATEPICKER, {})

    def add_animation(self, field_id, config, name=None, description=None):
        return self._add_input(field_id, name, description, MessageComponentType.ANIMATION, plain(config))

    def build(self):
        return {key: value for key, value in self.interactive.items() if value is not None}
