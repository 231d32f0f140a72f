"""A field for a number, with its unit in grey at the right: 4 inches."""

from typing import ClassVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit
from typing_extensions import override

from brikdesk.lengths import EIGHTHS, in_field, read_length
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, painting, text_width
from ui.widgets.own_keys import CapRows, OwnKeys

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
LONGEST = 24
SIGNS = "+-−–0123456789.,/⁄ " + "".join(EIGHTHS)
STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}


class MeasureEdit(QLineEdit, OwnKeys):
    """A typed number; Up and Down change it by 1.

    Letters cannot be typed into it: they go on to the panel, for which they are keys. With
    `takes_letters` those of inches can, behind a number: 9in.
    """

    own_keys: ClassVar[CapRows] = ()
    takes_words = False

    takes_letters = False

    def __init__(
        self, theme: Theme, least: float = 0, most: float = 999, unit: str = "", decimals: int = 0
    ) -> None:
        super().__init__()
        self.theme = theme
        self.least, self.most, self.decimals = least, most, decimals
        self._unit = unit
        self._strong = False
        self.setMaxLength(LONGEST)
        theme.changed.connect(self._restyle)
        self._restyle()

    def value(self) -> int | float | None:
        """Return the number; a whole one where the field is for whole numbers."""
        number = read_length(self.text())
        if number is None or (not self.decimals and number != int(number)):
            return None
        return number if self.decimals else int(number)

    def set_value(self, value: float | None) -> None:
        """Write a number; None empties the field."""
        self.setText("" if value is None else in_field(value))

    def begin_with(self, digit: str) -> None:
        """Take the focus and begin with a digit that was typed in the pane."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setText(digit)
        # setText clears the mark of an edit and emits no textEdited, as a typed digit would.
        self.setModified(True)
        self.textEdited.emit(digit)

    def problem(self, optional: bool = False) -> str:
        """Return what is wrong with what is typed, in words; empty if nothing is."""
        if not self.text().strip():
            return "" if optional else "A number is needed."
        value = self.value()
        if value is None:
            return "A number is needed." if self.decimals else "A whole number is needed."
        if not self.least <= value <= self.most:
            return f"From {self.least:g} to {self.most:g}."
        return ""

    def set_unit(self, unit: str) -> None:
        """Show another unit, or the origin of the number: 2 × Size."""
        self._unit = unit
        self._restyle()

    def set_strong(self, strong: bool) -> None:
        """Show the number bold, as for one that was typed over the derived one, or not."""
        self._strong = strong
        self._restyle()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier in _PLAIN
        typed = event.text()
        if plain and typed.isalpha() and not self._of_inches(event):
            event.ignore()  # no number has letters: what they mean is the panel's
            return
        if plain and typed == "+" and self.least >= 0:
            event.ignore()  # nor has one that is never negative a sign
            return
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        value = self.value()
        wanted = (self.least if value is None else value) + (0 if value is None else step)
        self.set_value(max(self.least, min(self.most, wanted)))
        # `setText` does not emit it, and to those who listen an arrow key is typing too.
        self.textEdited.emit(self.text())

    def _of_inches(self, event: QKeyEvent) -> bool:
        """Return whether a letter goes on with the word for inches behind a number: 9i, 9in."""
        said = f"{self.text()}{event.text()}".casefold()
        unit = said.lstrip(SIGNS)
        return self.takes_letters and unit != said and "inches".startswith(unit)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._unit:
            edge = self.theme.px(11)
            box = QRectF(self.rect()).adjusted(edge, 0, -edge, 0)
            with painting(self) as painter:
                font, ink = self.theme.font("small"), self.theme.color("text3")
                draw_line(painter, box, self._unit, font, ink, right=True)

    def _restyle(self) -> None:
        self.setFont(self.theme.font("body", self._strong))
        room = text_width(self.theme.font("small"), self._unit) if self._unit else 0
        self.setTextMargins(0, 0, room + self.theme.px(4) if room else 0, 0)
        self.setMinimumWidth(self.theme.px(48) + room)
        self.update()
