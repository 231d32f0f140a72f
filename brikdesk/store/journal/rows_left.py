"""What one change left in a campaign file: its rows of game and journal, as SQLite holds them.

They are packed into the line of the record. Put into a copy of the campaign as it was before, they
give the campaign after the change, whatever has become of the rules since: nothing is worked out
again. Each is held against the chain, so that a line that was altered is noticed.
"""

import base64
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from msgspec import Struct

from brikdesk.store.file.connection import from_json, to_json
from brikdesk.store.file.migrate import migrate
from brikdesk.store.file.schema import Schema, frozen_schema, quoted
from brikdesk.store.journal.chain import (
    ACT,
    CHANGE,
    IMAGE,
    LINE,
    chain_of_act,
    chain_of_change,
    digest_of_images,
    last_chain,
)

_JOURNAL = ("act", "logline", "image", "statechange")
_COUNTERS = "SELECT name, seq FROM sqlite_sequence WHERE name <> 'checkpoint'"
_AT_ONCE = 500
_LARGEST = 256 * 1024 * 1024
"""Bytes that the rows of one change may take when they are unpacked."""

Rows = tuple[list[str], list[list[Any]]]
"""The names of columns, and the rows."""


class NotAsPlayed(Exception):
    """Rows that were put back do not fit the chain: their line was altered, or is of another file."""


class BeforeChange(Struct, frozen=True):
    """What must be known of a file before a change, to tell afterwards what is new."""

    counters: dict[str, int]
    undone: tuple[int, ...]


def before_change(file: sqlite3.Connection) -> BeforeChange:
    """Look at a file within the transaction of a change, before anything is written."""
    undone = file.execute("SELECT id FROM act WHERE state = 'UNDONE'").fetchall()
    return BeforeChange(dict(file.execute(_COUNTERS)), tuple(row[0] for row in undone))


def rows_left(
    file: sqlite3.Connection, before: BeforeChange, touched: Iterable[tuple[str, int]]
) -> str:
    """Return, packed, what a change leaves, once all is written; `touched` names its game rows."""
    left: dict[str, Any] = {
        "format": file.execute("PRAGMA user_version").fetchone()[0],
        "rows": {},
        "keys": {},
    }
    for table in _JOURNAL:
        newer = f"SELECT * FROM {table} WHERE id > ? ORDER BY id"
        columns, rows = _read(file.execute(newer, (before.counters.get(table, 0),)))
        if rows:
            left["rows"][table] = [columns, rows]
    for name, keys in _by_table(touched).items():
        left["keys"][name] = keys
        left["rows"][name] = _of_keys(file, name, keys)
    changes = left["rows"].get("statechange", ([], []))
    changed = [dict(zip(changes[0], row, strict=True)) for row in changes[1]]
    left["sealed"] = any(change["act_id"] is None for change in changed)
    acts = {*before.undone, *(change["act_id"] for change in changed if change["act_id"])}
    left["states"] = [
        list(file.execute("SELECT id, state FROM act WHERE id = ?", (act,)).fetchone())
        for act in sorted(acts)
    ]
    now = dict(file.execute(_COUNTERS))
    left["counters"] = {n: seq for n, seq in now.items() if before.counters.get(n) != seq}
    return base64.b64encode(zlib.compress(to_json(left).encode(), 3)).decode("ascii")


def _by_table(touched: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, set[int]] = {}
    for name, key in touched:
        found.setdefault(name, set()).add(key)
    return {name: sorted(keys) for name, keys in sorted(found.items())}


def _of_keys(file: sqlite3.Connection, name: str, keys: Sequence[int]) -> Rows:
    columns: list[str] = []
    rows: list[list[Any]] = []
    rest = iter(keys)
    while some := list(islice(rest, _AT_ONCE)):
        marks = ", ".join("?" * len(some))
        asked = f"SELECT * FROM {quoted(name)} WHERE id IN ({marks}) ORDER BY id"
        columns, found = _read(file.execute(asked, some))
        rows += found
    return columns, rows


def _read(cursor: sqlite3.Cursor) -> Rows:
    columns = [column[0] for column in cursor.description]
    return columns, [[_to_data(value) for value in row] for row in cursor]


def _to_data(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode("ascii")}
    return value


def _from_data(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


def sqlite_moment(when: datetime) -> str:
    """Return a moment as SQLAlchemy writes it into a column."""
    return when.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def put_rows(file: sqlite3.Connection, packed: str) -> None:
    """Bring a file that is as it was before a change to what the change left, in one transaction.

    Raise NotAsPlayed if that does not fit the chain; the file is then as it was before.
    """
    left = _unpacked(packed)
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if version < left["format"] <= frozen_schema().version:
        migrate(file, Schema(frozen_schema().steps[: left["format"]]))
    file.execute("BEGIN IMMEDIATE")
    try:
        file.execute("PRAGMA defer_foreign_keys = ON")
        _put(file, left)
        _check(file, left)
        file.execute("COMMIT")
    except (sqlite3.IntegrityError, KeyError, ValueError, TypeError, LookupError) as error:
        raise NotAsPlayed(str(error)[:200]) from error
    except sqlite3.OperationalError as error:
        # Of tables or columns that the file does not have; what the drive reports has other codes.
        if error.sqlite_errorname == "SQLITE_ERROR":
            raise NotAsPlayed(str(error)[:200]) from error
        raise
    finally:
        if file.in_transaction:
            file.execute("ROLLBACK")


def _unpacked(packed: str) -> dict[str, Any]:
    try:
        opened = zlib.decompressobj()
        text = opened.decompress(base64.b64decode(packed, validate=True), _LARGEST)
        left: dict[str, Any] = from_json(text.decode())
        left["format"] = int(left["format"])
    except (ValueError, zlib.error, KeyError, TypeError) as error:
        raise NotAsPlayed("a line that cannot be read") from error
    return left


def _put(file: sqlite3.Connection, left: dict[str, Any]) -> None:
    for act, state in left["states"]:
        file.execute("UPDATE act SET state = ? WHERE id = ?", (state, act))
        if state == "HISTORY":
            file.execute("DELETE FROM image WHERE act_id = ?", (act,))
    if left["sealed"]:
        file.execute("UPDATE act SET state = 'SEALED' WHERE state = 'DONE'")
    for name, keys in left["keys"].items():
        gone = ((key,) for key in keys)
        file.executemany(f"DELETE FROM {quoted(name)} WHERE id = ?", gone)
    for name, (columns, rows) in left["rows"].items():
        named, marks = ", ".join(map(quoted, columns)), ", ".join("?" * len(columns))
        values = ([_from_data(value) for value in row] for row in rows)
        file.executemany(f"INSERT INTO {quoted(name)} ({named}) VALUES ({marks})", values)
    for name, last in left["counters"].items():
        file.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
        file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, last))


def _check(file: sqlite3.Connection, left: dict[str, Any]) -> None:
    """Raise NotAsPlayed unless the new links of the chain hold, and the rows are as their images."""
    images: dict[tuple[str, int], str | None] = {}
    for (act,) in file.execute(_NEW_ACTS, _newest(left, "act")).fetchall():
        _check_act(file, act)
        images |= _images(file, act, "after")
    for change, act, state in file.execute(_NEW_CHANGES, _newest(left, "statechange")).fetchall():
        _check_change(file, change)
        images |= _images(file, act, "before" if state == "UNDONE" else "after") if act else {}
    if set(images) != {(name, key) for name, keys in left["keys"].items() for key in keys}:
        raise NotAsPlayed("rows that no image names")
    for (name, key), image in images.items():
        if not _is_as_imaged(file, name, key, image):
            raise NotAsPlayed("a row unlike its image")


_NEW_ACTS = "SELECT id FROM act WHERE id >= ? ORDER BY id"
_NEW_CHANGES = "SELECT id, act_id, state FROM statechange WHERE id >= ? ORDER BY id"


def _newest(left: dict[str, Any], table: str) -> tuple[int]:
    columns, rows = left["rows"].get(table, (["id"], []))
    keys = [int(row[columns.index("id")]) for row in rows]
    return (min(keys, default=2**62),)


def _check_act(file: sqlite3.Connection, act: int) -> None:
    record = file.execute(f"SELECT {ACT} FROM act WHERE id = ?", (act,)).fetchone()
    images, chain = file.execute("SELECT images, chain FROM act WHERE id = ?", (act,)).fetchone()
    lines = file.execute(f"SELECT {LINE} FROM logline WHERE act_id = ? ORDER BY id", (act,))
    found = file.execute(f"SELECT {IMAGE} FROM image WHERE act_id = ? ORDER BY id", (act,))
    if digest_of_images(found) != images:
        raise NotAsPlayed("other images")
    if chain_of_act(last_chain(file, act), record, images, lines.fetchall()) != chain:
        raise NotAsPlayed("another act")


def _check_change(file: sqlite3.Connection, change: int) -> None:
    asked = f"SELECT {CHANGE}, chain FROM statechange WHERE id = ?"
    *written, chain = file.execute(asked, (change,)).fetchone()
    if chain_of_change(_chain_before(file, change), written) != chain:
        raise NotAsPlayed("another change")


def _chain_before(file: sqlite3.Connection, change: int) -> str:
    """Return the link before a change of state that is the newest of its file."""
    earlier = "SELECT after_act, chain FROM statechange WHERE id < ? ORDER BY id DESC LIMIT 1"
    found = file.execute(earlier, (change,)).fetchone()
    act = file.execute("SELECT id, chain FROM act ORDER BY id DESC LIMIT 1").fetchone()
    if found and (act is None or found[0] >= act[0]):
        return str(found[1])
    return str(act[1]) if act else ""


def _images(file: sqlite3.Connection, act: int, which: str) -> dict[tuple[str, int], str | None]:
    asked = f'SELECT "table", row_id, {which} FROM image WHERE act_id = ?'
    return {(name, key): image for name, key, image in file.execute(asked, (act,))}


def _is_as_imaged(file: sqlite3.Connection, name: str, key: int, image: str | None) -> bool:
    cursor = file.execute(f"SELECT * FROM {quoted(name)} WHERE id = ?", (key,))
    row = cursor.fetchone()
    if row is None or image is None:
        return row is None and image is None
    wanted = from_json(image)
    found = dict(zip((column[0] for column in cursor.description), row, strict=True))
    # A column that a later format added is in no image.
    return all(name in found and _is_same(found[name], value) for name, value in wanted.items())


def _is_same(held: Any, imaged: Any) -> bool:
    """Return whether a column holds a value that an image spells as JSON."""
    if held == imaged or _to_data(held) == imaged:
        return True
    return isinstance(held, str) and bool(_json(held) == imaged)


def _json(text: str) -> Any:
    try:
        return from_json(text)
    except ValueError:
        return text
