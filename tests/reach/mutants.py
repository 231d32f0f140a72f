"""`./dev mutants`: break the rules in random places, one at a time, and see which the tests notice.

Only tests that reach the broken statement through an act, the agenda or a view are run, those first
that name its rule, then those that are quick and reach little else (tests/reach/plugin.py notes
them). mutmut and cosmic-ray choose
tests by what they import or by any call, and start the whole suite for each mutant; here what
counts is the way through the campaign.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from subprocess import DEVNULL

import pytest

from tests.reach.forks import CAN_FORK, Changed, StaleMapError, changed_by, failing, import_tests
from tests.reach.mutations import Mutant, all_mutants
from tests.reach.sites import ROOT, sites

MAP = ROOT / "out" / "reached.json"
FIRST = 25
"""So many tests are run before the others: most mutants do not live longer."""

MOST_SECONDS = 300
"""What the tests of one mutant take together at most; it lives if no more of them are asked."""

PATIENCE = 10
"""A mutant whose tests take so many times longer than they did has made them run for ever."""

STARTING = 60
"""Seconds that Python and the first imports may take besides."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: noticed or not, and how many tests were asked."""

    mutant: Mutant
    noticed: bool
    asked: int


class Tests:
    """The tests that reach each statement, as the last run noted them.

    Those that name a rule of the statement come first, then those that take little time and reach
    little else.

    `seconds` is how long each of them took, `most` how long those of one mutant may take together.
    """

    def __init__(self, most: float = MOST_SECONDS) -> None:
        self._most = most
        if not MAP.exists():
            raise StaleMapError("No run of the tests has noted what they reach")
        noted = json.loads(MAP.read_text(encoding="utf-8"))
        here = [[site.module, site.function, site.line] for site in sites()]
        if noted["sites"] != here:
            raise StaleMapError
        passed = {test: one for test, one in noted["tests"].items() if one["passed"]}
        self.seconds = {test: float(one["seconds"]) for test, one in passed.items()}
        self._reached = {test: frozenset(one["sites"]) for test, one in passed.items()}
        self._ids = {test: frozenset(one["ids"]) for test, one in passed.items()}
        self._ordered = sorted(
            passed, key=lambda test: self.seconds[test] * len(self._reached[test])
        )

    def that_reach(self, places: tuple[int, ...]) -> list[str]:
        """Return the tests that reach one of these statements, as many as time allows."""
        wanted = set(places)
        rules = {id for place in places for id in sites()[place].ids}
        there = [test for test in self._ordered if wanted & self._reached[test]]
        found, taken = [], 0.0
        for test in sorted(there, key=lambda test: not rules & self._ids[test]):
            if taken + self.seconds[test] <= self._most:
                taken += self.seconds[test]
                found.append(test)
        return found


class Trial:
    """Tries mutants, in copies of this process where that can be done (tests/reach/forks.py)."""

    def __init__(self, tests: Tests) -> None:
        self.tests = tests
        self._sound: dict[str, bool] = {}

    def fate(self, mutant: Mutant) -> Fate:
        """Try a mutant: the quickest tests, then all others that reach it."""
        reaching = self.tests.that_reach(mutant.places)
        changed = changed_by(mutant) if CAN_FORK else None
        for some in (reaching[:FIRST], reaching[FIRST:]):
            if changed and self._copy_notices(changed, some):
                return Fate(mutant, True, len(some))
            if not changed and notices(mutant, some, self._seconds(some)):
                return Fate(mutant, True, len(some))
        return Fate(mutant, False, len(reaching))

    def _seconds(self, tests: Iterable[str]) -> float:
        return sum(self.tests.seconds[test] for test in tests)

    def _copy_notices(self, changed: Changed, tests: list[str]) -> bool:
        """Return True if a test fails in a copy with the mutant, and passes in one without."""
        left = [test for test in tests if self._sound.get(test, True)]
        while left:
            failed = failing(left, STARTING + PATIENCE * self._seconds(left), changed)
            if failed is None:
                return False
            if not failed or self._is_sound(failed):
                return True
            left.remove(failed)
        return False

    def _is_sound(self, test: str) -> bool:
        """Tell whether a test passes in a copy: some look at what is imported, or are unsteady."""
        if test not in self._sound:
            limit = STARTING + PATIENCE * self.tests.seconds[test]
            self._sound[test] = failing([test], limit) is None
        return self._sound[test]


def notices(mutant: Mutant, tests: list[str], seconds: float) -> bool:
    """Return True if one of the tests fails in a process of its own, or takes for ever.

    - `seconds`: what the tests take without the mutant.
    """
    if not tests:
        return False
    mutated = {"BRIKDESK_MUTANT": f"{mutant.module}:{mutant.number}"}
    limit = STARTING + PATIENCE * seconds
    code = _ended(["-x", "-p", "tests.reach.mutated", *tests], mutated, limit)
    if code == pytest.ExitCode.USAGE_ERROR and _ended(["--collect-only", *tests], {}, None):
        raise StaleMapError
    return code != 0


def _ended(arguments: list[str], settings: dict[str, str], limit: float | None) -> int | None:
    """Run pytest and return how it ended; None where it was ended after these seconds."""
    own = {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1", **settings}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    silent = {"stdin": DEVNULL, "stdout": DEVNULL, "stderr": DEVNULL}
    # A session of its own: what the tests started dies with them, and no pipe is left to wait for.
    run = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **own}, start_new_session=True, **silent
    )
    try:
        return run.wait(limit)
    except subprocess.TimeoutExpired:
        return None
    finally:
        _end(run)


def _end(run: "subprocess.Popen[bytes]") -> None:
    """End a run of tests with all that it started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    else:
        run.kill()
    run.wait()


def _in_words(fate: Fate) -> str:
    mutant = fate.mutant
    function = sites()[mutant.places[0]].function if len(mutant.places) == 1 else ""
    where = f"{mutant.module}:{mutant.line} {function} {mutant.words}"
    return f"{where} ({fate.asked} tests)" if fate.asked else f"{where} (no test reaches it)"


def tried(mutants: list[Mutant], workers: int, most: float = MOST_SECONDS) -> Iterator[Fate]:
    """Try mutants side by side; return what became of each in their order."""
    trial = Trial(Tests(most))
    if not CAN_FORK:
        with ThreadPoolExecutor(workers) as pool:
            yield from pool.map(trial.fate, mutants)
        return
    import_tests(trial.tests.seconds)
    with get_context("fork").Pool(workers, _take, (trial,)) as copies:
        yield from copies.imap(_fate, mutants)


_trials: list[Trial] = []


def _take(trial: Trial) -> None:
    _trials.append(trial)


def _fate(mutant: Mutant) -> Fate:
    return _trials[0].fate(mutant)


def main() -> int:
    """Print the survivors and the figure; return 1 where fewer than nine of ten are noticed."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--module", default="", help="only mutants of modules whose name has this")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--seconds", type=float, default=MOST_SECONDS, help="what the tests of one mutant may take"
    )
    asked = parser.parse_args()
    pool = [mutant for mutant in all_mutants() if asked.module in mutant.module]
    chosen = random.Random(asked.seed).sample(pool, min(asked.count, len(pool)))
    noticed = 0
    try:
        for number, found in enumerate(tried(chosen, asked.workers, asked.seconds), 1):
            noticed += found.noticed
            if not found.noticed:
                print(f"lives: {_in_words(found)}", flush=True)
            if not number % 25:
                print(f"{noticed} of {number} noticed", flush=True)
    except StaleMapError as stale:
        parser.error(str(stale))
    print(f"{noticed} of {len(chosen)} mutants noticed (seed {asked.seed}, of {len(pool)})")
    return 0 if noticed >= 0.9 * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
