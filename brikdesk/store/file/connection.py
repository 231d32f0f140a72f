"""The connection to a campaign file: its settings, in the order in which they must be made."""

import json
import math
import sqlite3
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.faults import in_words

__all__ = [
    "APPLICATION_ID",
    "PAGE_SIZE",
    "READ",
    "database_uri",
    "driver_connection",
    "from_json",
    "in_words",
    "make_engine",
    "open_connection",
    "patient_writer",
    "to_json",
    "total_changes",
]

APPLICATION_ID = 0x42524B44
"""The four letters BRKD, in the header of every campaign file."""

PAGE_SIZE = 4096
LONGEST_VALUE = 16 * 1024 * 1024
"""Bytes of one text or blob; SQLite refuses more, so that no file fills the memory."""

BUSY_SECONDS = 0.1
"""How long SQLite itself waits for another writer; longer waits belong to the event loop."""

READ = {"brikdesk_read": True}
"""Execution options of a connection that only reads, so that it blocks no other writer."""


def make_engine(path: Path, *, read_only: bool = False) -> Engine:
    """Return an engine with one connection to an existing campaign file.

    A transaction begins with BEGIN IMMEDIATE, so that nobody else can write between its first read
    and its first write. If `read_only`, or with the execution options READ, it begins with a plain
    BEGIN. Asking for a second connection while the first is in use is a defect in the program and
    raises sqlalchemy.exc.TimeoutError at once.
    """
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        creator=lambda: open_connection(path, read_only=read_only),
        # Not StaticPool: there a second user's rollback would end the first one's transaction.
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=0,
        json_serializer=to_json,
        json_deserializer=from_json,
    )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if read_only or connection.get_execution_options().get("brikdesk_read"):
            connection.exec_driver_sql("BEGIN")
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            # Undo puts rows back in the order of the images, not of their references.
            connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")

    return engine


def open_connection(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Open an existing file with the store's settings.

    Raises sqlite3.Error if there is no such file (it is never created), CampaignFileError if
    another program keeps it in a journal mode that the store does not use.
    """
    mode = "ro" if read_only else "rw"
    connection = sqlite3.connect(
        database_uri(path, mode), uri=True, timeout=BUSY_SECONDS, isolation_level=None
    )
    try:
        _apply_settings(connection, read_only)
    except BaseException:
        connection.close()
        raise
    return connection


def _apply_settings(connection: sqlite3.Connection, read_only: bool) -> None:
    # The file may come from a stranger: its schema must not run functions with side effects, and
    # malformed pages must be found before they are used.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    # With memory mapping, a drive that fails would end the program by a signal, not by an error.
    connection.execute("PRAGMA mmap_size = 0")
    connection.execute("PRAGMA foreign_keys = ON")
    if read_only:
        connection.execute("PRAGMA query_only = ON")
    else:
        # SQLite answers with the mode in force: it cannot leave WAL while somebody else reads.
        mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        if mode != "delete":
            raise CampaignFileError(
                "Another program holds this campaign open in a way that is not safe. "
                "Close it there first. Nothing was changed."
            )
    # EXTRA also syncs the folder once the journal is deleted: a commit survives a power cut.
    connection.execute("PRAGMA synchronous = EXTRA")
    if sys.platform == "darwin":
        connection.execute("PRAGMA fullfsync = ON")  # fsync alone stops at the drive's own cache
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 5)


def patient_writer(engine: Engine) -> None:
    """Let the window go on reading while a long act runs on a connection and thread of its own.

    The writer keeps its changed pages in memory until the commit, and then waits up to five seconds
    for readers to finish.
    """
    connection = driver_connection(engine)
    connection.execute("PRAGMA cache_spill = OFF")  # a spill would lock readers out long before
    connection.execute("PRAGMA busy_timeout = 5000")


def database_uri(path: Path, mode: str) -> str:
    """Return the URI of a file for SQLite; ?, % and # in its name are escaped."""
    name = path.absolute().as_posix()
    rooted = name if name.startswith("/") else "/" + name  # C:/games
    # In bytes, because a name need not be valid text; the URI says the same in percent signs.
    return f"file://{quote_from_bytes(rooted.encode('utf-8', 'surrogateescape'))}?mode={mode}"


def driver_connection(source: "Engine | Connection") -> sqlite3.Connection:
    """Return the sqlite3 connection below SQLAlchemy's; that of an engine must not be in use."""
    pooled = source.raw_connection() if isinstance(source, Engine) else source.connection
    try:
        driver = pooled.driver_connection
    finally:
        if isinstance(source, Engine):
            pooled.close()  # back into the pool of one; the driver's connection stays open
    assert isinstance(driver, sqlite3.Connection)
    return driver


def total_changes(connection: Connection) -> int:
    """Return how many rows SQLite has written on this connection since it was opened."""
    return driver_connection(connection).total_changes


def to_json(value: Any) -> str:
    """Return canonical JSON: compact, sorted keys, no escaped letters. Raise ValueError for NaN."""
    return _WRITER.encode(value)


def from_json(text: str) -> Any:
    """Read stored JSON. Raise ValueError for numbers that JSON lacks: NaN, Infinity, 1e400."""
    if text == "[]":  # most stored lists are empty
        return []
    return _READER.decode(text)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number that JSON knows")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is too large")
    return number


# Made once: making them takes longer than most values do.
_WRITER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)
_READER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)
