"""Scouts: the optical Tool, Pathfinding and Tracking (F.3-01 to F.3-07). Marks: `marks`."""

from brikdesk.rules.brikwars.aiming import BLIND

PATHFINDING_DIE = 8
"""Sides of a Scout's Action die against Field Hazards and Traps (F.3-02)."""


def hazard_die(action_die: int, *, pathfinding: bool = False, tool: bool = True) -> int:
    """Return the sides of the Action die for a roll about a Trap or a Field Hazard (F.3-02).

    A larger Action die of one's own is kept; without the Tool there is no d8 (F.3-01).
    """
    if pathfinding and tool:
        return max(action_die, PATHFINDING_DIE)
    return action_die


def reveals(*, through_smoke: bool = False, scout_sees_through_smoke: bool = False) -> bool:
    """Return whether a Scout reveals something in his field of view to himself and his allies.

    Rules: F.3-05 (units, objects, Traps and devices, hidden and invisible ones too), QF-33 and
    QF-52 (not through Smoke, unless the switch is on).
    """
    return not through_smoke or scout_sees_through_smoke


def visible(*, revealed: bool, marks: int) -> bool:
    """Return whether what an attacker does not see himself counts as visible to him.

    Rules: F.3-07 (what an allied Scout sees), F.3-09 (what an allied Scout has Marked).
    """
    return revealed or marks > 0


def unseen_modifier(*, seen: bool) -> int:
    """Return the modifier for an attack: −5 on what counts as unseen, else none (F.3-07)."""
    return 0 if seen else BLIND
