"""A running battle with a bit of everything on the table, made by acts alone."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign

ANN, BEN, CLEO = 1, 2, 3
BAIT = "<img src=x> & <b>bold</b>"
LONG = "Wagon " + "of many letters " * 4 + "80 letters"
HERO, SCOUT, PIKEMAN, CANNON, RACK, LONG_ONE, GOLEM, SQUIRE, BAITED, HAYSTACK = range(1, 11)

ROSTER: tuple[Mapping[str, Any], ...] = (
    {"name": "Baron Brick", "player_id": ANN, "kind": "Hero"},
    {
        "name": "Scout Stud",
        "player_id": ANN,
        "specialties": ["tracking"],
        "tags": ["flammable", "living", "breathing", "optical tool"],
    },
    {"name": "Pikeman Hinge", "player_id": ANN},
    {
        "name": "Big Bertha",
        "player_id": ANN,
        "kind": "Structure",
        "size": 3,
        "armor": "2d10",
        "weapons": [{"kind": "Cannon", "size": 3}],
        "racks": [
            {
                "name": "Ready rack",
                "rounds": [
                    {"name": "Shell", "explosive_size": 3, "count": 3},
                    {
                        "name": "Smoke",
                        "explosive_size": 2,
                        "makeup": {"exchanges": {"SMOKE": 2}},
                        "count": 1,
                    },
                ],
            }
        ],
    },
    {
        "name": "Apology Rack",
        "player_id": ANN,
        "kind": "Structure",
        "size": 5,
        "weapons": [{"kind": "Rocket", "size": 4}],
    },
    {"name": LONG[:80], "player_id": BEN, "kind": "Vehicle", "size": 3, "armor": "2d10"},
    {"name": "Ratchet Golem", "player_id": BEN, "kind": "Creature", "size": 4, "armor": "2d10"},
    {"name": "Squire Tile", "player_id": BEN},
    {"name": BAIT, "player_id": CLEO},
    {"name": "Haystack", "kind": "Object", "size": 4, "tags": ["flammable"]},
)

EVENTS: tuple[Mapping[str, Any], ...] = (
    {"act": "Ignite", "unit_id": LONG_ONE, "inches": 2},
    {"act": "Ignite", "unit_id": PIKEMAN},
    {"act": "Ignite", "unit_id": HAYSTACK, "inches": 3},
    {"act": "SetState", "unit_id": SQUIRE, "kind": "Disrupted", "cause": "KnockBack"},
    {"act": "AddField", "kind": "Smoke", "size": 7, "name": "Pea Soup", "player_id": ANN,
     "shrinks": True},
    {"act": "AddField", "kind": "Concealed Hazard", "size": 6, "name": "Surprise Garden",
     "player_id": BEN, "dice": ["d10 Exp", "d10 Exp"]},
    {"act": "HomeIn", "weapon_id": 1, "target": "the gate", "supporters": 2},
    {"act": "Launch", "name": "Stamp", "unit_id": HERO, "explosive_size": 5, "distance": 30,
     "target": "the gate", "use": 4},
    {"act": "WoundMortally", "unit_id": BAITED},
)  # fmt: skip


def do(campaign: Campaign, act: str, **fields: Any) -> None:
    """Do an act by its name."""
    campaign.do(act_from_data({"act": act, **fields}))


def make_roster(path: Path) -> Campaign:
    """Open a copy of the campaign: Ann's first turn, ten units, a table full of trouble."""
    path.write_bytes(_saved())
    return Campaign.open(path)


@cache
def _saved() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "roster.brik"
        _play(Campaign.create(path)).close()
        return path.read_bytes()


def _play(made: Campaign) -> Campaign:
    do(made, "CreateCampaign", name="Test of Strength", uuid="roster")
    do(made, "AddPlayer", name="Ann", faction="Amber Army", colour="sky")
    do(made, "AddPlayer", name="Ben", faction="Brick Brigade", colour="orchid")
    do(made, "AddPlayer", name="Cleo", faction="Clutch Crew", colour="lime")
    for unit in ROSTER:
        do(made, "AddUnit", **unit)
    do(made, "NewBattle", name="First Clash", player_ids=[ANN, BEN, CLEO])
    do(made, "StartBattle")
    for event in EVENTS:
        made.do(act_from_data(event))
    return made
