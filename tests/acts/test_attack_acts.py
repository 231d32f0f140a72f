"""Attacks through a campaign: worked examples of chapters 5 and 8, and what they leave behind."""

import pytest
from tests.acts.table import end_turn, refused, row, rows, told

from brikdesk.acts.attack.aim import Aim, Caught, Change, Extra, Mode, Part, Strike
from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.attack.preview import AttackPreview, Stage
from brikdesk.acts.units import AddUnit
from brikdesk.acts.weapon_facts import WeaponFacts
from brikdesk.acts.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Projectile, Unit, Weapon


def faces(*values: int) -> tuple[Face, ...]:
    return tuple(Face(value) for value in values)


def unit(campaign: Campaign, name: str, player_id: int | None, **facts: object) -> int:
    campaign.do(AddUnit(name=name, player_id=player_id, **facts))  # type: ignore[arg-type]
    return rows(campaign, Unit)[-1].id or 0


def weapon(campaign: Campaign, unit_id: int, **facts: object) -> int:
    campaign.do(AddWeapon(unit_id=unit_id, **facts))  # type: ignore[arg-type]
    return rows(campaign, Weapon)[-1].id or 0


def look(campaign: Campaign, attack: Attack) -> AttackPreview:
    return campaign.reading(attack.examine)


def test_a_shot_that_hits_and_kills(battle: Campaign) -> None:
    """5.1-01, 5.1-09, 5.1-10, 5.1-11."""
    archer = unit(battle, "Archer", 1)
    bow = weapon(battle, archer, preset="W-05")
    foe = unit(battle, "Foe", 2)
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=8),), strikes=(Strike(weapon_id=bow, by_id=archer),)
    )
    seen = look(battle, attack)
    assert seen.stage is Stage.AIM
    assert [die.sides for die in seen.dice] == [6]
    print(seen)
    lines = told(battle, Attack(aims=attack.aims, strikes=attack.strikes, faces=faces(3, 4)))
    print(lines)
    assert row(battle, Unit, foe).fate is Fate.DEAD
