"""The campaign file: one act, opening a large campaign, and whether a long history makes it slow."""

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from benchmarks import campaigns
from benchmarks.bare import Measured, against_bare, in_memory, written
from benchmarks.measure import Figure, Result, compare, in_turns
from brikdesk.acts.fire.fires import Ignite
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import open_connection
from brikdesk.turns.queue import agenda

WRITE = "UPDATE unit SET name = ? WHERE id = 1"


def acts(folder: Path) -> Iterator[Result | Figure]:
    """Measure one act and its undo: against a commit of SQLite alone, and without the drive."""
    path = campaigns.battle(folder / "acts.brik")
    campaigns.add(path, campaigns.units(50))
    with Campaign.open(path) as campaign:
        names = (f"Cart {number}" for number in count())
        shutil.copy(campaign.path, folder / "bare.brik")
        with closing(open_connection(folder / "bare.brik")) as bare:
            yield compare(
                "act",
                "one small act",
                lambda: campaign.do(small_act(next(names))),
                "one commit of bare sqlite3",
                lambda: _commit(bare, next(names)),
                repeats=100,
                aim=4,
            )
            yield compare(
                "undo",
                "undo and redo of that act",
                lambda: (campaign.undo(), campaign.redo()),
                "two commits of bare sqlite3",
                lambda: (_commit(bare, next(names)), _commit(bare, next(names))),
                repeats=50,
                aim=4,
            )
    yield from _in_memory()
    yield from written(folder)


def _in_memory() -> Iterator[Result]:
    with in_memory() as folder:
        path = campaigns.battle(folder / "acts.brik")
        campaigns.add(path, campaigns.units(50))
        with Campaign.open(path) as campaign:
            names = (f"Cart {number}" for number in count())
            small = Measured(
                "act, processor",
                "one small act",
                lambda: campaign.do(small_act(next(names))),
                aim=7.5,
            )
            undone = Measured("undo, processor", "its undo", campaign.undo, aim=8.5)
            yield from against_bare(campaign, [small, undone], repeats=100)
            lit = Measured(
                "ignite, processor",
                "a unit set on fire",
                lambda: campaign.do(Ignite(unit_id=1)),
                aim=6,
            )
            undone = Measured("ignite undone, processor", "its undo", campaign.undo, aim=7)
            yield from against_bare(campaign, [lit, undone], repeats=100)


def small_act(name: str) -> Act:
    """Return an act that changes one row."""
    return act_from_data({"act": "EditPlayer", "player_id": 1, "name": name})


def _commit(bare: sqlite3.Connection, name: str) -> None:
    bare.execute("BEGIN IMMEDIATE")
    bare.execute(WRITE, (name,))
    bare.execute("COMMIT")


def opening(folder: Path) -> Iterator[Result]:
    """Measure opening 5,000 units and 50,000 log lines, all checks included, against reading them."""
    path = campaigns.battle(folder / "large.brik")
    campaigns.add(path, campaigns.units(5_000))
    campaigns.history(path, acts=10_000, lines_each=5)
    yield compare(
        "open",
        "open and check 5,000 units and 50,000 log lines",
        lambda: Campaign.open(path, read_only=True).close(),
        "read every row with bare sqlite3",
        lambda: _read_all(path),
        repeats=5,
        aim=4.5,
        clock=time.process_time,
    )


def _read_all(path: Path) -> None:
    with closing(open_connection(path, read_only=True)) as bare:
        tables = bare.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in tables:
            bare.execute(f'SELECT * FROM "{name}"').fetchall()


def after_many_acts(folder: Path) -> Iterator[Result]:
    """Measure act, undo and agenda after 10,000 acts against the same after 1,000."""
    with (
        _history(folder / "short.brik", 1_000) as short,
        _history(folder / "long.brik", 10_000) as long,
    ):
        names = (f"Ann {number}" for number in count())
        works: dict[str, Callable[[Campaign], object]] = {
            "act": lambda campaign: campaign.do(small_act(next(names))),
            "undo": lambda campaign: (campaign.undo(), campaign.redo()),
            "agenda": lambda campaign: campaign.reading(agenda),
        }
        for name, work in works.items():
            late, early = in_turns(lambda: work(long), lambda: work(short), 40)  # noqa: B023
            what, floor = f"{name} after 10,000 acts", f"{name} after 1,000 acts"
            yield Result(f"growth of {name}", what, floor, late, early, 1.25)


@contextmanager
def _history(path: Path, acts: int) -> Iterator[Campaign]:
    campaigns.battle(path)
    campaigns.add(path, campaigns.units(200))
    campaigns.add(path, campaigns.fires(1, 30))
    campaigns.history(path, acts)
    with Campaign.open(path) as campaign:
        campaign.do(small_act("Somebody"))
        yield campaign
