"""A sealed battle that waits for dice, and a watch over the one function that makes sealed faces."""

from pathlib import Path
from typing import Any

import pytest

from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.step_act import act_of_step
from brikdesk.acts.throwing import roll_step
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.turns import seal
from brikdesk.turns.queue import agenda

SEED = "5e" * 32


class Watched:
    """Counts the faces that are worked out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.faces, real = 0, seal.sealed_face

        def watched(*asked: Any) -> int:
            self.faces += 1
            return real(*asked)

        monkeypatch.setattr(seal, "sealed_face", watched)


def make_sealed_game(path: Path) -> Path:
    """Return a sealed battle in which a fire waits for its dice, and one of its rolls was undone."""
    with Campaign.create(path) as made:
        made.do(CreateCampaign(name="Tale", uuid="tale"))
        made.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
        made.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="lime"))
        made.do(NewBattle(name="First", player_ids=(1, 2)))
        made.do(StartBattle(sealed=True))
        made.do(SetTable(width=40, depth=30))
        made.do(AddUnit(name="Pike", player_id=1, x=10, y=12))
        made.do(AddUnit(name="Wall", player_id=2, x=14, y=12))
        made.do(AddWeapon(unit_id=1, name="Gun", preset="W-08"))
        made.do(
            act_from_data(
                {
                    "act": "AddUnit",
                    "name": "Cart",
                    "player_id": 1,
                    "kind": "creature",
                    "size": 3,
                    "armor": "1d10",
                }
            )
        )
        made.do(Ignite(unit_id=3, inches=2))
        made.do(EndTurn())
        made.do(EndTurn())
        waiting = made.reading(agenda)
        assert waiting
        roll_step(made, act_of_step(waiting[0]), lambda sides: 1)
        made.undo()
    return path


def rolls(path: Path) -> int:
    """Return how many sealed rolls a file holds."""
    with Campaign.open(path, read_only=True) as campaign:
        found = campaign.read(seal.proof_of, 1)
    return len(found.rolls) if found else 0
