"""A battle at the start of a turn with ten steps waiting, as the design's pictures show one."""

from dataclasses import dataclass
from pathlib import Path

from sqlmodel import Session, SQLModel
from typing_extensions import override

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import (
    Edge,
    Field,
    FieldKind,
    Fire,
    Homing,
    Mark,
    Projectile,
    State,
    StateKind,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from tests.played_once import begun

PRIYA, TOMASZ, JUNE = 1, 2, 3
SCOUT, BARON, HINGE, NEPHEW, RACK, WAGON, GOLEM, OPINION, TOFFEE, HAYSTACK, FENCE = range(1, 12)
STEPS = 10
FIRST_DICE = 5
"""Steps before the first one that asks for something, and the place of that one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetScene(Act):
    """Put the rows of the scene on the table, in Priya's first turn."""

    @override
    def carry_out(self, session: Session) -> Outcome:
        for group in (_units(), _lasting()):
            session.add_all(group)
            session.flush()
        return Outcome("Set the scene")


def _units() -> list[SQLModel]:
    minifig, vehicle, thing = UnitKind.MINIFIG, UnitKind.VEHICLE, UnitKind.OBJECT
    figures = (
        (SCOUT, PRIYA, "Scout Periwinkle", "SP", minifig, 1, 0, 11.5, 4.5),
        (BARON, PRIYA, "Baron Von Clutch", "BC", minifig, 1, 0, 9.0, 8.0),
        (HINGE, PRIYA, "Pikeman Hinge", "PH", minifig, 1, 0, 10.6, 20.0),
        (NEPHEW, PRIYA, "Big Bertha’s Nephew", "BN", vehicle, 3, 2, 15.5, 18.5),
        (RACK, PRIYA, "Apology Rack", "AR", vehicle, 5, 3, 3.5, 8.0),
        (WAGON, PRIYA, "Wagon “Hay There”", "HT", vehicle, 3, 2, 8.8, 25.5),
        (GOLEM, TOMASZ, "Ratchet Golem", "RG", vehicle, 4, 2, 23.5, 11.5),
        (OPINION, TOMASZ, "Trebuchet “Second Opinion”", "SO", vehicle, 4, 3, 27.0, 21.0),
        (TOFFEE, JUNE, "Flame-cart “Hot Toffee”", "HO", vehicle, 3, 2, 17.0, 28.5),
        (HAYSTACK, None, "Haystack", "HS", thing, 4, 1, 13.0, 24.6),
        (FENCE, None, "Fence", "FE", thing, 2, 1, 13.0, 21.5),
    )
    return [
        Unit(
            id=key, player_id=player, name=name, token=token, kind=kind, size=size,
            weight_class=weight, x=x, y=y, action_die=8 if kind is vehicle else 6,
            armor="2d10" if kind is vehicle else "4", move=5.0 if kind is minifig else 8.0,
            tags=["flammable"] if key in (WAGON, TOFFEE, HAYSTACK, FENCE) else [],
        )
        for key, player, name, token, kind, size, weight, x, y in figures
    ]  # fmt: skip


def _lasting() -> list[SQLModel]:
    gun = Weapon(id=1, unit_id=NEPHEW, name='Cannon 3"', kind=WeaponKind.CANNON, size=3, use=6)
    rack = Weapon(id=2, unit_id=RACK, name="Launcher", kind=WeaponKind.LAUNCHER, size=4, use=4)
    flight = {"action_die": 8, "use": 4, "modifiers": []}
    return [
        gun,
        rack,
        Mark(player_id=PRIYA, scout_id=SCOUT, target_id=GOLEM, made_turn_id=1),
        State(
            unit_id=BARON, kind=StateKind.DISRUPTED, cause="KnockBack", since_turn_id=1,
            clock_player_id=PRIYA, clock_edge=Edge.START,
        ),
        Field(player_id=PRIYA, name="Pea Soup", kind=FieldKind.SMOKE, size=8,
              shrink_player_id=PRIYA, made_turn_id=1),
        Field(player_id=PRIYA, name="Expired Mustard", kind=FieldKind.EXPOSURE, size=3,
              dice=["d6 Damage"] * 3, shrink_player_id=PRIYA, made_turn_id=1),
        Fire(unit_id=HINGE, size=0, set_by_id=JUNE, driver_id=PRIYA, lit_turn_id=1, ran_turn_id=1),
        Fire(unit_id=WAGON, size=2, set_by_id=JUNE, driver_id=PRIYA, lit_turn_id=1),
        Fire(unit_id=HAYSTACK, size=3, set_by_id=PRIYA, driver_id=PRIYA, lit_turn_id=1),
        Projectile(
            player_id=PRIYA, unit_id=RACK, weapon_id=2, name="Second-Class Stamp",
            explosive_size=5, distance=48, travelled=12, target="by the gatehouse",
            frozen=flight, launched_turn_id=1, x=16, y=7, target_x=34, target_y=9,
        ),
        Projectile(
            player_id=PRIYA, unit_id=RACK, weapon_id=2, name="Return to Sender",
            explosive_size=4, distance=19, travelled=12, target="by Ratchet Golem",
            target_id=GOLEM, frozen=flight, launched_turn_id=1, x=16, y=11,
        ),
        Homing(weapon_id=1, player_id=PRIYA, target="Second Opinion", target_id=OPINION, bonus=3,
               attacked_turn_id=1),
    ]  # fmt: skip


def make_scene(path: Path) -> Campaign:
    """Return the campaign at the start of Priya's second turn: nothing is settled yet."""
    return begun(path, _play)


def _play(made: Campaign) -> None:
    made.do(CreateCampaign(name="The Crumbledown Affair", uuid="scene"))
    made.do(AddPlayer(name="Priya", faction="Duchy of Lower Stud", colour="sky", code="LS"))
    made.do(AddPlayer(name="Tomasz", faction="Order of the Missing Piece", colour="orchid"))
    made.do(AddPlayer(name="June", faction="Couch Crevice Raiders", colour="lime"))
    made.do(NewBattle(name="Crumbledown", player_ids=(PRIYA, TOMASZ, JUNE)))
    made.do(StartBattle())
    made.do(SetScene())
    for _ in range(3):
        made.do(EndTurn())
