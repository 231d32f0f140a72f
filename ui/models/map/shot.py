"""What the map draws over the table: the attack that is being made, or what a step asks."""

from math import dist

from msgspec import Struct

from brikdesk.ground.shapes import Footprint, Point
from brikdesk.lengths import in_inches


class Ring(Struct, frozen=True):
    """An explosion: its middle, and how far it reaches, in inches."""

    middle: Point
    radius: float


class Zone(Struct, frozen=True):
    """What something covers: its outline, and how large it is in words."""

    outline: Footprint
    words: str


class Landing(Ring, frozen=True):
    """Where a miss lands: within so many `inches` of the edge of what it missed, or of its X.

    `explodes`: it goes off there, so a place is asked for, not whom it strikes. `said`: where it
    lands; None while nobody has said it.
    """

    inches: int
    explodes: bool = False
    said: Point | None = None

    def words_of(self, point: Point) -> str:
        """Say how far a point is from the edge of what was missed, and whether that is too far."""
        away = dist(point, self.middle)
        outside = "" if away <= self.radius else f', farther than it missed by, {self.inches}"'
        return f"{in_inches(max(0.0, away - (self.radius - self.inches)))} away{outside}"


class AskedPlace(Struct, frozen=True):
    """A place that a form asks for, in words; `said`: where it is, None while nobody has said it."""

    words: str
    said: Point | None = None


class DrawnShot(Struct, frozen=True):
    """From where to where; None for what has no place on the map. `inches` are from edge to edge.

    `aiming`: the target can still be chosen. `wanted`: it has to be, all else is said. `landing` is
    where a Missed Shot may land, while that can still be said. `struck` are the units that are
    caught, `place` is what a form asks for.
    """

    start: Point | None
    goal: Point | None
    inches: float | None = None
    measured: bool = False
    rings: tuple[Ring, ...] = ()
    zones: tuple[Zone, ...] = ()
    struck: tuple[int, ...] = ()
    aiming: bool = False
    wanted: bool = False
    landing: Landing | None = None
    place: AskedPlace | None = None

    @property
    def pointed(self) -> bool:
        """Whether something of it can be pointed at."""
        return self.aiming or self.landing is not None or self.place is not None

    @property
    def has_line(self) -> bool:
        """Whether it has a line of fire."""
        return self.start is not None and self.goal is not None

    @property
    def points(self) -> tuple[Point, ...]:
        """What has to be in view: where it comes from and goes to, and where a miss may land."""
        line = (self.start, self.goal) if self.goal is not None else ()
        said = self.place.said if self.place else None
        ends = (*line, self.landing.middle if self.landing else None, said)
        return tuple(point for point in ends if point is not None)

    def takes(self, unit_id: int, point: Point) -> bool:
        """Return whether a click there answers what it asks for: on a unit, or within the circle."""
        if self.landing is not None and self.landing.explodes:
            return bool(self.asks) and dist(point, self.landing.middle) <= self.landing.radius
        return bool(unit_id and self.asks)

    @property
    def asks(self) -> str:
        """What the map asks for; "" if a click on a unit means nothing to it."""
        if self.place is not None:
            return f"{self.place.words}: click it"
        if self.landing is not None and self.landing.explodes:
            return "" if self.landing.said else "Click where it comes down, or X and a place"
        if self.landing is not None:
            return "Click whom the Missed Shot strikes, or X and a place"
        return "Click the target, or X and a place" if self.wanted else ""
