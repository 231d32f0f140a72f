"""The log as the window, the report and the command line read it, and acts by number."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct, field
from sqlalchemy import ColumnElement, and_, or_, text
from sqlalchemy.orm import defer, load_only
from sqlmodel import Session, col, func, select

from brikdesk.copied import copied
from brikdesk.dice import Origin
from brikdesk.store.lines import (
    OVERRULED,
    RULED,
    Kind,
    Line,
    LinePart,
    Sum,
    count_dice,
    part_text,
    parts_from_data,
    sums_from_data,
)
from brikdesk.store.record import CAN_BE_UNDONE
from brikdesk.store.session import until_written
from brikdesk.store.tables import ActRecord, ActState, Image, LogLine, Turn
from brikdesk.store.views import view

FILTERS: dict[str, frozenset[Kind]] = {
    "attacks": frozenset({Kind.ATTACK, Kind.BLAST}),
    "fires and fields": frozenset({Kind.FIRE, Kind.SMOKE, Kind.GAS, Kind.FIELD}),
    "in the air": frozenset({Kind.AIR, Kind.DUD, Kind.BLAST}),
    "ammo and homing": frozenset({Kind.AMMO, Kind.HOMING, Kind.MARK, Kind.POWER}),
    "units lost": frozenset({Kind.LOST, Kind.MORTAL}),
    "rulings": frozenset({Kind.RULING, Kind.SKIPPED, Kind.NOTE}),
}
"""The kinds of lines that each filter of the log shows; "undone" and "everything" need none."""

EVERYTHING, UNDONE, RULINGS = "everything", "undone", "rulings"
STANDING = (ActState.DONE, ActState.SEALED)
"""States of acts that are neither undone nor overtaken; a correction may have taken their place."""
# HISTORY: undone, and another act has followed, so that it can no longer be redone.
_TAKEN_BACK = (ActState.UNDONE, ActState.HISTORY)


class LogEntry(Struct, frozen=True):
    """One line of the log with its turn, faction and act."""

    id: int
    act_id: int
    turn_id: int
    number: int
    turn_player_id: int
    kind: Kind
    lead: str
    parts: tuple[LinePart, ...]
    rule: str
    player_id: int | None
    unit_id: int | None
    step: str
    undone: bool
    overruled: tuple[str, ...]
    done_at: datetime
    title: str = field(default="")
    sums: tuple[Sum, ...] = ()

    @property
    def line(self) -> Line:
        """The line as an act made it."""
        return copied(Line, self)

    @property
    def words(self) -> str:
        """The line as plain text, with the word Undone before it where it is."""
        return _in_words(self.line, undone=self.undone, overruled=bool(self.overruled))

    def dice(self, *origins: Origin) -> int:
        """Count its dice of these origins."""
        return count_dice(self.parts, *origins)


@view(LogLine, ActRecord, Turn)
def log(
    session: Session,
    turn_id: int | None = None,
    after: int = 0,
    before: int | None = None,
    newest: int | None = None,
    only: str = EVERYTHING,
    act_id: int | None = None,
    unit_id: int | None = None,
) -> tuple[LogEntry, ...]:
    """Return the log, oldest first.

    `turn_id` only one player turn, `after` and `before` only lines with keys between those,
    `newest` only so many of the newest lines, `only` what one of the filters lets through, `act_id`
    only the lines of one act, `unit_id` only those about one unit.
    """
    wanted = _WHOLE.where(col(LogLine.id) > after, *_let_through(session, turn_id, before, only))
    if act_id is not None:
        wanted = wanted.where(LogLine.act_id == act_id)
    if unit_id is not None:
        wanted = wanted.where(LogLine.unit_id == unit_id)
    if newest is None:
        rows = list(session.exec(wanted.order_by(col(LogLine.id))))
    else:
        # LIMIT counts from the front, so the newest are read first and then turned round.
        rows = list(session.exec(wanted.order_by(col(LogLine.id).desc()).limit(newest)))[::-1]
    otherwise = corrected(session)
    return tuple(_entry(otherwise, *row) for row in rows)


_WHOLE = (
    select(LogLine, ActRecord, Turn)
    .join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
    # Lines of acts between battles have no turn, and must not fall out.
    .join(Turn, col(Turn.id) == col(LogLine.turn_id), isouter=True)
    .options(defer(ActRecord.arguments))  # type: ignore[arg-type]  # large, and not shown
)


def _let_through(
    session: Session, turn_id: int | None, before: int | None, only: str
) -> list[ColumnElement[bool]]:
    """Return the conditions of the wanted lines."""
    wanted: list[ColumnElement[bool]] = []
    if before is not None:
        wanted.append(col(LogLine.id) < before)
    if turn_id is not None:
        wanted.append(col(LogLine.turn_id) == turn_id)
    if only == UNDONE:
        otherwise = col(ActRecord.id).in_(corrected(session))
        wanted.append(or_(col(ActRecord.state).in_(_TAKEN_BACK), otherwise))
    elif only != EVERYTHING:
        wanted.append(_of_filter(only))
    return wanted


class RulingRow(Struct, frozen=True):
    """A decision of the referee: in words, about which rule ("" for none), and when.

    `overruled`: a rule was set aside; else the referee wrote a ruling. `number` is the turn, 0 outside.
    """

    act_id: int
    line_id: int
    rule: str
    words: str
    overruled: bool
    number: int
    turn_player_id: int
    at: datetime


@view(LogLine, ActRecord, Turn)
def rulings(session: Session, rule: str = "") -> tuple[RulingRow, ...]:
    """Return the rulings that stand, oldest first; of one rule, if that is given."""
    of_rulings = _WHOLE.where(
        LogLine.kind == Kind.RULING.value,
        col(LogLine.lead).in_((OVERRULED, RULED)),
        that_count(session),
        *([LogLine.rule == rule] if rule else []),
    )
    nothing = frozenset[int]()
    entries = (_entry(nothing, *row) for row in session.exec(of_rulings.order_by(col(LogLine.id))))
    return tuple(
        RulingRow(
            entry.act_id, entry.id, entry.rule, " ".join(part_text(each) for each in entry.parts),
            entry.lead == OVERRULED, entry.number, entry.turn_player_id, entry.done_at,
        )
        for entry in entries
    )  # fmt: skip


LONGEST_BEFORE = 140


@view(LogLine, ActRecord, Turn)
def ruled_before(session: Session, rule: str) -> str:
    """Return in a sentence how the referee has decided on a rule before; "" where he has not."""
    found = rulings(session, rule) if rule else ()
    if not found:
        return ""
    last, times = found[-1], len(found)
    when = f"on Turn {last.number}" if last.number else "before the battle"
    how = "overruled" if last.overruled else "ruled"
    more = f", {times} times so far" if times > 1 else ""
    words = last.words if len(last.words) <= LONGEST_BEFORE else f"{last.words[:LONGEST_BEFORE]}…"
    return f"Decided {when}{more}: {how}. “{words}”"


class Found(Struct, frozen=True):
    """The lines of one part of the log that match a search, newest first.

    `looked_to` is the key of the oldest line searched; 0 if the whole log has been searched.
    """

    lines: tuple[LogEntry, ...]
    looked_to: int


@view(LogLine, ActRecord, Turn)
def lines_with(
    session: Session,
    words: tuple[str, ...],
    before: int | None,
    most: int,
    turn_id: int | None = None,
    only: str = EVERYTHING,
) -> Found:
    """Search the newest `most` lines with keys below `before` for lines that hold every word.

    `words` are casefolded. Only the searched columns are read, so that a log of 50,000 lines is
    searched, part by part, in a few moments.
    """
    looked_at = (
        select(LogLine, col(ActRecord.state))
        .join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
        .options(load_only(*_SEARCHED))
        .where(*_let_through(session, turn_id, before, only))
        .order_by(col(LogLine.id).desc())
        .limit(most)
    )
    otherwise = corrected(session)
    rows = session.exec(looked_at).all()
    keys = [
        row.id
        for row, state in rows
        if _holds(row, words, undone=state in _TAKEN_BACK or row.act_id in otherwise)
    ]
    # Fewer lines than asked for: the search has reached the oldest one.
    looked_to = (rows[-1][0].id or 0) if len(rows) == most else 0
    session.expunge_all()  # what follows reads them whole
    whole = _WHOLE.where(col(LogLine.id).in_(keys)).order_by(col(LogLine.id).desc())
    found = tuple(_entry(otherwise, *row) for row in session.exec(whole)) if keys else ()
    return Found(found, looked_to)


_SEARCHED: Any = (
    LogLine.id, LogLine.lead, LogLine.parts, LogLine.rule, LogLine.overruled, LogLine.kind,
)  # fmt: skip


def _holds(row: LogLine, words: tuple[str, ...], *, undone: bool) -> bool:
    line = Line(Kind(row.kind), row.lead, parts_from_data(row.parts), row.rule)
    marked = bool(row.overruled) and row.lead != OVERRULED
    text = _in_words(line, undone=undone, overruled=marked).casefold()
    return all(word in text for word in words)


def _in_words(line: Line, *, undone: bool, overruled: bool) -> str:
    shield = " (overruled)" if overruled else ""
    return f"{'Undone: ' if undone else ''}{line.text()}{shield}"


def _of_filter(name: str) -> ColumnElement[bool]:
    """Return the condition of a filter; rulings include acts in which a rule was overruled."""
    kinds = col(LogLine.kind).in_([kind.value for kind in FILTERS[name]])
    return or_(kinds, func.json_array_length(LogLine.overruled) > 0) if name == RULINGS else kinds


def _entry(otherwise: frozenset[int], row: LogLine, act: ActRecord, turn: Turn | None) -> LogEntry:
    return copied(
        LogEntry,
        row,
        turn_id=row.turn_id or 0,
        number=turn.number if turn else 0,
        turn_player_id=turn.player_id if turn else 0,
        kind=Kind(row.kind),
        parts=parts_from_data(row.parts),
        sums=sums_from_data(row.sums),
        undone=act.state in _TAKEN_BACK or row.act_id in otherwise,
        # What tells of the overruling itself needs no mark of it.
        overruled=() if row.lead == OVERRULED else tuple(row.overruled),
        done_at=act.done_at.replace(tzinfo=UTC),  # SQLite keeps no zone
        title=act.title,
    )


CORRECTION = "CorrectPast"
"""The name of the act that has other acts in place of one."""


def corrected(session: Session) -> frozenset[int]:
    """Return the acts that never were as they were done: a later act that stands has corrected them."""

    def ask() -> frozenset[int]:
        acts = select(ActRecord.id, ActRecord.arguments).where(
            ActRecord.name == CORRECTION, col(ActRecord.state).in_(STANDING)
        )
        found = set[int]()
        # The newest first: a correction that was corrected itself has corrected nothing.
        for act_id, arguments in session.exec(acts.order_by(col(ActRecord.id).desc())):
            if act_id not in found:
                found.add(int(arguments["act_id"]))
        return frozenset(found)

    return until_written(session, "corrected", ask)


@view(ActRecord)
def corrected_acts(session: Session) -> frozenset[int]:
    """Return the acts of which a correction took the place."""
    return corrected(session)


def that_count(session: Session) -> ColumnElement[bool]:
    """Return the condition of acts that count: they stand, and no correction took their place."""
    stands = col(ActRecord.state).in_(STANDING)
    never_were = corrected(session)
    return and_(stands, col(ActRecord.id).not_in(never_were)) if never_were else stands


class UndoState(Struct, frozen=True):
    """What undo and redo would do now: titles, empty where there is nothing."""

    undo: tuple[str, ...]
    redo: tuple[str, ...]


@view(ActRecord)
def undo_state(session: Session, most: int = 30) -> UndoState:
    """Return the titles of the acts that can be undone, newest first, and that can be redone."""
    done = select(ActRecord.title).where(text(CAN_BE_UNDONE))
    undone = select(ActRecord.title).where(ActRecord.state == ActState.UNDONE)
    return UndoState(
        undo=tuple(session.exec(done.order_by(col(ActRecord.id).desc()).limit(most))),
        redo=tuple(session.exec(undone.order_by(col(ActRecord.id)).limit(most))),
    )


@view(ActRecord)
def act_as_data(session: Session, act_id: int) -> dict[str, Any]:
    """Return an act as `act_from_data` reads it, also one that was undone; empty if there is none."""
    record = session.get(ActRecord, act_id)
    return {"act": record.name, **record.arguments} if record else {}


@view(ActRecord, Image)
def rows_to_undo(session: Session) -> int:
    """Return how many rows the next undo puts back."""
    done = select(func.max(ActRecord.id)).where(text(CAN_BE_UNDONE))
    return _rows_of(session, session.exec(done).one())


@view(ActRecord, Image)
def rows_to_redo(session: Session) -> int:
    """Return how many rows the next redo puts back."""
    # Undo goes backwards, so the oldest undone act is the one that was undone last.
    undone = select(func.min(ActRecord.id)).where(ActRecord.state == ActState.UNDONE)
    return _rows_of(session, session.exec(undone).one())


def _rows_of(session: Session, act_id: int | None) -> int:
    images = select(func.count()).select_from(Image).where(Image.act_id == act_id)
    return session.exec(images).one()


@view(ActRecord)
def acts_done(session: Session) -> int:
    """Return how many acts of the record are not undone."""
    standing = col(ActRecord.state).in_(STANDING)
    return session.exec(select(func.count()).select_from(ActRecord).where(standing)).one()


class DiceCount(Struct, frozen=True):
    """How many dice of the campaign came from the table, and how many the desk rolled."""

    typed: int
    rolled: int


@view(LogLine, ActRecord)
def dice_count(session: Session) -> DiceCount:
    """Count the dice of the whole log, without those of what was undone."""
    total = select(func.sum(col(LogLine.typed)), func.sum(col(LogLine.rolled)))
    undone = select(ActRecord.id).where(col(ActRecord.state).not_in(STANDING))
    # Few acts are undone: their lines are found by their key, and the others need not be looked up.
    sums = [
        session.exec(total).one(),
        session.exec(total.where(col(LogLine.act_id).in_(undone))).one(),
    ]
    # SQLite's SUM over no rows is NULL, not 0.
    (typed, rolled), (no_more, neither) = ([each or 0 for each in row] for row in sums)
    return DiceCount(typed - no_more, rolled - neither)


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


def highest_ever(session: Session) -> int:
    """Return the highest number that an act of this campaign has ever had, also in a copy of its past."""
    counted = text("SELECT seq FROM sqlite_sequence WHERE name = 'act'")
    return int(session.connection().execute(counted).scalar() or 0)


@view(ActRecord)
def last_number(session: Session) -> int:
    """Return the highest number that an act of this campaign has; 0 where there is none."""
    return session.exec(select(func.max(ActRecord.id))).one() or 0
