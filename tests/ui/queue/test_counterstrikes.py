"""Counterstrikes wait in the queue: a key opens the attack, another lets the unit go (5.2-33)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.combat.aim import Mode
from brikdesk.acts.combat.disengaging_and_responses import Disengage
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind
from brikdesk.store.views.log import log
from tests.ui.window_scene import Key, make_file, open_window, own_folders
from ui.look.theme import Theme
from ui.models.attack.controller import attack_of
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel
from ui.window.campaign_at_work import AtWork

ANN, BEN = 1, 2
FRED, ART = 1, 2


@pytest.fixture
def at_work(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AtWork]:
    """Ann's turn: her Fred fights with Ben's Art, who has a bow and a sword, and Disengages."""
    own_folders(tmp_path, monkeypatch)
    file = make_file(tmp_path / "a.brik")
    with Campaign.open(file) as campaign:
        campaign.do(AddUnit(name="Fred", player_id=ANN))
        campaign.do(AddUnit(name="Art", player_id=BEN))
        campaign.do(AddWeapon(unit_id=ART, preset="W-05", name="Bow"))
        campaign.do(AddWeapon(unit_id=ART, preset="W-01", name="Sword"))
        campaign.do(SetState(unit_id=FRED, kind=StateKind.ENGAGED, with_id=ART))
        campaign.do(Disengage(unit_id=FRED))
        campaign.seal()
    with open_window(qtbot, theme, file) as window:
        assert window.at_work
        window.at_work.view.show_desk("start")
        yield window.at_work


def press(*keys: Key) -> None:
    for key in keys:
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)


def last_lines(at_work: AtWork) -> list[str]:
    return [entry.line.lead for entry in at_work.desk.read(log)[-3:]]


@pytest.mark.rule("5.2-33", "5.2-35")
def test_c_opens_the_counterstrike_with_the_unused_weapon(at_work: AtWork) -> None:
    press(Key.Key_C)
    draft = attack_of(at_work.desk, at_work.hub).draft
    assert (draft.counterstrike, draft.strike.by_id, draft.strike.mode) == (True, ART, Mode.STRIKE)
    arm = attack_of(at_work.desk, at_work.hub).table.arm(draft.strike.weapon_id)
    assert arm
    assert arm.name == "Sword"
    press(Key.Key_Return, Key.Key_1, Key.Key_Return)
    assert attack_of(at_work.desk, at_work.hub).done
    assert any("Fred has Disengaged." in text for text in last_lines(at_work))
    (panel,) = at_work.view.findChildren(AttackPanel)
    assert ("Enter", "back to the turn") in panel.keys.names(), "Art has no other attack"
    press(Key.Key_Return)
    assert attack_of(at_work.desk, at_work.hub).phase is AttackPhase.NOTHING
    assert at_work.view.side.tab == "start"


@pytest.mark.rule("5.2-33", "5.2-34")
def test_letting_it_go_takes_a_letter_and_enter(at_work: AtWork) -> None:
    press(Key.Key_C)  # looked at, and left again: nothing has happened
    at_work.view.show_desk("start")
    press(Key.Key_A, Key.Key_Return)
    assert any("Art lets Fred go." in text for text in last_lines(at_work))
