"""What a key means, whatever layout and locks it is pressed with."""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

import ui
from brikdesk import games
from ui.look.shortcuts import BRIKWARS, SCIFI, digit, sign

NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
X_ADDS = 8
"""What X and Wayland, and the platform of the tests, add to the number of a place."""


def pressed(
    text: str, place: int = 0, held: Qt.KeyboardModifier = NONE, key: int | None = None
) -> QKeyEvent:
    """Return the press of a key that writes `text`, at a place of the keyboard."""
    code = ord(text.upper()[0]) if key is None else key
    return QKeyEvent(QEvent.Type.KeyPress, code, held, place + X_ADDS, 0, 0, text)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("text", "place", "held", "meant"),
    [
        ("a", 30, NONE, "a"),
        ("A", 30, NONE, "a"),  # Caps Lock
        ("A", 30, SHIFT, "a"),
        ("ф", 30, NONE, "a"),  # Cyrillic
        ("Ф", 30, SHIFT, "a"),
        ("щ", 24, NONE, "o"),
        ("х", 26, NONE, "["),
        ("ش", 30, NONE, "a"),  # Persian
        ("؟", 53, SHIFT, "?"),
        ("α", 30, NONE, "a"),
        ("a", 16, NONE, "a"),  # a French A stands where the Q of others does
        ("é", 3, NONE, "é"),
        ("ı", 23, NONE, "i"),  # Turkish, for which Qt names the key I
        ("?", 8, SHIFT, "?"),  # a Cyrillic one writes it with the 7
        ("3", 4, NONE, "3"),
        ("۳", 4, NONE, "3"),
        ("३", 4, NONE, "3"),
        ("５", 6, NONE, "5"),
        ("\N{MINUS SIGN}", 12, NONE, "-"),
        ("\x01", 30, CTRL, ""),
    ],
)
def test_a_key_means_the_same_in_every_layout(
    text: str, place: int, held: Qt.KeyboardModifier, meant: str
) -> None:
    key = Qt.Key.Key_I.value if text == "ı" else Qt.Key.Key_A.value if text == "\x01" else None
    assert sign(pressed(text, place, held, key)) == meant


@pytest.mark.usefixtures("qapp")
def test_digits_of_any_script_are_digits_and_letters_are_none() -> None:
    assert [digit(pressed(sign)) for sign in "7۷७x "] == ["7", "7", "7", "", ""]


MAY_READ_TEXT = {
    "look/shortcuts.py",  # says what it means
    "window/kept_keys.py",  # keeps it for later
    "parts/rows_view.py",  # looks for names that begin so
    "forms/inputs.py",  # lets letters through, of whatever script
}


def test_no_panel_reads_a_key_by_its_letter_in_one_layout() -> None:
    """A letter that a panel compares itself is dead in Cyrillic, or with Caps Lock."""
    root = Path(ui.__file__).parent
    found = []
    for file in sorted(root.rglob("*.py")):
        if str(file.relative_to(root)) in MAY_READ_TEXT or file.is_relative_to(root / "scenes"):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Attribute):
                continue
            letter = node.attr.startswith("Key_") and len(node.attr) == 5
            text = node.attr == "text" and ast.unparse(node.value) == "event"
            command = node.attr in (
                "Key_A",
                "Key_C",
                "Key_D",
            )  # with Ctrl, where Qt finds its place
            if text or (letter and not command):
                found.append(f"{file.relative_to(root)}:{node.lineno} {ast.unparse(node)}")
    assert not found, "use `sign` of ui.look.shortcuts: " + ", ".join(found)


def test_games_are_called_what_they_call_themselves() -> None:
    assert (games.BRIKWARS.name, games.SCIFI.name) == (BRIKWARS, SCIFI)
