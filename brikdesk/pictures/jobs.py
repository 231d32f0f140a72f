"""What the process that reads pictures is asked and answers, what it may cost, what kind a file is."""

import signal
import struct
import sys
from enum import Enum
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from brikdesk.errors import BadInput

if sys.platform != "win32":
    import resource

LENGTH = struct.Struct(">I")
"""How the length of a message stands before it."""


class KeepCopy(Struct, frozen=True, tag=True):
    """Read any photo, and make the copy of at most so many pixels that a campaign keeps.

    `path` names the file, in the bytes that the system uses; without one the photo comes with the request.
    """

    most: int
    path: bytes = b""


class Unpack(Struct, frozen=True, tag=True):
    """Unpack a kept photo once for each of the `sizes`: pixels of the longer side, 0 for the whole."""

    sizes: tuple[int, ...]


class LayFlat(Struct, frozen=True, tag=True):
    """Straighten a kept photo; `weights` are those of its `Perspective`, the table is in inches."""

    weights: tuple[float, ...]
    width: float
    depth: float
    for_paper: bool = False
    """One JPEG instead of pixels in halves of their size."""


class ForPaper(Struct, frozen=True, tag=True):
    """Check a kept photo to its last pixel; pack it anew unless it is a JPEG of pixels alone."""


PictureJob = KeepCopy | Unpack | LayFlat | ForPaper


class Request(Struct, frozen=True):
    """A job, how many bytes of a photo follow it, and how many seconds of processor it may take."""

    job: PictureJob
    size: int = 0
    seconds: float = 0.0


class Part(Struct, frozen=True):
    """A picture of an answer: its pixels, and its bytes, of which so many follow."""

    width: int
    height: int
    size: int


class Answer(Struct, frozen=True):
    """The pictures that were made, or in words why there are none.

    `width` and `height` are the pixels of the photo itself.
    """

    words: str = ""
    parts: tuple[Part, ...] = ()
    width: int = 0
    height: int = 0


def packed(message: Request | Answer) -> bytes:
    """Return a message with its length before it."""
    data = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(data)) + data


def read_request(file: BinaryIO) -> Request | None:
    """Return the next request; None where nothing more comes."""
    head = file.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return msgspec.msgpack.decode(file.read(LENGTH.unpack(head)[0]), type=Request)


def answer_of(data: bytes) -> Answer:
    """Return the answer that stands in these bytes, without its length."""
    return msgspec.msgpack.decode(data, type=Answer)


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


def end_after(seconds: float) -> None:
    """Let the system end this process once it has worked so long from now on; 0: never."""
    if sys.platform != "win32":
        # SIGPROF comes after processor time, also within a library, and ends whoever does not catch it.
        signal.setitimer(signal.ITIMER_PROF, seconds)


def ended_for_time(code: int | None) -> bool:
    """Return whether the system ended a process because it had worked too long."""
    return sys.platform != "win32" and code == -signal.SIGPROF


def memory_of(number: int) -> int:
    """Return the bytes of memory that a process takes now; 0 where that cannot be told."""
    if sys.platform == "linux":
        try:
            pages = int(Path(f"/proc/{number}/statm").read_bytes().split()[1])
        except (OSError, IndexError, ValueError):
            return 0
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
    facts = (ctypes.c_uint64 * 12)()
    library = ctypes.CDLL("/usr/lib/libproc.dylib")
    size = ctypes.sizeof(facts)
    found = library.proc_pidinfo(number, 4, ctypes.c_uint64(0), facts, size)
    return int(facts[1]) if found == size else 0


def _told_by_windows(number: int) -> tuple[int, float]:
    """Return memory and seconds of processor time of a process on Windows."""
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]  # Windows only
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(kernel.OpenProcess(0x1000 | 0x0010, False, number))
    if not handle:
        return 0, 0.0
    try:
        # PROCESS_MEMORY_COUNTERS: two 32-bit numbers, then sizes; the eighth is the memory of its own.
        counters = (ctypes.c_size_t * 9)()
        size = ctypes.sizeof(counters)
        there = kernel.K32GetProcessMemoryInfo(handle, counters, size)
        times = (ctypes.c_uint64 * 4)()
        places = [ctypes.byref(times, 8 * place) for place in range(4)]
        timed = kernel.GetProcessTimes(handle, *places)
        memory = int(counters[7]) if there else 0
        return memory, (times[2] + times[3]) / 10_000_000 if timed else 0.0
    finally:
        kernel.CloseHandle(handle)


class PhotoKind(Enum):
    """The kinds of pictures that are read."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"
    HEIC = "HEIC"


_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", PhotoKind.PNG),
    (b"\xff\xd8\xff", PhotoKind.JPEG),
    (b"RIFF", PhotoKind.WEBP),
)
_HEIC_BRANDS = frozenset((b"heic", b"heix", b"heim", b"heis", b"mif1"))
_OTHERS = (
    (b"GIF8", "a GIF"),
    (b"II*\0", "a TIFF"),
    (b"MM\0*", "a TIFF"),
    (b"8BPS", "a Photoshop file"),
    (b"%PDF", "a PDF"),
    (b"BM", "a BMP"),
)


def kind_of(data: bytes) -> PhotoKind:
    """Return the kind of a photo by its first bytes. Raise BadInput for everything else."""
    for beginning, kind in _BEGINNINGS:
        if data.startswith(beginning):
            return kind
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS and b"avif" not in data[8:40]:
        return PhotoKind.HEIC
    raise BadInput(
        f"This is no JPEG, PNG, WebP or HEIC picture but {_named(data)}. "
        "Take or export it once more as JPEG. Nothing was changed."
    )


def _named(data: bytes) -> str:
    if not data:
        return "an empty file"
    if data[4:8] == b"ftyp":
        return "an AVIF or a film"
    if b"<svg" in data[:2000].lower():
        return "an SVG drawing"
    return next((words for start, words in _OTHERS if data.startswith(start)), "something else")
