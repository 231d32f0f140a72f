"""Copy a unit's Sci-fi facts and weapons to another unit, with full stores and nothing spent."""

from copy import deepcopy
from typing import TypeVar

from sqlmodel import Session, SQLModel, col, select

from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.store.scifi_rows import crew_rows, facts_of, loads_of, stores_of
from brikdesk.store.tables import SfCrew, SfWeapon, Unit

Row = TypeVar("Row", bound=SQLModel)

UNSPENT = {
    "destroyed": False, "fired": {}, "capability_used": "", "special_fire": SpecialFire.NONE,
    "fired_turn_id": None, "last_mode": None,
}  # fmt: skip
"""The columns that a weapon's use changes, as they are before its first battle."""


def copy_scifi(session: Session, unit: Unit, copy: Unit) -> None:
    """Give `copy` the Sci-fi facts and weapons of `unit`; do nothing if it has none."""
    facts = facts_of(session, unit.id or 0)
    if facts is not None:
        session.add(_twin(facts, unit_id=copy.id))
    wanted = select(SfWeapon).where(SfWeapon.unit_id == unit.id).order_by(col(SfWeapon.id))
    for weapon in session.exec(wanted).all():
        twin = _twin(weapon, unit_id=copy.id, **deepcopy(UNSPENT))
        session.add(twin)
        session.flush()
        _copy_stores(session, weapon, twin)
        _copy_figures(session, weapon, twin)
    session.flush()


def _copy_stores(session: Session, weapon: SfWeapon, twin: SfWeapon) -> None:
    """Copy a weapon's stores, as full as they were loaded."""
    for store in stores_of(session, weapon):
        own = _twin(store, sf_weapon_id=twin.id, fired_this_turn=0, fired_turn_id=None)
        session.add(own)
        session.flush()
        for load in loads_of(session, store):
            session.add(_twin(load, store_id=own.id, fired=0, lost=0, adjusted=0))
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


def _twin(row: Row, **changed: object) -> Row:
    """Return a row like another one with some columns changed and a key of its own."""
    kind = type(row)
    names = [name for name in kind.model_fields if name != "id"]
    facts = {name: deepcopy(getattr(row, name)) for name in names}
    return kind(**{**facts, **changed})
