"""Pods, racks, launchers, pulses and items count down by their own limits, and never up by themselves."""

import math

import pytest

from brikdesk.acts.campaign.battles import EndBattle, NewBattle, StartBattle
from brikdesk.acts.scifi.ammunition import AdjustLoad, LoadFacts, Resupply, SetLoad
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.units import AddSfUnit
from brikdesk.acts.scifi.weapons import AddSfWeapon, EditSfWeapon, SfWeaponFacts
from brikdesk.errors import BadInput, Refused
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.rules.scifi.weapons import Holder
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import SfLoad, SfShot, SfWeapon
from tests.acts.scifi.starfield import (
    armed,
    fire,
    foes,
    left,
    load_id,
    shot,
    store_id,
    switch,
    unit,
)
from tests.acts.table import bad, end_turn, refused, row, rows, told

ROUND = 2
POD = "pod of seven artillery rockets"


@pytest.fixture
def pod(field: Campaign) -> int:
    """Return the pod of a heavy battledrone, seven rockets."""
    field.do(AddSfUnit(name="Drone", player_id=1, catalogue="Heavy battledrone"))
    return rows(field, SfWeapon)[-1].id or 0


@pytest.mark.rule("TC-14", "TC-15", "12-59", "12-60", "12-64", "12-89", "12-90", "12-92")
def test_seven_artillery_rockets_go_two_a_turn_and_undo_goes_back_through_all_of_it(
    field: Campaign, pod: int
) -> None:
    tank = foes(field, "Tank", kind=SfUnitKind.VEHICLE)[0]
    field.seal()
    digests, counts, acts = [field.digest()], [left(field, pod)], 0
    for rockets in (2, 2, 2, 1):
        lines = fire(field, pod, *[tank] * rockets)
        assert len(lines) == rockets
        counts.append(left(field, pod))
        digests.append(field.digest())
        words = refused(field, FireSf(sf_weapon_id=pod), "12-60" if counts[-1] == 0 else "12-59")
        end_turn(field, ROUND)
        digests.append(field.digest())
    assert counts == [7, 5, 3, 1, 0]
    assert "Expended" in words
    assert refused(field, FireSf(sf_weapon_id=pod), "12-60").startswith("Drone, pod of seven")
    assert left(field, pod) == 0
    while True:
        try:
            field.undo()
            acts += 1
        except BadInput:
            break
    assert acts >= 8
    assert field.digest() == digests[0]
    assert left(field, pod) == 7
    for _ in range(acts):
        field.redo()
    assert field.digest() == digests[-1]


@pytest.mark.rule("TC-16", "12-59")
def test_a_third_rocket_in_one_turn_is_refused_and_takes_nothing(field: Campaign, pod: int) -> None:
    fire(field, pod)
    fire(field, pod)
    assert refused(field, FireSf(sf_weapon_id=pod), "12-59").endswith("It fired 2 this turn.")
    assert left(field, pod) == 5
    aims = (SfAim(), SfAim(), SfAim())
    end_turn(field, ROUND)
    refused(field, FireSf(sf_weapon_id=pod, aims=aims), "12-59")
    assert left(field, pod) == 5, "the two that could fly stay with the third that cannot"


@pytest.mark.rule("TC-16", "12-59")
def test_the_referee_overrules_the_limit_and_the_log_says_so(field: Campaign, pod: int) -> None:
    fire(field, pod)
    fire(field, pod)
    field.do(FireSf(sf_weapon_id=pod, overruled=frozenset({"12-59"})))
    assert left(field, pod) == 4
    assert shot(field).overruled == ["12-59"]


@pytest.mark.rule("TC-15", "12-60")
@pytest.mark.parametrize("named", [False, True])
def test_an_empty_pod_that_is_overruled_fires_nothing_out_of_it(
    field: Campaign, pod: int, named: bool
) -> None:
    field.do(AdjustLoad(load_id=load_id(field, pod), removed=7))
    aim = SfAim(ammunition=rows(field, SfLoad)[0].name if named else "")
    field.do(FireSf(sf_weapon_id=pod, aims=(aim,), overruled=frozenset({"12-60"})))
    assert left(field, pod) == 0
    assert (shot(field).remaining_before, shot(field).remaining_after) == (0, 0)


@pytest.mark.rule("TC-17", "12-61")
def test_two_pods_fire_two_each(field: Campaign) -> None:
    pods = (
        SfWeaponFacts(catalogue=POD, name="Left pod"),
        SfWeaponFacts(catalogue=POD, name="Right pod"),
    )
    unit(field, "Carrier", *pods, kind=SfUnitKind.VEHICLE)
    one, two = (each.id or 0 for each in rows(field, SfWeapon))
    for each in (one, two):
        fire(field, each)
        fire(field, each)
        refused(field, FireSf(sf_weapon_id=each), "12-59")
    assert (left(field, one), left(field, two)) == (5, 5)


@pytest.mark.rule("TC-18", "12-89", "12-90")
def test_a_new_turn_forgets_what_was_fired_and_keeps_what_is_left(
    field: Campaign, pod: int
) -> None:
    fire(field, pod)
    fire(field, pod)
    end_turn(field)
    refused(field, FireSf(sf_weapon_id=pod), "12-59")
    end_turn(field)
    assert left(field, pod) == 5
    fire(field, pod)
    assert left(field, pod) == 4


@pytest.mark.rule("TC-19", "12-20", "12-65")
def test_mini_rockets_go_one_pulse_a_turn(field: Campaign) -> None:
    launcher = armed(field, "mini-rocket launcher", loads=(LoadFacts(count=3),))
    assert row(field, SfWeapon, launcher).rate.value == "P"  # type: ignore[union-attr]
    counts = []
    for _ in range(3):
        fire(field, launcher)
        refused(
            field, FireSf(sf_weapon_id=launcher), "12-60" if not left(field, launcher) else "12-52"
        )
        counts.append(left(field, launcher))
        end_turn(field, ROUND)
    assert counts == [2, 1, 0]
    refused(field, FireSf(sf_weapon_id=launcher), "12-60")


@pytest.mark.rule("TC-20", "12-66")
def test_a_launcher_without_a_number_asks_for_it_first(field: Campaign) -> None:
    launcher = armed(field, "mini-rocket launcher")
    assert "how many pulses" in refused(field, FireSf(sf_weapon_id=launcher), "12-66")
    store = store_id(field, launcher)
    lines = told(field, SetLoad(store_id=store, loads=(LoadFacts(count=4),)))
    assert lines[0].endswith("4 of 4 left, 0 fired this turn. 12-66")
    fire(field, launcher)
    assert left(field, launcher) == 3
    words = refused(field, SetLoad(store_id=store, loads=(LoadFacts(count=9),)), "12-68")
    assert "fixed when the battle begins" in words


@pytest.mark.rule("TC-21", "12-67", "S-30")
def test_a_grenade_that_misses_is_gone(field: Campaign) -> None:
    grenades = armed(field, "grenade", loads=(LoadFacts(count=2),))
    fire(field, grenades)
    assert left(field, grenades) == 1
    end_turn(field, ROUND)
    fire(field, grenades)
    end_turn(field, ROUND)
    refused(field, FireSf(sf_weapon_id=grenades), "12-67")


@pytest.mark.rule("TC-22", "12-62", "12-63")
def test_an_energy_rifle_never_runs_out(field: Campaign) -> None:
    rifle = armed(field, "laser rifle")
    for _ in range(12):
        assert "left" not in fire(field, rifle)[0]
        end_turn(field, ROUND)
    assert [each.remaining_after for each in rows(field, SfShot)] == [None] * 12


@pytest.mark.rule("S-31")
def test_projectiles_are_counted_only_by_choice(field: Campaign) -> None:
    rifle = armed(field, "automatic rifle", holder=Holder.MAGAZINE, loads=(LoadFacts(count=1),))
    fire(field, rifle)
    assert left(field, rifle) == 1
    switch(field, "sf_count_all_ammo", True)
    end_turn(field, ROUND)
    fire(field, rifle)
    assert left(field, rifle) == 0
    end_turn(field, ROUND)
    refused(field, FireSf(sf_weapon_id=rifle), "12-60")


@pytest.mark.rule("TC-50", "12-68")
def test_what_the_referee_takes_out_counts_as_adjusted(field: Campaign, pod: int) -> None:
    fire(field, pod)
    fire(field, pod)
    end_turn(field, ROUND)
    fire(field, pod)
    lines = told(field, AdjustLoad(load_id=load_id(field, pod), removed=1, reason="Fell off."))
    (load,) = rows(field, SfLoad)
    assert (load.loaded, load.fired, load.adjusted, left(field, pod)) == (7, 3, 1, 3)
    assert lines[0].startswith("1 rocket taken out of pod of seven artillery rockets. Fell off.")
    assert "type 0 to 7" in bad(field, AdjustLoad(load_id=load.id or 0, removed=4))
    assert "type 0 to 7" in bad(field, AdjustLoad(load_id=load.id or 0, removed=-5))


@pytest.mark.rule("12-68")
def test_ammunition_comes_back_between_battles_only(field: Campaign, pod: int) -> None:
    fire(field, pod)
    store = store_id(field, pod)
    refused(field, Resupply(store_id=store), "12-68")
    field.do(EndBattle())
    assert left(field, pod) == 6, "the battle's end brings nothing back"
    told(field, Resupply(store_id=store, loads=(LoadFacts(count=9),)))
    (load,) = rows(field, SfLoad)
    assert (load.loaded, load.fired, left(field, pod)) == (9, 0, 9)


@pytest.mark.rule("12-68", "12-90")
def test_a_new_battle_keeps_what_was_fired_unless_racks_are_filled(
    field: Campaign, pod: int
) -> None:
    fire(field, pod)
    field.do(EndBattle())
    field.do(NewBattle(name="Again", player_ids=(1, 2)))
    field.do(StartBattle())
    assert left(field, pod) == 6
    fire(field, pod)
    field.do(EndBattle())
    field.do(NewBattle(name="Once more", player_ids=(1, 2), keep_rounds=False))
    assert left(field, pod) == 7


@pytest.mark.rule("S-11", "S-12")
def test_a_pod_splits_its_fire_where_the_house_rule_lets_it(field: Campaign, pod: int) -> None:
    one, two = foes(field, "One", "Two")
    fire(field, pod, one, two)
    switch(field, "sf_pod_split_targets", False)
    end_turn(field, ROUND)
    fire(field, pod, one)
    again = FireSf(sf_weapon_id=pod, aims=(SfAim(target_id=two),))
    assert "One" in refused(field, again, "S-11")
    late = FireSf(sf_weapon_id=pod, aims=(SfAim(target_id=one),), same_initiative=False)
    refused(field, late, "S-11")


@pytest.mark.rule("12-64")
def test_a_mixed_load_names_its_round(field: Campaign) -> None:
    loads = (LoadFacts(name="high explosive", count=1), LoadFacts(name="vaporshock", count=2))
    pod = armed(field, "rocket pod", kind=SfUnitKind.VEHICLE, loads=loads)
    words = fire_named(field, pod, "vaporshock")
    assert "Attack factor 7." in words
    assert [load.fired for load in rows(field, SfLoad)] == [0, 1]
    assert "Attack factor 6." in fire_named(field, pod, "high explosive")
    end_turn(field, ROUND)
    gone = FireSf(sf_weapon_id=pod, aims=(SfAim(ammunition="high explosive"),))
    assert "No high explosive is left" in refused(field, gone, "12-60")


def fire_named(campaign: Campaign, weapon: int, name: str) -> str:
    return told(campaign, FireSf(sf_weapon_id=weapon, aims=(SfAim(ammunition=name),)))[0]


@pytest.mark.rule("12-62", "12-63", "S-31")
@pytest.mark.parametrize(
    ("catalogue", "count_all", "left_then"),
    [("laser rifle", True, 1), ("automatic rifle", False, 1), ("automatic rifle", True, 0)],
)
def test_energy_and_projectiles_never_run_out_unless_all_is_counted(
    field: Campaign, catalogue: str, count_all: bool, left_then: int
) -> None:
    rifle = armed(field, catalogue, holder=Holder.MAGAZINE, loads=(LoadFacts(count=1),))
    switch(field, "sf_count_all_ammo", count_all)
    fire(field, rifle)
    assert left(field, rifle) == left_then
    end_turn(field, ROUND)
    if left_then:
        fire(field, rifle)
    else:
        refused(field, FireSf(sf_weapon_id=rifle), "12-60")


@pytest.mark.rule("12-53", "12-67")
def test_grenades_are_thrown_one_at_a_time(field: Campaign) -> None:
    grenades = armed(field, "grenade", holder=Holder.ITEMS, loads=(LoadFacts(count=3),))
    fire(field, grenades)
    refused(field, FireSf(sf_weapon_id=grenades), "12-52")
    assert left(field, grenades) == 2


@pytest.mark.rule("12-52", "12-60", "S-31")
def test_a_magazine_leaves_it_to_the_weapon_how_often_it_fires(field: Campaign) -> None:
    switch(field, "sf_count_all_ammo", True)
    loads = (LoadFacts(count=2),)
    pistol = armed(field, "automatic rifle", holder=Holder.MAGAZINE, loads=loads)
    fire(field, pistol)
    assert refused(field, FireSf(sf_weapon_id=pistol), "12-52").endswith("It fired this turn.")
    end_turn(field, ROUND)
    fire(field, pistol)
    assert "Expended" in refused(field, FireSf(sf_weapon_id=pistol), "12-60")


@pytest.mark.rule("12-53", "S-31")
def test_two_weapons_on_one_magazine_fire_twice(field: Campaign) -> None:
    switch(field, "sf_count_all_ammo", True)
    loads = (LoadFacts(count=9),)
    twin = armed(field, "automatic rifle", holder=Holder.MAGAZINE, loads=loads, count=2)
    fire(field, twin)
    fire(field, twin)
    assert "All 2 barrels fired" in refused(field, FireSf(sf_weapon_id=twin), "12-53")
    assert left(field, twin) == 7


@pytest.mark.rule("12-01", "12-17")
@pytest.mark.parametrize(
    ("figure", "wrong", "least"),
    [
        ("range_factor", (-1, math.inf, math.nan), 0.5),
        ("minimum_range", (-1, math.inf, math.nan), 0),
        ("cost", (-1, math.inf, math.nan), 0),
        ("barrels", (0, -1), 1),
        ("count", (0, -1), 1),
    ],
)
def test_a_figure_that_no_weapon_has_is_not_taken(
    field: Campaign, figure: str, wrong: tuple[float, ...], least: float
) -> None:
    trooper = unit(field, "Trooper")
    for value in wrong:
        act = AddSfWeapon(unit_id=trooper, name="rifle", **{figure: value})  # type: ignore[arg-type]
        assert bad(field, act).startswith(f"{figure}: {value:g} is not possible here")
    field.do(AddSfWeapon(unit_id=trooper, name="rifle", **{figure: least}))  # type: ignore[arg-type]
    assert getattr(rows(field, SfWeapon)[-1], figure) == least


@pytest.mark.rule("12-01", "12-13")
def test_a_range_factor_of_0_is_not_taken(field: Campaign) -> None:
    rifle = armed(field, "laser rifle")
    for act in (
        AddSfWeapon(unit_id=1, name="rifle", range_factor=0),
        EditSfWeapon(sf_weapon_id=rifle, range_factor=0),
    ):
        assert bad(field, act) == "range_factor: A range factor of 0 reaches nobody"


@pytest.mark.rule("12-53", "12-59", "12-64")
@pytest.mark.parametrize(
    ("holder", "count", "shots"),
    [
        (Holder.POD, 1, 2),
        (Holder.POD, 2, 2),
        (Holder.LAUNCHER, 1, 1),
        (Holder.LAUNCHER, 2, 2),
    ],
)
def test_launchers_that_share_a_store_fire_once_each_a_pod_twice_in_all(
    field: Campaign, holder: Holder, count: int, shots: int
) -> None:
    loads = (LoadFacts(count=9),)
    facts = {"warhead": "high explosive", "holder": holder, "loads": loads, "count": count}
    tube = armed(field, "", name="tube", kind=SfUnitKind.VEHICLE, **facts)
    for _ in range(shots):
        fire(field, tube)
    with pytest.raises(Refused):
        field.do(FireSf(sf_weapon_id=tube))
    assert left(field, tube) == 9 - shots
