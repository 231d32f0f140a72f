"""What the odds of an attack are counted of, and what they say."""

from dataclasses import dataclass
from enum import StrEnum

from brikdesk.dice import Pool


class Benny(StrEnum):
    """What an Over the Top Benny is spent on in the odds."""

    KEPT = "kept"
    ACTION = "action"
    DAMAGE = "damage"


@dataclass(frozen=True, slots=True)
class ShotAsked:
    """One Action Roll: the Action die first, its modifiers as the bonus, penalty dice, the Use.

    `automatic` hits without a roll. `jams_below`: a natural number below it jams the gun, and the
    shots after this one are lost (8.3-15); 0 never jams. `chain` tells whose shots are lost then.
    """

    action: Pool
    use: int
    automatic: bool = False
    jams_below: int = 0
    chain: int = 0


@dataclass(frozen=True, slots=True)
class HitAsked:
    """Damage of one shot on one target, if it hits: dice, modifiers as the bonus.

    `shot` is its place in `AttackAsked.shots`. `bought` are the sides of the die that a Benny
    adds; 0: none can be added.
    """

    shot: int
    damage: Pool
    bought: int = 0


@dataclass(frozen=True, slots=True)
class TargetAsked:
    """One target: the damage of all `hits` is added up and meets its Armor once (5.1-37).

    `armor` none: it has none to meet, any point of damage counts. With `bands` the damage is that
    of an explosion, as `BlastAsked` says.
    """

    name: str
    hits: tuple[HitAsked, ...] = ()
    armor: Pool | None = None


@dataclass(frozen=True, slots=True)
class BlastTarget:
    """One target of an explosion: the number of its band from 0, its damage modifier, its Armor.

    `layers` of Deflection take the highest dice out of the shared roll (Q8-51).
    """

    name: str
    band: int
    modifier: int = 0
    armor: Pool | None = None
    layers: int = 0


@dataclass(frozen=True, slots=True)
class BlastAsked:
    """One explosion: sides of its Explosive dice, dice and points on top, and who is caught.

    `shot` is the place of the Action Roll that must hit for it to be there; -1: it is there.
    """

    shot: int
    dice: tuple[int, ...]
    added: tuple[int, ...] = ()
    flat: int = 0
    targets: tuple[BlastTarget, ...] = ()


@dataclass(frozen=True, slots=True)
class AttackAsked:
    """One attack as its odds see it."""

    shots: tuple[ShotAsked, ...]
    targets: tuple[TargetAsked, ...] = ()
    blasts: tuple[BlastAsked, ...] = ()
    benny: Benny = Benny.KEPT
