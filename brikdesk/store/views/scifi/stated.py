"""Sci-fi weapons as they were stated, for the editor: what was typed, and not what follows."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.stores import Holder
from brikdesk.rules.scifi.weapons import WeaponRecord
from brikdesk.store.scifi_rows import crew_rows, loads_of, stores_of, weapon_of
from brikdesk.store.tables import SfCrew, SfLoad, SfStore, SfWeapon
from brikdesk.store.views import view


class StatedStore(Struct, frozen=True):
    """What the ammunition of a capability lies in, and what was loaded: name and number."""

    id: int
    capability: str
    holder: Holder
    loads: tuple[tuple[str, int], ...]


class StatedMember(Struct, frozen=True):
    """A living member of a crew."""

    name: str
    role: CrewRole
    unit_id: int | None
    fixed: bool


class StatedWeapon(Struct, frozen=True):
    """A weapon: its record, how it is fitted, its stores and those who serve it."""

    id: int
    unit_id: int
    record: WeaponRecord
    mounting: Mounting
    structure_id: int | None
    carry_override: bool
    stores: tuple[StatedStore, ...]
    crew: tuple[StatedMember, ...]


@view(SfWeapon, SfStore, SfLoad, SfCrew)
def stated_weapons(session: Session, unit_id: int) -> tuple[StatedWeapon, ...]:
    """Return the Sci-fi weapons of a unit as they were stated, in the order they came."""
    wanted = select(SfWeapon).where(SfWeapon.unit_id == unit_id).order_by(col(SfWeapon.id))
    return tuple(_stated(session, row) for row in session.exec(wanted).all())


def _stated(session: Session, row: SfWeapon) -> StatedWeapon:
    stores = tuple(
        StatedStore(
            id=store.id or 0,
            capability=store.capability,
            holder=store.holder,
            loads=tuple((load.name, load.loaded) for load in loads_of(session, store)),
        )
        for store in stores_of(session, row)
    )
    crew = tuple(
        StatedMember(each.name, each.role, each.unit_id, each.fixed)
        for each in crew_rows(session, row)
        if each.alive
    )
    return StatedWeapon(
        id=row.id or 0,
        unit_id=row.unit_id,
        record=weapon_of(row),
        mounting=row.mounting,
        structure_id=row.structure_id,
        carry_override=row.carry_override,
        stores=stores,
        crew=crew,
    )
