"""Work on threads beside that of the window: long acts, files, copies of the campaign."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QTimer, Signal
from typing_extensions import override

from brikdesk.errors import BrikDeskError
from brikdesk.pictures.photo import ReadingStop, ReadingStopped, stopped_by
from brikdesk.reports.files import ReportCancelled
from brikdesk.store.backups import back_up
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.session import Cancelled, Progress
from ui.campaign.thread import Thread

Work = Callable[[Campaign, Progress], Changes | None]
AskedView = tuple[Any, tuple[Any, ...], tuple[tuple[str, Any], ...]]
"""A view with what it was asked for."""

AT_ONCE, UNSEEN = 50, 350
"""Milliseconds for which the window stands still, and then for which it waits unseen."""

SHARE = 0.0005
"""Seconds after which the errand's thread lets the window go on. One painting calls into Python a
hundred times; with Python's own 5 ms each the window would stand still for half a second."""

BETWEEN = 0.03
"""Seconds at least between two reports of progress."""


@contextmanager
def _window_first() -> Iterator[None]:
    """Switch threads often."""
    share = sys.getswitchinterval()
    sys.setswitchinterval(SHARE)
    try:
        yield
    finally:
        sys.setswitchinterval(share)


class Errand(Thread):
    """One long act on a thread of its own.

    `advanced` brings what is being done, how much of it, and of how much; `over` comes at the end.
    `changes` is the result. `answers` are those to the questions that the window will ask next,
    read on the thread. `error` is what went wrong, Cancelled if the referee cancelled it.
    """

    advanced = Signal(str, int, int)
    over = Signal()

    def __init__(
        self, campaign: Campaign, work: Work, asked: tuple[AskedView, ...], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._campaign, self._work, self._asked = campaign, work, asked
        self._reported_at = 0.0
        self._ended = False
        self._loop = QEventLoop(self)
        self.changes: Changes | None = None
        self.answers: Mapping[AskedView, Any] = {}
        self.error: Exception | None = None

    def cancel(self) -> None:
        """Ask it to stop; it ends soon with nothing changed, unless it is almost saved."""
        self.requestInterruption()

    def carry_out(self, seen: Callable[["Errand"], object]) -> None:
        """Do it and return when it is done; call `seen` if it takes so long that it should show.

        What the referee types before that is kept for afterwards.
        """
        # Connected before it starts: it could have ended by the next line.
        self.finished.connect(self._end)
        with _window_first():
            self._wait(seen)

    def _wait(self, seen: Callable[["Errand"], object]) -> None:
        self.start()
        # Most acts end in this time, and without an event loop nothing can happen in between.
        if self.wait(AT_ONCE):
            return
        # A loop of its own, so that the window is painted; keys and clicks stay in Qt's queue.
        QTimer.singleShot(UNSEEN, self._loop, self._loop.quit)
        self._loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        if not self._ended:
            seen(self)
            self._loop.exec()  # now with keys: Esc calls it off
        self.wait()
        self.over.emit()

    def _end(self) -> None:
        self._ended = True
        self._loop.quit()

    @override
    def run(self) -> None:
        """Do the work, on this thread."""
        try:
            with self._campaign.beside() as own:
                self.changes = self._work(own, self._progress)
                if self.changes:
                    self.answers = dict(self._read(own, self.changes))
        except Exception as error:  # raised again where the act was asked for
            self.error = error

    def _read(self, own: Campaign, changes: Changes) -> "list[tuple[AskedView, Any]]":
        answers: list[tuple[AskedView, Any]] = []
        for asked in self._asked:
            question, args, named = asked
            if changes.tables.isdisjoint(question.tables):
                continue
            try:
                answers.append((asked, own.read(question, *args, **dict(named))))
            except BrikDeskError:
                continue  # what it was about is gone; whoever still asks gets the error
        return answers

    def _progress(self, words: str, done: int, of: int) -> None:
        # The work calls this between its parts: the only places where it can stop in good order.
        if self.isInterruptionRequested():
            raise Cancelled
        if (now := monotonic()) - self._reported_at > BETWEEN:
            self._reported_at = now
            self.advanced.emit(words, done, of)


JOB_AT_ONCE = 80
"""Milliseconds for which the window may wait: what is done by then needs no sign that it is busy."""


class Job(Thread):
    """Does one piece of work. `done` brings its result, `failed` words for the referee.

    It is deleted with its parent, which must wait for the thread before that.
    """

    done = Signal(object)
    failed = Signal(str)
    called_off = Signal()
    """It was cancelled, and nothing was changed."""

    def __init__(self, work: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self.reading = ReadingStop()
        """Ends at once what it reads of pictures."""

    @override
    def run(self) -> None:
        """Do the work, on this thread."""
        try:
            with stopped_by(self.reading):
                answer = self._work()
        except (Cancelled, ReadingStopped):
            self.called_off.emit()
        except BrikDeskError as error:
            self.failed.emit(str(error))
        except OSError as error:
            self.failed.emit(f"The drive refused: {error.strerror}. Nothing is lost.")
        else:
            self.done.emit(answer)

    def begin(self) -> None:
        """Start, and wait a moment, so that short work is done when this returns."""
        self.start()
        self.wait(JOB_AT_ONCE)


class WatchedJob(Job):
    """A job that reports how far it has come, and can be cancelled.

    `over` comes before `done`, `failed` and `called_off`: what follows them may ask something, or
    open a campaign.
    """

    advanced = Signal(str, int, int)
    over = Signal()

    def __init__(self, work: Callable[[Progress], object], parent: QObject) -> None:
        super().__init__(lambda: work(self._progress), parent)
        for ends in (self.done, self.failed, self.called_off, self.finished):
            ends.connect(self.over)

    def cancel(self) -> None:
        """Ask it to stop; it ends soon with nothing changed, unless it is almost done."""
        self.requestInterruption()

    def _progress(self, words: str, done: int, of: int) -> None:
        # The work calls this between its parts: the only places where it can stop in good order.
        if self.isInterruptionRequested():
            raise Cancelled
        self.advanced.emit(words, done, of)


Answer = TypeVar("Answer")


class OneJob(QObject):
    """Runs one job beside the window. `ended` comes after its answer, unless it was stopped."""

    ended = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._job: Job | None = None
        self._done: Callable[[object], object] | None = None
        self._failed: Callable[[str], object] | None = None
        # When the window goes, so does this object with the thread, which must have ended by then.
        self._threads: list[Job] = []
        self.destroyed.connect(partial(_wait_for, self._threads))

    @property
    def is_busy(self) -> bool:
        """Whether a job runs."""
        return self._job is not None

    def start(
        self,
        work: Callable[[], Answer],
        done: Callable[[Answer], object],
        failed: Callable[[str], object],
    ) -> None:
        """Do `work` on a thread; `done` is told its answer, or `failed` why there is none."""
        assert self._job is None, "one job at a time"
        self._done, self._failed = done, failed  # type: ignore[assignment]  # of the same work
        job = self._job = Job(work, self)
        self._threads.append(job)
        # These belong to this object, so that they run on its thread and not on that of the job.
        job.done.connect(self._tell)
        job.failed.connect(self._tell_why)
        job.finished.connect(self._end)
        job.start()

    def stop(self) -> None:
        """Wait until the job has ended; nobody is told its answer. A photo is read no further."""
        if self._job is not None:
            self._job.reading.stop()
        self._leave()
        # What it has said meanwhile waits to be told.
        QCoreApplication.removePostedEvents(self, QEvent.Type.MetaCall.value)

    def cancel(self) -> bool:
        """Stop reading a photo, and say that the job has ended; return False where none runs."""
        if not self.is_busy:
            return False
        self.stop()
        self.ended.emit()
        return True

    # Whoever hears the answer finds this free: the next job can begin at once.

    def _tell(self, answer: object) -> None:
        self._leave()
        if self._done is not None:
            self._done(answer)
        self.ended.emit()

    def _tell_why(self, words: str) -> None:
        self._leave()
        if self._failed is not None:
            self._failed(words)
        self.ended.emit()

    def _end(self) -> None:
        # Only one that ended without an answer is still here. What runs now may be the next one,
        # and it may have ended too: its own answer waits to be told then, and must not be lost.
        if self._job is not None and self._job is self.sender():
            self._leave()
            self.ended.emit()

    def _leave(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.wait()  # `finished` comes shortly before the thread has really ended
            self._threads.remove(job)
            job.deleteLater()


def _wait_for(threads: list[Job], _gone: object = None) -> None:
    """Wait until they have ended; their parent is about to delete them."""
    for job in threads:
        job.reading.stop()
        job.wait()


Advance = Callable[[int, int], None]
Write = Callable[[Campaign, Advance, Callable[[], bool]], str | None]
"""Reads the copy and writes the file; it is given the progress, and whether it was cancelled."""


class SharingJob(Thread):
    """Writes one file. `done` brings what there is to say about it, `failed` words; `over` comes last.

    Making it copies the campaign, which is quick; what follows holds up neither window nor acts.
    """

    advanced = Signal(str, int, int)
    done = Signal(str)
    failed = Signal(str)
    broke = Signal(object)
    """A defect, to be raised in the window's thread, where defects are told."""
    over = Signal()

    def __init__(self, campaign: Campaign, write: Write, words: str) -> None:
        app = QCoreApplication.instance()
        super().__init__(app)
        self._write, self._words = write, words
        self._reading = ReadingStop()
        self._folder = TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True)
        folder, now = Path(self._folder.name), datetime.now(UTC)
        # Not checked here: opening it in the thread does that.
        self._copy = back_up(campaign.engine, folder, "export", now, check=lambda _path: None)
        if app is not None:
            app.aboutToQuit.connect(self.end)
        self.finished.connect(self.over)
        self.finished.connect(self.deleteLater)

    def cancel(self) -> None:
        """Ask the thread to stop; nothing is written then."""
        self.requestInterruption()
        self._reading.stop()

    def end(self) -> None:
        """Cancel, and wait until the thread has ended: the program is about to quit."""
        self.cancel()
        self.wait()

    @override
    def run(self) -> None:
        """Do the work, on this thread."""
        try:
            with Campaign.open(self._copy, read_only=True) as campaign, stopped_by(self._reading):
                said = self._write(campaign, self._advance, self.isInterruptionRequested)
        except (ReportCancelled, Cancelled, ReadingStopped):
            return
        except BrikDeskError as error:
            self.failed.emit(str(error))
        except Exception as error:
            self.broke.emit(error)
        else:
            self.done.emit(said or "")
        finally:
            self._folder.cleanup()

    def _advance(self, done: int, total: int) -> None:
        self.advanced.emit(self._words, done, max(1, total))
