"""What is launched from a weapon flies as if it were attacked with: Range, load, homing, what it takes."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.weapons.gunnery import HomeIn
from brikdesk.acts.weapons.racks import AddRack, RoundFacts, TakeRounds
from brikdesk.rules.brikwars.flight import RollTerm
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import PowerUse, Projectile, Round, Unit, Weapon
from tests.acts.attack_scene import unit, weapon
from tests.acts.hazards import look, to_turn
from tests.acts.table import bad, refused, row, rows, told

ANN = 1


@pytest.fixture
def foe(battle: Campaign) -> int:
    return unit(battle, "Foe", 2, kind="Structure", size=6, armor="2d10")


@pytest.fixture
def launcher(battle: Campaign, gunner: int) -> int:
    """Return a Launcher of Size 3 (Range 18") with two Missiles X2 in its battery."""
    truck = unit(battle, "Truck", 1, kind="Vehicle", size=4, armor="2d10", x=3.0, y=4.0)
    made = weapon(battle, truck, kind="Launcher", size=3)
    missiles = (RoundFacts(name="Missile", explosive_size=2, count=2),)
    battle.do(AddRack(unit_id=truck, weapon_id=made, battery=True, rounds=missiles))
    return made


def flown(campaign: Campaign, act: Act) -> dict[str, object]:
    """Do an act and take it back; give what it put in the air."""
    campaign.do(act)
    made = rows(campaign, Projectile)[-1].model_dump(exclude={"id"})
    campaign.undo()
    return made


def _taken(campaign: Campaign, act: Act) -> list[dict[str, object]]:
    """Do an act and take it back; give what it left of weapons, units, rounds and Power."""
    campaign.do(act)
    left = [each.model_dump() for kind in (Weapon, Unit, Round) for each in rows(campaign, kind)]
    left += [each.model_dump(exclude={"id"}) for each in rows(campaign, PowerUse)]
    campaign.undo()
    return left


@pytest.mark.rule("8.4-09", "5.1-53", "Q8-32")
@pytest.mark.parametrize("distance", [13, 18, 20, 30])
def test_a_launch_is_the_attack_with_the_same_weapon(
    battle: Campaign, gunner: int, foe: int, launcher: int, distance: float
) -> None:
    attack = Attack(
        strikes=(Strike(weapon_id=launcher, by_id=gunner),),
        aims=(Aim(unit_id=foe, distance=distance),),
    )
    launch = Launch(
        weapon_id=launcher, unit_id=gunner, target_id=foe, target="Foe", distance=distance
    )
    by_attack, by_launch = flown(battle, attack), flown(battle, launch)
    assert by_launch == by_attack
    assert (by_launch["name"], by_launch["explosive_size"]) == ("Missile", 2)
    assert _taken(battle, launch) == _taken(battle, attack)


@pytest.mark.rule("5.1-53", "8.4-11")
def test_a_launch_out_of_range_needs_more_on_arrival(
    battle: Campaign, gunner: int, foe: int, launcher: int
) -> None:
    launch = Launch(weapon_id=launcher, unit_id=gunner, target="the gate", distance=20)
    use = row(battle, Weapon, launcher).use
    battle.do(launch)
    to_turn(battle, ANN, 2)
    assert look(battle, Land(projectile_id=1)).legend[0][0] == f"{(use or 0) + 2} or more"


@pytest.mark.rule("8.4-52", "8.4-46")
def test_nothing_is_launched_from_an_empty_weapon_unless_the_referee_says_what(
    battle: Campaign, gunner: int, foe: int, launcher: int
) -> None:
    for found in rows(battle, Round):
        battle.do(TakeRounds(round_id=found.id or 0, count=found.count))
    launch = Launch(weapon_id=launcher, unit_id=gunner, target="the gate", distance=20)
    rule = "8.4-52"
    refused(battle, launch, rule)
    assert "Explosive Size" in bad(battle, replace(launch, overruled=frozenset({rule})))
    stated = replace(launch, name="Spare", explosive_size=3, overruled=frozenset({rule}))
    assert "Spare is launched." in " ".join(told(battle, stated))


def test_what_is_stated_overrules_the_weapon(battle: Campaign, gunner: int, launcher: int) -> None:
    launch = Launch(
        weapon_id=launcher, unit_id=gunner, target="the gate", distance=20, name="Whistler",
        explosive_size=1, use=3, action_die=8, type="Rocket",
        modifiers=(RollTerm("gut feeling", 1, "none"),),
    )  # fmt: skip
    battle.do(launch)
    flight = row(battle, Projectile)
    assert (flight.name, flight.explosive_size, flight.type) == ("Whistler", 1, "Rocket")
    assert (flight.frozen["use"], flight.frozen["action_die"]) == (3, 8)
    found = [(each["reason"], each["value"]) for each in flight.frozen["modifiers"]]  # type: ignore[attr-defined]
    assert found == [("Out of Range", -2), ("gut feeling", 1)]
    assert row(battle, Round).count == 1


@pytest.mark.rule("8.5-16")
def test_homing_counts_for_a_launch_too(
    battle: Campaign, gunner: int, foe: int, launcher: int
) -> None:
    aimed = HomeIn(weapon_id=launcher, target="Foe", target_id=foe, supporters=2)
    battle.do(aimed)
    to_turn(battle, ANN, 2)
    launch = Launch(weapon_id=launcher, unit_id=gunner, target_id=foe, target="Foe", distance=15)
    reasons = [each["reason"] for each in flown(battle, launch)["frozen"]["modifiers"]]  # type: ignore[index]
    assert reasons == ["Homing"]


def test_nobodys_action_is_spent_where_nobody_is_said_to_fire(
    battle: Campaign, launcher: int
) -> None:
    launch = Launch(weapon_id=launcher, target="the gate", distance=15, action_die=6)
    battle.do(launch)
    assert not any(unit.action_spent_turn_id for unit in rows(battle, Unit))
