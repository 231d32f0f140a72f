"""A unit of a campaign as the act that would add it again: unhurt, unspent, with full racks."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

from sqlmodel import Session, col, select

from brikdesk.acts.guns.racks import RackFacts, RoundFacts
from brikdesk.acts.guns.weapon_facts import WeaponFacts
from brikdesk.acts.roster.units import BUILT, AddUnit
from brikdesk.acts.rows import initials
from brikdesk.rules.brikwars.weapons.controls import COCKPIT, default_controls
from brikdesk.store.tables import (
    ControlPoint,
    Rack,
    Round,
    Squad,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.store.thrusting import thrusts

_PLACED = ("token", "x", "y")
"""Facts of one unit on one table, which its copies do not share."""


def as_new(session: Session, unit: Unit) -> AddUnit:
    """Return the act that adds a unit again, unhurt, unspent and with full racks."""
    facts: dict[str, Any] = {
        name: _plain(getattr(unit, name)) for name in BUILT if name not in _PLACED
    }
    if unit.token != initials(unit.name):
        facts["token"] = unit.token
    own = select(Weapon).where(Weapon.unit_id == unit.id).order_by(col(Weapon.id))
    weapons = list(session.exec(own))
    return AddUnit(
        name=unit.name,
        preset=unit.preset,
        weapons=tuple(_weapon(session, unit, weapon) for weapon in weapons),
        racks=_racks(session, unit, [weapon.id for weapon in weapons]),
        squad=session.exec(select(Squad.name).where(Squad.unit_id == unit.id)).first() or "",
        **facts,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return tuple(value) if isinstance(value, list) else value


def _weapon(session: Session, unit: Unit, weapon: Weapon) -> WeaponFacts:
    points = select(ControlPoint).where(ControlPoint.weapon_id == weapon.id)
    places = [point.place for point in session.exec(points.order_by(col(ControlPoint.id)))]
    vehicle = unit.kind is UnitKind.VEHICLE
    if vehicle and COCKPIT in places:
        places.remove(COCKPIT)
    seats = () if tuple(places) == default_controls(vehicle=False) else tuple(places)
    return WeaponFacts(
        preset=weapon.preset,
        kind=weapon.kind.value,
        size=weapon.size,
        name=weapon.name,
        use=weapon.use,
        range=weapon.range,
        damage=weapon.damage,
        max_payload=weapon.max_payload,
        hands=weapon.hands,
        mounted=weapon.mounted,
        controls=seats,
        thrusting=thrusts(session, weapon.id),
    )


def _racks(session: Session, unit: Unit, weapon_ids: Sequence[int | None]) -> tuple[RackFacts, ...]:
    own = select(Rack).where(Rack.unit_id == unit.id).order_by(col(Rack.id))
    return tuple(
        RackFacts(
            name=rack.name,
            place=rack.place,
            battery=rack.battery,
            weapon=weapon_ids.index(rack.weapon_id) if rack.weapon_id in weapon_ids else None,
            rounds=_rounds(session, rack),
        )
        for rack in session.exec(own)
    )


def _rounds(session: Session, rack: Rack) -> tuple[RoundFacts, ...]:
    own = select(Round).where(Round.rack_id == rack.id).order_by(col(Round.id))
    return tuple(
        RoundFacts(
            name=each.name,
            explosive_size=each.explosive_size,
            makeup=dict(each.makeup),
            stability=each.stability.value,
            count=each.full,
        )
        # What came during a battle is no part of a full rack.
        for each in session.exec(own)
        if each.full
    )
