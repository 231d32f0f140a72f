"""The focus never stays on what cannot be seen."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid
from typing_extensions import override

from ui.widgets.kept_focus import KeptFocus
from ui.widgets.layout.panes import first_in

OUT_OF_SIGHT = {QEvent.Type.Hide, QEvent.Type.EnabledChange}


class FocusInSight(QObject):
    """Moves the focus on when what has it is hidden, disabled or deleted and nothing else takes it.

    Qt goes to the next widget in line by itself, but leaves the focus where there is none, and sets
    it into a hidden widget when asked. Then it goes to the nearest parent that takes it, or to the
    first widget of `view` that does.
    """

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view, self._kept = view, KeptFocus()
        # Whoever hides something usually says in the same breath where the focus goes.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._look)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._heard)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look again when what has the focus, or what holds it, is hidden or disabled."""
        if event.type() in OUT_OF_SIGHT:
            self._later.start()
        return False

    def _heard(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is not None and isValid(old):
            old.removeEventFilter(self)
        if now is not None and self._view.isAncestorOf(now):
            now.installEventFilter(self)
            self._kept.keep_widget(now)
        if not _in_sight(now):
            self._later.start()

    def _look(self) -> None:
        ours = QApplication.activeWindow() is self._view.window() and self._view.isVisible()
        now, popup = QApplication.focusWidget(), QApplication.activePopupWidget()
        if ours and popup is None and not _in_sight(now):
            self._kept.give_back(first_in(self._view))


def _in_sight(widget: QWidget | None) -> bool:
    return widget is not None and widget.isVisible() and widget.isEnabled()
