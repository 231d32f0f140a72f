"""Read an exported campaign back into a new file, which is checked like any file from a stranger."""

import sqlite3
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from brikdesk.errors import BadInput
from brikdesk.foreign_file import opened
from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange.form import FORMAT, from_value
from brikdesk.store.exchange.json_parts import JsonParts
from brikdesk.store.exchange.written_out import ROWS_BETWEEN, columns_of
from brikdesk.store.file.connection import open_connection
from brikdesk.store.file.durable import sync
from brikdesk.store.file.faults import Broken, ForeignParts
from brikdesk.store.file.schema import Layout, Schema, frozen_schema, layout, quoted
from brikdesk.store.journal.digest import ADDED_LATER
from brikdesk.store.life.files import create_file
from brikdesk.store.making import new_place
from brikdesk.store.progress import Progress, unwatched

MOST_BYTES = 6 * 1024 * 1024 * 1024
"""Bytes of the largest export that is read: that of the largest campaign is smaller."""


def read_back(export: Path, path: Path, progress: Progress = unwatched) -> None:
    """Write the campaign of an export into a new file at `path`.

    Raise BadInput where the export is not what BrikDesk wrote, CampaignFileError where the name is
    taken or the drive refuses. Then no file is left.
    """
    with _opened(export) as file:
        schema = _schema_of(_head(file, export.name), export.name)
        form = layout(schema, schema.version)
        with new_place(path) as part:
            create_file(part, schema=schema)
            try:
                _fill(part, file, form, progress)
            except (ValueError, TypeError, KeyError, AttributeError, sqlite3.DataError) as error:
                raise _foreign(export.name, str(error)) from error
            except sqlite3.IntegrityError as error:
                raise _foreign(export.name, "two of its rows contradict each other") from error
            _check(part, export.name)


def _foreign(name: str, why: str) -> BadInput:
    words = " ".join(why.split())[:160]
    return BadInput(f"{name} is not what BrikDesk exported: {words}. Nothing was written.")


@contextmanager
def _opened(export: Path) -> Iterator[TextIO]:
    with opened(export, MOST_BYTES) as file, TextIOWrapper(file, encoding="utf-8") as text:
        yield text


def _head(file: TextIO, name: str) -> Mapping[str, Any]:
    """Return what an export says of itself; its tables are passed over."""
    found: dict[str, Any] = {}
    parts = JsonParts(file)
    try:
        for member in parts.members():
            if member != "tables":
                found[member] = parts.value()
            elif {"format", "version"} <= found.keys():
                break  # as BrikDesk writes it
            else:
                _pass_over(parts)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{name} is no JSON, or cut short. An export begins with brikdesk export."
        ) from error
    except OSError as error:
        raise BadInput(
            f"{name} cannot be read: {error.strerror or 'the drive refuses'}."
        ) from error
    if found.get("format") != FORMAT:
        raise BadInput(
            f"{name} is no exported campaign. brikdesk export FILE -o campaign.json makes one."
        )
    return found


def _pass_over(parts: JsonParts) -> None:
    for _table in parts.members():
        for member in parts.members():
            if member == "rows":
                deque(parts.elements(), maxlen=0)
            else:
                parts.value()


def _schema_of(content: Mapping[str, Any], name: str) -> Schema:
    present, version = frozen_schema(), content.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _foreign(name, "its version is missing")
    if version > present.version:
        raise BadInput(f"{name} comes from a newer BrikDesk. Read it with that one.")
    return Schema(present.steps[:version])


def _fill(part: Path, export: TextIO, form: Layout, progress: Progress) -> None:
    export.seek(0)
    parts, filled = JsonParts(export), False
    with closing(open_connection(part)) as file:
        # Nobody waits for this file yet: it is synced once it is whole.
        file.execute("PRAGMA synchronous = OFF")
        # Rows come table by table; the check of the whole file finds a reference to nothing.
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("BEGIN IMMEDIATE")
        counters: Any = None
        for member in parts.members():
            if member == "tables":
                _fill_tables(file, parts, form, progress)
                filled = True
            else:
                value = parts.value()
                counters = value if member == "counters" else counters
        parts.end()
        if not filled or not isinstance(counters, dict):
            raise ValueError("its tables or its key counters are missing")
        _set_counters(file, counters, form)
        file.execute("COMMIT")
    sync(part)


def _fill_tables(
    file: sqlite3.Connection, parts: JsonParts, form: Layout, progress: Progress
) -> None:
    done, seen = 0, set()
    for table in parts.members():
        if table in seen or table not in form.tables:
            raise ValueError("its tables are others")
        seen.add(table)
        for values in _rows(parts, columns_of(form.columns, table), table):
            if not done % ROWS_BETWEEN:
                progress("Reading the campaign back", len(seen), len(form.tables))
            done += 1
            marks = ", ".join("?" * len(values))
            file.execute(f"INSERT INTO {quoted(table)} VALUES ({marks})", values)
    # A program that wrote an earlier form of a format had no such table, and so no row for it.
    if not set(form.tables) - ADDED_LATER <= seen:
        raise ValueError("its tables are others")


def _rows(parts: JsonParts, names: list[str], name: str) -> Iterator[list[Any]]:
    columns: Any = None
    for member in parts.members():
        if member != "rows":
            value = parts.value()
            columns = value if member == "columns" else columns
            continue
        if columns != names:
            raise ValueError(f"the columns of {name} are others")
        for row in parts.elements():
            if not isinstance(row, list) or len(row) != len(names):
                raise ValueError(f"a row of {name} has not {len(names)} values")
            yield [from_value(value) for value in row]
    if columns != names:
        raise ValueError(f"the columns of {name} are others")


def _set_counters(file: sqlite3.Connection, counters: Mapping[str, Any], form: Layout) -> None:
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
    except (Broken, ForeignParts) as error:
        raise _foreign(name, "the campaign in it was altered or is damaged") from error
