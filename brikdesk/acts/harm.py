"""What harm does to the rows of a unit: death, limbs, Grinding Damage, Size Damage."""

from sqlmodel import Session, col, or_, select

from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import (
    ControlPoint,
    Fate,
    Fire,
    Inside,
    Mark,
    State,
    Unit,
)
from brikdesk.turns.sequence import stamp_now


def lose_unit(
    session: Session, unit: Unit, why: str, rule: str, fate: Fate = Fate.DEAD, step: str = ""
) -> Line:
    """Take a unit off the table: its fire, states, Marks and places at controls end with it."""
    unit.fate = fate
    unit.lost_turn_id = stamp_now(session)
    session.add(unit)
    for row in _rows_of(session, unit):
        session.delete(row)
    controls = select(ControlPoint).where(ControlPoint.occupant_id == unit.id)
    for point in session.exec(controls):
        point.occupant_id = None
        session.add(point)
    dead = "dies" if unit.kind.name in ("MINIFIG", "HERO", "HORSE", "CREATURE") else "is destroyed"
    return line(
        Kind.LOST,
        f"{unit.name} {dead}.",
        why,
        rule=rule,
        player_id=unit.player_id,
        unit_id=unit.id,
        step=step,
    )


def _rows_of(session: Session, unit: Unit) -> list[Fire | State | Inside | Mark]:
    fires = list(session.exec(select(Fire).where(Fire.unit_id == unit.id)))
    burning = [fire.id for fire in fires]
    inside = select(Inside).where(or_(Inside.unit_id == unit.id, col(Inside.fire_id).in_(burning)))
    return [
        *session.exec(inside),
        *fires,
        *session.exec(select(State).where(State.unit_id == unit.id)),
        *session.exec(select(Mark).where(Mark.target_id == unit.id)),
    ]


def lose_limb(session: Session, unit: Unit, limb: str) -> None:
    """Make one limb useless, as if Amputated (8.3-34)."""
    unit.limbs_lost = [*unit.limbs_lost, limb]
    unit.grinding += 1
    session.add(unit)


def limb_name(limb: str) -> str:
    """Give a limb as people say it: right arm."""
    return limb.replace("_", " ")
