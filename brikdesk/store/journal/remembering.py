"""What one session has read, kept until a row that it comes from is written.

Settling 500 steps in one act asks 500 times whose turn it is and what stands near; each question
costs a thousand times what its answer does.
"""

from collections.abc import Callable, Hashable, Iterable, Set
from functools import cache
from typing import TypeVar

from sqlalchemy import event, inspect
from sqlalchemy.orm import UOWTransaction
from sqlmodel import Session, SQLModel, col, select

from brikdesk.store.journal.images import Changed
from brikdesk.store.session import CampaignSession, campaign_session
from brikdesk.store.tables import JOURNAL_TABLES, Phase, Turn

Answer = TypeVar("Answer")
Row = TypeVar("Row", bound=SQLModel)


def known(
    session: Session,
    question: Hashable,
    ask: Callable[[], Answer],
    table: type[SQLModel],
    *columns: str,
) -> Answer:
    """Return what `ask` answers from the rows of one table; it is asked once.

    It is asked again after a row was added or deleted, or one of the `columns` changed: those that
    decide which rows are found. Values of the rows themselves are always those of now.
    """
    _flush(session)
    answers = campaign_session(session).known.setdefault(table, {})
    if question not in answers:
        answers[question] = frozenset(columns), ask()
    answer: Answer = answers[question][1]
    return answer


def rows_of(session: Session, table: type[Row]) -> tuple[Row, ...]:
    """Return all rows of a small table, oldest first."""
    oldest = inspect(table).primary_key
    return known(
        session, "all rows", lambda: tuple(session.exec(select(table).order_by(*oldest))), table
    )


def running_turn(session: Session) -> Turn | None:
    """Return the player turn that is running; none before the first turn and after a battle."""

    def ask() -> Turn | None:
        newest = select(Turn).where(Turn.phase != Phase.OVER).order_by(col(Turn.id).desc()).limit(1)
        return session.exec(newest).first()

    return known(session, "running turn", ask, Turn, "phase")


def until_written(session: Session, question: Hashable, ask: Callable[[], Answer]) -> Answer:
    """Return what `ask` answers from any rows; it is asked again after anything was written."""
    _flush(session)
    answers = campaign_session(session).until_written
    if question not in answers:
        answers[question] = ask()
    answer: Answer = answers[question]
    return answer


def _flush(session: Session) -> None:
    """Write what waits to be written, as every query does first."""
    if session.autoflush and (session.new or session.dirty or session.deleted):
        session.flush()


def forget(session: Session) -> None:
    """Forget all that a session has read: it is over, or its rows were written from elsewhere."""
    session.expunge_all()
    campaign_session(session).forget()


def written_elsewhere(session: Session, rows: Iterable[Changed]) -> None:
    """Have a session that only reads see what others wrote: these rows, and the journal."""
    own = campaign_session(session)
    own.until_written, own.house_rules = {}, None
    for read in session.identity_map.values():
        if isinstance(read, SQLModel) and read.__tablename__ in JOURNAL_TABLES:
            session.expunge(read)
    for name, key, before, after in rows:
        table = _tables()[name]
        row = session.identity_map.get(inspect(table).identity_key_from_primary_key((key,)))
        if before is None or after is None:
            own.known.pop(table, None)
            if row is not None:
                session.expunge(row)
            continue
        _forget_changed(own, table, {each for each in after if before.get(each) != after[each]})
        if row is not None:
            session.expire(row)


@cache
def _tables() -> dict[str, type[SQLModel]]:
    mappers = SQLModel._sa_registry.mappers
    return {str(each.class_.__tablename__): each.class_ for each in mappers}


def _forget_changed(own: CampaignSession, table: type[SQLModel], changed: Set[str]) -> None:
    """Forget what these columns of a row decide."""
    if kept := own.known.get(table):
        for question in [name for name, (columns, _) in kept.items() if columns & changed]:
            del kept[question]


@event.listens_for(CampaignSession, "loaded_as_persistent")
@event.listens_for(CampaignSession, "pending_to_persistent")
def _hold(session: CampaignSession, row: SQLModel) -> None:
    """Hold on to a row, so that its key finds it without another query."""
    if row.__tablename__ not in JOURNAL_TABLES:
        session.held.append(row)


@event.listens_for(CampaignSession, "after_flush")
def _forget_written(session: CampaignSession, flush: UOWTransaction) -> None:
    session.until_written = {}  # not cleared: a question under way must not keep what it read before
    answers = session.known
    for row in (*session.new, *session.deleted):
        answers.pop(type(row), None)
    for row in session.dirty:
        if type(row) in answers:
            _forget_changed(session, type(row), inspect(row).committed_state.keys())
