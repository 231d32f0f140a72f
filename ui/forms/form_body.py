"""The questions of one form, one below the other, with numbers side by side."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from brikdesk.errors import field_of
from brikdesk.ground.round import edge_to_edge, point_to_edge
from brikdesk.ground.shapes import Footprint, Point, disc
from brikdesk.lengths import in_inches
from brikdesk.store.views.units import units as all_units
from brikdesk.text import so_many
from ui.campaign.desk import Desk
from ui.forms.answer import FieldEditor
from ui.forms.answers import PlaceAnswer, answer_to
from ui.forms.field_box import FieldBox
from ui.forms.fields import ABOUT, ABOUT_AS, FilledForm, Number, Place, YesNo
from ui.look.theme import Theme
from ui.models.map.shot import AskedPlace, DrawnShot, Zone

ACROSS = 2
"""Numbers that stand side by side."""


class FormBody(QWidget):
    """The fields of a form; what they offer is read again after each change.

    `changed` is emitted after each change by hand, `place_wanted` when a place is to be pointed at
    on the map.
    """

    changed = Signal()
    place_wanted = Signal()

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
        if isinstance(answer, PlaceAnswer):
            answer.wanted.connect(self.place_wanted)

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
        field = field_of(where)
        places = (each.name for each in self._filled.form.fields
                  if isinstance(each, Place) and each.answers(field))  # fmt: skip
        name = field if field in self._boxes else next(places, "")
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

    def place(self) -> PlaceAnswer | None:
        """Return the place that a click on the map answers; None where no place is asked for.

        It is the one with the focus, else the first that nobody has said, else the first.
        """
        asked = [
            answer
            for name, answer in self._answers.items()
            if isinstance(answer, PlaceAnswer) and self._asks(name)
        ]
        here = [answer for answer in asked if answer.box.hasFocus() or answer.button.hasFocus()]
        unsaid = [answer for answer in asked if answer.value() is None]
        return next(iter([*here, *unsaid, *asked]), None)

    def drawn(self) -> DrawnShot | None:
        """Return what the map draws of the form: the place that it asks for, and from where."""
        answer = self.place()
        if answer is None:
            return None
        asked, values = answer.place, self.values()
        said = answer.point() or self._spot_of(values.get(asked.unit))
        start = asked.begins(self._desk, values)
        begins = None if start is None or start.x is None or start.y is None else (start.x, start.y)
        across = asked.across(self._desk, values)
        away = None if said is None or start is None else point_to_edge(*said, start)
        return DrawnShot(
            start=begins,
            goal=said,
            inches=away,
            measured=True,
            zones=tuple(_zones(answer, said, across)),
            place=AskedPlace(asked.label, said),
        )

    def _spot_of(self, unit_id: Any) -> Point | None:
        rows = (row for row in self._desk.read(all_units) if row.id == unit_id)
        spots = ((row.x, row.y) for row in rows if row.x is not None and row.y is not None)
        return next(spots, None)

    def point(self, unit_id: int, x: float, y: float) -> None:
        """Take what was pointed at on the map as the place that is asked for: a unit (0: none)."""
        answer = self.place()
        if answer is None:
            return
        asked = answer.place
        found = (row for row in self._desk.read(all_units) if row.id == unit_id)
        unit = next(found, None) if asked.unit else None
        if unit is not None and unit.x is not None and unit.y is not None:
            x, y = unit.x, unit.y
        answer.take(unit.name if unit else "", round(x, 1), round(y, 1))
        if asked.unit in self._answers:
            self._answers[asked.unit].set_value(unit.id if unit else None)
        start = asked.begins(self._desk, self.values())
        if asked.inches and start is not None:
            away = edge_to_edge(start, unit) if unit else point_to_edge(x, y, start)
            self._answers[asked.inches].set_value(None if away is None else round(away, 2))
        self.refresh()
        self.changed.emit()

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


def _zones(answer: PlaceAnswer, said: Point | None, across: float | None) -> Iterator[Zone]:
    """Yield what the place covers: as wide as the form says, or between the corners so far."""
    if said and across:
        yield Zone(disc(*said, across / 2), f"{in_inches(across)} across")
    if corners := answer.corners():
        yield Zone(Footprint(corners), so_many(len(corners), "corner"))


_TOP = Qt.AlignmentFlag.AlignTop
