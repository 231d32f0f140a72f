"""Who stands in a Field or a burning part: exposure, Armor, fire and Overload."""

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.fields.exposure import Expose
from brikdesk.acts.fields.fields import AddField, EnterHazard, LeaveHazard
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Fate,
    Fire,
    Inside,
    Note,
    NoteKind,
    PowerUse,
    State,
    StateKind,
    Unit,
    UnitKind,
)
from brikdesk.store.views.battlefield import insides
from brikdesk.turns.queue import queue
from brikdesk.turns.turn_order import turn_now
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
    to_turn,
    turn,
)
from tests.acts.table import bad, end_turn, refused, row, rows, told

D6, D4 = "d6 Damage", "d4 Fire"


def gas(campaign: Campaign, *dice: str, affects: str = "", player_id: int | None = BEN) -> None:
    campaign.do(
        AddField(
            kind=FieldKind.EXPOSURE, size=6, name="Gas", dice=dice, affects=affects,
            player_id=player_id,
        )
    )  # fmt: skip


def expose(*faces: int, **choices: str) -> Expose:
    return Expose(inside_id=1, faces=tuple(Face(face) for face in faces), choices=choices)


@pytest.mark.rule("F.1-11", "F.1-12", "F.1-17", "TF-05")
def test_a_large_victim_takes_its_size_modifier_and_overload(battle: Campaign) -> None:
    mech = creation(battle)
    gas(battle, D6, D6)
    lines = told(battle, EnterHazard(unit_id=mech, field_id=1))
    assert "Boiler-Mech is in Gas. It takes its Hazard dice now: d6, d6. F.1-11" in lines[0]
    preview = look(battle, expose(3, 5))
    assert [(die.sides, die.label) for die in preview.dice] == [
        (6, "Damage"), (6, "Damage"), (10, "Armor"), (10, "Armor"),
    ]  # fmt: skip
    assert (preview.owed, preview.waiting) == (2, "Waiting for 2 dice.")
    assert preview.choices[0].chosen == "2", 'all 4" of it stand inside'
    assert look(battle, expose(3, 5, 5, 4)).summary.endswith(
        "10 damage against Armor 9: it gets through."
    )
    assert look(battle, expose(3, 5, 5, 4, size="0")).summary.endswith("against Armor 9: nothing.")
    told(battle, expose(3, 5, 5, 4))
    assert row(battle, Unit, mech).size_damage == 1
    use = row(battle, PowerUse)
    assert (use.unit_id, use.inches, use.overload) == (mech, 2, True)


@pytest.mark.rule("QF-35", "F.1-11", "5.1-11", "8.3-27")
def test_bonus_dice_count_and_a_minifig_dies_when_his_armor_is_beaten(battle: Campaign) -> None:
    gus = minifig(battle)
    gas(battle, D6)
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    assert look(battle, expose(6)).owed == 1, "a 6 earns a Bonus Die"
    assert look(battle, expose(4)).choices[-1].id == "bad", "4 is just Armor 4"
    battle.do(SetHouseRule(switch="hazard_dice_explode", value=False))
    assert look(battle, expose(6)).owed == 0
    lines = told(battle, expose(6))
    assert 'Gus in Gas: [6] 6 damage against Armor 4: it gets through. Overload 1".' in lines[0]
    assert "Gus dies." in lines[1]
    assert (row(battle, Unit, gus).fate, rows(battle, Inside)) == (Fate.DEAD, [])


@pytest.mark.rule("F.1-13")
def test_what_has_no_size_takes_a_point_a_die_without_a_roll(battle: Campaign) -> None:
    torch = creation(battle, "Torch", 0, 0, armor="")
    gas(battle, D6, D6)
    battle.do(EnterHazard(unit_id=torch, field_id=1))
    preview = look(battle, expose())
    assert (preview.dice, preview.complete) == ((), True)
    lines = told(battle, expose())
    assert "2 damage against Armor 0: it gets through." in lines[0]
    assert row(battle, Unit, torch).fate is Fate.DEAD


@pytest.mark.rule("QF-30", "F.1-11", "8.3-26")
def test_all_ones_do_nothing_at_all(battle: Campaign) -> None:
    gus = minifig(battle, armor="")
    gas(battle, D6, D4)
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    lines = told(battle, expose(1, 1))
    assert "Critical Failure: nothing." in lines[0]
    assert (rows(battle, Fire), rows(battle, PowerUse)) == ([], [])
    assert row(battle, Unit, gus).fate is Fate.ALIVE


@pytest.mark.rule("QF-30", "F.1-17", "OF-07")
def test_a_critical_failure_costs_no_overload_by_the_house_rule_either(battle: Campaign) -> None:
    mech = creation(battle)
    gas(battle, D6, D6)
    battle.do(EnterHazard(unit_id=mech, field_id=1))
    assert "Overload 2" in battle.try_out(expose(1, 5, 2, 3)).lines[0].text()
    battle.do(SetHouseRule(switch="bw_crit_fail_multi", value="any_one"))
    assert "Critical Failure: nothing." in told(battle, expose(1, 5))[0]
    assert rows(battle, PowerUse) == []


@pytest.mark.rule("F.1-20", "F.1-22", "8.3-25", "F.1-42", "F.1-21")
def test_people_in_a_burning_part_take_one_d4_and_catch_fire(battle: Campaign) -> None:
    mech, pilot = creation(battle), minifig(battle, "Pilot")
    battle.do(Ignite(unit_id=mech, inches=4, set_by_id=CLEO))
    assert "is what burns" in refused(battle, EnterHazard(unit_id=mech, fire_id=1), "QF-16")
    battle.do(EnterHazard(unit_id=pilot, fire_id=1))
    preview = look(battle, expose())
    assert [(die.sides, die.label) for die in preview.dice] == [(4, "Fire")]
    lines = told(battle, expose(3))
    assert "Pilot in the fire of Boiler-Mech: [3] 3 damage against Armor 4: nothing." in lines[0]
    assert "Pilot is on fire. [3]" in lines[1]
    fire = rows(battle, Fire)[1]
    assert (fire.unit_id, fire.set_by_id) == (pilot, CLEO)


@pytest.mark.rule("F.1-44", "QF-24")
def test_acid_burns_but_sets_nobody_else_alight(battle: Campaign) -> None:
    mech, pilot = creation(battle), minifig(battle, "Pilot")
    battle.do(Ignite(unit_id=mech, inches=2, kind=FireKind.ACID))
    battle.do(EnterHazard(unit_id=pilot, fire_id=1))
    assert len(told(battle, expose(3))) == 1
    assert len(rows(battle, Fire)) == 1


@pytest.mark.rule("QF-17", "F.1-42", "F.1-11")
def test_whoever_stays_is_exposed_again_at_the_end_of_his_own_turn_once(battle: Campaign) -> None:
    gus = minifig(battle, armor="6")
    gas(battle, D6)
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    battle.do(expose(2))
    assert "exposed to it in this turn" in refused(battle, expose(2), "QF-17")
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN, "exposed in this turn already: nothing waits at its end"
    to_turn(battle, ANN, 2)
    battle.do(EndTurn())
    assert keys(battle) == ["inside-1"]
    battle.do(expose(2))
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN


@pytest.mark.rule("QF-17")
def test_by_house_rule_the_start_of_the_own_turn_counts_instead(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="exposure_stay", value="own_turn_start"))
    gus = minifig(battle, armor="6")
    gas(battle, D6)
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    battle.do(expose(2))
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN
    to_turn(battle, ANN, 2)
    assert keys(battle) == ["inside-1"]
    battle.do(expose(2))
    assert [step.key for step in battle.read(queue).done] == ["inside-1"], "done at its start"


@pytest.mark.rule("F.1-14", "F.1-15", "F.1-16", "QF-31")
def test_gas_spares_machines_and_held_breaths(battle: Campaign) -> None:
    robot = creation(battle, "Robot", tags=["mechanical"])
    gus = minifig(battle)
    gas(battle, D6, affects="living, breathing")
    told(battle, EnterHazard(unit_id=robot, field_id=1))
    lines = told(battle, EnterHazard(unit_id=gus, field_id=1, holds_breath=True))
    assert "Gus holds its breath." in lines[0]
    assert "Robot is not breathing and living." in look(battle, expose()).summary
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN, "nobody in it suffers"
    assert "holds no breath" in refused(
        battle, EnterHazard(unit_id=creation(battle, "Golem", tags=[]), field_id=1, holds_breath=True),
        "F.1-15",
    )  # fmt: skip
    to_turn(battle, ANN, 2)
    breath = row(battle, State)
    assert (breath.kind, f"state-{breath.id}" in keys(battle)) == (StateKind.BREATH_HELD, True)
    end_turn(battle)
    told(battle, Expose(inside_id=1))
    assert row(battle, Unit, robot).size_damage == 0


@pytest.mark.rule("5.1-13", "5.1-14", "5.1-16", "4.1-26")
def test_struck_to_the_ground_by_the_victims_choice(battle: Campaign) -> None:
    gus = minifig(battle, player_id=CLEO)
    gas(battle, D6)
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    choice = look(battle, expose(4)).choices[-1]
    assert (choice.id, choice.player_id) == ("bad", CLEO)
    assert [option.value for option in choice.options] == ["struck", "mortal", "disarmed", "twist"]
    assert "Cleo picks Something Bad" in bad(battle, expose(4))
    lines = told(battle, expose(4, bad="struck"))
    assert "Gus: Disrupted. Until its next own turn starts. 5.1-16" in lines[1]
    assert row(battle, State).kind is StateKind.DISRUPTED


@pytest.mark.rule("5.1-17", "5.1-20", "5.1-15", "5.1-21")
def test_the_other_three_bad_things(battle: Campaign) -> None:
    gus = minifig(battle)
    gas(battle, D6)
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    assert "Gus: Mortally Wounded!" in told(battle, expose(4, bad="mortal"))[1]
    assert row(battle, State).kind is StateKind.MORTALLY_WOUNDED
    battle.undo()
    assert "Disarmed! It drops one useful item" in told(battle, expose(4, bad="disarmed"))[1]
    battle.undo()
    asked = look(battle, expose(4, bad="twist"))
    assert [(choice.id, choice.free) for choice in asked.open_choices] == [("twist", True)]
    lines = told(battle, expose(4, bad="twist", twist="His hat falls off"))
    assert "Gus: Unexpected Twist! His hat falls off 5.1-21" in lines[1]
    note = row(battle, Note)
    assert (note.kind, note.player_id, note.due_number) == (NoteKind.TWIST, BEN, 1)
    end_turn(battle)
    battle.do(EndTurn())
    assert keys(battle) == ["note-1"], "over at the end of the next player's turn"


@pytest.mark.rule("OF-93", "OF-56")
def test_a_horse_is_wounded_first(battle: Campaign) -> None:
    horse = creation(battle, "Star", 2, 0, armor="4", kind=UnitKind.HORSE)
    gas(battle, D6)
    battle.do(EnterHazard(unit_id=horse, field_id=1))
    assert "Star is Wounded." in told(battle, expose(4))[1]
    assert (row(battle, Unit, horse).wounded, row(battle, Unit, horse).size_damage) == (True, 0)
    end_turn(battle)
    assert "Star dies." in told(battle, expose(4))[1]


@pytest.mark.rule("OF-50")
def test_by_house_rule_what_is_left_meets_the_next_armor_roll(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_size_damage_overflow", value="repeat"))
    mech = creation(battle, weight_class=1)
    gas(battle, D6, D6, D6)
    battle.do(EnterHazard(unit_id=mech, field_id=1))
    assert look(battle, expose(5, 5, 5, 4)).owed == 1
    assert look(battle, expose(5, 5, 5, 4, 9)).owed == 1, "17 − 4 − 9 = 4 are left"
    told(battle, expose(5, 5, 5, 4, 9, 7))
    assert row(battle, Unit, mech).size_damage == 2


@pytest.mark.rule("F.1-56")
def test_spikes_hurt_whoever_moves_without_care(battle: Campaign) -> None:
    gus = minifig(battle)
    battle.do(
        AddField(
            kind=FieldKind.TERRAIN, size=3, dice=("d6 Move",), mode="Spiked Obstacle", name="Spikes"
        )
    )
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    assert "Gus dies." in told(battle, expose(5))[1]


@pytest.mark.rule("QF-17", "F.1-11")
def test_whoever_leaves_and_comes_back_is_not_exposed_twice_in_one_turn(battle: Campaign) -> None:
    gus = minifig(battle, armor="6")
    gas(battle, D6)
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    battle.do(expose(2))
    battle.do(LeaveHazard(inside_id=1))
    assert "has left Gas" in bad(battle, expose(2))
    assert battle.read(insides) == ()
    assert "been exposed to it" in told(battle, EnterHazard(unit_id=gus, field_id=1))[0]
    assert "exposed to it in this turn" in refused(battle, expose(2), "QF-17")
    battle.do(LeaveHazard(inside_id=1))
    battle.do(EndTurn())
    assert keys(battle) == [], "outside, nothing waits"
    told(battle, EnterHazard(unit_id=gus, field_id=1))
    told(battle, expose(2))
    assert len(rows(battle, Inside)) == 1


def test_hazards_that_make_no_sense(battle: Campaign) -> None:
    gus, shed = minifig(battle), hut(battle)
    battle.do(AddField(kind=FieldKind.SMOKE, size=3, name="Fog"))
    battle.do(Ignite(unit_id=shed))
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    assert "in Fog already" in bad(battle, EnterHazard(unit_id=gus, field_id=1))
    assert "one of the two" in bad(battle, EnterHazard(unit_id=gus))
    assert "one of the two" in bad(battle, EnterHazard(unit_id=gus, field_id=1, fire_id=1))
    assert "has no dice that damage" in bad(battle, expose())
    assert "Gus has left Fog" in told(battle, LeaveHazard(inside_id=1))[0]
    assert "left Fog already" in bad(battle, LeaveHazard(inside_id=1))
    assert "more lie there" in bad(battle, _too_many(battle, gus))


def _too_many(battle: Campaign, unit_id: int) -> Expose:
    gas(battle, D6)
    inside = put(battle, Inside(unit_id=unit_id, field_id=2))[0]
    return Expose(inside_id=inside, faces=(Face(2), Face(2), Face(2)))


def test_half_speed_by_hand_is_no_exposure(battle: Campaign) -> None:
    gus = minifig(battle)
    battle.do(SetState(unit_id=gus, kind=StateKind.HALF_SPEED))
    battle.do(EndTurn())
    assert keys(battle) == ["state-1"]
    assert battle.reading(turn_now).player_id == ANN
