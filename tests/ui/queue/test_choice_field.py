"""The letters of a choice answer the question that is on screen, whoever takes the answer."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from brikdesk.turns.steps import Choice, Option
from ui.look.theme import Theme
from ui.parts.pick_list import ChoiceField

FOUR = tuple(Option(name, name) for name in ("north", "east", "south", "west"))
TWO = tuple(Option(name, name) for name in ("yes", "no"))


@pytest.fixture
def field(qtbot: QtBot, theme: Theme) -> ChoiceField:
    made = ChoiceField(theme)
    qtbot.addWidget(made)
    made.show()
    return made


def asked(field: ChoiceField) -> tuple[str, str]:
    """Return the question that letters answer, and the letters on screen."""
    assert field.open_choice is not None
    return field.open_choice.id, field.answers.letters


def test_an_answer_that_nobody_takes_leaves_question_and_letters_together(
    field: ChoiceField, qtbot: QtBot
) -> None:
    field.show_choices(
        (
            Choice("way", "Where to?", None, FOUR, chosen="west"),
            Choice("sure", "Really?", None, TWO),
        )
    )
    assert asked(field) == ("sure", "AB")
    field._folded[0].pressed.emit("way")  # as a click on the answered question does
    assert asked(field) == ("way", "ABCD")
    with qtbot.waitSignal(field.chosen) as told:
        assert field.choose("d")
    assert told.args == ["way", "west"]
    assert asked(field) == ("sure", "AB")
    assert not field.choose("d"), "the question on screen has two answers"
    with qtbot.waitSignal(field.chosen) as told:
        assert field.choose("b")
    assert told.args == ["sure", "no"]


def test_words_that_nobody_takes_do_so_too(field: ChoiceField, qtbot: QtBot) -> None:
    field.show_choices(
        (
            Choice("spot", "Where?", None, FOUR, free=True, chosen="east"),
            Choice("sure", "Really?", None, TWO),
        )
    )
    field._folded[0].pressed.emit("spot")
    assert asked(field) == ("spot", "ABCDE")
    field.words.setText("behind the well")
    with qtbot.waitSignal(field.chosen) as told:
        field.words.returnPressed.emit()
    assert told.args == ["spot", "behind the well"]
    assert asked(field) == ("sure", "AB")


def test_words_that_are_taken_back_stay_to_be_mended(field: ChoiceField, qtbot: QtBot) -> None:
    first = Choice("way", "Where to?", None, TWO, chosen="yes")
    twist = Choice("twist", "What happens?", None, (), free=True, chosen="a cat")
    other = Choice("other", "And there?", None, (), free=True)
    field.show_choices((first, twist, other))
    assert (field.words.text(), field.wants_words) == ("", True)
    field.show_choices((first, replace(twist, chosen=None)))
    assert (field.words.text(), field.wants_words) == ("a cat", True)
    qtbot.keyClick(field.words, Qt.Key.Key_Backspace)
    assert field.words.text() == "a ca", "while words stand there it edits them"
    field.words.clear()
    assert ("Backspace", "take back") in field.words.keys_now


def test_enter_without_words_says_what_is_waited_for(field: ChoiceField) -> None:
    field.show_choices((Choice("twist", "What happens?", None, (), free=True),))
    assert field.words.placeholderText() == "a few words, then Enter"
    field.words.setText("  ")
    field.words.returnPressed.emit()
    assert field.words.placeholderText().startswith("Nothing is said yet")
    assert asked(field)[0] == "twist"
