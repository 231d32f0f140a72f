"""What acts, undo, agenda, opening, a report and memory cost in battles of 1, 10 and 100 times the usual.

`python -m benchmarks.growth FILE` measures one of them, in a process of its own.
"""

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import count
from math import log10
from pathlib import Path

from benchmarks import campaigns
from benchmarks.measure import Growth, Result
from benchmarks.pace import at_pace
from benchmarks.store import after_many_acts, small_act
from benchmarks.surroundings import surroundings
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.turn_and_battle import report_of_turn
from brikdesk.store.campaign import Campaign
from brikdesk.turns.queue import agenda

UNITS, ACTS, FIRES, TURNS = 40, 1_000, 5, 10
"""The usual battle: its acts are spread evenly over its player turns."""

SIZES = (1, 10, 100)
DOCS = Path(__file__).parents[1] / "docs"

LINEAR = 1.1
"""The largest good slope of what reads everything there is; 1 is as fast as its input."""

FLAT = 0.35
"""The same of what depends on few rows: between two sizes it may hardly double."""

KINDS = {
    "act": ("one small act", "ms", FLAT),
    "undo": ("its undo", "ms", FLAT),
    "agenda": ("the steps that wait: an eighth of the units burn", "ms", LINEAR),
    "opening": ("open and check the file", "ms", LINEAR),
    "report": ("the PDF of a player turn of 100 acts, with map and standing", "ms", LINEAR),
    "memory": (
        "the most that opening and agenda took, with Python and all libraries",
        "MB",
        LINEAR,
    ),
}
"""Each measured thing: what it is, its unit, the largest good slope."""


def measure(folder: Path) -> Iterator[Result | Growth]:
    """Measure age alone, then battles of all sizes."""
    yield from after_many_acts(folder)
    found: list[dict[str, float]] = []
    for times in SIZES:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.growth", str(_battle(folder, times))],
            env=surroundings(folder), check=True, timeout=1800, stdout=subprocess.PIPE,
        )  # fmt: skip
        found.append(json.loads(done.stdout.splitlines()[-1]))
    for name, (what, unit, aim) in KINDS.items():
        values = tuple(each[name] for each in found)
        yield Growth(f"size: {name}", what, unit, SIZES, values, aim)


def _battle(folder: Path, times: int) -> Path:
    path = campaigns.battle(folder / f"size-{times}.brik", turns=TURNS * times + 1)
    campaigns.add(path, campaigns.units(UNITS * times))
    campaigns.add(path, campaigns.fires(1, FIRES * times))
    campaigns.history(path, acts=ACTS * times, turns=TURNS * times)
    return path


def main() -> None:
    """Print what a campaign costs as JSON: processor time at the pace of the machine of the aims."""
    path, opened = Path(sys.argv[1]), list[Campaign]()
    took = {"opening": at_pace(time.process_time, lambda: opened.append(Campaign.open(path)))}
    with opened[0] as campaign:
        names = (f"Ann {number}" for number in count())
        took["agenda"] = at_pace(time.process_time, lambda: campaign.reading(agenda))
        took["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        campaign.do(small_act("Somebody"))
        took["act"] = _usual(lambda: campaign.do(small_act(next(names))), 15)
        took["undo"] = _usual(campaign.undo, 10)
        took["report"] = _usual(lambda: render(report_of_turn(campaign, TURNS - 1), "a4"), 3)
    print(json.dumps(took))


def _usual(work: Callable[[], object], repeats: int) -> float:
    return statistics.median(at_pace(time.process_time, work) for _ in range(repeats))


def write(found: Sequence[Growth]) -> None:
    """Write the page about growth, with its picture."""
    heads = "".join(f" {times} times |" for times in SIZES)
    rows = [
        f"| {one.name.removeprefix('size: ')}: {one.what} |"
        + "".join(f" {value:,.1f} {one.unit} |" for value in one.values)
        + f" {one.slope:.2f} | {one.aim:g} |"
        for one in found
    ]
    page = f"""# How the desk grows with its battle

`./dev bench growth --keep` wrote this page on {date.today()}. The usual battle has {UNITS} units, of which
{FIRES} burn, and {ACTS:,} acts in {TURNS} player turns. It is made 10 and 100 times as large in all of these
at once, and each is measured in a process of its own: milliseconds of the processor, as they are on the
machine of the aims.

The slope says by which power of the size a figure grows: 0 not at all, 1 as the battle does, 2 with its
square. What is above its aim grows faster than what it reads.

![Each figure by the size of the battle, both on scales of powers of ten](growth.svg)

| what |{heads} slope | aim |
| --- |{" ---: |" * (len(SIZES) + 2)}
{chr(10).join(rows)}
"""
    (DOCS / "growth.md").write_text(page, encoding="utf-8")
    (DOCS / "growth.svg").write_text(_picture(found), encoding="utf-8")


WIDE, HIGH, EDGE, LINE = 640, 400, 60, 15
COLOURS = ("#1b6ca8", "#c2571a", "#2f7d4f", "#8a3ffc", "#b0254f", "#6b5b2a")


def _picture(found: Sequence[Growth]) -> str:
    """Return a drawing in which each figure is a line, and its slope is that of the line."""
    low = min(int(log10(min(one.values)) // 1) for one in found)
    high = max(int(-(-log10(max(one.values)) // 1)) for one in found)

    def at(times: float, value: float) -> tuple[float, float]:
        across = EDGE + (WIDE - 3 * EDGE) * log10(times) / log10(SIZES[-1])
        return across, HIGH - EDGE - (HIGH - 2 * EDGE) * (log10(value) - low) / (high - low)

    def words(x: float, y: float, text: str, more: str = "") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{text}</text>'

    def path(places: Iterable[tuple[float, float]], more: str) -> str:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        return f'<polyline points="{points}" fill="none" {more}/>'

    parts = []
    for power in range(low, high + 1):
        ends = at(1, 10.0**power), at(SIZES[-1], 10.0**power)
        parts.append(path(ends, 'stroke="#ccc"'))
        (x, y), _ = ends
        parts.append(words(x - 8, y + 4, f"{10.0**power:g}", 'text-anchor="end"'))
    for times in SIZES:
        x, y = at(times, 10.0**low)
        parts.append(words(x, y + 22, f"{times} times", 'text-anchor="middle"'))
    free = -LINE
    coloured = zip(COLOURS, found, strict=True)
    for colour, kind in sorted(coloured, key=lambda each: -each[1].values[-1]):
        places = [at(*pair) for pair in zip(SIZES, kind.values, strict=True)]
        parts.append(path(places, f'stroke="{colour}" stroke-width="2"'))
        free = max(places[-1][1] + 4, free + LINE)  # two that end alike stand one below the other
        label = f"{kind.name.removeprefix('size: ')}, {kind.unit}"
        parts.append(words(places[-1][0] + 8, free, label, f'fill="{colour}"'))
    size = f'width="{WIDE}" height="{HIGH}" font-family="sans-serif" font-size="13"'
    ground = f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>'
    drawn = "\n".join([ground, *parts])
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="#333">\n{drawn}\n</svg>\n'


if __name__ == "__main__":
    main()
