"""The connection to a campaign file: what is checked before SQLite opens it, and its settings."""

import json
import math
import os
import sqlite3
import stat
import struct
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

import msgspec
from msgspec import Struct
from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    Engine,
    QueuePool,
    RootTransaction,
    StaticPool,
    create_engine,
    event,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.util import LRUCache

from brikdesk.errors import CampaignFileError
from brikdesk.foreign_file import beginning_of, ordinary
from brikdesk.store.file.faults import (
    CutOff,
    Damaged,
    ForeignParts,
    Newer,
    NotACampaign,
    Unreadable,
)
from brikdesk.store.file.faults import in_words as in_words

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
    engine = _engine(
        lambda: open_connection(path, read_only=read_only),
        URL.create("sqlite", database=str(path)),
        # Not StaticPool: there a second user's rollback would end the first one's transaction.
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=0,
    )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # By SQLAlchemy, whose errors are worded; what cannot fail goes straight to the file.
        if read_only or connection.get_execution_options().get("brikdesk_read"):
            connection.exec_driver_sql("BEGIN")
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            # Undo puts rows back in the order of the images, not of their references.
            driver_connection(connection).execute("PRAGMA defer_foreign_keys = ON")

    return engine


def engine_of(memory: sqlite3.Connection) -> Engine:
    """Return an engine on a database in memory, which exists in this one connection only."""
    return _engine(lambda: memory, poolclass=StaticPool)


def _engine(
    connect: Callable[[], sqlite3.Connection], url: URL | str = "sqlite://", **pool: Any
) -> Engine:
    """Return an engine that turns statements into SQL as all others of this process do.

    By itself each engine has a dialect of its own, to which every table's cache adds its statements:
    whatever was worded for one campaign would be worded anew for the next, and stay in memory.
    """
    engine = create_engine(url, creator=connect, **pool)
    engine.dialect = _dialect()
    engine.update_execution_options(compiled_cache=_WORDED)
    return engine


@cache
def _dialect() -> Dialect:
    engine = create_engine(
        "sqlite://", json_serializer=to_json, json_deserializer=from_json, poolclass=StaticPool
    )
    with engine.connect():  # the dialect asks its first connection what this SQLite can do
        return engine.dialect


_WORDED: LRUCache[Any, Any] = LRUCache(1000)
"""Statements that were turned into SQL, for all engines."""


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


def rows_to_json(value: Any, rows: Sequence[Sequence[Any]]) -> bytes:
    """Return what `to_json` does, of a value that is made of rows out of SQLite, in a third of the time."""
    kinds = {*map(type, chain.from_iterable(rows))}
    # Of what rows hold, msgspec writes only numbers with an exponent in another way than Python.
    if not kinds <= _ALIKE or (
        float in kinds and any(map(_has_exponent, chain.from_iterable(rows)))
    ):
        return to_json(value).encode()
    return msgspec.json.encode(value)


_ALIKE = {int, str, float, type(None)}


def _has_exponent(value: Any) -> bool:
    return type(value) is float and value != 0 and not 1e-4 <= abs(value) < 1e16


def from_json(text: str) -> Any:
    """Read stored JSON. Raise ValueError for numbers that JSON lacks: NaN, Infinity, 1e400."""
    try:
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return _READER.decode(text)  # says what is wrong; and reads half a pair of letters


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


HEADER_SIZE = 100
LARGEST_FILE = 4 * 1024 * 1024 * 1024
"""Bytes of a campaign. Nothing is added to one that would become larger."""

MAGIC = b"SQLite format 3\0"

_KINDS = (
    (b"%PDF", "it is a PDF"),
    (b"PK\x03\x04", "it is a zip archive"),
    (b"\x1f\x8b", "it is a gzip archive"),
    (b"\x89PNG", "it is a picture"),
    (b"\xff\xd8\xff", "it is a picture"),
    (b"GIF8", "it is a picture"),
    (b"RIFF", "it is a picture or a sound"),
    (b"\x7fELF", "it is a program"),
    (b"MZ", "it is a program"),
)


class Header(Struct, frozen=True):
    """The fields of a campaign's first 100 bytes that decide how it is opened."""

    version: int
    """The number of its format: user_version."""
    page_count: int
    """Pages by the file's own count; 0 where another program left no valid count."""
    write_ahead: bool
    """Whether its last writer used a write-ahead log, which BrikDesk never does."""
    changes: int
    """SQLite's change counter: it grows with every commit."""
    size: int
    """Bytes on the drive."""

    def check_size(self) -> None:
        """Raise CutOff if pages are missing. Extra bytes are ignored, as SQLite ignores them."""
        if self.size < self.page_count * PAGE_SIZE or self.size < PAGE_SIZE:
            raise CutOff


def find_file(path: Path) -> Path:
    """Return the real path of a regular file, links followed; else raise CampaignFileError."""
    try:
        real = path.resolve(strict=True)
        kind = real.stat().st_mode
    except FileNotFoundError:
        raise CampaignFileError(f"There is no file {path.name} in {path.parent}.") from None
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a name with NUL
        raise CampaignFileError(f"{path.name} cannot be reached. Nothing was changed.") from error
    if stat.S_ISDIR(kind):
        raise NotACampaign("it is a folder")
    if not stat.S_ISREG(kind):
        raise NotACampaign("it is a device or a pipe")
    return real


def read_header(path: Path, newest: int) -> Header:
    """Read and check the header of a regular file; `newest` is the format this program writes.

    Raises NotACampaign, Newer, ForeignParts or Damaged. The size is checked by `check_size`,
    because a file with a journal beside it may still get its missing pages back.
    """
    try:
        with ordinary(path) as file:
            size = os.fstat(file.fileno()).st_size
            first = file.read(512)
    except OSError as error:
        raise Unreadable(f"{path.name} cannot be read") from error
    if not first.startswith(MAGIC):
        raise NotACampaign(_kind_of(first))
    if len(first) < HEADER_SIZE:
        raise CutOff
    if size > LARGEST_FILE:
        raise NotACampaign(f"it is larger than {LARGEST_FILE >> 30} GB")
    return _checked(first, size, newest)


def is_campaign(path: Path) -> bool:
    """Return whether a file begins as campaigns do, damaged ones too."""
    first = beginning_of(path, HEADER_SIZE)
    number = first[68:72]
    return first.startswith(MAGIC) and number == APPLICATION_ID.to_bytes(4, "big")


def _checked(first: bytes, size: int, newest: int) -> Header:
    # Offsets from SQLite's file format: https://www.sqlite.org/fileformat.html#the_database_header
    page_size, write_version, read_version = struct.unpack_from(">HBB", first, 16)
    changes, page_count = struct.unpack_from(">II", first, 24)
    (schema_format,) = struct.unpack_from(">I", first, 44)
    encoding, version = struct.unpack_from(">Ii", first, 56)
    application, counted_at = struct.unpack_from(">I20xI", first, 68)
    if application != APPLICATION_ID:
        raise NotACampaign("it is a database of another program")
    if version > newest:
        raise Newer(version, newest)
    if version < 1:
        raise Damaged("its format number is missing")
    if page_size != PAGE_SIZE:
        raise ForeignParts("pages of another size")
    if encoding != 1:
        raise ForeignParts("text in UTF-16")
    if not {write_version, read_version} <= {1, 2} or schema_format not in range(1, 5):
        raise Damaged("page 1")
    return Header(
        version=version,
        # SQLite trusts the page count only if it was written together with the change counter.
        page_count=page_count if counted_at == changes else 0,
        write_ahead=2 in (write_version, read_version),
        changes=changes,
        size=size,
    )


def _kind_of(first: bytes) -> str:
    """Return what kind of file this seems to be, for a referee who picked the wrong one."""
    if not first:
        return "it is empty"
    for start, words in _KINDS:
        if first.startswith(start):
            return words
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "it is a text file"
    if b"\0" in first:
        return "it is a file of another kind"
    try:
        getincrementaldecoder("utf-8")().decode(first)  # a character cut in two at the end is fine
    except UnicodeDecodeError:
        return "it is a file of another kind"
    return "it is a text file"


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


OLDEST = (3, 38, 0)
"""The first version in which the JSON functions are always built in; the log is stored as JSON."""

SAFE = (3, 39, 2)
"""The first version without the hole that a hostile file could use (CVE-2022-35737)."""


def notice_of_sqlite(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> tuple[str, ...]:
    """Return warnings about this SQLite, usually none. Raise CampaignFileError if it is too old."""
    found, safe = (".".join(map(str, numbers)) for numbers in (version, SAFE))
    if version < OLDEST:
        raise CampaignFileError(
            f"This computer has SQLite {found}; BrikDesk needs {safe} or later. Nothing was "
            "opened. A newer Python brings a newer SQLite."
        )
    if version < SAFE:
        return (
            f"This computer has SQLite {found}, which files of strangers can harm. Open your own "
            f"only, or use a Python with SQLite {safe} or later.",
        )
    return ()
