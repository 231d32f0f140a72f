"""A hundred units at once: the time of the processor from an act to its log lines, and back."""

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import campaigns
from benchmarks.measure import Figure
from benchmarks.pace import at_pace
from brikdesk.acts.combat.damage import TakeSizeDamage
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.units import units

REPEATS, MOST = 5, 300.0
"""Runs of which the median counts, and the most milliseconds."""

Acts = Callable[[int], Act]


def measure(folder: Path) -> Iterator[Figure]:
    """Measure a hundred units ignited, damaged, and both undone."""
    path = campaigns.battle(folder / "many.brik")
    with Campaign.open(path) as campaign:
        campaign.do(
            AddUnit(name="Cart", kind="Vehicle", size=4, armor="1d10", copies=100, weapons=())
        )
        ids = [row.id for row in campaign.read(units)][-100:]
        burn = _all("Ignite", ids, lambda unit_id: Ignite(unit_id=unit_id))
        hurt = _all("Damage", ids, lambda unit_id: TakeSizeDamage(unit_id=unit_id, inches=1))
        for name, words, act in (("ignite", "set on fire", burn), ("damage", "damaged", hurt)):
            done, undone = _times(campaign, act)
            yield Figure(f"100 units, {name}", f"100 units {words} in one act", done, "ms", MOST)
            yield Figure(f"100 units, undo {name}", "that act undone", undone, "ms", MOST)


def _all(title: str, ids: list[int], one: Acts) -> Together:
    return Together(title=title, acts=tuple(one(unit_id) for unit_id in ids))


def _times(campaign: Campaign, act: Together) -> tuple[float, float]:
    """Return the medians of the act and of its undo, in milliseconds at the usual pace."""
    done, undone = [], []
    for _ in range(REPEATS):
        done.append(at_pace(time.process_time, lambda: campaign.do(act)))
        undone.append(at_pace(time.process_time, campaign.undo))
    return statistics.median(done), statistics.median(undone)
