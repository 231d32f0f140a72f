"""How long the running player turn has taken, quietly in the status bar: nobody is hurried."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QObject, QTimer

from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import battle_head
from brikdesk.store.views.course import turn_began
from ui.campaign.desk import Desk
from ui.window.status_bar import StatusBar

EACH = 15_000
"""Milliseconds between two looks at the clock."""

ANOTHER_EVENING = timedelta(hours=12)
"""A turn that began longer ago goes on from another evening, and its minutes say nothing."""


def now() -> datetime:
    """Return the time of the computer."""
    return datetime.now(UTC)


class TurnClock(QObject):
    """Shows the minutes since the first act of the running turn, from the first full minute on."""

    def __init__(
        self,
        desk: Desk,
        status: StatusBar,
        parent: QObject,
        clock: Callable[[], datetime] = now,
    ) -> None:
        super().__init__(parent)
        self._desk, self._status, self._clock = desk, status, clock
        self._turn = -1
        self._began: datetime | None = None
        timer = QTimer(self, interval=EACH)
        timer.timeout.connect(self.look)
        timer.start()
        desk.changed.connect(self._heard)
        self._read()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(battle_head.tables):
            self._read()

    def _read(self) -> None:
        turn = self._desk.read(battle_head).turn_id
        if turn != self._turn:
            self._turn = turn
            self._began = self._desk.read(turn_began, turn) if turn else None
            self.look()

    def look(self) -> None:
        """Show the minutes that have gone by until now."""
        gone = timedelta(0) if self._began is None else self._clock() - self._began
        if timedelta(minutes=1) <= gone < ANOTHER_EVENING:
            self._status.show_minutes(int(gone.total_seconds() // 60))
        else:
            self._status.show_minutes(0)
