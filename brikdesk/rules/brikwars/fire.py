"""Fire: what catches, what burns like it, who drives it, and how it is put out (8.3, F.1)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.dice import all_ones
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.units_and_damage import (
    armor_d10s,
    hands_left,
    limb_points_kill,
    limbs_to_lose,
)
from brikdesk.rules.refusal import No, no_if
from brikdesk.rules.turn import Clock, Edge, in_window

FIRE_SIDES = 4
"""Fire Damage and Burning Rolls are rolled on d4s (8.3-21, F.1-31)."""


def check_d4s(faces: Sequence[int]) -> None:
    """Raise ValueError for a face that no d4 shows."""
    if wrong := [face for face in faces if not 1 <= face <= FIRE_SIDES]:
        raise ValueError(f"a d4 shows 1 to {FIRE_SIDES}, not {wrong[0]}")


def check_fire_dice(dice: Iterable[tuple[int, str]], where: str) -> None:
    """Raise BadInput for a Fire die that is not a d4 (8.3-21, 8.4-36, F.1-10).

    - `dice`: sides and kind of each Damage die.
    - `where`: the field that the error names.
    """
    if wrong := [sides for sides, kind in dice if kind == "Fire" and sides != FIRE_SIDES]:
        raise BadInput(f"Fire is rolled on d4s, not on a d{wrong[0]}: type 1d4 Fire.", where)


class FireKind(StrEnum):
    """Lasting effects that make Burning Rolls."""

    FIRE = "fire"
    ACID = "acid"
    ION = "ion"
    POISON = "poison"
    VIRUS = "computer virus"


class KindRules(Struct, frozen=True):
    """One row of table F4: what a Burning die above the Weight class does, and to whom.

    `needs` is the tag that a victim must have, empty for any victim. The -1d4 and the loss of
    Power are the same for all kinds (F.1-49).
    """

    grinds: bool
    grows: bool
    jumps: bool
    needs: str


KINDS: dict[FireKind, KindRules] = {
    FireKind.FIRE: KindRules(True, True, True, "flammable"),
    FireKind.ACID: KindRules(True, False, False, ""),
    FireKind.ION: KindRules(False, False, False, "technological"),
    FireKind.POISON: KindRules(True, True, False, "living"),
    FireKind.VIRUS: KindRules(True, True, False, "computer"),
}
"""Table F4."""


DIE: Mapping[FireKind, str] = {kind: kind.name.capitalize() for kind in FireKind}
"""The name of a Damage die of each kind: Fire, Acid, Ion, Poison, Virus (F.1-29, F.1-49)."""

PASSED_ON: Mapping[FireKind, str] = {FireKind.POISON: "F.1-46", FireKind.VIRUS: "F.1-47"}
"""Kinds for which the referee says whether an attack passes them on, with the rule."""


def is_open_to(kind: FireKind, tags: Collection[str]) -> bool:
    """Return whether a target with these tags can suffer this kind at all.

    Rules: F.1-45 (technological systems), F.1-46 (living creatures), F.1-47 (computers). Fire
    Damage hurts everything; whether the target catches fire is another question.
    """
    # Hence no look at "flammable" for Fire: its `needs` is about burning, not about being hurt.
    needs = KINDS[kind].needs
    return kind is FireKind.FIRE or not needs or needs in tags


def deals_points(kind: FireKind) -> bool:
    """Return whether the points of its dice are damage; those of Ion are not (F.1-45)."""
    return kind is not FireKind.ION


def rules_of(kind: FireKind, acid_grinds: bool = True) -> KindRules:
    """Return the row of table F4; without `acid_grinds` Acid deals no Grinding Damage (QF-24)."""
    row = KINDS[kind]
    return replace(row, grinds=acid_grinds) if kind is FireKind.ACID else row


def ending(kind: FireKind, final_stage: str = "") -> str:
    """Return what becomes of a victim that the effect has used up (F.1-48).

    The final stage is the referee's text; without one, and for Fire, it is destroyed.
    """
    return (kind is not FireKind.FIRE and final_stage.strip()) or "destroyed"


CATCHING_FIRE_MAX_WEIGHT_CLASS = 5
"""The highest Weight class that follows from Armor (OF-45)."""


def weight_class_of(armor: str) -> int:
    """Return the Weight class that follows from an Armor such as "2d10" (OF-45, A-03).

    One for each Armor d10, at most 5; 0 for "1d6", a fixed number or none. The Armor is that of
    the roster: Size Damage does not lower the Weight class (QF-53).
    """
    return min(CATCHING_FIRE_MAX_WEIGHT_CLASS, armor_d10s(armor))


def ignition_steps(fire_faces: Sequence[int], weight_class: int, out_of_range: int = 0) -> int:
    """Return the steps by which Fire Damage makes an object or creation catch more fire.

    Rules: F.1-22 (each Fire die above the Weight class), F.1-26 (out of Range, each die is read
    1 lower for each inch), QF-12 (nothing if all dice show 1), QF-06, QF-13, QF-14 (Bonus Dice,
    Armor and other modifiers have no say).

    - `fire_faces`: natural faces of the Fire d4s that Deflection left, n >= 0.
    - `weight_class`: of the object that is hit.
    - `out_of_range`: inches beyond Range, each started inch counted.
    """
    check_d4s(fire_faces)
    if all_ones(fire_faces):
        return 0
    # Tested above with the natural faces: Range does not turn a roll into all ones.
    return sum(face - out_of_range > weight_class for face in fire_faces)


def largest_fire(size: int, effective_size: int | None = None, fire_cap: str = "size") -> int:
    """Return the largest fire in inches that an object can carry (F.1-24, QF-02).

    It is the built Size, or the Effective Size with `fire_cap` "effective_size". An object of
    Size 0" has room for 1", or no book would ever burn.
    """
    if fire_cap == "effective_size" and effective_size is not None:
        size = effective_size
    return max(1, size)


def fire_after_ignition(size: int, fire_size: int, steps: int) -> int:
    """Return the Size of a fire after some steps of catching fire.

    Rules: F.1-23 (from nothing, the first step makes a fire of 1"), F.1-24 (each further step
    +1", up to the Size of the object; see `largest_fire`). A fire that is larger already stays.
    """
    return max(fire_size, min(largest_fire(size), fire_size + steps))


def power_after_fire(power: int, fire_size: int) -> int:
    """Return a burning unit's Power limit: minus the Size of its fire, never below 0 (F.1-30)."""
    return max(0, power - fire_size)


def burning_attack_kinds(
    unit: Collection[FireKind], weapon: Collection[FireKind], target_tags: Collection[str]
) -> tuple[FireKind, ...]:
    """Return the kinds of fire that each add a d4 to a blow or Collision, in the order of table F4.

    Rules: F.1-29 (+1d4, even if the attacker burns without a penalty), F.1-49 (of the kind that
    burns), QF-15 (one d4 of a kind, however much burns), F.1-45 to F.1-47 (no kind that cannot
    affect the target).

    - `unit`, `weapon`: the kinds that burn on each.
    - `target_tags`: what the target is: living, technological, computer.
    """
    return tuple(
        kind
        for kind in FireKind
        if (kind in unit or kind in weapon) and is_open_to(kind, target_tags)
    )


def has_own_turn(
    has_mind: bool, crewed: bool = False, owned_inanimate_driver: str = "setter"
) -> bool:
    """Return whether an owned object has turns of its own (QF-10).

    It has them with a Mind, or with a Rider, Pilot or crew at its controls; with
    `owned_inanimate_driver` "owner" always.
    """
    return has_mind or crewed or owned_inanimate_driver == "owner"


def driver(
    owner: int | None,
    setter: int | None,
    current: int,
    *,
    own_turn: bool = True,
    order: Sequence[int] = (),
    out: Collection[int] = (),
) -> int:
    """Return the player at whose turn start the fire makes its Burning Roll (F.1-31, QF-09).

    It is the owner if the object has turns of its own, else the player who set the fire, else
    (accident, nature) the player whose turn it was. For a player who is out, it is the next in
    order.

    - `owner`: player of the burning object, None for an unaligned one.
    - `setter`: player whose side set the fire, None if nobody did.
    - `current`: player whose turn it was when the fire began.
    - `own_turn`: see `has_own_turn`.
    - `order`: all players in turn order.
    - `out`: players who are out of the battle.
    """
    chosen = owner if owner is not None and own_turn else setter
    return _stand_in(current if chosen is None else chosen, order, out)


def _stand_in(player: int, order: Sequence[int], out: Collection[int]) -> int:
    """Return the player, or the next one in order who is not out (QF-09).

    Return the player unchanged if nobody is left, or if the player is not in the order.
    """
    if player not in order:
        return player
    at = order.index(player)
    return next((who for who in (*order[at:], *order[:at]) if who not in out), player)


def driver_after_capture(driver: int, old_owner: int | None, new_owner: int | None) -> int:
    """Return the driver after a burning object changed hands (QF-11).

    A fire driven by the owner goes to the new owner. A fire driven by its setter stays with the
    setter, and a fire on an abandoned object keeps its driver.
    """
    return new_owner if driver == old_owner and new_owner is not None else driver


def burning_clock(driver: int, since: int) -> Clock:
    """Return the clock of the next Burning Roll: the next turn start of the fire's driver.

    Rules: F.1-31, 8.3-33, QF-27 (not in the turn in which it began). `since` is the stamp of the
    turn in which it began or last burned.
    """
    return Clock(driver, Edge.START, since)


def in_charge(owner: int | None, setter: int | None) -> int | None:
    """Return the player who shapes the burning patch, None for the referee (F.1-40).

    It is the object's player, else the one who set the fire.
    """
    return setter if owner is None else owner


def fire_penalty_dice(
    on_fire: bool,
    uses_burning: bool = False,
    *,
    burns_by_design: bool = False,
    used_burns_by_design: bool = False,
    fire_creature: bool = False,
) -> int:
    """Return the number of penalty d4s on an Action or Armor Roll, 0 or 1.

    Rules: F.1-27 (on fire, or using something on fire, or both: one d4), F.1-28 (not for things
    made to burn in use), 8.3-27 (minifigs), 8.3-29 (creatures of fire do not mind being on fire),
    F.1-49 (the same for the other kinds).
    """
    by_itself = on_fire and not (burns_by_design or fire_creature)
    by_object = uses_burning and not used_burns_by_design
    return int(by_itself or by_object)


class FireRule(StrEnum):
    """Which of the two fire rules a victim follows."""

    MINIFIG = "8.3"
    OBJECT = "F.1"


def fire_rule(is_minifig: bool, minifig_fire_rule: str = "8.3") -> FireRule:
    """Return whether a victim burns by 8.3 or by F.1 (8.3-24, QF-07).

    F.1 is for everything but minifigs, creatures of Size 1" included. With `minifig_fire_rule`
    "F.1" a minifig burns like an object of Size 1" and Weight class 0.
    """
    return FireRule(minifig_fire_rule) if is_minifig else FireRule.OBJECT


def catches_fire(fire_faces: Sequence[int], damage: int, *, burning: bool = False) -> bool:
    """Return whether Fire damage sets a minifig on fire.

    Rules: 8.3-25 (1 point is enough, Q8-27: whatever his Armor), 8.3-26 and Q8-28 (not if all
    Fire dice show 1), Q8-29 (one who burns already cannot catch fire again).

    - `fire_faces`: natural faces of the Fire d4s that Deflection left, n >= 0.
    - `damage`: points of Fire damage after penalties and Deflection, before Armor.
    - `burning`: he is on fire already.
    """
    check_d4s(fire_faces)
    return not burning and damage >= 1 and not all_ones(fire_faces)


def burns_on(face: int) -> bool:
    """Return whether a minifig still burns after the Burning Roll at the start of his turn.

    Rules: 8.3-33 (1: out, nothing else), 8.3-34 (2 to 4: 1 point of Grinding Damage), 8.3-35
    (2 to 4: the fire spreads), Q8-31 (rolled in any state, costs nothing, no Bonus Die for a 4).
    """
    check_d4s((face,))
    return face > 1


class Limb(StrEnum):
    """The four limbs that Grinding Damage can take from a minifig."""

    LEFT_ARM = "left_arm"
    RIGHT_ARM = "right_arm"
    LEFT_LEG = "left_leg"
    RIGHT_LEG = "right_leg"


def limb_choices(lost: Collection[Limb]) -> tuple[Limb, ...]:
    """Return the limbs that the minifig's player can still choose from (8.3-34)."""
    return tuple(Limb(limb) for limb in limbs_to_lose(lost))


def limbs_exhausted(lost: Collection[Limb], fire_limbs_exhausted: str = "dead") -> bool:
    """Return whether the next point of Grinding Damage kills, which the referee confirms (Q8-26).

    It does if no limb is left; never with `fire_limbs_exhausted` "ignore".
    """
    return limb_points_kill(lost, exhausted=fire_limbs_exhausted)


def usable_hands(
    lost: Collection[Limb] = (), *, on_fire: bool = False, fire_creature: bool = False
) -> int:
    """Return the Hands he can use: one less for each lost arm, at most one on fire.

    Rules: 8.3-28, 8.3-34 (a burnt limb is as if Amputated, A-10), 8.3-29 (made of fire: no limit).
    """
    return hands_left(lost, on_fire=on_fire and not fire_creature)


def must_run(on_fire: bool, move_left: float, *, fire_creature: bool = False) -> float:
    """Return the inches a minifig must run if he still burns when his own turn ends (8.3-32).

    He must use all the Move that he has left; a creature of fire does not run (8.3-29).
    """
    return max(0.0, move_left) if on_fire and not fire_creature else 0.0


MAX_WEIGHT_CLASS = 1
"""The heaviest thing that a burning minifig can set alight (8.3-35)."""


def can_take_fire(
    flammable: bool, weight_class: int, *, in_contact: bool = True, room: bool = True
) -> bool:
    """Return whether a burning minifig's fire can spread to this object or minifig (8.3-35).

    `room` is False for a minifig that burns already (Q8-29) and an object with its largest fire.
    """
    return flammable and weight_class <= MAX_WEIGHT_CLASS and in_contact and room


def spread_chooser(
    owner: int | None, setter: int | None, minifig_fire_spread_chooser: str = "owner"
) -> int | None:
    """Return the player who picks what catches fire, None for the referee (Q8-81)."""
    return {"owner": owner, "setter": setter, "referee": None}[minifig_fire_spread_chooser]


BUCKET_INCHES = 1
"""Inches of firefighting apparatus that one minifig with a bucket counts as (F.1-39)."""


def may_roll_on_ground(action_spent: bool) -> No | None:
    """Refuse rolling on the ground without an Action; a response will do (8.3-31, Q8-30)."""
    return no_if(action_spent, "8.3-31", "the Action is spent, it takes one to roll")


def roll_on_ground(fire_size: int, roll_on_ground_inches: str = "1") -> int:
    """Return the inches of fire left on a unit that rolls on the ground (F.1-37, QF-21).

    For units that are not minifigs. It takes an Action and leaves the unit Disrupted. The fire
    loses `roll_on_ground_inches`, or everything with "all".
    """
    return 0 if roll_on_ground_inches == "all" else max(0, fire_size - int(roll_on_ground_inches))


def fire_after_submersion(fire_size: int, inches_above: int = 0) -> int:
    """Return the inches of fire left on something that went under water or into vacuum.

    Rules: F.1-38 (completely: out at once), QF-22 (the part `inches_above`, which the referee
    states, may burn on).
    """
    return min(fire_size, max(0, inches_above))


def fire_after_fighting(fire_size: int, apparatus: int) -> int:
    """Return the inches of fire left after inches of apparatus were used on it (F.1-37, F.1-39)."""
    return max(0, fire_size - apparatus)


def may_fight_with(used_on: int | None, current_turn: int, round_started_on: int) -> No | None:
    """Refuse an apparatus that was used before in its owner's present round (F.1-39, QF-21).

    `used_on` stamps its last use, `round_started_on` the last turn start of its owner.
    """
    again = in_window(used_on, "owner_round", current_turn, round_started_on)
    return no_if(again, "F.1-39", "this was used on a fire since its player's turn began")


class DieEffect(StrEnum):
    """The effect of one Burning die."""

    DIES_DOWN = "dies down"
    GROWS = "grows"
    JUMPS = "no room, jumps"
    NO_ROOM = "no room"
    GRINDS = "grinds"
    INEFFECTIVE = "no effect"
    OPEN = "grows if a later die makes room"


class Burn(Struct, frozen=True):
    """A Burning Roll as far as its dice are known.

    - `fire_size`: inches after the roll.
    - `grinding`: points of Grinding Damage.
    - `overflow`: new fires on neighbours.
    - `down`, `up`: number of dice that died down, and that beat the Weight class.
    - `per_die`: what each die does, in the order rolled.
    - `missing`: dice still to come.
    """

    fire_size: int
    grinding: int
    overflow: int
    down: int
    up: int
    per_die: tuple[DieEffect, ...]
    missing: int = 0


def burn(
    size: int,
    weight_class: int,
    fire_size: int,
    faces: Sequence[int],
    kind: FireKind = FireKind.FIRE,
    *,
    burn_order: str = "reduce_first",
    acid_grinds: bool = True,
) -> Burn:
    """Read a Burning Roll; some of its dice may still be missing.

    Rules: F.1-31 (one d4 for each inch), F.1-32 (1, or not above the Weight class: -1"), F.1-33
    (above: 1 point of Grinding Damage), F.1-34 (and +1" up to the Size), F.1-35 (without room: a
    neighbour), F.1-44..46 and table F4 (other kinds), QF-01 (`burn_order`), QF-04, QF-06.

    While dice are missing, a growth without room that may still get room from a later die is OPEN
    and not counted in `overflow`. The effects of all other dice are final.

    - `size`: the most inches that the object can carry, see `largest_fire`.
    - `weight_class`: of the object.
    - `fire_size`: inches before the roll.
    - `faces`: d4s in the order rolled, at most `fire_size`; raise ValueError for more.
    - `burn_order`: "reduce_first", "as_rolled" or "grow_first".
    - `acid_grinds`: Acid deals Grinding Damage.
    """
    check_d4s(faces)
    missing = fire_size - len(faces)
    if missing < 0:
        raise ValueError(f'a fire of {fire_size}" rolls {fire_size}d4, not {len(faces)}')
    row = rules_of(kind, acid_grinds)
    dies = [face == 1 or face <= weight_class for face in faces]
    left, effects = _settle(largest_fire(size), fire_size, dies, row, burn_order)
    # Only here can a later die free room for an earlier one: each missing die may take 1" off,
    # and what the fire is above its largest Size has to go first.
    if burn_order == "reduce_first":
        effects = _keep_open(effects, missing - max(0, left - largest_fire(size)))
    up = len(dies) - sum(dies)
    return Burn(
        fire_size=min(left, largest_fire(size)),
        grinding=up if row.grinds else 0,
        overflow=effects.count(DieEffect.JUMPS),
        down=sum(dies),
        up=up,
        per_die=tuple(effects),
        missing=missing,
    )


def _settle(
    cap: int, left: int, dies: list[bool], row: KindRules, burn_order: str
) -> tuple[int, list[DieEffect]]:
    """Let the dice act in `burn_order` (QF-01); return their effects in the order rolled."""
    turn_of = {
        "reduce_first": lambda at: not dies[at],
        "as_rolled": lambda at: at,
        "grow_first": lambda at: dies[at],
    }[burn_order]
    effects = [DieEffect.INEFFECTIVE] * len(dies)
    # `sorted` is stable: dice that do the same act in the order rolled.
    for at in sorted(range(len(dies)), key=turn_of):
        effects[at] = DieEffect.DIES_DOWN if dies[at] else _spread(left < cap, row)
        left += {DieEffect.DIES_DOWN: -1, DieEffect.GROWS: +1}.get(effects[at], 0)
    return left, effects


def _spread(room: bool, row: KindRules) -> DieEffect:
    if not row.grows:
        return DieEffect.GRINDS if row.grinds else DieEffect.INEFFECTIVE
    if room:
        return DieEffect.GROWS
    return DieEffect.JUMPS if row.jumps else DieEffect.NO_ROOM


def _keep_open(effects: list[DieEffect], may_free: int) -> list[DieEffect]:
    """Mark as OPEN the first growths without room, at most `may_free` of them."""
    without_room = (DieEffect.JUMPS, DieEffect.NO_ROOM)
    stuck = [at for at, effect in enumerate(effects) if effect in without_room]
    opened = stuck[: max(0, may_free)]
    return [DieEffect.OPEN if at in opened else effect for at, effect in enumerate(effects)]


class Burned(Struct, frozen=True):
    """What a Burning Roll leaves: inches of fire, Grinding Damage, new fires on neighbours."""

    fire_size: int
    grinding: int
    overflow: int


def burn_chances(
    size: int,
    weight_class: int,
    fire_size: int,
    kind: FireKind = FireKind.FIRE,
    *,
    burn_order: str = "reduce_first",
    acid_grinds: bool = True,
) -> dict[Burned, Fraction]:
    """Return what a Burning Roll may leave, with its chance: arguments and rules as for `burn`."""
    low = max(1, min(weight_class, FIRE_SIDES))
    above = Fraction(FIRE_SIDES - low, FIRE_SIDES)
    if burn_order == "as_rolled":
        return _die_by_die(size, fire_size, above, rules_of(kind, acid_grinds))
    found: dict[Burned, Fraction] = {}
    # In the other orders it only counts how many dice are above the Weight class.
    for up in range(fire_size + 1 if above else 1):
        faces = [FIRE_SIDES] * up + [1] * (fire_size - up)
        roll = burn(
            size, weight_class, fire_size, faces, kind,
            burn_order=burn_order, acid_grinds=acid_grinds,
        )  # fmt: skip
        left = Burned(roll.fire_size, roll.grinding, roll.overflow)
        chance = comb(fire_size, up) * above**up * (1 - above) ** (fire_size - up)
        found[left] = found.get(left, Fraction()) + chance
    return found


def _die_by_die(
    size: int, fire_size: int, above: Fraction, row: KindRules
) -> dict[Burned, Fraction]:
    """Return what a roll may leave whose dice act in the order rolled (QF-01)."""
    cap = largest_fire(size)
    found = {Burned(fire_size, 0, 0): Fraction(1)}
    for _ in range(fire_size):
        before, found = found, {}
        for so_far, chance in before.items():
            for dies, share in ((True, 1 - above), (False, above)):
                left, (effect,) = _settle(cap, so_far.fire_size, [dies], row, "as_rolled")
                now = Burned(
                    left,
                    so_far.grinding + (row.grinds and not dies),
                    so_far.overflow + (effect is DieEffect.JUMPS),
                )
                if share:
                    found[now] = found.get(now, Fraction()) + chance * share
    capped: dict[Burned, Fraction] = {}
    for burned, chance in found.items():
        now = replace(burned, fire_size=min(burned.fire_size, cap))
        capped[now] = capped.get(now, Fraction()) + chance
    return capped


OVERFLOW_REACH = 1.0
"""Inches within which a fire without room finds a neighbour (F.1-35)."""


def can_take_overflow(flammable: bool, weight_class: int, overflow_max_wc: str = "3") -> bool:
    """Return whether something within OVERFLOW_REACH can take a fire without room (F.1-35, QF-03).

    `overflow_max_wc` is "3", "1" or "none" for no limit.
    """
    light_enough = overflow_max_wc == "none" or weight_class <= int(overflow_max_wc)
    return flammable and light_enough


def room_for_fire(size: int, fire_size: int = 0) -> int:
    """Return the inches by which fire on a neighbour can still grow (QF-03)."""
    return max(0, largest_fire(size) - fire_size)


def overflow_to_place(overflow: int, rooms: Sequence[int]) -> int:
    """Return how many jumps must be placed; the rest is lost (QF-03).

    `rooms` are the inches of room on each eligible neighbour; several jumps may go to the same.
    """
    return min(overflow, sum(rooms))


def who_places_overflow(
    owner: int | None, setter: int | None, overflow_chooser: str = "in_charge"
) -> int | None:
    """Return the player who picks the neighbour, None for the referee (QF-03, F.1-40)."""
    return in_charge(owner, setter) if overflow_chooser == "in_charge" else None
