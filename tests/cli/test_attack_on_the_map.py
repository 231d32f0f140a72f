"""An attack in one line of words, with units that have a place: nothing that the map knows is typed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.cli import main
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Unit
from tests.acts.table import rows

Run = Callable[..., dict[str, object]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Attack in a file; gives what is told to programs."""

    def run_it(*arguments: object) -> dict[str, object]:
        capfd.readouterr()
        assert main(["attack", *map(str, arguments), "--json"]) == 0
        told: dict[str, object] = json.loads(capfd.readouterr().out)
        return told

    return run_it


@pytest.fixture
def file(battle: Campaign) -> Path:
    """Ann's Sgt with a rifle and a grenade; Ben's Tile 3 inches away, Near beside him, Far not."""
    battle.do(AddUnit(player_id=1, name="Sgt", x=5.0, y=5.0))
    for name, x in (("Tile", 9.0), ("Near", 10.5), ("Far", 30.0)):
        battle.do(AddUnit(player_id=2, name=name, x=x, y=5.0, armor="4"))
    battle.do(AddWeapon(unit_id=1, preset="W-04", name="Rifle"))
    battle.do(AddWeapon(unit_id=1, preset="W-11", name="Egg"))
    battle.close()
    return battle.path


def fates(file: Path) -> dict[str, Fate]:
    with Campaign.open(file, read_only=True) as campaign:
        return {unit.name: unit.fate for unit in rows(campaign, Unit)}


@pytest.mark.rule("8.4-24", "8.4-29", "8.4-32")
def test_a_grenade_catches_whom_the_map_has_within_its_reach(run: Run, file: Path) -> None:
    told = run(file, "sgt throws egg at tile 4 9")
    assert told["problems"] == []
    assert fates(file) == {
        "Sgt": Fate.ALIVE, "Tile": Fate.DEAD, "Near": Fate.DEAD, "Far": Fate.ALIVE,
    }  # fmt: skip


def test_who_was_said_to_be_caught_keeps_what_was_said(run: Run, file: Path) -> None:
    told = run(file, 'sgt throws egg at tile catching near 9" 4 9')
    assert told["problems"] == []
    assert fates(file)["Near"] is Fate.ALIVE, "nine inches were typed over what the map has"


def test_who_is_caught_is_known_also_where_the_desk_rolls(run: Run, file: Path) -> None:
    told = run(file, "sgt throws egg at tile", "--roll", "--seed", "3", "--dry-run")
    act = told["act"]
    assert isinstance(act, dict)
    preview = told["preview"]
    assert isinstance(preview, dict)
    assert act["caught"] == [{"unit_id": 3, "distance": 1.0, "measured": True}]
    assert (preview["owed"], told["done"]) == (0, None)


@pytest.mark.rule("5.1-28", "5.1-33")
def test_height_and_what_is_in_view_come_from_the_map(run: Run, file: Path) -> None:
    with Campaign.open(file) as campaign:
        low = ((7, 3), (7.5, 3), (7.5, 7), (7, 7))
        campaign.do(PlaceTerrain(kind="wall", points=low, top=0.7))
        campaign.seal()
    told = run(file, "sgt fires rifle at tile", "--dry-run")
    preview = told["preview"]
    assert isinstance(preview, dict)
    details = [row["detail"] for row in preview["modifiers"]]
    assert any("in sight, measured on the map" in detail for detail in details)
    said = run(file, "sgt fires rifle at tile sections 3", "--dry-run")["preview"]
    assert isinstance(said, dict)
    assert not any("measured on the map" in row["detail"] for row in said["modifiers"])
