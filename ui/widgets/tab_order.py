"""Tab goes through a form in reading order, and round, whenever its parts were made."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QLayout,
    QScrollArea,
    QSplitter,
    QWidget,
)

from ui.widgets.layout.held import held_by


def step_as_read(form: QWidget, forward: bool) -> bool:
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


def as_read(form: QWidget) -> list[QWidget]:
    """Return the widgets that take Tab in a form: line after line, each from left to right."""
    return [field for field in _fields(form) if field.isEnabled() and not _beside_chosen(field)]


def _fields(widget: QWidget) -> Iterator[QWidget]:
    """Yield the widgets in `widget` that take Tab, itself included.

    A card that takes the focus to be read and scrolled may hold further ones.
    """
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not widget.focusProxy():
        yield widget
        if (layout := widget.layout()) is not None:
            yield from _laid_out(layout)
    elif isinstance(widget, QScrollArea):
        yield from _below(widget.widget())
    elif isinstance(widget, QSplitter):
        for place in range(widget.count()):
            yield from _below(widget.widget(place))
    elif (layout := widget.layout()) is not None:
        yield from _laid_out(layout)
    else:
        # Without a layout only the places on the screen tell the order.
        kids = [kid for kid in widget.children() if isinstance(kid, QWidget)]
        for kid in sorted(kids, key=lambda kid: (kid.y(), kid.x())):
            yield from _below(kid)


def _beside_chosen(field: QWidget) -> bool:
    """Return whether Tab skips this button: another one of its exclusive group is on.

    Tab goes to the one that is on, and the arrows go from there to the others.
    """
    group = field.group() if isinstance(field, QAbstractButton) else None
    if group is None or not group.exclusive() or group.checkedButton() is None:
        return False
    return group.checkedButton() is not field


def _below(widget: QWidget | None) -> Iterator[QWidget]:
    if widget is not None and not widget.isHidden() and not widget.isWindow():
        yield from _fields(widget)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    held = held_by(layout)
    places = sorted(held)
    if isinstance(layout, QGridLayout):  # its items are in the order in which they were added
        cells = {place: layout.getItemPosition(place)[:2] for place in held}  # type: ignore[index]
        places.sort(key=lambda place: cells[place])
    for place in places:
        if isinstance(part := held[place], QLayout):
            yield from _laid_out(part)
        else:
            yield from _below(part)


def _holds(field: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (focus is field or field.isAncestorOf(focus))


def _before(fields: list[QWidget], form: QWidget, focus: QWidget) -> int:
    """Return the place of the last field before `focus`, which Tab does not reach; -1 if none."""
    here = focus.mapTo(form, focus.rect().topLeft()) if form.isAncestorOf(focus) else None
    if here is None:
        return -1
    tops = [each.mapTo(form, each.rect().topLeft()) for each in fields]
    earlier = [n for n, top in enumerate(tops) if (top.y(), top.x()) <= (here.y(), here.x())]
    return max(earlier, default=-1)
