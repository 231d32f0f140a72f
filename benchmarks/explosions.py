"""One explosion that strikes 50 units, against one commit of SQLite alone."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path

from benchmarks import campaigns
from benchmarks.bare import Measured, against_bare, in_memory
from benchmarks.measure import Result, compare
from brikdesk.acts.combat.aim import Aim, Caught, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import open_connection

CAUGHT = 50
SIZE = 4
"""Explosive Size: 4d10, four bands, 8" from the centre to the edge."""

ROLLED = (5, 9, 8, 7, 6)
"""The Action die, which hits, and the d10s; the 2d10 of Armor that each victim throws follow."""


def measure(folder: Path) -> Iterator[Result]:
    """Measure the attack with its undo, so that it can be done again, and its preview."""
    path = campaigns.battle(folder / "explosion.brik")
    campaigns.add(path, campaigns.units(CAUGHT))
    with Campaign.open(path) as campaign:
        attack = _attack(campaign)
        shutil.copy(campaign.path, folder / "bare-explosion.brik")
        with closing(open_connection(folder / "bare-explosion.brik")) as bare:
            yield compare(
                "explosion",
                f"an explosion strikes {CAUGHT} units, and is undone",
                lambda: (campaign.do(attack), campaign.undo()),
                "two commits of bare sqlite3",
                lambda: _commit(bare, times=2),
                repeats=9,
            )
            yield compare(
                "explosion shown",
                f"the preview of an explosion on {CAUGHT} units",
                lambda: campaign.reading(attack.examine),
                "the same units read with bare sqlite3",
                lambda: bare.execute("SELECT * FROM unit").fetchall(),
                repeats=9,
            )
    with in_memory() as memory:
        path = campaigns.battle(memory / "explosion.brik")
        campaigns.add(path, campaigns.units(CAUGHT))
        with Campaign.open(path) as campaign:
            attack = _attack(campaign)
            struck = f"an explosion strikes {CAUGHT} units"
            do = Measured("explosion, processor", struck, lambda: campaign.do(attack), aim=35)
            undo = Measured("its undo, processor", f"{struck}, undone", campaign.undo, aim=10)
            yield from against_bare(campaign, [do, undo], repeats=15)


def _attack(campaign: Campaign) -> Attack:
    """Put a rocket on the table, and give the attack with all its dice."""
    campaign.do(AddUnit(name="Gunner", player_id=1))
    stand = AddUnit(name="Stand", player_id=1, kind="Vehicle", size=SIZE, armor="2d10")
    campaign.do(stand)
    campaign.do(AddWeapon(unit_id=CAUGHT + 2, kind="Rocket", size=SIZE, use=3))
    armor = chain.from_iterable(repeat((2, 3), CAUGHT))
    return Attack(
        aims=(Aim(place="the yard", distance=9),),
        strikes=(Strike(weapon_id=1, by_id=CAUGHT + 1),),
        caught=tuple(
            Caught(unit_id=unit, distance=unit % 4 * 2 + 1.0) for unit in range(1, CAUGHT + 1)
        ),
        faces=tuple(Face(value) for value in (*ROLLED, *armor)),
    )


def _commit(bare: sqlite3.Connection, times: int) -> None:
    for _ in range(times):
        bare.execute("BEGIN IMMEDIATE")
        bare.execute("UPDATE unit SET size_damage = 1 - size_damage WHERE id = 1")
        bare.execute("COMMIT")
