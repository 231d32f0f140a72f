"""Where an Angry Inch may lead: to a spot from which the unit still reaches an opponent (5.2-11)."""

from collections.abc import Sequence

from sqlmodel import Session, select

from brikdesk.acts.units.engaging import foes_of
from brikdesk.ground.round import edge_to_edge, point_to_edge
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.states import attacked_by_default, keeps_in_reach
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.tables import Unit, Weapon


def check_in_reach(act: Act, session: Session, unit: Unit, x: float, y: float) -> None:
    """Refuse a place out of reach of all opponents; where one of them stands must be known (5.2-11)."""
    gaps = [point_to_edge(x, y, foe) for foe in foes_of(session, unit)]
    known = [max(0.0, gap - unit.size / 2) for gap in gaps if gap is not None]
    why = f"{unit.name} reaches none of its opponents from there."
    away = bool(known) and not keeps_in_reach(min(known), arms_of(session, unit))
    act.refuse_if(away, "5.2-11", why, session)


def strikes_at(session: Session, unit: Unit) -> float:
    """Return the inches from its edge in which a unit attacks by default (4.1-07, A4-06)."""
    inch = house_of(session, BrikWarsHouse).bw_auto_attack_uses_angry_inch
    return attacked_by_default(arms_of(session, unit), bw_auto_attack_uses_angry_inch=inch)


def arms_of(session: Session, unit: Unit) -> Sequence[float]:
    """Return the Sizes of the weapons that a unit holds, by which it reaches (5.2-11)."""
    held = select(Weapon.size).where(Weapon.unit_id == unit.id, Weapon.lying == "")
    return session.exec(held).all()


def out_of_reach(session: Session, one: Unit, other: Unit) -> bool:
    """Return whether neither of two units reaches the other, as far as the map knows (5.2-36)."""
    gap = edge_to_edge(one, other)
    if gap is None:
        return False
    return not any(keeps_in_reach(gap, arms_of(session, each)) for each in (one, other))
