"""The Sci-fi weapon editor: what follows from each figure, doubts, refusals, and the one act it makes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.scifi.load_rows import LoadFacts
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.areas import Shape
from brikdesk.rules.scifi.attack_factor import WEAPON_TYPES, Form
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.crews import Role
from brikdesk.rules.scifi.rate_of_fire import Rate
from brikdesk.rules.scifi.stores import Holder
from brikdesk.rules.scifi.weapon_class import WeaponClass
from brikdesk.rules.scifi.weapons import WEAPONS, Family
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.scifi.stated import StatedWeapon, stated_weapons
from tests.ui.scifi.sf_editor_scene import (
    DRONE,
    FORT,
    GLOW,
    LAUNCHER,
    POD,
    RIFLE,
    TEAM,
    begin_battle,
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
from ui.models.scifi_units.loads import parse_loads, write_loads
from ui.models.scifi_units.weapon_draft import SfWeaponDraft
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor
from ui.panels.scifi_units.weapon_form import SfWeaponForm

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def stars(tmp_path: Path) -> Iterator[Campaign]:
    made = make_stars(tmp_path / "stars.brik")
    yield made
    made.close()


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme, desk: Desk) -> SfWeaponEditor:
    made = SfWeaponEditor(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(424, 900)
    made.show()
    made.open_weapon(GLOW)
    return made


@pytest.fixture
def form(editor: SfWeaponEditor) -> SfWeaponForm:
    return editor.form


def stated(desk: Desk, unit_id: int, place: int = -1) -> StatedWeapon:
    return desk.read(stated_weapons, unit_id)[place]


def pick(form: SfWeaponForm, name: str, value: object) -> None:
    button = form.pills[name].button(value)
    form.ensurePolished()
    QTest.mouseClick(button, LEFT)


# What the chapter names


def test_every_weapon_and_type_of_the_chapter_can_be_picked(form: SfWeaponForm) -> None:
    assert set(form.catalogue.values()) == {"", *WEAPONS}
    assert {*WEAPON_TYPES, "mini-rocket"} <= set(form.type.box.values())


def test_a_weapon_of_the_chapter_fills_everything_in(form: SfWeaponForm) -> None:
    form.catalogue.set_value("twin-barreled heavy driver rifle")
    assert form.name.text() == "twin-barreled heavy driver rifle"
    assert form.pills["infantry_class"].value() is WeaponClass.HEAVY
    assert (form.figures["count"].text(), form.figures["typed_factor"].text()) == ("2", "2")
    assert form.needs.terms() == ("powered armor", "power-stabilized limb")
    assert form.notes.toPlainText() == "Reaches very far, low attack factor."


def test_every_weapon_of_the_chapter_can_be_added_as_it_is(
    editor: SfWeaponEditor, desk: Desk
) -> None:
    for name, weapon in WEAPONS.items():
        editor.open_weapon(FORT)
        editor.form.catalogue.set_value(name)
        if not editor.form.carry.isHidden():
            assert editor.form.carry.line.overrule()
        editor.submit()
        record = stated(desk, FORT).record
        assert (record.name, record.type, record.rate or weapon.rate) == (
            name, weapon.type, record.rate,
        )  # fmt: skip
        assert record.attack_factor == weapon.attack_factor
        assert record.area.shape is weapon.area.shape or weapon.area.shape is Shape.NONE
        assert record.capabilities == weapon.capabilities


# Attack factor


@pytest.mark.rule("12-09")
def test_the_attack_factor_follows_type_and_form(form: SfWeaponForm) -> None:
    form.type.box.set_value("laser")
    pick(form, "form", Form.SMALL_ARM)
    assert form.figures["typed_factor"].text() == "5"
    pick(form, "form", Form.CANNON)
    assert form.figures["typed_factor"].text() == "7"
    assert form.notes_of["typed_factor"].words() == "Laser, cannon: 7 by the general pattern."


@pytest.mark.rule("12-09")
def test_an_attack_factor_typed_over_is_strong_and_has_a_way_back(form: SfWeaponForm) -> None:
    form.catalogue.set_value("laser rifle")
    edit = form.figures["typed_factor"]
    plain = edit.font().weight()
    type_into(edit, "8")
    assert edit.font().weight() > plain
    assert form.draft.facts.typed_factor == 8
    assert "has 5 by the general pattern" in form.notes_of["typed_factor"].words()
    form.name.setFocus()
    QTest.mouseClick(form.back, LEFT)
    assert (edit.text(), edit.font().weight(), form.back.isVisible()) == ("5", plain, False)
    assert form.draft.facts.typed_factor is None


@pytest.mark.rule("12-09")
def test_typing_what_the_pattern_has_is_no_typing_over(form: SfWeaponForm) -> None:
    form.catalogue.set_value("laser rifle")
    type_into(form.figures["typed_factor"], "5")
    assert form.draft.facts.typed_factor is None
    type_into(form.figures["typed_factor"], "")
    form.name.setFocus()
    assert form.figures["typed_factor"].text() == "5"


@pytest.mark.rule("12-11", "12-12")
def test_anti_matter_is_asked_for_each_target(form: SfWeaponForm) -> None:
    form.warhead.box.set_value("anti-matter")
    assert form.figures["typed_factor"].text() == ""
    note = form.notes_of["typed_factor"]
    assert note.words() == "Asked for each target: its armor class, 1 against armor class 0."
    assert note._rule.rule == "12-11"


# Range


@pytest.mark.rule("12-13", "12-14", "12-15", "12-17")
def test_the_range_is_drawn_to_scale_as_it_is_typed(form: SfWeaponForm) -> None:
    assert not form.bar.isVisible()
    type_into(form.figures["range_factor"], "20")
    assert [(each.name, each.above, each.to) for each in form.bar.bands] == [
        ("short", 0, 20), ("medium", 20, 40), ("long", 40, 60),
    ]  # fmt: skip
    assert form.bar.at(60) == form.bar.width() - 1
    assert form.bar.at(20) == pytest.approx((form.bar.width() - 1) / 3)
    type_into(form.figures["minimum_range"], "10")
    assert form.bar.too_close is not None
    assert form.bar.too_close.to == 10
    assert 'too close below 10"' in form.bar.accessibleName()
    type_into(form.figures["range_factor"], "30")
    assert form.bar.farthest == 90
    assert not form.bar.grab().isNull()


# Doubts


@pytest.mark.rule("12-17", "12-19", "12-20", "12-22", "12-31")
def test_doubts_are_shown_at_their_fields_as_they_are_typed(form: SfWeaponForm) -> None:
    form.catalogue.set_value("phaser rifle")
    assert form.doubts_of["rate"].doubts() == ()
    pick(form, "rate", Rate.AUTOMATIC)
    assert form.doubts_of["rate"].doubts() == (("Automatic is for projectile weapons.", "12-19"),)
    type_into(form.figures["minimum_range"], "5")
    assert [rule for _, rule in form.doubts_of["minimum_range"].doubts()] == ["12-17"]
    pick(form, "infantry_class", WeaponClass.LIGHT)
    pick(form, "family", Family.VEHICLE)
    assert [rule for _, rule in form.doubts_of["infantry_class"].doubts()] == ["12-22"]
    form.catalogue.set_value("mini-rocket launcher")
    pick(form, "rate", Rate.SINGLE)
    assert [rule for _, rule in form.doubts_of["rate"].doubts()] == ["12-20"]
    form.catalogue.set_value("twin-barreled heavy driver rifle")
    assert form.doubts_of["needs"].doubts() == (
        ("Lampwoman Glow lacks powered armor and power-stabilized limb.", "12-31"),
    )


def test_a_doubt_does_not_keep_a_weapon_from_being_added(
    editor: SfWeaponEditor, desk: Desk
) -> None:
    editor.form.catalogue.set_value("phaser rifle")
    pick(editor.form, "rate", Rate.AUTOMATIC)
    editor.submit()
    assert stated(desk, GLOW).record.rate is Rate.AUTOMATIC


@pytest.mark.rule("12-19")
def test_the_citation_of_a_doubt_asks_for_its_rule(editor: SfWeaponEditor, qtbot: QtBot) -> None:
    editor.form.catalogue.set_value("phaser rifle")
    pick(editor.form, "rate", Rate.AUTOMATIC)
    citation = editor.form.doubts_of["rate"].findChildren(type(editor.refusal._rule))[-1]
    with qtbot.waitSignal(editor._hub.rule_asked) as asked:
        citation.click()
    assert asked.args == ["12-19"]


# Classes, areas, rotary


@pytest.mark.rule("12-23", "S-24")
def test_the_ultra_class_of_sonic_weapons_is_super_heavy(form: SfWeaponForm) -> None:
    assert form.pills["infantry_class"].button(WeaponClass.ULTRA).option.text == "U Ultra"
    form.type.box.set_value("ultrasonic")
    assert form.pills["infantry_class"].button(WeaponClass.ULTRA).option.text == "U Super-heavy"


@pytest.mark.rule("12-36", "12-37", "12-40", "12-41", "12-42")
def test_an_effect_area_tells_its_lengths_and_when_it_is_placed(form: SfWeaponForm) -> None:
    assert not form.boxes["area_size"].isVisible()
    pick(form, "rate", Rate.AUTOMATIC)
    assert form.pills["shape"].value() is Shape.OBLONG
    assert form.boxes["area_size"]._label.text() == "Length"
    assert form.boxes["area_width"].isVisible()
    note = form.notes_of["shape"]
    assert (note.words(), note._rule.rule) == ("Placed before the hit roll.", "12-37")
    pick(form, "shape", Shape.CIRCULAR)
    assert form.boxes["area_size"]._label.text() == "Diameter"
    assert note._rule.rule == "12-41"
    form.warhead.box.set_value("high explosive")
    assert (note.words(), note._rule.rule) == (
        "Placed after the hit roll, where the warhead lands.", "12-42",
    )  # fmt: skip


@pytest.mark.rule("12-57")
def test_barrels_tell_how_many_hits_are_checked(form: SfWeaponForm) -> None:
    assert not form.boxes["barrels"].isVisible()
    pick(form, "rate", Rate.ROTARY)
    type_into(form.figures["barrels"], "6")
    assert form.notes_of["barrels"].words() == "When it hits, 3 hits are checked."
    type_into(form.figures["barrels"], "3")
    assert form.notes_of["barrels"].words() == "When it hits, 1 hit is checked."
    type_into(form.figures["barrels"], "12")
    assert "The table has no 12 barrels" in form.notes_of["barrels"].words()


def test_a_type_and_a_warhead_of_ones_own_can_be_typed(editor: SfWeaponEditor, desk: Desk) -> None:
    form = editor.form
    for field, name in ((form.type, "tractor"), (form.warhead, "glue")):
        assert not field.line.isVisible()
        field.box.setCurrentIndex(field.box.count() - 1)
        assert field.line.hasFocus()
        QTest.keyClicks(field.line, name)
    type_into(form.name, "Tractor beam")
    editor.submit()
    record = stated(desk, GLOW).record
    assert (record.type, record.warhead) == ("tractor", "glue")


# Who has it


@pytest.mark.rule("12-27", "12-30")
def test_too_large_a_weapon_is_made_crew_served(editor: SfWeaponEditor, desk: Desk) -> None:
    form = editor.form
    form.catalogue.set_value("twin heavy cone rifle")
    assert "too large for a soldier" in form.carry.line.sentence()
    before = count_acts(desk)
    editor.submit()
    assert count_acts(desk) == before
    QTest.mouseClick(form.carry.crew_served, LEFT)
    assert not form.carry.isVisible()
    assert form.crew.isVisible()
    editor.submit()
    assert stated(desk, GLOW).mounting is Mounting.CREW_SERVED


@pytest.mark.rule("12-27")
def test_too_large_a_weapon_is_overruled_by_o(editor: SfWeaponEditor, desk: Desk) -> None:
    editor.form.catalogue.set_value("twin heavy cone rifle")
    editor.submit()
    QTest.keyClick(focused(), K.Key_O)
    assert not editor.form.carry.isVisible()
    editor.submit()
    assert stated(desk, GLOW).carry_override


@pytest.mark.rule("12-27")
def test_another_class_asks_anew_whether_it_can_be_carried(form: SfWeaponForm) -> None:
    form.catalogue.set_value("twin heavy cone rifle")
    assert form.carry.line.overrule()
    pick(form, "infantry_class", WeaponClass.ULTRA)
    assert form.carry.isVisible()
    pick(form, "infantry_class", WeaponClass.MEDIUM)
    assert not form.carry.isVisible()


@pytest.mark.rule("12-04")
def test_a_vehicle_weapon_is_not_offered_a_crew(form: SfWeaponForm) -> None:
    form.catalogue.set_value("light laser cannon")
    assert form.carry.isVisible()
    assert not form.carry.crew_served.isVisible()


@pytest.mark.rule("12-07")
def test_an_emplaced_weapon_names_its_structure(editor: SfWeaponEditor, desk: Desk) -> None:
    form = editor.form
    form.catalogue.set_value("light laser cannon")
    assert not form.boxes["structure_id"].isVisible()
    pick(form, "mounting", Mounting.EMPLACED)
    assert form.carry.line.sentence() == "Say in which fortification it is emplaced."
    form.structure.set_value(FORT)
    assert not form.carry.isVisible()
    editor.submit()
    weapon = stated(desk, GLOW)
    assert (weapon.mounting, weapon.structure_id) == (Mounting.EMPLACED, FORT)


# Ammunition, capabilities, crew


@pytest.mark.rule("12-62", "12-63")
def test_what_never_runs_out_says_by_which_rule(form: SfWeaponForm) -> None:
    note = form.notes_of["holder"]
    for name, rule in (("laser rifle", "12-62"), ("machinegun", "12-63")):
        form.catalogue.set_value(name)
        assert (note.words(), note._rule.rule) == ("It never runs out.", rule)


@pytest.mark.rule("12-59", "12-64", "12-66")
def test_mixed_loads_are_typed_on_one_line(editor: SfWeaponEditor, desk: Desk) -> None:
    editor.open_weapon(DRONE)
    form = editor.form
    assert form.notes_of["holder"].words() == "It never runs out."
    form.catalogue.set_value("rocket pod")
    assert "it is asked before the first shot" in form.notes_of["holder"].words()
    type_into(form.loads, "4 high explosive, 3 vaporshock")
    assert form.notes_of["holder"].words() == "7 in all, at most 2 in a turn."
    editor.submit()
    assert stated(desk, DRONE).stores[0].loads == (("high explosive", 4), ("vaporshock", 3))


def test_loads_that_make_no_sense_are_said_at_their_field(
    editor: SfWeaponEditor, desk: Desk
) -> None:
    form = editor.form
    form.catalogue.set_value("rocket launcher")
    before = count_acts(desk)
    for typed, said in (("rockets", "How many? 4 rockets, say."),
                        ("2 frag, 3 frag", "Name every type of round once.")):  # fmt: skip
        type_into(form.loads, typed)
        form.name.setFocus()
        assert form.boxes["loads"].problem() == said
        editor.submit()
        assert count_acts(desk) == before
    type_into(form.loads, "2 frag")
    assert form.boxes["loads"].problem() == ""


def test_loads_are_read_and_written_alike() -> None:
    loads = (LoadFacts(name="rocket", count=4), LoadFacts(count=2))
    assert parse_loads(write_loads(loads)) == loads
    assert parse_loads(" ,") == ()
    for typed in ("five", "-3 rocket", "99999 rocket"):
        with pytest.raises(BadInput):
            parse_loads(typed)


@pytest.mark.rule("12-32", "12-33")
def test_capabilities_have_names_melee_and_their_own_ammunition(
    editor: SfWeaponEditor, desk: Desk
) -> None:
    form = editor.form
    form.catalogue.set_value("laser rifle with bayonet")
    assert [row.first.text() for row in form.capabilities.rows] == ["laser rifle", "bayonet"]
    assert not form.boxes["holder"].isVisible()
    row = form.capabilities.add()
    QTest.keyClicks(row.first, "bayonet")
    editor.submit()
    assert row.name_box.problem() == "Every capability needs a name of its own."  # type: ignore[attr-defined]
    type_into(row.first, "grenade launcher")
    row.holder.set_value(Holder.ITEMS)  # type: ignore[attr-defined]
    type_into(row.loads, "2 grenade")  # type: ignore[attr-defined]
    editor.submit()
    weapon = stated(desk, GLOW)
    assert [(each.name, each.melee) for each in weapon.record.capabilities] == [
        ("laser rifle", False), ("bayonet", True), ("grenade launcher", False),
    ]  # fmt: skip
    assert [(each.capability, each.loads) for each in weapon.stores] == [
        ("grenade launcher", (("grenade", 2),)),
    ]  # fmt: skip


@pytest.mark.rule("12-73")
def test_members_of_the_crew_have_roles(editor: SfWeaponEditor, desk: Desk) -> None:
    editor.open_weapon(TEAM, LAUNCHER)
    form = editor.form
    assert [row.first.text() for row in form.crew.rows] == ["Wick", "Taper"]
    row = form.crew.add()
    QTest.keyClicks(row.first, "Snuff")
    row.role.set_value(Role.GUNNER)  # type: ignore[attr-defined]
    editor.submit()
    assert row.role_box.problem() == "A weapon has one gunner."  # type: ignore[attr-defined]
    row.role.set_value(Role.OTHER)  # type: ignore[attr-defined]
    QTest.mouseClick(row.fixed, LEFT, pos=QPoint(8, row.fixed.height() // 2))  # type: ignore[attr-defined]
    editor.submit()
    crew = stated(desk, TEAM).crew
    assert [(each.name, each.role, each.fixed) for each in crew] == [
        ("Wick", Role.GUNNER, False), ("Taper", Role.LOADER, False), ("Snuff", Role.OTHER, True),
    ]  # fmt: skip


# Editing


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
    type_into(form.figures["range_factor"], "14")
    type_into(form.figures["area_size"], "")
    type_into(form.loads, "3 rocket, 1 smoke")
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
    type_into(editor.form.loads, "9 rocket")
    editor.submit()
    assert editor.refusal._rule.rule == "12-68"
    QTest.keyClick(focused(), K.Key_O)
    assert stated(desk, TEAM).stores[0].loads == (("rocket", 9),)


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
    form.catalogue.set_value("laser rifle")
    type_into(form.figures[name], typed)
    form.name.setFocus()
    assert form.boxes[name].problem() == said
    before = count_acts(desk)
    editor.submit()
    assert count_acts(desk) == before
    assert form.figures[name].hasFocus()


def test_a_weapon_needs_a_name(editor: SfWeaponEditor, desk: Desk) -> None:
    before = count_acts(desk)
    editor.submit()
    assert editor.form.boxes["name"].problem() == "A name is needed."
    assert count_acts(desk) == before


def test_add_another_goes_on_with_an_empty_form(editor: SfWeaponEditor, desk: Desk) -> None:
    editor.form.catalogue.set_value("laser rifle")
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
    draft = SfWeaponDraft(rules={"sf_rotary_oblong": False})
    assert draft.title == "Weapon without a name"
    assert draft.stating(rate=Rate.ROTARY).record.area.shape is Shape.NONE
