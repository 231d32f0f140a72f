"""The straight line of a Sprint: what a unit has gone, and whether it keeps to it (4.1-34)."""

from collections.abc import Sequence
from itertools import pairwise

from sqlmodel import Session

from brikdesk.acts.unit_now import move_used
from brikdesk.ground.shapes import Point, bearing
from brikdesk.rules.brikwars.units.sprinting import keeps_straight
from brikdesk.store.act import Act
from brikdesk.store.tables import Unit
from brikdesk.store.unit_move import sprints_in
from brikdesk.store.views.trails import trails
from brikdesk.turns.sequence import turn_now


def travelled(session: Session, unit: Unit) -> tuple[float, ...]:
    """Return the headings of what a unit has gone in the running turn, as far as the map knows."""
    if not move_used(session, unit):
        return ()
    ways = trails(session, turn_now(session).id or 0)
    return headings(next((way.points for way in ways if way.unit_id == unit.id), ()))


def headings(points: Sequence[Point]) -> tuple[float, ...]:
    """Return the heading of each part of a way in degrees; a part of no length has none."""
    return tuple(bearing(here, there) for here, there in pairwise(points) if here != there)


def keep_line(act: Act, session: Session, unit: Unit, way: Sequence[Point], *, bent: bool) -> str:
    """Refuse a way that bends a Sprint, and note its heading (4.1-34).

    `bent`: by what was typed about it, the way is not straight from its start.
    Return a sentence for the log of a Sprint whose way the map does not know, else "".
    """
    sprints = [row for row in sprints_in(session, turn_now(session).id) if row.unit_id == unit.id]
    if not sprints:
        return ""
    if not way and not bent:
        return "All of it in one straight line, 4.1-34."
    run = sprints[-1]
    gone = headings(way)
    known = () if run.heading is None else (run.heading,)
    stairs = " Stairs in that line are no bend: say that it was slowed." if bent else ""
    why = f"{unit.name} Sprints: its whole way in this turn is one straight line.{stairs}"
    straight = keeps_straight((*known, *gone)) and not bent
    act.refuse_if(not straight, "4.1-34", why, session)
    if gone and run.heading is None:
        run.heading = gone[0]
        session.add(run)
    return ""
