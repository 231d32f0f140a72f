"""Looks at paths on threads of their own, so that a drive that does not answer holds nobody up.

An unplugged stick, a network drive whose server is gone: the system may keep the call that asks
about such a path for minutes, or forever. Nothing can end that call, so it is left behind.
"""

import errno
import os
import stat
import threading
import time
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from typing import Generic, TypeVar

from ui.campaign.garbage import collect_for_python, let_python_collect

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
