"""What the map shows, how it is looked at, and what is measured on it."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.store.act import act_from_data
from brikdesk.store.views.armory import controls
from brikdesk.store.views.units import UnitRow, units
from tests.ui.map.map_scene import Map
from ui.models.units import spoken
from ui.panels.map.scene import FIELDS, LABELS
from ui.panels.map.toolbox import LayersMenu
from ui.parts.cells import CellWords
from ui.parts.units import list_cell

pytestmark = pytest.mark.thorough(every=2)

Key = Qt.Key


def choose(shown: Map, name: str) -> None:
    """Take a unit out of the tray by Enter."""
    tray = shown.panel.tray
    tray.setFocus()
    (item,) = tray.findItems(name, Qt.MatchFlag.MatchExactly)
    tray.setCurrentItem(item)
    QTest.keyClick(tray, Key.Key_Return)


def test_every_unit_with_a_place_has_a_token_there(shown: Map) -> None:
    drawn = {token.name: (token.x, token.y) for token in shown.panel.scene.tokens}
    placed = {name: shown.where(name) for name in shown.keys}
    assert drawn == {name: where for name, where in placed.items() if where != (None, None)}
    assert len(drawn) == len(shown.keys) - 1, "one has no place yet"


def test_a_unit_without_a_place_waits_in_the_tray_and_is_put_down_by_a_click(shown: Map) -> None:
    shown.desk.do(act_from_data({"act": "AddUnit", "name": "Latecomer", "player_id": 1}))
    tray = shown.panel.tray
    choose(shown, "Latecomer")
    shown.click(20, 20)
    assert [tray.item(row).text() for row in range(tray.count())] == ["Lost Lancer"]
    placed = next(token for token in shown.panel.scene.tokens if token.name == "Latecomer")
    assert abs(placed.x - 20) < 0.2
    assert abs(placed.y - 20) < 0.2
    shown.desk.undo()
    assert tray.count() == 2
    for name in ("Latecomer", "Lost Lancer"):
        choose(shown, name)
        shown.click(10, 20)
    assert not tray.isVisible()


def test_a_unit_of_the_tray_is_put_down_by_keys_alone(shown: Map) -> None:
    shown.desk.do(act_from_data({"act": "AddUnit", "name": "Latecomer", "player_id": 1}))
    choose(shown, "Latecomer")
    shown.type("15 18")
    shown.press(Key.Key_Return)
    shown.press(Key.Key_Return)
    placed = next(token for token in shown.panel.scene.tokens if token.name == "Latecomer")
    assert (placed.x, placed.y) == (15, 18)


def test_two_units_are_measured_from_edge_to_edge(shown: Map) -> None:
    shown.click(6, 11)
    shown.press(Key.Key_M)
    shown.click(18.5, 11)
    assert shown.says() == '12.5", 9" between the edges'
    shown.press(Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == '12.5", 9" between the edges'
    shown.press(Key.Key_Escape)
    assert shown.panel.tool is None


def test_several_legs_add_up(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_M)
    shown.press(Key.Key_Right, times=3)
    shown.press(Key.Key_Return)
    shown.press(Key.Key_Down, times=4)
    assert shown.says() == '7" = 3" + 4"'


def test_zoom_keeps_the_middle_and_0_shows_the_whole_table_again(shown: Map) -> None:
    view = shown.panel.view
    fitted = view.scale_now
    middle = QPointF(view.viewport().rect().center())
    before = view.to_table(middle)
    shown.press(Key.Key_Plus, times=3)
    assert view.scale_now > fitted * 1.8
    after = view.to_table(middle)
    pixel = 1.5 / fitted
    assert abs(after.x() - before.x()) < pixel
    assert abs(after.y() - before.y()) < pixel
    shown.press(Key.Key_0)
    assert view.scale_now == fitted


def test_a_hidden_layer_is_not_seen_and_comes_back(shown: Map) -> None:
    field = {"act": "AddField", "kind": "Smoke", "size": 7, "name": "Pea Soup", "x": 20, "y": 20}
    shown.desk.do(act_from_data(field))
    assert any(key.startswith("field-") for key in shown.panel.overlay.boxes())
    menu = LayersMenu(frozenset(), shown.panel)
    heard: list[frozenset[str]] = []
    menu.changed.connect(heard.append)
    entry = next(one for one in menu.actions() if one.text().startswith("Fields"))
    entry.trigger()
    assert heard == [frozenset({FIELDS})]
    shown.panel.hide_layers(heard[0])
    assert not any(key.startswith("field-") for key in shown.panel.overlay.boxes())
    shown.panel.hide_layers(frozenset({LABELS}))
    assert not shown.panel.overlay.boxes()
    shown.panel.hide_layers(frozenset())
    assert any(key.startswith("field-") for key in shown.panel.overlay.boxes())


def test_a_unit_that_is_lost_leaves_the_map(shown: Map) -> None:
    squire = shown.keys["Squire Tile"]
    shown.desk.do(act_from_data({"act": "Kill", "unit_id": squire}))
    assert shown.panel.scene.token(squire) is None
    shown.desk.undo()
    assert shown.panel.scene.token(squire) is not None


def test_what_was_done_while_the_map_was_hidden_is_seen_when_it_comes_back(shown: Map) -> None:
    rosa = shown.keys["Rifle Rosa"]
    shown.panel.hide()
    shown.desk.do(act_from_data({"act": "MoveUnit", "unit_id": rosa, "x": 7, "y": 4}))
    shown.panel.show()
    token = shown.panel.scene.token(rosa)
    assert token is not None
    assert (token.x, token.y) == (7, 4)


def test_a_unit_is_dragged_out_of_the_tray_to_its_place(shown: Map) -> None:
    shown.desk.do(AddUnit(name="Straggler", player_id=1))
    tray, view = shown.panel.tray, shown.panel.view
    (item,) = tray.findItems("Straggler", Qt.MatchFlag.MatchExactly)
    goal = view.viewport().mapToGlobal(shown.place(20, 12))
    port = tray.viewport()
    begin = tray.visualItemRect(item).center()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin)
    for place in (begin + QPoint(4, -30), port.mapFromGlobal(goal)):
        at = QPointF(place)
        moved = QMouseEvent(
            QEvent.Type.MouseMove, at, port.mapToGlobal(at), Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(port, moved)

    def straggler() -> UnitRow:
        return next(row for row in shown.desk.read(units) if row.name == "Straggler")

    assert straggler().x is None, "not before the button is let go"
    QTest.mouseRelease(
        port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, port.mapFromGlobal(goal)
    )
    row = straggler()
    assert (row.x, row.y) == (pytest.approx(20, abs=0.2), pytest.approx(12, abs=0.2))
    assert shown.panel.tool is None


@pytest.mark.rule("8.2-01")
def test_a_crew_waits_in_no_tray_and_is_said_to_be_aboard(shown: Map) -> None:
    truck = {"act": "AddUnit", "name": "Truck", "player_id": 1, "kind": "Vehicle", "size": 4}
    gun = {"kind": "Gun", "name": "Wheel", "size": 1, "controls": ["seat"]}
    shown.desk.do(act_from_data({**truck, "x": 20, "y": 20, "weapons": [gun]}))
    shown.desk.do(act_from_data({"act": "AddUnit", "name": "Driver", "player_id": 1}))
    driver = next(row for row in shown.desk.read(units) if row.name == "Driver")
    assert shown.panel.tray.count() == 2
    seat = shown.desk.read(controls)[-1].id
    shown.desk.do(ManControl(control_id=seat, unit_id=driver.id))
    tray = shown.panel.tray
    assert [tray.item(row).text() for row in range(tray.count())] == ["Lost Lancer"]
    driver = next(row for row in shown.desk.read(units) if row.name == "Driver")
    assert "aboard Truck" in spoken(driver)
    assert CellWords("aboard Truck", token="text3") in list_cell(driver).left
