"""What hits without a roll in Close Combat, and what is added up there (5.2, A5-42)."""

from brikdesk.rules.brikwars.parrying import maneuver_use
from brikdesk.rules.brikwars.states import is_automatic_hit

MANEUVERS = frozenset({"grab", "shove"})


def hits_automatically(
    maneuver: str = "strike",
    *,
    grabbing: bool = False,
    disrupted: bool = False,
    touching: bool = True,
    size: int = 1,
    target_size: float = 1,
) -> bool:
    """Tell whether a Close Combat attack needs no Action Roll.

    Rules: 5.2-24 and 5.2-32 (Grab and Shove; a large creation rolls against small ones, 8.2-04),
    5.2-25 (a target that is Grabbed or grabs), 4.1-29 (a Disrupted target that is touched).

    - `maneuver`: "strike", "grab" or "shove".
    - `grabbing`: a Grab holds the target or is held by it.
    """
    if maneuver in MANEUVERS and maneuver_use(size, target_size) is None:
        return True
    return (grabbing and touching) or is_automatic_hit(disrupted=disrupted, touching=touching)


def strike_modifier(modifier: int, *, automatic: bool, bw_visibility_in_cc: bool = True) -> int:
    """Give what size or visibility adds to the Action Roll of a Strike (A5-42).

    Nothing for an Automatic Hit, which has no roll, and where the table says so.
    """
    return modifier if bw_visibility_in_cc and not automatic else 0


def judged_damage(earlier: int, damage: int, *, same_turn: bool = True) -> int:
    """Give the points that meet Armor after one more Close Combat attack on a target.

    All of them in the same player's turn add up (5.2-23). An attack that deals none changes
    nothing, so nothing is judged again (A5-20).

    - `earlier`: points of Close Combat that it has taken; `same_turn`: in this player's turn.
    """
    if damage <= 0:
        return 0
    return damage + (earlier if same_turn else 0)
