"""Places for the labels of a map, on screen and on paper, so that none lies over another."""

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct

from brikdesk.ground.shapes import Point

CELL = 96.0
"""Pixels or points of the grid in which boxes are looked up; about the width of a label."""

AT_ONCE = 50
"""Boxes that are noted without a pause."""

Labelled = TypeVar("Labelled")


class Box(Struct, frozen=True):
    """A box in pixels or points, y downward."""

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


class WantedLabel(Struct, Generic[Labelled], frozen=True):
    """A label that wants a place beside the box of what it names.

    Of two that are in each other's way the one with the higher `rank` is shown. A `must` is shown
    all the same, as that of the selected unit: farther away where there is no room beside it, and
    over what is taken where there is none near.
    """

    named: Labelled
    beside: Box
    wide: float
    high: float
    rank: float = 0.0
    must: bool = False


def placed(
    wanted: Iterable[WantedLabel[Labelled]], taken: Iterable[Box], room: Box, gap: float
) -> Iterator[tuple[WantedLabel[Labelled], Box] | None]:
    """Yield the labels for which there is room, in the order of their rank, with their boxes.

    Each stands below, right, left or above its owner, `gap` away, a `must` also farther off. They
    keep clear of the `taken`
    boxes, as those of tokens, never overlap each other and never leave the `room`. None is yielded
    where the work may pause.
    """
    tokens, labels = _Boxes(), _Boxes()
    for number, box in enumerate(taken):
        tokens.add(box)
        if number % AT_ONCE == 0:
            yield None
    for one in sorted(wanted, key=lambda each: (not each.must, -each.rank)):
        free = [box for box in _around(one, gap) if room.holds(box) and not labels.meets(box)]
        clear = next((box for box in free if not tokens.meets(box)), None)
        if clear is None and one.must:
            off = (box for box in _farther(one, gap) if room.holds(box) and not labels.meets(box))
            clear = next((box for box in off if not tokens.meets(box)), None)
        # A must lies over tokens if need be, but never over another label.
        found = clear or (free[0] if free and one.must else None)
        if found is None:
            yield None
        else:
            labels.add(found)
            yield one, found


def _around(one: WantedLabel[Labelled], gap: float) -> Iterator[Box]:
    """Yield the places of a label: below, right, left and above."""
    beside, wide, high = one.beside, one.wide, one.high
    across = beside.left + (beside.wide - wide) / 2
    down = beside.top + (beside.high - high) / 2
    yield Box(across, beside.top + beside.high + gap, wide, high)
    yield Box(beside.left + beside.wide + gap, down, wide, high)
    yield Box(beside.left - gap - wide, down, wide, high)
    yield Box(across, beside.top - gap - high, wide, high)


FARTHEST = 8
"""Half heights of a label that a must goes away from its owner, to keep clear of tokens."""


def _farther(one: WantedLabel[Labelled], gap: float) -> Iterator[Box]:
    """Yield places farther off, nearest first: at the corners of its owner, then all around."""
    beside, wide, high = one.beside, one.wide, one.high
    right, left = beside.left + beside.wide + gap, beside.left - gap - wide
    low, up = beside.top + beside.high + gap, beside.top - gap - high
    for step in range(FARTHEST + 1):
        away = step * high / 2
        for across in (right, left):
            yield Box(across, low + away, wide, high)
            yield Box(across, up - away, wide, high)
        if step:
            yield from _around(one, gap + away)


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
