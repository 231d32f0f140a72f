"""The ledger: what will happen when the running turn ends."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from sqlmodel import Session

from brikdesk.store.lines import Kind
from brikdesk.store.tables import Edge
from brikdesk.store.views import view
from brikdesk.turns.brikwars import LASTING
from brikdesk.turns.owners import NOBODY, Owner, owners_now
from brikdesk.turns.queue import ALL_TABLES
from brikdesk.turns.sequence import present_turn
from brikdesk.turns.steps import StepKind


class WaitingRow(Struct, frozen=True):
    """Something that will happen when the running turn ends; `act` settles it, as data."""

    id: int
    key: str
    kind: StepKind
    act: Mapping[str, Any]
    icon: Kind
    name: str
    owner: Owner
    what: str
    rule: str
    unit_id: int | None


@view(*ALL_TABLES)
def waiting_for_end(session: Session) -> tuple[WaitingRow, ...]:
    """Return what will happen when the running turn ends; empty if no battle is running."""
    owners, turn = owners_now(session), present_turn(session)
    if turn is None:
        return ()
    waiting = (step for each in LASTING for step in each.waiting(session, turn, Edge.END))
    return tuple(
        WaitingRow(
            id=place,
            key=step.key,
            kind=step.kind,
            act=step.act,
            icon=step.icon,
            name=step.title,
            owner=owners.get(step.player_id, NOBODY),
            what=step.detail,
            rule=step.rule,
            unit_id=step.unit_id,
        )
        for place, step in enumerate(waiting, start=1)
    )
