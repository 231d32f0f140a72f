"""Type: the shipped Inter in the roles of the design, with figures that line up in columns."""

from functools import cache
from typing import Literal

from PySide6.QtGui import QFont, QFontDatabase

from ui.look.shipped import shipped

TypeRole = Literal["caption", "small", "body", "title", "head", "display", "display_large"]
FACES = ("Regular", "Medium", "SemiBold", "Bold")

_W = QFont.Weight
ROLES: dict[TypeRole, tuple[int, QFont.Weight, QFont.Weight]] = {
    "caption": (12, _W.Medium, _W.DemiBold),
    "small": (13, _W.Normal, _W.DemiBold),
    "body": (14, _W.Normal, _W.DemiBold),
    "title": (16, _W.DemiBold, _W.DemiBold),
    "head": (20, _W.DemiBold, _W.Bold),
    "display": (28, _W.Bold, _W.Bold),
    "display_large": (40, _W.Bold, _W.Bold),
}
"""Role: pixels at 100 %, weight, strong weight. Nothing to be read is smaller than caption."""


@cache
def family() -> str:
    """Load the shipped faces once; return their family, or the system's font if that fails."""
    ids = [QFontDatabase.addApplicationFont(_face(name)) for name in FACES]
    names = [n for i in ids if i >= 0 for n in QFontDatabase.applicationFontFamilies(i)]
    return names[0] if names else QFontDatabase.systemFont(_SYSTEM).family()


@cache
def sized_font(pixels: int, weight: QFont.Weight) -> QFont:
    """Return Inter in `pixels` with tabular figures; text is as wide on every system.

    It is one for all: to change it, copy it first. Every word that is painted asks for one.
    """
    font = QFont(family())
    font.setPixelSize(max(1, pixels))  # Qt warns of 0 and keeps the size it had
    font.setWeight(weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    # Hinting fits letters to whole pixels, differently on each system, and changes their widths.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def font_for(words: str, font: QFont) -> QFont:
    """Return the font for a line of words: without tabular figures if it has a hyphen.

    Inter widens hyphens with its tabular figures.
    """
    if "-" not in words:
        return font
    own = QFont(font)
    own.unsetFeature(QFont.Tag("tnum"))
    return own


_SYSTEM = QFontDatabase.SystemFont.GeneralFont


def _face(name: str) -> str:
    return str(shipped("fonts", f"Inter-{name}.ttf"))
