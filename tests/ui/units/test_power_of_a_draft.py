"""Power of a unit that is being typed: a multiple of its Size, so the Size comes first."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.units.unit_editor import UnitEditor


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme, desk: Desk) -> UnitEditor:
    made = UnitEditor(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(540, 800)
    made.show()
    made.open_unit(0)
    return made


def type_into(edit: QLineEdit, words: str) -> None:
    edit.setFocus()
    edit.selectAll()
    QTest.keyClicks(edit, words)


def test_power_typed_before_the_size_is_no_power_yet(editor: UnitEditor) -> None:
    form = editor.form
    QTest.mouseClick(form.kind.button("Vehicle"), Qt.MouseButton.LeftButton)
    type_into(form.size_inches, "0")
    type_into(form.power, "9")
    form.name.setFocus()
    assert (
        form.boxes["power_multiplier"].problem()
        == "Type the Size first: Power is a multiple of it."
    )
    assert "power_multiplier" not in form.draft.stated
    type_into(form.size_inches, "4")
    type_into(form.power, "12")
    form.name.setFocus()
    assert form.boxes["power_multiplier"].problem() == ""
    assert form.draft.stated["power_multiplier"] == 3
