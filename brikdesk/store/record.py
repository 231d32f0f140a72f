"""Write an act's rows in the journal, and as one line of JSON on this computer's own drive."""

import errno
import hashlib
import json
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock
from msgspec import Struct, field
from sqlmodel import Session

from brikdesk.dice import BY_THE_DESK, Origin
from brikdesk.foreign_file import ordinary, to_append
from brikdesk.store.act import Act
from brikdesk.store.backups import data_dir
from brikdesk.store.file.connection import driver_connection, from_json, to_json
from brikdesk.store.file.durable import (
    beside,
    discard,
    make_folder,
    make_private,
    put_in_place,
    sync_names,
)
from brikdesk.store.file.faults import reason_of
from brikdesk.store.journal.chain import Tip, add_act, sqlite_moment, tip_from_data, tip_of_file
from brikdesk.store.journal.images import Changed
from brikdesk.store.lines import Line, Outcome, count_dice, parts_to_data, sums_to_data
from brikdesk.store.session import campaign_session

MOST_WITHOUT_BACKUP = 4_000_000
"""Bytes after which the lines are put aside though no backup was made."""

MOST_CAMPAIGNS = 100
"""Campaigns that are remembered; beyond that, those not played for the longest are forgotten."""

NOW, BEFORE = "acts.jsonl", "acts-before.jsonl"
"""The newest lines, and what earlier versions put aside."""

_PART = re.compile(r"acts-(\d{6,})\.jsonl")
PHOTOS = "photos"
"""The subfolder for the photos that lines name; each under its SHA-256."""


class RecordedChange(Struct, frozen=True):
    """One change of a campaign: `kind` is act, undo, redo or seal; only an act has the rest."""

    kind: str
    at: datetime
    title: str = ""
    uuid: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


class RecordLine(Struct, frozen=True):
    """One line of the record.

    A deed led from the state `before` to `after`, and left `rows`. A line of kind "base" names a
    backup of the state `after`; one of kind "seen" a file that was opened in it, where `ring` holds
    some of the acts that led there, with the beginning of their chain values; one of kind "photo" a
    photo that was kept in it, and `data` the row without its bytes.
    """

    kind: str
    after: Tip
    at: str
    before: Tip | None = None
    title: str = ""
    uuid: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    ring: tuple[tuple[int, str], ...] = ()
    rows: str = ""

    @property
    def is_deed(self) -> bool:
        """Whether it changed the campaign."""
        return self.before is not None

    @property
    def is_sighting(self) -> bool:
        """Whether it says in which state the campaign was seen here."""
        return self.kind not in ("base", "photo")


class Recorder:
    """The lines of one campaign and all its copies, whose first act has the uuid `origin`.

    A line that cannot be written raises nothing: `trouble` reports it once.
    """

    def __init__(self, origin: str, folder: Path | None = None) -> None:
        name = hashlib.sha256(origin.encode()).hexdigest()[:20]
        self.folder = (folder or data_dir() / "recorder") / name
        self._writing = threading.Lock()
        self._failed = False
        self._has_gap = False
        """Whether a line was not written since the last backup."""
        self._trouble = ""

    def trouble(self) -> str:
        """Return, once, a sentence that lines cannot be written; empty if all is well."""
        words, self._trouble = self._trouble, ""
        return words

    def note(self, deed: RecordedChange, before: Tip, after: Tip, rows: str) -> None:
        """Record a change and the rows it left, once it is saved in the file."""
        line: dict[str, Any] = {"kind": deed.kind, "from": before.as_data(), "to": after.as_data()}
        line["at"] = deed.at.isoformat()
        if deed.kind == "act":
            line |= {"title": deed.title, "uuid": deed.uuid, "data": dict(deed.data)}
        self._append({**line, "rows": rows})

    def photo(self, name: str, data: bytes, row: Mapping[str, Any], tip: Tip) -> None:
        """Record a photo that was kept in the campaign; its bytes are written once."""
        try:
            self._write_photo(name, data)
        except OSError as error:
            self._fail(error)
            return
        line = {"kind": "photo", "to": tip.as_data(), "at": _now(), "name": name, "data": row}
        self._append(line)

    def _write_photo(self, name: str, data: bytes) -> None:
        path = self.folder / PHOTOS / name
        if path.exists():
            return
        make_folder(path.parent)
        part = beside(path)
        try:
            make_private(part)
            part.write_bytes(data)
            put_in_place(part, path)
        finally:
            discard(part)

    def base(self, backup: Path, expected: Tip | None = None) -> bool:
        """Record which state a backup holds; from here on the lines go into a new part.

        Do nothing and return False if the backup cannot be read or is not in the `expected` state.
        """
        try:
            tip = tip_of_file(backup)
        except sqlite3.Error:
            return False
        if expected not in (None, tip):
            return False
        self._put_aside()
        self._append({"kind": "base", "to": tip.as_data(), "at": _now(), "name": backup.name})
        if self._has_gap and not any(entry.before == tip for entry in self.recent()):
            # The line of the change that led here was not written: this says that it was seen.
            self._append({"kind": "seen", "to": tip.as_data(), "at": _now()})
            self._has_gap = False
        return True

    def seen(self, path: Path, tip: Tip, ring: Mapping[int, str]) -> None:
        """Record that a file was opened here in this state; the next opening compares with it."""
        known = [[act, chain[:16]] for act, chain in sorted(ring.items())]
        name = os.fsencode(path).decode("utf-8", "replace")
        line = {"kind": "seen", "to": tip.as_data(), "at": _now(), "name": name, "ring": known}
        self._append(line)

    def entries(self) -> list[RecordLine]:
        """Return all readable lines, oldest first."""
        return [entry for path in parts_of(self.folder) for entry in _read(path)]

    def recent(self) -> list[RecordLine]:
        """Return the lines since the newest backup but one: enough for a file that simply goes on."""
        return [entry for path in parts_of(self.folder)[-2:] for entry in _read(path)]

    def last_seen(self) -> RecordLine | None:
        """Return the line with the state seen here last; None if the campaign was never here."""
        own = (entry for entry in reversed(self.recent()) if entry.is_sighting)
        return next(own, None)

    def _append(self, line: Mapping[str, Any]) -> None:
        with self._writing:
            try:
                self._write(json.dumps(line, ensure_ascii=True, separators=(",", ":")))
            except OSError as error:
                self._fail(error)
            else:
                self._failed = False

    def _fail(self, error: OSError) -> None:
        if not self._failed:
            self._trouble = (
                "The game is saved, but the second copy of its acts on this computer "
                f"is not being kept: {reason_of(error)}."
            )
        self._failed = self._has_gap = True

    def _write(self, line: str) -> None:
        path = self.folder / NOW
        if is_new := not path.exists():
            make_folder(self.folder)
            _forget_oldest(self.folder)
        elif is_new := path.stat().st_size > MOST_WITHOUT_BACKUP:
            self._number_it(path)
        # Nobody else on this computer needs it, however the campaign itself may be read.
        descriptor = to_append(path)
        try:
            # A line that a crash cut off must not take this one along: each begins anew.
            # One write in append mode: two programs cannot mix their lines.
            bytes_ = f"\n{line}\n".encode("ascii")
            if os.write(descriptor, bytes_) != len(bytes_):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if is_new:
            # The line counts only when its file has a name that a power cut leaves.
            for folder in (self.folder, self.folder.parent, self.folder.parent.parent):
                sync_names(folder)

    def _put_aside(self) -> None:
        path = self.folder / NOW
        with self._writing, suppress(OSError):
            if any(entry.is_deed for entry in _read(path)):
                self._number_it(path)

    def _number_it(self, path: Path) -> None:
        # Copies of one campaign share a record, and their programs may do this at once.
        with FileLock(self.folder / ".parts.lock", timeout=5):
            newest = max((_number(part) for part in parts_of(self.folder)), default=0)
            if path.exists():
                path.rename(self.folder / f"acts-{newest + 1:06d}.jsonl")
                # Else a power cut could leave the new file under the name, and the old one none.
                sync_names(self.folder)


def parts_of(folder: Path) -> list[Path]:
    """Return the files of one record, oldest first; the last one is still written to."""
    try:
        there = [path for path in folder.iterdir() if _PART.fullmatch(path.name)]
    except OSError:
        return []
    return [folder / BEFORE, *sorted(there, key=_number), folder / NOW]


def _number(part: Path) -> int:
    found = _PART.fullmatch(part.name)
    return int(found[1]) if found else 0


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _forget_oldest(folder: Path) -> None:
    """Forget the campaigns that were not played for the longest time."""
    others = sorted(folder.parent.iterdir(), key=_last_written)
    for old in others[: max(0, len(others) - MOST_CAMPAIGNS)]:
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)


def _last_written(folder: Path) -> float:
    # Without newest lines where the program ended after it had put the lines before aside.
    for path in (folder / NOW, folder):
        with suppress(OSError):
            return path.stat().st_mtime
    return 0.0


def _read(path: Path) -> Iterator[RecordLine]:
    try:
        with ordinary(path) as file:
            lines = file.read().splitlines()
    except OSError:
        return
    for line in lines:
        if line and (entry := _parsed(line)):
            yield entry


def _parsed(line: bytes) -> RecordLine | None:
    try:
        said: dict[str, Any] = json.loads(line)
        return RecordLine(
            kind=str(said["kind"]),
            after=tip_from_data(said["to"]),
            # Read and written again: a line without a good moment is no line.
            at=datetime.fromisoformat(said["at"]).isoformat(),
            before=tip_from_data(said["from"]) if "from" in said else None,
            title=str(said.get("title", "")),
            uuid=str(said.get("uuid", "")),
            data=dict(said.get("data", {})),
            name=str(said.get("name", "")),
            ring=tuple((int(act), str(chain)) for act, chain in said.get("ring", ())),
            rows=str(said.get("rows", "")),
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


BEGINNING = "CreateCampaign"
"""The act that writes a campaign's own row. Without that row nothing can be done any more."""


CAN_BE_UNDONE = f"act.state = 'DONE' AND act.name <> '{BEGINNING}'"
"""What is true of the acts that undo takes back: done, and not the beginning.

Sealed acts are left out: they are the campaign's past.
"""


def present_turn_id(file: sqlite3.Connection) -> int | None:
    """Return the key of the running player turn; None if none runs."""
    running = "SELECT id FROM turn WHERE phase <> 'OVER' ORDER BY id DESC LIMIT 1"
    found = file.execute(running).fetchone()
    return found and int(found[0])


def insert_act(
    session: Session,
    act: Act,
    outcome: Outcome,
    turn_id: int | None,
    changed: list[Changed],
    deed: RecordedChange,
) -> int:
    """Write an act with its lines and images, as a link of the chain; return its key."""
    connection = session.connection()
    # Plain SQL: of a small act SQLAlchemy would take longer to word it than SQLite to write it.
    file = driver_connection(connection)
    _overtake_undone(file)
    turn_id = turn_id or present_turn_id(file)  # the act that starts a battle makes its turn
    arguments = to_json({name: value for name, value in deed.data.items() if name != "act"})
    made = file.execute(
        "INSERT INTO act (uuid, turn_id, name, arguments, title, state, done_at, chain, images)"
        " VALUES (?, ?, ?, ?, ?, 'DONE', ?, '', '')",
        (deed.uuid, turn_id, type(act).__name__, arguments, outcome.title, sqlite_moment(deed.at)),
    )
    key = made.lastrowid or 0
    into = 'INSERT INTO image (act_id, "table", row_id, before, after) VALUES (?, ?, ?, ?, ?)'
    images = ((key, *of, old and to_json(old), new and to_json(new)) for *of, old, new in changed)
    file.executemany(into, images)
    overruled = to_json(sorted(campaign_session(session).overruled))
    file.executemany(
        "INSERT INTO logline (act_id, turn_id, kind, lead, parts, sums, rule, player_id, unit_id,"
        " step, overruled, typed, rolled) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (_as_held(key, turn_id, line, overruled) for line in outcome.lines),
    )
    add_act(connection, key)
    return key


def _overtake_undone(file: sqlite3.Connection) -> None:
    """Make undone acts history and drop their images: after another act they cannot be redone."""
    undone = file.execute("SELECT id FROM act WHERE state = 'UNDONE'").fetchall()
    file.executemany("DELETE FROM image WHERE act_id = ?", undone)
    file.executemany("UPDATE act SET state = 'HISTORY' WHERE id = ?", undone)


def images_of(file: sqlite3.Connection, act_id: int, *, back: bool) -> list[Changed]:
    """Return the images of the rows that an act changed, as doing it again writes them.

    With `back` as taking it back does: each row from how it was after the act to how it was before.
    """
    sides, order = ("after, before", "DESC") if back else ("before, after", "ASC")
    asked = f'SELECT "table", row_id, {sides} FROM image WHERE act_id = ? ORDER BY id {order}'
    return [
        (name, key, now and from_json(now), then and from_json(then))
        for name, key, now, then in file.execute(asked, (act_id,))
    ]


def _as_held(act_id: int, turn_id: int | None, line: Line, overruled: str) -> tuple[Any, ...]:
    """Return a log line of an act as SQLite holds it."""
    return (
        *(act_id, turn_id, line.kind.value, line.lead),
        *(to_json(parts_to_data(line.parts)), to_json(sums_to_data(line.sums))),
        *(line.rule, line.player_id, line.unit_id, line.step, overruled),
        *(count_dice(line.parts, Origin.TYPED), count_dice(line.parts, *BY_THE_DESK)),
    )
