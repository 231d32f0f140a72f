"""The current step as a card: what it is, its dice, what they do, what is chosen."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.acts.checks import initials
from brikdesk.acts.combat.aim import ExplosionPreview
from brikdesk.lengths import in_inches
from brikdesk.store.campaign import Changes
from brikdesk.store.views.log import ruled_before
from brikdesk.turns.steps import DieAsked, Preview, Step, Thrower
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.step_part import CaughtTable
from ui.look.text import ElidedLabel, note, plain_label
from ui.look.theme import Theme
from ui.models.attack.odds import percent, percent_aloud
from ui.models.queue import QueueController, StepCatching
from ui.models.rows import AsksForDice
from ui.models.step_draft import DieKey, die_keys, side_by_side
from ui.parts.lines import LineWords, RichLabel, box_tone, icon_of, token_of
from ui.parts.pick_list import ChoiceField, PickList
from ui.parts.step import BandResults, BandTable, StepWords
from ui.widgets.bars import OutcomeBar, OutcomePart
from ui.widgets.buttons import Button, OwnKeys
from ui.widgets.dice import BoxSize, DiceRow, DieSlot
from ui.widgets.fields import LeavesUndo
from ui.widgets.layout import (
    SPRING,
    Arranged,
    Arranging,
    FlowLayout,
    fill,
    in_column,
    in_row,
    laid_out_once,
    let_wrap,
)
from ui.widgets.painted import (
    RADIUS,
    RADIUS_LARGE,
    Card,
    IconMark,
    PaintedWidget,
    draw_focus,
    hairline,
)
from ui.widgets.rule_lines import Citation, RefusalLine

if TYPE_CHECKING:
    from brikdesk.odds.attack_odds import TargetOdds


WITH_ROLL_ALL = 520
"""Least width in pixels at 100 % at which all buttons of a step stand in one line."""


class StepButtons(PaintedWidget):
    """The row of buttons under a step; the large view has Roll all in it too."""

    def __init__(self, theme: Theme, controller: QueueController, large: bool = False) -> None:
        super().__init__(theme)
        self._controller = controller
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._flow = FlowLayout(self)
        make = partial(Button, theme, large=large)
        go = controller
        self.roll = make("Roll", "primary", "roll", "Space", does=go.roll)
        self.apply = make("Apply", "soft", "", "Enter", does=go.apply)
        self.roll_all = make("Roll all", "soft", "roll", "⇧ Space", does=go.roll_all)
        self.instead = make("Counterstrike", "primary", "attack", "C", does=go.do_instead)
        self.skip = make("Skip", "quiet", "", "S", does=go.skip)
        for button in (self.roll, self.instead, self.apply, self.roll_all, self.skip):
            self._flow.addWidget(button)
        self.roll_all.setVisible(large)
        self.restyle()

    def follow(self) -> None:
        """Disable what cannot be done yet, and make Roll or Apply the primary button."""
        controller, preview = self._controller, self._controller.preview
        able = not controller.desk.read_only
        self.roll.setVisible(bool(preview.dice))
        self.roll.setEnabled(controller.can_roll)
        # Dice that are typed lie on the table: the button does not call for them.
        calls = controller.can_roll and not controller.all_typed
        self.roll.set_kind("primary" if calls else "soft")
        self.apply.setEnabled(controller.can_apply)
        self.instead.setVisible(controller.has_instead)
        self.instead.setEnabled(able)
        self.apply.set_kind("soft" if controller.can_roll else "primary")
        self.skip.setEnabled(able)
        self.roll_all.setEnabled(able)

    @override
    def restyle(self) -> None:
        self._flow.setSpacing(self.theme.px(6))
        super().restyle()


class StepFoot(PaintedWidget):
    """The buttons once more, below the area that scrolls: for a card that is too high for it."""

    def __init__(self, theme: Theme, controller: QueueController, large: bool = False) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self.buttons = StepButtons(theme, controller, large)
        self._large = large
        line = hairline(theme)
        inside = in_column(theme, self.buttons, edges=(16, 10, 16, 10))
        in_column(theme, line, inside, gap=0, on=self)
        self.hide()
        controller.step_changed.connect(self.buttons.follow)
        self.buttons.follow()

    def set_short(self, short: bool) -> None:
        """Have Roll all here where the head has no room for it and this line has."""
        wide = self.parentWidget() or self
        room = wide.width() >= self.theme.px(WITH_ROLL_ALL)
        self.buttons.roll_all.setVisible(self._large or (short and room))


class StepDice(DiceRow):
    """A row of boxes that follows what asks for dice, and tells it what was typed."""

    def __init__(
        self, theme: Theme, controller: AsksForDice, size: BoxSize = BoxSize.NORMAL
    ) -> None:
        super().__init__(theme, (), "", size)
        self._controller = controller
        self._step = ""
        self._showing = False
        self.changed.connect(self._tell_controller)
        self.take_answer_back = controller.take_answer_back

    @property
    def half_typed(self) -> bool:
        """Whether a digit waits for its second one."""
        return bool(self._entry.waiting)

    def close_digit(self) -> None:
        """Take the digit typed so far as the whole face."""
        if self.half_typed:
            self._press(Qt.Key.Key_Return)

    def drop_digit(self) -> bool:
        """Forget the digit typed so far; return False if there is none."""
        return self.half_typed and self._press(Qt.Key.Key_Backspace)

    def places(self) -> tuple[int, ...]:
        """Return the places of the dice that stand in this row, in the order of their boxes."""
        return side_by_side(self._controller.preview.dice)

    def follow(self) -> None:
        """Show the dice, faces and meanings of the current step."""
        step, preview = self._controller.current, self._controller.preview
        dice, order = preview.dice, self.places()
        keys = die_keys(dice)
        several = self.several(order)
        slots = [self._slot(dice[at], keys[at], several) for at in order]
        name = step.key if step else ""
        self._showing = True  # filling the boxes emits `changed`, which nobody has typed
        # The same dice of another step are other dice: their boxes begin empty.
        if tuple(slots) != self.slots() or name != self._step:
            self.set_dice(slots, keep=name == self._step)
        self._step = name
        self.set_purpose(step.title if step else "")
        own = self._controller.players_dice
        whose = own.words(dice, order) if own.said.ways else ""
        if whose != self.whose:
            self.say_whose(whose)
        faces = self._controller.faces
        wanted = tuple(faces.get(keys[at]) for at in order)
        if wanted != self.faces():
            self.set_faces(wanted)
        self._showing = False
        said = {words.index: words for words in preview.words}
        self.set_tones(
            [box_tone(said[at].tone) if at in said else "" for at in order],
            [said[at].words if at in said else "" for at in order],
        )

    def several(self, places: Sequence[int]) -> bool:
        """Return whether this row has dice of several units or shots."""
        if len(places) < 2:
            return False
        preview = self._controller.preview
        victims = preview.victims if isinstance(preview, ExplosionPreview) else ()
        return len(victims) > 1 or len({preview.dice[at].of for at in places}) > 1

    def token_of(self, thrower: Thrower) -> str:
        """Return the letters for the unit or shot that throws a die."""
        return initials(thrower.name)

    def _slot(self, die: DieAsked, key: DieKey, several: bool) -> DieSlot:
        """Return the box of a die, captioned with its thrower if several throw."""
        caption = die.label or ("" if die.earned_by is None else f"+d{die.sides}")
        if not several or die.of is None:
            return DieSlot(die.sides, caption, key)
        what = caption or f"d{die.sides}"
        return DieSlot(die.sides, f"{what} {self.token_of(die.of)}", key, f"{what}, {die.of.name}")

    def _show(self) -> None:
        """Show the entry only once there is a box for each of its dice.

        A box that is removed while it has the focus would ask for a die that is no longer there.
        """
        if len(self._boxes) == len(self._entry.slots):
            super()._show()

    def _tell_controller(self) -> None:
        if not self._showing:
            faces = zip(self.slots(), self.faces(), strict=True)
            self._controller.put({slot.key: face for slot, face in faces})  # type: ignore[misc]

    def _press(self, key: Qt.Key) -> bool:
        plain = Qt.KeyboardModifier.NoModifier
        return self.take_key(QKeyEvent(QEvent.Type.KeyPress, key, plain))


def faces_needed(dice: Sequence[DieAsked]) -> str:
    """Return the digits that the dice accept, as a keycap: 1–4."""
    most = max((die.sides for die in dice), default=0)
    return f"1–{most}" if 0 < most < 10 else "0–9"


MOST_LETTERS = 2_000
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class StepNote(LeavesUndo, OwnKeys):
    """A field that is hidden until it is opened; emits `left` when it gives the focus back."""

    own_keys = (("Enter", "write it"), ("Esc", "drop it"))

    left = Signal()

    def __init__(self, theme: Theme, desk: Desk, unit_of_now: Callable[[], int | None]) -> None:
        """Make the field; `unit_of_now` returns the ID of the unit the note is about, or None."""
        super().__init__()
        self.theme = theme
        self._desk, self._unit_of_now = desk, unit_of_now
        self.setMaxLength(MOST_LETTERS)
        self.setPlaceholderText("Note for the log")
        self.setAccessibleName("Note for the log")
        self.hide()

    def open(self) -> None:
        """Show the field and focus it, unless its card is hidden because no step waits."""
        card = self.parentWidget()
        if not self._desk.read_only and (card is None or card.isVisible()):
            self.show()
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() in _ENTER:
            self._write()
        else:
            super().keyPressEvent(event)

    def _write(self) -> None:
        words = self.text().strip()
        if words:
            from brikdesk.acts.campaign.notes_and_photos import AddNote  # once in a while

            answer = self._desk.do(AddNote(text=words, unit_id=self._unit_of_now()))
            if not isinstance(answer, Changes):
                return  # what was typed stays, to be written again
        self._leave()

    def _leave(self) -> None:
        self.clear()
        self.hide()
        self.left.emit()


BROUGHT_BACK = "Brought back by undo. Enter does it again."


class StepCard(Arranged, Card):
    """Shows the queue's current step and passes on what is typed, chosen and pressed.

    `focused` draws the ring of the pane around the card where no dice box carries it.
    """

    grew = Signal()

    def __init__(
        self,
        theme: Theme,
        controller: QueueController,
        hub: Hub,
        large: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, "bg2", accent=True, large=large, parent=parent)
        self._arranging = Arranging(self, self._fit_legend)
        self.controller, self._large = controller, large
        self._ringed = self._exploding = False
        self._step: Step | None = None
        self._meant: Sequence[tuple[str, str]] = ()
        let_wrap(self)
        self._mark = IconMark(theme, "fire", "fire", 32 if large else 20, 60 if large else 36)
        self._title = plain_label(theme, "", "display" if large else "title", wrap=True)
        self._detail = plain_label(theme, "", "body" if large else "small", "text2", wrap=True)
        self.rule = Citation(theme, "")
        self.dice = StepDice(theme, controller, BoxSize.LARGE if large else BoxSize.NORMAL)
        self._legend = in_column(theme, SPRING, gap=8 if large else 4)
        self._meanings: list[RichLabel] = []
        self._roll = in_row(theme, self.dice, (self._legend, 1), gap=24 if large else 16)
        self.words = StepWords(theme, large)
        self.choices = ChoiceField(theme, large)
        self.caught = CaughtTable(theme, StepCatching(controller), "Within reach", "W", "nobody")
        self.caught.is_open = True
        self.picks = PickList(theme)
        self.bands, self.results = BandTable(theme), BandResults(theme)
        self.refusal = RefusalLine(theme)
        self.note = StepNote(theme, controller.desk, self._unit_of_now)
        self.buttons = StepButtons(theme, controller, large)
        self._lay_out()
        for asking in (self.rule, self.words, self.results, self.refusal):
            asking.asked.connect(hub.rule_asked)
        self.refusal.overruled.connect(controller.overrule)
        self.refusal.decided = lambda rule: controller.desk.read(ruled_before, rule)
        self.choices.chosen.connect(controller.choose)
        self.caught.adding.connect(self._add_caught)
        self.caught.opened.connect(lambda _open: self.grew.emit())
        self.picks.picked.connect(self.caught.take)
        self.picks.left.connect(self._picked)
        controller.step_changed.connect(self.follow)
        self.restyle()
        self.follow()

    def follow(self) -> None:
        """Show the current step as it is now."""
        step = self.controller.current
        self.setVisible(step is not None)
        if step is None:
            self.choices.show_choices(())  # no letter answers what is not on screen
            return
        with laid_out_once(self.parentWidget() or self):
            self._show_step(step)
        # The dice may take another width now, which decides where the legend stands.
        self._arranging.ask()
        self.grew.emit()

    def _show_step(self, step: Step) -> None:
        preview = self.controller.preview
        if step != self._step:
            if self._step is None or step.key != self._step.key:
                self.choices.show_choices(())  # what was typed for another step is no answer here
            self._step = step
            self._show_head(step)
        self.dice.follow()
        self.dice.setVisible(bool(preview.dice))
        self._show_legend(preview.legend if preview.dice else ())
        act = self.controller.shown.act if self.controller.shown else None
        hint = BROUGHT_BACK if self.controller.held and not self.controller.complaint else ""
        self.words.show_preview(preview, act.faces if act else (), hint, step.detail)
        # Most steps have none of these: what is not there and was not there is not asked.
        if preview.choices or not self.choices.isHidden():
            self.choices.show_choices(preview.choices)
        if preview.bands or isinstance(preview, ExplosionPreview) or self._exploding:
            self._show_explosion(preview)
        self._show_refusal()
        self.buttons.follow()

    def say_who_is_caught(self) -> bool:
        """Move the focus to the units within reach of an explosion, and back (W); False if none."""
        if self.caught.isHidden():
            return False
        self.caught.toggle()
        return True

    def writes(self, now: QWidget | None) -> bool:
        """Return whether a widget is a field of the card that keeps the focus."""
        fields = (self.note, self.choices.words, self.caught, self.picks)
        if now is None or not now.isVisible():
            return False
        return any(now is field or field.isAncestorOf(now) for field in fields)

    @property
    def asked(self) -> QWidget:
        """What has to be in sight: a refusal, the die or question that waits, else what comes of it."""
        preview = self.controller.preview
        if not self.refusal.isHidden():
            return self.refusal
        if preview.owed:
            return self.dice.box_now or self.dice
        if preview.open_choices:
            return self.choices
        return self._mark if self.words.isHidden() else self.words

    def set_ringed(self, ringed: bool) -> None:
        """Draw the focus ring around the card, or not."""
        if ringed != self._ringed:
            self._ringed = ringed
            self.update()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        super().paint(painter, box)
        if self._ringed:
            painter.setClipping(False)
            radius = self.theme.px(RADIUS_LARGE if self._large else RADIUS)
            draw_focus(painter, box, self.theme, radius)

    def _lay_out(self) -> None:
        names = in_column(self.theme, self._title, self._detail, gap=2)
        mark, rule = (self._mark, 0, _TOP), (self.rule, 0, _TOP)
        head = in_row(self.theme, mark, (names, 1), rule, gap=16 if self._large else 12)
        explosion = (self.caught, self.picks, self.bands, self.results)
        end = (self.choices, self.refusal, self.note, self.buttons)
        fill(self.column, head, self._roll, self.words, *explosion, *end)

    def _unit_of_now(self) -> int | None:
        step = self.controller.current
        return step.unit_id if step else None

    def _show_head(self, step: Step) -> None:
        self._mark.show_icon(icon_of(step.icon), token_of(step.icon))
        self._title.say(step.title)
        self._detail.say(step.detail)
        self._detail.setVisible(bool(step.detail))
        self.rule.setVisible(bool(step.rule))
        if step.rule != self.rule.rule:
            self.rule.show_rule(step.rule)

    def _show_explosion(self, preview: Preview) -> None:
        """Show the bands; if anybody is caught, with the damage to each victim."""
        self._exploding = bool(preview.bands) or isinstance(preview, ExplosionPreview)
        self.caught.follow()
        if self.caught.isHidden():
            self.picks.hide()
        self.picks.follow()
        victims = preview.victims if isinstance(preview, ExplosionPreview) else ()
        self.bands.show_bands(() if victims else preview.bands)
        self.results.show_results(preview.bands if victims else (), victims)

    def _add_caught(self) -> None:
        self.picks.open("caught", "Who is within reach?", self.caught.rows, several=True)
        self.grew.emit()

    def _picked(self) -> None:
        """Move on to the distance of the unit that was added."""
        if not self.caught.measure_added():
            self.caught.left.emit()

    def _show_legend(self, lines: Sequence[tuple[str, str]]) -> None:
        if lines == self._meant:
            return
        self._meant = lines
        while len(self._meanings) < len(lines):
            label = RichLabel(self.theme, (), "title" if self._large else "small")
            self._legend.insertWidget(len(self._meanings), label)
            self._meanings.append(label)
        for number, label in enumerate(self._meanings):
            label.setVisible(number < len(lines))
            if number < len(lines):
                faces, meaning = lines[number]
                label.show_pieces(
                    (LineWords(faces, "text", strong=True), LineWords(meaning, "text2"))
                )

    def _fit_legend(self) -> None:
        """Put the legend beside the dice, or below them if they take most of the width."""
        least = self.theme.px(190 if self._large else 150)
        beside = self.dice.sizeHint().width() + least < self.contentsRect().width()
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._roll.setDirection(way)

    def _show_refusal(self) -> None:
        refused, complaint = self.controller.refused, self.controller.complaint
        if refused:
            self.refusal.refuse(refused.sentence, refused.rule, refused.others)
        elif complaint:
            self.refusal.refuse(complaint)
        elif not self.refusal.isHidden():
            self.refusal.clear()


_TOP = Qt.AlignmentFlag.AlignTop


MOST = 4
SMALL = 0.0005
"""Chances below this, 0.05 %, are left out."""


class Expected(Struct, frozen=True):
    """A target's odds, and the word for beaten Armor: a kill, or through the Armor."""

    odds: "TargetOdds"
    beaten: str


class _First(PaintedWidget):
    """All chances of one target in words, and its bar."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self.words, self.bar = RichLabel(theme), OutcomeBar(theme)
        self._column = in_column(theme, self.words, self.bar, gap=4, on=self)
        self.restyle()

    def show_expected(self, expected: Expected) -> None:
        odds, parts = expected.odds, parts_of(expected)
        # What is all but impossible stays in the bar and out of the words.
        likely = [part for part in parts if part.chance >= SMALL]
        marks = [*"," * (len(likely) - 1), "."]
        said = [
            LineWords(
                f"{part.words} {percent(part.chance)}{mark}",
                part.tone or "text2",
                part.tone == "danger",
            )
            for part, mark in zip(likely, marks, strict=False)
        ]
        average = LineWords(f"{odds.expected_damage:.1f} damage on average", "text3")
        also = [LineWords(f"· {words}", tone) for words, tone in besides(odds)]
        self.words.show_pieces(
            (LineWords(f"{odds.name}:", "text", strong=True), *said, average, *also)
        )
        self.bar.show_parts(parts, _spoken(expected, parts))


class _Further(PaintedWidget):
    """One target more in a line: name, bar, the chance that its Armor is beaten."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._name = ElidedLabel(theme, "", "small", "text2")
        self.bar = OutcomeBar(theme)
        self._chance = plain_label(theme, "", "small", "danger", strong=True)
        self._chance.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._line = in_row(theme, self._name, (self.bar, 1), self._chance, gap=10, on=self)
        self.restyle()

    def show_expected(self, expected: Expected) -> None:
        parts = parts_of(expected)
        self._name.say(expected.odds.name)
        self._chance.say(percent(expected.odds.beaten))
        self.bar.show_parts(parts, _spoken(expected, parts))

    @override
    def restyle(self) -> None:
        self._name.setFixedWidth(self.theme.px(130))
        self._chance.setFixedWidth(self.theme.px(56))
        super().restyle()


class Outcomes(PaintedWidget):
    """The first target in words with its bar, up to `MOST` more in a line each, then a count."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._first = _First(theme)
        self._rows: list[_Further] = []
        self._more = note(theme, "", "text3")
        self._column = in_column(theme, self._first, self._more, gap=4, on=self)
        self.hide()
        self.restyle()

    def show_expected(self, expected: Sequence[Expected]) -> None:
        """Show the odds of these targets; hide the widget if there are none."""
        further = expected[1 : MOST + 1]
        if expected:
            self._first.show_expected(expected[0])
        # Rows are kept and hidden: the odds change with every key, and a new widget costs more
        # than a text.
        while len(self._rows) < len(further):
            row = _Further(self.theme)
            self._column.insertWidget(1 + len(self._rows), row)
            self._rows.append(row)
        for at, row in enumerate(self._rows):
            row.setVisible(at < len(further))
            if at < len(further):
                row.show_expected(further[at])
        rest = len(expected) - len(further) - 1
        self._more.say(f"and {rest} more" if rest > 0 else "")
        self._more.setVisible(rest > 0)
        self.setVisible(bool(expected))

    def words(self) -> list[str]:
        """Return what is shown, one sentence for each target."""
        rows = [row.bar.accessibleName() for row in self._rows if not row.isHidden()]
        return [] if self.isHidden() else [self._first.bar.accessibleName(), *rows]


def parts_of(expected: Expected) -> tuple[OutcomePart, ...]:
    """Return the four parts of a bar."""
    odds = expected.odds
    return (
        OutcomePart(odds.not_hit, "", "miss"),
        OutcomePart(odds.no_effect, "text3", "no effect"),
        OutcomePart(odds.something_bad, "fire", "Something Bad"),
        OutcomePart(odds.beaten, "danger", expected.beaten),
    )


def besides(odds: "TargetOdds", percent: Callable[[float], str] = percent) -> list[tuple[str, str]]:
    """Return what may happen besides damage, fire and KnockBack, as pairs of words and colour."""
    said = []
    if odds.set_on_fire >= SMALL:
        said.append((f"set on fire {percent(odds.set_on_fire)}", "fire"))
    if odds.thrown >= SMALL:
        average = f"{in_inches(odds.knockback)} on average"
        said.append((f'KnockBack 1" or more {percent(odds.thrown)}, {average}', "text2"))
    return said


def _spoken(expected: Expected, parts: Sequence[OutcomePart]) -> str:
    likely = (part for part in parts if part.chance >= SMALL)
    said = [f"{part.words} {percent_aloud(part.chance)}" for part in likely]
    said += [words for words, _ in besides(expected.odds, percent_aloud)]
    return f"{expected.odds.name}: {', '.join(said)}"
