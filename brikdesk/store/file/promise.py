"""Find out whether a change was saved although the drive reported an error during the commit.

The last step of a commit syncs the folder from which the journal was deleted. If only that step
fails, the change is in the file although SQLite reports an error, and repeating it would do it
twice. So the file itself is asked.
"""

import sqlite3

from msgspec import Struct
from sqlalchemy import Connection, RootTransaction
from sqlalchemy.exc import DBAPIError

from brikdesk.store.file.connection import driver_connection


class Promise(Struct, frozen=True):
    """A query whose answer tells whether a change is in the file.

    `question` is SQL with the one parameter `about`; it returns `answer` only after the change.
    """

    question: str
    about: str
    answer: str


def commit(connection: Connection, transaction: RootTransaction, promise: Promise | None) -> bool:
    """Commit; return True if the drive reported an error although the change is in the file.

    Raise DBAPIError if the change is not in the file, or if that cannot be known.
    """
    try:
        transaction.commit()
    except DBAPIError:
        if promise is None or not _is_kept(connection, promise):
            raise
        return True
    return False


def _is_kept(connection: Connection, promise: Promise) -> bool:
    driver = driver_connection(connection)
    if driver.in_transaction:
        return False  # the commit failed early; this connection would read its own unsaved rows
    try:
        found = driver.execute(promise.question, (promise.about,)).fetchone()
    except sqlite3.Error:
        return False
    return bool(found == (promise.answer,))
