"""The Sci-fi unit editor: what the chapter fills in, its weapons, and changes of a unit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.rules.scifi.units_and_crews import UNITS, SfUnitKind
from brikdesk.rules.scifi.weapon_records import WEAPONS, Mounting
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.scifi import SfUnitRow, sf_unit, sf_units, stated_weapons
from brikdesk.store.views.units import UnitCard, unit_card
from tests.ui.scifi.sf_editor_scene import (
    ANN,
    BEN,
    DRONE,
    FORT,
    GLOW,
    TEAM,
    count_acts,
    focused,
    goes_down,
    make_stars,
    tab_stops,
)
from tests.ui.window_scene import type_into
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.scifi_units.unit_editor import SfUnitEditor, SfUnitForm

pytestmark = pytest.mark.thorough(every=3)

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture
def stars(tmp_path: Path) -> Iterator[Campaign]:
    made = make_stars(tmp_path / "stars.brik")
    yield made
    made.close()


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme, desk: Desk) -> SfUnitEditor:
    made = SfUnitEditor(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(424, 900)
    made.show()
    made.open_unit(0)
    return made


@pytest.fixture
def form(editor: SfUnitEditor) -> SfUnitForm:
    return editor.unit.form


def newest(desk: Desk) -> SfUnitRow:
    return desk.read(sf_units)[-1]


def row_of(desk: Desk, unit_id: int) -> SfUnitRow:
    found = desk.read(sf_unit, unit_id)
    assert found is not None
    return found


def card_of(desk: Desk, unit_id: int) -> UnitCard:
    card = desk.read(unit_card, unit_id)
    assert card is not None
    return card


def arms(desk: Desk, unit_id: int) -> list[str]:
    return [each.record.name for each in desk.read(stated_weapons, unit_id)]


# New units


def test_a_new_unit_begins_as_a_soldier_on_foot(form: SfUnitForm) -> None:
    assert form.name.hasFocus()
    assert (form.edit("player_id").value(), form.edit("kind").value()) == (ANN, SfUnitKind.INFANTRY)
    assert form.edit("traits").values() == ("on_foot",)
    assert not form.boxes["size"].isVisible()


def test_ctrl_enter_adds_one_unit_as_one_act(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk, qtbot: QtBot
) -> None:
    before = count_acts(desk)
    type_into(form.name, "Lampman Wick")
    type_into(form.edit("armor_class"), "3")
    form.add_of_chapter("laser rifle")
    with qtbot.waitSignal(editor.unit.closed):
        QTest.keyClick(form.name, K.Key_Return, CTRL)
    assert count_acts(desk) == before + 1
    made = newest(desk)
    assert (made.name, made.player_id, made.armor_class, made.on_foot) == (
        "Lampman Wick", ANN, 3, True,
    )  # fmt: skip
    assert arms(desk, made.unit_id) == ["laser rifle"]
    assert card_of(desk, made.unit_id).token == "LW"
    desk.undo()
    assert newest(desk).unit_id == FORT


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("name", UNITS)
def test_every_unit_of_the_chapter_can_be_added_as_it_is(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk, name: str
) -> None:
    form.edit("catalogue").set_value(name)
    assert form.name.text() == name
    editor.unit.submit()
    made, of = newest(desk), UNITS[name]
    assert (made.kind, made.size, made.powered_armor, made.on_foot, made.equipment) == (
        of.kind.value, of.size or 0, of.powered_armor, of.on_foot, of.equipment,
    )  # fmt: skip
    assert arms(desk, made.unit_id) == list(of.weapons)


@pytest.mark.rule("12-48")
def test_drones_and_bots_have_a_size(editor: SfUnitEditor, form: SfUnitForm, desk: Desk) -> None:
    QTest.mouseClick(form.edit("kind").button(SfUnitKind.WARBOT), LEFT)
    assert form.boxes["size"].isVisible()
    assert form.edit("traits").values() == ()
    type_into(form.edit("size"), "2")
    type_into(form.name, "Bot")
    editor.unit.submit()
    assert newest(desk).size == 2


def test_traits_are_ticked_by_keys_and_powered_armor_is_equipment(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk
) -> None:
    type_into(form.name, "Stormer")
    form.edit("traits").pill("powered_armor").setFocus()
    QTest.keyClick(focused(), K.Key_Space)
    QTest.keyClick(focused(), K.Key_Right)
    QTest.keyClick(focused(), K.Key_Right)
    QTest.keyClick(focused(), K.Key_Space)
    assert form.edit("traits").values() == ("powered_armor", "on_foot", "open_topped")
    QTest.mouseClick(form.edit("equipment").pills.pill("power-stabilized limb"), LEFT)
    type_into(form.edit("equipment").others, "jump pack, jump pack ,")
    editor.unit.submit()
    made = newest(desk)
    assert made.equipment == ("powered armor", "power-stabilized limb", "jump pack")
    assert (made.powered_armor, made.open_topped) == (True, True)


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("name", "", "A name is needed."),
        ("armor_class", "10", "From 0 to 9."),
        ("armor_class", "1.5", "A whole number is needed."),
        ("copies", "0", "From 1 to 100."),
    ],
)
def test_bad_input_is_said_at_its_field_and_nothing_is_written(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk, name: str, typed: str, said: str
) -> None:
    box, edit = form.boxes[name], form.edit(name)
    type_into(form.name, "Wick")
    type_into(edit, typed)
    form.edit("token").setFocus()
    assert box.problem() == said
    before = count_acts(desk)
    editor.unit.submit()
    assert count_acts(desk) == before
    assert edit.hasFocus()


def test_what_is_wrong_stays_until_it_is_mended(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk
) -> None:
    type_into(form.edit("copies"), "2000")
    type_into(form.name, "Wick")
    before = count_acts(desk)
    editor.unit.submit()
    assert count_acts(desk) == before
    assert form.edit("copies").text() == "2000"


def test_add_and_make_another_keeps_faction_and_kind(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk
) -> None:
    QTest.mouseClick(form.edit("player_id").button(BEN), LEFT)
    QTest.mouseClick(form.edit("kind").button(SfUnitKind.CREW), LEFT)
    type_into(form.name, "Clerk")
    type_into(form.edit("copies"), "2")
    QTest.mouseClick(editor.unit._another, LEFT)
    assert [row.name for row in desk.read(sf_units)][-2:] == ["Clerk", "Clerk 2"]
    assert (form.edit("player_id").value(), form.edit("kind").value(), form.name.text()) == (
        BEN,
        SfUnitKind.CREW,
        "",
    )
    assert (form.name.hasFocus(), form.edit("copies").text()) == (True, "1")


def test_esc_leaves_without_a_trace(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk, qtbot: QtBot
) -> None:
    before = count_acts(desk)
    type_into(form.name, "Nobody")
    QTest.keyClick(form.name, K.Key_Escape)
    assert "Esc again" in editor.unit.refusal.sentence()
    with qtbot.waitSignal(editor.unit.closed):
        QTest.keyClick(form.name, K.Key_Escape)
    assert (count_acts(desk), form.name.text()) == (before, "")


# Weapons of the unit


def test_weapons_stand_in_a_small_table(form: SfUnitForm) -> None:
    QAbstractItemModelTester(form.weapons.weapons, FATAL)
    form.add_of_chapter("super-heavy ultrasonic rifle")
    form.edit("catalogue").set_value("Heavy battledrone")
    model = form.weapons.weapons
    assert [model.index(0, k).data() for k in range(7)] == [
        "Pod of seven artillery rockets", "–", "S", "–", "–", "7 rocket", "Mounted",
    ]  # fmt: skip
    form.add_of_chapter("super-heavy ultrasonic rifle")
    assert [model.index(1, k).data() for k in range(7)] == [
        "Super-heavy ultrasonic rifle", "5", "–", "Super-heavy", "–", "–", "Mounted",
    ]  # fmt: skip
    form.weapons.setFocus()
    QTest.keyClick(form.weapons, K.Key_Delete)
    assert model.rowCount() == 1


def test_a_few_letters_find_a_weapon_of_the_chapter_and_the_first_row_is_ones_own(
    editor: SfUnitEditor, form: SfUnitForm
) -> None:
    QTest.mouseClick(form._add_weapon, LEFT)
    offered = [(row.words, row.detail) for row in form.picks.model.rows]
    assert offered[0][0] == "Weapon of your own"
    assert {name.capitalize() for name in WEAPONS} == {words for words, _ in offered[1:]}
    assert ("Laser rifle", "Infantry") in offered
    QTest.keyClicks(focused(), "las rif")
    QTest.keyClick(focused(), K.Key_Return)
    assert [each.title for each in form.draft.weapons] == ["laser rifle"]
    assert form.weapons.hasFocus()
    assert form.picks.isHidden()
    QTest.mouseClick(form._add_weapon, LEFT)
    QTest.keyClick(focused(), K.Key_Escape)
    assert form._add_weapon.hasFocus()
    QTest.mouseClick(form._add_weapon, LEFT)
    QTest.keyClick(focused(), K.Key_Return)
    assert editor.currentWidget() is editor.weapon
    assert focused() is editor.weapon.form.edit("catalogue")
    QTest.keyClick(focused(), K.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(focused(), K.Key_Tab)
    assert focused() is editor.weapon.form.edit("catalogue"), (
        "Tab from before the form comes to its head"
    )
    QTest.keyClick(focused(), K.Key_Escape)
    assert editor.currentWidget() is editor.unit


def test_a_weapon_opens_in_a_sheet_of_its_own_and_comes_back(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk
) -> None:
    type_into(form.name, "Wick")
    form.add_of_chapter("laser rifle")
    before = count_acts(desk)
    QTest.keyClick(form.weapons, K.Key_Return)
    assert editor.currentWidget() is editor.weapon
    sheet = editor.weapon.form
    assert sheet.bearer.name == "Wick"
    type_into(sheet.edit("range_factor"), "12")
    QTest.keyClick(sheet.name, K.Key_Return, CTRL)
    assert editor.currentWidget() is editor.unit
    assert form.weapons.hasFocus()
    assert form.weapons.weapons.index(0, 4).data() == '12"'
    assert count_acts(desk) == before
    QTest.keyClick(form.weapons, K.Key_F2)
    type_into(sheet.edit("range_factor"), "99")
    QTest.keyClick(sheet.name, K.Key_Escape)
    QTest.keyClick(sheet.name, K.Key_Escape)
    assert form.weapons.weapons.index(0, 4).data() == '12"'
    editor.unit.submit()
    made = desk.read(stated_weapons, newest(desk).unit_id)[0]
    assert made.record.range_factor == 12


def test_a_weapon_of_ones_own_is_added(editor: SfUnitEditor, form: SfUnitForm, desk: Desk) -> None:
    type_into(form.name, "Wick")
    form.weapon_asked.emit(-1)
    type_into(editor.weapon.form.name, "Lamp")
    editor.weapon.submit()
    editor.unit.submit()
    assert arms(desk, newest(desk).unit_id) == ["Lamp"]


@pytest.mark.rule("12-27", "12-30")
def test_a_weapon_that_is_too_large_is_refused_in_place(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk
) -> None:
    type_into(form.name, "Wick")
    form.add_of_chapter("twin heavy cone rifle")
    assert form.carry.line.sentence().startswith("Twin heavy cone rifle: This weapon is too large")
    before = count_acts(desk)
    editor.unit.submit()
    assert count_acts(desk) == before
    QTest.mouseClick(form.carry.crew_served, LEFT)
    assert not form.carry.isVisible()
    editor.unit.submit()
    made = desk.read(stated_weapons, newest(desk).unit_id)[0]
    assert (made.mounting, made.carry_override) == (Mounting.CREW_SERVED, False)


@pytest.mark.rule("12-27", "12-28")
def test_it_is_overruled_by_o_or_settled_by_powered_armor(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk
) -> None:
    type_into(form.name, "Wick")
    form.add_of_chapter("twin heavy cone rifle")
    QTest.mouseClick(form.edit("traits").pill("powered_armor"), LEFT)
    assert not form.carry.isVisible()
    QTest.mouseClick(form.edit("traits").pill("powered_armor"), LEFT)
    editor.unit.submit()
    QTest.keyClick(focused(), K.Key_O)
    assert not form.carry.isVisible()
    editor.unit.submit()
    assert desk.read(stated_weapons, newest(desk).unit_id)[0].carry_override


# Editing


def test_saving_without_a_change_does_nothing(editor: SfUnitEditor, desk: Desk) -> None:
    before = count_acts(desk)
    for unit_id in (GLOW, DRONE, TEAM, FORT):
        editor.open_unit(unit_id)
        editor.unit.submit()
    assert count_acts(desk) == before


def test_all_changes_are_one_act(editor: SfUnitEditor, form: SfUnitForm, desk: Desk) -> None:
    before = count_acts(desk)
    editor.open_unit(TEAM)
    assert editor.unit._title._whole == "Edit Tripod team"
    assert not form.boxes["copies"].isVisible()
    type_into(form.name, "Tripod crew")
    QTest.mouseClick(form.edit("player_id").button(BEN), LEFT)
    type_into(form.edit("armor_class"), "4")
    form.edit("notes").setPlainText("Loud.")
    form.weapons.weapons.remove(0)
    form.add_of_chapter("laser rifle")
    editor.unit.submit()
    assert count_acts(desk) == before + 1
    card, row = card_of(desk, TEAM), row_of(desk, TEAM)
    assert (card.name, card.player_id, card.notes) == ("Tripod crew", BEN, "Loud.")
    assert (row.armor_class, arms(desk, TEAM)) == (4, ["laser rifle"])
    desk.undo()
    assert (card_of(desk, TEAM).name, arms(desk, TEAM)) == ("Tripod team", ["Tripod launcher"])


def test_an_armor_class_can_be_taken_back(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk
) -> None:
    editor.open_unit(GLOW)
    type_into(form.edit("armor_class"), "")
    editor.unit.submit()
    assert row_of(desk, GLOW).armor_class is None


def test_a_weapon_is_changed_within_its_unit(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk
) -> None:
    editor.open_unit(GLOW)
    editor.open_weapon(0)
    type_into(editor.weapon.form.edit("cost"), "")
    editor.weapon.submit()
    editor.unit.submit()
    assert desk.read(stated_weapons, GLOW)[0].record.cost is None


def test_a_name_that_looks_like_html_stays_words(
    editor: SfUnitEditor, form: SfUnitForm, desk: Desk
) -> None:
    type_into(form.name, "<b>Bo</b>")
    editor.unit.submit()
    editor.open_unit(newest(desk).unit_id)
    assert editor.unit._title._whole == "Edit <b>Bo</b>"
    assert not editor.grab().isNull()


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("scale", [80, 100, 200])
def test_every_width_and_text_size_shows_the_form_whole(
    editor: SfUnitEditor, form: SfUnitForm, theme: Theme, scale: int
) -> None:
    editor.open_unit(TEAM)
    theme.set_scale(scale)
    editor.resize(400 * scale // 100, 560)
    QApplication.processEvents()
    assert form.width() <= editor.unit._area.viewport().width()


def test_a_field_that_gets_the_focus_comes_into_view(
    editor: SfUnitEditor, form: SfUnitForm, qtbot: QtBot
) -> None:
    editor.resize(424, 400)
    form.edit("notes").setFocus()
    qtbot.waitUntil(lambda: not form.edit("notes").visibleRegion().isEmpty())


def test_tab_goes_through_the_form_as_it_is_read(editor: SfUnitEditor, form: SfUnitForm) -> None:
    form.edit("catalogue").set_value("Wardrone")
    form.name.setFocus()
    stops = tab_stops(form)
    assert goes_down(stops)
    assert len(stops) > 10
