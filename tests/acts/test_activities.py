"""Climbing, swimming, crawling, armor on and off: what each does to movement, arms and Action."""

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.momentum import BeginActivity
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.actions import OtherAction, SpendAction
from brikdesk.acts.units.states import ClearState
from brikdesk.acts.weapons.weapons import PickUp
from brikdesk.rules.brikwars.movement import ACTIVITIES
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import State, StateKind, Unit, Weapon
from tests.acts.attack_scene import look, weapon
from tests.acts.hazards import BEN, minifig, put, to_turn
from tests.acts.table import bad, refused, row, rows, told


def begin(unit_id: int, activity: str, **facts: object) -> BeginActivity:
    return BeginActivity(unit_id=unit_id, activity=activity, **facts)  # type: ignore[arg-type]


@pytest.mark.thorough(but=3)
@pytest.mark.rule("4.1-05", "4.1-16", "4.1-15")
@pytest.mark.parametrize("activity", ["climb_hard", "swim", "mud", "crawl", "hop", "carry_heavy"])
def test_strenuous_movement_is_at_half_speed_until_it_is_cleared(
    battle: Campaign, activity: str
) -> None:
    gus = minifig(battle)
    (said,) = told(battle, begin(gus, activity))
    assert said.startswith(f"Gus: {ACTIVITIES[activity].words}. Half Speed.")
    (moved,) = told(battle, MoveUnit(unit_id=gus, inches=2))
    assert f'It takes 4", Half Speed: {ACTIVITIES[activity].words}.' in moved
    told(battle, SpendAction(unit_id=gus))
    to_turn(battle, 1, 2)
    told(battle, ClearState(state_id=rows(battle, State)[0].id or 0))
    (moved,) = told(battle, MoveUnit(unit_id=gus, inches=5))
    assert "Half Speed" not in moved


@pytest.mark.rule("4.1-20", "T4-16")
def test_three_causes_cost_no_more_than_one(battle: Campaign) -> None:
    """T4-16: Heavy Armor, a heavy burden and mud."""
    gus = minifig(battle, worn_armor="heavy")
    told(battle, begin(gus, "carry_heavy"))
    told(battle, begin(gus, "mud"))
    told(battle, MoveUnit(unit_id=gus, inches=2.5))
    assert row(battle, Unit, gus).move_used == 5


@pytest.mark.rule("4.1-02", "T4-09")
def test_a_ladder_is_climbed_at_the_full_price_as_far_as_the_move_goes(battle: Campaign) -> None:
    gus = minifig(battle)
    told(battle, begin(gus, "climb_easy"))
    refused(battle, MoveUnit(unit_id=gus, inches=5.1), "4.1-01")
    told(battle, MoveUnit(unit_id=gus, inches=5))
    assert row(battle, Unit, gus).move_used == 5


@pytest.mark.rule("4.1-13", "4.1-14", "4.2-01")
def test_minor_activities_leave_the_one_action_and_what_is_picked_up_costs_nothing(
    battle: Campaign,
) -> None:
    gus, ann = minifig(battle), minifig(battle, "Ann")
    (club,) = put(battle, Weapon(unit_id=ann, name="Club", lying="at the feet of Ann"))
    told(battle, PickUp(weapon_id=club, by_unit_id=gus))
    told(battle, begin(gus, "hop"))
    told(battle, begin(gus, "mud"))
    now = row(battle, Unit, gus)
    assert (now.actions_spent, now.move_used) == (0, 0)
    told(battle, OtherAction(unit_id=gus, name="Stacks bricks", use=0))
    refused(battle, OtherAction(unit_id=gus, name="Reads", use=0), "4.2-02")
    told(battle, begin(gus, "crawl"))


@pytest.mark.rule("4.1-06", "A4-05")
@pytest.mark.parametrize(
    ("activity", "hands", "refusal"),
    [("swim", 1, "4.1-06"), ("climb_hard", 1, "4.1-06"), ("climb_easy", 1, ""), ("climb_easy", 2, "4.1-06")],
)  # fmt: skip
def test_arms_that_move_a_unit_fire_no_gun(
    battle: Campaign, activity: str, hands: int, refusal: str
) -> None:
    gus, foe = minifig(battle), minifig(battle, "Foe", BEN)
    gun = weapon(battle, gus, kind="Gun", size=1, hands=hands)
    told(battle, begin(gus, activity))
    shot = Attack(aims=(Aim(unit_id=foe, distance=4),), strikes=(Strike(weapon_id=gun, by_id=gus),))
    seen = look(battle, shot)
    assert seen.refused_by == refusal
    assert not refusal or "its movement leaves it" in seen.refusal
    told(battle, ClearState(state_id=rows(battle, State)[0].id or 0))
    assert look(battle, shot).refusal == ""


@pytest.mark.rule("4.1-06", "A4-05")
@pytest.mark.parametrize(
    ("arms", "said", "refusal"),
    [
        ("", "It takes one arm", ""),
        ("left", "It takes its left arm", ""),
        ("right", "It takes its right arm", ""),
        ("both", "It takes both arms", "4.1-06"),
    ],
)
def test_a_ladder_is_climbed_with_one_arm_or_with_both(
    battle: Campaign, arms: str, said: str, refusal: str
) -> None:
    gus, foe = minifig(battle), minifig(battle, "Foe", BEN)
    gun = weapon(battle, gus, kind="Gun", size=1, hands=1)
    assert said in told(battle, begin(gus, "climb_easy", arms=arms))[0]
    shot = Attack(aims=(Aim(unit_id=foe, distance=4),), strikes=(Strike(weapon_id=gun, by_id=gus),))
    assert look(battle, shot).refused_by == refusal
    told(battle, MoveUnit(unit_id=gus, inches=2))
    assert row(battle, Unit, gus).move_used == 2, "a ladder is no Half Speed (4.1-02)"


@pytest.mark.rule("4.1-06")
def test_on_the_ladder_an_arm_is_freed_and_taken_again(battle: Campaign) -> None:
    gus = minifig(battle)
    for arms in ("both", "left", "", "both"):
        told(battle, begin(gus, "climb_easy", arms=arms))
        (state,) = rows(battle, State)
    assert state.cause == "climbing a ladder with both arms"


@pytest.mark.rule("4.1-06", "OF-88")
def test_an_arm_that_is_lost_climbs_no_ladder(battle: Campaign) -> None:
    gus = minifig(battle, limbs_lost=["left_arm"])
    for arms in ("left", "both"):
        refusal = refused(battle, begin(gus, "climb_easy", arms=arms), "4.1-06")
        assert "its left arm, which it has lost" in refusal
    told(battle, begin(gus, "climb_easy", arms="right"))
    assert "left, right or both" in bad(battle, begin(gus, "climb_easy", arms="third"))
    assert "Nobody chooses the arms" in bad(battle, begin(gus, "swim", arms="left"))


@pytest.mark.rule("4.1-06")
def test_arms_that_move_a_unit_strike_and_grab_nobody(battle: Campaign) -> None:
    gus, foe = minifig(battle), minifig(battle, "Foe", BEN)
    club = weapon(battle, gus, preset="W-01")
    told(battle, begin(gus, "swim"))
    blow = Strike(weapon_id=club, by_id=gus, mode=Mode.STRIKE)
    assert look(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(blow,))).refused_by == "4.1-06"


@pytest.mark.rule("4.1-21", "4.1-22", "A4-12", "A4-31")
def test_who_swims_in_armor_drowns_and_swims_on_without_it(battle: Campaign) -> None:
    gus = minifig(battle, worn_armor="heavy")
    (said,) = told(battle, begin(gus, "swim"))
    assert (
        "Stopped and drowning. It dies when its following turn ends, unless freed. 4.1-21" in said
    )
    refused(battle, MoveUnit(unit_id=gus, inches=1), "4.1-23")
    assert told(battle, begin(gus, "doff_armor")) == [
        "Gus: taking off Body Armor. It drowns no more and swims."
        " It stays Stopped until its next own turn starts, A4-31. A4-03"
    ]
    swims, stays = rows(battle, State)
    assert (swims.kind, swims.cause) == (StateKind.HALF_SPEED, "swimming")
    assert (stays.kind, stays.lasting) == (StateKind.STOPPED, False)
    refused(battle, MoveUnit(unit_id=gus, inches=2.5), "4.1-23")


@pytest.mark.rule("4.1-21", "A4-12")
def test_light_armor_drowns_unless_the_table_says_no_and_a_burden_always_does(
    battle: Campaign,
) -> None:
    gus, ann = minifig(battle, worn_armor="light"), minifig(battle, "Ann")
    battle.do(SetHouseRule(switch="bw_light_armor_drowns", value=False))
    assert "drowning" not in told(battle, begin(gus, "swim"))[0]
    assert "drowning" in told(battle, begin(ann, "swim", burdened=True))[0]


@pytest.mark.rule("4.2-26", "4.1-16")
def test_armor_is_put_on_in_a_whole_turn(battle: Campaign) -> None:
    gus = minifig(battle)
    told(battle, begin(gus, "don_armor", armor="heavy"))
    knight = row(battle, Unit, gus)
    assert (knight.worn_armor, knight.armor, knight.deflection) == ("heavy", "4", 1)


@pytest.mark.rule("W-14", "W-15")
def test_what_armor_adds_comes_and_goes_with_it(battle: Campaign) -> None:
    changed = (
        (minifig(battle), "don_armor", "light", ("6", 0)),
        (minifig(battle, "Ann", worn_armor="light"), "don_armor", "heavy", ("4", 1)),
        (minifig(battle, "Bea", worn_armor="light"), "doff_armor", "", ("4", 0)),
        (minifig(battle, "Cei", worn_armor="heavy"), "doff_armor", "", ("4", 0)),
    )
    for unit_id, activity, worn, figures in changed:
        told(battle, begin(unit_id, activity, armor=worn))
        now = row(battle, Unit, unit_id)
        assert (now.worn_armor, (now.armor, now.deflection)) == (worn, figures)


@pytest.mark.rule("4.1-12", "A4-01", "A4-03")
@pytest.mark.parametrize(
    ("switch", "value", "spends"),
    [
        ("bw_doff_costs_action", False, False),
        ("bw_doff_costs_action", True, True),
        ("bw_impaired_table", ["doff_armor"], True),
    ],
)
def test_taking_armor_off_costs_what_the_table_says(
    battle: Campaign, switch: str, value: object, spends: bool
) -> None:
    gus = minifig(battle, worn_armor="light")
    battle.do(SetHouseRule(switch=switch, value=value))
    told(battle, begin(gus, "doff_armor"))
    assert (row(battle, Unit, gus).actions_spent == 1) is spends


@pytest.mark.rule("A4-02", "4.1-23", "4.1-24")
def test_who_stops_to_aim_moves_no_more_and_acts(battle: Campaign) -> None:
    gus = minifig(battle)
    assert "Stopped. Until its next own turn starts." in told(battle, begin(gus, "aim"))[0]
    refused(battle, MoveUnit(unit_id=gus, inches=1), "4.1-23")
    told(battle, SpendAction(unit_id=gus))


def test_what_cannot_be_is_named(battle: Campaign) -> None:
    gus = minifig(battle)
    assert "no activity 'fly'" in bad(battle, begin(gus, "fly"))
    assert "light or heavy" in bad(battle, begin(gus, "don_armor"))
    assert "wears no Body Armor" in bad(battle, begin(gus, "doff_armor"))
