"""Jumps: how far, how high, over what, and what a MOM makes of them."""

from typing import Any

import pytest

from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.movement.jumping import JumpUnit
from brikdesk.acts.movement.momentum import BeginActivity
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Stance, StateKind, Unit, UnitKind
from tests.acts.attack_scene import unit
from tests.acts.hazards import ANN, BEN, creation, keys, look, minifig, waiting
from tests.acts.table import bad, refused, row, rows, told
from tests.acts.test_collisions import holds


def jump(unit_id: int, *faces: int, mom: str = "", **facts: Any) -> JumpUnit:
    given = tuple(Face(face) for face in faces)
    return JumpUnit(unit_id=unit_id, faces=given, choices={"mom": mom} if mom else {}, **facts)


def wall(battle: Campaign, high: float, x: float = 12.0) -> None:
    told(battle, PlaceTerrain(kind="wall", points=((x, 5.0), (x, 15.0)), radius=0.1, top=high))


def at(battle: Campaign, unit_id: int) -> tuple[float | None, float | None, float]:
    gus = row(battle, Unit, unit_id)
    return gus.x, gus.y, gus.move_used


@pytest.fixture
def gus(battle: Campaign) -> int:
    return minifig(battle, x=10.0, y=10.0)


@pytest.mark.rule("4.1-02", "4.1-04")
def test_a_jump_is_as_long_as_the_move_that_is_left(battle: Campaign, gus: int) -> None:
    assert look(battle, jump(gus, inches=4)).complete
    told(battle, MoveUnit(unit_id=gus, inches=1))
    assert "has 4" in refused(battle, jump(gus, inches=4.1), "4.1-01")
    assert told(battle, jump(gus, inches=4)) == ['Gus jumps 4". 0" of Move left. 4.1-02']
    assert row(battle, Unit, gus).move_used == 5


@pytest.mark.rule("4.1-04")
@pytest.mark.parametrize(("high", "refusal"), [(1.0, ""), (1.1, "4.1-04"), (4.0, "4.1-04")])
def test_a_jump_rises_an_inch_and_no_more(
    battle: Campaign, gus: int, high: float, refusal: str
) -> None:
    for act in (jump(gus, inches=2, rise=high), jump(gus, inches=2, lands=high)):
        if refusal:
            assert 'rises 1" at most' in refused(battle, act, refusal)
        else:
            assert told(battle, act)[0].startswith('Gus jumps 2", 1" high.')


@pytest.mark.rule("4.1-18", "4.1-17")
def test_at_half_speed_it_jumps_half_as_far_and_half_as_high(battle: Campaign, gus: int) -> None:
    told(battle, SetState(unit_id=gus, kind=StateKind.HALF_SPEED, cause="a burden", lasting=True))
    assert 'rises 0.5" at most' in refused(battle, jump(gus, inches=1, rise=0.6), "4.1-04")
    refused(battle, jump(gus, inches=2.6), "4.1-01")
    (line,) = told(battle, jump(gus, inches=2.5, rise=0.5))
    assert 'It takes 5", Half Speed: a burden. 0" of Move left.' in line


@pytest.mark.rule("4.1-04", "4.1-18")
@pytest.mark.parametrize(
    ("slow", "high", "passes"),
    [(False, 1.0, True), (False, 1.2, False), (True, 0.5, True), (True, 0.6, False)],
)
def test_what_it_walks_over_is_no_higher_than_it_jumps(
    battle: Campaign, gus: int, slow: bool, high: float, passes: bool
) -> None:
    wall(battle, high)
    if slow:
        told(battle, SetState(unit_id=gus, kind=StateKind.HALF_SPEED, cause="x", lasting=True))
    for act in (MoveUnit(unit_id=gus, x=12.4, y=10.0), jump(gus, x=12.4, y=10.0)):
        if passes:
            told(battle, act)
            battle.undo()
        else:
            refused(battle, act, "4.1-03")


@pytest.mark.rule("4.1-04")
def test_from_a_height_it_jumps_over_more_and_stands_where_it_comes_down(
    battle: Campaign, gus: int
) -> None:
    wall(battle, 2.5)
    refused(battle, jump(gus, x=13.0, y=10.0), "4.1-03")
    told(battle, FaceUnit(unit_id=gus, base=1.5))
    told(battle, jump(gus, x=13.0, y=10.0, lands=0.0))
    assert [each.base for each in rows(battle, Stance)] == [0.0]
    battle.undo()
    assert [each.base for each in rows(battle, Stance)] == [1.5]


@pytest.mark.rule("F.1-67", "F.1-50")
def test_through_the_air_it_treads_on_nothing_but_where_it_comes_down(
    battle: Campaign, gus: int
) -> None:
    for x, name in ((12.0, "Gap"), (15.0, "Mud")):
        told(battle, AddField(kind=FieldKind.TERRAIN, size=1, name=name, mode="Slow",
                              dice=("d6 Move",), x=x, y=10.0))  # fmt: skip
    told(battle, AddField(kind=FieldKind.CONCEALED, size=1, name="Mines", dice=("d6 Damage",),
                          x=15.0, y=10.0))  # fmt: skip
    told(battle, jump(gus, x=15.0, y=10.0))
    assert sorted(keys(battle)) == [f"path-{gus}-3", f"terrain-{gus}-2"]
    assert waiting(battle, f"path-{gus}-3").through_air


@pytest.fixture
def runner(battle: Campaign) -> int:
    """Gus, who has run five of his ten inches straight."""
    key = unit(battle, "Gus", ANN, x=4, y=10, move=10)
    told(battle, MoveUnit(unit_id=key, x=9, y=10))
    return key


@pytest.mark.rule("5.4-06", "5.4-05")
def test_a_jump_goes_on_with_the_run(battle: Campaign, runner: int) -> None:
    assert [each.id for each in look(battle, jump(runner, x=12, y=10)).choices] == ["mom"]
    told(battle, jump(runner, x=12, y=10))
    assert holds(battle, runner)
    (line,) = told(battle, jump(runner, x=12, y=11))
    assert "Its MOM is lost on the way, 5.4-06." in line


@pytest.mark.rule("5.4-05")
def test_a_run_is_earned_by_a_jump_too(battle: Campaign, gus: int) -> None:
    told(battle, jump(gus, inches=3.9))
    assert not holds(battle, gus)
    told(battle, jump(gus, inches=1))
    assert holds(battle, gus)


@pytest.mark.rule("5.4-10", "5.4-13", "5.4-14", "4.1-04")
@pytest.mark.parametrize(
    ("faces", "x", "used", "said"),
    [
        ((4,), 18.0, 10.0, 'jumps 9". [4] The MOM adds 4" of length.'),
        ((5,), 18.0, 9.0, 'jumps 9". [5] The MOM adds 5" of length.'),
        ((3,), 17.0, 10.0, 'jumps 8". It falls 1" short. [3]'),
        ((1,), 14.0, 10.0, 'jumps 5". It falls 4" short. [1] The MOM adds 0" of length.'),
        ((6, 2), 18.0, 6.0, 'The MOM adds 8" of length.'),
    ],
)
def test_a_mom_makes_a_jump_longer(
    battle: Campaign, runner: int, faces: tuple[int, ...], x: float, used: float, said: str
) -> None:
    asked = look(battle, jump(runner, mom="length", x=18.0, y=10.0))
    assert asked.waiting == 'Waiting for the MOM die of Gus. A jump of 9": 50 % before the roll.'
    lines = told(battle, jump(runner, *faces, mom="length", x=18.0, y=10.0))
    assert said in lines[0]
    assert at(battle, runner) == (x, 10.0, used)
    assert ("must run on" in lines[-1]) == (used < 10)
    if used < 10:
        refused(battle, MoveUnit(unit_id=runner, x=x, y=11.0), "5.4-14")


@pytest.mark.rule("5.4-10", "4.1-04")
@pytest.mark.parametrize(("face", "over"), [(2, True), (1, False)])
def test_a_mom_makes_a_vault_higher(battle: Campaign, runner: int, face: int, over: bool) -> None:
    wall(battle, 3.0)
    refused(battle, jump(runner, x=13.0, y=10.0), "4.1-03")
    asked = look(battle, jump(runner, mom="height", x=13.0, y=10.0, rise=3.0))
    assert '3" high: 83.3 %' in asked.waiting
    lines = told(battle, jump(runner, face, mom="height", x=13.0, y=10.0, rise=3.0))
    if over:
        assert lines[0].startswith('Gus jumps 4", 3" high. [2] The MOM adds 2" of height.')
        assert at(battle, runner) == (13.0, 10.0, 9.0)
    else:
        assert "does not get over what is in its way, and stays before it." in lines[0]
        assert at(battle, runner) == (9.0, 10.0, 5.0)
    assert not holds(battle, runner) or over


@pytest.mark.rule("5.4-12", "5.4-03")
def test_a_mom_helps_ahead_and_only_who_holds_it(battle: Campaign, runner: int) -> None:
    refused(battle, jump(runner, 4, mom="length", x=9.0, y=14.0), "5.4-12")
    told(battle, BeginActivity(unit_id=runner, activity="simple_device"))
    refused(battle, jump(runner, 4, mom="length", inches=3), "5.4-03")


@pytest.mark.rule("4.1-34", "4.1-35")
def test_a_jump_in_a_sprint_keeps_to_its_line(battle: Campaign, gus: int) -> None:
    told(battle, SprintUnit(unit_id=gus, heading=90.0, faces=(Face(4),)))
    refused(battle, jump(gus, x=10.0, y=12.0), "4.1-34")
    wall(battle, 1.0)
    told(battle, jump(gus, x=19.0, y=10.0))


@pytest.mark.rule("4.3-04", "4.3-05", "5.2-08", "4.1-23")
def test_who_may_not_move_does_not_jump(battle: Campaign, gus: int) -> None:
    foe = minifig(battle, "Foe", BEN, x=20.0, y=20.0)
    refused(battle, jump(foe, inches=2), "4.3-04")
    assert "costs no Move" in told(battle, jump(foe, inches=1))[0]
    told(battle, SetState(unit_id=gus, kind=StateKind.STOPPED))
    refused(battle, jump(gus, inches=1), "4.1-23")


@pytest.mark.rule("W-14")
def test_in_body_armor_nobody_jumps_by_house_rule(battle: Campaign) -> None:
    gus = minifig(battle, worn_armor="light", x=10.0, y=10.0)
    told(battle, jump(gus, inches=1))
    battle.do(SetHouseRule(switch="bw_armor_no_jump", value=True))
    refused(battle, jump(gus, inches=1), "W-14")
    wall(battle, 0.5)
    refused(battle, MoveUnit(unit_id=gus, x=12.8, y=10.0), "4.1-03")


def test_what_is_no_jump_is_told(battle: Campaign, gus: int) -> None:
    tank = creation(battle, kind=UnitKind.VEHICLE)
    assert "no feet" in bad(battle, jump(tank, inches=2))
    assert "inches of the jump" in bad(battle, jump(gus))
    assert "both x and y" in bad(battle, jump(gus, x=2.0))
    assert "within 200 inches" in bad(battle, jump(gus, inches=1, lands=-201))
