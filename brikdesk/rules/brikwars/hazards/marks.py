"""Scouts' Marks (F.3-08 to F.3-11)."""

from brikdesk.lengths import compared
from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.clocks import Clock, Edge

MARK_RANGE = 8.0
"""Inches (F.3-08)."""

STRICTLY_RANGED = frozenset({"ranged"})
MEASURED_BY_RANGE = frozenset({"ranged", "arc", "launcher", "cannon", "rocket", "thrown"})
"""Kinds of attack that a Mark can help (QF-49)."""


def may_mark(
    distance: float,
    *,
    sees: bool = True,
    through_smoke: bool = False,
    has_tool: bool = True,
    actions_left: int = 1,
    sees_through_smoke: bool = False,
) -> No | None:
    """Refuse a Mark.

    Rules: F.3-08 (an Action; a target in sight within 8"), F.3-01 (with an optical Tool), QF-52
    and QF-33 (Smoke hides unless the switch scout_sees_through_smoke is on).
    """
    away, reach = compared(distance, MARK_RANGE)
    far = f"the target is {away} away, a Mark reaches {reach}"
    return first(
        no_if(not has_tool, "F.3-01", "the Scout uses no optical Tool"),
        no_if(actions_left < 1, "F.3-08", "the Scout's Action is spent"),
        no_if(not sees, "F.3-08", "the Scout does not see the target"),
        no_if(through_smoke and not sees_through_smoke, "QF-33", "Smoke is in the way"),
        no_if(distance > MARK_RANGE, "F.3-08", far),
    )


def mark_clock(scouts_player: int, current_turn: int) -> Clock:
    """Return the end of a Mark: the start of the next turn of the Scout's player (F.3-09).

    It also ends then if the Scout has died or lost the Tool meanwhile (QF-50).
    """
    return Clock(scouts_player, Edge.START, current_turn)


def mark_bonus(marks: int, attack: str, *, applies: str = "all_ranged") -> int:
    """Return the Action bonus against a target with some Marks of the attacker's side.

    Rules: F.3-10 (+1 on Ranged attacks of allies), F.3-11 (several Marks: still +1), QF-49
    (`applies` "all_ranged" or "strict_ranged").

    - `marks`: how many of the attacker's allies' Marks are on the target.
    - `attack`: "ranged", "arc", "launcher", "cannon", "rocket", "thrown" or "close_combat".
    """
    kinds = MEASURED_BY_RANGE if applies == "all_ranged" else STRICTLY_RANGED
    return 1 if marks and attack in kinds else 0
