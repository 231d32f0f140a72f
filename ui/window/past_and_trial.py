"""Places in time, and a copy of the battle to try things out in, or to correct its past.

Each is a campaign at work like any other, over a copy, in a frame that nobody overlooks. The battle
itself waits behind them as it was left: with its forms, its dice and its players' window.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QCheckBox, QLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk import reports
from brikdesk.acts.campaign.correcting import (
    Came,
    Correction,
    CorrectPast,
    Later,
    check_correctable,
    correction,
)
from brikdesk.acts.step_act import StepAct
from brikdesk.errors import BadInput, BrikDeskError, CampaignFileError
from brikdesk.reports.data import Facts
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.moments import Past, Rewrite, Trial
from brikdesk.store.session import Progress
from brikdesk.store.views.log import act_as_data, acts_by_number
from ui.campaign.desk import Desk, NotDone
from ui.forms.all_forms import forms_played
from ui.forms.sheet import Sheet
from ui.look.shortcuts import key_of, sign
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.models.queue import queue_of
from ui.widgets.buttons import Button
from ui.widgets.fields import LeavesUndo
from ui.widgets.focus import KeptFocus
from ui.widgets.layout import SPRING, fill, held, in_column, in_row, nest
from ui.widgets.painted import (
    Backdrop,
    IconMark,
    PaintedWidget,
)
from ui.window.campaign_at_work import AtWork
from ui.window.frame import Frame

FRAME = 3
"""Pixels at 100 % of the frame around a place in time."""


class TimePage(PaintedWidget):
    """A banner over a desk, both in a frame in the colour of what is to be noticed.

    `left` is emitted at Esc where nothing on the desk takes it, `pressed` brings any other such key.
    """

    left = Signal()
    pressed = Signal(object)

    def __init__(self, theme: Theme, banner: QWidget, view: QWidget) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        edge = FRAME
        in_column(theme, banner, (view, 1), gap=0, edges=(edge, edge, edge, edge), on=self)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the frame: what lies in it covers the rest."""
        painter.fillRect(box, self.theme.color("accent"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave at Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            event.ignore()
            self.pressed.emit(event)


class PlaceInTime(AtWork):
    """A copy of the campaign at work, which the window comes back from to `present`."""

    def __init__(
        self,
        window: Frame,
        campaign: Past | Trial,
        present: AtWork,
        banner: Callable[[Theme, Desk], QWidget],
    ) -> None:
        super().__init__(window, campaign, present)
        self.theme = window.theme
        self._came_from = KeptFocus()
        self._came_from.keep(present.view)
        self._page = TimePage(window.theme, banner(window.theme, self.desk), self.view)
        self._page.left.connect(self.leave)

    @property
    @override
    def page(self) -> QWidget:
        """The desk in its frame."""
        return self._page

    @override
    def begin(self) -> None:
        """Show the same workspace and the same unit as the battle that waits behind it."""
        assert self.present is not None
        self.view.show_workspace(self.present.view.workspace)
        self.hub.select_unit(self.present.hub.selected_unit)

    def leave(self) -> None:
        """Come back to the battle as it is, exactly where it was left."""
        self._window.back_wanted.emit()
        self._came_from.give_back()

    def _refuse(self, words: str) -> None:
        self.view.status.remark(words)


# --- trying out ------------------------------------------------------------------------------------

NO_FILES = frozenset(
    (
        "copy",
        "export",
        "print",
        "share",
        "cards",
        "tokens",
        "reference",
        "export_data",
        "export_army",
    )
)
"""Commands that write files: what never happened belongs in none."""


class PlayedPlace(PlaceInTime):
    """A copy in which is played, until it is weighed what comes of it: by `try_out`, or by Esc at rest."""

    NAME, ICON, WEIGH = "", "", ""
    """What the banner calls it, its icon, and the words of the button that weighs."""

    def __init__(self, window: Frame, campaign: Trial, present: AtWork) -> None:
        super().__init__(window, campaign, present, self._banner)
        self.desk.changed.connect(self._heard)
        self._page.left.disconnect(self.leave)
        self._page.left.connect(self._end)

    @override
    def do_command(self, name: str) -> None:
        """Carry out a command, but none that writes a file."""
        if name in NO_FILES:
            self._refuse(f"What is only tried goes into no file. {key_of('try_out')} ends it.")
        else:
            super().do_command(name)

    def weigh(self) -> None:
        """Show what comes of it, to keep or drop it."""
        raise NotImplementedError

    def is_begun(self) -> bool:
        """Return whether anything was done here."""
        raise NotImplementedError

    def said(self) -> str:
        """Return what the banner says of it now."""
        raise NotImplementedError

    @override
    def _commands(self) -> dict[str, Callable[[], object]]:
        ends = f"This is only tried. {key_of('try_out')} keeps or drops it first."
        return super()._commands() | {
            "try_out": self.weigh,
            "look_back": lambda: self._refuse(ends),
        }

    def _end(self) -> None:
        """Go back; where something was done here, ask first what becomes of it."""
        if self.is_begun():
            self.weigh()
        else:
            self.leave()

    def _banner(self, theme: Theme, _desk: Desk) -> QWidget:
        banner = Backdrop(theme, "accent_tint")
        self._done = ElidedLabel(theme, "", "body", "text")
        name = plain_label(theme, self.NAME, "title", "accent_text")
        weigh = Button(theme, self.WEIGH, "primary", key=key_of("try_out"), does=self.weigh)
        line = (IconMark(theme, self.ICON, "accent_text"), name, (self._done, 1), weigh)
        in_row(theme, *line, edges=(16, 6, 16, 6), gap=8, on=banner)
        self._done.say(self.said())
        return banner

    def _heard(self, _changes: Changes) -> None:
        self._done.say(self.said())


class TryingOut(PlayedPlace):
    """A copy in which anything can be done, to see where it leads."""

    NAME, ICON, WEIGH = "Trying out", "why", "What came of it"

    def __init__(self, window: Frame, trial: Trial, present: AtWork) -> None:
        self.trial = trial
        super().__init__(window, trial, present)

    @override
    def begin(self) -> None:
        """Show the same unit, and say what this is."""
        super().begin()
        self.view.status.say("Do anything here: the battle itself waits as it is.")

    @override
    def is_begun(self) -> bool:
        """Return whether there is anything to keep."""
        return bool(self.trial.deeds())

    @override
    def said(self) -> str:
        """Return that nothing is saved, and how much was done."""
        return f"Nothing of this is saved. {_acts(len(self.trial.act_ids)).capitalize()} so far."

    @override
    def weigh(self) -> None:
        """Show what came of it, to keep or drop it; with nothing done go back at once."""
        if not self.is_begun():
            self.leave()
            return
        TrialSheet(self._window.theme, self._window.stack, self).begin()

    def facts(self) -> tuple[Facts, ...]:
        """Return how what was tried ends, beside where it began."""
        assert self.present is not None
        before = self.present.desk.campaign.reading(reports.standing.standing)
        after = self.trial.reading(reports.standing.standing)
        return reports.standing.differences(before, after)

    def keep(self) -> None:
        """Do in the battle itself all that was done here; stop at the first that is not done."""
        assert self.present is not None
        desk, count = self.present.desk, len(self.trial.act_ids)
        fits = self.trial.fits(desk.campaign)
        deeds = self.trial.deeds() if fits else ()
        self.leave()
        status = self.present.view.status
        if not fits:
            status.warn("The campaign went on meanwhile. What was tried no longer fits it.")
            return
        queue = queue_of(desk, self.present.hub)
        # Steps that the trial has done are among the deeds: none may come between by itself.
        queue.by_itself = False
        kept = all(isinstance(_done_in(desk, deed), Changes) for deed in deeds)
        queue.by_itself = True
        if kept:
            status.say(f"Kept: {_acts(count)}.")
        else:
            status.warn("Not all that was tried could be done. Ctrl Z takes back what was.")


def _acts(count: int) -> str:
    return "1 act" if count == 1 else f"{count or 'no'} acts"


def _done_in(desk: Desk, deed: Act | bool) -> Changes | NotDone | None:
    """Do in the battle what was done in the trial: an act, an undo (True) or a redo."""
    if isinstance(deed, Act):
        return desk.do(deed)
    return desk.undo() if deed else desk.redo()


class WeighingSheet(Sheet):
    """What comes of a place that was played in: Ctrl+Enter keeps it, a key drops it, Esc goes on there."""

    def __init__(
        self, host: QWidget, place: PlayedPlace, words: tuple[str, str, str, str], key: str
    ) -> None:
        title, keeps, drops, goes_on = words
        super().__init__(place.theme, host, title, keeps)
        self._place = place
        self.drop = Button(self.theme, drops, "soft", key=key, does=self.leave)
        self.foot.insertWidget(1, self.drop)
        self.cancel.set_words(goes_on)

    def leave(self) -> None:
        """Drop all of it, and go back to the battle."""
        self.close_sheet()
        self._place.leave()


class TrialSheet(WeighingSheet):
    """What came of a trial: Ctrl+Enter keeps it, D drops it, Esc goes on trying."""

    def __init__(self, theme: Theme, host: QWidget, trying: TryingOut) -> None:
        acts = _acts(len(trying.trial.act_ids))
        words = f"What came of {acts}", f"Keep {acts}", "Drop all of it", "Go on trying"
        super().__init__(host, trying, words, "D")
        self._trying = trying
        facts = trying.facts()
        for each in facts:
            rows = [
                plain_label(theme, f"{r.name}: {r.value}", "body", wrap=True) for r in each.rows
            ]
            head = plain_label(theme, each.heading, "small", "text2", strong=True)
            nest(self.body, in_column(theme, head, *rows, gap=4))
        if not facts:
            self.body.addWidget(plain_label(theme, "Nothing is otherwise than before.", "body"))
        fill(self.body, SPRING)

    @override
    def first_field(self) -> QWidget | None:
        """Return the button that keeps it."""
        return self.primary

    @override
    def submit(self) -> None:
        """Keep it."""
        self.close_sheet()
        self._trying.keep()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Drop it at D."""
        if sign(event) == "d":
            self.leave()
        else:
            super().keyPressEvent(event)


def try_out(window: Frame, present: AtWork) -> None:
    """Begin to try things out on a copy of the campaign."""
    try:
        trial = Trial(present.desk.campaign)
    except CampaignFileError as error:
        present.view.status.warn(str(error))
        return
    window.aside_made.emit(TryingOut(window, trial, present))


# --- correcting ------------------------------------------------------------------------------------


class Correcting(PlayedPlace):
    """The battle right before an act, to do there what should have been done in its place."""

    NAME, ICON, WEIGH = "Correcting", "edit", "What follows from it"

    def __init__(self, window: Frame, rewrite: Rewrite, present: AtWork, wrong: Act) -> None:
        self.rewrite, self._wrong = rewrite, wrong
        self._title = present.desk.read(acts_by_number, (rewrite.act_id,))[rewrite.act_id].title
        super().__init__(window, rewrite, present)
        # What came later did them, and does them again.
        queue_of(self.desk, self.hub).by_itself = False

    @override
    def begin(self) -> None:
        """Go to where the act was done, filled in as it was."""
        super().begin()
        name, hub = type(self._wrong).__name__, self.hub
        if self._wrong.is_attack:
            hub.attack_wanted.emit(self._wrong)
        elif isinstance(self._wrong, StepAct):
            self.view.show_desk("start")
        elif any(form.name == name for form in forms_played(self.desk)):
            values = {each.name: getattr(self._wrong, each.name) for each in fields(self._wrong)}
            hub.form_asked.emit(name, {k: v for k, v in values.items() if k != "overruled"})
        self.view.status.say(
            "Do here what should have been done. Nothing is changed before you say so."
        )

    @override
    def is_begun(self) -> bool:
        """Return whether anything was done in place of the act."""
        return bool(self.rewrite.acts)

    @override
    def said(self) -> str:
        """Return what is corrected, and how much was done in its place."""
        count = len(self.rewrite.acts)
        instead = _acts(count) if count else "nothing"
        return f"{self._title}. In its place so far: {instead}."

    @override
    def weigh(self) -> None:
        """Play all later acts once more, and show what becomes of them, to take it over or not."""
        found, words = self.worked_out(frozenset())
        if found is not None:
            theme, stack = self._window.theme, self._window.stack
            CorrectionSheet(theme, stack, self, found, len(self.rewrite.acts)).begin()
        elif words:
            self.view.status.warn(words)

    def worked_out(self, stand: frozenset[int]) -> tuple[Correction | None, str]:
        """Return what follows where these later acts stand as they were; or why it does not."""
        assert self.present is not None
        act_id, acts = self.rewrite.act_id, self.rewrite.acts
        self.present.view.status.clear()  # else an older word there would be taken for what failed

        def ask(own: Campaign, progress: Progress) -> Correction:
            return own.reading(lambda session: correction(session, act_id, acts, progress, stand))

        found = self.present.desk.work_out(ask)
        return found, self.present.view.status.words()

    def take_over(self, reason: str, stand: frozenset[int]) -> None:
        """Write it into the battle, as one act."""
        assert self.present is not None
        act = CorrectPast(
            act_id=self.rewrite.act_id,
            acts=self.rewrite.acts,
            stand=tuple(sorted(stand)),
            reason=reason,
        )
        desk = self.present.desk
        self.leave()
        desk.do(act)


CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

WORDS = {
    Came.OTHERWISE: "otherwise",
    Came.REFUSED: "left out",
    Came.ASKS: "open",
    Came.STANDS: "stands as it was",
}

HOW = (
    "Ticked, an act is taken over as it comes out now. Space takes the tick away: what it wrote then "
    "stands as it was, whatever came before it."
)


class CorrectionSheet(WeighingSheet):
    """What becomes of all that came later: Ctrl+Enter takes it over, Ctrl+Shift+D drops it, Esc goes on.

    The field of the reason has the keys, so that no letter of it does anything else. Tab leads to the
    later acts, which Space takes over or lets stand as they were, one by one.
    """

    def __init__(
        self, theme: Theme, host: QWidget, place: Correcting, found: Correction, count: int
    ) -> None:
        words = "What follows from it", "Correct it", "Leave it as it was", "Go on correcting"
        super().__init__(host, place, words, "Ctrl ⇧ D")
        self._correcting, self._stand = place, frozenset[int]()
        same = sum(each.came is Came.SAME for each in found.later)
        instead = f"{_acts(count)} in place of it" if count else "left out"
        many = f"{same} of the {_acts(len(found.later))} after it come to the same."
        begins = [f"{found.title}: {instead}.", many if found.later else "Nothing came after it."]
        for each in begins:
            self.body.addWidget(plain_label(theme, each, "body", wrap=True))
        if found.otherwise:
            self.body.addWidget(plain_label(theme, HOW, "small", "text2", wrap=True))
        self.ticks: dict[int, QCheckBox] = {}
        self._lines = QVBoxLayout()
        nest(self.body, self._lines)
        self._show(found)
        self.reason = LeavesUndo()
        self.reason.setAccessibleName("Why, for the log")
        why = plain_label(theme, "Why, for the log", "small", "text2")
        nest(self.body, in_column(theme, why, self.reason, gap=4))
        fill(self.body, SPRING)

    @override
    def first_field(self) -> QWidget | None:
        """Return the field of the reason."""
        return self.reason

    @override
    def submit(self) -> None:
        """Take it over."""
        self.close_sheet()
        self._correcting.take_over(self.reason.text().strip(), self._stand)

    def _show(self, found: Correction) -> None:
        """Show the later acts that come to something else, or stand as they were."""
        self.ticks = {each.act_id: self._tick_of(each) for each in found.otherwise}
        rows = [self._line_of(each) for each in found.otherwise]
        held_in = held(in_column(self.theme, *rows, gap=12))
        while (before := self._lines.takeAt(0)) is not None:
            if (widget := before.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._lines.addWidget(held_in)

    def _tick_of(self, later: Later) -> QCheckBox:
        box = QCheckBox(f"{later.title}: {WORDS[later.came]}".replace("&", "&&"))
        box.setChecked(later.came is not Came.STANDS)
        box.setFont(self.theme.font("small", strong=True))
        box.toggled.connect(partial(self._take, later.act_id))
        return box

    def _line_of(self, later: Later) -> QLayout:
        now = later.why or " ".join(later.now)
        was = plain_label(self.theme, f"Was: {' '.join(later.before)}", "small", "text2", wrap=True)
        then = plain_label(self.theme, f"Now: {now}", "small", wrap=True)
        both = (was, then) if later.came is not Came.STANDS else (was,)
        return in_column(self.theme, self.ticks[later.act_id], *both, gap=2)

    def _take(self, act_id: int, taken: bool) -> None:
        """Take one later act over, or let it stand as it was, and show what follows from that."""
        stand = self._stand - {act_id} if taken else self._stand | {act_id}
        found, words = self._correcting.worked_out(stand)
        if found is None:
            self.fail(words or "That was cancelled.")
            box = self.ticks[act_id]
            box.blockSignals(True)
            box.setChecked(not taken)
            box.blockSignals(False)
            return
        self._stand = stand
        self.fail("")
        self._show(found)
        if act_id in self.ticks:
            self.reveal(self.ticks[act_id])
        else:
            self.reason.setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Drop it at Ctrl+Shift+D: without Shift a field would take it."""
        if event.key() == Qt.Key.Key_D and event.modifiers() == CTRL_SHIFT:
            self.leave()
        else:
            super().keyPressEvent(event)


def correct(window: Frame, present: AtWork, act_id: int) -> None:
    """Begin to do something else in place of an act; where that cannot be, say why."""
    campaign = present.desk.campaign
    try:
        campaign.reading(lambda session: check_correctable(session, act_id))
        if campaign.read_only:
            raise BadInput("The campaign can only be looked at.")
        rewrite = Rewrite(campaign, act_id)
        wrong = act_from_data(campaign.read(act_as_data, act_id))
    except BrikDeskError as error:
        present.view.status.remark(str(error))
        return
    window.aside_made.emit(Correcting(window, rewrite, present, wrong))
