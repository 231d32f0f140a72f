"""Places for labels beside what they name, so that none lies over another."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF

CELL = 128.0
"""Pixels of the grid in which boxes are looked up; about the width of a label."""

AT_ONCE = 50
"""Boxes that are noted without a pause."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A label that wants a place beside the box of what it names, all in pixels.

    Of two that are in each other's way the one with the higher `rank` is shown. A `must` is shown
    also over tokens, as that of the selected unit.
    """

    key: str
    beside: QRectF
    size: QSizeF
    rank: float = 0.0
    must: bool = False


def place_labels(
    wanted: Iterable[Wanted], taken: Iterable[QRectF], room: QRectF, gap: float = 2.0
) -> Generator[None, None, dict[str, QRectF]]:
    """Return the box of each label for which there is room: below, right, left or above its owner.

    `taken` are boxes that labels keep clear of, as those of tokens. Labels never overlap each
    other or leave the `room`; one that finds no place is left out. Each `yield` is where the work
    may pause.
    """
    tokens, labels = _Boxes(), _Boxes()
    for number, token in enumerate(taken):
        tokens.add(token)
        if number % AT_ONCE == 0:
            yield
    placed: dict[str, QRectF] = {}
    for one in sorted(wanted, key=lambda each: (not each.must, -each.rank, each.key)):
        boxes = list(_around(one, gap))
        free = [box for box in boxes if room.contains(box) and not labels.meets(box)]
        clear = next((box for box in free if not tokens.meets(box)), None)
        box = clear or (free[0] if free and one.must else None)
        if box is not None:
            placed[one.key] = box
            labels.add(box)
        yield
    return placed


def _around(one: Wanted, gap: float) -> Iterator[QRectF]:
    beside, wide, high = one.beside, one.size.width(), one.size.height()
    across, down = beside.center().x() - wide / 2, beside.center().y() - high / 2
    yield QRectF(QPointF(across, beside.bottom() + gap), one.size)
    yield QRectF(QPointF(beside.right() + gap, down), one.size)
    yield QRectF(QPointF(beside.left() - gap - wide, down), one.size)
    yield QRectF(QPointF(across, beside.top() - gap - high), one.size)


class _Boxes:
    """Boxes in a grid, so that a thousand labels do not each ask a thousand others."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[QRectF]] = {}

    def add(self, box: QRectF) -> None:
        """Note a box."""
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(box)

    def meets(self, box: QRectF) -> bool:
        """Return whether a box overlaps one that was noted."""
        cells = self._cells
        return any(box.intersects(other) for cell in _cells(box) for other in cells.get(cell, ()))


def _cells(box: QRectF) -> Iterator[tuple[int, int]]:
    left, right = int(box.left() // CELL), int(box.right() // CELL)
    top, bottom = int(box.top() // CELL), int(box.bottom() // CELL)
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
