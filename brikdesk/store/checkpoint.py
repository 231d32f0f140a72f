"""A digest of the game kept in the file, so that values that changed by themselves are noticed.

It is written when a campaign is closed and every 200 acts. It holds for the state it was written
in; a file that was played on since, and not closed, is compared with its newest acts. At closing there is
time to hash the journal too: the log, the acts, and the images that undo needs.
"""

import sqlite3

from sqlalchemy import Connection, Enum, delete, insert

from brikdesk.store.digest import Rows, digest_of_rows
from brikdesk.store.journal import game_tables
from brikdesk.store.tables import Checkpoint
from brikdesk.store.torn import mixed

ACTS_BETWEEN = 200
"""Acts after which a new checkpoint is written while a campaign is open."""

_STATE = (
    "SELECT MAX(id), SUM(state = 'DONE'), SUM(state = 'SEALED'), SUM(state = 'UNDONE') FROM act"
)


WITH_JOURNAL = ":journal"
"""Ends the state of a digest that holds the journal too."""


def write_checkpoint(connection: Connection, *, journal: bool = False) -> None:
    """Keep the digest of the game as it is now, if asked with its journal; the caller commits."""
    rows: Rows = lambda sql: connection.exec_driver_sql(sql)  # noqa: E731
    connection.execute(delete(Checkpoint))
    state = _state(rows) + (WITH_JOURNAL if journal else "")
    made = {"state": state, "digest": digest_of_rows(rows, journal=journal)}
    connection.execute(insert(Checkpoint).values(made))


def altered(connection: sqlite3.Connection) -> list[str]:
    """Tell whether game or journal differ from the digest that was kept for this very state."""
    kept = connection.execute("SELECT state, digest FROM checkpoint").fetchone()
    if kept is None or kept[0].removesuffix(WITH_JOURNAL) != _state(connection.execute):
        return mixed(connection)
    journal = kept[0].endswith(WITH_JOURNAL)
    if kept[1] == digest_of_rows(connection.execute, journal=journal):
        return []
    return ["the game differs from what BrikDesk saved last"]


def strange_members(connection: sqlite3.Connection) -> list[str]:
    """Name values of enum columns that no BrikDesk ever wrote."""
    found = []
    for table in game_tables():
        for column in table.columns:
            if isinstance(column.type, Enum) and column.type.enum_class:
                known = {*column.type.enum_class.__members__, *([None] if column.nullable else [])}
                sql = f'SELECT DISTINCT "{column.name}" FROM "{table.name}"'  # names of our own
                values = {row[0] for row in connection.execute(sql)}
                found += [f"{table.name}.{column.name} is {value!r}" for value in values - known]
    return found


def _state(rows: Rows) -> str:
    return ":".join(str(value or 0) for value in next(iter(rows(_STATE))))
