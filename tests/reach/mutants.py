"""`./dev mutants`: break the rules in random places, one at a time, and see which the tests notice.

Only tests that reach the broken statement through an act, the agenda or a view are run, the quick
ones first (tests/reach/plugin.py notes them). mutmut and cosmic-ray choose tests by what they
import or by any call, and start the whole suite for each mutant; here what counts is the way
through the campaign.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tests.reach.mutations import Mutant, all_mutants
from tests.reach.sites import ROOT, sites

MAP = ROOT / "out" / "reached.json"
FIRST = 12
"""So many of the quickest tests are run before the others: most mutants do not live longer."""

SECONDS = 240
"""What a run of tests may take; a mutant that runs for ever is noticed too."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: noticed or not, and how many tests were asked."""

    mutant: Mutant
    noticed: bool
    asked: int


class Tests:
    """The tests that reach each statement, quickest first, as the last run noted them."""

    def __init__(self) -> None:
        noted = json.loads(MAP.read_text(encoding="utf-8"))
        here = [[site.module, site.function, site.line] for site in sites()]
        if noted["sites"] != here:
            raise SystemExit(
                "The rules have changed since the tests ran: run ./dev coverage-rules."
            )
        passed = {test: one for test, one in noted["tests"].items() if one["passed"]}
        self._quickest = sorted(passed, key=lambda test: passed[test]["seconds"])
        self._reached = {test: frozenset(one["sites"]) for test, one in passed.items()}

    def that_reach(self, places: tuple[int, ...]) -> list[str]:
        """Return the tests that reach one of these statements."""
        wanted = set(places)
        return [test for test in self._quickest if wanted & self._reached[test]]


def notices(mutant: Mutant, tests: list[str]) -> bool:
    """Return True if one of the tests fails with the mutant in the rules."""
    if not tests:
        return False
    settings = {
        **os.environ,
        "BRIKDESK_MUTANT": f"{mutant.module}:{mutant.number}",
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    options = ["-x", "-q", "-p", "tests.reach.mutated", "-p", "no:cacheprovider", "--no-header"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    try:
        run = subprocess.run(
            command, cwd=ROOT, env=settings, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return run.returncode != 0


def fate(mutant: Mutant, tests: list[str]) -> Fate:
    """Try a mutant: the quickest tests, then all others that reach it."""
    for some in (tests[:FIRST], tests[FIRST:]):
        if notices(mutant, some):
            return Fate(mutant, True, len(some))
    return Fate(mutant, False, len(tests))


def _in_words(fate: Fate) -> str:
    mutant = fate.mutant
    function = sites()[mutant.places[0]].function if len(mutant.places) == 1 else ""
    where = f"{mutant.module}:{mutant.line} {function} {mutant.words}"
    return f"{where} ({fate.asked} tests)" if fate.asked else f"{where} (no test reaches it)"


def tried(mutants: list[Mutant], workers: int) -> Iterator[Fate]:
    """Try mutants side by side; return what became of each in their order."""
    tests = Tests()
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(lambda mutant: fate(mutant, tests.that_reach(mutant.places)), mutants)


def main() -> int:
    """Print the survivors and the figure; return 1 where fewer than nine of ten are noticed."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--module", default="", help="only mutants of modules whose name has this")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    pool = [mutant for mutant in all_mutants() if asked.module in mutant.module]
    chosen = random.Random(asked.seed).sample(pool, min(asked.count, len(pool)))
    noticed = 0
    for number, found in enumerate(tried(chosen, asked.workers), 1):
        noticed += found.noticed
        if not found.noticed:
            print(f"lives: {_in_words(found)}", flush=True)
        if not number % 25:
            print(f"{noticed} of {number} noticed", flush=True)
    print(f"{noticed} of {len(chosen)} mutants noticed (seed {asked.seed}, of {len(pool)})")
    return 0 if noticed >= 0.9 * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
