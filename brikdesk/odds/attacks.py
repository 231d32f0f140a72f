"""What the odds of an attack are counted of."""

from dataclasses import dataclass, field
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
    A `plain` die goes not Over the Top: it earns what other dice do (A4-20).
    """

    action: Pool
    use: int
    automatic: bool = False
    jams_below: int = 0
    chain: int = 0
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Catching:
    """When a Fire die sets a target on fire: its natural face is `least`, 2 or higher, or more.

    A roll whose Fire dice all show 1 never does (8.3-26, QF-12). With `points` it takes a point of
    Fire damage besides (8.3-25).
    """

    least: int = 2
    points: bool = False


@dataclass(frozen=True, slots=True)
class FireAsked:
    """The Fire among the damage of a hit, on a target that catches fire so.

    `dice` of the d4s of its Pool are Fire, so is a `bought` one. `flat` is taken off, or added to,
    points of Fire where other dice lie beside them; where all dice are Fire all damage is Fire.
    """

    dice: int
    catching: Catching
    flat: int = 0
    bought: bool = False


@dataclass(frozen=True, slots=True)
class HitAsked:
    """Damage of one shot on one target, if it hits: dice, modifiers as the bonus.

    `shot` is its place in `AttackAsked.shots`. `bought` are the sides of the die that a Benny
    adds; 0: none can be added. `fire` none: it sets nothing on fire. `knockback` are the inches
    that each hit throws the target (8.1-19, 5.2-32).
    """

    shot: int
    damage: Pool
    bought: int = 0
    fire: FireAsked | None = None
    knockback: int = 0


@dataclass(frozen=True, slots=True)
class TargetAsked:
    """One target: the damage of all `hits` is added up and meets its Armor once (5.1-37).

    `armor` none: it has none to meet, any point of damage counts. Everything of one attack with
    the same `key` is one target, also what explosions do to it (8.4-30); without a key it stands
    alone, its name need not be its own. `earlier` points are added to any damage above 0 (5.2-23).
    """

    name: str
    hits: tuple[HitAsked, ...] = ()
    armor: Pool | None = None
    key: str = ""
    earlier: int = 0


@dataclass(frozen=True, slots=True)
class BlastTarget:
    """One target of an explosion: the number of its band from 0, its damage modifier, its Armor.

    `layers` of Deflection take the highest dice out of the shared roll (Q8-51). `key` as in
    `TargetAsked`. `catching` none: it cannot be set on fire. `holds` is the number of dice with
    KnockBack that must count in its band to throw it (Q8-09); none: it stays where it is. `pop`
    are its dice against Concussion (8.4-38).
    """

    name: str
    band: int
    modifier: int = 0
    armor: Pool | None = None
    layers: int = 0
    key: str = ""
    catching: Catching | None = None
    holds: int | None = None
    pop: Pool = field(default=Pool(()))


@dataclass(frozen=True, slots=True)
class BlastDie:
    """One die of an explosion where its sides do not tell all.

    Dice of one `kind` and as many sides are one damage type for Deflection. It lasts for `bands`
    bands (Q8-53); `harmless` deals no damage, its points are inches of KnockBack (Concussion);
    `pierces` cancels a layer of Deflection where it counts (8.4-37); `fire` may set on fire
    (8.4-36); `throws`: it throws 1" where it counts (8.4-26).
    """

    sides: int
    kind: str = ""
    bands: int = 1
    harmless: bool = False
    pierces: bool = False
    fire: bool = False
    throws: bool = False


@dataclass(frozen=True, slots=True)
class BlastRules:
    """House rules of explosions: Q8-48, Q8-51 and OF-25, OF-26, Q8-43."""

    highest_by_points: bool = False
    deflection_takes_lowest: bool = False
    deflection_keeps_bonus: bool = True
    failure_is_zero: bool = True


@dataclass(frozen=True, slots=True)
class BlastAsked:
    """One explosion: its Explosive dice, dice and points on top, and who is caught.

    A number stands for a die of so many sides. Of equally high dice those leave first that come
    first in `dice` (table 4; 8.4-42). `added` dice make no bands; Deflection takes them apart from
    Explosive dice. `shot` is the place of the Action Roll that must hit for it to be there; −1: it
    is there. `bought` is the die that a Benny of that shot adds, with a band of its own (Q8-49);
    0: none.
    """

    shot: int
    dice: tuple[int | BlastDie, ...]
    added: tuple[int | BlastDie, ...] = ()
    flat: int = 0
    targets: tuple[BlastTarget, ...] = ()
    bought: int | BlastDie = 0
    rules: BlastRules = field(default=BlastRules())


@dataclass(frozen=True, slots=True)
class AttackAsked:
    """One attack as its odds see it."""

    shots: tuple[ShotAsked, ...]
    targets: tuple[TargetAsked, ...] = ()
    blasts: tuple[BlastAsked, ...] = ()
    benny: Benny = Benny.KEPT
