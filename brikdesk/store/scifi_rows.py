"""Turn Sci-fi rows into the values that the rules take: weapons, stores, crews, states.

What a weapon did "this turn" counts only if its stamp is not older than the turn's beginning. So
nothing has to be cleared when a new turn begins (12-89).
"""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, func, select

from brikdesk.rules.scifi import stores
from brikdesk.rules.scifi.areas import Area
from brikdesk.rules.scifi.capabilities import Capability
from brikdesk.rules.scifi.crews import Crew, CrewRole, Member
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.rules.scifi.stores import Ammunition, Holder, Store, StoredRounds
from brikdesk.rules.scifi.weapon_state import WeaponInBattle
from brikdesk.rules.scifi.weapons import WeaponRecord
from brikdesk.store.house import house_of
from brikdesk.store.journal.remembering import running_turn
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
    first = select(func.min(Turn.id)).where(
        Turn.battle_id == now.battle_id, Turn.number == now.number
    )
    # Units of nobody have no turn of their own that anything could wait for.
    by_round = house_of(session, ScifiHouse).sf_turn_scope == "round" or player_id is None
    if by_round:
        return session.exec(first).one() or 0
    own = select(func.max(Turn.id)).where(
        Turn.battle_id == now.battle_id, Turn.player_id == player_id
    )
    return session.exec(own).one() or 0


def is_now(stamp: int | None, began: int) -> bool:
    """Return whether something with this stamp was done in the turn that began at `began`."""
    return stamp is not None and stamp >= began


def facts_of(session: Session, unit_id: int) -> SfUnit | None:
    """Return the Sci-fi facts of a unit, or None."""
    return session.exec(select(SfUnit).where(SfUnit.unit_id == unit_id)).first()


def weapon_of(row: SfWeapon) -> WeaponRecord:
    """Return a weapon's record as the rules take it."""
    return WeaponRecord(
        name=row.name,
        type=row.type,
        family=row.family,
        form=row.form,
        typed_factor=row.typed_factor,
        range_factor=row.range_factor,
        minimum_range=row.minimum_range,
        rate=row.rate,
        infantry_class=row.infantry_class,
        area=Area(row.shape, row.area_size, row.area_width),
        nature=row.nature,
        warhead=row.warhead,
        effects=tuple(row.effects),
        detection_effect=row.detection_effect,
        cost=row.cost,
        barrels=row.barrels,
        count=row.count,
        capabilities=capabilities_of(row),
        needs=tuple(row.needs),
        notes=row.notes,
    )


def capabilities_of(row: SfWeapon) -> tuple[Capability, ...]:
    """Return a weapon's capabilities; empty for a weapon with a single way to attack."""
    return tuple(
        Capability(
            str(each.get("name", "")),
            melee=bool(each.get("melee")),
            holder=Holder[str(each["holder"])] if each.get("holder") else None,
        )
        for each in row.capabilities
    )


def stores_of(session: Session, row: SfWeapon) -> list[SfStore]:
    """Return the stores of a weapon, in the order in which they were made."""
    wanted = select(SfStore).where(SfStore.sf_weapon_id == row.id).order_by(col(SfStore.id))
    return list(session.exec(wanted))


def loads_of(session: Session, row: SfStore) -> list[SfLoad]:
    """Return the types of rounds in a store."""
    wanted = select(SfLoad).where(SfLoad.store_id == row.id).order_by(col(SfLoad.id))
    return list(session.exec(wanted))


def load_of(row: SfLoad) -> StoredRounds:
    """Return rounds of one type as the rules take them."""
    return StoredRounds(row.name, row.loaded, row.fired, row.lost, row.adjusted)


def store_of(session: Session, row: SfStore, began: int) -> Store:
    """Return a store as the rules take it, in the turn that began at `began`."""
    return Store(
        holder=row.holder,
        loads=tuple(load_of(each) for each in loads_of(session, row)),
        fired_this_turn=row.fired_this_turn if is_now(row.fired_turn_id, began) else 0,
        limit=row.most,
    )


def crew_rows(session: Session, row: SfWeapon) -> list[SfCrew]:
    """Return the crew of a weapon, eliminated members included."""
    wanted = select(SfCrew).where(SfCrew.sf_weapon_id == row.id).order_by(col(SfCrew.id))
    return list(session.exec(wanted))


def role_of(row: SfCrew, began: int) -> CrewRole:
    """Return a crew member's role; a next loader becomes loader when a new turn begins (S-18)."""
    waits = row.role is CrewRole.NEXT_LOADER and is_now(row.role_turn_id, began)
    return CrewRole.LOADER if row.role is CrewRole.NEXT_LOADER and not waits else row.role


def crew_of(session: Session, row: SfWeapon, began: int) -> Crew | None:
    """Return a weapon's crew in the turn that began at `began`; None if it never had one."""
    members = tuple(
        Member(
            name=each.name,
            role=role_of(each, began),
            alive=each.alive,
            initiative_spent=is_now(each.initiative_turn_id, began),
            fixed=each.fixed,
        )
        for each in crew_rows(session, row)
    )
    return Crew(members) if members else None


def counts(session: Session, row: SfWeapon, store: SfStore) -> bool:
    """Return whether a store's rounds are counted; for some stores a house rule decides (S-31)."""
    kind = stores.ammunition(
        weapon_of(row).makes,
        store.holder,
        count_all=house_of(session, ScifiHouse).sf_count_all_ammo,
        counted=store.holder is Holder.MAGAZINE,
    )
    return kind is not Ammunition.UNLIMITED


def state_of(session: Session, row: SfWeapon, began: int | None = None) -> WeaponInBattle:
    """Return what a weapon remembers in the turn that began at `began`, by default its unit's."""
    if began is None:
        began = turn_began(session, session.get_one(Unit, row.unit_id).player_id)
    now = is_now(row.fired_turn_id, began)
    return WeaponInBattle(
        fired=dict(row.fired) if now else {},
        capability_used=row.capability_used if now else "",
        special_fire=row.special_fire if now else SpecialFire.NONE,
        stores={
            each.capability: store_of(session, each, began)
            for each in stores_of(session, row)
            if counts(session, row, each)
        },
        crew=crew_of(session, row, began),
        destroyed=row.destroyed,
        carry_override=row.carry_override,
        last_mode=row.last_mode,
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
