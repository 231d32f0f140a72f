import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.firing import FireWeapon
from brikdesk.acts.weapons.gunnery import HomeIn
from brikdesk.acts.weapons.loading import LoadLauncher, Reload
from brikdesk.acts.weapons.racks import (
    AddRack,
    AddRounds,
    DestroyRounds,
    RemoveRack,
    RoundFacts,
    TakeRounds,
)
from brikdesk.acts.weapons.weapons import AddWeapon, EditWeapon, RemoveWeapon
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Explosive,
    ExplosiveState,
    Homing,
    PowerUse,
    Rack,
    Round,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views.armory import racks_of, weapon, weapons_of
from tests.acts.table import ROUND, bad, end_turn, refused, row, rows, told

SHELL = RoundFacts(name="Shell", explosive_size=3, count=6)


@pytest.fixture
def tank(battle: Campaign) -> Campaign:
    battle.do(AddUnit(name="Tank", player_id=1, kind="Vehicle", size=4))
    return battle


@pytest.mark.rule("8.1-06", "8.1-08", "8.1-12", "8.1-13")
@pytest.mark.parametrize(
    ("kind", "size", "use", "reach", "damage", "fits"),
    [
        ("Gun", 2, 4, 10, "2d6", None),
        ("BlastGun", 2, 3, 6, "2d8 − distance", None),
        ("Cannon", 3, 6, 12, "by ammo", 3),
        ("Launcher", 5, 10, 30, "by payload", 5),
        ("Melee Weapon", 5, 6, None, "5 Action dice", None),
        ("Rocket", 3, 6, 18, "3d10 Exp", None),
    ],
)
def test_figures_follow_from_kind_and_size(
    tank: Campaign,
    kind: str,
    size: int,
    use: int,
    reach: float | None,
    damage: str,
    fits: int | None,
) -> None:
    tank.do(AddWeapon(unit_id=1, kind=kind, size=size))
    made = row(tank, Weapon)
    assert (made.use, made.range, made.damage, made.max_payload) == (use, reach, damage, fits)
    assert (made.mounted, made.hands, made.name) == (True, 0, kind)


@pytest.mark.rule("8.1-22", "8.1-23")
def test_a_preset_gives_name_figures_and_hands(battle: Campaign) -> None:
    battle.do(AddUnit(name="Hinge", player_id=1))
    assert told(battle, AddWeapon(unit_id=1, preset="W-10")) == [
        'Hinge has a new weapon. RailGun, Size 1.5", Use 4, Range 8", by payload.'
    ]
    made = row(battle, Weapon)
    assert (made.kind, made.max_payload, made.hands, made.mounted) == (
        WeaponKind.LAUNCHER, 2, 2, False,
    )  # fmt: skip
    assert rows(battle, ControlPoint) == []
    assert "is worn" in bad(battle, AddWeapon(unit_id=1, preset="W-15"))
    assert "no weapon preset" in bad(battle, AddWeapon(unit_id=1, preset="W-99"))
    assert "Weapon Size" in bad(battle, AddWeapon(unit_id=1, kind="Gun", size=2.5))
    assert "Choose from" in bad(battle, AddWeapon(unit_id=1, kind="Ray"))


@pytest.mark.rule("Q8-45")
def test_the_use_of_a_grenade_is_a_house_rule(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_explosive_use", value=3))
    battle.do(AddUnit(name="Hinge", player_id=1))
    battle.do(AddWeapon(unit_id=1, preset="W-11"))
    assert (row(battle, Weapon).use, row(battle, Weapon).range) == (3, 3)


@pytest.mark.rule("8.1-27", "8.1-29")
def test_what_is_too_large_for_the_hand_is_refused(battle: Campaign) -> None:
    battle.do(AddUnit(name="Hinge", player_id=1))
    refused(battle, AddWeapon(unit_id=1, kind="Gun", size=2), "8.1-29")
    refused(battle, AddWeapon(unit_id=1, kind="Melee Weapon", size=3), "8.1-27")
    told(battle, AddWeapon(unit_id=1, kind="Melee Weapon", size=2))
    assert row(battle, Weapon).hands == 2
    told(battle, AddWeapon(unit_id=1, kind="Gun", size=3, mounted=True))


def test_what_is_typed_over_stays_typed_over(tank: Campaign) -> None:
    tank.do(AddWeapon(unit_id=1, kind="Gun", size=2, use=3, name="Hornet"))
    assert (row(tank, Weapon).use, row(tank, Weapon).range) == (3, 10)
    lines = told(tank, EditWeapon(weapon_id=1, size=3))
    assert lines == [
        'Tank: Hornet is changed. Hornet, Size 2", Use 3, Range 10", 2d6 becomes'
        ' Hornet, Size 3", Use 3, Range 14", 3d6.'
    ]
    tank.do(EditWeapon(weapon_id=1, kind="MachineGun", damage="1d6"))
    made = row(tank, Weapon)
    assert (made.range, made.max_payload, made.damage) == (11, None, "1d6")


@pytest.mark.rule("8.5-03", "8.5-04")
def test_where_a_weapon_is_fired_from(tank: Campaign) -> None:
    tank.do(AddWeapon(unit_id=1, kind="Gun", controls=("turret",)))
    tank.do(AddUnit(name="Tower", player_id=1, kind="Structure", size=4))
    tank.do(AddWeapon(unit_id=2, kind="Gun"))
    places = [point.place for point in rows(tank, ControlPoint)]
    assert places == ["cockpit", "turret", "on the weapon"]


def test_a_weapon_goes_with_all_that_hangs_on_it_and_comes_back_by_undo(tank: Campaign) -> None:
    tank.do(AddWeapon(unit_id=1, kind="Launcher", size=4))
    tank.do(AddRack(weapon_id=1, rounds=(RoundFacts(name="Stamp", count=4),)))
    tank.do(LoadLauncher(weapon_id=1, round_id=1, count=2))
    tank.do(FireWeapon(weapon_id=1))
    tank.do(HomeIn(weapon_id=1, target="the gate", supporters=2))
    before = tank.digest()
    assert told(tank, RemoveWeapon(weapon_id=1)) == [
        "Tank loses Launcher.",
        "Tank loses +2 on the gate. Launcher is gone. 8.5-17",
    ]
    for kind in (Weapon, ControlPoint, Chamber, Homing):
        assert rows(tank, kind) == []
    assert (row(tank, Rack).weapon_id, row(tank, Rack).unit_id) == (None, 1)
    assert rows(tank, PowerUse)[0].weapon_id is None
    tank.undo()
    assert tank.digest() == before


@pytest.mark.rule("8.4-48", "8.4-53")
def test_a_rack_holds_what_fits_its_gun(tank: Campaign) -> None:
    tank.do(AddWeapon(unit_id=1, kind="Cannon", size=3))
    assert told(tank, AddRack(weapon_id=1, name="Shell store", rounds=(SHELL,))) == [
        "Shell store is set up. Tank. 6 Shell X3. 8.4-48"
    ]
    big = AddRounds(rack_id=1, name="Boom", explosive_size=4)
    assert refused(tank, big, "8.4-48") == 'A 3" Cannon takes shells up to X3.'
    battery = AddRack(weapon_id=1, battery=True)
    assert refused(tank, battery, "8.4-53") == "Only a Launcher fires from a battery."
    assert told(tank, AddRounds(rack_id=1, round_id=1, count=2)) == [
        "2 Shell X3 for Shell store. Tank. 8 now. 8.4-48"
    ]
    assert (row(tank, Round).count, row(tank, Round).full) == (8, 6)
    tank.do(AddRounds(rack_id=1, name="Smoke", makeup={"exchanges": {"SMOKE": 1}}))
    assert row(tank, Round, 2).makeup == {"exchanges": {"SMOKE": 1}}
    for makeup in ({"exchanges": {"SMOKE": 2}}, {"exchanges": {"JAM": 1}}, {"flat": "x"}):
        act = AddRounds(rack_id=1, name="Smoke", makeup=makeup)
        assert "dice" in bad(tank, act)


def test_before_a_battle_added_rounds_are_part_of_the_full_rack(campaign: Campaign) -> None:
    campaign.do(AddRack(name="Pile", rounds=(SHELL,)))
    campaign.do(AddRounds(rack_id=1, round_id=1, count=2))
    assert (row(campaign, Round).count, row(campaign, Round).full) == (8, 8)


@pytest.mark.rule("8.4-50")
def test_rounds_are_stolen_carried_off_and_destroyed(tank: Campaign) -> None:
    tank.do(AddUnit(name="Thief", player_id=2))
    tank.do(AddRack(unit_id=1, name="Store", rounds=(SHELL,)))
    tank.do(AddRack(unit_id=2, name="Sack"))
    assert told(tank, TakeRounds(round_id=1, count=2, to_rack_id=2)) == [
        "2 Shell X3 leave Store. Tank. They go to Sack. 4 left. 8.4-50"
    ]
    assert [each.count for each in rows(tank, Round)] == [4, 2]
    tank.do(TakeRounds(round_id=1, by_unit_id=2))
    (carried,) = rows(tank, Explosive)
    assert (carried.carrier_id, carried.state) == (2, ExplosiveState.STORED)
    assert "3 Shell X3 lie there, not 4" in bad(tank, TakeRounds(round_id=1, count=4))
    assert told(tank, DestroyRounds(round_id=1)) == [
        "Store loses 1 Shell X3. Tank. It is gone. 2 left. 8.4-50"
    ]
    tank.do(DestroyRounds(round_id=1, becomes="lying", place="by the road"))
    assert rows(tank, Explosive)[-1].place == "by the road"
    act = DestroyRounds(round_id=1, becomes="activated", causer_id=2)
    assert told(tank, act) == [
        "Store loses 1 Shell X3. Tank. It goes off when this turn ends. 0 left. 8.4-15"
    ]
    hot = rows(tank, Explosive)[-1]
    assert (hot.state, hot.activated_turn_id, hot.causer_id) == (ExplosiveState.ACTIVATED, 1, 2)
    assert "Choose from" in bad(tank, DestroyRounds(round_id=2, becomes="happy"))


@pytest.mark.rule("Q8-62")
def test_a_chambered_round_outlives_its_rack(tank: Campaign) -> None:
    tank.do(AddWeapon(unit_id=1, kind="Cannon", size=3))
    tank.do(AddRack(weapon_id=1, rounds=(SHELL,)))
    tank.do(Reload(weapon_id=1))
    assert told(tank, RemoveRack(rack_id=1)) == ["Ammo rack is removed. Tank. 6 Shell X3. 8.4-50"]
    assert row(tank, Chamber).rack_id is None
    end_turn(tank, ROUND)
    told(tank, FireWeapon(weapon_id=1))


def test_the_inspector_reads_a_weapon_with_all_that_belongs_to_it(tank: Campaign) -> None:
    tank.do(AddWeapon(unit_id=1, kind="Cannon", size=3))
    tank.do(AddRack(weapon_id=1, name="Store", rounds=(SHELL,)))
    (shown,) = tank.read(weapons_of, 1)
    assert (shown.state, shown.tone, shown.power, shown.reach) == ("empty", "danger", 3, '12"')
    assert (shown.rounds, shown.racks[0].rounds[0].load) == (6, "Shell X3")
    assert shown.controls[0].place == "cockpit"
    tank.do(Reload(weapon_id=1))
    assert tank.read(weapon, 1).state == "reloaded this turn"  # type: ignore[union-attr]
    end_turn(tank, ROUND)
    loaded = tank.read(weapon, 1)
    assert loaded is not None
    assert (loaded.state, loaded.tone, loaded.loaded[0].load) == ("ready", "ok", "Shell X3")
    tank.do(FireWeapon(weapon_id=1))
    tank.do(HomeIn(weapon_id=1, target="the gate", supporters=2))
    fired = tank.read(weapon, 1)
    assert fired is not None
    assert (fired.state, fired.homing[0].bonus) == ("empty", 2)
    assert tank.read(racks_of, None) == ()
    assert tank.read(weapon, 9) is None


def test_a_gun_in_the_hand_shows_its_class(battle: Campaign) -> None:
    battle.do(AddUnit(name="Hinge", player_id=1))
    battle.do(AddWeapon(unit_id=1, preset="W-05"))
    battle.do(FireWeapon(weapon_id=1))
    shown = battle.read(weapon, 1)
    assert shown is not None
    assert (shown.held, shown.power, shown.state) == ("M", 2, "fired this turn")
    battle.do(EditUnit(unit_id=1, size=2, overruled=frozenset({"OF-39"})))
    assert battle.read(weapon, 1).held == "S"  # type: ignore[union-attr]
