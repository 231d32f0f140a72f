"""Fields of a form: a label above, what is wrong below; numbers and lists to choose from."""

from collections.abc import Sequence
from typing import Any, ClassVar

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent, QPaintEvent, QPixmap
from typing_extensions import override

from brikdesk.errors import field_of
from brikdesk.lengths import EIGHTHS, in_field, read_length
from ui.campaign.desk import Desk
from ui.forms.questions import FieldOption, FormQuestion, Values, YesNo
from ui.look.text import announce, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import CapRows, OwnKeys
from ui.widgets.fields import ListBox
from ui.widgets.layout import in_column, in_row
from ui.widgets.painted import draw_line, painting, text_width
from ui.widgets.tokens import TokenLook, paint_token

STILL_THERE = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Reasons of a lost focus that do not mean leaving: a list opens, another window comes up."""


class FieldBox(QtWidgets.QWidget):
    """Label, editor and message. `left` is emitted when the focus leaves the editor."""

    left = Signal()

    def __init__(
        self,
        theme: Theme,
        label: str,
        editor: QtWidgets.QWidget,
        hint: str = "",
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme, self.editor = theme, editor
        self._hint = hint
        self._label = plain_label(theme, label, "caption", "text2", strong=True)
        self._message = plain_label(theme, hint, "caption", "text3", wrap=True)
        in_column(theme, self._label, editor, self._message, gap=5, on=self)
        # Only now: shown without a parent, a label is a window of its own for a moment.
        self._label.setVisible(bool(label))
        self._message.setVisible(bool(hint))
        self._label.setBuddy(editor)
        # In the parts too: an editor may be made of several, of which one has the focus.
        self._names = [editor, *editor.findChildren(QtWidgets.QWidget)]
        if not editor.accessibleName():
            editor.setAccessibleName(label)
        for part in self._names:
            part.installEventFilter(self)
        if hint:
            self._tell(hint)

    def set_label(self, label: str) -> None:
        """Show another label."""
        self._label.setText(label)

    def problem(self) -> str:
        """Return what is wrong, as shown; empty if nothing is."""
        return self._message.text() if self.editor.property("wrong") else ""

    def set_problem(self, words: str) -> None:
        """Show what is wrong; without words show the hint again."""
        if words == self.problem():
            return
        self._message.say(words or self._hint)
        self._message.set_token("danger" if words else "text3")
        self._message.setVisible(bool(words or self._hint))
        self.updateGeometry()
        self._tell(words or self._hint)
        self._mark(bool(words))
        if words:
            announce(self, words, urgent=True)

    def _tell(self, words: str) -> None:
        # What has the focus is what a screen reader reads.
        field = self.editor.focusProxy() or self.editor
        unit = field.unit if isinstance(field, MeasureEdit) else ""
        field.setAccessibleDescription(", ".join(part for part in (unit, words) if part))

    def _mark(self, wrong: bool) -> None:
        self.editor.setProperty("wrong", wrong)
        # A style sheet looks at a property only when the widget is polished.
        for part in (self.editor, *self.editor.findChildren(QtWidgets.QWidget)):
            if isinstance(
                part, QtWidgets.QLineEdit | QtWidgets.QComboBox | QtWidgets.QAbstractSpinBox
            ):
                part.setProperty("wrong", wrong)
                part.style().unpolish(part)
                part.style().polish(part)

    @override
    def sizeHint(self) -> QSize:
        """Return the usual hint; for a fixed width, as high as the message needs in that width."""
        # Layouts that go by size hints never ask how high wrapped words are.
        hint, wide = super().sizeHint(), self.maximumWidth()
        if wide != self.minimumWidth():
            return hint
        return QSize(wide, max(hint.height(), self.heightForWidth(wide)))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            reason = event.reason()  # type: ignore[attr-defined]
            if reason not in STILL_THERE:
                self.left.emit()
        return False


class FieldEditor(QtWidgets.QWidget):
    """The editor of one question. `changed` is emitted after each change by hand."""

    changed = Signal()
    box: Any
    """The widget that is filled in."""

    def __init__(self, theme: Theme, asked: FormQuestion) -> None:
        super().__init__()
        self.theme, self.asked = theme, asked

    def hold(self, editor: QtWidgets.QWidget, *beside: QtWidgets.QWidget) -> None:
        """Show a widget as the editor, which takes the focus and the name, and others beside it."""
        in_row(self.theme, editor, *beside, gap=6, on=self)
        self.setFocusProxy(editor)
        editor.setAccessibleName(self.asked.label)
        self.setAccessibleName(self.asked.label)

    def value(self) -> Any:
        """Return the answer; None if nothing is answered."""
        return self.box.value()

    def set_value(self, value: Any) -> None:
        """Write an answer."""
        self.box.set_value(value)

    def problem(self) -> str:
        """Return what is wrong with the answer, in words; empty if nothing is."""
        return ""

    def set_strong(self, strong: bool) -> None:
        """Show the answer in strong type, as one that was typed over the rules, or not."""

    @property
    def is_typed_in(self) -> bool:
        """Whether it is being typed in, so that nothing else may write into it."""
        return False

    @property
    def is_empty(self) -> bool:
        """Whether its answer was taken out."""
        return False

    @property
    def idle(self) -> bool:
        """Whether the question is not asked now, as there is nothing to choose from."""
        return False

    def show_now(self, words: str) -> None:
        """Show what stands as long as the question is left open; empty: nothing is known of it."""

    def offer(self, desk: Desk, values: Values) -> None:
        """Offer what the campaign and the other answers (`values`) now allow."""


class AskedFields(QtWidgets.QWidget):
    """Questions by their names: `answers` are their editors, `boxes` stand around these."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.answers: dict[str, FieldEditor] = {}
        self.boxes: dict[str, FieldBox] = {}

    def ask(self, answer: FieldEditor) -> None:
        """Add a question, by its editor."""
        asked = answer.asked
        label = "" if isinstance(asked, YesNo) else asked.label
        box = FieldBox(self.theme, label, answer, asked.hint, self)
        self.answers[asked.name], self.boxes[asked.name] = answer, box
        # This widget owns its answers and fields: they go together, so lambdas are safe here.
        answer.changed.connect(lambda: self.answered(asked.name))
        box.left.connect(lambda: self.left(asked.name))

    def edit(self, name: str) -> Any:
        """Return the widget that a question is answered in."""
        return self.answers[name].box

    @property
    def name(self) -> QtWidgets.QLineEdit:
        """The line with the name, where typing begins."""
        line: QtWidgets.QLineEdit = self.edit("name")
        return line

    def answered(self, name: str) -> None:
        """Do what follows from an answer that was given by hand."""
        raise NotImplementedError

    def left(self, name: str) -> None:
        """Check a field that the focus has left."""
        self.check(name)

    def asks(self, name: str) -> bool:
        """Return whether a question is asked now; not one whose field nobody has needed yet."""
        return name in self.boxes and not self.boxes[name].isHidden()

    def problem_of(self, name: str) -> str:
        """Return what is wrong with an answer; empty if nothing is."""
        return self.answers[name].problem()

    def check(self, name: str) -> bool:
        """Check one answer and show below it what is wrong. Return whether it is right."""
        self.boxes[name].set_problem(self.problem_of(name) if self.asks(name) else "")
        return not self.boxes[name].problem()

    def check_marked(self) -> None:
        """Check again what is marked wrong: a complaint goes as soon as it is mended."""
        for name, box in self.boxes.items():
            if box.problem():  # a new complaint waits until its field is left
                self.check(name)

    def check_all(self) -> bool:
        """Check all answers and focus the first wrong one. Return whether all are right."""
        wrong = [name for name in self.boxes if not self.check(name)]
        if wrong:
            self.answers[wrong[0]].setFocus(Qt.FocusReason.OtherFocusReason)
        return not wrong

    def field_of(self, where: str) -> str:
        """Return the name of the question that an act means by `where`."""
        return field_of(where)

    def show_problem(self, where: str, words: str) -> bool:
        """Show at its field what the act found wrong. Return False if it concerns no field here.

        A field that is hidden does not count: the words are then shown at the foot of the sheet.
        """
        name = self.field_of(where)
        if name not in self.boxes or not self.asks(name):
            return False
        self.boxes[name].set_problem(words)
        self.answers[name].setFocus(Qt.FocusReason.OtherFocusReason)
        return True


_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
LONGEST = 24
SIGNS = "+-−–0123456789.,/⁄ " + "".join(EIGHTHS)
STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
_INCHES = "inches"


class MeasureEdit(QtWidgets.QLineEdit, OwnKeys):
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
        self.unit = unit
        """What stands behind the number, as a screen reader says it too."""
        self.setAccessibleDescription(unit)
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
        self.unit = unit
        self.setAccessibleDescription(unit)
        self._restyle()

    def set_strong(self, strong: bool) -> None:
        """Show the number bold, as for one that was typed over the derived one, or not."""
        self._strong = strong
        self._restyle()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        plain, typed = held in _PLAIN, event.text()
        if plain and typed.isalpha() and not self._of_inches(event):
            event.ignore()  # no number has letters: what they mean is the panel's
            return
        if plain and typed == "+" and self.least >= 0:
            event.ignore()  # nor has one that is never negative a sign
            return
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or held:
            super().keyPressEvent(event)
            return
        value = self.value()
        wanted = (self.least if value is None else value) + (0 if value is None else step)
        self.set_value(max(self.least, min(self.most, wanted)))
        # `setText` does not emit it, and to those who listen an arrow key is typing too.
        self.textEdited.emit(self.text())

    def _of_inches(self, event: QKeyEvent) -> bool:
        """Return whether a letter goes on with the word for inches behind a number: 9i, 9in."""
        return event.text().upper() == self.letter_now != ""

    @property
    @override
    def letter_now(self) -> str:
        said = self.text().casefold()
        unit = said.lstrip(SIGNS)
        behind = self.takes_letters and unit != said and _INCHES.startswith(unit)
        return _INCHES[len(unit) : len(unit) + 1].upper() if behind else ""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.unit:
            edge = self.theme.px(11)
            box = QRectF(self.rect()).adjusted(edge, 0, -edge, 0)
            with painting(self) as painter:
                font, ink = self.theme.font("small"), self.theme.color("text3")
                draw_line(painter, box, self.unit, font, ink, right=True)

    def _restyle(self) -> None:
        self.setFont(self.theme.font("body", self._strong))
        room = text_width(self.theme.font("small"), self.unit) if self.unit else 0
        self.setTextMargins(0, 0, room + self.theme.px(4) if room else 0, 0)
        self.setMinimumWidth(self.theme.px(48) + room)
        self.update()


def _next(places: Sequence[int], here: int) -> int:
    """Return the place after this one, the first behind the last."""
    return next((place for place in places if place > here), places[0])


class PickBox(ListBox, OwnKeys):
    """A combo box of options; scrolling the form past it does not change it.

    Letters choose the option that begins with them, a name with its spaces too; what goes on with no
    name begins anew. Without `takes_words` letters and digits go on to the panel, for which they are
    keys; Space and the arrows still choose.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._options: list[FieldOption] = []
        self._said = ""
        # By itself Qt makes the box as wide as its longest name.
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setMaxVisibleItems(14)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Fixed
        )
        theme.changed.connect(self._restyle)
        self._restyle()

    def value(self) -> Any:
        """Return the value of the chosen option; None if none is chosen."""
        place = self.currentIndex()
        return self._options[place].value if 0 <= place < len(self._options) else None

    def values(self) -> list[Any]:
        """Return the values that can be chosen."""
        return [option.value for option in self._options]

    def offer(self, options: Sequence[FieldOption]) -> None:
        """Offer these options; what was chosen stays, if it is still there."""
        if list(options) == self._options:
            return
        chosen = self.value()
        # Filling a combo box chooses its first row; nobody is to hear of that.
        blocked = self.blockSignals(True)
        self.clear()
        self._options = list(options)
        for option in options:
            self.addItem(self._icon(option.token), " ".join(option.words.split()))
        self.set_value(chosen)
        self.blockSignals(blocked)

    def set_value(self, value: Any) -> None:
        """Choose the option with this value; no option if there is none."""
        places = (at for at, option in enumerate(self._options) if option.value == value)
        self.setCurrentIndex(next(places, -1))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier in _PLAIN
        if not self.takes_words and plain and event.text().strip():
            event.ignore()
        elif (place := self._named(event)) is None:
            super().keyPressEvent(event)
        else:
            self.setCurrentIndex(place)
            self.activated.emit(place)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go to what is typed in the open list: by itself Qt takes a space for a choice."""
        pressed = isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress
        place = self._named(event) if pressed else None  # type: ignore[arg-type]
        if place is not None:
            self.opened.setCurrentIndex(self.model().index(place, 0))
            return True
        return super().eventFilter(watched, event)

    def _named(self, event: QKeyEvent) -> int | None:
        """Return the place of the option that is named so far; None if the key goes on with no name."""
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier in _PLAIN
        letter = event.text().casefold()
        if not self.takes_words or not plain or not letter.isprintable() or not letter:
            self._said = ""
            return None
        names = [" ".join(option.words.split()).casefold() for option in self._options]
        said = self._said + letter
        if said.strip() and (
            found := [at for at, name in enumerate(names) if name.startswith(said)]
        ):
            self._said = said
            here = self._here()
            return here if here in found and len(said) > 1 else _next(found, here)
        if letter == " ":
            self._said = ""
            return None
        found = [at for at, name in enumerate(names) if name.startswith(letter)]
        self._said = letter if found else ""
        return _next(found, self._here()) if found else None

    def _here(self) -> int:
        """Return the place where one is, in the open list too."""
        shown = "opened" in vars(self) and self.opened.isVisible()
        return self.opened.currentIndex().row() if shown else self.currentIndex()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._said = ""
        super().focusOutEvent(event)

    def _restyle(self) -> None:
        self.setIconSize(QSize(self.theme.px(20), self.theme.px(20)))

    def _icon(self, token: TokenLook | None) -> QIcon:
        if token is None:
            return QIcon()
        # An icon is a picture: it is drawn with the pixels of the screen, or it would blur.
        side, ratio = self.theme.px(20), self.devicePixelRatioF()
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with painting(picture) as painter:
            paint_token(painter, QRectF(0, 0, side, side), self.theme, token)
        return QIcon(picture)


OTHER = "\0other"
"""The value of the row under which a name of one's own is typed; no typed name can equal it."""

LENGTH = 80
"""Letters of a typed name at most."""


class NamedPick(QtWidgets.QWidget):
    """A list whose last row opens a line to type in; `changed` brings the name, empty for none."""

    changed = Signal(str)

    def __init__(self, theme: Theme, names: Sequence[str], label: str, none: str) -> None:
        super().__init__()
        self.box = PickBox(theme)
        named = [FieldOption(name, name.capitalize()) for name in names]
        self.box.offer(
            [FieldOption("", none), *named, FieldOption(OTHER, "Another: type its name")]
        )
        self.box.setAccessibleName(label)
        self.line = QtWidgets.QLineEdit()
        self.line.setMaxLength(LENGTH)
        self.line.setAccessibleName(f"{label}, its name")
        in_column(theme, self.box, self.line, gap=6, on=self)
        self.setFocusProxy(self.box)
        self.set_name("")
        self.box.currentIndexChanged.connect(self._picked)
        self.line.textEdited.connect(lambda _: self.changed.emit(self.name()))

    def name(self) -> str:
        """Return the chosen or typed name; empty for none."""
        value = self.box.value() or ""
        return " ".join(self.line.text().split()) if value == OTHER else value

    def set_name(self, name: str) -> None:
        """Show a name, without the signal; what is being typed stays."""
        if name == self.name() and name:
            return
        blocked = self.box.blockSignals(True)
        known = name in self.box.values()
        # While a name of one's own is begun it is empty, which is not "none".
        if not (name == "" and self.box.value() == OTHER and self.line.hasFocus()):
            self.box.set_value(name if known else OTHER)
        self.box.blockSignals(blocked)
        if not self.line.hasFocus():
            self.line.setText("" if known else name)
        self.line.setVisible(self.box.value() == OTHER)

    def _picked(self) -> None:
        own = self.box.value() == OTHER
        self.line.setVisible(own)
        if own:
            self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(self.name())
