"""What a movement takes of a unit's Move now, and the Angry Inches that take none of it."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.parted import partings_of
from brikdesk.acts.unit_now import half_speed_now, may_move_now, takes_angry_inch
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.units.states import angry_inch, may_shift, move_cost
from brikdesk.store.tables import Unit
from brikdesk.turns.sequence import present_turn


@dataclass(frozen=True, slots=True)
class Price:
    """Inches of Move, those of the way that are an Angry Inch, and why the unit may not move at all.

    `fights`: the Angry Inch of a unit that stays in its Close Combat (5.2-09); else it gets away
    by it (5.2-36). `responds`: the inch of a response, in the turn of somebody else (4.3-05).
    """

    cost: float
    free: float
    no: No | None
    fights: bool = False
    responds: bool = False


def price_now(session: Session, unit: Unit, inches: float, difficult: float = 0.0) -> Price:
    """Return what a movement by its own will takes in the running turn.

    Rules: 4.1-01 (in its own turn), 4.3-04 and 4.3-05 (an inch in those of others), 5.2-09, 5.2-36.
    """
    if takes_angry_inch(session, unit, inches):
        return Price(0.0, inches, None, fights=True)
    turn = present_turn(session)
    # What belongs to nobody has no turn of its own.
    if turn is not None and unit.player_id not in (None, turn.player_id):
        no = may_move_now(session, unit) or may_shift(inches)
        return Price(0.0, inches, no, responds=True)
    free = min(inches, angry_inch() if _gets_away(session, unit) else 0.0)
    rest = inches - free
    cost = move_cost(rest, half_speed_now(session, unit), min(difficult, rest))
    return Price(cost, free, may_move_now(session, unit))


def take_inch(session: Session, unit: Unit) -> None:
    """Use up the Angry Inch of a unit that has Disengaged: the first inch of its way (5.2-36)."""
    for row in partings_of(session, unit):
        row.inch = False
        session.add(row)


def _gets_away(session: Session, unit: Unit) -> bool:
    return any(row.inch for row in partings_of(session, unit))
