"""Who can Parry, Shove or lose a weapon, by Size and mind (8.2), and what a Parry adds (5.2)."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit, Weapon
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import row


def creature(campaign: Campaign, name: str, player_id: int, size: int, **facts: object) -> int:
    made = {"kind": "Creature", "armor": "2d10", "action_die": 6, **facts}
    return unit(campaign, name, player_id, size=size, **made)


def blow(by: int, arm: int, at: int, *parries: Parry) -> Attack:
    strike = Strike(weapon_id=arm, by_id=by)
    return Attack(aims=(Aim(unit_id=at),), strikes=(strike,), parries=parries)


@pytest.mark.rule("8.2-02")
@pytest.mark.parametrize(
    ("mind", "able"),
    [
        ("independent", True), ("ridden", True), ("piloted", True),
        ("operated", False), ("half-minded", False), ("none", False),
    ],
)  # fmt: skip
def test_only_what_thinks_or_is_led_parries(battle: Campaign, mind: str, able: bool) -> None:
    guard = creature(battle, "Guard", 2, 4, mind=mind)
    shield = weapon(battle, guard, kind="Melee Shield", size=2)
    brute = creature(battle, "Brute", 1, 4)
    club = weapon(battle, brute, kind="Melee Weapon", size=3)
    seen = look(battle, blow(brute, club, guard, Parry(unit_id=guard, weapon_id=shield)))
    assert seen.refused_by == ("" if able else "8.2-02")


@pytest.mark.rule("8.2-03")
@pytest.mark.parametrize(("size", "able"), [(4, True), (3, False), (2, False)])
def test_nobody_parries_opponents_of_half_its_size(battle: Campaign, size: int, able: bool) -> None:
    guard = creature(battle, "Guard", 2, 6)
    shield = weapon(battle, guard, kind="Melee Shield", size=2)
    brute = creature(battle, "Brute", 1, size)
    club = weapon(battle, brute, kind="Melee Weapon", size=2)
    seen = look(battle, blow(brute, club, guard, Parry(unit_id=guard, weapon_id=shield)))
    assert seen.refused_by == ("" if able else "8.2-03")


@pytest.mark.rule("8.2-03")
def test_the_size_of_a_crewed_mech_counts_and_not_that_of_its_crew(battle: Campaign) -> None:
    guard = creature(battle, "Guard", 2, 4)
    shield = weapon(battle, guard, kind="Melee Shield", size=2)
    mech = unit(battle, "Mech", 1, kind="Vehicle", size=4, armor="2d10", mind="piloted")
    blade = weapon(battle, mech, kind="Melee Weapon", size=2)
    pilot = unit(battle, "Pilot", 1)
    parry = Parry(unit_id=guard, weapon_id=shield)
    assert not look(battle, blow(pilot, blade, guard, parry)).refusal


@pytest.mark.rule("8.2-05")
def test_a_shove_takes_shovers_as_large_as_their_target(battle: Campaign) -> None:
    tower = creature(battle, "Ogre", 2, 5)
    imps = [creature(battle, f"Imp {size}", 1, size) for size in (2, 3)]

    def shove(*by: int) -> Attack:
        strikes = tuple(Strike(by_id=each, mode=Mode.SHOVE) for each in by)
        return Attack(aims=(Aim(unit_id=tower),), strikes=strikes)

    alone = look(battle, shove(imps[1]))
    assert (alone.refused_by, "too small to shove" in alone.refusal) == ("8.2-05", True)
    assert not look(battle, shove(*imps)).refusal


@pytest.mark.rule("8.2-06")
def test_a_larger_shover_is_harder_to_parry(battle: Campaign) -> None:
    """T8-21: Size 6 shoves Size 3: −6."""
    ogre = creature(battle, "Ogre", 1, 6)
    guard = creature(battle, "Guard", 2, 3)
    shield = weapon(battle, guard, kind="Melee Shield", size=1)
    attack = Attack(
        aims=(Aim(unit_id=guard),),
        strikes=(Strike(by_id=ogre, mode=Mode.SHOVE),),
        parries=(Parry(unit_id=guard, weapon_id=shield),),
    )
    assert [(each.use, each.needed) for each in look(battle, attack, 6).parries] == [(2, 8)]


@pytest.mark.rule("8.2-09", "5.2-48")
@pytest.mark.parametrize(("size", "left"), [(1, 4), (2, 3), (3, 2)])
def test_a_melee_shield_takes_as_many_dice_as_inches(
    battle: Campaign, size: int, left: int
) -> None:
    brute = creature(battle, "Brute", 1, 5)
    club = weapon(battle, brute, kind="Melee Weapon", size=5)
    guard = creature(battle, "Guard", 2, 5)
    shield = weapon(battle, guard, kind="Melee Shield", size=size)
    attack = blow(brute, club, guard, Parry(unit_id=guard, weapon_id=shield))
    spent = {"benny_0": "other", "words_0": "A roar.", f"parry_{guard}": "other"}
    spent["words_parry"] = "A clang."
    assert look(battle, attack, 6, 5, **spent).owed == left


@pytest.mark.rule("8.2-11", "5.2-47", "5.1-15")
def test_a_parry_that_fails_critically_loses_its_shield(battle: Campaign) -> None:
    """5 on the die and +2 against a target of 5": it flies as far as the Action Roll says."""
    brute = creature(battle, "Brute", 1, 5)
    club = weapon(battle, brute, kind="Melee Weapon", size=2)
    guard = creature(battle, "Guard", 2, 5)
    shield = weapon(battle, guard, kind="Melee Shield", size=2, mounted=False, name="Buckler")
    attack = blow(brute, club, guard, Parry(unit_id=guard, weapon_id=shield))
    lines = done(battle, attack, 5, 1, 1, 2, 9, 9)
    assert any("Critical Failure." in words for words in lines)
    assert any('Buckler lies 7" away, straight from the attacker' in w for w in lines)
    assert row(battle, Weapon, shield).lying


@pytest.mark.rule("8.2-15")
def test_a_joint_has_a_die_of_armor_less(battle: Campaign) -> None:
    brute = creature(battle, "Brute", 1, 5)
    club = weapon(battle, brute, kind="Melee Weapon", size=2)
    mech = creature(battle, "Mech", 2, 5, armor="3d10")
    strike = Strike(weapon_id=club, by_id=brute)

    def armor_dice(*, joint: bool) -> list[int]:
        attack = Attack(aims=(Aim(unit_id=mech, joint=joint),), strikes=(strike,))
        asked = look(battle, attack, 5, 6, 6, 1, 1).dice
        return [die.sides for die in asked if die.label.startswith("Armor")]

    assert len(armor_dice(joint=False)) == 3
    assert len(armor_dice(joint=True)) == 2


@pytest.mark.rule("5.2-45")
@pytest.mark.parametrize(("preset", "needed"), [("W-01", 3), ("W-03", 2)])
def test_a_two_handed_weapon_gives_away_its_swing(
    battle: Campaign, preset: str, needed: int
) -> None:
    """An axe of an inch only: its Size alone would add nothing."""
    brute, guard = unit(battle, "Brute", 1), unit(battle, "Guard", 2)
    arm = weapon(battle, brute, preset=preset, size=1, use=2, damage="1 Action die", hands=1)
    shield = weapon(battle, guard, preset="W-13")
    attack = blow(brute, arm, guard, Parry(unit_id=guard, weapon_id=shield))
    assert [each.needed for each in look(battle, attack).parries] == [needed]


@pytest.mark.rule("5.2-49")
@pytest.mark.parametrize(("use", "levels", "owed"), [("deflection", 2, 0), ("other", 1, 1)])
def test_the_benny_of_a_parry_buys_one_level_more(
    battle: Campaign, use: str, levels: int, owed: int
) -> None:
    brute, guard = unit(battle, "Brute", 1), unit(battle, "Guard", 2)
    axe = weapon(battle, brute, preset="W-03")
    shield = weapon(battle, guard, preset="W-13")
    attack = blow(brute, axe, guard, Parry(unit_id=guard, weapon_id=shield))
    spent = {f"parry_{guard}": use, f"words_parry_{guard}": "A clang."}
    seen = look(battle, attack, 5, 6, **spent)
    assert (seen.parries[0].levels, seen.owed) == (levels, owed)


@pytest.mark.rule("5.1-45", "5.1-44")
@pytest.mark.parametrize(("kind", "crowded"), [("Minifig", True), ("Creature", False)])
def test_three_at_one_minifig_and_any_number_at_a_larger_target(
    battle: Campaign, kind: str, crowded: bool
) -> None:
    facts = {} if kind == "Minifig" else {"size": 4, "armor": "2d10"}
    target = unit(battle, "Target", 2, kind=kind, **facts)
    strikes = []
    for number in range(4):
        by = unit(battle, f"Fan {number}", 1)
        strikes.append(Strike(weapon_id=weapon(battle, by, preset="W-01"), by_id=by))
    attack = Attack(aims=(Aim(unit_id=target),), strikes=tuple(strikes))
    assert look(battle, attack).refused_by == ("5.1-44" if crowded else "")
    assert row(battle, Unit, target).actions_spent == 0


@pytest.mark.rule("8.1-05")
@pytest.mark.parametrize(("mode", "refused_by"), [(Mode.STRIKE, "8.1-05"), (Mode.SHOVE, "")])
def test_a_melee_shield_shoves_but_does_not_strike(
    battle: Campaign, mode: Mode, refused_by: str
) -> None:
    guard, foe = creature(battle, "Guard", 1, 3), creature(battle, "Foe", 2, 3)
    shield = weapon(battle, guard, kind="Melee Shield", size=2)
    strike = Strike(weapon_id=shield, by_id=guard, mode=mode)
    assert (
        look(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(strike,))).refused_by == refused_by
    )


@pytest.mark.rule("5.2-44")
@pytest.mark.parametrize(("preset", "use"), [("W-04", 3), ("W-01", 2), ("W-03", 4), ("W-16", 0)])
def test_a_gun_parries_a_grab_as_a_tool_and_all_else_with_its_use(
    battle: Campaign, preset: str, use: int
) -> None:
    brute, guard = unit(battle, "Brute", 1), unit(battle, "Guard", 2)
    held = weapon(battle, guard, preset=preset)
    attack = Attack(
        aims=(Aim(unit_id=guard),),
        strikes=(Strike(by_id=brute, mode=Mode.GRAB),),
        parries=(Parry(unit_id=guard, weapon_id=held),),
    )
    assert [each.use for each in look(battle, attack).parries] == [use]


@pytest.mark.rule("5.2-05")
def test_a_refusal_says_how_many_hands_are_left(battle: Campaign) -> None:
    brute, foe = unit(battle, "Brute", 1, actions_per_turn=3), creature(battle, "Foe", 2, 3)
    presets = ("W-01", "W-01", "W-01", "W-03")
    sword, dagger, club, axe = (weapon(battle, brute, preset=preset) for preset in presets)
    powered = frozenset({"8.1-32"})
    done(battle, blow(brute, sword, foe), 1)
    seen = look(battle, replace(blow(brute, axe, foe), overruled=powered))
    assert (seen.refused_by, "one Hand is left" in seen.refusal) == ("5.2-05", True)
    done(battle, blow(brute, dagger, foe), 1)
    seen = look(battle, replace(blow(brute, club, foe), overruled=powered))
    assert (seen.refused_by, "no Hand is left" in seen.refusal) == ("5.2-05", True)
