"""Attacks at the edge of what can be said: many weapons and targets, odd measures, all overruled."""

from dataclasses import replace
from random import Random

from sqlmodel import Session, col, select

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import (
    Aim,
    Caught,
    Change,
    Extra,
    Mode,
    Parry,
    Stray,
    Strike,
    TargetPart,
)
from brikdesk.acts.combat.attack import Attack
from brikdesk.rules.brikwars.house_rules import HOUSE_RULES, Switch
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Fate,
    Projectile,
    Unit,
    Weapon,
    WeaponKind,
)
from tests.walks.chance import AnyRule

INCHES = (0, 0.0, 0.1, 1, 2, 3.5, 6, 9.99, 12, 12.1, 40)
CHANGES = (
    "range",
    "size",
    "height",
    "blind",
    "auto",
    "support",
    "homing",
    "size@1.0",
    "auto@0.1",
    "outnumbered",
)


def wild_attack(session: Session, chance: Random) -> Attack | None:
    """Return an attack that stretches every part; none where nobody is left to make one."""
    alive = list(
        session.exec(select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True)))
    )
    keys = [unit.id or 0 for unit in alive]
    guns = list(session.exec(select(Weapon).where(col(Weapon.unit_id).in_(keys))))
    guns = [gun for gun in guns if not gun.lying]
    able = [unit.id or 0 for unit in alive if unit.action_die]
    if not guns or not able:
        return None
    lying = select(Explosive).where(Explosive.state != ExplosiveState.SPENT)
    bombs = [bomb.id or 0 for bomb in session.exec(lying)]
    flights = [flight.id or 0 for flight in session.exec(select(Projectile))]
    aims = tuple(_aim(chance, keys, bombs, flights) for _ in range(chance.choice([1, 1, 2, 5, 10])))
    strikes = tuple(
        _strike(chance, chance.choice(guns), able) for _ in range(chance.choice([1, 1, 1, 2, 3, 5]))
    )
    shields = [gun for gun in guns if gun.kind is WeaponKind.MELEE_SHIELD]
    attack = Attack(
        aims=aims,
        strikes=strikes,
        caught=tuple(
            _caught(chance, keys, bombs, flights) for _ in range(chance.choice([0, 2, 8]))
        ),
        changes=tuple(
            Change(key=key, on=chance.random() < 0.5, value=chance.choice([None, -9, 0, 4]))
            for key in chance.sample(CHANGES, chance.choice([0, 0, 1, 3]))
        ),
        extras=tuple(
            Extra(reason="fog", value=chance.randint(-6, 8), damage=chance.random() < 0.5)
            for _ in range(chance.choice([0, 0, 1, 2]))
        ),
        parries=tuple(
            Parry(unit_id=shield.unit_id or 0, weapon_id=shield.id or 0)
            for shield in shields
            if chance.random() < 0.5 and any(aim.unit_id == shield.unit_id for aim in aims)
        )
        + tuple(
            Parry(unit_id=aim.unit_id, drops=chance.random() < 0.5)
            for aim in aims[:1]
            if aim.unit_id and chance.random() < 0.3
        ),
        strays=tuple(
            _stray(chance, keys, bombs, number) for number in range(chance.choice([0, 0, 1, 3]))
        ),
        melee=tuple(chance.sample(keys, min(len(keys), chance.choice([0, 0, 2, 4])))),
        passing=chance.random() < 0.2,
        combine=chance.random() < 0.5,
        track_misses=chance.random() < 0.5,
    )
    return replace(attack, overruled=AnyRule({"all"})) if chance.random() < 0.7 else attack


def _aim(chance: Random, keys: list[int], bombs: list[int], flights: list[int]) -> Aim:
    target = _target(chance, keys, bombs, flights)
    if chance.random() < 0.05:
        return Aim(place="the old well", distance=chance.choice(INCHES))
    return Aim(
        unit_id=target.get("unit_id"),
        explosive_id=target.get("explosive_id"),
        projectile_id=target.get("projectile_id"),
        distance=chance.choice(INCHES),
        above=chance.choice([-7, 0, 0, 3.9, 20]),
        sections=chance.choice([None, None, 3, 2, 1]),
        inches=chance.choice([None, None, 0, 0.5, 4]),
        part=chance.choice(list(TargetPart)),
        part_name=chance.choice(["", "wheel"]),
        joint=chance.random() < 0.2,
        component=chance.random() < 0.2,
        blind=chance.random() < 0.2,
        spans=chance.choice([0, 0, 1, 4]),
        free=chance.choice([None, 0, 1, 2.5]),
        loose=chance.choice([None, True, False]),
    )


def _target(
    chance: Random, keys: list[int], bombs: list[int], flights: list[int]
) -> dict[str, int]:
    roll = chance.random()
    if roll < 0.2 and bombs:
        return {"explosive_id": chance.choice(bombs)}
    if roll < 0.35 and flights:
        return {"projectile_id": chance.choice(flights)}
    return {"unit_id": chance.choice(keys)}


def _strike(chance: Random, gun: Weapon, able: list[int]) -> Strike:
    others = chance.sample(able, min(len(able), chance.choice([0, 0, 0, 1, 3])))
    return Strike(
        weapon_id=gun.id if chance.random() < 0.95 else None,
        by_id=chance.choice(able),
        mode=chance.choice(list(Mode)),
        count=chance.choice([1, 1, 2, 6]),
        rounds=chance.choice([1, 1, 2, 4]),
        supporters=tuple(others) if chance.random() < 0.5 else (),
        interferers=tuple(others) if chance.random() < 0.5 else (),
        team=tuple(others) if chance.random() < 0.5 else (),
        name=chance.choice(["", "Spoon"]),
        use=chance.choice([0, 3, 7]) if gun.use is None else chance.choice([None, None, 2]),
        range=chance.choice([None, None, 5.0]),
        damage=chance.choice(
            ["", "", "", "2d4 Fire", "1d6+1d10 Pierce", "3d12-2", "2 Action dice"]
        ),
        distance=chance.choice([None, None, 7.0]),
        same_action=chance.random() < 0.1,
    )


def _caught(chance: Random, keys: list[int], bombs: list[int], flights: list[int]) -> Caught:
    target = _target(chance, keys, bombs, flights)
    blasts = ["", "", "shot-0", "shot-1", *(f"explosive-{key}" for key in bombs[:4])]
    return Caught(
        blast=chance.choice(blasts),
        unit_id=target.get("unit_id"),
        explosive_id=target.get("explosive_id"),
        projectile_id=target.get("projectile_id"),
        distance=chance.choice([0, 0.5, 2, 3, 5, 9]),
        sections=chance.choice([None, None, 1, 2]),
        inches=chance.choice([None, None, 0, 1]),
        exposed=chance.random() < 0.9,
        loose=chance.choice([None, True, False]),
        free=chance.choice([None, 0, 1.5]),
    )


def _stray(chance: Random, keys: list[int], bombs: list[int], number: int) -> Stray:
    bomb = chance.choice(bombs) if bombs and chance.random() < 0.3 else None
    unit = None if bomb else chance.choice(keys)
    distance = chance.choice([2, 9, 30])
    return Stray(shot=f"shot-{number}", distance=distance, unit_id=unit, explosive_id=bomb)


def random_ruling(chance: Random) -> SetHouseRule:
    """Return any switch a value that it can have."""
    rule = chance.choice([rule for rule in HOUSE_RULES.values() if rule.kind != "text"])
    return SetHouseRule(switch=rule.id, value=_value(rule, chance))


def _value(rule: Switch, chance: Random) -> bool | int | str | list[str]:
    if rule.kind == "number":
        return chance.randint(*rule.span)
    words = [str(choice) for choice in rule.choices]
    if rule.kind == "order":
        return chance.sample(words, len(words))
    if rule.kind == "subset":
        return chance.sample(words, chance.randint(0, len(words)))
    return chance.choice(rule.choices)
