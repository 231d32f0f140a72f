"""A unit leaves the table or comes back: what goes with it."""

from collections.abc import Sequence

from sqlmodel import Session, SQLModel, col, or_, select

from brikdesk.acts.fields.fields import end_shields
from brikdesk.acts.reckoning import sum_of, value_before
from brikdesk.acts.units.engaging import leave_combat
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.units.responding import AT_ONCE
from brikdesk.store.lines import Kind, Line, Sum, line
from brikdesk.store.tables import (
    ControlPoint,
    Encounter,
    Fate,
    Fire,
    Homing,
    Inside,
    Maneuver,
    Mark,
    Parting,
    Run,
    State,
    Unit,
    Weapon,
)
from brikdesk.text import said_of
from brikdesk.turns.sequence import present_turn


def take_away(session: Session, unit: Unit, fate: Fate) -> list[Line]:
    """Take a unit off the table for good; return the lines of all that ends with it.

    A Scout's own Marks stay until they end by themselves (QF-50).
    """
    gone = No("8.5-17", f"{unit.name} is gone")
    lines = leave_combat(session, unit)
    lines += lose_homing(session, unit, of_weapons=gone, at_target=gone)
    leave_controls(session, unit)
    turn = present_turn(session)
    unit.fate = fate
    unit.lost_turn_id = turn.id if turn else None
    unit.x = unit.y = None
    session.add(unit)
    _delete_states(session, unit)
    return [*lines, *end_shields(session, carrier_id=unit.id)]


def _delete_states(session: Session, unit: Unit) -> None:
    fires = session.exec(select(Fire).where(Fire.unit_id == unit.id)).all()
    burning = col(Inside.fire_id).in_([fire.id for fire in fires])
    inside = select(Inside).where(or_(Inside.unit_id == unit.id, burning))
    rows: Sequence[SQLModel] = [
        *session.exec(inside),
        *session.exec(select(Encounter).where(Encounter.unit_id == unit.id)),
        *session.exec(select(Run).where(Run.unit_id == unit.id)),
        # Who acted at once with another one acts even if it is lost (4.3-11).
        *session.exec(
            select(Maneuver).where(Maneuver.unit_id == unit.id, Maneuver.kind != AT_ONCE)
        ),
        *session.exec(
            select(Parting).where(or_(Parting.unit_id == unit.id, Parting.foe_id == unit.id))
        ),
        *session.exec(select(State).where(State.unit_id == unit.id)),
        *session.exec(select(Mark).where(Mark.target_id == unit.id)),
    ]
    for row in rows:
        session.delete(row)
    # Rows that name a fire go before it: without relationships between the tables SQLAlchemy does
    # not know this order, and SQLite refuses the other one.
    session.flush()
    for fire in fires:
        session.delete(fire)


def leave_controls(session: Session, unit: Unit) -> None:
    """Take a unit off all controls that it mans."""
    manned = select(ControlPoint).where(ControlPoint.occupant_id == unit.id)
    for point in session.exec(manned):
        point.occupant_id = None
        session.add(point)


def lose_homing(
    session: Session, unit: Unit, *, of_weapons: No | None = None, at_target: No | None = None
) -> list[Line]:
    """End the homing of a unit's weapons, or homing at the unit, each if there is a reason.

    `of_weapons` is the reason for the first, `at_target` for the second; None: it goes on.
    """
    lines = []
    for homing in session.exec(select(Homing).order_by(col(Homing.id))).all():
        weapon = session.get_one(Weapon, homing.weapon_id)
        why = of_weapons if weapon.unit_id == unit.id else None
        why = why or (at_target if homing.target_id == unit.id else None)
        if why:
            lines.append(end_homing(session, homing, why))
    return lines


def end_homing(session: Session, homing: Homing, why: No) -> Line:
    """Delete one homing bonus; return its line."""
    weapon = session.get_one(Weapon, homing.weapon_id)
    gun = session.get_one(Unit, weapon.unit_id)
    sums = (homing_sum(session, homing),)
    session.delete(homing)
    return line(
        Kind.HOMING,
        f"{said_of(gun.name, 'loses')} +{homing.bonus} on {homing.target}.",
        f"{why.why[:1].upper()}{why.why[1:]}.",
        rule=why.rule,
        player_id=homing.player_id,
        unit_id=gun.id,
        sums=sums,
    )


def homing_sum(session: Session, homing: Homing) -> Sum:
    """Return the sum of a homing bonus, with the attack that built it up last (8.5-16)."""
    built = value_before(session, homing, "bonus", "Built up by Gunnery Support", "8.5-16")
    return sum_of("Homing bonus", homing.bonus, built)
