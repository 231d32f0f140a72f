"""Has somebody else touched the open file: asked before each act, and once a second."""

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from brikdesk.store.connection import driver_connection
from brikdesk.store.faults import DriveGone, Replaced


@dataclass(frozen=True, slots=True)
class Identity:
    """Which file lies at a path: another number is another file, another size is other content."""

    device: int
    number: int
    size: int
    mtime_ns: int

    def is_same_file(self, other: "Identity") -> bool:
        """Tell whether both are one file, whatever is in it."""
        return (self.device, self.number) == (other.device, other.number)


def identity(path: Path) -> Identity:
    """Look which file lies at the path now; DriveGone where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - one call, as cheap as it gets before every act
    except OSError as error:
        raise DriveGone from error
    return Identity(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def data_version(engine: Engine) -> int:
    """Give SQLite's count of commits by others; ask between transactions, inside it stands still."""
    version: int = driver_connection(engine).execute("PRAGMA data_version").fetchone()[0]
    return version


class Watch:
    """Remembers the open file as this program left it."""

    def __init__(self, path: Path, engine: Engine) -> None:
        self._path = path
        self._engine = engine
        self.remember()

    def remember(self) -> None:
        """Take the file as it is now: after each act of our own, and after rereading the views."""
        self._seen = identity(self._path)
        self._version = data_version(self._engine)

    def is_of_same_file(self, other: "Watch") -> bool:
        """Tell whether both remember one and the same file."""
        return self._seen.is_same_file(other._seen)

    def counts_another(self) -> bool:
        """Tell whether SQLite counts a commit by others: a quick look, before each reading."""
        return data_version(self._engine) != self._version

    def others_wrote(self) -> bool:
        """Tell whether another window or program has committed: the views must be reread first.

        Raises Replaced where another file lies there, or where the size changed behind SQLite's
        back; DriveGone where nothing lies there.
        """
        now = identity(self._path)
        if not now.is_same_file(self._seen):
            raise Replaced
        if self.counts_another():
            return True
        if now.size != self._seen.size:
            raise Replaced
        return False
