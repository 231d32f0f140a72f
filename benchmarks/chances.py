"""Exact odds of the rolls and attacks that a battle asks for all the time."""

from collections.abc import Iterator
from pathlib import Path

from icepool import d

from benchmarks.measure import Result, compare
from benchmarks.usual_attacks import USUAL_ATTACKS
from brikdesk.odds.attack_odds import attack_odds
from brikdesk.odds.rolls import odds_of

USUAL = ("2d6", "3d6+1", "2d10", "3d10+1d4", "5d6", "4d10", "action d8 >= 5", "2d10 vs 1d10")
SUMS = ((2, 6), (3, 6), (2, 10), (4, 10), (5, 6), (4, 10), (1, 8), (3, 10))


def measure(_: Path) -> Iterator[Result]:
    """Measure usual questions and attacks against sums of dice without Bonus Dice."""
    yield compare(
        "odds",
        f"{len(USUAL)} usual questions, with Bonus Dice",
        lambda: [odds_of(question) for question in USUAL],
        "sums of as many dice with bare icepool",
        _sums,
        repeats=5,
    )
    yield compare(
        "odds of attacks",
        f"odds of the {len(USUAL_ATTACKS)} usual attacks",
        lambda: [attack_odds(asked) for asked in USUAL_ATTACKS.values()],
        f"{len(SUMS)} sums of dice with bare icepool",
        _sums,
        repeats=5,
    )


def _sums() -> object:
    return [(count @ d(sides)).probabilities() for count, sides in SUMS]
