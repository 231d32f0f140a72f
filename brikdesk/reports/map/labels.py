"""Places for the labels of a map, so that none lies over another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from brikdesk.ground.shapes import Point

CELL = 64.0
"""Points of the grid in which boxes are looked up; about the width of a label."""

GAP = 1.5
"""Points between a label and what it names."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box on the paper, in points, y downward."""

    left: float
    top: float
    wide: float
    high: float

    def meets(self, other: "Box") -> bool:
        """Return whether two boxes overlap."""
        across = self.left < other.left + other.wide and other.left < self.left + self.wide
        return across and self.top < other.top + other.high and other.top < self.top + self.high

    def holds(self, other: "Box") -> bool:
        """Return whether another box lies within this one."""
        across = self.left <= other.left and other.left + other.wide <= self.left + self.wide
        return across and self.top <= other.top and other.top + other.high <= self.top + self.high


def around(spot: Point, side: float) -> Box:
    """Return the square of this side around a spot."""
    return Box(spot[0] - side / 2, spot[1] - side / 2, side, side)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A label that wants a place beside a box. The higher rank goes first."""

    words: str
    token: str
    beside: Box
    wide: float
    high: float
    rank: float


def placed(
    wanted: Iterable[Wanted], taken: Iterable[Box], room: Box
) -> Iterator[tuple[Wanted, Box]]:
    """Yield the labels for which there is room, with their boxes, in the order of their rank.

    They never overlap each other or what is taken, and never leave the room.
    """
    full = _Boxes()
    for box in taken:
        full.add(box)
    for one in sorted(wanted, key=lambda each: -each.rank):
        free = (box for box in _around(one) if room.holds(box) and not full.meets(box))
        if (found := next(free, None)) is not None:
            full.add(found)
            yield one, found


def _around(one: Wanted) -> Iterator[Box]:
    """Yield the places of a label: below, right, left and above."""
    beside, wide, high = one.beside, one.wide, one.high
    across = beside.left + (beside.wide - wide) / 2
    down = beside.top + (beside.high - high) / 2
    yield Box(across, beside.top + beside.high + GAP, wide, high)
    yield Box(beside.left + beside.wide + GAP, down, wide, high)
    yield Box(beside.left - GAP - wide, down, wide, high)
    yield Box(across, beside.top - GAP - high, wide, high)


class _Boxes:
    """Boxes in a grid, so that a thousand labels do not each ask a thousand others."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}

    def add(self, box: Box) -> None:
        """Note a box."""
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(box)

    def meets(self, box: Box) -> bool:
        """Return whether a box overlaps one that was noted."""
        cells = self._cells
        return any(box.meets(other) for cell in _cells(box) for other in cells.get(cell, ()))


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    left, right = int(box.left // CELL), int((box.left + box.wide) // CELL)
    top, low = int(box.top // CELL), int((box.top + box.high) // CELL)
    return ((x, y) for x in range(left, right + 1) for y in range(top, low + 1))
