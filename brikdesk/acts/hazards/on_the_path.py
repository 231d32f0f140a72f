"""Where on the way of a unit a Concealed Hazard goes off, as far as the map knows it (F.1-63)."""

from sqlmodel import Session

from brikdesk.acts.fields.presence import area_for
from brikdesk.ground.shapes import Point
from brikdesk.store.tables import Field, Unit
from brikdesk.store.views.trails import trails_now


def spot_on_the_way(
    session: Session, unit: Unit, field: Field, inches: float, after: float
) -> Point | None:
    """Return the point of a unit's way in this turn where it has gone `after` inches in a Field.

    `inches` are those of the path that is rolled for, the newest part of its way within the Field:
    what lies before was rolled for already. None where the map knows no such way.
    """
    trail = next((way for way in trails_now(session) if way.unit_id == unit.id), None)
    area = area_for(field, unit)
    if trail is None or area is None:
        return None
    from brikdesk.ground.paths import spot_along, walk  # GEOS, when somebody moves on the map

    within = walk(trail.points, areas={"field": area}).through
    if not within:
        return None
    (passage,) = within
    return spot_along(trail.points, passage.along(max(0.0, passage.inches - inches) + after))
