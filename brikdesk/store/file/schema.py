"""The frozen schemas: the exact SQL of each format of the campaign file.

Files are made by these statements only, so that the schema text of a file can be compared word by
word before anything in it is trusted.
"""

import hashlib
import importlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import cache
from importlib.resources import files

from msgspec import Struct

MIGRATIONS = "brikdesk.store.migrations"


class Migration(Struct, frozen=True):
    """The migration to format `version` from the one before.

    `rows_change` names the tables that may gain or lose rows; all others must keep every row.
    """

    version: int
    run: Callable[[sqlite3.Connection], None]
    rows_change: frozenset[str] = frozenset()


class EarlierForm(Struct, frozen=True):
    """What files of a format hold that were made before the format had its last form.

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
    parts = {(kind, name): text for kind, name, text in connection.execute(PARTS)}
    tables = tuple(sorted(name for kind, name in parts if kind == "table"))
    own = tuple(name for name in tables if not name.startswith("sqlite_"))
    columns = tuple(column for table in own for column in _columns(connection, table))
    return Layout(parts, own, columns)


PARTS = "SELECT type, name, sql FROM sqlite_master"


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
