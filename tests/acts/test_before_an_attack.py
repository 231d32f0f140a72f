"""What an attack asks the table to see to, whom it may be made with, and what its steps add up."""

from dataclasses import replace

import pytest

from brikdesk.acts.campaign.setup import SetAlliance
from brikdesk.acts.combat.aim import Aim, Change, Extra, Mode, Strike, TargetPart
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind, Unit, Weapon
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import creation
from tests.acts.table import bad, end_turn, refused, row


@pytest.fixture
def ann(battle: Campaign) -> int:
    return unit(battle, "Ann", 1)


def attack(by: int, with_: int, at: int, distance: float = 5, **more: object) -> Attack:
    aim = Aim(unit_id=at, distance=distance, **more)  # type: ignore[arg-type]
    return Attack(aims=(aim,), strikes=(Strike(weapon_id=with_, by_id=by),))


def seen_to(battle: Campaign, made: Attack) -> dict[str, str]:
    return {each.rule: each.words for each in look(battle, made).reminders}


@pytest.mark.rule("5.1-03", "5.1-04", "5.1-05", "4.1-32")
def test_a_strike_needs_touch_and_room_to_swing(battle: Campaign, ann: int, foe: int) -> None:
    told = seen_to(battle, attack(ann, weapon(battle, ann, preset="W-01"), foe))
    assert {"5.1-03", "5.1-04", "5.1-05"} <= set(told)
    assert not {"5.1-06", "5.1-07", "8.2-12"} & set(told)
    assert told["5.1-04"] == "What strikes touches the target."
    assert told["4.1-32"].startswith('It may move 1" for free first, also while it recovers')
    battle.do(SetState(unit_id=ann, kind=StateKind.DISRUPTED))
    sword = attack(ann, 1, foe)
    assert seen_to(battle, sword)["4.1-32"].startswith('It may move 0" for free')


@pytest.mark.rule("5.1-03", "5.1-06", "5.1-07", "8.2-12", "8.2-13")
def test_a_shot_needs_sight_from_the_end_of_the_barrel(
    battle: Campaign, ann: int, foe: int
) -> None:
    told = seen_to(battle, attack(ann, weapon(battle, ann, preset="W-05"), foe))
    assert {"5.1-03", "5.1-06", "5.1-07", "8.2-12"} <= set(told)
    assert not {"5.1-04", "5.1-05", "5.1-57"} & set(told)
    assert "measured from the end of the barrel" in told["5.1-07"]
    assert "pointed at the target, from the end of the barrel" in told["8.2-12"]
    throw = Strike(weapon_id=weapon(battle, ann, preset="W-01"), by_id=ann, mode=Mode.THROW)
    thrown = seen_to(battle, Attack(aims=(Aim(unit_id=foe, distance=2),), strikes=(throw,)))
    assert "measured from the throwing hand" in thrown["5.1-07"]
    assert "8.2-12" not in thrown


@pytest.mark.rule("5.1-57", "5.1-56")
def test_a_blind_shot_asks_for_the_place_in_place_of_sight(
    battle: Campaign, ann: int, foe: int
) -> None:
    bow = weapon(battle, ann, preset="W-05")
    told = seen_to(battle, attack(ann, bow, foe, blind=True))
    assert 'to within 1"' in told["5.1-57"]
    assert "5.1-06" not in told


@pytest.mark.rule("5.1-02", "5.1-25")
def test_modifiers_change_each_step_and_no_penalty_shortens_range(
    battle: Campaign, ann: int, foe: int
) -> None:
    shot = attack(ann, weapon(battle, ann, preset="W-05"), foe, 12, above=2)
    extras = (Extra(reason="rain", value=-1), Extra(reason="magic", value=2, damage=True))
    seen = look(battle, replace(shot, extras=extras), 5, 3)
    assert seen.shots[0].total == 4, "only the Action Roll loses 1 for the rain"
    assert seen.shots[0].needed == 4, "two inches of height reach 12 inches"
    assert seen.victims[0].damage == 6, "only the damage gains 2"
    shorter = replace(shot, changes=(Change(key="height", value=-2),))
    assert "No penalty shortens Range" in bad(battle, replace(shorter, faces=()))


@pytest.mark.rule("5.1-55", "5.1-53")
def test_out_of_range_an_explosive_keeps_its_damage(battle: Campaign, ann: int, foe: int) -> None:
    bow = weapon(battle, ann, preset="W-05")
    hit = look(battle, attack(ann, bow, foe, 12), 5, 3)
    assert hit.victims[0].damage == 2, "1d6+1 less 2 inches"
    grenade = weapon(battle, ann, preset="W-11")
    throw = Strike(weapon_id=grenade, by_id=ann, mode=Mode.THROW)
    seen = look(battle, Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(throw,)), 5, 7)
    assert seen.shots[0].total == 3
    assert seen.victims[0].damage == 7


@pytest.mark.rule("A5-42")
def test_size_counts_for_a_strike_too(battle: Campaign, ann: int) -> None:
    sword = weapon(battle, ann, preset="W-01")
    mech = creation(battle, size=4, player_id=2)
    (row_,) = (each for each in look(battle, attack(ann, sword, mech)).modifiers)
    assert (row_.reason, row_.value) == ("Large target", 2)


def both(one: int, sword: int, other: int, axe: int, at: int) -> Attack:
    strikes = (Strike(weapon_id=sword, by_id=one), Strike(weapon_id=axe, by_id=other))
    return Attack(aims=(Aim(unit_id=at),), strikes=strikes)


@pytest.mark.rule("5.1-37", "5.1-38", "5.1-39")
def test_only_allies_join_an_attack_with_an_action_that_they_put_off(
    battle: Campaign, ann: int
) -> None:
    cleo, foe = unit(battle, "Cleo's", 3), unit(battle, "Foe", 2)
    sword, axe = (weapon(battle, each, preset="W-01") for each in (ann, cleo))
    joint = both(ann, sword, cleo, axe, foe)
    assert "the attack of an ally" in refused(battle, replace(joint, faces=()), "5.1-38")
    ledby = both(cleo, axe, ann, sword, foe)
    assert "only friends and allies" in refused(battle, ledby, "5.1-37")
    battle.do(SetAlliance(player_id=1, ally_id=3))
    done(battle, joint, 1, 1)
    assert row(battle, Unit, cleo).actions_spent == 1
    end_turn(battle, 2)
    assert look(battle, attack(cleo, axe, foe)).refused_by == "", "it has its Action back"


@pytest.mark.rule("5.1-01", "4.1-32")
@pytest.mark.parametrize(("away", "measured"), [(2, ""), (2.1, "2.1"), (20.25, "20.3")])
def test_who_is_out_of_reach_by_the_map_is_told_so(
    battle: Campaign, away: float, measured: str
) -> None:
    ann, foe = unit(battle, "Ann's", 1, x=4, y=4), unit(battle, "Foe", 2, x=5 + away, y=4)
    blow = attack(ann, weapon(battle, ann, preset="W-01"), foe)
    if measured:
        why = refused(battle, replace(blow, faces=(Face(1),)), "5.1-01")
        assert why == f'Ann\'s: by the map Foe is {measured}" away, and it reaches 2".'
        blow = replace(blow, overruled=frozenset({"5.1-01"}))
    pistol = weapon(battle, ann, preset="W-04")
    assert look(battle, attack(ann, pistol, foe)).refused_by == "", "a shot asks for its Range"
    done(battle, blow, 1)


@pytest.mark.rule("5.1-46", "5.1-47")
def test_several_chargers_are_told_of_direction_and_room(battle: Campaign, ann: int) -> None:
    second, foe = unit(battle, "Second", 1), unit(battle, "Foe", 2)
    sword, axe = (weapon(battle, each, preset="W-01") for each in (ann, second))
    told = seen_to(battle, both(ann, sword, second, axe, foe))
    assert "from the same direction" in told["5.1-46"]
    assert told["5.1-47"] == "2 Chargers need a target that all of them can hit at once."
    assert not {"5.1-46", "5.1-47"} & set(seen_to(battle, attack(ann, sword, foe)))


def options(battle: Campaign, made: Attack, *faces: int, of: str = "benny-0") -> dict[str, str]:
    (choice,) = (each for each in look(battle, made, *faces).choices if each.id == of)
    return {option.value: option.consequence for option in choice.options}


@pytest.mark.rule("4.2-18", "4.2-19", "4.2-20", "4.2-23", "A4-29")
def test_a_benny_buys_what_has_an_effect(battle: Campaign, ann: int, foe: int) -> None:
    bow, sword = (weapon(battle, ann, preset=each) for each in ("W-05", "W-01"))
    far = attack(ann, bow, foe, 15)
    assert list(options(battle, far, 6)) == ["action", "range", "other"], "5 inches too far"
    assert list(options(battle, attack(ann, bow, foe), 6)) == ["damage", "other"]
    slash = replace(attack(ann, sword, foe), extras=(Extra(reason="mud", value=-5),))
    assert list(options(battle, slash, 6)) == ["action", "other"], "a Strike has no Range"


@pytest.mark.rule("4.2-25")
def test_a_benny_may_pick_a_part_that_the_roll_would_have_hit(
    battle: Campaign, ann: int, foe: int
) -> None:
    bow = weapon(battle, ann, preset="W-05")
    assert "a tiny part too" in options(battle, attack(ann, bow, foe), 6)["other"]
    one_off = replace(attack(ann, bow, foe), extras=(Extra(reason="wind", value=-2),))
    assert "a small part too" in options(battle, one_off, 6)["other"]
    two_off = replace(attack(ann, bow, foe), extras=(Extra(reason="wind", value=-3),))
    assert "part too" not in options(battle, two_off, 6)["other"]
    aimed = attack(ann, bow, foe, part=TargetPart.TINY)
    assert "part too" not in options(battle, aimed, 6)["other"], "it aims at that already"


@pytest.mark.rule("A5-22", "4.2-20")
def test_the_attacker_chooses_which_type_of_die_a_benny_adds(
    battle: Campaign, ann: int, foe: int
) -> None:
    torch = Strike(by_id=ann, name="Torch", use=2, damage="1d8+1d4 Fire")
    made = Attack(aims=(Aim(unit_id=foe),), strikes=(torch,))
    seen = look(battle, made, 6, benny_0="damage")
    (asked,) = (each for each in seen.choices if each.id == "type-0")
    assert [option.name for option in asked.options] == ["d8", "d4 Fire"]
    fire = look(battle, made, 6, 5, 2, benny_0="damage", type_0="1")
    assert [die.sides for die in fire.dice] == [6, 8, 4, 4]
    plain = look(battle, made, 6, 5, 2, benny_0="damage", type_0="0")
    assert [die.sides for die in plain.dice] == [6, 8, 4, 8]


@pytest.mark.rule("5.1-22")
def test_a_minifig_may_lose_its_armor_if_the_others_agree(battle: Campaign, ann: int) -> None:
    knight = unit(battle, "Knight", 2, armor="5", worn_armor="heavy", deflection=1)
    sword = weapon(battle, knight, preset="W-01")
    bow = weapon(battle, ann, damage="1d6+1", use=3, range=10, name="Bow", kind="Gun", size=1)
    made = attack(ann, bow, knight)
    named = {f"bad-{knight}": "disarmed"}
    extra = replace(made, strikes=(replace(made.strikes[0], damage="2d6"),))
    (asked,) = (
        each for each in look(battle, extra, 4, 5, **named).choices if each.id == f"item-{knight}"
    )
    assert [option.value for option in asked.options] == [str(sword), "armor"]
    assert "The others agree." in asked.options[1].consequence
    assert asked.options[0].consequence == ""
    done(battle, extra, 4, 5, **named, **{f"item-{knight}": "armor"})
    left = row(battle, Unit, knight)
    assert (left.worn_armor, left.deflection) == ("", 0)


@pytest.mark.rule("5.1-23")
def test_a_creation_may_lose_what_it_is_fitted_with(battle: Campaign, ann: int) -> None:
    mech = unit(battle, "Mech", 2, kind="Creature", size=2, armor="4")
    claw = weapon(battle, mech, kind="Melee Weapon", size=1, mounted=True)
    bow = weapon(battle, ann, preset="W-05")
    done(battle, attack(ann, bow, mech), 4, 3, **{f"bad-{mech}": "disarmed"})
    assert row(battle, Weapon, claw).lying.startswith('5" away')


@pytest.mark.rule("5.1-21", "5.1-22", "5.1-23")
def test_the_others_agree_to_a_twist_but_not_to_what_a_creation_drops(
    battle: Campaign, ann: int
) -> None:
    mech = unit(
        battle, "Mech", 2, kind="Creature", size=2, armor="4", worn_armor="heavy", deflection=0
    )
    claws = [weapon(battle, mech, kind="Melee Weapon", size=1, mounted=True) for _ in range(2)]
    bow = weapon(battle, ann, preset="W-05")
    shot = attack(ann, bow, mech)
    twisted = look(battle, shot, 4, 3, **{f"bad-{mech}": "twist"}).choices[-1]
    assert "The others agree." in twisted.prompt
    asked = look(battle, shot, 4, 3, **{f"bad-{mech}": "disarmed"}).choices[-1]
    assert [option.value for option in asked.options] == [str(claw) for claw in claws]
    assert "agree" not in "".join([asked.prompt, *(each.consequence for each in asked.options)])


@pytest.mark.rule("F.1-27")
def test_who_burns_is_told_why_a_die_is_taken_off(battle: Campaign, ann: int, foe: int) -> None:
    gun = weapon(battle, ann, preset="W-04")
    assert "F.1-27" not in seen_to(battle, attack(ann, gun, foe))
    battle.do(Ignite(unit_id=ann, inches=1))
    told = seen_to(battle, attack(ann, gun, foe))
    assert told["F.1-27"] == "Ann is on fire: −1d4 to the Action Roll."
