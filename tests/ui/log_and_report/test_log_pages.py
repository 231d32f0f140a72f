"""Page Up and Page Down in the log, also over rows that have no place yet."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.store.campaign import Campaign
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.log import LogPanel

UP, DOWN = Qt.Key.Key_PageUp, Qt.Key.Key_PageDown


@pytest.fixture
def panel(battle: Campaign, theme: Theme, qtbot: QtBot) -> Iterator[LogPanel]:
    for number in range(120):
        battle.do(AddNote(text=f"Note {number}"))
    desk = Desk(battle)
    made = LogPanel(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(900, 300)
    made.show()
    yield made
    desk.deleteLater()


def test_pages_are_gone_by_though_the_rows_are_to_be_laid_out_anew(panel: LogPanel) -> None:
    """Qt's own search for the row a page away does not end while rows have no place."""
    view, last = panel.list, panel.list.model().rowCount() - 1
    view.setCurrentIndex(view.model().index(last, 0))
    for key, way in ((UP, -1), (UP, -1), (DOWN, 1), (UP, -1)):
        before = view.currentIndex().row()
        view.drawn.forget()
        view.scheduleDelayedItemsLayout()
        QTest.keyClick(view, key)
        went = (view.currentIndex().row() - before) * way
        assert 1 < went < last // 2, "about as many rows as are seen"


def test_pages_end_at_the_first_and_the_last_row(panel: LogPanel) -> None:
    view = panel.list
    for key in (UP, DOWN):
        for _ in range(60):
            QTest.keyClick(view, key)
        end = view.currentIndex().row()
        QTest.keyClick(view, key)
        assert view.currentIndex().row() == end
        assert end < 3 or end == view.model().rowCount() - 1
