"""The question to the odds of an attack, as plain numbers, and what each number of the answer means."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct, field

from brikdesk.dice import Pool


class Benny(StrEnum):
    """What an Over the Top Benny is spent on in the odds."""

    KEPT = "kept"
    ACTION = "action"
    DAMAGE = "damage"


class ShotAsked(Struct, frozen=True):
    """One Action Roll against a Use.

    - `action`: the Action die first; its bonus is the sum of the modifiers.
    - `automatic`: it hits without a roll.
    - `jams_below`: a natural number below it jams the gun, and later shots of the same `chain`
      are lost (8.3-15); 0 never jams.
    - `plain`: the die does not go Over the Top, it earns Bonus Dice like others (A4-20).
    """

    action: Pool
    use: int
    automatic: bool = False
    jams_below: int = 0
    chain: int = 0
    plain: bool = False


class FireCatches(Struct, frozen=True):
    """When Fire dice set a target on fire: one of them shows the natural face `least` or more.

    `least` is 2 or higher, because a roll whose Fire dice all show 1 never does (8.3-26, QF-12).
    With `points` at least one point of Fire damage is needed as well (8.3-25).
    """

    least: int = 2
    points: bool = False


class FireAsked(Struct, frozen=True):
    """The Fire in the damage of a hit, and what it takes to set the target on fire.

    `dice` is how many d4s of its Pool are Fire; `bought` says that a die bought with a Benny is
    Fire too. `flat` is added to the points of Fire if there are other dice as well; if all dice
    are Fire, all damage is Fire.
    """

    dice: int
    catching: FireCatches
    flat: int = 0
    bought: bool = False


class HitAsked(Struct, frozen=True):
    """Damage of one shot on one target, if it hits: dice, with the modifiers as the bonus.

    - `shot`: its place in `AttackAsked.shots`, from 0.
    - `bought`: sides of the die that a Benny adds; 0 if none can be added.
    - `fire`: None if it cannot set on fire.
    - `knockback`: inches that each hit throws the target (8.1-19, 5.2-32).
    """

    shot: int
    damage: Pool
    bought: int = 0
    fire: FireAsked | None = None
    knockback: int = 0


class TargetAsked(Struct, frozen=True):
    """One target: the damage of all `hits` is added up and meets its Armor once (5.1-37).

    - `armor`: None if it has no Armor; any point of damage then beats it.
    - `key`: entries of one attack with the same key are one target, explosions included (8.4-30).
      Without a key it is a target of its own, even if another one has the same name.
    - `earlier`: points that are added to any damage above 0 (5.2-23).
    """

    name: str
    hits: tuple[HitAsked, ...] = ()
    armor: Pool | None = None
    key: str = ""
    earlier: int = 0


class BlastTarget(Struct, frozen=True):
    """One target of an explosion: the number of its band from 0, its damage modifier, its Armor.

    - `layers`: levels of Deflection, which take the highest dice out of the shared roll (Q8-51).
    - `key`: as in `TargetAsked`.
    - `catching`: None if it cannot be set on fire.
    - `holds`: how many dice with KnockBack must count in its band to throw it (Q8-09); None if
      nothing moves it.
    - `pop`: its dice against Concussion (8.4-38).
    """

    name: str
    band: int
    modifier: int = 0
    armor: Pool | None = None
    layers: int = 0
    key: str = ""
    catching: FireCatches | None = None
    holds: int | None = None
    pop: Pool = field(default=Pool(()))


class BlastDie(Struct, frozen=True):
    """One die of an explosion that needs more than its sides to describe it.

    Dice of the same `kind` and `sides` are one damage type for Deflection.

    - `bands`: how many bands it lasts for (Q8-53).
    - `harmless`: it deals no damage; its points are inches of KnockBack (Concussion).
    - `pierces`: it cancels a layer of Deflection where it counts (8.4-37).
    - `fire`: it may set on fire (8.4-36).
    - `throws`: it throws 1" where it counts (8.4-26).
    """

    sides: int
    kind: str = ""
    bands: int = 1
    harmless: bool = False
    pierces: bool = False
    fire: bool = False
    throws: bool = False


class BlastRules(Struct, frozen=True):
    """House rules of explosions: Q8-48, Q8-51 and OF-25, OF-26, Q8-43."""

    highest_by_points: bool = False
    deflection_takes_lowest: bool = False
    deflection_keeps_bonus: bool = True
    failure_is_zero: bool = True


class BlastAsked(Struct, frozen=True):
    """One explosion: its dice, the points on top, and the targets caught in it.

    - `shot`: place of the Action Roll that must hit for it to happen; −1 if it always happens.
    - `dice`: the Explosive dice; a number stands for a plain die of that many sides. Of equally
      high dice the first in this order leaves first (table 4; 8.4-42).
    - `added`: dice that make no bands. Deflection counts them together with Explosive dice only if
      kind and sides are the same.
    - `bought`: the die that a Benny of that shot adds, with a band of its own (Q8-49); 0 for none.
    """

    shot: int
    dice: tuple[int | BlastDie, ...]
    added: tuple[int | BlastDie, ...] = ()
    flat: int = 0
    targets: tuple[BlastTarget, ...] = ()
    bought: int | BlastDie = 0
    rules: BlastRules = field(default=BlastRules())


class AttackAsked(Struct, frozen=True):
    """One attack, with all that its odds depend on.

    `either`: what it is for each outcome of a die that is thrown first; then the odds are those of all
    of them together. They have the same shots and targets, in the same order.
    """

    shots: tuple[ShotAsked, ...]
    targets: tuple[TargetAsked, ...] = ()
    blasts: tuple[BlastAsked, ...] = ()
    benny: Benny = Benny.KEPT
    either: "tuple[Likely, ...]" = ()


class Likely(Struct, frozen=True):
    """One outcome of a die that is thrown first, and the attack that follows."""

    chance: float
    asked: AttackAsked


MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "hit": "If this shot is fired: its roll reaches the Use and is no Critical Failure.",
        "miss": "If this shot is fired: its roll stays below the Use without a Critical Failure.",
        "critical_failure": "If this shot is fired: its Action Roll fails critically.",
        "over_the_top": "If this shot is fired: its natural number earns a Benny, hit or not.",
        "hit_over_the_top": "If this shot is fired: it hits, and its natural number earns a Benny.",
        "saved": "If this shot is fired: it hits, or a Benny spent on its miss has it hit.",
        "jam": "If this shot is fired: its natural number jams the gun. The shot itself counts.",
        "lost": "The gun has jammed before this shot, so it is not fired.",
        "any_hit": "One or more of all shots hit. Shots lost to a jam do not.",
        "all_hit": "Every shot is fired and hits.",
        "hits": "Shots that hit, on average. Shots lost to a jam do not.",
        "not_hit": "No shot at this target hits, and no explosion goes off near it.",
        "no_effect": "It is hit, and all damage together is 0 or less than its Armor.",
        "something_bad": "All damage together is exactly its Armor, and more than 0.",
        "beaten": "All damage together is more than its Armor, and more than 0.",
        "expected_damage": "Points of damage on average, before Armor. No hit counts as 0.",
        "set_on_fire": "Fire dice of a hit or an explosion set it on fire, whatever its Armor.",
        "thrown": 'It is hit with 1" of KnockBack or more, whether its Armor is beaten or not.',
        "knockback": "Inches of KnockBack on average, before any obstacle. No hit counts as 0.",
        "beaten_targets": "Targets whose Armor is beaten, on average. Of one target: the chance.",
        "gain": "How much it adds to the targets whose Armor is beaten; without targets, to a hit.",
    }
)
"""One short text for a tooltip, by the name of the field it explains."""
