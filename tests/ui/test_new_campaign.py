from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.battles import EndBattle
from brikdesk.acts.campaign.setup import AddPlayer
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import battle_head, players
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import units
from tests.ui.window_scene import (
    CTRL,
    Key,
    at_work,
    focus,
    make_file,
    open_window,
    press,
    settle,
    typed,
)
from ui.campaign.places import campaigns_dir
from ui.dialogs.battles_and_responders import EndBattleSheet, NewBattleSheet
from ui.dialogs.new_campaign import MOST, NewCampaign
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.overlay import Overlay
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)

ALT = __import__("PySide6.QtCore", fromlist=["Qt"]).Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> Iterator[MainWindow]:
    with open_window(qtbot, theme) as opened:
        yield opened


def sheet_of(window: MainWindow, kind: type[Overlay]) -> Overlay:
    return next(found for found in window.findChildren(kind) if found.is_open())


def begin(window: MainWindow) -> NewCampaign:
    press(Key.Key_2)
    sheet = sheet_of(window, NewCampaign)
    assert isinstance(sheet, NewCampaign)
    return sheet


def test_a_campaign_is_made_by_keys_alone(window: MainWindow) -> None:
    begin(window)
    typed("The Bath Mat")
    for words in ("Ann", "Amber Army", "Ben", "Brick Brigade", "Cleo", "Clutch Crew"):
        while focus().accessibleName() not in ("Player", "Faction"):
            press(Key.Key_Tab)
        typed(words)
        press(Key.Key_Return)
    press(Key.Key_Return, CTRL)
    settle()
    work = at_work(window)
    head = work.desk.read(battle_head)
    assert head.campaign == "The Bath Mat"
    assert [player.faction for player in head.players] == [
        "Amber Army",
        "Brick Brigade",
        "Clutch Crew",
    ]
    assert [player.colour for player in head.players] == ["sky", "orchid", "lime"]
    assert head.active is not None
    assert (head.active.name, head.number) == ("Ann", 1)
    assert (head.table_width, head.table_depth) == (48, 36)
    assert work.desk.path == campaigns_dir() / "The Bath Mat.brik"


def test_what_made_the_campaign_cannot_be_undone(window: MainWindow) -> None:
    sheet = begin(window)
    typed("War")
    sheet.players.rows[0].name.setText("Ann")
    press(Key.Key_Return, CTRL)
    assert at_work(window).desk.read(undo_state).undo == ()


def test_a_faction_left_open_is_named_after_its_player(window: MainWindow) -> None:
    sheet = begin(window)
    typed("War")
    sheet.players.rows[0].name.setText("Ann")
    press(Key.Key_Return, CTRL)
    (player,) = at_work(window).desk.read(players)
    assert player.faction == "Ann’s force"


@pytest.mark.parametrize(
    ("name", "player", "words"),
    [
        ("", "Ann", "Give the campaign a name."),
        ("War", "", "Name at least one player."),
        ("War", "x" * 81, "name: A name has at most 80 characters, this one has 81."),
    ],
)
def test_what_is_missing_is_said_and_no_file_is_made(
    window: MainWindow, name: str, player: str, words: str
) -> None:
    sheet = begin(window)
    sheet.name.setText(name)
    sheet.players.rows[0].name.setText(player)
    press(Key.Key_Return, CTRL)
    assert sheet.is_open()
    assert sheet.problem.sentence() == words
    assert window.at_work is None
    assert not list(campaigns_dir().iterdir())


def test_a_name_that_is_taken_gets_a_number(window: MainWindow) -> None:
    make_file(campaigns_dir() / "War.brik")
    sheet = begin(window)
    typed("War")
    assert sheet.path.name == "War 2.brik"


def test_a_place_that_is_chosen_is_never_written_over(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there.brik"
    there.write_bytes(b"precious")
    chosen = lambda *_: (str(there), "")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    sheet = begin(window)
    typed("War")
    sheet.players.rows[0].name.setText("Ann")
    sheet.choose_place()
    press(Key.Key_Return, CTRL)
    assert "There is a file there.brik already" in sheet.problem.sentence()
    assert there.read_bytes() == b"precious"


def test_the_turn_order_is_changed_by_alt_up_and_down(window: MainWindow) -> None:
    sheet = begin(window)
    first, second = sheet.players.rows
    first.name.setText("Ann")
    second.name.setText("Ben")
    second.name.setFocus()
    press(Key.Key_Up, ALT)
    assert [entry.name for entry in sheet.players.entries] == ["Ben", "Ann"]
    assert second.name.hasFocus()
    assert second.place.text() == "1"


def test_two_players_never_have_one_colour(window: MainWindow) -> None:
    sheet = begin(window)
    for _ in range(MOST):
        sheet._add_player()
    colours = [row.colours.colour for row in sheet.players.rows]
    assert len(set(colours)) == len(colours) == MOST
    sheet.players.rows[0].colours.choose(colours[1])
    assert sheet.players.rows[0].colours.colour == colours[0]
    sheet.players._remove(sheet.players.rows[1])
    sheet.players.rows[0].colours.setFocus()
    press(Key.Key_Right)
    assert sheet.players.rows[0].colours.colour == colours[1]


def test_tab_stays_on_the_sheet_and_esc_gives_the_focus_back(window: MainWindow) -> None:
    before = focus()
    sheet = begin(window)
    for _ in range(60):
        press(Key.Key_Tab)
        assert sheet.isAncestorOf(focus())
    press(Key.Key_Escape)
    assert not sheet.is_open()
    assert focus() is before


# --- the next battle ------------------------------------------------------------------------------


@pytest.fixture
def campaign_window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    file = make_file(tmp_path / "campaign.brik")
    with Campaign.open(file) as campaign:
        campaign.do(AddUnit(player_id=1, name="Sir Bob", size=1))
        campaign.do(AddUnit(player_id=2, name="Lady Jane", size=1))
    with open_window(qtbot, theme, file) as opened:
        yield opened


def test_a_battle_is_ended_with_its_sums_and_undone_in_one(campaign_window: MainWindow) -> None:
    work = at_work(campaign_window)
    campaign_window.commands["end_battle"].trigger()
    sheet = sheet_of(campaign_window, EndBattleSheet)
    assert isinstance(sheet, EndBattleSheet)
    assert sheet.rows()[0] == ("Amber Army", "sky", "AA", 1, 1, 0)
    settle()
    typed("Ann wins on points.")
    press(Key.Key_Return, CTRL)
    assert work.desk.read(battle_head).battle_state == "OVER"
    assert not sheet.is_open()
    press(Key.Key_Z, CTRL)
    assert work.desk.read(battle_head).battle_state == "RUNNING"


def test_the_next_battle_seats_players_and_units_of_choice(campaign_window: MainWindow) -> None:
    work = at_work(campaign_window)
    work.desk.do(EndBattle())
    campaign_window.commands["new_battle"].trigger()
    sheet = sheet_of(campaign_window, NewBattleSheet)
    assert isinstance(sheet, NewBattleSheet)
    settle()
    typed("Second Clash")
    sheet.seats._seats[2].tick.setChecked(False)
    sheet.seats._move(sheet.seats._seats[1], -1)
    index = sheet.ticks.index(0, 0)
    from PySide6.QtCore import Qt

    assert sheet.ticks.setData(index, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    press(Key.Key_Return, CTRL)
    head = work.desk.read(battle_head)
    assert head.battle == "Second Clash"
    assert [p.name for p in head.players if p.place] == ["Ben", "Ann"]
    assert head.active is not None
    assert head.active.name == "Ben"
    on_table = {unit.name: unit.on_table for unit in work.desk.read(units)}
    assert on_table == {"Sir Bob": False, "Lady Jane": True}
    assert work.desk.read(undo_state).undo[0] == "Start Second Clash"


def test_no_battle_begins_while_another_one_runs(campaign_window: MainWindow) -> None:
    campaign_window.commands["new_battle"].trigger()
    sheet = sheet_of(campaign_window, NewBattleSheet)
    settle()
    typed("Second Clash")
    press(Key.Key_Return, CTRL)
    assert sheet.is_open()
    assert "First Clash is not over." in at_work(campaign_window).view.status.words()


def test_enter_goes_from_the_name_to_the_players_and_tab_through_each_in_turn(
    window: MainWindow,
) -> None:
    sheet = begin(window)
    typed("War")
    press(Key.Key_Return)
    assert sheet.players.rows[0].name.hasFocus()
    each = ["Player", "Faction", "Colour", "Earlier", "Later", "Remove"]
    for part in [*each, *each, "Add player"]:
        assert focus().accessibleName().startswith(part)
        press(Key.Key_Tab)
    assert focus().accessibleName() == "Battle"


def test_a_player_can_be_added_again_when_one_of_the_most_is_removed(window: MainWindow) -> None:
    sheet = begin(window)
    add = next(b for b in sheet.findChildren(Button) if b.accessibleName() == "Add player")
    while len(sheet.players.rows) < MOST:
        sheet.players.rows[-1].faction.setFocus()
        press(Key.Key_Return)
        assert sheet.players.rows[-1].name.visibleRegion().boundingRect().height() > 0
    assert not add.isEnabled()
    sheet.players.rows[-1].removed.emit()
    assert add.isEnabled()


def test_a_new_campaign_says_that_units_come_first(window: MainWindow) -> None:
    sheet = begin(window)
    typed("War")
    sheet.players.rows[0].name.setText("Ann")
    press(Key.Key_Return, CTRL)
    settle()
    heard = focus().accessibleName()
    assert heard.startswith("Your first battle"), "a reader hears the card that has the keys"
    assert "Two armies: Add a player" in heard
    at_work(window).desk.do(AddPlayer(name="Ben", faction="Reds", colour="lime", battle_id=1))
    settle()
    assert "Who fights: Type them" in focus().accessibleName()
    for player_id in (1, 2):
        at_work(window).desk.do(AddUnit(player_id=player_id, name="Sir Vacuum", size=1))
    settle()
    assert "The table: As it is" in focus().accessibleName()
