"""A campaign that is opened a second time: the window that has it is asked to come to the front.

No socket and no message bus: the second program lays a file into a folder of the user's own, named after
the process that holds the campaign's lock, and the window there takes it away. Where nobody does, such as
a command that has the campaign open, the second program goes on as it would have.
"""

import os
import time
from contextlib import suppress
from pathlib import Path

from brikdesk.foreign_file import ordinary
from brikdesk.store.backups.backup import data_dir
from brikdesk.store.file.durable import beside
from brikdesk.store.file.lock import lock_owner, lock_path

LONGEST = 100_000
"""Bytes that are read of a request: more than any path has."""

PATIENCE, STEP = 2.0, 0.02
"""Seconds to wait for the window, and between two looks whether it has answered."""


def requests() -> Path:
    """Return the folder of the files that ask windows to come to the front."""
    return data_dir() / "to-front"


def asked_to_front(campaign: Path, patience: float = PATIENCE) -> bool:
    """Ask the window that has a campaign open to come to the front; return whether it did."""
    if not lock_path(campaign).exists():
        return False  # the usual case costs one look
    owner = lock_owner(campaign)
    if owner is None or not owner.is_here or owner.pid == os.getpid():
        return False
    request = _request(owner.pid)
    try:
        request.parent.mkdir(parents=True, exist_ok=True)
        # Renamed when it is whole: the window looks as soon as a name appears.
        part = beside(request)
        part.write_bytes(os.fsencode(campaign.resolve()))
        part.replace(request)
    except OSError:
        return False
    _let_it_come(owner.pid)
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if not os.path.lexists(request):
            return True
        time.sleep(STEP)
    with suppress(OSError):
        request.unlink(missing_ok=True)
    return False


def take_request(campaign: Path) -> bool:
    """Return, once, whether another start of the program asked for this process's campaign."""
    request = _request(os.getpid())
    try:
        with ordinary(request) as file:
            meant = file.read(LONGEST) == os.fsencode(campaign.resolve())
        if meant:
            request.unlink()
    except OSError:
        return False
    return meant


def _request(pid: int) -> Path:
    return requests() / str(pid)


def _let_it_come(pid: int) -> None:
    """Pass on the right to come to the front, which Windows gives to whom the user started last."""
    with suppress(ImportError, AttributeError, OSError):
        from ctypes import windll  # type: ignore[attr-defined,unused-ignore]

        windll.user32.AllowSetForegroundWindow(pid)
