"""Does a file that was not closed hold together: a copy made during a save mixes two states.

Such a copy can be sound to SQLite. So what the newest acts left is compared with the rows, and acts
and lines are counted. A file that was closed is compared by its digest instead.
"""

import sqlite3
from typing import Any

from sqlalchemy import JSON

from brikdesk.store.connection import from_json
from brikdesk.store.journal import game_tables

IMAGES_COMPARED = 2_000
"""The newest images of rows; a copy is mixed of what was saved while it was made."""

_IMAGES = """
SELECT image."table", image.row_id, image.before, image.after, act.state = 'UNDONE'
FROM image JOIN act ON act.id = image.act_id ORDER BY image.id DESC LIMIT ?
"""

_MIXED = "it mixes two states of the campaign, as a copy made during a save does"


def mixed(connection: sqlite3.Connection) -> list[str]:
    """Tell whether rows, log and acts of a file belong to one state."""
    if _lacks_lines(connection) or _differs_from_images(connection):
        return [_MIXED]
    return []


def _lacks_lines(connection: sqlite3.Connection) -> bool:
    """Tell whether acts or lines are missing: none is ever deleted, and each key is the next."""
    last = dict(connection.execute("SELECT name, seq FROM sqlite_sequence"))
    return any(
        connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] != last.get(table, 0)
        for table in ("act", "logline")
    )


def _differs_from_images(connection: sqlite3.Connection) -> bool:
    images = connection.execute(_IMAGES, (IMAGES_COMPARED,)).fetchall()
    left: dict[tuple[str, int], str | None] = {}
    undone_rows = set()
    for table, key, before, after, undone in reversed(images):
        if undone:
            left.setdefault((table, key), before)
            undone_rows.add((table, key))
        else:
            left[table, key] = after
    if len(images) == IMAGES_COMPARED:  # of what was undone, the first image may lie further back
        left = {row: image for row, image in left.items() if row not in undone_rows}
    return any(
        _row(connection, table, key) != (from_json(image) if image else None)
        for (table, key), image in left.items()
    )


def _row(connection: sqlite3.Connection, name: str, key: int) -> dict[str, Any] | None:
    """Give a row as an image holds it."""
    table = next((table for table in game_tables() if table.name == name), None)
    if table is None:
        return None
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    found = connection.execute(f'SELECT {columns} FROM "{name}" WHERE id = ?', (key,)).fetchone()
    if found is None:
        return None
    return {
        column.name: from_json(value)
        if isinstance(column.type, JSON) and isinstance(value, str)
        else value
        for column, value in zip(table.columns, found, strict=True)
    }
