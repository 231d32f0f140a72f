"""The frozen schemas of each format of the campaign file: their columns, and the way to the present one."""

import hashlib
import importlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import date, datetime, time
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.connection import driver_connection, from_json

MIGRATIONS = "brikdesk.store.migrations"


class Migration(Struct, frozen=True):
    """The migration to format `version` from the one before.

    `rows_change` names the tables that may gain or lose rows; all others must keep every row.
    """

    version: int
    run: Callable[[sqlite3.Connection], None]
    rows_change: frozenset[str] = frozenset()


class EarlierForm(Struct, frozen=True):
    """A form that a format had before its last one, and how a file of it is brought to that.

    Some formats were changed while they were new, without a number of their own.
    """

    words: str
    """The hash of its statements, as `words_of` gives it: the form is known word by word."""
    last: Migration
    """Brings it to the last form of its format."""


class Schema(Struct, frozen=True):
    """All formats up to the present one; the first step makes an empty file."""

    steps: tuple[Migration, ...]
    earlier: tuple[EarlierForm, ...] = ()

    def __post_init__(self) -> None:
        numbers = [step.version for step in self.steps]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"migrations are numbered 1, 2, 3 ..., not {numbers}")

    @property
    def version(self) -> int:
        """The number of the format that is written now."""
        return len(self.steps)

    def earlier_form(self, parts: "Parts") -> EarlierForm | None:
        """Return the earlier form of a format that has exactly these parts, if there was one."""
        words = words_of(parts) if self.earlier else ""
        return next((form for form in self.earlier if form.words == words), None)


Parts = Mapping[tuple[str, str], str | None]
"""The SQL of each table and index, by type and name."""


def words_of(parts: Parts) -> str:
    """Return the hash of all statements of a form, whatever their order in the file."""
    listed = sorted([kind, name, text or ""] for (kind, name), text in parts.items())
    return hashlib.sha256(json.dumps(listed, ensure_ascii=False).encode()).hexdigest()


class DeclaredColumn(Struct, frozen=True):
    """A column as declared: `kind` is the type without its length."""

    table: str
    name: str
    kind: str
    length: int | None
    required: bool
    is_key: bool
    """Part of the primary key, or a reference to one."""


class Layout(Struct, frozen=True):
    """The tables, indexes and columns of one format."""

    parts: Parts
    tables: tuple[str, ...]
    columns: tuple[DeclaredColumn, ...]


def sql_step(version: int, sql: str) -> Migration:
    """Return a step of plain SQL; a line `-- rows change: a, b` sets `rows_change`."""
    parts = tuple(statements(sql))
    marked = [line.partition(":")[2] for line in sql.splitlines() if line.startswith(_ROWS_CHANGE)]
    names = frozenset(name.strip() for line in marked for name in line.split(","))

    def run(connection: sqlite3.Connection) -> None:
        for statement in parts:
            connection.execute(statement)

    return Migration(version, run, names)


_ROWS_CHANGE = "-- rows change:"


def statements(sql: str) -> Iterator[str]:
    """Split SQL into statements, because `executescript` would commit the running transaction."""
    gathered = ""
    for line in sql.splitlines(keepends=True):
        if not gathered and (not line.strip() or line.startswith("--")):
            continue
        gathered += line
        if sqlite3.complete_statement(gathered):
            yield gathered.strip().removesuffix(";")
            gathered = ""
    if gathered.strip():
        raise ValueError(f"a statement without its end: {gathered.strip()[:60]}")


@cache
def frozen_schema() -> Schema:
    """Read the steps that belong to the program: 0001.sql, 0002.sql or 0002.py and so on."""
    found = sorted(entry.name for entry in files(MIGRATIONS).iterdir())
    steps = tuple(_step(name) for name in found if name[:4].isdigit())
    return Schema(steps, importlib.import_module(f"{MIGRATIONS}.earlier").FORMS)


def _step(name: str) -> Migration:
    version, (stem, _, suffix) = int(name[:4]), name.rpartition(".")
    if suffix == "sql":
        return sql_step(version, (files(MIGRATIONS) / name).read_text("utf-8"))
    module = importlib.import_module(f"{MIGRATIONS}.{stem}")
    return Migration(version, module.run, frozenset(getattr(module, "ROWS_CHANGE", ())))


@cache
def layout(schema: Schema, version: int) -> Layout:
    """Return the layout of a format, by creating an empty file of it in memory."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for step in schema.steps[:version]:
            step.run(connection)
        return layout_of(connection)


def layout_of(connection: sqlite3.Connection) -> Layout:
    """Read the layout of a database that was made by the frozen statements."""
    parts = parts_of(connection)
    tables = tuple(sorted(name for kind, name in parts if kind == "table"))
    own = tuple(name for name in tables if not name.startswith("sqlite_"))
    columns = tuple(column for table in own for column in _columns(connection, table))
    return Layout(parts, own, columns)


MOST_PARTS = 1_000
PARTS = f"SELECT type, name, sql FROM sqlite_master LIMIT {MOST_PARTS}"


def _columns(connection: sqlite3.Connection, table: str) -> Iterator[DeclaredColumn]:
    references = {row[3] for row in connection.execute(_pragma("foreign_key_list", table))}
    for row in connection.execute(_pragma("table_xinfo", table)).fetchall():
        _, name, declared, required, _, key_place, hidden = row
        if hidden:
            raise ValueError(f"{table}.{name} is a generated column")
        kind, _, length = declared.upper().partition("(")
        size = length.rstrip(")")
        yield DeclaredColumn(
            table=table,
            name=name,
            kind=kind.strip(),
            length=int(size) if size.isdigit() else None,
            required=bool(required) or key_place > 0,
            is_key=key_place > 0 or name in references,
        )


def _pragma(name: str, table: str) -> str:
    """Return the SQL of a pragma about a table."""
    return f"PRAGMA {name}({quoted(table)})"


def quoted(name: str) -> str:
    """Return the name of a table or column, quoted for SQL."""
    return '"' + name.replace('"', '""') + '"'


LONGEST_TEXT = 100_000
LONGEST_JSON = 4_000_000
DEEPEST_JSON = 50
LONGEST_NUMBER = 20
INT_32 = 2**31

_TEXT = ("VARCHAR", "TEXT", "CHAR")
_NUMBER = ("FLOAT", "REAL", "DOUBLE")
_TIMES = {
    "DATETIME": (datetime.fromisoformat, re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?")),
    "DATE": (date.fromisoformat, re.compile(r"\d{4}-\d\d-\d\d")),
    "TIME": (time.fromisoformat, re.compile(r"\d\d:\d\d:\d\d(\.\d{6})?")),
}
_WORDS = {
    "INTEGER": "is not a whole number, or too large",
    "BIGINT": "is not a whole number",
    "BOOLEAN": "is neither yes nor no",
    "BLOB": "does not hold bytes",
    "JSON": "does not hold data, or too much",
    **dict.fromkeys(_TEXT, "is not text, too long, or has a NUL in it"),
    **dict.fromkeys(_NUMBER, "is not a number, or too large"),
    **dict.fromkeys(_TIMES, "is not a date"),
}


def is_good(column: DeclaredColumn, *, but_for_nul: bool = False) -> str:
    """Return the SQL condition that every value of the column must meet; `but_for_nul` is far faster.

    Raises ValueError for a declared type that has no condition: a table of ours may not use it.
    """
    name = quoted(column.name)
    good = _condition(column, name)
    if not but_for_nul and (is_text(column) or is_parsed(column)):
        good = f"({good}) AND instr({name}, char(0)) = 0"
    return f"({good})" if column.required else f"({name} IS NULL OR ({good}))"


def fault_in_words(column: DeclaredColumn) -> str:
    """Return what is wrong with a value that fails the condition of `is_good`."""
    return f"in '{column.table}', '{column.name}' {_WORDS[column.kind]}"


def _condition(column: DeclaredColumn, name: str) -> str:
    kind = column.kind
    if kind in ("INTEGER", "BIGINT"):
        if column.is_key or kind == "BIGINT":
            return f"typeof({name}) = 'integer'"
        return f"typeof({name}) = 'integer' AND {name} BETWEEN {-INT_32} AND {INT_32 - 1}"
    if kind == "BOOLEAN":
        return f"typeof({name}) = 'integer' AND {name} IN (0, 1)"
    if kind in _NUMBER:
        return f"typeof({name}) IN ('real', 'integer') AND abs({name}) <= 1e300"
    if kind in _TEXT:
        return _is_text(name, column.length or LONGEST_TEXT)
    if kind in _TIMES:
        return _is_text(name, 40)
    if kind == "JSON":  # a bare number is stored as one: the column has SQLite's numeric affinity
        return f"({_is_text(name, LONGEST_JSON)}) OR typeof({name}) IN ('real', 'integer')"
    if kind == "BLOB":
        return f"typeof({name}) = 'blob'"
    raise ValueError(f"no condition for {column.table}.{column.name} of type {kind}")


def _is_text(name: str, longest: int) -> str:
    return f"typeof({name}) = 'text' AND length({name}) <= {longest}"


def is_text(column: DeclaredColumn) -> bool:
    """Return whether the column holds plain text, which must be valid UTF-8."""
    return column.kind in _TEXT


def is_parsed(column: DeclaredColumn) -> bool:
    """Return whether the column's text is parsed: JSON, dates and times."""
    return column.kind == "JSON" or column.kind in _TIMES


def fault_in_value(column: DeclaredColumn, value: object) -> str:
    """Return what is wrong with a text, a JSON value or a date; empty if it is good."""
    if not isinstance(value, str):
        return ""
    if is_text(column):
        return "has a NUL in it" if "\0" in value else ""
    if column.kind == "JSON":
        return _fault_in_json(value)
    if column.kind in _TIMES and not _is_time(column.kind, value):
        return "is not a date"
    return ""


def _is_time(kind: str, value: str) -> bool:
    reader, pattern = _TIMES[kind]
    if not pattern.fullmatch(value):
        return False
    try:
        reader(value)
    except ValueError:
        return False
    return True


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_LONG_NUMBER = re.compile(r"\d{%d}" % (LONGEST_NUMBER + 1))


def _fault_in_json(text: str) -> str:
    """Return what is wrong with stored JSON; empty if it is good."""
    if text.count("[") + text.count("{") > DEEPEST_JSON and _depth(text) > DEEPEST_JSON:
        return "is nested too deep"
    # Digits within strings are fine; strings are cut out only when the quick search finds some.
    if _LONG_NUMBER.search(text) and _LONG_NUMBER.search(_STRING.sub("", text)):
        return "has a number with too many digits"
    try:
        value = from_json(text)
    except (ValueError, RecursionError):
        return "is not readable data"
    # Letters stand for themselves in our JSON; only then can an escape hide a bad one.
    if "\\u" in text and not all(_is_clean(part) for part in _strings(value)):
        return "has a character that is none"
    return ""


def _depth(text: str) -> int:
    depth = deepest = 0
    for sign in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _strings(part)


def _is_clean(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


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
    earlier = schema.earlier_form(parts_of(connection))
    # Off before the transaction: a table that is made anew must not take its children with it.
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        for step in (*([earlier.last] if earlier else []), *schema.steps[version:]):
            _take(connection, step, schema)
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


@contextmanager
def in_last_form(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Yield the verified file, or a copy in memory where it has an earlier form of its format.

    The copy has the last form, in which the rows can be read; the file stays as it is.
    """
    earlier = frozen_schema().earlier_form(parts_of(connection))
    if earlier is None:
        yield connection
        return
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        connection.backup(copy)
        earlier.last.run(copy)
        yield copy


def parts_of(connection: sqlite3.Connection) -> Parts:
    """Return the SQL of all tables and indexes of a file."""
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
