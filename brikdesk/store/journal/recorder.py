"""The flight recorder: every act as one line of JSON on this computer's own drive.

If the stick with the campaign is gone, or its file was replaced, a backup and the lines after it
restore every act, because acts repeat to the same result. The same lines tell this computer how far
it has seen a campaign.
"""

import hashlib
import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from brikdesk.store.backups.backup import data_dir
from brikdesk.store.file.faults import reason_of
from brikdesk.store.journal.tip import Tip, tip_from_data, tip_of_file

MOST_BYTES = 1_000_000
"""Length at which the next backup puts the lines aside, replacing those put aside before."""

MOST_WITHOUT_BACKUP = 16_000_000
"""Length at which that is done though no backup was made: a drive does not fill without end."""

MOST_CAMPAIGNS = 100
"""Campaigns that are remembered; beyond that, those not played for the longest are forgotten."""

NOW, BEFORE = "acts.jsonl", "acts-before.jsonl"


class RecordedChange(Struct, frozen=True):
    """One change of a campaign: `kind` is act, undo, redo or seal; only an act has the rest."""

    kind: str
    at: datetime
    title: str = ""
    uuid: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


class RecordLine(Struct, frozen=True):
    """One line of the record.

    A deed led from the state `before` to `after`. A line of kind "base" names a backup of the state
    `after`; one of kind "seen" a file that was opened in it, where `ring` holds some of the acts
    that led there, with the beginning of their chain values.
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

    @property
    def is_deed(self) -> bool:
        """Whether it changed the campaign."""
        return self.before is not None


class Recorder:
    """The lines of one campaign and all its copies, whose first act has the uuid `origin`.

    A line that cannot be written raises nothing: `trouble` reports it once.
    """

    def __init__(self, origin: str, folder: Path | None = None) -> None:
        name = hashlib.sha256(origin.encode()).hexdigest()[:20]
        self.folder = (folder or data_dir() / "recorder") / name
        self._writing = threading.Lock()
        self._failed = False
        self._trouble = ""

    def trouble(self) -> str:
        """Return, once, a sentence that lines cannot be written; empty if all is well."""
        words, self._trouble = self._trouble, ""
        return words

    def note(self, deed: RecordedChange, before: Tip, after: Tip) -> None:
        """Record a change; call this only once the change is saved in the file."""
        line: dict[str, Any] = {"kind": deed.kind, "from": before.as_data(), "to": after.as_data()}
        line["at"] = deed.at.isoformat()
        if deed.kind == "act":
            line |= {"title": deed.title, "uuid": deed.uuid, "data": dict(deed.data)}
        self._append(line)

    def base(self, backup: Path, expected: Tip | None = None) -> bool:
        """Record which state a backup holds, and drop lines from long before it.

        Do nothing and return False if the backup cannot be read or is not in the `expected` state.
        """
        try:
            tip = tip_of_file(backup)
        except sqlite3.Error:
            return False
        if expected not in (None, tip):
            return False
        self._put_aside(MOST_BYTES)
        self._append({"kind": "base", "to": tip.as_data(), "at": _now(), "name": backup.name})
        return True

    def seen(self, path: Path, tip: Tip, ring: Mapping[int, str]) -> None:
        """Record that a file was opened here in this state; the next opening compares with it."""
        known = [[act, chain[:16]] for act, chain in sorted(ring.items())]
        name = os.fsencode(path).decode("utf-8", "replace")
        line = {"kind": "seen", "to": tip.as_data(), "at": _now(), "name": name, "ring": known}
        self._append(line)

    def entries(self) -> list[RecordLine]:
        """Return all readable lines, oldest first."""
        return [entry for name in (BEFORE, NOW) for entry in _read(self.folder / name)]

    def last_seen(self) -> RecordLine | None:
        """Return the line with the state seen here last; None if the campaign was never here."""
        own = (entry for entry in reversed(self.entries()) if entry.kind != "base")
        return next(own, None)

    def _append(self, line: Mapping[str, Any]) -> None:
        with self._writing:
            try:
                self._write(json.dumps(line, ensure_ascii=True, separators=(",", ":")))
            except OSError as error:
                if not self._failed:
                    reason = reason_of(error)
                    self._trouble = (
                        "The game is saved, but the second copy of its acts on this computer "
                        f"is not being kept: {reason}."
                    )
                self._failed = True
            else:
                self._failed = False

    def _write(self, line: str) -> None:
        path = self.folder / NOW
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            _forget_oldest(self.folder)
        if path.exists() and path.stat().st_size > MOST_WITHOUT_BACKUP:
            path.replace(self.folder / BEFORE)
        flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags, 0o644)
        try:
            # A line that a crash cut off must not take this one along: each begins anew.
            # One write in append mode: two programs cannot mix their lines.
            bytes_ = f"\n{line}\n".encode("ascii")
            if os.write(descriptor, bytes_) != len(bytes_):
                raise OSError(28, "No space left on device")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _put_aside(self, longest: int) -> None:
        path = self.folder / NOW
        with self._writing, suppress(OSError):
            if path.stat().st_size > longest:
                path.replace(self.folder / BEFORE)


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _forget_oldest(folder: Path) -> None:
    """Forget the campaigns that were not played for the longest time."""
    others = sorted(folder.parent.iterdir(), key=_last_written)
    for old in others[: max(0, len(others) - MOST_CAMPAIGNS)]:
        if old != folder:
            for name in (NOW, BEFORE):
                (old / name).unlink(missing_ok=True)
            with suppress(OSError):
                old.rmdir()


def _last_written(folder: Path) -> float:
    try:
        return (folder / NOW).stat().st_mtime
    except OSError:
        return 0.0


def _read(path: Path) -> Iterator[RecordLine]:
    try:
        lines = path.read_bytes().splitlines()
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
            at=datetime.fromisoformat(said["at"]).isoformat(),
            before=tip_from_data(said["from"]) if "from" in said else None,
            title=str(said.get("title", "")),
            uuid=str(said.get("uuid", "")),
            data=dict(said.get("data", {})),
            name=str(said.get("name", "")),
            ring=tuple((int(act), str(chain)) for act, chain in said.get("ring", ())),
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
