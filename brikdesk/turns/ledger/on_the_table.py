"""The ledger: the Fields on the table."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk.store.lines import Kind
from brikdesk.store.tables import Field, Player, Seat, Turn
from brikdesk.store.views import view
from brikdesk.turns.ledger.owners import NOBODY, Owner, next_turn_of, owners_now
from brikdesk.turns.sequence import present_turn
from brikdesk.turns.start_steps import field_icon


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A Field Hazard."""

    id: int
    name: str
    owner: Owner
    icon: Kind
    kind: str
    size: int
    dice: tuple[str, ...]
    next: str
    place: str
    triggered: int


@view(Field, Player, Turn, Seat)
def fields(session: Session) -> tuple[FieldRow, ...]:
    """Give all Fields, oldest first."""
    owners, turn = owners_now(session), present_turn(session)
    return tuple(
        FieldRow(
            id=row.id or 0,
            name=row.name,
            owner=owners.get(row.player_id, NOBODY),
            icon=field_icon(row),
            kind=_field_kind(row),
            size=row.size,
            dice=tuple(row.dice),
            next=_field_next(session, row, turn, owners),
            place=row.place,
            triggered=len(row.triggered),
        )
        for row in session.exec(select(Field).order_by(col(Field.id)))
    )


def _field_kind(row: Field) -> str:
    height = "" if row.height is None else f'{row.height:g}" high'
    return ", ".join(part for part in (row.kind.value, row.mode, height, row.affects) if part)


def _field_next(
    session: Session, row: Field, turn: Turn | None, owners: dict[int | None, Owner]
) -> str:
    if row.shrink_player_id is None:
        return "permanent"
    done = turn is not None and turn.id in (row.shrunk_turn_id, row.made_turn_id)
    number = next_turn_of(session, turn, row.shrink_player_id, done)
    left = f'{row.size - 1}"' if row.size > 1 else "gone"
    return f"{left} on Turn {number}, {owners.get(row.shrink_player_id, NOBODY).code}"
