"""Find a torn copy: a file copied during a save, whose rows and journal are of two states.

SQLite may find such a copy sound. So each row is compared with the newest image of it. A file that
was closed is compared by its digest instead.
"""

import sqlite3
from typing import Any

from sqlalchemy import JSON

from brikdesk.store.file.connection import from_json
from brikdesk.store.journal.images import game_tables

_NEWEST = """
SELECT image."table", image.row_id, image.after FROM image WHERE image.id IN (
    SELECT max(image.id) FROM image JOIN act ON act.id = image.act_id
    WHERE act.state <> 'UNDONE' AND image.id > ? GROUP BY image."table", image.row_id)
"""
_OLDEST_UNDONE = """
SELECT image."table", image.row_id, image.before FROM image WHERE image.id IN (
    SELECT min(image.id) FROM image JOIN act ON act.id = image.act_id
    WHERE act.state = 'UNDONE' AND image.id > ? GROUP BY image."table", image.row_id)
"""

_MIXED = "it mixes two states of the campaign, as a copy made during a save does"


def mixed(connection: sqlite3.Connection, *, after: int) -> list[str]:
    """Return a fault if any row differs from its newest image, else an empty list.

    Only images with keys above `after` are compared.
    """
    # Undone acts took rows back: there the image before the oldest undone act is the right one.
    left = {(name, key): image for name, key, image in connection.execute(_NEWEST, (after,))}
    undone = connection.execute(_OLDEST_UNDONE, (after,))
    left |= {(name, key): image for name, key, image in undone}
    for (name, key), image in left.items():
        if _row(connection, name, key) != (from_json(image) if image else None):
            return [_MIXED]
    return []


def _row(connection: sqlite3.Connection, name: str, key: int) -> dict[str, Any] | None:
    """Return a row as an image holds it."""
    table = next((table for table in game_tables() if table.name == name), None)
    if table is None:
        return None
    found = connection.execute(f'SELECT * FROM "{name}" WHERE id = ?', (key,))
    row = found.fetchone()
    if row is None:
        return None
    # The names are those of the file: one of an earlier form has others than the program's table.
    names = [str(column[0]) for column in found.description]
    parsed = {*NO_MORE, *(c.name for c in table.columns if isinstance(c.type, JSON))}
    return {
        column: from_json(value) if column in parsed and isinstance(value, str) else value
        for column, value in zip(names, row, strict=True)
    }


NO_MORE = frozenset({"fought"})
"""Columns that held JSON in an earlier form of a table."""
