"""What a key means to the desk, in every layout: a small Latin letter, a digit, or a sign."""

import sys
from unicodedata import decimal, name

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

from ui.look.shortcuts import shown

_MOD = Qt.KeyboardModifier
_COMMANDS = _MOD.ControlModifier | _MOD.AltModifier | _MOD.MetaModifier
_ALT_GR = _MOD.ControlModifier | _MOD.AltModifier
"""As Windows tells of AltGr, by which some layouts write signs."""

_ROWS = {2: "1234567890-=", 16: "qwertyuiop[]", 30: "asdfghjkl;'`", 43: "\\zxcvbnm,./"}
_PLACES = {first + n: sign for first, row in _ROWS.items() for n, sign in enumerate(row)}
"""The signs of a US keyboard by the number that the PC's keyboards send for their place."""

_MAC_PLACES = dict(
    zip(
        (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 31, 32, 34, 35, 37, 38, 40, 45,
         46, 18, 19, 20, 21, 23, 22, 26, 28, 25, 29, 27, 24, 33, 30, 43, 47, 44),
        "asdfhgzxcvbqwerytouipljknm1234567890-=[],./",
        strict=True,
    )
)  # fmt: skip
"""The same by the numbers of a Mac."""

_BEFORE = {"windows": 0}
"""What a system adds to the number of a place; X and Wayland add 8."""

_KEY = Qt.Key
_ALONE = (
    0, _KEY.Key_unknown, _KEY.Key_Shift, _KEY.Key_Control, _KEY.Key_Alt, _KEY.Key_AltGr, _KEY.Key_Meta,
    _KEY.Key_CapsLock, _KEY.Key_NumLock, _KEY.Key_ScrollLock, _KEY.Key_Mode_switch,
    _KEY.Key_Super_L, _KEY.Key_Super_R, _KEY.Key_Hyper_L, _KEY.Key_Multi_key,
)  # fmt: skip
"""Keys that do nothing by themselves in any program."""

_SHIFTED = {"/": "?", "=": "+", "-": "_", "[": "{", "]": "}"}


def sign(event: QKeyEvent) -> str:
    """Return the letter, digit or sign of a key, "" for other keys and with Ctrl, Alt or Meta.

    Capitals count as small letters, digits of any script as 0 to 9. A key whose own letter or sign
    is of another script means what stands at its place on a US keyboard, as it does with Ctrl.
    """
    text, held = event.text(), event.modifiers() & _COMMANDS
    if held and not (held == _ALT_GR and text.isascii() and text.isprintable()):
        return ""
    if len(text) == 1 and (digit := decimal(text, None)) is not None:
        return str(digit)
    if Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z:
        return chr(event.key()).lower()
    if text == "\N{MINUS SIGN}":
        return "-"
    if text.isascii():
        return text.lower() if text.isprintable() else ""
    return _by_place(event) or text.lower()


def digit(event: QKeyEvent) -> str:
    """Return the digit of a key as 0 to 9, "" if it has none."""
    typed = sign(event)
    return typed if typed.isdecimal() else ""


def pressed_words(event: QKeyEvent) -> str:
    """Return a key with what is held, as on a keycap: ⇧ Space; "" for keys that do nothing alone."""
    if event.key() in _ALONE:
        return ""
    return shown(QKeySequence(event.keyCombination()).toString())


def _by_place(event: QKeyEvent) -> str:
    """Return the sign at the place of a key that writes no Latin; "" where that is not known."""
    if "LATIN" in name(event.text()[0], ""):
        return ""
    if sys.platform == "darwin":
        # The number 0 is a place too there; an event that was made up has neither number.
        known = event.nativeVirtualKey() or event.nativeScanCode()
        found = _MAC_PLACES.get(event.nativeVirtualKey(), "") if known else ""
    else:
        place = event.nativeScanCode() - _BEFORE.get(QGuiApplication.platformName(), 8)
        found = _PLACES.get(place, "")
    shift = event.modifiers() & _MOD.ShiftModifier
    return _SHIFTED.get(found, found) if shift else found
