"""A table with a gun, its crew, minifigs and an explosion's worth of enemies, for the Attack tab."""

from dataclasses import dataclass
from pathlib import Path

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.acts.weapons.loading import Reload
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.armory import controls, weapons
from brikdesk.store.views.units import units
from brikdesk.turns import ledger
from tests.played_once import begun

PRIYA, TOMASZ = 1, 2


@dataclass(frozen=True, slots=True)
class Table:
    """The campaign with the keys of what stands on its table."""

    campaign: Campaign
    units: dict[str, int]
    guns: dict[str, int]


def set_table(path: Path) -> Table:
    """Return Priya's third turn: her Cannon is loaded and manned, enemies stand 9" away."""
    made = begun(path, _play)
    keys, guns = _keys(made)
    return Table(made, keys, guns)


def _keys(made: Campaign) -> tuple[dict[str, int], dict[str, int]]:
    """Return the keys of the units by their names, and of each one's weapon."""
    keys = {row.name: row.id for row in made.read(units)}
    return keys, {row.unit: row.id for row in made.read(weapons)}


def _play(made: Campaign) -> None:
    made.do(CreateCampaign(name="The Crumbledown Affair", uuid="attack"))
    made.do(AddPlayer(name="Priya", faction="Duchy of Lower Stud", colour="sky", code="LS"))
    made.do(AddPlayer(name="Tomasz", faction="Order of the Missing Piece", colour="orchid"))
    _roster(made)
    made.do(NewBattle(name="Crumbledown", player_ids=(PRIYA, TOMASZ)))
    made.do(StartBattle())
    keys, guns = _keys(made)
    round_id = made.read(ledger.ammo)[0].round_id
    made.do(Reload(weapon_id=guns["Nephew"], round_id=round_id, by_unit_id=keys["Gunner Nubs"]))
    point = next(row for row in made.read(controls) if row.unit == "Nephew")
    made.do(ManControl(control_id=point.id, unit_id=keys["Sgt. Flatplate"]))
    for _ in range(2):
        made.do(EndTurn())


def _roster(made: Campaign) -> None:
    shells = ({"name": "Shell", "explosive_size": 3, "count": 4},)
    cannon = ({"kind": "Cannon", "size": 3, "name": "Cannon"},)
    _unit(made, PRIYA, name="Sgt. Flatplate", preset="U-07", x=4, y=10)
    _unit(made, PRIYA, name="Gunner Nubs", preset="U-07", x=4, y=12)
    _unit(made, PRIYA, name="Rifle Rosa", preset="U-01", x=6, y=2, weapons=({"preset": "W-04"},))
    _unit(made, PRIYA, name="Nephew", kind="structure", size=3, x=6, y=11, weapons=cannon,
          racks=({"name": "Crate", "rounds": shells},))  # fmt: skip
    _unit(made, TOMASZ, name="Second Opinion", kind="structure", size=4, x=18.5, y=11)
    _unit(made, TOMASZ, name="Squire Tile", preset="U-01", x=18.5, y=7.5)
    _unit(made, TOMASZ, name="Sister Underfoot", preset="U-01", x=10, y=2)
    _unit(made, TOMASZ, name="Lost Lancer", preset="U-01")


def _unit(made: Campaign, player_id: int, **facts: object) -> None:
    act: Act = act_from_data({"act": "AddUnit", "player_id": player_id, **facts})
    assert isinstance(act, AddUnit)
    made.do(act)
