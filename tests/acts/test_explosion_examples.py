"""Worked examples of Explosives, attacked with through a campaign: bands, mixtures, Bonus Dice."""

from typing import Any

import pytest

from brikdesk.acts.combat.aim import Aim, Caught, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, ExplosiveState, Fate, Fire, Unit
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import row, rows


@pytest.fixture
def spear(battle: Campaign) -> Strike:
    """Return what pokes an Explosive, so that it goes off: Use 2, 1 Action die."""
    bearer = unit(battle, "Poker", 1)
    return Strike(weapon_id=weapon(battle, bearer, preset="W-01"), by_id=bearer)


def keg(battle: Campaign, explosive_size: int, makeup: Makeup) -> int:
    """Put an unstable Explosive on the table; give its key."""
    battle.do(
        AddExplosive(
            name="Keg", explosive_size=explosive_size, makeup=makeup,
            stability=Stability.UNSTABLE,
        )
    )  # fmt: skip
    return rows(battle, Explosive)[-1].id or 0


def rigs(battle: Campaign, bomb: int, *distances: float) -> tuple[Caught, ...]:
    """Put a large rig at each of these distances from the Explosive; none of them is thrown."""
    return tuple(
        Caught(
            blast=f"explosive-{bomb}", loose=False, distance=distance,
            unit_id=unit(battle, f"Rig {distance:g}", 2, kind="Vehicle", size=8, **HEAVY),
            inches=1,
        )
        for distance in distances
    )  # fmt: skip


HEAVY: dict[str, Any] = {"armor": "3d10", "weight_class": 2}

POKE = (5, 3)
"""Action die and damage of the spear."""


@pytest.mark.rule("8.4-29", "8.4-27", "8.4-25")
def test_a_firebomb(battle: Campaign, spear: Strike) -> None:
    """T8-05: 2d10 Exp + 1d4 Fire + 1, dice 6, 9, Fire 3."""
    bomb = keg(battle, 2, Makeup(added=("d4 Fire",), flat=1))
    attack = Attack(
        aims=(Aim(explosive_id=bomb),), strikes=(spear,), caught=rigs(battle, bomb, 1, 3, 5)
    )
    seen = look(battle, attack, *POKE, 6, 9, 3)
    bands = [(band.reach, band.damage, band.knockback) for band in seen.bands]
    assert bands == [('0–2"', 19, 2), ('2–4"', 10, 1)]
    assert [victim.damage for victim in seen.victims if victim.unit_id] == [19, 10, 0]
    done(battle, attack, *POKE, 6, 9, 3, 9, 9, 9, 9, 9, 9)
    lit = {fire.unit_id for fire in rows(battle, Fire)}
    assert lit == {each.unit_id for each in attack.caught[:2]}


@pytest.mark.rule("4.2-16", "8.4-27", "8.4-32")
def test_bonus_dice_of_an_explosion_leave_with_the_die_that_earned_them(
    battle: Campaign, spear: Strike
) -> None:
    """T8-11: 10, 4, 7, and 6 and 2 for the 10."""
    bomb = keg(battle, 3, Makeup())
    caught = rigs(battle, bomb, 1, 3, 5, 7)
    attack = Attack(aims=(Aim(explosive_id=bomb),), strikes=(spear,), caught=caught)
    asked = look(battle, attack, *POKE, 10, 4, 7)
    assert (asked.owed, asked.dice[-1].sides) == (1, 6)
    seen = look(battle, attack, *POKE, 10, 4, 7, 6, 2)
    bands = [(band.damage, band.knockback) for band in seen.bands]
    assert bands == [(29, 3), (11, 2), (4, 1)]
    assert [victim.damage for victim in seen.victims if victim.unit_id] == [29, 11, 4, 0]
    done(battle, attack, *POKE, 10, 4, 7, 6, 2, *(9,) * 9)
    damaged = [row(battle, Unit, each.unit_id or 0).size_damage for each in caught]
    assert damaged == [1, 0, 0, 0]  # 29 against 27


@pytest.mark.rule("8.4-35", "8.4-36", "Q8-43", "8.4-37")
def test_a_mixture_loses_its_largest_die_the_attacker_picks_among_equals(
    battle: Campaign, spear: Strike
) -> None:
    """T8-13: 2 Exp, 1 Incendiary, 1 Pierce; 6, 4, Fire 3, Pierce 6 with a Bonus Die of 2."""
    bomb = keg(battle, 4, Makeup(exchanges={"FIRE": 1, "PIERCE": 1}))
    caught = rigs(battle, bomb, 1, 3, 5, 7, 9)
    attack = Attack(aims=(Aim(explosive_id=bomb),), strikes=(spear,), caught=caught)
    asked = look(battle, attack, *POKE)
    assert [die.sides for die in asked.dice[2:]] == [4, 6, 10, 10]
    rolled = (*POKE, 3, 6, 6, 4, 2)
    tied = look(battle, attack, *rolled)
    choice = tied.open_choices[0]
    assert (choice.id, choice.player_id) == ("tie-0", 1)
    pierce = next(each.value for each in choice.options if "Pierce" in each.name)
    seen = look(battle, attack, *rolled, tie_0=pierce)
    bands = [(band.damage, band.knockback) for band in seen.bands]
    assert bands == [(21, 2), (13, 2), (7, 1), (3, 0)]


@pytest.mark.rule("T5-06", "8.4-31", "5.1-36")
def test_only_the_legs_of_a_minifig_lie_in_the_blast(battle: Campaign, spear: Strike) -> None:
    """T5-06: fully visible, but what lies inside counts: −2."""
    bomb = keg(battle, 1, Makeup())
    foe = unit(battle, "Foe", 2)
    legs = Caught(blast=f"explosive-{bomb}", unit_id=foe, distance=1.5, sections=1)
    attack = Attack(aims=(Aim(explosive_id=bomb),), strikes=(spear,), caught=(legs,))
    seen = look(battle, attack, *POKE, 5)
    assert [victim.damage for victim in seen.victims if victim.unit_id] == [3]
    done(battle, attack, *POKE, 5)
    assert row(battle, Unit, foe).fate is Fate.ALIVE
    assert rows(battle, Explosive)[0].state is ExplosiveState.SPENT
