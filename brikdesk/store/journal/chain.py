"""The chain of the journal: each act's hash covers the one before it and everything of its record.

What is hashed of an act is what the file holds of it: number, uuid, player turn, name, arguments,
title and time, its lines of the log, and the digest of its row images. That digest is kept in the
record, so that an act whose images were dropped (undone, then overtaken) can still be verified.
Undo, redo and sealing add a `StateChange`, which is a link of the same chain.

For those who compare two files (`campaign.reading(links)` on each):

- `links(session)` gives the chain, oldest first: a `Link` for each act done and each state changed,
  with the act's number, uuid, title, the moment, and the chain value. Two files share their past
  as far as their chain values are the same; an older copy's links are the beginning of the other's.
- `head(session)` gives the newest link, none in an empty campaign.
- `link_of(session, act_id)` gives the link by which an act was done.

The formulas are part of the file format. Files of format 1 had a hash of each act's arguments only
(`format1.py`); at their migration, and where the referee accepts altered values, the journal is
taken over as it stands: one row of `StateChange` holds the digest of all of it. Such a row is no
link of its own, so that a copy of an old file does not differ from its origin by being migrated.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, null
from sqlmodel import Session, col, select

from brikdesk.store.file.connection import driver_connection, to_json
from brikdesk.store.tables import ActRecord, ActState, StateChange

ACT = "id, uuid, turn_id, name, arguments, title, done_at"
LINE = (
    "id, turn_id, kind, lead, parts, sums, rule, player_id, unit_id, step, overruled, typed, rolled"
)
IMAGE = 'id, "table", row_id, before, after'
CHANGE = "after_act, act_id, state, taken, done_at"

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Link:
    """One link of the chain: an act that was done, or an act whose state was changed later.

    `act_id`, `uuid` and `title` name the act (0 and empty where all acts were sealed), `state` is
    what became of it: DONE by doing or redoing it, UNDONE, SEALED.
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
        if change.taken is None:
            uuid, title = names.get(change.act_id or 0, ("", ""))
            link = Link(change.act_id or 0, uuid, title, change.state, change.done_at, change.chain)
            of_act.setdefault(change.after_act, []).append(link)
    found: list[Link] = []
    for act_id, uuid, title, done_at, chain in acts:
        found += [Link(act_id, uuid, title, ActState.DONE, done_at, chain), *of_act.get(act_id, ())]
    return tuple(found)


def head(session: Session) -> Link | None:
    """Return the newest link of the chain; none in an empty campaign."""
    changed = select(StateChange).where(col(StateChange.taken).is_(None))
    change = session.exec(changed.order_by(col(StateChange.id).desc()).limit(1)).first()
    newest = select(*_OF_ACT).order_by(col(ActRecord.id).desc()).limit(1)
    act = session.exec(newest).first()
    if act is None or change is None or change.after_act < act[0]:
        return act and Link(act[0], act[1], act[2], ActState.DONE, act[3], act[4])
    named = session.get(ActRecord, change.act_id) if change.act_id else None
    uuid, title = (named.uuid, named.title) if named else ("", "")
    return Link(change.act_id or 0, uuid, title, change.state, change.done_at, change.chain)


def link_of(session: Session, act_id: int) -> Link | None:
    """Return the link by which an act was done; none where there is no such act."""
    act = session.exec(select(*_OF_ACT).where(ActRecord.id == act_id)).first()
    return act and Link(act[0], act[1], act[2], ActState.DONE, act[3], act[4])


_OF_ACT: Any = (
    ActRecord.id,
    ActRecord.uuid,
    ActRecord.title,
    ActRecord.done_at,
    ActRecord.chain,
)


def add_act(connection: Connection, act_id: int) -> None:
    """Add an act to the chain, once its record, lines and images are written.

    They are read back, so that what is hashed is what the file holds.
    """
    file = driver_connection(connection)
    before = last_chain(file, act_id)
    record = file.execute(f"SELECT {ACT} FROM act WHERE id = ?", (act_id,)).fetchone()
    lines = file.execute(f"SELECT {LINE} FROM logline WHERE act_id = ? ORDER BY id", (act_id,))
    images = digest_of_images(
        file.execute(f"SELECT {IMAGE} FROM image WHERE act_id = ? ORDER BY id", (act_id,))
    )
    chain = chain_of_act(before, record, images, lines.fetchall())
    connection.exec_driver_sql(
        "UPDATE act SET images = ?, chain = ? WHERE id = ?", (images, chain, act_id)
    )


def add_change(
    connection: Connection, act_id: int | None, state: ActState, done_at: datetime
) -> None:
    """Add the undoing, redoing or sealing of an act to the chain; none means all that are done."""
    file = driver_connection(connection)
    (after,) = file.execute("SELECT coalesce(max(id), 0) FROM act").fetchone()
    before = last_chain(file)
    row = {"after_act": after, "act_id": act_id, "state": state, "taken": null()}
    values = {**row, "done_at": done_at, "chain": ""}
    made = connection.execute(insert(StateChange).values(values)).inserted_primary_key
    assert made
    written = file.execute(f"SELECT {CHANGE} FROM statechange WHERE id = ?", (made[0],)).fetchone()
    connection.exec_driver_sql(
        "UPDATE statechange SET chain = ? WHERE id = ?", (chain_of_change(before, written), made[0])
    )


def last_chain(file: sqlite3.Connection, before_act: int | None = None) -> str:
    """Return the newest chain value, of the acts before one if that is named; empty without any."""
    older = "" if before_act is None else f"WHERE id < {before_act:d}"
    act = file.execute(f"SELECT id, chain FROM act {older} ORDER BY id DESC LIMIT 1").fetchone()
    change = file.execute(
        "SELECT after_act, chain FROM statechange ORDER BY id DESC LIMIT 1"
    ).fetchone()
    if change and (act is None or change[0] >= act[0]):
        return str(change[1])
    return str(act[1]) if act else ""


def chain_of_act(before: str, record: Row, images: str, lines: Sequence[Row]) -> str:
    """Hash an act's record, the digest of its images and its lines with the chain before it."""
    return _hash(before, ["act", list(record), images, [list(line) for line in lines]])


def chain_of_change(before: str, change: Row, journal: str = "") -> str:
    """Hash a change of state with the chain before it, and with what it takes over, if so."""
    return _hash(before, ["state", list(change), journal])


def _hash(before: str, value: Any) -> str:
    return hashlib.sha256(f"{before}\n{to_json(value)}".encode()).hexdigest()


def digest_of_images(images: Iterable[Row]) -> str:
    """Hash the images of one act."""
    return hashlib.sha256(to_json([list(image) for image in images]).encode()).hexdigest()


def grouped(rows: Iterator[Row]) -> Callable[[int], list[Row]]:
    """Read rows that are ordered by their act, the act's number first, one act after another."""
    waiting: list[Row] = []

    def of_act(act_id: int) -> list[Row]:
        found: list[Row] = []
        while True:
            row = waiting.pop() if waiting else next(rows, None)
            if row is None:
                return found
            if row[0] > act_id:
                waiting.append(row)
                return found
            if row[0] == act_id:
                found.append(row[1:])

    return of_act
