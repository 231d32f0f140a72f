"""One hash of all game rows, and the chain of acts."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection

from brikdesk.store.journal import game_tables

Rows = Callable[[str], Iterable[Sequence[Any]]]
"""Gives the rows of one statement, whichever connection carries it out."""


def digest_of_game(connection: Connection) -> str:
    """Hash every game row; the journal is not part of it."""
    return digest_of_rows(connection.exec_driver_sql)


def digest_of_rows(rows: Rows) -> str:
    """Hash every game row in the order of tables and keys."""
    whole = hashlib.sha256()
    for table in sorted(game_tables(), key=lambda table: table.name):
        names = sorted(column.name for column in table.columns)
        columns = ", ".join(f'"{name}"' for name in names)
        whole.update(f"{table.name} {columns}\n".encode())
        for row in rows(f'SELECT {columns} FROM "{table.name}" ORDER BY id'):
            whole.update(canonical(list(row)))
    return whole.hexdigest()


def chain(predecessor: str, act: dict[str, Any]) -> str:
    """Hash one act together with the chain before it: a gap or a change shows in all that follow."""
    return hashlib.sha256(predecessor.encode() + canonical(act)).hexdigest()


def canonical(value: Any) -> bytes:
    """Give JSON with one spelling: sorted keys, no spaces, UTF-8."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode("utf-8", "surrogatepass")
