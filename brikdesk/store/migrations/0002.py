"""Format 2: undo, redo and sealing are links of the chain, which covers all that an act left."""

import sqlite3

from brikdesk.store.journal.unbroken import take_over

STATEMENTS = (
    "ALTER TABLE act ADD COLUMN images VARCHAR DEFAULT '' NOT NULL",
    """CREATE TABLE statechange (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    after_act INTEGER NOT NULL,
    act_id INTEGER,
    state VARCHAR(32) NOT NULL,
    taken JSON,
    done_at DATETIME NOT NULL,
    chain VARCHAR NOT NULL,
    FOREIGN KEY(act_id) REFERENCES act (id)
)""",
    "CREATE INDEX statechange_by_act ON statechange (act_id)",
)


def run(connection: sqlite3.Connection) -> None:
    """Make what format 2 has more, and take over the journal as it was."""
    for statement in STATEMENTS:
        connection.execute(statement)
    take_over(connection, trust_rows=False)
