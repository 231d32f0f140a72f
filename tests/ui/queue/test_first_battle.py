"""The first battle of an empty campaign: what to do, step by step, until the first turn is played."""

import os
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPlainTextEdit
from pytestqt.qtbot import QtBot

from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.units import units
from tests.ui.window_scene import CTRL, Key, at_work, make_file, open_window, settle
from ui.dialogs.battles_and_responders import NewBattleSheet
from ui.look.theme import Theme
from ui.models.first_battle import APART, guide_steps, in_rows
from ui.panels.map.measuring import Blasting
from ui.panels.map.moving import Moving
from ui.panels.map.panel import MapPanel
from ui.panels.queue.first_battle import GuideList
from ui.panels.queue.panel import StartPanel
from ui.widgets.buttons import Button
from ui.widgets.overlay import open_overlays
from ui.window.main_window import MainWindow


def start(window: MainWindow) -> StartPanel:
    """Return the Start tab, with the keys in it."""
    view = at_work(window).view
    (panel,) = view.findChildren(StartPanel)
    if not view.side.isAncestorOf(QApplication.focusWidget() or window):
        view.show_desk("start")
        settle()
    return panel


def said(window: MainWindow) -> str:
    """Return what the card on the Start tab says."""
    return start(window).closing.words()


def press(window: MainWindow, key: Key) -> None:
    """Press a key where the focus is."""
    QTest.keyClick(QApplication.focusWidget() or window, key)
    settle()


def state(window: MainWindow) -> list[tuple[str, bool]]:
    """Return each step and whether it is done."""
    return [(each.id, each.done) for each in guide_steps(start(window).controller)]


def start_buttons(window: MainWindow) -> list[Button]:
    """Return the buttons of the open step."""
    return start(window).findChildren(GuideList)[0].findChildren(Button)


def look(window: MainWindow, name: str) -> None:
    if folder := os.environ.get("LOOK_AT"):
        window.grab().save(f"{folder}/{name}.png")


def test_from_an_empty_campaign_to_the_first_turn_by_keys(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    """Each thing to do has its key, is ticked by what was done, and goes when all is."""
    with open_window(qtbot, theme, make_file(tmp_path / "first.brik")) as window:
        work = at_work(window)
        assert said(window).startswith("Your first battle 1 of 5 done.")
        look(window, "a")
        press(window, Key.Key_Return)  # units by words
        field = QApplication.focusWidget()
        assert isinstance(field, QPlainTextEdit)
        field.setPlainText("3 Troopers: gun")
        QTest.keyClick(field, Key.Key_Return, CTRL)
        settle()
        assert len(work.desk.read(units)) == 3
        assert dict(state(window))["units"] is False, "two sides have nobody yet"
        look(window, "b")
        press(window, Key.Key_C)  # five Troopers for each side that has none
        rows = work.desk.read(units)
        assert [sum(row.player_id == side for row in rows) for side in (1, 2, 3)] == [3, 5, 5]
        work.desk.undo()
        settle()
        assert len(work.desk.read(units)) == 3, "one undo takes all of them back, and the tick"
        assert dict(state(window))["units"] is False
        press(window, Key.Key_C)
        look(window, "c")
        press(window, Key.Key_Return)  # the table as it is
        assert said(window).startswith("Your first battle 3 of 5 done.")
        press(window, Key.Key_Return)
        rows = work.desk.read(units)
        assert all(row.x is not None for row in rows)
        near, far = ([row.y or 0 for row in rows if row.player_id == side] for side in (1, 2))
        assert min(near) > 24 > 6 > max(far), "each side stands at its own edge"
        look(window, "d")
        press(window, Key.Key_Return)
        assert state(window) == []
        assert said(window).startswith("Nothing waits The turn of ")
        look(window, "e")


def test_rows_go_round_a_wall(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    """It stood across the row, and all of them were refused."""
    with open_window(qtbot, theme, make_file(tmp_path / "first.brik")) as window:
        work = at_work(window)
        start(window)
        press(window, Key.Key_C)  # five Troopers for each side
        wide, deep = 48.0, 48.0
        for player in work.desk.read(battle_head).players:
            vehicle = {"kind": "Vehicle", "size": 4, "action_die": None}
            work.desk.do(AddUnit(name="Bertha", player_id=player.id, **vehicle))
        work.desk.do(SetTable(width=wide, depth=deep))
        ends = ((20, 44), (28, 44), (28, 47), (20, 47))
        work.desk.do(PlaceTerrain(kind="wall", name="Wall", points=ends))
        settle()
        press(window, Key.Key_Return)
        rows = [row for row in work.desk.read(units) if row.x is not None]
        assert len(rows) == 18
        for row in rows:
            half = max(row.size, 1) / 2
            assert not (20 - half < row.x < 28 + half and 44 - half < row.y < 47 + half), row.name
        for one, other in combinations(rows, 2):
            away = max(abs(one.x - other.x), abs(one.y - other.y))
            needs = (max(one.size, 1) + max(other.size, 1)) / 2
            assert away >= needs, f"{one.name} on top of {other.name}"
        work.desk.undo()
        settle()
        assert all(row.x is None for row in work.desk.read(units)), "one undo takes all back"


def test_what_has_been_played_never_shows_it_again(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    """Not after the turn was handed over, nor when that is taken back."""
    with open_window(qtbot, theme, make_file(tmp_path / "first.brik")) as window:
        work = at_work(window)
        assert state(window)
        work.desk.do(EndTurn())
        settle()
        assert state(window) == []
        work.desk.undo()
        settle()
        assert state(window) == []


def test_a_step_can_be_left_out_and_digits_stay_free(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme, make_file(tmp_path / "first.brik")) as window:
        for left in (2, 3, 4):
            press(window, Key.Key_S)
            assert said(window).startswith(f"Your first battle {left} of 5 done.")
        press(window, Key.Key_4)
        assert said(window).startswith("Your first battle 4 of 5 done.")
        press(window, Key.Key_S)
        assert said(window).startswith("Your first battle 4 of 5 done."), (
            "the last begins the battle"
        )
        press(window, Key.Key_Return)
        assert state(window) == []


def test_every_way_of_every_step_leads_somewhere(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those that are there only now and then: more terrain once a piece lies there."""
    for name in ("getOpenFileName", "getOpenFileNames"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: ("", ""))  # a window of the system
    with open_window(qtbot, theme, make_file(tmp_path / "first.brik")) as window:
        work = at_work(window)
        work.desk.do(AddUnit(name="Ada", player_id=1))
        work.desk.do(PlaceTerrain(kind="wood", points=((5, 5), (8, 5), (8, 8))))
        settle()
        gone: list[str] = []
        for each in guide_steps(start(window).controller):
            for way in each.ways:
                way.does()
                settle()
                gone.append(way.words)
                if sheet := work.view.open_sheet():
                    sheet.close_sheet()
                for overlay in open_overlays(window):
                    overlay.close_sheet()
        assert "More terrain" in gone


def test_a_campaign_without_a_battle_is_offered_one(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "first.brik", battle=False)
    with open_window(qtbot, theme, file) as window:
        assert said(window).startswith("Your first battle 0 of 5 done.")
        look(window, "f")
        press(window, Key.Key_Return)
        (sheet,) = window.findChildren(NewBattleSheet)
        assert sheet.isVisible()


@pytest.mark.parametrize("place", range(4))
def test_ranks_stand_within_the_table_and_apart(place: int) -> None:
    sizes = [(number, 1 + number % 3) for number in range(1, 30)]
    rows = list(in_rows(sizes, 48, 36, place))
    assert [unit_id for unit_id, _, _ in rows] == [number for number, _ in sizes]
    for unit_id, x, y in rows:
        assert 0 <= x <= 48
        assert 0 <= y <= 36
        size = dict(sizes)[unit_id]
        for other, ox, oy in rows:
            if other != unit_id:
                apart = max(abs(x - ox), abs(y - oy))
                assert apart >= (size + dict(sizes)[other]) / 2 - 0.26


@pytest.mark.parametrize(("deep", "count"), [(30, 5), (60, 5), (30, 60), (12, 5)])
def test_two_sides_stand_so_near_that_they_meet_on_the_second_turn(deep: float, count: int) -> None:
    sizes = [(number, 1) for number in range(1, count + 1)]
    near, far = ([y for _, _, y in in_rows(sizes, 40, deep, place, APART)] for place in (0, 1))
    assert 0 < max(far) < min(near) < deep
    apart = min(near) - max(far) - 1
    assert apart <= APART + 0.5
    assert apart >= min(APART, deep / 2) - 1


def test_the_card_says_how_units_are_put_elsewhere_and_its_key_does(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme, make_file(tmp_path / "first.brik")) as window:
        work = at_work(window)
        for side in (1, 2, 3):
            work.desk.do(AddUnit(name="Ada", player_id=side))
        settle()
        start(window)
        press(window, Key.Key_Return)  # the table as it is
        press(window, Key.Key_Return)  # in rows
        (step,) = (each for each in guide_steps(start(window).controller) if each.id == "turn")
        assert step.said.endswith("anybody is put elsewhere: drag, or Tab and arrows, Enter.")
        look(window, "g")
        press(window, Key.Key_B)
        (panel,) = work.view.findChildren(MapPanel)
        assert isinstance(panel.tool, Moving)
        QTest.keyClicks(panel.view, "12 13")
        QTest.keyClick(panel.view, Key.Key_Return)
        settle()
        assert next((row.x, row.y) for row in work.desk.read(units)) == (12, 13)
        assert state(window), "it has not begun by that"


def test_letters_of_the_card_do_what_they_say_while_the_map_has_the_keys(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme, make_file(tmp_path / "first.brik")) as window:
        work = at_work(window)
        for side in (1, 2, 3):
            work.desk.do(AddUnit(name="Ada", player_id=side))
        settle()
        start(window)
        press(window, Key.Key_Return)  # the table as it is
        (panel,) = work.view.findChildren(MapPanel)
        panel.view.setFocus()
        settle()
        caps = {button.cap for button in start_buttons(window) if button.cap_is_live}
        assert caps >= {"B", "S"}, "what acts is bright"
        press(window, Key.Key_B)
        assert isinstance(panel.tool, Moving), "by hand: a unit of the tray is being put down"
        press(window, Key.Key_Escape)
        panel.view.setFocus()
        work.hub.select_unit(3)
        press(window, Key.Key_1)
        assert work.hub.selected_unit == 1, "the digit of what has done nothing yet"
        press(window, Key.Key_S)
        assert dict(state(window))["places"] is True
        panel.view.setFocus()
        press(window, Key.Key_B)
        assert isinstance(panel.tool, Blasting), "no letter of the card any more"
        press(window, Key.Key_Escape)
        assert work.hub.selected_unit == 1
        assert ("Enter", "begin") in work.view.status.keys.keys
        press(window, Key.Key_Return)
        assert state(window) == [], "Enter begins, whoever is selected"


def test_until_it_begins_units_are_put_where_they_shall_stand(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme, make_file(tmp_path / "first.brik")) as window:
        work = at_work(window)
        for side in (1, 2, 3):
            work.desk.do(AddUnit(name="Ada", player_id=side, x=10 * side, y=4))
        settle()
        start(window)
        press(window, Key.Key_Return)  # the table as it is
        (panel,) = work.view.findChildren(MapPanel)

        def where(unit_id: int) -> tuple[float | None, float | None]:
            return next((row.x, row.y) for row in work.desk.read(units) if row.id == unit_id)

        def go(unit_id: int, place: str) -> None:
            work.hub.select_unit(unit_id)
            panel.view.setFocus()
            settle()
            QTest.keyClick(panel.view, Key.Key_Right)
            QTest.keyClicks(panel.view, place)
            QTest.keyClick(panel.view, Key.Key_Return)
            settle()

        go(1, "40 20")
        go(2, "22 30")
        assert (where(1), where(2)) == ((40, 20), (22, 30)), "whoever's turn it is"
        assert panel.refusal.sentence() == ""
        assert state(window), "it has not begun by that"
        assert next(row.move_left == row.move for row in work.desk.read(units) if row.id == 1)
        start(window)
        press(window, Key.Key_Return)  # Begin
        assert state(window) == []
        go(2, "4 4")
        assert where(2) == (22, 30)
        assert panel.refusal.sentence()
