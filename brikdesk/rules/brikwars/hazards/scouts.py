"""Scouts: the optical Tool, Pathfinding and Tracking (F.3-01 to F.3-07). Marks: `marks`."""

from brikdesk.rules.brikwars.aiming import BLIND

PATHFINDING_DIE = 8
"""Sides of a Scout's Action die against Field Hazards and Traps (F.3-02)."""


def _specialties_work(*, carries_tool: bool) -> bool:
    """Tell whether a Scout's Specialties work: with an optical Tool that he uses (F.3-01)."""
    return carries_tool


def hazard_die(action_die: int, *, pathfinding: bool = False, tool: bool = True) -> int:
    """Give the sides of the Action die for a roll about a Trap or a Field Hazard (F.3-02).

    A larger Action die of one's own is kept; without the Tool there is no d8 (F.3-01).
    """
    if pathfinding and _specialties_work(carries_tool=tool):
        return max(action_die, PATHFINDING_DIE)
    return action_die


def reveals(
    *,
    in_view: bool,
    tracking: bool = True,
    tool: bool = True,
    through_smoke: bool = False,
    scout_sees_through_smoke: bool = False,
) -> bool:
    """Tell whether a Scout reveals something to himself and his allies.

    Rules: F.3-05 (units, objects, Traps and devices in his field of view, hidden and invisible ones
    too), F.3-01 (with his Tool), QF-33 and QF-52 (not through Smoke, unless the switch is on).
    """
    sees = in_view and (not through_smoke or scout_sees_through_smoke)
    return sees and tracking and _specialties_work(carries_tool=tool)


def visible(*, in_own_sight: bool, revealed: bool = False, marks: int = 0) -> bool:
    """Tell whether a target counts as visible to an attacker.

    Rules: F.3-07 (what an allied Scout sees), F.3-09 (what an allied Scout has Marked).
    """
    return in_own_sight or revealed or marks > 0


def unseen_modifier(*, in_own_sight: bool, revealed: bool = False, marks: int = 0) -> int:
    """Give the modifier for a lobbed attack: −5 on what counts as unseen, else none (F.3-07)."""
    return 0 if visible(in_own_sight=in_own_sight, revealed=revealed, marks=marks) else BLIND
