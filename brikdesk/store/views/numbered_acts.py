"""Acts by number: the title of each, and its first line in the log."""

from collections.abc import Collection

from msgspec import Struct
from sqlalchemy.orm import defer
from sqlmodel import Session, col, func, select

from brikdesk.store.tables import ActRecord, ActState, LogLine
from brikdesk.store.views import view

STANDING = (ActState.DONE, ActState.SEALED)


class NumberedAct(Struct, frozen=True):
    """An act of the record: its title, whether it is undone, and its first line in the log.

    `line_id` is none for an act of which the log says nothing.
    """

    id: int
    title: str
    undone: bool
    line_id: int | None


@view(ActRecord, LogLine)
def acts_by_number(session: Session, ids: Collection[int]) -> dict[int, NumberedAct]:
    """Return the acts with these numbers; numbers of no act are not in the answer."""
    wanted = (
        select(ActRecord, func.min(LogLine.id))
        .join(LogLine, col(LogLine.act_id) == col(ActRecord.id), isouter=True)
        .where(col(ActRecord.id).in_(sorted(ids)))
        .group_by(col(ActRecord.id))
        .options(defer(ActRecord.arguments))  # type: ignore[arg-type]  # large, and not shown
    )
    return {
        act.id: NumberedAct(act.id, act.title, act.state not in STANDING, line_id)
        for act, line_id in session.exec(wanted)
        if act.id is not None
    }


@view(ActRecord)
def newest_act(session: Session) -> int | None:
    """Return the number of the newest act that is not undone; None if there is none."""
    standing = col(ActRecord.state).in_(STANDING)
    return session.exec(select(func.max(ActRecord.id)).where(standing)).one()


@view(ActRecord)
def last_number(session: Session) -> int:
    """Return the highest number that an act of this campaign has; 0 where there is none."""
    return session.exec(select(func.max(ActRecord.id))).one() or 0
