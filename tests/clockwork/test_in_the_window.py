"""The third game in the window: its table of the ledger, its form, its step and its house rule."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.store.views.campaign_and_battle import house_rule_values
from tests.clockwork.declared import CLOCKWORK
from tests.clockwork.test_a_third_game import left, nursery, registered, to_anns_next_turn
from tests.ui.conftest import theme
from tests.ui.window_scene import open_window, own_folders
from ui.dialogs.settings import Settings
from ui.forms.all_forms import forms_played
from ui.forms.house_rules import RuleRow
from ui.look.theme import Theme
from ui.panels.ledger.tables import tables_for
from ui.window.campaign_at_work import AtWork

__all__ = ["registered", "theme"]


@pytest.fixture
def at_work(
    registered: None,
    qtbot: QtBot,
    theme: Theme,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[AtWork]:
    """Open a campaign that plays the third game alone; a toy is to run down."""
    own_folders(tmp_path, monkeypatch)
    toys = nursery(tmp_path / "toys.brik", CLOCKWORK.title)
    to_anns_next_turn(toys)
    toys.seal()
    toys.close()
    with open_window(qtbot, theme, tmp_path / "toys.brik") as window:
        assert window.at_work
        yield window.at_work


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key, modifiers)


def test_its_tables_and_forms_are_those_of_the_campaign(at_work: AtWork) -> None:
    assert [table.title for table in tables_for(("CLOCKWORK",))] == [
        "Springs", "Waiting for end of turn",
    ]  # fmt: skip
    titles = {form.title for form in forms_played(at_work.desk)}
    assert "Wind up" in titles
    assert "Attack" not in titles


def test_its_step_is_done_by_the_desk_and_undone_by_a_key(at_work: AtWork) -> None:
    # A step without dice and choices is done as soon as the queue comes to it.
    at_work.view.show_desk("start")
    assert [done.lead for done in at_work.view.heading.queue.done] == ["Tin Drummer runs down."]
    assert left(at_work.desk.campaign)[0][1] == 3
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert left(at_work.desk.campaign)[0][1] == 5


def test_every_workspace_opens(at_work: AtWork) -> None:
    for name in ("battle", "units", "ledger", "log", "report", "battle"):
        at_work.do_command(name)
        assert at_work.view.workspace == name


def test_its_house_rule_has_its_page(at_work: AtWork) -> None:
    assert at_work.desk.read(house_rule_values)["cw_each_turn"] == 2
    at_work._window.commands["settings"].trigger()
    (sheet,) = at_work.view.window().findChildren(Settings)
    sheet.show_page(sheet.page_names.index("Clockwork"))
    switches = {row.rule.id for row in sheet.findChildren(RuleRow) if row.isVisible()}
    assert "cw_each_turn" in switches
