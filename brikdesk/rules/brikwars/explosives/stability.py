"""Premature detonation: what damage does to an Explosive, and when it goes off (8.4-13 to 8.4-19).

Duds have their own rules, see `duds`.
"""

from enum import StrEnum
from typing import TypeVar

from brikdesk.rules.clocks import Clock, Edge

Subject = TypeVar("Subject")


class Stability(StrEnum):
    """How an Explosive takes damage."""

    UNSTABLE = "unstable"
    SEMI_STABLE = "semi-stable"


class Reaction(StrEnum):
    """What an Explosive does at once."""

    NOTHING = "nothing"
    ACTIVATED = "activated"
    DETONATES = "detonates"


def react(
    stability: Stability,
    explosive_size: int,
    activated: bool = False,
    damage_before: int = 0,
    damage: int = 0,
    *,
    semi_stable_sum: str = "player_turn",
) -> Reaction:
    """Return what an Explosive does when something hits it. It makes no Armor Roll.

    Rules: 8.4-13 (unstable: 1 point is enough), 8.4-14 (semi-stable: more points than its
    Explosive Size), 8.4-17 (activated: unstable), Q8-39 (with `semi_stable_sum` "player_turn" all
    damage of the turn counts, with "single_hit" only this one), Q8-44 (KnockBack is not damage).

    - `damage_before`: points it took earlier in this player's turn.
    - `damage`: points it takes now; combined attacks come as one sum.

    Raise ValueError for points below 0.
    """
    if min(damage_before, damage) < 0:
        raise ValueError("damage is 0 points or more")
    if damage == 0:
        return Reaction.NOTHING
    if activated or stability is Stability.UNSTABLE:
        return Reaction.DETONATES
    counted = damage + (damage_before if semi_stable_sum == "player_turn" else 0)
    return Reaction.ACTIVATED if counted > explosive_size else Reaction.NOTHING


def detonation_clock(activated_turn: int) -> Clock:
    """Return the clock of an activated Explosive: the end of the current turn, anyone's (8.4-15).

    `activated_turn` is the stamp of the player turn in which it was activated. Until the clock
    strikes, any unit may respond to it (8.4-16).
    """
    return Clock(player=None, edge=Edge.END, since=activated_turn)


def attacker_of(
    causer: int | None, owner: int | None, current_player: int, *, premature_owner: str = "causer"
) -> int:
    """Return the player who counts as the attacker of a premature blast (Q8-41).

    It is the player who caused the damage, else the owner of the Explosive, else the current
    player; with `premature_owner` "owner" the owner comes first.

    - `causer`: None if a hazard caused it.
    - `owner`: None if nobody owns it.
    """
    wanted = (owner, causer) if premature_owner == "owner" else (causer, owner)
    return next((player for player in wanted if player is not None), current_player)
