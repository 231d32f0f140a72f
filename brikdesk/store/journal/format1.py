"""Check files of format 1 before they are migrated; nothing writes this format any more.

Its chain covered only the arguments of each act. Log, titles and images were protected by a digest
written at closing, and not at all while the file was open.
"""

import hashlib
import sqlite3
from itertools import islice

from brikdesk.store.file.connection import from_json
from brikdesk.store.journal.digest import add_game, canonical
from brikdesk.store.journal.torn import mixed

_ACTS = "SELECT id, uuid, name, arguments, chain FROM act ORDER BY id"
_STATE = (
    "SELECT MAX(id), SUM(state = 'DONE'), SUM(state = 'SEALED'), SUM(state = 'UNDONE') FROM act"
)
_WITH_JOURNAL = ":journal"
_JOURNAL = (
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
    for act_id, uuid, name, arguments, chain in file.execute(_ACTS):
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
    for question in _JOURNAL if journal else ():
        whole.update(f"{question}\n".encode())
        answer = iter(file.execute(question))
        while some := [list(row) for row in islice(answer, 500)]:
            whole.update(canonical(some))
    return whole.hexdigest()
