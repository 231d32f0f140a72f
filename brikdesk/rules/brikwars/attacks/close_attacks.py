"""Close Combat: who is engaged, what hits without a roll, and what is added up (5.2, A5-42)."""

from collections.abc import Collection, Iterable

from brikdesk.rules.brikwars.attacks.parrying import THINKING, maneuver_use
from brikdesk.rules.brikwars.no import No, first, no_if

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
    if needed <= free:
        return None
    left = "no Hand is" if free == 0 else "one Hand is" if free == 1 else f"{free} Hands are"
    return No("5.2-05", f"{left} left for it in this turn")


def may_mix_maneuvers(maneuvers: Collection[str]) -> No | None:
    """Refuse two types of maneuver in one turn, such as a Grab and a Strike (5.2-17)."""
    if len(set(maneuvers)) < 2:
        return None
    return No("5.2-17", "it makes one type of maneuver in a turn")


def may_leave(*, grabbing: bool) -> No | None:
    """Refuse to Disengage to a unit that holds an opponent: it lets go first (5.2-28, A5-04).

    The unit that is held may do something else in its place (5.2-37).
    """
    return No("5.2-28", "it holds its opponent and lets go first") if grabbing else None


def may_walk(*, grabbing: bool = False, grabbed: bool = False) -> No | None:
    """Refuse movement to both sides of a Grab (5.2-28)."""
    return first(
        no_if(grabbed, "5.2-28", "it is Grabbed"),
        no_if(grabbing, "5.2-28", "it holds somebody in a Grab"),
    )
