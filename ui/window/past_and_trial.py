"""Places in time: the battle as it was after any act, and a copy of it to try things out in.

Both are a campaign at work like any other, over a copy, in a frame that nobody overlooks. The battle
itself waits behind them as it was left: with its forms, its dice and its players' window.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from brikdesk import reports
from brikdesk.acts.campaign.correcting import (
    Came,
    Correction,
    CorrectPast,
    check_correctable,
    correction,
)
from brikdesk.acts.step_act import StepAct
from brikdesk.errors import BadInput, BrikDeskError, CampaignFileError
from brikdesk.reports.data import Facts, clock
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.moments import DEATH, FIRE, NOTE, OVERRULED, PHOTO, Beat, Past, Rewrite, Trial
from brikdesk.store.session import Progress
from brikdesk.store.views.campaign_and_battle import PlayerRow, battle_head
from brikdesk.store.views.log import act_as_data, acts_by_number
from ui.campaign.desk import Desk, NotDone
from ui.forms.all_forms import forms_played
from ui.forms.sheet import Sheet
from ui.look.icons import paint_icon
from ui.look.shortcuts import key_of, sign
from ui.look.text import ElidedLabel, announce, plain_label, tip
from ui.look.theme import Theme
from ui.models.queue import queue_of
from ui.widgets.buttons import Button
from ui.widgets.fields import LeavesUndo
from ui.widgets.focus import KeptFocus
from ui.widgets.layout import SPRING, fill, in_column, in_row
from ui.widgets.painted import (
    Backdrop,
    IconMark,
    PaintedWidget,
    draw_centred,
    draw_focus,
    square_in,
    text_width,
    with_alpha,
)
from ui.window.frame import Frame
from ui.window.open_campaign import AtWork

FRAME = 3
"""Pixels at 100 % of the frame around a place in time."""


class TimePage(PaintedWidget):
    """A banner over a desk, both in a frame in the colour of what is to be noticed.

    `left` is emitted at Esc where nothing on the desk takes it.
    """

    left = Signal()

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


# --- looking back ----------------------------------------------------------------------------------

HIGH, BAND, SIGN = 40, 14, 14
"""Pixels at 100 %: the timeline, its band of player turns, and a mark over it."""

SET_UP = 0.15
"""How wide a beat is outside of battles, where one of a turn is 1."""

SIGNS = {
    DEATH: ("cross", "danger"),
    FIRE: ("fire", "fire"),
    OVERRULED: ("shield", "aim"),
    NOTE: ("note", "text2"),
    PHOTO: ("photo", "text2"),
}
"""The icon of each mark; where there is room for one only, the first of them."""


class Timeline(PaintedWidget):
    """The beats of a campaign from left to right: player turns as a band, marks over it.

    A click or drag asks for the beat there: `asked` brings its place.
    """

    asked = Signal(int)

    def __init__(self, theme: Theme, beats: tuple[Beat, ...], colours: dict[int, str]) -> None:
        super().__init__(theme)
        self._beats, self._colours, self._at = beats, colours, len(beats) - 1
        # What was set up before a battle matters less than what was played.
        widths = [1.0 if beat.turn_id else SET_UP for beat in beats]
        self._stands = list(accumulate(widths[1:], initial=0.0))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Timeline")
        tip(self, "Click where to look back to. A band is a player turn.")

    @override
    def sizeHint(self) -> QSize:
        """Return the size: as wide as there is room."""
        return QSize(self.theme.px(200), self.theme.px(HIGH))

    def show_place(self, place: int, words: str) -> None:
        """Put the hand on a beat."""
        self._at = place
        rounds = ", ".join(dict.fromkeys(str(beat.number) for beat in self._beats if beat.turn_id))
        self.setAccessibleDescription(f"{words}. Rounds: {rounds}" if rounds else words)
        self.update()

    def x_of(self, place: int) -> float:
        """Return where a beat stands, in pixels from the left edge."""
        inset = self.theme.px(SIGN) / 2
        return inset + (self.width() - 2 * inset) * self._stands[place] / (self._stands[-1] or 1.0)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the turns, their numbers, the marks and the hand."""
        theme, px = self.theme, self.theme.px
        band = QRectF(0, box.bottom() - px(BAND) - px(2), box.width(), px(BAND))
        for first, last in self._turns():
            beat = self._beats[first]
            left = self.x_of(first) if first else 0.0
            right = self.x_of(last + 1) if last + 1 < len(self._beats) else box.right()
            part = QRectF(left, band.top(), right - left - 1, band.height())
            colour = theme.color(self._colours.get(beat.player_id, "text3"))
            painter.fillRect(part, with_alpha(colour, 0.55 if beat.turn_id else 0.2))
            words, font = str(beat.number), theme.font("caption", strong=True)
            if beat.turn_id and text_width(font, words) + px(6) < part.width():
                draw_centred(painter, part.center(), words, font, theme.color("text"))
        self._paint_marks(painter, band.top())
        self._paint_hand(painter, box)
        if self.hasFocus():
            draw_focus(painter, box, theme, px(4))

    def _paint_marks(self, painter: QPainter, below: float) -> None:
        """Paint the marks that have room, the weightiest of each beat; the first come first."""
        side, free = self.theme.px(SIGN), -1.0
        for place, beat in enumerate(self._beats):
            mark = next((name for name in SIGNS if name in beat.marks), "")
            middle = self.x_of(place)
            if mark and (mark == DEATH or middle - side / 2 >= free):
                icon, token = SIGNS[mark]
                box = QRectF(middle - side / 2, below - side - 2, side, side)
                paint_icon(painter, square_in(box, side), self.theme, icon, token)
                free = middle + side / 2

    def _paint_hand(self, painter: QPainter, box: QRectF) -> None:
        x, accent = self.x_of(self._at), self.theme.color("accent_text")
        painter.setPen(QPen(accent, self.theme.px(3)))
        painter.drawLine(QPointF(x, box.top() + 1), QPointF(x, box.bottom() - 1))

    def _turns(self) -> list[tuple[int, int]]:
        """Return the first and the last beat of each player turn, and of what lies between them."""
        found: list[tuple[int, int]] = []
        for place, beat in enumerate(self._beats):
            if found and self._beats[found[-1][0]].turn_id == beat.turn_id:
                found[-1] = (found[-1][0], place)
            else:
                found.append((place, place))
        return found

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for the beat that was pressed."""
        self._ask(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Ask for the beat under the button that is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._ask(event)

    def _ask(self, event: QMouseEvent) -> None:
        x = event.position().x()
        self.asked.emit(min(range(len(self._beats)), key=lambda place: abs(self.x_of(place) - x)))


class LookingBack(PlaceInTime):
    """The battle as it was, beat by beat."""

    def __init__(self, window: Frame, past: Past, present: AtWork, act_id: int = 0) -> None:
        self.past = past
        players = present.desk.read(battle_head).players
        self._players: dict[int, PlayerRow] = {each.id: each for each in players}
        self._at = len(past.beats) - 1
        super().__init__(window, past, present, self._banner)
        if act_id:
            self._at = past.beat_of(act_id)
            past.go(past.beats[self._at].act_id)
            self.desk.tell_anew()
        self._tell()
        for keys, does in (
            ("Alt+Left", partial(self.step, -1)),
            ("Alt+Right", partial(self.step, 1)),
            ("Alt+Up", partial(self.step_turn, -1)),
            ("Alt+Down", partial(self.step_turn, 1)),
            ("Alt+Home", partial(self.go, 0)),
            ("Alt+End", partial(self.go, len(past.beats) - 1)),
        ):
            self._add_key(keys, does)
        self.hub.moment_asked.connect(self.go_to_act)

    @property
    def beat(self) -> Beat:
        """The beat that is shown."""
        return self.past.beats[self._at]

    @property
    def words(self) -> str:
        """When that was and what was done there, as the banner says it."""
        beat, player = self.beat, self._players.get(self.beat.player_id)
        who = f"Turn {beat.number}, {player.faction}" if beat.turn_id and player else ""
        return " · ".join(each for each in (who, clock(beat.at), beat.title) if each)

    def step(self, by: int) -> None:
        """Go some beats on, or back where it is negative; at the end it is said."""
        to = max(0, min(len(self.past.beats) - 1, self._at + by))
        if to == self._at:
            self._refuse("This is now." if by > 0 else "This is where the campaign begins.")
        self.go(to)

    def step_turn(self, way: int) -> None:
        """Go to the end of the player turn before this one (-1), or after it (1)."""
        beats, turn = self.past.beats, self.beat.turn_id
        others = range(self._at, len(beats)) if way > 0 else range(self._at, -1, -1)
        there = next((place for place in others if beats[place].turn_id != turn), None)
        if there is None:
            self.go(len(beats) - 1 if way > 0 else 0)
            return
        # Of the other turn its last beat: the whole of it has been played.
        while there + 1 < len(beats) and beats[there + 1].turn_id == beats[there].turn_id:
            there += 1
        self.go(there)

    def go_to_act(self, act_id: int) -> None:
        """Go to the beat of an act."""
        self.go(self.past.beat_of(act_id))

    def go(self, place: int) -> None:
        """Show the campaign as it was after a beat."""
        if place != self._at:
            try:
                self.past.go(self.past.beats[place].act_id)
            except CampaignFileError as error:
                self.view.status.warn(str(error))
                return
            self._at = place
            self.desk.tell_anew()
        self._tell()

    @override
    def _commands(self) -> dict[str, Callable[[], object]]:
        return super()._commands() | {"look_back": self.leave}

    def _tell(self) -> None:
        self._words.say(self.words)
        self._line.show_place(self._at, self.words)
        self._back.setEnabled(self._at > 0)
        self._on.setEnabled(self._at < len(self.past.beats) - 1)
        announce(self._words, f"Looking back: {self.words}")

    def _banner(self, theme: Theme, _desk: Desk) -> QWidget:
        banner = Backdrop(theme, "accent_tint")
        self._words = ElidedLabel(theme, "", "body", "text")
        self._back = Button(
            theme,
            kind="quiet",
            icon="chevron-left",
            key="Alt ←",
            name="One beat back",
            does=self._one_back,
        )
        self._on = Button(
            theme,
            kind="quiet",
            icon="chevron-right",
            key="Alt →",
            name="One beat on",
            does=self._one_on,
        )
        now = Button(theme, "Back to now", "primary", key="Esc", does=self.leave)
        colours = {each.id: each.colour for each in self._players.values()}
        self._line = Timeline(theme, self.past.beats, colours)
        self._line.asked.connect(self.go)
        name = plain_label(theme, "Looking back", "title", "accent_text")
        head = in_row(
            theme, IconMark(theme, "undo", "accent_text"), name, (self._words, 1), self._back,
            self._on, now, gap=8,
        )  # fmt: skip
        in_column(theme, head, self._line, gap=4, edges=(16, 6, 16, 6), on=banner)
        return banner

    def _one_back(self) -> None:
        self.step(-1)

    def _one_on(self) -> None:
        self.step(1)

    def _add_key(self, keys: str, does: Callable[[], object]) -> None:
        action = QAction(self._page)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _checked=False: does())
        self._page.addAction(action)


def look_back(window: Frame, present: AtWork, act_id: int = 0) -> None:
    """Show the campaign as it was after an act; without one, begin at the present."""
    try:
        past = Past(present.desk.campaign)
    except CampaignFileError as error:
        present.view.status.warn(str(error))
        return
    if not past.beats:
        past.close()
        present.view.status.remark("Nothing was done yet that could be looked back to.")
        return
    window.aside_made.emit(LookingBack(window, past, present, act_id))


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
            self.body.addLayout(in_column(theme, head, *rows, gap=4))
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
        assert self.present is not None
        act_id, acts = self.rewrite.act_id, self.rewrite.acts
        desk = self.present.desk
        self.present.view.status.clear()  # else an older word there would be taken for what failed

        def ask(own: Campaign, progress: Progress) -> Correction:
            return own.reading(lambda session: correction(session, act_id, acts, progress))

        if (found := desk.work_out(ask)) is not None:
            theme, stack = self._window.theme, self._window.stack
            CorrectionSheet(theme, stack, self, found, len(acts)).begin()
        elif words := self.present.view.status.words():
            self.view.status.warn(words)

    def take_over(self, reason: str) -> None:
        """Write it into the battle, as one act."""
        assert self.present is not None
        act = CorrectPast(act_id=self.rewrite.act_id, acts=self.rewrite.acts, reason=reason)
        desk = self.present.desk
        self.leave()
        desk.do(act)


CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

WORDS = {Came.OTHERWISE: "otherwise", Came.REFUSED: "left out", Came.ASKS: "open"}


class CorrectionSheet(WeighingSheet):
    """What becomes of all that came later: Ctrl+Enter takes it over, Ctrl+Shift+D drops it, Esc goes on.

    The field of the reason has the keys, so that no letter of it does anything else.
    """

    def __init__(
        self, theme: Theme, host: QWidget, place: Correcting, found: Correction, count: int
    ) -> None:
        words = "What follows from it", "Correct it", "Leave it as it was", "Go on correcting"
        super().__init__(host, place, words, "Ctrl ⇧ D")
        self._correcting = place
        same = sum(each.came is Came.SAME for each in found.later)
        instead = f"{_acts(count)} in place of it" if count else "left out"
        many = f"{same} of the {_acts(len(found.later))} after it come to the same."
        begins = [f"{found.title}: {instead}.", many if found.later else "Nothing came after it."]
        for each in begins:
            self.body.addWidget(plain_label(theme, each, "body", wrap=True))
        for later in found.otherwise:
            head = plain_label(theme, f"{later.title}: {WORDS[later.came]}", "small", strong=True)
            now = later.why or " ".join(later.now)
            was = plain_label(theme, f"Was: {' '.join(later.before)}", "small", "text2", wrap=True)
            then = plain_label(theme, f"Now: {now}", "small", wrap=True)
            self.body.addLayout(in_column(theme, head, was, then, gap=2))
        self.reason = LeavesUndo()
        self.reason.setAccessibleName("Why, for the log")
        why = plain_label(theme, "Why, for the log", "small", "text2")
        self.body.addLayout(in_column(theme, why, self.reason, gap=4))
        fill(self.body, SPRING)

    @override
    def first_field(self) -> QWidget | None:
        """Return the field of the reason."""
        return self.reason

    @override
    def submit(self) -> None:
        """Take it over."""
        self.close_sheet()
        self._correcting.take_over(self.reason.text().strip())

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
