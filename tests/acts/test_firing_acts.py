import pytest

from brikdesk.acts.campaign.battles import EndBattle, NewBattle, StartBattle
from brikdesk.acts.campaign.setup import SetAlliance, SetHouseRule
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.firing import FireWeapon
from brikdesk.acts.weapons.gunnery import AddControl, ManControl, RemoveControl
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import ControlPoint, PowerUse, Round, Unit, Weapon
from tests.acts.table import ROUND, bad, end_turn, refused, row, rows, told

ANNS, BENS, CLEOS = 2, 3, 4


@pytest.fixture
def gun(battle: Campaign) -> Campaign:
    """Return a gun of Ann's (unit 1, weapon 1), and a minifig of Ann (2), Ben (3) and Cleo (4)."""
    weapons = (WeaponFacts(kind="Gun", size=4), WeaponFacts(kind="Melee Weapon", size=1))
    battle.do(AddUnit(name="Gun", player_id=1, kind="Vehicle", size=4, weapons=weapons))
    for player_id, name in enumerate(("Arno", "Bodo", "Cuno"), start=1):
        battle.do(AddUnit(name=name, player_id=player_id, preset="U-07"))
    battle.do(SetAlliance(player_id=1, ally_id=2))
    return battle


def fire(by: int) -> FireWeapon:
    return FireWeapon(weapon_id=1, by_unit_id=by)


@pytest.mark.rule("8.4-53", "8.4-55", "8.4-58", "8.4-54")
def test_missile_racks(battle: Campaign) -> None:
    """T8-08: three missiles of X1 from a battery of 12, never a fourth; 9 are left."""
    battle.do(AddUnit(name="Rack", player_id=1, preset="U-27"))
    words = refused(battle, FireWeapon(weapon_id=1, rounds=4), "8.4-55")
    assert words.startswith("Launcher turret: XSize 4 is too much")
    lines = told(battle, FireWeapon(weapon_id=1, rounds=3))
    assert lines[1:] == [
        "Rack: 3 × Missile X1 gone. 9 left. 8.4-58",
        'Rack uses 3" of Power. Launcher turret. 5" left. 8.1-32',
    ]
    assert row(battle, Round).count == 9
    assert refused(battle, FireWeapon(weapon_id=1), "8.4-54") == (
        "Launcher turret has fired this turn. It can again on Turn 2."
    )
    end_turn(battle, ROUND)
    told(battle, FireWeapon(weapon_id=1, rounds=3))


def test_of_a_mixed_battery_one_type_is_named(battle: Campaign) -> None:
    battle.do(AddUnit(name="Rack", player_id=1, preset="U-27"))
    battle.do(AddRack(weapon_id=1, battery=True, rounds=(RoundFacts(name="Smoke", count=2),)))
    assert "Missile X1, Smoke X1" in bad(battle, FireWeapon(weapon_id=1))
    assert "2 are ready" in bad(battle, FireWeapon(weapon_id=1, rounds=3, round_id=2))
    told(battle, FireWeapon(weapon_id=1, rounds=2, round_id=2))
    assert [each.count for each in rows(battle, Round)] == [12, 0]
    end_turn(battle, ROUND)
    assert "do not feed" in bad(battle, FireWeapon(weapon_id=1, round_id=2))


@pytest.mark.rule("8.5-05", "Q8-23")
def test_a_weapon_fires_once_in_a_round_for_each_player(gun: Campaign) -> None:
    told(gun, fire(ANNS))
    weapon = row(gun, Weapon)
    assert (weapon.fired_turn_id, weapon.last_player_id, weapon.used) == (1, 1, {"1": 1})
    assert refused(gun, FireWeapon(weapon_id=1), "8.5-05") == (
        "The Gun has fired this turn. It can again on Turn 2."
    )
    end_turn(gun, ROUND - 1)
    told(gun, fire(CLEOS))
    refused(gun, FireWeapon(weapon_id=1), "8.5-05")
    gun.do(SetHouseRule(switch="fire_window", value="player_turn"))
    told(gun, FireWeapon(weapon_id=1))


@pytest.mark.rule("Q8-23")
def test_close_combat_weapons_strike_in_every_players_turn(gun: Campaign) -> None:
    told(gun, FireWeapon(weapon_id=2))
    refused(gun, FireWeapon(weapon_id=2), "8.5-05")
    end_turn(gun)
    told(gun, FireWeapon(weapon_id=2))


@pytest.mark.rule("8.5-07", "8.5-08", "Q8-70")
def test_shared_controls(gun: Campaign) -> None:
    """T8-19: Ann and Ben are allies, Cleo is an enemy; Ann fires on turn 1."""
    gun.do(fire(ANNS))
    end_turn(gun)
    assert refused(gun, fire(BENS), "8.5-07") == "The Gun: an ally used it in its last turn."
    end_turn(gun)
    told(gun, fire(CLEOS))
    end_turn(gun)
    told(gun, fire(ANNS))


@pytest.mark.rule("8.5-07")
def test_an_allys_use_binds_although_an_enemy_used_it_later(gun: Campaign) -> None:
    end_turn(gun)
    told(gun, fire(BENS))
    end_turn(gun)
    told(gun, fire(CLEOS))
    end_turn(gun)
    refused(gun, fire(ANNS), "8.5-07")
    end_turn(gun, ROUND + 1)
    assert row(gun, Weapon).used == {"2": 2, "3": 3}


@pytest.mark.rule("8.5-07")
def test_a_new_battle_forgets_who_used_what(gun: Campaign) -> None:
    gun.do(fire(ANNS))
    gun.do(EndBattle())
    gun.do(NewBattle(name="Second Clash", player_ids=(2, 1, 3)))
    gun.do(StartBattle())
    told(gun, fire(ANNS))
    told(gun, FireWeapon(weapon_id=2, by_unit_id=BENS))


@pytest.mark.rule("8.5-05", "4.2-02")
def test_firing_spends_the_action_of_who_fires_once_for_several_weapons(gun: Campaign) -> None:
    told(gun, FireWeapon(weapon_id=1, by_unit_id=ANNS))
    refused(gun, FireWeapon(weapon_id=2, by_unit_id=ANNS), "4.2-02")
    told(gun, FireWeapon(weapon_id=2, by_unit_id=ANNS, same_action=True))
    assert row(gun, Unit, ANNS).actions_spent == 1


@pytest.mark.rule("8.5-02", "8.5-03")
def test_only_who_is_at_the_weapon_fires_it(gun: Campaign) -> None:
    gun.do(AddUnit(name="Dirk", player_id=1, weapons=(WeaponFacts(preset="W-04"),)))
    pistol, dirk = 3, 5
    words = refused(gun, FireWeapon(weapon_id=pistol, by_unit_id=ANNS), "8.5-02")
    assert words == "Arno is not at Short-Ranged Weapon."
    told(gun, FireWeapon(weapon_id=pistol, by_unit_id=dirk))


@pytest.mark.rule("Q8-07", "8.1-38")
def test_a_minifigs_gun_takes_his_hands(battle: Campaign) -> None:
    weapons = (WeaponFacts(preset="W-05"), WeaponFacts(preset="W-01"))
    battle.do(AddUnit(name="Dirk", player_id=1, weapons=weapons))
    told(battle, FireWeapon(weapon_id=1))
    assert rows(battle, PowerUse)[0].inches == 2
    refused(battle, FireWeapon(weapon_id=2), "8.1-32")


@pytest.mark.rule("8.1-11", "8.1-16")
def test_counted_rockets_run_out(battle: Campaign) -> None:
    weapons = (WeaponFacts(kind="Rocket", size=2),)
    battle.do(AddUnit(name="Pad", player_id=1, kind="Structure", size=3, weapons=weapons))
    told(battle, FireWeapon(weapon_id=1))
    assert rows(battle, PowerUse)[0].inches == 2
    battle.do(AddRack(weapon_id=1, rounds=(RoundFacts(name="Rocket", explosive_size=2),)))
    end_turn(battle, ROUND)
    told(battle, FireWeapon(weapon_id=1))
    end_turn(battle, ROUND)
    assert refused(battle, FireWeapon(weapon_id=1), "8.1-11") == "No Rocket is left."


def test_the_referee_may_set_the_power_of_a_shot(gun: Campaign) -> None:
    told(gun, FireWeapon(weapon_id=1, power=0))
    assert rows(gun, PowerUse) == []


@pytest.mark.rule("8.5-03", "8.5-04", "8.5-10")
def test_a_cockpit_has_the_controls_of_all_weapons(gun: Campaign) -> None:
    assert [point.place for point in rows(gun, ControlPoint)] == ["cockpit", "cockpit"]
    assert told(gun, ManControl(control_id=1, unit_id=CLEOS)) == [
        "Cuno mans Gun. Gun: cockpit. 8.5-10"
    ]
    assert [point.occupant_id for point in rows(gun, ControlPoint)] == [CLEOS, CLEOS]
    gun.do(AddControl(weapon_id=1, place="gunner seat"))
    gun.do(ManControl(control_id=3, unit_id=CLEOS))
    assert [point.occupant_id for point in rows(gun, ControlPoint)] == [None, None, CLEOS]
    told(gun, ManControl(control_id=3, unit_id=None))
    told(gun, RemoveControl(control_id=3))
    assert len(rows(gun, ControlPoint)) == 2


@pytest.mark.rule("8.5-03", "8.5-04")
def test_who_sits_at_one_gun_fires_no_other_while_the_cockpit_is_unmanned(
    battle: Campaign,
) -> None:
    weapons = tuple(
        WeaponFacts(kind="Gun", size=2, name=name, controls=(seat,))
        for name, seat in (("Left gun", "left seat"), ("Right gun", "right seat"))
    )
    battle.do(AddUnit(name="Tank", player_id=1, kind="Vehicle", size=4, weapons=weapons))
    battle.do(AddUnit(name="Arno", player_id=1, preset="U-07"))
    seats = {point.place: point.id or 0 for point in rows(battle, ControlPoint)}
    left, right = FireWeapon(weapon_id=1, by_unit_id=2), FireWeapon(weapon_id=2, by_unit_id=2)
    battle.do(ManControl(control_id=seats["left seat"], unit_id=2))
    assert refused(battle, right, "8.5-03") == "Arno is not at Right gun."
    told(battle, left)
    battle.undo()
    battle.do(ManControl(control_id=seats["cockpit"], unit_id=2))
    told(battle, right)


@pytest.mark.rule("8.5-09")
def test_new_controls_are_rigged_by_a_mechanik_at_the_open_works(gun: Campaign) -> None:
    gun.do(AddUnit(name="Mek", player_id=3, preset="U-09"))
    by_cuno = AddControl(weapon_id=1, place="hatch", rigged_by_id=CLEOS)
    refused(gun, by_cuno, "8.5-09")
    closed = AddControl(weapon_id=1, place="hatch", rigged_by_id=5, armor_open=False)
    refused(gun, closed, "8.5-09")
    assert told(gun, AddControl(weapon_id=1, place="hatch", rigged_by_id=5)) == [
        "Gun: new controls. Gun: hatch, rigged by Mek. 8.5-09"
    ]


def test_a_shot_is_one_undo(gun: Campaign) -> None:
    before = gun.digest()
    gun.do(FireWeapon(weapon_id=1, by_unit_id=ANNS))
    gun.undo()
    assert gun.digest() == before


@pytest.mark.rule("8.5-10", "8.5-11")
@pytest.mark.parametrize(("specialties", "die"), [((), 6), (("gunnery",), 8)])
def test_anyone_at_the_controls_fires_with_his_own_die(
    gun: Campaign, specialties: tuple[str, ...], die: int
) -> None:
    gun.do(AddUnit(name="Dirk", player_id=1, specialties=specialties))
    dirk = rows(gun, Unit)[-1].id or 0
    gun.do(ManControl(control_id=1, unit_id=dirk))
    attack = Attack(
        aims=(Aim(unit_id=CLEOS, distance=9),), strikes=(Strike(weapon_id=1, by_id=dirk),)
    )
    seen = gun.reading(attack.examine)
    assert (seen.refusal, [each.sides for each in seen.dice]) == ("", [die])
