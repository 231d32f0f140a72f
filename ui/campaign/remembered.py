"""What the desk remembers between sessions: look, preferences, places of panes, recent files."""

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSize, QStandardPaths

from brikdesk.lengths import Ruler, measure_by
from ui.campaign.looked_at import DriveAnswer, look, look_at
from ui.campaign.settings_file import SettingsFile
from ui.campaign.small_table import SmallTable, from_settings, to_settings
from ui.look.theme import Look
from ui.look.tokens import FACTIONS

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


@dataclass(frozen=True, slots=True)
class Preferences:
    """How the referee likes to work; nothing of it is in a campaign."""

    apply_when_complete: bool = False
    """Apply a step when its last die is in, without Enter."""
    paper: str = "a4"
    ruler: Ruler = Ruler.TENTHS
    """How an inch is divided where lengths are told."""


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

    def stop_listening(self) -> None:
        """Forget the listeners, as when a campaign is closed."""
        self._hearers.clear()

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
    """Return the newest of the recent files of two windows, written."""
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
