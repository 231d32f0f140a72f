"""A drive in memory whose power is cut: SQLite's disk calls, with what was not synced kept apart.

What a program has written lies in the drive's own memory until it is synced. When the power goes,
chance decides what of that has reached the drive, by one of two models: any of the sectors, or of
each file all up to some moment. A name that was deleted or made counts as written like everything else.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import apsw

SECTOR = 512
MODELS = ("any sectors", "in order")


Change = tuple[Any, ...]
"""What is on its way: (file, place, bytes), (file, size, None) or (name, file or None)."""


class PowerCut(Exception):
    """The moment at which the power goes."""


@dataclass(eq=False, slots=True)
class Stored:
    """One file: its bytes as the program sees them, and those that are surely on the drive."""

    seen: bytearray
    sure: bytearray
    is_new: bool = True


@dataclass(slots=True)
class Drive:
    """Files by name as the program sees them, names that are sure, and what is on its way.

    `cut_at` is the number of the disk call that no longer happens; 0 for none.
    """

    names: dict[str, Stored]
    sure_names: dict[str, Stored]
    cut_at: int = 0
    calls: int = 0
    dead: bool = False
    on_its_way: list[Change] = field(default_factory=list)

    @classmethod
    def with_file(cls, name: str, content: bytes, cut_at: int = 0) -> "Drive":
        """Return a drive that surely holds one file."""
        stored = Stored(bytearray(content), bytearray(content), is_new=False)
        return cls({name: stored}, {name: stored}, cut_at)

    def call(self) -> None:
        """Count a call that changes the drive; PowerCut where it no longer happens."""
        self.calls += 1
        if self.dead or self.calls == self.cut_at:
            self.dead = True
            raise PowerCut

    def write(self, file: Stored, place: int, data: bytes) -> None:
        """Write bytes, as far as the program can see."""
        self.call()
        _put(file.seen, place, data)
        for start in range(0, len(data), SECTOR):
            self.on_its_way.append((file, place + start, data[start : start + SECTOR]))

    def truncate(self, file: Stored, size: int) -> None:
        """Cut a file off."""
        self.call()
        del file.seen[size:]
        self.on_its_way.append((file, size, None))

    def sync(self, file: Stored) -> None:
        """Have a file reach the drive; the first time its name too, as SQLite does for a journal."""
        self.call()
        for change in [change for change in self.on_its_way if change[0] is file]:
            self._arrives(change)
        self.on_its_way = [change for change in self.on_its_way if change[0] is not file]
        if file.is_new:
            file.is_new = False
            self._sync_names()

    def make(self, name: str) -> Stored:
        """Make an empty file."""
        made = self.names[name] = Stored(bytearray(), bytearray())
        self.on_its_way.append((name, made))
        return made

    def delete(self, name: str, surely: bool) -> None:
        """Delete a name; `surely` waits until that has reached the drive."""
        self.call()
        del self.names[name]
        self.on_its_way.append((name, None))
        if surely:
            self.call()
            self._sync_names()

    def _sync_names(self) -> None:
        for change in [change for change in self.on_its_way if len(change) == 2]:
            self._arrives(change)
        self.on_its_way = [change for change in self.on_its_way if len(change) == 3]

    def _arrives(self, change: Change) -> None:
        if len(change) == 2:
            name, file = change
            self.sure_names.pop(name, None)
            if file is not None:
                self.sure_names[name] = file
            return
        file, place, data = change
        if data is None:
            del file.sure[place:]
        else:
            _put(file.sure, place, data)

    def after_the_cut(self, model: str, chance: Random) -> "Drive":
        """Return the drive as it is found when the power is back."""
        changes = self.on_its_way
        if model == "in order":
            arrived = _each_up_to_a_moment(changes, chance)
        else:
            share = chance.random()
            arrived = [change for change in changes if chance.random() < share]
        for change in arrived:
            self._arrives(change)
        found = {
            name: Stored(bytearray(file.sure), bytearray(file.sure), is_new=False)
            for name, file in self.sure_names.items()
        }
        return Drive(found, dict(found))


def _each_up_to_a_moment(changes: list[Change], chance: Random) -> list[Change]:
    """Return what of each file, and of the names, was on its way before a moment of its own."""
    by_file: dict[int, list[Change]] = {}
    for change in changes:
        by_file.setdefault(id(change[0]) if len(change) == 3 else 0, []).append(change)
    arrived = []
    for some in by_file.values():
        arrived += some[: chance.randint(0, len(some))]
    return arrived


def _put(content: bytearray, place: int, data: bytes) -> None:
    content.extend(bytes(max(0, place - len(content))))
    content[place : place + len(data)] = data


class OpenFile:
    """What SQLite asks of an open file."""

    def __init__(self, drive: Drive, name: str, delete_at_end: bool) -> None:
        self._drive, self._name, self._delete_at_end = drive, name, delete_at_end
        self._file = drive.names.get(name) or drive.make(name)

    def xRead(self, amount: int, place: int) -> bytes:
        return bytes(self._file.seen[place : place + amount])

    def xWrite(self, data: bytes, place: int) -> None:
        self._drive.write(self._file, place, bytes(data))

    def xTruncate(self, size: int) -> None:
        self._drive.truncate(self._file, size)

    def xSync(self, flags: int) -> None:
        self._drive.sync(self._file)

    def xFileSize(self) -> int:
        return len(self._file.seen)

    def xClose(self) -> None:
        if self._delete_at_end:
            self._drive.names.pop(self._name, None)

    def xLock(self, level: int) -> None:
        """Nobody else is there."""

    def xUnlock(self, level: int) -> None:
        """Nobody else is there."""

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        return 0


class DriveInMemory(apsw.VFS):
    """The system as SQLite sees it, with the drive that lies in it now."""

    NAME = "power"

    def __init__(self) -> None:
        super().__init__(self.NAME, base="")
        self.drive = Drive({}, {})

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        path = name if isinstance(name, str) else name.filename()
        return OpenFile(self.drive, path, bool(flags[0] & apsw.SQLITE_OPEN_DELETEONCLOSE))

    def xDelete(self, name: str, sync: bool) -> None:
        if name not in self.drive.names:
            raise apsw.IOError("no such file")
        self.drive.delete(name, bool(sync))

    def xAccess(self, name: str, flags: int) -> bool:
        return name in self.drive.names

    def xFullPathname(self, name: str) -> str:
        return name
