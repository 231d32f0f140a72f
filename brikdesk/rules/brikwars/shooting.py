"""Ranged attacks: who may make them, arcs and bursts, and where Missed Shots go (5.3, 8.3)."""

import math
from collections.abc import Collection, Sequence

from brikdesk.lengths import at_most, compared
from brikdesk.rules.brikwars.controls_and_jams import auto_penalty
from brikdesk.rules.brikwars.flight import landing_chooser, may_name
from brikdesk.rules.brikwars.weapons import (
    aim_modifier,
    out_of_range,
    weapons_that,
)
from brikdesk.rules.refusal import No, first, no_if

MODES_THROWN = frozenset({"throw", "drop"})


def is_ranged(reach: float | None, mode: str = "single") -> bool:
    """Return whether an attack is Ranged, by its weapon's Range or because it is thrown (5.3-01).

    - `reach`: Range in inches, None for Close Combat.
    - `mode`: as in an attack: "single", "burst", "arc", "throw", "drop", "strike".
    """
    return mode in MODES_THROWN or (reach is not None and mode != "strike")


def leaves_the_hand(mode: str) -> bool:
    """Return whether the attack takes the weapon out of the hand, as a throw does (5.3-01)."""
    return mode in MODES_THROWN


def may_shoot(*, engaged: bool) -> No | None:
    """Refuse a Ranged attack to a unit in Close Combat.

    Rules: 5.3-04, 5.3-05 and A5-18 (a unit that has disengaged may shoot, even within reach of
    opponents).
    """
    return no_if(engaged, "5.3-04", "it is engaged in Close Combat")


def may_shoot_at(target: str, earlier: str = "") -> No | None:
    """Refuse a second target for the Ranged attacks of one unit in one turn (5.3-03).

    - `earlier`: what it has shot at this turn, with any weapon; "" for nothing.
    """
    other = earlier and target != earlier
    return no_if(other, "5.3-03", "it has shot at another target this turn")


def may_fire_together(
    hands_needed: Sequence[int], hands_left: int, *, bw_dual_fire: bool = True
) -> No | None:
    """Refuse several hand-held Ranged weapons in one Action (A5-17).

    Each weapon makes one attack on the same target, and their damage is combined. Hands set the
    limit; a house rule may allow only one weapon (`bw_dual_fire`).

    - `hands_needed`: Hands for each weapon.
    """
    several = len(hands_needed) > 1 and not bw_dual_fire
    needed, few = sum(hands_needed), f"{hands_left} Hand" + ("" if hands_left == 1 else "s")
    takes = "this weapon takes" if len(hands_needed) == 1 else "these weapons take"
    return first(
        no_if(several, "A5-17", "one Action fires one weapon"),
        no_if(needed > hands_left, "X3.2-02", f"{takes} {needed} Hands, it has {few}"),
    )


_BURSTS = weapons_that(lambda kind: kind.bursts)
_ARCS = weapons_that(lambda kind: kind.arcs)


def may_spread(kind: str, mode: str, count: int) -> No | None:
    """Refuse a way of firing that a weapon does not have.

    Rules: 8.3-01 (automatic weapons only), 8.3-10 (a BlastGun always fires an arc of 1), 8.3-12
    (a MachineGun does all of it), 8.3-22 (a FlameThrower an arc of 1 or more), Q8-16 (a burst has
    2 shots or more).

    - `kind`: row of table 1.
    - `mode`: "burst" or "arc"; `count`: its shots or points, 1 or more.
    """
    if mode == "arc" and kind not in _ARCS:
        return No("8.3-01", f"{_one(kind)} fires no arc")
    if mode == "arc" and kind == "BlastGun" and count != 1:
        return No("8.3-10", "the arc of a BlastGun is 1 point")
    burst = mode == "burst"
    return first(
        no_if(burst and kind not in _BURSTS, "8.3-01", f"{_one(kind)} fires no burst"),
        no_if(burst and count < 2, "Q8-16", "a burst is 2 shots or more"),
    )


DEGREES_PER_POINT = 10.0
"""Of the gap between two fingers, one point of an arc (8.3-02)."""

_HANDS_DIFFER = 5.0
"""Degrees of each point that a larger hand has (8.3-03)."""


def may_sweep(points: int, degrees: float) -> No | None:
    """Refuse targets that no hand spans with so many finger gaps (8.3-02, 8.3-03, 8.3-04).

    - `points`: of the arc that was announced.
    - `degrees`: of the least arc that meets all targets.
    """
    if degrees <= points * (DEGREES_PER_POINT + _HANDS_DIFFER):
        return None
    needed = math.ceil(degrees / DEGREES_PER_POINT)
    arc = "1 point" if points == 1 else f"{points} points"
    return No(
        "8.3-02",
        f"its targets lie {degrees:.0f}° apart, for which an arc of {arc} is too small;"
        f" it takes about {needed}",
    )


def _one(kind: str) -> str:
    """Return a kind with its article; a weapon in no row of table 1 is just "this weapon"."""
    if kind == "Other":
        return "this weapon"
    return f"an {kind}" if kind[0] in "AEIOU" else f"a {kind}"


def attacks_on(spans: int = 0, *, arc_large_extra: str = "plus") -> int:
    """Return the attacks that one target in the arc suffers.

    Rules: 8.3-04 (one), 8.3-05 (one more for each point that it spans completely), Q8-12
    (`arc_large_extra` "instead": one for each point, not on top of the first).
    """
    return max(1, spans) if arc_large_extra == "instead" else 1 + max(0, spans)


def shots_across(attacks: Sequence[int]) -> tuple[int, ...]:
    """Return for each shot of an arc the place of its target, in the order of rolling (8.3-13).

    - `attacks`: for each target from one edge to the other, the attacks it suffers.
    """
    return tuple(place for place, count in enumerate(attacks) for _ in range(count))


def shot_penalty(
    kind: str, count: int, shot: int, *, arc: bool, burst_penalty: str = "flat"
) -> int:
    """Return the Auto Penalty of one Action Roll, 0 or less (8.3-09, 8.3-13, 8.3-14, table 7).

    It is fixed by the size of the arc or burst before the first roll. With `burst_penalty`
    "progressive" it grows shot by shot in a burst instead (Q8-15).

    - `count`: points of the arc or shots of the burst that were announced.
    - `shot`: its place among them, from 0.
    """
    penalty = auto_penalty(kind, count, arc=arc)
    if penalty and not arc and burst_penalty == "progressive":
        return -(shot + 1)
    return penalty


SPOT = 0.5
"""Inches around a spot that was pointed at in which something still lies on it."""


def spot_chooser(
    attacker: int, target_owner: int | None, enemies: Collection[int], named: int | None = None
) -> int | No:
    """Return the player who places a Missed Shot, or a No that says why nobody does yet.

    Rules: 5.3-09 and A5-34. It is the target's player if hostile to the attacker. For a target of
    the attacker's own, of an ally or of nobody, it is the one of `enemies` whom the attacker has
    `named`. Without any enemy nobody can place it, and the shot is harmless.
    """
    hostile = landing_chooser(attacker, target_owner, enemies)
    if hostile is not None:
        return hostile
    if not enemies:
        return No("5.3-09", "the attacker has no enemy who could place it")
    if named is None:
        return No("5.3-09", "the attacker names an enemy who places it")
    return may_name(named, enemies) or named


def may_land(away: float, missed_by: int, *, explosive: bool = False) -> No | None:
    """Refuse a landing spot that is farther from the target than the shot missed it by.

    Rules: 5.3-08, and 8.4-20 for an Explosive.

    - `away`: inches from the target's edge, or from the X of a projectile, to the spot.
    """
    if at_most(away, missed_by):
        return None
    rule = "8.4-20" if explosive else "5.3-08"
    by, spot = compared(missed_by, away)
    return No(rule, f"it misses by {by}, and this spot is {spot} away")


def lies_there(away: float) -> No | None:
    """Refuse what does not lie where a Missed Shot lands (5.3-11).

    - `away`: inches from the spot to its edge. Spots are pointed at, so half an inch is near enough.
    """
    if away <= SPOT:
        return None
    spot, near = compared(away, SPOT)
    return No("5.3-11", f"it is {spot} from where the shot lands, not within {near}")


def stray_out_of_range(distance: float, reach: float, *, rounding: str = "ceil") -> int:
    """Return the points that Range takes from the damage of a Missed Shot (5.3-11, A5-36).

    It strikes without any Action Roll; nothing else modifies its damage.

    - `distance`: from the weapon to the spot that is hit, not to the target that was missed.
    """
    return out_of_range(distance, reach, rounding=rounding)


def aims_with_action(aim_cost: str) -> bool:
    """Return whether aiming needs an Action: its attack's, or one of its own (A4-02).

    - `aim_cost`: the switch bw_aim_cost: part_of_attack, action or free.
    """
    return aim_cost != "free"


def smaller_parts(total: int, use: int) -> tuple[str, ...]:
    """Return the smaller aim points that the roll would have hit too; a Benny picks one (4.2-25).

    - `total`: Action Roll with all modifiers but the one for the target's size.
    """
    return tuple(part for part in ("small", "tiny") if total + aim_modifier(part) >= use)


def range_penalties(over: int, *, explosive: bool = False) -> tuple[int, int]:
    """Return the modifiers of the Action Roll and of the damage for inches out of Range.

    Rules: 5.1-53 (−1 for each inch to both), 5.1-55 and 8.4-34 (Explosives keep their damage).
    """
    return -over, 0 if explosive else -over
