"""Worked examples of sized weapons, teams and burning attackers, played through a campaign."""

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike, TargetPart
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.weapons.loading import LoadLauncher
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Fire, Round, Unit, Weapon
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import refused, row, rows


@pytest.mark.rule("8.2-01", "8.1-04")
@pytest.mark.parametrize(("size", "use"), [(1, 2), (3, 4), (4, 5), (5, 6)])
def test_the_ripper_blade(battle: Campaign, foe: int, size: int, use: int) -> None:
    """T8-01: Use W + 1, as many Action dice as inches."""
    mech = unit(battle, "Mech", 1, kind="Creature", size=5, armor="2d10", action_die=6)
    blade = weapon(battle, mech, kind="Melee Weapon", size=size)
    attack = Attack(aims=(Aim(unit_id=foe),), strikes=(Strike(weapon_id=blade),))
    seen = look(battle, attack, 5)
    assert (seen.shots[0].use, seen.shots[0].hit) == (use, use <= 5)
    dice = [die.sides for die in seen.dice[1:]]
    assert dice == ([6] * size if use <= 5 else [])


@pytest.mark.rule("8.2-01", "8.1-22")
def test_the_archohellenic_automaton(battle: Campaign, foe: int) -> None:
    """T8-02: a sword of 3" in the hands of Size 2" and 3" is the same sword."""
    for size in (2, 3):
        automaton = unit(battle, f"Automaton {size}", 1, kind="Creature", size=size, armor="2d10")
        sword = weapon(battle, automaton, kind="Melee Weapon", size=3)
        attack = Attack(aims=(Aim(unit_id=foe),), strikes=(Strike(weapon_id=sword),))
        seen = look(battle, attack, 4)
        assert (seen.shots[0].use, seen.shots[0].hit, seen.owed) == (4, True, 3)


@pytest.mark.rule("8.4-54", "8.4-55", "8.4-54")
def test_a_small_launcher_holds_a_small_explosive_and_nothing_of_an_inch(battle: Campaign) -> None:
    """T8-09: W 1."""
    cart = unit(battle, "Cart", 1, kind="Vehicle", size=2, armor="1d10", action_die=6)
    sling = weapon(battle, cart, kind="Launcher", size=1)
    jar = (RoundFacts(name="Jar", explosive_size=2),)
    refused(battle, AddRack(weapon_id=sling, name="Jars", rounds=jar), "8.4-55")
    battle.do(AddRack(weapon_id=sling, name="Pots", rounds=(RoundFacts(name="Pot", count=2),)))
    pot = rows(battle, Round)[0].id
    stone = {"object_name": "Stone", "object_size": 1}
    refused(battle, LoadLauncher(weapon_id=sling, **stone), "8.4-55")  # type: ignore[arg-type]
    battle.do(LoadLauncher(weapon_id=sling, round_id=pot))
    foe = unit(battle, "Foe", 2)
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(Strike(weapon_id=sling),))
    done(battle, attack, 4, 9)
    assert row(battle, Unit, foe).fate is Fate.DEAD


@pytest.mark.rule("8.4-60", "8.1-47", "8.4-62", "8.4-59")
def test_four_minifigs_throw_what_one_cannot(battle: Campaign, foe: int) -> None:
    """T8-09: 2" together, objects up to 1", Range 3", the smallest Action die of them."""
    crew = [
        unit(battle, f"Hurler {die}", 1, action_die=die, kind="Minifig") for die in (6, 10, 4, 6)
    ]
    beam = weapon(battle, crew[0], preset="W-18", size=3, name="Beam", use=4)

    def thrown(team: tuple[int, ...]) -> Attack:
        strike = Strike(weapon_id=beam, by_id=crew[0], mode=Mode.THROW, team=team)
        return Attack(aims=(Aim(unit_id=foe, distance=3),), strikes=(strike,))

    assert look(battle, thrown(())).refused_by == "8.4-59"
    together = look(battle, thrown(tuple(crew[1:])))
    assert (together.refusal, together.dice[0].sides) == ("", 4)
    done(battle, thrown(tuple(crew[1:])), 1)
    assert [row(battle, Unit, each).actions_spent for each in crew] == [1, 1, 1, 1]
    assert row(battle, Weapon, beam).lying


@pytest.mark.rule("8.1-47", "8.4-61")
def test_who_throws_with_a_giant_does_not_reach_as_far_as_he(battle: Campaign, foe: int) -> None:
    giant = unit(battle, "Giant", 1, kind="Creature", size=6, armor="1d10", action_die=8)
    ant = unit(battle, "Ant", 1)
    stone = weapon(battle, giant, preset="W-18", size=1, name="Stone", use=4)

    def reach(*team: int) -> str:
        strike = Strike(weapon_id=stone, by_id=giant, mode=Mode.THROW, team=team)
        return look(battle, Attack(aims=(Aim(unit_id=foe, distance=3),), strikes=(strike,))).weapon

    assert [reach(), reach(ant)] == ['Use 4, 18"', 'Use 4, 3"']


@pytest.mark.rule("8.2-04", "8.2-07", "8.2-10")
def test_a_shield_of_three_inches_takes_three_dice(battle: Campaign) -> None:
    """T8-21: W 3, Use 6, against a weapon of Size 5: +2; of 5 Action dice 2 remain."""
    brute = unit(battle, "Brute", 1, kind="Creature", size=5, armor="2d10", action_die=6)
    club = weapon(battle, brute, kind="Melee Weapon", size=5)
    guard = unit(battle, "Guard", 2, kind="Creature", size=5, armor="2d10", action_die=6)
    shield = weapon(battle, guard, kind="Melee Shield", size=3)
    attack = Attack(
        aims=(Aim(unit_id=guard),),
        strikes=(Strike(weapon_id=club),),
        parries=(Parry(unit_id=guard, weapon_id=shield),),
    )
    fails = look(battle, attack, 6, 3, benny_0="other", words_0="A roar.")
    assert fails.owed == 5
    parried = look(battle, attack, 6, 4, benny_0="other", words_0="A roar.")
    assert parried.owed == 2
    lines = done(battle, attack, 6, 4, 2, 3, 9, 9, benny_0="other", words_0="A roar.")
    assert any("6 against Use 6. 3 levels of Deflection." in line for line in lines)
    assert any("Guard takes 5." in line for line in lines)


@pytest.mark.rule("T5-21", "8.2-10", "5.2-48")
def test_a_two_handed_weapon_is_easier_to_parry(battle: Campaign, foe: int) -> None:
    """T5-21: a Heavy Shield, natural 2: 3 against Use 3."""
    brute = unit(battle, "Brute", 1)
    axe = weapon(battle, brute, preset="W-03")
    shield = weapon(battle, foe, preset="W-13")
    attack = Attack(
        aims=(Aim(unit_id=foe),),
        strikes=(Strike(weapon_id=axe, by_id=brute),),
        parries=(Parry(unit_id=foe, weapon_id=shield),),
    )
    assert look(battle, attack, 5, 2).owed == 1
    lines = done(battle, attack, 5, 2, 3)
    assert any("3 against Use 3. 1 level of Deflection." in line for line in lines)


@pytest.mark.rule("T5-22", "4.2-21", "A5-15")
def test_a_benny_of_a_parry_takes_the_last_die_and_leaves_the_flat_bonus(
    battle: Campaign, foe: int
) -> None:
    """T5-22: Parry 6, 2 Action dice + 2; no dice are left, damage 2."""
    brute = unit(battle, "Brute", 1)
    axe = weapon(battle, brute, preset="W-02", damage="2 Action dice+2")
    shield = weapon(battle, foe, preset="W-13")
    attack = Attack(
        aims=(Aim(unit_id=foe),),
        strikes=(Strike(weapon_id=axe, by_id=brute),),
        parries=(Parry(unit_id=foe, weapon_id=shield),),
    )
    spent = {f"parry_{foe}": "deflection"}
    seen = look(battle, attack, 5, 6, **spent)
    assert [victim.damage for victim in seen.victims] == [2]
    lines = done(battle, attack, 5, 6, **spent)
    assert any("2 levels of Deflection." in line for line in lines)
    assert any("Foe takes 2." in line for line in lines)


@pytest.mark.rule("F.1-30", "8.1-32")
def test_a_burning_golem_has_less_power(battle: Campaign, foe: int) -> None:
    """TF-02: Size 4", 8" of Power, a fire of 3": 5" are left."""
    golem = unit(battle, "Wooden Golem", 1, kind="Creature", size=4, armor="2d10", action_die=6)
    claws = {size: weapon(battle, golem, kind="Melee Weapon", size=size) for size in (5, 6)}
    battle.do(Ignite(unit_id=golem, inches=3))
    refusals = [
        look(
            battle, Attack(aims=(Aim(unit_id=foe),), strikes=(Strike(weapon_id=claws[size]),))
        ).refused_by
        for size in (5, 6)
    ]
    assert refusals == ["", "8.1-40"]


@pytest.mark.rule("F.1-29", "F.1-20")
def test_a_burning_mech_sets_alight_what_it_strikes(battle: Campaign) -> None:
    """TF-16: 3 Action dice and 1d4 Fire, which ignites where it exceeds the weight class."""
    mech = unit(battle, "Mech", 1, kind="Vehicle", size=4, armor="2d10", action_die=6)
    sword = weapon(battle, mech, kind="Melee Weapon", size=3)
    battle.do(Ignite(unit_id=mech, inches=2))
    carts = [
        unit(battle, f"Cart {n}", 2, kind="Vehicle", size=4, armor="2d10", weight_class=2)
        for n in range(2)
    ]

    def blow(cart: int) -> Attack:
        return Attack(aims=(Aim(unit_id=cart),), strikes=(Strike(weapon_id=sword),))

    asked = look(battle, blow(carts[0]))
    assert [die.label for die in asked.dice] == ["Action", "−1d4 fire"]
    hit = (5, 1)
    dice = look(battle, blow(carts[0]), *hit).dice[2:]
    assert [(die.sides, die.label) for die in dice] == [
        (6, "d6"), (6, "d6"), (6, "d6"), (4, "d4 Fire"),
    ]  # fmt: skip
    done(battle, blow(carts[0]), *hit, 1, 2, 2, 3, 9, 9)
    burning = {fire.unit_id: fire.size for fire in rows(battle, Fire)}
    assert burning.get(carts[0]) == 1
    assert carts[1] not in burning


@pytest.mark.rule("T5-07", "5.3-08", "8.4-20")
def test_a_shell_misses_by_what_the_roll_lacks(battle: Campaign, foe: int) -> None:
    """T5-07: 5 was needed, 3 was rolled."""
    stand = unit(battle, "Stand", 1, kind="Vehicle", size=3, armor="2d10", action_die=6)
    rocket = weapon(battle, stand, kind="Rocket", size=1, use=5)
    attack = Attack(aims=(Aim(unit_id=foe, distance=6),), strikes=(Strike(weapon_id=rocket),))
    choice = look(battle, attack, 3).open_choices[0]
    assert 'within 2" of Foe' in choice.prompt
    assert [option.value for option in choice.options] == ['2" from Foe', '1" from Foe']


@pytest.mark.rule("T5-09", "8.3-07", "5.1-31")
def test_a_small_target_takes_a_point_less_of_a_shotgun(battle: Campaign, foe: int) -> None:
    """T5-09: within the first inch 1d8 + 1, a small one 1d8; 4" away, fully seen, 1d8 − 3."""
    gunner = unit(battle, "Gunner", 1)
    gun = weapon(battle, gunner, preset="W-06")
    parson = unit(battle, "Parson", 2)
    baby = Aim(unit_id=foe, distance=0.8, part=TargetPart.SMALL, part_name="baby")
    attack = Attack(
        aims=(baby, Aim(unit_id=parson, distance=4)),
        strikes=(Strike(weapon_id=gun, by_id=gunner),),
    )
    seen = look(battle, attack, 5, 5, 7, 7)
    assert [shot.total for shot in seen.shots] == [4, 5]
    assert [victim.damage for victim in seen.victims] == [7, 4]
