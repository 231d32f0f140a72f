"""The attack that is being made, as the map draws it."""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Ring:
    """An explosion: its middle, and how far it reaches, in inches."""

    middle: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Landing(Ring):
    """Where a Missed Shot lands: within so many `inches` of the edge of what it missed."""

    inches: int


@dataclass(frozen=True, slots=True)
class Shot:
    """From where to where; None for what has no place on the map. `inches` are from edge to edge.

    `aiming`: the target can still be chosen. `wanted`: it has to be, all else is said. `landing` is
    where a Missed Shot may land, while that can still be said.
    """

    start: Point | None
    goal: Point | None
    inches: float | None = None
    measured: bool = False
    rings: tuple[Ring, ...] = ()
    aiming: bool = False
    wanted: bool = False
    landing: Landing | None = None

    @property
    def pointed(self) -> bool:
        """Whether something of it can be pointed at."""
        return self.aiming or self.landing is not None

    @property
    def asks(self) -> str:
        """What the map asks for; "" if a click on a unit means nothing to the attack."""
        if self.landing is not None:
            return "Click whom the Missed Shot strikes, or X and a place"
        return "Click the target, or X and a place" if self.wanted else ""
