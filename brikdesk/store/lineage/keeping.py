"""Keep the backups within the room that the referee allows them.

A campaign leaves a whole backup for each evening, and the record of what was played on from it. Each
part of the record goes on from the one before, so that a whole backup in the middle may go and all
its acts can still be brought back, from the one before it.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec import Struct

from brikdesk.foreign_file import ordinary
from brikdesk.store.backups.allowance import EVENINGS, allowed, in_units
from brikdesk.store.backups.backup import ALWAYS_KEPT, Backup, all_backups, default_backup_dir
from brikdesk.store.file.durable import discard
from brikdesk.store.journal.recorder import NOW, PHOTOS, parts_of


class RoomTaken(Struct, frozen=True):
    """The bytes that backups and records take, and may take."""

    taken: int
    allowed: int

    def words(self) -> str:
        """Return both in a sentence, and why it is more than that where it is."""
        if self.taken <= self.allowed:
            return f"Backups take {in_units(self.taken)} of the {in_units(self.allowed)} allowed."
        return (
            f"Backups take {in_units(self.taken)}, more than the {in_units(self.allowed)} allowed: "
            "the newest whole backup of each campaign stays all the same, and so does what was "
            "rescued, damaged, or kept when another state was chosen."
        )


class RecordPart(Struct):
    """One part of a record, and the whole backups that lead into it, oldest first."""

    path: Path
    bases: list[Backup]


def room() -> RoomTaken:
    """Return how much room the backups of this computer take."""
    return RoomTaken(_size_of(_folders(default_backup_dir())), allowed())


def _folders(backup_dir: Path) -> tuple[Path, Path]:
    return backup_dir, backup_dir.parent / "recorder"


def _size_of(folders: Iterable[Path]) -> int:
    total = 0
    for folder in folders:
        for inner, _, names in os.walk(folder):  # which leaves out what the drive does not show
            for name in names:
                with suppress(OSError):
                    total += Path(inner, name).lstat().st_size
    return total


def keep_within(backup_dir: Path) -> RoomTaken:
    """Delete what is needed least until the backups fit; return how much room they take then."""
    shelves = _Shelves(backup_dir, allowed())
    if shelves.fits():
        return shelves.room
    from filelock import FileLock, Timeout  # here: it takes longer to import than most acts

    try:
        with FileLock(backup_dir.parent / ".backups.lock", timeout=0):
            shelves = _Shelves(backup_dir, allowed())
            shelves.make_room()
    except (Timeout, OSError):
        pass  # another program is at it
    return shelves.room


class _Shelves:
    """All whole backups and records of this computer."""

    def __init__(self, backup_dir: Path, most: int) -> None:
        self._dirs = _folders(backup_dir)
        self.room = RoomTaken(_size_of(self._dirs), most)
        if not self.fits():
            self._look(backup_dir)

    def _look(self, backup_dir: Path) -> None:
        whole = {backup.path.name: backup for backup in all_backups(backup_dir)}
        self._records = [list(_parts(folder, whole)) for folder in _subfolders(self._dirs[1])]
        bases = {base.path for parts in self._records for part in parts for base in part.bases}
        newest: dict[str, Backup] = {}
        for backup in whole.values():
            if not backup.reason and backup.name not in newest:
                newest[backup.name] = backup  # they come newest first
        self._stay = {backup.path for backup in newest.values()}
        self._stay |= {b.path for b in whole.values() if b.reason.startswith(ALWAYS_KEPT)}
        # Also of a campaign whose file lies elsewhere now.
        self._stay |= {alive[-1].bases[-1].path for p in self._records if (alive := _alive(p))}
        loose = [b for b in whole.values() if b.path not in bases | self._stay]
        self._loose = sorted(loose, key=lambda backup: backup.made, reverse=True)

    def fits(self) -> bool:
        """Return whether all is within the room allowed."""
        return self.room.taken <= self.room.allowed

    def make_room(self) -> None:
        """Delete until it fits, or nothing is left that may go."""
        ways = (self._dead, self._loose_ones, self._old, self._middle, self._oldest)
        while not self.fits():
            goes = next((found for way in ways if (found := way())), None)
            if goes is None:
                break
            goes()
        for folder in _subfolders(self._dirs[1]):
            for photo in _unnamed_photos(folder):
                self._delete(photo)

    def _delete(self, path: Path) -> None:
        with suppress(OSError):
            size = path.lstat().st_size
            discard(path)
            self.room = RoomTaken(self.room.taken - size, self.room.allowed)

    # --- what may go, in this order: each returns how to do it, None if there is nothing ----------

    def _dead(self) -> Callable[[], None] | None:
        """Find a part to which no whole backup leads any more."""
        for parts in self._records:
            if len(parts) > 1 and not parts[0].bases:
                return partial(self._drop_parts, parts, 1)
        return None

    def _loose_ones(self) -> Callable[[], None] | None:
        """Find the oldest whole backup from which nothing was played on."""
        return partial(self._delete, self._loose.pop().path) if self._loose else None

    def _old(self) -> Callable[[], None] | None:
        """Find the oldest evening of a record that has enough of them without it."""
        for parts in self._by_age():
            steps = _steps(parts)
            if len(steps) > 1 and len(parts) - steps[1] >= EVENINGS:
                return partial(self._drop_parts, parts, steps[1])
        return None

    def _middle(self) -> Callable[[], None] | None:
        """Find a whole backup between two others that are few evenings apart."""
        found: list[tuple[int, RecordPart]] = []
        for parts in self._by_age():
            steps = _steps(parts)
            gaps = zip(steps, steps[1:], steps[2:], strict=False)
            found += [(after - before, parts[at]) for before, at, after in gaps]
        gap, part = min(found, key=lambda pair: pair[0], default=(EVENINGS + 1, None))
        if part is None or gap > EVENINGS:
            return None
        return partial(self._drop_bases, part)

    def _oldest(self) -> Callable[[], None] | None:
        """Find the oldest evening of any campaign, though it is one of the last."""
        for parts in self._by_age():
            if len(steps := _steps(parts)) > 1:
                return partial(self._drop_parts, parts, steps[1])
        return None

    def _by_age(self) -> list[list[RecordPart]]:
        alive = (parts for parts in self._records if _alive(parts))
        return sorted(alive, key=lambda parts: _alive(parts)[0].bases[0].made)

    def _drop_parts(self, parts: list[RecordPart], count: int) -> None:
        for part in parts[:count]:
            self._drop_bases(part)
            if part.path.name != NOW:
                self._delete(part.path)
        del parts[:count]

    def _drop_bases(self, part: RecordPart) -> None:
        for base in part.bases:
            if base.path not in self._stay:
                self._delete(base.path)
        part.bases.clear()


def _steps(parts: list[RecordPart]) -> list[int]:
    """Return the places of the parts to which a whole backup leads."""
    return [at for at, part in enumerate(parts) if part.bases]


def _alive(parts: list[RecordPart]) -> list[RecordPart]:
    return [part for part in parts if part.bases]


def _subfolders(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError:
        return []


def _parts(folder: Path, whole: dict[str, Backup]) -> Iterator[RecordPart]:
    for path in parts_of(folder):
        with suppress(OSError):
            named = [str(line.get("name")) for line in _lines(path, "base")]
            bases = [whole[name] for name in dict.fromkeys(named) if name in whole]
            yield RecordPart(path, bases)


def _lines(path: Path, kind: str) -> Iterator[dict[str, object]]:
    """Yield the lines of one kind, without reading what the others hold."""
    begins = f'{{"kind":"{kind}",'.encode("ascii")
    with ordinary(path) as file:
        lines = file.read().splitlines()
    for line in lines:
        if line.startswith(begins):
            with suppress(ValueError, RecursionError):
                yield json.loads(line)


def _unnamed_photos(folder: Path) -> list[Path]:
    """Return the photos of a record that no line names any more."""
    try:
        there = list((folder / PHOTOS).iterdir())
    except OSError:
        return []
    if not there:
        return []
    named: set[str] = set()
    for path in parts_of(folder):
        with suppress(OSError):
            named |= {str(line.get("name")) for line in _lines(path, "photo")}
    return [path for path in there if path.name not in named]
