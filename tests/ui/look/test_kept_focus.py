"""Where the focus was is remembered without keeping what Qt may delete."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from ui.look.theme import Theme
from ui.widgets.focus import KeptFocus, may_take
from ui.widgets.overlay import Drawer, Overlay


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


def test_nothing_below_a_sheet_takes_the_focus(theme: Theme, desk: Desk) -> None:
    """Neither at once nor by a timer; also not after a field of the sheet had it."""
    sheet = Overlay(theme, desk)
    over = QLineEdit()
    sheet.column.addWidget(over)
    desk.second.setFocus()
    sheet.open()
    desk.first.setFocus()
    assert over.hasFocus()
    QTimer.singleShot(0, desk.first, desk.first.setFocus)
    QApplication.processEvents()
    assert over.hasFocus()
    sheet.close_sheet()
    assert desk.second.hasFocus()
    desk.first.setFocus()
    assert desk.first.hasFocus(), "it guards only as long as it is open"


def test_of_two_sheets_the_upper_one_has_the_focus(theme: Theme, desk: Desk) -> None:
    fields = [QLineEdit(), QLineEdit()]
    sheets = [Overlay(theme, desk), Overlay(theme, desk)]
    for sheet, field in zip(sheets, fields, strict=True):
        sheet.column.addWidget(field)
        sheet.open()
    for below in (desk.first, fields[0]):
        below.setFocus()
        assert fields[1].hasFocus()
    sheets[1].close_sheet()
    assert fields[0].hasFocus()
    desk.first.setFocus()
    assert fields[0].hasFocus()


def test_a_pane_below_a_sheet_may_not_take_the_focus(theme: Theme, desk: Desk) -> None:
    desk.first.setFocus()
    assert may_take(desk)
    sheet = Overlay(theme, desk)
    sheet.column.addWidget(QLineEdit())
    sheet.open()
    assert not may_take(desk)
