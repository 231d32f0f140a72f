"""Colour tokens: colours by their meaning, read from the theme files into frozen values."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from PySide6.QtGui import QColor, QPalette

from ui.look.shipped import shipped

HAZARDS = ("fire", "smoke", "danger", "ok", "aim")
FACTIONS = ("sky", "orchid", "lime", "slate", "fern", "sand", "pearl")
TONES = HAZARDS + FACTIONS
"""Hues that mean something; each has a `<tone>_tint` that is dark or pale enough to write on."""

_WELLS = ("bg0", "field", "well", "on_solid", "stone", "wood", "green", "water")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme by meaning."""

    name: str
    dark: bool
    colours: Mapping[str, QColor]

    def __getitem__(self, token: str) -> QColor:
        """Return a colour. Raise KeyError for a token that does not exist.

        It is one for all: to change it, copy it first.
        """
        return self.colours[token]

    def hex(self, token: str) -> str:
        """Return a colour as #rrggbb, for style sheets and SVG."""
        return self.colours[token].name()


@cache
def read_tokens(name: str) -> Tokens:
    """Return the tokens of `dark` or `light`, read from the shipped theme file."""
    text = shipped("themes", f"{name}.json").read_text(encoding="utf-8")
    raw = json.loads(text)
    colours = {token: QColor(value) for token, value in raw["colours"].items()}
    return Tokens(raw["name"], raw["dark"], MappingProxyType(colours))


def high_contrast_tokens(system: QPalette) -> Tokens:
    """Return tokens of a high-contrast system palette alone: no other hues, lines strong as text.

    Tones can still be told apart by the shape, icon and word that they always come with.
    """
    window, text = system.color(QPalette.ColorRole.Window), system.color(QPalette.ColorRole.Text)
    base, marked = system.color(QPalette.ColorRole.Base), system.color(QPalette.ColorRole.Highlight)
    on_marked = system.color(QPalette.ColorRole.HighlightedText)
    dark = window.lightnessF() < 0.5
    # Every token starts as text, so that one added later is visible; grounds follow.
    colours = dict.fromkeys(read_tokens("dark").colours, text)
    colours |= {token: base for token in colours if token.endswith("_tint")}
    colours |= dict.fromkeys(("bg1", "bg2", "bg3", "sel", "raised", "table", "grid1"), window)
    colours |= dict.fromkeys(_WELLS, base)
    colours |= dict.fromkeys(("accent", "accent_edge", "accent_hover", "key_on_accent"), marked)
    colours |= {"on_accent": on_marked}
    return Tokens("high contrast", dark, MappingProxyType(colours))
