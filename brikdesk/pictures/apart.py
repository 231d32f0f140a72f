"""Pictures are read in a process of their own, which is ended at its limits or when nobody waits for it.

A process stays for a while and reads the next picture at once; what it holds then is a few megabytes.
"""

import atexit
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, local

from brikdesk.errors import BadInput
from brikdesk.pictures import limits
from brikdesk.pictures.confined import TOO_MUCH
from brikdesk.pictures.jobs import LENGTH, Answer, PictureJob, Request, answer_of, packed

READER = "read-pictures-for-brikdesk"
"""The same word as in the command line, which this room does not know."""

BLOCK = 1 << 20
"""Bytes that are written and read at once."""

TOO_LONG = (
    f"The picture takes longer than {limits.SECONDS:g} seconds to read, as no photo does. "
    "Take or export it once more as JPEG. Nothing was changed."
)
CRASHED = (
    "The picture is damaged: its decoder gave up. Take or export it once more as JPEG. "
    "Nothing was changed."
)
NO_PROCESS = "No process could be started to read the picture: {why}. Nothing was changed."

Read = tuple[Answer, tuple[bytearray, ...]]
"""An answer, and the bytes of its pictures."""


class ReadingStopped(BadInput):
    """The referee did not want to wait for a picture."""

    def __init__(self) -> None:
        super().__init__("Reading the photo was stopped. Nothing was changed.")


class Stop:
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
def stopped_by(stop: Stop) -> Iterator[None]:
    """Have all that this thread reads within this ended by `stop`."""
    _of_thread.stop = stop
    try:
        yield
    finally:
        del _of_thread.stop


def ask(job: PictureJob, data: bytes = b"") -> Read:
    """Have a job done in another process. Raise BadInput in words where there is no picture to give.

    Raise ReadingStopped once the `Stop` of this thread is, if it has one.
    """
    stop: Stop = getattr(_of_thread, "stop", None) or Stop()
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
            process.end()
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

    def ask(self, job: PictureJob, data: bytes) -> Read:
        """Return what it answers. Raise `_Ended` where it does not."""
        self._until = time.monotonic() + limits.PATIENCE
        self._worked = limits.seconds_of(self.process.pid)
        self._write(packed(Request(job, len(data))))
        self._write(data)
        (length,) = LENGTH.unpack(self._read(LENGTH.size))
        answer = answer_of(bytes(self._read(length)))
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
        return _Ended(TOO_LONG if limits.ended_for_time(code) else CRASHED)

    def _wait(self) -> None:
        """Wait until there is something to read, and watch the limits meanwhile."""
        while not _is_ready(self._answers):
            if limits.memory_of(self.process.pid) > limits.MEMORY:
                raise _Ended(TOO_MUCH)
            worked = limits.seconds_of(self.process.pid) - self._worked
            if worked > limits.SECONDS or time.monotonic() > self._until:
                raise _Ended(TOO_LONG)


def _is_ready(pipe: int) -> bool:
    """Wait a moment for something to come through a pipe; return whether it has, or has ended."""
    if sys.platform != "win32":
        import select

        look = select.poll()
        look.register(pipe, select.POLLIN | select.POLLHUP)
        return bool(look.poll(1000 * limits.TICK))
    import _winapi
    import msvcrt

    try:
        waiting, _ = _winapi.PeekNamedPipe(msvcrt.get_osfhandle(pipe))
    except OSError:
        return True  # ended: reading will say so
    if not waiting:
        time.sleep(0.005)
    return bool(waiting)


def _command() -> list[str]:
    if getattr(sys, "frozen", False):  # the packaged folder: there is no Python, only the program
        return [sys.executable, READER]
    root = str(Path(__file__).parents[2])
    begin = (
        f"import sys; sys.path.insert(0, {root!r}); from brikdesk.cli import main; sys.exit(main())"
    )
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
    process, _ = _taken()
    _give_back(process)


@atexit.register
def _end_all() -> None:
    while _idle:
        _idle.pop().end()
