"""Block 3 of an attack: what a hit does, to whom, and the choices that follow."""

from msgspec.structs import replace
from typing_extensions import override

from brikdesk.acts.attack.aim import MANEUVERS, Mode
from brikdesk.acts.attack.preview import AttackPreview
from brikdesk.odds import TargetOdds
from brikdesk.turns.steps import (
    Choice,
    Topic,
)
from ui.campaign.hub import Hub
from ui.forms.caught_table import CaughtTable
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.attack.catching import AttackCatching
from ui.models.attack.controller import AttackController
from ui.models.attack.phases import AttackPhase
from ui.models.attack.picks import by_touch, may_parry
from ui.models.kinds import MINIFIGS
from ui.panels.attack.block import AttackBlock
from ui.panels.attack.dice import AttackDice, damage_from
from ui.panels.attack.strays import StrayTable
from ui.panels.queue.outcomes import Expected, Outcomes
from ui.parts.fields.choice_field import ChoiceField
from ui.parts.step.band_results import BandResults


def _in_short(choice: Choice) -> Choice:
    """Return a choice of Something Bad without the consequences of its options.

    There may be many victims, and everybody knows the four options by name.
    """
    if choice.topic is not Topic.BAD:
        return choice
    return replace(choice, options=tuple(replace(each, consequence="") for each in choice.options))


class DamageBlock(AttackBlock):
    """Expected outcome, who is caught, dice, bands and victims, choices."""

    def __init__(self, theme: Theme, controller: AttackController, hub: Hub) -> None:
        super().__init__(theme, 3, "Damage")
        self._controller = controller
        self.outcomes = Outcomes(theme)
        self.caught = CaughtTable(theme, AttackCatching(controller))
        self.strays = StrayTable(theme, controller)
        self.dice = AttackDice(theme, controller, damage=True)
        self.waiting = plain_label(theme, "", "small", "text3", wrap=True)
        self.results = BandResults(theme)
        self.results.asked.connect(hub.rule_asked)
        self.choices = ChoiceField(theme)
        self.choices.chosen.connect(controller.choose)
        parts = (
            self.outcomes, self.caught, self.strays, self.dice, self.results, self.waiting,
            self.choices,
        )  # fmt: skip
        for part in parts:
            self.column.addWidget(part)
        controller.reckoner.known.connect(self.follow)

    def follow(self) -> None:
        """Show the attack as it is now."""
        controller, preview = self._controller, self._controller.preview
        rolling = controller.phase is AttackPhase.DICE
        self._show_expected(preview)
        self.caught.follow()
        self.strays.follow()
        self.dice.follow()
        self.dice.setVisible(rolling and bool(self.dice.slots()))
        self.results.show_results(preview.bands, preview.victims)
        self.waiting.say(self._waiting(preview) if rolling or self._maneuver() else "")
        self.waiting.setVisible(bool(self.waiting.text()))
        asked = tuple(
            _in_short(choice) for choice in preview.choices if choice.topic is not Topic.ROLL
        )
        self.choices.show_choices(asked if rolling else ())

    @property
    def thrown(self) -> bool:
        """Whether a Damage die is in."""
        preview = self._controller.preview
        return len(self._controller.thrown) > damage_from(preview)

    @property
    def roll_words(self) -> str:
        """What Space rolls now, in words: Roll, Roll Damage, Roll Armor."""
        preview = self._controller.preview
        owed = preview.open_dice
        if not owed or len(preview.dice) - preview.owed < damage_from(preview):
            return "Roll"
        return "Roll Armor" if owed[0].armor else "Roll Damage"

    @override
    def summary(self) -> str:
        preview = self._controller.preview
        if preview.victims:
            first = preview.victims[0]
            more = len(preview.victims) - 1
            return f"{first.name}: {first.words}" + (f" And {more} more." if more else "")
        done = self._controller.phase is AttackPhase.DONE and not preview.flies
        if self._maneuver() or (done and preview.damage):
            return "None."
        return preview.damage

    def _show_expected(self, preview: AttackPreview) -> None:
        odds = self._controller.reckoner.odds
        there = (
            odds is not None and not self.thrown and self._controller.phase is not AttackPhase.DONE
        )
        missed = any(shot.natural for shot in preview.shots) and not any(
            shot.hit for shot in preview.shots
        )
        targets = odds.targets if odds and there and not missed and not preview.flies else ()
        rolled = any(shot.hit for shot in preview.shots if shot.natural)
        harmed = [each for each in targets if each.expected_damage > 0 or each.thrown > 0]
        self.outcomes.show_expected([] if rolled else [self._expected(each) for each in harmed])

    def _maneuver(self) -> Mode | None:
        """Return the mode of a Grab or Shove; None for all other attacks."""
        mode = self._controller.draft.strike.mode
        return mode if mode in MANEUVERS else None

    def _expected(self, odds: TargetOdds) -> Expected:
        unit = self._controller.table.unit_of(odds.key)
        minifig = unit is not None and unit.kind in MINIFIGS
        return Expected(odds, "kill" if minifig else "through the Armor")

    @property
    def parrying(self) -> str:
        """The name of a target that may still parry; empty if there is none."""
        controller = self._controller
        # A Shield may parry a shot too, but only one that the referee says it sees (5.2-51).
        close = by_touch(controller.table, controller.draft)
        if controller.phase is not AttackPhase.DICE or not close or self.thrown:
            return ""
        return may_parry(controller.desk, controller.draft, controller.preview)

    def _waiting(self, preview: AttackPreview) -> str:
        """Return which dice are missing, in words, or before that who may parry (5.2-48)."""
        # First, because once a Damage die is in it is too late.
        if name := self.parrying:
            return f"Hit. {name} may parry before the damage: P."
        if mode := self._maneuver():
            return f"A {mode.value.capitalize()} deals no damage."
        missed = preview.complete and bool(preview.shots) and not preview.victims
        if missed and not preview.flies and not self.strays.lines:
            return "No damage."
        if not preview.owed or len(preview.dice) - preview.owed < damage_from(preview):
            return ""
        owed = preview.open_dice
        many = "a die" if preview.owed == 1 else f"{preview.owed} dice"
        if not owed[0].armor:
            return f"Waiting for {many}."
        name = next((v.name for v in preview.victims if v.armor is None and v.damage), "")
        return f"Armor of {name}: {many}." if name else f"Armor: {many}."
