"""What the map fills in of an aim besides its distance: height, and what is in view (5.1-29, 5.1-33)."""

from dataclasses import replace
from typing import Any

from sqlmodel import Session

from brikdesk.acts.attack.aim import Aim, Measure, TargetPart
from brikdesk.acts.unit_now import MINIFIGS
from brikdesk.ground.shapes import NEARLY
from brikdesk.store.tables import Unit
from brikdesk.store.views import view
from brikdesk.store.views.footprints import TABLES
from brikdesk.store.views.sight import Seen, sight_to

ALL_SECTIONS = 3


@view(*TABLES)
def measured_aim(session: Session, aim: Aim, unit_id: int) -> Aim:
    """Return an aim with what the map knows of it, as proposals.

    `unit_id` is the unit that bears the weapon. Terrain and Smoke hide what is behind them; whether
    another unit does, only the players see. Nothing is filled in where the referee has said
    something, where the target is a place, and where one of both has no place.
    """
    seen = None if aim.unit_id is None else sight_to(session, unit_id, aim.unit_id, past_units=True)
    if seen is None or aim.unit_id is None:
        return aim
    found: dict[Measure, Any] = {}
    if aim.above is None and abs(seen.above) > NEARLY:
        found[Measure.ABOVE] = round(seen.above, 2)
    judged = (aim.sections, aim.inches, aim.blind) != (None, None, None)
    if not judged and aim.part is TargetPart.WHOLE:
        found |= _in_view(seen, session.get_one(Unit, aim.unit_id))
    values = {name.value: value for name, value in found.items()}
    return replace(aim, **values, measured=tuple(found)) if found else aim


def unmeasured(aim: Aim) -> Aim:
    """Return an aim without what the map gave, so that it is measured anew."""
    nothing: dict[str, Any] = {name.value: None for name in aim.measured}
    return replace(aim, **nothing, measured=())


def _in_view(seen: Seen, unit: Unit) -> dict[Measure, Any]:
    """Return what of a target is in view where that is not all of it."""
    if seen.free <= 0:
        return {Measure.BLIND: True}
    if unit.kind in MINIFIGS:
        count = seen.sections.count
        return {Measure.SECTIONS: count} if count < ALL_SECTIONS else {}
    part = round(seen.part, 1)
    return {Measure.INCHES: part} if part < unit.size else {}
