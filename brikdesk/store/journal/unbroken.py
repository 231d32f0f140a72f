"""Check the journal: every link of its chain, the state of every act, the key counters.

The chain is followed from its beginning, or from where the journal was last taken over as it stood.
The stored state of each act must result from the acts, undos, redos and seals on the chain.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from brikdesk.store.file.connection import from_json, to_json
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

COUNTED = ("act", "logline", "statechange")
"""Tables whose rows are never deleted, so that each key is the next."""

_STATES = {"D": "DONE", "U": "UNDONE", "H": "HISTORY", "S": "SEALED"}
_LETTERS = {name: letter for letter, name in _STATES.items()}
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
    digest = _digest_of(_entries(file), file.execute(_CHANGES).fetchall())
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


class _Entry(Struct, frozen=True):
    """One act with all that the file holds of it."""

    record: SqlRow
    kept_images: str
    chain: str
    state: str
    lines: list[SqlRow]
    images: list[SqlRow]

    @property
    def act_id(self) -> int:
        return int(self.record[0])

    @property
    def has_its_images(self) -> bool:
        if self.state == "HISTORY":
            return not self.images
        return digest_of_images(self.images) == self.kept_images


def _entries(file: sqlite3.Connection) -> Iterator[_Entry]:
    lines, images = grouped(file.execute(_LINES)), grouped(file.execute(_IMAGES))
    for *record, kept, chain, state in file.execute(_ACTS):
        yield _Entry(record, kept, chain, state, lines(record[0]), images(record[0]))


def _digest_of(entries: Iterable[_Entry], changes: Iterable[SqlRow]) -> str:
    """Return the hash of the journal that is taken over.

    The states of the acts are not in it: they may change later and are listed in `taken`.
    """
    whole = hashlib.sha256()
    for entry in entries:
        lines = [list(line) for line in entry.lines]
        of_entry = [list(entry.record), entry.kept_images, entry.chain, lines]
        whole.update(to_json(of_entry).encode())
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
        entries = self._looked_at(_entries(self._file), found)
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

    def _looked_at(self, entries: Iterator[_Entry], found: dict[int, str]) -> Iterator[_Entry]:
        for entry in entries:
            found[entry.act_id] = entry.state
            # Noted, not reported at once: a broken link before it names an earlier act.
            if not self._strange and not entry.has_its_images:
                self._strange = entry.act_id
            yield entry

    def _took_over(self, entries: Iterator[_Entry]) -> bool:
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

        def passed() -> Iterator[_Entry]:
            for entry in islice(entries, count):
                old.append((entry.act_id, entry.chain))
                yield entry

        digest = _digest_of(passed(), earlier)
        # The digest has been read to its end by now, so `old` holds every act of that part.
        if len(letters) != count or not count:
            return False
        newest, before = old[-1]
        # The last link of that part is an act, or a change of state after it.
        if earlier and earlier[-1][0] >= newest:
            before = earlier[-1][-1]
        self._states = {
            act_id: _STATES[letter] for (act_id, _), letter in zip(old, letters, strict=True)
        }
        self._undone = {act_id for act_id, state in self._states.items() if state == "UNDONE"}
        self._next, self._before = rows[-1] + 1, chain
        return bool(chain == chain_of_change(before, row, digest))

    def _do(self, entry: _Entry) -> int:
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
