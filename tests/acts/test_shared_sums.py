"""What meets Armor together and what apart: weapons, bursts, arcs, turns; who is thrown first."""

from dataclasses import replace

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Caught, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.fire.fires import Ignite
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import done, faces, look, unit, weapon
from tests.acts.hazards import creation
from tests.acts.hazards import look as examine
from tests.acts.table import end_turn, told


@pytest.fixture
def tower(battle: Campaign) -> int:
    return unit(battle, "Tower", 1, kind="Vehicle", size=4, armor="2d10", action_die=6)


def switch(battle: Campaign, name: str, value: object) -> None:
    battle.do(SetHouseRule(switch=name, value=value))


def damages(battle: Campaign, attack: Attack, *values: int, **choices: str) -> list[int | None]:
    return [each.damage for each in look(battle, attack, *values, **choices).victims]


@pytest.mark.rule("Q8-83", "5.1-37")
def test_what_the_attacker_declares_beats_what_the_table_plays(
    battle: Campaign, tower: int
) -> None:
    strikes = tuple(
        Strike(weapon_id=weapon(battle, tower, kind="Gun", size=1), by_id=tower) for _ in range(2)
    )
    aims = (Aim(unit_id=unit(battle, "Foe", 2, armor="20"), distance=2),)

    def sums(combine: bool | None) -> list[int | None]:
        return damages(battle, Attack(aims=aims, strikes=strikes, combine=combine), 5, 5, 3, 4)

    assert [sums(each) for each in (None, True, False)] == [[7], [7], [3, 4]]
    switch(battle, "multi_weapon_damage", "separate")
    assert [sums(each) for each in (None, True, False)] == [[3, 4], [7], [3, 4]]


@pytest.mark.rule("Q8-20", "8.3-14")
def test_each_hit_of_a_burst_meets_armor_by_itself_where_the_table_plays_so(
    battle: Campaign, tower: int
) -> None:
    gun = weapon(battle, tower, kind="MachineGun", size=1)
    foe = unit(battle, "Foe", 2, armor="20")
    strike = Strike(weapon_id=gun, by_id=tower, mode=Mode.BURST, count=2)
    attack = Attack(aims=(Aim(unit_id=foe, distance=2),), strikes=(strike,))
    assert damages(battle, attack, 5, 5, 3, 4) == [7]
    switch(battle, "burst_damage", "separate")
    assert damages(battle, attack, 5, 5, 3, 4) == [3, 4]
    told_apart = [replace(attack, combine=each) for each in (True, False)]
    assert [damages(battle, each, 5, 5, 3, 4) for each in told_apart] == [[7], [3, 4]]
    lines = done(battle, attack, 5, 5, 3, 4)
    assert sum("Foe takes" in line for line in lines) == 2


@pytest.mark.rule("Q8-13", "Q8-51", "8.3-11")
def test_all_targets_of_an_arc_take_one_roll_less_what_is_their_own(
    battle: Campaign, tower: int
) -> None:
    gun = weapon(battle, tower, kind="BlastGun", size=2)
    near = unit(battle, "Near", 2, armor="30")
    far = unit(battle, "Far", 2, armor="30")
    plated = unit(battle, "Plated", 2, armor="30", deflection=1)
    aims = [Aim(unit_id=near, distance=1), Aim(unit_id=far, distance=3)]
    attack = Attack(aims=tuple(aims), strikes=(Strike(weapon_id=gun, by_id=tower),))
    assert damages(battle, attack, 5, 5, 7, 5, 2, 1) == [11, 0]
    switch(battle, "arc_shared_damage", True)
    assert damages(battle, attack, 5, 5, 7, 5) == [11, 9]
    assert look(battle, attack).asked is not None
    all_three = Attack(aims=(*aims, Aim(unit_id=plated, distance=1)), strikes=attack.strikes)
    assert damages(battle, all_three, 5, 5, 5, 7, 5) == [11, 9, 4], "the 7 is deflected"
    assert look(battle, all_three).asked is None


@pytest.mark.rule("Q8-84", "8.4-32")
def test_an_armor_roll_stands_for_the_whole_turn_of_a_player_where_the_table_plays_so(
    battle: Campaign,
) -> None:
    mech = creation(battle, size=4, weight_class=1)
    switch(battle, "armor_roll_scope", "player_turn")
    told(battle, DamageUnit(unit_id=mech, damage=2, faces=faces(6)))
    again = examine(battle, DamageUnit(unit_id=mech, damage=5))
    assert (again.dice, again.summary) == ((), "Boiler-Mech: 5 damage against Armor 6: nothing.")
    told(battle, DamageUnit(unit_id=mech, damage=9))
    assert examine(battle, DamageUnit(unit_id=mech, damage=5)).dice == (), (
        "also after it was beaten"
    )
    end_turn(battle)
    assert examine(battle, DamageUnit(unit_id=mech, damage=5)).owed == 1


@pytest.mark.rule("8.4-28")
def test_the_outermost_are_thrown_first_in_whatever_order_they_are_named(
    battle: Campaign,
) -> None:
    battle.do(AddExplosive(name="Keg", explosive_size=3, player_id=1))
    places = {"Near": 1.0, "Far": 5.0, "Middle": 3.0}
    caught = tuple(
        Caught(unit_id=unit(battle, name, 2, armor="40"), distance=inches)
        for name, inches in places.items()
    )
    act = Detonate(explosive_id=1, faces=(Face(4), Face(5), Face(6)), caught=caught)
    thrown = [line.split()[0] for line in told(battle, act) if "is thrown" in line]
    assert thrown == ["Far", "Middle", "Near"]


@pytest.mark.rule("Q8-25", "8.3-27")
def test_a_burning_attackers_natural_face_keeps_its_meaning(battle: Campaign, tower: int) -> None:
    gun = weapon(battle, tower, kind="Gun", size=4)
    battle.do(Ignite(unit_id=tower, inches=1))
    aims = (Aim(unit_id=unit(battle, "Foe", 2), distance=2),)
    attack = Attack(aims=aims, strikes=(Strike(weapon_id=gun, by_id=tower),))
    lucky = look(battle, attack, 6, 4).shots[0]
    assert (lucky.total, lucky.over_the_top, lucky.critical_failure) == (2, True, False)
    assert look(battle, attack, 1, 1).shots[0].critical_failure
