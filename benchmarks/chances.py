"""Exact odds of the rolls and attacks that a battle asks for all the time."""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from icepool import d

from benchmarks.measure import Figure, Result, compare
from benchmarks.pace import slowness
from benchmarks.surroundings import surroundings
from benchmarks.usual_attacks import USUAL_ATTACKS
from brikdesk.odds.attack_odds import attack_odds
from brikdesk.odds.rolls import odds_of

USUAL = ("2d6", "3d6+1", "2d10", "3d10+1d4", "5d6", "4d10", "action d8 >= 5", "2d10 vs 1d10")
SUMS = ((2, 6), (3, 6), (2, 10), (4, 10), (5, 6), (4, 10), (1, 8), (3, 10))


def measure(folder: Path) -> Iterator[Result | Figure]:
    """Measure usual questions and attacks against sums of dice without Bonus Dice; then the first one."""
    yield compare(
        "odds",
        f"{len(USUAL)} usual questions, with Bonus Dice",
        lambda: [odds_of(question) for question in USUAL],
        "sums of as many dice with bare icepool",
        _sums,
        repeats=5,
        clock=time.process_time,
    )
    yield compare(
        "odds of attacks",
        f"odds of the {len(USUAL_ATTACKS)} usual attacks",
        lambda: [attack_odds(asked) for asked in USUAL_ATTACKS.values()],
        f"{len(SUMS)} sums of dice with bare icepool",
        _sums,
        repeats=5,
        clock=time.process_time,
    )
    fresh = [_fresh(folder) for _ in range(3)]
    first, each = (min(found[at] for found in fresh) for at in (0, 1))
    yield Figure(
        "first odds", "of an attack in a fresh process, with all imports", first, "ms", 150
    )
    yield Figure(
        "odds of an attack", "of the processor, when first asked, on average", each, "ms", 4
    )


FRESH = """
import time
from benchmarks.usual_attacks import USUAL_ATTACKS
from brikdesk.odds.attack_odds import attack_odds
attacks = [*USUAL_ATTACKS.values()]
attack_odds(attacks[0])
first = time.process_time()
for asked in attacks[1:]:
    attack_odds(asked)
print(first, (time.process_time() - first) / (len(attacks) - 1))
"""


def _fresh(folder: Path) -> list[float]:
    """Return the milliseconds of the first odds of a process, and of each of the others."""
    before = slowness()
    command = [sys.executable, "-c", FRESH]
    done = subprocess.run(command, env=surroundings(folder), check=True, stdout=subprocess.PIPE)
    pace = statistics.mean((before, slowness()))
    return [1000 * float(word) / pace for word in done.stdout.split()]


def _sums() -> object:
    return [(count @ d(sides)).probabilities() for count, sides in SUMS]
