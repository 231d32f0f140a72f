"""What a unit leaves behind when it moves or is gone: the controls that it mans, homing."""

from sqlmodel import Session, col, select

from brikdesk.acts.reckoning import sum_of, value_before
from brikdesk.rules.brikwars.no import No
from brikdesk.store.lines import Kind, Line, Sum, line
from brikdesk.store.tables import ControlPoint, Homing, Unit, Weapon
from brikdesk.text import said_of


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
