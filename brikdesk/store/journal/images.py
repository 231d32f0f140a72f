"""Row images: what each row was before and after an act, which act it comes from, and digests of them."""

import base64
import hashlib
import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import Enum, StrEnum
from functools import cache
from itertools import islice
from typing import Any

from sqlalchemy import JSON, Connection, Float, Table, UniqueConstraint, inspect, select
from sqlalchemy import Enum as NamedMember
from sqlalchemy.orm import LoaderCallableStatus
from sqlalchemy.orm.attributes import instance_state
from sqlmodel import Session, SQLModel

from brikdesk.store.file.connection import driver_connection, from_json, rows_to_json, to_json
from brikdesk.store.tables import NO_GAME

RowValues = dict[str, Any]
Changed = tuple[str, int, RowValues | None, RowValues | None]
"""A table's name, the key of a row, and the row before and after; None where there was no row."""


@cache
def game_tables() -> tuple[Table, ...]:
    """Return the tables that undo brings back, parents before children."""
    tables = SQLModel.metadata.sorted_tables
    return tuple(table for table in tables if table.name not in NO_GAME)


class Images:
    """Gathers the images of all rows that one session writes.

    A row written several times in one act has one image: its first before, its last after.
    """

    def __init__(self) -> None:
        self._before: dict[tuple[str, int], RowValues | None] = {}
        self._after: dict[tuple[str, int], RowValues | None] = {}
        self.writes = 0

    def changed(self) -> list[Changed]:
        """Return (table, key, before, after) of each row that differs, by table and key.

        They are sorted because SQLAlchemy writes changed rows in an order that differs from run to
        run, but an act repeated from its record must leave the same images in the same order.
        """
        rows = (
            (name, row_id, self._before[name, row_id], self._after.get((name, row_id)))
            for name, row_id in sorted(self._before)
        )
        return [row for row in rows if row[2] != row[3]]

    def note_old_rows(self, session: Session) -> None:
        """Note the rows that a flush is about to change: their old values are known only before it."""
        gone = session.deleted
        for row in (*(row for row in session.dirty if _is_modified(row)), *gone):
            if _is_game(row):
                key, now = _identity(row), _values(row)
                if key not in self._before:
                    self._before[key] = now | _old_values(session, row)
                self._after[key] = None if row in gone else now
                self.writes += 1

    def note_new_rows(self, session: Session) -> None:
        """Note the rows that a flush has added: their keys are known only after it."""
        for row in session.new:
            if _is_game(row):
                self._before.setdefault(_identity(row), None)
                self._after[_identity(row)] = _values(row)
                self.writes += 1


def put_back(connection: Connection, images: Iterable[Changed]) -> set[str]:
    """Make each row equal to its image, or delete it if the image is None.

    Before the image stands the row as it is, None where that is not known: of a row that is known only
    the columns that differ are written, so that no index and no other table is looked at without need.
    The caller must defer foreign keys. Return the names of the tables written.
    """
    touched = set()
    rest = iter(images)
    while some := list(islice(rest, _AT_ONCE)):
        touched |= _put_back(driver_connection(connection), some)
    return touched


def _put_back(file: sqlite3.Connection, images: list[Changed]) -> set[str]:
    deleted, updated, inserted = (defaultdict[str, list[Any]](list) for _ in range(3))
    for name, key, now, image in images:
        if name not in _unique_and_json():
            continue
        wanted, (unique, as_json) = image or {}, _unique_and_json()[name]
        columns = [each for each in wanted if now and now.get(each) != wanted[each]]
        stays = bool(now and wanted) and unique.isdisjoint(columns)
        columns = columns if stays else list(wanted)
        held = [to_json(wanted[each]) if each in as_json else wanted[each] for each in columns]
        names = [f'"{each}"' for each in columns]
        if not stays:
            deleted[f'DELETE FROM "{name}" WHERE id = ?'].append((key,))
        if stays and columns:
            updated[f'UPDATE "{name}" SET {" = ?, ".join(names)} = ? WHERE id = ?'].append(
                (*held, key)
            )
        elif columns:
            marks = ", ".join("?" * len(columns))
            inserted[f'INSERT INTO "{name}" ({", ".join(names)}) VALUES ({marks})'].append(held)
    # All are deleted before any is inserted: a unique value may pass from one row to another.
    for statement, rows in (*deleted.items(), *updated.items(), *inserted.items()):
        file.executemany(statement, rows)
    return {name for name, *_ in images}


_AT_ONCE = 500  # rows written in one go, until `images` can report progress or cancel again


@cache
def _unique_and_json() -> dict[str, tuple[set[str], set[str]]]:
    """Return for each table the columns whose values are unique, and those that hold JSON."""
    found = {}
    for table in game_tables():
        alone = [each for each in table.constraints if isinstance(each, UniqueConstraint)]
        unique = {column.name for each in alone for column in each.columns}
        found[table.name] = unique, {at.name for at in table.columns if isinstance(at.type, JSON)}
    return found


def unique_columns(table: str) -> set[str]:
    """Return the columns of a table whose values no two rows share, the key left out."""
    return _unique_and_json()[table][0]


def _is_game(row: SQLModel) -> bool:
    return row.__tablename__ not in NO_GAME


def _identity(row: SQLModel) -> tuple[str, int]:
    return str(row.__tablename__), row.id  # type: ignore[attr-defined]


def _is_modified(row: SQLModel) -> bool:
    before = instance_state(row).committed_state
    return any(row.__dict__.get(name, old) != old for name, old in before.items())


def _values(row: SQLModel) -> RowValues:
    here = row.__dict__
    return {
        # A plain value stands in an image as it is; one that was not read yet is read.
        name: value
        if type(value := here[name] if name in here else getattr(row, name)) in _PLAIN
        else _stored_in(row, name, value)
        for name in _columns(type(row))
    }


_PLAIN = frozenset({int, float, str, bool, type(None)})


def _stored_in(row: SQLModel, name: str, value: Any) -> Any:
    # A word that is a member too, in a column of words: the file holds the word, not the name.
    if isinstance(value, StrEnum) and name not in _readers(inspect(type(row)).local_table):
        return value.value
    return stored(value)


@cache
def _columns(kind: type[SQLModel]) -> tuple[str, ...]:
    return tuple(inspect(kind).columns.keys())


def _old_values(session: Session, row: SQLModel) -> RowValues:
    old = dict(instance_state(row).committed_state)
    # Of a column that a list left out, and that was then set unread, only the file knows the old value.
    if unread := [name for name, value in old.items() if value is LoaderCallableStatus.NO_VALUE]:
        table = inspect(type(row)).local_table
        columns = select(*(table.c[name] for name in unread)).where(table.c.id == _identity(row)[1])
        old |= session.connection().execute(columns).one()._mapping
    return {name: _stored_in(row, name, value) for name, value in old.items()}


def stored(value: Any) -> Any:
    """Return a column's value as it stands in an image: as JSON, enum members by name."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode("ascii")}
    if isinstance(value, list | dict):  # a copy, as the row may go on changing
        return json.loads(json.dumps(value)) if value else type(value)()
    return value


def from_stored(table: Table, image: RowValues) -> RowValues:
    """Return the values of an image as a row of the table has them."""
    return {name: from_image(table, name, value) for name, value in image.items()}


def from_image(table: Table, name: str, value: Any) -> Any:
    """Return a value of an image as a row of the table has it once it is read from the file."""
    read = _readers(table).get(name)
    return value if read is None or value is None else read(value)


@cache
def _readers(table: Table) -> dict[str, Callable[[Any], Any]]:
    found: dict[str, Callable[[Any], Any]] = {}
    for column in table.columns:
        if isinstance(column.type, NamedMember) and column.type.enum_class:
            found[column.name] = column.type.enum_class.__members__.__getitem__
        elif isinstance(column.type, Float):
            found[column.name] = float  # a whole number of an act is none any more in the file
    return found


def made_by(session: Session, row: SQLModel, *columns: str) -> int | None:
    """Return the newest act, not undone, that wrote this row; None if there is no image of it.

    With `columns`, only an act that changed one of them counts, or the one that made the row: a
    fire that has burned since it grew still comes from the act that made it grow.
    """
    of_row = (str(row.__tablename__), row.id)  # type: ignore[attr-defined]
    act_id: int
    for act_id, before, after in driver_connection(session.connection()).execute(_IMAGES, of_row):
        if not columns or before is None or after is None:
            return act_id
        was, became = from_json(before), from_json(after)
        if any(was.get(name) != became.get(name) for name in columns):
            return act_id
    return None


# Plain SQL, because it runs for every term of every sum, and SQLAlchemy would take longer to build
# the statement than SQLite takes to answer it.
_IMAGES = """
    SELECT image.act_id, image."before", image."after"
    FROM image JOIN act ON act.id = image.act_id
    WHERE image."table" = ? AND image.row_id = ? AND act.state IN ('DONE', 'SEALED')
    ORDER BY image.act_id DESC
"""


ReadRows = Callable[[str], Iterable[Sequence[Any]]]
"""Run a statement and return its rows, over SQLAlchemy's or SQLite's connection."""

_COUNTERS = "SELECT name, seq FROM sqlite_sequence WHERE name <> 'checkpoint' ORDER BY name"


def digest_of_game(connection: Connection) -> str:
    """Return a hash of every game row, without the journal."""
    whole = hashlib.sha256()
    add_game(whole, connection.exec_driver_sql)
    return whole.hexdigest()


def digest_of_file(rows: ReadRows) -> str:
    """Return a hash of every game row and the key counters; the chain protects the journal."""
    whole = hashlib.sha256()
    add_game(whole, rows)
    return with_counters(whole, dict(map(tuple, rows(_COUNTERS))))


def with_counters(whole: "hashlib._Hash", counters: Mapping[str, int]) -> str:
    """Return the digest of game rows that are hashed already, with these counters of keys."""
    both = whole.copy()
    both.update(canonical(sorted([name, last] for name, last in counters.items())))
    return both.hexdigest()


ADDED_LATER = frozenset(
    {
        *("army_limit", "award", "background", "battlefield", "encounter", "maneuver"),
        *("objective", "parting", "pinned_photo", "run", "sprint", "squad", "stance", "terrain"),
        "thrusting",
    }
)
"""Tables that came after format 2. They count once they hold rows: a file that is brought up to date
keeps the digest that was written into it before."""


def add_game(whole: "hashlib._Hash", rows: ReadRows) -> None:
    """Hash every game row in the order of tables and keys.

    The columns are those of the file: one of an earlier form has others than the program's tables.
    """
    there = {str(row[0]) for row in rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for name in sorted(there & {table.name for table in game_tables()}):
        if name in ADDED_LATER and not _holds_rows(rows, name):
            continue
        columns = ", ".join(f'"{column}"' for column in sorted(columns_in_file(rows, name)))
        whole.update(f"{name} {columns}\n".encode())
        for row in map(tuple, rows(f'SELECT {columns} FROM "{name}" ORDER BY id')):
            whole.update(rows_to_json(row, [row]))


def columns_in_file(rows: ReadRows, table: str) -> list[str]:
    """Return the columns of a table as the file has them."""
    return [str(row[1]) for row in rows(f'PRAGMA table_info("{table}")')]


def _holds_rows(rows: ReadRows, table: str) -> bool:
    return any(True for _ in rows(f'SELECT 1 FROM "{table}" LIMIT 1'))


def canonical(value: Any) -> bytes:
    """Return JSON with one spelling: sorted keys, no spaces, UTF-8."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode("utf-8", "surrogatepass")


_NEWEST = """
SELECT image."table", image.row_id, image.after FROM image WHERE image.id IN (
    SELECT max(image.id) FROM image JOIN act ON act.id = image.act_id
    WHERE act.state <> 'UNDONE' AND image.id > ? GROUP BY image."table", image.row_id)
"""
_OLDEST_UNDONE = """
SELECT image."table", image.row_id, image.before FROM image WHERE image.id IN (
    SELECT min(image.id) FROM image JOIN act ON act.id = image.act_id
    WHERE act.state = 'UNDONE' AND image.id > ? GROUP BY image."table", image.row_id)
"""

_MIXED = "it mixes two states of the campaign, as a copy made during a save does"


def mixed(connection: sqlite3.Connection, *, after: int) -> list[str]:
    """Return a fault if any row differs from its newest image, else an empty list.

    Only images with keys above `after` are compared.
    """
    # Undone acts took rows back: there the image before the oldest undone act is the right one.
    left = {(name, key): image for name, key, image in connection.execute(_NEWEST, (after,))}
    undone = connection.execute(_OLDEST_UNDONE, (after,))
    left |= {(name, key): image for name, key, image in undone}
    for (name, key), image in left.items():
        if _row(connection, name, key) != (from_json(image) if image else None):
            return [_MIXED]
    return []


def _row(connection: sqlite3.Connection, name: str, key: int) -> dict[str, Any] | None:
    """Return a row as an image holds it."""
    table = next((table for table in game_tables() if table.name == name), None)
    if table is None:
        return None
    found = connection.execute(f'SELECT * FROM "{name}" WHERE id = ?', (key,))
    row = found.fetchone()
    if row is None:
        return None
    # Names of the file: one of an earlier form has others than the program's table.
    names = [str(column[0]) for column in found.description]
    parsed = {*NO_MORE, *(c.name for c in table.columns if isinstance(c.type, JSON))}
    return {
        column: from_json(value) if column in parsed and isinstance(value, str) else value
        for column, value in zip(names, row, strict=True)
    }


NO_MORE = frozenset({"fought"})
"""Columns that held JSON in an earlier form of a table."""
