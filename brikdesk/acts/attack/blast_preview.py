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
    """One explosion: the name that `Caught.blast` gives it, where it is, and on whom."""

    key: str
    name: str
    place: str
    radius: float
    x: float | None = None
    y: float | None = None
    carrier_id: int | None = None


@dataclass(frozen=True, slots=True)
class ExplosionPreview(Preview):
    """A preview of something that may explode: the explosions, and what each target takes."""

    victims: tuple[VictimLine, ...] = ()
    blasts: tuple[BlastLine, ...] = ()
