"""Check the journal: every link of its chain, its digests, and what one change left in a file."""

import base64
import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, insert

from brikdesk.store.file.connection import (
    Promise,
    driver_connection,
    from_json,
    rows_to_json,
    to_json,
)
from brikdesk.store.file.schema import Schema, frozen_schema, migrate, quoted
from brikdesk.store.journal.chain import (
    ACT,
    CHANGE,
    IMAGE,
    LINE,
    SqlRow,
    chain_of_act,
    chain_of_change,
    digest_of_images,
    grouped,
    last_chain,
)
from brikdesk.store.journal.images import add_game, canonical, digest_of_file, mixed, stored
from brikdesk.store.tables import Checkpoint

COUNTED = ("act", "logline", "statechange")
"""Tables whose rows are never deleted, so that each key is the next."""

STATES = {"D": "DONE", "U": "UNDONE", "H": "HISTORY", "S": "SEALED"}
_LETTERS = {name: letter for letter, name in STATES.items()}
_ACTS = f"SELECT {ACT}, images, chain, state FROM act ORDER BY id"
_LINES = f"SELECT act_id, {LINE} FROM logline ORDER BY act_id, id"
_IMAGES = f"SELECT act_id, {IMAGE} FROM image ORDER BY act_id, id"
_CHANGES = f"SELECT {CHANGE}, chain FROM statechange ORDER BY id"


def fault_in_journal(file: sqlite3.Connection) -> str:
    """Return the first fault of the journal as a sentence; empty if it is sound."""
    try:
        return _Walk(file).fault() or _missing(file)
    except (ValueError, KeyError, TypeError, AttributeError):
        return "the record of what was taken over cannot be read"


def taken_over(file: sqlite3.Connection) -> dict[str, Any]:
    """Return the record of the last taking over of the journal; empty if there was none."""
    sql = "SELECT taken FROM statechange WHERE taken IS NOT NULL ORDER BY id DESC LIMIT 1"
    found = file.execute(sql).fetchone()
    return dict(from_json(found[0])) if found else {}


def take_over(file: sqlite3.Connection, *, trust_rows: bool) -> None:
    """Accept the journal as it stands: at a migration, or when altered values are accepted.

    With `trust_rows`, game rows are no longer compared with the images up to here. The stored
    moment is that of the newest act, so that two copies of one file stay alike.
    """
    acts = file.execute("SELECT id, state, done_at FROM act ORDER BY id").fetchall()
    if not acts:
        return
    images = grouped(file.execute(_IMAGES))
    for act_id, *_ in acts:
        digest = digest_of_images(images(act_id))
        file.execute("UPDATE act SET images = ? WHERE id = ?", (digest, act_id))
    counters = dict(file.execute("SELECT name, seq FROM sqlite_sequence"))
    last = {table: counters.get(table, 0) for table in COUNTED}
    # The row of this taking over is counted in, although it is written below.
    last["statechange"] += 1
    taken = {
        "states": "".join(_LETTERS[state] for _, state, _ in acts),
        "last": last,
        "image": counters.get("image", 0) if trust_rows else 0,
    }
    row = (acts[-1][0], None, "DONE", to_json(taken), acts[-1][2])
    digest = digest_of_journal(journal_entries(file), file.execute(_CHANGES).fetchall())
    chain = chain_of_change(last_chain(file), row, digest)
    file.execute(
        f"INSERT INTO statechange ({CHANGE}, chain) VALUES (?, ?, ?, ?, ?, ?)", (*row, chain)
    )


def _missing(file: sqlite3.Connection) -> str:
    """Return a fault if rows are missing at the journal's end, where no later link shows it."""
    last = taken_over(file).get("last", {})
    counters = dict(file.execute("SELECT name, seq FROM sqlite_sequence"))
    for table in COUNTED:
        since = int(last.get(table, 0))
        (count,) = file.execute(f"SELECT count(*) FROM {table} WHERE id > ?", (since,)).fetchone()
        if count != counters.get(table, 0) - since:
            return "acts or lines of the log are missing"
    return ""


class Entry(Struct, frozen=True):
    """One act with all that the file holds of it."""

    record: SqlRow
    kept_images: str
    chain: str
    state: str
    lines: list[SqlRow]
    images: list[SqlRow]

    @property
    def act_id(self) -> int:
        """The number of the act."""
        return int(self.record[0])

    @property
    def has_its_images(self) -> bool:
        """Whether its images are those that it left; none once it is overtaken."""
        if self.state == "HISTORY":
            return not self.images
        return digest_of_images(self.images) == self.kept_images


def journal_entries(file: sqlite3.Connection) -> Iterator[Entry]:
    """Yield the acts of a file in their order."""
    lines, images = grouped(file.execute(_LINES)), grouped(file.execute(_IMAGES))
    for *record, kept, chain, state in file.execute(_ACTS):
        yield Entry(record, kept, chain, state, lines(record[0]), images(record[0]))


def digest_of_journal(entries: Iterable[Entry], changes: Iterable[SqlRow]) -> str:
    """Return the hash of the journal that is taken over.

    The states of the acts are not in it: they may change later and are listed in `taken`.
    """
    whole = hashlib.sha256()
    for entry in entries:
        of_entry = [entry.record, entry.kept_images, entry.chain, entry.lines]
        whole.update(rows_to_json(of_entry, [entry.record, *entry.lines]))
    whole.update(to_json([list(change) for change in changes]).encode())
    return whole.hexdigest()


class _Walk:
    """Follows the chain of a file from where it was last taken over, link by link."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file
        self._changes = file.execute(_CHANGES).fetchall()
        self._next = 0
        self._before = ""
        self._states: dict[int, str] = {}
        self._undone: set[int] = set()
        self._strange = 0
        """The first act whose images are not those that it left."""

    def fault(self) -> str:
        found: dict[int, str] = {}
        entries = self._looked_at(journal_entries(self._file), found)
        if not self._took_over(entries):
            return "the journal differs from what BrikDesk took over"
        at = self._change_states(self._changes[self._next - 1][0] if self._next else 0)
        for entry in () if at else entries:
            at = self._do(entry) or self._change_states(entry.act_id)
            if at:
                break
        # The states that the chain leads to must be those that the rows show.
        wrong = (act_id for act_id, state in found.items() if self._states.get(act_id) != state)
        at = at or self._strange or next(wrong, 0)
        if at:
            return f"act {at} differs from what BrikDesk saved last"
        if self._next < len(self._changes):
            return "acts or lines of the log are missing"
        return ""

    def _looked_at(self, entries: Iterator[Entry], found: dict[int, str]) -> Iterator[Entry]:
        for entry in entries:
            found[entry.act_id] = entry.state
            # Noted, not reported at once: a broken link before it names an earlier act.
            if not self._strange and not entry.has_its_images:
                self._strange = entry.act_id
            yield entry

    def _took_over(self, entries: Iterator[Entry]) -> bool:
        """Skip the part of the journal that was taken over; return whether it is unchanged."""
        rows = [n for n, change in enumerate(self._changes) if change[3] is not None]
        if not rows:
            return True
        *row, chain = self._changes[rows[-1]]
        earlier = self._changes[: rows[-1]]
        (count,) = self._file.execute(
            "SELECT count(*) FROM act WHERE id <= ?", (row[0],)
        ).fetchone()
        letters = from_json(row[3])["states"]
        old: list[tuple[int, str]] = []

        def passed() -> Iterator[Entry]:
            for entry in islice(entries, count):
                old.append((entry.act_id, entry.chain))
                yield entry

        digest = digest_of_journal(passed(), earlier)
        # The digest has been read to its end by now, so `old` holds every act of that part.
        if len(letters) != count or not count:
            return False
        newest, before = old[-1]
        # The last link of that part is an act, or a change of state after it.
        if earlier and earlier[-1][0] >= newest:
            before = earlier[-1][-1]
        self._states = {
            act_id: STATES[letter] for (act_id, _), letter in zip(old, letters, strict=True)
        }
        self._undone = {act_id for act_id, state in self._states.items() if state == "UNDONE"}
        self._next, self._before = rows[-1] + 1, chain
        return bool(chain == chain_of_change(before, row, digest))

    def _do(self, entry: Entry) -> int:
        """Follow the link of an act; return the act's number if the link is broken, else 0."""
        self._before = chain_of_act(self._before, entry.record, entry.kept_images, entry.lines)
        # An act that is done after an undo overtakes what was undone: that can never be done
        # again.
        for act_id in self._undone:
            self._states[act_id] = "HISTORY"
        self._undone.clear()
        self._states[entry.act_id] = "DONE"
        return 0 if entry.chain == self._before else entry.act_id

    def _change_states(self, after: int) -> int:
        """Follow the changes of state after an act; return the number of a wrong act, else 0."""
        while self._next < len(self._changes) and self._changes[self._next][0] <= after:
            *change, chain = self._changes[self._next]
            self._next += 1
            self._before = chain_of_change(self._before, change)
            if chain != self._before or not self._may_change(change[1], change[2]):
                return int(change[1] or after)
        return 0

    def _may_change(self, act_id: int | None, state: str) -> bool:
        if act_id is None:
            for each in [n for n, was in self._states.items() if was == "DONE"]:
                self._states[each] = "SEALED"
            return state == "SEALED"
        was = self._states.get(act_id)
        self._states[act_id] = state
        (self._undone.add if state == "UNDONE" else self._undone.discard)(act_id)
        return (was, state) in (("DONE", "UNDONE"), ("UNDONE", "DONE"))


_FORMAT1_ACTS = "SELECT id, uuid, name, arguments, chain FROM act ORDER BY id"
_STATE = (
    "SELECT MAX(id), SUM(state = 'DONE'), SUM(state = 'SEALED'), SUM(state = 'UNDONE') FROM act"
)
_WITH_JOURNAL = ":journal"
_FORMAT1_JOURNAL = (
    "SELECT name, seq FROM sqlite_sequence WHERE name <> 'checkpoint' ORDER BY name",
    'SELECT "arguments", "chain", "done_at", "id", "name", "state", "title", "turn_id", "uuid" '
    'FROM "act" ORDER BY id',
    'SELECT "act_id", "after", "before", "id", "row_id", "table" FROM "image" ORDER BY id',
    'SELECT "act_id", "id", "kind", "lead", "overruled", "parts", "player_id", "rolled", "rule", '
    '"step", "sums", "turn_id", "typed", "unit_id" FROM "logline" ORDER BY id',
)


def is_format_1(file: sqlite3.Connection) -> bool:
    """Return whether a file has the tables of format 1."""
    found = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'statechange'").fetchone()
    return found is None


def altered(file: sqlite3.Connection) -> list[str]:
    """Return what differs in game or journal from the digest of this state; empty if nothing."""
    if broken := _first_break(file):
        return [f"act {broken} differs from what BrikDesk saved last"]
    kept = _kept(file)
    if kept is None or kept[0].removesuffix(_WITH_JOURNAL) != _state(file):
        return mixed(file, after=0) if _is_complete(file) else _INCOMPLETE
    if kept[1] == _digest(file, journal=kept[0].endswith(_WITH_JOURNAL)):
        return []
    return ["the game differs from what BrikDesk saved last"]


def keep_digest_again(file: sqlite3.Connection) -> None:
    """Write the digest of a closed file anew: its rows got another form, and were right before."""
    kept, state = _kept(file), _state(file)
    if kept is not None and kept[0].removesuffix(_WITH_JOURNAL) == state:
        digest = _digest(file, journal=True)
        file.execute("UPDATE checkpoint SET state = ?, digest = ?", (state + _WITH_JOURNAL, digest))


def _kept(file: sqlite3.Connection) -> tuple[str, str] | None:
    """Return the digest with the state for which it was written, as far as there is one."""
    if not file.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoint'").fetchone():
        return None  # the first forms of format 1 kept none
    found = file.execute("SELECT state, digest FROM checkpoint").fetchone()
    return (str(found[0]), str(found[1])) if found else None


def _state(file: sqlite3.Connection) -> str:
    return ":".join(str(value or 0) for value in file.execute(_STATE).fetchone())


_INCOMPLETE = ["acts or lines of the log are missing"]


def _first_break(file: sqlite3.Connection) -> int | None:
    before = ""
    for act_id, uuid, name, arguments, chain in file.execute(_FORMAT1_ACTS):
        act = canonical({"act": name, "uuid": uuid, **from_json(arguments)})
        before = hashlib.sha256(before.encode() + act).hexdigest()
        if chain != before:
            return int(act_id)
    return None


def _is_complete(file: sqlite3.Connection) -> bool:
    last = dict(file.execute("SELECT name, seq FROM sqlite_sequence"))
    return all(
        file.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == last.get(table, 0)
        for table in ("act", "logline")
    )


def _digest(file: sqlite3.Connection, *, journal: bool) -> str:
    whole = hashlib.sha256()
    add_game(whole, file.execute)
    for question in _FORMAT1_JOURNAL if journal else ():
        whole.update(f"{question}\n".encode())
        answer = iter(file.execute(question))
        while some := [list(row) for row in islice(answer, 500)]:
            whole.update(canonical(some))
    return whole.hexdigest()


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


def altered_of_checkpoint(file: sqlite3.Connection) -> list[str]:
    """Return what differs in game or journal from what was saved; empty if nothing does."""
    if is_format_1(file):
        return altered(file)
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


_JOURNAL = ("act", "logline", "image", "statechange")
_COUNTERS = "SELECT name, seq FROM sqlite_sequence WHERE name <> 'checkpoint'"
_AT_ONCE = 500
_LARGEST = 256 * 1024 * 1024
"""Bytes that the rows of one change may take when they are unpacked."""

Rows = tuple[list[str], list[list[Any]]]
"""The names of columns, and the rows."""


class NotAsPlayed(Exception):
    """Rows that were put back do not fit the chain: their line was altered, or is of another file."""


class BeforeChange(Struct, frozen=True):
    """What must be known of a file before a change, to tell afterwards what is new."""

    counters: dict[str, int]
    undone: tuple[int, ...]


def before_change(file: sqlite3.Connection) -> BeforeChange:
    """Return what a file holds before a change; asked within its transaction, before it writes."""
    undone = file.execute("SELECT id FROM act WHERE state = 'UNDONE'").fetchall()
    return BeforeChange(dict(file.execute(_COUNTERS)), tuple(row[0] for row in undone))


def rows_left(
    file: sqlite3.Connection, before: BeforeChange, touched: Iterable[tuple[str, int]]
) -> str:
    """Return, packed, what a change leaves, once all is written; `touched` names its game rows."""
    left: dict[str, Any] = {
        "format": file.execute("PRAGMA user_version").fetchone()[0],
        "rows": {},
        "keys": {},
    }
    for table in _JOURNAL:
        newer = f"SELECT * FROM {table} WHERE id > ? ORDER BY id"
        columns, rows = _read(file.execute(newer, (before.counters.get(table, 0),)))
        if rows:
            left["rows"][table] = [columns, rows]
    for name, keys in _by_table(touched).items():
        left["keys"][name] = keys
        left["rows"][name] = _of_keys(file, name, keys)
    changes = left["rows"].get("statechange", ([], []))
    changed = [dict(zip(changes[0], row, strict=True)) for row in changes[1]]
    left["sealed"] = any(change["act_id"] is None for change in changed)
    acts = {*before.undone, *(change["act_id"] for change in changed if change["act_id"])}
    left["states"] = [
        list(file.execute("SELECT id, state FROM act WHERE id = ?", (act,)).fetchone())
        for act in sorted(acts)
    ]
    now = dict(file.execute(_COUNTERS))
    left["counters"] = {n: seq for n, seq in now.items() if before.counters.get(n) != seq}
    return base64.b64encode(zlib.compress(to_json(left).encode(), 3)).decode("ascii")


def _by_table(touched: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, set[int]] = {}
    for name, key in touched:
        found.setdefault(name, set()).add(key)
    return {name: sorted(keys) for name, keys in sorted(found.items())}


def _of_keys(file: sqlite3.Connection, name: str, keys: Sequence[int]) -> Rows:
    columns: list[str] = []
    rows: list[list[Any]] = []
    # In parts: SQLite takes only so many values for one statement.
    for begin in range(0, len(keys), _AT_ONCE):
        some = keys[begin : begin + _AT_ONCE]
        marks = ", ".join("?" * len(some))
        asked = f"SELECT * FROM {quoted(name)} WHERE id IN ({marks}) ORDER BY id"
        columns, found = _read(file.execute(asked, some))
        rows += found
    return columns, rows


def _read(cursor: sqlite3.Cursor) -> Rows:
    columns = [column[0] for column in cursor.description]
    return columns, [[stored(value) for value in row] for row in cursor]


def _from_data(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


def put_rows(file: sqlite3.Connection, packed: str) -> None:
    """Apply a recorded change to a file in the state before it, in one transaction.

    Raise NotAsPlayed if that does not fit the chain; the file is then as it was before.
    """
    left = _unpacked(packed)
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if version < left["format"] <= frozen_schema().version:
        migrate(file, Schema(frozen_schema().steps[: left["format"]]))
    file.execute("BEGIN IMMEDIATE")
    try:
        file.execute("PRAGMA defer_foreign_keys = ON")
        _put(file, left)
        _check(file, left)
        file.execute("COMMIT")
    except (sqlite3.IntegrityError, KeyError, ValueError, TypeError, LookupError) as error:
        raise NotAsPlayed(str(error)[:200]) from error
    except sqlite3.OperationalError as error:
        # Of tables or columns that the file does not have; what the drive reports has other codes.
        if error.sqlite_errorname == "SQLITE_ERROR":
            raise NotAsPlayed(str(error)[:200]) from error
        raise
    finally:
        if file.in_transaction:
            file.execute("ROLLBACK")


def _unpacked(packed: str) -> dict[str, Any]:
    try:
        opened = zlib.decompressobj()
        text = opened.decompress(base64.b64decode(packed, validate=True), _LARGEST)
        left: dict[str, Any] = from_json(text.decode())
        left["format"] = int(left["format"])
    except (ValueError, zlib.error, KeyError, TypeError) as error:
        raise NotAsPlayed("a line that cannot be read") from error
    return left


def _put(file: sqlite3.Connection, left: dict[str, Any]) -> None:
    for act, state in left["states"]:
        file.execute("UPDATE act SET state = ? WHERE id = ?", (state, act))
        if state == "HISTORY":
            file.execute("DELETE FROM image WHERE act_id = ?", (act,))
    if left["sealed"]:
        file.execute("UPDATE act SET state = 'SEALED' WHERE state = 'DONE'")
    for name, keys in left["keys"].items():
        gone = ((key,) for key in keys)
        file.executemany(f"DELETE FROM {quoted(name)} WHERE id = ?", gone)
    for name, (columns, rows) in left["rows"].items():
        named, marks = ", ".join(map(quoted, columns)), ", ".join("?" * len(columns))
        values = ([_from_data(value) for value in row] for row in rows)
        file.executemany(f"INSERT INTO {quoted(name)} ({named}) VALUES ({marks})", values)
    for name, last in left["counters"].items():
        file.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
        file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, last))


def _check(file: sqlite3.Connection, left: dict[str, Any]) -> None:
    """Raise NotAsPlayed unless the new links of the chain hold, and the rows are as their images."""
    images: dict[tuple[str, int], str | None] = {}
    for (act,) in file.execute(_NEW_ACTS, _newest(left, "act")).fetchall():
        _check_act(file, act)
        images |= _images(file, act, "after")
    for change, act, state in file.execute(_NEW_CHANGES, _newest(left, "statechange")).fetchall():
        _check_change(file, change)
        images |= _images(file, act, "before" if state == "UNDONE" else "after") if act else {}
    if set(images) != {(name, key) for name, keys in left["keys"].items() for key in keys}:
        raise NotAsPlayed("rows that no image names")
    for (name, key), image in images.items():
        if not _is_as_imaged(file, name, key, image):
            raise NotAsPlayed("a row unlike its image")


_NEW_ACTS = "SELECT id FROM act WHERE id >= ? ORDER BY id"
_NEW_CHANGES = "SELECT id, act_id, state FROM statechange WHERE id >= ? ORDER BY id"


def _newest(left: dict[str, Any], table: str) -> tuple[int]:
    columns, rows = left["rows"].get(table, (["id"], []))
    keys = [int(row[columns.index("id")]) for row in rows]
    return (min(keys, default=2**62),)


def _check_act(file: sqlite3.Connection, act: int) -> None:
    record = file.execute(f"SELECT {ACT} FROM act WHERE id = ?", (act,)).fetchone()
    images, chain = file.execute("SELECT images, chain FROM act WHERE id = ?", (act,)).fetchone()
    lines = file.execute(f"SELECT {LINE} FROM logline WHERE act_id = ? ORDER BY id", (act,))
    found = file.execute(f"SELECT {IMAGE} FROM image WHERE act_id = ? ORDER BY id", (act,))
    if digest_of_images(found) != images:
        raise NotAsPlayed("other images")
    if chain_of_act(last_chain(file, act), record, images, lines.fetchall()) != chain:
        raise NotAsPlayed("another act")


def _check_change(file: sqlite3.Connection, change: int) -> None:
    asked = f"SELECT {CHANGE}, chain FROM statechange WHERE id = ?"
    *written, chain = file.execute(asked, (change,)).fetchone()
    if chain_of_change(last_chain(file, before_change=change), written) != chain:
        raise NotAsPlayed("another change")


def _images(file: sqlite3.Connection, act: int, which: str) -> dict[tuple[str, int], str | None]:
    asked = f'SELECT "table", row_id, {which} FROM image WHERE act_id = ?'
    return {(name, key): image for name, key, image in file.execute(asked, (act,))}


def _is_as_imaged(file: sqlite3.Connection, name: str, key: int, image: str | None) -> bool:
    cursor = file.execute(f"SELECT * FROM {quoted(name)} WHERE id = ?", (key,))
    row = cursor.fetchone()
    if row is None or image is None:
        return row is None and image is None
    wanted = from_json(image)
    found = dict(zip((column[0] for column in cursor.description), row, strict=True))
    # A column that a later format added is in no image.
    return all(name in found and _is_same(found[name], value) for name, value in wanted.items())


def _is_same(held: Any, imaged: Any) -> bool:
    """Return whether a column holds a value that an image spells as JSON."""
    if held == imaged or stored(held) == imaged:
        return True
    return isinstance(held, str) and bool(_json(held) == imaged)


def _json(text: str) -> Any:
    try:
        return from_json(text)
    except ValueError:
        return text
