"""Read an exported campaign back into a new file, which is checked like any file from a stranger."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from brikdesk.errors import BadInput
from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange.form import FORMAT, from_value
from brikdesk.store.exchange.written_out import ROWS_BETWEEN, columns_of
from brikdesk.store.file.connection import open_connection
from brikdesk.store.file.durable import sync
from brikdesk.store.file.faults import Broken, ForeignParts
from brikdesk.store.file.schema import Layout, Schema, frozen_schema, layout, quoted
from brikdesk.store.journal.digest import ADDED_LATER
from brikdesk.store.life.files import create_file
from brikdesk.store.making import new_place
from brikdesk.store.progress import Progress, unwatched

MOST_BYTES = 512 * 1024 * 1024
"""Bytes of the largest export that is read; it is held in memory as a whole."""


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


def _read(export: Path) -> Mapping[str, Any]:
    try:
        if export.stat().st_size > MOST_BYTES:
            raise BadInput(f"{export.name} is larger than an export that BrikDesk reads.")
        content = json.loads(export.read_bytes(), parse_constant=_no_number)
    except OSError as error:
        why = error.strerror or "the drive refuses"
        raise BadInput(f"{export.name} cannot be read: {why}.") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{export.name} is no JSON, or cut short. An export begins with brikdesk export."
        ) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadInput(
            f"{export.name} is no exported campaign. brikdesk export FILE -o campaign.json makes one."
        )
    return content


def _no_number(word: str) -> None:
    raise ValueError(word)


def _schema_of(content: Mapping[str, Any], name: str) -> Schema:
    present, version = frozen_schema(), content.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _foreign(name, "its version is missing")
    if version > present.version:
        raise BadInput(f"{name} comes from a newer BrikDesk. Read it with that one.")
    return Schema(present.steps[:version])


def _fill(part: Path, content: Mapping[str, Any], form: Layout, progress: Progress) -> None:
    tables = content["tables"]
    # A program that wrote an earlier form of a format had no such table, and so no row for it.
    if not set(form.tables) - ADDED_LATER <= set(tables) <= set(form.tables):
        raise ValueError("its tables are others")
    total = sum(len(table["rows"]) for table in tables.values())
    done = 0
    with closing(open_connection(part)) as file:
        # Nobody waits for this file yet: it is synced once it is whole.
        file.execute("PRAGMA synchronous = OFF")
        # Rows come table by table; the check of the whole file finds a reference to nothing.
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("BEGIN IMMEDIATE")
        for table in (name for name in form.tables if name in tables):
            for values in _rows(tables[table], columns_of(form.columns, table), table):
                if not done % ROWS_BETWEEN:
                    progress("Reading the campaign back", done, total)
                done += 1
                marks = ", ".join("?" * len(values))
                file.execute(f"INSERT INTO {quoted(table)} VALUES ({marks})", values)
        _set_counters(file, content["counters"], form)
        file.execute("COMMIT")
    sync(part)


def _rows(table: Mapping[str, Any], names: list[str], name: str) -> Iterator[list[Any]]:
    if table["columns"] != names:
        raise ValueError(f"the columns of {name} are others")
    for row in table["rows"]:
        if not isinstance(row, list) or len(row) != len(names):
            raise ValueError(f"a row of {name} has not {len(names)} values")
        yield [from_value(value) for value in row]


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
