"""How a form is read: where Tab stops, in which order, and what lies under the wheel."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QWidget,
)

from tests.ui.window_scene import focus, settle

ABOUT = 6
"""Pixels by which neighbours may overlap."""


def stops(first: QWidget, most: int = 200) -> list[QWidget]:
    """Press Tab from a widget on until it comes round; AssertionError where it never does."""
    first.setFocus()
    settle()
    start = focus()
    found = [start]
    for _ in range(most):
        QTest.keyClick(focus(), Qt.Key.Key_Tab)
        if focus() is start:
            return found
        assert focus() not in found, f"Tab goes in a circle without {start.accessibleName()}"
        found.append(focus())
    raise AssertionError("Tab never came round")


def takers(host: QWidget) -> list[QWidget]:
    """Return everything in a host that can be seen and takes Tab, found without any order."""
    return [
        each
        for each in (host, *host.findChildren(QWidget))
        if each.isVisible()
        and each.isEnabled()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not each.focusProxy()
        and not _inside_another(each, host)
        and not _beside_the_one_that_is_on(each)
    ]


def out_of_order(host: QWidget, seen: list[QWidget]) -> list[str]:
    """Name the pairs of stops of which the second is read before the first: once, to come round."""
    pairs = zip(seen, [*seen[1:], seen[0]], strict=True)
    return [
        f"{_name(before)} -> {_name(after)}"
        for before, after in pairs
        if before is not after and _read_before(*_beside(host, after, before))
    ]


def wheel_over(widget: QWidget) -> bool:
    """Turn the wheel over a widget without focus; True if its form was left to scroll."""
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle, widget.mapToGlobal(middle), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    widget.event(event)
    return not event.isAccepted()


def fields(host: QWidget) -> Iterator[QWidget]:
    """Yield what a wheel could change in a host."""
    for each in host.findChildren(QWidget):
        if each.isVisible() and isinstance(each, QComboBox | QAbstractSpinBox | QLineEdit):
            yield each


def held(field: QWidget) -> str:
    """Return what a field shows."""
    if isinstance(field, QComboBox):
        return field.currentText()
    return str(field.property("text"))


def _inside_another(widget: QWidget, host: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and above is not host:
        if above.focusPolicy() & Qt.FocusPolicy.TabFocus and above.layout() is None:
            return True
        above = above.parentWidget()
    return False


def _beside_the_one_that_is_on(widget: QWidget) -> bool:
    if not isinstance(widget, QAbstractButton) or widget.group() is None:
        return False
    on = widget.group().checkedButton()
    return widget.group().exclusive() and on is not None and on is not widget


def _box(host: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(host, QPoint(0, 0)), widget.size())


def _beside(host: QWidget, one: QWidget, other: QWidget) -> tuple[QRect, QRect]:
    """Return the boxes of the two parts of a form that hold the one and the other, side by side."""
    ones, others = _chain(host, one), _chain(host, other)
    while len(ones) > 1 and len(others) > 1 and ones[1] is others[1]:
        ones, others = ones[1:], others[1:]
    return _box(host, ones[min(1, len(ones) - 1)]), _box(host, others[min(1, len(others) - 1)])


def _chain(host: QWidget, widget: QWidget) -> list[QWidget]:
    chain = [widget]
    while chain[0] is not host:
        above = chain[0].parentWidget()
        assert above is not None
        chain.insert(0, above)
    return chain


def _read_before(one: QRect, other: QRect) -> bool:
    """Whether a box stands wholly above another, or on its line and wholly left of it."""
    above = one.bottom() <= other.top() + ABOUT
    below = one.top() >= other.bottom() - ABOUT
    return above or (not below and one.right() <= other.left() + ABOUT)


def _name(widget: QWidget) -> str:
    words = widget.accessibleName() or str(widget.property("text") or "")
    return f"{type(widget).__name__} {words}"


def tab_is_read(host: QWidget, first: QWidget | None = None, columns: int = 1) -> None:
    """Assert that Tab visits everything in a host once, as it is read, and comes round.

    Columns are read one after the other: Tab goes back up once for each.
    """
    settle()
    expected = takers(host)
    if not expected:
        return
    seen = stops(first or expected[0])
    missed = [_name(each) for each in expected if each not in seen]
    strange = [_name(each) for each in seen if each is not host and not host.isAncestorOf(each)]
    assert not missed + strange, f"missed {missed}, strange {strange}"
    turned = out_of_order(host, seen)
    assert len(turned) <= columns, turned


def wheel_is_left(host: QWidget) -> None:
    """Assert that a wheel over fields changes none, takes no focus and scrolls the form."""
    for each in fields(host):
        if each.hasFocus():
            continue
        before = held(each)
        assert wheel_over(each), _name(each)
        assert not each.focusPolicy().value & 4, f"{_name(each)}: the wheel gives it the focus"
        assert held(each) == before, _name(each)
    QApplication.processEvents()
