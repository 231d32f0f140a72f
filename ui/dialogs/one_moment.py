"""What stands over the window while a file is worked on that is opened next."""

from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.campaign.job import Job
from ui.look.announce import announce
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.overlay import Overlay


class OneMoment(Overlay):
    """Says what is being done until a job ends; takes every key and click without effect.

    What lies below could open another campaign meanwhile.
    """

    def __init__(self, theme: Theme, host: QWidget, words: str, job: Job) -> None:
        super().__init__(theme, host, 440, 240, upper=True)
        self.words = words
        px = theme.px
        self.column.setContentsMargins(px(24), px(20), px(24), px(20))
        self.column.addWidget(plain_label(theme, words, "title", wrap=True))
        self.closed.connect(self.deleteLater)
        # Before what follows the job: that may ask something, or open a campaign.
        job.done.connect(self.close_sheet)
        job.failed.connect(self.close_sheet)

    def begin(self) -> None:
        """Open over the window."""
        self.open(self)
        announce(self, self.words)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
