"""Letters that lead into the Attack tab, or out of it for a moment: A in the ledger, N for a note."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fire.fires import Ignite
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import log
from brikdesk.turns import ledger
from tests.ui.attack.attack_scene import Table
from tests.ui.roster_scene import BAITED, CANNON, HAYSTACK, do, make_roster
from tests.ui.window_scene import (
    at_work,
    focus,
    open_window,
    press,
    settle,
    typed,
)
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel
from ui.panels.ledger.panel import LedgerPanel, LedgerTabs
from ui.panels.ledger.table import LedgerTable, attack_of_row, attack_words

K = Qt.Key


@pytest.fixture
def roster(tmp_path: Path) -> Iterator[Campaign]:
    made = make_roster(tmp_path / "roster.brik")
    yield made
    made.close()


def words_of_log(campaign: Campaign) -> str:
    return campaign.read(log)[-1].words


# N: a note


def test_n_while_aiming_writes_a_note_about_the_attacker(panel: AttackPanel, table: Table) -> None:
    rosa = table.units["Rifle Rosa"]
    panel.controller.begin_with(rosa)
    settle()
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    before = panel.controller.draft
    press(K.Key_N)
    assert focus() is panel.foot.note
    typed("over the hedge 4")
    press(K.Key_Return)
    entry = table.campaign.read(log)[-1]
    assert entry.words == "Note: over the hedge 4"
    assert entry.unit_id == rosa
    assert not panel.foot.note.isVisible()
    assert (panel.controller.phase, panel.controller.draft) == (AttackPhase.AIM, before)
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DICE, "Enter belongs to the attack again"


def test_n_between_the_dice_keeps_what_lies_there(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    press(K.Key_Return)
    press(K.Key_5)
    thrown = panel.controller.thrown
    press(K.Key_N)
    typed("1 2 3 off the table")
    assert panel.controller.thrown == thrown, "digits of a note are no dice"
    press(K.Key_Return)
    assert words_of_log(table.campaign) == "Note: 1 2 3 off the table"
    assert panel.controller.thrown == thrown
    assert panel.keys.dice.isAncestorOf(focus())
    press(K.Key_4)
    assert len(panel.controller.thrown) == len(thrown) + 1


def test_escape_leaves_the_note_and_not_the_attack(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    entries = len(table.campaign.read(log))
    press(K.Key_N)
    typed("nothing")
    press(K.Key_Escape)
    assert panel.controller.phase is AttackPhase.AIM
    assert not panel.foot.note.isVisible()
    assert len(table.campaign.read(log)) == entries
    press(K.Key_N)
    assert panel.foot.note.text() == "", "the words that were given up do not come back"


@pytest.mark.parametrize("phase", [AttackPhase.NOTHING, AttackPhase.DONE])
def test_n_works_before_an_attack_and_after_it(
    panel: AttackPanel, table: Table, phase: AttackPhase
) -> None:
    if phase is AttackPhase.DONE:
        panel.controller.begin_with(table.units["Rifle Rosa"])
        settle()
        press(K.Key_T)
        typed("under")
        for key in (K.Key_Return, K.Key_Return, K.Key_2, K.Key_Return):
            press(key)
    assert panel.controller.phase is phase
    assert ("N", "note") in panel.keys.names()
    press(K.Key_N)
    typed("rain")
    press(K.Key_Return)
    assert words_of_log(table.campaign) == "Note: rain"
    assert panel.controller.phase is phase


def test_a_note_is_in_sight_while_it_is_written(panel: AttackPanel, table: Table) -> None:
    panel.resize(480, 420)
    panel.controller.begin_with(table.units["Nephew"])
    settle()
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return)
    press(K.Key_N)
    note = panel.foot.note
    inside = panel.rect().contains(note.geometry().translated(panel.foot.pos()))
    assert note.isVisible()
    assert inside


# A: the ledger


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("ammo", Attack(strikes=(Strike(weapon_id=1),))),
        ("homing", Attack(strikes=(Strike(by_id=CANNON),))),
        ("air", Attack(aims=(Aim(projectile_id=1),))),
        ("marks", Attack(aims=(Aim(unit_id=BAITED),))),
    ],
)
def test_a_on_a_row_of_the_ledger_asks_for_its_attack(
    qtbot: QtBot, theme: Theme, roster: Campaign, whole: bool, name: str, wanted: Attack
) -> None:
    do(roster, "MarkTarget", scout_id=2, target_id=BAITED)
    desk, hub = Desk(roster), Hub()
    shown = (LedgerPanel if whole else LedgerTabs)(theme, desk, hub)
    qtbot.addWidget(shown)
    shown.resize(1376, 900)
    shown.show()
    shown.activateWindow()
    asked: list[Any] = []
    hub.attack_wanted.connect(asked.append)
    hub.ledger_asked.emit(name)
    settle()
    row_table = focus()
    assert isinstance(row_table, LedgerTable)
    offered = row_table.keys()
    assert ("A", "attack") in offered
    row_table.go_to(0, 0)
    press(K.Key_A)
    assert asked == [wanted]
    desk.deleteLater()


def test_what_burns_is_attacked_and_a_dud_is_an_explosive(roster: Campaign) -> None:
    fires = {row.unit_id: row for row in roster.read(ledger.fires)}
    assert attack_of_row(fires[HAYSTACK]) == Attack(aims=(Aim(unit_id=HAYSTACK),))
    assert attack_words(fires[HAYSTACK]) == "Attack it"
    dud = ledger.AirRow(
        id=7, name="Stamp", owner=fires[HAYSTACK].owner, launcher="", type="X2", travelled=0,
        distance=0, lands="", target="", unit_id=None, dud=True,
    )  # fmt: skip
    assert attack_of_row(dud) == Attack(aims=(Aim(explosive_id=7),))
    gun = roster.read(ledger.ammo)[0]
    assert attack_words(gun) == "Attack with it"
    assert attack_of_row(None) is None


def test_a_in_the_ledger_opens_the_tab_with_the_gun_in_it(
    qtbot: QtBot, theme: Theme, table: Table
) -> None:
    path = table.campaign.path
    table.campaign.do(Ignite(unit_id=table.units["Squire Tile"]))
    table.campaign.do(AddNote(text="before"))
    table.campaign.seal()
    table.campaign.close()
    with open_window(qtbot, theme, path) as window:
        hub, view = at_work(window).hub, at_work(window).view
        hub.ledger_asked.emit("ammo")
        settle()
        press(K.Key_A)
        tab = view.side.panel("attack")
        assert isinstance(tab, AttackPanel)
        assert tab.isVisible()
        assert tab.aim.weapon.words[0] == 'Cannon 3"'
        assert tab.aim.attacker.words[0] == "Sgt. Flatplate"
        assert tab.controller.draft.aim == Aim(unit_id=table.units["Sister Underfoot"]), "nearest"
        hub.ledger_asked.emit("fires")
        settle()
        press(K.Key_A)
        assert tab.controller.draft.aim == Aim(unit_id=table.units["Squire Tile"])
        assert tab.aim.picks.purpose == "attacker", "now the attacker is missing"


def test_a_does_nothing_in_a_file_that_is_only_read(
    qtbot: QtBot, theme: Theme, roster: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, hub = Desk(roster), Hub()
    monkeypatch.setattr(Desk, "read_only", property(lambda _desk: True))
    shown = LedgerPanel(theme, desk, hub)
    qtbot.addWidget(shown)
    shown.show()
    asked: list[Any] = []
    hub.attack_wanted.connect(asked.append)
    QTest.keyClick(shown.table("ammo"), K.Key_A)
    settle()
    assert asked == []
    desk.deleteLater()
