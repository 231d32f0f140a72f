"""Attacks through a campaign: the worked examples of chapter 5, and what a shot leaves behind."""

import pytest

from brikdesk.acts.campaign.setup import SetAlliance
from brikdesk.acts.combat.aim import (
    Aim,
    AttackStage,
    Change,
    Extra,
    Mode,
    Parry,
    Stray,
    Strike,
    TargetPart,
)
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Pool
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import REFEREE
from brikdesk.store.tables import Fate, State, StateKind, Unit, Weapon
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import bad, end_turn, refused, row, rows


@pytest.fixture
def archer(battle: Campaign) -> int:
    return unit(battle, "Archer", 1)


@pytest.fixture
def bow(battle: Campaign, archer: int) -> int:
    return weapon(battle, archer, preset="W-05")


def shot(by: int, with_: int, at: int, distance: float = 8, **more: object) -> Attack:
    """One weapon at one unit."""
    aim = Aim(unit_id=at, distance=distance, **more)  # type: ignore[arg-type]
    return Attack(aims=(aim,), strikes=(Strike(weapon_id=with_, by_id=by),))


@pytest.mark.rule("5.1-01", "5.1-09", "5.1-10", "5.1-11", "5.3-02")
def test_a_shot_that_hits_and_beats_the_armor_kills(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    attack = shot(archer, bow, foe)
    seen = look(battle, attack)
    assert (seen.stage, [die.sides for die in seen.dice]) == (AttackStage.AIM, [6])
    assert [die.sides for die in look(battle, attack, 3).dice] == [6, 6]
    lines = done(battle, attack, 3, 4)
    assert lines[0] == (
        'Archer fires Long-Ranged Weapon at Foe. Use 3, 8" away. Needed 3 or more on a d6: 66.7 %.'
        " [3] against Use 3. Hit. 5.1-09"
    )
    assert any("5 damage against Armor 4: it gets through." in line for line in lines)
    assert row(battle, Unit, foe).fate is Fate.DEAD
    battle.undo()
    assert row(battle, Unit, foe).fate is Fate.ALIVE


@pytest.mark.rule("5.1-09", "5.1-12", "5.3-06")
def test_a_miss_and_a_hit_too_weak_change_nothing_but_the_action(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    done(battle, shot(archer, bow, foe), 2)
    assert row(battle, Unit, foe).fate is Fate.ALIVE
    assert "Action" in look(battle, shot(archer, bow, foe)).refusal
    end_turn(battle, 3)
    done(battle, shot(archer, bow, foe), 3, 2)
    assert row(battle, Unit, foe).fate is Fate.ALIVE
    assert not rows(battle, State)


@pytest.mark.rule("5.1-13", "5.1-14", "5.1-16", "5.1-17")
def test_damage_equal_to_the_armor_lets_the_victims_player_pick(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    attack = shot(archer, bow, foe)
    seen = look(battle, attack, 3, 3)
    choice = seen.open_choices[0]
    assert (choice.id, choice.player_id) == (f"bad-{foe}", 2)
    done(battle, attack, 3, 3, **{f"bad_{foe}": "mortal"})
    assert [state.kind for state in rows(battle, State)] == [StateKind.MORTALLY_WOUNDED]
    end_turn(battle)
    assert row(battle, Unit, foe).fate is Fate.ALIVE  # its step waits at the end of the turn


@pytest.mark.rule("T5-01", "5.1-09", "5.1-14", "5.1-21", "4.2-12", "4.2-20")
def test_the_big_rock(battle: Campaign, archer: int, foe: int) -> None:
    """T5-01: Use 4, Action die less 2; the Benny is spent after the damage is seen."""
    strike = Strike(by_id=archer, name="Rock", use=4, damage="1 Action die−2")
    attack = Attack(aims=(Aim(unit_id=foe),), strikes=(strike,))
    seen = look(battle, attack, 6, 3)
    assert [choice.id for choice in seen.open_choices] == ["benny-0"]
    kept = look(battle, attack, 6, 3, benny_0="other", words_0="It bounces.")
    assert kept.victims[0].damage == 1
    more = look(battle, attack, 6, 3, benny_0="damage")
    assert more.damage == f"{kept.damage} + 1 Benny die", "all that is thrown is told"
    lines = done(
        battle, attack, 6, 3, 3,
        benny_0="damage", **{f"bad_{foe}": "twist", f"twist_{foe}": "His hat is stuck."},
    )  # fmt: skip
    assert any("4 damage against Armor 4: Something Bad happens." in line for line in lines)
    assert any("His hat is stuck." in line for line in lines)
    assert row(battle, Unit, foe).fate is Fate.ALIVE
    assert row(battle, Unit, archer).actions_spent == 1


@pytest.mark.rule("T5-02", "T5-02b", "5.1-31", "5.1-52", "5.1-53", "4.2-15", "4.2-18", "5.1-25")
def test_the_hangmans_gallows(battle: Campaign) -> None:
    """T5-02: tiny aim, 15" with a Range of 10"; a Benny on the Range makes it hit."""
    hood = unit(battle, "Thieven Hood", 1, action_die=10)
    bow = weapon(battle, hood, preset="W-05")
    gallows = unit(battle, "Gallows", 2, kind="Structure", size=2, armor="4")
    aim = Aim(unit_id=gallows, distance=15, part=TargetPart.TINY, part_name="rope", component=True)
    attack = Attack(aims=(aim,), strikes=(Strike(weapon_id=bow, by_id=hood),))
    seen = look(battle, attack)
    assert [(each.reason, each.value) for each in seen.modifiers] == [
        ("Aimed part", -2),
        ("Out of Range", -5),
    ]
    assert seen.shots[0].needed == 10
    missed = look(battle, attack, 8)
    assert (missed.shots[0].total, missed.shots[0].hit) == (1, False)
    ranged = look(battle, attack, 8, 2, 2, benny_0="range")
    assert (ranged.shots[0].total, ranged.shots[0].hit) == (3, True)
    assert ranged.victims[0].damage == 0
    rolled = look(battle, attack, 8, 2, 2, benny_0="action")
    assert (rolled.shots[0].total, rolled.victims[0].damage) == (3, 0)  # 2 + 1 − 5
    assert rolled.shots[0].counted == "−7 +2 Benny = 3 against Use 3", "its die has a name"
    done(battle, attack, 8, 2, 2, benny_0="range")
    assert row(battle, Unit, gallows).fate is Fate.ALIVE


@pytest.mark.rule("T5-04", "5.3-01", "5.3-08", "5.3-09", "5.3-11", "5.3-12", "8.4-59", "8.4-60")
def test_viking_ninja_and_pirate(battle: Campaign) -> None:
    """T5-04: an axe is thrown and misses by 1; the ninja's player lets it strike the pirate."""
    battle.do(SetAlliance(player_id=1, ally_id=3))
    viking = unit(battle, "Viking", 1)
    axe = weapon(battle, viking, preset="W-01", name="Axe")
    ninja = unit(battle, "Ninja", 2)
    pirate = unit(battle, "Pirate", 3)
    attack = Attack(
        aims=(Aim(unit_id=ninja, distance=2.5),),
        strikes=(Strike(weapon_id=axe, by_id=viking, mode=Mode.THROW),),
        track_misses=True,
        strays=(Stray(shot="shot-0", unit_id=pirate, distance=3.2),),
    )
    seen = look(battle, attack, 1)
    choice = seen.open_choices[0]
    assert (choice.id, choice.player_id) == ("spot-0", 2)
    assert 'within 1"' in choice.prompt
    lines = done(battle, attack, 1, 4, spot_0="the pirate")
    assert any("3 damage against Armor 4: nothing." in line for line in lines)
    assert {each.fate for each in rows(battle, Unit)} == {Fate.ALIVE}
    assert row(battle, Weapon, axe).lying


@pytest.mark.rule("5.3-12")
def test_a_missed_shot_strikes_nobody_who_has_no_part_in_it(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    bystander = unit(battle, "Bystander", 3)
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=8),),
        strikes=(Strike(weapon_id=bow, by_id=archer),),
        track_misses=True,
        strays=(Stray(shot="shot-0", unit_id=bystander, distance=8),),
    )
    seen = look(battle, attack, 2, 4, spot_0="Bystander")
    assert seen.refused_by == "A-13"


@pytest.mark.rule("T5-10", "T5-11", "5.1-49", "5.1-50", "5.1-53", "5.1-54")
@pytest.mark.parametrize(
    ("distance", "above", "over"),
    [(10.0, 0, 0), (10.1, 0, 1), (11.0, 0, 1), (11.1, 0, 2), (13.0, 3.9, 0), (15.5, 7, 1)],
)
def test_range_and_height(
    battle: Campaign, archer: int, bow: int, foe: int, distance: float, above: float, over: int
) -> None:
    """T5-10, T5-11."""
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=distance, above=above),),
        strikes=(Strike(weapon_id=bow, by_id=archer),),
    )
    terms = {each.key: each.value for each in look(battle, attack).modifiers}
    assert terms.get("range", 0) == -over


@pytest.mark.rule("T5-12", "5.1-26", "4.2-13")
def test_a_natural_1_fails_whatever_helps(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    """T5-12."""
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=8),),
        strikes=(Strike(weapon_id=bow, by_id=archer),),
        extras=(Extra(reason="a very good day", value=4),),
    )
    seen = look(battle, attack, 1)
    assert (seen.shots[0].hit, seen.shots[0].critical_failure) == (False, True)


@pytest.mark.rule("T5-13", "T5-14", "T5-15", "5.1-10")
@pytest.mark.parametrize(
    ("rolled", "choices", "damage"),
    [((4, 1), {}, 0), ((4, 6, 6, 2), {}, 17), ((6, 1, 3), {"benny_0": "damage"}, 7)],
)
def test_damage_rolls_that_fail_chain_or_are_rescued(
    battle: Campaign, archer: int, foe: int, rolled: tuple[int, ...], choices: dict[str, str],
    damage: int,
) -> None:  # fmt: skip
    """T5-13, T5-14, T5-15, with 3 points on top."""
    gun = weapon(battle, archer, preset="W-05", damage="1d6+3")
    seen = look(battle, shot(archer, gun, foe), *rolled, **choices)
    assert seen.victims[0].damage == damage


@pytest.mark.rule("T5-19", "5.1-37", "5.1-40", "Q8-83")
def test_combined_shots_meet_the_armor_once_as_one_sum(
    battle: Campaign, archer: int, foe: int
) -> None:
    """T5-19: 3 and 2 against Armor 4."""
    second = unit(battle, "Second", 1)
    guns = [weapon(battle, each, preset="W-04") for each in (archer, second)]
    strikes = tuple(
        Strike(weapon_id=gun, by_id=by) for gun, by in zip(guns, (archer, second), strict=True)
    )
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=strikes)
    lines = done(battle, attack, 3, 4, 3, 2)
    assert any("5 damage against Armor 4: it gets through." in line for line in lines)
    assert row(battle, Unit, foe).fate is Fate.DEAD
    assert all(row(battle, Unit, each).actions_spent == 1 for each in (archer, second))


@pytest.mark.rule("5.1-34", "5.1-33", "5.1-32")
@pytest.mark.parametrize(("sections", "value"), [(3, 0), (2, -1), (1, -2)])
def test_cover_by_sections(
    battle: Campaign, archer: int, bow: int, foe: int, sections: int, value: int
) -> None:
    seen = look(battle, shot(archer, bow, foe, sections=sections))
    assert sum(each.value for each in seen.modifiers) == value


@pytest.mark.rule("T5-05", "5.1-28", "5.1-29", "5.1-30")
@pytest.mark.parametrize(("inches", "value"), [(None, 12), (4, 2), (3, 1)])
def test_large_targets(
    battle: Campaign, archer: int, bow: int, inches: float | None, value: int
) -> None:
    """T5-05: a 24" ship, 4" of it in sight."""
    ship = unit(battle, "Ship", 2, kind="Vehicle", size=24, armor="3d10")
    seen = look(battle, shot(archer, bow, ship, inches=inches))
    assert [each.value for each in seen.modifiers] == [value]


@pytest.mark.rule("5.1-56", "4.1-28")
def test_firing_blind_and_a_target_on_the_ground(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    battle.do(SetState(unit_id=foe, kind=StateKind.DISRUPTED))
    seen = look(battle, shot(archer, bow, foe, blind=True))
    assert {each.reason: each.value for each in seen.modifiers} == {
        "Firing blind": -5,
        "Disrupted": 1,
    }


@pytest.mark.rule("4.1-29")
def test_a_blow_at_somebody_on_the_ground_needs_no_roll(
    battle: Campaign, archer: int, foe: int
) -> None:
    sword = weapon(battle, archer, preset="W-01")
    battle.do(SetState(unit_id=foe, kind=StateKind.DISRUPTED))
    attack = Attack(aims=(Aim(unit_id=foe),), strikes=(Strike(weapon_id=sword, by_id=archer),))
    assert look(battle, attack).shots[0].automatic
    done(battle, attack, 5)
    assert row(battle, Unit, foe).fate is Fate.DEAD


@pytest.mark.rule("5.3-03")
def test_all_ranged_attacks_of_a_turn_go_at_one_target(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    pistol = weapon(battle, archer, preset="W-04")
    other = unit(battle, "Other", 2)
    done(battle, shot(archer, bow, foe), 2)
    second = Attack(
        aims=(Aim(unit_id=other, distance=5),),
        strikes=(Strike(weapon_id=pistol, by_id=archer, same_action=True, power=0),),
    )
    refused(battle, second, "5.3-03")
    end_turn(battle, 3)
    done(battle, shot(archer, pistol, other, 5), 2)


@pytest.mark.rule("5.3-04", "5.3-05")
def test_who_is_engaged_does_not_shoot(battle: Campaign, archer: int, bow: int, foe: int) -> None:
    battle.do(SetState(unit_id=archer, kind=StateKind.ENGAGED))
    refused(battle, shot(archer, bow, foe), "5.3-04")
    sword = weapon(battle, archer, preset="W-01")
    blow = Attack(aims=(Aim(unit_id=foe),), strikes=(Strike(weapon_id=sword, by_id=archer),))
    assert not look(battle, blow).refusal


@pytest.mark.rule("8.5-01")
def test_one_action_has_one_target(battle: Campaign, archer: int, bow: int, foe: int) -> None:
    other = unit(battle, "Other", 2)
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=5), Aim(unit_id=other, distance=5)),
        strikes=(Strike(weapon_id=bow, by_id=archer),),
    )
    assert look(battle, attack).refused_by == "8.5-01"


@pytest.mark.rule("5.1-15")
def test_a_disarmed_victims_weapon_flies_as_far_as_the_action_roll(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    sword = weapon(battle, foe, preset="W-01", name="Sword")
    pistol = weapon(battle, foe, preset="W-04")
    attack = shot(archer, bow, foe)
    seen = look(battle, attack, 5, 3, **{f"bad_{foe}": "disarmed"})
    assert [choice.id for choice in seen.open_choices] == [f"item-{foe}"]
    done(battle, attack, 5, 3, **{f"bad_{foe}": "disarmed", f"item_{foe}": str(pistol)})
    assert '5" away' in row(battle, Weapon, pistol).lying
    assert not row(battle, Weapon, sword).lying


@pytest.mark.rule("5.2-48", "5.2-51", "5.2-41")
def test_a_shield_takes_a_die_off_the_damage(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    shield = weapon(battle, foe, preset="W-13")
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=8),),
        strikes=(Strike(weapon_id=bow, by_id=archer),),
        parries=(Parry(unit_id=foe, weapon_id=shield),),
    )
    seen = look(battle, attack, 4, 3)
    assert seen.complete
    assert seen.victims[0].damage == 1  # no die left, 1 point on top
    failed = look(battle, attack, 4, 2, 5)
    assert failed.victims[0].damage == 6
    lines = done(battle, attack, 4, 3)
    assert any("Foe parries." in line and "1 level of Deflection" in line for line in lines)


def test_the_referee_unticks_changes_and_adds_modifiers(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=12, blind=True),),
        strikes=(Strike(weapon_id=bow, by_id=archer),),
        changes=(Change(key="blind", on=False), Change(key="range", value=-1)),
        extras=(Extra(reason="a good omen", value=2),),
    )
    seen = look(battle, attack, 3)
    assert seen.shots[0].total == 4
    by_rule = {term.reason: term.rule for term in seen.shots[0].sums[0].terms}
    assert by_rule["a good omen"] == REFEREE
    assert seen.shots[0].sums[0].adds_up


def test_the_odds_are_asked_of_what_will_be_rolled(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    asked = look(battle, shot(archer, bow, foe, 12)).asked
    assert asked is not None
    assert asked.shots[0].action == Pool((6,), -2)
    assert asked.targets[0].hits[0].damage == Pool((6,), -1)
    assert asked.targets[0].armor == Pool((), 4)


@pytest.mark.parametrize(
    "attack",
    [
        Attack(),
        Attack(aims=(Aim(place="the hill", distance=3),)),
        Attack(aims=(Aim(unit_id=1, distance=-1),), strikes=(Strike(by_id=1, use=3),)),
        Attack(aims=(Aim(unit_id=1, place="hill"),), strikes=(Strike(by_id=1, use=3),)),
        Attack(aims=(Aim(unit_id=99),), strikes=(Strike(by_id=1, use=3),)),
        Attack(aims=(Aim(unit_id=2, distance=3),), strikes=(Strike(weapon_id=77),)),
        Attack(aims=(Aim(unit_id=2),), strikes=(Strike(weapon_id=1, by_id=1),)),
        Attack(aims=(Aim(unit_id=2, distance=3, sections=4),), strikes=(Strike(by_id=1, use=3),)),
        Attack(
            aims=(Aim(unit_id=2, distance=3),), strikes=(Strike(by_id=1, use=3, damage="lots"),)
        ),
    ],
)
def test_an_attack_that_makes_no_sense_is_turned_back_and_changes_nothing(
    battle: Campaign, archer: int, bow: int, foe: int, attack: Attack
) -> None:
    digest = battle.digest()
    assert bad(battle, attack)
    assert battle.digest() == digest


@pytest.mark.rule("4.3-01", "5.1-09")
def test_a_shot_in_the_turn_of_another_says_that_it_is_a_response(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    end_turn(battle)
    lines = done(battle, shot(archer, bow, foe), 2)
    assert any("In response. Use" in line for line in lines)
    end_turn(battle, 2)
    lines = done(battle, shot(archer, bow, foe), 2)
    assert not any("In response" in line for line in lines), "it is its own turn"
