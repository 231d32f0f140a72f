"""The colours of the light theme by token, for paper."""

import json
from functools import cache
from importlib.resources import files

from reportlab.lib.colors import Color, HexColor

from brikdesk.store.lines import Tone

TONES = {
    Tone.PLAIN: "text2",
    Tone.FIRE: "fire",
    Tone.OK: "ok",
    Tone.DANGER: "danger",
    Tone.SMOKE: "smoke",
}
"""The colour of a die by what its face turned out to mean."""

NOBODY = "slate"
"""Stands for unaligned units, and for a faction whose colour is not known."""


@cache
def _colours() -> dict[str, Color]:
    text = files("resources").joinpath("themes", "light.json").read_text(encoding="utf-8")
    return {token: HexColor(value) for token, value in json.loads(text)["colours"].items()}


def colour(token: str) -> Color:
    """Return the colour of a token; slate for an unknown one."""
    colours = _colours()
    return colours.get(token, colours[NOBODY])
