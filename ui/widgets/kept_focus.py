"""Where the focus was before something came over it, for when that goes again."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

OVER = "lies_over"
"""Set on sheets that lie over the panes: no pane takes the focus from them."""


def is_over(widget: QWidget | None) -> bool:
    """Tell whether a widget is seen on a sheet that lies over the panes."""
    at = widget if widget is not None and widget.isVisible() else None
    while at is not None and not at.property(OVER):
        at = at.parentWidget()
    return at is not None


def may_take(pane: QWidget) -> bool:
    """Tell whether a pane may take the focus by itself: it is seen, and nobody works above it.

    Whoever takes it by a timer asks when that fires: a sheet may have opened meanwhile.
    """
    return pane.isVisible() and not is_over(QApplication.focusWidget())


class KeptFocus:
    """Remembers a widget that has the focus, and gives it back if it is still there.

    A widget may be deleted while it is remembered: no other class keeps one that it got from
    `focusWidget()`. With the widget, those that hold it are kept: where it is gone, the nearest of
    them that takes the focus stands for it.
    """

    def __init__(self) -> None:
        self._kept: tuple[QWidget, ...] = ()

    def keep(self, window: QWidget) -> None:
        """Remember what has the focus in a window now."""
        self.keep_widget(window.window().focusWidget())

    def keep_widget(self, widget: QWidget | None) -> None:
        """Remember a widget."""
        self._kept = _with_parents(widget)

    def forget(self) -> None:
        """Remember nothing any more."""
        self._kept = ()

    def widget(self) -> QWidget | None:
        """Return the widget itself, if it is there and can be seen."""
        return self._kept[0] if self._kept and _is_there(self._kept[0]) else None

    def nearest(self) -> QWidget | None:
        """Return the widget, or what of its holders is still there; none where nothing is."""
        return next((at for at in self._kept if _is_there(at)), None)

    def give_back(self, otherwise: QWidget | None = None) -> bool:
        """Put the focus back, or on `otherwise`; False where it went nowhere. Then forget it."""
        to = self.nearest() or otherwise
        self.forget()
        if to is not None:
            to.setFocus(Qt.FocusReason.OtherFocusReason)
        return to is not None


def _is_there(widget: QWidget) -> bool:
    return isValid(widget) and widget.isVisible() and widget.isEnabled()


def _with_parents(widget: QWidget | None) -> tuple[QWidget, ...]:
    found = []
    at = widget
    while at is not None and not at.isWindow():
        if at is widget or at.focusPolicy() != Qt.FocusPolicy.NoFocus:
            found.append(at)
        at = at.parentWidget()
    return tuple(found)
