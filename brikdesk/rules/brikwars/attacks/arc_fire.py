"""Arcs and bursts: how many shots there are, and the penalty of each (8.3, 5.1).

Jams are in `ammunition`; the damage that distance takes from a BlastGun is `full_inches` of
`attack_damage`.
"""

import math
from collections.abc import Sequence

from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.brikwars.weapons.ammunition import auto_penalty

_BURSTS = frozenset({"MachineGun"})
_ARCS = frozenset({"MachineGun", "BlastGun", "FlameThrower"})


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
