"""Two commits measured in turn: each in a folder of its own, one after the other, several times."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

WORSE = 1.1
"""A figure counts as worse when its median is more than a tenth above that of the other commit."""

Values = dict[str, list[float]]
"""Each figure's values, run by run: ratios to a floor where it has one."""


class Pair(NamedTuple):
    """The medians of one figure: here, and in the commit compared with."""

    name: str
    here: float
    there: float

    @property
    def ratio(self) -> float:
        """How many times the other commit's value; equal where both are 0."""
        return self.here / self.there if self.there else float(self.here > 0) + 1

    @property
    def is_worse(self) -> bool:
        """Whether it is worse by more than a tenth."""
        return self.ratio > WORSE

    def in_words(self) -> str:
        """Return the line that is printed."""
        worse = "  WORSE" if self.is_worse else ""
        return f"{self.name:34}{self.ratio:8.3f}   {self.here:10.3f} to {self.there:10.3f}{worse}"


def compared(revision: str, names: Sequence[str], runs: int) -> list[Pair]:
    """Run the measurements here and in another commit in turn; return the pairs of medians.

    What only one of the two measures is left out. Raise ValueError for an unknown commit.
    """
    here: Values = {}
    there: Values = {}
    with _checked_out(revision) as other:
        for run in range(runs):
            # Who is first changes, so that a machine that warms up or slows down meets both.
            for folder, values in ((ROOT, here), (other, there))[:: 1 if run % 2 == 0 else -1]:
                print(f"run {run + 1} of {runs}, {folder.name}", file=sys.stderr, flush=True)
                _add(values, _measured(folder, names))
    return [
        Pair(name, statistics.median(here[name]), statistics.median(there[name]))
        for name in here
        if name in there
    ]


@contextmanager
def _checked_out(revision: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="brikdesk-compare-") as temporary:
        folder = Path(temporary) / "other"
        made = _git("worktree", "add", "--detach", str(folder), revision)
        if made.returncode:
            raise ValueError(made.stderr.strip().splitlines()[-1])
        try:
            yield folder
        finally:
            _git("worktree", "remove", "--force", str(folder))


def head() -> str:
    """Return the commit that is measured, with a + where files have changed since."""
    commit = _git("rev-parse", "--short", "HEAD").stdout.strip()
    return commit + "+" * bool(_git("status", "--porcelain").stdout.strip())


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)


def _measured(folder: Path, names: Sequence[str]) -> list[dict[str, object]]:
    """Return what a commit's own benchmarks find, by the Python that runs here."""
    command = [sys.executable, "-m", "benchmarks", "--json", *names]
    # The folder itself first on the path, else this commit's packages would be measured twice.
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    try:
        found: list[dict[str, object]] = json.loads(done.stdout)
    except ValueError:
        raise ValueError(f"the benchmarks of {folder} do not run:\n{done.stderr}") from None
    return found


def _add(values: Values, found: Sequence[dict[str, object]]) -> None:
    for figure in found:
        value = figure["ratio"] if "ratio" in figure else figure["value"]
        values.setdefault(str(figure["name"]), []).append(float(str(value)))
