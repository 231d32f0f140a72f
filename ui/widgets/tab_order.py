"""Tab goes through a form as it is read, whenever its parts were made, and comes round."""

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
    """Go on from the widget with the focus, for `focusNextPrevChild` of a form.

    The order is looked up at each step: parts come, go and change places while a form is open.
    Return False where the form is not seen: then the focus has to leave it.
    """
    if not form.isVisible():  # Qt asks also while it hides the form that has the focus
        return False
    fields = as_read(form)
    if not fields:
        return True
    now = form.window().focusWidget()
    at = next((n for n, each in reversed([*enumerate(fields)]) if _holds(each, now)), None)
    if at is None:
        at = _before(fields, form, now) if now is not None else -1
        at += not forward
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    fields[(at + (1 if forward else -1)) % len(fields)].setFocus(reason)
    return True


def as_read(form: QWidget) -> list[QWidget]:
    """Return what takes Tab in a form: line after line, each from left to right."""
    return [field for field in _fields(form) if field.isEnabled() and not _beside_chosen(field)]


def _fields(widget: QWidget) -> Iterator[QWidget]:
    """Go down to the widgets that take Tab themselves; a card that is read has more laid out on it."""
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
        kids = [kid for kid in widget.children() if isinstance(kid, QWidget)]
        for kid in sorted(kids, key=lambda kid: (kid.y(), kid.x())):
            yield from _below(kid)


def _beside_chosen(field: QWidget) -> bool:
    """Whether the arrows lead here, and Tab to the one of its group that is on."""
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
    if isinstance(layout, QGridLayout):  # it keeps its items in the order in which they came
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
    """Return the place of the field before a widget that takes the focus by a click only."""
    here = focus.mapTo(form, focus.rect().topLeft()) if form.isAncestorOf(focus) else None
    if here is None:
        return -1
    tops = [each.mapTo(form, each.rect().topLeft()) for each in fields]
    earlier = [n for n, top in enumerate(tops) if (top.y(), top.x()) <= (here.y(), here.x())]
    return max(earlier, default=-1)
