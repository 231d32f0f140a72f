"""Buttons, choices, switches and refusals."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.errors import Refusal
from ui.look.theme import Theme
from ui.widgets.buttons import Button, Segment, Segmented
from ui.widgets.fields import ChoiceButton, ChoiceRow, ChoiceWords
from ui.widgets.rule_lines import Citation, RefusalLine

pytestmark = pytest.mark.thorough(every=2)


def test_a_button_is_wide_enough_for_icon_words_and_key(theme: Theme, qtbot: QtBot) -> None:
    plain, full = Button(theme, "Roll"), Button(theme, "Roll", "primary", "roll", "Space")
    qtbot.addWidget(plain)
    qtbot.addWidget(full)
    assert full.sizeHint().width() > plain.sizeHint().width() + 60
    assert plain.sizeHint().height() == 32
    theme.set_scale(200)
    assert plain.sizeHint().height() == 64


def test_the_mouse_leaves_the_focus_where_the_keys_are(theme: Theme, qtbot: QtBot) -> None:
    panel = QWidget()
    line, field, button = QHBoxLayout(panel), QLineEdit(), Button(theme, "Roll")
    line.addWidget(field)
    line.addWidget(button)
    qtbot.addWidget(panel)
    with qtbot.waitActive(panel):
        panel.show()
        panel.activateWindow()
    field.setFocus()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert field.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert button.hasFocus()


def test_a_button_changes_kind_when_another_act_is_next(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Apply", "soft")
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    button.set_kind("primary")
    seen = button.grab().toImage().pixelColor(5, 16).name()
    assert seen == theme.tokens.hex("accent")


def test_an_icon_button_has_a_name_and_a_tip_with_its_key(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "", "quiet", "undo", name="Undo")
    qtbot.addWidget(button)
    assert (button.accessibleName(), button.toolTip()) == ("Undo", "<qt>Undo</qt>")
    assert button.sizeHint().width() == button.sizeHint().height() == 32


THREE = (
    ChoiceWords("Fence", '0.9" away'),
    ChoiceWords("Hay There"),
    ChoiceWords("Gone", enabled=False),
)


def test_letters_choose(theme: Theme, qtbot: QtBot) -> None:
    row = ChoiceRow(theme, THREE)
    qtbot.addWidget(row)
    picked: list[int] = []
    row.chosen.connect(picked.append)
    QTest.keyClick(row, "b")
    QTest.keyClick(row, "A", Qt.KeyboardModifier.ShiftModifier)
    assert picked == [1, 0]
    assert row.choice() == 0
    for letter in "cdz1":
        assert not row.choose(letter)
    assert picked == [1, 0]


def test_the_mouse_chooses_and_one_answer_holds(theme: Theme, qtbot: QtBot) -> None:
    row = ChoiceRow(theme, THREE)
    qtbot.addWidget(row)
    buttons = row.findChildren(ChoiceButton)
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    QTest.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    QTest.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert row.choice() == 1
    assert [button.isChecked() for button in buttons] == [False, True, False]
    assert buttons[0].accessibleName() == 'A, Fence, 0.9" away'


def test_another_question_forgets_the_answer(theme: Theme, qtbot: QtBot) -> None:
    row = ChoiceRow(theme, THREE)
    qtbot.addWidget(row)
    row.choose("A")
    row.set_choices(THREE[:2])
    assert row.choice() is None
    row.set_choices(THREE, chosen=1)
    assert row.choice() == 1
    with pytest.raises(ValueError, match="at most 5"):
        row.set_choices([ChoiceWords("x")] * 6)


def test_choices_wrap_in_a_narrow_panel(theme: Theme, qtbot: QtBot) -> None:
    row = ChoiceRow(theme, [ChoiceWords(f"Answer {n}") for n in range(4)])
    qtbot.addWidget(row)
    row.show()
    for width, lines in ((900, 1), (400, 2), (160, 4)):
        row.resize(width, 300)
        qtbot.waitUntil(lambda n=lines: len({b.y() for b in row.findChildren(ChoiceButton)}) == n)
        assert row.findChildren(ChoiceButton)[0].width() <= width


def test_a_refusal_names_its_rule_and_can_be_overruled(theme: Theme, qtbot: QtBot) -> None:
    line = RefusalLine(theme)
    qtbot.addWidget(line)
    assert line.isHidden()
    assert not line.overrule()
    line.refuse("The Cannon fired this turn. Reload it on Turn 7.", "8.4-47")
    assert line.sentence() == "The Cannon fired this turn. Reload it on Turn 7."
    with qtbot.waitSignal(line.overruled):
        QTest.keyClick(line, Qt.Key.Key_O)
    with qtbot.waitSignal(line.asked) as asked:
        QTest.mouseClick(line.findChild(Citation), Qt.MouseButton.LeftButton)
    assert asked.args == ["8.4-47"]
    line.clear()
    assert line.sentence() == ""


def test_each_rule_that_refuses_is_overruled_by_itself(theme: Theme, qtbot: QtBot) -> None:
    line = RefusalLine(theme)
    qtbot.addWidget(line)
    others = (Refusal("F.3-08", "The target is 26 inches away."), Refusal("F.3-01", "Nor a cord."))
    line.refuse("He has no Tool.", "F.3-01", others)
    assert line.sentence() == "He has no Tool. Nor a cord. The target is 26 inches away."
    shown = [each.rule for each in line.findChildren(Citation) if each.isVisibleTo(line)]
    assert shown == ["F.3-01", "F.3-08"]
    heard: list[str] = []
    line.overruled.connect(heard.append)
    QTest.keyClick(line, Qt.Key.Key_O)
    for button in line.findChildren(Button):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard == ["F.3-01", "F.3-01", "F.3-08"]
    line.refuse("The target is 26 inches away.", "F.3-08")
    assert line.sentence() == "The target is 26 inches away."


def test_a_bad_entry_cannot_be_overruled(theme: Theme, qtbot: QtBot) -> None:
    line = RefusalLine(theme)
    qtbot.addWidget(line)
    line.refuse("A name needs at least one visible character.")
    assert not line.overrule()
    assert line.findChild(Citation).isHidden()


def test_a_switch_tells_what_was_turned_on(theme: Theme, qtbot: QtBot) -> None:
    switch = Segmented(theme, (Segment("Start", "turn", "5"), Segment("Attack"), Segment("Log")))
    qtbot.addWidget(switch)
    switch.resize(400, 36)
    switch.show()
    seen: list[int] = []
    switch.chosen.connect(seen.append)
    switch.set_current(2)
    assert (switch.current(), seen) == (2, [])
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=QPoint(200, 18))
    target = switch.childAt(QPoint(200, 18))
    assert target is not None
    QTest.mouseClick(target, Qt.MouseButton.LeftButton)
    assert (switch.current(), seen) == (1, [1])
    switch.set_segment(0, Segment("Start", "turn", "done"))
    assert switch.childAt(QPoint(40, 18)).accessibleName() == "Start, done"
