"""What the desk remembers between sessions, and the file of it."""

import errno
import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QCoreApplication, QSettings, QSize, QStandardPaths, QTimer

from brikdesk.lengths import Ruler, measure_by
from brikdesk.store.file.durable import alone
from ui.campaign.places import (
    DriveAnswer,
    SmallTable,
    answer_of,
    from_settings,
    look,
    look_at,
    to_settings,
)
from ui.look.theme import FACTIONS, Look

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
    """The settings as values by name. `notices` tells what could not be used, and where it is kept.

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
        """Return the first free name, or the last of nine, so that their number is limited."""
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


MOST_RECENT = 8
"""Files that the start screen offers."""

MOST_COLOURS = 16
LONGEST_PATH, LONGEST_WORDS = 4096, 400
"""The most of each that is read from the settings."""

EMPTY = SmallTable()
"""The picture of a campaign without a table."""


@dataclass(frozen=True, slots=True)
class Recent:
    """A campaign that was open: where, its name, whose turn it was, its factions' colours, when."""

    path: str
    name: str
    standing: str = ""
    colours: tuple[str, ...] = ()
    when: str = ""
    table: SmallTable = EMPTY
    trouble: str = ""
    """Why it cannot be opened now; "" where nothing is known against it."""
    is_silent: bool = False
    """Its drive has not answered yet, and may do so later."""


_TROUBLE = {
    DriveAnswer.OUT_OF_REACH: "Cannot be reached now",
    DriveAnswer.SILENT: "Its drive does not answer",
}


DISTANCES = ("1.5", "3", "5")
"""Metres from which the players may read their window."""


class Said(StrEnum):
    """What is said of what a move causes."""

    USUAL = "usual"
    DICE = "dice"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Preferences:
    """How the referee likes to work; nothing of it is in a campaign."""

    apply_when_complete: bool = False
    """Apply a step when its last die is in, without Enter."""
    paper: str = "a4"
    ruler: Ruler = Ruler.TENTHS
    """How an inch is divided where lengths are told."""
    players_from: str = "3"
    """Metres from which the players' window is read, one of `DISTANCES`."""
    caused: Said = Said.USUAL
    """What is said of what a move causes: strikes and dice, dice only, or all who may respond too."""


def _config_dir() -> Path:
    """Return the folder of the settings; BRIKDESK_CONFIG_DIR names another one."""
    chosen = os.environ.get("BRIKDESK_CONFIG_DIR")
    place = QStandardPaths.StandardLocation.AppConfigLocation
    return Path(chosen or QStandardPaths.writableLocation(place))


class Remembered:
    """The settings. A value that is not as the desk writes it is put aside, and told in `notices`."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = SettingsFile((folder or _config_dir()) / "brikdesk.ini", {"recent": _both})
        self._hearers: list[Callable[[Preferences], None]] = []
        if wrong := {key: words for key in self._file.names if (words := self._wrong(key))}:
            kept = self._recent()
            self._file.put_aside(wrong)
            if "recent" in wrong and kept:
                self._file.set("recent", _written(kept))
        measure_by(self.preferences.ruler)

    @property
    def notices(self) -> tuple[str, ...]:
        """What of the settings could not be used, in the referee's words."""
        return tuple(self._file.notices)

    def _wrong(self, key: str) -> str:
        """Return in words what a value is if it is not as the desk writes it, else ""."""
        value = self._file.value(key)
        if "/" in key:  # the places of windows and panes
            return "" if isinstance(value, QByteArray) else "the places of windows"
        words, is_good = _KNOWN.get(key, ("", lambda _: True))
        return "" if isinstance(value, str) and is_good(value) else words

    @property
    def look(self) -> Look:
        """Dark, light or the system's choice."""
        chosen = self._text("look")
        return Look(chosen) if chosen in set(Look) else Look.SYSTEM

    @look.setter
    def look(self, look: Look) -> None:
        self._file.set("look", look.value)

    @property
    def scale(self) -> int:
        """Text size in percent."""
        return self._number("text_size", 100)

    @scale.setter
    def scale(self, percent: int) -> None:
        self._file.set("text_size", percent)

    @property
    def rule_sets(self) -> tuple[str, ...]:
        """The names of the rule sets of the campaign that was made last; empty before the first."""
        return tuple(name for name in self._text("rule_sets").split(" ") if name)

    @rule_sets.setter
    def rule_sets(self, names: tuple[str, ...]) -> None:
        self._file.set("rule_sets", " ".join(names))

    @property
    def workspace(self) -> str:
        """The workspace that was in front."""
        return self._text("workspace") or "battle"

    @workspace.setter
    def workspace(self, name: str) -> None:
        self._file.set("workspace", name)

    @property
    def players_follow(self) -> bool:
        """Whether the players' window shows what the map of the desk shows."""
        return self._text("players_follow") != "false"

    @players_follow.setter
    def players_follow(self, wanted: bool) -> None:
        self._file.set("players_follow", str(wanted).lower())

    @property
    def players_odds(self) -> bool:
        """Whether the players' window shows odds."""
        return self._text("players_odds") == "true"

    @players_odds.setter
    def players_odds(self, wanted: bool) -> None:
        self._file.set("players_odds", str(wanted).lower())

    @property
    def folder(self) -> Path | None:
        """Where a file was opened or saved last; None if that folder is gone or does not answer."""
        name = self._text("folder")
        return Path(name) if name and look(name) is DriveAnswer.FOLDER else None

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._file.set("folder", str(folder))

    @property
    def preferences(self) -> Preferences:
        """How the referee likes to work."""
        return Preferences(
            apply_when_complete=self._text("apply_when_complete") == "true",
            paper="letter" if self._text("paper") == "letter" else "a4",
            ruler=Ruler.EIGHTHS if self._text("ruler") == Ruler.EIGHTHS else Ruler.TENTHS,
            players_from=away if (away := self._text("players_from")) in DISTANCES else "3",
            caused=Said(said) if (said := self._text("caused")) in set(Said) else Said.USUAL,
        )

    def prefer(self, **changed: Any) -> None:
        """Change preferences and tell the listeners."""
        now = replace(self.preferences, **changed)
        for name, value in asdict(now).items():
            self._file.set(name, str(value).lower())
        measure_by(now.ruler)
        for hear in self._hearers:
            hear(now)

    def listen(self, hear: Callable[[Preferences], None]) -> None:
        """Call `hear` with the preferences now and after each change."""
        self._hearers.append(hear)
        hear(self.preferences)

    def stop_listening(self, hear: Callable[[Preferences], None]) -> None:
        """Forget a listener, as when its campaign is closed."""
        self._hearers.remove(hear)

    def keep_place(self, screen: QSize, part: str, value: QByteArray) -> None:
        """Remember where a part of the window stood on a screen of this size."""
        self._file.set(f"{_screen(screen)}/{part}", value)

    def place(self, screen: QSize, part: str) -> QByteArray:
        """Return where a part of the window stood on a screen of this size; empty where unknown."""
        value = self._file.value(f"{_screen(screen)}/{part}")
        return value if isinstance(value, QByteArray) else QByteArray()

    @property
    def recent(self) -> tuple[Recent, ...]:
        """Files that were open, newest first, without those that are gone.

        Those stay whose drive refuses to tell or does not answer: `trouble` says so.
        """
        entries = self._recent()
        seen = look_at(entry.path for entry in entries)
        return tuple(
            replace(
                entry,
                trouble=_TROUBLE.get(seen[entry.path], ""),
                is_silent=seen[entry.path] is DriveAnswer.SILENT,
            )
            for entry in entries
            if seen[entry.path] in (DriveAnswer.FILE, *_TROUBLE)
        )

    def add_recent(
        self,
        path: Path,
        name: str,
        standing: str = "",
        colours: tuple[str, ...] = (),
        table: SmallTable = EMPTY,
    ) -> None:
        """Put a file first among the recent ones; without a picture it keeps the one it had."""
        if not table.depth:
            table = next((old.table for old in self._recent() if old.path == str(path)), EMPTY)
        now = datetime.now(UTC).isoformat(timespec="minutes")
        known = tuple(colour for colour in colours if colour in FACTIONS)
        entry = Recent(str(path), name, standing, known, now, table)
        others = [old for old in self._recent() if old.path != entry.path]
        newest = (entry, *others)[:MOST_RECENT]
        self._file.set("recent", _written(newest))

    def save(self) -> None:
        """Write everything to the drive now."""
        self._file.save()

    def _recent(self) -> tuple[Recent, ...]:
        """Return the recent files, without those that are not written as the desk does."""
        return _entries(self._text("recent"))

    def _text(self, key: str) -> str:
        value = self._file.value(key)
        return value if isinstance(value, str) else ""

    def _number(self, key: str, default: int) -> int:
        value = str(self._file.value(key) or default)
        return int(value) if _is_number(value) else default


def _screen(size: QSize) -> str:
    return f"screen_{size.width()}x{size.height()}"


# --- what anybody can write into the file ------------------------------------------------------------


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= 4


def _is_path(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_PATH and "\0" not in value


def _is_words(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_WORDS


def _is_switch(value: str) -> bool:
    return value in ("true", "false")


def _are_recent(value: str) -> bool:
    rows = _rows(value)
    return value in ("", "[]") or (
        0 < len(rows) <= MOST_RECENT and all(_entry(row) is not None for row in rows)
    )


_KNOWN: dict[str, tuple[str, Callable[[str], bool]]] = {
    "look": ("dark or light", lambda value: value in set(Look)),
    "text_size": ("the text size", _is_number),
    "rule_sets": ("the rules of new campaigns", _is_words),
    "workspace": ("the workspace in front", str.isidentifier),
    "players_follow": ("what the players' window shows", _is_switch),
    "players_odds": ("what the players' window shows", _is_switch),
    "folder": ("the folder of files", _is_path),
    "apply_when_complete": ("when steps are applied", _is_switch),
    "paper": ("the paper", lambda value: value in ("a4", "letter")),
    "ruler": ("how an inch is divided", lambda value: value in set(Ruler)),
    "players_from": ("from where the players read", lambda value: value in DISTANCES),
    "caused": ("what is said of a move", lambda value: value in set(Said)),
    "recent": ("some of the recent files", _are_recent),
}
"""What each value is in the referee's words, and whether it is written as the desk does."""


def _rows(value: str) -> list[Any]:
    try:
        rows = json.loads(value or "[]")
    except (ValueError, RecursionError):
        return []
    return rows if isinstance(rows, list) else []


def _entries(value: str) -> tuple[Recent, ...]:
    rows = _rows(value)[:MOST_RECENT]
    entries = [entry for row in rows if (entry := _entry(row))]
    return tuple({entry.path: entry for entry in reversed(entries)}.values())[::-1]


def _both(theirs: Any, ours: str) -> str:
    """Return the recent files of two windows as one value: the newest of both."""
    words = theirs if isinstance(theirs, str) else ""
    found: dict[str, Recent] = {}
    for entry in sorted(
        (*_entries(ours), *_entries(words)), key=lambda each: each.when, reverse=True
    ):
        found.setdefault(entry.path, entry)
    return _written(list(found.values())[:MOST_RECENT])


def _entry(row: Any) -> Recent | None:
    """Return the recent file of a row, None where it is not written as the desk does."""
    if not isinstance(row, dict) or not _is_path(row.get("path")):
        return None
    words = {name: row.get(name, "") for name in ("name", "standing", "when")}
    colours = row.get("colours", [])
    if not all(map(_is_words, words.values())) or not isinstance(colours, list):
        return None
    if len(colours) > MOST_COLOURS or not set(map(repr, colours)) <= _COLOURS:
        return None
    table = from_settings(row.get("table"))
    return Recent(path=row["path"], colours=tuple(colours), table=table, **words)


_COLOURS = set(map(repr, FACTIONS))
"""As `repr` writes them: a row may hold what is in no set."""


def _written(entries: Iterable[Recent]) -> str:
    rows = [
        {
            "path": entry.path, "name": entry.name, "standing": entry.standing,
            "colours": entry.colours, "when": entry.when, "table": to_settings(entry.table),
        }
        for entry in entries
    ]  # fmt: skip
    # Escaped to ASCII: an INI file has no encoding of its own, and names may hold any letter.
    return json.dumps(rows, ensure_ascii=True)
