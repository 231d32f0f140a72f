"""What a move has caused is said at once, with a key to go there and one to let it pass."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.campaign import Campaign
from brikdesk.turns.queue import queue
from tests.ui.window_scene import Key, make_file, open_window, own_folders, settle
from ui.look.theme import Theme
from ui.models.attack.controller import attack_of
from ui.models.attack.draft import AttackPhase
from ui.panels.queue.caused import Caused, CausedStrip, caused_of
from ui.window.open_campaign import AtWork

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
    """Return each line of the strip; it is in sight if there is any."""
    (strip,) = at_work.view.findChildren(CausedStrip)
    lines = caused(at_work).lines
    assert strip.isVisible() == bool(lines)
    return [(line.words, line.detail, line.rule) for line in lines]


def run_to(at_work: AtWork, x: float) -> None:
    at_work.desk.do(MoveUnit(unit_id=RUNNER, x=x, y=5))
    settle()


def press(key: Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)
    settle()


@pytest.mark.rule("4.1-07")
def test_who_comes_within_reach_is_struck_by_one_key_and_back(at_work: AtWork) -> None:
    """A line with a key for each thing that now may happen, from there to the first die."""
    assert said(at_work) == []
    run_to(at_work, 8.5)
    assert said(at_work) == [("Guard strikes Runner", '0.5"', "4.1-07")]
    if folder := os.environ.get("LOOK_AT"):
        at_work.view.window().grab().save(f"{folder}/caused.png")
    press(Key.Key_Y)
    attack = attack_of(at_work.desk, at_work.hub)
    assert attack.phase in (AttackPhase.AIM, AttackPhase.DICE)
    assert attack.draft.strikes[0].by_id == GUARD
    assert attack.draft.aims[0].unit_id == RUNNER
    assert said(at_work) == [], "it is answered"


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
