"""The current shot as a card: its weapon, the question, the answers, and the facts that count."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout
from typing_extensions import override

from brikdesk import text
from brikdesk.rules.scifi.outcomes import UsualOutcome
from ui.campaign.hub import Hub
from ui.forms.field_box import FieldBox
from ui.look.announce import announce
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.scifi_attack.about_shot import about_shot
from ui.models.scifi_attack.beside import beside, shot_words
from ui.models.scifi_attack.controller import SfAttackController
from ui.models.scifi_attack.course import Ask
from ui.models.scifi_attack.fired import shot_weapon
from ui.models.scifi_units.weapon_words import spans_of
from ui.panels.scifi_attack.area import SfArea, WordsEdit
from ui.panels.scifi_attack.fact_list import SfFactList
from ui.panels.scifi_attack.fields import Typed
from ui.parts.fields.range_bar import RangeBar
from ui.widgets.card import Card
from ui.widgets.choice_row import ChoiceRow, ChoiceWords
from ui.widgets.icon_mark import IconMark
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.rules.citation import Citation

CONSEQUENCES: dict[str, str] = {
    UsualOutcome.NO_EFFECT: "of this hit",
    UsualOutcome.PENETRATED: "then the damage",
    UsualOutcome.ELIMINATED: "leaves the table",
    UsualOutcome.WEAPON_DESTROYED: "its ammunition is lost",
    UsualOutcome.OTHER_EFFECT: "N says which",
}
"""The consequence of an answer, in a few words."""


class SfShotCard(Card):
    """The shot whose question is asked now; emits `free` when the keys go back to the panel."""

    free = Signal()

    def __init__(self, theme: Theme, controller: SfAttackController, hub: Hub) -> None:
        super().__init__(theme, "bg2", accent=True)
        let_wrap(self)
        self._controller = controller
        self._lettered: tuple[str, ...] = ()
        self._asked = ""
        self.title = plain_label(theme, "", "title", wrap=True)
        self.figures = plain_label(theme, "", "small", "text2", wrap=True)
        self.facts = SfFactList(theme)
        self.prompt = plain_label(theme, "", "body", "text", strong=True, wrap=True)
        self.rule = Citation(theme, "")
        self.answers = ChoiceRow(theme)
        self.number = Typed(theme, 0, 99)
        self.number_box = FieldBox(theme, "Number", self.number)
        self.words = WordsEdit("In words")
        self.area = SfArea(theme, controller)
        self.note = WordsEdit("Note for this entry")
        self.range = RangeBar(theme, self)
        self.more = SfFactList(theme)
        self._lay_out()
        self._connect(hub)
        self.restyle()

    def follow(self) -> None:
        """Show the current question; hide if there is none."""
        entry = self._controller.entry
        asked, answer = entry.question, entry.answer
        self.setVisible(asked is not None)
        self.area.follow()
        if asked is None:
            return
        shot = asked.shot
        at = f" at {shot.target}" if shot.target else ""
        self.title.say(f"{text.opening(shot.weapon)}, {shot.unit}{at}")
        self.figures.say(shot_words(shot))
        self.figures.setVisible(bool(shot_words(shot)))
        self.facts.show_facts(beside(self._controller.table, asked))
        fired = shot_weapon(self._controller.table, shot)
        drawn = spans_of(fired) if fired and shot.distance is not None else ()
        self.range.show_spans(drawn, shot.distance)
        self.more.show_facts(about_shot(self._controller.table, shot))
        then = entry.then
        self.prompt.say(then.prompt if then else asked.prompt)
        self.rule.show_rule(then.rule if then else asked.rule)
        if self._asked != asked.key:  # a screen reader hears a question once, not at each key
            self._asked = asked.key
            announce(self, f"{self.title.text()}. {asked.prompt}")
        self._show_letters()
        self._show_number()
        self.words.setVisible(asked.ask is Ask.FALL)
        self.words.setPlaceholderText(asked.words)
        for field, said in ((self.words, answer.words), (self.note, answer.note)):
            if not field.hasFocus() and field.text() != said:
                field.setText(said)
        if not self.note.hasFocus():
            # "Other effect" is answered by the note, which says what it is.
            chosen = answer.choice is not None and answer.choice < len(asked.options)
            says = chosen and asked.options[answer.choice or 0] is UsualOutcome.OTHER_EFFECT
            self.note.setVisible(bool(answer.note) or says)
            self.note.setPlaceholderText("What it does" if says else "Note for this entry")

    def open_note(self) -> None:
        """Show the note of this entry, ready to type."""
        self.note.show()
        self.note.setFocus()

    @override
    def restyle(self) -> None:
        super().restyle()
        px = self.theme.px
        edge = px(12)
        self.column.setContentsMargins(px(14), edge, edge, edge)
        self.column.setSpacing(px(8))
        self._head.setSpacing(px(10))
        self._names.setSpacing(px(1))
        self._asks.setSpacing(px(8))
        self.number_box.setFixedWidth(px(170))

    def _show_letters(self) -> None:
        entry = self._controller.entry
        asked, answer, then = entry.question, entry.answer, entry.then
        names = then.names if then else asked.options if asked else ()
        if names != self._lettered:
            self._lettered = names
            self.answers.set_choices(
                [ChoiceWords(name, CONSEQUENCES.get(name, "")) for name in names]
            )
        self.answers.set_chosen(answer.then if then else answer.choice)
        self.answers.setVisible(bool(names))

    def _show_number(self) -> None:
        asked, answer = self._controller.entry.question, self._controller.entry.answer
        wanted = asked.number if asked else None
        self.number_box.setVisible(wanted is not None)
        if wanted is None:
            return
        label, least, most, usual = wanted
        self.number_box.set_label(f"{label}, {least} to {most}")
        self.number.setAccessibleName(label)
        self.number.least, self.number.most = least, most
        self.number.setPlaceholderText("" if usual is None else str(usual))
        if not self.number.hasFocus():
            self.number.set_value(answer.number)

    def _lay_out(self) -> None:
        self._head, self._names, self._asks = QHBoxLayout(), QVBoxLayout(), QHBoxLayout()
        self._names.addWidget(self.title)
        self._names.addWidget(self.figures)
        self._head.addWidget(IconMark(self.theme, "attack", "danger", 18, 32))
        self._head.addLayout(self._names, 1)
        self._asks.addWidget(self.prompt, 1)
        self._asks.addWidget(self.rule)
        self.column.addLayout(self._head)
        self.column.addWidget(self.facts)
        self.column.addLayout(self._asks)
        below = (self.range, self.more)
        for part in (self.answers, self.number_box, self.words, self.area, self.note, *below):
            self.column.addWidget(part)
        self.note.setPlaceholderText("Note for this entry")
        self.note.setMaxLength(2000)
        self.note.hide()

    def _connect(self, hub: Hub) -> None:
        controller = self._controller
        self.answers.chosen.connect(
            lambda place: controller.fill(lambda entry: entry.choose("abcde"[place]))
        )
        self.number.textEdited.connect(lambda _text: self._typed())
        self.number.entered.connect(self.free)
        self.number.left.connect(self.free)
        self.words.textEdited.connect(
            lambda words: controller.fill(lambda entry: entry.say_where(words))
        )
        self.words.left.connect(self.free)
        self.note.textEdited.connect(
            lambda words: controller.fill(lambda entry: entry.say_note(words))
        )
        self.note.left.connect(self.free)
        self.area.free.connect(self.free)
        self.rule.asked.connect(hub.rule_asked)
        self.facts.asked.connect(hub.rule_asked)
        self.more.asked.connect(hub.rule_asked)

    def _typed(self) -> None:
        problem = self.number.problem(optional=True)
        self.number_box.set_problem(problem)
        value = self.number.value()
        number = None if problem or value is None else int(value)
        self._controller.fill(lambda entry: entry.say_number(number))
