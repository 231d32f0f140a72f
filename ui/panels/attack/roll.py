"""Block 2 of an attack: the number to roll, its odds, the dice, and what they did."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QBoxLayout
from typing_extensions import override

from brikdesk.acts.checks import initials
from brikdesk.acts.combat.aim import AttackPreview, ParryLine, ShotLine
from brikdesk.odds.attack_odds import Improvement, ShotOdds
from brikdesk.store.lines import Tone
from brikdesk.turns.steps import DieWords, Thrower, Topic
from ui.campaign.hub import Hub
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.attack.controller import AttackController
from ui.models.attack.draft import AttackPhase
from ui.models.attack.odds import (
    Meaning,
    blocks_of,
    groups_of,
    needed_words,
    percent,
    percent_aloud,
    percentage,
)
from ui.models.step_draft import side_by_side
from ui.panels.attack.any_attack import AttackBlock
from ui.panels.queue.step_card import StepDice
from ui.parts.lines import LabelList, LinePiece, LineWords, die_pieces
from ui.parts.pick_list import ChoiceField
from ui.widgets.bars import OddsBar, OddsBlock, OddsGroup
from ui.widgets.buttons import Button
from ui.widgets.dice import BoxSize
from ui.widgets.layout import SPRING, Arranged, Arranging, fill, in_column, in_row

APART = 20
"""Pixels at 100 % between the Damage dice and those of the Armor."""


def damage_from(preview: AttackPreview) -> int:
    """Return the place of the first die after the Action Rolls, or the number of dice if none."""
    first = preview.damage_first
    return len(preview.dice) if first is None else first


class AttackDice(StepDice):
    """One row: the Action Rolls, or with `damage` the dice after them.

    A line stands before the first die of the Armor.
    """

    def __init__(self, theme: Theme, controller: AttackController, damage: bool) -> None:
        self._attack, self._damage = controller, damage
        super().__init__(theme, controller, BoxSize.NORMAL)

    @override
    def places(self) -> tuple[int, ...]:
        preview = self._attack.preview
        first = damage_from(preview)
        return tuple(at for at in side_by_side(preview.dice) if (at >= first) is self._damage)

    @override
    def several(self, places: Sequence[int]) -> bool:
        return len(self._attack.preview.shots) > 1 or super().several(places)

    @override
    def token_of(self, thrower: Thrower) -> str:
        """Return the letters of the unit's token, else its initials; for a second shot GC 2."""
        unit = self._attack.table.unit(thrower.unit_id)
        token = (unit.token if unit else "") or initials(thrower.head or thrower.name)
        behind = str(thrower.number) if thrower.number else thrower.part and initials(thrower.part)
        return f"{token} {behind}" if behind else token

    @override
    def follow(self) -> None:
        super().follow()
        first = self._first_armor()
        for at, box in enumerate(self._boxes):
            apart = self.theme.px(APART) if self._damage and 0 < at == first else 0
            if box.property("apart") != apart:
                # The flow layout reads the property when it lays out, and nobody tells it to.
                box.setProperty("apart", apart)
                self.updateGeometry()
                self._flow.invalidate()
        self.update()

    @override
    def take_key(self, event: QKeyEvent) -> bool:
        """Leave Backspace in empty Damage boxes to the tab: it goes back to the Action dice."""
        bare = self._damage and not any(self.faces()) and not self.half_typed
        if event.key() == Qt.Key.Key_Backspace and bare:
            return False
        return super().take_key(event)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Draw the line between damage and Armor."""
        first = self._first_armor()
        if not self._damage or not 0 < first < len(self._boxes):
            return
        place = self._boxes[first].geometry()
        if place.left() > self.theme.px(APART):  # the first of a line needs none
            left = place.left() - self.theme.px(APART + 8) / 2
            line = QRectF(left, place.top(), 1, place.height())
            painter.fillRect(line, self.theme.color("line2"))

    def _first_armor(self) -> int:
        dice, places = self._attack.preview.dice, self.places()
        return next((at for at, place in enumerate(places) if dice[place].armor), -1)


LOOKS = {
    Meaning.CRITICAL: ("danger", "warning"),
    Meaning.MISS: ("", "cross"),
    Meaning.MISS_OVER: ("", "plus"),
    Meaning.HIT: ("ok", "check"),
    Meaning.OVER: ("ok", "plus"),
}
SHORT = {Meaning.OVER: "Over the Top", Meaning.MISS_OVER: "Over the Top"}

MOST_SHOTS = 8
"""Shots at most that have a line each before they are rolled."""

NARROW = 340
"""Pixels at 100 % below which the odds bar stands under the numbers."""


class RollBlock(Arranged, AttackBlock):
    """Needed number, odds bar, dice, results.

    `help_wanted` says whether the list of what would change the odds opens or folds.
    """

    help_wanted = Signal(bool)

    def __init__(self, theme: Theme, controller: AttackController, hub: Hub) -> None:
        super().__init__(theme, 2, "Roll to hit")
        self._arranging = Arranging(self, self._arrange)
        self._controller = controller
        self.needed = plain_label(theme, "", "head")
        self.total = plain_label(theme, "", "small", "ok", strong=True)
        self.bar = OddsBar(theme)
        self.shots = LabelList(theme)
        self.results = LabelList(theme)
        self.dice = AttackDice(theme, controller, damage=False)
        self.choices = ChoiceField(theme)
        self.choices.chosen.connect(controller.choose)
        self.more = Button(theme, "What would change it", "quiet", "chevron-right", "H")
        self.more.clicked.connect(self.toggle_help)
        self.helps = LabelList(theme)
        self._wants_help = False
        self._totals: tuple[str, ...] = ()
        for labels in (self.results, self.shots, self.helps):
            labels.asked.connect(hub.rule_asked)
        self._lay_out()
        controller.reckoner.known.connect(self.follow)  # odds come later than the attack itself

    def toggle_help(self) -> None:
        """Open or fold what would change the odds (H)."""
        self._wants_help = not self._wants_help
        self.more.set_icon("chevron-down" if self._wants_help else "chevron-right")
        self._controller.reckoner.want_help(self._wants_help)
        self.follow()
        self.help_wanted.emit(self._wants_help)

    def follow(self) -> None:
        """Show the attack as it is now."""
        preview = self._controller.preview
        self._show_odds(preview)
        self._show_shots(preview)
        self._show_results(preview)
        open_dice = self._controller.phase is AttackPhase.DICE
        self.dice.follow()
        self.dice.setVisible(open_dice and bool(self.dice.slots()) and not self.rolled(preview))
        asked = tuple(c for c in preview.choices if c.topic is Topic.ROLL)
        waits = any(choice.chosen is None for choice in asked)
        # Answered questions stay, to be changed, until the first Damage die is in.
        thrown = len(self._controller.thrown) > damage_from(preview)
        self.choices.show_choices(asked if open_dice and (waits or not thrown) else ())
        self._show_help()
        self._arrange()

    def rolled(self, preview: AttackPreview) -> bool:
        """Return whether all Action Rolls are in and all their questions answered."""
        return damage_from(preview) < len(preview.dice) or (
            preview.complete and bool(preview.shots)
        )

    @property
    @override
    def asks(self) -> bool:
        choice = self.choices.open_choice
        return choice is not None and choice.chosen is None

    @override
    def summary(self) -> str:
        preview = self._controller.preview
        rolled = [shot for shot in preview.shots if shot.hit is not None or shot.words]
        if preview.flies:
            return preview.summary
        if len(rolled) == 1:
            shot = rolled[0]
            natural = "" if shot.natural is None else str(shot.natural)
            # "7 against Use 3. Hit.", but "5: Automatic Hit."
            between = " " if shot.counted else ": "
            return f"{natural}{between}{shot.words}" if natural else shot.words
        if rolled:
            hits = sum(bool(shot.hit) for shot in rolled)
            return f"{hits} of {len(preview.shots)} hit"
        return ", ".join(part for part in (self.needed.text(), *self._totals) if part)

    def _lay_out(self) -> None:
        numbers = in_column(self.theme, self.needed, self.total, SPRING, gap=2)
        self._top = in_row(self.theme, numbers, (self.bar, 1), gap=16)
        fill(self.column, self._top, self.shots, self.dice, self.results, self.choices)
        fill(self.column, in_row(self.theme, self.more, SPRING), self.helps)
        self.restyle()

    def _arrange(self) -> None:
        """Put the bar beside the numbers, or below them in a narrow panel."""
        narrow = self.width() < self.theme.px(NARROW)
        way = QBoxLayout.Direction
        wanted = way.TopToBottom if narrow else way.LeftToRight
        if self._top.direction() != wanted:
            self._top.setDirection(wanted)

    # Odds

    def _at(self, preview: AttackPreview) -> int:
        """Return the place of the shot that the bar shows: the first not rolled, else the last."""
        waiting = (
            at for at, shot in enumerate(preview.shots) if shot.natural is None and not shot.lost
        )
        return next(waiting, max(0, len(preview.shots) - 1))

    def _show_odds(self, preview: AttackPreview) -> None:
        odds = self._controller.reckoner.odds
        at = self._at(preview)
        there = bool(preview.shots) and not preview.flies
        self.needed.setVisible(there)
        sure = there and all(shot.automatic for shot in preview.shots)
        self.total.setVisible(there and odds is not None and not sure)
        shot = odds.shots[at] if odds and at < len(odds.shots) else None
        self.bar.setVisible(there and shot is not None and not preview.shots[at].automatic)
        self._totals = ()
        if not there:
            self.needed.say("")  # the summary tells it too, where the block is folded
            return
        line = preview.shots[at]
        needed = needed_words(preview.asked, at, line.needed)
        self.needed.say("Parried" if line.parried else needed)
        if odds is not None:
            saved = shot.saved if shot else 0.0
            self._totals = _totals(odds.any_hit, odds.all_hit, odds.hits, len(odds.shots), saved)
            self.total.say("\n".join(self._totals))
            self.total.set_token("ok" if odds.any_hit > 1e-9 else "danger")  # 0, but for rounding
        if shot is not None:
            aloud = needed_words(preview.asked, at, line.needed, " or more")
            self._show_bar(line, shot, aloud)

    def _show_bar(self, line: ShotLine, shot: ShotOdds, needs: str) -> None:
        # With dice taken off the bar has a block for each sum; a Critical Failure has no sum.
        blocks, sums = blocks_of(shot), bool(shot.sums)
        number = line.total if sums and not line.critical_failure else line.natural
        shown = [
            OddsBlock(
                block.label,
                *LOOKS[block.meaning],
                block.chance,
                ringed=number is not None
                and _is_ringed(line, block.meaning, block.holds(number), sums),
            )
            for block in blocks
        ]
        groups = [
            OddsGroup(
                group.first, group.last, percent(group.chance), group.meaning.value,
                LOOKS[group.meaning][0], SHORT.get(group.meaning, ""),
            )
            for group in groups_of(blocks)
        ]  # fmt: skip
        fails, hits = percentage(shot.critical_failure), percent_aloud(shot.hit)
        name = f"Needs {needs}, {hits}; Critical Failure {fails}"
        self.bar.show_odds(shown, groups, sums, name)

    # Lines

    def _show_shots(self, preview: AttackPreview) -> None:
        lines: list[tuple[LinePiece, ...]] = []
        if len(preview.shots) > 1:
            waiting = [at for at, shot in enumerate(preview.shots) if not shot.words]
            lines = [self._shot_pieces(preview, at) for at in waiting[:MOST_SHOTS]]
            if len(waiting) > MOST_SHOTS:
                lines.append((LineWords(f"and {len(waiting) - MOST_SHOTS} more", "text3"),))
        self.shots.show_lines(lines)

    def _shot_pieces(self, preview: AttackPreview, at: int) -> tuple[LinePiece, ...]:
        shot, odds = preview.shots[at], self._controller.reckoner.odds
        needed = needed_words(preview.asked, at, shot.needed)
        name = LineWords(f"{shot.name}:", "text", strong=True)
        if odds is None or at >= len(odds.shots):
            return (name, LineWords(needed, "text2"))
        chance = LineWords(percent(odds.shots[at].hit), "ok", strong=True)
        return (name, LineWords(f"{needed},", "text2"), chance)

    def _show_results(self, preview: AttackPreview) -> None:
        several = len(preview.shots) > 1
        said = {words.index: words for words in preview.words}
        lines: list[tuple[LinePiece, ...]] = []
        for shot in preview.shots:
            thrown = None if shot.lost else said.get(shot.first)
            pieces = tuple(self._result_pieces(shot, thrown, preview))
            if pieces:
                name = (LineWords(f"{shot.name}:", "text2"),) if several else ()
                lines.append((*pieces[:1], *name, *pieces[1:]))
        lines += [self._parry_pieces(each, preview) for each in preview.parries]
        if preview.flies:
            lines = [(LineWords(preview.summary, "text", strong=True),)]
        self.results.show_lines(lines)

    def _result_pieces(
        self, shot: ShotLine, said: DieWords | None, preview: AttackPreview
    ) -> Iterable[LinePiece]:
        if shot.automatic:
            if not self._head_says(shot, preview):
                yield LineWords(shot.words, "text" if shot.parried else "ok", strong=True)
            return
        if not shot.words:
            return
        if said is not None:
            yield self._glyph(said.index, said.tone, preview)
        if not shot.counted:
            yield LineWords(shot.result, "text")
            return
        yield LineWords(f"{shot.counted}.", "text")
        tone = "ok" if shot.hit else "danger" if shot.critical_failure else "text"
        yield LineWords(shot.result, tone, strong=True)

    def _head_says(self, shot: ShotLine, preview: AttackPreview) -> bool:
        """Return whether the head of the block already says the result of an automatic shot."""
        head = preview.shots[self._at(preview)]
        alike = head.automatic and head.parried == shot.parried
        return alike and (shot.parried or (bool(shot.hit) and preview.asked is not None))

    def _parry_pieces(self, parry: ParryLine, preview: AttackPreview) -> tuple[LinePiece, ...]:
        who = LineWords(f"{parry.unit}, {parry.name}:", "text2")
        if not parry.words:
            return who, LineWords(f"parries on {parry.needed}+", "text")
        glyph = self._glyph(parry.first, parry.tone, preview)
        result = LineWords(parry.result, "ok" if parry.made else "danger", strong=True)
        return glyph, who, LineWords(f"{parry.counted}.", "text"), result

    def _glyph(self, place: int, tone: Tone, preview: AttackPreview) -> LinePiece:
        """Return the die at a place of the preview, in the colour of what it does."""
        return die_pieces(DieWords(place, tone, ""), preview.dice, self._controller.thrown)[0]

    def _show_help(self) -> None:
        preview, reckoner = self._controller.preview, self._controller.reckoner
        able = preview.asked is not None and self._controller.phase in (
            AttackPhase.AIM,
            AttackPhase.DICE,
        )
        # Once an Action die is in, nothing changes the odds of that roll any more.
        unrolled = not any(shot.natural for shot in preview.shots)
        unrolled = unrolled and not all(shot.automatic for shot in preview.shots)
        self.more.setVisible(able and unrolled)
        lines: list[tuple[LinePiece, ...]] = []
        if self._wants_help and able and unrolled:
            targets = len(reckoner.odds.targets) if reckoner.odds else 0
            lines = [_help_pieces(each, targets) for each in reckoner.helps]
            if not lines:
                words = "Counting…" if reckoner.counting else "Nothing that the desk knows of."
                lines = [(LineWords(words, "text3"),)]
        self.helps.show_lines(lines)


def _is_ringed(line: ShotLine, meaning: Meaning, holds: bool, sums: bool) -> bool:
    if sums and line.critical_failure:
        return meaning is Meaning.CRITICAL
    return holds


def _help_pieces(help_: Improvement, targets: int) -> tuple[LinePiece, ...]:
    """Return a change that would improve the odds, with the chances that it would bring."""
    hit = LineWords(percent(help_.hit), "ok" if help_.hit_gain > 0 else "text2", strong=True)
    beaten = _beaten_pieces(help_.beaten, help_.beaten_gain, targets)
    return LineWords(f"{help_.words}:", "text"), hit, *beaten


def _beaten_pieces(beaten: float, gain: float, targets: int) -> tuple[LinePiece, ...]:
    if abs(gain) < 0.0005:  # half of the tenth of a percent that is shown
        return ()
    if targets > 1:
        return (LineWords(f"to hit, {beaten:.1f} targets beaten on average", "text2"),)
    return (LineWords(f"to hit, {percent(beaten)} through the Armor", "text2"),)


def _totals(
    any_hit: float, all_hit: float, hits: float, shots: int, saved: float
) -> tuple[str, ...]:
    if shots <= 1:
        # A miss may go Over the Top, whose Benny then hits: 0 % alone would say that nothing can.
        more = (f"{percent(saved)} with a Benny",) if saved > any_hit + 1e-9 else ()
        return (f"{percent(any_hit)} to hit", *more)
    average = f"{hits:.1f} on average"
    return f"{percent(any_hit)} one hits", f"{percent(all_hit)} all {shots}", average
