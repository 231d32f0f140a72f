"""Power of a unit that is being typed: a multiple of its Size, so the Size comes first."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.window_scene import type_into
from ui.panels.units.unit_editor import UnitEditor


def test_power_typed_before_the_size_is_no_power_yet(editor: UnitEditor) -> None:
    form = editor.form
    QTest.mouseClick(form.edit("kind").button("Vehicle"), Qt.MouseButton.LeftButton)
    type_into(form.edit("size"), "0")
    type_into(form.edit("power_multiplier"), "9")
    form.name.setFocus()
    assert (
        form.boxes["power_multiplier"].problem()
        == "Type the Size first: Power is a multiple of it."
    )
    assert "power_multiplier" not in form.draft.stated
    type_into(form.edit("size"), "4")
    type_into(form.edit("power_multiplier"), "12")
    form.name.setFocus()
    assert form.boxes["power_multiplier"].problem() == ""
    assert form.draft.stated["power_multiplier"] == 3


def test_power_that_another_size_makes_right_is_taken(editor: UnitEditor) -> None:
    form = editor.form
    QTest.mouseClick(form.edit("kind").button("Vehicle"), Qt.MouseButton.LeftButton)
    type_into(form.edit("size"), "4")
    type_into(form.edit("power_multiplier"), "9")
    type_into(form.edit("size"), "3")
    form.name.setFocus()
    assert form.edit("power_multiplier").text() == "9"
    assert form.boxes["power_multiplier"].problem() == ""
    assert form.draft.power == 9
