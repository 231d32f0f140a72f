"""The ledger: what will happen when the running turn ends."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.store.lines import Kind
from brikdesk.store.views import view
from brikdesk.turns.end_steps import waiting
from brikdesk.turns.ledger.owners import NOBODY, Owner, owners_now
from brikdesk.turns.queue import ALL_TABLES
from brikdesk.turns.sequence import present_turn


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Something that will happen when the running turn ends."""

    id: int
    key: str
    icon: Kind
    name: str
    owner: Owner
    what: str
    rule: str
    unit_id: int | None


@view(*ALL_TABLES)
def waiting_for_end(session: Session) -> tuple[WaitingRow, ...]:
    """Give what will happen when the running turn ends."""
    owners, turn = owners_now(session), present_turn(session)
    if turn is None:
        return ()
    return tuple(
        WaitingRow(
            id=place,
            key=step.key,
            icon=step.icon,
            name=step.title,
            owner=owners.get(step.player_id, NOBODY),
            what=step.detail,
            rule=step.rule,
            unit_id=step.unit_id,
        )
        for place, step in enumerate(waiting(session, turn), start=1)
    )
