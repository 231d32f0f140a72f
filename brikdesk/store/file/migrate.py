"""Bring an older campaign to the present format, in one checked transaction for each step."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from msgspec import Struct
from sqlalchemy import Connection

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.connection import driver_connection
from brikdesk.store.file.schema import (
    PARTS,
    Layout,
    Migration,
    Parts,
    Schema,
    frozen_schema,
    layout,
    layout_of,
    quoted,
)


class NotMigrated(CampaignFileError):
    """A step could not be finished; the file is as it was."""

    def __init__(self, version: int, why: str) -> None:
        super().__init__(
            f"The campaign could not be brought to file format {version} ({why}). "
            "It stays as it was; use the BrikDesk that saved it, and report this."
        )


def create_schema(
    connection: "sqlite3.Connection | Connection", schema: Schema | None = None
) -> None:
    """Create the tables of the present format in an empty database, from the frozen statements."""
    schema = schema or frozen_schema()
    driver = (
        connection if isinstance(connection, sqlite3.Connection) else driver_connection(connection)
    )
    for step in schema.steps:
        step.run(driver)
    _set_version(driver, schema.version)


def _set_version(connection: sqlite3.Connection, version: int) -> None:
    """Write the format number, as part of the running transaction if there is one."""
    connection.execute(f"PRAGMA user_version = {version:d}")


def migrate(connection: sqlite3.Connection, schema: Schema) -> None:
    """Run all migration steps that a verified file still needs.

    The connection must be the only one and not in a transaction. Raise NotMigrated if a step fails;
    the file is then in the format before that step.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    earlier = schema.earlier_form(_parts_of(connection))
    # Off before the transaction: a table that is made anew must not take its children with it.
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        for step in (*([earlier.last] if earlier else []), *schema.steps[version:]):
            _take(connection, step, schema)
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


@contextmanager
def in_last_form(
    connection: sqlite3.Connection, schema: Schema | None = None
) -> Iterator[sqlite3.Connection]:
    """Yield the verified file, or a copy in memory where it has an earlier form of its format.

    The copy has the last form, in which the rows can be read; the file stays as it is.
    """
    earlier = (schema or frozen_schema()).earlier_form(_parts_of(connection))
    if earlier is None:
        yield connection
        return
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        connection.backup(copy)
        earlier.last.run(copy)
        yield copy


def _parts_of(connection: sqlite3.Connection) -> Parts:
    return {(kind, name): text for kind, name, text in connection.execute(PARTS)}


def _take(connection: sqlite3.Connection, step: Migration, schema: Schema) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        before = _contents(connection)
        step.run(connection)
        _keep_counters(connection, before)
        _compare(before, _contents(connection), step)
        _check_result(connection, layout(schema, step.version))
        _set_version(connection, step.version)
        connection.execute("COMMIT")
    except Exception as error:  # whatever it is, the file stays in the format it had
        raise NotMigrated(step.version, str(error)[:200]) from error
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


class _Unsafe(Exception):
    """A step lost or changed something that it did not announce."""


class _Contents(Struct, frozen=True):
    """What must survive a step."""

    rows: dict[str, tuple[int, int, int]]
    """For each table: the number of rows, and the sums of both halves of their keys."""
    counters: dict[str, int]
    """For each table, the last key used."""
    counting: frozenset[str]
    """Tables whose keys are never used twice."""


def _contents(connection: sqlite3.Connection) -> _Contents:
    found = layout_of(connection)
    # In two halves, because the sum of large keys would not fit.
    sums = "count(*), coalesce(sum(rowid & 65535), 0), coalesce(sum(rowid >> 16), 0)"
    rows = {
        table: connection.execute(f"SELECT {sums} FROM {quoted(table)}").fetchone()
        for table in found.tables
    }
    counters = {}
    if ("table", "sqlite_sequence") in found.parts:
        counters = dict(connection.execute("SELECT name, seq FROM sqlite_sequence"))
    counting = (t for t in found.tables if "AUTOINCREMENT" in (found.parts["table", t] or ""))
    return _Contents(rows, counters, frozenset(counting))


def _keep_counters(connection: sqlite3.Connection, before: _Contents) -> None:
    """Restore the key counters of tables that a step created anew, so that no key is reused."""
    now = _contents(connection)
    for table, last in before.counters.items():
        if table in now.counting and now.counters.get(table, -1) < last:
            connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            connection.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last)
            )


def _compare(before: _Contents, after: _Contents, step: Migration) -> None:
    for table in before.rows.keys() - step.rows_change:
        if before.rows[table] != after.rows.get(table):
            raise _Unsafe(f"rows of '{table}' would be lost")
    for table in before.counting & after.rows.keys():
        if table not in after.counting:
            raise _Unsafe(f"keys of '{table}' would be given out again")


def _check_result(connection: sqlite3.Connection, wanted: Layout) -> None:
    found = layout_of(connection).parts
    if found != wanted.parts:
        different = sorted(name for _, name in dict(found.items() ^ wanted.parts.items()))
        raise _Unsafe(f"'{different[0]}' would not have its form")
    if orphan := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise _Unsafe(f"a row of '{orphan[0]}' would point to a missing '{orphan[2]}'")
