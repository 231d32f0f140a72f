"""The session of a campaign: the values that acts and views share in it, and the answers it keeps."""

import gc
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence, Set
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, event, inspect
from sqlalchemy.orm import InstanceState, UOWTransaction, object_session
from sqlalchemy.orm.attributes import instance_state, set_committed_value
from sqlmodel import Session, SQLModel, col, select

from brikdesk.errors import BrikDeskError, Refusal
from brikdesk.store.file.connection import READ
from brikdesk.store.journal.images import Changed, Images, from_image
from brikdesk.store.tables import JOURNAL_TABLES, NO_GAME, HouseRule, Phase, Turn

Kept = dict[Hashable, tuple[frozenset[str], Any, Callable[[Any, Any, bool], object] | None]]
"""Answers read from one table by their question: with the columns they depend on, and how they follow
an added or deleted row."""


class CampaignSession(Session):
    """A session in which an act is carried out, or views are read.

    - `known`: answers read from one table, by table and question.
    - `until_written`: answers read from any tables since rows were last written.
    - `held`: rows kept alive, because SQLAlchemy's identity map holds rows only by weak references.
    - `of_journal`: the states of rows of the journal that were read; the rows themselves may go.
    - `overruled`: rules that would have refused the act, had the referee not overruled them, and
      `set_aside`: what each of them refused. `refusals`: what refuses the act, where all of it is
      asked for; None where the first one ends it.
    - `house_rules`: the house rules by their IDs, and `houses` the same as a value of each game.
    - `progress`: the callback of a long act. `answers`: the answers kept from earlier questions.
    - `pending`: tables of which rows are to be added or deleted, or got another value in a column on which
      an answer of `known` depends; none of it is in the file before the next flush.
    - `leaving`: rows to be deleted with the next flush, by their tables and keys.
    - `images`: gathers the images of the rows that an act writes.
    - `keys`: gives new rows their keys, where history is played once more; None: SQLite counts.
    - `rehearses`: whether nothing of what is done in it is kept. `on_a_copy`: whether it belongs to a
      copy in which something is tried out.
    """

    keys: "GivesKeys | None" = None
    rehearses: bool = False
    on_a_copy: bool = False

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.pending: set[type[SQLModel]] = set()
        self.leaving: set[tuple[type[SQLModel], int]] = set()
        self.forget()

    def add(self, instance: Any, **how: Any) -> None:
        """Add a row, as SQLAlchemy does; of one that is here and stays there is nothing to do."""
        if instance in self and (type(instance), instance.id) not in self.leaving:
            return
        if not instance_state(instance).key:
            # Those that leave its table go first: their unique values may pass to it.
            if any(table is type(instance) for table, _ in self.leaving):
                self.flush()
            self.pending.add(type(instance))
        super().add(instance, **how)

    def delete(self, instance: Any) -> None:
        """Delete a row with the next flush, as SQLAlchemy does."""
        super().delete(instance)
        self.pending.add(type(instance))
        self.leaving.add((type(instance), instance.id))

    def get(self, entity: Any, ident: Any, **how: Any) -> Any:
        """Return the row with a key, as SQLAlchemy does; ten times as fast where it is at hand."""
        if (entity, ident) in self.leaving:
            self.flush()
        found = self.identity_map.get((entity, (ident,), None)) if not any(how.values()) else None
        return super().get(entity, ident, **how) if found is None else found

    def forget(self) -> None:
        """Reset all shared values: the session is over, or its rows were written from elsewhere."""
        self.pending.clear()
        self.leaving.clear()
        self.known: dict[type[SQLModel], Kept] = {}
        self.until_written: dict[Hashable, Any] = {}
        self.held: list[SQLModel] = []
        self.of_journal: list[InstanceState[Any]] = []
        self.begin_anew()
        self.answers: Answers | None = None
        self.house_rules: dict[str, Any] | None = None
        self.houses: dict[type, Any] = {}

    def begin_anew(self) -> None:
        """Reset what belongs to a single act; rows and answers stay."""
        self.overruled: set[str] = set()
        self.set_aside: dict[Refusal, None] = {}
        self.refusals: dict[Refusal, None] | None = None
        self.progress: Progress | None = None
        self.images: Images | None = None


class GivesKeys(Protocol):
    """Gives a row that is to be written the key that it has."""

    def give(self, session: Session, row: SQLModel) -> None:
        """Give a new row its key, unless it has one."""


def give_keys(session: CampaignSession, keys: GivesKeys) -> None:
    """Have new rows of a session get their keys from `keys` from now on."""
    if session.keys is None:
        event.listen(session, "before_flush", _give_keys)
    session.keys = keys


def _give_keys(session: CampaignSession, flush: UOWTransaction, instances: object) -> None:
    for row in session.new:
        if session.keys is not None:
            session.keys.give(session, row)


def campaign_session(session: Session) -> CampaignSession:
    """Return the session as a CampaignSession. Raise TypeError if it is none."""
    if not isinstance(session, CampaignSession):
        raise TypeError("Acts and views need the session of a campaign.")
    return session


WorkPart = TypeVar("WorkPart")
Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much is done, and of how much. It may raise Cancelled."""


class Cancelled(BrikDeskError):
    """The referee cancelled a long act; nothing was changed."""

    def __init__(self) -> None:
        super().__init__("Cancelled. Nothing was changed.")


def unwatched(words: str, done: int, of: int) -> None:
    """Ignore all progress."""


def one_by_one(progress: Progress, words: str, parts: Sequence[WorkPart]) -> Iterator[WorkPart]:
    """Yield the parts of some work in turn, and report how many are done."""
    for done, part in enumerate(parts):
        progress(words, done, len(parts))
        yield part


def watch_acts(session: Session, progress: Progress) -> None:
    """Have the acts of a session report their progress."""
    campaign_session(session).progress = progress


def watcher(session: Session) -> Progress:
    """Return the progress callback of a session; one that does nothing if there is none."""
    return campaign_session(session).progress or unwatched


Answer = TypeVar("Answer")
Row = TypeVar("Row", bound=SQLModel)


def known(
    session: Session,
    question: Hashable,
    ask: Callable[[], Answer],
    table: type[Row],
    *columns: str,
    follow: Callable[[Answer, Row, bool], object] | None = None,
) -> Answer:
    """Return the answer of `ask`, which reads one table; it is called once and then kept.

    It is called again after a row was added or deleted, or after one of `columns` changed: the
    columns that decide which rows are found. The rows themselves are live objects, so their other
    values are always current. `follow` takes an added row into the answer instead, and one that is gone
    out of it: a hundred rows added one by one would have it read a hundred times.
    """
    here = campaign_session(session)
    if table in here.pending and session.autoflush:
        session.flush()
    answers = here.known.setdefault(table, {})
    if question not in answers:
        _watch(table, columns)
        answers[question] = frozenset(columns), ask(), follow
    answer: Answer = answers[question][1]
    return answer


@cache
def _watch(table: type[SQLModel], columns: tuple[str, ...]) -> None:
    """Have every session notice from now on that a row gets another value in one of these columns."""

    def note(row: SQLModel, *_: object) -> None:
        session = object_session(row)
        if isinstance(session, CampaignSession):
            session.pending.add(table)

    for column in columns:
        event.listen(getattr(table, column), "set", note)


def rows_of(session: Session, table: type[Row]) -> tuple[Row, ...]:
    """Return all rows of a small table, oldest first."""
    oldest = inspect(table).primary_key
    return known(
        session, "all rows", lambda: tuple(session.exec(select(table).order_by(*oldest))), table
    )


def rows_by(session: Session, table: type[Row], column: str) -> dict[int | None, list[Row]]:
    """Return all rows of a table by what a column of theirs names, each list with the oldest first.

    Those of all units are read at once: an explosion asks for those of each unit that it strikes.
    """

    def ask() -> dict[int | None, list[Row]]:
        found: dict[int | None, list[Row]] = {}
        for row in session.exec(select(table).order_by(*inspect(table).primary_key)):
            found.setdefault(getattr(row, column), []).append(row)
        return found

    def follow(found: dict[int | None, list[Row]], row: Row, gone: bool) -> None:
        named = getattr(row, column)
        others = [each for each in found.get(named, ()) if each is not row]
        found[named] = others if gone else [*others, row]

    return known(session, ("by", column), ask, table, column, follow=follow)


def of_unit(session: Session, table: type[Row], unit_id: int | None) -> tuple[Row, ...]:
    """Return the rows of a table that name a unit in `unit_id`, oldest first."""
    return tuple(rows_by(session, table, "unit_id").get(unit_id, ()))


def running_turn(session: Session) -> Turn | None:
    """Return the running player turn; None before the first turn and after a battle."""

    def ask() -> Turn | None:
        newest = select(Turn).where(Turn.phase != Phase.OVER).order_by(col(Turn.id).desc()).limit(1)
        return session.exec(newest).first()

    return known(session, "running turn", ask, Turn, "phase")


def until_written(session: Session, question: Hashable, ask: Callable[[], Answer]) -> Answer:
    """Return the answer of `ask`, which may read any table; it is kept until any row is written."""
    if session.autoflush and (session.new or session.dirty or session.deleted):
        session.flush()  # as every query would do first: a kept answer runs none
    answers = campaign_session(session).until_written
    if question not in answers:
        answers[question] = ask()
    answer: Answer = answers[question]
    return answer


def forget(session: Session) -> None:
    """Forget everything read in a session that is over, or whose rows were written elsewhere."""
    session.expunge_all()
    campaign_session(session).forget()


def written_elsewhere(session: Session, rows: Sequence[Changed]) -> None:
    """Give a session's rows what was written, as their images say; the journal is read again.

    To read the rows again would take as long as half an act.
    """
    own = campaign_session(session)
    own.until_written = {}
    if any(name == HouseRule.__tablename__ for name, *_ in rows):
        own.house_rules = None
        own.houses.clear()
    for state in own.of_journal:
        if (read := state.obj()) is not None and read in session:
            session.expunge(read)
    own.of_journal.clear()
    for name, key, before, after in rows:
        table = _tables()[name]
        row = session.identity_map.get((table, (key,), None))
        if before is None or after is None:
            own.known.pop(table, None)
            if row is not None:
                session.expunge(row)
            continue
        changed = {each for each in after if before.get(each) != after[each]}
        _forget_changed(own, table, changed)
        if row is not None:
            held = inspect(table).local_table
            for each in changed & row.__dict__.keys():
                set_committed_value(row, each, from_image(held, each, after[each]))
    # Rows that were expunged may go.
    own.held = [row for row in own.held if row in session]


@cache
def _tables() -> dict[str, type[SQLModel]]:
    mappers = SQLModel._sa_registry.mappers
    return {str(each.class_.__tablename__): each.class_ for each in mappers}


def _forget_changed(own: CampaignSession, table: type[SQLModel], changed: Set[str]) -> None:
    """Forget the answers that depend on these columns."""
    if kept := own.known.get(table):
        for question in [name for name, (columns, *_) in kept.items() if columns & changed]:
            del kept[question]


def _followed(kept: Kept, row: SQLModel, gone: bool) -> Kept:
    """Return the answers that are still true once a row was added or deleted: those that follow it."""
    still: Kept = {}
    for question, (columns, answer, follow) in kept.items():
        if follow:
            follow(answer, row, gone)
            still[question] = columns, answer, follow
    return still


@event.listens_for(CampaignSession, "loaded_as_persistent")
@event.listens_for(CampaignSession, "pending_to_persistent")
def _hold(session: CampaignSession, row: SQLModel) -> None:
    """Keep a row alive, so that its key finds it again without another query."""
    if row.__tablename__ not in NO_GAME:
        session.held.append(row)
    elif row.__tablename__ in JOURNAL_TABLES:
        session.of_journal.append(inspect(row))


@event.listens_for(CampaignSession, "before_flush")
def _note_old_rows(session: CampaignSession, *_: object) -> None:
    if session.images:
        session.images.note_old_rows(session)


@event.listens_for(CampaignSession, "after_flush")
def _forget_written(session: CampaignSession, flush: UOWTransaction) -> None:
    if session.images:
        session.images.note_new_rows(session)
    session.pending.clear()
    session.leaving.clear()
    session.until_written = {}  # not cleared: a question under way must not keep what it read before
    answers = session.known
    for rows, gone in ((session.deleted, True), (session.new, False)):
        for row in rows:
            answers[type(row)] = _followed(answers.get(type(row), {}), row, gone)
    for row in session.dirty:
        if type(row) in answers:
            _forget_changed(session, type(row), inspect(row).committed_state.keys())


MOST = 600
"""The most answers kept: more than all panes of a window ask for between two acts."""


class Answers:
    """The answers of a campaign's views, and the sessions of views and acts with their rows."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[frozenset[str], Any]] = {}
        self._session: CampaignSession | None = None
        self._writer: CampaignSession | None = None
        self._times = 0
        """How often rows were written: what was asked before that is not kept after it."""

    def ask(self, engine: Engine, question: Callable[[Session], Answer]) -> Answer:
        """Answer a question from the saved rows, in a session that must not write.

        Each question has its own transaction, but all share one session until rows are written, so
        that rows which a dozen panes need are read only once.
        """
        times = self._times
        session, self._session = self._session, None  # dropped for good if the question fails
        if session is None:
            reading = engine.execution_options(**READ)
            session = CampaignSession(bind=reading, autoflush=False, expire_on_commit=False)
            session.answers = self
        try:
            answer = question(session)
            # Commit only ends the read transaction; what a question changed by mistake is dropped.
            if session.new or session.dirty or session.deleted or times != self._times:
                session.close()
            else:
                if session.in_transaction():  # else all rows were at hand
                    session.commit()
                self._session = session
            return answer
        except BaseException:
            session.close()
            raise

    def of(self, engine: Engine, asked: Hashable, question: Callable[[Session], Answer]) -> Answer:
        """Return the kept answer to what is `asked`; without one, ask the question, which keeps it."""
        try:
            known: Answer = self._kept[asked][1]
            return known
        except (KeyError, TypeError):  # not asked yet, or asked about a list
            return self.ask(engine, question)

    def once(self, asked: Hashable, tables: frozenset[str], ask: Callable[[], Answer]) -> Answer:
        """Return the kept answer, or ask and keep it."""
        if asked in self._kept:
            answer: Answer = self._kept[asked][1]
            return answer
        times = self._times
        answer = ask()
        if times != self._times:  # it was asked while an act was carried out
            return answer
        if len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]  # a dict keeps its order: this is the oldest
        self._kept[asked] = (tables, answer)
        return answer

    def writer(self, connection: Connection) -> CampaignSession:
        """Return a session to write in, with the rows that the act before has left in it."""
        session, self._writer = self._writer, None  # dropped for good if the act fails
        if session is None:
            return CampaignSession(bind=connection, expire_on_commit=False)
        session.bind = connection
        return session

    def keep_writer(self, session: CampaignSession) -> None:
        """Keep the session of an act that is saved, for the next act."""
        session.begin_anew()
        self._writer = session

    def forget(self) -> None:
        """Forget everything."""
        self._times += 1
        self._session = self._writer = None
        self._kept.clear()

    def learn(self, tables: Collection[str], rows: Sequence[Changed]) -> None:
        """Forget the answers read from the written tables, and have the written rows read again."""
        self._times += 1
        for session in (self._session, self._writer):
            if session:
                written_elsewhere(session, rows)
        for asked in [key for key, (read, _) in self._kept.items() if not read.isdisjoint(tables)]:
            del self._kept[asked]


def answers_of(session: Session) -> Answers | None:
    """Return the kept answers that a session may use; None for a session that writes."""
    return campaign_session(session).answers


NEVER = 1_000_000
"""Collections of young objects before the old ones are scanned: so many that it does not happen."""

_lock = Lock()
_usual: list[tuple[int, int, int]] = []
"""The usual thresholds, once for each caller still inside: calls of several threads may overlap."""


@contextmanager
def old_left_alone() -> Iterator[None]:
    """Scan only young objects while inside; also usable as a decorator."""
    with _lock:
        _usual.append(_usual[0] if _usual else gc.get_threshold())
        gc.set_threshold(*_usual[0][:2], NEVER)
    try:
        yield
    finally:
        with _lock:
            before = _usual.pop()
            if not _usual:
                gc.set_threshold(*before)
