"""What a movement takes of a unit's Move now, and the Angry Inches that take none of it."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.parted import INCH, note_maneuver, partings_of
from brikdesk.acts.unit_now import half_speed_now, may_move_now, takes_angry_inch
from brikdesk.acts.units.engaging import in_charge
from brikdesk.acts.who_may import no_inch
from brikdesk.rules.brikwars.attacks.charging import may_inch_in
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.units.states import angry_inch, may_shift, move_cost
from brikdesk.store.tables import Unit
from brikdesk.turns.sequence import present_turn


class Inch(Struct, frozen=True):
    """Inches of a way that take no Move: what the log says of them, and their rule."""

    words: str
    rule: str


FIGHTS = Inch("An Angry Inch costs no Move.", "5.2-09")
GETS_AWAY = Inch("The Angry Inch to get away costs no Move.", "5.2-36")
RESPONDS = Inch("The inch of a response costs no Move.", "4.3-05")


class Price(Struct, frozen=True):
    """Inches of Move that a way takes, why the unit may not go it, and the inch that is free."""

    cost: float = 0.0
    no: No | None = None
    inch: Inch | None = None


def price_now(session: Session, unit: Unit, inches: float, difficult: float = 0.0) -> Price:
    """Return what a movement by its own will takes in the running turn.

    Rules: 4.1-01 (in its own turn), 4.3-04 and 4.3-05 (an inch in those of others), 5.2-09, 5.2-36.
    """
    if takes_angry_inch(session, unit, inches):
        charge = may_inch_in(charge=in_charge(session, unit))
        return Price(no=charge or no_inch(session, unit), inch=FIGHTS)
    turn = present_turn(session)
    # What belongs to nobody has no turn of its own.
    if turn is not None and unit.player_id not in (None, turn.player_id):
        far = may_shift(inches)
        no = may_move_now(session, unit) or far or may_inch_in(charge=in_charge(session, unit))
        no = no or no_inch(session, unit)
        return Price(no=no, inch=None if far else RESPONDS)
    away = any(row.inch for row in partings_of(session, unit))
    rest = max(0.0, inches - angry_inch()) if away else inches
    cost = move_cost(rest, half_speed_now(session, unit), min(difficult, rest))
    return Price(cost, may_move_now(session, unit), GETS_AWAY if away else None)


def take_inch(session: Session, unit: Unit, inch: Inch) -> None:
    """Use up the inch that a unit takes.

    Rules: 5.2-36 (the first inch of the way of one that has Disengaged), 5.2-10 and 4.3-04 (the next
    one goes with the next maneuver or response).
    """
    if inch is not GETS_AWAY:
        note_maneuver(session, unit, INCH)
        return
    for row in partings_of(session, unit):
        row.inch = False
        session.add(row)
