"""The unit editor with a unit that is there: what it shows, and the one act that changes it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.store.views.armory import racks_of, weapons_of
from tests.ui.roster_scene import BAIT, BEN, CANNON, GOLEM, HERO, SCOUT
from tests.ui.units.editor_scene import card_of, count_acts, newest
from tests.ui.window_scene import type_into
from ui.campaign.desk import Desk
from ui.look.theme import Theme
from ui.models.unit_drafts import UnitDraft, WeaponDraft
from ui.panels.units.unit_editor import UnitEditor, WeaponsModel

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_editing_shows_what_the_unit_is(editor: UnitEditor) -> None:
    editor.open_unit(CANNON)
    form = editor.form
    assert editor._title._whole == "Edit Big Bertha"
    assert (form.name.text(), form.edit("kind").value(), form.edit("armor").text()) == (
        "Big Bertha", "Structure", "2d10",
    )  # fmt: skip
    assert [weapon.title for weapon in form.draft.weapons] == ["Cannon"]
    assert [(field.name.text(), field.edit("count").text()) for field in form.rounds] == [
        ("Shell", "3"), ("Smoke", "1"),
    ]  # fmt: skip
    assert not editor._another.isVisible()
    assert not form.boxes["copies"].isVisible()


def test_saving_without_a_change_does_nothing(editor: UnitEditor, desk: Desk) -> None:
    for unit_id in (CANNON, HERO, GOLEM):
        before = count_acts(desk)
        editor.open_unit(unit_id)
        editor.submit()
        assert count_acts(desk) == before


def test_all_changes_are_one_act(editor: UnitEditor, desk: Desk) -> None:
    before = count_acts(desk)
    editor.open_unit(CANNON)
    form = editor.form
    type_into(form.name, "Bertha")
    type_into(form.edit("move"), "2")
    form.weapons.weapons.add(WeaponDraft(kind="Gun", size=1))
    model = form.weapons.weapons
    assert model.setData(model.index(0, 2), "9")
    type_into(form.rounds[0].edit("count"), "5")
    editor.submit()
    assert count_acts(desk) == before + 1
    card = card_of(desk, CANNON)
    assert (card.name, card.move) == ("Bertha", 2)
    cannon, gun = desk.read(weapons_of, CANNON)
    assert (cannon.use, cannon.range, gun.kind) == (9, 12, "Gun")
    assert desk.read(racks_of, CANNON)[0].rounds[0].count == 5
    desk.undo()
    assert card_of(desk, CANNON).name == "Big Bertha"
    assert len(desk.read(weapons_of, CANNON)) == 1


def test_weapons_and_rounds_can_be_taken_away(editor: UnitEditor, desk: Desk) -> None:
    editor.open_unit(CANNON)
    form = editor.form
    form.rounds[1].removed.emit()
    form.weapons.weapons.remove(0)
    editor.submit()
    assert desk.read(weapons_of, CANNON) == ()
    assert [each.load for each in desk.read(racks_of, CANNON)[0].rounds if each.count] == [
        "Shell X3"
    ]


def test_new_rounds_go_into_the_rack_that_is_there(editor: UnitEditor, desk: Desk) -> None:
    editor.open_unit(CANNON)
    rounds = editor.form.add_rounds()
    type_into(rounds.name, "Gas")
    type_into(rounds.edit("explosive_size"), "1")
    editor.submit()
    racks = desk.read(racks_of, CANNON)
    assert len(racks) == 1
    assert [each.load for each in racks[0].rounds] == ["Shell X3", "Smoke X2", "Gas X1"]


def test_a_unit_can_change_sides_and_belong_to_nobody(editor: UnitEditor, desk: Desk) -> None:
    for side, player_id in ((BEN, BEN), (0, None)):
        editor.open_unit(SCOUT)
        QTest.mouseClick(editor.form.edit("player_id").button(side), Qt.MouseButton.LeftButton)
        editor.submit()
        assert card_of(desk, SCOUT).player_id == player_id


def test_the_hub_opens_the_editor(editor: UnitEditor) -> None:
    editor._hub.unit_edited.emit(GOLEM)
    assert editor.form.name.text() == "Ratchet Golem"
    editor._hub.unit_edited.emit(0)
    assert editor.form.name.text() == ""
    editor.open_unit(999)
    assert editor.unit_id == 0


def test_tab_order_is_reading_order(editor: UnitEditor) -> None:
    seen = []
    editor.form.name.setFocus()
    for _ in range(8):
        seen.append(QApplication.focusWidget())
        QTest.keyClick(QApplication.focusWidget(), K.Key_Tab)
    form = editor.form
    names = ("name", "token", "preset", "size", "weight_class", "armor")
    known = [form.edit(name) for name in names]
    places = [seen.index(edit) for edit in known]
    assert places == sorted(places)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("wide", [300, 424, 540])
def test_every_width_and_text_size_shows_the_form_whole(
    editor: UnitEditor, theme: Theme, qtbot: QtBot, wide: int
) -> None:
    editor.resize(wide, 560)
    qtbot.waitUntil(lambda: editor.form.width() <= editor._area.viewport().width())
    theme.set_scale(200)
    editor.resize(2 * wide, 700)
    qtbot.waitUntil(lambda: editor.form.width() <= editor._area.viewport().width())


def test_a_name_that_looks_like_html_stays_words(editor: UnitEditor, desk: Desk) -> None:
    type_into(editor.form.name, BAIT)
    editor.submit()
    assert newest(desk).name == BAIT
    editor.open_unit(newest(desk).id)
    assert editor._title._whole == f"Edit {BAIT}"
    assert not editor.grab().isNull()


# Drafts


def test_a_weapon_of_a_preset_keeps_its_figures_while_its_size_stays() -> None:
    bazooka = WeaponDraft.of_preset("W-09")
    assert (bazooka.fact("use"), bazooka.fact("range"), bazooka.largest_round) == (4, 6, 1)
    assert WeaponDraft(kind="Launcher", size=4).largest_round == 4
    assert WeaponDraft(kind="Other").fact("damage") == ""


def test_typing_what_the_rules_derive_is_no_typing_over() -> None:
    gun = WeaponDraft(kind="Gun", size=2)
    assert gun.with_fact("use", gun.derived("use")).stated == {}
    typed = gun.with_fact("damage", "3d6")
    assert typed.as_derived().fact("damage") == "2d6"


def test_a_draft_without_changes_has_no_act_and_a_new_one_keeps_only_what_was_typed() -> None:
    assert UnitDraft(name="Ann").with_fact("size", 2).stated == {"size": 2}
    assert UnitDraft(name="Ann").with_fact("size", 2).with_fact("size", None).stated == {}
    assert WeaponsModel().rows == ()


@pytest.mark.rule("8.4-53", "8.4-48")
def test_rounds_say_for_which_weapon_they_are(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    type_into(form.name, "Both Barrels")
    arms = (WeaponDraft("Cannon", 3.0), WeaponDraft("Launcher", 3.0))
    form.become(replace(form.draft.typed("kind", "Vehicle").typed("size", 6), weapons=arms))
    form.weapons.weapons.show_rows(form.draft.weapons)
    shells, missiles = form.add_rounds(), form.add_rounds()
    assert (shells.name.text(), missiles.name.text()) == ("Shell", "Launcher")
    assert not shells.boxes["weapon"].isHidden()
    assert shells.weapon.currentText() == 'Cannon 3"'
    assert missiles.weapon.currentText() == 'Launcher 3"'
    type_into(shells.edit("explosive_size"), "1")
    type_into(missiles.name, "Missile")
    type_into(missiles.edit("explosive_size"), "1")
    editor.submit()
    assert editor.refusal.sentence() == ""
    racks = desk.read(racks_of, newest(desk).id)
    names = {weapon.id: weapon.kind for weapon in desk.read(weapons_of, newest(desk).id)}
    assert {
        (rack.name, rack.battery, names[rack.weapon_id or 0], rack.rounds[0].load) for rack in racks
    } == {
        ("Ammo rack", False, "Cannon", "Shell X1"),
        ("Battery", True, "Launcher", "Missile X1"),
    }
