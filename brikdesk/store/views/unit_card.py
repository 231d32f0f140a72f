"""Every fact of a unit as it was typed, for the editor."""

from msgspec import Struct
from sqlmodel import Session, select

from brikdesk.store.tables import Unit
from brikdesk.store.views import view


class UnitCard(Struct, frozen=True):
    """Every fact of a unit as it was typed, for the editor; figures before any damage."""

    id: int
    name: str
    token: str
    player_id: int | None
    preset: str
    kind: str
    size: int
    size_damage: int
    armor: str
    weight_class: int
    deflection: int
    action_die: int
    actions_per_turn: int
    move: float
    power_multiplier: int
    half_power: str
    airborne: bool
    mind: str
    specialties: tuple[str, ...]
    tags: tuple[str, ...]
    worn_armor: str
    value: float
    notes: str
    on_table: bool
    fate: str
    wounded: bool
    grinding: int
    limbs_lost: tuple[str, ...]
    x: float | None
    y: float | None


@view(Unit)
def notes_of_units(session: Session) -> tuple[tuple[int, str, str], ...]:
    """Return key, name and notes of every unit that has some."""
    rows = select(Unit.id, Unit.name, Unit.notes).where(Unit.notes != "")
    return tuple((key or 0, name, notes) for key, name, notes in session.exec(rows))


@view(Unit)
def unit_card(session: Session, unit_id: int) -> UnitCard | None:
    """Return one unit's typed facts, also of a lost or removed one; none where there is no such unit."""
    row = session.get(Unit, unit_id)
    if row is None:
        return None
    return UnitCard(
        id=row.id or 0,
        name=row.name,
        token=row.token,
        player_id=row.player_id,
        preset=row.preset,
        kind=row.kind.value,
        size=row.size,
        size_damage=row.size_damage,
        armor=row.armor,
        weight_class=row.weight_class,
        deflection=row.deflection,
        action_die=row.action_die,
        actions_per_turn=row.actions_per_turn,
        move=row.move,
        power_multiplier=row.power_multiplier,
        half_power=row.half_power.name.lower(),
        airborne=row.airborne,
        mind=row.mind.value,
        specialties=tuple(row.specialties),
        tags=tuple(row.tags),
        worn_armor=row.worn_armor,
        value=row.value,
        notes=row.notes,
        on_table=row.on_table,
        fate=row.fate.value,
        wounded=row.wounded,
        grinding=row.grinding,
        limbs_lost=tuple(row.limbs_lost),
        x=row.x,
        y=row.y,
    )
