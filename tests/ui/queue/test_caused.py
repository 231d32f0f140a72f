"""What a move has caused is said at once, with a key to go there and one to let it pass."""

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.campaign.setup import SetAlliance
from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit
from brikdesk.acts.combat.disengaging_and_responses import Disengage, Respond
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.store.act import Act, overruling
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.tables import StateKind
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.log import log, undo_state
from brikdesk.store.views.units import units
from brikdesk.turns.queue import queue
from tests.ui.window_scene import (
    CTRL,
    NONE,
    SHIFT,
    Key,
    focus,
    make_file,
    open_window,
    own_folders,
    settle,
)
from ui.campaign.desk import NotDone
from ui.campaign.settings import Said
from ui.dialogs.settings import SAID, Settings
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import ActSheet, show_form
from ui.look.theme import Theme
from ui.models.attack.controller import attack_of
from ui.models.attack.draft import AttackPhase
from ui.models.queue import queue_of
from ui.panels.map.panel import MapPanel
from ui.panels.queue.caused import Caused, CausedOver, CausedStrip, caused_of
from ui.panels.queue.closing_card import DigitRow
from ui.widgets.buttons import Button
from ui.window.campaign_at_work import AtWork
from ui.window.main_window import MainWindow

ANN, BEN = 1, 2
RUNNER, GUARD, SCOUT = 1, 2, 3


@pytest.fixture
def at_work(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AtWork]:
    """Ann's Runner at 5 5; Ben's Guard at 10 5 and his Scout at 20 20, with a blade each."""
    own_folders(tmp_path, monkeypatch)
    file = make_file(tmp_path / "a.brik")
    with Campaign.open(file) as campaign:
        for name, player_id, x, y in (
            ("Runner", ANN, 5, 5),
            ("Guard", BEN, 10, 5),
            ("Scout", BEN, 20, 20),
        ):
            campaign.do(AddUnit(name=name, player_id=player_id, x=x, y=y))
        for unit_id in (RUNNER, GUARD, SCOUT):
            campaign.do(AddWeapon(unit_id=unit_id, kind="Melee Weapon", name="Blade", size=1))
        campaign.seal()
    with open_window(qtbot, theme, file) as window:
        assert window.at_work
        window.at_work.view.show_desk("start")
        settle()
        yield window.at_work


def caused(at_work: AtWork) -> Caused:
    return caused_of(at_work.desk, at_work.hub)


def said(at_work: AtWork) -> list[tuple[str, str, str]]:
    """Return each line of the strip; it is in sight if there is any, or a way back."""
    strip = caused_strip(at_work)
    lines = caused(at_work).lines
    assert strip.isVisible() == bool(lines or caused(at_work).crumb)
    return [(line.words, line.detail, line.rule) for line in lines]


def run_to(at_work: AtWork, x: float) -> None:
    at_work.desk.do(MoveUnit(unit_id=RUNNER, x=x, y=5))
    settle()


def press(*keys: Key, held: Qt.KeyboardModifier = NONE) -> None:
    for key in keys:
        QTest.keyClick(focus(), key, held)
        settle()


def told(at_work: AtWork) -> list[str]:
    """Return the leads of the log, oldest first."""
    return [entry.line.lead for entry in at_work.desk.read(log) if not entry.undone]


@pytest.mark.rule("4.1-07")
def test_who_comes_within_reach_is_struck_by_one_key_and_back(at_work: AtWork) -> None:
    """A line with a key for each thing that now may happen, from there to the first die."""
    assert said(at_work) == []
    run_to(at_work, 8.5)
    assert said(at_work) == [("Guard strikes Runner", 'after 3", x 8 y 5', "4.1-07")]
    if folder := os.environ.get("LOOK_AT"):
        at_work.view.window().grab().save(f"{folder}/caused.png")
    press(Key.Key_Y)
    attack = attack_of(at_work.desk, at_work.hub)
    assert attack.phase in (AttackPhase.AIM, AttackPhase.DICE)
    assert attack.draft.strikes[0].by_id == GUARD
    assert attack.draft.aims[0].unit_id == RUNNER
    assert said(at_work) == [], "it is answered"


@pytest.mark.rule("X9.5-01")
def test_whom_a_vehicle_runs_over_is_a_line_until_his_damage_is_entered(at_work: AtWork) -> None:
    desk = at_work.desk
    desk.do(AddUnit(name="Truck", player_id=ANN, kind="vehicle", size=3, move=30, x=20, y=30))
    for name, x in (("Left", 20), ("Right", 26)):
        desk.do(AddUnit(name=name, player_id=BEN, x=x, y=36))
    settle()
    (truck, left, right) = sorted(row.id for row in desk.read(units))[-3:]
    desk.do(MoveUnit(unit_id=truck, corners=((20, 36),), x=30, y=36))
    settle()
    over = ("enter its damage", "X9.5-01")
    assert said(at_work) == [("Truck runs into Left", *over), ("Truck runs into Right", *over)]
    press(Key.Key_Y)
    sheet = at_work.view.findChild(ActSheet)
    assert sheet is not None
    assert sheet.body is not None
    filled = sheet.body.values()
    assert (filled["unit_id"], filled["cause"]) == (left, "Run over by Truck")
    assert filled["causer_id"] == ANN
    sheet.close()
    settle()
    desk.do(DamageUnit(unit_id=left, damage=1))
    settle()
    assert said(at_work) == [("Truck runs into Right", *over)]
    desk.undo()
    settle()
    assert len(said(at_work)) == 2, "undone, it is still to be entered"
    desk.do(DamageUnit(unit_id=right, damage=1))
    settle()
    press(Key.Key_U)
    assert said(at_work) == [], "the referee lets the other one be"
    desk.do(MoveUnit(unit_id=truck, x=20, y=36))
    settle()
    assert len(said(at_work)) == 2
    desk.undo()
    settle()
    assert said(at_work) == [], "the run itself is taken back"


def test_a_move_in_nobodys_reach_says_nothing(at_work: AtWork) -> None:
    for x in (5.5, 6, 6.5, 6):
        run_to(at_work, x)
        assert said(at_work) == []


@pytest.mark.rule("4.1-07")
def test_what_is_let_pass_is_not_offered_again_in_this_turn(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    press(Key.Key_U)
    assert said(at_work) == []
    run_to(at_work, 8.25)
    assert said(at_work) == []


def test_undo_and_the_end_of_the_turn_take_it_away(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    at_work.desk.undo()
    settle()
    assert said(at_work) == [], "nobody is in reach any more"
    at_work.desk.redo()
    settle()
    assert said(at_work) == [], "what is done again was answered then"
    at_work.desk.undo()
    run_to(at_work, 8.25)
    assert len(said(at_work)) == 1
    at_work.desk.do(EndTurn())
    settle()
    assert said(at_work) == []


def test_the_keys_are_letters_in_a_text_field(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    field = QLineEdit(at_work.view)
    field.show()
    field.setFocus()
    press(Key.Key_Y)
    assert field.text() == "y"
    assert len(said(at_work)) == 1


@pytest.mark.rule("F.1-11")
def test_dice_that_a_move_owes_are_one_key_away(
    qtbot: QtBot, theme: Theme, sample: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On the sample: the Surveyor runs into the Drain gas."""
    own_folders(tmp_path, monkeypatch)
    with open_window(qtbot, theme, sample) as window:
        work = window.at_work
        assert work
        work.view.show_desk("log")
        waited = {step.key for step in work.desk.read(queue).waiting}
        work.desk.do(MoveUnit(unit_id=2, x=20.5, y=9.5, overruled=frozenset({"4.1-01"})))
        settle()
        owed = [step for step in work.desk.read(queue).waiting if step.key not in waited]
        lines = caused(work).lines
        assert [line.step for line in lines if line.step] == [step.key for step in owed]
        assert owed, "the gas harms at once"
        caused(work).go()
        settle()
        assert work.view.side.tab == "start"


# --- silence -------------------------------------------------------------------------------------


SILENT: dict[str, tuple[Act, ...]] = {
    "no Action left": (SpendAction(unit_id=GUARD),),
    "Disrupted": (SetState(unit_id=GUARD, kind=StateKind.DISRUPTED),),
    "an ally": (SetAlliance(player_id=ANN, ally_id=BEN),),
    "engaged elsewhere": (SetState(unit_id=GUARD, kind=StateKind.ENGAGED, with_id=SCOUT),),
    "looks away": (FaceUnit(unit_id=GUARD, facing=90),),
}


@pytest.mark.rule("4.1-07", "4.2-02", "4.1-27", "5.2-06", "4.3-06")
@pytest.mark.parametrize("why", SILENT)
def test_who_cannot_strike_is_not_spoken_of(at_work: AtWork, why: str) -> None:
    for act in SILENT[why]:
        at_work.desk.do(act)
    run_to(at_work, 8.5)
    assert said(at_work) == []


def test_a_correction_and_a_put_down_cause_nothing(at_work: AtWork) -> None:
    at_work.desk.do(EditUnit(unit_id=RUNNER, x=8.5))
    settle()
    assert said(at_work) == []
    at_work.desk.do(AddUnit(name="Late", player_id=ANN))
    at_work.desk.do(MoveUnit(unit_id=4, x=8.5, y=6.5))
    settle()
    assert said(at_work) == []
    run_to(at_work, 8.25)  # the next move speaks of the Guard all the same
    assert [words for words, *_ in said(at_work)] == ["Guard strikes Runner"]


@pytest.mark.rule("4.1-07")
def test_a_pair_that_was_answered_is_offered_again_once_it_has_come_back(at_work: AtWork) -> None:
    run_to(at_work, 8.25)
    press(Key.Key_U)
    run_to(at_work, 7.75)
    assert said(at_work) == [], "it only leaves"
    run_to(at_work, 8.25)
    assert [words for words, *_ in said(at_work)] == ["Guard strikes Runner"]


def test_the_mover_who_attacks_leaves_nothing_to_answer(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    blow = Attack(strikes=(Strike(weapon_id=1, by_id=RUNNER),), aims=(Aim(unit_id=GUARD),))
    at_work.desk.do(dataclasses.replace(blow, faces=(Face(1),)))
    settle()
    assert "Runner strikes with Blade at Guard." in told(at_work)
    assert said(at_work) == []
    at_work.desk.undo()
    settle()
    assert len(said(at_work)) == 1


# --- what is said --------------------------------------------------------------------------------


def wish(at_work: AtWork, said_of: Said) -> None:
    """Choose what is said of a move, as in the settings."""
    window = at_work.view.window()
    assert isinstance(window, MainWindow)
    window.commands["settings"].trigger()
    settle()
    (sheet,) = [each for each in window.findChildren(Settings) if each.is_open()]
    sheet.show_page(sheet.page_names.index("At the table"))
    place = list(SAID).index(said_of)
    sheet.caused.findChildren(QAbstractButton)[place].click()
    sheet.close_sheet()
    settle()


def test_the_settings_say_what_is_said_of_a_move(at_work: AtWork) -> None:
    wish(at_work, Said.DICE)
    run_to(at_work, 8.5)
    assert said(at_work) == [], "dice only"
    at_work.desk.undo()
    wish(at_work, Said.ALL)
    run_to(at_work, 8.5)
    assert [(words, rule) for words, _, rule in said(at_work)] == [
        ("Guard strikes Runner", "4.1-07"),
        ("Scout may respond to Runner", "4.3-03"),
    ]
    wish(at_work, Said.DICE)
    assert said(at_work) == [], "it counts at once"


def test_who_only_sees_the_move_is_a_number(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    strip = caused_strip(at_work)
    assert any("Ctrl R: 1 more may respond" in words for words in words_of(strip))


def words_of(strip: CausedStrip) -> list[str]:
    return [label.text() for label in strip.findChildren(QLabel) if label.isVisible()]


def test_the_badge_of_the_start_counts_what_may_strike(at_work: AtWork) -> None:
    assert at_work.view.side.segment.badge == ""
    run_to(at_work, 8.5)
    assert at_work.view.side.segment.badge == "1"
    press(Key.Key_U)
    assert at_work.view.side.segment.badge == ""


# --- what is let pass ----------------------------------------------------------------------------


def add_mate(at_work: AtWork) -> None:
    """Add Ben's Mate beside the Guard, with a blade."""
    at_work.desk.do(AddUnit(name="Mate", player_id=BEN, x=10, y=6.5))
    at_work.desk.do(AddWeapon(unit_id=4, kind="Melee Weapon", name="Blade", size=1))


@pytest.mark.rule("4.1-07")
def test_what_is_let_pass_is_in_the_log_and_an_undo_brings_it_back(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    press(Key.Key_U)
    assert told(at_work)[-1] == "Guard lets Runner pass."
    press(Key.Key_Z, held=CTRL)
    assert [words for words, *_ in said(at_work)] == ["Guard strikes Runner"]
    press(Key.Key_Y, held=CTRL)
    assert said(at_work) == []


@pytest.mark.rule("4.1-07")
def test_shift_u_lets_all_of_the_move_pass_with_one_undo(at_work: AtWork) -> None:
    add_mate(at_work)
    run_to(at_work, 9)
    both = ["Guard strikes Runner", "Mate strikes Runner"]
    assert [words for words, *_ in said(at_work)] == both, "as the way comes to them"
    press(Key.Key_U, held=SHIFT)
    assert said(at_work) == []
    assert told(at_work)[-2:] == ["Guard lets Runner pass.", "Mate lets Runner pass."]
    run_to(at_work, 9.1)
    assert said(at_work) == []
    at_work.desk.undo()
    press(Key.Key_Z, held=CTRL)
    assert [words for words, *_ in said(at_work)] == both


# --- there and back ------------------------------------------------------------------------------


def where(at_work: AtWork) -> tuple[str, str, int, object]:
    view = at_work.view
    return view.workspace, view.side.tab, at_work.hub.selected_unit, focus()


@pytest.mark.rule("4.1-07")
def test_the_blow_is_done_and_the_arrows_move_the_runner_on(at_work: AtWork) -> None:
    at_work.view.panes.focus(at_work.view.panel("map"))
    at_work.hub.select_unit(RUNNER)
    run_to(at_work, 8.5)
    before = where(at_work)
    press(Key.Key_Y)
    if folder := os.environ.get("LOOK_AT"):
        at_work.view.window().grab().save(f"{folder}/answering.png")
    press(Key.Key_1)
    assert caused(at_work).crumb == "Runner moves > Guard strikes"
    press(Key.Key_Return)
    if folder := os.environ.get("LOOK_AT"):
        at_work.view.window().grab().save(f"{folder}/answered.png")
    assert where(at_work) == before
    assert caused(at_work).crumb == ""
    assert at_work.view.status.words() == "Guard misses Runner."
    assert "Guard strikes with Blade at Runner." in told(at_work)
    press(Key.Key_Left, Key.Key_Return)
    (runner,) = [row for row in at_work.desk.read(units) if row.id == RUNNER]
    assert runner.x == 7.5


def test_the_inspector_is_there_again_too(at_work: AtWork) -> None:
    at_work.hub.select_unit(RUNNER)
    at_work.hub.unit_opened.emit(RUNNER)
    run_to(at_work, 8.5)
    before = where(at_work)
    assert at_work.view.side.aside == "inspector"
    caused(at_work).go()
    settle()
    assert at_work.view.side.aside == ""
    press(Key.Key_Escape)
    assert at_work.view.side.aside == "inspector"
    assert where(at_work) == before


def test_esc_comes_back_to_half_typed_dice_and_undo_to_those_of_the_blow(
    qtbot: QtBot, theme: Theme, sample: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On the sample: a die of a burning roll is typed, the Surveyor comes within reach."""
    own_folders(tmp_path, monkeypatch)
    with open_window(qtbot, theme, sample) as window:
        work = window.at_work
        assert work
        work.view.show_desk("start")
        settle()
        controller = queue_of(work.desk, work.hub)
        controller.go(next(step.key for step in controller.steps if step.dice == (4,)))
        settle()
        step = controller.current
        press(Key.Key_1)
        dice = controller.faces
        assert dice
        goal = next(row for row in work.desk.read(units) if row.name == "Wicker Samovar")
        act = MoveUnit(
            unit_id=2, x=(goal.x or 0) - goal.size / 2 - 0.8, y=goal.y,
            overruled=frozenset({"4.1-01", "4.1-03"}),
        )  # fmt: skip
        work.desk.do(act)
        settle()
        strikes = [line for line in caused(work).lines if line.strikes]
        assert strikes
        before = where(work)
        caused(work).go(caused(work).lines.index(strikes[0]))
        settle()
        assert work.view.side.tab == "attack"
        press(Key.Key_Escape)
        assert where(work) == before
        assert controller.current == step
        assert controller.faces == dice


def test_an_undo_brings_the_blow_back_with_its_dice_and_the_way_to_it(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    before = where(at_work)
    press(Key.Key_Y, Key.Key_1, Key.Key_Return)
    press(Key.Key_Z, held=CTRL)
    attack = attack_of(at_work.desk, at_work.hub)
    assert (attack.phase, len(attack.faces)) == (AttackPhase.DICE, 1)
    assert caused(at_work).crumb == "Runner moves > Guard strikes"
    assert at_work.view.side.tab == "attack"
    press(Key.Key_Return)
    assert where(at_work) == before


def test_in_a_response_the_other_lines_wait(at_work: AtWork) -> None:
    add_mate(at_work)
    run_to(at_work, 9)
    press(Key.Key_Y, Key.Key_1)
    attack = attack_of(at_work.desk, at_work.hub)
    begun = attack.draft
    press(Key.Key_U)
    press(Key.Key_Y)
    assert attack.draft == begun
    assert [words for words, *_ in said(at_work)] == ["Mate strikes Runner"]
    press(Key.Key_Return)
    press(Key.Key_Y)
    assert attack.draft.strike.by_id == 4


@pytest.mark.rule("A4-23")
def test_the_crumb_shows_three_parts_of_the_way_at_most(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    press(Key.Key_Y)
    attack = attack_of(at_work.desk, at_work.hub)
    attack.respond(Respond(unit_id=RUNNER, to_id=GUARD))
    settle()
    assert caused(at_work).crumb == "Runner moves > Guard strikes > Runner strikes"
    attack.respond(Respond(unit_id=SCOUT, to_id=RUNNER))
    settle()
    assert caused(at_work).crumb == "Guard strikes > Runner strikes > Scout strikes"
    press(Key.Key_Escape)
    assert caused(at_work).crumb == "Runner moves > Guard strikes > Runner strikes"
    assert attack.draft.strike.by_id == RUNNER


def test_an_open_form_is_not_lost(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    show_form(
        at_work.view.theme,
        at_work.desk,
        at_work.hub,
        at_work.view.body,
        ACT_FORMS["Ignite"].filled(1),
    )
    settle()
    caused_strip(at_work)._press(caused(at_work).go)
    assert at_work.view.open_sheet() is not None
    assert "A form is open" in at_work.view.status.words()
    assert len(said(at_work)) == 1


def caused_strip(at_work: AtWork) -> CausedStrip:
    found = at_work.view.side.findChildren(CausedStrip)
    (strip,) = (each for each in found if not isinstance(each, CausedOver))
    return strip


def over_the_map(at_work: AtWork) -> CausedOver:
    (over,) = at_work.view.panel("map").findChildren(CausedOver)
    return over


def rows_of(at_work: AtWork) -> list[str]:
    """Return the words of the lines that the strip shows."""
    found = caused_strip(at_work).findChildren(DigitRow)
    return [row._words for row in found if row.isVisible()]


def test_the_heading_names_the_mover_and_where_room_is_little_one_line_stands(
    at_work: AtWork,
) -> None:
    add_mate(at_work)
    run_to(at_work, 9)
    assert "Runner came within reach" in words_of(caused_strip(at_work))
    assert rows_of(at_work) == ["Guard strikes", "Mate strikes"]
    at_work.view.window().resize(820, 700)
    settle()
    assert rows_of(at_work) == ["Guard strikes"]
    assert any("1 more" in words for words in words_of(caused_strip(at_work)))
    press(Key.Key_Y)
    assert rows_of(at_work) == ["Both act at once"]
    assert any("1 more" in words for words in words_of(caused_strip(at_work)))


def test_where_the_map_is_alone_one_line_lies_over_its_foot(at_work: AtWork) -> None:
    add_mate(at_work)
    at_work.hub.map_alone_asked.emit()
    settle()
    view = at_work.view.panel("map")
    assert isinstance(view, MapPanel)
    size = view.view.size()
    run_to(at_work, 9)
    over = over_the_map(at_work)
    assert over.isVisible()
    assert view.view.size() == size, "nothing moves under the pointer"
    (row,) = over.findChildren(DigitRow)
    assert row.accessibleName().startswith("Guard strikes Runner, after 3")
    assert "1 more" in row.accessibleName()
    if folder := os.environ.get("LOOK_AT"):
        at_work.view.window().grab().save(f"{folder}/over.png")
    press(Key.Key_U)
    assert [line.words for line in caused(at_work).lines] == ["Mate strikes Runner"]
    press(Key.Key_Y)
    assert attack_of(at_work.desk, at_work.hub).draft.strike.by_id == 4
    assert not over.isVisible()
    assert caused_strip(at_work).isVisible(), "the way back stands under the tabs"
    press(Key.Key_Escape)
    assert at_work.view.body.map_alone


def test_in_a_narrow_window_one_line_lies_over_the_map_while_that_is_in_front(
    at_work: AtWork,
) -> None:
    window = at_work.view.window()
    window.resize(820, 700)
    settle()
    at_work.view.body.switched.emit(0)
    settle()
    run_to(at_work, 8.5)
    assert over_the_map(at_work).isVisible()
    at_work.view.body.switched.emit(1)
    settle()
    assert not over_the_map(at_work).isVisible()
    assert caused_strip(at_work).isVisible()


# --- who is first --------------------------------------------------------------------------------


def orders(at_work: AtWork) -> list[str]:
    """Return what the log says of responses."""
    found = (entry.line for entry in at_work.desk.read(log) if not entry.undone)
    said_of = (line.said() for line in found if "responds" in line.lead)
    return [words.partition("Runner. ")[2].partition(".")[0] for words in said_of]


@pytest.mark.rule("4.3-10", "4.3-11", "4.3-12")
def test_f_changes_who_is_first_and_the_log_tells_of_one_response(at_work: AtWork) -> None:
    run_to(at_work, 8.5)
    press(Key.Key_Y)
    assert "at once" in orders(at_work)[-1], "both reach equally far"
    press(Key.Key_F)
    assert orders(at_work) == ['It is at least 1" ahead and acts first']
    press(Key.Key_F)
    assert "higher Action Roll" in orders(at_work)[-1]
    press(Key.Key_F)
    assert len(orders(at_work)) == 1
    press(Key.Key_1, Key.Key_Return)
    assert "Guard strikes with Blade at Runner." in told(at_work)


@pytest.mark.rule("4.3-10")
def test_who_reaches_an_inch_farther_is_proposed_as_first(at_work: AtWork) -> None:
    pike = AddWeapon(unit_id=GUARD, kind="Melee Weapon", name="Pike", size=3)
    at_work.desk.do(overruling(pike, "8.1-27"))
    run_to(at_work, 7)
    press(Key.Key_Y)
    assert orders(at_work) == ['It is at least 1" ahead and acts first']


def test_f_is_the_large_view_where_nobody_responds(at_work: AtWork) -> None:
    at_work.hub.attack_wanted.emit(Attack(strikes=(Strike(weapon_id=1, by_id=RUNNER),)))
    settle()
    press(Key.Key_Escape)  # the list of targets
    press(Key.Key_F)
    assert at_work.view.is_large
    assert orders(at_work) == []
    assert at_work.desk.read(undo_state, 1).undo != ("Guard responds to Runner",)


@pytest.mark.rule("5.2-33")
def test_a_counterstrike_is_one_key_away_from_any_tab(at_work: AtWork) -> None:
    at_work.desk.do(EditUnit(unit_id=GUARD, x=6, y=5))
    at_work.desk.do(SetState(unit_id=RUNNER, kind=StateKind.ENGAGED, with_id=GUARD))
    at_work.view.show_desk("log")
    settle()
    assert said(at_work) == []
    at_work.desk.do(Disengage(unit_id=RUNNER))
    settle()
    ((words, _, rule),) = said(at_work)
    assert ("Guard" in words, rule) == (True, "5.2-33")
    assert caused(at_work).title == "Runner Disengages"
    caused(at_work).go()
    settle()
    assert at_work.view.side.tab == "start"
    assert "5.2-33" in at_work.view.heading.queue.waiting[0].rule
    press(Key.Key_A, Key.Key_Return)
    assert said(at_work) == [], "what is settled is no longer said"


@pytest.mark.rule("5.2-08")
def test_who_is_engaged_and_would_walk_off_is_offered_to_disengage(at_work: AtWork) -> None:
    at_work.desk.do(EditUnit(unit_id=GUARD, x=6, y=5))
    at_work.desk.do(SetState(unit_id=RUNNER, kind=StateKind.ENGAGED, with_id=GUARD))
    asked = list[tuple[str, dict[str, int]]]()
    at_work.hub.form_asked.connect(lambda name, known: asked.append((name, known)))
    (panel,) = at_work.view.findChildren(MapPanel)
    panel.refusal.do(MoveUnit(unit_id=RUNNER, x=3, y=5))
    (way,) = [each for each in panel.refusal.findChildren(Button) if each.text() == "Disengage"]
    assert way.isVisibleTo(panel.refusal)
    way.click()
    assert asked == [("Disengage", {"unit_id": RUNNER})]


@pytest.mark.rule("A5-62")
def test_who_has_engaged_in_this_turn_is_not_offered_to_disengage(at_work: AtWork) -> None:
    at_work.desk.do(EditUnit(unit_id=GUARD, x=6, y=5))
    blow = Strike(weapon_id=1, by_id=RUNNER, mode=Mode.STRIKE)
    at_work.desk.do(Attack(strikes=(blow,), aims=(Aim(unit_id=GUARD),), faces=(Face(1),)))
    (panel,) = at_work.view.findChildren(MapPanel)
    refused = panel.refusal.do(MoveUnit(unit_id=RUNNER, x=3, y=5))
    assert isinstance(refused, NotDone)
    assert refused.rule == "5.2-08"
    ways = [each for each in panel.refusal.findChildren(Button) if each.text() == "Disengage"]
    assert not any(each.isVisibleTo(panel.refusal) for each in ways)


@pytest.mark.rule("F.1-23")
def test_what_waits_as_a_turn_begins_is_said_by_the_queue_alone(at_work: AtWork) -> None:
    lit = at_work.desk.do(Ignite(unit_id=GUARD))
    assert isinstance(lit, Changes), lit
    while at_work.desk.read(battle_head).player_id != BEN:
        assert isinstance(at_work.desk.do(EndTurn(overruled=frozenset({"turn-order"}))), Changes)
    settle()
    assert [step.unit_id for step in at_work.desk.read(queue).waiting] == [GUARD]
    assert said(at_work) == []
