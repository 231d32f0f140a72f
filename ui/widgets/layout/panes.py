"""The panes that F6 goes through; each remembers where its focus was."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from ui.widgets.kept_focus import KeptFocus


class Panes(QObject):
    """Goes from one visible pane to the next, in the order of `panes`.

    `panes` is called each time, as workspace and width of the window decide which panes there are.
    `entered` brings the pane into which the focus came.
    """

    entered = Signal(object)

    def __init__(self, panes: Callable[[], Sequence[QWidget]], parent: QObject) -> None:
        super().__init__(parent)
        self._panes = panes
        self._last: dict[QWidget, KeptFocus] = {}
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._heard)

    def step(self, by: int) -> None:
        """Go to the next pane (1) or the previous one (−1)."""
        shown = [pane for pane in self._panes() if pane.isVisible()]
        if not shown:
            return
        at = next((n for n, pane in enumerate(shown) if holds_focus(pane)), -1 if by > 0 else 0)
        # A pane in which nothing takes the focus is passed over.
        for count in range(1, len(shown) + 1):
            if self.focus(shown[(at + by * count) % len(shown)]):
                return

    def focus(self, pane: QWidget) -> bool:
        """Put the focus into a pane, where it was last. Return False if it cannot be."""
        if not pane.isVisibleTo(pane.window()):
            return False  # Qt sets the focus into hidden widgets too, where no key is seen to act
        kept = self._last.get(pane)
        last = kept.widget() if kept else None
        if last is not None and _takes(last, pane):
            last.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif first := first_in(pane):
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return holds_focus(pane)

    def _heard(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is None:
            return
        for pane in self._panes():
            if pane.isAncestorOf(now):
                self._last.setdefault(pane, KeptFocus()).keep_widget(now)
                self.entered.emit(pane)


def first_in(pane: QWidget) -> QWidget | None:
    """Return what takes the focus first in a pane: itself or a part of it; None if nothing does."""
    # `setFocus` would follow the proxies too; here their end is needed, to ask for its policy.
    while proxy := pane.focusProxy():
        pane = proxy
    if pane.focusPolicy() != Qt.FocusPolicy.NoFocus:
        return pane
    at = pane.nextInFocusChain()
    while at is not None and at is not pane:
        if _takes(at, pane):
            return at
        at = at.nextInFocusChain()
    return None


def _takes(widget: QWidget, pane: QWidget) -> bool:
    inside = pane.isAncestorOf(widget) or widget is pane
    able = widget.isVisible() and widget.isEnabled()
    return inside and able and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def holds_focus(pane: QWidget) -> bool:
    """Return whether the focus is in a pane now."""
    now = QApplication.focusWidget()
    return now is not None and (now is pane or pane.isAncestorOf(now))
