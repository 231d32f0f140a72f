"""The start of a turn in which 500 units burn."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copy

from benchmarks import campaigns
from benchmarks.measure import Result, compare
from brikdesk.acts.turns_and_steps import roll_all
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import open_connection
from brikdesk.turns.queue import agenda

FIRES = 500
JOIN = "SELECT * FROM fire JOIN unit ON unit.id = fire.unit_id ORDER BY fire.id"


def measure(folder: Path) -> Iterator[Result]:
    """Measure the agenda, then the throwing and saving of every Burning Roll."""
    path = campaigns.battle(folder / "burning.brik")
    campaigns.add(path, _apart(campaigns.units(FIRES)))
    campaigns.add(path, campaigns.fires(1, FIRES))
    copy(path, folder / "bare-burning.brik")
    with (
        Campaign.open(path) as campaign,
        closing(open_connection(folder / "bare-burning.brik")) as bare,
    ):
        yield compare(
            "agenda",
            f"the agenda of {FIRES} fires",
            lambda: campaign.reading(agenda),
            "the same rows read with bare sqlite3",
            lambda: bare.execute(JOIN).fetchall(),
            repeats=9,
        )
        yield compare(
            "turn start",
            f"roll {FIRES} Burning Rolls, save them, undo them",
            lambda: _roll_and_undo(campaign),
            "the same rows written twice with bare sqlite3",
            lambda: (_write(bare), _write(bare)),
            repeats=3,
            aim=35,
        )


def _apart(units: list[campaigns.Unit]) -> list[campaigns.Unit]:
    """Put units so far apart that no fire jumps."""
    for number, unit in enumerate(units):
        unit.x, unit.y = 10.0 * (number % 40), 10.0 * (number // 40)
    return units


def _roll_and_undo(campaign: Campaign) -> None:
    chance = Random(6)
    act = roll_all(campaign, lambda sides: chance.randint(1, sides))
    assert act
    campaign.do(act)
    campaign.undo()


def _write(bare: sqlite3.Connection) -> None:
    bare.execute("BEGIN IMMEDIATE")
    for number in range(1, FIRES + 1):
        bare.execute("UPDATE fire SET burned_turn_id = 3 WHERE id = ?", (number,))
        bare.execute("UPDATE unit SET grinding = grinding + 1 WHERE id = ?", (number,))
        bare.execute(
            "INSERT INTO logline"
            " (act_id, kind, lead, parts, sums, rule, step, overruled, typed, rolled)"
            " VALUES (1, 'fire', 'Cart burns.', '[]', '[]', 'F.1-31', '', '[]', 0, 2)"
        )
    bare.execute("COMMIT")
