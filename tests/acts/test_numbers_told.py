"""What an act says of its numbers: each part, its rule, and the earlier act that it comes from."""

import pytest

from brikdesk.acts.combat.damage import DamageUnit, TakeGrinding, TakeSizeDamage
from brikdesk.acts.explosives.flights import FlyOn
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.explosives.placed import AddExplosive, DamageExplosive
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.fire.fires import FightFire, Ignite
from brikdesk.acts.power import UsePower
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.gunnery import HomeIn
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.brikwars.flight import RollTerm
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import REFEREE, Sum
from brikdesk.store.views.log import acts_by_number, log
from tests.acts.hazards import ANN, BEN, creation, hut, minifig, settle, to_turn
from tests.acts.table import ROUND, end_turn

Told = tuple[str, int, str, str]
"""Reason, points, rule, and the title of the act that it comes from."""


def number(campaign: Campaign, name: str) -> Sum:
    """Return the newest number of this name in the log."""
    sums = [each for entry in campaign.read(log) for each in entry.sums]
    whole = (name, f"{name} of ", f"{name} to ", f"{name} by ")
    found = [each for each in sums if each.name == name or each.name.startswith(whole[1:])]
    assert found[-1].adds_up
    return found[-1]


def parts(campaign: Campaign, name: str) -> list[Told]:
    terms = number(campaign, name).terms
    ids = [term.act_id for term in terms if term.act_id]
    titles = {key: act.title for key, act in campaign.read(acts_by_number, ids).items()}
    return [
        (term.reason, term.value, term.rule, titles.get(term.act_id or 0, "")) for term in terms
    ]


@pytest.mark.rule("OF-60", "F.1-27", "OF-48")
def test_an_armor_roll_less_fire_and_grinding(battle: Campaign) -> None:
    mech = creation(battle)
    battle.do(Ignite(unit_id=mech))
    battle.do(TakeGrinding(unit_id=mech, points=2))
    hit = DamageUnit(unit_id=mech, damage=8, faces=tuple(map(Face, (6, 9, 3))), cause="a claw")
    battle.do(hit)
    assert parts(battle, "Damage") == [("a claw", 8, REFEREE, "")]
    armor = parts(battle, "Armor")
    assert [(value, rule) for _, value, rule, _ in armor] == [
        (6, "OF-48"), (9, "OF-48"), (-3, "F.1-27"), (-2, "OF-60"),
    ]  # fmt: skip
    assert armor[2][3].endswith("burns")
    assert armor[3][3].startswith("Grinding Damage to")


@pytest.mark.rule("F.1-31", "F.1-32", "F.1-34", "F.1-33")
def test_a_burning_roll_die_by_die(battle: Campaign) -> None:
    home = hut(battle)
    lit = battle.do(Ignite(unit_id=home, inches=3)).title
    to_turn(battle, ANN, 2)
    settle(battle, "burn-1", 1, 4, 3)
    assert parts(battle, "Fire") == [
        ("Fire before", 3, "F.1-24", lit),
        ("d4 shows 1: dies down", -1, "F.1-32", ""),
        ("d4 shows 4: grows", 1, "F.1-34", ""),
        ("d4 shows 3: grows", 1, "F.1-34", ""),
    ]
    assert number(battle, "Grinding Damage").total == 2


@pytest.mark.rule("F.1-39")
def test_a_fire_that_is_fought(battle: Campaign) -> None:
    home = hut(battle)
    battle.do(Ignite(unit_id=home, inches=3))
    battle.do(FightFire(fire_id=1, inches=2))
    assert [(value, rule) for _, value, rule, _ in parts(battle, "Fire")] == [
        (3, "F.1-24"),
        (-2, "F.1-39"),
    ]


@pytest.mark.rule("OF-46", "OF-49")
def test_the_effective_size_names_the_act_that_hit_before(battle: Campaign) -> None:
    home = hut(battle)
    before = battle.do(TakeSizeDamage(unit_id=home, inches=1, reason="a ram")).title
    assert parts(battle, "Size Damage") == [("a ram", 1, REFEREE, "")]
    battle.do(TakeSizeDamage(unit_id=home, inches=1))
    size, hit, now = parts(battle, "Effective Size")
    assert (hit[1:], now[1:3]) == ((-1, "OF-46", before), (-1, "OF-49"))
    assert number(battle, "Effective Size").total == size[1] - 2


@pytest.mark.rule("8.1-31", "8.1-36", "F.1-30", "8.1-32")
def test_power_is_twice_the_size_less_half_power_fire_and_use(battle: Campaign) -> None:
    battle.do(AddUnit(name="Rex", player_id=ANN, preset="U-25"))
    battle.do(TakeSizeDamage(unit_id=1, inches=1))
    battle.do(EditUnit(unit_id=1, size=8, half_power="always"))
    battle.do(Ignite(unit_id=1, inches=2))
    battle.do(UsePower(unit_id=1, inches=1, why="Claw"))
    battle.do(UsePower(unit_id=1, inches=2, why="Tail"))
    assert parts(battle, "Power left") == [
        ('2 × Effective Size 7"', 14, "8.1-31", "Size Damage to Rex"),
        ("Half Power", -7, "8.1-36", ""),
        ("On fire", -2, "F.1-30", "Rex burns"),
        ("Used: Claw", -1, "8.1-32", 'Rex uses 1" of Power'),
        ("Used: Tail", -2, "8.1-32", ""),
    ]


@pytest.mark.rule("8.5-12", "8.5-16")
def test_homing_names_its_gunners_and_the_attack_that_built_it(battle: Campaign) -> None:
    weapons = (WeaponFacts(kind="Gun", size=4),)
    battle.do(AddUnit(name="Bertha", player_id=ANN, kind="Structure", size=4, weapons=weapons))
    battle.do(AddUnit(name="Gunner", player_id=ANN, preset="U-07", copies=2))
    first = battle.do(HomeIn(weapon_id=1, target="the gate", supporters=2)).title
    end_turn(battle, ROUND)
    battle.do(HomeIn(weapon_id=1, target="the gate", supporter_ids=(2,)))
    carried, support = parts(battle, "Homing bonus")
    assert carried == ("Carried", 2, "8.5-16", first)
    assert support[1:] == (1, "8.5-12", "")
    assert number(battle, "Homing bonus").total == 3


@pytest.mark.rule("8.4-11", "Q8-32", "8.4-20")
def test_a_landing_tells_what_was_fixed_at_launch(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN)
    launch = battle.do(
        Launch(
            name="Rocket", explosive_size=2, distance=20, target="Foe", target_id=foe, use=6,
            action_die=6, fire_penalty=True,
            modifiers=(RollTerm("Homing", 2, "8.5-16"), RollTerm("gut feeling", 1, "none")),
        )
    ).title  # fmt: skip
    to_turn(battle, ANN, 2)
    faces = tuple(map(Face, (3, 2)))
    choices = {"size": "-1", "spot": "the ditch"}
    dice = (*faces, Face(3), Face(7))
    battle.do(Land(projectile_id=1, faces=dice, choices=choices))
    assert parts(battle, "Action Roll") == [
        ("Action d6 shows", 3, "8.4-11", ""),
        ("On fire at launch: d4 shows", -2, "8.3-27", launch),
        ("Homing", 2, "8.5-16", launch),
        ("gut feeling", 1, REFEREE, launch),
        ("At the X: small, or one third covered", -1, "5.1-27", ""),
    ]
    assert (number(battle, "Needed on the die").total, number(battle, "Missed by").total) == (4, 3)
    assert [value for _, value, _, _ in parts(battle, "KnockBack")] == [1]
    assert sorted(value for _, value, _, _ in parts(battle, "Damage")) == [3]


@pytest.mark.rule("8.4-10")
def test_inches_flown_name_the_leg_before(battle: Campaign) -> None:
    launch = battle.do(
        Launch(name="Rocket", explosive_size=1, distance=40, target="far", use=4, action_die=6)
    ).title
    to_turn(battle, ANN, 2)
    battle.do(FlyOn(projectile_id=1))
    assert parts(battle, "Flown") == [
        ("Before", 12, "8.4-09", launch),
        ("This turn", 12, "8.4-10", ""),
    ]


@pytest.mark.rule("8.4-44")
def test_a_field_that_shrinks(battle: Campaign) -> None:
    placed = battle.do(AddField(kind=FieldKind.SMOKE, size=3, name="Smoke", shrinks=True)).title
    to_turn(battle, ANN, 2)
    settle(battle, "field-1")
    assert parts(battle, "Field") == [
        ("Across before", 3, "F.0-04", placed),
        ('It shrinks 1" each turn', -1, "8.4-44", ""),
    ]


@pytest.mark.rule("Q8-39")
def test_damage_to_an_explosive_adds_up_in_one_turn(battle: Campaign) -> None:
    battle.do(AddExplosive(name="Keg", explosive_size=4))
    first = battle.do(DamageExplosive(explosive_id=1, damage=1)).title
    battle.do(DamageExplosive(explosive_id=1, damage=2))
    assert [(value, origin) for _, value, _, origin in parts(battle, "Damage this turn")] == [
        (1, first),
        (2, ""),
    ]
