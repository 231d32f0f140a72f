"""Row images: what each row was before and after an act, captured from session events."""

import base64
import json
from collections.abc import Iterable
from datetime import datetime
from enum import Enum, StrEnum
from functools import cache
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, bindparam, event, inspect, select
from sqlalchemy.orm import LoaderCallableStatus, UOWTransaction
from sqlmodel import Session, SQLModel

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

    def __init__(self, session: Session) -> None:
        self._before: dict[tuple[str, int], RowValues | None] = {}
        self._after: dict[tuple[str, int], RowValues | None] = {}
        self._modified: list[SQLModel] = []
        self.writes = 0
        # Old values are known only before the flush, the keys of new rows only after it.
        event.listen(session, "before_flush", self._note_old_rows)
        event.listen(session, "after_flush", self._note_new_rows)

    def stop(self, session: Session) -> None:
        """Gather no more: the session is kept for the next act, which has images of its own."""
        event.remove(session, "before_flush", self._note_old_rows)
        event.remove(session, "after_flush", self._note_new_rows)

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

    def _note_old_rows(self, session: Session, flush: UOWTransaction, instances: object) -> None:
        self._modified = [row for row in session.dirty if session.is_modified(row)]
        for row in [*self._modified, *session.deleted]:
            if _is_game(row):
                self._before.setdefault(_identity(row), _old_values(session, row))

    def _note_new_rows(self, session: Session, flush: UOWTransaction) -> None:
        for row in session.new:
            if _is_game(row):
                self._before.setdefault(_identity(row), None)
                self._after[_identity(row)] = _values(row)
                self.writes += 1
        for row in self._modified:
            if _is_game(row):
                self._after[_identity(row)] = _values(row)
                self.writes += 1
        for row in session.deleted:
            if _is_game(row):
                self._after[_identity(row)] = None
                self.writes += 1


def put_back(
    connection: Connection, images: Iterable[tuple[str, int, RowValues | None]]
) -> set[str]:
    """Make each row equal to its image, or delete it if the image is None.

    The caller must defer foreign keys. Return the names of the tables written.
    """
    touched = set()
    rest = iter(images)
    while some := list(islice(rest, _AT_ONCE)):
        touched |= _put_back(connection, some)
    return touched


def _put_back(connection: Connection, images: list[tuple[str, int, RowValues | None]]) -> set[str]:
    by_table: dict[str, dict[int, RowValues | None]] = {}
    for name, row_id, image in images:
        by_table.setdefault(name, {})[row_id] = image
    tables = [table for table in game_tables() if table.name in by_table]
    for table in tables:
        keys = [{"key": row_id} for row_id in by_table[table.name]]
        connection.execute(table.delete().where(table.c.id == bindparam("key")), keys)
    for table in tables:
        rows = [_from_stored(table, row) for row in by_table[table.name].values() if row]
        if rows:
            connection.execute(table.insert(), rows)
    return set(by_table)


_AT_ONCE = 500  # rows written in one go, until `images` can report progress or cancel again


def _is_game(row: SQLModel) -> bool:
    return row.__tablename__ not in NO_GAME


def _identity(row: SQLModel) -> tuple[str, int]:
    return str(row.__tablename__), row.id  # type: ignore[attr-defined]


def _values(row: SQLModel) -> RowValues:
    return {name: _stored_in(row, name, getattr(row, name)) for name in _columns(type(row))}


def _stored_in(row: SQLModel, name: str, value: Any) -> Any:
    # A word that is a member too, in a column of words: the file holds the word, not the name.
    if isinstance(value, StrEnum):
        kind = inspect(type(row)).columns[name].type
        return value.name if getattr(kind, "enum_class", None) else value.value
    return stored(value)


@cache
def _columns(kind: type[SQLModel]) -> tuple[str, ...]:
    return tuple(inspect(kind).columns.keys())


def _old_values(session: Session, row: SQLModel) -> RowValues:
    old = dict(inspect(row).committed_state)
    # Of a column that a list left out, and that was then set unread, only the file knows the old value.
    if unread := [name for name, value in old.items() if value is LoaderCallableStatus.NO_VALUE]:
        table = inspect(type(row)).local_table
        columns = select(*(table.c[name] for name in unread)).where(table.c.id == _identity(row)[1])
        old |= session.connection().execute(columns).one()._mapping
    return {**_values(row), **{name: _stored_in(row, name, value) for name, value in old.items()}}


def stored(value: Any) -> Any:
    """Return a column's value as it stands in an image: as JSON, enum members by name."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode("ascii")}
    if isinstance(value, list | dict):
        return (
            json.loads(json.dumps(value)) if value else type(value)()
        )  # the row may go on changing
    return value


def _from_stored(table: Table, image: RowValues) -> RowValues:
    return {name: _member(table, name, value) for name, value in image.items()}


def _member(table: Table, name: str, value: Any) -> Any:
    kind = getattr(table.c[name].type, "enum_class", None)
    return kind[value] if kind is not None and value is not None else value
