"""The table itself, where Fields lie, and how units stand."""

import math

import pytest

from brikdesk.acts.battlefield.table import FaceUnit, SetTable
from brikdesk.acts.fields.fields import AddField, PutField
from brikdesk.acts.units.roster import RemoveUnit
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Finish
from brikdesk.store.views.battlefield import battlefield
from tests.acts.attack_scene import unit
from tests.acts.table import bad, told


def test_the_table_takes_size_and_finish(battle: Campaign) -> None:
    digest = battle.digest()
    act = SetTable(width=60, depth=44.5, finish="grass")
    assert told(battle, act) == ['The table is 60" by 44.5". Finish: grass.']
    ground = battle.read(battlefield)
    assert (ground.width, ground.depth, ground.finish) == (60, 44.5, Finish.GRASS)
    battle.do(SetTable(width=50))
    ground = battle.read(battlefield)
    assert (ground.width, ground.depth, ground.finish) == (50, 44.5, Finish.GRASS)
    battle.undo()
    battle.undo()
    assert battle.digest() == digest


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"width": 0.5}, "width"),
        ({"depth": 1001}, "depth"),
        ({"width": math.nan}, "width"),
        ({"finish": "lava"}, "finish"),
    ],
)
def test_a_table_that_cannot_be_is_turned_back(
    battle: Campaign, facts: dict[str, object], where: str
) -> None:
    digest = battle.digest()
    with pytest.raises(BadInput) as error:
        battle.do(SetTable(**facts))  # type: ignore[arg-type]
    assert error.value.where == where
    assert battle.digest() == digest


def test_a_table_comes_with_a_battle(campaign: Campaign) -> None:
    assert "no table" in bad(campaign, SetTable(width=40))


def test_a_field_is_put_on_the_map(battle: Campaign) -> None:
    battle.do(AddField(name="Bog", kind=FieldKind.TERRAIN, size=4, mode="Slow"))
    assert battle.read(battlefield).discs == ()
    battle.do(PutField(field_id=1, x=7, y=8.5))
    disc = battle.read(battlefield).discs[0]
    assert (disc.name, disc.x, disc.y) == ("Bog", 7, 8.5)
    battle.undo()
    assert battle.read(battlefield).discs == ()


@pytest.mark.parametrize(("x", "y"), [(1001, 0), (0, -1001), (math.nan, 0)])
def test_a_field_lies_near_the_table(battle: Campaign, x: float, y: float) -> None:
    battle.do(AddField(name="Bog", kind=FieldKind.TERRAIN, size=4, mode="Slow"))
    assert "within 1,000 inches" in bad(battle, PutField(field_id=1, x=x, y=y))


def test_a_field_that_is_not_there_is_put_nowhere(battle: Campaign) -> None:
    assert "There is no field" in bad(battle, PutField(field_id=9, x=1, y=1))


def test_a_unit_turns_and_stands_high(battle: Campaign) -> None:
    bob = unit(battle, "Bob", 1)
    digest = battle.digest()
    battle.do(FaceUnit(unit_id=bob, facing=-90))
    battle.do(FaceUnit(unit_id=bob, base=3.5))
    standing = battle.read(battlefield).standing[bob]
    assert (standing.facing, standing.base) == (270, 3.5)
    battle.undo()
    battle.undo()
    assert battle.digest() == digest


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "Give a facing"),
        ({"facing": math.inf}, "number of degrees"),
        ({"base": 201}, "within 200 inches"),
        ({"base": math.nan}, "within 200 inches"),
    ],
)
def test_no_unit_stands_like_that(battle: Campaign, facts: dict[str, float], words: str) -> None:
    bob = unit(battle, "Bob", 1)
    assert words in bad(battle, FaceUnit(unit_id=bob, **facts))  # type: ignore[arg-type]


def test_a_lost_unit_does_not_turn(battle: Campaign) -> None:
    bob = unit(battle, "Bob", 1)
    battle.do(RemoveUnit(unit_id=bob))
    assert bad(battle, FaceUnit(unit_id=bob, facing=0))
