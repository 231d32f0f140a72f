"""Units by the Sci-fi rules as they are shown."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.rules.scifi.cost import WeaponsCost, weapons_cost
from brikdesk.store.scifi_rows import (
    facts_of,
    incapacitated,
)
from brikdesk.store.tables import (
    Fate,
    SfUnit,
    SfWeapon,
    Unit,
)
from brikdesk.store.views import view
from brikdesk.store.views.scifi.read_from import TABLES


class SfUnitRow(Struct, frozen=True):
    """A unit by the Sci-fi rules; `cost` sums its weapons only (12-51)."""

    unit_id: int
    name: str
    player_id: int | None
    kind: str
    size: int
    armor_class: int | None
    powered_armor: bool
    on_foot: bool
    open_topped: bool
    equipment: tuple[str, ...]
    incapacitated: bool
    cost: WeaponsCost
    alive: bool


@view(*TABLES)
def sf_units(session: Session) -> tuple[SfUnitRow, ...]:
    """Return the units that have Sci-fi facts and are not removed, in the order they came."""
    found = session.exec(
        select(SfUnit, Unit)
        .join(Unit, col(Unit.id) == col(SfUnit.unit_id))
        .where(Unit.fate != Fate.REMOVED)
        .order_by(col(Unit.id))
    ).all()
    return tuple(_unit(session, facts, unit) for facts, unit in found)


def _unit(session: Session, facts: SfUnit, unit: Unit) -> SfUnitRow:
    owned = session.exec(select(SfWeapon.cost).where(SfWeapon.unit_id == unit.id)).all()
    return SfUnitRow(
        unit_id=unit.id or 0,
        name=unit.name,
        player_id=unit.player_id,
        kind=facts.kind.value,
        size=facts.size,
        armor_class=facts.armor_class,
        powered_armor=facts.powered_armor,
        on_foot=facts.on_foot,
        open_topped=facts.open_topped,
        equipment=tuple(facts.equipment),
        incapacitated=incapacitated(session, unit.id or 0) is not None,
        cost=weapons_cost(owned),
        alive=unit.fate is Fate.ALIVE,
    )


@view(*TABLES)
def sf_unit(session: Session, unit_id: int) -> SfUnitRow | None:
    """Return the Sci-fi facts of one unit; none where it has none."""
    facts = facts_of(session, unit_id)
    return _unit(session, facts, session.get_one(Unit, unit_id)) if facts else None
