"""Find out whether a process still runs, on each operating system in its own way."""

import os
import sys
from pathlib import Path


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
        return not _is_zombie(pid)

    def start_mark(pid: int) -> str:
        """Return a mark of the moment at which a process started; empty where it is not known."""
        fields = _stat_fields(pid)
        try:
            boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        except OSError:
            return ""
        return f"{boot}:{fields[19]}" if len(fields) > 19 else ""

    def _is_zombie(pid: int) -> bool:
        return _stat_fields(pid)[:1] == ["Z"]

    def _stat_fields(pid: int) -> list[str]:
        """Return the fields of /proc/PID/stat after the program's name: state at 0, start at 19."""
        try:
            line = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        except OSError:
            return []
        # From the last bracket: the program's name stands in brackets and may hold some itself.
        return line.rpartition(")")[2].split()
