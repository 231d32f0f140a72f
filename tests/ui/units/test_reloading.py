"""R does what the weapon needs: a Reload, or a payload of one's own put into a Launcher."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.units import units
from brikdesk.turns import ledger
from tests.ui.roster_scene import ANN, BEN, CANNON
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.form_sheet import HOST, ActSheet
from ui.look.theme import Theme
from ui.panels.ledger.panel import LedgerPanel
from ui.panels.units.panel import UnitActs
from ui.parts.editor_sheet import RefusedHere


def launcher(scene: Campaign, name: str, player_id: int, payload: str) -> int:
    rack = {"name": "Tray", "rounds": ({"name": payload, "explosive_size": 1, "count": 2},)}
    facts = {
        "name": name, "player_id": player_id, "kind": "vehicle", "size": 4,
        "weapons": ({"kind": "Launcher", "size": 2, "name": "Tube"},), "racks": (rack,),
    }  # fmt: skip
    scene.do(act_from_data({"act": "AddUnit", **facts}))
    return max(row.id for row in scene.read(units))


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.setProperty(HOST, True)
    qtbot.addWidget(made)
    made.resize(900, 800)
    made.show()
    return made


def sheet_after(host: QWidget, act: Any) -> ActSheet:
    act()
    sheet = host.findChild(ActSheet)
    assert sheet is not None
    return sheet


def shown(sheet: ActSheet, name: str) -> str:
    assert sheet.body is not None
    return str(sheet.body.answers[name].box.currentText())  # type: ignore[attr-defined]


def test_r_reloads_a_cannon_and_loads_a_launcher_with_its_own_payload(
    theme: Theme, scene: Campaign, desk: Desk, host: QWidget
) -> None:
    launcher(scene, "Foe", BEN, "Foe rocket")
    mine = launcher(scene, "Friend", ANN, "Own rocket")
    acts = UnitActs(theme, desk, Hub(), RefusedHere(theme, desk, Hub(), host), host)
    sheet = sheet_after(host, lambda: acts.by_letter("r", mine))
    assert sheet.title() == "Load a Launcher"
    assert shown(sheet, "weapon_id").endswith("Friend")
    assert shown(sheet, "round_id") == "2 Own rocket X1, Friend"
    offered = sheet.body.answers["round_id"].box.values()  # type: ignore[union-attr, attr-defined]
    rows = {row.round_id: row.unit for row in desk.read(ledger.ammo)}
    assert [rows.get(each) for each in offered[:2]] == [None, "Friend"]
    assert rows[offered[-1]] == "Foe" or "Foe" not in [rows.get(k) for k in offered[:3]]
    QTest.keyClick(
        QApplication.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
    )
    assert sheet.isHidden()
    sheet = sheet_after(host, lambda: acts.by_letter("r", CANNON))
    assert sheet.title() == "Reload"
    assert "Tube" not in " ".join(
        sheet.body.answers["weapon_id"].box.itemText(k)  # type: ignore[union-attr, attr-defined]
        for k in range(sheet.body.answers["weapon_id"].box.count())  # type: ignore[union-attr, attr-defined]
    )


def test_r_in_the_ledger_loads_the_launcher_of_the_row(
    theme: Theme, scene: Campaign, desk: Desk, host: QWidget
) -> None:
    launcher(scene, "Friend", ANN, "Own rocket")
    panel = LedgerPanel(theme, desk, Hub(), host)
    panel.resize(900, 800)
    panel.show()
    table = panel.table("ammo")
    place = next(k for k, row in enumerate(table.rows_model.rows) if row.kind == "Launcher")
    table.setFocus()
    table.go_to(place)
    sheet = sheet_after(host, lambda: QTest.keyClick(table, Qt.Key.Key_R))
    assert sheet.title() == "Load a Launcher"
    assert shown(sheet, "round_id").endswith("Friend")


@pytest.mark.rule("8.4-49")
def test_the_cell_of_a_cannon_says_that_its_rounds_are_never_used_up(
    theme: Theme, scene: Campaign, desk: Desk, host: QWidget
) -> None:
    launcher(scene, "Friend", ANN, "Own rocket")
    table = LedgerPanel(theme, desk, Hub(), host).table("ammo")
    place = [column.title for column in table.spec.columns].index("Rounds")
    said = {
        row.kind: table.rows_model.index(k, place).data()
        for k, row in enumerate(table.rows_model.rows)
        if row.round_id
    }
    assert said["Cannon"].endswith("∞")
    cannon = next(row for row in table.rows_model.rows if row.kind == "Cannon" and row.round_id)
    tip = table.spec.columns[place].tip
    assert tip is not None
    assert tip(cannon).startswith("Never used up")
    assert said["Launcher"] == "2 of 2"
