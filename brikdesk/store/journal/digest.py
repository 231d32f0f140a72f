"""Hash all game rows into one digest."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection

from brikdesk.store.journal.images import game_tables

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
    whole.update(canonical([list(row) for row in rows(_COUNTERS)]))
    return whole.hexdigest()


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
    for table in sorted(game_tables(), key=lambda table: table.name):
        if table.name not in there or (
            table.name in ADDED_LATER and not _holds_rows(rows, table.name)
        ):
            continue
        names = sorted(columns_in_file(rows, table.name))
        columns = ", ".join(f'"{name}"' for name in names)
        whole.update(f"{table.name} {columns}\n".encode())
        for row in rows(f'SELECT {columns} FROM "{table.name}" ORDER BY id'):
            whole.update(canonical(list(row)))


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
