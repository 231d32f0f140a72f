"""Where campaigns are kept, whether a drive answers, and the small picture of a campaign."""

import errno
import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QStandardPaths, QUrl

from ui.campaign.thread import collect_for_python, let_python_collect

if TYPE_CHECKING:
    from ui.campaign.desk import Desk


SUFFIX = ".brik"


def campaigns_place() -> Path:
    """Return where the folder for campaigns is or will be; BRIKDESK_CAMPAIGNS_DIR names another one."""
    if chosen := os.environ.get("BRIKDESK_CAMPAIGNS_DIR"):
        return Path(chosen)
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    return Path(QStandardPaths.writableLocation(documents)) / "BrikDesk"


def campaigns_dir() -> Path:
    """Return the folder for campaigns, and make it."""
    folder = campaigns_place()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def file_name(name: str) -> str:
    """Return a campaign's or player's name as a file name that every system accepts."""
    kept = "".join(
        sign if sign not in '<>:"/\\|?*' and sign.isprintable() else " " for sign in name
    )
    # 60 characters leave room for a number and suffix; Windows drops dots and spaces at the end.
    short = " ".join(kept.split())[:60].rstrip(". ")
    # Windows keeps these names for devices; a leading dot hides the file elsewhere.
    reserved = short.upper() in {"CON", "PRN", "AUX", "NUL"} or short.startswith(".")
    return f"_{short}" if reserved else short or "Campaign"


def free_path(folder: Path, name: str) -> Path:
    """Return a path in the folder that is not taken: Name, Name 2, Name 3."""
    stem = file_name(name)
    made = folder / f"{stem}{SUFFIX}"
    count = 2
    while made.exists():
        made = folder / f"{stem} {count}{SUFFIX}"
        count += 1
    return made


def shown_path(path: Path) -> str:
    """Return a path for display, with the user's home folder as ~."""
    try:
        home = Path.home()
    except RuntimeError:  # a user without a folder of their own
        return str(path)
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else str(path)


def saved_words(path: Path) -> str:
    """Return that a file was saved, with where it lies: Saved turn.pdf in ~/Documents."""
    folder = shown_path(path.absolute().parent)
    # Of a long way down only its end tells where that is.
    last = Path(folder).parts[-2:]
    short = folder if len(folder) <= 40 or len(last) < 2 else str(Path("…", *last))
    return f"Saved {path.name} in {short}."


def day_and_time(moment: str) -> str:
    """Return a stored time as a person would say it: today 20:14, yesterday 20:14, 12 November.

    Empty for text that is no ISO time.
    """
    try:
        local = datetime.fromisoformat(moment).astimezone()
    except (ValueError, OverflowError, OSError):  # also years that no local time has
        return ""
    days = (datetime.now().astimezone().date() - local.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} {local:%H:%M}"
    year = "" if local.year == datetime.now().year else f" {local.year}"
    return f"{local.day} {local:%B}{year}"


def open_file(path: Path) -> None:
    """Open a file with the program that the system has for it."""
    from PySide6.QtGui import QDesktopServices  # the first frame need not wait for this

    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def show_in_folder(path: Path) -> None:
    """Show a file in its folder, selected where the system can do that."""
    from PySide6.QtCore import QProcess

    if sys.platform == "win32":
        QProcess.startDetached("explorer", ["/select,", str(path)])
    elif sys.platform == "darwin":
        QProcess.startDetached("open", ["-R", str(path)])
    else:
        open_file(path.parent)


A_MOMENT = 0.08
"""Seconds that the window may wait for a drive. One that answers does so in a thousandth of that."""

Answer = TypeVar("Answer")


class DriveAnswer(Enum):
    """What a look at a path found: what lies there, or why that cannot be told."""

    FILE = "a file"
    FOLDER = "a folder"
    OTHER = "neither a file nor a folder"
    GONE = "gone"
    OUT_OF_REACH = "cannot be reached"
    SILENT = "does not answer"


class Asked(Generic[Answer]):
    """A question to a drive, on its way since it was made."""

    def __init__(self, question: Callable[[], Answer]) -> None:
        self._question = question
        self._ended = threading.Event()
        self._found: list[Answer] = []
        self._error: Exception | None = None
        # A daemon: the program ends while it still waits for the drive.
        threading.Thread(target=self._ask, daemon=True).start()

    def _ask(self) -> None:
        try:
            self._found.append(self._question())
        except Exception as error:  # whoever asked is told, on a thread of their own
            self._error = error
        self._ended.set()

    def wait(self, seconds: float) -> bool:
        """Wait for the answer, for so long at most; return whether it has come."""
        return self._ended.wait(max(0.0, seconds))

    def answer(self) -> Answer:
        """Return the answer. Raise what the question raised, TimeoutError if it has not come."""
        if not self._ended.is_set():
            raise TimeoutError(errno.ETIMEDOUT, "the drive does not answer")
        if self._error is not None:
            raise self._error
        return self._found[0]


def answer_of(question: Callable[[], Answer], within: float = A_MOMENT) -> Answer:
    """Ask a drive something on a thread. Raise OSError as it does, TimeoutError if it stays silent."""
    with _no_garbage():
        asked = Asked(question)
        asked.wait(within)
    return asked.answer()


class _no_garbage:
    """While the window waits for a thread, Python must not collect garbage there (`thread.py`)."""

    def __enter__(self) -> None:
        collect_for_python(self)

    def __exit__(self, *_: object) -> None:
        let_python_collect(self)


_silent: dict[str, Asked[os.stat_result]] = {}
"""The paths whose drives have not answered yet: they are not asked a second time."""


def look_at(paths: Iterable[Path | str], within: float = A_MOMENT) -> dict[str, DriveAnswer]:
    """Return what lies at each path, all asked at once and waited for no longer than `within`.

    A path that was silent before is not waited for again.
    """
    names = list(dict.fromkeys(str(path) for path in paths))
    with _no_garbage():
        new = {name: Asked(Path(name).stat) for name in names if name not in _silent}
        until = time.monotonic() + within
        for asked in new.values():
            asked.wait(until - time.monotonic())
    _silent.update(new)
    return {name: _seen(name) for name in names}


def _seen(name: str) -> DriveAnswer:
    try:
        mode = _silent[name].answer().st_mode
    except TimeoutError:
        return DriveAnswer.SILENT
    except (FileNotFoundError, NotADirectoryError, ValueError):
        seen = DriveAnswer.GONE
    except OSError:
        seen = DriveAnswer.OUT_OF_REACH
    else:
        seen = DriveAnswer.FILE if stat.S_ISREG(mode) else DriveAnswer.OTHER
        seen = DriveAnswer.FOLDER if stat.S_ISDIR(mode) else seen
    del _silent[name]
    return seen


def look(path: Path | str, within: float = A_MOMENT) -> DriveAnswer:
    """Return what lies at a path."""
    return look_at([path], within)[str(path)]


MOST_DOTS = 80
"""Units in the picture: the largest."""


class Dot(NamedTuple):
    """A unit: its middle and its side as shares of the table's width, and its faction's colour."""

    x: float
    y: float
    side: float
    colour: str


class SmallTable(NamedTuple):
    """The depth of the table as a share of its width, 0 where there is none; and who stands on it."""

    depth: float = 0.0
    dots: tuple[Dot, ...] = ()


def small_table(desk: "Desk") -> SmallTable:
    """Return the picture as the campaign has it now: nothing but units, which are no secret."""
    from brikdesk.store.views.campaign_and_battle import battle_head
    from brikdesk.store.views.units import units

    # Not asked when the campaign is closed: its file may be gone by then.
    head = desk.read(battle_head)
    wide, deep = head.table_width, head.table_depth
    placed = [unit for unit in desk.read(units) if unit.x is not None and unit.y is not None]
    if not wide or not deep or not placed:
        return SmallTable()
    largest = sorted(placed, key=lambda unit: -unit.size)[:MOST_DOTS]
    dots = (
        Dot(
            round((unit.x or 0.0) / wide, 3), round((unit.y or 0.0) / wide, 3),
            round(unit.size / wide, 3), unit.colour,
        )
        for unit in largest
    )  # fmt: skip
    return SmallTable(round(deep / wide, 3), tuple(dots))


def from_settings(value: Any) -> SmallTable:
    """Return the picture that a row of the settings holds; an empty one for anything else."""
    try:
        depth, dots = value  # from a file that anybody can edit
        made = [
            Dot(_share(x), _share(y), _share(side), str(colour))
            for x, y, side, colour in dots[:MOST_DOTS]
        ]
        return SmallTable(_share(depth), tuple(made))
    except (TypeError, ValueError, KeyError, OverflowError):
        return SmallTable()


def to_settings(table: SmallTable) -> Sequence[object]:
    """Return a picture as JSON can hold it."""
    return [table.depth, [list(dot) for dot in table.dots]]


def _share(value: Any) -> float:
    number = float(value)
    # A place is a share of the table's width: what lies farther is no place.
    if not 0 <= number <= 10:
        raise ValueError(value)
    return number
