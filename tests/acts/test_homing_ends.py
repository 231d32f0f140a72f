"""Homing in ends for all players when the weapon aims elsewhere, whoever fires it and however."""

from dataclasses import replace
from typing import Any

import pytest

from brikdesk.acts.campaign.setup import SetAlliance
from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.weapons.gunnery import ClearHoming, HomeIn
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Homing
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import end_turn, rows


@pytest.fixture
def homed(battle: Campaign) -> dict[str, int]:
    """Put up a tower whose MachineGun Ann has homed in on the gate, +2, and Ben likewise, +1."""
    tower = unit(battle, "Tower", 1, kind="Vehicle", size=4, armor="2d10")
    ids = {"gun": weapon(battle, tower, kind="MachineGun", size=4)}
    ids["ann"] = unit(battle, "Ann's Gunner", 1)
    ids["ben"] = unit(battle, "Ben's Gunner", 2)
    ids["gate"] = unit(battle, "Gate", 3, kind="Structure", size=4, armor="90")
    ids["wall"] = unit(battle, "Wall", 3, kind="Structure", size=4, armor="90")
    for player, bonus in ((1, 2), (2, 1)):
        battle.do(
            HomeIn(weapon_id=ids["gun"], target="Gate", target_id=ids["gate"], supporters=bonus,
                   player_id=player)
        )  # fmt: skip
    return ids


def shooting(ids: dict[str, int], by: str, *at: str, **facts: Any) -> Attack:
    strike = Strike(weapon_id=ids["gun"], by_id=ids[by], **facts)
    return Attack(aims=tuple(Aim(unit_id=ids[each], distance=5) for each in at), strikes=(strike,))


def bonuses(campaign: Campaign) -> list[tuple[int, int]]:
    return [(each.player_id, each.bonus) for each in rows(campaign, Homing)]


@pytest.mark.rule("8.5-17", "Q8-76")
def test_a_shot_elsewhere_without_support_ends_the_homing_of_all_players(
    battle: Campaign, homed: dict[str, int]
) -> None:
    attack = shooting(homed, "ann", "wall")
    assert look(battle, attack).ends == (
        "ends homing +2 on Gate (Ann)",
        "ends homing +1 on Gate (Ben)",
    )
    lines = done(battle, attack, 5, 3, 3, 3, 3)
    assert sum("The weapon aims at another point. 8.5-17" in each for each in lines) == 2
    assert bonuses(battle) == []


@pytest.mark.rule("8.5-17")
def test_an_ally_who_aims_elsewhere_ends_it_for_those_who_homed_in(
    battle: Campaign, homed: dict[str, int]
) -> None:
    battle.do(SetAlliance(player_id=1, ally_id=2))
    battle.do(ClearHoming(homing_id=2))
    end_turn(battle)
    end_turn(battle, 2)
    attack = shooting(homed, "ben", "wall")
    assert look(battle, attack).ends == ("ends homing +2 on Gate (Ann)",)
    done(battle, replace(attack, overruled=frozenset({"4.3-01"})), 5, 3, 3, 3, 3)
    assert bonuses(battle) == []


@pytest.mark.rule("8.5-17")
def test_an_arc_aims_at_no_point_even_over_what_was_homed_in_on(
    battle: Campaign, homed: dict[str, int]
) -> None:
    attack = shooting(homed, "ann", "gate", mode=Mode.ARC, count=1)
    assert len(look(battle, attack).ends) == 2
    done(battle, attack, 6, 3, 3, 3, 3, benny_0="other", words_0="A hat flies.")
    assert bonuses(battle) == []


@pytest.mark.rule("8.5-15", "Q8-76")
def test_a_shot_at_the_same_point_ends_nothing(battle: Campaign, homed: dict[str, int]) -> None:
    attack = shooting(homed, "ann", "gate")
    assert look(battle, attack).ends == ()
    done(battle, attack, 3, 3, 3, 3, 3)
    assert bonuses(battle) == [(1, 2), (2, 1)]
