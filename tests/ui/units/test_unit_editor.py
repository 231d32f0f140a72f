"""The unit editor: what the rules fill in, what is typed over, refusals, and the one act it makes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from brikdesk.store.views.log import acts_done
from brikdesk.store.views.unit_card import UnitCard, unit_card
from brikdesk.store.views.units import units
from brikdesk.store.views.weapons import racks_of, weapons_of
from tests.ui.roster_scene import ANN, BAIT, BEN, CANNON, GOLEM, HERO, SCOUT
from tests.ui.window_scene import type_into
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.units.unit_draft import FLYING, RoundsDraft, UnitDraft
from ui.models.units.weapon_draft import WeaponDraft
from ui.panels.units.unit_editor import UnitEditor
from ui.panels.units.weapon_list import WeaponsModel
from ui.parts.tables.cells import CellWords
from ui.widgets.rules.citation import Citation

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def newest(desk: Desk) -> UnitCard:
    card = desk.read(unit_card, max(row.id for row in desk.read(units, include_lost=True)))
    assert card is not None
    return card


def card_of(desk: Desk, unit_id: int) -> UnitCard:
    card = desk.read(unit_card, unit_id)
    assert card is not None
    return card


def count_acts(desk: Desk) -> int:
    return desk.read(acts_done)


def test_a_new_unit_begins_as_a_minifig_of_the_running_player(editor: UnitEditor) -> None:
    form = editor.form
    assert form.faction.value() == ANN
    assert form.kind.value() == "Minifig"
    assert [form.size_inches.text(), form.armor.text(), form.move_inches.text()] == ["1", "4", "5"]
    assert form.die.value() == 6
    assert form.power.text() == "2"
    assert form.name.hasFocus()


def test_ctrl_enter_adds_one_unit_as_one_act(editor: UnitEditor, desk: Desk, qtbot: QtBot) -> None:
    before = count_acts(desk)
    type_into(editor.form.name, "Big Bertha's Niece")
    with qtbot.waitSignal(editor.closed):
        QTest.keyClick(editor.form.name, K.Key_Return, CTRL)
    assert newest(desk).name == "Big Bertha's Niece"
    assert newest(desk).player_id == ANN
    assert count_acts(desk) == before + 1
    desk.undo()
    assert all(row.name != "Big Bertha's Niece" for row in desk.read(units))


def test_initials_follow_the_name_until_they_are_typed(editor: UnitEditor) -> None:
    type_into(editor.form.name, "Hay There")
    assert editor.form.token.text() == "HT"
    type_into(editor.form.token, "XX")
    type_into(editor.form.name, "Something Else")
    assert editor.form.token.text() == "XX"


def test_kind_and_size_fill_the_rest_in(editor: UnitEditor) -> None:
    form = editor.form
    QTest.mouseClick(form.kind.button("Creature"), Qt.MouseButton.LeftButton)
    type_into(form.size_inches, "3")
    assert form.armor.text() == "2d10"
    assert form.weight_class.text() == "2"
    assert form.power.text() == "6"
    type_into(form.armor, "3d10")
    assert form.weight_class.text() == "3"


def test_what_is_typed_over_is_strong_and_has_a_way_back(editor: UnitEditor) -> None:
    form = editor.form
    assert not form._back.isVisible()
    type_into(form.weight_class, "5")
    assert form.weight_class.font().weight() > form.deflection.font().weight()
    assert form._back.isVisible()
    form.name.setFocus()
    QTest.mouseClick(form._back, Qt.MouseButton.LeftButton)
    assert form.weight_class.text() == "0"
    assert form.weight_class.font().weight() == form.deflection.font().weight()
    assert not form._back.isVisible()


def test_arrows_go_through_the_kinds_and_dice(editor: UnitEditor) -> None:
    form = editor.form
    form.kind.focus()
    QTest.keyClick(QApplication.focusWidget(), K.Key_Right)
    assert form.draft.kind == "Hero"
    form.die.focus()
    QTest.keyClick(QApplication.focusWidget(), K.Key_Right)
    assert form.draft.fact("action_die") == 12


def test_power_is_a_multiple_of_size(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    QTest.mouseClick(form.kind.button("Vehicle"), Qt.MouseButton.LeftButton)
    type_into(form.size_inches, "4")
    type_into(form.power, "9")
    form.name.setFocus()
    assert form.boxes["power_multiplier"].problem() == "Power is 0, 4, 8, 12, 16: times Size."
    type_into(form.power, "12")
    assert form.boxes["power_multiplier"].problem() == ""
    type_into(form.name, "Wagon")
    editor.submit()
    assert newest(desk).power_multiplier == 3


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("name", "", "A name is needed."),
        ("size_inches", "1.5", "A whole number is needed."),
        ("armor", "thick", "Armor is a number or dice such as 2d10, not thick."),
        ("move_inches", "2000", "From 0 to 999."),
        ("copies", "0", "From 1 to 100."),
    ],
)
def test_fields_are_checked_when_they_are_left(
    editor: UnitEditor, desk: Desk, name: str, typed: str, said: str
) -> None:
    edit = getattr(editor.form, name)
    type_into(edit, typed) if typed else edit.setFocus()
    box = next(box for box in editor.form.boxes.values() if box.editor is edit)
    assert box.problem() == ""
    editor.form.token.setFocus()
    assert box.problem() == said
    before = count_acts(desk)
    editor.submit()
    assert count_acts(desk) == before
    assert edit.property("wrong")


def test_a_preset_fills_unit_weapons_and_rounds(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    form.preset.set_value("U-25")
    assert form.name.text() == "Tailed beast"
    assert form.kind.value() == "Creature"
    assert [weapon.title for weapon in form.draft.weapons] == ["Claw", "Claw", "BioStinger"]
    editor.submit()
    card = newest(desk)
    assert card.preset == "U-25"
    assert [w.name for w in desk.read(weapons_of, card.id)] == ["Claw", "Claw", "BioStinger"]


def test_a_flying_vehicle_has_half_power(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    form.preset.set_value(FLYING)
    type_into(form.size_inches, "4")
    type_into(form.name, "Kite")
    assert form.power.text() == "4"
    editor.submit()
    card = newest(desk)
    assert (card.half_power, card.airborne, card.kind) == ("always", True, "Vehicle")


def test_weapons_derive_their_figures_from_kind_and_size(editor: UnitEditor) -> None:
    weapons = editor.form.weapons
    QAbstractItemModelTester(weapons.weapons, FATAL)
    weapons.add(WeaponDraft.of_kind("Cannon"))
    edit = weapons.findChild(QLineEdit)
    assert edit is not None
    edit.selectAll()
    QTest.keyClicks(edit, "3")
    QTest.keyClick(edit, K.Key_Return)
    QApplication.processEvents()  # the delegate hands over after the key
    model = weapons.weapons
    assert [model.index(0, k).data() for k in range(6)] == [
        "Cannon", "3", "6", '12"', "by ammo", '3"',
    ]  # fmt: skip


@pytest.mark.rule("5.4-16")
def test_t_says_whether_a_weapon_is_made_for_thrusting(editor: UnitEditor, desk: Desk) -> None:
    type_into(editor.form.name, "Lancer")
    weapons = editor.form.weapons
    weapons.weapons.add(WeaponDraft.of_preset("W-03"))
    weapons.setFocus()
    weapons.go_to(0, 0)

    def shown() -> tuple[str, ...]:
        cell = weapons.cell_at(weapons.weapons.index(0, 0))
        return tuple(part.text for part in cell.left if isinstance(part, CellWords))  # type: ignore[union-attr]

    name = shown()
    QTest.keyClick(weapons, K.Key_T)
    assert shown() == (*name, "thrusts")
    editor.submit()
    card = newest(desk)
    assert [each.thrusting for each in desk.read(weapons_of, card.id)] == [True]
    editor.open_unit(card.id)
    assert shown() == (*name, "thrusts")
    weapons.go_to(0, 0)
    QTest.keyClick(weapons, K.Key_T)
    editor.submit()
    assert [each.thrusting for each in desk.read(weapons_of, card.id)] == [False]


def test_a_figure_typed_over_is_strong_and_backspace_takes_it_back(editor: UnitEditor) -> None:
    weapons, model = editor.form.weapons, editor.form.weapons.weapons
    model.add(WeaponDraft(kind="BlastGun", size=2))
    assert model.setData(model.index(0, 2), "7")
    assert weapons.cell_at(model.index(0, 2)).left[0].strong  # type: ignore[union-attr]
    weapons.setFocus()
    weapons.go_to(0, 2)
    QTest.keyClick(weapons, K.Key_Backspace)
    assert model.index(0, 2).data() == "3"
    assert not weapons.cell_at(model.index(0, 2)).left[0].strong  # type: ignore[union-attr]
    QTest.keyClick(weapons, K.Key_Delete)
    assert model.rowCount() == 0


def test_the_menu_of_weapons_has_table_1_and_the_equipment(
    editor: UnitEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: opened.append(menu))
    QTest.mouseClick(editor.form._add_weapon, Qt.MouseButton.LeftButton)
    words = [entry.text() for entry in opened[0].actions()]
    assert words[:4] == ["Melee Weapon", "Melee Shield", "Gun", "MachineGun"]
    equipment = next(entry.menu() for entry in opened[0].actions() if entry.menu())
    assert isinstance(equipment, QMenu)
    names = [entry.text() for entry in equipment.actions()]
    assert "Bazooka" in names
    assert "Heavy Armor" not in names
    next(entry for entry in equipment.actions() if entry.text() == "Bazooka").trigger()
    assert editor.form.draft.weapons[0].fact("range") == 6


def test_a_weapon_size_that_no_builder_declares_is_said(editor: UnitEditor) -> None:
    model = editor.form.weapons.weapons
    model.add(WeaponDraft.of_kind("Gun"))
    assert not model.setData(model.index(0, 1), "2.3")
    assert "whole inches" in editor.refusal.sentence()
    assert model.weapons[0].size == 1


@pytest.mark.rule("8.4-48")
def test_too_large_a_shell_is_refused_at_its_field_and_can_be_overruled(
    editor: UnitEditor, desk: Desk
) -> None:
    form = editor.form
    QTest.mouseClick(form.kind.button("Structure"), Qt.MouseButton.LeftButton)
    type_into(form.size_inches, "4")
    type_into(form.name, "Niece")
    form.weapons.weapons.add(WeaponDraft(kind="Cannon", size=3))
    rounds = form.add_rounds()
    assert rounds.draft() == RoundsDraft("Shell", 3, 1, weapon=0)
    type_into(rounds.xsize, "4")
    rounds.count.setFocus()
    assert rounds.refusal.sentence() == 'A 3" Cannon takes shells up to X3.'
    assert rounds.refusal.findChildren(Citation)[0].rule == "8.4-48"
    before = count_acts(desk)
    editor.submit()
    assert count_acts(desk) == before
    rounds.refusal.overrule()
    assert rounds.refusal.sentence() == ""
    editor.submit()
    assert count_acts(desk) == before + 1
    rack = desk.read(racks_of, newest(desk).id)[0]
    assert rack.rounds[0].load == "Shell X4"


def test_a_shell_that_fits_is_no_matter(editor: UnitEditor) -> None:
    form = editor.form
    form.weapons.weapons.add(WeaponDraft(kind="Cannon", size=3))
    rounds = form.add_rounds()
    type_into(rounds.xsize, "4")
    assert not rounds.check()
    form.weapons.weapons.put(0, WeaponDraft(kind="Cannon", size=4))
    assert rounds.refusal.sentence() == ""
    assert rounds.check()


def test_add_and_make_another_keeps_faction_and_kind(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    QTest.mouseClick(form.faction.button(BEN), Qt.MouseButton.LeftButton)
    QTest.mouseClick(form.kind.button("Horse"), Qt.MouseButton.LeftButton)
    type_into(form.name, "Biscuit")
    QTest.mouseClick(editor._another, Qt.MouseButton.LeftButton)
    assert newest(desk).name == "Biscuit"
    assert (form.faction.value(), form.kind.value(), form.name.text()) == (BEN, "Horse", "")
    assert form.name.hasFocus()


def test_copies_are_numbered(editor: UnitEditor, desk: Desk) -> None:
    type_into(editor.form.name, "Recruit")
    type_into(editor.form.copies, "3")
    editor.submit()
    names = [row.name for row in desk.read(units) if row.name.startswith("Recruit")]
    assert names == ["Recruit", "Recruit 2", "Recruit 3"]


def test_tags_and_specialties_are_words_apart_by_commas(editor: UnitEditor, desk: Desk) -> None:
    type_into(editor.form.name, "Ranger")
    type_into(editor.form.tags, "living,  Flammable , ")
    type_into(editor.form.specialties, "Tracking")
    editor.submit()
    assert newest(desk).tags == ("living", "flammable")
    assert newest(desk).specialties == ("tracking",)


class Host(QWidget):
    """Takes Esc as the desk pane does."""

    def __init__(self, editor: QWidget) -> None:
        super().__init__()
        self.closed = 0
        QVBoxLayout(self).addWidget(editor)

    @override
    def keyPressEvent(self, event: object) -> None:
        self.closed += 1


def test_esc_and_cancel_leave_without_a_trace(qtbot: QtBot, theme: Theme, desk: Desk) -> None:
    editor = UnitEditor(theme, desk, Hub())
    host = Host(editor)
    qtbot.addWidget(host)
    host.show()
    before = count_acts(desk)
    type_into(editor.form.name, "Nobody")
    QTest.keyClick(editor.form.name, K.Key_Escape)
    assert host.closed == 0, "what is typed is dropped by a second Esc only"
    QTest.keyClick(editor.form.name, K.Key_Escape)
    assert host.closed == 1
    assert editor.form.name.text() == ""
    QTest.mouseClick(editor._cancel, Qt.MouseButton.LeftButton)
    assert host.closed == 2
    assert count_acts(desk) == before


@pytest.mark.rule("OF-39")
def test_an_act_that_is_refused_stands_in_the_sheet(editor: UnitEditor, desk: Desk) -> None:
    type_into(editor.form.name, "Tin Man")
    type_into(editor.form.armor, "5d10")
    editor.submit()
    assert editor.refusal.findChildren(Citation)[0].rule == "OF-39"
    QTest.keyClick(QApplication.focusWidget(), K.Key_O)
    assert newest(desk).armor == "5d10"


# Editing


def test_editing_shows_what_the_unit_is(editor: UnitEditor) -> None:
    editor.open_unit(CANNON)
    form = editor.form
    assert editor._title._whole == "Edit Big Bertha"
    assert (form.name.text(), form.kind.value(), form.armor.text()) == (
        "Big Bertha", "Structure", "2d10",
    )  # fmt: skip
    assert [weapon.title for weapon in form.draft.weapons] == ["Cannon"]
    assert [(field.name.text(), field.count.text()) for field in form.rounds] == [
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
    type_into(form.move_inches, "2")
    form.weapons.weapons.add(WeaponDraft(kind="Gun", size=1))
    model = form.weapons.weapons
    assert model.setData(model.index(0, 2), "9")
    type_into(form.rounds[0].count, "5")
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
    type_into(rounds.xsize, "1")
    editor.submit()
    racks = desk.read(racks_of, CANNON)
    assert len(racks) == 1
    assert [each.load for each in racks[0].rounds] == ["Shell X3", "Smoke X2", "Gas X1"]


def test_a_unit_can_change_sides_and_belong_to_nobody(editor: UnitEditor, desk: Desk) -> None:
    for side, player_id in ((BEN, BEN), (0, None)):
        editor.open_unit(SCOUT)
        QTest.mouseClick(editor.form.faction.button(side), Qt.MouseButton.LeftButton)
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
    known = [form.name, form.token, form.preset, form.size_inches, form.weight_class, form.armor]
    places = [seen.index(edit) for edit in known]
    assert places == sorted(places)


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
    assert WeaponsModel().weapons == ()


@pytest.mark.rule("8.4-53", "8.4-48")
def test_rounds_say_for_which_weapon_they_are(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    type_into(form.name, "Both Barrels")
    form._pick_kind("Vehicle")
    form._state("size", 6)
    form._change(weapons=(WeaponDraft("Cannon", 3.0), WeaponDraft("Launcher", 3.0)))
    form.weapons.weapons.show_weapons(form.draft.weapons)
    shells, missiles = form.add_rounds(), form.add_rounds()
    assert (shells.name.text(), missiles.name.text()) == ("Shell", "Launcher")
    assert not shells.weapon_box.isHidden()
    assert shells.weapon.currentText() == 'Cannon 3"'
    assert missiles.weapon.currentText() == 'Launcher 3"'
    type_into(shells.xsize, "1")
    type_into(missiles.name, "Missile")
    type_into(missiles.xsize, "1")
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
