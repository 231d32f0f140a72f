"""One hash of all game rows, and the chain of acts."""

import hashlib
import json
from typing import Any

from sqlalchemy import Connection, text

from brikdesk.store.journal import game_tables


def digest_of_game(connection: Connection) -> str:
    """Hash every game row in the order of tables and keys; the journal is not part of it."""
    whole = hashlib.sha256()
    for table in sorted(game_tables(), key=lambda table: table.name):
        names = sorted(column.name for column in table.columns)
        columns = ", ".join(f'"{name}"' for name in names)
        whole.update(f"{table.name} {columns}\n".encode())
        for row in connection.execute(text(f'SELECT {columns} FROM "{table.name}" ORDER BY id')):
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
