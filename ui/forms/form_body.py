"""The questions of one form, one below the other, with numbers side by side."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from brikdesk.errors import field_of
from ui.campaign.desk import Desk
from ui.forms.answer import FieldEditor
from ui.forms.answers import answer_to
from ui.forms.field_box import FieldBox
from ui.forms.fields import ABOUT, ABOUT_AS, FilledForm, Number, YesNo
from ui.look.theme import Theme

ACROSS = 2
"""Numbers that stand side by side."""


class FormBody(QWidget):
    """The fields of a form; what they offer is read again after each change.

    `changed` is emitted after each change by hand.
    """

    changed = Signal()

    def __init__(self, theme: Theme, desk: Desk, filled: FilledForm) -> None:
        super().__init__()
        self.theme, self._desk, self._filled = theme, desk, filled
        self._answers: dict[str, FieldEditor] = {}
        self._boxes: dict[str, FieldBox] = {}
        self._refreshing = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        for asked in filled.form.fields:
            self._add(asked.name)
        # Lists first get their rows, then their values; other lists may depend on these values.
        self.refresh()
        for name, answer in self._answers.items():
            if name in filled.values:
                answer.set_value(filled.values[name])
        self.refresh()
        theme.changed.connect(self._restyle)
        self._restyle()

    def _add(self, name: str) -> None:
        asked = next(each for each in self._filled.form.fields if each.name == name)
        answer = answer_to(self.theme, asked)
        label = "" if isinstance(asked, YesNo) else asked.label
        box = FieldBox(self.theme, label, answer, asked.hint, self)
        self._answers[name], self._boxes[name] = answer, box
        # The body owns its answers and fields: they go together, so lambdas are safe here.
        answer.changed.connect(lambda: self._answered(name))
        box.left.connect(lambda: self.check(name))

    def answer(self, name: str) -> FieldEditor:
        """Return the editor of a question."""
        return self._answers[name]

    def box(self, name: str) -> FieldBox:
        """Return the field of a question, with its label and message."""
        return self._boxes[name]

    def values(self) -> dict[str, Any]:
        """Return all answers, and under ABOUT and ABOUT_AS the unit that the form is about."""
        known: dict[str, Any] = {
            ABOUT: self._filled.values.get(ABOUT),
            ABOUT_AS: self._filled.form.about,
        }
        return known | {name: answer.value() for name, answer in self._answers.items()}

    def filled_in(self) -> dict[str, Any]:
        """Return the answers to the questions that are asked now, without those left open."""
        values = self.values()
        return {
            name: values[name]
            for name, answer in self._answers.items()
            if self._asks(name) and not (answer.asked.optional and values[name] in (None, "", []))
        }

    def refresh(self) -> None:
        """Offer anew what depends on other answers and on the campaign."""
        # Offering may change an answer, whose signal leads back here.
        if self._refreshing:
            return
        self._refreshing = True
        for answer in self._answers.values():
            answer.offer(self._desk, self.values())
        self._refreshing = False
        self._arrange()

    def check(self, name: str) -> bool:
        """Check one answer and show below it what is wrong; True if nothing is."""
        answer, box = self._answers[name], self._boxes[name]
        box.set_problem(answer.problem() if self._asks(name) else "")
        return not box.problem()

    def check_all(self) -> bool:
        """Check every answer; True if all are right, else the first wrong one gets the focus."""
        wrong = [name for name in self._answers if not self.check(name)]
        if wrong:
            self._answers[wrong[0]].setFocus(Qt.FocusReason.OtherFocusReason)
        return not wrong

    def show_problem(self, where: str, words: str) -> bool:
        """Show at its field what the act found wrong; False if no field is meant by `where`."""
        name = field_of(where)
        if name not in self._boxes or not self._asks(name):
            return False
        self._boxes[name].set_problem(words)
        self._answers[name].setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def focus_first(self) -> None:
        """Put the focus on the first question that still needs an answer, else on the first."""
        asked = [name for name in self._answers if self._asks(name)]
        open_ones = [name for name in asked if self._answers[name].problem()]
        if asked:
            first = (open_ones or asked)[0]
            self._answers[first].setFocus(Qt.FocusReason.OtherFocusReason)

    def _answered(self, name: str) -> None:
        if self._refreshing:
            return
        # A complaint goes as soon as it is mended, but a new one waits until the field is left.
        if self._boxes[name].problem():
            self.check(name)
        self.refresh()
        self.changed.emit()

    def _asks(self, name: str) -> bool:
        answer = self._answers[name]
        return answer.asked.shown(self.values()) and not answer.idle

    def _arrange(self) -> None:
        """Lay out what is asked now, in the order of the form."""
        # Adding a widget that is in the grid already moves it: nothing has to be taken out first.
        row = column = 0
        for name, box in self._boxes.items():
            asked = self._answers[name].asked
            box.setVisible(self._asks(name))
            if box.isHidden():  # not `isVisible`: the whole form may not be shown yet
                continue
            narrow = isinstance(asked, Number) and not asked.wide
            if column and not narrow:
                row, column = row + 1, 0
            self._grid.addWidget(box, row, column, 1, 1 if narrow else ACROSS, _TOP)
            column = column + 1 if narrow else ACROSS
            if column >= ACROSS:
                row, column = row + 1, 0

    def _restyle(self) -> None:
        self._grid.setHorizontalSpacing(self.theme.px(12))
        self._grid.setVerticalSpacing(self.theme.px(14))


_TOP = Qt.AlignmentFlag.AlignTop
