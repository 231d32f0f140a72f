"""What a program did to a folder, as `noting_drive.c` notes it, and what a power cut leaves of that.

The drive promises only what the calls do: a file's bytes are sure when that file was synced, a name
when its folder was. Of the rest chance decides what has arrived, by the models of `power.py`.
"""

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from random import Random

from tests.walks.power import MODELS, SECTOR

ENDINGS = ("killed", *MODELS)
"""The program alone ends, or the power goes."""

FOLDER = -1
"""Stands for a folder among the files that names lead to."""


@dataclass(frozen=True, slots=True)
class Note:
    """One call: its kind, the file's number and place in it, two names, or bytes."""

    kind: str
    file: int
    place: int
    name: str
    other: bytes


def notes_in(path: Path) -> Iterator[Note]:
    """Read what the drive noted."""
    with path.open("rb") as file:
        while head := file.readline():
            kind, number, place, named, size = head.decode().split()
            name = file.read(int(named)).decode()
            yield Note(kind, int(number), int(place), name, file.read(int(size)))


@dataclass(frozen=True, slots=True)
class Change:
    """What is on its way to the drive: bytes or a size of one file, or names of one folder."""

    file: int = 0
    place: int = 0
    data: bytes | None = None
    folder: str = ""
    names: tuple[tuple[str, int | None], ...] = ()


@dataclass(slots=True)
class Drive:
    """A folder as it is surely on the drive, and what is on its way there.

    `syncs` is whether the drive heeds that it is asked to wait.
    """

    files: dict[int, bytearray] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    on_its_way: list[Change] = field(default_factory=list)
    numbered: dict[int, int] = field(default_factory=dict)
    """The file that has a number of the drive now: a deleted one's number comes again."""
    syncs: bool = True

    @classmethod
    def of(cls, folder: Path, syncs: bool = True) -> "Drive":
        """Return a drive that surely holds what is in a folder now."""
        drive = cls(syncs=syncs)
        for inner, folders, names in os.walk(folder):
            for name in names:
                path = Path(inner, name)
                file = drive.numbered[path.stat().st_ino] = len(drive.files) + 1
                drive.names[str(path)] = file
                drive.files[file] = bytearray(path.read_bytes())
            drive.names |= {str(Path(inner, name)): FOLDER for name in folders}
        drive.seen = dict(drive.names)
        return drive

    def copied(self) -> "Drive":
        """Return a drive that goes its own way from here."""
        files = {number: bytearray(content) for number, content in self.files.items()}
        waits = list(self.on_its_way)
        numbered = dict(self.numbered)
        return Drive(files, dict(self.names), dict(self.seen), waits, numbered, self.syncs)

    def take(self, note: Note) -> None:
        """Do what a note says."""
        if note.kind == "c":
            file = self.numbered[note.file] = len(self.files) + 1
            self.files[file] = bytearray()
            self._name((note.name, file))
        elif note.kind == "w":
            for start in range(0, len(note.other), SECTOR):
                part = note.other[start : start + SECTOR]
                file = self.numbered[note.file]
                self.on_its_way.append(Change(file, note.place + start, part))
        elif note.kind == "t":
            self.on_its_way.append(Change(self.numbered[note.file], note.place))
        elif note.kind == "m":
            self._name((note.name, FOLDER))
        elif note.kind == "d":
            self._name((note.name, None))
        elif note.kind == "r":
            self._name((note.name, None), (note.other.decode(), self.seen[note.name]))
        elif note.kind == "l":
            self._name((note.other.decode(), self.seen[note.name]))
        elif note.kind == "s" and self.syncs:
            self._sync(note)

    def _name(self, *names: tuple[str, int | None]) -> None:
        for name, file in names:
            self.seen.pop(name, None)
            if file is not None:
                self.seen[name] = file
        self.on_its_way.append(Change(folder=str(Path(names[0][0]).parent), names=names))

    def _sync(self, note: Note) -> None:
        def is_meant(change: Change) -> bool:
            if note.name:
                return change.folder == note.name
            return not change.folder and change.file == self.numbered[note.file]

        for change in filter(is_meant, self.on_its_way):
            self._arrives(change)
        self.on_its_way = [change for change in self.on_its_way if not is_meant(change)]

    def _arrives(self, change: Change) -> None:
        if change.folder:
            for name, file in change.names:
                self.names.pop(name, None)
                if file is not None:
                    self.names[name] = file
            return
        content = self.files[change.file]
        if change.data is None:
            content[change.place :] = bytes(max(0, change.place - len(content)))
            return
        content.extend(bytes(max(0, change.place - len(content))))
        content[change.place : change.place + len(change.data)] = change.data

    def cut(self, model: str, chance: Random, folder: Path) -> None:
        """End it by one of the `ENDINGS`, and write into the folder what is found afterwards."""
        arrived = self.on_its_way
        if model == "killed":
            pass  # the drive goes on without the program
        elif model == "in order":
            by = sorted(arrived, key=lambda change: (change.folder, change.file))
            arrived = []
            for _, some in groupby(by, key=lambda change: (change.folder, change.file)):
                each = list(some)
                arrived += each[: chance.randint(0, len(each))]
        else:
            share = chance.random()
            arrived = [change for change in arrived if chance.random() < share]
        for change in arrived:
            self._arrives(change)
        self.write_into(folder)

    def write_into(self, folder: Path) -> None:
        """Make the folder what is surely on the drive; what is in no folder there is lost."""
        long_ago = time.time() - 7200
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, file in sorted(self.names.items()):
            if not Path(name).parent.is_dir():
                continue
            if file == FOLDER:
                Path(name).mkdir()
            else:
                Path(name).write_bytes(self.files[file])
                os.utime(name, (long_ago, long_ago))
