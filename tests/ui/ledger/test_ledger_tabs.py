"""The tables of the ledger as tabs, beside the map and in drawers."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from brikdesk.acts.fire.fires import Ignite
from brikdesk.store.act import act_from_data
from brikdesk.turns import ledger
from tests.ui.ledger.ledger_panel_scene import NAMES, K
from tests.ui.roster_scene import BAIT, GOLEM
from ui.campaign.desk import Desk
from ui.look.theme import Theme
from ui.models.rows import ROW_ROLE, RowsModel
from ui.panels.ledger.panel import LedgerPanel, LedgerTabs
from ui.panels.ledger.tables import TABLES


def tab_texts(tabs: LedgerTabs) -> list[str]:
    return [tabs.bar.tabText(k) for k in range(tabs.bar.count())]


def test_tabs_count_and_name_as_much_as_there_is_room_for(tabs: LedgerTabs, theme: Theme) -> None:
    assert tab_texts(tabs)[:2] == ["In the air  1", "Fires  3"]
    assert not tabs.bar.tabIcon(1).isNull()
    for wide, texts in (
        (640, ["In the air  1", "Fires  3"]),
        (560, ["In the air 1", "Fires 3"]),
        (490, ["Air", "Fires"]),
        (380, ["1", ""]),
    ):
        tabs.resize(wide, 300)
        QApplication.processEvents()
        assert tab_texts(tabs)[:2] == texts
        assert tabs.bar.tabIcon(1).isNull() is (wide > 400), "icons go before names"
    assert tabs.bar.accessibleTabName(1) == "Fires, 3"


def test_counts_follow_the_desk(tabs: LedgerTabs, desk: Desk) -> None:
    desk.do(Ignite(unit_id=GOLEM))
    QApplication.processEvents()  # once for all rows that come and go
    assert tab_texts(tabs)[1] == "Fires  4"
    desk.undo()
    QApplication.processEvents()
    assert tab_texts(tabs)[1] == "Fires  3"


def test_tab_key_goes_through_the_tabs(tabs: LedgerTabs) -> None:
    tabs.show_table("air")
    seen = []
    for _ in range(6):
        QTest.keyClick(tabs.current, K.Key_Tab)
        seen.append(tabs.current.spec.name)
        assert tabs.current.hasFocus()
    assert seen == NAMES[1:]
    QTest.keyClick(tabs.current, K.Key_Backtab)
    assert tabs.current.spec.name == "marks"


def test_a_click_opens_a_tab_and_its_filter_does_not_stay(tabs: LedgerTabs) -> None:
    tabs.show_table("fires")
    QTest.keyClick(tabs.current, K.Key_Slash)
    QTest.keyClicks(tabs.filter, "haystack")
    assert tabs.current.rows_model.rowCount() == 1
    place = tabs.bar.tabRect(2).center()
    QTest.mouseClick(tabs.bar, Qt.MouseButton.LeftButton, pos=place)
    assert tabs.current.spec.name == "fields"
    assert not tabs.filter.isVisible()
    tabs.show_table("fires")
    assert tabs.current.rows_model.rowCount() == 3


def test_the_acts_button_opens_the_acts_of_the_open_table(
    tabs: LedgerTabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: opened.append(menu))
    tabs.show_table("marks")
    QTest.mouseClick(tabs._acts, Qt.MouseButton.LeftButton)
    words = [entry.text() for entry in opened[0].actions() if not entry.isSeparator()]
    assert words == ["Mark a target", "Copy as text"]


def test_names_that_look_like_html_stay_words(panel: LedgerPanel, desk: Desk, theme: Theme) -> None:
    desk.do(act_from_data({"act": "Ignite", "unit_id": 9}))
    table = panel.table("fires")
    place = next(k for k, row in enumerate(table.rows_model.rows) if row.name == BAIT)
    index = table.rows_model.index(place, 0)
    assert "<img" not in index.data(Qt.ItemDataRole.ToolTipRole)
    assert index.data(ROW_ROLE).name == BAIT
    theme.set_scale(200)
    assert not panel.grab().isNull()


def test_a_row_model_without_a_panel_does_its_edits_at_the_desk(desk: Desk, qtbot: QtBot) -> None:
    table = next(table for table in TABLES if table.name == "fields")
    model: RowsModel[Any] = RowsModel(desk, table.question, table.columns, table.key)
    assert model.setData(model.index(0, 3), "2")
    assert desk.read(ledger.fields)[0].size == 2
