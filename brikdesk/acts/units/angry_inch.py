"""Who reaches whom in Close Combat: where an Angry Inch may lead (5.2-11), and who is parted (5.2-07)."""

from sqlmodel import Session

from brikdesk.acts.units.engaging import end_engagements, foes_of
from brikdesk.ground.round import edge_to_edge, point_to_edge
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.states import attacked_by_default, keeps_in_reach
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import Unit
from brikdesk.turns.brikwars.close_combat import arms_of


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


def out_of_reach(session: Session, one: Unit, other: Unit) -> bool:
    """Return whether neither of two units reaches the other, as far as the map knows (5.2-36)."""
    gap = edge_to_edge(one, other)
    if gap is None:
        return False
    return not any(keeps_in_reach(gap, arms_of(session, each)) for each in (one, other))


def parted_by_the_map(session: Session, unit: Unit, step: str = "") -> list[Line]:
    """End its engagements with all who neither reach it nor are reached by it, by the map (5.2-07).

    It may have moved, or hold nothing any more with which it reached so far.
    """
    gone = [foe for foe in foes_of(session, unit) if out_of_reach(session, unit, foe)]
    if not gone:
        return []
    end_engagements(session, unit, [foe.id or 0 for foe in gone])
    stays = [foe.name for foe in foes_of(session, unit)]
    more = f" It stays engaged with {', '.join(stays)}." if stays else ""
    names = ", ".join(foe.name for foe in gone)
    lead = f"{unit.name} and {names} are no longer engaged."
    whose = "his reach" if len(gone) == 1 else "their reach"
    words = line(
        Kind.STATE, lead, f"It is out of {whose}.{more}",
        rule="5.2-07", player_id=unit.player_id, unit_id=unit.id, step=step,
    )  # fmt: skip
    return [words]
