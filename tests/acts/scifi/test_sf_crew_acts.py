"""Crews: who serves a weapon, who takes over, special fire, and what a destroyed weapon leaves."""

import pytest

from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.crews import MemberFacts, ReplaceGunner, ServeAsGunner, SetCrew
from brikdesk.acts.scifi.shooting import AssistGunner, FireSf, SfAim
from brikdesk.acts.scifi.units import EliminateSf
from brikdesk.acts.scifi.weapons import AddSfWeapon, DestroySfWeapon, EditSfWeapon, SfWeaponFacts
from brikdesk.rules.scifi.units_and_crews import CrewRole, SfUnitKind, SpecialFire
from brikdesk.rules.scifi.weapon_records import Family, Mounting
from brikdesk.rules.scifi.weapons import WeaponClass
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, SfCrew, SfLoad, SfUnit, SfWeapon, Unit
from brikdesk.store.views.scifi import unfired_weapons
from brikdesk.turns.scifi_ledger import sf_ammo
from tests.acts.scifi.starfield import enter, fire, left, shot, switch, unit
from tests.acts.table import bad, end_turn, refused, row, rows, told

ROUND = 2
SECOND, REROLL = SpecialFire.SECOND_SHOT, SpecialFire.REROLL
CREW = (
    MemberFacts(name="Gunner", role=CrewRole.GUNNER),
    MemberFacts(name="Loader", role=CrewRole.LOADER),
    MemberFacts(name="Bearer"),
)


def served(
    campaign: Campaign, *members: MemberFacts, rockets: int | None = None, option: bool = True
) -> int:
    """Return a crew-served weapon with this crew, a launcher where rockets are counted."""
    switch(campaign, "sf_weapon_crews", option)
    loads = () if rockets is None else (LoadFacts(count=rockets),)
    name = "phaser rifle" if rockets is None else "rocket launcher"
    family = {} if rockets is None else {"family": Family.INFANTRY}
    facts = SfWeaponFacts(
        catalogue=name, mounting=Mounting.CREW_SERVED, crew=members, loads=loads, **family
    )
    unit(campaign, "Gun team", facts, kind=SfUnitKind.CREW)
    return rows(campaign, SfWeapon)[-1].id or 0


def alive(campaign: Campaign) -> dict[str, str]:
    return {each.name: each.role.value for each in rows(campaign, SfCrew) if each.alive}


@pytest.mark.rule("TC-36", "12-73", "12-74", "S-18")
def test_the_owner_names_whose_figure_goes_for_the_gunner(field: Campaign) -> None:
    gun = served(field, *CREW)
    assert "Whose figure goes instead" in bad(field, ReplaceGunner(sf_weapon_id=gun))
    bearer = next(each.id for each in rows(field, SfCrew) if each.name == "Bearer")
    (words,) = told(field, ReplaceGunner(sf_weapon_id=gun, member_id=bearer))
    assert words == (
        "Phaser rifle keeps its gunner. Bearer takes the place of Gunner. 2 left in the crew. 12-74"
    )
    assert alive(field) == {"Gunner": "gunner", "Loader": "loader"}
    told(field, ReplaceGunner(sf_weapon_id=gun))
    assert alive(field) == {"Gunner": "gunner"}, "with one other it is automatic"


@pytest.mark.rule("S-18", "12-89")
def test_a_new_loader_waits_for_the_next_turn(field: Campaign) -> None:
    gun = served(field, *CREW)
    loader = next(each.id for each in rows(field, SfCrew) if each.name == "Loader")
    field.do(ReplaceGunner(sf_weapon_id=gun, member_id=loader))
    assert alive(field) == {"Gunner": "gunner", "Bearer": "loader from the next turn"}
    fire(field, gun)
    refused(field, AssistGunner(sf_weapon_id=gun, how=SECOND), "12-78")
    end_turn(field, ROUND)
    fire(field, gun)
    field.do(AssistGunner(sf_weapon_id=gun, how=SECOND))


@pytest.mark.rule("TC-37", "12-74")
def test_a_lone_gunner_leaves_the_weapon_unmanned(field: Campaign) -> None:
    gun = served(field, CREW[0])
    (words,) = told(field, ReplaceGunner(sf_weapon_id=gun))
    assert words.startswith("Phaser rifle has no gunner. It can be manned again.")
    assert "has no gunner" in refused(field, FireSf(sf_weapon_id=gun), "12-74")
    field.do(SetCrew(sf_weapon_id=gun, crew=(MemberFacts(name="New one", role=CrewRole.GUNNER),)))
    fire(field, gun)


@pytest.mark.rule("12-93", "12-74", "12-76")
def test_only_a_weapon_that_is_whole_and_manned_still_fires(field: Campaign) -> None:
    unit(field, "Lone wolf", SfWeaponFacts(catalogue="phaser rifle"))
    own, gun = rows(field, SfWeapon)[-1].id or 0, served(field, *CREW[:1])

    def waiting() -> set[int]:
        return {each.id for each in field.read(unfired_weapons)} & {own, gun}

    assert waiting() == {own, gun}
    field.do(ReplaceGunner(sf_weapon_id=gun))
    assert waiting() == {own}
    field.do(DestroySfWeapon(sf_weapon_id=own))
    assert not waiting()


@pytest.mark.rule("12-73")
def test_any_member_serves_as_gunner_with_the_option_only(field: Campaign) -> None:
    gun = served(field, *CREW, option=False)
    bearer = next(each.id or 0 for each in rows(field, SfCrew) if each.name == "Bearer")
    refused(field, ServeAsGunner(member_id=bearer), "12-73")
    switch(field, "sf_weapon_crews", True)
    field.do(ServeAsGunner(member_id=bearer))
    assert alive(field)["Bearer"] == "gunner"
    assert gun


@pytest.mark.rule("12-74")
def test_a_gunner_with_a_figure_of_his_own_stays_and_another_goes(field: Campaign) -> None:
    one = unit(field, "Sergeant", kind=SfUnitKind.CREW)
    two = unit(field, "Private", kind=SfUnitKind.CREW)
    members = (
        MemberFacts(unit_id=one, role=CrewRole.GUNNER),
        MemberFacts(unit_id=two, role=CrewRole.LOADER),
    )
    served(field, *members)
    told(field, EliminateSf(unit_id=one))
    assert row(field, Unit, one).fate is Fate.ALIVE
    assert row(field, Unit, two).fate is Fate.DEAD
    told(field, EliminateSf(unit_id=one))
    assert row(field, Unit, one).fate is Fate.DEAD
    assert alive(field) == {}


@pytest.mark.rule("TC-38", "12-78", "S-21")
def test_the_loader_gives_a_missed_shot_another_roll(field: Campaign) -> None:
    rifle = SfWeaponFacts(catalogue="laser rifle")
    loader = unit(field, "Loader", rifle, kind=SfUnitKind.CREW)
    own = rows(field, SfWeapon)[-1].id or 0
    gun = served(field, CREW[0], MemberFacts(unit_id=loader, role=CrewRole.LOADER))
    fire(field, gun)
    refused(field, AssistGunner(sf_weapon_id=gun, how=REROLL), "12-78")
    enter(field, "hit", "miss")
    field.do(AssistGunner(sf_weapon_id=gun, how=REROLL))
    assert (shot(field).rolls, shot(field).outcomes) == (2, [])
    assert row(field, SfWeapon, gun).special_fire is REROLL
    enter(field, "hit", "hit")
    assert "used his initiative" in refused(field, FireSf(sf_weapon_id=own), "12-79")
    refused(field, AssistGunner(sf_weapon_id=gun, how=SECOND), "S-15")
    refused(field, FireSf(sf_weapon_id=gun), "12-52")
    end_turn(field, ROUND)
    fire(field, own)


@pytest.mark.rule("TC-39", "12-78", "12-80", "S-14", "S-19")
def test_the_loader_gives_a_second_shot(field: Campaign) -> None:
    gun = served(field, *CREW)
    refused(field, AssistGunner(sf_weapon_id=gun, how=SECOND), "S-19")
    fire(field, gun)
    enter(field, "hit", "hit")
    field.do(AssistGunner(sf_weapon_id=gun, how=SECOND))
    fire(field, gun)
    refused(field, FireSf(sf_weapon_id=gun), "12-52")


@pytest.mark.rule("12-80", "S-14")
def test_every_shot_that_the_loader_gave_is_one_that_may_leave(field: Campaign) -> None:
    switch(field, "sf_special_fire_max", 3)
    gun = served(field, *CREW, rockets=5)
    fire(field, gun)
    enter(field, "hit", "hit")
    field.do(AssistGunner(sf_weapon_id=gun, how=SECOND))
    for fired in (2, 3):
        fire(field, gun)
        enter(field, "hit", "hit")
        (store,) = field.read(sf_ammo)
        assert (store.fired_this_turn, store.most) == (fired, fired)


@pytest.mark.rule("TC-40", "12-79")
def test_a_loader_who_fired_his_own_weapon_does_not_assist(field: Campaign) -> None:
    loader = unit(field, "Loader", SfWeaponFacts(catalogue="laser rifle"), kind=SfUnitKind.CREW)
    own = rows(field, SfWeapon)[-1].id or 0
    gun = served(field, CREW[0], MemberFacts(unit_id=loader, role=CrewRole.LOADER))
    fire(field, own)
    fire(field, gun)
    refused(field, AssistGunner(sf_weapon_id=gun, how=SECOND), "12-79")


@pytest.mark.rule("TC-41", "12-60", "S-16")
def test_special_fire_needs_ammunition(field: Campaign) -> None:
    gun = served(field, *CREW, rockets=1)
    fire(field, gun)
    refused(field, AssistGunner(sf_weapon_id=gun, how=SECOND), "12-60")
    enter(field, "hit", "miss")
    refused(field, AssistGunner(sf_weapon_id=gun, how=REROLL), "12-60")
    switch(field, "sf_reroll_uses_ammo", False)
    field.do(AssistGunner(sf_weapon_id=gun, how=REROLL))


@pytest.mark.rule("S-16")
def test_a_reroll_takes_a_round(field: Campaign) -> None:
    gun = served(field, *CREW, rockets=3)
    fire(field, gun)
    enter(field, "hit", "miss")
    (line,) = field.do(AssistGunner(sf_weapon_id=gun, how=REROLL)).lines
    assert [(each.name, each.total, each.adds_up) for each in line.sums] == [("Left", 1, True)]
    assert left(field, gun) == 1
    assert shot(field).remaining_after == 1


@pytest.mark.rule("12-73")
def test_without_the_option_nobody_assists(field: Campaign) -> None:
    gun = served(field, *CREW, option=False)
    fire(field, gun)
    refused(field, AssistGunner(sf_weapon_id=gun, how=SECOND), "12-73")


@pytest.mark.rule("TC-45", "12-27", "12-30")
def test_a_heavy_rifle_is_too_large_for_a_plain_soldier(field: Campaign) -> None:
    soldier = unit(field, "Soldier")
    act = AddSfWeapon(unit_id=soldier, catalogue="twin heavy cone rifle")
    words = refused(field, act, "12-27")
    assert "too large for a soldier" in words
    assert "It may be crew-served (12-30)." in words
    overruled = AddSfWeapon(
        unit_id=soldier, catalogue="twin heavy cone rifle", overruled=frozenset({"12-27"})
    )
    field.do(overruled)
    assert rows(field, SfWeapon)[-1].carry_override
    field.undo()
    offered = AddSfWeapon(
        unit_id=soldier, catalogue="twin heavy cone rifle", mounting=Mounting.CREW_SERVED
    )
    field.do(offered)
    assert not rows(field, SfWeapon)[-1].carry_override


@pytest.mark.rule("TC-46", "12-28", "12-26")
def test_powered_armor_carries_it(field: Campaign) -> None:
    soldier = unit(field, "Stormer", powered_armor=True)
    field.do(AddSfWeapon(unit_id=soldier, catalogue="twin heavy cone rifle"))


@pytest.mark.rule("TC-47", "12-04", "12-05", "12-29")
def test_a_vehicle_cannon_is_not_carried_in_powered_armor_either(field: Campaign) -> None:
    soldier = unit(field, "Stormer", powered_armor=True)
    words = refused(field, AddSfWeapon(unit_id=soldier, catalogue="bolt cannon"), "12-04")
    assert "A vehicle weapon is not carried by a soldier in powered armor" in words
    assert "crew-served" not in words
    tank = unit(field, "Tank", kind=SfUnitKind.VEHICLE)
    for name in ("bolt cannon", "laser rifle", "twin heavy cone rifle"):
        field.do(AddSfWeapon(unit_id=tank, catalogue=name))
    assert {each.mounting for each in rows(field, SfWeapon)} == {Mounting.MOUNTED}


@pytest.mark.rule("12-06", "12-07")
def test_a_crew_served_weapon_may_be_emplaced_in_a_structure(field: Campaign) -> None:
    bunker = unit(field, "Bunker", kind=SfUnitKind.STRONGPOINT)
    gun = served(field, *CREW)
    refused(field, EditSfWeapon(sf_weapon_id=gun, mounting=Mounting.EMPLACED), "12-07")
    field.do(EditSfWeapon(sf_weapon_id=gun, mounting=Mounting.EMPLACED, structure_id=bunker))
    assert row(field, SfWeapon, gun).structure_id == bunker


@pytest.mark.rule("12-22", "12-23", "S-24")
def test_the_strongest_sonic_weapons_are_super_heavy(field: Campaign) -> None:
    soldier = unit(field, "Stormer", powered_armor=True)
    act = AddSfWeapon(unit_id=soldier, catalogue="super-heavy ultrasonic rifle")
    assert "super-heavy" in told(field, act)[0].split("rifle", 1)[1]
    assert rows(field, SfWeapon)[0].infantry_class is WeaponClass.ULTRA


@pytest.mark.rule("TC-48", "12-76")
def test_rockets_of_a_destroyed_launcher_are_lost_not_fired(field: Campaign) -> None:
    gun = served(field, *CREW, rockets=4)
    (words,) = told(field, DestroySfWeapon(sf_weapon_id=gun, reason="A direct hit."))
    assert "A direct hit. 4 lost with it, not fired." in words
    (load,) = rows(field, SfLoad)
    assert (load.loaded, load.fired, load.lost, left(field, gun)) == (4, 0, 4, 0)
    refused(field, FireSf(sf_weapon_id=gun), "12-76")
    refused(field, SetCrew(sf_weapon_id=gun, crew=CREW), "12-76")


@pytest.mark.rule("12-75")
def test_a_fixed_gunner_who_survives_stands_on_foot(field: Campaign) -> None:
    gun = served(field, MemberFacts(name="Old Sweat", role=CrewRole.GUNNER, fixed=True))
    lines = told(field, DestroySfWeapon(sf_weapon_id=gun))
    assert lines[1].startswith("Old Sweat stands beside it.")
    figure = rows(field, Unit)[-1]
    assert figure.name == "Old Sweat"
    assert rows(field, SfCrew)[0].unit_id == figure.id
    assert rows(field, SfUnit)[-1].on_foot


@pytest.mark.rule("12-77", "12-76")
def test_damage_that_destroys_a_weapon_destroys_it(field: Campaign) -> None:
    gun = served(field, *CREW, rockets=4)
    owner = row(field, SfWeapon, gun).unit_id
    rifle = unit(field, "Trooper", SfWeaponFacts(catalogue="phaser rifle"))
    own = rows(field, SfWeapon)[-1].id or 0
    field.do(FireSf(sf_weapon_id=own, aims=(SfAim(target_id=owner),)))
    enter(field, "hit", "hit")
    enter(field, "damage", "weapon destroyed", sf_weapon_id=gun)
    assert row(field, SfWeapon, gun).destroyed
    assert rifle


@pytest.mark.rule("S-17")
def test_special_fire_keeps_to_the_two_of_a_pod(field: Campaign) -> None:
    switch(field, "sf_weapon_crews", True)
    facts = SfWeaponFacts(
        catalogue="rocket pod", family=Family.INFANTRY, mounting=Mounting.CREW_SERVED,
        crew=CREW, loads=(LoadFacts(count=7),),
    )  # fmt: skip
    unit(field, "Pod team", facts, kind=SfUnitKind.CREW)
    pod = rows(field, SfWeapon)[-1].id or 0
    fire(field, pod)
    fire(field, pod)
    refused(field, AssistGunner(sf_weapon_id=pod, how=SECOND), "S-17")
    switch(field, "sf_special_fire_over_pod_limit", True)
    field.do(AssistGunner(sf_weapon_id=pod, how=SECOND))
    fire(field, pod)
    assert left(field, pod) == 4
