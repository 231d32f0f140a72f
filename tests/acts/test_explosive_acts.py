"""Explosives before and when they go off: damage, chains, duds, blasts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Caught
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import (
    AddExplosive,
    DamageExplosive,
    MoveDud,
    MoveExplosive,
    RemoveExplosive,
)
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Face, Origin
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, ExplosiveState, Field, State, StateKind, Unit
from brikdesk.store.views.log import DiceCount, dice_count, log
from tests.acts.hazards import (
    ANN,
    BEN,
    creation,
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


def add(campaign: Campaign, name: str, explosive_size: int = 1, **facts: object) -> int:
    campaign.do(AddExplosive(name=name, explosive_size=explosive_size, **facts))  # type: ignore[arg-type]
    return rows(campaign, Explosive)[-1].id or 0


def hit(campaign: Campaign, explosive_id: int, damage: int, **facts: object) -> str:
    act = DamageExplosive(explosive_id=explosive_id, damage=damage, **facts)  # type: ignore[arg-type]
    return told(campaign, act)[0]


def detonate(explosive_id: int, *faces: int, **choices: str) -> Detonate:
    given = {name.replace("_", "-"): value for name, value in choices.items()}
    return Detonate(
        explosive_id=explosive_id, faces=tuple(Face(face) for face in faces), choices=given
    )


def state(campaign: Campaign, explosive_id: int) -> ExplosiveState:
    return row(campaign, Explosive, explosive_id).state


@pytest.mark.rule("8.4-14", "8.4-15", "8.4-17", "Q8-39", "Q8-40", "T8-17")
def test_a_chain_of_semi_stable_explosives(battle: Campaign) -> None:
    grenade, warhead = add(battle, "Grenade"), add(battle, "Warhead", 3)
    other = add(battle, "Other Grenade")
    assert "Grenade holds. 1 damage, 1 this turn. 8.4-14" in hit(battle, grenade, 1)
    assert "is activated. 1 damage, 2 this turn." in hit(battle, grenade, 1)
    assert "is set off. 1 damage, 3 this turn. It goes off at once" in hit(battle, grenade, 1)
    told(battle, detonate(grenade, 7))
    assert state(battle, grenade) is ExplosiveState.SPENT
    assert "holds" in hit(battle, warhead, 3)
    assert "It goes off when this turn ends." in hit(battle, warhead, 1)
    assert keys(battle) == [], "not before the turn ends"
    battle.do(EndTurn())
    assert keys(battle) == [f"detonate-{warhead}"]
    settle(battle, f"detonate-{warhead}", 3, 6, 7)
    hit(battle, other, 2)
    assert (turn(battle).player_id, keys(battle)) == (ANN, [f"detonate-{other}"])
    settle(battle, f"detonate-{other}", 4)
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN


@pytest.mark.rule("8.4-14", "Q8-39")
def test_points_of_earlier_turns_or_single_hits_do_not_add_up(battle: Campaign) -> None:
    grenade = add(battle, "Grenade")
    hit(battle, grenade, 1)
    end_turn(battle)
    assert "holds. 1 damage, 1 this turn." in hit(battle, grenade, 1)
    battle.do(SetHouseRule(switch="semi_stable_sum", value="single_hit"))
    assert "holds" in hit(battle, grenade, 1)
    assert "activated" in hit(battle, grenade, 2)


@pytest.mark.rule("8.4-13", "8.4-19", "Q8-44")
def test_a_point_sets_off_what_is_unstable_but_knockback_alone_does_not(battle: Campaign) -> None:
    keg = add(battle, "Keg", 2, stability=Stability.UNSTABLE)
    assert "holds" in hit(battle, keg, 0, knockback=True)
    assert "Keg is set off. 1 damage, 1 this turn. It goes off at once" in hit(battle, keg, 1)
    assert state(battle, keg) is ExplosiveState.ACTIVATED
    assert "0 to 10,000" in bad(battle, DamageExplosive(explosive_id=keg, damage=-1))


@pytest.mark.rule("8.4-24", "8.4-25", "8.4-26", "8.4-27", "T8-07")
def test_a_blast_is_told_band_by_band_and_happens_once(battle: Campaign) -> None:
    rocket = add(battle, "Rocket", 3, place="the wall")
    preview = look(battle, detonate(rocket, 3, 6, 7))
    assert [(band.reach, band.damage, band.knockback) for band in preview.bands] == [
        ('0–2"', 16, 3), ('2–4"', 9, 2), ('4–6"', 3, 1),
    ]  # fmt: skip
    lines = told(battle, detonate(rocket, 3, 6, 7))
    assert "Rocket explodes at the wall. [3][6][7] 16 damage in all. 8.4-24" in lines[0]
    assert '0–2": [7][6][3] 16 damage, 3" KnockBack. 8.4-25' in lines[1]
    assert '4–6": [3] 3 damage, 1" KnockBack. 8.4-27' in lines[3]
    assert "gone off already" in refused(battle, detonate(rocket, 3, 6, 7), "8.4-24")
    assert "gone off already" in bad(battle, DamageExplosive(explosive_id=rocket, damage=1))


@pytest.mark.rule("8.4-42", "8.4-35", "8.4-36")
def test_the_attacker_says_which_of_equal_dice_leaves_first(battle: Campaign) -> None:
    bomb = add(battle, "Bomb", 2, makeup=Makeup(exchanges={"FIRE": 1}), player_id=BEN)
    step = detonate(bomb, 3, 3)
    choice = look(battle, step).choices[0]
    assert (choice.id, choice.player_id) == ("tie-0", BEN)
    assert "Ben says which 3 leaves first" in bad(battle, step)
    fire = next(option.value for option in choice.options if "Fire" in option.name)
    lines = told(battle, detonate(bomb, 3, 3, tie_0=fire))
    assert 'damage, 1" KnockBack. Fire dice: 3.' in lines[1]
    assert '2–4": [3] 3 damage, 1" KnockBack.' in lines[2]


@pytest.mark.rule("8.4-42")
def test_only_heights_with_a_choice_are_numbered(battle: Campaign) -> None:
    bomb = add(battle, "Bomb", 3, makeup=Makeup(exchanges={"FIRE": 1}), player_id=BEN)
    choices = look(battle, detonate(bomb, 3, 5, 3)).choices
    assert [choice.id for choice in choices] == ["tie-0"], "the 5 leaves first and alone"


@pytest.mark.rule("8.4-42")
def test_each_height_with_a_choice_has_a_number_of_its_own(battle: Campaign) -> None:
    bomb = add(battle, "Bomb", 4, makeup=Makeup(exchanges={"FIRE": 2}), player_id=BEN)
    high = look(battle, detonate(bomb, 3, 2, 3, 2)).choices[0]
    low = look(battle, detonate(bomb, 3, 2, 3, 2, tie_0=high.options[0].value)).open_choices
    assert (high.id, [choice.id for choice in low]) == ("tie-0", ["tie-1"])


@pytest.mark.rule("Q8-43", "8.4-24")
def test_a_critically_failed_damage_roll_does_nothing_and_the_explosive_is_spent(
    battle: Campaign,
) -> None:
    bomb = add(battle, "Bomb", 2)
    assert "Bomb deals no damage." in look(battle, detonate(bomb, 1, 1)).summary
    lines = told(battle, detonate(bomb, 1, 1))
    assert "Critical Failure: no damage." in lines[0]
    assert (len(lines), state(battle, bomb)) == (1, ExplosiveState.SPENT)
    battle.undo()
    battle.do(SetHouseRule(switch="explosion_crit_damage", value="as_rolled"))
    assert '0–2": [1][1] 2 damage' in told(battle, detonate(bomb, 1, 1))[1]


@pytest.mark.rule("OF-07", "8.4-21")
def test_by_house_rule_one_1_fails_the_damage_roll(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_crit_fail_multi", value="any_one"))
    bomb = add(battle, "Bomb", 2)
    assert "Critical Failure" in told(battle, detonate(bomb, 1, 9))[0]


@pytest.mark.rule("8.4-29", "Q8-55")
def test_added_dice_and_points_count_in_every_band_and_make_none(battle: Campaign) -> None:
    makeup = Makeup(added=("2d4 Fire",), flat=1)
    bomb = add(battle, "Bomb", 2, makeup=makeup)
    step = detonate(bomb, 5, 8, 2, 3)
    preview = look(battle, step)
    assert [die.sides for die in preview.dice] == [10, 10, 4, 4]
    assert [band.damage for band in preview.bands] == [19, 11]
    lines = told(battle, step)
    assert [words.split(" damage")[0] for words in lines[1:3]] == [
        '0–2": [8][5][2][3] 19', '2–4": [5][2][3] 11',
    ]  # fmt: skip


@pytest.mark.rule("8.4-27")
def test_dice_of_the_bands_show_what_they_earned_and_count_as_thrown_once(
    battle: Campaign,
) -> None:
    bomb = add(battle, "Bomb", 2)
    act = Detonate(explosive_id=bomb, faces=(Face(4), Face(10, Origin.ROLLED), Face(5)))
    lines = told(battle, act)
    assert '0–2": [10*][5][4] 19 damage' in lines[1]
    assert '2–4": [4] 4 damage' in lines[2]
    told_once, *bands = battle.read(log)[-3:]
    assert (told_once.dice(Origin.TYPED), told_once.dice(Origin.ROLLED)) == (2, 1)
    assert all(band.dice(origin) == 0 for band in bands for origin in Origin)
    assert battle.read(dice_count) == DiceCount(typed=2, rolled=1)


@pytest.mark.rule("Q8-41", "8.4-44")
@pytest.mark.parametrize(
    ("causer", "owner", "switch", "attacker"),
    [
        (BEN, ANN, "causer", BEN),
        (BEN, ANN, "owner", ANN),
        (None, BEN, "causer", BEN),
        (None, None, "causer", ANN),
    ],
)
def test_who_counts_as_the_attacker_of_a_premature_blast(
    battle: Campaign, causer: int | None, owner: int | None, switch: str, attacker: int
) -> None:
    battle.do(SetHouseRule(switch="premature_owner", value=switch))
    bomb = add(battle, "Smoke", 1, makeup=Makeup(exchanges={"SMOKE": 1}), player_id=owner)
    hit(battle, bomb, 2, causer_id=causer)
    told(battle, detonate(bomb))
    assert row(battle, Field).shrink_player_id == attacker


def dud(campaign: Campaign) -> int:
    return put(
        campaign,
        Explosive(name="Dud", explosive_size=2, state=ExplosiveState.DUD, player_id=ANN, place="ditch",
                  stability=Stability.UNSTABLE),
    )[0]  # fmt: skip


@pytest.mark.rule("8.4-23", "4.1-16")
def test_a_minifig_carries_a_dud_with_care(battle: Campaign) -> None:
    lying, gus = dud(battle), minifig(battle)
    lines = told(battle, MoveDud(explosive_id=lying, by_unit_id=gus))
    assert "Gus carries Dud. Careful, at Half Speed: carried by Gus. 8.4-23" in lines[0]
    carried = row(battle, Explosive, lying)
    assert (carried.state, carried.carrier_id) == (ExplosiveState.DUD, gus)
    assert row(battle, State).kind is StateKind.HALF_SPEED
    assert row(battle, Unit, gus).action_spent_turn_id == turn(battle).id
    again = MoveDud(explosive_id=lying, by_unit_id=gus)
    assert "Action is spent" in refused(battle, again, "4.2-02")
    to_turn(battle, ANN, 2)
    told(battle, MoveDud(explosive_id=lying, by_unit_id=gus, place="the pond"))
    carried = row(battle, Explosive, lying)
    assert (carried.place, carried.carrier_id) == ("the pond", None)


@pytest.mark.rule("8.4-22", "8.4-23", "Q8-44")
def test_anything_else_sets_a_dud_off(battle: Campaign) -> None:
    gus, mech = minifig(battle), creation(battle)
    attempts: list[Callable[[int], Act]] = [
        lambda lying: MoveDud(explosive_id=lying, by_unit_id=gus, careful=False),
        lambda lying: MoveDud(explosive_id=lying, by_unit_id=mech),
        lambda lying: DamageExplosive(explosive_id=lying, damage=1),
        lambda lying: DamageExplosive(explosive_id=lying, damage=0, knockback=True),
    ]
    for attempt in attempts:
        lying = dud(battle)
        assert "Dud is set off." in told(battle, attempt(lying))[0]
        told(battle, detonate(lying, 4, 5))
        assert state(battle, lying) is ExplosiveState.SPENT
    lying = dud(battle)
    assert "Dud holds." in hit(battle, lying, 0)
    moved = MoveExplosive(explosive_id=lying, place="elsewhere")
    assert "only a careful carry" in refused(battle, moved, "8.4-23")
    battle.do(EndTurn())
    assert keys(battle) == [], "left alone it does nothing"


@pytest.mark.rule("8.4-16", "8.4-01")
def test_an_activated_explosive_can_still_be_thrown_away(battle: Campaign) -> None:
    gus = minifig(battle, player_id=BEN)
    grenade = add(battle, "Grenade", carrier_id=gus)
    assert row(battle, Explosive, grenade).player_id == BEN
    hit(battle, grenade, 2)
    told(battle, MoveExplosive(explosive_id=grenade, place="over the wall", x=3.0, y=4.0))
    battle.do(EndTurn())
    assert "explodes over the wall" in settle(battle, f"detonate-{grenade}", 5)[0]


@pytest.mark.rule("8.4-01", "Q8-46")
def test_one_that_is_carried_goes_off_on_its_carrier(battle: Campaign) -> None:
    gus = minifig(battle)
    grenade = add(battle, "Grenade", carrier_id=gus)
    assert "Grenade explodes on Gus." in told(battle, detonate(grenade, 5))[0]


@pytest.mark.rule("8.4-13", "8.4-24")
def test_one_that_goes_off_does_not_set_itself_off_again(battle: Campaign) -> None:
    keg = add(battle, "Keg", 2, place="the gate", stability=Stability.UNSTABLE)
    act = replace(detonate(keg, 3, 4), caught=(Caught(explosive_id=keg, distance=0),))
    assert len(look(battle, act).dice) == 2
    told(battle, act)
    assert state(battle, keg) is ExplosiveState.SPENT


def test_explosives_that_make_no_sense(battle: Campaign) -> None:
    senseless: list[tuple[dict[str, Any], str]] = [
        ({"explosive_size": 0}, "explosive_size"),
        ({"explosive_size": 101}, "1 to 100"),
        ({"explosive_size": 1, "makeup": {"exchanges": {"PHASED": 1}}}, "cost 2"),
        ({"explosive_size": 1, "makeup": {"exchanges": {"FIRE": -1}}}, "fewer than 0"),
        ({"explosive_size": 1, "makeup": {"exchanges": {"CUSTARD": 1}}}, "'CUSTARD' is no die"),
        ({"explosive_size": 1, "makeup": {"added": ["lots"]}}, "added"),
        (
            {"explosive_size": 1, "makeup": {"field_dice": {"EXPOSURE": "d6 Move"}}},
            "has no 'd6 Move'",
        ),
        ({"explosive_size": 1, "carrier_id": 5}, "no unit"),
    ]
    for facts, words in senseless:
        act = act_from_data({"act": "AddExplosive", "name": "X", **facts})
        assert words in bad(battle, act)
    gus, grenade = minifig(battle), add(battle, "Grenade")
    assert "is no dud" in bad(battle, MoveDud(explosive_id=grenade, by_unit_id=gus))
    told(battle, RemoveExplosive(explosive_id=grenade, why="Eaten by the dog."))
    assert rows(battle, Explosive) == []


def test_dice_of_a_pending_blast_lie_there_until_the_tie_is_decided(battle: Campaign) -> None:
    bomb = add(battle, "Bomb", 2, makeup=Makeup(exchanges={"FIRE": 1}))
    hit(battle, bomb, 3)
    battle.do(EndTurn())
    battle.do(act_from_data({"act": "LayDice", "step": "detonate-1", "faces": [3, 3]}))
    assert look(battle, waiting(battle, "detonate-1")).owed == 0
    settle(battle, "detonate-1", tie_0="0")
    assert state(battle, bomb) is ExplosiveState.SPENT


@pytest.mark.rule("8.4-35")
def test_an_exchange_of_no_dice_leaves_an_explosive_as_it_is(battle: Campaign) -> None:
    bomb = add(battle, "Bomb", 2, makeup=Makeup(exchanges={"FIRE": 0, "PHASED": 1}), player_id=BEN)
    assert [die.sides for die in look(battle, Detonate(explosive_id=bomb)).dice] == [12]


@pytest.mark.rule("8.4-24", "8.4-36", "8.4-41")
@pytest.mark.parametrize(("kind", "face"), [("FIRE", 4), ("PIERCE", 6)])
@pytest.mark.parametrize("bonus", [1, 6])
def test_a_bonus_die_of_a_small_die_shows_any_face(
    battle: Campaign, kind: str, face: int, bonus: int
) -> None:
    bomb = add(battle, "Bomb", 1, makeup=Makeup(exchanges={kind: 1}), player_id=BEN)
    more = (1,) if bonus == 6 else ()  # it earns another one
    lines = told(battle, detonate(bomb, face, bonus, *more))
    assert any(f"{face + bonus + sum(more)} damage" in line for line in lines)
