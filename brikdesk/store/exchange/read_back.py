"""Read an exported campaign back into a new file, which is checked like any file from a stranger."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import DecodeError, Raw, Struct, ValidationError, json

from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.foreign_file import content_of
from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange.form import FORMAT, from_value
from brikdesk.store.exchange.written_out import ROWS_BETWEEN, columns_of
from brikdesk.store.file.connection import open_connection
from brikdesk.store.file.durable import sync
from brikdesk.store.file.schema import Layout, Schema, frozen_schema, layout, quoted
from brikdesk.store.life.files import create_file
from brikdesk.store.making import new_place
from brikdesk.store.progress import Progress, unwatched

MOST_BYTES = 512 * 1024 * 1024
"""Bytes of the largest export that is read; it is held in memory as a whole."""

MOST_ROWS = 5_000_000
"""Rows of the largest export that is read."""


def read_back(export: Path, path: Path, progress: Progress = unwatched) -> None:
    """Write the campaign of an export into a new file at `path`.

    Raise BadInput where the export is not what BrikDesk wrote, CampaignFileError where the name is
    taken or the drive refuses. Then no file is left.
    """
    content = _read(export)
    schema = _schema_of(content, export.name)
    form = layout(schema, schema.version)
    with new_place(path) as part:
        create_file(part, schema=schema)
        try:
            _fill(part, content, form, progress)
        except (ValueError, TypeError, KeyError, AttributeError, sqlite3.DataError) as error:
            raise _foreign(export.name, str(error)) from error
        except sqlite3.IntegrityError as error:
            raise _foreign(export.name, "two of its rows contradict each other") from error
        _check(part, export.name)


def _foreign(name: str, why: str) -> BadInput:
    words = " ".join(why.split())[:160]
    return BadInput(f"{name} is not what BrikDesk exported: {words}. Nothing was written.")


class _Table(Struct):
    """One table of an export; a row stays as it is written until it is its turn."""

    columns: list[str]
    rows: list[Raw]


class _Export(Struct):
    """What an export holds. Values of any other shape are refused while they are read."""

    format: str
    version: int
    tables: dict[str, _Table]
    counters: dict[str, int]


class _Head(Struct):
    """What tells an export from any other JSON."""

    format: str = ""


def _read(export: Path) -> _Export:
    content = content_of(export, MOST_BYTES)
    # A list for each row: more of them would take many times the file's size in memory.
    if content.count(b"[") > MOST_ROWS:
        raise _foreign(export.name, f"it has more than {MOST_ROWS:,} rows")
    try:
        if json.decode(content, type=_Head).format != FORMAT:
            raise _no_export(export.name)
    except ValidationError as error:
        raise _no_export(export.name) from error
    except (DecodeError, RecursionError) as error:
        raise BadInput(
            f"{export.name} is no JSON, or cut short. An export begins with brikdesk export."
        ) from error
    try:
        return json.decode(content, type=_Export)
    except (DecodeError, RecursionError) as error:
        raise _foreign(export.name, str(error)) from error


def _no_export(name: str) -> BadInput:
    return BadInput(
        f"{name} is no exported campaign. brikdesk export FILE -o campaign.json makes one."
    )


def _schema_of(content: _Export, name: str) -> Schema:
    present, version = frozen_schema(), content.version
    if version < 1:
        raise _foreign(name, "its version is missing")
    if version > present.version:
        raise BadInput(f"{name} comes from a newer BrikDesk. Read it with that one.")
    return Schema(present.steps[:version])


def _fill(part: Path, content: _Export, form: Layout, progress: Progress) -> None:
    tables = content.tables
    if sorted(tables) != sorted(form.tables):
        raise ValueError("its tables are others")
    total = sum(len(table.rows) for table in tables.values())
    done = 0
    with closing(open_connection(part)) as file:
        # Nobody waits for this file yet: it is synced once it is whole.
        file.execute("PRAGMA synchronous = OFF")
        # Rows come table by table; the check of the whole file finds a reference to nothing.
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("BEGIN IMMEDIATE")
        for table in form.tables:
            for values in _rows(tables[table], columns_of(form.columns, table), table):
                if not done % ROWS_BETWEEN:
                    progress("Reading the campaign back", done, total)
                done += 1
                marks = ", ".join("?" * len(values))
                file.execute(f"INSERT INTO {quoted(table)} VALUES ({marks})", values)
        _set_counters(file, content.counters, form)
        file.execute("COMMIT")
    sync(part)


def _rows(table: _Table, names: list[str], name: str) -> Iterator[list[Any]]:
    if table.columns != names:
        raise ValueError(f"the columns of {name} are others")
    for written in table.rows:
        row = json.decode(written)
        if not isinstance(row, list) or len(row) != len(names):
            raise ValueError(f"a row of {name} has not {len(names)} values")
        yield [from_value(value) for value in row]


def _set_counters(file: sqlite3.Connection, counters: dict[str, int], form: Layout) -> None:
    """Set the key counters as they were, so that no key of a deleted row is given out again."""
    file.execute("DELETE FROM sqlite_sequence")
    for table, last in counters.items():
        if table not in form.tables or not isinstance(from_value(last), int):
            raise ValueError("its key counters are others")
        file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))


def _check(part: Path, name: str) -> None:
    """Open the file as any other is opened: shapes, chain and digest must hold."""
    try:
        Campaign.open(part, read_only=True).close()
    except CampaignFileError as error:
        raise _foreign(name, "the campaign in it was altered or is damaged") from error
