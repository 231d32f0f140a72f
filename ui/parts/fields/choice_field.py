"""The choices of a step: each a question with lettered answers, or words of one's own."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout
from typing_extensions import override

from brikdesk.turns.steps import Choice, Option
from ui.look.fonts import TypeRole
from ui.look.theme import Theme
from ui.parts.lines.rich_label import RichLabel
from ui.parts.lines.rich_line import LineWords
from ui.widgets.choice_row import LETTERS, ChoiceRow, ChoiceWords
from ui.widgets.own_keys import OwnKeys
from ui.widgets.painted import PaintedWidget

MOST_WORDS = 80
"""Characters of an answer in words at most, as of every name."""

_OWN_WORDS = ChoiceWords("In words…")


class ChoiceField(PaintedWidget):
    """One question at a time is open; answered ones fold to a line, which opens them again.

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
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._prompt = self._label()
        self.answers = ChoiceRow(theme)
        self.answers.chosen.connect(self._answered)
        self.words = _WordsField(theme)
        self.words.returnPressed.connect(self._said)
        self.words.left.connect(self._words_left)
        for widget in (self._prompt, self.answers, self.words):
            self._column.addWidget(widget)
        self.restyle()

    @property
    def open_choice(self) -> Choice | None:
        """The question that letters answer now: the one opened again, else the first unanswered."""
        named = next((choice for choice in self._choices if choice.id == self._opened), None)
        waiting = next((choice for choice in self._choices if choice.chosen is None), None)
        return named or waiting or (self._choices[-1] if self._choices else None)

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
        self._choices = choices
        if not any(choice.id == self._opened for choice in choices):
            self._opened = ""
        now = self.open_choice
        if now is None or before is None or now.id != before.id:
            self._page = 0
            self._left = ""
            self.words.clear()
        self._show()

    def choose(self, letter: str) -> bool:
        """Answer by letter; False if no answer has it."""
        return self.open_choice is not None and self.answers.choose(letter)

    @override
    def restyle(self) -> None:
        self._column.setSpacing(self.theme.px(8))
        super().restyle()

    def _show(self) -> None:
        choice = self.open_choice
        self.setVisible(choice is not None)
        if choice is None:
            return
        self._fold([each for each in self._choices if each is not choice and each.chosen])
        self._prompt.show_pieces((LineWords(choice.prompt, "text", strong=True),))
        answers, values = self._answers(), [option.value for option in self._on_page()]
        place = values.index(choice.chosen) if choice.chosen in values else None
        own = choice.chosen is not None and self._is_own_words(choice)
        place = len(answers) - 1 if own and choice.free else place
        # Equal answers keep their buttons: new ones would lose the focus that one of them has.
        if answers == self._lettered:
            self.answers.set_chosen(place)
        else:
            self._lettered = answers
            self.answers.set_choices(answers, place)
        self.words.setVisible(choice.free)
        self.words.setPlaceholderText("or say it in your own words")
        self.words.setAccessibleName(choice.prompt)
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
            label = self._folded.pop()
            label.hide()
            label.deleteLater()
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

    def _open(self, name: str) -> None:
        self._opened = name
        self._page = 0
        self._show()

    def _is_own_words(self, choice: Choice) -> bool:
        return all(option.value != choice.chosen for option in choice.options)

    def _label(self) -> RichLabel:
        return RichLabel(self.theme, (), self._role)


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


class _WordsField(QLineEdit, OwnKeys):
    """The answer in words. On `left` (Esc) the keys go back to the dice."""

    own_keys = (("Enter", "answer"), ("Esc", "back"))

    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setMaxLength(MOST_WORDS)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.accept()  # the queue would take them too


def _answer_of(choice: Choice) -> str:
    if choice.chosen is None:
        return ""
    names = {option.value: option.name for option in choice.options}
    return names.get(choice.chosen, choice.chosen)
