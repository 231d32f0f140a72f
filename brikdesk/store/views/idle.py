"""Units that have done nothing in the running turn of their player."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.games.brikwars import BRIKWARS
from brikdesk.rules.brikwars.attacks.close_attacks import reacts
from brikdesk.store.games import games_of
from brikdesk.store.journal.remembering import rows_of, running_turn
from brikdesk.store.tables import CampaignRow, State, StateKind, Turn, Unit
from brikdesk.store.views import view
from brikdesk.store.views.units import living_units


class IdleUnit(Struct, frozen=True):
    """A unit that has neither moved nor acted, though it could."""

    unit_id: int
    name: str


@view(Unit, State, Turn, CampaignRow)
def idle_units(session: Session) -> tuple[IdleUnit, ...]:
    """Return the running player's minifigs and creatures that have neither moved nor acted (4.0-01).

    Those that are Disrupted can do nothing and are left out, and so is what others operate.
    """
    turn = running_turn(session)
    if turn is None or BRIKWARS not in games_of(session):
        return ()
    return tuple(
        IdleUnit(unit.id or 0, unit.name)
        for unit in living_units(session)
        if unit.player_id == turn.player_id
        and unit.on_table
        and reacts(unit.kind.value, unit.mind.value)
        and does_nothing(session, unit, turn)
    )


def does_nothing(session: Session, unit: Unit, turn: Turn) -> bool:
    """Return whether a unit could do something in a turn and has not."""
    moved = unit.moved_turn_id == turn.id and unit.move_used > 0
    if moved or unit.action_spent_turn_id == turn.id:
        return False
    return not any(
        row.unit_id == unit.id and row.kind is StateKind.DISRUPTED
        for row in rows_of(session, State)
    )
