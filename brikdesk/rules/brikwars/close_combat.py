"""Close Combat: who is engaged, who reaches whom, Parries, and leaving it (5.2)."""

import math
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from brikdesk.lengths import at_most, compared, in_inches
from brikdesk.rules.refusal import No, first, no_if


class ParryWith(StrEnum):
    """What a Parry is made with."""

    SHIELD = "shield"
    OBJECT = "object"
    BARE_HANDS = "bare hands"


class Incoming(StrEnum):
    """What is parried; DAMAGE is everything outside Close Combat, such as shots."""

    STRIKE = "Strike"
    GRAB = "Grab"
    SHOVE = "Shove"
    DAMAGE = "damage"

    @property
    def harms(self) -> bool:
        """Whether it deals damage: a Parry then gives Deflection, else it cancels the maneuver."""
        return self in (Incoming.STRIKE, Incoming.DAMAGE)


TOOL_USE = 3
"""Use of a Ranged weapon that parries (5.2-44)."""

BARE_HANDS_USE = 0
"""Use of Bare Hands (5.2-44)."""

PER_INCH_LARGER = -2
"""Modifier of a Parry for each inch by which a shover is larger (8.2-06)."""

THINKING = frozenset({"independent", "ridden", "piloted"})
"""Minds that can Parry and Counterattack (8.2-02)."""


def may_think(mind: str) -> No | None:
    """Refuse what takes a mind to what has none, no Rider and no Pilot (8.2-02, 4.3-06)."""
    return no_if(mind not in THINKING, "8.2-02", "it has no mind of its own, no Rider and no Pilot")


def may_parry_with(incoming: Incoming, held: ParryWith) -> No | None:
    """Refuse a Parry with something that cannot stop the attack (table 2.6).

    Rules: 5.2-40 and 5.2-52 (anything stops a Grab or Shove), 5.2-48 and 5.2-51 (damage only a
    Shield), 5.2-50 (Bare Hands never). Charges and Collisions are not carried out by the desk.
    """
    if held is ParryWith.SHIELD or not incoming.harms:
        return None
    if held is ParryWith.BARE_HANDS:
        return No("5.2-50", "Bare Hands parry no damage")
    return No("5.2-40", "only a Shield parries damage")


def may_parry(
    incoming: Incoming,
    *,
    disrupted: bool = False,
    used: bool = False,
    mind: str = "independent",
    size: float = 1,
    attacker_size: float = 1,
) -> No | None:
    """Refuse a Parry that the defender cannot make now.

    Rules: 4.1-27 (Disrupted), 5.2-41 (each hand or object once in a player's turn; no Action is
    needed), 8.2-02 (`mind`: it must think for itself or have a Rider or Pilot), 8.2-03 (it cannot
    Parry Close Combat maneuvers of opponents of half its Size or less).
    """
    return first(
        no_if(disrupted, "4.1-27", "it is Disrupted until its next turn"),
        may_think(mind),
        no_if(used, "5.2-41", "it has been used in this turn"),
        None if incoming is Incoming.DAMAGE else _too_small_to_parry(size, attacker_size),
    )


def _too_small_to_parry(size: float, opponent: float) -> No | None:
    """Refuse a Parry of opponents of half the own Size or less (8.2-03)."""
    small = f'Size {size:g}" cannot Parry opponents of Size {size / 2:g}" or less'
    return no_if(opponent <= size / 2, "8.2-03", small)


def parry_use(held: ParryWith, use: int | None = None, *, ranged: bool = False) -> int:
    """Return the number that a Parry roll must reach.

    Rules: 5.2-44 (the object's Use; a Ranged weapon 3, Bare Hands 0), A5-45. Raise ValueError for
    a Close Combat object without Use.
    """
    if held is ParryWith.BARE_HANDS:
        return BARE_HANDS_USE
    if ranged:
        return TOOL_USE
    if use is None:
        raise ValueError("an object parries with its Use")
    return use


def bare_hands_used(*, bw_barehand_uses_both: bool = True) -> int:
    """Return the Hands that Bare Hands use up (5.2-52, 5.2-53, A5-23)."""
    return 2 if bw_barehand_uses_both else 1


def weapon_bonus(weapon_size: float, *, two_handed: bool = False) -> int:
    """Return the bonus for parrying something large.

    Rules: 8.2-10 (+1 for each full 2" of its Size), 5.2-45 (+1 against a Two-Handed Weapon), Q8-78
    and A5-37 (the larger of the two).
    """
    return max(math.floor(weapon_size / 2), int(two_handed), 0)


def shove_penalty(shover: int, size: int) -> int:
    """Return the modifier for parrying a Shove: −2 for each inch the shover is larger (8.2-06)."""
    return PER_INCH_LARGER * max(0, shover - size)


def parry_layers(deflection: int, *, benny: bool = False) -> int:
    """Return the levels of Deflection of a Parry of damage that succeeded.

    Rules: 5.2-48 and 8.2-09 (those of the Shield: 1 for a minifig's, else its Size), 5.2-49 (one
    more for a Benny).
    """
    return deflection + int(benny)


def is_used_up(*, rolled: bool, bw_parry_before_hit_roll: bool = False) -> bool:
    """Return whether a declared Parry has used up its hand or object (A5-02, 5.2-41).

    If Parries are declared after the hit is known, only one that is rolled does. If they are
    declared before, it is used up even if the attack misses.
    """
    return rolled or bw_parry_before_hit_roll


def loses_object(held: ParryWith, *, critical_failure: bool) -> bool:
    """Return whether a Parry loses its object, which flies off as by Disarmed! (5.2-47, 8.2-11)."""
    return critical_failure and held is not ParryWith.BARE_HANDS


def maneuver_use(size: int, target_size: float) -> int | None:
    """Return the Use of a Grab or Shove; None is an Automatic Hit.

    Rules: 8.2-04 (its own Size against targets of half its Size or less), 5.2-24, 5.2-32.
    """
    return size if target_size <= size / 2 else None


def may_shove(shovers: Sequence[float], target_size: float) -> No | None:
    """Refuse a Shove of something larger than its shovers together; Sizes in inches (8.2-05)."""
    small = f'Size {in_inches(sum(shovers))} is too small to shove Size {target_size:g}"'
    return no_if(sum(shovers) < target_size, "8.2-05", small)


MANEUVERS = frozenset({"grab", "shove"})

ENGAGING = frozenset({"strike", "unnoted", *MANEUVERS})
"""What is noted of a unit that has Engaged: its maneuvers, or that it made one (5.2-14, 5.2-16)."""

SHOVE_INCHES = 2
"""KnockBack of a Shove (5.2-32)."""


def hits_automatically(
    maneuver: str = "strike",
    *,
    easy: bool = False,
    size: int = 1,
    target_size: float = 1,
) -> bool:
    """Return whether a Close Combat attack needs no Action Roll.

    Rules: 5.2-24 and 5.2-32 (Grab and Shove; a large creation rolls against small ones, 8.2-04),
    4.1-29 and A4-17 (an easy target).

    - `maneuver`: "strike", "grab" or "shove".
    """
    return easy or (maneuver in MANEUVERS and maneuver_use(size, target_size) is None)


def strike_modifier(modifier: int, *, bw_visibility_in_cc: bool = True) -> int:
    """Return what size or visibility adds to the roll of a Strike; 0 by house rule (A5-42)."""
    return modifier if bw_visibility_in_cc else 0


def judged_damage(earlier: int, damage: int, *, same_turn: bool = True) -> int:
    """Return the points that meet Armor after one more Close Combat attack on a target.

    All of them in the same player's turn add up (5.2-23). An attack that deals none changes
    nothing, so nothing is judged again (A5-20).

    - `earlier`: points of Close Combat that it has taken; `same_turn`: in this player's turn.
    """
    if damage <= 0:
        return 0
    return damage + (earlier if same_turn else 0)


REACTIVE = frozenset({"Minifig", "Hero", "Horse", "Creature"})
"""Kinds of units that fight back; vehicles, structures and objects do not (5.2-01)."""


def reacts(kind: str, mind: str) -> bool:
    """Return whether a unit can be engaged in Close Combat (5.2-01, 5.2-02).

    - `mind`: as in THINKING; a unit that others operate does not react by itself.
    """
    return kind in REACTIVE and mind in THINKING


def engagement(start: Iterable[int], pairs: Iterable[tuple[int, int]]) -> frozenset[int]:
    """Return the units connected with `start` through engaged pairs, `start` included (5.2-04)."""
    # A pair is dropped once its units are known, so the loop ends even if pairs form a ring.
    known, rest = set(start), list(pairs)
    while near := [pair for pair in rest if known & set(pair)]:
        known.update(unit for pair in near for unit in pair)
        rest = [pair for pair in rest if pair not in near]
    return frozenset(known)


def may_use_hands(needed: int, hands: int, *, used: int = 0, bound: int = 0) -> No | None:
    """Refuse a Close Combat maneuver for which too few Hands are left in this player's turn.

    Rules: 5.2-05 and 5.2-41 (each Hand once, Parries included), 5.2-27 (one is `bound` by each
    Grab that was made before). What needs no Hand, a mounted weapon, is always free.
    """
    free = max(0, hands - used - bound)
    left = {0: "no Hand is", 1: "one Hand is"}.get(free, f"{free} Hands are")
    return no_if(needed > free, "5.2-05", f"{left} left for it in this turn")


def may_mix_maneuvers(maneuvers: Collection[str]) -> No | None:
    """Refuse two types of maneuver in one turn, such as a Grab and a Strike (5.2-17)."""
    return no_if(len(set(maneuvers)) > 1, "5.2-17", "it makes one type of maneuver in a turn")


def may_leave(*, grabbing: bool) -> No | None:
    """Refuse to Disengage to a unit that holds an opponent: it lets go first (5.2-28, A5-04).

    The unit that is held may do something else in its place (5.2-37).
    """
    return no_if(grabbing, "5.2-28", "it holds its opponent and lets go first")


def may_walk(*, grabbing: bool = False, grabbed: bool = False) -> No | None:
    """Refuse movement to both sides of a Grab (5.2-28)."""
    return first(
        no_if(grabbed, "5.2-28", "it is Grabbed"),
        no_if(grabbing, "5.2-28", "it holds somebody in a Grab"),
    )


MOST_COUNTERSTRIKES = 3
"""Counterstrikes that one unit draws when it Disengages (5.2-33)."""


def may_disengage(
    *, own_turn: bool, engaged: bool, grabbing: bool, disrupted: bool, again: bool, engages: bool
) -> No | None:
    """Refuse to Disengage.

    Rules: 5.2-15 (an engaged unit, in its own turn), 4.1-27 (not while it is Disrupted), 5.2-28 and
    A5-04 (a grabber lets go first; who is held may do it), A5-62 (nor after it has Engaged).

    - `again`: it has Disengaged in this turn; `engages`: it has made a maneuver in it.
    """
    if not engaged:
        return No("5.2-15", "it is engaged with nobody")
    return first(
        no_if(not own_turn, "5.2-15", "it Disengages in its own turn"),
        no_if(again, "5.2-34", "it has Disengaged in this turn"),
        no_if(engages, "A5-62", "it has Engaged in this turn"),
        no_if(disrupted, "4.1-27", "it is Disrupted until its next turn"),
        no_if(grabbing, "5.2-28", "it holds its opponent and lets go first"),
    )


def may_counterstrike(*, disrupted: bool, weapons: int, hands: int) -> bool:
    """Return whether an opponent may answer with a Counterstrike (5.2-33).

    It needs no Action (5.2-35).

    - `weapons`: those ready in hand that it has not used in this player's turn.
    - `hands`: those it has not used in this player's turn.
    """
    return not disrupted and weapons > 0 and hands > 0


def may_strike_back(
    *, called_for: bool, weapons: int, strike: bool, used: bool, always: bool = False
) -> No | None:
    """Refuse an attack that is made as a Counterstrike (5.2-33, 5.2-35).

    - `called_for`: its target Disengages from this unit, and it has not struck back yet; with
      `always`, the switch bw_counterstrike_always, its target has attacked it in this turn (A5-01).
    - `weapons`: the weapons that take part; `strike`: it is a Strike.
    - `used`: that weapon has been used in this player's turn.
    """
    uncalled = "its target has not attacked it" if always else "nobody Disengages from it"
    several = weapons != 1 or not strike
    return first(
        no_if(not called_for, "A5-01" if always else "5.2-33", uncalled),
        no_if(several, "5.2-35", "a Counterstrike is one Strike with one weapon"),
        no_if(used, "5.2-33", "that weapon is used up in this turn"),
    )


def gets_away(*, grabbed: bool, disrupted: bool) -> bool:
    """Return whether a unit that has Disengaged leaves its opponents' reach.

    Rules: 5.2-36 (by an Angry Inch), 5.2-37 (not if it is held), 4.1-27 (nor if it lies down).
    """
    return not grabbed and not disrupted


def may_walk_off(*, engaged: bool, disengaged: bool, answered: bool) -> No | None:
    """Refuse movement to an engaged unit that has not Disengaged (5.2-08, 5.2-34).

    - `answered`: no Counterstrike at it is still to be made or forgone.
    """
    return first(
        no_if(not answered, "5.2-33", "the Counterstrikes at it come first"),
        no_if(engaged and not disengaged, "5.2-08", "it is engaged and Disengages first"),
    )


def may_do_else(*, engaged: bool, disengaged: bool, own_turn: bool) -> No | None:
    """Refuse an Action outside its Close Combat to an engaged unit that has not Disengaged.

    Rules: 5.2-15 and 5.2-16 in its own turn, 5.2-06 in the turns of others.
    """
    if not engaged or disengaged:
        return None
    if own_turn:
        return No("5.2-15", "it is engaged and Disengages first")
    return No("5.2-06", "it is engaged and answers nothing outside its Close Combat")


def is_idle(
    *, engaged_before: bool, maneuvers: Collection[str], parried: bool, holds: bool, down: bool
) -> bool:
    """Return whether an engaged unit counts as Disengaging at the end of its turn (5.2-16, A5-05).

    Exempt are units that this turn has engaged, whose Action went into a Parry, and who cannot act;
    to hold a Grab is to Engage (A5-61).

    - `maneuvers`: those that it has made in this turn.
    """
    return engaged_before and not maneuvers and not parried and not holds and not down


ARM = 1.0
"""Inches from its edge that a unit reaches with its arms alone (4.1-07, 5.2-31)."""


def may_reach(
    rule: str, name: str, away: float | None, arm: float, *, free: float = 0.0
) -> No | None:
    """Refuse what is out of reach by the map (5.1-01, 5.2-24, 5.2-31, 5.4-24, 8.5-10).

    - `rule`: of the act that reaches; `name`: what it reaches for.
    - `away`: inches from edge to edge; None where the map does not know.
    - `arm`: inches that it reaches; `free`: those that it may still move first (4.3-04, 5.2-09).
    """
    if away is None or at_most(away, arm + free):
        return None
    apart, reach = compared(away, arm + free)
    return No(rule, f"by the map {name} is {apart} away, and it reaches {reach}")


def may_notice(name: str, *, looks: bool | None, hidden_by: Sequence[str] = ()) -> No | None:
    """Refuse an answer to what a unit cannot see.

    Rules: 4.3-06 and 4.3-07 (in time, and not by its noise), 4.3-08 (the cone of vision), 5.1-06 and
    F.1-08 (through no wall and no Smoke).

    - `looks`: whether what happens lies in its cone of vision; None where nobody knows.
    - `hidden_by`: what hides all of it.
    """
    late = "and hearing what comes of it is too late"
    return first(
        no_if(looks is False, "4.3-06", f"it looks away, {late}"),
        no_if(hidden_by, "4.3-06", f"{' and '.join(hidden_by)} hides {name}, {late}"),
    )


def may_parry_from(*, looks: bool | None) -> No | None:
    """Refuse a Parry of what comes from outside its bearer's field of view (5.2-51, 4.3-08)."""
    behind = "it comes from behind, and a Shield parries what its bearer sees"
    return no_if(looks is False, "5.2-51", behind)


def may_use_free_hand(hands: int, holding: Sequence[str], held: int) -> No | None:
    """Refuse a Grab to a unit whose Hands all hold something (5.2-24).

    - `held`: the Hands that what it is `holding` takes.
    """
    full = f"no Hand is free, it holds {', '.join(holding)} and puts something away first"
    return no_if(holding and held >= hands, "5.2-24", full)


def may_grip(
    wanted: int, allowed: Collection[int], *, hands: int, holding: Collection[tuple[str, int]]
) -> No | None:
    """Refuse to hold a weapon with more or fewer Hands than it takes, or than are free (X3.2-02).

    - `allowed`: the numbers of Hands that may hold it; none: any.
    - `hands`: those that its bearer can use; `holding`: what else they hold, each with its Hands.
    """
    least, most = min(allowed, default=1), max(allowed, default=max(1, wanted))
    either = f"{least} or {most}" if least < most else f"{least}"
    takes = f"it is held with {either} Hand{'' if most == 1 else 's'}"
    names = ", ".join(name for name, _ in holding)
    taken = sum(each for _, each in holding)
    left = f"{hands} Hand{'' if hands == 1 else 's'}"
    beside = f", and holds {names} besides: put that away first" if names else ""
    return first(
        no_if(not least <= wanted <= most, "X3.2-02", takes),
        no_if(wanted + taken > hands, "X3.2-02", f"its bearer has {left}{beside}"),
    )


def may_use_bare_hands(rule: str, what: str, holding: Sequence[str]) -> No | None:
    """Refuse a Shove or a Parry with Bare Hands to a unit that holds something (5.2-31, 5.2-52)."""
    full = f"it holds {', '.join(holding)}, and drops that first to {what} with Bare Hands"
    return no_if(holding, rule, full)


def may_use_again(*, used: bool) -> No | None:
    """Refuse the same object twice in one player's turn (5.2-05)."""
    return no_if(used, "5.2-05", "it has been used in this turn")


def may_take_inch(*, taken: bool, to_come: bool, own_turn: bool) -> No | None:
    """Refuse an inch that belongs to no maneuver and to no response.

    Rules: 5.2-09 and 5.2-10 (before each maneuver, as often as one is made), 4.3-04 (with a response).

    - `taken`: it has taken one, and has made nothing since.
    - `to_come`: it can still make a maneuver, a response or a Counterstrike.
    """
    rule, what = ("5.2-09", "maneuver") if own_turn else ("4.3-04", "response")
    again = "5.2-10" if own_turn else rule
    return first(
        no_if(not to_come, rule, f"its inch goes with a {what}, and it can make none"),
        no_if(taken, again, f"it has taken its inch, and makes its {what} first"),
    )


def may_go_on_attacking(*, same_type: bool, same_target: bool) -> No | None:
    """Refuse a further attack in an Action that another act has begun.

    Rules: 8.5-01 (one type of attack, one target), 5.2-19 (a second Strike goes at the same target).
    """
    other = "one Action makes one type of attack, and it has made another one"
    return first(
        no_if(not same_type, "8.5-01", other),
        no_if(not same_target, "5.2-19", "in the same Action it attacks the same target"),
    )


def may_spend_of_charging(*, hit: bool, parried: bool) -> bool:
    """Return whether a Charge may spend its MOM: it hits, and is not parried (5.4-20, A5-57)."""
    return hit and not parried
