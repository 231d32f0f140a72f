"""The progress of a long act, shown over the window, with a way to cancel it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget
from typing_extensions import override

from ui.campaign.errand import Errand
from ui.campaign.job import WatchedJob
from ui.campaign.sharing_job import SharingJob
from ui.look.announce import announce
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.overlay import Overlay


class ErrandSheet(Overlay):
    """Shows "Rolling 120 of 500", a bar, and Cancel (Esc). It stays until the errand is over."""

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        errand: Errand | SharingJob | WatchedJob,
        words: str = "One moment",
    ) -> None:
        super().__init__(theme, host, 440, 240, upper=True)
        self.setObjectName("errand")
        self._errand = errand
        px = theme.px
        self.words = plain_label(theme, words, "title", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1)  # 0 to 0 would be Qt's restless bar of unknown length
        self.cancel = Button(theme, "Cancel", "soft", key="Esc")
        self.cancel.clicked.connect(self._call_off)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self.cancel)
        self.column.setContentsMargins(px(24), px(20), px(24), px(20))
        self.column.setSpacing(px(12))
        self.column.addWidget(self.words)
        self.column.addWidget(self.bar)
        self.column.addLayout(line)
        errand.advanced.connect(self._show)
        errand.over.connect(self.close_sheet)
        self.closed.connect(self.deleteLater)

    def begin(self) -> None:
        """Open over the window."""
        self.open(self.cancel)
        announce(self, "Busy. Esc cancels.")

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key is for this sheet; all others are typed ahead."""
        return event.key() == Qt.Key.Key_Escape

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel the errand with Esc; take every other key without effect."""
        if event.key() == Qt.Key.Key_Escape:
            self._call_off()
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Stay open: a click beside the card must not cancel what is being rolled."""
        event.accept()

    def _show(self, words: str, done: int, of: int) -> None:
        # A cancelled errand runs on until it notices: its words must not replace "Cancelling…".
        if not self._errand.isInterruptionRequested():
            self.words.say(f"{words} {done} of {of}")
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        self.bar.setAccessibleName(f"{words} {done} of {of}")

    def _call_off(self) -> None:
        self._errand.cancel()
        self.cancel.setEnabled(False)
        self.words.say("Cancelling…")
        self.setFocus()  # a disabled button cannot keep it, and Qt would move it elsewhere
