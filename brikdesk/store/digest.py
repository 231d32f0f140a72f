"""One hash of all game rows, and the chain of acts."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Connection
from sqlmodel import SQLModel

from brikdesk.store.journal import game_tables
from brikdesk.store.tables import JOURNAL_TABLES

Rows = Callable[[str], Iterable[Sequence[Any]]]
"""Gives the rows of one statement, whichever connection carries it out."""


def digest_of_game(connection: Connection) -> str:
    """Hash every game row; the journal is not part of it."""
    return digest_of_rows(connection.exec_driver_sql)


def digest_of_rows(rows: Rows, *, journal: bool = False) -> str:
    """Hash every game row in the order of tables and keys; if asked, those of the journal too."""
    whole = hashlib.sha256()
    for table in sorted(game_tables(), key=lambda table: table.name):
        names = sorted(column.name for column in table.columns)
        columns = ", ".join(f'"{name}"' for name in names)
        whole.update(f"{table.name} {columns}\n".encode())
        for row in rows(f'SELECT {columns} FROM "{table.name}" ORDER BY id'):
            whole.update(canonical(list(row)))
    if journal:
        _add_journal(whole, rows)
    return whole.hexdigest()


def _add_journal(whole: "hashlib._Hash", rows: Rows) -> None:
    """Hash acts, lines, images and the keys used last; many rows at once, for there are many."""
    tables = {table.name: table for table in SQLModel.metadata.sorted_tables}
    questions = ["SELECT name, seq FROM sqlite_sequence WHERE name <> 'checkpoint' ORDER BY name"]
    for name in sorted(JOURNAL_TABLES - {"checkpoint"}):
        columns = ", ".join(f'"{column}"' for column in sorted(tables[name].columns.keys()))
        questions.append(f'SELECT {columns} FROM "{name}" ORDER BY id')
    for question in questions:
        whole.update(f"{question}\n".encode())
        answer = iter(rows(question))
        while some := [list(row) for row in islice(answer, _AT_ONCE)]:
            whole.update(canonical(some))


_AT_ONCE = 500


def chain(predecessor: str, act: dict[str, Any]) -> str:
    """Hash one act together with the chain before it: a gap or a change shows in all that follow."""
    return hashlib.sha256(predecessor.encode() + canonical(act)).hexdigest()


def canonical(value: Any) -> bytes:
    """Give JSON with one spelling: sorted keys, no spaces, UTF-8."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode("utf-8", "surrogatepass")
