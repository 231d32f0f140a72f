"""The lock beside an open campaign: which program has it, on which computer, and whether that still runs."""

import getpass
import json
import os
import platform
import sys
import time
import uuid
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from filelock import Timeout
from msgspec import Struct
from msgspec.structs import asdict

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.durable import NO_LOCKS, alone, discard, sync
from brikdesk.store.file.faults import moment, reason_of

if sys.platform != "win32":
    import fcntl


def is_alive(pid: int, started: str = "") -> bool:
    """Return whether a process runs on this computer; True if that cannot be known.

    `started` is what `start_mark` returned while it ran: a process with the same id but another
    start is another process.
    """
    if pid <= 0 or not _exists(pid):
        return False
    mark = start_mark(pid)
    return not started or not mark or mark == started


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _LIMITED = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
    _STILL_ACTIVE = 259
    _ACCESS_DENIED = 5
    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.OpenProcess.restype = wintypes.HANDLE

    def _exists(pid: int) -> bool:
        handle = _kernel.OpenProcess(_LIMITED, False, pid)
        if not handle:
            return ctypes.get_last_error() == _ACCESS_DENIED  # it runs, as another user
        code = wintypes.DWORD()
        try:
            known = _kernel.GetExitCodeProcess(wintypes.HANDLE(handle), ctypes.byref(code))
            return not known or code.value == _STILL_ACTIVE
        finally:
            _kernel.CloseHandle(wintypes.HANDLE(handle))

    def start_mark(pid: int) -> str:
        """Return a mark of the moment at which a process started; empty where it is not known."""
        handle = _kernel.OpenProcess(_LIMITED, False, pid)
        if not handle:
            return ""
        born, *others = (wintypes.FILETIME() for _ in range(4))
        try:
            pointers = [ctypes.byref(moment) for moment in (born, *others)]
            known = _kernel.GetProcessTimes(wintypes.HANDLE(handle), *pointers)
            return f"{born.dwHighDateTime}:{born.dwLowDateTime}" if known else ""
        finally:
            _kernel.CloseHandle(wintypes.HANDLE(handle))

else:

    def _exists(pid: int) -> bool:
        try:
            os.kill(pid, 0)  # signal 0 only asks; on Windows this call would end the process
        except ProcessLookupError:
            return False
        except (PermissionError, OverflowError):
            return True
        # A zombie has ended, though its parent has not asked for it yet.
        return _stat_fields(pid)[:1] != ["Z"]

    def start_mark(pid: int) -> str:
        """Return a mark of the moment at which a process started; empty where it is not known."""
        boot, fields = _words(_BOOT), _stat_fields(pid)
        return f"{boot}:{fields[19]}" if boot and len(fields) > 19 else ""

    def _stat_fields(pid: int) -> list[str]:
        """Return the fields of /proc/PID/stat after the program's name: state at 0, start at 19."""
        try:
            line = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        except OSError:
            return []
        # From the last bracket: the program's name stands in brackets and may hold some itself.
        return line.rpartition(")")[2].split()


_BOOT = "/proc/sys/kernel/random/boot_id"
FIRST_SPACE = "pid:[4026531836]"
"""The id namespace of the computer itself, a fixed number in Linux; every container has another."""


class Whereabouts(Struct, frozen=True):
    """The ids of the computer, of its boot and of its process namespace; empty if not known."""

    machine: str = ""
    boot: str = ""
    space: str = ""

    def surely_knows(self, there: "Whereabouts") -> bool:
        """Return whether the id of a process there means the same process here."""
        if (
            self.boot and self.space
        ):  # no two starts have one number, whatever the computer is called
            return (self.boot, self.space) == (there.boot, there.space)
        return bool(self.machine) and self == there

    def is_on_the_computer_of(self, there: "Whereabouts") -> bool:
        """Return whether this is the computer of a process there, perhaps in another container.

        A bare system may have no id of the computer; of its boot it always has one.
        """
        same_machine = bool(self.machine) and self.machine == there.machine
        return same_machine or (bool(self.boot) and self.boot == there.boot)

    def surely_outlived(self, there: "Whereabouts") -> bool:
        """Return whether this computer was restarted since, so that the process there has ended.

        False in containers: those of two computers may report the same machine id.
        """
        return (
            bool(self.machine)
            and self.machine == there.machine
            and self.space == there.space == FIRST_SPACE
            and bool(self.boot and there.boot)
            and self.boot != there.boot
        )


@cache
def here() -> Whereabouts:
    """Return where this program runs."""
    return Whereabouts(_machine(), _words(_BOOT), _space())


def _space() -> str:
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""


def _words(path: str) -> str:
    try:
        return Path(path).read_text("ascii", "replace").strip()[:80]
    except OSError:
        return ""


if sys.platform == "win32":
    import winreg

    def _machine() -> str:
        try:
            place = r"SOFTWARE\Microsoft\Cryptography"
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, place) as key:
                return str(winreg.QueryValueEx(key, "MachineGuid")[0])[:80]
        except OSError:
            return ""

elif sys.platform == "darwin":
    import ctypes

    def _machine() -> str:
        number, wait = (ctypes.c_ubyte * 16)(), (ctypes.c_long * 2)(1, 0)
        try:
            failed = ctypes.CDLL(None).gethostuuid(number, wait)
        except (OSError, AttributeError):
            return ""
        return "" if failed else bytes(number).hex()

else:

    def _machine() -> str:
        return _words("/etc/machine-id") or _words("/var/lib/dbus/machine-id")


UNREADABLE_FOR = 10.0
"""Seconds after which an unreadable lock counts as left by a program that died writing it."""

ALONE_WITHIN = 5.0
"""Seconds within which others are done looking at the lock; it takes each of them a millisecond."""

_held: set[str] = set()
"""The tokens of the locks that this program holds."""


class LockOwner(Struct, frozen=True):
    """The process that holds a lock. `started` tells it from a later process with the same id.

    If it cannot be known whether the owner still runs, it counts as running until the referee says
    otherwise.
    """

    pid: int
    host: str
    user: str
    since: datetime
    started: str
    token: str
    place: Whereabouts

    @property
    def is_here(self) -> bool:
        """Whether the owner is a process that can be looked up from this one."""
        return here().surely_knows(self.place)

    @property
    def is_gone(self) -> bool:
        """Whether the owner has certainly ended; never known of a process on another computer."""
        if self.is_here and self.pid == os.getpid():
            return self.token not in _held  # this very program, which could not remove it
        if self.is_here:
            return not is_alive(self.pid, self.started)
        return here().surely_outlived(self.place)


class Locked(CampaignFileError):
    """The campaign is open elsewhere. It can be viewed, or the referee can break the lock."""

    def __init__(self, owner: LockOwner | None, now: datetime) -> None:
        if owner is None:
            words = "Another program is just opening this campaign."
        elif owner.is_here:
            words = f"Open in another window since {moment(owner.since, now)}."
        elif here().is_on_the_computer_of(owner.place):
            words = f"Opened in another system on this computer, {moment(owner.since, now)}."
        else:
            words = f"Opened on '{owner.host}' by {owner.user}, {moment(owner.since, now)}."
        super().__init__(words)
        self.owner = owner


class FileLock(Struct, frozen=True):
    """A lock that this program holds."""

    path: Path
    token: str

    def release(self) -> str:
        """Remove the lock file, unless another program has taken the lock over in the meantime.

        Return a sentence for the referee if the drive refuses, else an empty string. A lock that
        stays is harmless: once this program has ended, any program on this computer may take it
        over.
        """
        if self.token not in _held:
            return ""  # given back already
        _held.discard(self.token)
        try:
            with alone(self.path, ALONE_WITHIN):
                owner = _parsed(_bytes(self.path))
                if owner is not None and owner.token == self.token:
                    self.path.unlink(missing_ok=True)
        except FileNotFoundError:
            return ""
        except (OSError, Timeout) as error:
            why = "another program is at it" if isinstance(error, Timeout) else reason_of(error)
            return (
                f"{self.path.name} could not be removed: {why}. The game is saved; "
                "on this computer it can be opened all the same."
            )
        return ""


def lock_path(campaign: Path) -> Path:
    """Return the path of the lock of a campaign file."""
    return campaign.with_name(campaign.name + ".lock")


def lock_owner(campaign: Path) -> LockOwner | None:
    """Return the process that has the campaign open; None if nobody has or the owner has ended."""
    owner = _read(lock_path(campaign))
    return None if owner is None or owner.is_gone else owner


def take_lock(campaign: Path, now: datetime) -> FileLock:
    """Take the lock of a campaign file.

    The lock of a dead owner on this computer is taken over. Raise Locked if somebody holds it,
    NotOurLock if a file of another program has its name, OSError if the folder cannot be written.
    """
    path = lock_path(campaign)
    try:
        with alone(path, ALONE_WITHIN):
            lock = _create(path, now)
            if lock is None:
                _remove_leftover(path, now)
                lock = _create(path, now)
    except Timeout:
        raise Locked(None, now) from None
    if lock is None:  # an earlier BrikDesk, which knows no lock of the kernel, was quicker
        raise Locked(_read(path), now)
    return lock


def break_lock(campaign: Path) -> None:
    """Remove the lock, whoever holds it; only when the referee says so.

    Raise NotOurLock for a file of another program, CampaignFileError if the drive refuses.
    """
    path = lock_path(campaign)
    try:
        with alone(path, ALONE_WITHIN):
            if not _is_ours(path, _content(path)):
                raise NotOurLock(path)
            path.unlink(missing_ok=True)
    except Timeout:
        words = f"Another program is just looking at {path.name}. Nothing was changed. Try again."
        raise CampaignFileError(words) from None
    except OSError as error:
        words = f"{path.name} could not be removed: {reason_of(error)}. Nothing was changed."
        raise CampaignFileError(words) from error


class NotOurLock(CampaignFileError):
    """Beside the campaign lies a file of another program that has the name of its lock."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path.name} is no lock of BrikDesk: another program wrote it, and it stays. "
            "A campaign whose name ends in .brik gets a lock of its own."
        )


def _is_ours(path: Path, content: bytes) -> bool:
    """Return whether a lock is one that BrikDesk wrote, or began to write.

    By its name nobody else's can end in .brik.lock. A campaign may have another name, so that its
    lock would be called poetry.lock or Cargo.lock, which belong to other programs.
    """
    if path.name.casefold().endswith(".brik.lock") or not path.exists():
        return True
    said = content.strip(b"\0 \r\n")  # a power cut leaves zeros of what was not yet written
    return _parsed(content) is not None or _BEGINS.startswith(said[: len(_BEGINS)])


_BEGINS = b'{\n "pid": '
"""How each lock begins."""


def can_lock(path: Path) -> bool:
    """Return whether the drive supports file locks; SQLite reports a missing lock as "busy".

    Must not be called for a file that SQLite has open: POSIX drops all locks of a process on a file
    when any of its descriptors is closed, SQLite's own locks too.
    """
    if sys.platform == "win32":
        return True  # it locks wherever it opens
    try:
        with path.open("rb") as file:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in NO_LOCKS
    return True


def _create(path: Path, now: datetime) -> FileLock | None:
    token = uuid.uuid4().hex
    try:
        # O_EXCL is the lock: of two programs exactly one creates the file.
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    except FileExistsError:
        return None
    try:
        with open(descriptor, "wb") as file:
            file.write(_described(token, now))
        sync(path)
    except BaseException:
        discard(path)
        raise
    _held.add(token)
    return FileLock(path, token)


def _described(token: str, now: datetime) -> bytes:
    pid = os.getpid()
    owner = {
        "pid": pid,
        "host": platform.node(),
        "user": _user(),
        "since": now.isoformat(),
        "started": start_mark(pid),
        "token": token,
        **asdict(here()),
    }
    return json.dumps(owner, ensure_ascii=True, indent=1).encode()


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no name for this user on this system
        return "somebody"


def _remove_leftover(path: Path, now: datetime) -> None:
    """Remove the lock of a dead owner. Raise Locked if the owner may still run."""
    found = _content(path)
    owner = _parsed(found)
    if not _is_ours(path, found):
        raise NotOurLock(path)
    if owner is None and not _is_abandoned(path):
        raise Locked(None, now)
    if owner is not None and not owner.is_gone:
        raise Locked(owner, now)
    # Renamed before it is deleted: two programs may find the same leftover, and the slower one must
    # not delete the new lock of the quicker one.
    aside = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}")
    try:
        path.rename(aside)
    except FileNotFoundError:
        return  # another program was quicker; creating ours decides
    if _content(aside) != found and not path.exists():
        aside.rename(path)  # not the dead owner's: somebody took it over since we looked
        raise Locked(_read(path), now)
    discard(aside)  # where it stays, it is nobody's lock


def _is_abandoned(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime > UNREADABLE_FOR
    except OSError:
        return True


def _content(path: Path) -> bytes:
    try:
        return _bytes(path)
    except OSError:
        return b""


def _bytes(path: Path) -> bytes:
    # A pipe of that name would else be waited for.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with open(descriptor, "rb") as file:
        return file.read(4096)


_PLACES = tuple(asdict(Whereabouts()))


def _read(path: Path) -> LockOwner | None:
    return _parsed(_content(path))


def _parsed(content: bytes) -> LockOwner | None:
    try:
        said: dict[str, Any] = json.loads(content)
        return LockOwner(
            pid=int(said["pid"]),
            host=str(said["host"]),
            user=str(said["user"])[:80],
            since=datetime.fromisoformat(said["since"]).astimezone(),
            started=str(said["started"]),
            token=str(said["token"]),
            place=Whereabouts(**{name: str(said.get(name, "")) for name in _PLACES}),
        )
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError, OSError):
        return None
