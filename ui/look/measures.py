"""Measured lines of text, remembered: Qt shapes a line anew each time it is asked."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from ui.look.fonts import font_for

MOST = 4096
"""The most lines that are remembered: several times what the fullest window shows."""

_lengths: dict[tuple[QFont, str], float] = {}
_heights: dict[QFont, tuple[float, float]] = {}


def line_length(font: QFont, text: str) -> float:
    """Return the width of a line in pixels, in the font in which it is set."""
    length = _lengths.get((font, text))
    if length is None:
        if len(_lengths) >= MOST:
            _lengths.clear()
        length = QFontMetricsF(font_for(text, font)).horizontalAdvance(text)
        _lengths[QFont(font), text] = length  # a copy: the caller may change its font
    return length


def above_and_below(font: QFont) -> tuple[float, float]:
    """Return how many pixels letters reach above their line and below it."""
    found = _heights.get(font)
    if found is None:
        if len(_heights) >= MOST:
            _heights.clear()
        metrics = QFontMetricsF(font)
        found = _heights[QFont(font)] = metrics.ascent(), metrics.descent()
    return found


def cut_to(font: QFont, text: str, room: float) -> str:
    """Return a line, cut with … if it is wider than `room` pixels."""
    if line_length(font, text) <= room:
        return text
    return QFontMetricsF(font_for(text, font)).elidedText(text, Qt.TextElideMode.ElideRight, room)
