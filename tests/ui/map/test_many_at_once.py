"""What is done to all units that are selected together on the map: one form, one act, one undo."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from brikdesk.store.views.log import undo_state
from brikdesk.store.views.states import states
from brikdesk.store.views.units import units
from tests.ui.map.map_scene import CTRL, Map
from ui.forms.form_sheet import ActSheet

Key = Qt.Key


def sheet() -> ActSheet:
    found = [
        each
        for each in QApplication.allWidgets()
        if isinstance(each, ActSheet) and not each.isHidden()
    ]
    assert len(found) == 1
    return found[0]


def choose_two(shown: Map) -> set[str]:
    shown.click(6, 2)
    shown.click(4, 12, CTRL)
    names = {key: name for name, key in shown.keys.items()}
    return {names[each] for each in shown.hub.together}


def test_a_state_is_set_on_all_that_are_selected(shown: Map) -> None:
    chosen = choose_two(shown)
    assert len(chosen) == 2
    shown.panel.acts.do("state", shown.hub.selected_unit)
    form = sheet()
    assert form.title() == "Set state: 2 units"
    assert form.body is not None
    assert "unit_id" not in form.body.values()
    form.submit()
    assert {row.unit for row in shown.desk.read(states) if row.kind == "Disrupted"} == chosen
    assert shown.desk.read(undo_state).undo[0] == "Set state: 2 units"
    shown.desk.undo()
    assert [row for row in shown.desk.read(states) if row.kind == "Disrupted"] == []


def test_they_burn_and_go_with_one_key_and_come_back_with_one(shown: Map) -> None:
    chosen = choose_two(shown)
    before = len(shown.desk.read(units))
    shown.press(Key.Key_I)
    assert sheet().title() == "Ignite: 2 units"
    sheet().close_sheet()
    shown.press(Key.Key_Delete)
    left = {row.name for row in shown.desk.read(units)}
    assert not chosen & left
    assert len(left) == before - 2
    shown.desk.undo()
    assert chosen <= {row.name for row in shown.desk.read(units)}


def test_what_is_about_one_unit_stays_about_one(shown: Map) -> None:
    choose_two(shown)
    shown.panel.acts.do("sprint", shown.hub.selected_unit)
    assert sheet().title() == "Sprint"
    sheet().close_sheet()
    shown.click(6, 2)
    assert shown.hub.together == ()
    shown.panel.acts.do("state", shown.hub.selected_unit)
    assert sheet().title() == "Set state"


def test_where_one_is_refused_none_is_changed(shown: Map) -> None:
    choose_two(shown)
    shown.panel.acts.do("activity", shown.hub.selected_unit)
    form = sheet()
    assert form.title() == "Activity: 2 units"
    assert form.body is not None
    form.body.answers["activity"].set_value("doff_armor")
    form.submit()
    assert not form.isHidden()
    said = form.refusal.sentence() + form.body.boxes["activity"].problem()
    assert "wears no Body Armor" in said
    assert shown.desk.read(states) == ()
