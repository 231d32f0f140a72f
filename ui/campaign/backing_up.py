"""The half-hourly backup: copied at once, checked on a thread of its own."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from typing_extensions import override

from brikdesk.errors import CampaignFileError
from ui.campaign.desk import Desk
from ui.campaign.thread import Thread

HALF_AN_HOUR = 30 * 60 * 1000


class BackingUp(QObject):
    """Makes a backup every half hour in which something was saved.

    `failed` brings the reason when a backup cannot be made.
    """

    failed = Signal(str)

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._check: _Check | None = None
        self.timer = QTimer(self, interval=HALF_AN_HOUR)
        self.timer.timeout.connect(self.begin)
        self.timer.start()

    def begin(self) -> None:
        """Copy the campaign now, and check the copy while the game goes on."""
        if self._desk.errand or self._check:
            return  # the next half hour will do
        try:
            finish = self._desk.campaign.begin_backup()
        except CampaignFileError as error:
            self.failed.emit(str(error))
            return
        if finish:
            self._check = _Check(finish, self)
            self._check.finished.connect(self._checked)
            self._check.start()

    def end(self) -> None:
        """Stop making backups, and wait for one that is being checked."""
        self.timer.stop()
        if self._check:
            self._check.wait()

    def _checked(self) -> None:
        # The thread is let go of first: a slot of `failed` may end or begin a backup itself.
        check, self._check = self._check, None
        if check and check.error:
            self.failed.emit(check.error)
        if check:
            check.deleteLater()


class _Check(Thread):
    def __init__(self, finish: Callable[[], Path], parent: QObject) -> None:
        super().__init__(parent)
        self._finish = finish
        self.error = ""

    @override
    def run(self) -> None:
        try:
            self._finish()
        except CampaignFileError as error:
            self.error = str(error)
