"""Whom a Missed Shot strikes: said beforehand it waits until the shot has missed."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Aim, Stray, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import look, unit, weapon


@pytest.fixture
def attack(battle: Campaign) -> Attack:
    """Return a shot at a foe whose miss would strike another unit of that foe's player."""
    archer = unit(battle, "Archer", 1)
    bow = weapon(battle, archer, preset="W-04")
    foe, friend = unit(battle, "Foe", 2), unit(battle, "Friend of the foe", 2)
    return Attack(
        aims=(Aim(unit_id=foe, distance=5),),
        strikes=(Strike(weapon_id=bow, by_id=archer),),
        track_misses=True,
        strays=(Stray(shot="shot-0", unit_id=friend, distance=5),),
    )


@pytest.mark.rule("5.3-09", "A5-34")
def test_of_several_enemies_the_attacker_names_the_one_who_lands_a_miss(
    battle: Campaign, attack: Attack
) -> None:
    nobodys = replace(attack, aims=(Aim(place="the gate", distance=5),), strays=())
    unnamed = look(battle, nobodys, 2)
    assert [choice.id for choice in unnamed.open_choices] == ["chooser-0"]
    named = look(battle, nobodys, 2, chooser_0="3")
    assert [(each.id, each.player_id) for each in named.open_choices] == [("spot-0", 3)]


@pytest.mark.rule("5.3-09", "5.3-12")
def test_whom_a_miss_strikes_is_judged_when_it_has_missed(battle: Campaign, attack: Attack) -> None:
    assert not look(battle, attack).refusal, "the shot may still hit"
    missed = look(battle, attack, 2, spot_0="his friend")
    assert not missed.refusal, "the foe's player may choose his own"
    assert missed.owed
    hit = look(battle, attack, 5, 3)
    assert not hit.refusal
    assert [victim.name for victim in hit.victims] == ["Foe"], "a hit strikes nobody else"
