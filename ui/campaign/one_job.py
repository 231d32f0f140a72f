"""One job at a time for a part of the window, which hears nothing of it once it has stopped."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal

from ui.campaign.job import Job

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
