"""Fires that are fought, doused, rolled out, shaped and corrected."""

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.fire.burning import DropAndRoll
from brikdesk.acts.fire.fires import (
    Douse,
    DriveFire,
    FightFire,
    Ignite,
    SetFireSize,
    ShapeFire,
)
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fire, State, StateKind, Unit
from tests.acts.hazards import ANN, BEN, CLEO, creation, hut, keys, minifig, to_turn, turn
from tests.acts.table import bad, refused, row, rows, told


@pytest.mark.rule("F.1-37", "F.1-39", "QF-21", "TF-03")
def test_three_buckets_take_three_inches_and_a_hose_its_size(battle: Campaign) -> None:
    shed = hut(battle)
    fighters = [minifig(battle, name) for name in ("One", "Two", "Three")]
    battle.do(Ignite(unit_id=shed, inches=4))
    for fighter in fighters:
        told(battle, FightFire(fire_id=1, inches=1, by_unit_id=fighter))
    assert row(battle, Fire).size == 1
    assert row(battle, Unit, fighters[0]).action_spent_turn_id == turn(battle).id
    battle.do(SetFireSize(fire_id=1, inches=2, reason="more straw"))
    lines = told(battle, FightFire(fire_id=1, inches=5, apparatus="hose"))
    assert 'Hut: fire is out. 5" of firefighting, hose. It was 2". F.1-39' in lines[0]
    assert rows(battle, Fire) == []


@pytest.mark.rule("F.1-39", "QF-21")
def test_each_apparatus_helps_once_in_its_owners_round(battle: Campaign) -> None:
    shed = hut(battle, size=9)
    gus = minifig(battle, actions_per_turn=2)
    battle.do(Ignite(unit_id=shed, inches=9))
    battle.do(FightFire(fire_id=1, inches=1, by_unit_id=gus))
    again = FightFire(fire_id=1, inches=1, by_unit_id=gus)
    assert "used on a fire since" in refused(battle, again, "F.1-39")
    told(battle, FightFire(fire_id=1, inches=2, apparatus="hose", by_unit_id=gus))
    assert "its Action is spent" in refused(
        battle, FightFire(fire_id=1, inches=1, apparatus="pump", by_unit_id=gus), "4.2-02"
    )
    to_turn(battle, CLEO, 1)
    assert "its Action is spent" in refused(battle, again, "4.2-02")
    to_turn(battle, ANN, 2)
    told(battle, again)
    assert row(battle, Fire).size == 5


@pytest.mark.rule("F.1-39", "QF-21")
def test_an_apparatus_stays_used_when_its_fire_is_out(battle: Campaign) -> None:
    shed, barn = hut(battle), hut(battle, "Barn")
    gus = minifig(battle, actions_per_turn=2)
    battle.do(Ignite(unit_id=shed, inches=1))
    battle.do(Ignite(unit_id=barn, inches=4))
    assert "Hut: fire is out" in told(battle, FightFire(fire_id=1, inches=1, by_unit_id=gus))[0]
    again = FightFire(fire_id=2, inches=1, by_unit_id=gus)
    assert "used on a fire since" in refused(battle, again, "F.1-39")
    to_turn(battle, ANN, 2)
    assert 'fire is now 3"' in told(battle, again)[0]


@pytest.mark.rule("F.1-39")
def test_a_bucket_is_one_inch_and_nothing_is_nothing(battle: Campaign) -> None:
    shed, gus = hut(battle), minifig(battle)
    battle.do(Ignite(unit_id=shed, inches=4))
    wrong = FightFire(fire_id=1, inches=2, by_unit_id=gus)
    assert 'counts 1"' in refused(battle, wrong, "F.1-39")
    assert '1" or more' in bad(battle, FightFire(fire_id=1, inches=0))
    told(battle, FightFire(fire_id=1, inches=3))
    assert row(battle, Fire).size == 1


@pytest.mark.rule("F.1-38", "QF-22", "8.3-30")
def test_water_puts_out_a_minifig_and_what_is_under_it(battle: Campaign) -> None:
    gus, ship = minifig(battle), hut(battle, "Ship", 6)
    battle.do(Ignite(unit_id=gus))
    battle.do(Ignite(unit_id=ship, inches=5))
    assert "Gus: fire is out. Doused with water. 8.3-30" in told(battle, Douse(fire_id=1))[0]
    assert 'fire is now 2"' in told(battle, Douse(fire_id=2, inches_above=2))[0]
    assert "Ship: fire is out" in told(battle, Douse(fire_id=2))[0]
    assert rows(battle, Fire) == []


@pytest.mark.rule("8.3-31", "Q8-30", "4.1-26", "T4-17")
def test_a_minifig_drops_and_rolls_also_in_an_enemys_turn(battle: Campaign) -> None:
    gus = minifig(battle, player_id=BEN)
    assert "not on fire" in bad(battle, DropAndRoll(unit_id=gus))
    battle.do(Ignite(unit_id=gus))
    lines = told(battle, DropAndRoll(unit_id=gus))
    assert "Gus: fire is out. Rolls on the ground. 8.3-31" in lines[0]
    assert "Gus: Disrupted." in lines[1]
    state = row(battle, State)
    assert (state.kind, state.clock_player_id) == (StateKind.DISRUPTED, BEN)
    battle.do(Ignite(unit_id=gus))
    assert "it takes one to roll" in refused(battle, DropAndRoll(unit_id=gus), "8.3-31")
    to_turn(battle, BEN, 1)
    assert "recover-1" in keys(battle)
    assert "Disrupted" in refused(battle, DropAndRoll(unit_id=gus), "4.1-27")


@pytest.mark.rule("F.1-37", "QF-21")
def test_other_units_roll_one_inch_out_or_all_by_house_rule(battle: Campaign) -> None:
    mech = creation(battle, actions_per_turn=2)
    battle.do(Ignite(unit_id=mech, inches=3))
    told(battle, DropAndRoll(unit_id=mech))
    assert row(battle, Fire).size == 2
    battle.undo()
    battle.do(SetHouseRule(switch="roll_on_ground_inches", value="all"))
    told(battle, DropAndRoll(unit_id=mech))
    assert rows(battle, Fire) == []


@pytest.mark.rule("F.1-40")
def test_whoever_is_in_charge_shapes_the_patch(battle: Campaign) -> None:
    own, unowned = hut(battle, player_id=BEN), hut(battle)
    for unit in (own, unowned):
        battle.do(Ignite(unit_id=unit, set_by_id=CLEO))
    assert "Ben: left arm." in told(battle, ShapeFire(fire_id=1, place="left arm"))[0]
    assert "Cleo: roof." in told(battle, ShapeFire(fire_id=2, place="roof"))[0]
    assert row(battle, Fire, 2).place == "roof"


@pytest.mark.rule("F.1-24")
def test_a_corrected_fire_stays_within_its_object_unless_overruled(battle: Campaign) -> None:
    shed, gus = hut(battle, size=3), minifig(battle)
    battle.do(Ignite(unit_id=shed))
    battle.do(Ignite(unit_id=gus))
    assert '3" at most' in refused(battle, SetFireSize(fire_id=1, inches=4), "F.1-24")
    told(battle, SetFireSize(fire_id=1, inches=4, overruled=frozenset({"F.1-24"})))
    assert row(battle, Fire).size == 4
    assert "has no Size" in bad(battle, SetFireSize(fire_id=2, inches=1))
    told(battle, SetFireSize(fire_id=2, inches=0, reason="rain"))
    assert [fire.unit_id for fire in rows(battle, Fire)] == [shed]


@pytest.mark.rule("F.1-04", "F.1-18")
def test_a_permanent_fire_that_is_fought_loses_the_dice_it_cannot_hold(battle: Campaign) -> None:
    forge = hut(battle, "Forge", 4)
    battle.do(Ignite(unit_id=forge, inches=4, permanent_dice=3))
    told(battle, FightFire(fire_id=1, inches=2, apparatus="hose"))
    assert (row(battle, Fire).size, row(battle, Fire).permanent_dice) == (2, 2)


@pytest.mark.rule("QF-09")
def test_the_referee_names_another_driver(battle: Campaign) -> None:
    shed = hut(battle)
    battle.do(Ignite(unit_id=shed, set_by_id=ANN))
    told(battle, DriveFire(fire_id=1, player_id=CLEO))
    to_turn(battle, CLEO, 1)
    assert keys(battle) == ["burn-1"]
