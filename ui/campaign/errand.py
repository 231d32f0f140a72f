"""A long act on a thread of its own, while the window stays alive."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal
from typing_extensions import override

from brikdesk.errors import BrikDeskError
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.progress import Cancelled, Progress
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
