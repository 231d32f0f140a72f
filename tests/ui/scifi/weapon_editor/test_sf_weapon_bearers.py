"""Who has a Sci-fi weapon, what it is loaded with, what it can do, and who serves it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.units_and_crews import CrewRole
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.rules.scifi.weapons import Holder, WeaponClass
from tests.ui.scifi.sf_editor_scene import (
    DRONE,
    FORT,
    GLOW,
    LAUNCHER,
    TEAM,
    count_acts,
    focused,
)
from tests.ui.scifi.weapon_editor.weapon_scene import pick, stated
from tests.ui.window_scene import type_into
from ui.campaign.desk import Desk
from ui.models.scifi_units import parse_loads, write_loads
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor, SfWeaponForm

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton


# Who has it


@pytest.mark.rule("12-27", "12-30")
def test_too_large_a_weapon_is_made_crew_served(editor: SfWeaponEditor, desk: Desk) -> None:
    form = editor.form
    form.edit("catalogue").set_value("twin heavy cone rifle")
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
    editor.form.edit("catalogue").set_value("twin heavy cone rifle")
    editor.submit()
    QTest.keyClick(focused(), K.Key_O)
    assert not editor.form.carry.isVisible()
    editor.submit()
    assert stated(desk, GLOW).carry_override


@pytest.mark.rule("12-27")
def test_another_class_asks_anew_whether_it_can_be_carried(form: SfWeaponForm) -> None:
    form.edit("catalogue").set_value("twin heavy cone rifle")
    assert form.carry.line.overrule()
    pick(form, "infantry_class", WeaponClass.ULTRA)
    assert form.carry.isVisible()
    pick(form, "infantry_class", WeaponClass.MEDIUM)
    assert not form.carry.isVisible()


@pytest.mark.rule("12-04")
def test_a_vehicle_weapon_is_not_offered_a_crew(form: SfWeaponForm) -> None:
    form.edit("catalogue").set_value("light laser cannon")
    assert form.carry.isVisible()
    assert not form.carry.crew_served.isVisible()


@pytest.mark.rule("12-07")
def test_an_emplaced_weapon_names_its_structure(editor: SfWeaponEditor, desk: Desk) -> None:
    form = editor.form
    form.edit("catalogue").set_value("light laser cannon")
    assert not form.boxes["structure_id"].isVisible()
    pick(form, "mounting", Mounting.EMPLACED)
    assert form.carry.line.sentence() == "Say in which fortification it is emplaced."
    form.edit("structure_id").set_value(FORT)
    assert not form.carry.isVisible()
    editor.submit()
    weapon = stated(desk, GLOW)
    assert (weapon.mounting, weapon.structure_id) == (Mounting.EMPLACED, FORT)


# Ammunition, capabilities, crew


@pytest.mark.rule("12-62", "12-63")
def test_what_never_runs_out_says_by_which_rule(form: SfWeaponForm) -> None:
    note = form.notes_of["holder"]
    for name, rule in (("laser rifle", "12-62"), ("machinegun", "12-63")):
        form.edit("catalogue").set_value(name)
        assert (note.words(), note._rule.rule) == ("It never runs out.", rule)


@pytest.mark.rule("12-59", "12-64", "12-66")
def test_mixed_loads_are_typed_on_one_line(editor: SfWeaponEditor, desk: Desk) -> None:
    editor.open_weapon(DRONE)
    form = editor.form
    assert form.notes_of["holder"].words() == "It never runs out."
    form.edit("catalogue").set_value("rocket pod")
    assert "it is asked before the first shot" in form.notes_of["holder"].words()
    type_into(form.edit("loads"), "4 high explosive, 3 vaporshock")
    assert form.notes_of["holder"].words() == "7 in all, at most 2 in a turn."
    editor.submit()
    assert stated(desk, DRONE).stores[0].loads == (("high explosive", 4), ("vaporshock", 3))


def test_loads_that_make_no_sense_are_said_at_their_field(
    editor: SfWeaponEditor, desk: Desk
) -> None:
    form = editor.form
    form.edit("catalogue").set_value("rocket launcher")
    before = count_acts(desk)
    for typed, said in (("rockets", "How many? 4 rockets, say."),
                        ("2 frag, 3 frag", "Name every type of round once.")):  # fmt: skip
        type_into(form.edit("loads"), typed)
        form.name.setFocus()
        assert form.boxes["loads"].problem() == said
        editor.submit()
        assert count_acts(desk) == before
    type_into(form.edit("loads"), "2 frag")
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
    form.edit("catalogue").set_value("laser rifle with bayonet")
    assert [row.name.text() for row in form.capabilities.rows] == ["laser rifle", "bayonet"]
    assert not form.boxes["holder"].isVisible()
    row = form.capabilities.add()
    QTest.keyClicks(row.name, "bayonet")
    editor.submit()
    assert row.boxes["name"].problem() == "Every capability needs a name of its own."
    type_into(row.name, "grenade launcher")
    row.answers["holder"].box.set_value(Holder.ITEMS)
    type_into(row.answers["loads"].box, "2 grenade")
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
    assert [row.name.text() for row in form.crew.rows] == ["Wick", "Taper"]
    row = form.crew.add()
    QTest.keyClicks(row.name, "Snuff")
    row.answers["role"].box.set_value(CrewRole.GUNNER)
    editor.submit()
    assert row.boxes["role"].problem() == "A weapon has one gunner."
    row.answers["role"].box.set_value(CrewRole.OTHER)
    fixed = row.answers["fixed"].box
    QTest.mouseClick(fixed, LEFT, pos=QPoint(8, fixed.height() // 2))
    editor.submit()
    crew = stated(desk, TEAM).crew
    assert [(each.name, each.role, each.fixed) for each in crew] == [
        ("Wick", CrewRole.GUNNER, False), ("Taper", CrewRole.LOADER, False), ("Snuff", CrewRole.OTHER, True),
    ]  # fmt: skip
