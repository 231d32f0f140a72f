"""Changing a Sci-fi weapon: one act for all, messages at their fields, keys through the form."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.weapons import Rate
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.scifi import stated_weapons
from tests.ui.scifi.sf_editor_scene import (
    DRONE,
    GLOW,
    LAUNCHER,
    POD,
    RIFLE,
    TEAM,
    begin_battle,
    count_acts,
    focused,
    goes_down,
    tab_stops,
)
from tests.ui.scifi.weapon_editor.weapon_scene import stated
from tests.ui.window_scene import type_into
from tests.usual import USUAL_SCIFI
from ui.campaign.desk import Desk
from ui.look.theme import Theme
from ui.models.scifi_units import SfWeaponDraft
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor, SfWeaponForm
from ui.widgets.rule_lines import Citation

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def test_saving_without_a_change_does_nothing(editor: SfWeaponEditor, desk: Desk) -> None:
    before = count_acts(desk)
    for unit_id, weapon_id in ((GLOW, RIFLE), (DRONE, POD), (TEAM, LAUNCHER)):
        editor.open_weapon(unit_id, weapon_id)
        editor.submit()
    assert count_acts(desk) == before


def test_all_changes_of_a_weapon_are_one_act(editor: SfWeaponEditor, desk: Desk) -> None:
    before, was = count_acts(desk), stated(desk, TEAM)
    editor.open_weapon(TEAM, LAUNCHER)
    form = editor.form
    type_into(form.name, "Tripod")
    type_into(form.edit("range_factor"), "14")
    type_into(form.edit("area_size"), "")
    type_into(form.edit("loads"), "3 rocket, 1 smoke")
    form.crew.rows[1].removed.emit()
    QTest.keyClick(form.name, K.Key_Return, CTRL)
    assert count_acts(desk) == before + 1
    now = stated(desk, TEAM)
    assert (now.record.name, now.record.range_factor, now.record.area.size) == ("Tripod", 14, None)
    assert now.stores[0].loads == (("rocket", 3), ("smoke", 1))
    assert [each.name for each in now.crew] == ["Wick"]
    desk.undo()
    assert stated(desk, TEAM) == was


@pytest.mark.rule("12-68")
def test_what_is_loaded_is_refused_in_a_battle_and_can_be_overruled(
    editor: SfWeaponEditor, desk: Desk, stars: Campaign
) -> None:
    begin_battle(stars)
    editor.open_weapon(TEAM, LAUNCHER)
    type_into(editor.form.edit("loads"), "9 rocket")
    editor.submit()
    assert editor.refusal.findChildren(Citation)[0].rule == "12-68"
    QTest.keyClick(focused(), K.Key_O)
    assert stated(desk, TEAM).stores[0].loads == (("rocket", 9),)


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("typed_factor", "10", "From 1 to 9."),
        ("range_factor", "1..5", "A number is needed."),
        ("count", "", "A number is needed."),
        ("count", "0", "From 1 to 1000."),
    ],
)
def test_bad_figures_are_said_at_their_field_and_nothing_is_written(
    editor: SfWeaponEditor, desk: Desk, name: str, typed: str, said: str
) -> None:
    form = editor.form
    form.edit("catalogue").set_value("laser rifle")
    type_into(form.edit(name), typed)
    form.name.setFocus()
    assert form.boxes[name].problem() == said
    before = count_acts(desk)
    editor.submit()
    assert count_acts(desk) == before
    assert form.edit(name).hasFocus()


def test_a_factor_that_is_wrong_stays_until_it_is_mended(editor: SfWeaponEditor) -> None:
    form = editor.form
    type_into(form.edit("typed_factor"), "12")
    type_into(form.edit("cost"), "4")
    assert form.edit("typed_factor").text() == "12"
    assert form.boxes["typed_factor"].problem() == "From 1 to 9."


def test_a_weapon_needs_a_name(editor: SfWeaponEditor, desk: Desk) -> None:
    before = count_acts(desk)
    editor.submit()
    assert editor.form.boxes["name"].problem() == "A name is needed."
    assert count_acts(desk) == before


def test_add_another_goes_on_with_an_empty_form(editor: SfWeaponEditor, desk: Desk) -> None:
    editor.form.edit("catalogue").set_value("laser rifle")
    QTest.mouseClick(editor._another, LEFT)
    assert len(desk.read(stated_weapons, GLOW)) == 2
    assert editor.form.name.text() == ""


def test_esc_leaves_without_a_trace(editor: SfWeaponEditor, desk: Desk, qtbot: QtBot) -> None:
    before = count_acts(desk)
    type_into(editor.form.name, "Nothing")
    QTest.keyClick(editor.form.name, K.Key_Escape)
    with qtbot.waitSignal(editor.closed):
        QTest.keyClick(editor.form.name, K.Key_Escape)
    assert count_acts(desk) == before


def test_tab_goes_through_the_form_as_it_is_read(
    editor: SfWeaponEditor, form: SfWeaponForm
) -> None:
    editor.open_weapon(TEAM, LAUNCHER)
    form.capabilities.add()
    form.crew.add()
    editor.resize(424, 3000)
    QApplication.processEvents()
    form.name.setFocus()
    stops = tab_stops(form)
    assert goes_down(stops)
    assert len(stops) > 25


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("scale", [80, 100, 200])
def test_every_width_and_text_size_shows_the_form_whole(
    editor: SfWeaponEditor, theme: Theme, scale: int
) -> None:
    editor.open_weapon(TEAM, LAUNCHER)
    theme.set_scale(scale)
    editor.resize(400 * scale // 100, 560)
    QApplication.processEvents()
    assert editor.form.width() <= editor._area.viewport().width()


def test_a_draft_judges_what_is_typed_so_far(desk: Desk) -> None:
    draft = SfWeaponDraft(rules=replace(USUAL_SCIFI, sf_rotary_oblong=False))
    assert draft.title == "Weapon without a name"
    assert draft.stating(rate=Rate.ROTARY).record.area.shape is AreaShape.NONE
