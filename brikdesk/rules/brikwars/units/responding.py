"""Responses: who may spend a saved Action in answer to what another unit does, and who is first."""

from enum import Enum

from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.brikwars.units.spent_actions import may_act

HALF_CONE = 45.0
"""Degrees that a unit sees to each side of where its head points (4.3-08)."""

LEAD = 1.0
"""Inches that a responder must be ahead to act first (4.3-10)."""


class FirstToAct(Enum):
    """Who acts first, a responder or the unit that it responds to."""

    BEFORE = "before"
    TOGETHER = "together"
    HIGHER_ROLL = "higher roll"


def may_respond(
    actions_left: int,
    *,
    own_turn: bool = False,
    engaged_elsewhere: bool = False,
    disrupted: bool = False,
    full_turn: bool = False,
    dead: bool = False,
    bw_response_chains: bool = True,
) -> No | None:
    """Refuse a response.

    Rules: 4.3-03 (an Action left, not Disrupted), 5.2-06 (engaged: only within its Close Combat),
    A4-23 (`own_turn`: a unit of the running player, by the switch bw_response_chains).
    """
    elsewhere = "it is engaged, and this happens outside its Close Combat"
    chained = own_turn and not bw_response_chains
    return first(
        may_act(actions_left, disrupted=disrupted, full_turn=full_turn, dead=dead),
        no_if(engaged_elsewhere, "5.2-06", elsewhere),
        no_if(chained, "A4-23", "the running player's units make no responses"),
    )


def in_view(facing: float, bearing: float) -> bool:
    """Return whether something in this direction lies in the cone of vision, its border included.

    Both in degrees clockwise from the far edge of the table (4.3-08).
    """
    off = (bearing - facing + 180.0) % 360.0 - 180.0
    return abs(off) <= HALF_CONE


AT_ONCE = "at once"
"""Noted for both units where both act at once: each acts, even if the other one kills it (4.3-11)."""


def who_is_first(lead: float, *, exclude_each_other: bool = False) -> FirstToAct:
    """Return who acts first.

    Rules: 4.3-10 (a whole inch of `lead`: the responder), 4.3-11 (else both at once), 4.3-12 (the
    higher Action Roll if one of the two makes the other impossible).
    """
    if lead >= LEAD:
        return FirstToAct.BEFORE
    return FirstToAct.HIGHER_ROLL if exclude_each_other else FirstToAct.TOGETHER
