"""Check a campaign file before it is used, in bounded time; read what is left of a broken one."""

import re
import sqlite3
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct

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
    LONGEST_TEXT,
    MOST_PARTS,
    DeclaredColumn,
    Layout,
    Schema,
    create_schema,
    fault_in_value,
    fault_in_words,
    is_good,
    is_parsed,
    is_text,
    layout,
    layout_of,
    parts_of,
    quoted,
)

STEPS, STEPS_PER_BYTE = 50_000_000, 50
"""What the check of a file may cost, in steps of SQLite's machine: a sound file takes a third of a step
for each byte.

Steps and not seconds: on a busy computer or a slow stick a sound file takes as long as it likes, but the
endless query of a hostile one ends after a second or two.
"""

MOST_ROWS = 20_000_000
LAST_KEY = 2**62
"""The keys of a file that is opened lie below this."""

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
            return schema.earlier_form(parts_of(connection)) is not None
    except sqlite3.Error as error:
        raise _file_error(error) from error


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
    found = parts_of(connection)
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
    if page := re.search(r"\bpage (\d+)", str(found), re.IGNORECASE):
        raise Damaged(f"page {page[1]}")
    if re.search(r"\bindex\b", str(found), re.IGNORECASE):
        raise Damaged("an index does not fit its table")
    raise Damaged("its pages do not fit together")


def _check_references(connection: sqlite3.Connection) -> None:
    orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    if orphan is not None:
        raise Damaged(f"row {orphan[1]} of '{orphan[0]}' points to a missing '{orphan[2]}'")


def _check_values(connection: sqlite3.Connection, columns: list[DeclaredColumn]) -> None:
    table = quoted(columns[0].table)
    good = " AND ".join(is_good(column, but_for_nul=True) for column in columns)
    sizes = (f"coalesce(length({quoted(c.name)}), 0)" for c in columns if is_parsed(c))
    sql = f"SELECT count(*), total(coalesce({good}, 0)), max({' + '.join(sizes) or 0}) FROM {table}"
    rows, good_rows, longest = connection.execute(sql).fetchone()
    if rows > MOST_ROWS:
        raise Damaged(f"'{columns[0].table}' has {rows} rows")
    at_once = ROWS_AT_ONCE if (longest or 0) < LONGEST_TEXT else 1
    try:
        fault = _fault_in_rows(connection, table, columns, at_once) if good_rows == rows else "bad"
    except sqlite3.Error:
        _check_each(connection, table, columns)
        raise
    if fault:
        _check_each(connection, table, columns)
        raise Damaged(fault)


def _check_each(connection: sqlite3.Connection, table: str, columns: list[DeclaredColumn]) -> None:
    """Raise Damaged for the first column with a value that SQL finds: those are named first."""
    each = ", ".join(f"min(coalesce({is_good(column)}, 0))" for column in columns)
    found = connection.execute(f"SELECT {each} FROM {table}").fetchone()
    if 0 in found:
        raise Damaged(fault_in_words(columns[found.index(0)]))


ROWS_AT_ONCE = 64
"""Rows whose values are looked at together, unless some of them are long."""


def _fault_in_rows(
    connection: sqlite3.Connection, table: str, columns: list[DeclaredColumn], at_once: int
) -> str:
    """Return the fault of the first column that has one in a text; empty if none has."""
    read = [column for column in columns if is_text(column) or is_parsed(column)]
    # Fetching decodes; SQLite itself does not know whether its text is UTF-8.
    names = ", ".join(quoted(column.name) for column in read) or "NULL"
    found, faults = connection.execute(f"SELECT {names} FROM {table}"), dict[str, str]()
    while rows := found.fetchmany(at_once):
        for column, values in zip(read, zip(*rows, strict=True), strict=False):
            # Most lists are empty, and many moments the same.
            each = dict.fromkeys(values) if is_parsed(column) else ["".join(filter(None, values))]
            for fault in filter(None, (fault_in_value(column, value) for value in each)):
                faults.setdefault(column.name, f"in '{column.table}', '{column.name}' {fault}")
    return next((faults[column.name] for column in read if column.name in faults), "")


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
            # The header of the file fills the beginning of page 1.
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
        # So much stays on the page that the rest fills whole pages, unless that is too much.
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


# --- a file whose pages are broken ----------------------------------------------------------------

Cells = list[tuple[int, list[Any]]]
"""The rows of one page, each with its key."""

PagesRead = Callable[[int, int], object]
"""Is told how many pages are read, of how many, and may cancel."""

COUNTERS, MASTER = "sqlite_sequence", "sqlite_master"


class LaterPhoto(Struct, frozen=True):
    """The bytes of a photo that are still to be read: where the row lies."""

    page: int
    cell: int


class Pages:
    """The rows of a database file, page by page, whatever else in it is broken."""

    def __init__(
        self, file: BinaryIO, form: Layout, read_so_far: PagesRead = lambda done, of: None
    ) -> None:
        self._file = file
        self.count = file.seek(0, 2) // PAGE_SIZE
        self._shapes = _shapes_of(form)
        self._leaves: dict[int, Cells] = {}
        self._owner: dict[int, str] = {}
        self.broken: set[str] = set()
        """The tables that lack pages."""
        for number in range(1, self.count + 1):
            if not number % 200:
                read_so_far(number, self.count)
            cells = self._leaf(number)
            if cells:
                self._leaves[number] = cells
        self._own()

    def rows(self) -> Iterator[tuple[str, int, list[Any], bool]]:
        """Yield table, key, values and whether the table leads to it: first where it does."""
        loose: list[Cells] = []
        for number, cells in self._leaves.items():
            table = self._owner.get(number, "")
            if table == MASTER and all(_is_of_master(values) for _, values in cells):
                continue
            good = [cell for cell in cells if table and self._fits(table, cell[1])]
            if len(good) < len(cells):
                self.broken |= {table} - {""}
                loose.append([cell for cell in cells if cell not in good])
            for key, values in good:
                yield table, key, self._filled(table, key, values), True
        for cells in loose:
            fitting = [t for t in self._shapes if all(self._fits(t, v) for _, v in cells)]
            if len(fitting) == 1:
                for key, values in cells:
                    yield fitting[0], key, self._filled(fitting[0], key, values), False

    def photo(self, place: LaterPhoto) -> bytes | None:
        """Return the bytes of a photo; None where its pages are broken."""
        found = self._row(self._page(place.page), place.cell)
        data = found[1][-1] if found else None
        return data if isinstance(data, bytes) else None

    def _own(self) -> None:
        """Follow the tables from their roots, so that each page is known by its table."""
        self._follow(MASTER, 1)
        # A table stays where it was made: where the list of them is broken, as in a new file.
        roots = _usual_roots() if MASTER in self.broken else {}
        for cells in self._leaves.values():
            for _, values in cells:
                if _is_of_master(values) and values[1] in {*self._shapes, COUNTERS}:
                    roots[values[1]] = values[3]
        for table in self._shapes:
            if table in roots:
                self._follow(table, roots[table])
            else:
                self.broken.add(table)

    def _follow(self, table: str, root: int) -> None:
        waiting, met = [root], set[int]()
        while waiting:
            number = waiting.pop()
            page = self._page(number) if 0 < number <= self.count else b""
            at = 100 if number == 1 else 0
            kind = page[at] if page else 0
            if number in met or kind not in (INTERIOR_TABLE, LEAF_TABLE):
                self.broken.add(table)
                continue
            met.add(number)
            if kind == LEAF_TABLE:
                self._owner.setdefault(number, table)
                if struct.unpack_from(">H", page, at + 3)[0] > len(self._leaves.get(number, ())):
                    self.broken.add(table)
                continue
            waiting.append(struct.unpack_from(">I", page, at + 8)[0])
            for cell in _cells(page, at, 12):
                if cell + 4 <= PAGE_SIZE:
                    waiting.append(struct.unpack_from(">I", page, cell)[0])

    def _leaf(self, number: int) -> Cells:
        page = self._page(number)
        at = 100 if number == 1 else 0
        if page[at] != LEAF_TABLE:
            return []
        found: Cells = []
        for cell in _cells(page, at, 8):
            with suppress(struct.error, IndexError, ValueError, UnicodeDecodeError, OverflowError):
                row = self._row(page, cell, number)
                if row is not None:
                    found.append(row)
        return found

    def _row(self, page: bytes, cell: int, later: int = 0) -> tuple[int, list[Any]] | None:
        """Return a row; of a photo, with the number of its page, all but the bytes."""
        size, at = _varint(page, cell)
        key, at = _varint(page, at)
        if not 0 < size <= LONGEST_VALUE or not 0 < key < LAST_KEY:
            return None
        if size <= MOST_LOCAL:
            payload = page[at : at + size]
        else:
            local = LEAST_LOCAL + (size - LEAST_LOCAL) % ON_A_PAGE
            local = local if local <= MOST_LOCAL else LEAST_LOCAL
            payload = page[at : at + local]
            kinds = _kinds(payload)
            if later and len(kinds) == 5 and kinds[0] == _NAME_OF_PHOTO and kinds[4] % 2 == 0:
                return key, [*_values(payload, kinds[:4]), LaterPhoto(later, cell)]
            payload += self._run_over(struct.unpack_from(">I", page, at + local)[0], size - local)
        if len(payload) != size:
            return None
        return key, _values(payload, _kinds(payload))

    def _run_over(self, number: int, left: int) -> bytes:
        parts: list[bytes] = []
        while left > 0 and 0 < number <= self.count:
            page = self._page(number)
            parts.append(page[4 : 4 + min(left, ON_A_PAGE)])
            left -= len(parts[-1])
            (number,) = struct.unpack_from(">I", page)
        return b"".join(parts)

    def _page(self, number: int) -> bytes:
        self._file.seek((number - 1) * PAGE_SIZE)
        return self._file.read(PAGE_SIZE)

    def _fits(self, table: str, values: list[Any]) -> bool:
        columns = self._shapes.get(table, [])
        if not len(values) <= len(columns) or len(values) < len(columns) - 1:
            return False
        return all(_may_hold(column, value) for column, value in zip(columns, values, strict=False))

    def _filled(self, table: str, key: int, values: list[Any]) -> list[Any]:
        """Return the values with the key, which SQLite leaves out, and those of later columns."""
        columns = self._shapes[table]
        filled = [*values, *([""] * (len(columns) - len(values)))]
        return [
            key if column.name == "id" and column.is_key else value
            for column, value in zip(columns, filled, strict=True)
        ]


_NAME_OF_PHOTO = 2 * 64 + 13
"""How a record says that a text has 64 letters, as the name of a photo has."""


def _shapes_of(form: Layout) -> dict[str, list[DeclaredColumn]]:
    shapes = {table: [c for c in form.columns if c.table == table] for table in form.tables}
    name = DeclaredColumn(COUNTERS, "name", "VARCHAR", None, required=True, is_key=False)
    seq = DeclaredColumn(COUNTERS, "seq", "BIGINT", None, required=True, is_key=False)
    return {**shapes, COUNTERS: [name, seq]}


def _usual_roots() -> dict[str, int]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        create_schema(new)
        return dict(new.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table'"))


def _cells(page: bytes, at: int, head: int) -> Iterator[int]:
    """Yield where the cells of a page begin, as far as there can be any."""
    (count,) = struct.unpack_from(">H", page, at + 3)
    first = at + head
    for place in range(first, min(first + 2 * count, PAGE_SIZE - 1), 2):
        (cell,) = struct.unpack_from(">H", page, place)
        if first <= cell < PAGE_SIZE:
            yield cell


def _kinds(payload: bytes) -> list[int]:
    size, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < size:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    return kinds


_WHOLE = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""How many bytes a whole number of each kind has: https://www.sqlite.org/fileformat.html#record_format"""


def _values(payload: bytes, kinds: list[int]) -> list[Any]:
    """Read the values of a record. Raise ValueError or UnicodeDecodeError for what is none."""
    at, found = _varint(payload, 0)[0], list[Any]()
    for kind in kinds:
        if kind in (10, 11):
            raise ValueError("a kind that no record has")
        size = _WHOLE.get(kind, 8 if kind == 7 else 0 if kind < 12 else (kind - 12) // 2)
        part = payload[at : at + size]
        if len(part) < size:
            raise ValueError("a record that is cut off")
        at += size
        if kind in _WHOLE:
            found.append(int.from_bytes(part, "big", signed=True))
        elif kind == 7:
            found.append(struct.unpack(">d", part)[0])
        elif kind < 12:
            found.append({8: 0, 9: 1}.get(kind))
        else:
            found.append(part.decode("utf-8") if kind % 2 else part)
    return found


def _is_of_master(values: list[Any]) -> bool:
    return len(values) == 5 and values[0] in ("table", "index") and isinstance(values[3], int)


_HOLDS: Mapping[str, tuple[type, ...]] = {
    "INTEGER": (int,),
    "BIGINT": (int,),
    "BOOLEAN": (int,),
    "FLOAT": (int, float),
    "JSON": (str, int, float),
    "BLOB": (bytes, LaterPhoto),
}


def _may_hold(column: DeclaredColumn, value: Any) -> bool:
    if value is None:  # a key of its own stands beside the record, and NULL in it
        return not column.required or (column.is_key and column.name == "id")
    return isinstance(value, _HOLDS.get(column.kind, (str,)))
