"""A campaign as JSON: written out with its whole record, and read back into a file."""

import base64
import binascii
import json
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from sqlmodel import Session

from brikdesk.errors import BadInput
from brikdesk.foreign_file import beginning_of, opened
from brikdesk.store.campaign import Campaign, new_place
from brikdesk.store.file.connection import driver_connection, open_connection
from brikdesk.store.file.durable import sync
from brikdesk.store.file.faults import Broken, ForeignParts
from brikdesk.store.file.schema import DeclaredColumn, Layout, Schema, frozen_schema, layout, quoted
from brikdesk.store.journal.images import ADDED_LATER
from brikdesk.store.life import create_file
from brikdesk.store.session import Progress, unwatched

FORMAT = "BrikDesk campaign"
"""What `format` says in every export; `version` beside it is the format of the campaign file."""

BEGINNING = f'{{"format": "{FORMAT}",'.encode()

BYTES = "base64"
"""A photo's bytes stand as an object with this one name."""

LARGEST = 2**63
"""SQLite holds whole numbers from minus this up to below it."""


def begins_like_export(path: Path) -> bool:
    """Return whether a file begins as every export does; False too where it cannot be read."""
    return beginning_of(path, len(BEGINNING)) == BEGINNING


def to_value(value: Any) -> Any:
    """Return a value of a row as JSON can hold it."""
    if isinstance(value, bytes):
        return {BYTES: base64.b64encode(value).decode("ascii")}
    return value


def from_value(value: Any) -> int | float | str | bytes | None:
    """Return a value of a row from JSON. Raise ValueError where no row holds such a value."""
    if isinstance(value, dict) and list(value) == [BYTES] and isinstance(value[BYTES], str):
        try:
            return base64.b64decode(value[BYTES], validate=True)
        except (binascii.Error, ValueError) as error:
            raise ValueError("its bytes are not base64") from error
    # True is a number in Python, and the file holds 1.
    if isinstance(value, bool) or not isinstance(value, int | float | str | None):
        raise ValueError(f"{str(value)[:40]!r} is no value of a row")
    if isinstance(value, int) and not -LARGEST <= value < LARGEST:
        raise ValueError("a number is too large")
    if isinstance(value, str) and not _is_text(value):
        raise ValueError("a text is not valid")
    return value


def _is_text(words: str) -> bool:
    try:
        words.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


BLOCK = 1 << 20
"""Characters that are read at once."""

LONGEST = 48 << 20
"""Characters of one value: a row with the largest photo has half as many."""

_SPACES = " \t\r\n"


class JsonParts:
    """Goes through JSON from its beginning. Raise ValueError for what is none, or cut short."""

    def __init__(self, file: TextIO) -> None:
        self._file, self._text, self._at, self._is_whole = file, "", 0, False
        self._decoder = json.JSONDecoder(parse_constant=_no_number)

    def members(self) -> Iterator[str]:
        """Yield the names of an object; whoever takes one takes the value before the next."""
        for _ in self._between("{", "}"):
            name = self.value()
            if not isinstance(name, str):
                raise ValueError("a name is no text")
            self._take(":")
            yield name

    def elements(self) -> Iterator[Any]:
        """Yield the values of a list."""
        for _ in self._between("[", "]"):
            yield self.value()

    def _between(self, begin: str, end: str) -> Iterator[None]:
        """Stop before each part of a list or an object, to have it read there."""
        self._take(begin)
        if self._take_if(end):
            return
        yield
        while self._take_if(","):
            yield
        self._take(end)

    def value(self) -> Any:
        """Return the next value as a whole."""
        self._next()
        more = BLOCK
        while True:
            try:
                found, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError:
                if self._is_whole or len(self._text) - self._at > LONGEST:
                    raise
            else:
                # A number goes on until something else comes.
                if end < len(self._text) or self._is_whole:
                    self._at = end
                    return found
            # Twice as much each time, as a long value is decoded from its beginning at each try.
            self._read(more)
            more = min(2 * more, LONGEST)

    def end(self) -> None:
        """Raise ValueError if anything but spaces follows."""
        if self._next():
            raise ValueError("something follows its end")

    def _take(self, sign: str) -> None:
        if not self._take_if(sign):
            raise ValueError(f"{sign} is missing")

    def _take_if(self, sign: str) -> bool:
        if self._next() != sign:
            return False
        self._at += 1
        return True

    def _next(self) -> str:
        """Return the next sign that is no space; empty at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in _SPACES:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if self._is_whole:
                return ""
            self._read(BLOCK)

    def _read(self, count: int) -> None:
        more = self._file.read(count)
        self._text, self._at = self._text[self._at :] + more, 0
        self._is_whole = not more


def _no_number(word: str) -> None:
    raise ValueError(word)


ROWS_BETWEEN = 500
"""Rows between two looks at the progress, and whether it was cancelled."""


def written_out(
    campaign: Campaign,
    progress: Progress = unwatched,
    write: Callable[[Iterator[bytes]], Any] = b"".join,
) -> Any:
    """Give the whole campaign as JSON in UTF-8 to `write`; equal campaigns give equal bytes.

    `write` takes it part by part, in one reading of the campaign: no more than one row is in memory.
    Return what it returns; by default the bytes.
    """

    def ask(session: Session) -> Any:
        return write(part.encode("utf-8") for part in _parts(session, progress))

    return campaign.reading(ask)


def _parts(session: Session, progress: Progress) -> Iterator[str]:
    # Driver rows, because a type of the models would make other text of what the file holds.
    file = driver_connection(session.connection())
    schema = frozen_schema()
    form = layout(schema, schema.version)
    counts = {
        table: file.execute(f"SELECT count(*) FROM {quoted(table)}").fetchone()[0]
        for table in form.tables
    }
    done, total = 0, sum(counts.values())
    yield f'{BEGINNING.decode()} "version": {schema.version},\n"tables": {{'
    for place, table in enumerate(form.tables):
        names = columns_of(form.columns, table)
        yield f'{"," if place else ""}\n{_json(table)}: {{"columns": {_json(names)}, "rows": ['
        listed = ", ".join(quoted(name) for name in names)
        rows = file.execute(f"SELECT {listed} FROM {quoted(table)} ORDER BY rowid")
        for n, row in enumerate(rows):
            if not done % ROWS_BETWEEN:
                progress("Writing the campaign out", done, total)
            done += 1
            yield f"{',' if n else ''}\n{_json([to_value(value) for value in row])}"
        yield "]}"
    counters = dict(file.execute("SELECT name, seq FROM sqlite_sequence ORDER BY rowid"))
    yield f'}},\n"counters": {_json(counters)}}}\n'


def columns_of(columns: tuple[DeclaredColumn, ...], table: str) -> list[str]:
    """Return the names of a table's columns in their order."""
    return [column.name for column in columns if column.table == table]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


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
        words = f"{name} is no JSON, or cut short. An export begins with brikdesk export."
        raise BadInput(words) from error
    except OSError as error:
        why = error.strerror or "the drive refuses"
        raise BadInput(f"{name} cannot be read: {why}.") from error
    if found.get("format") != FORMAT:
        how = "brikdesk export FILE -o campaign.json makes one."
        raise BadInput(f"{name} is no exported campaign. {how}")
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
