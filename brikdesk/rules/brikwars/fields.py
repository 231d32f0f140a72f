"""Field Hazards: kinds, shrinking, exposure, Difficult Terrain, and Energy Shields (F.0, F.1)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from brikdesk.dice import BY_THE_BOOK, DiceRules, fails_critically
from brikdesk.rules.brikwars.fire import FIRE_SIDES
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.turn import Clock, Edge

DieT = TypeVar("DieT", int, str)
"""A Hazard die: its number of sides, or its label such as "d4 Fire"."""


class FieldKind(StrEnum):
    """Kinds of Field Hazards (F.1-01)."""

    SMOKE = "Smoke"
    EXPOSURE = "Exposure Damage"
    TERRAIN = "Difficult Terrain"
    CONCEALED = "Concealed Hazard"
    SHIELD = "Energy Shield"


class HazardEffect(StrEnum):
    """What a Hazard die does (table F1)."""

    DAMAGE = "Damage"
    FIRE = "Fire"
    EXPLOSION = "Exp"
    MOVE = "Move"
    DEFLECTION = "Deflection"


class HazardDie(Struct, frozen=True):
    """A Hazard die: its sides and effect; None if the referee describes the effect in words."""

    sides: int
    effect: HazardEffect | None


def hazard_die(label: str) -> HazardDie:
    """Return the die that a label such as "d4 Fire" names. Raise ValueError for other text."""
    sides, _, effect = label.removeprefix("d").partition(" ")
    known = effect in tuple(HazardEffect)
    return HazardDie(int(sides), HazardEffect(effect) if known else None)


MOVE_DIE = "d6 Move"
"""The Hazard die that costs Move instead of hurting (F.1-50, F.1-57)."""

DICE_OPTIONS: dict[FieldKind, tuple[str, ...] | None] = {
    FieldKind.SMOKE: (),
    FieldKind.EXPOSURE: ("d6 Damage", "d4 Fire"),
    FieldKind.TERRAIN: (MOVE_DIE,),
    FieldKind.CONCEALED: ("d6 Damage", "d4 Fire", "d10 Exp", MOVE_DIE),
    FieldKind.SHIELD: None,
}
"""Table F1: the dice that each kind can have; None for any die of Deflection."""


def check_hazard_kind(kind: FieldKind, dice: Sequence[str]) -> No | None:
    """Refuse dice that a kind of Field cannot have (F.1-01, table F1)."""
    options = DICE_OPTIONS[kind]
    wrong = [die for die in dice if options is not None and die not in options]
    known = " or ".join(options or ()) or "no dice"
    return No("F.1-01", f"{kind} has {known}, not {wrong[0]}") if wrong else None


_USUAL_HAZARD_DICE = 3
"""More than these only in exceptional cases (F.1-03)."""


class DiceCheck(Struct, frozen=True):
    """Whether a Field can have its dice: a refusal, a warning, or neither."""

    refusal: No | None = None
    warning: No | None = None


def check_hazard_dice(field_size: int, dice: Sequence[DieT]) -> DiceCheck:
    """Check the number of Hazard dice of a Field of this many inches.

    Rules: F.1-02 (never more than inches), F.1-03 and QF-32 (more than three: only a warning).
    """
    count = len(dice)
    large, many = count > field_size, count > _USUAL_HAZARD_DICE
    needs = f'{count} Hazard dice need a Field of {count}", not {field_size}"'
    usual = f"{count} Hazard dice, three are the usual most"
    return DiceCheck(no_if(large, "F.1-02", needs), no_if(many, "F.1-03", usual))


class Shrunk(Struct, Generic[DieT], frozen=True):
    """A Field after it got smaller.

    `field_size` in inches, `dice` that stay, `removed` dice that went, `gone` when nothing is
    left, `to_choose` how many more dice somebody must pick for removal (see `dice_remover`).
    """

    field_size: int
    dice: tuple[DieT, ...]
    removed: tuple[DieT, ...]
    gone: bool
    to_choose: int = 0


def shrink(
    field_size: int, dice: Sequence[DieT], inches: int = 1, chosen: Sequence[DieT] = ()
) -> Shrunk[DieT]:
    """Make a Field smaller, for any reason, and drop the dice that it can no longer hold.

    Rules: 8.4-44 (1" at a turn start, gone at 0"), F.1-04 (dice leave until the Field holds the
    rest), QF-19 (with equal dice nobody has to choose).

    - `field_size`: inches before.
    - `dice`: its Hazard dice, in any order.
    - `inches`: how much smaller; 0 just fits the dice to the Size.
    - `chosen`: the dice that go, where different ones could; ValueError if they are not as many
      as must go or not all in the Field.
    """
    left = max(0, field_size - inches)
    surplus = max(0, len(dice) - left)
    # Nothing to choose if all dice are equal, or if all of them go.
    if not chosen and 0 < surplus < len(dice) and len(set(dice)) > 1:
        return Shrunk(left, tuple(dice), (), False, to_choose=surplus)
    removed = tuple(chosen) or tuple(dice[len(dice) - surplus :])
    # A Counter, not a set: of two equal dice in the Field no three can go.
    if len(removed) != surplus or Counter(removed) - Counter(dice):
        raise ValueError(f"{surplus} of {list(dice)} must go, not {list(removed)}")
    return Shrunk(left, _without(dice, removed), removed, gone=left == 0)


def _without(dice: Sequence[DieT], removed: Sequence[DieT]) -> tuple[DieT, ...]:
    kept = list(dice)
    for die in removed:
        kept.remove(die)
    return tuple(kept)


def dice_remover(owner: int | None, hd_removal_chooser: str = "owner") -> int | None:
    """Return the player who picks the dice that go, None for the referee (QF-19).

    `owner` is who made the Field (attacker or builder); nobody's Field is the referee's.
    """
    return owner if hd_removal_chooser == "owner" else None


def shrink_clock(shrink_owner: int | None, since: int) -> Clock | None:
    """Return the clock of a Field from an Explosive: it shrinks at its owner's next turn start.

    Rules: 8.4-44 (turns of the attacking player after the one that made it), Q8-58. `since` is
    the stamp of the turn in which it was made or last shrank; no `shrink_owner`, no shrinking.
    """
    return None if shrink_owner is None else Clock(shrink_owner, Edge.START, since)


class FieldHazard(Struct, frozen=True):
    """A Field, its widest dimension in inches, and the Hazard in it (F.0-01).

    `owner` is None for a natural one.
    """

    kind: FieldKind
    field_size: int
    dice: tuple[str, ...] = ()
    owner: int | None = None


def reaches(field_size: int, distance: float) -> bool:
    """Return whether a round Field acts so many inches from its middle.

    Rules: F.0-04 (Field Size is a diameter), F.0-07 (the same strength everywhere).
    """
    return distance <= field_size / 2


SMOKE_HEIGHT = 5.0
"""Inches up to which Smoke blocks sight unless its type says otherwise (F.1-09)."""


def victims_tags_match(needed: Collection[str], tags: Collection[str]) -> bool:
    """Return whether a Hazard affects a victim: everybody, or who has all needed tags (F.1-14)."""
    return set(needed) <= set(tags)


EXPOSURE_SIDES = (6, FIRE_SIDES)
"""Dice that Exposure Damage can have: d6 Damage and d4 Fire (F.1-10)."""


class ExposureDamage(Struct, frozen=True):
    """What one victim takes: points of damage, inches of Overload, and Fire faces to ignite it."""

    damage: int
    overload: int
    fire_faces: tuple[int, ...] = ()
    critical_failure: bool = False


def exposure_damage(
    dice: Sequence[int],
    faces: Sequence[int],
    size_modifier: int = 0,
    *,
    bonus: Sequence[int] = (),
    victim_size: int = 1,
    hazard_dice_explode: bool = True,
    house: DiceRules = BY_THE_BOOK,
) -> ExposureDamage:
    """Return what a Field does to one victim; the damage still meets its Armor.

    Rules: F.1-10, F.1-11 (all dice, no Action Roll), F.1-12 (modifier of the part exposed, on the
    total), F.1-13 (Size 0": 1 point for each die, no roll), F.1-17 (Overload), QF-30 (a Critical
    Failure does nothing at all: no damage, no ignition, no Overload), QF-35 (Bonus Dice, if
    `hazard_dice_explode`).

    - `dice`: sides of the Hazard dice that act, each 6 or 4.
    - `faces`: what they show, in the same order; none for a victim of Size 0".
    - `size_modifier`: target-size modifier of the exposed part.
    - `bonus`: d6s that highest faces earned.
    - `victim_size`: inches.
    """
    if wrong := [sides for sides in dice if sides not in EXPOSURE_SIDES]:
        raise ValueError(f"Exposure Damage has d6s and d4s, not a d{wrong[0]}")
    if victim_size == 0:
        # Nothing is rolled, so there are no Fire faces that could ignite it either (F.1-13).
        return ExposureDamage(len(dice), overload(len(dice)))
    _check_faces(dice, faces)
    # Before anything is added up: such a roll does not even cost Power (QF-30).
    if fails_critically(faces, house=house):
        return ExposureDamage(0, 0, critical_failure=True)
    points = sum(faces) + (sum(bonus) if hazard_dice_explode else 0)
    return ExposureDamage(
        damage=max(0, points + size_modifier),
        overload=overload(len(dice)),
        fire_faces=tuple(f for s, f in zip(dice, faces, strict=True) if s == FIRE_SIDES),
    )


def _check_faces(dice: Sequence[int], faces: Sequence[int]) -> None:
    if len(faces) != len(dice):
        raise ValueError(f"{len(dice)} Hazard dice show {len(dice)} faces, not {len(faces)}")
    for sides, face in zip(dice, faces, strict=True):
        if not 1 <= face <= sides:
            raise ValueError(f"a d{sides} shows 1 to {sides}, not {face}")


def overload(dice: int) -> int:
    """Return the inches of Power that so many dice of Exposure Damage cost the victim (F.1-17).

    They count in its ledger as if it had used weapons of that many inches; how long is the
    ledger's business (QF-18).
    """
    return dice


def exposure_edge(exposure_stay: str = "own_turn_end") -> Edge:
    """Return at which edge of its own turn something that stays inside suffers (QF-17)."""
    return Edge.START if exposure_stay == "own_turn_start" else Edge.END


def exposure_clock(player: int, exposed: int, exposure_stay: str = "own_turn_end") -> Clock:
    """Return the clock of something that stays inside a Field, or in a burning part.

    Rules: F.1-11, F.1-42 (the same in a burning part), QF-17 (once in each own turn, at
    `exposure_stay`; never twice from one Field in one player turn). `exposed` is the stamp of the
    player turn in which it was exposed last, 0 if it never was.
    """
    # Following: it has suffered in the turn of the stamp already, when it entered.
    return Clock(player, exposure_edge(exposure_stay), exposed, following=True)


def may_hold_breath(tags: Collection[str], surprised: bool) -> bool:
    """Return whether a victim can hold its breath on entering gas (F.1-15).

    It must be alive, and not taken by surprise, which the referee decides.
    """
    return "living" in tags and not surprised


def gas_modifier(whole_body: int, *, head_inside: bool = True) -> int | None:
    """Return the target-size modifier with which gas acts on a unit that breathes it, None for nothing.

    Rules: F.1-16 (a head inside counts as the `whole_body` exposed; with the head outside nothing
    is breathed in). Whom it affects, and who holds his breath, is asked before (F.1-14, F.1-15).
    """
    return whole_body if head_inside else None


ACTION_DAMAGE_SIDES = 6
"""Which shield die meets damage based on an Action die, whatever its own sides (F.1-72)."""

SHIELD_POWER = 1
"""Inches of Power that each shield die takes when it is used (F.1-74)."""


class IncomingDie(Struct, frozen=True):
    """One Damage die on its way: its sides, its kind (Fire, Exp, Crash), and its face once rolled.

    `action`: it is based on an Action die, as in a Melee Weapon's damage. Bonus Dice that it
    earned are no dice of their own here: they go with it (QF-46).
    """

    sides: int
    kind: str = ""
    action: bool = False
    face: int | None = None


def shield_die_against(sides: int, *, action: bool = False) -> int:
    """Return the sides of the shield die that meets a Damage die.

    Rules: F.1-72, QF-47 (damage based on an Action die counts as d6, also that of larger dice).
    """
    return ACTION_DAMAGE_SIDES if action else sides


def cancelled(incoming: Sequence[IncomingDie], shield: Sequence[int]) -> tuple[int, ...]:
    """Return the places of the Damage dice that some shield dice take away, lowest place first.

    Rules: F.1-71 (one for one), F.1-72 (of the same type), QF-46 (with their Bonus Dice; of a roll
    that lies there the highest face first).

    - `shield`: sides of the shield dice that are used; those that fit nothing do nothing.
    """
    gone: set[int] = set()
    for sides in shield:
        fits = [
            place
            for place, die in enumerate(incoming)
            if place not in gone and shield_die_against(die.sides, action=die.action) == sides
        ]
        if fits:
            # Of equal faces `max` takes the first: a die that has not been rolled counts as 0.
            gone.add(max(fits, key=lambda place: incoming[place].face or 0))
    return tuple(sorted(gone))


def unspent(dice: int, spent: Mapping[int, int], current_turn: int) -> tuple[int, ...]:
    """Return the places of the shield dice that were not used in this player turn (F.1-74).

    `spent` holds the stamp of each die's latest use.
    """
    return tuple(place for place in range(dice) if spent.get(place) != current_turn)


def may_use_shield(
    wanted: Sequence[int],
    ready: Sequence[int],
    power_left: int,
    *,
    projector_works: bool = True,
) -> No | None:
    """Refuse shield dice that cannot be used now.

    Rules: F.1-73 (a working Shield Projector), F.1-74 (each once in a turn, for 1" of Power).

    - `wanted`: places of the dice to be used.
    - `ready`: places of those not used in this turn.
    - `power_left`: inches of Power that the creation has left.
    """
    # Named twice now, or used before in this turn.
    twice = len(set(wanted)) < len(wanted) or set(wanted) - set(ready)
    needed = len(wanted) * SHIELD_POWER
    short = f'{needed}" of Power are needed and {power_left}" are left'
    return first(
        no_if(not projector_works, "F.1-73", "no Shield Projector works"),
        no_if(twice, "F.1-74", "a shield die is used once in a turn"),
        no_if(needed > power_left, "F.1-74", short),
    )


_FIELD_INCHES = {FieldKind.SMOKE: 4, FieldKind.EXPOSURE: 2}
"""Inches of Field Size for each exchanged die; any other kind has _OTHER_FIELD_INCHES."""
_OTHER_FIELD_INCHES = 3


class ExchangedDie(Struct, frozen=True):
    """One d10 of an Explosive given for a Field: its kind, and the Hazard die (none for Smoke)."""

    kind: FieldKind
    die: str = ""


def fields_from_explosive(
    exchanged: Sequence[ExchangedDie], attacker: int | None = None
) -> tuple[FieldHazard, ...]:
    """Return the Fields that appear, in the order of their kinds in `exchanged`.

    All are centred on the point of impact. Rules: 8.4-43 and table F6 (Field Size, one Hazard die
    for each die exchanged), Q8-56 (one Field for each kind), 8.4-44 (they shrink, see
    `shrink_clock`), QF-25 (d4 Fire is a Field like the others and makes no Burning Roll).
    """
    kinds = dict.fromkeys(die.kind for die in exchanged)
    return tuple(
        _field(kind, [die for die in exchanged if die.kind is kind], attacker) for kind in kinds
    )


def _field(kind: FieldKind, dice: Sequence[ExchangedDie], attacker: int | None) -> FieldHazard:
    inches = _FIELD_INCHES.get(kind, _OTHER_FIELD_INCHES) * len(dice)
    return FieldHazard(kind, inches, tuple(die.die for die in dice if die.die), attacker)


TERRAIN_SIDES = 6
"""Each Hazard die of Difficult Terrain is a d6 of inches (F.1-50)."""


class TerrainMode(StrEnum):
    """What Difficult Terrain does to units that move in it (table F5)."""

    SLOW = "Slow"
    THRUST = "Thrust"
    SLIPPERY = "Slippery"
    SPIKED = "Spiked Obstacle"


class Crossing(Struct, frozen=True):
    """What one crossing costs and does; lengths in inches.

    `move` is spent of the unit's own Move, before Half Speed doubles anything (QF-36): on Slippery
    ground straight on, or on the spot if it was standing still (F.1-53). `carried` is the way that
    it is moved first, in the Field's direction. `action`: an Action is spent; `hurt`: the Hazard
    dice are damage instead.
    """

    move: float = 0.0
    carried: float = 0.0
    action: bool = False
    hurt: bool = False


def cross(
    mode: TerrainMode,
    inches: int,
    move_left: float,
    *,
    careful: bool = False,
) -> Crossing:
    """Return what Difficult Terrain does to one unit.

    Rules: F.1-51 (Slow), F.1-52 (Thrust, then the full Move), F.1-53 (Slippery), F.1-55 and
    F.1-56 (Spiked Obstacle with and without care); no Move falls below 0.

    - `inches`: sum of the Hazard dice; does not matter where the unit is hurt.
    - `move_left`: inches of Move that the unit has left this turn.
    - `careful`: it spends an Action to move with care; for a Spiked Obstacle, see `takes_care`.
    """
    spent = min(float(inches), max(0.0, move_left))
    if mode is TerrainMode.THRUST:
        return Crossing(carried=float(inches))
    if mode is TerrainMode.SPIKED:
        return Crossing(move=spent, action=True) if careful else Crossing(hurt=True)
    return Crossing(move=spent)


def takes_care(*, wanted: bool, actions_left: int, uncontrolled: bool = False) -> bool:
    """Return whether a unit moves with care through a Spiked Obstacle (F.1-55, F.1-56, QF-38).

    It must want to, have an Action left for it, and be in control of its movement.
    """
    return wanted and actions_left > 0 and not uncontrolled


def may_roll_terrain(rolled_in: int | None, current_turn: int) -> No | None:
    """Refuse a second roll for one unit in one Field in one player turn (QF-34).

    `rolled_in` is the stamp of the latest roll, None for none.
    """
    return no_if(rolled_in == current_turn, "QF-34", "its Hazard dice were rolled in this turn")


def slips(mode: TerrainMode | None, *, on_foot: bool, critical_failure: bool) -> bool:
    """Return whether a unit falls and is Disrupted (F.1-54).

    Every Action Roll counts that a unit on foot makes in a Slippery Field, passive ones too
    (QF-37). `mode` is that of the Field it stands in, None for no terrain.
    """
    return mode is TerrainMode.SLIPPERY and on_foot and critical_failure
