"""Something that may explode, as the desk shows it: the explosions, and what each target takes."""

from dataclasses import dataclass

from brikdesk.rules.brikwars.explosives.blast import ArmorResult
from brikdesk.store.lines import Sum, Tone
from brikdesk.turns.steps import Preview


@dataclass(frozen=True, slots=True)
class VictimLine:
    """What one target takes: points against its Armor, and what follows; none is not known yet.

    `armor` is none too where nothing met it.
    """

    name: str
    unit_id: int | None
    where: str
    damage: int | None
    armor: int | None
    words: str
    tone: Tone
    result: ArmorResult | None = None
    sums: tuple[Sum, ...] = ()


@dataclass(frozen=True, slots=True)
class BlastLine:
    """One explosion: the name that `Caught.blast` gives it, where it is, and on whom.

    `direct_id` is the unit that it hits: no distance is asked of it. What misses hits nobody.
    """

    key: str
    name: str
    place: str
    radius: float
    x: float | None = None
    y: float | None = None
    carrier_id: int | None = None
    direct_id: int | None = None


@dataclass(frozen=True, slots=True)
class LandingCircle:
    """Where a miss may land: within so many `inches` of a point; `choice` names the question."""

    x: float
    y: float
    inches: int
    choice: str = "spot"


@dataclass(frozen=True, slots=True)
class ExplosionPreview(Preview):
    """A preview of something that may explode: the explosions, and what each target takes.

    `circle` is where what missed may land; none if it hits, or has no place on the map.
    """

    victims: tuple[VictimLine, ...] = ()
    blasts: tuple[BlastLine, ...] = ()
    circle: LandingCircle | None = None
