"""Where the focus was is remembered without keeping what Qt may delete."""

import pytest
from PySide6.QtWidgets import QLineEdit, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from ui.look.theme import Theme
from ui.widgets.drawer import Drawer
from ui.widgets.kept_focus import KeptFocus
from ui.widgets.overlay import Overlay


class Desk(QWidget):
    """A window with two fields and one in a holder."""

    def __init__(self) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.first, self.second, self.number = QLineEdit(), QLineEdit(), QSpinBox()
        for part in (self.first, self.second, self.number):
            self.column.addWidget(part)


@pytest.fixture
def desk(theme: Theme, qtbot: QtBot) -> Desk:
    made = Desk()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def test_the_focus_comes_back(desk: Desk) -> None:
    kept = KeptFocus()
    desk.second.setFocus()
    kept.keep(desk)
    desk.first.setFocus()
    assert kept.give_back()
    assert desk.second.hasFocus()


@pytest.mark.parametrize("name", ["second", "number"])
def test_a_widget_that_is_gone_is_not_asked(desk: Desk, name: str) -> None:
    kept = KeptFocus()
    widget: QWidget = getattr(desk, name)
    widget.setFocus()
    kept.keep(desk)
    delete(widget)
    assert kept.widget() is None
    assert kept.give_back(desk.first)
    assert desk.first.hasFocus()
    assert not kept.give_back(), "it is given back once"


def test_what_qt_made_inside_a_widget_is_known_to_be_gone_with_it(desk: Desk) -> None:
    kept = KeptFocus()
    kept.keep_widget(desk.number.lineEdit())
    delete(desk.number)
    assert kept.nearest() is None


@pytest.mark.parametrize("gone", [True, False])
def test_a_drawer_and_a_sheet_close_though_what_had_the_focus_is_gone(
    theme: Theme, desk: Desk, gone: bool
) -> None:
    for over in (Drawer(theme, desk, 100), Overlay(theme, desk)):
        field = QLineEdit(desk)
        desk.column.addWidget(field)
        field.show()
        field.setFocus()
        over.open()
        if gone:
            delete(field)
        over.close_drawer() if isinstance(over, Drawer) else over.close_sheet()
        assert not over.is_open()
        assert gone or field.hasFocus()
