"""The odds of an attack, counted bit by bit, as the blocks of a bar and as words."""

from collections.abc import Callable
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from brikdesk.dice import BY_THE_BOOK, DiceRules
from brikdesk.odds.attacks import AttackAsked

if TYPE_CHECKING:
    from brikdesk.odds.attack_odds import AttackOdds, Improvement, ShotOdds


class Meaning(StrEnum):
    """The result that a block of the bar stands for."""

    CRITICAL = "Critical"
    MISS = "miss"
    HIT = "hit"
    OVER = "hit, Over the Top"
    MISS_OVER = "miss, Over the Top"


class FaceBlock(Struct, frozen=True):
    """One block: a face or a sum (9+), its chance (0 to 1), and its result.

    It stands for the numbers from `low` to `high`; None: open at that end.
    """

    label: str
    meaning: Meaning
    chance: float
    low: int | None = None
    high: int | None = None

    def holds(self, number: int) -> bool:
        """Return whether a face or a sum falls into this block."""
        above = self.low is None or number >= self.low
        return above and (self.high is None or number <= self.high)


class BlockGroup(Struct, frozen=True):
    """Blocks side by side with one result: from place `first` to `last`, with their chance."""

    meaning: Meaning
    first: int
    last: int
    chance: float


def blocks_of(odds: "ShotOdds") -> tuple[FaceBlock, ...]:
    """Return the blocks of a shot: one for each face, or one for each sum of several dice."""
    if odds.faces:
        return tuple(
            FaceBlock(
                str(face.face),
                _meaning(face.critical_failure, face.success > 0, face.benny),
                float(face.chance),
                face.face,
                face.face,
            )
            for face in odds.faces
        )
    blocks = [
        FaceBlock(
            _label(each.low, each.high),
            _meaning(False, each.hits, each.benny > each.chance / 2),
            each.chance,
            each.low,
            each.high,
        )
        for each in odds.sums
    ]
    if odds.sums and odds.critical_failure > 0:
        # From 1 to 0: no sum falls into it, for a sum alone does not show a Critical Failure.
        blocks.insert(0, FaceBlock("", Meaning.CRITICAL, odds.critical_failure, 1, 0))
    return tuple(blocks)


def groups_of(blocks: tuple[FaceBlock, ...]) -> tuple[BlockGroup, ...]:
    """Return the runs of neighbouring blocks with the same result."""
    groups: list[BlockGroup] = []
    at = 0
    for meaning, run in groupby(blocks, key=lambda block: block.meaning):
        same = list(run)
        chance = sum(block.chance for block in same)
        groups.append(BlockGroup(meaning, at, at + len(same) - 1, chance))
        at += len(same)
    return tuple(groups)


def percent(chance: float) -> str:
    """Return a chance (0 to 1) to a tenth of a percent: 37.5 %."""
    return f"{percentage(chance)} %"


def percent_aloud(chance: float) -> str:
    """Return a chance (0 to 1) as a screen reader says it: 37.5 percent."""
    return f"{percentage(chance)} percent"


def percentage(chance: float) -> str:
    """Return the number alone; "<0.1" for a chance that is small but not zero, ">99.9" likewise."""
    shown = round(chance * 100, 1)
    if not shown and chance > 1e-9:  # what lies below is a rounding error
        return "<0.1"
    return ">99.9" if shown == 100 and chance < 1 - 1e-9 else f"{shown:g}"


def needed_words(asked: AttackAsked | None, place: int, needed: int, or_more: str = "+") -> str:
    """Return what has to be rolled: 5+ on d8, with the dice taken off: 5+ on d8 −1d4.

    Empty if there is no such shot.
    """
    if asked is None or place >= len(asked.shots):
        return ""
    shot = asked.shots[place]
    if shot.automatic:
        return "Automatic Hit"
    less = "".join(f" −1d{side}" for side in shot.action.penalty)
    return f"{needed}{or_more} on d{shot.action.sides[0]}{less}"


def _meaning(critical: bool, hits: bool, benny: bool) -> Meaning:
    if critical:
        return Meaning.CRITICAL
    if hits:
        return Meaning.OVER if benny else Meaning.HIT
    return Meaning.MISS_OVER if benny else Meaning.MISS


def _label(low: int | None, high: int | None) -> str:
    minus = "\N{MINUS SIGN}"
    if low is None:
        return f"≤{high}".replace("-", minus)
    return (f"{low}+" if high is None else str(low)).replace("-", minus)


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
            # The same odds, but of another attack: the ways to improve them may be others.
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
            from brikdesk.odds.attack_odds import help_of

            found = help_of(words, self._count(way), self.odds)
            self.helps = tuple(sorted((*self.helps, found), key=lambda each: -each.gain))
        self.known.emit()
        if self._wants_help and (self._left is None or self._left):
            self._timer.start()

    def _count(self, asked: AttackAsked) -> "AttackOdds":
        if asked not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            from brikdesk.odds.attack_odds import attack_odds  # the first attack that is aimed pays

            self._kept[asked] = attack_odds(asked, house=self._house)
        return self._kept[asked]
