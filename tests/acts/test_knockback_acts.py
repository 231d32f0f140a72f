"""How far hits throw a target, and whether that Disrupts it (8.1-19 to 8.1-24, Q8-10)."""

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.weapons.loading import Reload
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import State, StateKind
from tests.acts.attack_scene import done, unit, weapon
from tests.acts.table import ROUND, end_turn, rows


def tough(campaign: Campaign, size: int) -> int:
    """Put up somebody whom no hit of these tests harms."""
    kind = "Minifig" if size == 1 else "Creature"
    return unit(campaign, "Foe", 2, kind=kind, size=size, armor="40", action_die=6)


def tower(campaign: Campaign, kind: str, size: int) -> int:
    """Put up a weapon of the first player on a structure that lends it Power enough."""
    stand = unit(campaign, "Tower", 1, kind="Structure", size=size, armor="2d10")
    return weapon(campaign, stand, kind=kind, size=size, use=2)


def shots(foe: int, *strikes: Strike) -> Attack:
    return Attack(aims=(Aim(unit_id=foe, distance=2),), strikes=strikes)


def thrown(lines: list[str]) -> str:
    """Return how far the log says that the foe is thrown."""
    return next((line.split('"')[0][-1] for line in lines if line.startswith("Foe is thrown")), "")


def disrupted(campaign: Campaign) -> bool:
    return any(each.kind is StateKind.DISRUPTED for each in rows(campaign, State))


@pytest.mark.rule("8.1-24")
@pytest.mark.parametrize(("size", "inches"), [(0, "1"), (1, "1"), (2, "")])
def test_a_shotgun_throws_minifigs_an_inch_and_disrupts_nobody(
    battle: Campaign, gunner: int, size: int, inches: str
) -> None:
    foe = tough(battle, size)
    gun = weapon(battle, gunner, preset="W-06")
    lines = done(battle, shots(foe, Strike(weapon_id=gun, by_id=gunner)), 5, 3)
    assert (thrown(lines), disrupted(battle)) == (inches, False)


@pytest.mark.rule("8.1-19", "8.1-20")
@pytest.mark.parametrize(("size", "inches"), [(1, "2"), (2, "1"), (3, ""), (4, "")])
def test_a_weapon_throws_by_what_it_is_larger_than_its_target(
    battle: Campaign, gunner: int, size: int, inches: str
) -> None:
    foe = tough(battle, size)
    gun = tower(battle, "Gun", 3)
    lines = done(battle, shots(foe, Strike(weapon_id=gun, by_id=gunner)), 5, 3, 3, 3)
    assert (thrown(lines), disrupted(battle)) == (inches, size == 1)


@pytest.mark.rule("8.1-19")
def test_half_an_inch_of_a_rifle_throws_nobody(battle: Campaign, gunner: int) -> None:
    gun = weapon(battle, gunner, preset="W-05")
    lines = done(battle, shots(tough(battle, 1), Strike(weapon_id=gun, by_id=gunner)), 5, 3)
    assert thrown(lines) == ""


@pytest.mark.rule("Q8-10", "5.1-40", "8.1-24")
def test_one_hit_that_disrupts_is_enough_of_all_that_throw_together(
    battle: Campaign, gunner: int
) -> None:
    foe, other = tough(battle, 1), unit(battle, "Other Gunner", 1)
    shotgun = weapon(battle, other, preset="W-06")
    gun = tower(battle, "Gun", 3)
    attack = shots(foe, Strike(weapon_id=shotgun, by_id=other), Strike(weapon_id=gun, by_id=gunner))
    lines = done(battle, attack, 5, 5, 3, 3, 3, 3)
    assert (thrown(lines), disrupted(battle)) == ("3", True)


@pytest.mark.rule("Q8-10", "8.1-24")
def test_a_blast_that_throws_nobody_does_not_make_a_shotgun_disrupt(
    battle: Campaign, gunner: int
) -> None:
    foe, other = tough(battle, 1), unit(battle, "Other Gunner", 1)
    shotgun = weapon(battle, other, preset="W-06")
    cannon = tower(battle, "Cannon", 2)
    fire = RoundFacts(name="Fire Shell", makeup={"exchanges": {"FIRE": 1}})
    battle.do(AddRack(weapon_id=cannon, rounds=(fire,)))
    battle.do(Reload(weapon_id=cannon, by_unit_id=gunner))
    end_turn(battle, ROUND)
    attack = shots(
        foe, Strike(weapon_id=shotgun, by_id=other), Strike(weapon_id=cannon, by_id=gunner)
    )
    lines = done(battle, attack, 5, 5, 3, 3)
    assert (thrown(lines), disrupted(battle)) == ("1", False)
