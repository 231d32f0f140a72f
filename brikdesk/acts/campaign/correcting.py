"""Correct the past: other acts in place of one, and all that came after it done once more.

The history is played again in a copy in memory, twice: as it was, to know what today's rules make of
it, and as it should have been. What differs between the two ends is what a correction writes.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct
from sqlalchemy.exc import NoResultFound
from sqlmodel import Session, SQLModel, col, select

from brikdesk.acts.step_act import StepAct
from brikdesk.acts.turns_and_steps import Acts, EndTurn
from brikdesk.dice import Origin
from brikdesk.errors import BadInput, Refused
from brikdesk.store.act import Act, act_from_data, act_to_data, overruling
from brikdesk.store.campaign import carried_out
from brikdesk.store.file.connection import driver_connection
from brikdesk.store.journal.images import (
    Images,
    RowValues,
    from_stored,
    game_tables,
    unique_columns,
)
from brikdesk.store.lines import INSTEAD, OVERRULED, RULED, Kind, Line, Outcome, line
from brikdesk.store.moments import KnownKeys, before_act, keys_made_since, last_keys
from brikdesk.store.record import RecordedChange, insert_act, present_turn_id
from brikdesk.store.session import (
    Progress,
    campaign_session,
    forget,
    give_keys,
    one_by_one,
    unwatched,
    watcher,
)
from brikdesk.store.tables import ActRecord, ActState, Battle, Image, Turn
from brikdesk.store.views.log import STANDING, act_as_data


class Came(StrEnum):
    """What a later act came to when it was done once more."""

    SAME = "same"
    OTHERWISE = "otherwise"
    REFUSED = "refused"
    ASKS = "asks anew"
    STANDS = "stands as it was"


class Later(Struct, frozen=True):
    """A later act: its lines as they were and as they are now, and why it was not done.

    Where a turn was ended although steps wait that have not been there before, these count as not
    done, and `why` names them.
    """

    act_id: int
    title: str
    came: Came
    before: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    why: str = ""


RowChange = tuple[str, int, RowValues | None, RowValues | None]
"""A table, a key, and the row at the end of the history as it was and as it should have been."""


class Correction(Struct, frozen=True):
    """What a correction comes to: the later acts in their order, and the rows that differ.

    `instead` are the lines of what is done in place of the act.
    """

    title: str
    instead: tuple[Line, ...]
    later: tuple[Later, ...]
    rows: tuple[RowChange, ...]

    @property
    def otherwise(self) -> tuple[Later, ...]:
        """The later acts that came to something else."""
        return tuple(each for each in self.later if each.came is not Came.SAME)


class _Repeated(Struct, frozen=True):
    """What became of an act of the history: its lines, and why it was not done."""

    came: Came
    lines: tuple[Line, ...] = ()
    why: str = ""

    @property
    def said(self) -> tuple[str, ...]:
        """Its lines as plain text."""
        return tuple(each.said() for each in self.lines)


class _Deed(Struct, frozen=True):
    """An act of the history, and the rows that it `wrote` where it cannot be worked out anew."""

    act: Act
    wrote: tuple[RowChange, ...] | None = None


_WHENEVER = datetime(2026, 1, 1, tzinfo=UTC)
"""When an act was done once more: nothing asks for it."""


class _History:
    """A copy in memory of a campaign as it was before an act, in which it is played on."""

    def __init__(self, memory: Session, made: Mapping[int, Mapping[str, list[int]]]) -> None:
        self.session = campaign_session(memory)
        self._made = made
        self._written = 0
        self._last = last_keys(memory.connection())

    def do(self, act: Act, act_id: int) -> _Repeated:
        """Do an act with the keys that the act of this number has used."""
        session = self.session
        session.begin_anew()
        give_keys(session, KnownKeys(self._made.get(act_id, {}), self._last))
        try:
            return self._tried(act)
        except Refused as refused:
            if not isinstance(act, EndTurn):
                return _Repeated(Came.REFUSED, why=str(refused))
            # The turn ends all the same: what waits in it counts as not done.
            goes_on = overruling(act, *(each.rule for each in refused.refusals))
            try:
                return _Repeated(Came.ASKS, self._tried(goes_on).lines, str(refused))
            except (Refused, BadInput) as error:
                return _Repeated(Came.REFUSED, why=str(error))
        except BadInput as error:
            # A step that is still there asks for other dice or choices; all else names what is not there.
            came = Came.ASKS if isinstance(act, StepAct) else Came.REFUSED
            return _Repeated(came, why=str(error))
        except NoResultFound:
            return _Repeated(Came.REFUSED, why="What it names is not there.")

    def put(self, act: Act, rows: Sequence[RowChange]) -> _Repeated:
        """Write what an earlier correction wrote: it cannot be worked out anew in the middle of this."""
        self._journal(act, lambda: _written(self.session, rows))
        forget(self.session)
        return _Repeated(Came.SAME)

    def let_stand(self, act: Act, rows: Sequence[RowChange]) -> _Repeated:
        """Write what an act wrote then, whatever came of it now; of rows that are not there nothing."""
        there = self.rows()
        known = [row for row in rows if row[2] is None or (row[0], row[1]) in there]
        self._journal(act, lambda: _written(self.session, known))
        forget(self.session)
        return _Repeated(Came.STANDS)

    def _tried(self, act: Act) -> _Repeated:
        session = self.session
        inner = session.begin_nested()
        try:
            outcome = self._journal(act, lambda: carried_out(act, session))
        except BaseException:
            inner.rollback()
            forget(session)
            raise
        inner.commit()
        return _Repeated(Came.SAME, outcome.lines)

    def _journal(self, act: Act, does: Callable[[], Outcome]) -> Outcome:
        """Do something, and write it into the journal: later acts ask there what has been."""
        session = self.session
        turn_id = present_turn_id(driver_connection(session.connection()))
        images = session.images = Images()
        try:
            outcome = does()
            session.flush()
        finally:
            session.images = None
        self._written += 1
        name = f"once more {self._written}"
        data = {"act": type(act).__name__, **act.as_data()}
        deed = RecordedChange("act", _WHENEVER, outcome.title, name, data)
        insert_act(session, act, outcome, turn_id, images.changed(), deed)
        return outcome

    def rows(self) -> dict[tuple[str, int], RowValues]:
        """Return the values of every row of the game."""
        connection = self.session.connection()
        return {
            (table.name, row["id"]): dict(row)
            for table in game_tables()
            for row in connection.execute(table.select()).mappings()
        }


def check_correctable(session: Session, act_id: int) -> ActRecord:
    """Return the act that is to be corrected. Raise BadInput where it cannot be."""
    record = session.get(ActRecord, act_id)
    if record is None or record.state is not ActState.DONE:
        why = "is not there" if record is None else "was undone or belongs to a sealed past"
        raise BadInput(f"Act {act_id} {why}: only what stands can be corrected.", "act_id")
    battle = session.exec(select(Battle.id).order_by(col(Battle.id).desc())).first()
    turn = session.get(Turn, record.turn_id) if record.turn_id else None
    if turn is None or turn.battle_id != battle or record.name == "StartBattle":
        raise BadInput("Only what was done in a turn of this battle can be corrected.", "act_id")
    return record


def correction(
    session: Session,
    act_id: int,
    acts: Sequence[Act],
    progress: Progress = unwatched,
    stand: Collection[int] = (),
) -> Correction:
    """Return what comes of it when `acts` are done in place of an act. Nothing is written.

    The later acts in `stand` are not done once more: what they wrote then stands. Raise BadInput where
    the act cannot be corrected, one of the acts cannot be done there, or what is to stand names what is
    not there any more; Refused where a rule forbids it.
    """
    record = check_correctable(session, act_id)
    after = select(ActRecord).where(col(ActRecord.id) >= act_id, col(ActRecord.state).in_(STANDING))
    ids = [each.id or 0 for each in session.exec(after.order_by(col(ActRecord.id)))]
    past = [(each, _deed(session, each)) for each in ids]
    titles = {each: session.get_one(ActRecord, each).title for each in ids}
    made = keys_made_since(session.connection(), act_id)
    file = driver_connection(session.connection())
    with before_act(file, act_id) as there:
        history = _History(there, made)
        was = [_again(history, *deed) for deed in one_by_one(progress, "As it was", past)]
        rows = history.rows()
    with before_act(file, act_id) as there:
        history = _History(there, made)
        instead: list[Line] = []
        for act in acts:
            done = history.do(act, act_id)
            instead += done.lines
            if done.came is not Came.SAME:
                raise BadInput(f"In that moment it cannot be done: {done.why}", "acts")
        now = [
            history.let_stand(deed.act, _rows_of(session, each))
            if each in stand
            else _again(history, each, deed)
            for each, deed in one_by_one(progress, "As it is", past[1:])
        ]
        became = history.rows()
        _check_names(there, stand)
    later = tuple(
        _compared(each, titles[each], old, new)
        for (each, _), old, new in zip(past[1:], was[1:], now, strict=True)
    )
    keys = sorted(rows.keys() | became.keys())
    changed = [(*key, rows.get(key), became.get(key)) for key in keys]
    differing = tuple(row for row in changed if row[2] != row[3])
    return Correction(record.title, tuple(instead), later, differing)


def _deed(session: Session, act_id: int) -> _Deed:
    """Return an act of the history, with what it wrote where it is a correction itself."""
    act = act_from_data(act_as_data(session, act_id))
    return _Deed(act, _rows_of(session, act_id) if isinstance(act, CorrectPast) else None)


def _check_names(session: Session, stand: Collection[int]) -> None:
    """Raise BadInput where a row names one that is not there any more."""
    if driver_connection(session.connection()).execute("PRAGMA foreign_key_check").fetchone():
        what = "What should stand as it was" if stand else "Something that came later"
        words = f"{what} names something that is not there any more."
        raise BadInput(words, "stand" if stand else "acts")


def _rows_of(session: Session, act_id: int) -> tuple[RowChange, ...]:
    """Return the rows that an act of the history wrote."""
    tables = {table.name: table for table in game_tables()}
    images = session.exec(select(Image).where(Image.act_id == act_id).order_by(col(Image.id)))
    return tuple(
        (
            each.table,
            each.row_id,
            each.before and from_stored(tables[each.table], each.before),
            each.after and from_stored(tables[each.table], each.after),
        )
        for each in images
    )


def _again(history: _History, act_id: int, deed: _Deed) -> _Repeated:
    if deed.wrote is None:
        return history.do(deed.act, act_id)
    return history.put(deed.act, deed.wrote)


def _compared(act_id: int, title: str, old: _Repeated, new: _Repeated) -> Later:
    if new.came is Came.STANDS:
        return Later(act_id, title, new.came, old.said, old.said)
    same = (old.came, old.said, old.why) == (new.came, new.said, new.why)
    came = Came.SAME if same else Came.OTHERWISE if new.came is Came.SAME else new.came
    return Later(act_id, title, came, old.said, new.said, new.why)


MOST_NAMED = 20
"""The most later acts that the log names one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPast(Act):
    """Have other acts in place of one of this battle, and all that came after it follow from them.

    `acts` are done where `act_id` was; with none, it has never been. Each later act is done once
    more with its dice; one that is refused there is left out. What those in `stand` wrote then stands as
    it was. Written is what differs at the end.
    """

    takes_long: ClassVar[bool] = True
    act_id: int
    acts: Acts = ()
    stand: tuple[int, ...] = ()
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the rows that differ. BadInput and Refused as `correction` raises them."""
        acts = tuple(overruling(_outside_the_seal(act), *self.overruled) for act in self.acts)
        found = correction(session, self.act_id, acts, watcher(session), self.stand)
        turn_id = session.get_one(ActRecord, self.act_id).turn_id
        number = session.get_one(Turn, turn_id).number
        _write(session, found.rows)
        _check_names(session, self.stand)
        why = f" {self.reason.strip()}" if self.reason.strip() else ""
        instead = "It is left out." if not self.acts else "It was done otherwise."
        first = line(
            Kind.RULING, "The past is corrected.", f"Turn {number}: {found.title}. {instead}{why}"
        )
        # As a step it settles counts in its own turn alone.
        settles = turn_id == present_turn_id(driver_connection(session.connection()))
        done = tuple(
            replace(
                each,
                # A ruling is found by its lead.
                lead=each.lead if each.lead in (OVERRULED, RULED) else INSTEAD + each.lead,
                step=each.step if settles else "",
            )
            for each in found.instead
        )
        return Outcome(f"Correct: {found.title}", (first, *done, *_consequences(found)))


def _outside_the_seal(act: Act) -> Act:
    """Return an act with its sealed dice as rolled ones: no seal proves what they are used for now."""
    words = json.dumps(act_to_data(act))
    sealed = f'"origin": "{Origin.SEALED.value}"'
    outside = words.replace(sealed, f'"origin": "{Origin.ROLLED.value}"')
    return act if outside == words else act_from_data(json.loads(outside))


_LEADS = {
    Came.OTHERWISE: "Now:",
    Came.REFUSED: "Left out:",
    Came.ASKS: "Open:",
    Came.STANDS: "Stands as it was:",
}


def _consequences(found: Correction) -> Iterator[Line]:
    """Yield a line for each later act that came to something else."""
    for each in found.otherwise[:MOST_NAMED]:
        words = each.why if each.came is Came.REFUSED else " ".join(each.now) or each.why
        lead = _LEADS[each.came]
        yield line(Kind.RULING, lead, f"{each.title}. {words}")
    if (more := len(found.otherwise) - MOST_NAMED) > 0:
        yield line(Kind.RULING, "And more:", f"{more} later acts came to something else.")


def _written(session: Session, rows: Sequence[RowChange]) -> Outcome:
    """Write the rows of an act of the history, and say nothing of it."""
    _write(session, rows)
    return Outcome("", ())


def _write(session: Session, rows: Sequence[RowChange]) -> None:
    """Write into the campaign what differs between the two ends of the history."""
    models = {str(each.class_.__tablename__): each.class_ for each in SQLModel._sa_registry.mappers}
    # A value that no two rows share may pass from one to another: both are deleted and made anew.
    gone = [
        (name, key)
        for name, key, was, now in rows
        if now is None or any(was and was[each] != now[each] for each in unique_columns(name))
    ]
    for name, key in gone:
        if (row := session.get(models[name], key)) is not None:
            session.delete(row)
    session.flush()
    for name, key, was, now in rows:
        if now is None:
            continue
        row = session.get(models[name], key)
        if row is None:
            session.add(models[name](**now))
            continue
        for column, value in now.items():
            if was is None or was[column] != value:
                setattr(row, column, value)
        session.add(row)
    session.flush()
