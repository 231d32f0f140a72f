"""The hash chain of the journal, and how far a campaign is along it."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection
from sqlmodel import Session, col, select

from brikdesk.store.file.connection import driver_connection, open_connection, rows_to_json
from brikdesk.store.file.verify import LAST_KEY
from brikdesk.store.tables import ActRecord, ActState, StateChange

ACT = "id, uuid, turn_id, name, arguments, title, done_at"
LINE = (
    "id, turn_id, kind, lead, parts, sums, rule, player_id, unit_id, step, overruled, typed, rolled"
)
IMAGE = 'id, "table", row_id, before, after'
CHANGE = "after_act, act_id, state, taken, done_at"

SqlRow = Sequence[Any]


class Link(Struct, frozen=True):
    """One link of the chain: an act that was done, or an act whose state was changed later.

    `act_id`, `uuid` and `title` name the act (0 and empty if all acts were sealed). `state` is its
    state after this link: DONE (done or redone), UNDONE or SEALED.
    """

    act_id: int
    uuid: str
    title: str
    state: ActState
    done_at: datetime
    chain: str


def links(session: Session) -> tuple[Link, ...]:
    """Return the whole chain, oldest first."""
    acts = session.exec(select(*_OF_ACT).order_by(col(ActRecord.id))).all()
    names = {act_id: (uuid, title) for act_id, uuid, title, *_ in acts}
    changes = session.exec(select(StateChange).order_by(col(StateChange.id))).all()
    of_act: dict[int, list[Link]] = {}
    for change in changes:
        # A row with `taken` is no change of a state: it stands for the journal before it.
        if change.taken is None:
            uuid, title = names.get(change.act_id or 0, ("", ""))
            link = Link(change.act_id or 0, uuid, title, change.state, change.done_at, change.chain)
            of_act.setdefault(change.after_act, []).append(link)
    found: list[Link] = []
    for act_id, uuid, title, done_at, chain in acts:
        found += [Link(act_id, uuid, title, ActState.DONE, done_at, chain), *of_act.get(act_id, ())]
    return tuple(found)


def head(session: Session) -> Link | None:
    """Return the newest link of the chain; None in an empty campaign."""
    changed = select(StateChange).where(col(StateChange.taken).is_(None))
    change = session.exec(changed.order_by(col(StateChange.id).desc()).limit(1)).first()
    newest = select(*_OF_ACT).order_by(col(ActRecord.id).desc()).limit(1)
    act = session.exec(newest).first()
    if act is None or change is None or change.after_act < act[0]:
        return act and Link(act[0], act[1], act[2], ActState.DONE, act[3], act[4])
    named = session.get(ActRecord, change.act_id) if change.act_id else None
    uuid, title = (named.uuid, named.title) if named else ("", "")
    return Link(change.act_id or 0, uuid, title, change.state, change.done_at, change.chain)


_OF_ACT: Any = ActRecord.id, ActRecord.uuid, ActRecord.title, ActRecord.done_at, ActRecord.chain


def add_act(connection: Connection, act_id: int) -> None:
    """Add an act to the chain, once its record, lines and images are written.

    They are read back from SQLite, so that the hash covers exactly what the file holds.
    """
    file = driver_connection(connection)
    before = last_chain(file, act_id)
    record = file.execute(f"SELECT {ACT} FROM act WHERE id = ?", (act_id,)).fetchone()
    lines = file.execute(f"SELECT {LINE} FROM logline WHERE act_id = ? ORDER BY id", (act_id,))
    images = digest_of_images(
        file.execute(f"SELECT {IMAGE} FROM image WHERE act_id = ? ORDER BY id", (act_id,))
    )
    chain = chain_of_act(before, record, images, lines.fetchall())
    file.execute("UPDATE act SET images = ?, chain = ? WHERE id = ?", (images, chain, act_id))


def add_change(
    connection: Connection, act_id: int | None, state: ActState, done_at: datetime
) -> None:
    """Add an undo, redo or sealing to the chain; without an `act_id` it is of all acts done."""
    file = driver_connection(connection)
    (after,) = file.execute("SELECT coalesce(max(id), 0) FROM act").fetchone()
    before = last_chain(file)
    row = (after, act_id, state.name, None, sqlite_moment(done_at))
    sql = f"INSERT INTO statechange ({CHANGE}, chain) VALUES (?, ?, ?, ?, ?, ?)"
    file.execute(sql, (*row, chain_of_change(before, row)))


def sqlite_moment(when: datetime) -> str:
    """Return a moment as SQLAlchemy writes it into a column."""
    return when.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def last_chain(
    file: sqlite3.Connection, before_act: int = LAST_KEY, before_change: int = LAST_KEY
) -> str:
    """Return the newest chain value, or the newest before an act or a change; empty if there is none."""
    newest = "ORDER BY id DESC LIMIT 1"
    acts = f"SELECT id, chain FROM act WHERE id < ? {newest}"
    changes = f"SELECT after_act, chain FROM statechange WHERE id < ? {newest}"
    act = file.execute(acts, (before_act,)).fetchone()
    change = file.execute(changes, (before_change,)).fetchone()
    if change and (act is None or change[0] >= act[0]):
        return str(change[1])
    return str(act[1]) if act else ""


def chain_of_act(before: str, record: SqlRow, images: str, lines: Sequence[SqlRow]) -> str:
    """Return the chain value of an act: its record, images' digest and lines, and the one before."""
    return _hash(before, ["act", record, images, lines], [record, *lines])


def chain_of_change(before: str, change: SqlRow, journal: str = "") -> str:
    """Return the chain value of a change of state; `journal` is the digest that it takes over."""
    return _hash(before, ["state", change, journal], [change])


def _hash(before: str, value: Any, rows: Sequence[SqlRow]) -> str:
    return hashlib.sha256(f"{before}\n".encode() + rows_to_json(value, rows)).hexdigest()


def digest_of_images(images: Iterable[SqlRow]) -> str:
    """Hash the images of one act."""
    rows = list(images)
    return hashlib.sha256(rows_to_json(rows, rows)).hexdigest()


def grouped(rows: Iterator[SqlRow]) -> Callable[[int], list[SqlRow]]:
    """Return a function that reads the rows of one act after another, in a single pass.

    The rows are ordered by act and begin with its number. Acts must be asked for in rising order.
    """
    groups = groupby(rows, key=itemgetter(0))
    waiting = next(groups, None)

    def of_act(act_id: int) -> list[SqlRow]:
        nonlocal waiting
        while waiting and waiting[0] < act_id:
            waiting = next(groups, None)
        if waiting is None or waiting[0] > act_id:
            return []
        found = [row[1:] for row in waiting[1]]
        waiting = next(groups, None)
        return found

    return of_act


class Tip(Struct, frozen=True):
    """One state of a campaign: its newest act, and the newest link of its chain."""

    act: int
    chain: str

    def as_data(self) -> list[Any]:
        """Return it as JSON values."""
        return [self.act, self.chain]


EMPTY = Tip(0, "")
"""A campaign in which nothing has been done."""

_TIP = """
    SELECT id, chain FROM act WHERE id = (SELECT max(id) FROM act)
    UNION ALL
    SELECT after_act, chain FROM statechange WHERE id = (SELECT max(id) FROM statechange)
"""
_LINK = """
    SELECT EXISTS (SELECT 1 FROM act WHERE id = ? AND chain = ?)
        OR EXISTS (SELECT 1 FROM statechange WHERE after_act = ? AND chain = ?)
"""


def tip_from_data(data: Any) -> Tip:
    """Read what `as_data` returned. Raise ValueError or TypeError for anything else."""
    act, chain = data
    return Tip(int(act), str(chain))


def tip_of(connection: sqlite3.Connection) -> Tip:
    """Return how far the campaign is."""
    found = connection.execute(_TIP).fetchall()  # all, so that no lock is kept for another row
    # The change of a state that came after the newest act is newer than the act.
    tips = [Tip(*row) for row in found]
    return max(reversed(tips), key=lambda tip: tip.act, default=EMPTY)


def holds(connection: sqlite3.Connection, tip: Tip) -> bool:
    """Return whether a campaign is in a state or went through it."""
    asked = (tip.act, tip.chain, tip.act, tip.chain)
    return tip == EMPTY or bool(connection.execute(_LINK, asked).fetchall()[0][0])


BRANCH = "BeginAnew"
"""The name of the act with which a copy on purpose becomes a campaign of its own."""

_BRANCH = """
    SELECT act.uuid FROM image JOIN act ON act.id = image.act_id
    WHERE image."table" = 'campaign' AND act.name = ? ORDER BY act.id DESC LIMIT 1
"""


def origin_of(connection: sqlite3.Connection) -> str:
    """Return what tells a campaign from any other, and all its copies share; empty without acts.

    It is the uuid of the first act, or of the act with which it was made of another campaign.
    """
    # By the images of the campaign's one row: they are few, and found by an index.
    found = connection.execute(_BRANCH, (BRANCH,)).fetchall()
    found = found or connection.execute("SELECT uuid FROM act WHERE id = 1").fetchall()
    return str(found[0][0]) if found else ""


def tip_of_file(path: Path) -> Tip:
    """Return how far a file of the present format is. Raise sqlite3.Error if it is not readable."""
    with closing(open_connection(path, read_only=True)) as connection:
        return tip_of(connection)
