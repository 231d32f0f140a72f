"""R does what the weapon needs: a Reload, or a payload of one's own put into a Launcher."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.armory import controls
from brikdesk.store.views.units import units
from brikdesk.turns import ledger
from tests.ui.roster_scene import ANN, BEN, CANNON
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.form_sheet import HOST, ActSheet
from ui.forms.options import at_controls, manning
from ui.look.theme import Theme
from ui.panels.ledger.panel import LedgerPanel
from ui.panels.units.panel import UnitActs
from ui.parts.editor_sheet import RefusedHere
from ui.widgets.buttons import Button


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


@pytest.mark.rule("8.4-50")
def test_a_cannon_without_a_round_says_so_and_offers_to_add_some(
    theme: Theme, scene: Campaign, desk: Desk, host: QWidget
) -> None:
    gun = {"kind": "Cannon", "size": 2, "name": "Hose"}
    facts = {
        "name": "Fire engine",
        "player_id": ANN,
        "kind": "vehicle",
        "size": 3,
        "weapons": (gun,),
    }
    scene.do(act_from_data({"act": "AddUnit", **facts}))
    engine = max(row.id for row in scene.read(units))
    assert [row.load for row in scene.read(ledger.ammo) if row.unit_id == engine] == ["No rounds"]
    hub, asked = Hub(), list[tuple[str, dict[str, int]]]()
    hub.form_asked.connect(lambda name, known: asked.append((name, known)))
    line = RefusedHere(theme, desk, hub, host)
    weapon = next(row.weapon_id for row in scene.read(ledger.ammo) if row.unit_id == engine)
    line.do(act_from_data({"act": "Reload", "weapon_id": weapon}))
    (button,) = [each for each in line.findChildren(Button) if each.text() == "Add rounds"]
    assert button.isVisibleTo(line)
    button.click()
    assert asked == [("AddRack", {"unit_id": engine, "weapon_id": weapon})]
    line.refuse("Something else.", "4.1-01")
    assert not button.isVisibleTo(line)


@pytest.mark.rule("8.5-10")
def test_controls_are_offered_to_who_reaches_them_and_their_own_side_first(
    scene: Campaign, desk: Desk
) -> None:
    tank = {"name": "Tank", "player_id": ANN, "kind": "vehicle", "size": 4, "x": 20, "y": 20,
            "weapons": ({"kind": "Gun", "size": 2, "name": "Gun"},)}  # fmt: skip
    scene.do(act_from_data({"act": "AddUnit", **tank}))
    for name, side, x in (
        ("Foe at hand", BEN, 22.6),
        ("Mate at hand", ANN, 23),
        ("Mate far", ANN, 40),
    ):
        who = {"name": name, "player_id": side, "x": x, "y": 20}
        scene.do(act_from_data({"act": "AddUnit", **who}))
    seat = next(row.id for row in scene.read(controls) if row.unit == "Tank")
    names = [option.words for option in at_controls(desk, {"control_id": seat})]
    here = [name.split(",")[0] for name in names if "at hand" in name or "far" in name]
    assert here == ["Mate at hand", "Foe at hand"]


def test_the_form_of_controls_opens_with_who_is_at_them(scene: Campaign, desk: Desk) -> None:
    tank = {"name": "Tank", "player_id": ANN, "kind": "vehicle", "size": 4, "x": 20, "y": 20,
            "weapons": ({"kind": "Gun", "size": 2, "name": "Gun"},)}  # fmt: skip
    scene.do(act_from_data({"act": "AddUnit", **tank}))
    scene.do(act_from_data({"act": "AddUnit", "name": "Kurt", "player_id": ANN, "x": 23, "y": 20}))
    seat = next(row.id for row in scene.read(controls) if row.unit == "Tank")
    kurt = next(row.id for row in scene.read(units) if row.name == "Kurt")
    assert manning(desk, {"control_id": seat}) is None, "nobody is there yet"
    scene.do(act_from_data({"act": "ManControl", "control_id": seat, "unit_id": kurt}))
    assert manning(desk, {"control_id": seat}) == kurt
