"""Viewports of scroll areas, lists and tables that are made here, not by Qt."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractScrollArea, QHeaderView, QWidget


def give_viewport(area: QAbstractScrollArea) -> QWidget:
    """Give an area that was just made a viewport like the one that Qt made for it, and return it.

    To wrap Qt's own, Qt for Python loads every class of widgets that there is, in search of the one
    that it belongs to: 7 ms of the start, and 0.7 MB.
    """
    own = QWidget()
    own.setObjectName("qt_scrollarea_viewport")  # style sheets know it by that name
    heads = isinstance(area, QHeaderView)
    own.setBackgroundRole(QPalette.ColorRole.Button if heads else QPalette.ColorRole.Base)
    own.setAutoFillBackground(True)
    own.setMouseTracking(heads)
    area.setViewport(own)
    return own
