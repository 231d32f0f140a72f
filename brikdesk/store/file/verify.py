"""Check a campaign file before it is used: read-only, in bounded time, page by page."""

import re
import sqlite3
import struct
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import BinaryIO

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.connection import (
    APPLICATION_ID,
    BUSY_SECONDS,
    LONGEST_VALUE,
    PAGE_SIZE,
    database_uri,
)
from brikdesk.store.file.faults import Busy, Damaged, ForeignParts, Unreadable, damage_in, reason_of
from brikdesk.store.file.schema import (
    PARTS,
    DeclaredColumn,
    Layout,
    Schema,
    fault_in_value,
    fault_in_words,
    is_good,
    is_parsed,
    is_text,
    layout,
    layout_of,
    quoted,
)

STEPS, STEPS_PER_BYTE = 50_000_000, 50
"""What the check of a file may cost, in steps of SQLite's machine: a sound file takes a third of a step
for each byte.

Steps and not seconds: on a busy computer or a slow stick a sound file takes as long as it likes, but the
endless query of a hostile one ends after a second or two.
"""

MOST_ROWS = 20_000_000
MOST_PARTS = 1_000
LAST_KEY = 2**62
PHOTOS = "picture"
"""The table whose values are not read at opening where they are many; their names are their SHA-256."""

READ_AT_OPENING = 64 * 1024 * 1024
"""Bytes of photos up to which they are checked like everything else."""

STEPS_BETWEEN_LOOKS = 2_000

Roots = list[tuple[str, int]]
"""The pages on which tables and indexes begin, with the name of the table."""

Checks = Callable[[sqlite3.Connection], list[str]]
"""Further checks of the contents of the rows; each returned sentence names a fault."""


def verify(
    path: Path, schema: Schema, *, extra_checks: Checks | None = None, most_steps: int = 0
) -> Roots:
    """Check a whole campaign file without writing to it and without running anything in it.

    `most_steps` is what it may cost; by default that grows with the size of the file. Raise
    ForeignParts, Damaged or another CampaignFileError for the first fault found. Where many photos
    were not read, return what `check_ownership` needs to know.
    """
    most = most_steps or STEPS + path.stat().st_size * STEPS_PER_BYTE
    try:
        with closing(_open_to_look(path, most)) as connection:
            connection.execute("BEGIN")  # one state of the file for all questions
            known = _check_parts(connection, schema)
            # Only now: the authorizer needs to know the tables, which were not trusted before.
            connection.set_authorizer(_only_reading(known))
            roots = _check_all_pages(connection, known)
            _check_references(connection)
            for table in known.tables:
                _check_values(connection, [c for c in known.columns if c.table == table])
            _check_counters(connection, known)
            if extra_checks is not None and (wrong := extra_checks(connection)):
                raise Damaged("; ".join(wrong[:3]))
            return roots
    except sqlite3.Error as error:
        raise _file_error(error) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes a name that is no text
        raise Damaged("text that cannot be read") from error


def has_earlier_form(path: Path, schema: Schema) -> bool:
    """Return whether a verified file has an earlier form of its format, and so is to be migrated."""
    try:
        with closing(_open_to_look(path, STEPS)) as connection:
            parts = {(kind, name): text for kind, name, text in connection.execute(PARTS)}
    except sqlite3.Error as error:
        raise _file_error(error) from error
    return schema.earlier_form(parts) is not None


def _open_to_look(path: Path, most_steps: int) -> sqlite3.Connection:
    connection = sqlite3.connect(
        database_uri(path, "ro"), uri=True, timeout=BUSY_SECONDS, isolation_level=None
    )
    looks = count(1)
    # Only this ends a query that the file itself made endless; no signal reaches Python meanwhile.
    connection.set_progress_handler(
        lambda: next(looks) * STEPS_BETWEEN_LOOKS > most_steps, STEPS_BETWEEN_LOOKS
    )
    for limit, value in (
        (sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE),
        (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
        (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 5),
    ):
        connection.setlimit(limit, value)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA mmap_size = 0")
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
    except BaseException:
        connection.close()
        raise
    return connection


_ALWAYS_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION}
_PRAGMAS = {"integrity_check", "foreign_key_check", "table_info"}


def _only_reading(
    known: Layout,
) -> Callable[[int, str | None, str | None, str | None, str | None], int]:
    readable = {*known.tables, "sqlite_master", "sqlite_sequence"}

    def authorize(
        action: int, first: str | None, second: str | None, base: str | None, within: str | None
    ) -> int:
        allowed = within is None and (  # `within` names a view or trigger that asks
            action in _ALWAYS_ALLOWED
            or (action == sqlite3.SQLITE_READ and first in readable)
            or (action == sqlite3.SQLITE_PRAGMA and first in _PRAGMAS)
        )
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    return authorize


def _check_parts(connection: sqlite3.Connection, schema: Schema) -> Layout:
    """Compare the schema's text with that of its format, before any table is read."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID or not 1 <= version <= schema.version:
        raise Damaged("page 1")
    known = layout(schema, version)
    found = {
        (kind, name): text for kind, name, text in connection.execute(PARTS).fetchmany(MOST_PARTS)
    }
    earlier = schema.earlier_form(found)
    if earlier and earlier.last.version == version:
        return layout_of(connection)  # every word of it is known, so that it can be asked
    for (kind, name), text in found.items():
        if (kind, name) not in known.parts:
            raise ForeignParts(_named(kind, name, text))
        if text != known.parts[kind, name]:
            raise ForeignParts(f"another form of the {kind} '{name}'")
    for kind, name in known.parts:
        # SQLite makes sqlite_sequence with the first table that counts, never later.
        if (kind, name) not in found:
            raise Damaged(f"the {kind} '{name}' is missing")
    return known


def _named(kind: str, name: str, text: str | None) -> str:
    virtual = kind == "table" and (text or "").upper().startswith("CREATE VIRTUAL")
    noun = "virtual table" if virtual else kind
    article = "an" if noun[:1] in "aeiou" else "a"
    shown = "".join(letter for letter in name[:40] if letter.isprintable())
    return f"{article} {noun}, '{shown}'"


def _check_all_pages(connection: sqlite3.Connection, known: Layout) -> Roots:
    """Check all pages; where photos fill a file, all but those that hold nothing but photos."""
    if _bytes_of_photos(connection, known) <= READ_AT_OPENING:
        _check_pages(connection)
        return []
    for table in known.tables:
        if table != PHOTOS:
            _check_pages(connection, quoted(table))
    _check_names_of_photos(connection)
    found = connection.execute("SELECT tbl_name, rootpage FROM sqlite_master WHERE rootpage > 0")
    return found.fetchmany(MOST_PARTS)


def _bytes_of_photos(connection: sqlite3.Connection, known: Layout) -> int:
    if PHOTOS not in known.tables:
        return 0
    # The length of a value stands at the beginning of its row: no photo is read for it.
    (size,) = connection.execute(f"SELECT sum(length(data)) FROM {PHOTOS}").fetchone()
    return int(size or 0)


def _check_names_of_photos(connection: sqlite3.Connection) -> None:
    """Compare the index by which a photo is found with the photos."""
    there, found = (
        connection.execute(f"SELECT name FROM {PHOTOS} {how} ORDER BY name").fetchall()
        for how in ("NOT INDEXED", f"INDEXED BY sqlite_autoindex_{PHOTOS}_1")
    )
    if there != found:
        raise Damaged("an index does not fit its table")


def _check_pages(connection: sqlite3.Connection, what: str = "1") -> None:
    # Only the first fault: looking for more, SQLite may fall over the page it has just named.
    (found,) = connection.execute(f"PRAGMA integrity_check({what})").fetchone()
    if found == "ok":
        return
    page = re.search(r"\bpage (\d+)", str(found), re.IGNORECASE)
    index = re.search(r"\bindex\b", str(found), re.IGNORECASE)
    raise Damaged(
        f"page {page[1]}"
        if page
        else "an index does not fit its table"
        if index
        else "its pages do not fit together"
    )


def _check_references(connection: sqlite3.Connection) -> None:
    orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    if orphan is not None:
        raise Damaged(f"row {orphan[1]} of '{orphan[0]}' points to a missing '{orphan[2]}'")


def _check_values(connection: sqlite3.Connection, columns: list[DeclaredColumn]) -> None:
    table = quoted(columns[0].table)
    counts = ", ".join(f"coalesce(sum(NOT coalesce({is_good(c)}, 0)), 0)" for c in columns)
    rows, *wrong = connection.execute(f"SELECT count(*), {counts} FROM {table}").fetchone()
    if rows > MOST_ROWS:
        raise Damaged(f"'{columns[0].table}' has {rows} rows")
    for column, faults in zip(columns, wrong, strict=True):
        if faults:
            raise Damaged(fault_in_words(column))
    _read_values(connection, table, columns)


def _read_values(connection: sqlite3.Connection, table: str, columns: list[DeclaredColumn]) -> None:
    names = ", ".join(quoted(column.name) for column in columns if is_text(column))
    if names:
        # Fetching decodes; SQLite itself does not know whether its text is UTF-8.
        deque(connection.execute(f"SELECT {names} FROM {table}"), maxlen=0)
    for column in filter(is_parsed, columns):
        for (value,) in connection.execute(f"SELECT {quoted(column.name)} FROM {table}"):
            if fault := fault_in_value(column, value):
                raise Damaged(f"in '{column.table}', '{column.name}' {fault}")


def _check_counters(connection: sqlite3.Connection, known: Layout) -> None:
    """Check SQLite's key counters: with a wrong one, a key would be used twice."""
    if ("table", "sqlite_sequence") not in known.parts:
        return
    rows = connection.execute("SELECT name, seq FROM sqlite_sequence").fetchmany(MOST_PARTS)
    counters = dict(rows)
    if len(counters) != len(rows) or not counters.keys() <= set(known.tables):
        raise Damaged("the counters of keys")
    for table in known.tables:
        if "AUTOINCREMENT" not in (known.parts["table", table] or ""):
            continue
        (highest,) = connection.execute(f"SELECT max(rowid) FROM {quoted(table)}").fetchone()
        last = counters.get(table, 0)
        if not isinstance(last, int) or not (highest or 0) <= last < LAST_KEY:
            raise Damaged(f"the counter of keys of '{table}'")


def _file_error(error: sqlite3.Error) -> CampaignFileError:
    name = str(getattr(error, "sqlite_errorname", ""))
    if name.startswith("SQLITE_INTERRUPT"):
        return ForeignParts("something that takes too long to read")
    if name.startswith("SQLITE_AUTH"):
        return ForeignParts("something that reads what it should not")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Busy()
    if name.startswith("SQLITE_TOOBIG"):
        return Damaged(f"a value of more than {LONGEST_VALUE >> 20} MB")
    if reason := reason_of(error):
        return Unreadable(f"The file cannot be read: {reason}")
    if "decode" in str(error):
        return Damaged("text that cannot be read")
    return damage_in(str(error))


MOST_LOCAL = PAGE_SIZE - 35
"""Bytes of a table's row that stay on its page as a whole: https://www.sqlite.org/fileformat.html#b_tree_pages"""

MOST_IN_INDEX = (PAGE_SIZE - 12) * 64 // 255 - 23
LEAST_LOCAL = (PAGE_SIZE - 12) * 32 // 255 - 23
ON_A_PAGE = PAGE_SIZE - 4
"""Bytes of a value on a page of its own, after the number of the next one."""

INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE = 2, 5, 10, 13


def check_ownership(path: Path, roots: Iterable[tuple[str, int]], photos: str) -> None:
    """Follow the tables and indexes that begin on these pages, and the free pages.

    Only for a file that this program has not open: closing it after reading would let go of SQLite's locks.
    Of the table `photos` only the rows are read, not the pages to which their bytes run over. Raise
    Damaged for a page that belongs to two, or to none.
    """
    with path.open("rb") as file:
        walk = _PageWalk(file)
        for table, root in [("sqlite_master", 1), *roots]:
            walk.follow(root, values=table != photos)
        walk.follow_free()
        walk.check_rest()


class _PageWalk:
    """Goes through the pages of a file, each of them once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        head = self._page(1)
        if head[20]:
            raise Damaged("page 1")
        self._count, self._free = struct.unpack_from(">II", head, 28)
        self._seen = bytearray(self._count + 1)
        self._left_out = 0
        self._begun: list[int] = []

    def follow(self, root: int, values: bool) -> None:
        """Go through a table or an index; with `values`, also where its rows run over."""
        waiting = [root]
        while waiting:
            number = waiting.pop()
            page = self._taken(number)
            at = 100 if number == 1 else 0
            kind, cells = page[at], struct.unpack_from(">H", page, at + 3)[0]
            interior = kind in (INTERIOR_INDEX, INTERIOR_TABLE)
            if kind not in (INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE):
                raise Damaged(f"page {number}")
            places = at + (12 if interior else 8)
            if interior:
                waiting.append(struct.unpack_from(">I", page, at + 8)[0])
            try:
                for (cell,) in struct.iter_unpack(">H", page[places : places + 2 * cells]):
                    if interior:
                        waiting.append(struct.unpack_from(">I", page, cell)[0])
                        cell += 4
                    if kind != INTERIOR_TABLE:
                        self._run_over(page, cell, kind == LEAF_TABLE, values)
            except (struct.error, IndexError) as error:
                raise Damaged(f"page {number}") from error

    def follow_free(self) -> None:
        """Go through the pages that are free."""
        trunk, leaves = self._free, 0
        while trunk:
            page = self._taken(trunk)
            trunk, leaves = struct.unpack_from(">II", page)
            if leaves > PAGE_SIZE // 4 - 2:
                raise Damaged("the list of free pages")
            for (leaf,) in struct.iter_unpack(">I", page[8 : 8 + 4 * leaves]):
                self._take(leaf)

    def check_rest(self) -> None:
        """Raise Damaged unless exactly the photos' bytes are left."""
        # The last page with locks of its own exists only beyond a gigabyte: SQLite never writes it.
        locks = int(self._count * PAGE_SIZE > 1 << 30)
        rest = self._count - sum(self._seen) - locks
        if rest != self._left_out or any(self._is_taken(each) for each in self._begun):
            raise Damaged("its pages do not fit together")

    def _run_over(self, page: bytes, cell: int, in_table: bool, values: bool) -> None:
        size, cell = _varint(page, cell)
        if in_table:
            _, cell = _varint(page, cell)
        most = MOST_LOCAL if in_table else MOST_IN_INDEX
        if size <= most:
            return
        local = LEAST_LOCAL + (size - LEAST_LOCAL) % ON_A_PAGE
        local = local if local <= most else LEAST_LOCAL
        (first,) = struct.unpack_from(">I", page, cell + local)
        pages = -(-(size - local) // ON_A_PAGE)
        if values:
            for _ in range(pages):
                (first,) = struct.unpack_from(">I", self._taken(first))
        else:
            self._left_out += pages
            self._begun.append(first)

    def _taken(self, number: int) -> bytes:
        self._take(number)
        return self._page(number)

    def _take(self, number: int) -> None:
        if not 0 < number <= self._count or self._seen[number]:
            raise Damaged(f"page {number}")
        self._seen[number] = 1

    def _is_taken(self, number: int) -> bool:
        return not 0 < number <= self._count or bool(self._seen[number])

    def _page(self, number: int) -> bytes:
        self._file.seek((number - 1) * PAGE_SIZE)
        page = self._file.read(PAGE_SIZE)
        if len(page) < PAGE_SIZE:
            raise Damaged(f"page {number}")
        return page


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Return a number of SQLite's own form, and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | page[place] & 0x7F
        if page[place] < 0x80:
            return value, place + 1
    return value << 8 | page[at + 8], at + 9
