"""Saved or not, when the drive reported an error at the very end of saving: the file itself tells.

The last step of a commit makes sure that the journal's name is gone. Where only that fails, the
change is in the file although an error was reported; to do it again would do it twice.
"""

import sqlite3
from dataclasses import dataclass

from sqlalchemy import Connection, RootTransaction
from sqlalchemy.exc import DBAPIError

from brikdesk.store.file.connection import driver_connection


@dataclass(frozen=True, slots=True)
class Promise:
    """What the file answers once a change is saved, and did not answer before."""

    question: str
    about: str
    answer: str


def commit(connection: Connection, transaction: RootTransaction, promise: Promise | None) -> bool:
    """Save; tell whether the drive reported an error although the change is in the file.

    Raises DBAPIError where it is not, or where that cannot be known.
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
        return False
    try:
        found = driver.execute(promise.question, (promise.about,)).fetchone()
    except sqlite3.Error:
        return False
    return bool(found == (promise.answer,))
