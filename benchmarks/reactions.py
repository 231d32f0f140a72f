"""What the desk takes to answer: acts, workspaces, letters, looks, by the processor's time."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import campaigns
from benchmarks.measure import Figure
from benchmarks.surroundings import surroundings
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.sample import write_sample
from brikdesk.store.campaign import Campaign

MANY = 500
OPENED_AGAIN = 4
AIMS = {"act": 33, "first": 50, "again": 20, "letter": 20, "look": 250}
"""Milliseconds for each kind of reaction."""

AIMS_WITH_MANY = AIMS | {"act": 60}
WORDS = {
    "act": "until it is on screen",
    "first": "shown for the first time",
    "again": "shown again",
    "letter": "a letter typed",
    "look": "until everything is painted anew",
}


def measure(folder: Path) -> Iterator[Figure]:
    """Measure a desk with the sample campaign, then one with many units."""
    write_sample(folder / "reacting.brik")
    yield from _figures(folder, folder / "reacting.brik", (4, 3, 23), "", AIMS)
    crowd = _crowd(folder / "crowd.brik")
    yield from _figures(folder, crowd, (1, MANY + 1, 2), f", {MANY} units", AIMS_WITH_MANY)


def _crowd(path: Path) -> Path:
    campaigns.battle(path)
    campaigns.add(path, campaigns.units(MANY))
    with Campaign.open(path) as campaign:
        campaign.do(AddUnit(name="Gunner", player_id=1))
        campaign.do(AddWeapon(unit_id=MANY + 1, kind="Gun", size=1))
    return path


def _figures(
    folder: Path, file: Path, attack: tuple[int, int, int], where: str, aims: dict[str, int]
) -> Iterator[Figure]:
    """Yield a figure for each reaction: the median of its milliseconds."""
    rows = _reacting(folder, file, *attack)
    # A desk shows each workspace for the first time only once.
    for _ in range(OPENED_AGAIN):
        for row, again in zip(rows, _reacting(folder, file), strict=False):
            if row["kind"] == "first":
                row["milliseconds"] += again["milliseconds"]
    for row in rows:
        kind, name, times = row["kind"], row["name"], row["milliseconds"]
        what = f"{WORDS[kind]}{where} (worst {max(times):.0f})"
        yield Figure(f"{name}{where}", what, statistics.median(times), "ms", aims[kind])


def _reacting(folder: Path, file: Path, *attack: int) -> list[dict[str, Any]]:
    """Use a desk in a process of its own; without an attack, only go round its workspaces once."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.reacting", str(file), *map(str, attack)],
        env=surroundings(folder), check=True, timeout=600, stdout=subprocess.PIPE,
    )  # fmt: skip
    rows: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return rows
