"""A campaign gets its rules: when it is made, in the settings, on the start screen, in the palette."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from brikdesk import games
from brikdesk.acts.campaign.setup import SetRuleSets
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.rules.brikwars import house_rules as brikwars
from brikdesk.rules.scifi import house_rules as scifi
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.views.campaign_and_battle import house_rule_values, played
from brikdesk.store.views.scifi import sf_unit, sf_units, unfired_weapons
from tests.ui.scifi.sf_scene import ANN, DRONE, LAUNCHER, RACK, RIFLE, star_table
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
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.places import campaigns_dir
from ui.dialogs.keys_news_licences import KeysSheet, groups_for
from ui.dialogs.new_campaign import NewCampaign
from ui.dialogs.settings import OWN_PAGES, RULE_SETS, Settings
from ui.forms.house_rules import RuleRow, WordsEditor, subjects
from ui.look.shortcuts import HELP
from ui.look.theme import Theme
from ui.models.queue import QueueStage
from ui.palette import Palette
from ui.panels.queue.panel import StartPanel
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)

BOTH = ("BRIKWARS_2020", "SCIFI")
SCIFI = "Sci-fi"
BESIDE = "sf_weapons_cost_power"
Star = Callable[..., Path]


@pytest.fixture
def star(tmp_path: Path) -> Star:
    def made(*sets: str) -> Path:
        star_table(tmp_path / "star.brik", *sets).close()
        return tmp_path / "star.brik"

    return made


@pytest.fixture
def bare(qtbot: QtBot, theme: Theme) -> Iterator[MainWindow]:
    with open_window(qtbot, theme) as opened:
        yield opened


def sheet_of(window: MainWindow, kind: type) -> object:
    return next(found for found in window.findChildren(kind) if found.is_open())


def begin(window: MainWindow) -> NewCampaign:
    press(Key.Key_2)
    sheet = sheet_of(window, NewCampaign)
    assert isinstance(sheet, NewCampaign)
    return sheet


def open_settings(window: MainWindow) -> Settings:
    press(Key.Key_Comma, CTRL)
    sheet = sheet_of(window, Settings)
    assert isinstance(sheet, Settings)
    return sheet


def show(sheet: Settings, page: str) -> None:
    sheet.show_page(sheet.page_names.index(page))
    settle()


def row_of(sheet: Settings, switch: str) -> RuleRow:
    assert sheet.rules is not None
    return next(row for row in sheet.rules.rows if row.rule.id == switch)


def words_of(window: MainWindow, words: str) -> list[str]:
    at_work(window).show_palette(words)
    settle()
    palette = window.findChildren(Palette)[-1]
    found = [palette.model.hit(at) for at in range(palette.model.rowCount())]
    palette.close_sheet()
    settle()
    return [hit.find.words for hit in found if hit]


# Keys


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    ("sets", "there", "not_there"),
    [
        ((games.SCIFI.title,), "A Sci-fi unit is selected", "A unit is selected"),
        ((games.BRIKWARS.title,), "A unit is selected", "A Sci-fi unit is selected"),
    ],
)
def test_the_key_sheet_lists_the_keys_of_the_rules_that_are_played(
    bare: MainWindow, star: Star, sets: tuple[str, ...], there: str, not_there: str
) -> None:
    bare.open_path(
        star(*sets) if games.SCIFI.title in sets else make_file(star().with_name("b.brik"))
    )
    settle()
    press(Key.Key_F1)
    sheet = next(found for found in bare.findChildren(KeysSheet) if found.is_open())
    titles = {label.text() for label in sheet.findChildren(QLabel)}
    assert there in titles
    assert not_there not in titles
    assert "Anywhere" in titles


def test_with_both_rule_sets_all_keys_are_listed() -> None:
    assert groups_for(BOTH) == HELP == groups_for(())


# A new campaign


def test_the_rules_are_chosen_by_keys_and_remembered(bare: MainWindow) -> None:
    sheet = begin(bare)
    typed("The Outer Belt")
    while focus().accessibleName() != "BrikWars":
        press(Key.Key_Tab)
    press(Key.Key_Right)
    assert sheet.rules.sets == ("SCIFI",)
    while focus().accessibleName() != "Player":
        press(Key.Key_Tab)
    typed("Ann")
    press(Key.Key_Return, CTRL)
    desk = at_work(bare).desk
    assert desk.read(played) == ("SCIFI",)
    assert "sf_weapon_crews" in desk.read(house_rule_values)
    bare.close_campaign()
    settle()
    assert begin(bare).rules.sets == ("SCIFI",)


def test_a_first_campaign_is_played_by_brikwars(bare: MainWindow) -> None:
    sheet = begin(bare)
    assert sheet.rules.sets == ("BRIKWARS_2020",)
    sheet.name.setText("War")
    sheet.players.rows[0].name.setText("Ann")
    press(Key.Key_Return, CTRL)
    assert at_work(bare).desk.read(played) == ("BRIKWARS_2020",)


def test_both_rule_sets_are_a_choice_and_a_cancelled_sheet_is_forgotten(bare: MainWindow) -> None:
    sheet = begin(bare)
    sheet.rules.show_sets(BOTH)
    press(Key.Key_Escape)
    sheet = begin(bare)
    assert sheet.rules.sets == ("BRIKWARS_2020",)
    sheet.rules.show_sets(BOTH)
    sheet.name.setText("War")
    sheet.players.rows[0].name.setText("Ann")
    press(Key.Key_Return, CTRL)
    assert at_work(bare).desk.read(played) == BOTH


# Settings


def test_brikwars_alone_has_no_page_of_the_other_rules(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme, make_file(tmp_path / "a.brik")) as window:
        sheet = open_settings(window)
        assert sheet.page_names == (*OWN_PAGES, *subjects(games.BRIKWARS), RULE_SETS)
        sheet.finder.setText("weapon crews")
        assert sheet.rules is not None
        assert not [row for row in sheet.rules.rows if row.rule.id.startswith("sf_")]


def test_sci_fi_alone_has_its_switches_with_their_rules_on_one_page(
    qtbot: QtBot, theme: Theme, star: Star
) -> None:
    with open_window(qtbot, theme, star()) as window:
        sheet = open_settings(window)
        assert sheet.page_names == (*OWN_PAGES, SCIFI, RULE_SETS)
        show(sheet, SCIFI)
        assert sheet.rules is not None
        ids = [row.rule.id for row in sheet.rules.rows]
        assert ids == [id for id in scifi.HOUSE_RULES if id != BESIDE]
        asked = []
        sheet.rules.asked.connect(asked.append)
        row = row_of(sheet, "sf_weapon_crews")
        row.asked.emit(row.rule.rule)
        assert asked == ["12-73"]
        sheet.finder.setText("momentum")
        assert sheet.rules.rows == ()


def test_both_have_both_and_the_switch_between_them(qtbot: QtBot, theme: Theme, star: Star) -> None:
    with open_window(qtbot, theme, star(*(game.title for game in games.GAMES.values()))) as window:
        sheet = open_settings(window)
        assert sheet.page_names == (*OWN_PAGES, *subjects(games.BRIKWARS), SCIFI, RULE_SETS)
        assert sheet.rules is not None
        found = []
        for page in (*subjects(games.BRIKWARS), SCIFI):
            show(sheet, page)
            found += [row.rule.id for row in sheet.rules.rows]
        assert sorted(found) == sorted([*brikwars.HOUSE_RULES, *scifi.HOUSE_RULES])


@pytest.mark.rule("12-72", "S-27")
def test_a_sci_fi_switch_is_set_in_the_campaign_and_taken_back(
    qtbot: QtBot, theme: Theme, star: Star
) -> None:
    with open_window(qtbot, theme, star()) as window:
        sheet = open_settings(window)
        show(sheet, SCIFI)
        row_of(sheet, "sf_variable_fire").editor.changed.emit(True)
        desk = at_work(window).desk
        assert desk.read(house_rule_values)["sf_variable_fire"] is True
        desk.undo()
        assert desk.read(house_rule_values)["sf_variable_fire"] is False
        ways = row_of(sheet, "sf_d10_directions").editor
        assert isinstance(ways, WordsEditor)
        ways.field.setText("1, 2, 3, 4, 5, 6, 7, 8, 9, 10")
        ways.field.editingFinished.emit()
        assert list(desk.read(house_rule_values)["sf_d10_directions"])[:2] == ["1", "2"]


def test_rows_stand_below_each_other_as_soon_as_they_are_seen(
    qtbot: QtBot, theme: Theme, star: Star
) -> None:
    with open_window(qtbot, theme, star()) as window:
        sheet = open_settings(window)
        show(sheet, SCIFI)
        assert sheet.rules is not None
        rows = sheet.rules.rows
        for above, below in pairwise(rows):
            assert above.geometry().bottom() < below.geometry().top()
            assert above.height() >= above._line.totalHeightForWidth(above.width())


def test_rule_sets_are_added_later_and_a_set_in_use_stays(
    qtbot: QtBot, theme: Theme, star: Star
) -> None:
    with open_window(qtbot, theme, star()) as window:
        desk, sheet = at_work(window).desk, open_settings(window)
        show(sheet, RULE_SETS)
        assert sheet.sets is not None
        switch = sheet.sets.choice.switch
        switch._group.button(0).click()
        assert sheet.sets.problem.sentence() == (
            "Units here are played by Science fiction (weapon characteristics). Remove them first."
        )
        assert (desk.read(played), sheet.sets.choice.sets) == (("SCIFI",), ("SCIFI",))
        switch._group.button(2).click()
        assert sheet.sets.problem.sentence() == ""
        assert desk.read(played) == BOTH
        assert sheet.page_names == (*OWN_PAGES, *subjects(games.BRIKWARS), SCIFI, RULE_SETS)
        assert sheet._title.text() == RULE_SETS
        desk.undo()
        assert sheet.sets.choice.sets == ("SCIFI",)
        assert sheet.page_names == (*OWN_PAGES, SCIFI, RULE_SETS)


# Start screen


def test_four_opens_the_sci_fi_sample_made_once(bare: MainWindow, qtbot: QtBot) -> None:
    press(Key.Key_4)
    qtbot.waitUntil(lambda: bare.at_work is not None)
    settle()
    desk = at_work(bare).desk
    assert desk.path.parent == campaigns_dir()
    assert desk.read(played) == ("SCIFI",)
    stamp = desk.path.stat().st_ino
    bare.close_campaign()
    bare.commands["scifi_sample"].trigger()
    qtbot.waitUntil(lambda: bare.at_work is not None)
    assert at_work(bare).desk.path.stat().st_ino == stamp
    assert len(list(campaigns_dir().glob("*.brik"))) == 1


# Palette


def test_the_palette_speaks_the_rules_that_are_played(
    qtbot: QtBot, theme: Theme, star: Star
) -> None:
    with open_window(qtbot, theme, star()) as window:
        assert "Detected" in words_of(window, "detected")
        assert "Set on fire" not in " ".join(words_of(window, "fire"))
        assert words_of(window, "homing") == []
        assert "Crews" in words_of(window, "crews")
        assert "Detected: Trooper" in words_of(window, "trooper detected")
        assert not [word for word in words_of(window, "rule burning roll") if "Burn" in word]


def test_an_act_of_the_rules_that_are_played_is_done_by_words(
    qtbot: QtBot, theme: Theme, star: Star
) -> None:
    with open_window(qtbot, theme, star()) as window:
        rows = at_work(window).desk.read(sf_units)
        trooper = next(row for row in rows if row.name == "Trooper")
        assert "Trooper has armor class 7" in words_of(window, "trooper has armor class 7")
        at_work(window).show_palette("trooper has armor class 7")
        press(Key.Key_Return)
        facts = at_work(window).desk.read(sf_unit, trooper.unit_id)
        assert facts is not None
        assert facts.armor_class == 7
        # Of the other rules it says only that they are not played, and Enter does nothing.
        at_work(window).show_palette("ignite trooper 2")
        press(Key.Key_Return)
        palette = window.findChildren(Palette)[-1]
        assert palette.is_open()
        assert palette.field.selectedText() == "ignite"
        assert palette.current is not None
        assert "BrikWars 2020, which this campaign is not played by" in palette.current.find.more


def test_the_palette_of_brikwars_has_nothing_of_the_other_rules(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme, make_file(tmp_path / "a.brik")) as window:
        assert not [word for word in words_of(window, "sci-fi") if "sample" not in word]
        assert words_of(window, "crew of a weapon") == []
        assert words_of(window, "rule 12-73") == []
        assert words_of(window, "homing")


def test_what_can_be_done_to_a_unit_goes_by_its_figures(
    qtbot: QtBot, theme: Theme, star: Star
) -> None:
    with open_window(qtbot, theme, star(*(game.title for game in games.GAMES.values()))) as window:
        desk = at_work(window).desk
        desk.do(AddUnit(name="Pikeman", player_id=ANN))
        assert "Eliminated: Trooper" in words_of(window, "trooper eliminated")
        assert "Ignite: Trooper" not in words_of(window, "trooper ignite")
        assert "Eliminated: Pikeman" not in words_of(window, "pikeman eliminated")
        assert "Sci-fi facts of a unit: Pikeman" in words_of(window, "pikeman facts")


# The end of a turn


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, star: Star) -> Iterator[StartPanel]:
    campaign = Campaign.open(star())
    desk = Desk(campaign)
    made = StartPanel(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(424, 760)
    made.show()
    made.activateWindow()
    made.controller.rest = 0
    qtbot.waitUntil(lambda: made.controller.stage is QueueStage.OPEN)
    made.setFocus()
    yield made
    desk._watch.stop()
    campaign.close()


@pytest.mark.rule("12-93")
def test_weapons_that_could_still_fire_stand_beside_the_end_of_the_turn(panel: StartPanel) -> None:
    desk, unfired = panel.controller.desk, panel.closing.unfired
    assert unfired.words() == "3 weapons may still fire"
    assert [b.accessibleName() for b in unfired.buttons] == [
        "Fire Rack of seven, Lamp Carrier, not fired",
        "Fire Tripod launcher, Tripod team, not fired",
        "Fire laser rifle, Trooper, not fired",
    ]
    desk.do(FireSf(sf_weapon_id=RIFLE, aims=(SfAim(target_id=DRONE, distance=6),)))
    desk.do(FireSf(sf_weapon_id=RACK, aims=(SfAim(target_id=DRONE, distance=12),)))
    assert unfired.words() == "2 weapons may still fire"
    assert unfired.buttons[0].accessibleName() == "Fire Rack of seven, Lamp Carrier, 1 of 2"
    desk.do(FireSf(sf_weapon_id=RACK, aims=(SfAim(target_id=DRONE, distance=12),)))
    desk.do(FireSf(sf_weapon_id=LAUNCHER, aims=(SfAim(target_id=DRONE, distance=8),)))
    assert unfired.isHidden()
    desk.undo()
    assert unfired.words() == "1 weapon may still fire"
    assert not unfired.grab().isNull()


@pytest.mark.rule("12-93")
def test_one_digit_goes_to_fire_that_weapon(panel: StartPanel, qtbot: QtBot) -> None:
    wanted: list[FireSf] = []
    panel.controller.hub.attack_wanted.connect(wanted.append)
    told: list[tuple[tuple[str, str], ...]] = []
    panel.controller.hub.keys_changed.connect(told.append)
    press(Key.Key_2)
    press(Key.Key_9)
    panel.closing.unfired.buttons[0].click()
    assert wanted == [FireSf(sf_weapon_id=LAUNCHER), FireSf(sf_weapon_id=RACK)]
    assert ("1–3", "fire a weapon") in panel.keys.names()


@pytest.mark.rule("12-93")
def test_the_reminder_forbids_nothing_and_cites_its_rule(panel: StartPanel) -> None:
    asked: list[str] = []
    panel.controller.hub.rule_asked.connect(asked.append)
    panel.closing.unfired.citation.click()
    assert asked == ["12-93"]
    desk = panel.controller.desk
    before = panel.controller.head.player_id
    assert desk.read(unfired_weapons, ANN)
    assert isinstance(desk.do(EndTurn()), Changes)
    settle()
    assert panel.controller.head.player_id != before


def test_brikwars_alone_is_reminded_of_no_weapon(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with Campaign.open(make_file(tmp_path / "a.brik")) as campaign:
        campaign.do(AddUnit(name="Pikeman", player_id=1))
        campaign.do(AddWeapon(unit_id=1, kind="Gun"))  # type: ignore[arg-type]
        desk = Desk(campaign)
        made = StartPanel(theme, desk, Hub(desk))
        qtbot.addWidget(made)
        made.show()
        assert made.closing.unfired.isHidden()
        assert ("1", "fire a weapon") not in made.keys.names()
        campaign.do(SetRuleSets(rule_sets=tuple(game.title for game in games.GAMES.values())))
        made.controller._heard(campaign.do(AddUnit(name="Page", player_id=1)))
        assert made.closing.unfired.isHidden(), "nobody has a Sci-fi weapon"
        desk._watch.stop()
