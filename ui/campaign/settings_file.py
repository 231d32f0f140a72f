"""The file of the settings, opened whatever it holds and wherever it lies.

What cannot be used is put aside under a name of its own, and told; the desk goes on as on the first
day. Where no file can be kept, the settings last until the program ends.
"""

import errno
import os
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QSettings, QTimer

from brikdesk.store.file.durable import alone
from ui.campaign.looked_at import answer_of

LARGEST = 1 << 20
"""Bytes of the largest settings that are read; those of a referee have a few thousand."""

SOON = 500
"""Milliseconds after a change until it is written."""

READ_WITHIN = 0.1
"""Seconds that the start waits for the settings."""

WRITTEN_WITHIN = 1.0
"""Seconds that the window waits for a drive that writes the settings."""

_MOST_ASIDE = 9
_KEPT_IN_MEMORY = "Changes of them last until you close BrikDesk."
_FOREIGN = (b"@Variant(", b"@DateTime(", b"@Invalid(")
"""Forms of values that the desk never writes; Qt would make objects of them."""


ValueOfTwo = Callable[[Any, Any], Any]
"""Makes one value of that in the file and ours."""


class _Unusable(Exception):
    """The file is no file of settings; the message says what it is."""


class SettingsFile:
    """Values by their names. `notices` tells what could not be used, and where it lies now.

    Qt reads and writes the form of the file, but never under its own name: beside that it would wait
    for a lock, forever where something else than a lock has the lock's name.

    `together` makes one value of two where another window has written one meanwhile: that in the
    file and ours. All other values are those of the window that wrote last.
    """

    def __init__(self, path: Path, together: Mapping[str, ValueOfTwo] | None = None) -> None:
        self._together = together or {}
        self.notices: list[str] = []
        self._path = path
        self._changed: dict[str, Any] = {}
        self._is_kept = True
        self._values = self._opened()

    def value(self, key: str) -> Any:
        """Return a value as it was written, None where there is none."""
        return self._values.get(key)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all values."""
        return tuple(self._values)

    def set(self, key: str, value: Any) -> None:
        """Keep a value; it is written with the next `save`, which comes soon by itself."""
        if self._values.get(key) == value:
            return
        self._values[key] = value
        if not self._changed and QCoreApplication.instance():
            QTimer.singleShot(SOON, self.save)
        self._changed[key] = value

    def save(self) -> None:
        """Write what was changed to the drive now. A drive that refuses keeps nobody from going on."""
        if not (self._changed and self._is_kept):
            return
        changed, self._changed = self._changed, {}
        try:
            answer_of(lambda: _write(self._path, changed, self._together), WRITTEN_WITHIN)
        except TimeoutError:
            self._is_kept = False  # it is not asked again
        except OSError:
            self._changed = {**changed, **self._changed}  # the next change tries once more

    def put_aside(self, keys: dict[str, str]) -> None:
        """Forget these values, and keep the file as it is under another name.

        `keys` says in the referee's words what each of them is.
        """
        what = ", ".join(dict.fromkeys(keys.values()))
        words = f"Not understood in the settings, and as on the first day: {what}."
        for key in keys:
            del self._values[key]
        try:
            aside = answer_of(self._copied)
        except OSError:
            self.notices.append(f"{words} They stay in {self._path}.")
            return
        self._changed.update(dict.fromkeys(keys))
        self.notices.append(f"{words} As they were, they are kept in {aside}.")

    def _opened(self) -> dict[str, Any]:
        why = ""
        try:
            return answer_of(lambda: _read(self._path), READ_WITHIN)
        except FileNotFoundError:
            pass  # the first day
        except _Unusable as error:
            why = str(error)
        except PermissionError:
            why = "they may not be read"
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "no file can have that name"
            self._only_in_memory(f"cannot be read ({why[:1].lower()}{why[1:]})")
        if why and self._is_kept:
            self._move(why)
        return {}

    def _move(self, why: str) -> None:
        """Give what lies there another name, and tell that."""
        try:
            aside = answer_of(self._renamed)
        except OSError:
            self._only_in_memory(f"were not used: {why}")
            return
        self.notices.append(
            f"The settings were not used: {why}. As they were, they are kept in {aside}."
        )

    def _only_in_memory(self, what: str) -> None:
        self._is_kept = False
        self.notices.append(f"The settings in {self._path} {what}. {_KEPT_IN_MEMORY}")

    def _renamed(self) -> Path:
        aside = self._free_name()
        self._path.rename(aside)
        return aside

    def _copied(self) -> Path:
        aside = self._free_name()
        with suppress(FileNotFoundError):
            aside.unlink()
        descriptor = os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(descriptor, "wb") as file:
            file.write(self._path.read_bytes())
        return aside

    def _free_name(self) -> Path:
        """Return a name that is free, or the last of them: they must not become ever more."""
        path = self._path
        names = [path.with_name(f"{path.stem}-put-aside{path.suffix}")]
        names += [
            path.with_name(f"{path.stem}-put-aside-{number}{path.suffix}")
            for number in range(2, _MOST_ASIDE + 1)
        ]
        return next((name for name in names if not os.path.lexists(name)), names[-1])


def _read(path: Path) -> dict[str, Any]:
    """Return the values of a file. Raise _Unusable where it is none, OSError as the drive does."""
    _check(path)
    file = QSettings(str(path), QSettings.Format.IniFormat)
    values = {key: file.value(key) for key in file.allKeys()}
    if file.status() is not QSettings.Status.NoError:
        raise _Unusable("they are not written as settings are")
    return values


def _write(path: Path, changed: dict[str, Any], together: Mapping[str, ValueOfTwo]) -> None:
    """Write the values of a file with these changes, None for one that is forgotten."""
    real = Path(os.path.realpath(path))
    real.parent.mkdir(parents=True, exist_ok=True)
    from filelock import Timeout  # not before the window is painted

    try:
        with alone(real, WRITTEN_WITHIN / 2):
            _write_alone(real, changed, together)
    except Timeout:  # other windows are at it: no drive that does not answer
        raise OSError(errno.EAGAIN, "other windows are writing the settings") from None


def _write_alone(real: Path, changed: dict[str, Any], together: Mapping[str, ValueOfTwo]) -> None:
    try:
        values = _read(real)  # anew: a second window may have written meanwhile
    except (FileNotFoundError, _Unusable):
        values = {}
    for key in together.keys() & changed.keys() & values.keys():
        changed[key] = together[key](values[key], changed[key])
    part = real.with_name(f".{real.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        file = QSettings(str(part), QSettings.Format.IniFormat)
        for key, value in {**values, **changed}.items():
            if value is not None:
                file.setValue(key, value)
        file.sync()
        if file.status() is not QSettings.Status.NoError:
            raise OSError(errno.EIO, "the settings were not written")
        # Not synced: after a power cut the settings of a minute ago are as good.
        part.replace(real)
    finally:
        part.unlink(missing_ok=True)


def _check(path: Path) -> None:
    """Read the file as bytes. Raise _Unusable where Qt should not read it, OSError as the drive does."""
    # A pipe of that name would else be waited for.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise _Unusable("they are no ordinary file")
        if about.st_size > LARGEST:
            raise _Unusable(f"they are larger than {LARGEST >> 20} MB")
        content = os.read(descriptor, LARGEST)
    finally:
        os.close(descriptor)
    if any(sign < 32 and sign not in b"\t\r\n" for sign in set(content)):
        raise _Unusable("they are no text")
    if any(form in content for form in _FOREIGN):
        raise _Unusable("they hold values of a kind that BrikDesk does not write")
