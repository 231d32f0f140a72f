"""Damage by the referee's word: Size Damage, Grinding Damage, limbs, wounds, death."""

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.damage import (
    DamageUnit,
    Kill,
    TakeGrinding,
    TakeSizeDamage,
    WoundMortally,
)
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.states import DieOfWound, LoseLimb
from brikdesk.dice import Face, Origin
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    ControlPoint,
    Fate,
    Fire,
    Homing,
    Mark,
    State,
    StateKind,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.turns.turn_order import stamp_now
from tests.acts.hazards import ANN, BEN, creation, keys, look, minifig, put, settle, to_turn, turn
from tests.acts.table import bad, end_turn, refused, row, rows, told


@pytest.mark.rule("OF-49", "OF-52", "F.1-36")
def test_size_damage_counts_inch_by_inch_until_nothing_is_left(battle: Campaign) -> None:
    mech = creation(battle, kind=UnitKind.VEHICLE)
    battle.do(Ignite(unit_id=mech, inches=2))
    lines = told(battle, TakeSizeDamage(unit_id=mech, inches=3, reason="Rammed."))
    assert 'Boiler-Mech: 3" of Size Damage. Rammed. Effective Size 1". OF-49' in lines[0]
    assert row(battle, Fire).size == 2, "a fire is capped by the built Size"
    lines = told(battle, TakeSizeDamage(unit_id=mech))
    assert "Boiler-Mech is destroyed." in lines[0]
    lost = row(battle, Unit, mech)
    assert (lost.fate, lost.lost_turn_id, rows(battle, Fire)) == (Fate.DEAD, turn(battle).id, [])
    assert "is lost already" in bad(battle, TakeSizeDamage(unit_id=mech))


@pytest.mark.rule("5.1-11", "5.1-12", "OF-48")
def test_typed_damage_meets_the_armor(battle: Campaign) -> None:
    gus = minifig(battle)
    assert "3 damage against Armor 4: nothing" in told(battle, DamageUnit(unit_id=gus, damage=3))[0]
    lines = told(battle, DamageUnit(unit_id=gus, damage=5, cause="Ben's axe."))
    assert "Gus is hit. Ben's axe. 5 damage against Armor 4: it gets through." in lines[0]
    assert row(battle, Unit, gus).fate is Fate.DEAD


@pytest.mark.rule("5.1-13", "5.1-20")
def test_something_bad_by_typed_damage_waits_for_the_choice(battle: Campaign) -> None:
    mech = creation(battle, armor="7", weight_class=0)
    assert "picks Something Bad" in bad(battle, DamageUnit(unit_id=mech, damage=7))
    told(battle, DamageUnit(unit_id=mech, damage=7, choices={"bad": "mortal"}))
    assert row(battle, State).pending_damage == 7


@pytest.mark.rule("A5-41")
def test_no_damage_meets_no_armor(battle: Campaign) -> None:
    gus = minifig(battle, armor="")
    assert "No damage" in told(battle, DamageUnit(unit_id=gus, damage=0))[0]
    assert row(battle, Unit, gus).fate is Fate.ALIVE
    assert "0 to 10,000" in bad(battle, DamageUnit(unit_id=gus, damage=-1))


@pytest.mark.rule("OF-09", "OF-53")
def test_armor_dice_are_capped_by_what_is_left_and_may_fail_by_house_rule(
    battle: Campaign,
) -> None:
    mech = creation(battle, size=4, weight_class=3, size_damage=2)
    assert len(look(battle, DamageUnit(unit_id=mech, damage=5)).dice) == 2
    hit = DamageUnit(unit_id=mech, damage=1, faces=(Face(1, Origin.ROLLED), Face(1)))
    assert "1 damage against Armor 2: nothing" in look(battle, hit).summary
    battle.do(SetHouseRule(switch="bw_crit_fail_armor", value="zero"))
    assert "1 damage against Armor 0: it gets through" in look(battle, hit).summary


@pytest.mark.rule("OF-59", "Q8-26", "8.3-34")
def test_grinding_costs_a_minifig_limbs_and_then_his_life(battle: Campaign) -> None:
    gus = minifig(battle)
    assert "Name 2 of: left_arm" in bad(battle, TakeGrinding(unit_id=gus, points=2))
    told(battle, TakeGrinding(unit_id=gus, points=2, limbs=("left_arm", "left_leg")))
    assert row(battle, Unit, gus).limbs_lost == ["left_arm", "left_leg"]
    assert "cannot be lost" in bad(battle, TakeGrinding(unit_id=gus, limbs=("left_arm",)))
    told(battle, LoseLimb(unit_id=gus, limb="right_arm"))
    lines = told(battle, TakeGrinding(unit_id=gus, points=2, limbs=("right_leg",)))
    assert "Gus dies. No limb was left. Q8-26" in lines[1]
    assert row(battle, Unit, gus).fate is Fate.DEAD


@pytest.mark.rule("OF-60", "QF-08")
def test_grinding_adds_up_on_a_creation(battle: Campaign) -> None:
    mech = creation(battle, grinding=3)
    lines = told(battle, TakeGrinding(unit_id=mech, points=2))
    assert "2 points of Grinding Damage. 5 in all. OF-60" in lines[0]
    assert (row(battle, Unit, mech).grinding, row(battle, Unit, mech).size_damage) == (5, 0)
    assert "no limbs to give up" in bad(battle, TakeGrinding(unit_id=mech, limbs=("left_arm",)))
    assert "is no minifig" in bad(battle, LoseLimb(unit_id=mech, limb="left_arm"))


@pytest.mark.rule("QF-50", "8.5-17")
def test_the_dead_leave_fires_states_marks_controls_and_homing(battle: Campaign) -> None:
    gus, foe = minifig(battle), minifig(battle, "Foe", BEN)
    now = battle.reading(stamp_now)
    gun = put(battle, Weapon(unit_id=gus, name="Gun"))[0]
    put(
        battle,
        ControlPoint(weapon_id=gun, place="seat", occupant_id=gus),
        Homing(
            weapon_id=gun, player_id=ANN, target="Foe", target_id=foe, bonus=2, attacked_turn_id=now
        ),
        Mark(scout_id=foe, target_id=gus, player_id=BEN, made_turn_id=now),
        Mark(scout_id=gus, target_id=foe, player_id=ANN, made_turn_id=now),
        State(unit_id=gus, kind=StateKind.STOPPED, since_turn_id=now),
    )
    battle.do(Ignite(unit_id=gus))
    before = battle.digest()
    lines = told(battle, Kill(unit_id=gus, why="Eaten."))
    assert "Gus dies. Eaten. 5.1-11" in lines[0]
    assert "Gus loses +2 on Foe. Gus is gone." in lines[1]
    assert [mark.scout_id for mark in rows(battle, Mark)] == [gus], "a dead Scout's Mark stays"
    assert rows(battle, Fire) + rows(battle, State) + rows(battle, Homing) == []
    assert row(battle, ControlPoint).occupant_id is None
    battle.undo()
    assert battle.digest() == before


@pytest.mark.rule("5.1-17", "5.1-18", "A5-33")
def test_a_mortally_wounded_minifig_dies_when_the_running_turn_ends(battle: Campaign) -> None:
    gus = minifig(battle, player_id=BEN)
    told(battle, WoundMortally(unit_id=gus, pending_damage=9))
    assert row(battle, State).pending_damage is None, "a minifig just dies"
    assert "Mortally Wounded already" in bad(battle, WoundMortally(unit_id=gus))
    assert "acts on until" in refused(battle, DieOfWound(state_id=1), "5.1-17")
    battle.do(EndTurn())
    assert (turn(battle).player_id, keys(battle)) == (ANN, ["wound-1"])
    assert "Gus dies. Mortally Wounded! 5.1-17" in settle(battle, "wound-1")[0]
    assert (row(battle, Unit, gus).fate, rows(battle, State)) == (Fate.DEAD, [])


@pytest.mark.rule("T5-08", "5.1-20", "OF-93")
def test_a_horse_is_wounded_first_and_dead_the_second_time(battle: Campaign) -> None:
    horse = creation(battle, "Star", 2, 0, kind=UnitKind.HORSE)
    told(battle, WoundMortally(unit_id=horse))
    battle.do(EndTurn())
    assert "Star is Wounded." in settle(battle, f"wound-{row(battle, State).id}")[0]
    assert row(battle, Unit, horse).fate is Fate.ALIVE
    end_turn(battle)
    told(battle, WoundMortally(unit_id=horse))
    battle.do(EndTurn())
    settle(battle, f"wound-{row(battle, State, rows(battle, State)[0].id or 0).id}")
    assert row(battle, Unit, horse).fate is Fate.DEAD


@pytest.mark.rule("5.1-20", "OF-93")
def test_a_mortal_wound_of_a_horse_or_a_creation_takes_effect_then(battle: Campaign) -> None:
    horse = creation(battle, "Star", 2, 0, kind=UnitKind.HORSE)
    mech = creation(battle)
    crate = creation(battle, "Crate", 1, 0, kind=UnitKind.OBJECT)
    ox = creation(battle, "Ox", 3, 0, tags=["two steps"])
    for unit in (horse, mech, crate, ox):
        told(battle, WoundMortally(unit_id=unit, pending_damage=12))
    battle.do(EndTurn())
    assert keys(battle) == ["wound-1", "wound-2", "wound-3", "wound-4"]
    assert "Ox is Wounded. Mortally Wounded! OF-93" in settle(battle, "wound-4")[0]
    assert "Star is Wounded. Mortally Wounded! OF-93" in settle(battle, "wound-1")[0]
    assert '1" of Size Damage. Mortally Wounded! 12 damage.' in settle(battle, "wound-2")[0]
    assert "Crate is destroyed." in settle(battle, "wound-3")[0]
    assert row(battle, Unit, horse).wounded
    assert row(battle, Unit, mech).size_damage == 1
    end_turn(battle)
    told(battle, WoundMortally(unit_id=horse))
    battle.do(EndTurn())
    assert "Star dies. Mortally Wounded! 5.1-20" in settle(battle, keys(battle)[0])[0]


def test_a_fixed_armor_needs_no_dice_and_too_many_are_turned_back(battle: Campaign) -> None:
    gus = minifig(battle)
    assert "more lie there" in bad(battle, DamageUnit(unit_id=gus, damage=3, faces=(Face(2),)))
    assert "A d4 shows 1 to 4" in bad(
        battle, DamageUnit(unit_id=gus, damage=3, fire_faces=(Face(6),))
    )
    to_turn(battle, BEN, 1)
    assert keys(battle) == []
