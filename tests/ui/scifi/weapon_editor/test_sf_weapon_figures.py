"""The figures of a Sci-fi weapon: what follows from each, and what is doubtful about it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.weapon_records import WEAPONS, Family
from brikdesk.rules.scifi.weapons import WEAPON_TYPES, BuiltAs, Rate, WeaponClass
from tests.ui.scifi.sf_editor_scene import (
    FORT,
    GLOW,
)
from tests.ui.scifi.weapon_editor.weapon_scene import pick, stated
from tests.ui.window_scene import type_into
from ui.campaign.desk import Desk
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor, SfWeaponForm
from ui.widgets.rule_lines import Citation

pytestmark = pytest.mark.thorough(every=3)

LEFT = Qt.MouseButton.LeftButton


# What the chapter names


def test_every_weapon_and_type_of_the_chapter_can_be_picked(form: SfWeaponForm) -> None:
    assert set(form.edit("catalogue").values()) == {"", *WEAPONS}
    assert {*WEAPON_TYPES, "mini-rocket"} <= set(form.edit("type").box.values())


def test_a_weapon_of_the_chapter_fills_everything_in(form: SfWeaponForm) -> None:
    form.edit("catalogue").set_value("twin-barreled heavy driver rifle")
    assert form.name.text() == "twin-barreled heavy driver rifle"
    assert form.edit("infantry_class").value() is WeaponClass.HEAVY
    assert (form.edit("count").text(), form.edit("typed_factor").text()) == ("2", "2")
    assert form.edit("needs").terms() == ("powered armor", "power-stabilized limb")
    assert form.edit("notes").toPlainText() == "Reaches very far, low attack factor."


def test_every_weapon_of_the_chapter_can_be_added_as_it_is(
    editor: SfWeaponEditor, desk: Desk
) -> None:
    for name, weapon in WEAPONS.items():
        editor.open_weapon(FORT)
        editor.form.edit("catalogue").set_value(name)
        if not editor.form.carry.isHidden():
            assert editor.form.carry.line.overrule()
        editor.submit()
        record = stated(desk, FORT).record
        assert (record.name, record.type, record.rate or weapon.rate) == (
            name, weapon.type, record.rate,
        )  # fmt: skip
        assert record.attack_factor == weapon.attack_factor
        assert record.area.shape is weapon.area.shape or weapon.area.shape is AreaShape.NONE
        assert record.capabilities == weapon.capabilities


# Attack factor


@pytest.mark.rule("12-09")
def test_the_attack_factor_follows_type_and_form(form: SfWeaponForm) -> None:
    form.edit("type").box.set_value("laser")
    pick(form, "form", BuiltAs.SMALL_ARM)
    assert form.edit("typed_factor").text() == "5"
    pick(form, "form", BuiltAs.CANNON)
    assert form.edit("typed_factor").text() == "7"
    assert form.notes_of["typed_factor"].words() == "Laser, cannon: 7 by the general pattern."


@pytest.mark.rule("12-09")
def test_an_attack_factor_typed_over_is_strong_and_has_a_way_back(form: SfWeaponForm) -> None:
    form.edit("catalogue").set_value("laser rifle")
    edit = form.edit("typed_factor")
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
    form.edit("catalogue").set_value("laser rifle")
    type_into(form.edit("typed_factor"), "5")
    assert form.draft.facts.typed_factor is None
    type_into(form.edit("typed_factor"), "")
    form.name.setFocus()
    assert form.edit("typed_factor").text() == "5"


@pytest.mark.rule("12-11", "12-12")
def test_anti_matter_is_asked_for_each_target(form: SfWeaponForm) -> None:
    form.edit("warhead").box.set_value("anti-matter")
    assert form.edit("typed_factor").text() == ""
    note = form.notes_of["typed_factor"]
    assert note.words() == "Asked for each target: its armor class, 1 against armor class 0."
    assert note._rule.rule == "12-11"


# Range


@pytest.mark.rule("12-13", "12-14", "12-15", "12-17")
def test_the_range_is_drawn_to_scale_as_it_is_typed(form: SfWeaponForm) -> None:
    assert not form.bar.isVisible()
    type_into(form.edit("range_factor"), "20")
    assert [(each.name, each.above, each.to) for each in form.bar.bands] == [
        ("short", 0, 20), ("medium", 20, 40), ("long", 40, 60),
    ]  # fmt: skip
    assert form.bar.at(60) == form.bar.width() - 1
    assert form.bar.at(20) == pytest.approx((form.bar.width() - 1) / 3)
    type_into(form.edit("minimum_range"), "10")
    assert form.bar.too_close is not None
    assert form.bar.too_close.to == 10
    assert 'too close below 10"' in form.bar.accessibleName()
    type_into(form.edit("range_factor"), "30")
    assert form.bar.farthest == 90
    assert not form.bar.grab().isNull()


# Doubts


@pytest.mark.rule("12-17", "12-19", "12-20", "12-22", "12-31")
def test_doubts_are_shown_at_their_fields_as_they_are_typed(form: SfWeaponForm) -> None:
    form.edit("catalogue").set_value("phaser rifle")
    assert form.objections_of["rate"].objections() == ()
    pick(form, "rate", Rate.AUTOMATIC)
    assert form.objections_of["rate"].objections() == (
        ("Automatic is for projectile weapons.", "12-19"),
    )
    type_into(form.edit("minimum_range"), "5")
    assert [rule for _, rule in form.objections_of["minimum_range"].objections()] == ["12-17"]
    pick(form, "infantry_class", WeaponClass.LIGHT)
    pick(form, "family", Family.VEHICLE)
    assert [rule for _, rule in form.objections_of["infantry_class"].objections()] == ["12-22"]
    form.edit("catalogue").set_value("mini-rocket launcher")
    pick(form, "rate", Rate.SINGLE)
    assert [rule for _, rule in form.objections_of["rate"].objections()] == ["12-20"]
    form.edit("catalogue").set_value("twin-barreled heavy driver rifle")
    assert form.objections_of["needs"].objections() == (
        ("Lampwoman Glow lacks powered armor and power-stabilized limb.", "12-31"),
    )


def test_a_doubt_does_not_keep_a_weapon_from_being_added(
    editor: SfWeaponEditor, desk: Desk
) -> None:
    editor.form.edit("catalogue").set_value("phaser rifle")
    pick(editor.form, "rate", Rate.AUTOMATIC)
    editor.submit()
    assert stated(desk, GLOW).record.rate is Rate.AUTOMATIC


@pytest.mark.rule("12-19")
def test_the_citation_of_a_doubt_asks_for_its_rule(editor: SfWeaponEditor, qtbot: QtBot) -> None:
    editor.form.edit("catalogue").set_value("phaser rifle")
    pick(editor.form, "rate", Rate.AUTOMATIC)
    citation = editor.form.objections_of["rate"].findChildren(Citation)[-1]
    with qtbot.waitSignal(editor._hub.rule_asked) as asked:
        citation.click()
    assert asked.args == ["12-19"]


# Classes, areas, rotary


@pytest.mark.rule("12-23", "S-24")
def test_the_ultra_class_of_sonic_weapons_is_super_heavy(form: SfWeaponForm) -> None:
    assert form.edit("infantry_class").button(WeaponClass.ULTRA).option.text == "U Ultra"
    form.edit("type").box.set_value("ultrasonic")
    assert form.edit("infantry_class").button(WeaponClass.ULTRA).option.text == "U Super-heavy"


@pytest.mark.rule("12-36", "12-37", "12-40", "12-41", "12-42")
def test_an_effect_area_tells_its_lengths_and_when_it_is_placed(form: SfWeaponForm) -> None:
    assert not form.boxes["area_size"].isVisible()
    pick(form, "rate", Rate.AUTOMATIC)
    assert form.edit("shape").value() is AreaShape.OBLONG
    assert form.boxes["area_size"]._label.text() == "Length"
    assert form.boxes["area_width"].isVisible()
    note = form.notes_of["shape"]
    assert (note.words(), note._rule.rule) == ("Placed before the hit roll.", "12-37")
    pick(form, "shape", AreaShape.CIRCULAR)
    assert form.boxes["area_size"]._label.text() == "Diameter"
    assert note._rule.rule == "12-41"
    form.edit("warhead").box.set_value("high explosive")
    assert (note.words(), note._rule.rule) == (
        "Placed after the hit roll, where the warhead lands.", "12-42",
    )  # fmt: skip


@pytest.mark.rule("12-57")
def test_barrels_tell_how_many_hits_are_checked(form: SfWeaponForm) -> None:
    assert not form.boxes["barrels"].isVisible()
    pick(form, "rate", Rate.ROTARY)
    type_into(form.edit("barrels"), "6")
    assert form.notes_of["barrels"].words() == "When it hits, 3 hits are checked."
    type_into(form.edit("barrels"), "3")
    assert form.notes_of["barrels"].words() == "When it hits, 1 hit is checked."
    type_into(form.edit("barrels"), "12")
    assert "The table has no 12 barrels" in form.notes_of["barrels"].words()


def test_a_type_and_a_warhead_of_ones_own_can_be_typed(editor: SfWeaponEditor, desk: Desk) -> None:
    form = editor.form
    for field, name in ((form.edit("type"), "tractor"), (form.edit("warhead"), "glue")):
        assert not field.line.isVisible()
        field.box.setCurrentIndex(field.box.count() - 1)
        assert field.line.hasFocus()
        QTest.keyClicks(field.line, name)
    type_into(form.name, "Tractor beam")
    editor.submit()
    record = stated(desk, GLOW).record
    assert (record.type, record.warhead) == ("tractor", "glue")
