import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.facts import ARMOR
from brikdesk.acts.units.roster import AddUnit, DuplicateUnit, RemoveUnit, TakePart
from brikdesk.acts.units.states import ReviveUnit, SetAirborne
from brikdesk.acts.weapons.firing import FireWeapon
from brikdesk.acts.weapons.gunnery import HomeIn
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    ControlPoint,
    Fate,
    HalfPower,
    Homing,
    Mind,
    Rack,
    Round,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views.units import unit_card
from tests.acts.table import bad, end_turn, refused, row, rows, told


def test_a_preset_fills_what_is_not_stated(campaign: Campaign) -> None:
    assert told(campaign, AddUnit(name="Gunner Nubs", player_id=1, preset="U-07", move=4)) == [
        'Gunner Nubs joins. Amber Army. Size 1", Armor 4.'
    ]
    unit = row(campaign, Unit)
    assert (unit.kind, unit.size, unit.armor, unit.action_die) == (UnitKind.MINIFIG, 1, "4", 6)
    assert (unit.move, unit.token, unit.player_id) == (4.0, "GN", 1)
    assert unit.specialties == ["gunnery"]
    assert "flammable" in unit.tags
    assert unit.weight_class == 0


@pytest.mark.rule("OF-45")
def test_weight_class_follows_from_armor_unless_typed(campaign: Campaign) -> None:
    campaign.do(AddUnit(name="Wagon", kind="Vehicle", size=3, armor="2d10"))
    campaign.do(AddUnit(name="Haystack", kind="Object", size=4, weight_class=1))
    wagon, hay = rows(campaign, Unit)
    assert (wagon.weight_class, hay.weight_class) == (2, 1)
    assert (hay.armor, hay.action_die, hay.mind) == ("1d6", 0, Mind.NONE)
    campaign.do(EditUnit(unit_id=1, armor="3d10"))
    campaign.do(EditUnit(unit_id=2, armor="2d10"))
    assert [unit.weight_class for unit in rows(campaign, Unit)] == [3, 1]


@pytest.mark.rule("OF-45")
def test_a_typed_weight_class_stays_where_the_house_rule_says_so(campaign: Campaign) -> None:
    campaign.do(SetHouseRule(switch="bw_weight_class_rule", value="typed"))
    campaign.do(AddUnit(name="Wagon", kind="Vehicle", size=3, armor="2d10"))
    campaign.do(EditUnit(unit_id=1, armor="3d10"))
    assert row(campaign, Unit).weight_class == 2


@pytest.mark.rule("OF-17", "OF-92", "OF-94")
def test_house_rules_change_the_figures_of_presets(campaign: Campaign) -> None:
    campaign.do(SetHouseRule(switch="bw_minifig_armor", value="1d6"))
    campaign.do(SetHouseRule(switch="bw_horse_size", value=3))
    campaign.do(SetHouseRule(switch="bw_horse_move", value=12))
    campaign.do(AddUnit(name="Pikeman", preset="U-01"))
    campaign.do(AddUnit(name="Horse", preset="U-21"))
    pikeman, horse = rows(campaign, Unit)
    assert pikeman.armor == "1d6"
    assert (horse.size, horse.move, horse.armor) == (3, 12, "4")
    assert "two steps" in horse.tags


def test_copies_are_numbered_and_names_stay_free_of_each_other(campaign: Campaign) -> None:
    assert told(campaign, AddUnit(name="Pikeman", player_id=1, copies=3)) == [
        '3 × Pikeman join. Amber Army. Size 1", Armor 4.'
    ]
    campaign.do(DuplicateUnit(unit_id=2, copies=2))
    names = ["Pikeman", "Pikeman 2", "Pikeman 3", "Pikeman 4", "Pikeman 5"]
    assert [unit.name for unit in rows(campaign, Unit)] == names
    assert row(campaign, Unit, 5).token == "P5"


@pytest.mark.rule("8.4-53")
def test_a_preset_brings_its_weapons_and_its_battery(campaign: Campaign) -> None:
    campaign.do(AddUnit(name="Missile Tank", player_id=1, preset="U-27"))
    (weapon,) = rows(campaign, Weapon)
    assert (weapon.kind, weapon.size, weapon.use, weapon.range) == (WeaponKind.LAUNCHER, 3, 6, 18)
    (rack,) = rows(campaign, Rack)
    assert (rack.battery, rack.weapon_id, rack.unit_id) == (True, 1, 1)
    (missiles,) = rows(campaign, Round)
    assert (missiles.name, missiles.explosive_size, missiles.count) == ("Missile", 1, 12)


def test_stated_weapons_replace_those_of_the_preset(campaign: Campaign) -> None:
    campaign.do(AddUnit(name="Tank", preset="U-27", weapons=(WeaponFacts(kind="Gun", size=2),)))
    assert [weapon.kind for weapon in rows(campaign, Weapon)] == [WeaponKind.GUN]
    assert rows(campaign, Rack) == []


@pytest.mark.rule("8.4-48")
def test_the_new_unit_of_the_editor_is_refused_for_its_shells(campaign: Campaign) -> None:
    niece = AddUnit(
        name="Big Bertha's Niece",
        player_id=1,
        kind="Vehicle",
        size=4,
        armor="2d10",
        weapons=(WeaponFacts(kind="Cannon", size=3), WeaponFacts(kind="BlastGun", size=2)),
        racks=(RackFacts(rounds=(RoundFacts(name="Shell", explosive_size=4, count=3),)),),
    )
    assert refused(campaign, niece, "8.4-48") == 'A 3" Cannon takes shells up to X3.'
    assert rows(campaign, Unit) == []


@pytest.mark.rule("OF-39")
def test_more_armor_than_the_size_carries_is_refused_and_can_be_overruled(
    campaign: Campaign,
) -> None:
    act = AddUnit(name="Turtle", kind="Creature", size=2, armor="3d10")
    assert refused(campaign, act, "OF-39").startswith("Turtle: 3d10 is more than a Size of 2")
    campaign.do(AddUnit(name="Turtle", kind="Creature", size=3, armor="3d10"))
    shrink = EditUnit(unit_id=1, size=2)
    refused(campaign, shrink, "OF-39")
    campaign.do(EditUnit(unit_id=1, size=2, overruled=frozenset({"OF-39"})))
    assert row(campaign, Unit).size == 2


@pytest.mark.rule("8.1-36")
def test_half_power_needs_an_inch_of_size(campaign: Campaign) -> None:
    fly = AddUnit(name="Fly", kind="Creature", size=0, half_power="always")
    refused(campaign, fly, "8.1-36")
    campaign.do(AddUnit(name="Bat", kind="Creature", size=1, half_power="airborne"))
    assert row(campaign, Unit).half_power is HalfPower.AIRBORNE


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"size": -1}, "size"),
        ({"size": 1000}, "size"),
        ({"armor": "2d7"}, "armor"),
        ({"armor": "0d10"}, "armor"),
        ({"armor": "x"}, "armor"),
        ({"action_die": 7}, "action_die"),
        ({"move": float("nan")}, "move"),
        ({"move": -1}, "move"),
        ({"power_multiplier": 5}, "power_multiplier"),
        ({"kind": "Gizmo"}, "kind"),
        ({"half_power": "sometimes"}, "half_power"),
        ({"worn_armor": "chain"}, "worn_armor"),
        ({"tags": ("x" * 81,)}, "tags"),
        ({"x": 1e9}, "x"),
        ({"copies": 0}, "copies"),
        ({"copies": 101}, "copies"),
        ({"preset": "U-99"}, "preset"),
        ({"name": " "}, "name"),
    ],
)
def test_what_makes_no_sense_is_named_by_its_field(
    campaign: Campaign, facts: dict[str, object], where: str
) -> None:
    act = AddUnit(**{"name": "Somebody", **facts})  # type: ignore[arg-type]
    assert bad(campaign, act).startswith(f"{where}:")
    assert rows(campaign, Unit) == []


@pytest.mark.parametrize("armor", ["", "4", "0", "1d6", "2d10", "2d6", "12d10"])
def test_armor_as_people_write_it(armor: str) -> None:
    assert ARMOR.fullmatch(armor)


def test_a_correction_says_what_changed_from_what(battle: Campaign) -> None:
    battle.do(AddUnit(name="Golem", player_id=2, kind="Creature", size=4))
    lines = told(battle, EditUnit(unit_id=1, size_damage=1, grinding=2, reason="Miscounted"))
    assert lines == ["Golem is changed. Size damage 0 becomes 1. Grinding 0 becomes 2. Miscounted"]
    assert battle.do(EditUnit(unit_id=1, name="Ratchet Golem")).lines[0].kind == "ruling"
    golem = row(battle, Unit)
    assert (golem.name, golem.size_damage, golem.grinding) == ("Ratchet Golem", 1, 2)
    assert told(battle, EditUnit(unit_id=1, notes="Creaks", token="RG")) == []
    assert "Nothing to change" in bad(battle, EditUnit(unit_id=1))
    assert "Size of 4" in bad(battle, EditUnit(unit_id=1, size_damage=5))


def test_before_a_battle_a_correction_is_no_ruling(campaign: Campaign) -> None:
    campaign.do(AddUnit(name="Golem", kind="Creature", size=4))
    assert campaign.do(EditUnit(unit_id=1, deflection=1)).lines[0].kind == "unit"


def test_a_unit_changes_sides_or_belongs_to_nobody(battle: Campaign) -> None:
    battle.do(AddUnit(name="Cart", player_id=1, kind="Vehicle", size=2))
    assert told(battle, EditUnit(unit_id=1, player_id=2, reason="Hijacked")) == [
        "Cart is changed. Player Amber Army becomes Brick Brigade. Hijacked"
    ]
    battle.do(EditUnit(unit_id=1, unaligned=True))
    assert row(battle, Unit).player_id is None


def test_limbs_and_fate_by_hand(battle: Campaign) -> None:
    battle.do(AddUnit(name="Hinge", player_id=1))
    battle.do(EditUnit(unit_id=1, limbs_lost=("right arm",)))
    assert row(battle, Unit).limbs_lost == ["right_arm"]
    assert "no limb" in bad(battle, EditUnit(unit_id=1, limbs_lost=("nose",)))
    battle.do(EditUnit(unit_id=1, fate="dead"))
    assert (row(battle, Unit).fate, row(battle, Unit).lost_turn_id) == (Fate.DEAD, 1)
    assert "Hinge is back." in told(battle, ReviveUnit(unit_id=1))
    assert row(battle, Unit).fate is Fate.ALIVE
    assert "is alive" in bad(battle, ReviveUnit(unit_id=1))


def test_what_was_destroyed_by_size_damage_comes_back_with_an_inch(battle: Campaign) -> None:
    battle.do(AddUnit(name="Cart", player_id=1, kind="Vehicle", size=3))
    battle.do(EditUnit(unit_id=1, size_damage=3, fate="dead"))
    battle.do(ReviveUnit(unit_id=1))
    assert row(battle, Unit).size_damage == 2


@pytest.mark.rule("8.5-17")
def test_removing_a_gun_ends_its_homing(battle: Campaign) -> None:
    battle.do(AddUnit(name="Gun", player_id=1, kind="Vehicle", size=4))
    battle.do(
        AddUnit(name="Other", player_id=1, kind="Vehicle", size=4, weapons=(WeaponFacts(size=4),))
    )
    battle.do(HomeIn(weapon_id=1, target="the gate", supporters=2))
    assert told(battle, RemoveUnit(unit_id=2)) == [
        "Other is removed.",
        "Other loses +2 on the gate. Other is gone. 8.5-17",
    ]
    assert rows(battle, Homing) == []
    assert row(battle, Unit, 2).fate is Fate.REMOVED
    assert "removed already" in bad(battle, RemoveUnit(unit_id=2))
    assert "removed" in bad(battle, MoveUnit(unit_id=2, inches=1))


def test_a_copy_is_whole_and_brings_its_weapons_controls_and_full_racks(battle: Campaign) -> None:
    battle.do(AddUnit(name="Tank", player_id=1, preset="U-27", x=4, y=5))
    battle.do(FireWeapon(weapon_id=1, rounds=3))
    battle.do(EditUnit(unit_id=1, size_damage=1, deflection=2))
    battle.do(DuplicateUnit(unit_id=1))
    copy = row(battle, Unit, 2)
    assert (copy.name, copy.size_damage, copy.deflection, copy.x) == ("Tank 2", 0, 2, None)
    twin = row(battle, Weapon, 2)
    assert (twin.unit_id, twin.kind, twin.fired_turn_id) == (2, WeaponKind.LAUNCHER, None)
    assert [point.place for point in rows(battle, ControlPoint)] == ["cockpit", "cockpit"]
    assert row(battle, Rack, 2).weapon_id == 2
    assert (row(battle, Round, 2).count, row(battle, Round, 1).count) == (12, 9)


def test_lists_of_copies_are_their_own(campaign: Campaign) -> None:
    campaign.do(AddUnit(name="Scout", preset="U-08", copies=2))
    campaign.do(EditUnit(unit_id=1, specialties=("gunnery",)))
    assert row(campaign, Unit, 2).specialties == ["pathfinding", "tracking"]


def test_a_unit_that_stays_out_has_no_place(battle: Campaign) -> None:
    battle.do(AddUnit(name="Scout", player_id=1, x=3, y=4))
    assert told(battle, TakePart(unit_id=1, on_table=False)) == ["Scout stays out."]
    unit = row(battle, Unit)
    assert (unit.on_table, unit.x, unit.y) == (False, None, None)


@pytest.mark.rule("8.1-37")
def test_taking_off_halves_the_power_of_some(battle: Campaign) -> None:
    battle.do(AddUnit(name="Bat", player_id=1, kind="Creature", size=3, half_power="airborne"))
    assert told(battle, SetAirborne(unit_id=1)) == ['Bat takes off. Power 3". 8.1-37']
    assert told(battle, SetAirborne(unit_id=1, airborne=False)) == ['Bat lands. Power 6". 8.1-37']
    assert "down already" in bad(battle, SetAirborne(unit_id=1, airborne=False))


def test_everything_about_units_can_be_undone(battle: Campaign) -> None:
    battle.do(AddUnit(name="Tank", player_id=1, preset="U-27"))
    before = battle.digest()
    for act in (
        EditUnit(unit_id=1, size=5, armor="3d10", fate="dead"),
        DuplicateUnit(unit_id=1, copies=2),
        RemoveUnit(unit_id=2),
        ReviveUnit(unit_id=2),
    ):
        battle.do(act)
    for _ in range(4):
        battle.undo()
    assert battle.digest() == before


def test_the_editor_reads_what_was_typed(battle: Campaign) -> None:
    battle.do(AddUnit(name="Bat", player_id=1, kind="Creature", size=3, half_power="airborne"))
    end_turn(battle)
    card = battle.read(unit_card, 1)
    assert card is not None
    assert (card.name, card.kind, card.half_power) == ("Bat", "Creature", "airborne")
    again = EditUnit(unit_id=1, half_power=card.half_power, kind=card.kind, mind=card.mind)
    assert told(battle, again) == []
    assert battle.read(unit_card, 9) is None
