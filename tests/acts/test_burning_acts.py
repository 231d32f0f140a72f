"""Fires from turn to turn: worked examples, drivers, minifigs, kinds of fire."""

from dataclasses import replace

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.damage import DamageUnit, FireDamage
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Face
from brikdesk.errors import BadInput, Refused
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Fire, Inside, Mind, Unit, UnitKind
from brikdesk.store.views.units import unit as unit_row
from tests.acts.hazards import (
    ANN,
    BEN,
    CLEO,
    creation,
    hut,
    keys,
    look,
    minifig,
    put,
    settle,
    to_turn,
    turn,
    waiting,
)
from tests.acts.table import bad, end_turn, refused, row, rows, told


@pytest.mark.rule(
    "F.1-22", "F.1-23", "F.1-31", "F.1-33", "F.1-34", "F.1-30", "QF-06", "QF-08", "TF-01"
)
def test_the_boiler_mech_burns_as_in_the_book(battle: Campaign) -> None:
    mech = creation(battle)
    unrolled = DamageUnit(unit_id=mech, damage=8)
    assert [die.sides for die in look(battle, unrolled).dice] == [10, 10]
    hit = act_from_data(
        {"act": "DamageUnit", "unit_id": mech, "damage": 8, "fire_faces": [3], "faces": [6, 9],
         "causer_id": BEN}
    )  # fmt: skip
    lines = told(battle, hit)
    assert "8 damage against Armor 15: nothing." in lines[0]
    assert 'catches fire. [3] Its fire is 1".' in lines[1]
    seen = []
    for faces in ((), (3,), (1, 3), (3, 4)):
        if faces:
            to_turn(battle, ANN, turn(battle).number + 1)
            settle(battle, "burn-1", *faces)
        power = battle.read(unit_row, mech)
        assert power is not None
        seen.append((row(battle, Fire).size, row(battle, Unit, mech).grinding, power.power_limit))
    assert seen == [(1, 0, 7), (2, 1, 6), (2, 2, 6), (4, 4, 4)]


@pytest.mark.rule("F.1-27", "OF-60", "8.3-27")
def test_a_burning_mech_has_less_armor_for_fire_and_for_each_grinding_point(
    battle: Campaign,
) -> None:
    mech = creation(battle, grinding=4)
    battle.do(Ignite(unit_id=mech))
    asked = look(battle, DamageUnit(unit_id=mech, damage=5))
    assert [(die.sides, die.label) for die in asked.dice] == [
        (10, "Armor"), (10, "Armor"), (4, "−1d4 fire"),
    ]  # fmt: skip
    hit = act_from_data({"act": "DamageUnit", "unit_id": mech, "damage": 5, "faces": [6, 6, 3]})
    assert "5 damage against Armor 5: Something Bad" in look(battle, hit).summary  # type: ignore[arg-type]
    battle.do(SetHouseRule(switch="bw_grinding_effect", value="none"))
    assert "5 damage against Armor 9: nothing" in look(battle, hit).summary  # type: ignore[arg-type]


@pytest.mark.rule("OF-60", "QF-08", "F.1-36")
def test_by_house_rule_grinding_costs_inches_and_ends_the_fire_with_the_object(
    battle: Campaign,
) -> None:
    battle.do(SetHouseRule(switch="bw_grinding_effect", value="size_damage_per_n"))
    battle.do(SetHouseRule(switch="bw_grinding_points_per_inch", value=2))
    kind = UnitKind.VEHICLE
    shed = creation(battle, "Shed", size=2, weight_class=0, grinding=1, kind=kind)
    battle.do(Ignite(unit_id=shed, inches=2))
    to_turn(battle, ANN, 2)
    lines = settle(battle, "burn-1", 3, 1)
    assert '1" of Size Damage' in lines[1]
    assert row(battle, Unit, shed).size_damage == 1
    to_turn(battle, ANN, 3)
    lines = settle(battle, "burn-1", 3, 4)
    assert "Shed is destroyed" in lines[1]
    assert rows(battle, Fire) == []


@pytest.mark.rule("F.1-32", "F.1-33", "F.1-34", "F.1-35", "QF-01", "QF-05", "TF-07")
@pytest.mark.parametrize(
    ("size", "weight_class", "fire", "faces", "after", "grinding", "overflow"),
    [
        (4, 2, 4, (1, 4, 3, 2), 4, 2, 0),
        (6, 0, 3, (1, 2, 4), 4, 2, 0),
        (5, 4, 3, (4, 4, 4), 0, 0, 0),
        (3, 3, 3, (4, 3, 1), 2, 1, 0),
        (1, 0, 1, (3,), 1, 1, 1),
        (2, 1, 2, (2, 2), 2, 2, 2),
    ],
)
def test_burning_net_table_through_acts(
    battle: Campaign,
    size: int,
    weight_class: int,
    fire: int,
    faces: tuple[int, ...],
    after: int,
    grinding: int,
    overflow: int,
) -> None:
    unit = creation(battle, "Barrel", size, weight_class)
    barn = creation(battle, "Barn", 6, 1, None)
    battle.do(Ignite(unit_id=unit, inches=fire))
    to_turn(battle, ANN, 2)
    choices = {f"catches_{number}": str(barn) for number in range(overflow)}
    settle(battle, "burn-1", *faces, **choices)
    burning = {each.unit_id: each.size for each in rows(battle, Fire)}
    assert burning.get(unit, 0) == after
    assert burning.get(barn, 0) == overflow
    assert row(battle, Unit, unit).grinding == grinding


@pytest.mark.rule("F.1-35", "QF-03", "F.1-40")
def test_a_fire_without_room_asks_who_is_in_charge_for_a_neighbour(battle: Campaign) -> None:
    unit = creation(battle, "Cask", 1, 0, BEN, x=10.0, y=10.0)
    near = creation(battle, "Near", 2, 3, None, x=12.0, y=10.0)
    creation(battle, "Far", 2, 1, None, x=13.0, y=10.0)
    ablaze = creation(battle, "Ablaze", 1, 0, None, x=10.0, y=11.5)
    creation(battle, "Stone", 2, 1, None, tags=[])
    creation(battle, "Iron", 2, 4, None)
    battle.do(Ignite(unit_id=unit))
    battle.do(Ignite(unit_id=ablaze))
    to_turn(battle, BEN, 2)
    step = waiting(battle, "burn-1", 3)
    preview = look(battle, step)
    assert [(c.id, c.player_id, c.chosen) for c in preview.choices] == [("catches-0", BEN, None)]
    assert [option.value for option in preview.choices[0].options] == [str(near), "nothing"]
    assert not preview.complete
    with pytest.raises(BadInput, match="Ben picks what catches"):
        battle.do(step)
    assert "Near catches fire" in settle(battle, "burn-1", 3, catches_0=str(near))[1]
    assert rows(battle, Fire)[2].driver_id == ANN, "who set the first fire set this one"


@pytest.mark.rule("QF-01", "F.1-35")
@pytest.mark.parametrize(
    ("order", "faces", "jumps"),
    [
        ("reduce_first", (4,), False),  # a die that is still to come may make room
        ("reduce_first", (4, 4, 4), True),
        ("as_rolled", (4,), True),
    ],
)
def test_a_growth_that_may_still_get_room_is_not_said_to_jump(
    battle: Campaign, order: str, faces: tuple[int, ...], jumps: bool
) -> None:
    battle.do(SetHouseRule(switch="burn_order", value=order))
    unit = creation(battle, "Barn", 3, 0, BEN, x=10.0, y=10.0)
    creation(battle, "Cask", 1, 0, None, x=12.0, y=10.0)
    battle.do(Ignite(unit_id=unit, inches=3))
    to_turn(battle, BEN, 2)
    said = " ".join(each.words for each in look(battle, waiting(battle, "burn-1", *faces)).words)
    assert ("so the fire jumps" in said or "3 jumps" in said) is jumps, said


@pytest.mark.rule("F.1-35", "QF-03")
def test_all_jumps_of_a_roll_are_placed_by_one_answer(battle: Campaign) -> None:
    """Nearest first; what the answer has no room for is asked about; nothing is A for strangers."""
    unit = creation(battle, "Barn", 3, 0, BEN, x=10.0, y=10.0)
    far = creation(battle, "Shed", 4, 1, None, x=14.2, y=10.0)
    near = creation(battle, "Cask", 1, 0, None, x=12.0, y=10.0)
    battle.do(Ignite(unit_id=unit, inches=3))
    to_turn(battle, BEN, 2)
    step = waiting(battle, "burn-1", 4, 4, 4)
    (asked,) = look(battle, step).choices
    assert asked.prompt == "Ben picks what catches all 3 jumps:"
    values = [option.value for option in asked.options]
    assert values == [str(near), str(far), "nothing", "each"]
    assert asked.options[0].consequence.endswith("room for 1")
    (_, *rest) = look(battle, replace(step, choices={"catches": str(near)})).choices
    assert [choice.id for choice in rest] == ["catches-1", "catches-2"]
    assert str(near) not in [option.value for option in rest[0].options]
    one_by_one = look(battle, replace(step, choices={"catches": "each"})).choices[1:]
    assert [choice.id for choice in one_by_one] == ["catches-0", "catches-1", "catches-2"]
    settle(battle, "burn-1", 4, 4, 4, catches=str(far))
    assert [fire.size for fire in rows(battle, Fire) if fire.unit_id == far] == [3]


@pytest.mark.rule("F.1-35")
def test_nothing_near_is_the_first_answer_where_no_place_is_known(battle: Campaign) -> None:
    unit = creation(battle, "Barn", 2, 0, BEN)
    for number in range(9):
        creation(battle, f"Hut {number}", 2, 1, None)
    battle.do(Ignite(unit_id=unit, inches=2))
    to_turn(battle, BEN, 2)
    step = waiting(battle, "burn-1", 3, 3)
    (asked,) = look(battle, step).choices
    assert asked.options[0].value == "nothing"
    settle(battle, "burn-1", 3, 3, catches="nothing")
    assert [fire.unit_id for fire in rows(battle, Fire)] == [unit]


@pytest.mark.rule("F.1-31", "QF-27", "8.3-33")
def test_a_burning_roll_is_due_once_and_only_in_its_drivers_turn(battle: Campaign) -> None:
    unit = creation(battle, player_id=BEN)
    battle.do(Ignite(unit_id=unit, inches=2))
    act = act_from_data({"act": "BurnUnit", "fire_id": 1, "faces": [3, 3]})
    assert "no Burning Roll now" in refused(battle, act, "F.1-31")
    end_turn(battle)
    assert keys(battle) == ["burn-1"], "lit in Ann's turn 1, it burns as Ben's turn 1 begins"
    battle.do(act)
    assert keys(battle) == []
    assert "no Burning Roll now" in refused(battle, act, "F.1-31")


@pytest.mark.rule("F.1-31", "QF-09", "QF-10", "QF-27", "TF-08")
def test_drivers(battle: Campaign) -> None:
    neutral = hut(battle)
    crewed = hut(battle, "Tank", player_id=BEN, mind=Mind.PILOTED)
    empty = hut(battle, "Empty Tank", player_id=BEN)
    tree = hut(battle, "Tree")
    for unit in (neutral, crewed, empty):
        battle.do(Ignite(unit_id=unit, set_by_id=ANN))
    to_turn(battle, CLEO, 1)
    battle.do(Ignite(unit_id=tree, natural=True))
    assert [fire.driver_id for fire in rows(battle, Fire)] == [ANN, BEN, ANN, CLEO]
    assert [fire.set_by_id for fire in rows(battle, Fire)] == [ANN, ANN, ANN, None]
    burns = {}
    for player in (ANN, BEN, CLEO):
        to_turn(battle, player, 2)
        burns[player] = keys(battle)
    assert burns == {ANN: ["burn-1", "burn-3"], BEN: ["burn-2"], CLEO: ["burn-4"]}


@pytest.mark.rule("QF-27", "F.1-35", "TF-08")
def test_a_fire_that_jumped_first_burns_in_the_next_turn_of_its_setter(battle: Campaign) -> None:
    shed = hut(battle, "Shed", 1, 0)
    barn = hut(battle, "Barn")
    battle.do(Ignite(unit_id=shed, set_by_id=ANN))
    to_turn(battle, ANN, 2)
    settle(battle, "burn-1", 4, catches_0=str(barn))
    assert keys(battle) == []
    to_turn(battle, ANN, 3)
    assert sorted(keys(battle)) == ["burn-1", "burn-2"]


@pytest.mark.rule("QF-09", "Q8-37")
def test_a_fire_of_an_eliminated_player_burns_on_in_his_place(battle: Campaign) -> None:
    mech = creation(battle, player_id=BEN)
    battle.do(Ignite(unit_id=mech))
    battle.do(act_from_data({"act": "EliminatePlayer", "player_id": BEN}))
    end_turn(battle)
    assert (turn(battle).player_id, keys(battle)) == (CLEO, ["burn-1"])


@pytest.mark.rule("8.3-25", "8.3-26", "8.3-27", "8.3-33", "8.3-34", "8.3-35", "Q8-31", "T8-20")
def test_a_burning_minifig_as_in_the_worked_example(battle: Campaign) -> None:
    gus = minifig(battle)
    crate = hut(battle, "Crate", 1, 1)
    fire = act_from_data({"act": "FireDamage", "unit_id": gus, "faces": [2], "damage": 0})
    assert "does not catch fire. [2] 0 Fire damage in all. 8.3-26" in told(battle, fire)[0]
    fire = act_from_data({"act": "FireDamage", "unit_id": gus, "faces": [1], "damage": 2})
    assert "Critical Failure" in told(battle, fire)[0]
    assert rows(battle, Fire) == []
    fire = act_from_data(
        {"act": "FireDamage", "unit_id": gus, "faces": [2], "damage": 3, "set_by_id": BEN}
    )
    assert (
        "Gus is on fire. [2] 3 Fire damage in all, whatever his Armor. 8.3-25"
        in told(battle, fire)[0]
    )
    hit = act_from_data({"act": "DamageUnit", "unit_id": gus, "damage": 3, "faces": [2]})
    assert look(battle, hit).summary == "Gus: 3 damage against Armor 2: it gets through."  # type: ignore[arg-type]
    to_turn(battle, ANN, 2)
    lines = settle(battle, "burn-1", 4, limb="left_leg", catches=str(crate))
    assert lines[0].startswith("Gus burns. [4] Still burning. 1 Grinding Damage. Ann gives up")
    assert "Crate catches fire" in lines[1]
    assert row(battle, Unit, gus).limbs_lost == ["left_leg"]
    to_turn(battle, ANN, 3)
    assert "Gus's fire is out. [1]" in settle(battle, "burn-1", 1)[0]
    assert [fire.unit_id for fire in rows(battle, Fire)] == [crate]
    assert row(battle, Unit, gus).limbs_lost == ["left_leg"], "a 1 does nothing else"


@pytest.mark.rule("8.3-34", "Q8-26", "OF-59")
def test_a_burning_minifig_without_limbs_dies(battle: Campaign) -> None:
    limbs = ["left_arm", "right_arm", "left_leg", "right_leg"]
    gus = minifig(battle, limbs_lost=limbs)
    friend = minifig(battle, "Friend")
    battle.do(Ignite(unit_id=gus))
    to_turn(battle, ANN, 2)
    lines = settle(battle, "burn-1", 2, catches="nothing")
    assert "Gus dies. No limb was left to burn. 8.3-34" in lines[1]
    assert (row(battle, Unit, gus).fate, rows(battle, Fire)) == (Fate.DEAD, [])
    battle.undo()
    battle.do(SetHouseRule(switch="fire_limbs_exhausted", value="ignore"))
    settle(battle, "burn-1", 2, catches=str(friend))
    assert row(battle, Unit, gus).fate is Fate.ALIVE
    assert {fire.unit_id for fire in rows(battle, Fire)} == {gus, friend}


@pytest.mark.rule("8.3-35", "Q8-29", "Q8-81")
def test_fire_spreads_only_to_what_touches_and_is_light_and_does_not_burn(
    battle: Campaign,
) -> None:
    gus = minifig(battle, x=10.0, y=10.0)
    touching = minifig(battle, "Touching", BEN, x=11.0, y=10.0)
    minifig(battle, "Apart", BEN, x=12.5, y=10.0)
    burning = minifig(battle, "Burning", BEN, x=9.0, y=10.0)
    creation(battle, "Heavy", 1, 2, None, x=10.0, y=11.0)
    battle.do(Ignite(unit_id=gus, set_by_id=CLEO))
    battle.do(Ignite(unit_id=burning))
    to_turn(battle, ANN, 2)
    choice = look(battle, waiting(battle, "burn-1", 3)).choices[1]
    assert [option.value for option in choice.options] == [str(touching), "nothing"]
    assert choice.player_id == ANN
    battle.do(SetHouseRule(switch="minifig_fire_spread_chooser", value="setter"))
    assert look(battle, waiting(battle, "burn-1", 3)).choices[1].player_id == CLEO


@pytest.mark.rule("F.1-44", "F.1-45", "F.1-46", "F.1-48", "TF-14")
def test_other_kinds_of_fire_do_what_their_row_says(battle: Campaign) -> None:
    acid = creation(battle, "Acid", 6, 1)
    ion = creation(battle, "Ion", 6, 1, tags=["technological"])
    battle.do(Ignite(unit_id=acid, inches=3, kind=FireKind.ACID))
    assert "Ion is not living" in refused(
        battle, Ignite(unit_id=ion, inches=3, kind=FireKind.POISON), "F.1-46"
    )
    battle.do(Ignite(unit_id=ion, inches=3, kind=FireKind.ION))
    to_turn(battle, ANN, 2)
    settle(battle, "burn-1", 1, 2, 4)
    settle(battle, "burn-2", 1, 2, 4)
    assert [fire.size for fire in rows(battle, Fire)] == [2, 2]
    assert [row(battle, Unit, each).grinding for each in (acid, ion)] == [2, 0]


@pytest.mark.rule("F.1-46", "F.1-48", "F.1-49")
def test_poison_does_not_jump_from_a_minifig_and_may_end_otherwise(battle: Campaign) -> None:
    gus = minifig(battle, limbs_lost=["left_arm", "right_arm", "left_leg", "right_leg"])
    minifig(battle, "Friend")
    battle.do(Ignite(unit_id=gus, kind=FireKind.POISON, final_stage="rises as a zombie"))
    to_turn(battle, ANN, 2)
    assert [choice.id for choice in look(battle, waiting(battle, "burn-1", 3)).choices] == []
    assert "It ends: rises as a zombie." in settle(battle, "burn-1", 3)[1]


@pytest.mark.rule("F.1-18", "F.1-19", "F.1-02")
def test_a_permanent_fire_makes_no_burning_roll_and_keeps_its_size(battle: Campaign) -> None:
    forge = hut(battle, "Forge", 6, 3, player_id=ANN)
    assert "4 dice need a fire" in refused(
        battle, Ignite(unit_id=forge, inches=3, permanent_dice=4), "F.1-02"
    )
    battle.do(Ignite(unit_id=forge, inches=4, permanent_dice=4))
    told(battle, FireDamage(unit_id=forge, faces=act_faces(4, 4)))
    assert (row(battle, Fire).size, row(battle, Fire).permanent_dice) == (4, 4)
    for number in (2, 3):
        to_turn(battle, ANN, number)
        assert keys(battle) == []


@pytest.mark.rule("F.1-24", "F.1-26", "QF-05", "QF-12", "TF-06")
@pytest.mark.parametrize(
    ("weight_class", "burning", "faces", "out_of_range", "fire"),
    [
        (2, 0, (4, 3, 2), 0, 2),
        (2, 0, (4, 3, 2), 1, 1),
        (2, 4, (4, 4, 4), 0, 5),
        (4, 0, (4, 4, 4), 0, 0),
        (3, 0, (4, 3, 3), 0, 1),
        (0, 0, (1, 1), 0, 0),
        (0, 0, (1, 2), 0, 2),
    ],
)
def test_each_fire_die_above_the_weight_class_ignites(
    battle: Campaign,
    weight_class: int,
    burning: int,
    faces: tuple[int, ...],
    out_of_range: int,
    fire: int,
) -> None:
    unit = creation(battle, "Wall", 5, weight_class)
    if burning:
        battle.do(Ignite(unit_id=unit, inches=burning))
    told(battle, FireDamage(unit_id=unit, faces=act_faces(*faces), out_of_range=out_of_range))
    assert sum(each.size for each in rows(battle, Fire)) == fire


@pytest.mark.rule("QF-02")
def test_by_house_rule_a_fire_is_no_larger_than_what_is_left(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="fire_cap", value="effective_size"))
    unit = creation(battle, "Wreck", 4, 1, size_damage=2)
    battle.do(Ignite(unit_id=unit, inches=4))
    assert row(battle, Fire).size == 2
    told(battle, act_from_data({"act": "TakeSizeDamage", "unit_id": unit}))
    assert row(battle, Fire).size == 1


@pytest.mark.rule("QF-07", "8.3-24")
def test_by_house_rule_a_minifig_burns_as_an_object(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="minifig_fire_rule", value="F.1"))
    gus = minifig(battle)
    battle.do(Ignite(unit_id=gus))
    assert row(battle, Fire).size == 1


def test_acts_of_fire_that_make_no_sense(battle: Campaign) -> None:
    gus = minifig(battle)
    battle.do(Ignite(unit_id=gus))
    assert "has one fire" in refused(battle, Ignite(unit_id=gus), "Q8-29")
    assert '1" or larger' in bad(battle, Ignite(unit_id=gus, inches=0))
    assert "no unit with the number 99" in bad(battle, Ignite(unit_id=99))
    assert "A d4 shows 1 to 4" in bad(battle, FireDamage(unit_id=gus, faces=act_faces(5)))
    assert "No Fire dice" in bad(battle, FireDamage(unit_id=gus, faces=()))
    told(battle, act_from_data({"act": "Kill", "unit_id": gus}))
    assert "Gus is lost already" in bad(battle, Ignite(unit_id=gus))


@pytest.mark.rule("8.3-32", "8.3-29")
def test_a_burning_minifig_runs_his_move_off_when_his_own_turn_ends(battle: Campaign) -> None:
    gus = minifig(battle, move=5.0)
    salamander = minifig(battle, "Salamander", tags=["fire creature"])
    for unit in (gus, salamander):
        battle.do(Ignite(unit_id=unit))
    run = act_from_data({"act": "RunBurning", "fire_id": 1})
    assert "his own turn is not ending" in refused(battle, run, "8.3-32")
    battle.do(act_from_data({"act": "MoveUnit", "unit_id": gus, "inches": 2}))
    battle.do(EndTurn())
    assert keys(battle) == ["run-1"]
    assert look(battle, run).summary == 'Gus runs 3" about and burns on.'  # type: ignore[arg-type]
    assert 'All 3" of Move left are spent. 8.3-32' in told(battle, run)[0]
    assert row(battle, Unit, gus).move_used == 5
    assert keys(battle) == []
    with pytest.raises(Refused):
        battle.do(run)
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN


def test_a_dead_units_fire_and_what_was_inside_it_are_gone(battle: Campaign) -> None:
    shed, gus = hut(battle), minifig(battle)
    battle.do(Ignite(unit_id=shed))
    put(battle, Inside(unit_id=gus, fire_id=1))
    told(battle, act_from_data({"act": "Kill", "unit_id": shed, "why": "Stepped on"}))
    assert (rows(battle, Fire), rows(battle, Inside)) == ([], [])
    battle.undo()
    assert len(rows(battle, Fire)) == len(rows(battle, Inside)) == 1


def act_faces(*values: int) -> tuple[Face, ...]:
    return tuple(Face(value) for value in values)


@pytest.mark.rule("F.1-31", "QF-09")
@pytest.mark.parametrize(
    ("gone", "driver"), [((), BEN), ((BEN,), CLEO), ((BEN, CLEO), ANN), ((CLEO,), BEN)]
)
def test_a_fire_that_begins_on_what_an_eliminated_player_left_has_the_next_in_order(
    battle: Campaign, gone: tuple[int, ...], driver: int
) -> None:
    mech = creation(battle, player_id=BEN)
    for player_id in gone:
        battle.do(act_from_data({"act": "EliminatePlayer", "player_id": player_id}))
    battle.do(Ignite(unit_id=mech))
    assert row(battle, Fire).driver_id == driver
