"""Units that have done nothing yet are named when nothing waits, and a digit selects each."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.units import units
from brikdesk.turns.queue import queue
from tests.ui.window_scene import Key, make_file, open_window, own_folders, press, settle
from ui.look.theme import Theme
from ui.models.attack.controller import attack_of
from ui.models.attack.draft import AttackPhase
from ui.panels.queue.panel import StartPanel
from ui.window.campaign_at_work import AtWork

pytestmark = pytest.mark.thorough(every=2)

ANN, BEN = 1, 2


@pytest.fixture
def at_work(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AtWork]:
    """Ann's turn: her Walker, Shooter, Dreamer and Hut; Ben's Stranger."""
    own_folders(tmp_path, monkeypatch)
    file = make_file(tmp_path / "a.brik")
    with Campaign.open(file) as campaign:
        for name in ("Walker", "Shooter", "Dreamer"):
            campaign.do(AddUnit(name=name, player_id=ANN))
        campaign.do(AddUnit(name="Hut", player_id=ANN, kind="Structure", size=4))
        campaign.do(AddUnit(name="Stranger", player_id=BEN))
        campaign.seal()
    with open_window(qtbot, theme, file) as window:
        assert window.at_work
        window.at_work.view.show_desk("start")
        yield window.at_work


def said(at_work: AtWork) -> str:
    (panel,) = at_work.view.findChildren(StartPanel)
    return str(panel.closing.idle.words())


@pytest.mark.rule("4.0-01")
def test_who_moves_or_acts_leaves_the_list(at_work: AtWork) -> None:
    assert said(at_work) == "3 units have done nothing yet"
    at_work.desk.do(MoveUnit(unit_id=1, inches=1))
    at_work.desk.do(SpendAction(unit_id=2))
    assert said(at_work) == "1 unit has done nothing yet"
    at_work.desk.undo()
    assert said(at_work) == "2 units have done nothing yet"


@pytest.mark.rule("4.1-27")
def test_the_disrupted_are_not_missed(at_work: AtWork) -> None:
    for unit_id in (1, 2, 3):
        at_work.desk.do(SetState(unit_id=unit_id, kind=StateKind.DISRUPTED))
    assert said(at_work) == ""


def test_a_digit_selects_the_unit_everywhere(at_work: AtWork) -> None:
    at_work.desk.do(MoveUnit(unit_id=1, inches=1))
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Key.Key_2)
    assert at_work.hub.selected_unit == 3


def test_a_attacks_with_the_selected_unit_once_no_step_waits(at_work: AtWork) -> None:
    (panel,) = at_work.view.findChildren(StartPanel)
    assert ("A", "attack") in panel.keys.names()
    for key, attacker in ((Key.Key_1, 1), (None, 0)):
        at_work.view.show_desk("start")
        settle()
        at_work.hub.select_unit(5)  # another player's: it would not be its attack
        for pressed in filter(None, (key, Key.Key_A)):
            focused = QApplication.focusWidget()
            assert focused is not None
            QTest.keyClick(focused, pressed)
        settle()
        attack = attack_of(at_work.desk, at_work.hub)
        assert attack.phase is AttackPhase.AIM
        assert (attack.draft.strike.by_id or 0) == attacker


@pytest.mark.rule("5.4-07")
def test_a_mom_that_the_turns_end_would_lose_is_named_first(at_work: AtWork) -> None:
    at_work.desk.do(MoveUnit(unit_id=3, inches=4, straight=4))
    assert said(at_work) == "2 units have done nothing yet", "who only shoots spends no MOM"
    at_work.desk.do(AddWeapon(unit_id=3, kind="Melee Weapon"))
    assert said(at_work) == "1 unit is not done, 2 have done nothing yet"
    (panel,) = at_work.view.findChildren(StartPanel)
    (first, *_) = panel.closing.idle.buttons
    assert first.accessibleName() == 'Select Dreamer loses its Momentum with 1" of its Move left'
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Key.Key_1)
    assert at_work.hub.selected_unit == 3
    at_work.desk.do(MoveUnit(unit_id=3, inches=1, straight=1))
    assert said(at_work) == "2 units have done nothing yet"


@pytest.mark.rule("5.4-14")
def test_who_has_rolled_its_mom_is_told_to_run_on(at_work: AtWork) -> None:
    at_work.desk.do(MoveUnit(unit_id=3, inches=4, straight=4))
    collision = Collide(unit_id=3, target_id=5, faces=(Face(5), Face(2)))
    at_work.desk.do(collision)
    (panel,) = at_work.view.findChildren(StartPanel)
    assert panel.closing.idle.buttons[0].accessibleName().endswith('must run on, 1" straight')
    at_work.end_turn()
    assert at_work.view.status.words().endswith("again asks to overrule it.")
    assert "1 on the Start tab moves it." in at_work.view.status.words()
    at_work.end_turn()
    assert at_work.desk.read(queue).phase == "START", "it is refused, as was said"


@pytest.mark.rule("4.1-22")
def test_who_drowns_when_the_turn_ends_is_named(at_work: AtWork) -> None:
    at_work.desk.do(SetState(unit_id=1, kind=StateKind.DROWNING, overruled=frozenset({"4.1-21"})))
    assert said(at_work) == "3 units have done nothing yet", "it has until its next turn's end"
    for _ in range(3):
        at_work.desk.do(EndTurn(overruled=frozenset({"turn-order"})))
    while at_work.desk.read(queue).waiting:
        at_work.desk.do(EndTurn(overruled=frozenset({"turn-order"})))
    (panel,) = at_work.view.findChildren(StartPanel)
    assert "drowns when the turn ends" in panel.closing.idle.buttons[0].accessibleName()


@pytest.mark.rule("5.1-17", "4.1-31")
def test_the_end_of_the_turn_is_said_first_and_comes_at_the_second_asking(at_work: AtWork) -> None:
    at_work.desk.do(SetState(unit_id=1, kind=StateKind.MORTALLY_WOUNDED))
    at_work.end_turn()
    reminder = at_work.view.status.words()
    assert reminder.startswith("Walker: its Mortal Wound takes effect when the turn ends.")
    assert reminder.endswith("again ends the turn.")
    assert at_work.desk.read(queue).phase == "START", "nothing has ended yet"
    at_work.end_turn()
    assert at_work.desk.read(queue).ends
    (panel,) = at_work.view.findChildren(StartPanel)
    assert panel.closing.idle.now() == (), (
        "what ends there has ended: it is too late to name anybody"
    )


def test_units_that_only_stand_about_in_view_of_all_hold_nothing_up(at_work: AtWork) -> None:
    at_work.end_turn()
    assert at_work.desk.read(battle_head).player_id == BEN
    assert "Nobody had moved or acted: Ctrl Z goes back." in at_work.view.status.words()
    at_work.desk.undo()
    at_work.desk.do(MoveUnit(unit_id=1, inches=2))
    at_work.end_turn()
    assert "moved or acted" not in at_work.view.status.words(), "who stands about is left to stand"
    at_work.view.show_workspace("log")
    at_work.desk.do(AddUnit(name="Watcher", player_id=BEN))
    at_work.end_turn()
    assert at_work.view.status.words().startswith("2 units have done nothing yet")
    assert at_work.desk.read(battle_head).player_id == BEN
    at_work.end_turn()
    assert at_work.desk.read(battle_head).player_id != BEN


def test_the_key_pressed_once_too_often_asks_before_it_ends_the_next_turn(at_work: AtWork) -> None:
    at_work.desk.do(AddUnit(name="Watcher", player_id=BEN))
    at_work.end_turn()
    head = at_work.desk.read(battle_head)
    assert head.player_id == BEN
    assert head.active is not None
    at_work.end_turn()
    said_of_it = at_work.view.status.words()
    assert said_of_it.startswith(f"The turn of {head.active.faction} has only begun.")
    assert said_of_it.endswith("again ends the turn.")
    assert at_work.desk.read(battle_head).turn_id == head.turn_id, "nothing has ended"
    at_work.end_turn()
    assert at_work.desk.read(battle_head).turn_id != head.turn_id, "asked twice, it ends"


@pytest.mark.rule("5.4-14")
def test_the_digit_of_who_must_run_on_runs_it(at_work: AtWork) -> None:
    at_work.desk.do(EditUnit(unit_id=3, x=10, y=10))
    at_work.desk.do(EditUnit(unit_id=5, x=15, y=10))
    at_work.desk.do(MoveUnit(unit_id=3, x=14, y=10))
    at_work.desk.do(Collide(unit_id=3, target_id=5, faces=(Face(5), Face(2))))
    settle()
    press(Key.Key_1)
    assert at_work.view.open_sheet() is None
    assert at_work.view.status.words() == 'Dreamer runs on 1".'
    row = next(row for row in at_work.desk.read(units) if row.id == 3)
    assert (row.x, row.y) == (15, 10), "straight on, to the end of its Move"
    assert "not done" not in said(at_work)


@pytest.mark.parametrize(("key", "form"), [("H", "Size Damage"), ("K", "Mark"), ("I", "Ignite")])
def test_the_keys_of_a_unit_work_where_its_digit_has_selected_it(
    at_work: AtWork, key: str, form: str
) -> None:
    press(Key.Key_1)
    press(Key[f"Key_{key}"])
    sheet = at_work.view.open_sheet()
    assert sheet is not None
    assert sheet.title().startswith(form)
    assert at_work.hub.selected_unit
    press(Key.Key_Escape)
    press(Key.Key_J)
    attack = attack_of(at_work.desk, at_work.hub)
    assert attack.draft.charge
