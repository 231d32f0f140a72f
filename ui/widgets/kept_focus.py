"""Where the focus was before something opened over it, to put it back afterwards."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

OVER = "lies_over"
"""The property that marks sheets over the panes: no pane takes the focus from them."""


def _is_over(widget: QWidget | None) -> bool:
    """Return whether a widget is visible on a sheet that lies over the panes."""
    at = widget if widget is not None and widget.isVisible() else None
    while at is not None and not at.property(OVER):
        at = at.parentWidget()
    return at is not None


def may_take(pane: QWidget) -> bool:
    """Return whether a pane may take the focus unasked: it is visible, with no sheet in use above.

    Code that takes the focus by a timer must ask when the timer fires, not when it starts: a sheet
    may have opened in between.
    """
    return pane.isVisible() and not _is_over(QApplication.focusWidget())


class KeptFocus:
    """Remembers the widget that has the focus, and puts the focus back if it still exists.

    Qt may delete a widget while it is remembered; so this is the only class that may keep one that
    `focusWidget()` returned. The parents of the widget are kept with it: if it is gone, the focus
    goes to the nearest of them that takes it.
    """

    def __init__(self) -> None:
        self._kept: tuple[QWidget, ...] = ()

    def keep(self, window: QWidget) -> None:
        """Remember what has the focus in the window of `window` now."""
        self.keep_widget(window.window().focusWidget())

    def keep_widget(self, widget: QWidget | None) -> None:
        """Remember a widget."""
        self._kept = _with_parents(widget)

    def forget(self) -> None:
        """Drop what was remembered."""
        self._kept = ()

    def widget(self) -> QWidget | None:
        """Return the widget itself if it still exists, visible and enabled, else None."""
        return self._kept[0] if self._kept and _is_there(self._kept[0]) else None

    def nearest(self) -> QWidget | None:
        """Return the widget, or the nearest kept parent, that is still visible and enabled."""
        return next((at for at in self._kept if _is_there(at)), None)

    def give_back(self, otherwise: QWidget | None = None) -> bool:
        """Put the focus back, or on `otherwise`, and forget it. Return False if neither exists."""
        to = self.nearest() or otherwise
        self.forget()
        if to is not None:
            to.setFocus(Qt.FocusReason.OtherFocusReason)
        return to is not None


def _is_there(widget: QWidget) -> bool:
    # `isValid` first: any other question to a deleted widget raises RuntimeError.
    return isValid(widget) and widget.isVisible() and widget.isEnabled()


def _with_parents(widget: QWidget | None) -> tuple[QWidget, ...]:
    found = []
    at = widget
    while at is not None and not at.isWindow():
        # The widget itself counts whatever its policy is: code may have given it the focus.
        if at is widget or at.focusPolicy() != Qt.FocusPolicy.NoFocus:
            found.append(at)
        at = at.parentWidget()
    return tuple(found)
