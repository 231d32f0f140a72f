"""What the desk remembers between sessions: look, preferences, places of panes, recent files."""

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings, QSize, QStandardPaths

from brikdesk.lengths import Ruler, measure_by
from ui.campaign.small_table import SmallTable, from_settings, to_settings
from ui.look.theme import Look

MOST_RECENT = 8
"""Files that the start screen offers."""


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

    @property
    def there(self) -> bool:
        """Whether the file can still be found."""
        return Path(self.path).is_file()


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
    """The settings file. A value that cannot be read from it is as it is by default."""

    def __init__(self, folder: Path | None = None) -> None:
        path = (folder or _config_dir()) / "brikdesk.ini"
        self._file = QSettings(str(path), QSettings.Format.IniFormat)
        self._hearers: list[Callable[[Preferences], None]] = []
        measure_by(self.preferences.ruler)

    @property
    def look(self) -> Look:
        """Dark, light or the system's choice."""
        chosen = self._text("look")
        return Look(chosen) if chosen in set(Look) else Look.SYSTEM

    @look.setter
    def look(self, look: Look) -> None:
        self._file.setValue("look", look.value)

    @property
    def scale(self) -> int:
        """Text size in percent."""
        return self._number("text_size", 100)

    @scale.setter
    def scale(self, percent: int) -> None:
        self._file.setValue("text_size", percent)

    @property
    def rule_sets(self) -> tuple[str, ...]:
        """The names of the rule sets of the campaign that was made last; empty before the first."""
        return tuple(name for name in self._text("rule_sets").split(" ") if name)

    @rule_sets.setter
    def rule_sets(self, names: tuple[str, ...]) -> None:
        self._file.setValue("rule_sets", " ".join(names))

    @property
    def workspace(self) -> str:
        """The workspace that was in front."""
        return self._text("workspace") or "battle"

    @workspace.setter
    def workspace(self, name: str) -> None:
        self._file.setValue("workspace", name)

    @property
    def players_follow(self) -> bool:
        """Whether the players' window shows what the map of the desk shows."""
        return self._text("players_follow") != "false"

    @players_follow.setter
    def players_follow(self, wanted: bool) -> None:
        self._file.setValue("players_follow", str(wanted).lower())

    @property
    def players_odds(self) -> bool:
        """Whether the players' window shows odds."""
        return self._text("players_odds") == "true"

    @players_odds.setter
    def players_odds(self, wanted: bool) -> None:
        self._file.setValue("players_odds", str(wanted).lower())

    @property
    def folder(self) -> Path | None:
        """Where a file was opened or saved last; None if that folder is gone."""
        folder = Path(self._text("folder"))
        return folder if self._text("folder") and folder.is_dir() else None

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._file.setValue("folder", str(folder))

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
            self._file.setValue(name, str(value).lower())
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
        self._file.setValue(f"{_screen(screen)}/{part}", value)

    def place(self, screen: QSize, part: str) -> QByteArray:
        """Return where a part of the window stood on a screen of this size; empty where unknown."""
        value = self._file.value(f"{_screen(screen)}/{part}")
        return value if isinstance(value, QByteArray) else QByteArray()

    @property
    def recent(self) -> tuple[Recent, ...]:
        """Files that were open and still exist, newest first."""
        return tuple(entry for entry in self._recent() if entry.there)

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
        entry = Recent(str(path), name, standing, colours, now, table)
        others = [old for old in self._recent() if old.path != entry.path]
        newest = (entry, *others)[:MOST_RECENT]
        rows = [{**asdict(row), "table": to_settings(row.table)} for row in newest]
        # Escaped to ASCII: an INI file has no encoding of its own, and names may hold any letter.
        self._file.setValue("recent", json.dumps(rows, ensure_ascii=True))

    def save(self) -> None:
        """Write everything to the disk now."""
        self._file.sync()

    def _recent(self) -> tuple[Recent, ...]:
        try:
            rows = json.loads(self._text("recent") or "[]")
            return tuple(
                Recent(
                    **{
                        **row,
                        "colours": tuple(row.get("colours", ())),
                        "table": from_settings(row.get("table")),
                    }
                )
                for row in rows
            )
        # The referee may have edited the file, or another version may have written it.
        except (ValueError, TypeError, AttributeError):
            return ()

    def _text(self, key: str) -> str:
        value = self._file.value(key)
        return value if isinstance(value, str) else ""

    def _number(self, key: str, default: int) -> int:
        value = str(self._file.value(key, default))
        return int(value) if value.isascii() and value.isdigit() else default


def _screen(size: QSize) -> str:
    return f"screen_{size.width()}x{size.height()}"
