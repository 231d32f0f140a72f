"""Tab goes through a form as it is read, whenever its parts were made."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def tab_as_read(form: QWidget) -> None:
    """Have Tab follow the layouts of a form, from its first field to its last."""
    if layout := form.layout():
        for before, after in pairwise(_fields(layout)):
            QWidget.setTabOrder(before, after)


def _fields(layout: QLayout) -> Iterator[QWidget]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        inner = item.layout() if item else None
        widget = item.widget() if item else None
        if inner is not None:
            yield from _fields(inner)
        elif widget is not None and (own := widget.layout()) is not None:
            yield from _fields(own)
        elif widget is not None and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield widget
