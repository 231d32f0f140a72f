"""Landings: hits, misses, Benny, duds and their choices, with typed dice."""

import pytest
from msgspec.structs import replace

from brikdesk.acts.campaign.setup import SetAlliance, SetHouseRule
from brikdesk.acts.combat.aim import caught_on_map
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import roll_all
from brikdesk.acts.units.roster import AddUnit, RemoveUnit
from brikdesk.dice import Face, Origin
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.rules.brikwars.flight import RollTerm
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, ExplosiveState, Field, LaidDice, Projectile, Unit
from tests.acts.hazards import ANN, BEN, CLEO, keys, look, minifig, settle, to_turn, waiting
from tests.acts.table import bad, row, rows, told


def arriving(campaign: Campaign, **facts: object) -> None:
    """Launch a Rocket X2 of Use 4 at Ben's Foe; Ann's next turn begins, it lands."""
    foe = minifig(campaign, "Foe", BEN)
    usual: dict[str, object] = {
        "name": "Rocket", "explosive_size": 2, "distance": 20, "target": "Foe", "target_id": foe,
        "use": 4, "action_die": 6, "target_x": 20.0, "target_y": 5.0, "x": 0.0, "y": 5.0,
    }  # fmt: skip
    campaign.do(Launch(**{**usual, **facts}))  # type: ignore[arg-type]
    to_turn(campaign, ANN, 2)


def land(*faces: int, **choices: str) -> Land:
    return Land(projectile_id=1, faces=tuple(Face(face) for face in faces), choices=choices)


@pytest.mark.rule("8.4-11", "8.4-24", "8.4-25")
def test_a_hit_explodes_at_its_x(battle: Campaign) -> None:
    arriving(battle)
    first = look(battle, land())
    assert ([die.sides for die in first.dice], first.owed) == ([6], 1)
    assert first.legend[0] == ("4 or more", "hits (Use 4)")
    rolled = look(battle, land(5))
    assert [die.sides for die in rolled.dice] == [6, 10, 10]
    assert (rolled.words[0].words, rolled.waiting) == (
        "5 against Use 4: hit.",
        "Waiting for 2 dice.",
    )
    whole = look(battle, land(5, 3, 7))
    assert [(band.damage, band.knockback) for band in whole.bands] == [(10, 2), (3, 1)]
    assert whole.complete
    lines = settle(battle, "flight-1", 5, 3, 7)
    assert "Rocket lands. [5] 5 against Use 4: hit. 8.4-11" in lines[0]
    assert "Rocket explodes at Foe. [3][7] 10 damage in all." in lines[1]
    assert (rows(battle, Projectile), rows(battle, Explosive), keys(battle)) == ([], [], [])


@pytest.mark.rule("8.4-06", "8.4-20", "A-13")
def test_the_defender_lands_a_miss_within_the_inches_of_the_miss(battle: Campaign) -> None:
    arriving(battle)
    preview = look(battle, land(2))
    choice = preview.open_choices[0]
    assert (choice.id, choice.player_id, choice.free) == ("spot", BEN, True)
    assert choice.prompt == 'Ben lands it within 2" of the X:'
    assert [option.value for option in choice.options] == ['2" from the X', '1" from the X']
    assert len(preview.dice) == 1, "the Damage Roll waits for the spot"
    assert "Ben lands it within" in bad(battle, land(2))
    lines = told(battle, land(2, 3, 7, spot="the ditch"))
    assert 'misses by 2". Ben lands it: the ditch (Foe). 8.4-20' in lines[0]
    assert "explodes at the ditch (Foe)" in lines[1]


@pytest.mark.rule("A-13", "A5-34")
def test_an_enemy_lands_what_was_aimed_at_a_friend_or_at_nobody(battle: Campaign) -> None:
    battle.do(SetAlliance(player_id=ANN, ally_id=BEN))
    arriving(battle)
    choice = look(battle, land(2)).open_choices[0]
    assert (choice.player_id, choice.prompt[:8]) == (None, "An enemy")


@pytest.mark.rule("8.4-11", "Q8-32")
def test_size_at_the_x_counts_on_arrival(battle: Campaign) -> None:
    arriving(battle, modifiers=(RollTerm("Range", -1, "5.1-55"),))
    assert look(battle, land()).legend[0][0] == "5 or more"
    assert look(battle, land(3)).words[0].words == '2 against Use 4: misses by 2".'
    assert look(battle, land(3, size="2")).words[0].words == "4 against Use 4: hit."
    with pytest.raises(BadInput, match="not offered"):
        look(battle, land(3, size="9"))


@pytest.mark.rule("4.2-12", "4.2-20", "Q8-49")
def test_over_the_top_buys_a_damage_die_with_its_own_band(battle: Campaign) -> None:
    arriving(battle)
    preview = look(battle, land(6))
    choice = preview.open_choices[0]
    assert (choice.id, choice.player_id) == ("benny", ANN)
    assert [option.value for option in choice.options] == ["damage", "other"]
    bought = look(battle, land(6, 3, 7, 9, benny="damage"))
    assert [die.sides for die in bought.dice] == [6, 10, 10, 10]
    assert [(band.damage, band.knockback) for band in bought.bands] == [(19, 3), (10, 2), (3, 1)]
    assert len(look(battle, land(6, 3, 7, benny="other")).bands) == 2
    told(battle, land(6, 3, 7, 9, benny="damage"))


@pytest.mark.rule("X1.2-03", "Q8-43")
def test_where_any_1_fails_a_bought_one_does_not(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_crit_fail_multi", value="any_one"))
    battle.do(SetHouseRule(switch="explosion_crit_damage", value="zero"))
    arriving(battle)
    lucky = look(battle, land(6, 3, 7, 1, benny="damage"))
    assert [(band.damage, band.knockback) for band in lucky.bands] == [(11, 3), (4, 2), (1, 1)]
    assert look(battle, land(6, 1, 7, 3, benny="damage")).bands == ()


@pytest.mark.rule("4.2-12", "8.4-20")
def test_over_the_top_may_turn_a_miss_into_a_hit(battle: Campaign) -> None:
    arriving(battle, use=9)
    choice = look(battle, land(6)).open_choices[0]
    assert [option.value for option in choice.options] == ["roll", "damage", "other"]
    asked = look(battle, land(6, benny="roll"))
    assert [(die.sides, die.label) for die in asked.dice] == [(6, "Action"), (6, "Benny")]
    assert look(battle, land(6, 3, benny="roll")).words[0].words == "9 against Use 9: hit."
    lines = told(battle, land(6, 3, 2, 8, benny="roll"))
    assert "Rocket lands. [6][3] 9 against Use 9: hit." in lines[0]


@pytest.mark.rule("8.4-21", "8.4-22", "Q8-42")
def test_on_a_critical_failure_the_defender_may_call_a_dud(battle: Campaign) -> None:
    arriving(battle)
    preview = look(battle, land(1))
    assert [choice.id for choice in preview.open_choices] == ["spot", "dud"]
    assert preview.open_choices[1].player_id == BEN
    lines = told(battle, land(1, spot="the ditch", dud="dud"))
    assert 'Critical Failure, 3" off. Ben lands it: the ditch (Foe). 8.4-21' in lines[0]
    assert "Rocket is a dud. Ben calls it. Armed and unstable, the ditch (Foe). 8.4-22" in lines[1]
    lying = row(battle, Explosive)
    assert (lying.state, lying.stability, lying.explosive_size) == (
        ExplosiveState.DUD, Stability.UNSTABLE, 2,
    )  # fmt: skip
    assert (lying.x, lying.y) == (None, None), "a miss lies where the words say"
    assert rows(battle, Projectile) == []


@pytest.mark.rule("8.4-21", "Q8-42")
def test_a_critical_failure_that_is_no_dud_explodes_at_least_an_inch_off(battle: Campaign) -> None:
    arriving(battle, modifiers=(RollTerm("Homing", 9, "8.5-15"),))
    assert look(battle, land(1)).words[0].words == 'Critical Failure, 1" off.'
    lines = told(battle, land(1, 3, 7, spot='1" from the X', dud="explodes"))
    assert 'explodes at 1" from the X (Foe)' in lines[1]
    assert rows(battle, Explosive) == []


@pytest.mark.rule("8.4-21", "8.4-22", "Q8-43")
def test_on_a_failed_damage_roll_the_defender_may_call_a_dud_too(battle: Campaign) -> None:
    arriving(battle)
    preview = look(battle, land(5, 1, 1))
    assert [choice.id for choice in preview.open_choices] == ["dud"]
    lines = told(battle, land(5, 1, 1, dud="dud"))
    assert "Rocket is a dud. [1][1] Ben calls it. Armed and unstable, Foe." in lines[1]
    assert (row(battle, Explosive).x, row(battle, Explosive).y) == (20.0, 5.0)
    battle.undo()
    lines = told(battle, land(5, 1, 1, dud="explodes"))
    assert "Critical Failure: no damage." in lines[1]
    assert (len(lines), rows(battle, Explosive)) == (2, [])


@pytest.mark.rule("8.4-21", "4.2-20")
def test_answers_that_nobody_asked_for_count_nothing(battle: Campaign) -> None:
    arriving(battle)
    sly = land(5, 3, 7, benny="damage", dud="dud", spot="the moon")
    preview = look(battle, sly)
    assert ([choice.id for choice in preview.choices], len(preview.bands)) == (["size"], 2)
    lines = told(battle, sly)
    assert "explodes at Foe." in lines[1]
    assert rows(battle, Explosive) == []


@pytest.mark.rule("8.4-43", "Q8-57")
def test_its_field_lies_at_the_x(battle: Campaign) -> None:
    arriving(battle, makeup=Makeup(exchanges={"EXPOSURE": 2}))
    lines = told(battle, land(5))
    assert 'leaves Exposure Damage. 4" across. 2 Hazard dice.' in lines[-1]
    field = row(battle, Field)
    assert (field.x, field.y, field.place, field.shrink_player_id) == (20.0, 5.0, "Foe", ANN)


@pytest.mark.rule("4.2-20")
def test_a_benny_buys_an_exp_die_even_where_all_dice_were_exchanged(battle: Campaign) -> None:
    arriving(battle, makeup=Makeup(exchanges={"SMOKE": 2}))
    preview = look(battle, land(6, 7, benny="damage"))
    assert [band.damage for band in preview.bands] == [7]


def test_dice_laid_down_wait_for_the_choice_and_are_taken_up_with_it(battle: Campaign) -> None:
    arriving(battle)
    act = roll_all(battle, lambda sides: 2)
    assert act is not None
    battle.do(act)
    assert row(battle, LaidDice).faces == [{"face": 2, "origin": "rolled"}]
    preview = look(battle, waiting(battle, "flight-1"))
    assert [choice.id for choice in preview.open_choices] == ["spot"]
    lines = told(
        battle,
        Land(
            projectile_id=1,
            faces=(Face(2, Origin.ROLLED), Face(3), Face(7)),
            choices={"spot": "ditch"},
        ),
    )
    assert "[2*]" in lines[0]
    assert rows(battle, LaidDice) == []


def test_too_many_and_impossible_dice_are_turned_back(battle: Campaign) -> None:
    arriving(battle)
    assert "more lie there" in bad(battle, land(5, 3, 7, 2))
    assert "A d6 shows 1 to 6" in bad(battle, land(7))
    assert "Dice are missing: d10, d10" in bad(battle, land(5))


@pytest.mark.rule("Q8-43", "OF-07")
def test_by_house_rule_one_1_makes_a_damage_roll_fail(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_crit_fail_multi", value="any_one"))
    arriving(battle)
    assert [each.id for each in look(battle, land(5, 1, 9)).open_choices] == ["dud"]


@pytest.mark.rule("8.4-11")
def test_landing_twice_is_impossible(battle: Campaign) -> None:
    arriving(battle)
    told(battle, land(5, 3, 7))
    assert "no projectile with the number 1" in bad(battle, land(5, 3, 7))
    assert CLEO not in {dud.player_id for dud in rows(battle, Explosive)}


@pytest.mark.rule("8.4-20")
@pytest.mark.parametrize(
    ("spot", "where"),
    [("in the moat", "explodes in the moat (Foe)."), ("the ditch", "at the ditch")],
)
def test_the_spot_of_a_miss_reads_as_it_was_said(battle: Campaign, spot: str, where: str) -> None:
    arriving(battle)
    lines = told(battle, land(2, 3, 7, spot=spot))
    assert where in lines[1]
    assert "at in" not in lines[1]


def on_a_barn(
    campaign: Campaign,
    size: int = 8,
    place: tuple[float, float] | None = (20.0, 5.0),
    **facts: object,
) -> int:
    """Launch the Rocket of Use 4 at a Barn, and let Ann's next turn begin; give the Barn's key."""
    x, y = place or (None, None)
    campaign.do(
        AddUnit(name="Barn", player_id=BEN, kind="Structure", size=size, armor="1d10", x=x, y=y)
    )
    barn = rows(campaign, Unit)[-1].id or 0
    usual: dict[str, object] = {
        "name": "Rocket", "explosive_size": 2, "distance": 20, "target": "Barn", "target_id": barn,
        "use": 4, "action_die": 6,
    }  # fmt: skip
    campaign.do(Launch(**{**usual, **facts}))  # type: ignore[arg-type]
    to_turn(campaign, ANN, 2)
    return barn


def chosen_size(campaign: Campaign, *faces: int, **choices: str) -> str | None:
    preview = look(campaign, land(*faces, **choices))
    return next(choice.chosen for choice in preview.choices if choice.id == "size")


@pytest.mark.rule("5.1-27", "5.1-28", "Q8-32")
@pytest.mark.parametrize(
    ("size", "modifier", "needed"), [(1, "0", "4"), (8, "4", "2"), (15, "7", "2")]
)
def test_the_unit_on_which_the_x_lies_gives_the_size_modifier(
    battle: Campaign, size: int, modifier: str, needed: str
) -> None:
    on_a_barn(battle, size)
    assert chosen_size(battle) == modifier
    assert look(battle, land()).legend[0][0] == f"{needed} or more"
    assert chosen_size(battle, size="-1") == "-1", "the referee sees more"
    lines = settle(battle, "flight-1", 4, 3, 7)
    assert f"{4 + int(modifier)} against Use 4: hit." in lines[0]


@pytest.mark.rule("5.1-27")
def test_a_minifig_at_the_x_has_no_size_modifier(battle: Campaign) -> None:
    arriving(battle)
    assert chosen_size(battle) == "0"


@pytest.mark.rule("Q8-32")
def test_a_unit_that_has_left_the_x_does_not_count(battle: Campaign) -> None:
    barn = on_a_barn(battle, target_x=20.0, target_y=5.0)
    assert chosen_size(battle) == "4"
    battle.do(MoveUnit(unit_id=barn, x=40.0, y=5.0, by_itself=False))
    assert chosen_size(battle) == "0"
    assert look(battle, land(5, 3, 7)).blasts[0].carrier_id is None


@pytest.mark.rule("8.4-24")
def test_who_stands_at_the_x_is_within_reach_though_nobody_knows_where_that_is(
    battle: Campaign,
) -> None:
    barn = on_a_barn(battle, place=None)
    (blast,) = look(battle, land(5, 3, 7)).blasts
    near = battle.reading(lambda session: caught_on_map(session, (blast,)))
    assert [(each.unit_id, each.distance) for each in near] == [(barn, 0.0)]
    (missed,) = look(battle, land(1, 3, 7, spot="the moat", dud="explodes")).blasts
    assert battle.reading(lambda session: caught_on_map(session, (missed,))) == ()


@pytest.mark.rule("8.4-24")
def test_the_x_lies_where_the_map_has_the_unit(battle: Campaign) -> None:
    barn = on_a_barn(battle)
    battle.do(AddUnit(name="Neighbour", player_id=BEN, x=27.0, y=5.0))
    (blast,) = look(battle, land(5, 3, 7)).blasts
    near = battle.reading(lambda session: caught_on_map(session, (blast,)))
    assert [each.unit_id for each in near] == [barn]
    wider = replace(blast, radius=8.0)
    near = battle.reading(lambda session: caught_on_map(session, (wider,)))
    assert [each.unit_id for each in near] == [barn, rows(battle, Unit)[-1].id]


@pytest.mark.rule("8.4-12", "Q8-34")
def test_it_explodes_where_a_target_was_that_has_left(battle: Campaign) -> None:
    arriving(battle)
    (foe,) = [each for each in rows(battle, Unit) if each.name == "Foe"]
    battle.do(RemoveUnit(unit_id=foe.id or 0))
    lines = told(battle, land(5, 3, 7))
    assert "Rocket explodes where Foe was. [3][7]" in lines[1]
