"""The one way in which a page of a stack replaces another."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.widgets.layout.arranging import arrange_now
from ui.widgets.layout.panes import first_in


def bring_to_front(stack: QStackedWidget, page: QWidget | None) -> None:
    """Show a page of a stack; None changes nothing. Focus in the old page moves into the new one.

    The focus leaves the old page before that is hidden. Otherwise Qt looks for another place while
    it hides the page: slots that hear of the focus then run in the middle of that, and the focus
    may end somewhere unseen.
    """
    if page is None or stack.currentWidget() is page:
        return
    comes_first = stack.indexOf(page) < 0
    if comes_first:
        stack.addWidget(page)
    focused = stack.window().focusWidget()
    held = focused is not None and stack.isAncestorOf(focused)
    if held:
        # A stack with a proxy would pass the focus on to the page that is about to be hidden.
        stack.setFocusProxy(None)  # type: ignore[arg-type]
        stack.setFocus(Qt.FocusReason.OtherFocusReason)
    stack.setCurrentWidget(page)
    if comes_first and page.isVisible():
        arrange_now(page)
    if held and (first := first_in(page)):
        first.setFocus(Qt.FocusReason.OtherFocusReason)


def take_away(stack: QStackedWidget, page: QWidget) -> None:
    """Remove a page from a stack; it is deleted when no code runs in it any more."""
    stack.removeWidget(page)
    page.hide()
    page.deleteLater()
