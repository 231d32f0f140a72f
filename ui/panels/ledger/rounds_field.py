"""Rounds of one type in the unit editor: name, size, count. Too large rounds are refused here."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.weapons import WEAPONS
from ui.campaign.hub import Hub
from ui.forms.answers import answer_to
from ui.forms.inputs import AskedFields, PickBox
from ui.forms.questions import FieldOption, Number, OneOf, Text
from ui.look.theme import Theme
from ui.models.unit_drafts import RoundsDraft, WeaponDraft
from ui.widgets.buttons import icon_button
from ui.widgets.layout import in_column, in_row
from ui.widgets.rule_lines import RefusalLine

SIZE = "explosive_size"
QUESTIONS = (
    Text("name", "Explosive", reads=str.strip, needed="A name is needed."),
    Number(SIZE, "XSize", least=1, most=99),
    Number("count", "Rounds", least=1),
    Text("made", "Made of", reads=str.strip, optional=True,
         grey="as its name says: 2 smoke, 1 fire"),
    OneOf("weapon", "For", options=()),
)  # fmt: skip


class RoundsField(AskedFields):
    """Name, XSize, count and makeup of rounds, and their weapon if several take rounds.

    `changed` is emitted when the referee types, `removed` for the cross. `overruled` brings the
    rule when the referee allows too large a round.
    """

    changed = Signal()
    removed = Signal()
    overruled = Signal(str)

    def __init__(self, theme: Theme, hub: Hub, rounds: RoundsDraft) -> None:
        super().__init__(theme)
        self._rounds, self._rule = rounds, ""
        self._weapons: tuple[WeaponDraft, ...] = ()
        self._let_in = self._offering = False
        for asked in QUESTIONS:
            self.ask(answer_to(theme, asked))
            self.answers[asked.name].set_value(getattr(rounds, asked.name))
        self.weapon: PickBox = self.edit("weapon")
        self.refusal = RefusalLine(theme)
        self.refusal.overruled.connect(self._let_it_in)
        self.refusal.asked.connect(hub.rule_asked)
        if rounds.round_id:  # rounds that lie in a rack keep their type
            for name in ("name", SIZE, "made"):
                self.edit(name).setReadOnly(True)
            self.weapon.setEnabled(False)
            self.edit("count").least = 0
        self._lay_out()

    def _lay_out(self) -> None:
        cross = icon_button(self.theme, "cross", "Remove these rounds", self.removed)
        self._line = in_row(self.theme, gap=10)
        for name, wide in (("name", 3), (SIZE, 1), ("count", 1)):
            self._line.addWidget(self.boxes[name], wide, _TOP)
        self._line.addWidget(cross, 0, Qt.AlignmentFlag.AlignBottom)
        made, weapon = self.boxes["made"], self.boxes["weapon"]
        self._below = in_row(self.theme, (made, 3, _TOP), (weapon, 2, _TOP), gap=10)
        in_column(self.theme, self._line, self._below, self.refusal, on=self)

    def draft(self) -> RoundsDraft:
        """Return the rounds as they are typed; a field that is not a number gives None."""
        typed = {name: answer.value() for name, answer in self.answers.items()}
        if not self.weapon.values():
            typed["weapon"] = self._rounds.weapon
        return replace(self._rounds, **typed)

    def set_weapons(self, weapons: tuple[WeaponDraft, ...]) -> None:
        """Offer the weapons that take rounds; the choice is shown only if there are several."""
        if weapons != self._weapons or not self.weapon.values():
            self._offer(weapons)
            self._weapons = weapons
            if not self.refusal.isHidden():
                self.check_right()

    def _offer(self, weapons: tuple[WeaponDraft, ...]) -> None:
        """Offer the weapons that take rounds; keep the chosen one when others are removed."""
        chosen = self._rounds.weapon if not self.weapon.values() else self.weapon.value()
        before, gone = self._weapons, len(self._weapons) - len(weapons)
        if chosen is not None and gone == 1 and before:
            pairs = zip(before, weapons, strict=False)
            # Weapons are known by their places: the first place that differs is the one that was
            # removed, and every later one moves down by one.
            at = next((k for k, (old, new) in enumerate(pairs) if old != new), len(weapons))
            chosen = None if at == chosen else chosen - (at < chosen)
        served = [(k, each) for k, each in enumerate(weapons) if each.takes_rounds]
        options = [FieldOption(k, f'{each.title} {each.size:g}"') for k, each in served]
        self._offering = True
        self.weapon.offer(options)
        known = chosen in {option.value for option in options}
        self.weapon.set_value(chosen if known else next((o.value for o in options), None))
        self._offering = False
        self.boxes["weapon"].setVisible(len(options) > 1)

    @override
    def answered(self, name: str) -> None:
        if self._offering:
            return
        if name in (SIZE, "weapon"):
            self._let_in = False  # what was allowed before does not cover another question
        if name == SIZE:
            self.refusal.clear()
            self._mark_size(False)
        elif name == "weapon":
            self.check_right()
        self.changed.emit()

    @override
    def left(self, name: str) -> None:
        if name != "weapon":
            self.check_right()

    @override
    def problem_of(self, name: str) -> str:
        if name == "made":
            return "" if super().problem_of(SIZE) else self._nonsense()
        return super().problem_of(name)

    def check_right(self) -> bool:
        """Check what is typed; refuse too large a round. Return whether all is right."""
        wrong = [name for name in self.boxes if not self.check(name)]
        refusal = "" if self.boxes[SIZE].problem() else self._too_large()
        self._mark_size(bool(refusal or self.boxes[SIZE].problem()))
        if refusal:
            self.refusal.refuse(refusal, self._rule)
        else:
            self.refusal.clear()
        return not wrong and not refusal

    def _nonsense(self) -> str:
        """Return why rounds of this XSize cannot be made of what is typed, or of what they are named."""
        drafted = self.draft()
        if drafted.round_id:
            return ""
        try:
            drafted.facts()
        except BadInput as error:
            return error.sentence
        return ""

    def _too_large(self) -> str:
        place = self.weapon.value()
        served = [self._weapons[place]] if place is not None else []
        size = self.answers[SIZE].value() or 0
        if not served or self._let_in or self._rounds.round_id:
            return ""
        widest = max(served, key=lambda weapon: weapon.largest_round)
        if size <= widest.largest_round:
            return ""
        kind = WEAPONS[widest.kind]
        self._rule = kind.rounds
        return f'A {widest.size:g}" {widest.kind} {kind.takes} up to X{widest.largest_round}.'

    def _mark_size(self, wrong: bool) -> None:
        size = self.edit(SIZE)
        if bool(size.property("wrong")) != wrong:
            size.setProperty("wrong", wrong)
            # The style sheet reads the property "wrong" only when it polishes a widget.
            size.style().unpolish(size)
            size.style().polish(size)

    def _let_it_in(self) -> None:
        self._let_in = True
        self.check_right()
        self.overruled.emit(self._rule)


_TOP = Qt.AlignmentFlag.AlignTop
