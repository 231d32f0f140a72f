"""A long act on a thread of its own, while the window stays alive."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

from PySide6.QtCore import QEventLoop, QObject, QThread, QTimer, Signal
from typing_extensions import override

from brikdesk.errors import BrikDeskError
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.collecting import old_left_alone
from brikdesk.store.progress import Cancelled, Progress

Work = Callable[[Campaign, Progress], Changes | None]
Asked = tuple[Any, tuple[Any, ...], tuple[tuple[str, Any], ...]]
"""A view with what it was asked for."""

AT_ONCE, UNSEEN = 50, 350
"""Milliseconds for which the window stands still, and then waits without showing that it does."""

SHARE = 0.0005
"""Seconds after which the errand lets the window go on. It is Python's turn a hundred times in one
painting, and with Python's own 5 ms each the window would stand still for half a second."""

BETWEEN = 0.03
"""Seconds between two words about how far it is."""


@contextmanager
def _window_first() -> Iterator[None]:
    """Let the window go on often, and let nobody look through all of memory for what is not used."""
    share = sys.getswitchinterval()
    sys.setswitchinterval(SHARE)
    try:
        with old_left_alone():
            yield
    finally:
        sys.setswitchinterval(share)


class Errand(QThread):
    """One long act. `advanced` tells what is being done, and how much of how much; `over` its end.

    `changes` is what it came to, `answers` what the window is going to ask after it, read on the
    thread; `error` what went wrong, Cancelled where it was called off.
    """

    advanced = Signal(str, int, int)
    over = Signal()

    def __init__(
        self, campaign: Campaign, work: Work, asked: tuple[Asked, ...], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._campaign, self._work, self._asked = campaign, work, asked
        self._told = 0.0
        self._ended = False
        self._loop = QEventLoop(self)
        self.changes: Changes | None = None
        self.answers: Mapping[Asked, Any] = {}
        self.error: Exception | None = None

    def cancel(self) -> None:
        """Call it off; it ends soon, with nothing changed, unless it is all but saved."""
        self.requestInterruption()

    def carry_out(self, seen: Callable[["Errand"], object]) -> None:
        """Do it and come back when it is done; `seen` is called where it takes so long that it shows.

        Until then what the referee types is kept for afterwards.
        """
        self.finished.connect(
            self._end
        )  # before it starts: it could have ended before the next line
        with _window_first():
            self._wait(seen)

    def _wait(self, seen: Callable[["Errand"], object]) -> None:
        self.start()
        if self.wait(AT_ONCE):
            return
        QTimer.singleShot(UNSEEN, self._loop, self._loop.quit)
        self._loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        if not self._ended:
            seen(self)
            self._loop.exec()
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

    def _read(self, own: Campaign, changes: Changes) -> "list[tuple[Asked, Any]]":
        answers: list[tuple[Asked, Any]] = []
        for asked in self._asked:
            question, args, named = asked
            if changes.tables.isdisjoint(question.tables):
                continue
            try:
                answers.append((asked, own.read(question, *args, **dict(named))))
            except BrikDeskError:
                continue  # what it was about is gone; whoever still asks will hear so
        return answers

    def _progress(self, words: str, done: int, of: int) -> None:
        if self.isInterruptionRequested():
            raise Cancelled
        if (now := monotonic()) - self._told > BETWEEN:
            self._told = now
            self.advanced.emit(words, done, of)
