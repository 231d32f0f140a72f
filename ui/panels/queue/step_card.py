"""The current step as a card: what it is, its dice, what they do, what is chosen, what comes next."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.turns.steps import Preview, Step
from ui.campaign.hub import Hub
from ui.forms.caught_table import CaughtTable
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController
from ui.models.queue.step_catching import StepCatching
from ui.panels.queue.step_buttons import StepButtons
from ui.panels.queue.step_dice import StepDice
from ui.panels.queue.step_note import StepNote
from ui.parts.fields.choice_field import ChoiceField
from ui.parts.fields.pick_list import PickList
from ui.parts.lines.kind_marks import icon_of, token_of
from ui.parts.lines.rich_label import RichLabel
from ui.parts.lines.rich_line import LineWords
from ui.parts.step.band_results import BandResults
from ui.parts.step.band_table import BandTable
from ui.parts.step.step_words import StepWords
from ui.widgets.brushwork import draw_focus
from ui.widgets.card import RADIUS, RADIUS_LARGE, Card
from ui.widgets.dice.box import BoxSize
from ui.widgets.icon_mark import IconMark
from ui.widgets.layout.arranging import Arranging
from ui.widgets.layout.once import laid_out_once
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.rules.citation import Citation
from ui.widgets.rules.refusal_line import RefusalLine

BROUGHT_BACK = "Brought back by undo. Enter does it again."


class StepCard(Card):
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
        self._detail = plain_label(theme, "", "title" if large else "small", "text2", wrap=True)
        if large:
            self._detail.setFont(theme.font("body"))
        self.rule = Citation(theme, "")
        self.dice = StepDice(theme, controller, BoxSize.LARGE if large else BoxSize.NORMAL)
        self._legend = QVBoxLayout()
        self._meanings: list[RichLabel] = []
        self._roll = QHBoxLayout()
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
        self._arranging.ask()
        self.grew.emit()

    def _show_step(self, step: Step) -> None:
        preview = self.controller.preview
        if step != self._step:
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

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    @override
    def restyle(self) -> None:
        super().restyle()
        px = self.theme.px
        self._head.setSpacing(px(16 if self._large else 12))
        self._names.setSpacing(px(2))
        self._roll.setSpacing(px(24 if self._large else 16))
        self._legend.setSpacing(px(8 if self._large else 4))
        if self._large:
            self._detail.setFont(self.theme.font("body"))

    def _lay_out(self) -> None:
        self._head, self._names = QHBoxLayout(), QVBoxLayout()
        self._names.addWidget(self._title)
        self._names.addWidget(self._detail)
        self._head.addWidget(self._mark, 0, _TOP)
        self._head.addLayout(self._names, 1)
        self._head.addWidget(self.rule, 0, _TOP)
        self._legend.addStretch(1)
        self._roll.addWidget(self.dice)
        self._roll.addLayout(self._legend, 1)
        self.column.addLayout(self._head)
        self.column.addLayout(self._roll)
        explosion = (self.caught, self.picks, self.bands, self.results)
        end = (self.choices, self.refusal, self.note, self.buttons)
        for part in (self.words, *explosion, *end):
            self.column.addWidget(part)

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
