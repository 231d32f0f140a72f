"""The odds of one shot as the blocks of its bar, and as words."""

from enum import StrEnum
from itertools import groupby

from msgspec import Struct

from brikdesk.odds import AttackAsked, ShotOdds


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


def blocks_of(odds: ShotOdds) -> tuple[FaceBlock, ...]:
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
