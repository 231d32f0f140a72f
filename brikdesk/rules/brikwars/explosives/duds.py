"""Missed Explosives and duds: who picks where a miss lands, what a dud does (8.4-20 to 23)."""

from collections.abc import Collection, Iterable
from enum import StrEnum

from brikdesk.rules.brikwars.explosives.stability import Reaction, Stability
from brikdesk.rules.brikwars.no import No


def miss_is_tracked(
    *, explosive: bool, arc_fire: bool = False, requested: bool = False, track_all: bool = False
) -> bool:
    """Return whether the landing of a Missed Shot is resolved.

    Rules: 8.4-06 (always for an Explosive), 8.3-06 (never for arc fire), 5.3-07 and A5-35 (for
    others on request, or for all of them).
    """
    return explosive or (not arc_fire and (requested or track_all))


def missed_by(use: int, total: int, critical_failure: bool = False) -> int:
    """Return the inches by which an Action Roll missed, 0 for a hit.

    Rules: 8.4-20 and A-13 (needed less achieved), Q8-42 (a Critical Failure misses by 1" at
    least, however high its total).
    """
    return max(1 if critical_failure else 0, use - total)


def landing_chooser(
    attacker: int, target_owner: int | None, enemies: Collection[int]
) -> int | None:
    """Return the player who picks where a missed Explosive lands, and whether it is a dud.

    Rules: 8.4-20, 8.4-21, A-13, A5-34. It is the target's player if an enemy of the attacker. None
    otherwise: then the attacker names an enemy, see `may_name`.

    - `target_owner`: None if nobody owns the target.
    - `enemies`: the players hostile to the attacker.
    """
    hostile = target_owner != attacker and target_owner in enemies
    return target_owner if hostile else None


def may_name(chooser: int, enemies: Collection[int]) -> No | None:
    """Refuse a chooser of the landing spot who is not an enemy of the attacker (A-13)."""
    return None if chooser in enemies else No("A-13", "only an enemy may pick where it lands")


def may_strike(
    victim: int | None,
    chooser: int,
    attacker: int,
    allies: Iterable[int] = (),
) -> No | None:
    """Refuse a landing spot that hits players who have no part in this (A-13).

    It may hit things of the chooser, the attacker, their `allies`, and of nobody.
    """
    if victim is None or victim in {chooser, attacker, *allies}:
        return None
    return No("A-13", "it may only hit the chooser, the attacker, their allies or nobody's things")


def may_be_dud(action_critical: bool, damage_critical: bool = False) -> bool:
    """Return whether the defender may declare a dud, after either Critical Failure (8.4-21).

    `damage_critical` comes from `explosive_dice.is_critical_failure`.
    """
    return action_critical or damage_critical


DUD_STABILITY = Stability.UNSTABLE
"""A dud lies there armed and unstable, whatever its stability was before (8.4-22)."""


class DudHandling(StrEnum):
    """What is done to a dud."""

    LEFT_ALONE = "left alone"
    CARRIED_CAREFULLY = "carried carefully"
    MOVED = "moved"
    KNOCKED_BACK = "knocked back"
    DAMAGED = "damaged"


def handling_of_carry(*, minifig: bool, action_spent: bool, half_speed: bool) -> DudHandling:
    """Return whether a dud is carried carefully or just moved (8.4-23).

    It is carried carefully by a minifig who spends an Action on it and moves at Half Speed.
    """
    careful = minifig and action_spent and half_speed
    return DudHandling.CARRIED_CAREFULLY if careful else DudHandling.MOVED


def dud_reaction(handling: DudHandling, damage: int = 0) -> Reaction:
    """Return what a dud does when it is handled.

    Rules: 8.4-22 (nothing by itself), 8.4-23 (a careful carry is safe; any other move and any
    point of damage set it off), Q8-44 (so does any KnockBack).
    """
    safe = handling in (DudHandling.LEFT_ALONE, DudHandling.CARRIED_CAREFULLY)
    return Reaction.NOTHING if safe and damage <= 0 else Reaction.DETONATES
