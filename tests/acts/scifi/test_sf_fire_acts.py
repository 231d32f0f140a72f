"""What a weapon may fire in a turn, how far, in which mode, and what the log tells of it."""

import math

import pytest

from brikdesk.acts.campaign.battles import EndBattle
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.areas import PlaceArea
from brikdesk.acts.scifi.outcomes import EnterOutcome, MarkDetected
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.weapons import AddSfWeapon, CapabilityFacts, SfWeaponFacts
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.firing import Use
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.rules.scifi.weapon_records import Family
from brikdesk.rules.scifi.weapons import (
    MINI_ROCKETS,
    BuiltAs,
    FireMode,
    Holder,
    RangeBand,
    Rate,
    WeaponClass,
)
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Sum
from brikdesk.store.tables import SfLoad, SfShot, SfWeapon
from brikdesk.store.views.scifi import sf_weapons
from tests.acts.scifi.starfield import armed, enter, fire, foes, shot, switch, unit
from tests.acts.table import bad, end_turn, refused, row, rows, told

ROUND = 2
GRENADES = CapabilityFacts(
    name="grenade launcher", holder=Holder.ITEMS, loads=(LoadFacts(count=2),)
)


def at(distance: float) -> tuple[SfAim, ...]:
    return (SfAim(distance=distance),)


def sums(campaign: Campaign, weapon: int, **aim: object) -> dict[str, Sum]:
    act = FireSf(sf_weapon_id=weapon, aims=(SfAim(**aim),))  # type: ignore[arg-type]
    (line,) = campaign.do(act).lines
    assert all(each.adds_up for each in line.sums)
    return {each.name: each for each in line.sums}


@pytest.mark.rule("TC-01", "12-13", "12-14", "12-15", "12-16")
@pytest.mark.parametrize(
    ("distance", "band"),
    [(0, RangeBand.SHORT), (20, RangeBand.SHORT), (20.5, RangeBand.MEDIUM), (40, RangeBand.MEDIUM),
     (40.5, RangeBand.LONG), (60, RangeBand.LONG), (60.5, None)],
)  # fmt: skip
def test_the_band_of_a_shot_is_in_its_record(
    field: Campaign, distance: float, band: RangeBand | None
) -> None:
    cannon = armed(field, "light laser cannon", kind=SfUnitKind.VEHICLE)
    if band is None:
        act = FireSf(sf_weapon_id=cannon, aims=at(distance))
        assert refused(field, act, "12-16").endswith('60.5" is out of range, it reaches 60".')
        return
    words = told(field, FireSf(sf_weapon_id=cannon, aims=at(distance)))[0]
    assert f'{distance:g}", {band.value} range' in words
    assert shot(field).band is band


@pytest.mark.rule("TC-02", "12-17", "S-02")
def test_a_missile_needs_its_minimum_range(field: Campaign) -> None:
    missile = armed(
        field, "missile", kind=SfUnitKind.VEHICLE, range_factor=30, minimum_range=10,
        loads=(LoadFacts(count=3),),
    )  # fmt: skip
    refused(field, FireSf(sf_weapon_id=missile, aims=at(9)), "12-17")
    (seen,) = field.read(sf_weapons)
    assert [(span.name, span.above, span.to) for span in seen.spans] == [
        ("too close", 0, 10),
        ("short", 0, 30),
        ("medium", 30, 60),
        ("long", 60, 90),
        ("out of range", 90, None),
    ]
    field.do(FireSf(sf_weapon_id=missile, aims=at(10)))
    assert shot(field).band is RangeBand.SHORT


@pytest.mark.rule("TC-05", "12-01", "12-02", "12-08", "12-09")
def test_a_new_weapon_has_the_attack_factor_of_its_type_and_form(field: Campaign) -> None:
    soldier = unit(field, "Soldier")
    for form, factor in ((BuiltAs.SMALL_ARM, 5), (BuiltAs.CANNON, 7)):
        facts = {"type": "laser", "form": form, "family": Family.INFANTRY}
        act = AddSfWeapon(unit_id=soldier, name=f"Laser {form.value}", **facts)  # type: ignore[arg-type]
        (line,) = field.do(act).lines[:1]
        assert f"attack factor {factor}" in line.text()
        assert line.sums[0].total == factor
        weapon = rows(field, SfWeapon)[-1]
        assert sums(field, weapon.id or 0)["Attack factor"].total == factor
    wrong = AddSfWeapon(unit_id=soldier, name="Odd", typed_factor=10)
    assert bad(field, wrong).endswith("10 is no attack factor, type 1 to 9")


@pytest.mark.rule("12-18", "12-19")
def test_a_code_that_does_not_fit_is_told_and_kept(field: Campaign) -> None:
    soldier = unit(field, "Soldier")
    lines = told(field, AddSfWeapon(unit_id=soldier, catalogue="laser rifle", rate=Rate.AUTOMATIC))
    assert lines[1].endswith("12-19")
    assert rows(field, SfWeapon)[0].rate is Rate.AUTOMATIC


@pytest.mark.rule("TC-06", "12-32", "S-22")
def test_one_capability_a_turn(field: Campaign) -> None:
    rifle = armed(
        field, "automatic rifle with grenade launcher",
        capabilities=(CapabilityFacts(name="automatic rifle"), GRENADES),
    )  # fmt: skip
    fire(field, rifle, capability="automatic rifle")
    grenade = FireSf(sf_weapon_id=rifle, capability="grenade launcher")
    words = refused(field, grenade, "12-32")
    assert "It used its automatic rifle this turn, the grenade launcher has to wait" in words
    assert rows(field, SfLoad)[0].fired == 0
    end_turn(field, ROUND)
    field.do(grenade)
    assert rows(field, SfLoad)[0].fired == 1
    assert "no such capability" in bad(field, FireSf(sf_weapon_id=rifle, capability="spoon"))


@pytest.mark.rule("TC-07", "12-33")
def test_a_bayonet_does_not_count(field: Campaign) -> None:
    rifle = armed(field, "laser rifle with bayonet")
    fire(field, rifle, capability="laser rifle")
    lines = fire(field, rifle, capability="bayonet")
    assert "melee" in lines[0]
    refused(field, FireSf(sf_weapon_id=rifle, capability="laser rifle"), "12-52")


@pytest.mark.rule("TC-08", "12-34", "12-53")
def test_both_barrels_of_a_twin_rifle_fire(field: Campaign) -> None:
    rifle = armed(field, "twin bolt rifle")
    fire(field, rifle)
    fire(field, rifle)
    assert "All 2 barrels fired" in refused(field, FireSf(sf_weapon_id=rifle), "12-53")


@pytest.mark.rule("TC-09", "TC-10", "12-53", "12-55")
def test_a_triple_cannon_divides_its_fire_between_detected_targets(field: Campaign) -> None:
    cannon = armed(field, "triple bolt cannon", kind=SfUnitKind.VEHICLE)
    one, two = foes(field, "One", "Two")
    (three,) = foes(field, "Three", detected=False)
    split = FireSf(
        sf_weapon_id=cannon, aims=tuple(SfAim(target_id=each) for each in (one, two, three))
    )
    assert "Three is not detected" in refused(field, split, "12-55")
    field.do(MarkDetected(unit_id=three))
    behind = (SfAim(target_id=one, in_traverse=False),)
    refused(field, FireSf(sf_weapon_id=cannon, aims=behind), "12-55")
    assert len(told(field, split)) == 3
    refused(field, FireSf(sf_weapon_id=cannon), "12-53")
    end_turn(field, ROUND)
    field.do(split)


@pytest.mark.rule("TC-12", "12-56", "S-23")
def test_two_machinepistols_fire_without_loss_of_accuracy(field: Campaign) -> None:
    pistol = SfWeaponFacts(catalogue="machinepistol")
    unit(field, "Trooper", pistol, pistol, SfWeaponFacts(catalogue="laser rifle"))
    one, two, rifle = (each.id or 0 for each in rows(field, SfWeapon))
    switch(field, "sf_trooper_weapons_per_turn", "one")
    for each in (one, two):
        fire(field, each)
        assert shot(field).hit_bonus == 0
    refused(field, FireSf(sf_weapon_id=rifle), "S-23")


@pytest.mark.rule("12-09", "12-10")
@pytest.mark.parametrize(
    ("facts", "typed", "factor", "by_hand"),
    [
        ({"catalogue": "laser rifle"}, None, 5, False),
        ({"catalogue": "laser rifle"}, 5, 5, False),
        ({"catalogue": "laser rifle"}, 6, 6, True),
        ({"name": "Slingshot"}, 2, 2, False),
        ({"name": "Slingshot"}, None, None, False),
    ],
)
def test_an_attack_factor_is_typed_by_hand_where_the_pattern_says_another(
    field: Campaign, facts: dict[str, str], typed: int | None, factor: int | None, by_hand: bool
) -> None:
    unit(field, "Trooper", SfWeaponFacts(typed_factor=typed, **facts))
    (seen,) = field.read(sf_weapons)
    assert (seen.attack_factor, seen.factor_changed) == (factor, by_hand)


@pytest.mark.rule("TC-13", "12-57", "12-58")
@pytest.mark.parametrize(("barrels", "hits"), [(3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4)])
def test_a_rotary_hit_is_checked_by_its_barrels(field: Campaign, barrels: int, hits: int) -> None:
    gun = armed(field, "rotary bolt cannon", kind=SfUnitKind.VEHICLE, barrels=barrels)
    (foe,) = foes(field, "Foe")
    fire(field, gun, foe)
    place(field, foe)
    assert f"Hits to check {hits}." in enter(field, "hit", "hit", unit_id=foe)[0]


@pytest.mark.rule("12-57")
@pytest.mark.parametrize(("barrels", "usual"), [(10, 5), (2, 1), (1, 1)])
def test_other_numbers_of_barrels_are_asked(field: Campaign, barrels: int, usual: int) -> None:
    gun = armed(field, "rotary bolt cannon", kind=SfUnitKind.VEHICLE, barrels=barrels)
    (foe,) = foes(field, "Foe")
    fire(field, gun, foe)
    place(field, foe)
    with pytest.raises(BadInput, match=rf"How many hits\? Usual: {usual}\."):
        enter(field, "hit", "hit", unit_id=foe)
    assert "Hits to check 6." in enter(field, "hit", "hit", unit_id=foe, number=6)[0]


def place(campaign: Campaign, foe: int) -> None:
    campaign.do(PlaceArea(shot_id=shot(campaign).id or 0, inside_ids=(foe,), direction="north"))


@pytest.mark.rule("TC-23", "12-69", "12-70", "12-71", "S-20")
@pytest.mark.parametrize(
    ("mode", "factor", "bonus"), [(FireMode.PULSE, 7, 1), (FireMode.BEAM, 8, 0)]
)
def test_variable_fire(field: Campaign, mode: FireMode, factor: int, bonus: int) -> None:
    switch(field, "sf_variable_fire", True)
    beam = armed(field, "particle beam", kind=SfUnitKind.VEHICLE)
    found = sums(field, beam, mode=mode)
    assert found["Attack factor"].total == factor
    assert (found["Bonus to hit"].total if bonus else 0) == shot(field).hit_bonus == bonus
    assert row(field, SfWeapon, beam).last_mode is mode


@pytest.mark.rule("TC-24", "12-70")
def test_a_ray_rifle_in_pulse_mode(field: Campaign) -> None:
    switch(field, "sf_variable_fire", True)
    found = sums(field, armed(field, "ray weapon"), mode=FireMode.PULSE)
    parts = {term.reason: (term.value, term.rule) for term in found["Attack factor"].terms}
    assert parts == {"Ray, small arm": (6, "12-09"), "Pulse mode": (-1, "12-70")}
    assert found["Bonus to hit"].total == 1


@pytest.mark.rule("TC-25", "12-69")
@pytest.mark.parametrize("name", ["laser rifle", "convergence beam"])
def test_other_weapons_have_no_choice_of_mode(field: Campaign, name: str) -> None:
    switch(field, "sf_variable_fire", True)
    kind = SfUnitKind.VEHICLE if "beam" in name else SfUnitKind.INFANTRY
    weapon = armed(field, name, kind=kind)
    pulse = FireSf(sf_weapon_id=weapon, aims=(SfAim(mode=FireMode.PULSE),))
    assert "no pulse mode" in refused(field, pulse, "12-69")


@pytest.mark.rule("TC-26", "12-72")
def test_without_the_option_there_is_no_mode(field: Campaign) -> None:
    beam = armed(field, "particle beam", kind=SfUnitKind.VEHICLE)
    refused(field, FireSf(sf_weapon_id=beam, aims=(SfAim(mode=FireMode.PULSE),)), "12-72")
    assert sums(field, beam)["Attack factor"].total == 8
    assert shot(field).mode is None


@pytest.mark.rule("TC-42", "12-84", "12-85", "12-86", "12-87", "12-81")
def test_convergence_beams_pass_through_cover(field: Campaign) -> None:
    switch(field, "sf_convergence_beams", True)
    beam = armed(field, "convergence beam", kind=SfUnitKind.VEHICLE)
    (foe,) = foes(field, "Foe")
    (line,) = field.do(FireSf(sf_weapon_id=beam, aims=(SfAim(target_id=foe),))).lines
    waived = {each.name: (each.total, each.terms[0].rule) for each in line.sums}
    assert waived["Concealment"] == (0, "12-86")
    assert waived["Cover"] == (0, "12-87")
    assert "Concealment counts 0: the beams pass through what conceals the target" in line.text()


@pytest.mark.rule("TC-43", "12-84", "12-88")
def test_convergence_beams_need_a_detected_target(field: Campaign) -> None:
    beam = armed(field, "convergence beam", kind=SfUnitKind.VEHICLE)
    (foe,) = foes(field, "Foe", detected=False)
    act = FireSf(sf_weapon_id=beam, aims=(SfAim(target_id=foe),))
    switch(field, "sf_convergence_beams", True)
    refused(field, act, "12-84")
    switch(field, "sf_convergence_beams", False)
    field.do(act)


@pytest.mark.rule("TC-44", "12-82", "12-83", "12-43")
def test_indirect_convergence_beams_are_called_in(field: Campaign) -> None:
    switch(field, "sf_convergence_beams", True)
    beam = armed(field, "convergence beam", kind=SfUnitKind.VEHICLE)
    spotter = unit(field, "Spotter", kind=SfUnitKind.PERSONNEL)
    (foe,) = foes(field, "Foe", detected=False)
    aims = (SfAim(target_id=foe),)
    act = FireSf(sf_weapon_id=beam, aims=aims, use=Use.INDIRECT, spotter_id=spotter)
    assert "Called in by Spotter." in told(field, act)[0]
    hit = EnterOutcome(shot_id=shot(field).id or 0, matter="hit", answer="hit")
    refused(field, hit, "12-83")
    assert enter(field, "fall of shot", "2 inches east")[0].endswith("12-43")
    field.do(hit)


@pytest.mark.rule("12-91", "12-50", "12-21", "S-26")
def test_a_shot_is_one_log_line_with_everything(field: Campaign) -> None:
    launcher = armed(
        field, "rocket launcher", warhead="high explosive", range_factor=12,
        detection_effect=-2, loads=(LoadFacts(count=3),),
    )  # fmt: skip
    (foe,) = foes(field, "Foe")
    aims = (SfAim(target_id=foe, distance=15),)
    (words,) = told(field, FireSf(sf_weapon_id=launcher, aims=aims))
    assert words == (
        'Trooper fires rocket launcher. At Foe, 15", medium range, circular area. '
        "Attack factor 6. Rate of fire S, Single shot. Detection effect \N{MINUS SIGN}2. "
        "3 before, 2 left. Next: hit or miss. 12-91"
    )
    made = shot(field)
    assert (made.turn_id, made.distance, made.remaining_before, made.remaining_after) == (
        1,
        15,
        3,
        2,
    )


@pytest.mark.rule("TC-49", "12-92")
def test_undo_of_a_shot_brings_everything_back(field: Campaign) -> None:
    rifle = armed(
        field, "automatic rifle with grenade launcher",
        capabilities=(CapabilityFacts(name="automatic rifle"), GRENADES),
    )  # fmt: skip
    before = field.digest()
    fire(field, rifle, capability="grenade launcher")
    assert field.digest() != before
    field.undo()
    assert field.digest() == before
    weapon = row(field, SfWeapon, rifle)
    assert (weapon.fired, weapon.capability_used, rows(field, SfShot)) == ({}, "", [])
    field.redo()
    assert rows(field, SfLoad)[0].fired == 1


@pytest.mark.rule("12-52")
def test_each_weapon_fires_once_a_turn_and_only_in_a_battle(field: Campaign) -> None:
    rifle = armed(field, "phaser rifle")
    fire(field, rifle)
    assert refused(field, FireSf(sf_weapon_id=rifle), "12-52") == (
        "Trooper, phaser rifle: It fired this turn."
    )
    field.do(EndBattle())
    assert "No battle is running" in bad(field, FireSf(sf_weapon_id=rifle))


def test_the_acts_belong_to_campaigns_that_are_played_so(battle: Campaign) -> None:
    act = AddSfWeapon(unit_id=1, catalogue="laser rifle")
    assert "not played by the Sci-fi rules" in bad(battle, act)


@pytest.mark.rule("12-22")
@pytest.mark.parametrize(("family", "doubted"), [(Family.INFANTRY, False), (Family.ROCKET, True)])
def test_only_infantry_weapons_have_a_class(field: Campaign, family: Family, doubted: bool) -> None:
    tank = unit(field, "Tank", kind=SfUnitKind.VEHICLE)
    facts = {"family": family, "infantry_class": WeaponClass.MEDIUM}
    lines = told(field, AddSfWeapon(unit_id=tank, name="Thrower", **facts))  # type: ignore[arg-type]
    assert any("Only infantry weapons have a class." in each for each in lines) is doubted


@pytest.mark.rule("12-19", "12-67")
def test_what_is_gone_after_one_use_is_coded_s(field: Campaign) -> None:
    facts = {"unit_id": unit(field, "Trooper"), "holder": Holder.ITEMS, "warhead": "gas"}
    assert len(told(field, AddSfWeapon(name="Gas grenade", **facts))) == 1
    assert len(told(field, AddSfWeapon(name="Gas bomb", rate=Rate.SINGLE, **facts))) == 1
    odd = told(field, AddSfWeapon(name="Gas can", rate=Rate.PULSE, **facts))
    assert any("What is used only once is coded S." in each for each in odd)


@pytest.mark.rule("12-19", "12-20")
def test_a_mini_rocket_launcher_is_coded_p(field: Campaign) -> None:
    trooper = unit(field, "Trooper")
    facts = {"unit_id": trooper, "type": MINI_ROCKETS, "nature": "projectile"}
    (hail,) = told(field, AddSfWeapon(name="Hail", **facts))
    assert "P, Pulse" in hail
    lines = told(field, AddSfWeapon(name="Drizzle", rate=Rate.SINGLE, **facts))
    assert any("A mini-rocket launcher is coded P: one firing is a cluster." in w for w in lines)
    assert lines[-1].endswith("12-20")


@pytest.mark.rule("12-13", "12-17")
@pytest.mark.parametrize("figure", ["range_factor", "minimum_range"])
@pytest.mark.parametrize("inches", [-1.0, math.inf, math.nan])
def test_a_weapon_has_no_range_below_zero_or_beyond_all_numbers(
    field: Campaign, figure: str, inches: float
) -> None:
    trooper = unit(field, "Trooper")
    assert bad(field, AddSfWeapon(unit_id=trooper, name="Odd gun", **{figure: inches}))
