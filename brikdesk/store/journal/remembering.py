"""Keep what a session has read until a row that it depends on is written.

Settling 500 steps in one act asks 500 times whose turn it is and what stands near. A query costs a
thousand times as much as looking up its kept answer.
"""

from collections.abc import Callable, Hashable, Sequence, Set
from functools import cache
from typing import TypeVar

from sqlalchemy import event, inspect
from sqlalchemy.orm import UOWTransaction
from sqlmodel import Session, SQLModel, col, select

from brikdesk.store.journal.images import Changed
from brikdesk.store.session import CampaignSession, Kept, campaign_session
from brikdesk.store.tables import JOURNAL_TABLES, NO_GAME, HouseRule, Phase, Turn

Answer = TypeVar("Answer")
Row = TypeVar("Row", bound=SQLModel)


def known(
    session: Session,
    question: Hashable,
    ask: Callable[[], Answer],
    table: type[Row],
    *columns: str,
    grow: Callable[[Answer, Row], object] | None = None,
) -> Answer:
    """Return the answer of `ask`, which reads one table; it is called once and then kept.

    It is called again after a row was added or deleted, or after one of `columns` changed: the
    columns that decide which rows are found. The rows themselves are live objects, so their other
    values are always current. `grow` takes an added row into the answer instead: a hundred rows
    added one by one would have it read a hundred times.
    """
    _flush(session)
    answers = campaign_session(session).known.setdefault(table, {})
    if question not in answers:
        answers[question] = frozenset(columns), ask(), grow
    answer: Answer = answers[question][1]
    return answer


def rows_of(session: Session, table: type[Row]) -> tuple[Row, ...]:
    """Return all rows of a small table, oldest first."""
    oldest = inspect(table).primary_key
    return known(
        session, "all rows", lambda: tuple(session.exec(select(table).order_by(*oldest))), table
    )


def running_turn(session: Session) -> Turn | None:
    """Return the running player turn; None before the first turn and after a battle."""

    def ask() -> Turn | None:
        newest = select(Turn).where(Turn.phase != Phase.OVER).order_by(col(Turn.id).desc()).limit(1)
        return session.exec(newest).first()

    return known(session, "running turn", ask, Turn, "phase")


def until_written(session: Session, question: Hashable, ask: Callable[[], Answer]) -> Answer:
    """Return the answer of `ask`, which may read any table; it is kept until any row is written."""
    _flush(session)
    answers = campaign_session(session).until_written
    if question not in answers:
        answers[question] = ask()
    answer: Answer = answers[question]
    return answer


def _flush(session: Session) -> None:
    """Flush waiting changes, as every query would do first: a kept answer runs no query."""
    if session.autoflush and (session.new or session.dirty or session.deleted):
        session.flush()


def forget(session: Session) -> None:
    """Forget everything read in a session that is over, or whose rows were written elsewhere."""
    session.expunge_all()
    campaign_session(session).forget()


def written_elsewhere(session: Session, rows: Sequence[Changed]) -> None:
    """Have a session read these rows and the journal again, after they were written."""
    own = campaign_session(session)
    own.until_written = {}
    if any(name == HouseRule.__tablename__ for name, *_ in rows):
        own.house_rules = None
        own.houses.clear()
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
    # Rows that were expunged may go.
    own.held = [row for row in session.identity_map.values() if isinstance(row, SQLModel)]


def read_expired(session: Session) -> None:
    """Read all expired rows of a session again, with one query for each table.

    An act may set a value of a row without reading any: of an expired row SQLAlchemy then does not
    know the old value, and the row would have a wrong image.
    """
    expired: dict[type[SQLModel], list[int]] = {}
    for row in session.identity_map.values():
        if (state := inspect(row)).expired:
            expired.setdefault(state.class_, []).append(state.identity[0])
    for table, keys in expired.items():
        session.exec(select(table).where(inspect(table).primary_key[0].in_(keys))).all()


@cache
def _tables() -> dict[str, type[SQLModel]]:
    mappers = SQLModel._sa_registry.mappers
    return {str(each.class_.__tablename__): each.class_ for each in mappers}


def _forget_changed(own: CampaignSession, table: type[SQLModel], changed: Set[str]) -> None:
    """Forget the answers that depend on these columns."""
    if kept := own.known.get(table):
        for question in [name for name, (columns, *_) in kept.items() if columns & changed]:
            del kept[question]


def _grown(kept: Kept, row: SQLModel) -> Kept:
    """Return the answers that are still true once a row was added: those that took it in."""
    still: Kept = {}
    for question, (columns, answer, grow) in kept.items():
        if grow:
            grow(answer, row)
            still[question] = columns, answer, grow
    return still


@event.listens_for(CampaignSession, "loaded_as_persistent")
@event.listens_for(CampaignSession, "pending_to_persistent")
def _hold(session: CampaignSession, row: SQLModel) -> None:
    """Keep a row alive, so that its key finds it again without another query."""
    if row.__tablename__ not in NO_GAME:
        session.held.append(row)


@event.listens_for(CampaignSession, "after_flush")
def _forget_written(session: CampaignSession, flush: UOWTransaction) -> None:
    session.until_written = {}  # not cleared: a question under way must not keep what it read before
    answers = session.known
    for row in session.deleted:
        answers.pop(type(row), None)
    for row in session.new:
        answers[type(row)] = _grown(answers.get(type(row), {}), row)
    for row in session.dirty:
        if type(row) in answers:
            _forget_changed(session, type(row), inspect(row).committed_state.keys())
