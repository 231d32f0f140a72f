from functools import partial

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.firing import ClearJam, FireWeapon, Jam
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.acts.weapons.loading import LoadLauncher, Reload, Unload
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Chamber, Round, Unit, Weapon
from tests.acts.table import ROUND, bad, end_turn, refused, row, rows, told

SHELL = RoundFacts(name="Shell", explosive_size=3, count=2)
NUBS = 2


def gun(
    campaign: Campaign, kind: str, size: float = 3, rounds: tuple[RoundFacts, ...] = ()
) -> None:
    """Return Ann a gun (unit 1, weapon 1) and Gunner Nubs (unit 2)."""
    weapons = (WeaponFacts(kind=kind, size=size),)
    campaign.do(AddUnit(name="Bertha", player_id=1, kind="Vehicle", size=4, weapons=weapons))
    campaign.do(AddUnit(name="Nubs", player_id=1, preset="U-07"))
    if rounds:
        campaign.do(AddRack(weapon_id=1, rounds=rounds))


@pytest.mark.rule("8.4-46", "8.4-47", "8.4-49")
def test_a_cannon_fires_every_second_turn(battle: Campaign) -> None:
    """T8-15: fired on turn 1, reloaded on turn 2, fired on turn 3; the rack keeps its count."""
    gun(battle, "Cannon", rounds=(SHELL,))
    assert refused(battle, FireWeapon(weapon_id=1), "8.4-46") == (
        "The Cannon is empty. Reload it first."
    )
    battle.do(Reload(weapon_id=1))
    assert refused(battle, FireWeapon(weapon_id=1), "8.4-47") == (
        "The Cannon was reloaded this turn. Fire it on Turn 2."
    )
    end_turn(battle, ROUND)
    lines = told(battle, FireWeapon(weapon_id=1, by_unit_id=NUBS))
    assert lines[0] == "Bertha fires. Cannon, by Nubs. 8.5-05"
    assert lines[1] == "Bertha: the chamber is empty. Reload it on Turn 3. 8.4-46"
    assert rows(battle, Chamber) == []
    assert row(battle, Round).count == 2
    assert refused(battle, Reload(weapon_id=1), "8.4-47") == (
        "The Cannon fired this turn. Reload it on Turn 3."
    )
    end_turn(battle, ROUND)
    assert told(battle, Reload(weapon_id=1, by_unit_id=NUBS)) == [
        "Bertha reloads. Shell X3 in the chamber. Nubs's Action. It fires on Turn 4. 8.4-47"
    ]
    refused(battle, SpendAction(unit_id=NUBS), "4.2-02")
    end_turn(battle, ROUND)
    told(battle, FireWeapon(weapon_id=1))


@pytest.mark.rule("8.3-15", "8.3-16", "8.3-18", "8.3-19", "8.3-20")
def test_a_jammed_machinegun_is_silent_for_a_turn(battle: Campaign) -> None:
    """T8-15: jams on turn 1, reloaded on turn 2, fires on turn 3; no ammunition is counted."""
    gun(battle, "MachineGun", 2)
    lines = told(battle, FireWeapon(weapon_id=1, jammed=True))
    assert lines[-1] == "Bertha: MachineGun jams. Reload it on Turn 2. 8.3-15"
    assert refused(battle, Reload(weapon_id=1), "8.3-20") == (
        "The MachineGun fired this turn. Reload it on Turn 2."
    )
    assert refused(battle, FireWeapon(weapon_id=1), "8.3-16") == (
        "The MachineGun is jammed. Reload it first."
    )
    end_turn(battle, ROUND)
    assert told(battle, Reload(weapon_id=1, by_unit_id=NUBS)) == [
        "Bertha reloads. Nubs's Action. It fires on Turn 3. 8.3-18"
    ]
    refused(battle, FireWeapon(weapon_id=1), "8.3-20")
    end_turn(battle, ROUND)
    told(battle, FireWeapon(weapon_id=1))
    assert "needs no reload" in bad(battle, Reload(weapon_id=1))


@pytest.mark.rule("8.4-47", "Q8-22")
def test_the_window_of_reloading_is_a_house_rule(battle: Campaign) -> None:
    gun(battle, "Cannon", rounds=(SHELL,))
    battle.do(Reload(weapon_id=1))
    end_turn(battle, ROUND)
    battle.do(FireWeapon(weapon_id=1))
    end_turn(battle)
    refused(battle, Reload(weapon_id=1), "8.4-47")
    battle.do(SetHouseRule(switch="reload_window", value="player_turn"))
    told(battle, Reload(weapon_id=1))


@pytest.mark.rule("8.4-48", "8.4-50")
def test_a_cannon_needs_a_round_that_fits(battle: Campaign) -> None:
    gun(battle, "Cannon")
    assert "no round is left. Add rounds" in refused(battle, Reload(weapon_id=1), "8.4-50")
    battle.do(AddRack(name="Store", rounds=(RoundFacts(name="Boom", explosive_size=4),)))
    big = Reload(weapon_id=1, round_id=1)
    assert refused(battle, big, "8.4-48") == 'A 3" Cannon takes shells up to X3.'
    battle.do(Reload(weapon_id=1, round_id=1, overruled=frozenset({"8.4-48"})))
    assert rows(battle, Chamber)[0].explosive_size == 4


@pytest.mark.rule("8.4-51")
def test_the_type_is_declared_when_reloading(battle: Campaign) -> None:
    gun(battle, "Cannon", rounds=(SHELL, RoundFacts(name="Smoke", explosive_size=2)))
    assert "Shell X3, Smoke X2" in refused(battle, Reload(weapon_id=1), "8.4-51")
    battle.do(Reload(weapon_id=1, round_id=2))
    assert rows(battle, Chamber)[0].name == "Smoke"
    assert "holds Smoke X2" in bad(battle, Reload(weapon_id=1, round_id=1))


@pytest.mark.rule("Q8-61")
def test_a_shared_rack_serves_as_many_cannons_as_it_holds_rounds(battle: Campaign) -> None:
    weapons = (WeaponFacts(kind="Cannon", size=3), WeaponFacts(kind="Cannon", size=3))
    battle.do(AddUnit(name="Fort", player_id=1, kind="Structure", size=6, weapons=weapons))
    battle.do(AddRack(unit_id=1, rounds=(RoundFacts(name="Shell", explosive_size=3, count=1),)))
    battle.do(Reload(weapon_id=1))
    refused(battle, Reload(weapon_id=2), "Q8-61")
    battle.do(SetHouseRule(switch="ammo_per_cannon", value="any"))
    told(battle, Reload(weapon_id=2))


@pytest.mark.rule("8.5-02", "8.4-47")
def test_only_who_is_there_reloads(battle: Campaign) -> None:
    gun(battle, "Cannon", rounds=(SHELL,))
    weapons = (WeaponFacts(kind="Gun", size=2),)
    battle.do(AddUnit(name="Other", player_id=1, kind="Vehicle", size=4, weapons=weapons))
    battle.do(ManControl(control_id=2, unit_id=NUBS))
    assert refused(battle, Reload(weapon_id=1, by_unit_id=NUBS), "8.4-47") == (
        "Nubs: only who is at the weapon or its controls can reload it."
    )
    battle.do(ManControl(control_id=1, unit_id=NUBS))
    told(battle, Reload(weapon_id=1, by_unit_id=NUBS))


def test_only_cannons_and_machineguns_are_reloaded(battle: Campaign) -> None:
    gun(battle, "Gun")
    assert "needs no reload" in bad(battle, Reload(weapon_id=1))
    battle.do(
        AddUnit(name="Rack", player_id=1, weapons=(WeaponFacts(kind="Launcher", mounted=True),))
    )
    assert "loaded, not reloaded" in bad(battle, Reload(weapon_id=2))


@pytest.mark.rule("8.4-52", "8.4-55", "8.4-58")
def test_a_launcher_is_loaded_from_a_rack(battle: Campaign) -> None:
    rockets = RoundFacts(name="Stamp", explosive_size=2, count=5)
    gun(battle, "Launcher", 5, (rockets,))
    refused(battle, FireWeapon(weapon_id=1), "8.4-52")
    assert told(battle, LoadLauncher(weapon_id=1, round_id=1, count=2, by_unit_id=NUBS)) == [
        "Bertha is loaded. 2 Stamp X2. 8.4-52"
    ]
    assert row(battle, Round).count == 3
    refused(battle, LoadLauncher(weapon_id=1, round_id=1), "8.4-55")
    assert "3 Stamp X2 lie there" in bad(battle, LoadLauncher(weapon_id=1, round_id=1, count=4))
    told(battle, FireWeapon(weapon_id=1, rounds=2))
    assert rows(battle, Chamber) == []
    assert row(battle, Unit, NUBS).action_spent_turn_id is None


@pytest.mark.rule("Q8-63", "4.1-16")
def test_loading_may_cost_an_action_and_heavy_things_slow(battle: Campaign) -> None:
    gun(battle, "Launcher", 4)
    battle.do(SetHouseRule(switch="launcher_load_cost", value="action"))
    boulder = LoadLauncher(weapon_id=1, object_name="Boulder", object_size=2, by_unit_id=NUBS)
    assert told(battle, boulder) == [
        "Bertha is loaded. Boulder. Nubs's Action. Carrying it means Half Speed for Nubs. 8.4-52"
    ]
    refused(battle, SpendAction(unit_id=NUBS), "4.2-02")


@pytest.mark.rule("Q8-63", "4.1-16")
@pytest.mark.parametrize(("size", "slows"), [(0, False), (1, True)])
def test_what_is_carried_to_a_launcher_slows_from_one_inch_on(
    battle: Campaign, size: int, slows: bool
) -> None:
    gun(battle, "Launcher", 4)
    (line,) = told(battle, LoadLauncher(weapon_id=1, object_name="Pig", object_size=size))
    assert ("Half Speed" in line) is slows


@pytest.mark.rule("8.4-55", "Q8-65")
def test_a_launch_holds_explosives_or_objects_up_to_half_its_size(battle: Campaign) -> None:
    gun(battle, "Launcher", 4, (RoundFacts(name="Stamp"),))
    refused(battle, LoadLauncher(weapon_id=1, object_name="House", object_size=3), "8.4-55")
    battle.do(LoadLauncher(weapon_id=1, object_name="Pig", object_size=1, count=2))
    refused(battle, LoadLauncher(weapon_id=1, round_id=1), "8.4-55")
    assert "2 × Pig gone" in told(battle, FireWeapon(weapon_id=1, rounds=2))[1]


@pytest.mark.rule("Q8-64", "8.4-55")
def test_each_small_object_of_a_launch_counts_as_one(battle: Campaign) -> None:
    gun(battle, "Launcher", 2)
    load = partial(LoadLauncher, weapon_id=1, object_name="Cup", object_size=0)
    refused(battle, load(count=3), "Q8-64")
    battle.do(load(count=2))
    refused(battle, load(), "Q8-64")
    battle.do(Unload(weapon_id=1))
    battle.do(LoadLauncher(weapon_id=1, object_name="Pig", object_size=1))
    battle.do(load(count=2))


def test_what_is_unloaded_goes_back_to_its_rack(battle: Campaign) -> None:
    gun(battle, "Launcher", 5, (RoundFacts(name="Stamp", count=5),))
    battle.do(LoadLauncher(weapon_id=1, round_id=1, count=3))
    assert told(battle, Unload(weapon_id=1)) == ["Bertha is unloaded. Stamp X1 out. 8.4-52"]
    assert row(battle, Round).count == 5
    assert "is empty" in bad(battle, Unload(weapon_id=1))


def test_what_is_unloaded_lies_with_rounds_of_its_own_make(battle: Campaign) -> None:
    fiery = RoundFacts(name="Stamp", count=2, makeup=Makeup(exchanges={"FIRE": 1}).as_data())
    gun(battle, "Launcher", 5, (RoundFacts(name="Stamp", count=3), fiery))
    battle.do(LoadLauncher(weapon_id=1, round_id=2, count=2))
    battle.do(Unload(weapon_id=1))
    assert [each.count for each in rows(battle, Round)] == [3, 2]


@pytest.mark.rule("Q8-61")
def test_rounds_of_one_name_and_several_sizes_are_counted_apart(battle: Campaign) -> None:
    weapons = (WeaponFacts(kind="Cannon", size=3), WeaponFacts(kind="Cannon", size=3))
    battle.do(AddUnit(name="Fort", player_id=1, kind="Structure", size=6, weapons=weapons))
    shells = tuple(RoundFacts(name="Shell", explosive_size=size, count=1) for size in (2, 3))
    battle.do(AddRack(unit_id=1, rounds=shells))
    battle.do(Reload(weapon_id=1, round_id=1))
    refused(battle, Reload(weapon_id=2, round_id=1), "Q8-61")
    told(battle, Reload(weapon_id=2, round_id=2))


@pytest.mark.rule("Q8-19", "8.3-15")
def test_jams_by_hand(battle: Campaign) -> None:
    gun(battle, "FlameThrower", 2)
    refused(battle, Jam(weapon_id=1), "Q8-19")
    refused(battle, FireWeapon(weapon_id=1, jammed=True), "Q8-19")
    battle.do(
        AddUnit(name="Nest", player_id=3, weapons=(WeaponFacts(kind="MachineGun", mounted=True),))
    )
    assert told(battle, Jam(weapon_id=2)) == ["Nest: MachineGun jams. Reload it on Turn 1. 8.3-15"]
    assert "jammed already" in bad(battle, Jam(weapon_id=2))
    assert told(battle, ClearJam(weapon_id=2, reason="Misread die.")) == [
        "Nest: MachineGun works again. Misread die. 8.3-16"
    ]
    assert row(battle, Weapon, 2).inoperative is False
    assert "is not jammed" in bad(battle, ClearJam(weapon_id=2))


@pytest.mark.rule("8.1-25")
def test_a_bazooka_is_a_cannon_for_shells_of_one(battle: Campaign) -> None:
    battle.do(AddUnit(name="Hinge", player_id=1, weapons=(WeaponFacts(preset="W-09"),)))
    rack = AddRack(weapon_id=1, rounds=(RoundFacts(name="Shell", explosive_size=2),))
    assert refused(battle, rack, "8.4-48") == "A Bazooka takes shells up to X1."
    battle.do(AddRack(weapon_id=1, rounds=(RoundFacts(name="Shell", explosive_size=1),)))
    told(battle, Reload(weapon_id=1, by_unit_id=1))


@pytest.mark.rule("8.4-53", "Q8-63")
@pytest.mark.parametrize("battery", [True, False])
def test_a_battery_loads_by_itself_and_hands_take_an_action(
    battle: Campaign, battery: bool
) -> None:
    gun(battle, "Launcher", 4)
    battle.do(SetHouseRule(switch="launcher_load_cost", value="action"))
    stamps = (RoundFacts(name="Stamp", count=4),)
    battle.do(AddRack(weapon_id=1, battery=battery, rounds=stamps))
    loaded = told(battle, LoadLauncher(weapon_id=1, round_id=1, by_unit_id=NUBS))[0]
    assert ("Nubs's Action" in loaded) is not battery
    assert row(battle, Unit, NUBS).actions_spent == (0 if battery else 1)


@pytest.mark.rule("8.4-53", "8.4-58")
def test_what_is_left_counts_the_battery_once_what_was_loaded_by_hand_is_gone(
    battle: Campaign,
) -> None:
    gun(battle, "Launcher", 4)
    stamps = (RoundFacts(name="Stamp", count=6),)
    battle.do(AddRack(weapon_id=1, battery=True, rounds=stamps))
    battle.do(LoadLauncher(weapon_id=1, object_name="Barrel", object_size=1, by_unit_id=NUBS))
    changes = battle.do(FireWeapon(weapon_id=1))
    line = next(each for each in changes.lines if "6 left" in each.said())
    assert [term.value for term in line.sums[0].terms] == [1, 6, -1]
    assert line.sums[0].adds_up
