"""The editors of a form's questions: each has its answer, and says what is wrong with it."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from PySide6 import QtWidgets
from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from typing_extensions import override

from brikdesk.acts.checks import named_point
from brikdesk.dice import DiceFor, DiceWay, Face
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_field, read_spot
from brikdesk.store.act import face_from_data, face_to_data
from brikdesk.store.views.campaign_and_battle import PlayerRow
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.inputs import AskedFields, FieldEditor, MeasureEdit, NamedPick, PickBox
from ui.forms.questions import (
    A_POINT,
    ABOUT,
    ABOUT_AS,
    NAME_LENGTH,
    Buttons,
    DiceFaces,
    FieldOption,
    FormQuestion,
    HowMany,
    Lines,
    Number,
    OneOf,
    Pick,
    Place,
    Terms,
    Text,
    Ticks,
    TypedName,
    Values,
    YesNo,
    nothing_likely,
)
from ui.look.text import plain_label, tip
from ui.look.theme import Theme
from ui.models.step_draft import DieWay, in_words, player_of, way_of
from ui.parts.pick_buttons import PickButtons, PickOption, TermsField, TickPills
from ui.widgets.buttons import Button, CapRows, OwnKeys, icon_button
from ui.widgets.dice import DiceRow
from ui.widgets.focus import AltMoves
from ui.widgets.layout import BoxPart, fill, held, in_column, in_grid, in_row, take_away

TWO_BY_TWO = 3
"""With so many cells or more, the cells of a line stand two by two."""


class FormLine(QtWidgets.QWidget):
    """One line of a `Lines` question: its cells, and a button that takes it out."""

    def __init__(self, theme: Theme, asked: Lines, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self._label = asked.label
        self.cells = {cell.name: answer_to(theme, cell) for cell in asked.cells}
        self.away = icon_button(theme, "cross", "Take out")
        in_one = len(self.cells) < TWO_BY_TWO
        across = len(self.cells) if in_one else 2
        grid = in_grid(theme, gap=(8, 6), on=self)
        for at, answer in enumerate(self.cells.values()):
            tip(answer, answer.asked.label)
            # Cells share the width by their stretch alone: a long name in a list asks for no more.
            answer.setSizePolicy(
                QtWidgets.QSizePolicy.Policy.Ignored, QtWidgets.QSizePolicy.Policy.Preferred
            )
            grid.addWidget(answer, at // across, at % across)
            wide = in_one and isinstance(answer.asked, Pick | Text)
            grid.setColumnStretch(at % across, 2 if wide else 1)
        beside = Qt.AlignmentFlag.AlignVCenter if in_one else Qt.AlignmentFlag.AlignTop
        grid.addWidget(self.away, 0, across, beside)

    def name(self, place: int) -> None:
        """Put the number of the line, from 1, into the names that a screen reader says."""
        for answer in self.cells.values():
            words = f"{self._label} {place}: {answer.asked.label}"
            answer.setAccessibleName(words)
            # The editor inside has the focus, so it is the one that is read out.
            if proxy := answer.focusProxy():
                proxy.setAccessibleName(words)
        self.away.setAccessibleName(f"Take out {self._label} {place}")

    def first(self) -> QtWidgets.QWidget:
        """Return the first cell, where typing begins."""
        return next(iter(self.cells.values()))

    def value(self) -> dict[str, Any]:
        """Return the answers by the names of the cells, without those left open."""
        found = {name: answer.value() for name, answer in self.cells.items()}
        return {name: value for name, value in found.items() if value not in (None, "")}

    @property
    def is_blank(self) -> bool:
        """Whether the line says no more than every new line does."""
        fresh = {name: answer.asked.default for name, answer in self.cells.items()}
        return all(value in (False, fresh[name]) for name, value in self.value().items())


class LinesAnswer(FieldEditor):
    """The lines of a question; a button adds one, Alt+Up and Alt+Down move the one with the focus."""

    def __init__(self, theme: Theme, asked: Lines) -> None:
        super().__init__(theme, asked)
        self._asked = asked
        self.lines: tuple[FormLine, ...] = ()
        """The lines from top to bottom."""
        self._begun: list[dict[str, Any]] | None = None
        self._is_filled = False
        self._desk: Desk | None = None
        self._values: Values = {}
        self._head = plain_label(theme, _heads(asked), "caption", "text3", wrap=True)
        self._rows = in_column(theme, gap=10)
        self.add_button = Button(theme, asked.more, "soft", "plus", does=self._add_by_hand)
        add = (self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        in_column(theme, self._head, self._rows, add, gap=6, on=self)
        self.setFocusProxy(self.add_button)
        self.setAccessibleName(asked.label)
        self._settle()

    def offer(self, desk: Desk, values: Values) -> None:
        """Begin with the lines that are there, and ask anew what each cell can hold."""
        self._desk, self._values = desk, values
        begun = [dict(line) for line in self._asked.begins(desk, values)]
        # Each letter in the form leads here: lines are only filled in when there are others.
        if not self._is_filled and begun != self._begun:
            self._begun = begun
            self._fill(begun)
        for line in self.lines:
            self._offer_to(line)

    def value(self) -> Any:
        """Return the answers of all lines that are not blank."""
        return [line.value() for line in self.lines if not line.is_blank]

    def set_value(self, value: Any) -> None:
        """Write these lines; from now on those of the campaign do not replace them."""
        self._is_filled = True
        self._fill([dict(each) for each in value if isinstance(each, Mapping)] if value else [])

    def problem(self) -> str:
        """Return what is wrong with the first wrong line, in words; empty if nothing is."""
        for place, line in enumerate(self.lines, start=1):
            if line.is_blank:
                continue
            for answer in line.cells.values():
                if wrong := answer.problem():
                    return f"Line {place}, {answer.asked.label}: {wrong}"
        return "Fill in a line." if self._asked.wanted and not self.value() else ""

    def add(self, cells: Mapping[str, Any] | None = None) -> FormLine:
        """Add a line below the others, with these answers filled in; return it."""
        line = FormLine(self.theme, self._asked, self)
        self.lines = (*self.lines, line)
        self._rows.addWidget(line)
        # Offered first: a list cannot choose a value that it does not have yet.
        self._offer_to(line)
        for name, value in (cells or {}).items():
            if name in line.cells:
                line.cells[name].set_value(value)
        for answer in line.cells.values():
            answer.changed.connect(self.changed)
        line.away.clicked.connect(lambda: self._take_out(line))
        AltMoves(line).moved.connect(lambda by: self._move(line, by))
        # Qt itself shows it later, and a cell that is still hidden takes no focus.
        line.show()
        self._settle()
        return line

    def _add_by_hand(self) -> None:
        self.add().first().setFocus(Qt.FocusReason.TabFocusReason)
        self.changed.emit()

    def _take_out(self, line: FormLine) -> None:
        at = self.lines.index(line)
        self._drop(line)
        left = self.lines[min(at, len(self.lines) - 1)].away if self.lines else self.add_button
        left.setFocus(Qt.FocusReason.OtherFocusReason)
        self._settle()
        self.changed.emit()

    def _move(self, line: FormLine, by: int) -> None:
        at = self.lines.index(line)
        to = max(0, min(len(self.lines) - 1, at + by))
        focused = self.window().focusWidget()  # a local name only: Qt may delete the widget later
        lines = [each for each in self.lines if each is not line]
        self.lines = (*lines[:to], line, *lines[to:])
        self._rows.removeWidget(line)
        self._rows.insertWidget(to, line)
        if focused and line.isAncestorOf(focused):
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
        self._settle()
        self.changed.emit()

    def _fill(self, lines: Sequence[Mapping[str, Any]]) -> None:
        for line in self.lines:
            self._drop(line)
        for each in lines:
            self.add(each)
        self._settle()

    def _drop(self, line: FormLine) -> None:
        self.lines = tuple(each for each in self.lines if each is not line)
        take_away(self._rows, line)

    def _offer_to(self, line: FormLine) -> None:
        if self._desk is None:
            return
        values = {**self._values, **line.value()}  # its own cells before fields of the same name
        for answer in line.cells.values():
            answer.offer(self._desk, values)

    def _settle(self) -> None:
        """Give each line its number; show the heads only if there are lines."""
        self._head.setVisible(bool(self.lines))
        for place, line in enumerate(self.lines, start=1):
            line.name(place)


def _heads(asked: Lines) -> str:
    """Return the names of the cells in the order of Tab; ticks have their words beside them."""
    return ", ".join(cell.label for cell in asked.cells if not isinstance(cell, YesNo))


_KEYPAD = Qt.KeyboardModifier.KeypadModifier
FEW = 1
"""With so many answers the only one is chosen without asking."""


class PickAnswer(FieldEditor):
    """A list from which one answer is chosen."""

    def __init__(self, theme: Theme, asked: Pick) -> None:
        super().__init__(theme, asked)
        self._asked = asked
        self._idle = asked.only_if_any
        self._picked = self._offering = False
        self._leader: Any = None
        self._likely: Any = None
        self._now = ""
        self.box = PickBox(theme)
        self.hold(self.box)
        self.box.currentIndexChanged.connect(self._chosen)

    def _chosen(self) -> None:
        # Before `changed`, which has the form offer again: Qt's own `activated` comes too late.
        self._picked = self._picked or not self._offering
        self.changed.emit()

    def show_now(self, words: str) -> None:
        """Put what stands behind the words for leaving it open, from the next offer on."""
        self._now = words

    def offer(self, desk: Desk, values: Values) -> None:
        """Offer what the campaign has now; the only answer to a needed question is chosen.

        So is one that belongs to the unit of the form, or the default.
        """
        options = list(self._asked.options(desk, values))
        self._likely = self._asked.likely(desk, values)
        self._idle = self._asked.only_if_any and not options
        shown = values.get("_unit")
        mine = [
            option
            for option in options
            if shown is not None
            and option.unit_id == shown
            and not self._of_another(option, values)
        ]
        # Some lists have their own words for None, in their own place.
        if self._asked.optional and all(option.value is not None for option in options):
            now = f": {self._now}" if self._now else ""
            options.insert(0, FieldOption(None, f"{self._asked.none}{now}"))
        self._offering = True
        self._offer(options, mine, values)
        self._offering = False

    def _offer(self, options: list[FieldOption], mine: list[FieldOption], values: Values) -> None:
        chosen = self.box.value()
        self.box.offer(options)
        if not self._picked and self._asked.likely is not nothing_likely:
            self.box.set_value(self._likely)
        if self._asked.follows:
            self._follow(values.get(self._asked.follows), chosen)
        elif self.box.value() is None and not self._asked.optional:
            if self.asked.default is not None and len(options) != FEW:
                self.box.set_value(self.asked.default)
            elif len(options) == FEW or mine or (self._asked.first and options):
                self.box.set_value((mine or options)[0].value)
        elif self.box.currentIndex() < 0:
            self.box.setCurrentIndex(0)

    def _follow(self, leader: Any, chosen: Any) -> None:
        """Choose the first answer again if the other question changed, or the choice is gone."""
        self._picked = self._picked and leader == self._leader and self.box.value() == chosen
        self._leader = leader
        if not self._picked:
            self.box.setCurrentIndex(0)

    def _of_another(self, option: FieldOption, values: Values) -> bool:
        """Return whether an option is the form's unit, which answers another question.

        A unit that is to be Marked, for example, is not proposed as the Scout that Marks it.
        """
        is_unit = option.token is not None and option.value == option.unit_id
        return is_unit and values.get(ABOUT_AS) not in ("", None, self.asked.name)

    @property
    def idle(self) -> bool:
        """Whether the question is not asked now, as there is nothing to choose from."""
        return self._idle

    def set_value(self, value: Any) -> None:
        """Choose a value."""
        self._picked = True
        self.box.set_value(value)

    def problem(self) -> str:
        """Return a request to choose, unless something is chosen or it is optional."""
        if self._asked.optional or self.box.value() is not None:
            return ""
        return "Choose one." if self.box.count() else "There is nothing to choose from."


class NumberAnswer(FieldEditor):
    """A number with its unit, typed into a field of the class `edit`."""

    def __init__(self, theme: Theme, asked: Number, edit: type[MeasureEdit] = MeasureEdit) -> None:
        super().__init__(theme, asked)
        self.box: MeasureEdit = edit(theme, asked.least, asked.most, asked.unit, asked.decimals)
        self.box.takes_letters = asked.unit in ("inches", '"')
        self.hold(self.box)
        self.box.set_value(asked.default)
        self._likely, self._typed = asked.likely, False
        self.box.textEdited.connect(self._edited)  # by hand only, unlike `textChanged`

    def _edited(self) -> None:
        self._typed = True
        self.changed.emit()

    def offer(self, desk: Desk, values: Values) -> None:
        """Write the likeliest number, unless one was typed or filled in."""
        if not self._typed and self._likely is not nothing_likely:
            self.box.set_value(self._likely(desk, values))

    def show_now(self, words: str) -> None:
        """Show in grey what stands while nothing is typed."""
        self.box.setPlaceholderText(words)

    def set_value(self, value: Any) -> None:
        """Write a number."""
        self._typed = True
        self.box.set_value(value)

    def problem(self) -> str:
        """Return what is wrong with the number, for example that it is out of its limits."""
        return self.box.problem(self.asked.optional)

    def set_strong(self, strong: bool) -> None:
        """Show the number in strong type, or not."""
        self.box.set_strong(strong)

    @property
    def is_typed_in(self) -> bool:
        """Whether the number has the focus."""
        return self.box.hasFocus()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not self.box.text().strip()


class TextAnswer(FieldEditor):
    """Words on one line, or on several."""

    def __init__(self, theme: Theme, asked: Text) -> None:
        super().__init__(theme, asked)
        self._asked = asked
        self.box: QtWidgets.QLineEdit | QtWidgets.QPlainTextEdit
        if asked.lines > 1:
            self.box = QtWidgets.QPlainTextEdit()
            self.box.setTabChangesFocus(True)  # by default Tab is typed into the text
            self.box.textChanged.connect(self.changed)
            theme.changed.connect(self._restyle)
            self._restyle()
        else:
            self.box = QtWidgets.QLineEdit()
            self.box.setMaxLength(asked.longest)
            self.box.textEdited.connect(self.changed)
        self.box.setPlaceholderText(asked.grey)
        self.hold(self.box)
        self.set_value(asked.default)

    def show_now(self, words: str) -> None:
        """Show in grey what stands while nothing is typed."""
        self.box.setPlaceholderText(words or self._asked.grey)

    def _words(self) -> str:
        box = self.box
        return box.text() if isinstance(box, QtWidgets.QLineEdit) else box.toPlainText()

    def value(self) -> Any:
        """Return the answer; None if there is none, or if it cannot be read."""
        if self._asked.reads is None:
            return self._words().strip() or None
        try:
            return self._asked.reads(self._words())
        except BadInput:
            return None

    def set_value(self, value: Any) -> None:
        """Write an answer."""
        words = self._asked.writes(value)
        if isinstance(self.box, QtWidgets.QLineEdit):
            self.box.setText(words)
        elif words != self.box.toPlainText():  # Qt would forget what can be undone
            self.box.setPlainText(words)

    def problem(self) -> str:
        """Return why it cannot be read, or a request for words where some are needed."""
        words = self._words()
        try:
            if self._asked.reads is not None:
                self._asked.reads(words)
        except BadInput as error:
            return error.sentence
        return "" if self.asked.optional or words.strip() else self._asked.needed

    def set_strong(self, strong: bool) -> None:
        """Show the words in strong type, or not."""
        self.box.setFont(self.theme.font("body", strong))

    @property
    def is_typed_in(self) -> bool:
        """Whether the line has the focus."""
        return self.box.hasFocus()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not self._words().strip()

    def _restyle(self) -> None:
        tall = self._asked.tall or 22 * self._asked.lines + 16
        self.box.setFixedHeight(self.theme.px(tall))


class PlaceEdit(QtWidgets.QLineEdit, OwnKeys):
    """A typed place; `wanted` on Down, which points at it on the map."""

    own_keys: ClassVar[CapRows] = (("↓", "on the map"),)
    wanted = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not event.modifiers() & ~_KEYPAD:
            self.wanted.emit()
        else:
            super().keyPressEvent(event)


_LONG_NUMBER = re.compile(r"\d+\.\d{3,}")


def _to_hundredths(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").removesuffix(".")


class PlaceAnswer(FieldEditor):
    """A place: typed, or taken from the map, where a click answers while the form is open.

    `wanted` is emitted when the referee wants to point at it by keys.
    """

    wanted = Signal()

    def __init__(self, theme: Theme, asked: Place) -> None:
        super().__init__(theme, asked)
        self.place = asked
        self.box = PlaceEdit()
        self.box.setMaxLength(NAME_LENGTH)
        words = "27 20, or words" if asked.words else "27 20"
        words = "4 5, 8 5, 8 9" if asked.several else words
        self.box.setPlaceholderText(f"Click on the map, or {words}")
        self.box.textEdited.connect(self.changed)
        self.box.wanted.connect(self.wanted)
        name = f"{asked.label}: on the map (↓)"
        self.button = Button(theme, "", "soft", "map", name=name, does=self.wanted)
        self.hold(self.box, self.button)
        self._exact = self._shown = ""
        self.set_value(asked.default)

    def value(self) -> Any:
        """Return what is typed; None if nothing is."""
        return self._text().strip() or None

    def set_value(self, value: Any) -> None:
        """Write a place, to a hundredth of an inch; it stays exact until somebody types there.

        The end of a run is proposed exactly: rounded, it may be a hair too far.
        """
        self._exact = str(value or "")
        self.box.setText(_LONG_NUMBER.sub(_to_hundredths, self._exact))
        self._shown = self.box.text()

    def _text(self) -> str:
        typed = self.box.text()
        return self._exact if typed == self._shown else typed

    def point(self) -> Point | None:
        """Return the point that is typed; None if words alone are, or nothing."""
        return named_point(self._text())[1]

    def corners(self) -> tuple[Point, ...]:
        """Return the corners that are typed so far, where several make an outline."""
        spots = (read_spot(part) for part in self._parts() if self.place.several)
        return tuple(spot for spot in spots if spot is not None)

    def _parts(self) -> list[str]:
        parts = self._text().replace(";", ",").split(",")
        return [part.strip() for part in parts if part.strip()]

    def take(self, name: str, x: float, y: float) -> None:
        """Take a place of the map, by the name of the unit that stands there; typed words stay."""
        place, point = self.place, f"{in_field(x)} {in_field(y)}"
        if place.several:
            parts = [*self._parts(), point]
        else:
            words, _ = named_point(self._text())
            parts = [name if place.unit else words] if place.words else []
            # A unit's name is enough where the act takes words alone: it is where the unit is.
            if not (name and place.unit and not place.x):
                parts.append(point)
        self.set_value(", ".join(part for part in parts if part))
        self.changed.emit()

    def problem(self) -> str:
        """Return a request for the place, or for a point where words alone will not do."""
        if self.value() is None:
            return "" if self.asked.optional else f"A place is needed. {A_POINT}"
        return "" if self.place.words or self.point() is not None else A_POINT


class HeldAnswer(FieldEditor):
    """A widget that edits by itself: `signal` tells of a change, `read` and `write` its value."""

    def __init__(
        self,
        theme: Theme,
        asked: FormQuestion,
        box: QtWidgets.QWidget,
        signal: SignalInstance,
        read: Callable[[], Any],
        write: Callable[[Any], object],
    ) -> None:
        super().__init__(theme, asked)
        self.box, self._read, self._write = box, read, write
        self.hold(box)
        signal.connect(self.changed)

    def value(self) -> Any:
        """Return what the widget says."""
        return self._read()

    def set_value(self, value: Any) -> None:
        """Have the widget show an answer."""
        self._write(value)


def _tick(theme: Theme, asked: YesNo) -> FieldEditor:
    # A single & would make the letter after it a shortcut, and vanish.
    box = QtWidgets.QCheckBox(asked.label.replace("&", "&&"))
    box.setChecked(bool(asked.default))
    return HeldAnswer(
        theme, asked, box, box.toggled, box.isChecked, lambda on: box.setChecked(bool(on))
    )


def _choice(theme: Theme, asked: OneOf) -> FieldEditor:
    box = PickBox(theme)
    box.offer(asked.options)
    return HeldAnswer(theme, asked, box, box.currentIndexChanged, box.value, box.set_value)


def _buttons(theme: Theme, asked: Buttons) -> FieldEditor:
    box = PickButtons(theme, asked.options, asked.style, asked.label)
    return HeldAnswer(theme, asked, box, box.picked, box.value, box.set_value)


def _ticks(theme: Theme, asked: Ticks) -> FieldEditor:
    box = TickPills(theme, asked.options, asked.label)
    return HeldAnswer(
        theme, asked, box, box.ticked, box.values, lambda on: box.set_values(on or ())
    )


def _terms(theme: Theme, asked: Terms) -> FieldEditor:
    box = TermsField(theme, asked.known, asked.label)
    return HeldAnswer(theme, asked, box, box.changed, box.terms, lambda on: box.set_terms(on or ()))


def _named(theme: Theme, asked: TypedName) -> FieldEditor:
    box = NamedPick(theme, asked.names, asked.label, asked.none)
    return HeldAnswer(theme, asked, box, box.changed, box.name, lambda on: box.set_name(on or ""))


class DiceAnswer(FieldEditor):
    """The faces of dice, with a field for how many there are."""

    def __init__(self, theme: Theme, asked: DiceFaces) -> None:
        super().__init__(theme, asked)
        self._sides = asked.sides
        self.count = MeasureEdit(theme, 0 if asked.optional else 1, asked.most, f"d{asked.sides}")
        self.count.set_value(asked.count)
        self.count.setAccessibleName(f"{asked.label}: how many dice")
        self.row = DiceRow(theme, (), asked.label)
        in_column(theme, self.count, self.row, on=self)
        self.setFocusProxy(self.count)
        self._desk: Desk | None = None
        self._whose: DieWay | None = None
        self._about: Any = None
        self._laid = 0
        """How many dice the desk has rolled unasked: what is taken back of those is typed."""
        self.count.textEdited.connect(self._recount)
        self.row.changed.connect(self.changed)
        self._recount()

    def offer(self, desk: Desk, values: Values) -> None:
        """Say whose dice they are, and roll them if he has his rolled at once."""
        self._about = values.get("unit_id") or values.get(ABOUT)
        whose = way_of(desk, player_of(desk, self._about), DiceFor.OTHER)
        self._desk, self._whose = desk, whose
        self.row.say_whose(in_words(desk, (whose,)) if self.row.slots() else "")
        self._roll_unasked()

    def _roll_unasked(self) -> None:
        count, desk = len(self.row.slots()), self._desk
        rolls = self._whose is not None and self._whose.way is DiceWay.ROLLED
        if desk is None or desk.read_only or desk.sealed or not rolls or count <= self._laid:
            return
        self._laid = count
        name = (self.asked.name, self._about)
        places = (at for at, face in enumerate(self.row.faces()) if face is None)
        self.row.fill_rolled([desk.same_die((*name, at), self._sides) for at in places])

    def _recount(self) -> None:
        if not self.count.problem():
            self.row.set_dice([self._sides] * int(self.count.value() or 0))
            self._laid = min(self._laid, len(self.row.slots()))
            self._roll_unasked()
            self.changed.emit()

    def value(self) -> Any:
        """Return the typed faces as data."""
        return [face_to_data(face) for face in self.row.faces() if face]

    def set_value(self, value: Any) -> None:
        """Ask for as many dice as `value` has, and put in the faces that they can show."""
        faces = [face_from_data(each) for each in value or ()]
        self.count.set_value(len(faces))
        self._recount()
        if all(isinstance(face, Face) and 0 < face.value <= self._sides for face in faces):
            self.row.set_faces(faces)

    def problem(self) -> str:
        """Return what is wrong with the count, or a request for the missing faces."""
        wrong = self.count.problem()
        return wrong or ("" if self.row.is_complete() else "Type every face.")


class CountsAnswer(FieldEditor):
    """A count for each of several kinds."""

    def __init__(self, theme: Theme, asked: HowMany) -> None:
        super().__init__(theme, asked)
        self._asked = asked
        self._boxes: dict[str, MeasureEdit] = {}
        self._column = in_column(theme, on=self)
        self._lines: list[QtWidgets.QWidget] = []

    def offer(self, desk: Desk, values: Values) -> None:
        """Show a field for each kind that can be counted now."""
        labels = {str(each.value): each.words for each in self._asked.options(desk, values)}
        # Each letter in one of the fields leads here: they must not be replaced under the cursor.
        if list(labels) == list(self._boxes):
            return
        kept = {name: box.value() for name, box in self._boxes.items()}
        for line in self._lines:
            take_away(self._column, line)
        self._boxes = {name: MeasureEdit(self.theme, 0, 20) for name in labels}
        self._lines = [self._line(labels[name], box) for name, box in self._boxes.items()]
        for name, box in self._boxes.items():
            box.set_value(kept.get(name) or 0)
            box.textEdited.connect(self.changed)

    def _line(self, name: str, box: MeasureEdit) -> QtWidgets.QWidget:
        label = plain_label(self.theme, name, "small", "text2")
        box.setAccessibleName(f"{self._asked.label}: {name}")
        line = held(in_row(self.theme, (label, 1), (box, 1)))
        self._column.addWidget(line)
        line.show()
        return line

    def value(self) -> Any:
        """Return each name as often as its count says."""
        counts = {name: int(box.value() or 0) for name, box in self._boxes.items()}
        return [name for name, count in counts.items() for _ in range(count)]

    def set_value(self, value: Any) -> None:
        """Write how often each name occurs in a list of names."""
        for name, box in self._boxes.items():
            box.set_value(list(value or ()).count(name))

    def problem(self) -> str:
        """Return what is wrong with the first wrong count; empty if nothing is."""
        return next((wrong for box in self._boxes.values() if (wrong := box.problem(True))), "")


_MAKERS: dict[type[FormQuestion], Callable[[Theme, Any], FieldEditor]] = {
    Pick: PickAnswer,
    Number: NumberAnswer,
    Place: PlaceAnswer,
    Text: TextAnswer,
    YesNo: _tick,
    OneOf: _choice,
    Buttons: _buttons,
    Ticks: _ticks,
    Terms: _terms,
    TypedName: _named,
    DiceFaces: DiceAnswer,
    HowMany: CountsAnswer,
    Lines: LinesAnswer,
}


def answer_to(theme: Theme, asked: FormQuestion) -> FieldEditor:
    """Return the editor of a question."""
    return _MAKERS[type(asked)](theme, asked)


class DraftFields(AskedFields):
    """The fields of a draft: they show its facts, and what is typed becomes a new draft.

    A draft tells how its facts are `shown`, takes what is `typed`, and knows what `is_typed` over
    the rules, all by the names of the `questions`. A subclass lays out their boxes, and shows in
    `show_rest` what else follows. `changed` is emitted after each change by hand.
    """

    changed = Signal()
    questions: ClassVar[tuple[FormQuestion, ...]] = ()
    fills: ClassVar[tuple[str, ...]] = ()
    """Names of the questions whose answer fills in the others."""
    gap = 16
    """Pixels between lines at 100 %."""

    def __init__(self, theme: Theme, hub: Hub, draft: Any) -> None:
        super().__init__(theme)
        self.hub = hub
        self.draft = draft
        self._showing = False
        for asked in self.questions:
            self.ask(answer_to(theme, asked))
        self._column = in_column(theme, gap=self.gap, edges=(0, 0, 4, 4), on=self)
        self.lay_out()
        self._column.addStretch(1)
        theme.changed.connect(self.restyle)
        self.restyle()

    # Layout

    def lay_out(self) -> None:
        """Put the parts into the column."""
        raise NotImplementedError

    def put(self, *parts: str | BoxPart) -> None:
        """Put parts below each other: fields by their names, and all that `fill` takes."""
        fill(self._column, *(self.boxes[part] if isinstance(part, str) else part for part in parts))

    def side_by_side(
        self, *names: str, across: int = 0, widths: Sequence[int] = ()
    ) -> QtWidgets.QGridLayout:
        """Return a grid of fields, as many in a line as `across` says, or all of them."""
        grid = in_grid(self.theme, gap=(12, 14))
        for place, name in enumerate(names):
            row, column = divmod(place, across or len(names))
            grid.addWidget(self.boxes[name], row, column, _TOP)
            grid.setColumnStretch(column, widths[column] if widths else 1)
        return grid

    def headed(self, title: str, button: Button) -> QtWidgets.QHBoxLayout:
        """Return a line with a title, and a button at its end."""
        label = plain_label(self.theme, title, "body", strong=True)
        return in_row(self.theme, (label, 1), button)

    def restyle(self) -> None:
        """Follow a change of the theme."""

    # Draft to fields, and back

    def begin(self, draft: Any) -> None:
        """Show another draft."""
        self.draft = draft
        for box in self.boxes.values():
            box.set_problem("")
        self.show_draft(anew=True)

    def show_draft(self, anew: bool = False) -> None:
        """Show the draft. What is being typed, and what is wrong, stays, unless all is shown anew."""
        draft, self._showing = self.draft, True
        for name, answer in self.answers.items():
            if anew or not (answer.is_typed_in or self.boxes[name].problem()):
                answer.set_value(draft.shown(name))
            if answer.asked.derived:
                answer.set_strong(draft.is_typed(name))
            self.boxes[name].setVisible(self.is_wanted(name))
        self.show_rest()
        self._showing = False

    def is_wanted(self, name: str) -> bool:
        """Return whether the question is asked of the draft as it is."""
        return self.answers[name].asked.shown(self.draft)

    def show_rest(self) -> None:
        """Show what else follows from the draft."""

    def answered(self, name: str) -> None:
        """Put an answer into the draft as soon as it is right, or empty."""
        answer = self.answers[name]
        # What the form itself writes is nothing that somebody typed.
        if self._showing:
            return
        if self.problem_of(name) and not answer.is_empty:
            self.changed.emit()  # what is wrong is shown when the field is left
        else:
            self.become(self.draft.typed(name, answer.value()), anew=name in self.fills)

    def become(self, draft: Any, anew: bool = False) -> None:
        """Show what a change by hand made of the draft."""
        self.draft = draft
        self.show_draft(anew)
        wrong = [name for name, box in self.boxes.items() if box.problem()]
        self.check_marked()
        # What this change has made right is taken over now: nobody will type it again.
        for name in wrong:
            value = self.answers[name].value()
            if self._is_right(name) and value != self.draft.shown(name):
                self.draft = self.draft.typed(name, value)
        if wrong:
            self.show_draft()
        self.changed.emit()

    def _is_right(self, name: str) -> bool:
        return self.asks(name) and not self.boxes[name].problem()


class UnitFields(DraftFields):
    """The fields of a unit of any game; `token` and `player_id`, its faction, are among them."""

    def restyle(self) -> None:
        """Keep the letters on the token in a narrow field."""
        self.edit("token").setFixedWidth(self.theme.px(76))

    def show_players(self, players: Sequence[PlayerRow]) -> None:
        """Offer these players' factions, and Nobody."""
        sides = [PickOption(row.id, row.faction, row.colour) for row in players]
        self.edit("player_id").offer([*sides, PickOption(0, "Nobody", "slate")])


_TOP = Qt.AlignmentFlag.AlignTop
