"""The sheet at the right in which the form of any small act is filled in and done."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from typing_extensions import override

import brikdesk.acts  # noqa: F401 - makes every act known by its name
from brikdesk.acts.step_act import StepAct
from brikdesk.acts.turns_and_steps import Together
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Footprint, Point, disc, edge_to_edge, point_to_edge
from brikdesk.lengths import in_inches
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Changes
from brikdesk.store.views.still_to_act import bears_on_act
from brikdesk.store.views.units import units as all_units
from brikdesk.text import number_of
from ui.campaign.desk import Desk, NotDone
from ui.campaign.hub import Hub
from ui.forms.answers import PlaceAnswer, answer_to
from ui.forms.inputs import AskedFields
from ui.forms.questions import ABOUT, ABOUT_AS, FilledForm, Number, Place
from ui.forms.step_part import StepPart
from ui.look.shortcuts import ENTER, sign
from ui.look.text import ElidedLabel
from ui.look.theme import Theme
from ui.models.map import AskedPlace, DrawnShot, Zone
from ui.models.step_draft import StepDraft
from ui.parts.editor_sheet import RefusedHere
from ui.widgets.buttons import Asker, Button, icon_button
from ui.widgets.focus import DESK_PANE, OVER, KeptFocus, first_in, step_as_read
from ui.widgets.layout import (
    SPRING,
    OnePage,
    in_column,
    in_flow,
    in_grid,
    in_row,
    scrolling,
)
from ui.widgets.painted import IconMark, PaintedWidget
from ui.widgets.rule_lines import RuleNote, RuleNotes

ACROSS = 2
"""Numbers that stand side by side."""


class FormBody(AskedFields):
    """The fields of a form; what they offer is read again after each change.

    `changed` is emitted after each change by hand, `place_wanted` when a place is to be pointed at
    on the map.
    """

    changed = Signal()
    place_wanted = Signal()

    def __init__(self, theme: Theme, desk: Desk, filled: FilledForm) -> None:
        super().__init__(theme)
        self._desk, self._filled = desk, filled
        self._refreshing = False
        self._grid = in_grid(theme, gap=(12, 14), grows=range(ACROSS), on=self)
        for asked in filled.form.fields:
            self.ask(answer := answer_to(theme, asked))
            if isinstance(answer, PlaceAnswer):
                answer.wanted.connect(self.place_wanted)
        # Lists first get their rows, then their values; other lists may depend on these values.
        self.refresh()
        for name, answer in self.answers.items():
            if name in filled.values:
                answer.set_value(filled.values[name])
        self.refresh()

    def values(self) -> dict[str, Any]:
        """Return all answers, and under ABOUT and ABOUT_AS the unit that the form is about."""
        about = {ABOUT: self._filled.values.get(ABOUT), ABOUT_AS: self._filled.form.about}
        return about | {name: answer.value() for name, answer in self.answers.items()}

    def filled_in(self) -> dict[str, Any]:
        """Return the answers to the questions that are asked now, without those left open."""
        values = self.values()
        return {
            name: values[name]
            for name, answer in self.answers.items()
            if self.asks(name) and not (answer.asked.optional and values[name] in (None, "", []))
        }

    def take_up(self, answers: dict[str, Any]) -> None:
        """Fill in what was answered before."""
        for name, answer in self.answers.items():
            if answers[name] is not None:
                answer.set_value(answers[name])
        self.refresh()

    def refresh(self) -> None:
        """Offer anew what depends on other answers and on the campaign."""
        # Offering may change an answer, whose signal leads back here.
        if self._refreshing:
            return
        self._refreshing = True
        now = self._filled.form.now(self._desk, self.values())
        for name, answer in self.answers.items():
            answer.show_now(now.get(name, ""))
            answer.offer(self._desk, self.values())
        self._refreshing = False
        self._arrange()

    @override
    def field_of(self, where: str) -> str:
        field = super().field_of(where)
        places = (each.name for each in self._filled.form.fields
                  if isinstance(each, Place) and each.answers(field))  # fmt: skip
        return field if field in self.boxes else next(places, "")

    def focus_first(self) -> None:
        """Put the focus on the first question that still needs an answer, else on the first."""
        asked = [name for name in self.answers if self.asks(name)]
        open_ones = [name for name in asked if self.answers[name].problem()]
        if asked:
            first = (open_ones or asked)[0]
            self.answers[first].setFocus(Qt.FocusReason.OtherFocusReason)

    def place(self) -> PlaceAnswer | None:
        """Return the place that a click on the map answers; None where no place is asked for.

        It is the one with the focus, else the first that nobody has said, else the first.
        """
        asked = [
            answer
            for name, answer in self.answers.items()
            if isinstance(answer, PlaceAnswer) and self.asks(name)
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
        here = asked.covers(values, (0.0, 0.0))
        return DrawnShot(
            start=begins,
            goal=said,
            inches=away,
            measured=True,
            zones=tuple(_zones(answer, said, across)),
            ghosts=(here.at(said),) if said and here else (),
            place=AskedPlace(asked.label, said, here),
        )

    def _spot_of(self, unit_id: Any) -> Point | None:
        rows = (row for row in self._desk.read(all_units) if row.id == unit_id)
        spots = ((row.x, row.y) for row in rows if row.x is not None and row.y is not None)
        return next(spots, None)

    def point(self, unit_id: int, x: float, y: float) -> None:
        """Take a unit of the map (0: none) or a point, in inches, as the place that is asked for."""
        answer = self.place()
        if answer is None:
            return
        asked = answer.place
        found = (row for row in self._desk.read(all_units) if row.id == unit_id)
        unit = next(found, None) if asked.unit else None
        if unit is not None and unit.x is not None and unit.y is not None:
            x, y = unit.x, unit.y
        answer.take(unit.name if unit else "", round(x, 1), round(y, 1))
        if asked.unit in self.answers:
            self.answers[asked.unit].set_value(unit.id if unit else None)
        start = asked.begins(self._desk, self.values())
        if asked.inches and start is not None:
            away = edge_to_edge(start, unit) if unit else point_to_edge(x, y, start)
            self.answers[asked.inches].set_value(None if away is None else round(away, 2))
        self.refresh()
        self.changed.emit()

    @override
    def left(self, name: str) -> None:
        """Check a field that was left; a place that is still open may yet be clicked on the map."""
        answer = self.answers[name]
        if not isinstance(answer, PlaceAnswer) or answer.value() is not None:
            super().left(name)

    @override
    def answered(self, name: str) -> None:
        if self._refreshing:
            return
        # A complaint goes as soon as it is mended, but a new one waits until the field is left.
        if self.boxes[name].problem():
            self.check(name)
        self.refresh()
        self.changed.emit()

    @override
    def asks(self, name: str) -> bool:
        answer = self.answers[name]
        return answer.asked.shown(self.values()) and not answer.idle

    def _arrange(self) -> None:
        """Lay out what is asked now, in the order of the form."""
        # Adding a widget that is in the grid already moves it: nothing has to be taken out first.
        row = column = 0
        for name, box in self.boxes.items():
            asked = self.answers[name].asked
            box.setVisible(self.asks(name))
            if box.isHidden():  # not `isVisible`: the whole form may not be shown yet
                continue
            narrow = isinstance(asked, Number) and not asked.wide
            if column and not narrow:
                row, column = row + 1, 0
            self._grid.addWidget(box, row, column, 1, 1 if narrow else ACROSS, _TOP)
            column = column + 1 if narrow else ACROSS
            if column >= ACROSS:
                row, column = row + 1, 0


def _zones(answer: PlaceAnswer, said: Point | None, across: float | None) -> Iterator[Zone]:
    """Yield what the place covers: as wide as the form says, or between the corners so far."""
    if said and across:
        yield Zone(disc(*said, across / 2), f"{in_inches(across)} across")
    if corners := answer.corners():
        yield Zone(Footprint(corners), number_of(len(corners), "corner"))


_TOP = Qt.AlignmentFlag.AlignTop


WIDE = 424
"""Width of the sheet in pixels at 100 %: the same as the desk pane, over which it lies."""

BESIDE = 300
"""Pixels at 100 % below which nothing beside the sheet can be read: it takes that room too."""

HOST = "sheet_host"
"""The property of a widget over which the sheets of all panels in it open."""

NAME = "act_sheet"
"""The object name of the sheet."""

AGAIN = "What is filled in would be lost. Esc again drops it, Ctrl Enter does it."


class DoneForm(Struct, frozen=True):
    """What was filled in for an act: it comes back when the form is opened once more after undo."""

    opened: FilledForm
    answers: dict[str, Any]
    dice: StepDraft | None
    act_id: int = 0


class ActSheet(PaintedWidget, Asker):
    """Lies over the right edge of its host while a form is open. Ctrl+Enter does it, Esc cancels.

    When the sheet closes, the focus goes back to where it was, and `closed` is emitted.
    """

    closed = Signal()

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, host: QtWidgets.QWidget) -> None:
        super().__init__(theme, host)
        self.desk, self._hub, self._host = desk, hub, host
        self.body: FormBody | None = None
        self.step: (
            StepPart  # there since the first form: before it there is no page for it to lie on
        )
        self._filled: FilledForm | None = None
        self._opened: FilledForm | None = None
        self._submitted: DoneForm | None = None
        self._done: DoneForm | None = None
        self._undone: DoneForm | None = None
        self._came_from = KeptFocus()
        self._touched = self._aside = False
        self._lacked, self._covered = "", 0
        self.ahead: RuleNote  # likewise
        self.refusal = RefusedHere(theme, desk, hub, self)
        self.refusal.elsewhere = self._at_its_field
        self.refusal.done.connect(self._was_done)
        self.setObjectName(NAME)
        self.setProperty(OVER, True)  # panes below take no focus from it
        desk.changed.connect(self._refresh)
        hub.place_pointed.connect(self._pointed)
        hub.pointing_asked.connect(lambda: self._step_aside(True))
        hub.pointing_left.connect(self._back_from_the_map)
        app = QtWidgets.QApplication.instance()
        if isinstance(app, QtWidgets.QApplication):
            app.focusChanged.connect(self._focused)
        host.installEventFilter(self)  # no layout holds it: it follows the host's size by itself
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        self._icon = IconMark(self.theme, "edit", "text2", 18)
        self._title = ElidedLabel(self.theme, "", "head")
        cross = icon_button(self.theme, "cross", "Close", self.close_sheet)
        # The pages lie in a holder: the scroll area would delete a form whose key opened the next.
        self._holder = OnePage()
        self._area = scrolling(self._holder)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        does = Button(self.theme, key="Ctrl Enter", does=self.submit)
        cancel = Button(self.theme, "Cancel", "quiet", key="Esc", does=self.close_sheet)
        self._buttons = (does, cancel)
        # In the foot, which does not scroll, though the dice may.
        self._roll = Button(self.theme, "Roll", "soft", key="Space")
        self._roll.clicked.connect(lambda: self.step.roll())  # each form has its own
        ways = in_flow(self.theme, does, self._roll)
        foot = in_row(self.theme, (ways, 1), cancel, gap=8)
        head = in_row(self.theme, self._icon, (self._title, 1), cross, gap=8)
        parts = (head, (self._area, 1), self.refusal, foot)
        in_column(self.theme, *parts, gap=12, edges=(24, 16, 24, 16), on=self)

    # Opening and closing

    def open(self, filled: FilledForm) -> None:
        """Show a form in place of any that is open; if it cannot be answered, only say why."""
        opened, filled = filled, filled.knowing(self.desk, self._hub)
        if lack := filled.lack(self.desk):
            self.desk.failed.emit(lack)
            return
        if self.isHidden():  # else it came from a form on this sheet, to which nothing leads back
            self._came_from.keep(self)
        form, self._filled, self._opened = filled.form, filled, opened
        self._touched = self._aside = False
        self.refusal.clear()
        self._icon.show_icon(form.icon, "text2")
        self._title.say(filled.title)
        self.setAccessibleName(filled.title)
        self.body = FormBody(self.theme, self.desk, filled)
        self.step = StepPart(self.theme, self.desk)
        self.step.changed.connect(self._stepped)
        if self._undone and self._undone.opened == opened:
            self.body.take_up(self._undone.answers)
            self.step.take_up(self._undone.dice)
        self.ahead = RuleNote(self.theme)
        self.ahead.asked.connect(self._hub.rule_asked)
        self._holder.show_page(self._page(self.body, self.step))
        self.body.changed.connect(self._touch)
        self.body.changed.connect(self._ask_dice)
        self.body.place_wanted.connect(self._hub.pointing_asked)
        self.step.picks.unused.connect(self._hub.key_unused)
        self.step.remarked.connect(self._hub.remarked)
        self._buttons[0].set_words(form.button)
        self._buttons[0].set_kind("danger" if form.deletes else "primary")
        self._buttons[0].setEnabled(not self.desk.read_only)
        self._place()
        self.show()
        self.raise_()
        self._hub.keys_changed.emit((("Ctrl Enter", form.button.lower()), ("Esc", "cancel")))
        self._ask_dice()
        self.body.focus_first()
        self._tell_the_map()
        if not form.fields:
            self._buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def close_sheet(self) -> None:
        """Hide the sheet and give the focus back."""
        if self.isHidden():
            return
        self._came_from.give_back(first_in(self._host))  # before what holds it is hidden
        if self.refusal.sentence():
            self._hub.remarked.emit("")  # nobody overrules in the status bar what is given up
        self.hide()
        self._hub.show_form(None)
        self.closed.emit()

    def _was_done(self, changes: Changes) -> None:
        """Close, and note which act came of what was filled in."""
        self._done = replace(self._submitted, act_id=changes.act_id) if self._submitted else None
        self._undone = None
        self.close_sheet()

    def take_focus(self) -> None:
        """Put the focus back on the form."""
        if self.body is not None:
            self.body.focus_first()

    def submit(self) -> None:
        """Do the act if every answer is right; else show what is wrong, at its field if any."""
        if self.body is None or not self.body.check_all():
            return
        try:
            act = self._act()
        except BadInput as error:
            if not self.body.show_problem(error.where, error.sentence):
                self.refusal.refuse(str(error))
            return
        if isinstance(act, StepAct):
            if trouble := self.step.ask(act) or self.step.waits_for():
                self._lacked = trouble
                self.refusal.refuse(trouble)
                self.step.focus()
                return
            act = self.step.act or act
        assert self._opened is not None
        self._submitted = DoneForm(self._opened, self.body.values(), self.step.draft)
        # Without a sentence here it stands at its field, which has the focus already.
        if isinstance(self.refusal.do(act), NotDone) and self.refusal.sentence():
            self.refusal.focus_overrule()

    def _act(self) -> Act:
        assert self.body is not None
        assert self._filled is not None
        acts = tuple(act_from_data(data) for data in self._filled.acts(self.body.filled_in()))
        return acts[0] if len(acts) == 1 else Together(title=self._filled.title, acts=acts)

    def _ask_dice(self) -> None:
        """Show the dice and choices that the act asks for, once its form is filled in."""
        assert self._filled is not None
        kind = Act.KINDS.get(self._filled.form.name)
        if self.body is None or kind is None or not issubclass(kind, StepAct):
            self._show_roll()
            return
        try:
            act = self._act()
        except BadInput:  # the form is not filled in yet
            self.step.ask(None)
            self._show_roll()
            self.ahead.say("")
            return
        assert isinstance(act, StepAct)
        self.step.ask(act)
        self._show_roll()
        self._say_ahead(act)

    def _show_roll(self) -> None:
        """Offer to roll while dice are asked for; the keycap of Cancel makes room for it."""
        self._roll.setVisible(self.step.throws)
        self._buttons[1].set_key("" if self.step.throws else "Esc")

    def _say_ahead(self, act: StepAct) -> None:
        """Say which rule will refuse the act while its dice are still to be thrown."""
        refused = None
        if self.step.waits_for() and not self.desk.errand:
            refused = self.desk.look_through(act)[1]
        if refused is None:
            self.ahead.say("")
            return
        said = dict.fromkeys(each.sentence for each in refused.refusals)
        self.ahead.say(f"Refused: {' '.join(said)}", refused.rule)

    def _stepped(self) -> None:
        """Take back that dice are missing, as one came in."""
        self._show_roll()
        if self._lacked and self.refusal.sentence() == self._lacked:
            self.refusal.clear()

    def _page(self, body: FormBody, step: StepPart) -> QtWidgets.QWidget:
        page = QtWidgets.QWidget()
        self.reminders = RuleNotes(self.theme, page)  # shown without a parent it were a window
        self.reminders.asked.connect(self._hub.rule_asked)
        assert self._filled is not None
        self.reminders.show_reminders(self.desk.read(bears_on_act, self._filled.form.name))
        parts = (body, self.ahead, step, self.reminders, SPRING)
        in_column(self.theme, *parts, gap=16, edges=(0, 0, 4, 0), on=page)
        return page

    def title(self) -> str:
        """Return the title of the open form; empty while none is open."""
        return "" if self.isHidden() or not self._filled else self._filled.title

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.submit()
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif sign(event) == "o" and self.refusal.overrule():
            pass
        elif self.step.take_key(event):
            self.refusal.clear()
        else:
            self._hub.key_unused.emit(event)
        event.accept()  # nothing goes through to the pane below

    @override
    def waits_for(self) -> str:
        lacks = self.step.waits_for() or "The form waits."
        return f"{lacks} Ctrl Enter does it, Esc leaves it."

    def _focused(self, _old: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        """Tell the map of the place that is asked for by the field that has the focus now."""
        if now is not None and not self.isHidden() and self.isAncestorOf(now):
            self._step_aside(False)
            self._tell_the_map()

    def _tell_the_map(self) -> None:
        """Have the map draw, and take by a click, the place that the form asks for."""
        if self.body is not None and not self.isHidden():
            shown = None if self.desk.read_only else self.body.drawn()
            self._hub.show_form(shown)

    def _pointed(self, unit_id: int, x: float, y: float) -> None:
        if self.body is not None and not self.isHidden():
            self.body.point(unit_id, x, y)

    def _back_from_the_map(self) -> None:
        """Take the keys back from the map, on the place that was pointed at."""
        answer = self.body.place() if self.body is not None and not self.isHidden() else None
        if answer is not None:
            self._step_aside(False)
            answer.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Close on Esc; if something was filled in, only a second Esc drops it."""
        if self._touched:
            self._touched = False
            self.refusal.refuse(AGAIN)
        else:
            self.close_sheet()

    def _touch(self) -> None:
        self._touched = True
        self._tell_the_map()
        if self.refusal.sentence() == AGAIN:
            self.refusal.clear()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep Tab on the sheet."""
        return step_as_read(self, forward=next) or super().focusNextPrevChild(next)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return False

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, self.theme.color("bg1"))
        painter.fillRect(QRectF(0, 0, 1, box.height()), self.theme.color("line2"))

    @override
    def restyle(self) -> None:
        super().restyle()
        if not self.isHidden():
            self._place()

    def _at_its_field(self, where: str, sentence: str) -> bool:
        return self.body is not None and self.body.show_problem(where, sentence)

    def _refresh(self, changes: Changes) -> None:
        if changes.lines:
            self._undone = None  # the table went on
        elif self._done and changes.act_id == self._done.act_id:
            self._undone = None if self._undone else self._done
        if self.body and not self.isHidden():
            self.body.refresh()
            self._ask_dice()
            self._tell_the_map()

    def _step_aside(self, aside: bool) -> None:
        """In a narrow window make room for the map while it is pointed at, or come back."""
        if aside is not self._aside and not self.isHidden():
            self._aside = aside
            self._place()

    def _behind(self) -> int:
        """Return the width of the desk pane behind it; 0 for none, or one that is a tab of its own."""
        host = self._host
        if self.isVisible():  # it covers what it would look for
            return self._covered
        below: QtWidgets.QWidget | None = host.childAt(host.width() - 2, host.height() // 2)
        while below is not None and below is not host and below.objectName() != DESK_PANE:
            below = below.parentWidget()
        wide = below.width() if below is not None and below is not host else 0
        self._covered = wide if 2 * wide < host.width() else 0
        return self._covered

    def _place(self) -> None:
        # At least as wide as the desk pane behind it, of which a strip would look out.
        wide = min(max(self.theme.px(WIDE), self._behind()), self._host.width())
        if self._host.width() - wide < self.theme.px(BESIDE):
            wide = self._host.width()
        away = wide if self._aside and self._host.width() < 2 * wide else 0
        self.setGeometry(self._host.width() - wide + away, 0, wide, self._host.height())


def sheet_host(widget: QtWidgets.QWidget) -> QtWidgets.QWidget:
    """Return the widget over whose right edge the sheets of a panel open.

    It is the nearest one marked HOST that holds the panel, else the window's central widget.
    """
    above: QtWidgets.QWidget | None = widget
    while above is not None:
        if above.property(HOST):
            return above
        above = above.parentWidget()
    window = widget.window()
    central = window.centralWidget() if isinstance(window, QtWidgets.QMainWindow) else None
    return central or window


def show_form(
    theme: Theme, desk: Desk, hub: Hub, widget: QtWidgets.QWidget, filled: FilledForm
) -> ActSheet:
    """Open a form in the sheet that belongs to a panel, and return the sheet.

    There is one sheet for each host and campaign; that of a campaign closed since is deleted.
    """
    host = sheet_host(widget)
    for sheet in host.findChildren(ActSheet, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if sheet.desk is desk:
            sheet.open(filled)
            return sheet
        sheet.close_sheet()
        sheet.deleteLater()
    sheet = ActSheet(theme, desk, hub, host)
    sheet.open(filled)
    return sheet
