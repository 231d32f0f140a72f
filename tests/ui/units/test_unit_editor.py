"""The unit editor: what the rules fill in, what is typed over, refusals, and the one act it makes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from brikdesk.store.views.armory import racks_of, weapons_of
from brikdesk.store.views.units import units
from tests.ui.roster_scene import ANN, BEN
from tests.ui.units.editor_scene import count_acts, newest
from tests.ui.window_scene import type_into
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.questions import Number
from ui.look.theme import Theme
from ui.models.unit_drafts import FLYING, RoundsDraft, WeaponDraft
from ui.panels.units.unit_editor import UnitEditor
from ui.parts.cells import CellWords
from ui.widgets.rule_lines import Citation

pytestmark = pytest.mark.thorough(every=3)

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_a_new_unit_begins_as_a_minifig_of_the_running_player(editor: UnitEditor) -> None:
    form = editor.form
    assert form.edit("player_id").value() == ANN
    assert form.edit("kind").value() == "Minifig"
    assert [form.edit("size").text(), form.edit("armor").text(), form.edit("move").text()] == [
        "1",
        "4",
        "5",
    ]
    assert form.edit("action_die").value() == 6
    assert form.edit("power_multiplier").text() == "2"
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


def test_a_preset_and_a_weapon_have_keys_of_their_own(editor: UnitEditor) -> None:
    """Tab would pass every figure on the way to what is chosen most."""
    type_into(editor.form.name, "Bob")
    QTest.keyClick(editor.form.name, K.Key_P, Qt.KeyboardModifier.AltModifier)
    box = editor.form.answers["preset"].box
    assert box.hasFocus()
    QTest.keyClicks(box, "gu")
    assert editor.form.draft.preset == "U-07"
    QTest.keyClick(box, K.Key_W, Qt.KeyboardModifier.AltModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    QTest.keyClick(menu, K.Key_Down)
    QTest.keyClick(menu, K.Key_Return)
    assert [weapon.kind for weapon in editor.form.draft.weapons] == ["Melee Weapon"]
    assert editor.form.name.text() == "Bob", "no letter went into the name"


def test_initials_follow_the_name_until_they_are_typed(editor: UnitEditor) -> None:
    type_into(editor.form.name, "Hay There")
    assert editor.form.edit("token").text() == "HT"
    type_into(editor.form.edit("token"), "XX")
    type_into(editor.form.name, "Something Else")
    assert editor.form.edit("token").text() == "XX"


def test_kind_and_size_fill_the_rest_in(editor: UnitEditor) -> None:
    form = editor.form
    QTest.mouseClick(form.edit("kind").button("Creature"), Qt.MouseButton.LeftButton)
    type_into(form.edit("size"), "3")
    assert form.edit("armor").text() == "2d10"
    assert form.edit("weight_class").text() == "2"
    assert form.edit("power_multiplier").text() == "6"
    type_into(form.edit("armor"), "3d10")
    assert form.edit("weight_class").text() == "3"


def test_what_is_typed_over_is_strong_and_has_a_way_back(editor: UnitEditor) -> None:
    form = editor.form
    assert not form._back.isVisible()
    type_into(form.edit("weight_class"), "5")
    assert form.edit("weight_class").font().weight() > form.edit("deflection").font().weight()
    assert form._back.isVisible()
    form.name.setFocus()
    QTest.mouseClick(form._back, Qt.MouseButton.LeftButton)
    assert form.edit("weight_class").text() == "0"
    assert form.edit("weight_class").font().weight() == form.edit("deflection").font().weight()
    assert not form._back.isVisible()


def test_arrows_go_through_the_kinds_and_dice(editor: UnitEditor) -> None:
    form = editor.form
    form.edit("kind").focus()
    QTest.keyClick(QApplication.focusWidget(), K.Key_Right)
    assert form.draft.kind == "Hero"
    form.edit("action_die").focus()
    QTest.keyClick(QApplication.focusWidget(), K.Key_Right)
    assert form.draft.fact("action_die") == 12


def test_power_is_a_multiple_of_size(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    QTest.mouseClick(form.edit("kind").button("Vehicle"), Qt.MouseButton.LeftButton)
    type_into(form.edit("size"), "4")
    type_into(form.edit("power_multiplier"), "9")
    form.name.setFocus()
    assert form.boxes["power_multiplier"].problem() == "Power is 0, 4, 8, 12, 16: times Size."
    type_into(form.edit("power_multiplier"), "12")
    assert form.boxes["power_multiplier"].problem() == ""
    type_into(form.name, "Wagon")
    editor.submit()
    assert newest(desk).power_multiplier == 3


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("name", "", "A name is needed."),
        ("size", "1.5", "A whole number is needed."),
        ("armor", "thick", "Armor is a number or dice such as 2d10, not thick."),
        ("move", "2000", "From 0 to 999."),
        ("copies", "0", "From 1 to 100."),
    ],
)
def test_fields_are_checked_when_they_are_left(
    editor: UnitEditor, desk: Desk, name: str, typed: str, said: str
) -> None:
    edit, box = editor.form.edit(name), editor.form.boxes[name]
    type_into(edit, typed) if typed else edit.setFocus()
    assert box.problem() == ""
    editor.form.edit("token").setFocus()
    assert box.problem() == said
    before = count_acts(desk)
    editor.submit()
    assert count_acts(desk) == before
    assert edit.property("wrong")


def test_what_is_wrong_stays_until_it_is_mended(editor: UnitEditor, desk: Desk) -> None:
    form, wrong = editor.form, "99999999"
    numbers = [asked.name for asked in form.questions if isinstance(asked, Number)]
    type_into(form.name, "Wagon")
    for name in numbers:
        type_into(form.edit(name), wrong)
    before = count_acts(desk)
    editor.submit()
    assert count_acts(desk) == before
    assert {form.edit(name).text() for name in numbers} == {wrong}
    assert all(form.boxes[name].problem() for name in numbers)


def test_a_preset_fills_unit_weapons_and_rounds(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    form.edit("preset").set_value("U-25")
    assert form.name.text() == "Tailed beast"
    assert form.edit("kind").value() == "Creature"
    assert [weapon.title for weapon in form.draft.weapons] == ["Claw", "Claw", "BioStinger"]
    editor.submit()
    card = newest(desk)
    assert card.preset == "U-25"
    assert [w.name for w in desk.read(weapons_of, card.id)] == ["Claw", "Claw", "BioStinger"]


def test_a_flying_vehicle_has_half_power(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    form.edit("preset").set_value(FLYING)
    type_into(form.edit("size"), "4")
    type_into(form.name, "Kite")
    assert form.edit("power_multiplier").text() == "4"
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
    assert model.rows[0].size == 1


@pytest.mark.rule("8.4-48")
def test_too_large_a_shell_is_refused_at_its_field_and_can_be_overruled(
    editor: UnitEditor, desk: Desk
) -> None:
    form = editor.form
    QTest.mouseClick(form.edit("kind").button("Structure"), Qt.MouseButton.LeftButton)
    type_into(form.edit("size"), "4")
    type_into(form.name, "Niece")
    form.weapons.weapons.add(WeaponDraft(kind="Cannon", size=3))
    rounds = form.add_rounds()
    assert rounds.draft() == RoundsDraft("Shell", 3, 1, weapon=0)
    type_into(rounds.edit("explosive_size"), "4")
    rounds.edit("count").setFocus()
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
    type_into(rounds.edit("explosive_size"), "4")
    assert not rounds.check_right()
    form.weapons.weapons.put(0, WeaponDraft(kind="Cannon", size=4))
    assert rounds.refusal.sentence() == ""
    assert rounds.check_right()


def test_add_and_make_another_keeps_faction_and_kind(editor: UnitEditor, desk: Desk) -> None:
    form = editor.form
    QTest.mouseClick(form.edit("player_id").button(BEN), Qt.MouseButton.LeftButton)
    QTest.mouseClick(form.edit("kind").button("Horse"), Qt.MouseButton.LeftButton)
    type_into(form.name, "Biscuit")
    QTest.mouseClick(editor._another, Qt.MouseButton.LeftButton)
    assert newest(desk).name == "Biscuit"
    assert (form.edit("player_id").value(), form.edit("kind").value(), form.name.text()) == (
        BEN,
        "Horse",
        "",
    )
    assert form.name.hasFocus()


def test_copies_are_numbered(editor: UnitEditor, desk: Desk) -> None:
    type_into(editor.form.name, "Recruit")
    type_into(editor.form.edit("copies"), "3")
    editor.submit()
    names = [row.name for row in desk.read(units) if row.name.startswith("Recruit")]
    assert names == ["Recruit", "Recruit 2", "Recruit 3"]


def test_tags_and_specialties_are_words_apart_by_commas(editor: UnitEditor, desk: Desk) -> None:
    type_into(editor.form.name, "Ranger")
    type_into(editor.form.edit("tags"), "living,  Flammable , ")
    type_into(editor.form.edit("specialties"), "Tracking")
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
    type_into(editor.form.edit("armor"), "5d10")
    editor.submit()
    assert editor.refusal.findChildren(Citation)[0].rule == "OF-39"
    QTest.keyClick(QApplication.focusWidget(), K.Key_O)
    assert newest(desk).armor == "5d10"


# Editing
