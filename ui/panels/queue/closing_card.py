"""The card that takes the place of the current step when none is left: idle units, unfired weapons."""

from collections.abc import Sequence
from functools import partial
from typing import Generic, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.lengths import in_field, in_inches
from brikdesk.rules.brikwars.house_rules import Reminder
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import plays_scifi
from brikdesk.store.views.scifi import UnfiredRow, unfired_weapons
from brikdesk.store.views.still_to_act import (
    FORCED,
    Unfinished,
    idle_fighters,
    idle_units,
    may_fire,
    unfinished_units,
)
from brikdesk.store.views.units import units
from brikdesk.text import said_of
from ui.look.shortcuts import key_of
from ui.look.text import plain_label, tip
from ui.look.theme import Theme
from ui.models.first_battle import guide_head, guide_steps
from ui.models.queue import QueueController, QueueStage
from ui.panels.queue.first_battle import GuideList
from ui.widgets.buttons import Button
from ui.widgets.layout import SPRING, Arranged, fill, in_column, in_row, let_wrap, take_away
from ui.widgets.painted import RADIUS as CARD_RADIUS
from ui.widgets.painted import (
    Card,
    IconMark,
    PaintedButton,
    draw_focus,
    draw_line,
    draw_plate,
    keycap_width,
    paint_keycap,
    sized,
    text_width,
)
from ui.widgets.rule_lines import Citation, RefusalLine, RuleNotes

HIGH, RADIUS = 32, 6


def shared(room: float, words: float, rest: float, gap: float) -> tuple[float, float]:
    """Return the widths in pixels of the words and of the rest in a line.

    The words are cut first, but never below half of the line; then the rest.
    """
    words_get = min(words, max(room / 2, room - gap - rest))
    return words_get, min(rest + 1, max(0.0, room - gap - words_get))


@sized(200, HIGH)
class DigitRow(PaintedButton):
    """A digit or a letter, words, the `rest` in grey behind them, and `right` at the end of the line."""

    def __init__(
        self,
        theme: Theme,
        key: int | str,
        words: str,
        rest: str = "",
        right: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._key, self._words, self._rest, self._right = str(key), words, rest, right
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        tip(self, ", ".join(part for part in (words, rest) if part))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        if self.underMouse() and self.isEnabled():
            draw_plate(painter, box, px(RADIUS), theme.color("bg3"))
        left = box.left() + px(6)
        if self.isEnabled() and self._key:
            cap = keycap_width(theme, self._key)
            paint_keycap(painter, QRectF(left, box.top(), cap, box.height()), theme, self._key)
            left += cap + px(10)
        body, small = theme.font("body"), theme.font("small")
        wide = text_width(small, self._right)
        right = box.right() - px(6) - wide
        end = QRectF(right, box.top(), wide + 1, box.height())
        draw_line(painter, end, self._right, small, theme.color("text2"))
        room = right - (px(10) if self._right else 0) - left
        words, rest = shared(
            room, text_width(body, self._words), text_width(small, self._rest), px(10)
        )
        line = QRectF(left, box.top(), words, box.height())
        ink = theme.color("text" if self.isEnabled() else "text3")
        draw_line(painter, line, self._words, body, ink)
        if rest:
            place = QRectF(left + words + px(10), box.top(), rest, box.height())
            draw_line(painter, place, self._rest, small, theme.color("text2"))
        if self.hasFocus():
            draw_focus(painter, box, theme, px(RADIUS))


Row = TypeVar("Row")

MOST = 9
"""Rows that get a digit; the others are only counted."""


def digits_of(count: int) -> str:
    """Return the digits of so many rows, as a keycap: 1–4; empty for none."""
    most = min(MOST, count)
    return f"1–{most}" if most > 1 else "1" * most


def row_of_digit(rows: Sequence[Row], digit: str) -> Row | None:
    """Return the row of a digit; None if no row has it."""
    place = int(digit) - 1
    return rows[place] if 0 <= place < min(MOST, len(rows)) else None


class DigitList(QWidget, Generic[Row]):
    """The rows of `now`, hidden while there are none; `rule` is cited beside the heading."""

    def __init__(
        self, theme: Theme, controller: QueueController, name: str, rule: str = ""
    ) -> None:
        super().__init__()
        self.theme, self.controller = theme, controller
        self._shown: tuple[Row, ...] = ()
        self._buttons: list[DigitRow] = []
        self._head = plain_label(theme, "", "small", "text2", strong=True)
        self.citation = Citation(theme, rule)
        self.citation.asked.connect(controller.hub.rule_asked)
        if not rule:
            self.citation.hide()
        head = in_row(theme, self._head, self.citation, SPRING)
        self._rows = QGridLayout()
        self._rows.setSpacing(0)
        self._more = plain_label(theme, "", "small", "text3")
        in_column(theme, head, self._rows, self._more, gap=4, on=self)
        self.setAccessibleName(name)
        self.hide()

    def now(self) -> tuple[Row, ...]:
        """Return the rows as they are now."""
        raise NotImplementedError

    def heading(self, rows: tuple[Row, ...]) -> str:
        """Return the words above the rows."""
        raise NotImplementedError

    def button(self, row: Row, digit: int) -> DigitRow:
        """Return the line of a row."""
        raise NotImplementedError

    def place(self, at: int, rows: tuple[Row, ...]) -> tuple[int, int, int, int]:
        """Return line, column, and the lines and columns taken by the row at this place."""
        return at, 0, 1, 1

    @property
    def buttons(self) -> tuple[DigitRow, ...]:
        """The lines that have a digit."""
        return tuple(self._buttons)

    def words(self) -> str:
        """Return the heading; empty if there is no row."""
        return "" if self.isHidden() else self._head.text()

    def follow(self) -> None:
        """Show the rows as they are now."""
        rows = self.now()
        if rows == self._shown:
            return
        self._shown = rows
        for old in self._buttons:
            take_away(self._rows, old)
        self._buttons = [self.button(row, at) for at, row in enumerate(rows[:MOST], start=1)]
        for at, button in enumerate(self._buttons):
            self._rows.addWidget(button, *self.place(at, rows))
        self._head.say(self.heading(rows))
        self._more.say(f"And {len(rows) - MOST} more." if len(rows) > MOST else "")
        self._more.setVisible(len(rows) > MOST)
        self.setVisible(bool(rows))


COLUMNS, AROUND = 2, 48
"""Names that stand side by side, and pixels at 100 % that a line has around its name."""


def _idle_now(controller: QueueController) -> tuple[Unfinished, ...]:
    """Return the running player's units that are not done, then those that have done nothing.

    Empty while a step waits, and once the end of the turn has begun: what ends there has ended.
    `what` is empty for those that have done nothing.
    """
    if controller.stage is not QueueStage.OPEN:
        return ()
    open_ends = controller.desk.read(unfinished_units)
    named = {row.unit_id for row in open_ends}
    idle = (row for row in controller.desk.read(idle_units) if row.unit_id not in named)
    return (*open_ends, *(Unfinished(row.unit_id, row.name, "", "4.0-01") for row in idle))


def idle_keys(controller: QueueController) -> tuple[tuple[str, str], ...]:
    """List the digits that select a unit, for the status bar."""
    rows = _idle_now(controller)
    digits = digits_of(len(rows))
    first = (("1", "move it on"),) if rows and rows[0].rule in FORCED else ()
    return (*first, (digits, "select an idle unit")) if digits else ()


def select_idle(controller: QueueController, digit: str) -> bool:
    """Select the unit of this digit everywhere; return False if no unit has it.

    One that must run on does so where the map knows how; else its move is filled in.
    """
    row = row_of_digit(_idle_now(controller), digit)
    if row is None:
        return False
    controller.hub.select_unit(row.unit_id)
    if row.rule in FORCED and not controller.desk.read_only:
        # Both are imported once the referee is at work.
        from brikdesk.acts.battlefield.by_the_map import way_on
        from brikdesk.acts.movement.moving import MoveUnit

        way = controller.desk.read(way_on, row.unit_id)
        there: dict[str, object] = {"inches": way.inches, "straight": way.inches}
        if way.spot is not None:
            (x, y) = way.spot
            done = controller.desk.do(MoveUnit(unit_id=row.unit_id, x=x, y=y))
            if isinstance(done, Changes):
                on = f"runs on {in_inches(way.inches)}."
                controller.desk.said.emit(said_of(row.name, on))
                return True
            # A rule is against it: the form says which, and overrules it.
            there = {"place": " ".join(map(in_field, way.spot))}
        controller.hub.form_asked.emit("MoveUnit", {"unit_id": row.unit_id, **there})
    return True


def _heading(rows: tuple[Unfinished, ...]) -> str:
    """Say how many are not done, and how many have done nothing."""
    idle = sum(not row.what for row in rows)
    busy = len(rows) - idle
    not_done = ("1 unit is" if busy == 1 else f"{busy} units are") + " not done"
    nothing = ("has" if idle == 1 else "have") + " done nothing yet"
    if busy and idle:
        return f"{not_done}, {idle} {nothing}"
    return not_done if busy else f"{idle} {'unit' if idle == 1 else 'units'} {nothing}"


class IdleList(Arranged, DigitList[Unfinished]):
    """The list; hidden if every unit has done something."""

    def __init__(self, theme: Theme, controller: QueueController) -> None:
        super().__init__(theme, controller, "Units that have done nothing yet")
        self._columns = COLUMNS
        self.arranged_by(self._share)

    def _share(self) -> None:
        """Put names below each other where the longest has no room in half of the line."""
        names = [row.name for row in self._shown[:MOST] if not row.what]
        font, around = self.theme.font("body"), self.theme.px(AROUND)
        longest = max((text_width(font, name) for name in names), default=0)
        columns = COLUMNS if COLUMNS * (longest + around) <= self.width() else 1
        if columns != self._columns:
            self._columns = columns
            for at, button in enumerate(self._buttons):
                # One that is in the grid already moves to its new place.
                self._rows.addWidget(button, *self.place(at, self._shown))

    @override
    def now(self) -> tuple[Unfinished, ...]:
        return _idle_now(self.controller)

    @override
    def heading(self, rows: tuple[Unfinished, ...]) -> str:
        return _heading(rows)

    @override
    def place(self, at: int, rows: tuple[Unfinished, ...]) -> tuple[int, int, int, int]:
        # What has words takes a line of its own; names alone stand side by side below.
        first = sum(bool(row.what) for row in rows[:MOST])
        if at < first:
            return at, 0, 1, COLUMNS
        wide = COLUMNS // self._columns
        return first + (at - first) // self._columns, (at - first) % self._columns, 1, wide

    @override
    def follow(self) -> None:
        super().follow()
        self._arranging.ask()

    @override
    def button(self, row: Unfinished, digit: int) -> DigitRow:
        forced = row.rule in FORCED
        what = f"{row.what}: {digit} moves it" if forced else row.what
        button = DigitRow(self.theme, digit, row.name, what, row.rule if row.what else "", self)
        does = "Move on" if forced else "Select"
        button.setAccessibleName(" ".join(filter(None, (does, row.name, row.what))))
        button.clicked.connect(partial(select_idle, self.controller, str(digit)))
        return button


RULE = "12-93"


def _unfired_now(controller: QueueController) -> tuple[UnfiredRow, ...]:
    """Return the unfired weapons of the active player, once no step of the turn waits.

    Always empty if the campaign does not play the Sci-fi rules.
    """
    active, desk = controller.head.active, controller.desk
    # Once the end of the turn has begun it is too late: what ends there has ended.
    if controller.stage is not QueueStage.OPEN or active is None or not desk.read(plays_scifi):
        return ()
    return desk.read(unfired_weapons, active.id)


def unfired_keys(controller: QueueController) -> tuple[tuple[str, str], ...]:
    """List the digits that fire a weapon, for the status bar."""
    digits = digits_of(len(_unfired_now(controller)))
    return ((digits, "fire a weapon"),) if digits and not controller.desk.read_only else ()


def fire_unfired(controller: QueueController, digit: str) -> bool:
    """Open an attack with the weapon of this digit; return False if no weapon has it."""
    row = row_of_digit(_unfired_now(controller), digit)
    if row is None or controller.desk.read_only:
        return False
    from brikdesk.acts.scifi.shooting import FireSf

    controller.hub.attack_wanted.emit(FireSf(sf_weapon_id=row.id))
    return True


class UnfiredList(DigitList[UnfiredRow]):
    """The list; hidden if no weapon is left or the Sci-fi rules are not played."""

    def __init__(self, theme: Theme, controller: QueueController) -> None:
        super().__init__(theme, controller, "Weapons that could still fire", RULE)

    @override
    def now(self) -> tuple[UnfiredRow, ...]:
        return _unfired_now(self.controller)

    @override
    def heading(self, rows: tuple[UnfiredRow, ...]) -> str:
        return may_fire(rows)

    @override
    def button(self, row: UnfiredRow, digit: int) -> DigitRow:
        fired = f"{row.fired} of {row.most}" if row.fired else "not fired"
        button = DigitRow(self.theme, digit, row.weapon, row.unit, fired, self)
        button.setAccessibleName(f"Fire {row.weapon}, {row.unit}, {fired}")
        button.setEnabled(not self.controller.desk.read_only)
        # By the digit: what can fire when it is clicked decides, not what could when it was made.
        button.clicked.connect(lambda: fire_unfired(self.controller, str(digit)))
        return button


class ClosingCard(Card):
    """At the start: the turn is open. At the end: hand over to the next player."""

    def __init__(
        self,
        theme: Theme,
        controller: QueueController,
        large: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, "bg2", large=large, parent=parent)
        self._controller, self._ringed = controller, False
        self._stale, self._large = True, large
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        controller.queue_changed.connect(self.follow)
        self.follow()

    def _make(self) -> None:
        self._mark = IconMark(self.theme, "check", "ok", 20, 36)
        self._title = plain_label(self.theme, "", "display" if self._large else "title", wrap=True)
        self._detail = plain_label(
            self.theme, "", "body" if self._large else "small", "text2", wrap=True
        )
        self.hand_over = Button(self.theme, "", "primary", "flag", "Enter", large=self._large)
        self.hand_over.clicked.connect(self._controller.enter)
        self.refusal = RefusalLine(self.theme)
        self.guide = GuideList(self.theme, self._controller)
        head = in_row(self.theme, self._mark, (in_column(self.theme, self._title, self._detail), 1))
        self.unfired = UnfiredList(self.theme, self._controller)
        self.idle = IdleList(self.theme, self._controller)
        self.reminders = RuleNotes(self.theme)
        self.reminders.asked.connect(self._controller.hub.rule_asked)
        fill(self.column, head, self.guide, self.reminders, self.refusal)
        fill(self.column, self.unfired, self.idle, in_row(self.theme, self.hand_over, SPRING))

    def words(self) -> str:
        """Return its title and what follows; nothing while it has never been seen."""
        if not self.column.count():
            return ""
        return f"{self._title.text()} {self._detail.text()}".strip()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what was done while it was out of sight."""
        super().showEvent(event)
        if self._stale:
            self._fill()

    def follow(self) -> None:
        """Show whether the turn is open or over, or that no battle is running."""
        self.setVisible(self._controller.stage is not QueueStage.STEPS)
        # Who is idle takes a dozen questions: nobody asks them for a card that is not seen.
        self._stale = not self.isVisible()
        if not self._stale:
            self._fill()

    def _fill(self) -> None:
        controller, stage = self._controller, self._controller.stage
        if not self.column.count():  # there are steps left when a campaign is opened
            self._make()
        self._stale = False
        following = controller.head.following
        steps = guide_steps(controller)
        self.guide.follow(steps)
        title, detail = guide_head(steps) or self._said()
        self._title.say(title)
        self._detail.say(detail)
        self.unfired.follow()
        self.idle.follow()
        self.reminders.show_reminders(self._idle())
        setting_up = stage is QueueStage.NO_BATTLE or bool(steps)
        mark = "turn" if setting_up else "check"
        self._mark.show_icon(mark, "text2" if setting_up else "ok")
        over = stage is QueueStage.OVER and following is not None and not controller.desk.read_only
        self.hand_over.setVisible(over)
        self.set_accent(over or bool(steps))
        if following:
            self.hand_over.set_words(f"Hand over to {following.name}")
        if controller.complaint and stage is not QueueStage.STEPS:
            self.refusal.refuse(controller.complaint)
        else:
            self.refusal.clear()

    def _said(self) -> tuple[str, str]:
        """Return the title and what follows it."""
        controller, how_far = self._controller, self._how_far()
        faction = controller.head.active.faction if controller.head.active else ""
        if controller.stage is QueueStage.NO_BATTLE:
            return "No battle is running", "Set up a battle, then start it."
        if controller.stage is QueueStage.OPEN:
            open_ = f"The turn of {faction} is open.{self._first_thing()}"
            return how_far or "Nothing waits", open_
        if controller.is_out:
            return how_far or "Nothing waits", f"Out of the battle: {faction}."
        return (
            f"{how_far or 'All done'} at the end of the turn",
            f"Nothing is left of the turn of {faction}.",
        )

    def _idle(self) -> list[Reminder]:
        """Return a reminder of the units that have done nothing in their Close Combat (A5-05)."""
        is_open = self._controller.stage is QueueStage.OPEN
        idle = self._controller.desk.read(idle_fighters) if is_open else None
        if idle is None:
            return []
        names = ", ".join(idle.names)
        words = f"Idle in Close Combat: {names}. {idle.reminder.words}"
        return [replace(idle.reminder, words=words)]

    def _how_far(self) -> str:
        """Return "All done" or how much was left; empty if there was nothing to do."""
        queue = self._controller.queue
        if queue.left:
            left = len(queue.left)
            return f"All but {'1 step' if left == 1 else f'{left} steps'} done"
        return "All done" if queue.done else ""

    def _first_thing(self) -> str:
        """Return a hint to add units, for a campaign that has none; else an empty string."""
        read = self._controller.desk.read
        if self._how_far() or read(units) or read(units, True):  # the lists ask for the first too
            return ""
        return f" There are no units yet: add them with N in Units ({key_of('units')})."

    def set_ringed(self, ringed: bool) -> None:
        """Draw the focus ring around the card, or not."""
        self._ringed = ringed
        self.update()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        super().paint(painter, box)
        if self._ringed:
            painter.setClipping(False)  # the card clips to its outline for the accent edge
            draw_focus(painter, box, self.theme, self.theme.px(CARD_RADIUS))
