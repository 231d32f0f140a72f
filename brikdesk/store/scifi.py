"""Sci-fi rows as the values that the rules take, copied to another unit, and the steps of a shot."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, TypeVar

from sqlmodel import Session, col, func, select

from brikdesk.copied import copied
from brikdesk.rules.scifi import weapons
from brikdesk.rules.scifi.effect_areas import (
    Area,
    AreaShape,
    AttackOrder,
    AttackStep,
    hit_rolls,
    order,
)
from brikdesk.rules.scifi.firing import Use, WeaponInBattle
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import Crew, CrewRole, Member, SpecialFire
from brikdesk.rules.scifi.weapon_records import WeaponRecord
from brikdesk.store.house_rules import house_of
from brikdesk.store.session import known, rows_by, running_turn
from brikdesk.store.tables import (
    SfCrew,
    SfDetection,
    SfLoad,
    SfShot,
    SfStore,
    SfUnit,
    SfWeapon,
    State,
    StateKind,
    Turn,
    Unit,
)

NO_TURN = 2**31
"""The beginning of the turn while none runs: later than every stamp, so nothing counts."""


def turn_began(session: Session, player_id: int | None) -> int:
    """Return the stamp at which the present turn of a player's units began (S-01).

    By the house rule sf_turn_scope this is the first turn of the round, or the player's own latest
    turn in the battle. Units that belong to nobody go by the round.
    """
    now = running_turn(session)
    if now is None:
        return NO_TURN
    # Units of nobody have no turn of their own that anything could wait for.
    by_round = house_of(session, ScifiHouse).sf_turn_scope == "round" or player_id is None
    battle_id, number = now.battle_id, now.number

    def ask() -> int:
        began = func.min(Turn.id) if by_round else func.max(Turn.id)
        its_own = Turn.number == number if by_round else Turn.player_id == player_id
        return session.exec(select(began).where(Turn.battle_id == battle_id, its_own)).one() or 0

    asked = ("turn began", battle_id, number if by_round else None, player_id)
    return known(session, asked, ask, Turn, "battle_id", "number", "player_id")


def is_now(stamp: int | None, began: int) -> bool:
    """Return whether something with this stamp was done in the turn that began at `began`."""
    return stamp is not None and stamp >= began


def facts_of(session: Session, unit_id: int) -> SfUnit | None:
    """Return the Sci-fi facts of a unit, or None."""
    return session.exec(select(SfUnit).where(SfUnit.unit_id == unit_id)).first()


def weapon_of(row: SfWeapon) -> WeaponRecord:
    """Return a weapon's record as the rules take it."""
    return copied(
        WeaponRecord,
        row,
        area=Area(row.shape, row.area_size, row.area_width),
        capabilities=capabilities_of(row),
    )


def capabilities_of(row: SfWeapon) -> tuple[weapons.Capability, ...]:
    """Return a weapon's capabilities; empty for a weapon with a single way to attack."""
    return tuple(
        weapons.Capability(
            str(each.get("name", "")),
            melee=bool(each.get("melee")),
            holder=weapons.Holder[str(each["holder"])] if each.get("holder") else None,
        )
        for each in row.capabilities
    )


def stores_of(session: Session, row: SfWeapon) -> list[SfStore]:
    """Return the stores of a weapon, in the order in which they were made."""
    return _of_weapon(session, SfStore, row)


Part = TypeVar("Part", SfStore, SfCrew)


def _of_weapon(session: Session, table: type[Part], row: SfWeapon) -> list[Part]:
    """Return the rows of a weapon, oldest first; those of all weapons are read at once and kept."""
    return list(rows_by(session, table, "sf_weapon_id").get(row.id, ()))


def loads_of(session: Session, row: SfStore) -> list[SfLoad]:
    """Return the types of rounds in a store."""
    wanted = select(SfLoad).where(SfLoad.store_id == row.id).order_by(col(SfLoad.id))
    return list(session.exec(wanted))


def load_of(row: SfLoad) -> weapons.StoredRounds:
    """Return rounds of one type as the rules take them."""
    return weapons.StoredRounds(row.name, row.loaded, row.fired, row.lost, row.adjusted)


def store_of(session: Session, row: SfStore, began: int) -> weapons.Store:
    """Return a store as the rules take it, in the turn that began at `began`."""
    return weapons.Store(
        holder=row.holder,
        loads=tuple(load_of(each) for each in loads_of(session, row)),
        fired_this_turn=row.fired_this_turn if is_now(row.fired_turn_id, began) else 0,
        limit=row.most,
    )


def crew_rows(session: Session, row: SfWeapon) -> list[SfCrew]:
    """Return the crew of a weapon, eliminated members included."""
    return _of_weapon(session, SfCrew, row)


def role_of(row: SfCrew, began: int) -> CrewRole:
    """Return a crew member's role; a next loader becomes loader when a new turn begins (S-18)."""
    waits = row.role is CrewRole.NEXT_LOADER and is_now(row.role_turn_id, began)
    return CrewRole.LOADER if row.role is CrewRole.NEXT_LOADER and not waits else row.role


def crew_of(session: Session, row: SfWeapon, began: int) -> Crew | None:
    """Return a weapon's crew in the turn that began at `began`; None if it never had one."""
    members = tuple(
        copied(
            Member,
            each,
            role=role_of(each, began),
            initiative_spent=is_now(each.initiative_turn_id, began),
        )
        for each in crew_rows(session, row)
    )
    return Crew(members) if members else None


def counts(session: Session, row: SfWeapon, store: SfStore) -> bool:
    """Return whether a store's rounds are counted; for some stores a house rule decides (S-31)."""
    kind = weapons.ammunition(
        weapon_of(row).makes,
        store.holder,
        count_all=house_of(session, ScifiHouse).sf_count_all_ammo,
        counted=store.holder is weapons.Holder.MAGAZINE,
    )
    return kind is not weapons.Ammunition.UNLIMITED


def state_of(session: Session, row: SfWeapon, began: int | None = None) -> WeaponInBattle:
    """Return what a weapon remembers in the turn that began at `began`, by default its unit's."""
    if began is None:
        began = turn_began(session, session.get_one(Unit, row.unit_id).player_id)
    now = is_now(row.fired_turn_id, began)
    return copied(
        WeaponInBattle,
        row,
        fired=dict(row.fired) if now else {},
        capability_used=row.capability_used if now else "",
        special_fire=row.special_fire if now else SpecialFire.NONE,
        stores={
            each.capability: store_of(session, each, began)
            for each in stores_of(session, row)
            if counts(session, row, each)
        },
        crew=crew_of(session, row, began),
    )


def incapacitated(session: Session, unit_id: int) -> State | None:
    """Return the marker of a unit that a blast has incapacitated; None if it can act."""
    wanted = select(State).where(State.unit_id == unit_id, State.kind == StateKind.INCAPACITATED)
    return session.exec(wanted).first()


def detected_by(session: Session, unit_id: int, player_ids: tuple[int, ...]) -> bool:
    """Return whether one of these players has detected a unit."""
    wanted = select(SfDetection).where(
        SfDetection.unit_id == unit_id, col(SfDetection.player_id).in_(player_ids)
    )
    return session.exec(wanted).first() is not None


def shots_now(session: Session, row: SfWeapon, began: int) -> list[SfShot]:
    """Return the shots of a weapon since the turn that began at `began`, oldest first."""
    wanted = select(SfShot).where(SfShot.sf_weapon_id == row.id, SfShot.turn_id >= began)
    return list(session.exec(wanted.order_by(col(SfShot.id))))


def answers(shot: SfShot, matter: str) -> Mapping[int | None, Any]:
    """Return the answers entered for a shot in one matter, by unit; the latest entry counts."""
    return {entry[1]: entry[2] for entry in shot.outcomes if entry[0] == matter}


UNSPENT = {
    "destroyed": False, "fired": {}, "capability_used": "", "special_fire": SpecialFire.NONE,
    "fired_turn_id": None, "last_mode": None,
}  # fmt: skip
"""The columns that a weapon's use changes, as they are before its first battle."""


def copy_scifi(session: Session, unit: Unit, copy: Unit) -> None:
    """Give `copy` the Sci-fi facts and weapons of `unit`; do nothing if it has none."""
    facts = facts_of(session, unit.id or 0)
    if facts is not None:
        session.add(copied(SfUnit, facts, unit_id=copy.id))
    wanted = select(SfWeapon).where(SfWeapon.unit_id == unit.id).order_by(col(SfWeapon.id))
    for weapon in session.exec(wanted).all():
        twin = copied(SfWeapon, weapon, unit_id=copy.id, **deepcopy(UNSPENT))
        session.add(twin)
        session.flush()
        _copy_stores(session, weapon, twin)
        _copy_figures(session, weapon, twin)
    session.flush()


def _copy_stores(session: Session, weapon: SfWeapon, twin: SfWeapon) -> None:
    """Copy a weapon's stores, as full as they were loaded."""
    for store in stores_of(session, weapon):
        own = copied(SfStore, store, sf_weapon_id=twin.id, fired_this_turn=0, fired_turn_id=None)
        session.add(own)
        session.flush()
        for load in loads_of(session, store):
            session.add(copied(SfLoad, load, store_id=own.id, fired=0, lost=0, adjusted=0))
        session.flush()


def _copy_figures(session: Session, weapon: SfWeapon, twin: SfWeapon) -> None:
    """Copy the crew figures of the model; units that serve the weapon are not copied with it."""
    figures = [row for row in crew_rows(session, weapon) if row.unit_id is None]
    taken: set[CrewRole] = set()
    roles: dict[int | None, CrewRole] = {}
    # All figures of the copy are alive. The living choose first: a dead gunner and the one who
    # took over must not both be gunner.
    for row in sorted(figures, key=lambda row: not row.alive):
        role = CrewRole.LOADER if row.role is CrewRole.NEXT_LOADER else row.role
        roles[row.id] = CrewRole.OTHER if role in taken else role
        taken.add(role)
    for row in figures:
        session.add(
            SfCrew(sf_weapon_id=twin.id or 0, name=row.name, role=roles[row.id], fixed=row.fixed)
        )
    session.flush()


def order_of(session: Session, shot: SfShot) -> AttackOrder:
    """Return the order of the steps of a shot."""
    return order(shot.shape, explosive=shot.explosive, indirect=shot.use is Use.INDIRECT)


def steps_done(session: Session, shot: SfShot) -> tuple[AttackStep, ...]:
    """Return the steps of a shot that are taken, up to the first that is not."""
    done: list[AttackStep] = []
    for step in order_of(session, shot).steps:
        if not _is_done(session, shot, step):
            break
        done.append(step)
    return tuple(done)


def next_step(session: Session, shot: SfShot) -> AttackStep | None:
    """Return the next step of a shot; None if the shot is settled."""
    steps, done = order_of(session, shot).steps, steps_done(session, shot)
    return steps[len(done)] if len(done) < len(steps) else None


def _is_done(session: Session, shot: SfShot, step: AttackStep) -> bool:
    if step in (AttackStep.PLACE, AttackStep.LANDING, AttackStep.INSIDE):
        return shot.placed
    if step is AttackStep.FALL_OF_SHOT:
        return bool(answers(shot, "fall of shot")) or shot.placed
    if step is AttackStep.HIT:
        return len(answers(shot, "hit")) >= hits_asked(session, shot)
    if step is AttackStep.DAMAGE:
        return all(_settled(session, shot, unit_id) for unit_id in concerned(session, shot))
    blast = weapons.has_blast(shot.warhead, house_of(session, ScifiHouse).sf_blast_warheads)
    return shot.blasted or not blast or not shot.inside


def hits_asked(session: Session, shot: SfShot) -> int:
    """Return how many hit entries a shot needs: one for each unit inside, or one in all (S-10)."""
    if shot.shape is AreaShape.NONE or shot.explosive:
        return 1
    return hit_rolls(len(shot.inside), house_of(session, ScifiHouse).sf_area_hit_rolls)


def concerned(session: Session, shot: SfShot) -> tuple[int | None, ...]:
    """Return the units that need penetration and damage entries: those inside, or those hit."""
    if shot.explosive and shot.shape is not AreaShape.NONE:
        return tuple(shot.inside)
    hit = [unit for unit, answer in answers(shot, "hit").items() if answer == "hit"]
    once = house_of(session, ScifiHouse).sf_area_hit_rolls == "once"
    return tuple(shot.inside) if hit and once and shot.inside else tuple(hit)


def _hits_checked(session: Session, shot: SfShot, unit_id: int | None) -> int:
    """Return how many hits on a unit are checked for penetration, one by one (12-57, 12-58)."""
    weapon = session.get_one(SfWeapon, shot.sf_weapon_id)
    if weapon.rate is not weapons.Rate.ROTARY:
        return 1
    said = [
        int(entry[3])
        for entry in shot.outcomes
        if entry[0] == "hit" and entry[3] and entry[1] in (unit_id, None)
    ]
    if weapon.barrels is None:
        return said[-1] if said else 1
    usual = said[-1] if said else weapons.suggested_hits(weapon.barrels)
    return weapons.rotary_hits(weapon.barrels) or usual


def _settled(session: Session, shot: SfShot, unit_id: int | None) -> bool:
    """Return whether the damage to a unit was entered, or none of the latest hits penetrated."""
    if unit_id in answers(shot, "damage"):
        return True
    hits = _hits_checked(session, shot, unit_id)
    entered = [
        entry[2] for entry in shot.outcomes if entry[0] == "penetration" and entry[1] == unit_id
    ]
    return len(entered) >= hits and set(entered[-hits:]) == {"no effect"}
