"""A list to pick from by typing a few letters, and the choices of a step."""

from collections.abc import Callable

from PySide6 import QtWidgets
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPainter
from typing_extensions import override

from brikdesk.turns.steps import Choice, Option
from ui.look.icons import ROW, paint_icon
from ui.look.shortcuts import ENTER
from ui.look.text import announce
from ui.look.theme import Theme, TypeRole
from ui.models.picks import PICK_ROLE, OwnWords, PickRow, PickRowsModel
from ui.parts.lines import LineWords, RichLabel
from ui.widgets.buttons import IN_LIST, Asker, CapRows, OwnKeys
from ui.widgets.fields import LETTERS, ChoiceRow, ChoiceWords, LeavesUndo
from ui.widgets.layout import fill, in_column, in_row, take_away
from ui.widgets.painted import (
    Delegate,
    Index,
    KeyCap,
    PaintedWidget,
    draw_line,
    draw_plate,
    sized,
    square_in,
    text_width,
)
from ui.widgets.tokens import SMALLEST, paint_token

HIGH, MOST_ROWS = 34, 7
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: MOST_ROWS,
          Qt.Key.Key_PageUp: -MOST_ROWS}  # fmt: skip
PLACE = "a place: nobody of this name is on the table"
"""The detail of the row for typed words in a list of targets."""
ListRows = Callable[[], tuple[PickRow, ...]]


@sized(100, HIGH)
class PickDelegate(Delegate):
    """Paints the token, words, detail, and right word of a row."""

    @override
    def paint(
        self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index
    ) -> None:
        row, theme, px = index.data(PICK_ROLE), self.theme, self.theme.px
        if not isinstance(row, PickRow):
            return
        box = QRectF(option.rect)
        current = bool(option.state & QtWidgets.QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current:
            plate = box.adjusted(px(4), 0, -px(4), 0)
            draw_plate(painter, plate, px(8), theme.color("sel"))
            bar = QRectF(plate.left(), box.top() + px(8), px(3), box.height() - px(16))
            draw_plate(painter, bar, px(1.5), theme.color("accent"))
        self._paint_mark(painter, box, row)
        self._paint_words(painter, box, row)
        painter.restore()

    def _paint_mark(self, painter: QPainter, box: QRectF, row: PickRow) -> None:
        theme, px = self.theme, self.theme.px
        spot = QRectF(box.left() + px(14), box.top(), px(SMALLEST), box.height())
        if row.ticked:
            paint_icon(painter, square_in(spot, px(ROW)), theme, "check", "ok")
        elif row.token:
            paint_token(painter, square_in(spot, px(SMALLEST)), theme, row.token)
        elif row.icon:
            paint_icon(painter, square_in(spot, px(ROW)), theme, row.icon, "text2")

    def _paint_words(self, painter: QPainter, box: QRectF, row: PickRow) -> None:
        theme, px = self.theme, self.theme.px
        left, right = box.left() + px(14 + SMALLEST + 10), box.right() - px(14)
        wide: float
        small = theme.font("small")
        if row.right:
            wide = text_width(small, row.right)
            place = QRectF(right - wide, box.top(), wide, box.height())
            draw_line(painter, place, row.right, small, theme.color("text2"))
            right -= wide + px(10)
        body = theme.font("body")
        wide = min(text_width(body, row.words), right - left)
        line = QRectF(left, box.top(), wide, box.height())
        draw_line(painter, line, row.words, body, theme.color("text"))
        rest = QRectF(left + wide + px(8), box.top(), right - left - wide - px(8), box.height())
        if row.detail and rest.width() > px(24):
            draw_line(painter, rest, row.detail, small, theme.color("text3"))


class PickList(PaintedWidget, OwnKeys, Asker):
    """A field with rows below it; Up, Down, Enter and Esc work in it.

    `picked` brings the value of a row, `words` the typed words if their own row was picked. `left`
    is emitted when it closes; with `several` it stays open after a pick. `opening` is emitted
    before it shows: what it lies in has to be unfolded, or the referee types blind. `gone` follows
    whenever it hides, for whatever reason; `narrowed` whenever it may show other rows.
    `unused` brings the press of a key that does nothing in it.
    """

    own_keys = IN_LIST

    narrowed = Signal()
    unused = Signal(object)

    opening = Signal()
    picked = Signal(object)
    words = Signal(str)
    left = Signal()
    gone = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        policy = self.sizePolicy().Policy
        self.setSizePolicy(policy.Preferred, policy.Fixed)
        self.purpose = ""
        self._rows: ListRows = tuple
        self._several = False
        self._column = in_column(theme, gap=2, on=self)
        self.field = _SearchField(self)
        self.field.setProperty("kind", "bare")
        self.hide()

    def _make(self) -> None:
        self.model = PickRowsModel(self)
        self.view = QtWidgets.QListView()
        self.view.viewport().setAutoFillBackground(False)
        self.view.setModel(self.model)
        self.view.setItemDelegate(PickDelegate(self.theme, self.view))
        # The field keeps the focus, so that one can go on typing after a look at the rows.
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(lambda index: self._pick(index.row()))
        esc = KeyCap(self.theme, "Esc")
        top = in_row(self.theme, (self.field, 1), esc, edges=(14, 4, 12, 0))
        fill(self._column, top, self.view)
        self.field.textChanged.connect(self._narrow)
        self.restyle()

    def open(
        self, purpose: str, prompt: str, rows: ListRows, several: bool = False, free: str = ""
    ) -> None:
        """Open with the rows for a purpose.

        `rows` is called again when the rows may have changed. `several` may be picked one after the
        other; one that is the only row closes the list. `free` is the detail of the row for other
        words; empty: other words cannot be picked.
        """
        if not self._column.count():  # made when it is first asked for
            self._make()
        self.purpose, self._rows, self._several = purpose, rows, several
        self.model.let_in(free)
        self.opening.emit()
        self.field.clear()
        self.field.setPlaceholderText(prompt)
        self.field.setAccessibleName(prompt)
        self.model.offer(rows())
        self._first()
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def follow(self) -> None:
        """Read the rows again, if the list is open, and stay at the same place.

        The rows stay where they lie: the next click is meant for the row that is seen there.
        """
        if not self.isHidden():
            at, bar = self.view.currentIndex().row(), self.view.verticalScrollBar()
            scrolled = bar.value()
            self.model.offer(self._rows())
            self._go(max(0, at))
            bar.setValue(scrolled)
            self.narrowed.emit()

    def close_list(self) -> None:
        """Close the list, if it is open."""
        if not self.isHidden():
            self.hide()
            self.purpose = ""
            self.left.emit()

    @property
    @override
    def keys_now(self) -> CapRows:
        """Arrows where there is a second row, Enter where there is one at all."""
        rows, choose = self._count, ("Enter", "tick" if self._several else "choose")
        moving, leaving = self.own_keys[0], self.own_keys[-1]
        return (*(moving,) * (rows > 1), *(choose,) * (rows > 0), leaving)

    @override
    def waits_for(self) -> str:
        if self._count > 1:
            return "A list is open: letters filter it, Enter chooses, Esc leaves it."
        if self._count:
            return "It is the only row: Enter chooses it, Esc leaves the list."
        if self.field.text():
            return "Nothing fits: Backspace takes a letter back, Esc leaves the list."
        return "There is nothing to choose from: Esc leaves the list."

    @property
    def ticks(self) -> bool:
        """Whether several rows may be picked, one after the other."""
        return self._several

    @property
    def _count(self) -> int:
        return self.model.rowCount() if self._column.count() else 0

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the rows; no other key goes on to the panel, where letters are commands."""
        key, enter = Qt.Key(event.key()), event.key() in ENTER
        if (key in _STEPS and self._count < 2) or (enter and not self._count):
            self.unused.emit(event)
        elif key in _STEPS:
            self._go(self.view.currentIndex().row() + _STEPS[key])
        elif enter or event.key() == Qt.Key.Key_Space:
            self._pick(self.view.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape:
            self.close_list()
        elif event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_F6):
            event.ignore()  # keys that move the focus: the list is no trap

    @override
    def restyle(self) -> None:
        px = self.theme.px
        if not self._column.count():
            return
        self.field.setFont(self.theme.font("body"))
        self._column.setContentsMargins(1, px(2), 1, px(6))
        self._fit()
        super().restyle()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme = self.theme
        edge = theme.color("focus" if self.field.hasFocus() else "line2")
        draw_plate(painter, box, theme.px(8), theme.color("bg2"), edge, 1.5)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.isHidden():  # not only what it lies in
            self.gone.emit()

    def _narrow(self, typed: str) -> None:
        self.model.narrow(typed)
        self._first()

    def _first(self) -> None:
        self._fit()
        self._go(0)

    def _fit(self) -> None:
        self.narrowed.emit()
        rows = min(MOST_ROWS, max(1, self.model.rowCount()))
        self.view.setFixedHeight(self.theme.px(HIGH) * rows)
        self.updateGeometry()

    def _go(self, to: int) -> None:
        if count := self.model.rowCount():
            at = max(0, min(to, count - 1))
            self.view.setCurrentIndex(self.model.index(at))
            self.view.scrollTo(self.model.index(at))
            # A screen reader follows the focus, which stays in the field.
            if row := self.model.row(at):
                announce(self.field, row.spoken)

    def _pick(self, at: int) -> None:
        row = self.model.row(at)
        if row is None:
            return
        # Hidden before the signals: what they open may be this very list, for something else.
        if isinstance(row.value, OwnWords):
            self.hide()
            self.words.emit(row.value.typed)
            self.left.emit()
            return
        several, value = self._several, row.value
        if not several:
            self.hide()
        self.picked.emit(value)
        if several:
            self.field.selectAll()  # the next letters begin another word
            self.follow()
            if self.model.rowCount() == 1 and not self.field.text():
                self.close_list()  # there is nothing else to tick
        else:
            self.left.emit()


class _SearchField(LeavesUndo):
    """The field of a list; keys that it does not use go to the list, and so do the arrows."""

    def __init__(self, owner: PickList) -> None:
        super().__init__(owner)
        self._owner = owner

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        # Where several are ticked a blank does that too, unless it stands within what is typed.
        ticks = event.key() == Qt.Key.Key_Space and self._owner.ticks
        if event.key() in ways or (ticks and self.selectedText() == self.text()):
            event.ignore()
        else:
            super().keyPressEvent(event)


MOST_WORDS = 80
"""Characters of an answer in words at most, as of every name."""

_OR_IN_WORDS, _IN_WORDS = "or say it in your own words", "a few words, then Enter"

_OWN_WORDS = ChoiceWords("In words…")


class ChoiceField(PaintedWidget):
    """Asks one question at a time; answered ones fold to a line, which opens them again.

    `chosen` brings the choice's id and the value. If there are more answers than letters, they come
    in pages, and the last letter turns the page.
    """

    chosen = Signal(str, str)

    def __init__(self, theme: Theme, large: bool = False) -> None:
        super().__init__(theme)
        self._choices: tuple[Choice, ...] = ()
        self._opened = self._left = ""
        self._page = 0
        self._folded: list[_Folded] = []
        self._lettered: list[ChoiceWords] = []
        self._role: TypeRole = "title" if large else "body"
        self.setSizePolicy(RichLabel(theme, ()).sizePolicy())
        self._column = in_column(theme, gap=8, on=self)
        self._prompt = RichLabel(theme, (), self._role)
        self.answers = ChoiceRow(theme)
        self.answers.chosen.connect(self._answered)
        self.words = _WordsField(theme)
        self.words.returnPressed.connect(self._said)
        self.words.left.connect(self._words_left)
        fill(self._column, self._prompt, self.answers, self.words)

    @property
    def open_choice(self) -> Choice | None:
        """The question that letters answer now: the one opened again, else the first unanswered."""
        named = [choice for choice in self._choices if choice.id == self._opened]
        waiting = [choice for choice in self._choices if choice.chosen is None]
        return next(iter((*named, *waiting, *self._choices[-1:])), None)

    @property
    def letters(self) -> str:
        """The letters that work now, as a keycap: A–C; empty if nothing is asked."""
        count = len(self._answers())
        return f"A–{LETTERS[count - 1]}" if count > 1 else LETTERS[:count]

    @property
    def letters_now(self) -> str:
        """All letters that answer now, in small: abc."""
        return LETTERS[: len(self._answers())].lower()

    @property
    def wants_words(self) -> bool:
        """Whether words are the only answer that it takes, so that the keys belong into its field.

        Esc takes them out of it, until something else is asked.
        """
        choice = self.open_choice
        return (
            choice is not None
            and choice.free
            and choice.chosen is None
            and not choice.options
            and choice.id != self._left
        )

    def _words_left(self) -> None:
        self._left = self.open_choice.id if self.open_choice else ""

    def set_live(self, on: bool) -> None:
        """Show letters on the answers; off while they answer another question of the panel."""
        self.answers.set_lettered(on)

    def show_choices(self, choices: tuple[Choice, ...]) -> None:
        """Ask these questions; an answer that is being typed for the same one stays."""
        before = self.open_choice
        answers = {choice.id: choice.chosen for choice in self._choices}
        self._choices = choices
        if not any(choice.id == self._opened for choice in choices):
            self._opened = ""
        now = self.open_choice
        if now is None or before is None or now.id != before.id:
            self._page = 0
            self._left = ""
            self.words.clear()
        if now and now.chosen is None and (taken := answers.get(now.id)):
            self._left = ""
            self.words.setText(taken if now.free and _is_own_words(now, taken) else "")
        self._show()

    def choose(self, letter: str) -> bool:
        """Answer by letter; False if no answer has it."""
        return self.open_choice is not None and self.answers.choose(letter)

    def _show(self) -> None:
        choice = self.open_choice
        self.setVisible(choice is not None)
        if choice is None:
            return
        self._fold([each for each in self._choices if each is not choice and each.chosen])
        self._prompt.show_pieces((LineWords(choice.prompt, "text", strong=True),))
        answers, values = self._answers(), [option.value for option in self._on_page()]
        place = values.index(choice.chosen) if choice.chosen in values else None
        own = choice.chosen is not None and _is_own_words(choice, choice.chosen)
        place = len(answers) - 1 if own and choice.free else place
        # Equal answers keep their buttons: new ones would lose the focus that one of them has.
        if answers == self._lettered:
            self.answers.set_chosen(place)
        else:
            self._lettered = answers
            self.answers.set_choices(answers, place)
        self.words.setVisible(choice.free)
        self.words.setPlaceholderText(_OR_IN_WORDS if choice.options else _IN_WORDS)
        self.words.setAccessibleName(choice.prompt)
        self.words.said = choice.chosen
        if own and choice.chosen is not None:
            self.words.setText(choice.chosen)

    def _answers(self) -> list[ChoiceWords]:
        choice = self.open_choice
        if choice is None:
            return []
        answers = [ChoiceWords(option.name, option.consequence) for option in self._on_page()]
        left = len(choice.options) - len(self._on_page())
        if left:
            answers.append(ChoiceWords("Others…", f"{left} more"))
        if choice.free and len(answers) < len(LETTERS):
            answers.append(_OWN_WORDS)
        return answers

    def _on_page(self) -> tuple[Option, ...]:
        choice = self.open_choice
        if choice is None:
            return ()
        if len(choice.options) <= len(LETTERS) - choice.free:
            return choice.options
        each = len(LETTERS) - 1 - choice.free  # one letter turns the page, one is for own words
        pages = -(-len(choice.options) // each)
        start = self._page % pages * each
        return choice.options[start : start + each]

    def _answered(self, place: int) -> None:
        choice, page = self.open_choice, self._on_page()
        if choice is None:
            return
        if place < len(page):
            self._tell(choice, page[place].value)
        elif self._answers()[place] is _OWN_WORDS:
            self._show()  # nothing is chosen yet: the mark goes back to what was
            self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._page += 1
            self._show()

    def _said(self) -> None:
        choice, words = self.open_choice, self.words.text().strip()
        if choice and not words:
            self.words.clear()  # blanks alone would hide what is asked for
            self.words.setPlaceholderText(f"Nothing is said yet: {_IN_WORDS}")
            announce(self.words, self.words.placeholderText())
        if choice and words:
            # The focus goes first: after the choice the field may be hidden, and Qt picks a place.
            self.words.left.emit()
            self._tell(choice, words)

    def _tell(self, choice: Choice, value: str) -> None:
        self._opened = ""
        self.chosen.emit(choice.id, value)
        # Also where nobody took the answer: letters must answer the question that is on screen.
        self._show()

    def _fold(self, choices: list[Choice]) -> None:
        """Show the other questions, each as a line with its answer."""
        while len(self._folded) > len(choices):
            take_away(self._column, self._folded.pop())
        while len(self._folded) < len(choices):
            label = _Folded(self.theme, self._role)
            label.pressed.connect(self._open)
            self._column.insertWidget(len(self._folded), label)
            self._folded.append(label)
        for label, choice in zip(self._folded, choices, strict=True):
            answer = LineWords(_answer_of(choice), "text", strong=True)
            label.show_pieces((LineWords(choice.prompt, "text2"), answer))
            label.setProperty("choice", choice.id)  # labels are used again for other questions
            label.show()
        self.words.follows_answer = bool(choices)

    def _open(self, name: str) -> None:
        self._opened = name
        self._page = 0
        self._show()


class _Folded(RichLabel):
    """An answered question; a click or Space opens it again."""

    pressed = Signal(str)

    def __init__(self, theme: Theme, role: TypeRole) -> None:
        super().__init__(theme, (), role)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(str(self.property("choice")))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.pressed.emit(str(self.property("choice")))
        else:
            event.ignore()


class _WordsField(LeavesUndo, OwnKeys):
    """The answer in words. On `left` (Esc) the keys go back to the dice.

    `said` is the answer that the question has; Enter that changes nothing of it goes to the panel.
    Backspace in the empty field goes there too: it takes back what was given before.
    """

    own_keys = (("Enter", "answer"), ("Esc", "back"), ("Backspace", "take back"))

    left = Signal()
    follows_answer = False
    said: str | None = None

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setMaxLength(MOST_WORDS)

    @property
    @override
    def keys_now(self) -> CapRows:
        reopens = self.follows_answer and not self.text()
        return self.own_keys if reopens else self.own_keys[:2]

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            event.setAccepted(event.isAutoRepeat())  # held down it clears the words, no more
            return
        if (
            event.key() in ENTER
            and self.said is not None
            and self.text().strip() in ("", self.said)
        ):
            self.left.emit()
            event.ignore()
            return
        super().keyPressEvent(event)
        if event.key() in (*ENTER, Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.accept()  # the queue would take them too


def _is_own_words(choice: Choice, said: str) -> bool:
    return all(option.value != said for option in choice.options)


def _answer_of(choice: Choice) -> str:
    if choice.chosen is None:
        return ""
    names = {option.value: option.name for option in choice.options}
    return names.get(choice.chosen, choice.chosen)
