"""Where the focus is and was: in panes that F6 goes through, on pages of a stack, along Tab."""

from collections.abc import Callable, Iterator, Sequence

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from shiboken6 import isValid
from typing_extensions import override

from ui.widgets.layout import arrange_now, held_by

OVER = "lies_over"
"""The property that marks sheets over the panes: no pane takes the focus from them."""

DESK_PANE = "desk_pane"
"""The object name of the pane that sheets cover."""


def sheet_over(widget: QtWidgets.QWidget | None) -> QtWidgets.QWidget | None:
    """Return the sheet over the panes on which a widget is visible; None if it is on none."""
    at = widget if widget is not None and widget.isVisible() else None
    while at is not None and not at.property(OVER):
        at = at.parentWidget()
    return at


def may_take(pane: QtWidgets.QWidget) -> bool:
    """Return whether a pane may take the focus unasked: it is visible, with no sheet in use above.

    Code that takes the focus by a timer must ask when the timer fires, not when it starts: a sheet
    may have opened in between.
    """
    return pane.isVisible() and sheet_over(QtWidgets.QApplication.focusWidget()) is None


class KeptFocus:
    """Remembers the widget that has the focus, and puts the focus back if it still exists.

    Qt may delete a widget while it is remembered; so this is the only class that may keep one that
    `focusWidget()` returned. The parents of the widget are kept with it: if it is gone, the focus
    goes to the nearest of them that takes it.
    """

    def __init__(self) -> None:
        self._kept: tuple[QtWidgets.QWidget, ...] = ()

    def keep(self, window: QtWidgets.QWidget) -> None:
        """Remember what has the focus in the window of `window` now."""
        self.keep_widget(window.window().focusWidget())

    def keep_widget(self, widget: QtWidgets.QWidget | None) -> None:
        """Remember a widget."""
        self._kept = _with_parents(widget)

    def forget(self) -> None:
        """Drop what was remembered."""
        self._kept = ()

    def widget(self) -> QtWidgets.QWidget | None:
        """Return the widget itself if it still exists, visible and enabled, else None."""
        return self._kept[0] if self._kept and _is_there(self._kept[0]) else None

    def nearest(self) -> QtWidgets.QWidget | None:
        """Return the widget, or the nearest kept parent, that is still visible and enabled."""
        return next((at for at in self._kept if _is_there(at)), None)

    def give_back(self, otherwise: QtWidgets.QWidget | None = None) -> bool:
        """Put the focus back, or on `otherwise`, and forget it. Return False if neither exists."""
        to = self.nearest() or otherwise
        self.forget()
        if to is not None:
            to.setFocus(Qt.FocusReason.OtherFocusReason)
        return to is not None


def _is_there(widget: QtWidgets.QWidget) -> bool:
    # `isValid` first: any other question to a deleted widget raises RuntimeError.
    return isValid(widget) and widget.isVisible() and widget.isEnabled()


def _with_parents(widget: QtWidgets.QWidget | None) -> tuple[QtWidgets.QWidget, ...]:
    found = []
    at = widget
    while at is not None and not at.isWindow():
        # The widget itself counts whatever its policy is: code may have given it the focus.
        if at is widget or at.focusPolicy() != Qt.FocusPolicy.NoFocus:
            found.append(at)
        at = at.parentWidget()
    return tuple(found)


class FocusScrolledTo(QObject):
    """Scrolls what the keyboard has brought the focus to into sight, in every area around it.

    A click moves nothing: what is pressed must still be under the pointer when it is let go.
    """

    def __init__(self, window: QtWidgets.QWidget) -> None:
        super().__init__(window)
        self._window = window
        # What has just been shown has its place only after the next layout.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._scroll)
        app = QtWidgets.QApplication.instance()
        if isinstance(app, QtWidgets.QApplication):
            app.focusChanged.connect(self._heard)

    def _heard(self, _old: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        pressed = QtWidgets.QApplication.mouseButtons() != Qt.MouseButton.NoButton
        if now is not None and not pressed and self._window.isAncestorOf(now):
            self._later.start()

    def _scroll(self) -> None:
        now = self._window.focusWidget()
        at = now.parentWidget() if now is not None else None
        while now is not None and at is not None:
            if isinstance(at, QtWidgets.QScrollArea):
                _bring(now, at)
            at = at.parentWidget()


def _bring(now: QtWidgets.QWidget, area: QtWidgets.QScrollArea) -> None:
    """Scroll an area to a part of its page, with a line of words above it and below."""
    page, room = area.widget(), area.viewport().height()
    if page is None or not page.isAncestorOf(now):
        return
    if now.height() > room:
        shown = now.viewport() if isinstance(now, QtWidgets.QAbstractScrollArea) else now
        if shown.visibleRegion().boundingRect().height() < room // 2:
            area.verticalScrollBar().setValue(now.mapTo(page, now.rect().topLeft()).y())
        return
    at = now.mapTo(page, now.rect().center())
    around = min(room // 2, now.height() // 2 + now.fontMetrics().height() * 3 // 2)
    area.ensureVisible(at.x(), at.y(), 0, around)


_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class AltMoves(QObject):
    """Listens for Alt+Up and Alt+Down in a row and in all parts that it has when this is made.

    `moved` brings −1 for up and 1 for down.
    """

    moved = Signal(int)

    def __init__(self, row: QtWidgets.QWidget) -> None:
        super().__init__(row)
        # Each part needs its filter: an event goes to the row only when the part with the focus
        # ignores it, and buttons use the arrows for themselves.
        for part in (row, *row.findChildren(QtWidgets.QWidget)):
            part.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            return False
        self.moved.emit(step)
        return True


def step_as_read(form: QtWidgets.QWidget, forward: bool) -> bool:
    """Move the focus on from where it is; call it in `focusNextPrevChild` of a form.

    The order is worked out at each step, as parts come, go and change places while a form is open.
    Return False if the form is hidden: then the focus has to leave it.
    """
    if not form.isVisible():  # Qt also asks while it hides the form that has the focus
        return False
    fields = as_read(form)
    if not fields:
        return True
    now = form.window().focusWidget()
    # From the end: a card and a field on it both hold the focus, and the field comes later.
    at = next((n for n, each in reversed([*enumerate(fields)]) if _holds(each, now)), None)
    if at is None:
        at = _before(fields, form, now) if now is not None else -1
        # Going back from between two fields ends at the earlier one, which is `at` itself.
        at += not forward
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    fields[(at + (1 if forward else -1)) % len(fields)].setFocus(reason)
    return True


def as_read(form: QtWidgets.QWidget) -> list[QtWidgets.QWidget]:
    """Return the widgets that take Tab in a form: line after line, each from left to right."""
    return [field for field in _fields(form) if field.isEnabled() and not _beside_chosen(field)]


def _fields(widget: QtWidgets.QWidget) -> Iterator[QtWidgets.QWidget]:
    """Yield the widgets in `widget` that take Tab, itself included.

    A card that takes the focus to be read and scrolled may hold further ones.
    """
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not widget.focusProxy():
        yield widget
        if (layout := widget.layout()) is not None:
            yield from _laid_out(layout)
    elif isinstance(widget, QtWidgets.QScrollArea):
        yield from _below(widget.widget())
    elif isinstance(widget, QtWidgets.QSplitter):
        for place in range(widget.count()):
            yield from _below(widget.widget(place))
    elif (layout := widget.layout()) is not None:
        yield from _laid_out(layout)
    else:
        # Without a layout only the places on the screen tell the order.
        kids = [kid for kid in widget.children() if isinstance(kid, QtWidgets.QWidget)]
        for kid in sorted(kids, key=lambda kid: (kid.y(), kid.x())):
            yield from _below(kid)


def _beside_chosen(field: QtWidgets.QWidget) -> bool:
    """Return whether Tab skips this button: another one of its exclusive group is on.

    Tab goes to the one that is on, and the arrows go from there to the others.
    """
    group = field.group() if isinstance(field, QtWidgets.QAbstractButton) else None
    if group is None or not group.exclusive() or group.checkedButton() is None:
        return False
    return group.checkedButton() is not field


def _below(widget: QtWidgets.QWidget | None) -> Iterator[QtWidgets.QWidget]:
    if widget is not None and not widget.isHidden() and not widget.isWindow():
        yield from _fields(widget)


def _laid_out(layout: QtWidgets.QLayout) -> Iterator[QtWidgets.QWidget]:
    held = held_by(layout)
    places = sorted(held)
    if isinstance(
        layout, QtWidgets.QGridLayout
    ):  # its items are in the order in which they were added
        cells = {place: layout.getItemPosition(place)[:2] for place in held}  # type: ignore[index]
        places.sort(key=lambda place: cells[place])
    for place in places:
        if isinstance(part := held[place], QtWidgets.QLayout):
            yield from _laid_out(part)
        else:
            yield from _below(part)


def _holds(field: QtWidgets.QWidget, focus: QtWidgets.QWidget | None) -> bool:
    return focus is not None and (focus is field or field.isAncestorOf(focus))


def _before(
    fields: list[QtWidgets.QWidget], form: QtWidgets.QWidget, focus: QtWidgets.QWidget
) -> int:
    """Return the place of the last field before `focus`, which Tab does not reach; -1 if none."""
    here = focus.mapTo(form, focus.rect().topLeft()) if form.isAncestorOf(focus) else None
    if here is None:
        return -1
    tops = [each.mapTo(form, each.rect().topLeft()) for each in fields]
    earlier = [n for n, top in enumerate(tops) if (top.y(), top.x()) <= (here.y(), here.x())]
    return max(earlier, default=-1)


class Panes(QObject):
    """Goes from one visible pane to the next, in the order of `panes`.

    `panes` is called each time, as workspace and width of the window decide which panes there are.
    `entered` brings the pane into which the focus came.
    """

    entered = Signal(object)

    def __init__(self, panes: Callable[[], Sequence[QtWidgets.QWidget]], parent: QObject) -> None:
        super().__init__(parent)
        self._panes = panes
        self._last: dict[QtWidgets.QWidget, KeptFocus] = {}
        app = QtWidgets.QApplication.instance()
        if isinstance(app, QtWidgets.QApplication):
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

    def focus(self, pane: QtWidgets.QWidget) -> bool:
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

    def _heard(self, _old: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        if now is None:
            return
        for pane in self._panes():
            if pane.isAncestorOf(now):
                self._last.setdefault(pane, KeptFocus()).keep_widget(now)
                self.entered.emit(pane)


def first_in(pane: QtWidgets.QWidget) -> QtWidgets.QWidget | None:
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


def _takes(widget: QtWidgets.QWidget, pane: QtWidgets.QWidget) -> bool:
    inside = pane.isAncestorOf(widget) or widget is pane
    able = widget.isVisible() and widget.isEnabled()
    return inside and able and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def holds_focus(pane: QtWidgets.QWidget) -> bool:
    """Return whether the focus is in a pane now."""
    now = QtWidgets.QApplication.focusWidget()
    return now is not None and (now is pane or pane.isAncestorOf(now))


def bring_to_front(stack: QtWidgets.QStackedWidget, page: QtWidgets.QWidget | None) -> None:
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
