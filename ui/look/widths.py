"""The four width classes of the window, by its width divided by the text size."""

from dataclasses import dataclass
from enum import IntEnum


class Width(IntEnum):
    """How wide the window is; a larger class shows all that a smaller one shows."""

    SLIM = 0
    NARROW = 1
    MEDIUM = 2
    WIDE = 3


@dataclass(frozen=True, slots=True)
class Room:
    """What a class shows. Widths are pixels at 100 %; `units` is 0 where they are a drawer."""

    units: int
    side: int
    attack: int
    players: str
    campaign: bool
    dice: bool


ROOMS = {
    Width.WIDE: Room(units=272, side=424, attack=480, players="factions", campaign=True, dice=True),
    Width.MEDIUM: Room(units=240, side=400, attack=400, players="codes", campaign=True, dice=True),
    Width.NARROW: Room(units=0, side=400, attack=400, players="codes", campaign=False, dice=False),
    Width.SLIM: Room(units=0, side=0, attack=0, players="active", campaign=False, dice=False),
}
_FROM = ((1360, Width.WIDE), (1160, Width.MEDIUM), (900, Width.NARROW))


def width_of(pixels: int, scale: int) -> Width:
    """Return the class of a window `pixels` wide at a text size of `scale` percent."""
    shown = pixels * 100 / scale
    return next((width for least, width in _FROM if shown >= least), Width.SLIM)
