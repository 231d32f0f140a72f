"""Errors of the program itself: what is passed on of them, and the file that keeps them.

A report holds kinds of errors and places in the program, and no words of a campaign: no name of a
unit or a player.
"""

import logging
import platform
import traceback
from contextlib import closing
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from brikdesk import __version__

LOG = "defects.log"
LARGEST_LOG = 200_000
"""Bytes from which the log is put aside as `defects.log.1`, and a new one begun."""

_ROOT = Path(__file__).resolve().parents[2]
_MOST_LINES = 40


def report(kind: type[BaseException], trace: TracebackType | None, beside: str = "") -> str:
    """Return a report to pass on: the kind of error and where, without words of the campaign.

    `beside` names what else the program ran with, such as the version of Qt.
    """
    # No message of the error: it may hold a player's words, and the report is passed on.
    with_ = f", {beside}" if beside else ""
    lines = [
        f"BrikDesk {__version__}, Python {platform.python_version()}{with_}, {platform.system()}",
        kind.__name__,
    ]
    for frame in traceback.extract_tb(trace)[-_MOST_LINES:]:
        lines.append(f"  {_short(frame.filename)}:{frame.lineno} {frame.name}")
    return "\n".join(lines)


def _short(name: str) -> str:
    path = Path(name)
    return str(path.relative_to(_ROOT)) if path.is_relative_to(_ROOT) else path.name


class _Log(RotatingFileHandler):
    """A log whose drive may refuse: the usual one prints that, where the referee reads it."""

    def handleError(self, record: logging.LogRecord) -> None:
        raise  # what `keep` catches


def log_path() -> Path:
    """Return where the reports are kept: in the program's data folder."""
    from brikdesk.store.backups.backup import data_dir

    return data_dir() / LOG


def keep(words: str) -> bool:
    """Write a report into the log, with the moment; return whether it could be written.

    It raises nothing: where the drive refuses, the program goes on without.
    """
    path = log_path()
    try:
        if path.exists() and not path.is_file():
            return False  # a pipe would be waited for
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with closing(_Log(path, maxBytes=LARGEST_LOG, backupCount=1, encoding="utf-8")) as log:
            log.setFormatter(logging.Formatter("%(asctime)s %(message)s\n", "%Y-%m-%d %H:%M:%S %z"))
            log.handle(logging.makeLogRecord({"msg": words}))
    except (OSError, ValueError):
        return False
    return True
