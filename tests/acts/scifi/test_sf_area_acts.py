"""Areas lie before the hit roll or where a warhead lands; blast and early vaporshocks follow."""

import pytest

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.areas import BurstSf, Incapacitate, PlaceArea, UnitAway
from brikdesk.acts.scifi.outcomes import EnterOutcome
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.units import MoveSf
from brikdesk.acts.scifi.weapons import AddSfWeapon
from brikdesk.acts.turns_and_steps import EndTurn, GoOn, roll_all
from brikdesk.dice import Face
from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.firing import Use
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, SfWeapon, State, StateKind, Unit
from brikdesk.turns.queue import agenda
from tests.acts.scifi.starfield import armed, enter, fire, foes, shot, switch, unit
from tests.acts.table import bad, end_turn, refused, row, rows, told


def launcher(campaign: Campaign, warhead: str, **facts: object) -> int:
    return armed(campaign, "rocket launcher", warhead=warhead, loads=(LoadFacts(count=9),), **facts)


def burst(campaign: Campaign, *inside: int, **facts: object) -> list[str]:
    act = BurstSf(shot_id=shot(campaign).id or 0, inside_ids=inside, **facts)  # type: ignore[arg-type]
    return told(campaign, act)


def blast(campaign: Campaign) -> list[str]:
    return told(campaign, Incapacitate(shot_id=shot(campaign).id or 0))


def down(campaign: Campaign) -> list[str]:
    states = rows(campaign, State)
    return [
        row(campaign, Unit, state.unit_id).name
        for state in states
        if state.kind is StateKind.INCAPACITATED
    ]


def strike(campaign: Campaign, weapon: int, *inside: int) -> None:
    """Fire, hit, burst over these, and let all of them survive."""
    fire(campaign, weapon)
    enter(campaign, "hit", "hit")
    burst(campaign, *inside)
    for each in inside:
        enter(campaign, "penetration", "no effect", unit_id=each)


@pytest.mark.rule("TC-03", "12-11", "12-12")
@pytest.mark.parametrize(("armor_class", "factor"), [(6, 6), (2, 2), (0, 1), (9, 9)])
def test_anti_matter_follows_the_armor_class(
    field: Campaign, armor_class: int, factor: int
) -> None:
    gun = launcher(field, "anti-matter")
    (foe,) = foes(field, "Foe", armor_class=armor_class)
    fire(field, gun, foe)
    enter(field, "hit", "hit")
    burst(field, foe)
    words = enter(field, "penetration", "penetrated", unit_id=foe)[0]
    assert f"Attack factor against Foe {factor}." in words


@pytest.mark.rule("TC-04", "12-11")
def test_anti_matter_has_its_factor_for_each_target(field: Campaign) -> None:
    gun = launcher(field, "anti-matter")
    three, seven = foes(field, "Three", "Seven")
    fire(field, gun)
    enter(field, "hit", "hit")
    burst(field, three, seven)
    for foe, armor_class in ((three, 3), (seven, 7)):
        words = enter(field, "armor class", unit_id=foe, number=armor_class)[0]
        assert f"Attack factor against {row(field, Unit, foe).name} {armor_class}." in words
        assert f" {armor_class}." in enter(field, "penetration", "penetrated", unit_id=foe)[0]


@pytest.mark.rule("12-10")
def test_a_nuclear_warhead_has_attack_factor_nine(field: Campaign) -> None:
    (line,) = field.do(FireSf(sf_weapon_id=launcher(field, "nuclear"))).lines
    (factor,) = (each for each in line.sums if each.name == "Attack factor")
    assert (factor.total, factor.terms[0].rule) == (9, "12-10")


@pytest.mark.rule("TC-11", "12-37", "12-54", "12-36", "12-35", "S-10")
def test_each_barrel_of_a_twin_lays_its_own_oblong_before_it_hits(field: Campaign) -> None:
    rifle = armed(field, "twin heavy cone rifle", kind=SfUnitKind.VEHICLE)
    one, two = foes(field, "One", "Two")
    for _ in range(2):
        assert "Next: place the area." in fire(field, rifle, one)[0]
        hit = EnterOutcome(shot_id=shot(field).id or 0, matter="hit", answer="hit", unit_id=one)
        assert "Hit or miss?" not in refused(field, hit, "12-37")
        act = PlaceArea(shot_id=shot(field).id or 0, inside_ids=(one, two))
        words = told(field, act)[0]
        assert "Inside: One, Two. Hit rolls: 2 (S-10)." in words
        enter(field, "hit", "hit", unit_id=one)
        assert "Next: penetration and damage." in enter(field, "hit", "miss", unit_id=two)[0]
    refused(field, FireSf(sf_weapon_id=rifle), "12-53")


@pytest.mark.rule("TC-34", "12-39", "S-27")
def test_over_one_detected_target_a_die_points_the_oblong(field: Campaign) -> None:
    gun = armed(field, "machinegun")
    (foe,) = foes(field, "Foe")
    fire(field, gun, foe)
    shot_id = shot(field).id or 0
    assert "Roll a ten-sided die" in bad(field, PlaceArea(shot_id=shot_id))
    assert "the referee says" in bad(field, PlaceArea(shot_id=shot_id, faces=(Face(9),)))
    words = told(field, PlaceArea(shot_id=shot_id, inside_ids=(foe,), faces=(Face(3),)))[0]
    assert "One end on the target, the other east (12-39)." in words
    assert "[3]" in words
    assert shot(field).place == "east"


@pytest.mark.rule("TC-35", "12-38")
def test_over_several_targets_the_oblong_lies_as_its_owner_likes(field: Campaign) -> None:
    gun = armed(field, "machinegun")
    targets = foes(field, "One", "Two", "Three")
    fire(field, gun, targets[0])
    shot_id = shot(field).id or 0
    assert "No die" in bad(field, PlaceArea(shot_id=shot_id, faces=(Face(3),)))
    assert (
        "Laid over 3 detected targets"
        in told(field, PlaceArea(shot_id=shot_id, inside_ids=tuple(targets)))[0]
    )


@pytest.mark.rule("12-38")
def test_without_a_detected_target_the_oblong_is_refused(field: Campaign) -> None:
    gun = armed(field, "flamethrower")
    fire(field, gun)
    refused(field, PlaceArea(shot_id=shot(field).id or 0), "12-38")


@pytest.mark.rule("12-41", "12-40")
def test_a_circle_of_energy_lies_on_a_detected_target_before_the_roll(field: Campaign) -> None:
    gun = armed(field, "fusion rifle", shape=AreaShape.CIRCULAR, area_size=4)
    (foe,) = foes(field, "Foe", detected=False)
    fire(field, gun, foe)
    refused(field, PlaceArea(shot_id=shot(field).id or 0, inside_ids=(foe,)), "12-41")
    hit = EnterOutcome(shot_id=shot(field).id or 0, matter="hit", answer="hit")
    refused(field, hit, "12-41")


@pytest.mark.parametrize("inches", [0, -1])
def test_an_area_of_no_inches_is_not_taken(field: Campaign, inches: int) -> None:
    gun = armed(field, "fusion rifle", shape=AreaShape.CIRCULAR)
    aims = (SfAim(area_size=inches),)
    assert bad(field, FireSf(sf_weapon_id=gun, aims=aims)).startswith("area_size:")


@pytest.mark.rule("12-42", "12-45")
def test_a_warhead_bursts_after_the_hit_roll(field: Campaign) -> None:
    gun = launcher(field, "high explosive")
    fire(field, gun)
    act = BurstSf(shot_id=shot(field).id or 0, place="by the wall")
    refused(field, act, "12-42")
    assert "Next: where it lands" in enter(field, "hit", "miss")[0]
    enter(field, "landing point", "3 inches south-west")
    assert "bursts. By the wall." in told(field, act)[0]


@pytest.mark.rule("12-43")
def test_indirect_fire_falls_before_it_bursts(field: Campaign) -> None:
    gun = launcher(field, "high explosive")
    fire(field, gun, use=Use.INDIRECT)
    refused(field, BurstSf(shot_id=shot(field).id or 0), "12-43")
    enter(field, "fall of shot", "on the crossroads")
    burst(field)


@pytest.mark.rule("TC-27", "TC-31", "12-46", "12-47", "12-48", "S-03")
def test_survivors_of_a_blast_neither_move_nor_fire_until_the_round_is_over(
    field: Campaign,
) -> None:
    gun = launcher(field, "high explosive")
    one, two, three = foes(field, "One", "Two", "Three")
    field.do(AddSfWeapon(unit_id=two, catalogue="laser rifle"))
    rifle = rows(field, SfWeapon)[-1].id or 0
    fire(field, gun)
    enter(field, "hit", "hit")
    burst(field, one, two, three)
    assert "is eliminated" in enter(field, "damage", "eliminated", unit_id=one)[1]
    assert row(field, Unit, one).fate is Fate.DEAD
    early = Incapacitate(shot_id=shot(field).id or 0)
    refused(field, early, "12-42")
    for foe in (two, three):
        enter(field, "penetration", "no effect", unit_id=foe)
    assert blast(field)[0].startswith("Rocket launcher: the blast. 2 incapacitated. Not: One.")
    assert down(field) == ["Two", "Three"]
    end_turn(field)
    assert "cannot fire" in refused(field, FireSf(sf_weapon_id=rifle), "12-47")
    assert "cannot move" in refused(field, MoveSf(unit_id=two, x=1, y=1), "12-47")
    refused(field, MoveUnit(unit_id=two, inches=1), "12-47")
    field.do(MoveSf(unit_id=two, x=1, y=1, by_itself=False))
    waiting = steps_at_end(field)
    assert waiting[:2] == ["Two: Incapacitated ends", "Three: Incapacitated ends"]
    settle(field)
    assert down(field) == []
    field.do(MoveSf(unit_id=two, x=2, y=2))


def steps_at_end(campaign: Campaign) -> list[str]:
    campaign.do(EndTurn())
    return [step.title for step in campaign.reading(agenda)]


def settle(campaign: Campaign) -> None:
    act = roll_all(campaign, lambda sides: 1)
    assert act is not None
    campaign.do(act)
    campaign.do(EndTurn())


@pytest.mark.rule("TC-28", "12-48", "12-46")
def test_machines_of_size_0_only(field: Campaign) -> None:
    gun = launcher(field, "hammerhead")
    (drone,) = foes(field, "Drone", kind=SfUnitKind.WARDRONE, size=0)
    (bot,) = foes(field, "Bot", kind=SfUnitKind.WARBOT, size=1)
    strike(field, gun, drone, bot)
    blast(field)
    assert down(field) == ["Drone"]
    refused(field, Incapacitate(unit_ids=(bot,)), "12-48")


@pytest.mark.rule("TC-29", "12-46", "S-28")
def test_a_hellburner_has_no_blast(field: Campaign) -> None:
    gun = launcher(field, "hellburner")
    (foe,) = foes(field, "Foe")
    strike(field, gun, foe)
    assert "hellburner has no blast" in refused(
        field, Incapacitate(shot_id=shot(field).id or 0), "12-46"
    )
    assert down(field) == []


@pytest.mark.rule("TC-30", "12-48", "S-29")
def test_riders_inside_a_vehicle_are_safe(field: Campaign) -> None:
    gun = launcher(field, "high explosive")
    (rider,) = foes(field, "Rider", on_foot=False)
    (driver,) = foes(field, "Driver", kind=SfUnitKind.CREW, on_foot=False, open_topped=True)
    strike(field, gun, rider, driver)
    blast(field)
    assert down(field) == []
    switch(field, "sf_open_crew_blast", True)
    end_turn(field, 2)
    strike(field, gun, rider, driver)
    blast(field)
    assert down(field) == ["Driver"]


@pytest.mark.rule("TC-32", "12-35", "12-44", "12-49", "S-07", "S-09")
def test_a_vaporshock_near_flame_ignites_early(field: Campaign) -> None:
    gun = launcher(field, "vaporshock", area_size=6)
    near, far = foes(field, "Near", "Far")
    fire(field, gun)
    enter(field, "hit", "hit")
    away = (UnitAway(unit_id=near, inches=1.5), UnitAway(unit_id=far, inches=2))
    act = BurstSf(shot_id=shot(field).id or 0, flame_inside=True, distances=away)
    (line,) = field.do(act).lines
    made = {each.name: each.total for each in line.sums}
    assert made == {"Attack factor": 4, "Effect area": 3}
    assert all(each.adds_up for each in line.sums)
    assert 'Flame inside: it ignites early. Area 3". Attack factor 4. Inside: Near.' in line.text()
    assert (shot(field).early, shot(field).area_size, shot(field).attack_factor) == (True, 3, 4)
    enter(field, "penetration", "no effect", unit_id=near)
    assert blast(field)[0].endswith("12-49")
    assert down(field) == ["Near"]


@pytest.mark.rule("TC-33", "12-44")
def test_a_vaporshock_far_from_flame_does_not(field: Campaign) -> None:
    gun = launcher(field, "vaporshock", area_size=6)
    fire(field, gun)
    enter(field, "hit", "hit")
    burst(field, flame_inside=False)
    assert (shot(field).early, shot(field).area_size, shot(field).attack_factor) == (False, 6, 7)


@pytest.mark.rule("S-03")
@pytest.mark.parametrize(
    ("until", "turns"),
    [("current_player_turn_end", 1), ("round_end", 2), ("victims_next_turn_end", 2)],
)
def test_when_incapacitated_ends_is_a_house_rule(field: Campaign, until: str, turns: int) -> None:
    switch(field, "sf_incapacitated_until", until)
    (foe,) = foes(field, "Foe")
    field.do(Incapacitate(unit_ids=(foe,), cause="a shell"))
    for turn in range(1, turns + 1):
        found = steps_at_end(field)
        assert found == (["Foe: Incapacitated ends"] if turn == turns else [])
    settle(field)
    assert down(field) == []


@pytest.mark.rule("S-03")
@pytest.mark.parametrize(
    ("until", "turns"),
    [("current_player_turn_end", 1), ("round_end", 2), ("victims_next_turn_end", 3)],
)
def test_whoever_is_struck_in_his_own_turn_gets_up_a_turn_of_his_later(
    field: Campaign, until: str, turns: int
) -> None:
    switch(field, "sf_incapacitated_until", until)
    own = unit(field, "Own")
    field.do(Incapacitate(unit_ids=(own,), cause="a shell"))
    for turn in range(1, turns + 1):
        found = steps_at_end(field)
        assert found == (["Own: Incapacitated ends"] if turn == turns else [])


@pytest.mark.rule("12-47", "S-03")
def test_incapacitated_that_was_passed_over_ends_at_the_next_start(field: Campaign) -> None:
    (foe,) = foes(field, "Foe")
    field.do(Incapacitate(unit_ids=(foe,)))
    end_turn(field, 2)
    assert [step.title for step in field.reading(agenda)] == ["Foe: Incapacitated ends"]
    field.do(GoOn())
    assert steps_at_end(field) == ["Foe: Incapacitated ends"]


@pytest.mark.rule("S-04", "12-33")
def test_an_incapacitated_trooper_starts_no_melee(field: Campaign) -> None:
    rifle = armed(field, "laser rifle with bayonet")
    field.do(Incapacitate(unit_ids=(rows(field, Unit)[0].id or 0,)))
    stab = FireSf(sf_weapon_id=rifle, capability="bayonet")
    refused(field, stab, "S-04")
    switch(field, "sf_incapacitated_melee", "full")
    field.do(stab)


def test_an_outcome_may_be_skipped_and_takes_a_note(field: Campaign) -> None:
    gun = armed(field, "phaser rifle")
    fire(field, gun)
    words = enter(field, "hit", note="Nobody saw it.")[0]
    assert words.startswith("Phaser rifle: hit or miss. Skipped. Nobody saw it.")
    assert "Choose: hit, miss" in bad(
        field, EnterOutcome(shot_id=shot(field).id or 0, matter="hit", answer="maybe")
    )
