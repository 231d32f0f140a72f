"""A photo as a campaign keeps it: read in a process of its own, checked, straightened, shown."""

import atexit
import hashlib
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, local

from msgspec import Struct

from brikdesk.errors import BadInput
from brikdesk.ground.perspective import Perspective
from brikdesk.pictures import jobs
from brikdesk.pictures.confined import TOO_MUCH

if sys.platform == "win32":
    import _winapi
    import msvcrt
else:
    import select

READER = "read-pictures-for-brikdesk"
"""The same word as in the command line, which this room does not know."""

BLOCK = 1 << 20
"""Bytes that are written and read at once."""

TOO_LONG = (
    f"The picture takes longer than {jobs.SECONDS:g} seconds to read, as no photo does. "
    "Take or export it once more as JPEG. Nothing was changed."
)
CRASHED = (
    "The picture is damaged: its decoder gave up. Take or export it once more as JPEG. "
    "Nothing was changed."
)
NO_PROCESS = "No process could be started to read the picture: {why}. Nothing was changed."

Read = tuple[jobs.Answer, tuple[bytearray, ...]]
"""An answer, and the bytes of its pictures."""


class ReadingStopped(BadInput):
    """The referee did not want to wait for a picture."""

    def __init__(self) -> None:
        super().__init__("Reading the photo was stopped. Nothing was changed.")


class ReadingStop:
    """Ends the reading of a picture from another thread: at once, whatever is being done."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self.is_set = False

    def stop(self) -> None:
        """End it; nothing is read with this afterwards."""
        with self._lock:
            self.is_set = True
            if self._process is not None:
                self._process.kill()

    @contextmanager
    def watching(self, process: "subprocess.Popen[bytes]") -> Iterator[None]:
        """Have the process ended by `stop` within this."""
        with self._lock:
            if self.is_set:
                raise ReadingStopped
            self._process = process
        try:
            yield
        finally:
            with self._lock:
                self._process = None


_of_thread = local()


@contextmanager
def stopped_by(stop: ReadingStop) -> Iterator[None]:
    """Have all that this thread reads within this ended by `stop`."""
    _of_thread.stop = stop
    try:
        yield
    finally:
        del _of_thread.stop


def ask(job: jobs.PictureJob, data: bytes = b"") -> Read:
    """Have a job done in another process. Raise BadInput in words where there is no picture to give.

    Raise ReadingStopped once the `ReadingStop` of this thread is, if it has one.
    """
    stop: ReadingStop = getattr(_of_thread, "stop", None) or ReadingStop()
    while True:
        process, is_new = _taken()
        try:
            with stop.watching(process.process):
                read = process.ask(job, data)
        except _Ended as ended:
            process.end()
            if stop.is_set:
                raise ReadingStopped from None
            # One that had waited may have ended by itself in the moment in which it was asked.
            if not is_new and process.ended_by_itself:
                continue
            raise BadInput(ended.words) from None
        except BaseException:
            process.end()  # what it still writes would be taken for the next answer
            raise
        _give_back(process)
        if read[0].words:
            raise BadInput(read[0].words)
        return read


class _Ended(Exception):
    """The process ended, or was ended, before it had answered."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class _Process:
    """A process that reads pictures."""

    def __init__(self) -> None:
        try:
            self.process = subprocess.Popen(
                _command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                # Else a console would flash up on Windows.
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            raise BadInput(NO_PROCESS.format(why=error.strerror or "the system refuses")) from error
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._asked, self._answers = self.process.stdin.fileno(), self.process.stdout.fileno()

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    @property
    def ended_by_itself(self) -> bool:
        return self.process.returncode == 0

    def end(self) -> None:
        """End it, and wait until it has."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self.process.wait()

    def ask(self, job: jobs.PictureJob, data: bytes) -> Read:
        """Return what it answers. Raise `_Ended` where it does not."""
        self._until = time.monotonic() + jobs.PATIENCE
        self._worked = jobs.seconds_of(self.process.pid)
        self._write(jobs.packed(jobs.Request(job, len(data), jobs.SECONDS)))
        self._write(data)
        (length,) = jobs.LENGTH.unpack(self._read(jobs.LENGTH.size))
        answer = jobs.answer_of(bytes(self._read(length)))
        return answer, tuple(self._read(part.size) for part in answer.parts)

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._asked, view[:BLOCK]) :]
        except OSError:
            raise self._ended() from None

    def _read(self, size: int) -> bytearray:
        found = bytearray()
        while len(found) < size:
            self._wait()
            part = os.read(self._answers, min(BLOCK, size - len(found)))
            if not part:
                raise self._ended()
            found += part
        return found

    def _ended(self) -> _Ended:
        try:
            code: int | None = self.process.wait(1)
        except subprocess.TimeoutExpired:
            code = None
        return _Ended(TOO_LONG if jobs.ended_for_time(code) else CRASHED)

    def _wait(self) -> None:
        """Wait until there is something to read, and watch the limits meanwhile."""
        while not _is_ready(self._answers):
            if jobs.memory_of(self.process.pid) > jobs.MEMORY:
                raise _Ended(TOO_MUCH)
            worked = jobs.seconds_of(self.process.pid) - self._worked
            if worked > jobs.SECONDS or time.monotonic() > self._until:
                raise _Ended(TOO_LONG)


def _is_ready(pipe: int) -> bool:
    """Wait a moment for something to come through a pipe; return whether it has, or has ended."""
    if sys.platform == "win32":
        try:
            waiting, _ = _winapi.PeekNamedPipe(msvcrt.get_osfhandle(pipe))
        except OSError:
            return True  # ended: reading will say so
        if not waiting:
            time.sleep(0.005)
        return bool(waiting)
    look = select.poll()
    look.register(pipe, select.POLLIN | select.POLLHUP)
    return bool(look.poll(1000 * jobs.TICK))


def _command() -> list[str]:
    if getattr(sys, "frozen", False):  # the packaged folder: there is no Python, only the program
        return [sys.executable, READER]
    root = str(Path(__file__).parents[2])
    begin = (
        f"import sys; sys.path.insert(0, {root!r}); from brikdesk.cli import main; sys.exit(main())"
    )
    # -I: neither variables nor the folder in which it starts decide what is imported.
    return [sys.executable, "-I", "-B", "-c", begin, READER]


_idle: list[_Process] = []
_lock = Lock()


def _taken() -> tuple[_Process, bool]:
    """Return a process that waits, or a new one; and whether it is new."""
    while True:
        with _lock:
            waiting = _idle.pop() if _idle else None
        if waiting is None:
            return _Process(), True
        if waiting.is_alive:
            return waiting, False
        waiting.end()


def _give_back(process: _Process) -> None:
    with _lock:
        if not _idle:
            _idle.append(process)
            return
    process.end()


def have_ready() -> None:
    """Start a process while the referee still chooses a photo."""
    _give_back(_taken()[0])


@atexit.register
def _end_all() -> None:
    while _idle:
        _idle.pop().end()


SUFFIXES = (".jpg", ".jpeg", ".jfif", ".mpo", ".png", ".webp", ".heic", ".heif")

LARGEST_FILE = 160 * 1024 * 1024
"""Bytes of a file that is read at all: a PNG of 48 megapixels may have as many."""

MOST_KEPT = 24_000_000
"""Pixels of the copy in the campaign, of a photo that lies under the map: twice what its picture shows."""

MOST_PINNED = 2_500_000
"""Pixels of the copy of a pinned photo: sharp on a sheet of paper, and some 0.3 MB."""

BEGINNING = 2000
"""Bytes by which a file is known."""


class PhotoCopy(Struct, frozen=True):
    """The copy that goes into the campaign: a JPEG upright as it was taken, of pixels and nothing else.

    `name` is the SHA-256 of `data`: equal photos have one name, and a damaged one is noticed.
    """

    name: str
    data: bytes
    width: int
    height: int


def is_named_like_a_photo(path: Path) -> bool:
    """Return whether a file has the name of a photo; only reading it tells whether it is one."""
    return path.suffix.lower() in SUFFIXES


def name_of(data: bytes) -> str:
    """Return the name of a photo with these bytes."""
    return hashlib.sha256(data).hexdigest()


def photo_from(path: Path, most: int = MOST_KEPT) -> PhotoCopy:
    """Read a photo from a file; the copy has at most so many pixels.

    Raise BadInput in words for everything that is none, or too large.
    """
    _check_file(path)
    name = os.fsencode(path.absolute())
    return _copy(ask(jobs.KeepCopy(most, name)))


def photo_of(data: bytes, most: int = MOST_KEPT) -> PhotoCopy:
    """Check the bytes of a photo and return the copy to keep. Raise BadInput as `photo_from`."""
    jobs.kind_of(data)
    return _copy(ask(jobs.KeepCopy(most), data))


def _copy(read: Read) -> PhotoCopy:
    answer, (found,) = read
    data = bytes(found)
    return PhotoCopy(name_of(data), data, answer.width, answer.height)


def _check_file(path: Path) -> None:
    """Look at a file before another process opens it: what it is, how large, and how it begins."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            what = "a folder" if stat.S_ISDIR(found.st_mode) else "no ordinary file"
            raise BadInput(f"{path.name} is {what}. Choose a picture file.")
        if found.st_size > LARGEST_FILE:
            size = f"{found.st_size / 1024 / 1024:,.0f} MB"
            raise BadInput(f"{path.name} has {size}. Save it with at most {LARGEST_FILE >> 20} MB.")
        with path.open("rb") as file:
            jobs.kind_of(file.read(BEGINNING))
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        why = getattr(error, "strerror", None) or "there is no such file"
        raise BadInput(f"{path.name[:80]} cannot be read: {why}. Nothing was changed.") from None


DAMAGED = "The photo in this campaign is damaged. Choose it once more."


class Pixels(Struct, frozen=True):
    """A picture, four bytes a pixel, row by row: blue, green, red, each as strong as the fourth, its opacity.

    So they are painted as they are; to turn them round would hold up the window for a tenth of a second.
    """

    width: int
    height: int
    data: bytearray


class UnpackedPhoto(Struct, frozen=True):
    """A kept photo in some sizes; `width` and `height` are its own."""

    width: int
    height: int
    sizes: tuple[Pixels, ...]


def unpacked(data: bytes, sizes: Iterable[int]) -> UnpackedPhoto:
    """Return the pixels of a kept photo, once for each size: pixels of the longer side, 0 for the whole.

    The whole of a huge one comes smaller too. Raise BadInput if its bytes are damaged.
    """
    read = _asked(jobs.Unpack(tuple(sizes)), data, DAMAGED)
    return UnpackedPhoto(read[0].width, read[0].height, pixels_of(read))


def _asked(job: jobs.PictureJob, data: bytes, damaged: str) -> Read:
    """Ask as `ask` does, with words of our own for whatever is wrong with a kept photo."""
    try:
        return ask(job, data)
    except ReadingStopped:
        raise
    except BadInput as error:
        raise BadInput(damaged) from error


def pixels_of(read: Read) -> tuple[Pixels, ...]:
    """Return the pictures of an answer."""
    answer, found = read
    return tuple(
        Pixels(part.width, part.height, data)
        for part, data in zip(answer.parts, found, strict=True)
    )


class PrintedPhoto(Struct, frozen=True):
    """A JPEG that was unpacked to its last pixel, and holds nothing but pixels."""

    jpeg: bytes
    width: int
    height: int


def for_paper(data: bytes) -> PrintedPhoto:
    """Return a kept photo as it may go out; the same bytes, where BrikDesk itself made them.

    Raise BadInput if it is damaged, or takes more time or memory than a photo does.
    """
    answer, (jpeg,) = ask(jobs.ForPaper(), data)
    return PrintedPhoto(bytes(jpeg) or data, answer.width, answer.height)


LAID_FLAT_DAMAGED = "The photo of the table is damaged. Choose it once more (T)."


def laid_flat(data: bytes, view: Perspective, width: float, depth: float) -> tuple[Pixels, ...]:
    """Return the table of `width` by `depth` inches as a photo of it shows it, straightened.

    What the photo does not show of the table is clear. Each picture is half as large as the one before:
    drawn from the next larger one, nothing flickers. Raise BadInput if the photo cannot be read.
    """
    return pixels_of(_asked(jobs.LayFlat(view.weights, width, depth), data, LAID_FLAT_DAMAGED))


def laid_on_paper(data: bytes, view: Perspective, width: float, depth: float) -> bytes:
    """Return the same as one JPEG; what is clear becomes white, as paper is."""
    job = jobs.LayFlat(view.weights, width, depth, for_paper=True)
    _, (jpeg,) = _asked(job, data, LAID_FLAT_DAMAGED)
    return bytes(jpeg)
