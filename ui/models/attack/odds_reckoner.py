"""The odds of an attack, counted bit by bit while no event waits, and never while painting."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from brikdesk.dice import BY_THE_BOOK, DiceRules
from brikdesk.odds import AttackAsked, AttackOdds, Improvement, attack_odds, help_of

Ways = Callable[[], tuple[tuple[str, AttackAsked], ...]]

MOST_KEPT = 60
"""Attacks whose odds are kept, for when a change is taken back."""


class OddsReckoner(QObject):
    """Counts the odds of one attack at a time and emits `known` after each.

    `odds` is None until they are counted. `helps` are changes that would improve them, best first;
    they are counted only while somebody wants them.
    """

    known = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.odds: AttackOdds | None = None
        self.helps: tuple[Improvement, ...] = ()
        self._asked: AttackAsked | None = None
        self._house: DiceRules = BY_THE_BOOK
        self._ways: Ways = tuple
        self._of: object = None
        self._left: list[tuple[str, AttackAsked]] | None = None
        self._wants_help = False
        self._kept: dict[AttackAsked, AttackOdds] = {}
        # It fires when no event waits: a letter typed meanwhile asks anew before the next count.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)

    def ask(
        self, asked: AttackAsked | None, house: DiceRules, ways: Ways, of: object = None
    ) -> None:
        """Count the odds of an attack soon; None: of nothing.

        `house` are the house rules about dice. `ways` returns the other ways to attack, in words
        and as asked; it is called only if help is wanted. `of` is the attack whose ways they are: another
        one may have other ways, although its own odds are the same.
        """
        self._ways = ways
        if asked == self._asked and house == self._house:
            if of != self._of:
                self._of, self.helps, self._left = of, (), None
                self.want_help(self._wants_help)
            return
        self._of = of
        if house != self._house:
            self._kept.clear()
        self._asked, self._house = asked, house
        self.odds, self.helps, self._left = None, (), None
        if asked is None:
            self._timer.stop()
        else:
            self._timer.start()

    def want_help(self, wanted: bool) -> None:
        """Say whether to count also what would improve the odds."""
        self._wants_help = wanted
        if wanted and self._asked is not None:
            self._timer.start()

    @property
    def counting(self) -> bool:
        """Whether something is still to be counted."""
        return self._timer.isActive()

    def _go_on(self) -> None:
        if self._asked is None:
            return
        if self.odds is None:
            self.odds = self._count(self._asked)
        elif self._wants_help and self._left is None:
            self._left = list(self._ways())
        elif self._left:
            words, way = self._left.pop(0)
            found = help_of(words, self._count(way), self.odds)
            self.helps = tuple(sorted((*self.helps, found), key=lambda each: -each.gain))
        self.known.emit()
        if self._wants_help and (self._left is None or self._left):
            self._timer.start()

    def _count(self, asked: AttackAsked) -> AttackOdds:
        if asked not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[asked] = attack_odds(asked, house=self._house)
        return self._kept[asked]
