"""The one way in which a page of a stack takes the place of another."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.widgets.layout.arranging import arrange_now
from ui.widgets.layout.panes import first_in


def bring_to_front(stack: QStackedWidget, page: QWidget | None) -> None:
    """Show a page of a stack, if there is one; a focus in the page that goes comes into the one that comes.

    It leaves before its page is hidden. Left to itself, Qt looks for another place while it hides the
    page: whoever hears of the focus then works in the midst of that, and it may end where nobody
    looks.
    """
    if page is None or stack.currentWidget() is page:
        return
    comes_first = stack.indexOf(page) < 0
    if comes_first:
        stack.addWidget(page)
    focused = stack.window().focusWidget()
    held = focused is not None and stack.isAncestorOf(focused)
    if held:
        stack.setFocusProxy(None)  # type: ignore[arg-type]
        stack.setFocus(Qt.FocusReason.OtherFocusReason)
    stack.setCurrentWidget(page)
    if comes_first and page.isVisible():
        arrange_now(page)
    if held and (first := first_in(page)):
        first.setFocus(Qt.FocusReason.OtherFocusReason)


def take_away(stack: QStackedWidget, page: QWidget) -> None:
    """Take a page out of a stack, to be deleted when nobody is at work in it any more."""
    stack.removeWidget(page)
    page.hide()
    page.deleteLater()
