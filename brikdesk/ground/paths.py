"""A way over the table: how long it is, what it leads through, whom it passes, what is in its way."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from msgspec import Struct

from brikdesk.ground.gaps import HALF_CONE, Stretch, in_wedge, merged, stretches
from brikdesk.ground.shapes import NEARLY, Footprint, Key, Point, bearing

Crossed = TypeVar("Crossed")

STRAIGHT = 1.0
"""Degrees by which the legs of a straight run may differ: a path is clicked by hand (5.4-03)."""

TOUCH = 1e-6
"""Inches of rounding error with which a mover that comes just as near is still in reach."""


class UnitReach(Struct, frozen=True):
    """Where a unit stands, and the inches from its edge in which it strikes or answers (4.1-07)."""

    footprint: Footprint
    inches: float


class Gaze(Struct, frozen=True):
    """Where a unit looks from, and its facing (4.3-08)."""

    spot: Point
    facing: float


class Passage(Struct, Generic[Key], frozen=True):
    """What a path has to do with one piece, Field or unit.

    `stretches` say from where to where, in inches along the path; one that begins at 0 says that the
    mover starts there. `inches` is their sum.
    """

    key: Key
    stretches: tuple[Stretch, ...]

    @property
    def inches(self) -> float:
        """Inches of the path that count for it."""
        return sum(high - low for low, high in self.stretches)

    @property
    def enters(self) -> float:
        """Inches along the path to where it first counts."""
        return self.stretches[0][0]

    def along(self, inches: float) -> float:
        """Return how far along the path it is to where so many of its `inches` are gone."""
        left = inches
        for low, high in self.stretches:
            if left <= high - low:
                return low + max(0.0, left)
            left -= high - low
        return self.stretches[-1][1]


class StraightLeg(Struct, frozen=True):
    """A straight part of a path, from where to where along it, and its bearing."""

    start: float
    end: float
    bearing: float

    @property
    def inches(self) -> float:
        """Inches of the run, for Momentum (5.4-03)."""
        return self.end - self.start


class WalkedPath(Struct, Generic[Key], frozen=True):
    """What is to be said of a path; passages in the order in which it comes to them.

    - `through`: terrain and Fields that it leads through, by the line of its middle.
    - `blocked`: pieces that the mover would run into, with its width.
    - `in_reach`: units in whose reach its edge comes; `in_view`: those in whose cone its line lies.
    """

    length: float
    runs: tuple[StraightLeg, ...]
    through: tuple[Passage[Key], ...]
    blocked: tuple[Passage[Key], ...]
    in_reach: tuple[Passage[Key], ...]
    in_view: tuple[Passage[Key], ...]


def walk(
    path: Sequence[Point],
    *,
    areas: Mapping[Key, Footprint] | None = None,
    walls: Mapping[Key, Footprint] | None = None,
    reaches: Mapping[Key, UnitReach] | None = None,
    gazes: Mapping[Key, Gaze] | None = None,
    half_width: float = 0.0,
) -> WalkedPath[Key]:
    """Return what a path leads through and past.

    Rules: 4.1-01 (its inches), F.1-50 and F.1-62 (inches through a Field), 4.1-03 (solid obstacles),
    4.1-07 (striking distance), 4.3-08 (cone of vision), 5.4-03 (straight runs).

    - `areas`: terrain and Fields to be measured. What only the edge of a mover enters is found with
      `grown` footprints.
    - `walls`: pieces that nothing passes; running along one is no obstacle.
    - `half_width`: of what moves, across its way.
    """

    def against(a: Point, b: Point, wall: Footprint) -> tuple[Stretch, ...]:
        return stretches(a, b, wall, half_width)

    def reached(a: Point, b: Point, by: UnitReach) -> tuple[Stretch, ...]:
        return stretches(a, b, by.footprint, half_width + by.inches + TOUCH)

    def seen(a: Point, b: Point, by: Gaze) -> tuple[Stretch, ...]:
        return in_wedge(a, b, by.spot, by.facing, HALF_CONE)

    legs = tuple(_legs(path))
    return WalkedPath(
        length=legs[-1].end if legs else 0.0,
        runs=_runs(legs),
        through=_passages(legs, areas or {}, stretches),
        blocked=_passages(legs, walls or {}, against),
        in_reach=_passages(legs, reaches or {}, reached),
        in_view=_passages(legs, gazes or {}, seen),
    )


def spot_along(path: Sequence[Point], inches: float) -> Point:
    """Return the point of a path that lies so many inches along it; its end beyond that.

    Raise IndexError for a path without points.
    """
    for leg in _legs(path):
        if inches <= leg.end:
            part = max(0.0, inches - leg.start) / (leg.end - leg.start)
            (ax, ay), (bx, by) = leg.a, leg.b
            return ax + (bx - ax) * part, ay + (by - ay) * part
    return path[-1]


class _Leg(Struct, frozen=True):
    """One line of a path, and where along the path it begins and ends."""

    a: Point
    b: Point
    start: float
    end: float


def _legs(path: Sequence[Point]) -> Iterator[_Leg]:
    """Yield the lines of a path; a point clicked twice makes none."""
    start = 0.0
    for a, b in pairwise(path):
        if (length := math.dist(a, b)) >= NEARLY:
            yield _Leg(a, b, start, start + length)
            start += length


def _runs(legs: Sequence[_Leg]) -> tuple[StraightLeg, ...]:
    """Return the straight runs: legs that go the way of the first of them (5.4-03, 5.4-06)."""
    runs: list[StraightLeg] = []
    for leg in legs:
        way = bearing(leg.a, leg.b)
        # The difference is taken the short way round: 359 and 1 degree are 2 apart.
        if runs and abs((way - runs[-1].bearing + 180) % 360 - 180) <= STRAIGHT:
            runs[-1] = StraightLeg(runs[-1].start, leg.end, runs[-1].bearing)
        else:
            runs.append(StraightLeg(leg.start, leg.end, way))
    return tuple(runs)


def _passages(
    legs: Sequence[_Leg],
    met: Mapping[Key, Crossed],
    ask: Callable[[Point, Point, Crossed], tuple[Stretch, ...]],
) -> tuple[Passage[Key], ...]:
    """Return what the legs have to do with each of many things, the first met first."""
    found = []
    for key, each in met.items():
        parts = merged(
            (leg.start + low, leg.start + high)
            for leg in legs
            for low, high in ask(leg.a, leg.b, each)
        )
        if parts:
            found.append(Passage(key, tuple(parts)))
    return tuple(sorted(found, key=lambda passage: passage.enters))
