"""The one module in which people's words reach Qt: labels, tips, message boxes, screen readers."""

import re
from typing import TYPE_CHECKING

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from ui.look.theme import Theme, TypeRole, font_for

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint


STUMP = 5
"""So many signs of a cut line, the … among them, are not worth showing."""

MOST = 2_000
"""The most characters of a label; a longer text could make it wider than any screen."""

_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class PlainLabel(QLabel):
    """Words in a type role and a colour token, never HTML; it follows the theme."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        role: TypeRole = "body",
        token: str = "text",
        strong: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.theme = theme
        self._role, self._token, self._strong = role, token, strong
        self._hyphens = False
        self.say(text)
        theme.changed.connect(self._restyle)
        self._restyle()

    def say(self, text: str) -> None:
        """Show other words, cut after 2,000 characters."""
        self._set_font_for(text)
        self.setText(text if len(text) <= MOST else f"{text[: MOST - 1]}…")

    def set_token(self, token: str) -> None:
        """Show the words in another colour."""
        self._token = token
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(self._font_for(self.text()))
        # The application has one style sheet; the colour of a single label is set by its palette.
        palette = self.palette()
        palette.setColor(QtGui.QPalette.ColorRole.WindowText, self.theme.color(self._token))
        self.setPalette(palette)

    def _set_font_for(self, words: str) -> None:
        if ("-" in words) is not self._hyphens:
            self._hyphens = "-" in words
            self.setFont(self._font_for(words))

    def _font_for(self, words: str) -> QtGui.QFont:
        return font_for(words, self.theme.font(self._role, self._strong))


def elided(metrics: QtGui.QFontMetrics, text: str, width: int) -> str:
    """Return `text`, cut with … if it is wider than `width` pixels."""
    return metrics.elidedText(text[:MOST], Qt.TextElideMode.ElideRight, width)


_BETWEEN = re.compile("(?:[,;.]| ·) ")


def parted(metrics: QtGui.QFontMetrics, text: str, width: int) -> str:
    """Return `text`, without its last parts if it is wider than `width` pixels; … stands for them."""
    if metrics.horizontalAdvance(text) <= width:
        return text
    ends = [found.start() for found in _BETWEEN.finditer(text)]
    shorter = (f"{text[:end]} …" for end in reversed(ends))
    fits = (words for words in shorter if metrics.horizontalAdvance(words) <= width)
    return next(fits, None) or elided(metrics, text, width)


class ElidedLabel(PlainLabel):
    """One line, cut with … where room is short; its tip is then the whole text."""

    _cut = staticmethod(elided)

    def say(self, text: str) -> None:
        """Show other words, on one line."""
        self._whole = " ".join(text.split())[:MOST]
        self._set_font_for(self._whole)
        self._fit()

    @property
    def is_cut(self) -> bool:
        """Whether there is too little room for all of it."""
        return self.text() != self._whole

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few letters."""
        return QSize(self.theme.px(24), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the size that shows the whole text."""
        width = self.fontMetrics().horizontalAdvance(self._whole) + 2
        return QSize(width, super().sizeHint().height())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """Cut the text for the new width."""
        super().resizeEvent(event)
        self._fit()

    def _restyle(self) -> None:
        super()._restyle()
        self.setFont(self._font_for(self._whole))
        self._fit()

    def _fit(self) -> None:
        shown = self._cut(self.fontMetrics(), self._whole, self.width())
        if shown != self._whole and len(shown) <= STUMP:
            shown = "…"  # a few letters say nothing, and look like a word
        self.setText(shown)
        # A screen reader would otherwise read the text as it is cut.
        self.setAccessibleName(self._whole)
        tip(self, self._whole if shown != self._whole else "")


class PartedLabel(ElidedLabel):
    """One line of parts, between commas and the like; where room is short the last go, each whole.

    `refitted` is emitted when it has another width.
    """

    refitted = Signal()
    _cut = staticmethod(parted)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """Leave out what has no room in the new width."""
        super().resizeEvent(event)
        self.refitted.emit()


def plain_label(
    theme: Theme,
    text: str = "",
    role: TypeRole = "body",
    token: str = "text",
    strong: bool = False,
    wrap: bool = False,
) -> PlainLabel:
    """Return a label for any words, even those that a player chose."""
    label = PlainLabel(theme, text, role, token, strong)
    label.setWordWrap(wrap)
    return label


def note(theme: Theme, text: str = "", token: str = "text2") -> PlainLabel:
    """Return a label of small words, in as many lines as they need."""
    return plain_label(theme, text, "small", token, wrap=True)


def tip(widget: QWidget, text: str) -> None:
    """Set a tooltip, which also appears when the keyboard focus comes to the widget."""
    if text or widget.toolTip():
        # By itself a screen reader would be given the tip with its marks.
        widget.setAccessibleDescription(text[:MOST])
    widget.setToolTip(tip_text(text))
    # One filter stays for all later texts: it reads the tip when the focus comes.
    if text and not widget.findChild(_TipOnFocus, options=_DIRECT):
        widget.installEventFilter(_TipOnFocus(widget))


_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>"})
"""Not `html.escape`: with it comes a table of two thousand signs, a third of a megabyte."""


def tip_text(text: str) -> str:
    """Return a tooltip's text, also for a model's ToolTipRole: escaped and marked as rich text.

    Without the mark, Qt would show `Tom &amp; Jerry` as it stands.
    """
    lines = text[:MOST].translate(_ESCAPED)
    return f"<qt>{lines}</qt>" if text else ""


def show_tip(place: "QPoint", text: str, over: QWidget) -> None:
    """Show a tooltip at a place on the screen; empty text hides it."""
    _show(place, tip_text(text), over)


def _show(place: "QPoint", escaped: str, over: QWidget) -> None:
    from PySide6.QtWidgets import QToolTip  # here: the first frame has no tips

    QToolTip.showText(place, escaped, over)


class _TipOnFocus(QObject):
    """Shows the tip of its widget when the keyboard moves the focus there."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QWidget):
            reason = getattr(event, "reason", lambda: None)()
            if reason in _BY_KEYBOARD and watched.toolTip():
                corner = watched.mapToGlobal(watched.rect().bottomLeft())
                _show(corner, watched.toolTip(), watched)
        return False


_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


MEASURES_MOST = 4096
"""The most lines that are remembered: several times what the fullest window shows."""

_lengths: dict[tuple[QtGui.QFont, str], float] = {}
_heights: dict[QtGui.QFont, tuple[float, float]] = {}


def line_length(font: QtGui.QFont, text: str) -> float:
    """Return the width of a line in pixels, in the font in which it is set."""
    length = _lengths.get((font, text))
    if length is None:
        if len(_lengths) >= MEASURES_MOST:
            _lengths.clear()
        length = QtGui.QFontMetricsF(font_for(text, font)).horizontalAdvance(text)
        _lengths[QtGui.QFont(font), text] = length  # a copy: the caller may change its font
    return length


def above_and_below(font: QtGui.QFont) -> tuple[float, float]:
    """Return how many pixels letters reach above their line and below it."""
    found = _heights.get(font)
    if found is None:
        if len(_heights) >= MEASURES_MOST:
            _heights.clear()
        metrics = QtGui.QFontMetricsF(font)
        found = _heights[QtGui.QFont(font)] = metrics.ascent(), metrics.descent()
    return found


_NUMBER = re.compile(r" \d{1,3}$")
"""The number at the end of a name by which one of several is known: Spearman 2."""


def cut_to(font: QtGui.QFont, text: str, room: float) -> str:
    """Return a line, cut with … if it is wider than `room` pixels; a number at its end stays."""
    if line_length(font, text) <= room:
        return text
    number = _NUMBER.search(text)
    if number and (left := room - line_length(font, number[0])) > room / 2:
        return cut_to(font, text[: number.start()], left) + number[0]
    return QtGui.QFontMetricsF(font_for(text, font)).elidedText(
        text, Qt.TextElideMode.ElideRight, room
    )


def announce(widget: QWidget, text: str, urgent: bool = False) -> None:
    """Have `text` read out, if a reader runs; `urgent` interrupts what it is saying."""
    if QtGui.QAccessible.isActive():
        event = QtGui.QAccessibleAnnouncementEvent(widget, text)
        level = QtGui.QAccessible.AnnouncementPoliteness
        event.setPoliteness(level.Assertive if urgent else level.Polite)
        QtGui.QAccessible.updateAccessibility(event)
