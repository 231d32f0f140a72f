"""A question with lettered answers: a letter chooses, because digits are dice."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from ui.look.override import override
from ui.look.pressed import sign
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate, text_width
from ui.widgets.keycap import keycap_width, paint_keycap
from ui.widgets.layout.arranging import Arranging
from ui.widgets.own_keys import ShowsCap
from ui.widgets.painted import PaintedButton, PaintedWidget

LETTERS = "ABCDE"
HIGH, HIGH_BARE, NARROWEST, GAP, PADDING, RADIUS = 46, 32, 148, 8, 10, 6


class ChoiceWords(Struct, frozen=True):
    """One answer: its name and, in a few words, its consequence."""

    name: str
    consequence: str = ""
    enabled: bool = True


class ChoiceButton(PaintedButton, ShowsCap):
    """One answer as a wide button: keycap, name, consequence."""

    def __init__(self, theme: Theme, letter: str, choice: ChoiceWords, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.letter, self.choice = letter, choice
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setCheckable(True)
        self.setEnabled(choice.enabled)
        follows = f", {choice.consequence}" if choice.consequence else ""
        self.setAccessibleName(", ".join(p for p in (letter, choice.name) if p) + follows)

    @property
    @override
    def cap(self) -> str:
        """Its letter."""
        return self.letter

    def sizeHint(self) -> QSize:
        """Return the size that shows both lines uncut."""
        px, theme = self.theme.px, self.theme
        names = text_width(theme.font("body", strong=True), self.choice.name)
        words = text_width(theme.font("small"), self.choice.consequence)
        keys = keycap_width(theme, self.letter)
        wide = max(names, words) + keys + 2 * px(PADDING) + px(GAP) + 2
        return QSize(wide, px(HIGH if self.choice.consequence else HIGH_BARE))

    def minimumSizeHint(self) -> QSize:
        """Return the least width at which the name can still be recognised."""
        return QSize(self.theme.px(96), self.sizeHint().height())

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint plate, keycap and words."""
        theme = self.theme
        self._paint_plate(painter, box)
        left: float = theme.px(PADDING)
        if self.letter:
            key = QRectF(left, 0, keycap_width(theme, self.letter), box.height())
            able = self.isEnabled() and self.cap_is_live
            paint_keycap(painter, key, theme, self.letter, enabled=able)
            left = key.right() + theme.px(GAP)
        words = box.adjusted(left, 0, -theme.px(PADDING), 0)
        self._paint_words(painter, words)

    def _paint_plate(self, painter: QPainter, box: QRectF) -> None:
        theme, radius = self.theme, self.theme.px(RADIUS)
        if self.isChecked():
            edge = theme.color("choice_edge")
            draw_plate(painter, box, radius, theme.color("accent_tint"), edge, theme.px(1.5))
        else:
            hovered = self.underMouse() and self.isEnabled()
            edge = theme.color("ctl" if hovered else "line2")
            draw_plate(painter, box, radius, theme.color("bg1"), edge)
        if self.hasFocus():
            draw_focus(painter, box, theme, radius)

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        theme, choice = self.theme, self.choice
        ink = theme.color("text" if self.isEnabled() else "text3")
        name = theme.font("body", strong=True)
        if not choice.consequence:
            draw_line(painter, box, choice.name, name, ink)
            return
        half, edge = box.height() / 2, theme.px(5)
        upper, lower = box.adjusted(0, edge, 0, -half), box.adjusted(0, half, 0, -edge)
        draw_line(painter, upper, choice.name, name, ink)
        second = theme.color("text2" if self.isEnabled() else "text3")
        draw_line(painter, lower, choice.consequence, theme.font("small"), second)


class ChoiceRow(PaintedWidget):
    """The answers A to E side by side, in several lines where the panel is narrow.

    `chosen` brings the place of an answer (from 0) when the referee picks it by letter or mouse.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, choices: Sequence[ChoiceWords] = ()) -> None:
        super().__init__(theme)
        self._arranging = Arranging(self, self._arrange)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSizeConstraint(QGridLayout.SizeConstraint.SetNoConstraint)
        self._buttons: list[ChoiceButton] = []
        self._asked: tuple[ChoiceWords, ...] = ()
        self._lettered = True
        self._columns = 0
        self.set_choices(choices)

    def set_choices(self, choices: Sequence[ChoiceWords], chosen: int | None = None) -> None:
        """Ask another question. Raise ValueError if it has more answers than there are letters."""
        if len(choices) > len(LETTERS):
            raise ValueError(f"at most {len(LETTERS)} choices, not {len(choices)}")
        for button in self._buttons:
            self._grid.removeWidget(button)
            # The click that is being handled may come from this very button: it is hidden now and
            # deleted only when the event loop is reached again.
            button.hide()
            button.deleteLater()
        self._asked = tuple(choices)
        letters = LETTERS if self._lettered else " " * len(LETTERS)
        pairs = zip(letters, choices, strict=False)
        self._buttons = [ChoiceButton(self.theme, a.strip(), choice, self) for a, choice in pairs]
        for place, button in enumerate(self._buttons):
            button.clicked.connect(lambda _=False, at=place: self._pick(at))
        self._columns = 0
        self._arrange()
        self.set_chosen(chosen)

    def choice(self) -> int | None:
        """Return the place of the picked answer, or None."""
        return next((k for k, b in enumerate(self._buttons) if b.isChecked()), None)

    def set_chosen(self, place: int | None) -> None:
        """Pick an answer, or none for None, without emitting `chosen`."""
        for k, button in enumerate(self._buttons):
            button.setChecked(k == place)

    @property
    def letters(self) -> str:
        """The letters that pick an answer now."""
        return "".join(button.letter for button in self._buttons)

    def set_lettered(self, on: bool) -> None:
        """Let the letters pick its answers, or not, while another question beside it has them."""
        if on != self._lettered:
            self._lettered = on
            self.set_choices(self._asked, self.choice())

    def choose(self, letter: str) -> bool:
        """Pick the answer with this letter. Return False if there is none or it is disabled."""
        place = self.letters.find(letter.upper()) if letter else -1
        if not 0 <= place < len(self._buttons) or not self._buttons[place].isEnabled():
            return False
        self._pick(place)
        return True

    def minimumSizeHint(self) -> QSize:
        """Return the width of one answer.

        The width of all columns would keep the panel from shrinking to where they become fewer.
        """
        return QSize(self.theme.px(NARROWEST), super().minimumSizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick by letter; every other key goes on to the panel."""
        # Ctrl, Alt and Meta with a letter are commands of the window, never answers.
        plain = event.modifiers() in (_NONE, Qt.KeyboardModifier.ShiftModifier)
        if not (plain and self.choose(sign(event))):
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the answers arranged for the new width when the layouts are done."""
        super().resizeEvent(event)
        self._arranging.ask()

    def restyle(self) -> None:
        """Take up new sizes."""
        self._columns = 0
        self._arrange()
        super().restyle()

    def _pick(self, place: int) -> None:
        self.set_chosen(place)
        self.chosen.emit(place)

    def _arrange(self) -> None:
        columns = self._columns_for(self.width())
        if columns == self._columns:
            return
        for column in range(len(LETTERS)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._columns = columns
        self._grid.setSpacing(self.theme.px(GAP))
        for place, button in enumerate(self._buttons):
            # Added again, a button leaves its former cell by itself: Qt moves it.
            self._grid.addWidget(button, place // columns, place % columns)

    def _columns_for(self, width: int) -> int:
        """Return the number of columns that cuts no answer and fills the lines evenly."""
        count = max(1, len(self._buttons))
        widest = max((b.sizeHint().width() for b in self._buttons), default=1)
        each = max(widest, self.theme.px(NARROWEST)) + self.theme.px(GAP)
        fits = max(1, min(count, (width + self.theme.px(GAP)) // each))
        # Rounded up: as few lines as the width allows, then as few columns as those lines need.
        # Four answers of which three fit stand two by two, not three and one.
        lines = -(-count // fits)
        return -(-count // lines)


_NONE = Qt.KeyboardModifier.NoModifier
