"""Distances of units that are as wide as their Size, wherever their places are known."""

from math import hypot
from typing import Protocol


class RoundBase(Protocol):
    """What stands on the table, or in a tray beside it: a place, if it is known, and a Size.

    The Size counts as a diameter in inches: what has no drawn outline is round.
    """

    @property
    def x(self) -> float | None:
        """Inches from the left edge."""

    @property
    def y(self) -> float | None:
        """Inches from the far edge."""

    @property
    def size(self) -> int:
        """Inches across."""


def edge_to_edge(one: RoundBase, other: RoundBase) -> float | None:
    """Return the inches between the edges of two units, 0 where they touch (5.1-07, F.1-35).

    None if one of the two has no place.
    """
    if one.x is None or one.y is None:
        return None
    away = point_to_edge(one.x, one.y, other)
    return None if away is None else max(0.0, away - one.size / 2)


def point_to_edge(x: float | None, y: float | None, other: RoundBase) -> float | None:
    """Return the inches from a point to the edge of a unit, 0 within it; None without a place."""
    if x is None or y is None or other.x is None or other.y is None:
        return None
    return max(0.0, hypot(other.x - x, other.y - y) - other.size / 2)
