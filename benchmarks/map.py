"""The map of a large battle: pan, zoom, the drag of a unit, beside an empty view of the same size."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import campaigns
from benchmarks.measure import Figure
from benchmarks.surroundings import surroundings
from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn, Together
from brikdesk.store.act import Act, overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.units import units

UNITS, PIECES = 2000, 500
MOVED = 100
"""Units that have moved in the running turn: each has a trail."""

ACROSS = 100
"""Inches of the side of the table."""

AIM = 16.0
"""Milliseconds, in 19 of 20 cases."""

LONGEST_WAIT = 33.0
"""Milliseconds for which nothing may hold up the window."""

FIRST = {"map, first with its map": 250.0, "map, first again": 100.0}
"""Milliseconds until the map is shown for the first time: with all that is read for it, and without."""

WORDS = {
    "map, pan": "the whole table shifted",
    "map, zoom": "one step nearer",
    "map, near": "shifted, seen from near",
    "map, drag": "the ghost of a unit one place further, with its price",
    "photo, read": "until the sheet of a photo of 12 megapixels is there, beside the window",
    "photo, laid flat": "saved, and straightened beside the window until the map shows it",
    "photo, longest wait": "the longest time for which the window took no key meanwhile",
    "map, first with its map": "the panel made and painted for the first time",
    "map, first again": "the same with its libraries loaded and the campaign read, as for the other panes",
    "map, first without places": "the same for a battle of 40 units without places",
    "map, first empty view": "an empty QGraphicsView made and painted, for comparison",
    "map, empty view": "an empty QGraphicsView painted, for comparison",
}


IN_ROCKS = ("4.1-03",)
"""Rules that are overruled: nobody stands in what is solid."""


def measure(folder: Path) -> Iterator[Figure]:
    """Measure a table of 100 by 100 inches with 2,000 units and 500 pieces of terrain."""
    path = folder / "map.brik"
    campaigns.battle(path)
    campaigns.add(path, campaigns.units(UNITS))
    with Campaign.open(path) as campaign:
        # Carts stand where rocks are laid, and are put into houses: what it costs counts here, not the book.
        table = Together(title="The table", acts=tuple(_table(campaign)))
        campaign.do(overruling(table, *IN_ROCKS))
        campaign.do(EndTurn())
        campaign.do(overruling(Together(title="Moves", acts=tuple(_moves(campaign))), *IN_ROCKS))
    plain = folder / "plain.brik"
    campaigns.battle(plain)
    campaigns.add(plain, campaigns.units(40, placed=False))
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.mapping", str(path), str(plain)],
        env=surroundings(folder), check=True, timeout=600, stdout=subprocess.PIPE,
    )  # fmt: skip
    for name, slow in json.loads(done.stdout.splitlines()[-1]).items():
        if name.startswith("photo"):
            yield Figure(name, WORDS[name], slow, "ms", LONGEST_WAIT if "wait" in name else None)
            continue
        if "first" in name:
            yield Figure(name, WORDS[name], slow, "ms", FIRST.get(name))
            continue
        aim = None if name == "map, empty view" else AIM
        yield Figure(name, f"{WORDS[name]}, in 19 of 20 cases at most", slow, "ms", aim)


def _table(campaign: Campaign) -> Iterator[Act]:
    yield SetTable(width=ACROSS, depth=ACROSS, finish="grass")
    for place in range(PIECES):
        x, y = (place * 37) % ACROSS, (place * 61) % ACROSS
        kind = ("wood", "rocks", "building", "water")[place % 4]
        yield PlaceTerrain(kind=kind, points=((x, y), (x + 1.5, y), (x + 1, y + 1.5)))
    for place, unit in enumerate(campaign.read(units)):
        x, y = (place * 17) % ACROSS, (place * 43) % ACROSS
        yield MoveUnit(unit_id=unit.id, x=x, y=y, by_itself=False)


def _moves(campaign: Campaign) -> Iterator[Act]:
    """Yield what a long turn leaves as trails."""
    for unit in campaign.read(units)[:MOVED]:
        assert unit.x is not None
        assert unit.y is not None
        yield MoveUnit(unit_id=unit.id, x=unit.x + 2, y=unit.y + 3, by_itself=False)
