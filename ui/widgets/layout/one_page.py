"""A place for one page at a time, as inside a scroll area."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget


class OnePage(QWidget):
    """Holds a page until another one replaces it.

    A scroll area deletes its widget at once when it gets another: even while a key or a click in
    that widget is being handled. Here the old page is only hidden, and deleted when no code runs in
    it any more.
    """

    def __init__(self) -> None:
        super().__init__()
        self.page = QWidget()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.page)

    def show_page(self, page: QWidget) -> None:
        """Replace the page by another."""
        before, self.page = self.page, page
        focused = self.window().focusWidget()
        if focused is not None and before.isAncestorOf(focused):
            self._hold_focus()
        self._column.removeWidget(before)
        self._column.addWidget(page)
        page.show()  # at once: what comes next gives it the focus
        before.hide()
        before.deleteLater()

    def _hold_focus(self) -> None:
        """Move the focus to the nearest parent that takes it, before the page is hidden."""
        at = self.parentWidget()
        while at is not None and at.focusPolicy() == Qt.FocusPolicy.NoFocus:
            at = at.parentWidget()
        if at is not None:
            at.setFocus(Qt.FocusReason.OtherFocusReason)
