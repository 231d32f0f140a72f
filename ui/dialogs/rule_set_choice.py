"""The choice of a campaign's rules: BrikWars, Sci-fi, or both side by side."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.games import GAMES, of_names, usual
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Changes
from brikdesk.store.views.scifi import played
from ui.campaign.desk import Desk
from ui.campaign.not_done import NotDone
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.rules.refusal_line import RefusalLine
from ui.widgets.segmented import Segment, Segmented

BOTH = "Both side by side; every weapon belongs to one of them."


def _choices() -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """Return word, names of games and explanation of each choice."""
    each = tuple((game.label, (game.name,), game.explained) for game in GAMES.values())
    return (*each, ("Both", tuple(GAMES), BOTH))


def act_sets(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the titles of these games, as acts read them."""
    return tuple(game.title for game in of_names(names))


class RuleSetChoice(QWidget):
    """The choice, with a line that explains it. `chosen` brings what the referee chooses."""

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._choices = _choices()
        self.switch = Segmented(theme, tuple(Segment(word) for word, _, _ in self._choices))
        self._words = plain_label(theme, "", "small", "text2", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(6))
        line = QHBoxLayout()
        line.addWidget(self.switch, 2)
        line.addStretch(1)
        column.addLayout(line)
        column.addWidget(self._words)
        self.switch.chosen.connect(self._choose)
        self.setAccessibleName("Rules")
        self.show_sets((usual().name,))

    @property
    def sets(self) -> tuple[str, ...]:
        """The names of the chosen games."""
        return self._choices[max(0, self.switch.current())][1]

    def show_sets(self, sets: tuple[str, ...]) -> None:
        """Show this choice without emitting `chosen`; ignore sets that are no choice."""
        for place, (_, members, _) in enumerate(self._choices):
            if set(members) == set(sets):
                self.switch.set_current(place)
                self._explain(place)

    def _choose(self, place: int) -> None:
        self._explain(place)
        self.chosen.emit(self.sets)

    def _explain(self, place: int) -> None:
        self._words.say(self._choices[place][2])


class RuleSetPage(QWidget):
    """The page of the settings that changes the rules of an open campaign; Undo works."""

    def __init__(self, theme: Theme, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.choice = RuleSetChoice(theme)
        self.choice.setEnabled(not desk.read_only)
        self.problem = RefusalLine(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(4), 0, 0)
        column.setSpacing(theme.px(16))
        column.addWidget(self.choice)
        column.addWidget(self.problem)
        words = (
            "The house rules of a new set begin at their defaults. A set stays as long as units"
            " have weapons of it. The change is in the log; Undo works."
        )
        column.addWidget(plain_label(theme, words, "small", "text3", wrap=True))
        column.addStretch(1)
        self.choice.chosen.connect(self._set)
        desk.changed.connect(self._heard)
        self._show()

    def _set(self, sets: tuple[str, ...]) -> None:
        self.problem.clear()
        act = act_from_data({"act": "SetRuleSets", "rule_sets": act_sets(sets)})
        answer = self._desk.do(act)
        # When refused, the switch goes back to what the campaign plays: `_show` reads it below.
        if isinstance(answer, NotDone):
            self.problem.refuse(answer.sentence, answer.rule, answer.others)
        self._show()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(played.tables):
            self.problem.clear()
            self._show()

    def _show(self) -> None:
        self.choice.show_sets(self._desk.read(played))
