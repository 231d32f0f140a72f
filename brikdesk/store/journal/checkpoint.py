"""A digest of the game, kept in the file to notice values that were altered from outside.

It is written when a campaign is closed and every 200 acts, and is valid for the newest link of the
chain at that moment. If the file was played on since and not closed, its rows are compared with the
images of its acts instead. The journal is protected by its own chain.
"""

import sqlite3

from sqlalchemy import Connection, delete, insert

from brikdesk.store.file.connection import driver_connection
from brikdesk.store.file.promise import Promise
from brikdesk.store.journal import format1
from brikdesk.store.journal.chain import last_chain
from brikdesk.store.journal.digest import digest_of_file
from brikdesk.store.journal.torn import mixed
from brikdesk.store.journal.unbroken import fault_in_journal, take_over, taken_over
from brikdesk.store.tables import Checkpoint

ACTS_BETWEEN = 200
"""Acts after which a new checkpoint is written while a campaign is open."""


def write_checkpoint(connection: Connection) -> Promise:
    """Write the digest of the present game; the caller commits, with the returned promise."""
    file = driver_connection(connection)
    connection.execute(delete(Checkpoint))
    made = {"state": last_chain(file), "digest": digest_of_file(file.execute)}
    connection.execute(insert(Checkpoint).values(made))
    return Promise("SELECT digest FROM checkpoint WHERE state = ?", made["state"], made["digest"])


def accept(connection: Connection) -> None:
    """Accept game and journal as they are; the caller commits."""
    take_over(driver_connection(connection), trust_rows=True)
    write_checkpoint(connection)


def altered(file: sqlite3.Connection) -> list[str]:
    """Return what differs in game or journal from what was saved; empty if nothing does."""
    if format1.is_format_1(file):
        return format1.altered(file)
    if fault := fault_in_journal(file):
        return [fault]
    kept = file.execute("SELECT id, state, digest FROM checkpoint").fetchall()
    counter = file.execute("SELECT seq FROM sqlite_sequence WHERE name = 'checkpoint'").fetchone()
    # The only checkpoint must be the last ever written: a deleted one leaves the counter behind.
    if [row[0] for row in kept] != [row for row in counter or () if row]:
        return ["the digest of the game is missing"]
    if not kept or kept[0][1] != last_chain(file):
        return mixed(file, after=int(taken_over(file).get("image", 0)))
    if kept[0][2] == digest_of_file(file.execute):
        return []
    return ["the game differs from what BrikDesk saved last"]
