"""What reading a picture may cost, and how the system is told so.

- Linux: the system itself refuses more memory (`RLIMIT_DATA`) and ends the process after its seconds of
  processor time (a timer of the process). The watch below comes on top.
- macOS knows no such limit of memory: there the watch looks every twentieth of a second. The timer is
  the same.
- Windows has neither: the watch looks at both. On macOS and Windows this was never run.
"""

import sys
from pathlib import Path

MEMORY = 400 * 1024 * 1024
"""Bytes that the process may take, its program and libraries included."""

OWN_DATA = 360 * 1024 * 1024
"""Bytes of its own data where the system can refuse more; the libraries' files come on top."""

SECONDS = 4.5
"""Processor time for one picture."""

PATIENCE = 60.0
"""Seconds for one picture by the clock: a busy computer takes longer for the same work."""

TICK = 0.05
"""Seconds between two looks of the watch."""


def confine() -> None:
    """Take from this process what it does not need for pictures; never undone."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in (
        ("RLIMIT_DATA", OWN_DATA),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),  # it answers through a pipe, and writes no file
    ):
        kind = getattr(resource, what)
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(
            kind, (most, most) if hard == resource.RLIM_INFINITY else (min(most, hard), hard)
        )


def begin_counting() -> None:
    """Let the system end this process once it has worked too long, from now on."""
    if sys.platform != "win32":
        import signal

        # SIGPROF comes after processor time, also within a library, and ends whoever does not catch it.
        signal.setitimer(signal.ITIMER_PROF, SECONDS)


def end_counting() -> None:
    """Wait for the next request as long as it takes."""
    if sys.platform != "win32":
        import signal

        signal.setitimer(signal.ITIMER_PROF, 0)


def ended_for_time(code: int | None) -> bool:
    """Return whether the system ended a process because it had worked too long."""
    if sys.platform == "win32":
        return False
    import signal

    return code == -signal.SIGPROF


def memory_of(number: int) -> int:
    """Return the bytes of memory that a process takes now; 0 where that cannot be told."""
    if sys.platform == "linux":
        try:
            pages = int(Path(f"/proc/{number}/statm").read_bytes().split()[1])
        except (OSError, IndexError, ValueError):
            return 0
        import resource

        return pages * resource.getpagesize()
    if sys.platform == "darwin":
        return _told_by_macos(number)
    if sys.platform == "win32":
        return _told_by_windows(number)[0]
    return 0


def seconds_of(number: int) -> float:
    """Return the processor time of a process where the watch must look at it, else 0."""
    return _told_by_windows(number)[1] if sys.platform == "win32" else 0.0


def _told_by_macos(number: int) -> int:
    import ctypes

    # proc_taskinfo of <sys/proc_info.h>: the second of its 64-bit numbers is the resident size.
    told = (ctypes.c_uint64 * 12)()
    library = ctypes.CDLL("/usr/lib/libproc.dylib")
    size = ctypes.sizeof(told)
    found = library.proc_pidinfo(number, 4, ctypes.c_uint64(0), told, size)
    return int(told[1]) if found == size else 0


def _told_by_windows(number: int) -> tuple[int, float]:
    """Return memory and seconds of processor time of a process on Windows."""
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]  # Windows only
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(kernel.OpenProcess(0x1000 | 0x0010, False, number))
    if not handle:
        return 0, 0.0
    try:
        # PROCESS_MEMORY_COUNTERS: two 32-bit numbers, then sizes; the ninth is the memory of its own.
        counters = (ctypes.c_size_t * 9)()
        size = ctypes.sizeof(counters)
        there = kernel.K32GetProcessMemoryInfo(handle, counters, size)
        times = (ctypes.c_uint64 * 4)()
        places = [ctypes.byref(times, 8 * place) for place in range(4)]
        told = kernel.GetProcessTimes(handle, *places)
        memory = int(counters[8]) if there else 0
        return memory, (times[2] + times[3]) / 10_000_000 if told else 0.0
    finally:
        kernel.CloseHandle(handle)
