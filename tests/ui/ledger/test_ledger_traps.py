"""Traps, terrain, hidden hazards and Energy Shields in the ledger's Fields, and their forms."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from brikdesk.acts.units.actions import SpendAction
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Trap, Unit
from brikdesk.store.views.log import log as ledger_log
from brikdesk.turns import ledger
from tests.acts.table import row, rows
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import ActSheet, show_form
from ui.look.theme import Theme
from ui.panels.ledger.table import LedgerTable
from ui.panels.ledger.tables import TABLES
from ui.parts.cells import Icon

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
GUS, PLUMB, KEEP = 1, 2, 3
SWAMP, ICE, GARDEN, BUBBLE = 1, 2, 3, 4

SCENE: tuple[dict[str, Any], ...] = (
    {"act": "AddUnit", "name": "Gus", "player_id": 1},
    {"act": "AddUnit", "name": "Plumb", "player_id": 1, "preset": "U-08",
     "weapons": [{"preset": "W-17"}]},
    {"act": "AddUnit", "name": "Keep", "player_id": 2, "kind": "Structure", "size": 6,
     "weapons": [{"kind": "Gun", "size": 2, "name": "Crossbow"}]},
    {"act": "AddField", "kind": "Difficult Terrain", "size": 6, "name": "Swamp",
     "dice": ["d6 Move"]},
    {"act": "AddField", "kind": "Difficult Terrain", "size": 4, "name": "Ice",
     "mode": "Slippery", "dice": ["d6 Move"]},
    {"act": "AddField", "kind": "Concealed Hazard", "size": 5, "name": "Garden",
     "dice": ["d6 Damage"]},
    {"act": "AddField", "kind": "Energy Shield", "size": 6, "name": "Bubble", "carrier_id": KEEP,
     "dice": ["d6 Deflection", "d6 Deflection", "d4 Deflection"], "player_id": 2},
    {"act": "AddTrap", "name": "Door bow", "trigger": "the doorknob", "weapon_id": 2,
     "player_id": 2},
    {"act": "AddTrap", "name": "Hatch", "effect": "The floor opens.", "secret": True,
     "candidates": ["left torch", "right torch"]},
)  # fmt: skip


@pytest.fixture
def desk(battle: Campaign, qtbot: QtBot) -> Iterator[Desk]:
    for act in SCENE:
        battle.do(act_from_data(act))
    made = Desk(battle, thrower=lambda sides: sides - 1)
    yield made
    made._watch.stop()


@pytest.fixture
def table(qtbot: QtBot, theme: Theme, desk: Desk) -> LedgerTable:
    spec = next(each for each in TABLES if each.name == "fields")
    made = LedgerTable(theme, desk, Hub(), spec)
    qtbot.addWidget(made)
    made.resize(1000, 400)
    made.show()
    QAbstractItemModelTester(
        made.rows_model, QAbstractItemModelTester.FailureReportingMode.Fatal, made
    )
    return made


def at(table: LedgerTable, name: str) -> None:
    places = [k for k, each in enumerate(table.rows_model.rows) if each.name == name]
    table.go_to(places[0])


def offered(table: LedgerTable, name: str) -> list[str]:
    at(table, name)
    return [act.form for act in table.acts_now(table.row()) if act.needs_row]


def opened(table: LedgerTable, name: str, form: str) -> ActSheet:
    at(table, name)
    table.do(next(act for act in table.spec.acts if act.form == form))
    sheet = table.window().findChild(ActSheet)
    assert isinstance(sheet, ActSheet)
    return sheet


def answer(sheet: ActSheet, **answers: Any) -> None:
    assert sheet.body is not None
    for name, value in answers.items():
        sheet.body.answers[name].set_value(value)
        sheet.body.answers[name].changed.emit()
    sheet.body.refresh()


def texts(table: LedgerTable, name: str) -> list[str]:
    at(table, name)
    place, model = table.currentIndex().row(), table.rows_model
    return [model.index(place, k).data() for k in range(model.columnCount())]


@pytest.mark.rule("F.2-02", "F.1-74")
def test_rows_tell_of_traps_and_shields(table: LedgerTable, desk: Desk) -> None:
    assert texts(table, "Swamp") == [
        "Swamp", "Unaligned", "Difficult Terrain, Slow", '6"', "1d6 Move", "permanent",
    ]  # fmt: skip
    assert texts(table, "Bubble")[2:] == [
        "Energy Shield, on Keep", '6"', "2d6 Deflection, 1d4 Deflection", "3 of 3 ready",
    ]  # fmt: skip
    assert texts(table, "Door bow")[2:] == [
        "Weapon Trap, Crossbow", "–", "1d4 Action", "armed",
    ]  # fmt: skip
    assert texts(table, "Hatch")[2:] == ["Trap, 2 possible triggers, secret", "–", "–", "armed"]
    at(table, "Hatch")
    first = table.cell_at(table.currentIndex().siblingAtColumn(0)).left[0]
    assert first == Icon("mine", "text2")
    desk.do(act_from_data({"act": "UseShield", "field_id": BUBBLE, "dice": [0, 1]}))
    desk.do(act_from_data({"act": "SpringTrap", "trap_id": 1}))
    assert texts(table, "Bubble")[-1] == "1 of 3 ready"
    assert texts(table, "Door bow")[-1] == "spent"


def test_each_row_offers_what_fits_it(table: LedgerTable, desk: Desk) -> None:
    assert offered(table, "Swamp") == ["CrossTerrain", "ResizeField", "ClearField", "EnterHazard"]
    assert offered(table, "Ice")[:2] == ["CrossTerrain", "Slip"]
    assert offered(table, "Garden")[:3] == ["CrossConcealed", "PlaceCarefully", "TriggerSpot"]
    assert offered(table, "Bubble") == ["UseShield", "ResizeField", "ClearField"]
    assert offered(table, "Door bow") == ["SpringTrap", "EditTrap", "RemoveTrap"]
    assert offered(table, "Hatch") == ["TryTrigger", "SpringTrap", "EditTrap", "RemoveTrap"]
    desk.do(act_from_data({"act": "SpringTrap", "trap_id": 1}))
    assert "ResetTrap" in offered(table, "Door bow")


def test_a_trap_has_no_size_to_type_over(table: LedgerTable, desk: Desk, qtbot: QtBot) -> None:
    at(table, "Hatch")
    size = [column.title for column in table.spec.columns].index("Size")
    table.setFocus()
    table.setCurrentIndex(table.currentIndex().siblingAtColumn(size))
    QTest.keyClick(table, K.Key_F2)
    editor = table.findChild(QLineEdit)
    assert editor is not None
    QTest.keyClicks(editor, "3")
    with qtbot.waitSignal(desk.failed) as failed:
        QTest.keyClick(editor, K.Key_Return)
    assert "is a Trap and has no Size" in failed.args[0]


def test_del_removes_a_trap_or_clears_a_field_and_t_adds_one(table: LedgerTable) -> None:
    for name, key, title in (
        ("Hatch", K.Key_Delete, "Remove a Trap"),
        ("Swamp", K.Key_Delete, "Clear a field"),
        ("Swamp", K.Key_T, "Add a Trap"),
    ):
        at(table, name)
        QTest.keyClick(table, key)
        sheet = table.window().findChild(ActSheet)
        assert isinstance(sheet, ActSheet)
        assert sheet.title() == title


@pytest.mark.rule("F.1-51")
def test_somebody_crosses_terrain_from_its_row(table: LedgerTable, desk: Desk) -> None:
    sheet = opened(table, "Swamp", "CrossTerrain")
    answer(sheet, unit_id=GUS)
    assert [slot.sides for slot in sheet.step.dice.slots()] == [6]
    sheet.step.roll()
    sheet.submit()
    assert sheet.isHidden()
    assert row(desk.campaign, Unit, GUS).move_used == 5


@pytest.mark.rule("F.1-55")
def test_care_is_asked_before_dice(table: LedgerTable, desk: Desk) -> None:
    desk.do(
        act_from_data(
            {"act": "AddField", "kind": "Difficult Terrain", "size": 3, "name": "Wire",
             "mode": "Spiked Obstacle", "dice": ["d6 Move"]}
        )
    )  # fmt: skip
    sheet = opened(table, "Wire", "CrossTerrain")
    answer(sheet, unit_id=GUS)
    assert sheet.step.dice.slots() == ()
    sheet.step.choices.chosen.emit("care", "careful")
    assert len(sheet.step.dice.slots()) == 1
    desk.do(SpendAction(unit_id=GUS))
    assert [slot.label for slot in sheet.step.dice.slots()] == ["Damage"]


@pytest.mark.rule("F.1-63", "F.3-03")
def test_a_path_among_mines_from_its_row(table: LedgerTable, desk: Desk) -> None:
    sheet = opened(table, "Garden", "CrossConcealed")
    answer(sheet, unit_id=PLUMB, inches=9)
    assert [slot.sides for slot in sheet.step.dice.slots()] == [8]
    sheet.step.roll()
    assert not sheet.step.complete, "Over the Top: what is the Benny for?"
    sheet.step.choices.chosen.emit("benny", "keep")
    QTest.keyClick(sheet, K.Key_Return, CTRL)
    assert 'Stops after 7"' in desk.read(ledger_log)[-1].words


@pytest.mark.rule("F.1-74")
def test_shield_dice_are_counted_by_their_places(table: LedgerTable, desk: Desk) -> None:
    sheet = opened(table, "Bubble", "UseShield")
    answer(sheet, dice=["0", "2"])
    sheet.submit()
    (bubble,) = (each for each in desk.read(ledger.fields) if each.name == "Bubble")
    assert bubble.next.whole == "1 of 3 ready"
    sheet = opened(table, "Bubble", "UseShield")
    answer(sheet, dice=["0"])
    sheet.submit()
    assert "used once in a turn" in sheet.refusal.sentence()


@pytest.mark.rule("F.2-06")
def test_a_trigger_is_tried_from_the_row_of_its_trap(table: LedgerTable, desk: Desk) -> None:
    sheet = opened(table, "Hatch", "TryTrigger")
    answer(sheet, candidate="right torch")
    sheet.step.roll()
    sheet.submit()
    assert row(desk.campaign, Trap, 2).candidates == ["left torch"]
    desk.undo()
    sheet = opened(table, "Hatch", "TryTrigger")
    answer(sheet, candidate="right torch", real=True)
    assert sheet.step.dice.slots() == ()
    sheet.submit()
    assert row(desk.campaign, Trap, 2).trigger == "right torch"


@pytest.mark.rule("F.2-03", "F.2-06")
def test_a_trap_is_written_down_in_its_form(table: LedgerTable, desk: Desk, theme: Theme) -> None:
    sheet = show_form(theme, desk, Hub(), table, ACT_FORMS["AddTrap"].filled())
    answer(sheet, name="Pit", candidates="rug, mat ,", weapon_id=2, smart=True)
    answer(sheet, action_die=8)
    sheet.submit()
    pit = rows(desk.campaign, Trap)[-1]
    assert (pit.candidates, pit.effect, pit.smart, pit.action_die) == (
        ["rug", "mat"], "Crossbow attacks.", True, 8,
    )  # fmt: skip


def test_a_shield_is_placed_on_a_creation_in_the_form_of_a_field(
    table: LedgerTable, desk: Desk, theme: Theme
) -> None:
    sheet = show_form(theme, desk, Hub(), table, ACT_FORMS["AddField"].filled())
    answer(sheet, kind="Energy Shield", name="Dome", size=3)
    answer(sheet, carrier_id=KEEP)
    answer(sheet, dice=["d6 Deflection"])
    sheet.submit()
    dome = desk.read(ledger.fields)[-1]
    assert (dome.name, dome.unit_id, dome.dice) == ("Dome", KEEP, ("d6 Deflection",))
