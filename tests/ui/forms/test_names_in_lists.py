"""A name with spaces is typed through in a list of a form, closed or open."""

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.window_scene import Key, settle
from ui.forms.inputs import PickBox
from ui.forms.questions import FieldOption
from ui.look.theme import Theme

NAMES = ("Captain Ann, AA", "Captain Bea, AA", "Cei, BB", "Trooper, BB", "Trooper 2, BB")


@pytest.fixture
def box(qtbot: QtBot, theme: Theme) -> Iterator[PickBox]:
    made = PickBox(theme)
    made.offer([FieldOption(at, name) for at, name in enumerate(NAMES)])
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    made.setFocus()
    settle()
    yield made
    made.hidePopup()


def typed(box: PickBox, words: str) -> str:
    for letter in words:
        QTest.keyClicks(box.view() if box.view().isVisible() else box, letter)
        settle()
    if box.view().isVisible():
        QTest.keyClick(box.view(), Key.Key_Return)
        settle()
    return NAMES[box.value()]


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("captain b", "Captain Bea, AA"), ("trooper 2", "Trooper 2, BB"), ("ce", "Cei, BB"),
        ("cetr", "Trooper, BB"), ("captain ann", "Captain Ann, AA"),
    ],
)  # fmt: skip
def test_a_name_with_a_space_is_typed_through(
    box: PickBox, said: str, name: str, opened: bool
) -> None:
    box.set_value(2 if said != "ce" else 0)
    if opened:
        box.showPopup()
        settle()
    assert typed(box, said) == name


def test_a_letter_alone_goes_from_one_to_the_next_and_space_opens_the_list(box: PickBox) -> None:
    box.set_value(0)
    assert [typed(box, "t") for _ in range(3)] == [NAMES[3], NAMES[4], NAMES[3]]
    QTest.keyClick(box, Key.Key_Down)
    QTest.keyClick(box, Key.Key_Space)
    settle()
    assert box.view().isVisible()
