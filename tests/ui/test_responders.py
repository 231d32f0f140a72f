"""Who responds (Ctrl+R): the units that may, by keys to the attack, and back to what was begun."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.campaign import Campaign
from tests.ui.window_scene import CTRL, Key, make_file, open_window, own_folders
from ui.dialogs.battles_and_responders import RespondersSheet
from ui.look.theme import Theme
from ui.models.attack.controller import AttackController, attack_of
from ui.models.attack.draft import AttackPhase
from ui.window.campaign_at_work import AtWork

pytestmark = pytest.mark.thorough(every=2)

ANN, BEN = 1, 2
RUNNER, GUARD, SLEEPER = 1, 2, 3


@pytest.fixture
def at_work(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AtWork]:
    """Ann's Runner has moved; Ben's Guard has a pistol, his Sleeper has spent its Action."""
    own_folders(tmp_path, monkeypatch)
    file = make_file(tmp_path / "a.brik")
    with Campaign.open(file) as campaign:
        for name, player_id, x in (("Runner", ANN, 5), ("Guard", BEN, 10), ("Sleeper", BEN, 7)):
            campaign.do(AddUnit(name=name, player_id=player_id, x=x, y=5))
        for unit_id in (RUNNER, GUARD):
            campaign.do(AddWeapon(unit_id=unit_id, kind="Gun", name="Pistol", size=1))
        campaign.do(SpendAction(unit_id=SLEEPER))
        campaign.do(MoveUnit(unit_id=RUNNER, inches=1))
        campaign.seal()
    with open_window(qtbot, theme, file) as window:
        assert window.at_work
        yield window.at_work


def press(key: Key, modifiers: object = None) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    if modifiers is None:
        QTest.keyClick(focused, key)
    else:
        QTest.keyClick(focused, key, modifiers)  # type: ignore[arg-type]


def ask(at_work: AtWork) -> RespondersSheet:
    at_work.hub.select_unit(RUNNER)
    press(Key.Key_R, CTRL)
    return next(
        sheet for sheet in at_work.view.window().findChildren(RespondersSheet) if sheet.is_open()
    )


def controller(at_work: AtWork) -> AttackController:
    return attack_of(at_work.desk, at_work.hub)


def titles(at_work: AtWork) -> tuple[str, ...]:
    return at_work.undo_titles()


@pytest.mark.rule("4.3-03")
def test_those_that_may_respond_come_first_with_their_distance(at_work: AtWork) -> None:
    rows = ask(at_work).picks.model.rows
    assert [(row.words, row.detail, row.right) for row in rows] == [
        ("Guard", '4"', ""),
        ("Sleeper", "its Action is spent until its next turn", "4.2-02"),
    ]


@pytest.mark.rule("4.3-11")
def test_a_shot_back_takes_three_keys(at_work: AtWork) -> None:
    sheet = ask(at_work)
    press(Key.Key_Return)
    assert [row.right for row in sheet.picks.model.rows] == [
        "4.3-10", "4.3-11", "4.3-12", "4.3-14", "4.3-02",
    ]  # fmt: skip
    press(Key.Key_Down)
    press(Key.Key_Return)
    attack = controller(at_work)
    assert (attack.phase, attack.draft.strike.by_id) == (AttackPhase.AIM, GUARD)
    assert attack.draft.aim is not None
    assert attack.draft.aim.unit_id == RUNNER
    assert "Guard responds to Runner" in titles(at_work)


@pytest.mark.thorough(but=1)
@pytest.mark.rule("4.3-02", "4.3-14")
@pytest.mark.parametrize(("downs", "title"), [(3, "Bail"), (4, "Other Action")])
def test_other_actions_open_their_forms_for_the_responder(
    at_work: AtWork, downs: int, title: str
) -> None:
    ask(at_work)
    press(Key.Key_Return)
    for _ in range(downs):
        press(Key.Key_Down)
    press(Key.Key_Return)
    form = at_work.view.open_sheet()
    assert form is not None
    assert form.accessibleName() == title
    assert form.body.values()["unit_id"] == GUARD


@pytest.mark.rule("4.2-02")
def test_who_may_not_is_refused_with_the_rule(at_work: AtWork) -> None:
    ask(at_work)
    press(Key.Key_Down)
    press(Key.Key_Return)
    press(Key.Key_Return)
    assert "Sleeper" in at_work.view.status.words()
    assert controller(at_work).phase is AttackPhase.NOTHING
    assert "Sleeper responds to Runner" not in titles(at_work)


def test_esc_leaves_everything_as_it_was(at_work: AtWork) -> None:
    before = titles(at_work)
    sheet = ask(at_work)
    press(Key.Key_Escape)
    assert not sheet.is_open()
    assert titles(at_work) == before


@pytest.mark.rule("A4-23")
def test_the_attack_that_was_answered_comes_back_with_its_dice(at_work: AtWork) -> None:
    attack = controller(at_work)
    aim = Aim(unit_id=GUARD, distance=4)
    at_work.hub.attack_wanted.emit(
        Attack(strikes=(Strike(weapon_id=1, by_id=RUNNER),), aims=(aim,))
    )
    attack.to_the_dice()
    attack.roll()
    begun = (attack.phase, attack.draft, attack.faces)
    assert begun[2]
    ask(at_work)
    press(Key.Key_Return)
    press(Key.Key_Return)
    assert attack.draft.strike.by_id == GUARD
    attack.back()
    assert (attack.phase, attack.draft, attack.faces) == begun


def test_before_anybody_acted_it_says_what_to_do(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_folders(tmp_path, monkeypatch)
    with open_window(qtbot, theme, make_file(tmp_path / "b.brik")) as window:
        assert window.at_work
        press(Key.Key_R, CTRL)
        assert "Select one" in window.at_work.view.status.words()


@pytest.mark.rule("4.3-06", "4.3-09")
def test_who_looks_away_is_asked_whether_it_has_noticed(at_work: AtWork) -> None:
    at_work.desk.do(FaceUnit(unit_id=GUARD, facing=90))  # the Runner is to the other side
    sheet = ask(at_work)
    looks_away = next(row for row in sheet.picks.model.rows if row.words == "Guard")
    assert looks_away.right == "4.3-06"
    press(Key.Key_G)  # the field finds the Guard by its name
    press(Key.Key_Return)
    (doubt,) = sheet.picks.model.rows
    assert (doubt.words, doubt.right) == ("It has noticed", "4.3-09")
    press(Key.Key_Return)
    press(Key.Key_Return)
    assert "Guard responds to Runner" in titles(at_work)


@pytest.mark.rule("A4-23", "4.3-01")
def test_who_is_of_the_side_that_acts_is_told_so_and_asked_last(at_work: AtWork) -> None:
    at_work.desk.do(AddUnit(name="Friend", player_id=ANN, x=5, y=7))
    rows = ask(at_work).picks.model.rows
    assert [(row.words, row.detail, row.right) for row in rows] == [
        ("Guard", '4"', ""),
        ("Friend", '1", own side: Bail, or any Action', "A4-23"),
        ("Sleeper", "its Action is spent until its next turn", "4.2-02"),
    ]
