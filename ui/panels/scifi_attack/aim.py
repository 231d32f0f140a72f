"""Block 1 of a Sci-fi attack: attacker, weapon, capability, target, and the facts that count."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout
from typing_extensions import override

from brikdesk import text
from brikdesk.acts.scifi.as_fired import SfAim
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.pick_rows import PickRow
from ui.models.scifi_attack import picks as sf_picks
from ui.models.scifi_attack.controller import SfAttackController, SfAttackStage
from ui.models.scifi_attack.facts import facts
from ui.models.scifi_attack.fired import aimed_weapon
from ui.models.scifi_units.weapon_words import spans_of
from ui.panels.attack.block import AttackBlock
from ui.panels.attack.card import AttackCard
from ui.panels.scifi_attack.aims import SfAims
from ui.panels.scifi_attack.fact_list import SfFactList
from ui.panels.scifi_attack.fields import SfAttackFields
from ui.parts.fields.pick_list import PLACE, PickList
from ui.parts.fields.range_bar import RangeBar
from ui.parts.units.unit_cells import token_of
from ui.widgets.brushwork import text_width
from ui.widgets.layout.arranging import Arranging

AROUND = 96
"""Pixels at 100 % that keycap, token and edges of a card take."""

PROMPTS = {
    "attacker": "Who fires?",
    "weapon": "With what?",
    "capability": "Which of its capabilities?",
    "target": "At whom? Other words name a place.",
    "more": "At whom else? Other words name a place.",
    "spotter": "Who calls in the fire?",
}
"""The question above each list."""


class SfAimBlock(AttackBlock):
    """Cards, list, range bar, fields, facts.

    `free` when keys can go back to the panel, `going_on` on Enter in a field.
    """

    free = Signal()
    going_on = Signal()

    def __init__(self, theme: Theme, controller: SfAttackController, hub: Hub) -> None:
        super().__init__(theme, 1, "Fire")
        self._arranging = Arranging(self, self._arrange)
        self._controller = controller
        self.attacker = AttackCard(theme, "A", "Who fires?", "units")
        self.weapon = AttackCard(theme, "W", "With what?", "ammo")
        self.way = AttackCard(theme, "C", "Which capability?", "layers")
        self.target = AttackCard(theme, "T", "At whom?", "homing")
        self.picks = PickList(theme)
        self.aims = SfAims(theme, controller)
        self.range = RangeBar(theme)
        self.fields = SfAttackFields(theme, controller)
        self.facts = SfFactList(theme)
        self._lay_out()
        self._connect(hub)

    def ask(self, purpose: str) -> None:
        """Open the list for one of the keys of `PROMPTS`; do nothing in a read-only campaign."""
        # The cards stay in sight there, as they say what was fired; nothing can be picked.
        if self._controller.desk.read_only:
            return
        table, draft = self._controller.table, self._controller.draft
        lists: dict[str, Callable[[], tuple[PickRow, ...]]] = {
            "attacker": lambda: sf_picks.attackers(table),
            "weapon": lambda: sf_picks.weapons(table, draft),
            "capability": lambda: sf_picks.capabilities(table, draft),
            "spotter": lambda: sf_picks.spotters(table, draft),
        }
        rows = lists.get(purpose, lambda: sf_picks.targets(table, draft))
        self.picks.open(
            # Only a target may be words: a place on the table is no unit.
            purpose,
            PROMPTS[purpose],
            rows,
            free=PLACE if purpose in ("target", "more") else "",
        )

    def ask_missing(self) -> bool:
        """Open the list or field of what is missing first; return False if nothing is."""
        if lacks := self._controller.draft.lacks:
            self.ask(lacks)
            return True
        return self.fields.ask_missing()

    def follow(self) -> None:
        """Show the attack as it is now."""
        controller = self._controller
        draft, table = controller.draft, controller.table
        aiming = controller.stage is SfAttackStage.AIM
        lacks = draft.lacks if aiming else ""
        self._show_cards(lacks)
        self._arrange()
        self.picks.follow()
        self.aims.follow()
        self.fields.follow()
        fired = aimed_weapon(table, draft)
        self.range.show_spans(spans_of(fired) if fired else (), draft.aim.distance)
        self.facts.show_facts(facts(table, draft, controller.tried))

    def _pointed(self) -> None:
        """Close the list of targets: the map has answered it."""
        if self.picks.purpose == "target" and self._controller.draft.lacks != "target":
            self.picks.close_list()

    @override
    def summary(self) -> str:
        who = ", ".join(part for part in (self.attacker.words[0], self.weapon.words[0]) if part)
        at = self.target.words[0]
        return f"{who} at {at}" if at else who

    @override
    def restyle(self) -> None:
        super().restyle()
        self._cards.setSpacing(self.theme.px(5))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _arrange(self) -> None:
        """Put weapon and target side by side if neither is cut, else one above the other."""
        px, cards = self.theme.px, (self.weapon, self.target)
        strong, small = self.theme.font("body", strong=True), self.theme.font("small")
        widest = max(
            max(text_width(strong, card.words[0]), text_width(small, card.words[1]))
            for card in cards
        )
        narrow = self.width() < 2 * (widest + px(AROUND)) + px(8)
        ways = QBoxLayout.Direction
        self._pair.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self._pair.setSpacing(px(5 if narrow else 8))

    def _lay_out(self) -> None:
        self._cards, self._pair = QVBoxLayout(), QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pair.addWidget(self.weapon, 1)
        self._pair.addWidget(self.target, 1)
        self._cards.addWidget(self.attacker)
        self._cards.addLayout(self._pair)
        self._cards.addWidget(self.way)
        self.column.addLayout(self._cards)
        for part in (self.picks, self.aims, self.fields, self.range, self.facts):
            self.column.addWidget(part)
        self.restyle()

    def _connect(self, hub: Hub) -> None:
        cards = ((self.attacker, "attacker"), (self.weapon, "weapon"), (self.way, "capability"),
                 (self.target, "target"))  # fmt: skip
        for card, purpose in cards:
            card.clicked.connect(lambda _=False, each=purpose: self.ask(each))
        self.picks.picked.connect(self._picked)
        self.picks.words.connect(lambda words: self._at(SfAim(target=words)))
        self.picks.left.connect(self._list_gone)
        hub.target_pointed.connect(self._pointed)
        ask = self._controller.ask_target
        self.picks.opening.connect(lambda: ask(self.picks.purpose == "target"))
        self.picks.gone.connect(lambda: ask(False))
        self.aims.adding.connect(lambda: self.ask("more"))
        self.fields.free.connect(self.free)
        self.fields.going_on.connect(self.going_on)
        self.fields.spotter_wanted.connect(lambda: self.ask("spotter"))
        self.facts.asked.connect(hub.rule_asked)

    def _show_cards(self, lacks: str) -> None:
        controller = self._controller
        draft, table = controller.draft, controller.table
        unit = table.unit(draft.unit_id)
        if unit is None:
            self.attacker.say("", "", wanted=lacks == "attacker")
        else:
            words = sf_picks.kind_words(table, unit.id)
            state = sf_picks.state_words(table, unit.id)
            said = ", ".join(part for part in (words, state) if part)
            self.attacker.say(unit.name, said, token_of(unit))
        row = table.weapon(draft.weapon_id)
        detail = sf_picks.no_words(row) or sf_picks.short_words(row) if row else ""
        name = text.opening(row.name) if row else ""
        self.weapon.say(name, detail, wanted=lacks == "weapon")
        self.way.setVisible(bool(draft.ways))
        self.way.say(draft.capability, "", wanted=lacks == "capability")
        self._show_target(lacks)

    def _show_target(self, lacks: str) -> None:
        controller = self._controller
        draft, table = controller.draft, controller.table
        aim, unit = draft.aim, table.unit(draft.aim.target_id)
        far = sf_picks.inches(aim.distance)
        more = f"{draft.at + 1} of {len(draft.aims)}" if len(draft.aims) > 1 else ""
        if unit is not None:
            fact = table.fact(unit.id)
            words = fact.kind if fact else ""
            said = ", ".join(part for part in (f"{far} away" if far else "", words, more) if part)
            self.target.say(unit.name, said, token_of(unit))
        elif draft.aims:
            said = ", ".join(part for part in (f"{far} away" if far else "", more) if part)
            said = ", ".join(part for part in ("a place" if aim.target else "", said) if part)
            self.target.say(aim.target or "No target", said)
        else:
            self.target.say("", "", wanted=lacks == "target")

    def _picked(self, value: object) -> None:
        controller, purpose = self._controller, self.picks.purpose
        if purpose == "attacker" and isinstance(value, int):
            controller.fire_by(value)
        elif purpose == "weapon" and isinstance(value, int):
            controller.fire_with(value)
        elif purpose == "capability" and isinstance(value, str):
            controller.with_capability(value)
        elif purpose == "spotter" and isinstance(value, int):
            # 0 stands for nobody in the list, as a row needs a value.
            controller.with_spotter(value or None)
        elif isinstance(value, SfAim):
            self._at(value)

    def _at(self, aim: SfAim) -> None:
        draft = self._controller.draft
        more = self.picks.purpose == "more"
        self._controller.change(draft.also_at(aim) if more else draft.at_target(aim))

    def _list_gone(self) -> None:
        """Ask for what is missing next, else give the keys back."""
        if self._controller.stage is SfAttackStage.AIM:
            asked = self.picks.purpose  # empty after Esc: nobody wants to be asked again
            if asked and self._controller.draft.lacks != asked and self.ask_missing():
                return
        self.free.emit()
