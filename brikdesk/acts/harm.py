"""What harm does to the rows of a unit: death, limbs, Grinding Damage, Size Damage."""

from sqlmodel import Session, col, or_, select

from brikdesk.acts.fires import largest
from brikdesk.acts.unit_leaving import leave_controls, lose_homing
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.structure import destroyed, effective_size, grinding_size_damage
from brikdesk.store.house import house_rules
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import (
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
) -> list[Line]:
    """Take a unit off the table: its fire, states, Marks, homing and places at controls end too.

    A dead Scout's own Marks stay until they end by themselves (QF-50).
    """
    unit.fate = fate
    unit.lost_turn_id = stamp_now(session)
    unit.x = unit.y = None
    session.add(unit)
    for row in _rows_of(session, unit):
        session.delete(row)
    leave_controls(session, unit)
    gone = No("8.5-17", f"{unit.name} is gone")
    dead = "dies" if unit.kind.name in ("MINIFIG", "HERO", "HORSE", "CREATURE") else "is destroyed"
    lost = line(
        Kind.LOST,
        f"{unit.name} {dead}.",
        why,
        rule=rule,
        player_id=unit.player_id,
        unit_id=unit.id,
        step=step,
    )
    return [lost, *lose_homing(session, unit, of_weapons=gone, at_target=gone)]


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


def take_size_damage(
    session: Session, unit: Unit, inches: int, why: str, rule: str, step: str = ""
) -> list[Line]:
    """Take inches off a unit's Effective Size; with none left it is destroyed (OF-49, OF-52)."""
    unit.size_damage += inches
    session.add(unit)
    if destroyed(unit.size, unit.size_damage):
        return lose_unit(session, unit, why, "OF-52", step=step)
    left = effective_size(unit.size, unit.size_damage)
    wild = select(Fire).where(Fire.unit_id == unit.id, Fire.permanent_dice == 0)
    for fire in session.exec(wild):
        fire.size = min(fire.size, largest(session, unit))
        session.add(fire)
    words = f'{why} Effective Size {left}".'.strip()
    return [
        line(
            Kind.LOST, f'{unit.name}: {inches}" of Size Damage.', words,
            rule=rule, player_id=unit.player_id, unit_id=unit.id, step=step,
        )
    ]  # fmt: skip


def grind(session: Session, unit: Unit, points: int, step: str = "") -> list[Line]:
    """Add points of Grinding Damage to a creation, and the Size Damage they may amount to (OF-60)."""
    rules = house_rules(session)
    effect, per_inch = rules["bw_grinding_effect"], int(rules["bw_grinding_points_per_inch"])
    before, unit.grinding = unit.grinding, unit.grinding + points
    session.add(unit)
    inches = grinding_size_damage(
        unit.grinding, effect=effect, points_per_inch=per_inch
    ) - grinding_size_damage(before, effect=effect, points_per_inch=per_inch)
    why = f"{unit.grinding} points of Grinding Damage."
    return take_size_damage(session, unit, inches, why, "OF-60", step) if inches else []
