"""The steps of an attack: Action and Damage Roll, KnockBack, combined attacks, uses of a Benny (5.1)."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from msgspec import Struct

from brikdesk.dice import (
    BY_THE_BOOK,
    LONGEST_TEXT,
    MOST_DICE,
    DiceRules,
    check_sides,
    fails_critically,
)
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.blast_bands import ArmorResult, against_armor
from brikdesk.rules.brikwars.explosives import AddedDie as AddedDie
from brikdesk.rules.brikwars.explosives import ExplosiveDie as ExplosiveDie
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind
from brikdesk.rules.brikwars.explosives import is_critical_failure as is_critical_failure
from brikdesk.rules.brikwars.fire import check_fire_dice
from brikdesk.rules.brikwars.weapons import KNOWN_WITHIN, KnockBack, hit_knockback
from brikdesk.rules.refusal import No, first, no_if

NATURAL_ONE = 1
"""An Action die that shows this fails, whatever is added (X1.2-03)."""


class ToSee(Struct, frozen=True):
    """Something the players must check before an attack, and the rule that asks for it."""

    words: str
    rule: str


def to_see(*, ranged: bool, thrown: bool = False, blind: bool = False) -> tuple[ToSee, ...]:
    """Return what only the players can check on the table before an attack.

    Range is not among it: an attack beyond Range may be made (5.1-08).

    Rules: 5.1-03 (it can strike the target at all), 5.1-04 and 5.1-05 (Close Combat: by touch, and
    the weapon can be used like that), 5.1-06 and 8.2-12 (Ranged: sight, and the gun points there),
    5.1-07 and 8.2-13 (where Range begins), 5.1-57 (`blind`: the place has to be known).
    """
    able = ToSee("It can strike the target with that weapon.", "5.1-03")
    if not ranged:
        return (
            able,
            ToSee("What strikes touches the target.", "5.1-04"),
            ToSee("Nothing keeps the weapon from being used like that.", "5.1-05"),
        )
    sight = ToSee("A clear line of sight leads from it to the target.", "5.1-06")
    place = ToSee(
        f"The place of the target is known to within {in_inches(KNOWN_WITHIN)}.", "5.1-57"
    )
    begins = "the throwing hand" if thrown else "the end of the barrel"
    start = ToSee(f"Distance and angle are measured from {begins}.", "5.1-07")
    point = ToSee("It can be pointed at the target, from the end of the barrel.", "8.2-12")
    return (able, place if blind else sight, start, *(() if thrown else (point,)))


def needed_natural(use: int, modifier: int = 0) -> int:
    """Return the lowest natural number that hits (5.1-09).

    It is never 1, whatever the modifiers, and may be more than the sides of the die: then the die
    alone cannot hit.

    - `modifier`: sum of all modifiers of the Action Roll, without penalty dice.
    """
    return max(NATURAL_ONE + 1, use - modifier)


class Modifiers(Struct, frozen=True):
    """The sum of modifiers of each step of an attack; inches for Range (5.1-02)."""

    action: int = 0
    range: int = 0
    damage: int = 0


def modified(terms: Iterable[tuple[str, int]]) -> Modifiers:
    """Add up modifiers, each with the step it changes: "action", "range" or "damage".

    Rules: 5.1-02, 5.1-25 (bonuses add to all three, penalties to the rolls only). Raise ValueError
    for a penalty on Range and for any other step.
    """
    sums = dict.fromkeys(("action", "range", "damage"), 0)
    for step, value in terms:
        if step not in sums:
            raise ValueError(f"an attack has no step {step}")
        if step == "range" and value < 0:
            raise ValueError("no penalty shortens Range")
        sums[step] += value
    return Modifiers(**sums)


CRASH = "Crash"
"""The kind of damage of a body that hits another (8.4-57)."""

_WHERE = "damage"
_EXAMPLE = "Type damage like 2d6+1, 1 Action die+2 or 1d4 Fire."
_MINUS = "\N{MINUS SIGN}"
_EXP = ExplosiveDieKind.EXP.value
_CONCUSSION, _PHASED = ExplosiveDieKind.CONCUSSION.value, 12
_KINDS = {
    **{kind.value.lower(): kind.value for kind in ExplosiveDieKind},
    "explosive": _EXP,
    "knockback": _CONCUSSION,
    "crash": CRASH,
    "damage": "",
    "": "",
}
_DICE = re.compile(r"(\d*)\s*d\s*(\d+)\s*([a-z]*)")
_ACTION = re.compile(r"(\d*)\s*(?:action\s*di[ce]e?|d\*)\s*([a-z]*)")
_XDICE = re.compile(r"(\d*)\s*x\s*di[ce]e?")
_FLAT = re.compile(r"(\d+)\s*([a-z]*)")
# Damage of weapons that have no dice: it says in words what happens.
_WORDS = re.compile(r"by [a-z ]+|as [a-z ]+|shove or grab|\d+ deflection on a parry", re.IGNORECASE)


class DamageDie(Struct, frozen=True):
    """One Damage die; `kind` is one of table 4 ("Fire", "Exp", ...), "Crash", or "" for plain."""

    sides: int
    kind: str = ""


class DamageDice(Struct, frozen=True):
    """What a hit rolls for damage: dice in rolling order, and `flat` points on top.

    `less_distance` takes 1 point off for each full inch (8.1-08). `by` says in words what decides
    the damage if no dice do: "by ammo", "by payload".
    """

    dice: tuple[DamageDie, ...]
    flat: int = 0
    less_distance: bool = False
    by: str = ""


def by_load(damage: str) -> bool:
    """Return whether its ammunition decides a weapon's damage: "by ammo", "by payload"."""
    return damage.casefold().startswith("by ")


def read_damage(text: str, action_die: int) -> DamageDice:
    """Read damage as weapons hold it or as a referee types it.

    Rules: 5.1-10, 8.1-04 (Action dice are those of the wielder), 8.3-21. A kind behind the points
    ("1d4+1 Fire") belongs to the dice before it. An empty text has no dice; words such as
    "by ammo" are kept in `by`. Raise BadInput for anything else, and for Fire on other dice than
    d4s.

    - `action_die`: its number of sides.
    """
    plain = " ".join(text.split())
    if len(plain) > LONGEST_TEXT:
        raise BadInput(f"this is too long for damage. {_EXAMPLE}", _WHERE)
    if not plain or _WORDS.fullmatch(plain):
        return DamageDice((), by=plain)
    dice: list[DamageDie] = []
    flat, less_distance = 0, False
    # A + before every minus lets one split find all terms, each still with its own sign.
    for word in plain.replace(_MINUS, "-").replace("-", "+-").removeprefix("+").split("+"):
        sign, term = (-1 if word.startswith("-") else 1), word.removeprefix("-").strip().lower()
        if term == "distance" and sign == -1:
            less_distance = True
        # Dice are only ever added: "-1d4" falls through to the last branch.
        elif thrown := _dice(term, action_die, plain) if sign > 0 else []:
            dice += thrown
        elif found := _FLAT.fullmatch(term):
            flat += sign * int(found[1])
            dice = _named(dice, _kind(found[2], plain))
        else:
            raise _nonsense(plain)
        if len(dice) > MOST_DICE or abs(flat) > 1_000:
            raise BadInput(f"at most {MOST_DICE} dice and 1000 points in one roll", _WHERE)
    check_fire_dice([(die.sides, die.kind) for die in dice], _WHERE)
    return DamageDice(tuple(dice), flat, less_distance)


def _nonsense(text: str) -> BadInput:
    return BadInput(f"“{text[:60]}” is no damage. {_EXAMPLE}", _WHERE)


def _kind(word: str, text: str) -> str:
    if word not in _KINDS:
        raise _nonsense(text)
    return _KINDS[word]


def _named(dice: list[DamageDie], kind: str) -> list[DamageDie]:
    """Give the last dice that have no kind yet the kind that stands behind the points."""
    plain = len(dice)
    while plain and not dice[plain - 1].kind:
        plain -= 1
    return [*dice[:plain], *(DamageDie(die.sides, kind) for die in dice[plain:])]


def _dice(term: str, action_die: int, text: str) -> list[DamageDie]:
    if found := _DICE.fullmatch(term):
        count, sides, kind = found[1], int(found[2]), _kind(found[3], text)
    elif found := _ACTION.fullmatch(term):
        count, sides, kind = found[1], action_die, _kind(found[2], text)
    elif found := _XDICE.fullmatch(term):
        count, sides, kind = found[1], 10, _EXP
    else:
        return []
    try:
        check_sides(sides)
    except ValueError:
        raise BadInput(f"there is no d{sides}. {_EXAMPLE}", _WHERE) from None
    # One die too many is enough for the caller to refuse: no list of 10^9 dice is ever made.
    return [DamageDie(sides, kind)] * min(int(count[:4] or 1), MOST_DICE + 1)


def after_deflection(
    dice: Sequence[DamageDie], levels: int, *, pierce: int = 0
) -> tuple[DamageDie, ...]:
    """Return the dice that are still rolled after `levels` of Deflection.

    Rules: A-06 and A5-15 (each level takes one die of every type, before the roll; points on top
    stay), 8.4-37 (each of `pierce` cancels a level), 8.4-40 (d12s are not touched). Concussion is
    not damage and stays (8.4-38). For dice that were rolled already see `explosions.deflected`.
    """
    layers = max(0, levels - pierce)
    taken: Counter[DamageDie] = Counter()
    left: list[DamageDie] = []
    for die in dice:
        taken[die] += 1
        if die.sides == _PHASED or die.kind == _CONCUSSION or taken[die] > layers:
            left.append(die)
    return tuple(left)


def damage_total(
    rolled: int,
    flat: int,
    *,
    out_of_range: int = 0,
    area: int = 0,
    distance_off: int = 0,
    critical_failure: bool = False,
) -> int:
    """Return the points of damage of one hit, never below 0.

    Rules: 5.1-10, 5.1-53, 8.1-08, 8.3-07, and A-01 (a Critical Failure deals none).

    - `rolled`: sum of the dice with all they earned.
    - `out_of_range`: inches beyond Range; 0 for Explosives (5.1-55).
    - `area`: modifier of size or cover, for attacks on an area only.
    - `distance_off`: `full_inches` to the target if the damage is `less_distance`.
    """
    if critical_failure:
        return 0
    return max(0, rolled + flat - out_of_range + area - distance_off)


def damage_outcome(damage: int, armor: int) -> ArmorResult:
    """Compare the damage of one hit, or one sum, with Armor (5.1-11, 5.1-12, 5.1-13, A5-41)."""
    return against_armor(armor, [damage])


_COMBINED = "combined"


def counted_apart(
    *,
    burst: bool = False,
    combine: bool | None = None,
    multi_weapon_damage: str = _COMBINED,
    burst_damage: str = _COMBINED,
) -> tuple[bool, bool]:
    """Return whether several weapons, and whether the shots of one, meet Armor one by one.

    Rules: 5.1-37 (combined attacks are added up), Q8-83 (several weapons as the attacker declares,
    else `multi_weapon_damage`), Q8-20 (a burst as `burst_damage` says, unless all is added up).

    - `burst`: the weapon fires several shots at one target.
    - `combine`: what the attacker declared, None if nothing was declared.
    """
    weapons = multi_weapon_damage != _COMBINED if combine is None else not combine
    shots = burst and burst_damage != _COMBINED and combine is not True
    return weapons, shots


def one_damage_roll(*, arc: bool, arc_shared_damage: bool = False) -> bool:
    """Return whether all hits of a weapon share one Damage Roll; only an arc's can (Q8-13)."""
    return arc and arc_shared_damage


class BennyUse(StrEnum):
    """What a Benny is spent on."""

    ACTION = "action"
    RANGE = "range"
    DAMAGE = "damage"
    DEFLECTION = "deflection"
    OTHER = "other"


BENNY_DIE = 6
"""Sides of the die that a Benny adds to an Action Roll, or to a stat in inches (4.2-18)."""


def attack_uses(
    *, hit: bool, out_of_range: bool, ranged: bool, has_dice: bool, explosive: bool = False
) -> tuple[BennyUse, ...]:
    """Return the uses of the Benny of an attack that have an effect (A4-29).

    Rules: 4.2-18 (the Action Roll of a miss; Range if the target is out of it), 4.2-19 (Close
    Combat has no Range), 4.2-20 (damage of a hit that has dice), 5.1-55 (an Explosive that hits
    loses no damage to Range), 4.2-23 (anything else that the others accept).
    """
    lacks_range = ranged and out_of_range and not (hit and explosive)
    offered = {
        BennyUse.ACTION: not hit,
        BennyUse.DAMAGE: hit and has_dice,
        BennyUse.RANGE: lacks_range,
        BennyUse.OTHER: True,
    }
    return tuple(use for use, works in offered.items() if works)


def parry_uses(*, against_damage: bool) -> tuple[BennyUse, ...]:
    """Return what the Benny of a Parry may be spent on.

    Rules: 4.2-18, 5.2-49 (one more level of Deflection, against damage only), 4.2-23.
    """
    levels = (BennyUse.DEFLECTION,) if against_damage else ()
    return (BennyUse.ACTION, *levels, BennyUse.OTHER)


def damage_types(dice: Sequence[DamageDie]) -> tuple[DamageDie, ...]:
    """Return the dice that a Benny may add, one of each type; the attacker chooses (4.2-20, A5-22).

    - `dice`: before Deflection, because a type that is fully deflected still counts (A5-15).
    """
    # Not a set: choices are listed in the order of the roll.
    return tuple(dict.fromkeys(dice))


def bought_die_counts(
    dice: Sequence[DamageDie], bought: DamageDie, levels: int, *, pierce: int = 0
) -> bool:
    """Return whether a Damage die bought with a Benny is rolled, not deflected (A5-15).

    - `dice`: before Deflection.
    """
    before = after_deflection(dice, levels, pierce=pierce)
    return len(after_deflection((*dice, bought), levels, pierce=pierce)) > len(before)


def damage_fails(
    thrown: Sequence[int],
    bought: Sequence[int] = (),
    *,
    bw_benny_rescues_cf: bool = True,
    house: DiceRules = BY_THE_BOOK,
) -> bool:
    """Return whether a complete Damage Roll, bought dice included, fails critically (A5-50, OF-07).

    - `thrown`: natural faces of the weapon's dice; `bought`: those of a Benny or MOM.
    """
    return fails_critically(thrown, bought if bw_benny_rescues_cf else (), house)


OUTNUMBERED = -1
"""Modifier of every Action Roll of a unit that is outnumbered in its Close Combat (5.1-42)."""

MOST_AT_ONE_MINIFIG = 3
"""Opponents that can attack one minifig in Close Combat in one player's turn (5.1-44)."""


def may_join(
    player: int | None, leader: int | None, allies: Collection[int] = (), *, own_turn: bool
) -> No | None:
    """Refuse to combine attacks with somebody who is neither friend nor ally.

    Rules: 5.1-37, 5.1-38 (with an Action that was put off, a unit joins an ally's attack in the
    ally's turn).

    - `leader`: the player whose attack it is.
    - `own_turn`: it is the turn of `player`.
    """
    if player == leader or player in allies:
        return None
    if own_turn:
        return No("5.1-37", "only friends and allies combine their attacks")
    return No("5.1-38", "it can only join the attack of an ally")


class Fighter(Struct, frozen=True):
    """One unit of a Close Combat: key, its player, and whether it is down."""

    unit: int
    player: int
    disrupted: bool = False


def outnumbered(
    player: int,
    fighters: Iterable[Fighter],
    allies: Collection[int] = (),
    *,
    bw_count_disrupted_fighters: bool = False,
) -> int:
    """Return the modifier of all Action Rolls of a player's units in one Close Combat (5.1-42).

    It is always the same, however large the majority. Opponents of all teams count together, so
    each of several parties can be outnumbered (5.1-43).

    - `fighters`: the living units of the engagement and all who take part in this combined
      attack (A5-16); Disrupted ones count only if the switch says so.
    """
    # By key: a unit that is engaged and takes part in the attack counts once.
    counted = {
        each.unit: each.player
        for each in fighters
        if bw_count_disrupted_fighters or not each.disrupted
    }
    own = sum(each == player or each in allies for each in counted.values())
    return OUTNUMBERED if own < len(counted) - own else 0


def may_gang_up(attacker: int, earlier: Collection[int], *, minifig: bool = True) -> No | None:
    """Refuse a fourth opponent to one minifig in Close Combat.

    Rules: 5.1-44 and A5-19 (three different units in one player's turn, each as often as its
    hands allow), 5.1-45 (larger targets: as many as common sense lets in).

    - `earlier`: keys of the units that have attacked it in this player's turn.
    """
    crowded = minifig and len({*earlier, attacker}) > MOST_AT_ONE_MINIFIG
    return no_if(crowded, "5.1-44", "three opponents have attacked it in this turn")


class TeamMember(Struct, frozen=True):
    """One creation of a team.

    `power` is what it has left in inches, `stored` what it saved by diverting, `action_die` the
    number of sides. `kinds` are the sorts of Power it can supply (muscle, electric, magic ...),
    empty if nobody wrote them down. A `machine` is a vehicle or construct; `built_for_it` says
    that it was made to lend its Power.
    """

    name: str
    effective_size: int
    power: int
    stored: int = 0
    action_die: int = 6
    kinds: Collection[str] = ()
    machine: bool = False
    built_for_it: bool = False


def team_power(members: Sequence[TeamMember], *, teamwork_sum: str = "power") -> int:
    """Return the inches that count against the weapon's requirement (8.1-45, 8.1-49, Q8-03).

    `teamwork_sum` "power" adds the members' Power, "effective_size" their Effective Sizes;
    diverted Power comes on top in both readings.
    """
    by_size = teamwork_sum == "effective_size"
    return sum((m.effective_size if by_size else m.power) + m.stored for m in members)


def may_power_together(
    needed: int,
    members: Sequence[TeamMember],
    *,
    power_kind: str = "",
    teamwork_sum: str = "power",
) -> No | None:
    """Refuse a team that cannot power a weapon of `needed` inches.

    Rules: 8.1-45 (sum), 8.1-46 (how many minifigs it takes), 8.1-48 (machines must be built for
    it), 8.1-50 (`power_kind`: the kind of Power that the weapon needs, "" for any).
    """
    have = team_power(members, teamwork_sum=teamwork_sum)
    crew = math.ceil(needed / 2)  # one minifig for each started 2" of Weapon Size (8.1-46)
    yardstick = "one minifig" if crew == 1 else f"{crew} minifigs"
    short = f'together they have {have}", the weapon takes {needed}": about {yardstick}'
    joining = (_may_join(member, power_kind) for member in members)
    return first(*joining, no_if(have < needed, "8.1-45", short))


def _may_join(member: TeamMember, power_kind: str) -> No | None:
    # A member without kinds is let in: nobody wrote down what it can supply.
    other = power_kind and member.kinds and power_kind not in member.kinds
    unbuilt = member.machine and not member.built_for_it
    why = f"{member.name} is not built to lend Power: What I Say Goes, and a Mechanik's work"
    return first(
        no_if(other, "8.1-50", f"{member.name} has no {power_kind} Power to give"),
        no_if(unbuilt, "8.1-48", why),
    )


def team_action_die(action_dice: Sequence[int]) -> int:
    """Return the Action die of a team, in sides: the smallest of its members (8.1-47, 8.4-62)."""
    return min(action_dice)


def team_range(ranges: Sequence[float]) -> float:
    """Return the throwing Range of a team in inches: that of the lowest member (8.1-47)."""
    return min(ranges)


def weapon_knockback(
    weapon_size: float,
    effective_size: int,
    *,
    gun: str = "",
    listed: int = 0,
    disrupts: bool = True,
) -> KnockBack:
    """Return the KnockBack of one hit without Explosives.

    It is the farther one of two, never their sum: by Weapon Size (8.1-19, 8.1-20, 8.1-24), or the
    `listed` inches by which the weapon knocks minifigs back (W-02, W-06).

    - `disrupts`: the listed KnockBack Disrupts.
    """
    by_size = hit_knockback(weapon_size, effective_size, gun=gun)
    # The inches of the list are for minifig-sized targets only.
    if effective_size > 1 or by_size.inches >= listed:
        return by_size
    return KnockBack(listed, disrupts)


def added_up(hits: Iterable[KnockBack]) -> KnockBack:
    """Add up the KnockBack of all hits of one combined attack (Q8-10, 5.1-40).

    The sum Disrupts if any KnockBack of 1" or more in it does.
    """
    thrown = [hit for hit in hits if hit.inches]
    return KnockBack(sum(hit.inches for hit in thrown), any(hit.disrupts for hit in thrown))


def armor_roll_stands(
    rolled_in: int | None, player_turn: int, *, armor_roll_scope: str = "event"
) -> bool:
    """Return whether an Armor Roll also counts for another event of the same player's turn (Q8-84).

    Everything in one event meets the same roll anyway (8.4-32); with `armor_roll_scope`
    "player_turn" so does everything else in that player's turn.

    - `rolled_in`: stamp of the player turn in which it was rolled, None if it was not.
    - `player_turn`: stamp of the present turn.
    """
    return rolled_in == player_turn and armor_roll_scope == "player_turn"
