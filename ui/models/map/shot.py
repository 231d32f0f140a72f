"""The attack that is being made, as the map draws it."""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Ring:
    """An explosion: its middle, and how far it reaches, in inches."""

    middle: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Shot:
    """From where to where; None for what has no place on the map. `inches` are from edge to edge.

    `aiming`: the target can still be chosen. `wanted`: it has to be, all else is said.
    """

    start: Point | None
    goal: Point | None
    inches: float | None = None
    measured: bool = False
    rings: tuple[Ring, ...] = ()
    aiming: bool = False
    wanted: bool = False
