"""Attacks as a table makes them, for battles that play themselves.

Everything is chosen by a seeded `Random`, so that a battle can be played again.
"""

from dataclasses import replace
from random import Random
from typing import TypeVar

from sqlmodel import Session, col, select

from brikdesk.acts.combat.aim import Aim, Caught, Extra, Mode, Parry, Stray, Strike, TargetPart
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.step_act import StepAct
from brikdesk.acts.who_may import actions_left_now
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Fate,
    Projectile,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.steps import Choice
from brikdesk.turns.turn_order import turn_now

Asking = TypeVar("Asking", bound=StepAct)

_ARCS = ("BLAST_GUN", "FLAME_THROWER")


def arsenal(session: Session) -> list[Weapon]:
    """Return the weapons of the player whose turn it is, whoever may use them."""
    player = turn_now(session).player_id
    own = [unit.id for unit in _alive(session) if unit.player_id == player]
    guns = session.exec(select(Weapon).where(col(Weapon.unit_id).in_(own)))
    return [gun for gun in guns if gun.kind is not WeaponKind.MELEE_SHIELD and not gun.lying]


def random_attack(session: Session, chance: Random) -> Attack | None:
    """Return an attack of the player whose turn it is; none where nobody is left to make one."""
    guns = arsenal(session)
    return attack_with(session, chance, chance.choice(guns)) if guns else None


def attack_with(session: Session, chance: Random, gun: Weapon) -> Attack | None:
    """Return an attack with this weapon, as a table might make it; none where no foe is left."""
    alive = _alive(session)
    player = turn_now(session).player_id
    own = [unit for unit in alive if unit.player_id == player]
    foes = [unit for unit in alive if unit.player_id != player]
    if not foes:
        return None
    strikes = [_strike(session, chance, gun, own)]
    if chance.random() < 0.1:
        strikes.append(_strike(session, chance, chance.choice(arsenal(session)), own))
    aims = _aims(session, chance, foes)
    arc = strikes[0].mode is Mode.ARC or gun.kind.name in _ARCS
    return Attack(
        aims=aims if arc else aims[:1],
        strikes=tuple(strikes),
        caught=tuple(_caught(chance, unit) for unit in chance.sample(alive, min(4, len(alive)))),
        extras=(Extra(reason="the referee likes it", value=1),) if chance.random() < 0.2 else (),
        parries=_parries(session, aims),
        strays=_strays(chance, alive) if chance.random() < 0.2 else (),
        combine=chance.random() < 0.8,
        track_misses=chance.random() < 0.3,
    )


def object_attack(session: Session, chance: Random) -> Attack | None:
    """Return a blow with whatever lies about; none where nobody can strike one."""
    player = turn_now(session).player_id
    alive = [unit for unit in _alive(session) if unit.kind is UnitKind.MINIFIG]
    own = [unit for unit in _free(session, alive) if unit.player_id == player]
    foes = [unit for unit in alive if unit.player_id != player]
    if not own or not foes:
        return None
    chair = Strike(by_id=chance.choice(own).id, name="Chair", use=4, damage="1 Action die−2")
    return Attack(aims=(Aim(unit_id=chance.choice(foes).id),), strikes=(chair,))


def _alive(session: Session) -> list[Unit]:
    on_table = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True))
    return list(session.exec(on_table))


def _free(session: Session, units: list[Unit]) -> list[Unit]:
    return [unit for unit in units if actions_left_now(session, unit) > 0]


def _aims(session: Session, chance: Random, foes: list[Unit]) -> tuple[Aim, ...]:
    explosives = session.exec(
        select(Explosive).where(Explosive.state != ExplosiveState.SPENT)
    ).all()
    flights = session.exec(select(Projectile)).all()
    roll = chance.random()
    distance = chance.choice([0.5, 2, 3.5, 5, 8, 11.9, 12, 14, 26])
    if roll < 0.05:
        return (Aim(place="the old well", distance=distance),)
    if roll < 0.12 and explosives:
        return (Aim(explosive_id=chance.choice(explosives).id, distance=distance),)
    if roll < 0.2 and flights:
        return (Aim(projectile_id=chance.choice(flights).id, distance=distance),)
    chosen = chance.sample(foes, min(len(foes), chance.randint(1, 4)))
    return tuple(_aim(chance, unit, distance) for unit in chosen)


def _aim(chance: Random, unit: Unit, distance: float) -> Aim:
    minifig = unit.kind is UnitKind.MINIFIG
    return Aim(
        unit_id=unit.id,
        distance=distance,
        above=chance.choice([0, 0, 0, 2, 7]),
        sections=chance.choice([None, 3, 2, 1]) if minifig else None,
        inches=None if minifig else chance.choice([None, 1, 2, 4]),
        part=chance.choice([TargetPart.WHOLE, TargetPart.WHOLE, TargetPart.SMALL, TargetPart.TINY]),
        joint=not minifig and chance.random() < 0.2,
        component=not minifig and chance.random() < 0.2,
        blind=chance.random() < 0.1,
        spans=0 if minifig else chance.choice([0, 0, 1, 2]),
        free=chance.choice([None, None, 0, 1]),
    )


def _strike(session: Session, chance: Random, gun: Weapon, own: list[Unit]) -> Strike:
    free = [unit for unit in _free(session, own) if unit.id != gun.unit_id]
    minifigs = [unit for unit in free if unit.kind is UnitKind.MINIFIG]
    by = gun.unit_id
    if gun.mounted and minifigs and chance.random() < 0.9:
        by = chance.choice(minifigs).id or 0
    mode, count = Mode.SINGLE, 1
    if gun.kind is WeaponKind.MACHINE_GUN:
        mode = chance.choice([Mode.SINGLE, Mode.BURST, Mode.ARC])
        count = 1 if mode is Mode.SINGLE else chance.randint(2, 4)
    if gun.kind is WeaponKind.FLAME_THROWER:
        mode, count = Mode.ARC, chance.randint(1, 2)
    if gun.kind is WeaponKind.MELEE_WEAPON and not gun.mounted and chance.random() < 0.4:
        mode = Mode.THROW
    others = [unit.id or 0 for unit in minifigs if unit.id != by]
    gunners = [unit.id or 0 for unit in minifigs if "gunnery" in unit.specialties and unit.id != by]
    helps = gun.mounted and gun.size > 1 and mode is not Mode.ARC and chance.random() < 0.4
    return Strike(
        weapon_id=gun.id,
        by_id=by,
        mode=mode,
        count=count,
        rounds=chance.randint(1, 3) if gun.kind is WeaponKind.LAUNCHER and gun.mounted else 1,
        supporters=tuple(gunners[:2]) if helps else (),
        team=tuple(others[:3]) if mode is Mode.THROW and chance.random() < 0.3 else (),
    )


def _caught(chance: Random, unit: Unit) -> Caught:
    return Caught(
        unit_id=unit.id,
        distance=chance.choice([0, 1.5, 2, 3, 5, 7.5]),
        sections=chance.choice([None, 1, 2]) if unit.kind is UnitKind.MINIFIG else None,
        exposed=chance.random() < 0.8,
        loose=chance.choice([None, None, True, False]),
        free=chance.choice([None, None, 1]),
    )


def _parries(session: Session, aims: tuple[Aim, ...]) -> tuple[Parry, ...]:
    made = []
    for aim in aims:
        shields = select(Weapon).where(Weapon.unit_id == (aim.unit_id or 0))
        shields = shields.where(Weapon.kind == WeaponKind.MELEE_SHIELD)
        made += [
            Parry(unit_id=aim.unit_id or 0, weapon_id=shield.id or 0)
            for shield in session.exec(shields)
            if not shield.lying
        ]
    return tuple(made)


def _strays(chance: Random, alive: list[Unit]) -> tuple[Stray, ...]:
    unit = chance.choice(alive)
    return (Stray(shot="shot-0", distance=chance.choice([2, 9]), unit_id=unit.id),)


def answer(choice: Choice, chance: Random) -> str:
    """Return an answer to a choice, any that is offered, or words where there are none."""
    if choice.options:
        return chance.choice(choice.options).value
    return "as the table likes it"


def answered(act: Asking, choice: Choice, chance: Random) -> Asking:
    """Return the act with one more choice made."""
    return replace(act, choices={**act.choices, choice.id: answer(choice, chance)})
