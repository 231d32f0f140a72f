"""Something that may explode, as the desk shows it: the explosions, and what each target takes."""

from msgspec import Struct

from brikdesk.rules.brikwars.explosives.blast import ArmorResult
from brikdesk.store.lines import Sum, Tone
from brikdesk.turns.steps import Preview


class VictimLine(Struct, frozen=True):
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


class BlastLine(Struct, frozen=True):
    """One explosion: the name that `Caught.blast` gives it, where it is, and on whom.

    `direct_id` is the unit that it hits: no distance is asked of it. What misses hits nobody.
    `explosive_id` and `projectile_id` say what goes off, if that was on the table or in the air.
    """

    key: str
    name: str
    place: str
    radius: float
    x: float | None = None
    y: float | None = None
    carrier_id: int | None = None
    direct_id: int | None = None
    explosive_id: int | None = None
    projectile_id: int | None = None
    round_id: int | None = None


class LandingCircle(Struct, frozen=True):
    """Where a miss may land: within so many `inches` of a point; `choice` names the question."""

    x: float
    y: float
    inches: int
    choice: str = "spot"


class ExplosionPreview(Preview, frozen=True):
    """A preview of something that may explode: the explosions, and what each target takes.

    `circle` is where what missed may land; none if it hits, or has no place on the map.
    """

    victims: tuple[VictimLine, ...] = ()
    blasts: tuple[BlastLine, ...] = ()
    circle: LandingCircle | None = None
