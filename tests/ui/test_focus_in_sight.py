"""The focus never stays on what cannot be seen, whoever hid it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.window_scene import make_file, open_window, own_folders
from ui.look.theme import Theme
from ui.window.desk_view import DeskView


@pytest.fixture
def view(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[DeskView]:
    own_folders(tmp_path, monkeypatch)
    with open_window(qtbot, theme, make_file(tmp_path / "a.brik")) as window:
        assert window.at_work
        yield window.at_work.view


class Sheet(QWidget):
    """A pane that takes the keys itself, over all others, with one button on a card."""

    def __init__(self, view: DeskView) -> None:
        super().__init__(view)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.card = QWidget(self)
        self.button = QPushButton("Add a unit", self.card)
        QVBoxLayout(self.card).addWidget(self.button)
        QVBoxLayout(self).addWidget(self.card)
        self.resize(400, 300)
        self.show()
        self.button.setFocus()

    def focusNextPrevChild(self, _forward: bool) -> bool:
        """Stay, as where nothing is next in line."""
        return True


def is_on(widget: QWidget) -> bool:
    return QApplication.focusWidget() is widget


def test_a_hidden_card_gives_the_focus_to_the_pane(qtbot: QtBot, view: DeskView) -> None:
    sheet = Sheet(view)
    qtbot.waitUntil(lambda: is_on(sheet.button))
    sheet.card.hide()
    qtbot.waitUntil(lambda: is_on(sheet))


def test_a_hidden_widget_does_not_keep_the_focus(qtbot: QtBot, view: DeskView) -> None:
    sheet = Sheet(view)
    sheet.card.hide()
    sheet.button.setFocus()
    qtbot.waitUntil(lambda: is_on(sheet))


def test_a_disabled_card_gives_the_focus_to_the_pane(qtbot: QtBot, view: DeskView) -> None:
    sheet = Sheet(view)
    qtbot.waitUntil(lambda: is_on(sheet.button))
    sheet.card.setEnabled(False)
    qtbot.waitUntil(lambda: is_on(sheet))


def test_a_deleted_widget_leaves_the_focus_in_its_pane(qtbot: QtBot, view: DeskView) -> None:
    sheet = Sheet(view)
    qtbot.waitUntil(lambda: is_on(sheet.button))
    sheet.button.deleteLater()
    qtbot.waitUntil(lambda: is_on(sheet))


def test_a_pane_that_goes_gives_the_focus_to_the_desk(qtbot: QtBot, view: DeskView) -> None:
    sheet = Sheet(view)
    qtbot.waitUntil(lambda: is_on(sheet.button))
    sheet.hide()
    qtbot.waitUntil(lambda: (now := QApplication.focusWidget()) is not None and now.isVisible())
    assert view.isAncestorOf(QApplication.focusWidget())
