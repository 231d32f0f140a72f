"""What an attack is aimed at: units, Explosives, projectiles, places, and their measures."""

import math
from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.attack.aim import Aim, Stray
from brikdesk.acts.attack.preview import unit_key
from brikdesk.acts.rows import existing_row
from brikdesk.acts.unit_now import MINIFIGS, in_play
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.states import is_easy_object
from brikdesk.store.house import house_of
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Mind,
    Projectile,
    Round,
    Unit,
    UnitKind,
)
from brikdesk.store.views.battlefield import flight_spot
from brikdesk.text import said_of

FARTHEST = 10_000.0
"""Inches of one measurement; more is a slip of the finger."""

MOST_SPANS = 30
"""Points of an arc that one target can span."""

MOST_TARGETS = 60
"""Targets of one arc."""


class Target(Struct, frozen=True):
    """What one aim of an attack points at; exactly one row, or a place.

    `rounds` lie in a rack: they are not aimed at, but an explosion may catch them (8.4-50).
    `spot` is where the map has it: the middle of a unit, a projectile as far as it has flown.
    """

    number: int
    aim: Aim
    name: str
    unit: Unit | None = None
    explosive: Explosive | None = None
    flight: Projectile | None = None
    rounds: Round | None = None
    spot: Point | None = None

    @property
    def owner(self) -> int | None:
        """The player it belongs to."""
        row = self.unit or self.explosive or self.flight
        return row.player_id if row else None

    @property
    def key(self) -> str:
        """The same for everything that is the same target."""
        if self.unit:
            return unit_key(self.unit.id or 0)
        if self.explosive:
            return f"explosive-{self.explosive.id}"
        if self.rounds:
            return f"rounds-{self.rounds.id}"
        return f"flight-{self.flight.id}" if self.flight else f"place-{self.name.casefold()}"

    @property
    def minifig(self) -> bool:
        """Whether it is seen by sections, not by inches (5.1-32)."""
        return self.unit is not None and self.unit.kind in MINIFIGS

    @property
    def inches(self) -> float:
        """The part of it that can be hit: as measured, else its Size."""
        whole = float(self.unit.size) if self.unit else 0.0
        return whole if self.aim.inches is None else self.aim.inches


def targets_of(session: Session, aims: Sequence[Aim]) -> tuple[Target, ...]:
    """Return the targets; BadInput where there is none, or one that cannot be aimed at."""
    if not aims:
        raise BadInput("Say what is attacked.", "aims")
    if len(aims) > MOST_TARGETS:
        raise BadInput(f"At most {MOST_TARGETS} targets in one attack.", "aims")
    return tuple(_target(session, number, aim) for number, aim in enumerate(aims))


def _target(session: Session, number: int, aim: Aim) -> Target:
    _check_measures(aim)
    named = (aim.unit_id, aim.explosive_id, aim.projectile_id, aim.place.strip() or None)
    if sum(each is not None for each in named) != 1:
        raise BadInput("Aim at one unit, Explosive, projectile or place.", "aims")
    if aim.unit_id is not None:
        unit = in_play(existing_row(session, Unit, aim.unit_id))
        return Target(number, aim, _part(unit.name, aim), unit=unit, spot=_spot(unit))
    if aim.explosive_id is not None:
        explosive = existing_row(session, Explosive, aim.explosive_id)
        if explosive.state is ExplosiveState.SPENT:
            raise BadInput(f"{said_of(explosive.name, 'has')} gone off already.", "aims")
        carrier = session.get(Unit, explosive.carrier_id) if explosive.carrier_id else None
        return Target(
            number, aim, explosive.name, explosive=explosive, spot=_spot(carrier or explosive)
        )
    if aim.projectile_id is not None:
        flight = existing_row(session, Projectile, aim.projectile_id)
        return Target(number, aim, flight.name, flight=flight, spot=flight_spot(flight))
    return Target(number, aim, text.name(aim.place, "place"), spot=_spot(aim))


def _spot(placed: Unit | Explosive | Aim) -> Point | None:
    return None if placed.x is None or placed.y is None else (placed.x, placed.y)


def _part(name: str, aim: Aim) -> str:
    part = text.name(aim.part_name, "part_name") if aim.part_name.strip() else ""
    return f"{part} of {name}" if part else name


def _check_measures(aim: Aim) -> None:
    for name, inches in (("distance", aim.distance), ("inches", aim.inches), ("free", aim.free)):
        check_inches(name, inches)
    if not abs(aim.above or 0.0) <= FARTHEST:
        raise BadInput(f'A height is up to {FARTHEST:,.0f}".', "above")
    check_sections(aim.sections)
    if not 0 <= aim.spans <= MOST_SPANS:
        raise BadInput(f"A target spans 0 to {MOST_SPANS} points of an arc.", "spans")


def check_inches(name: str, inches: float | None) -> None:
    """Raise BadInput for what is no measurement."""
    if inches is not None and not (math.isfinite(inches) and 0 <= inches <= FARTHEST):
        raise BadInput(f'A measurement is 0" to {FARTHEST:,.0f}".', name)


def check_sections(sections: int | None) -> None:
    """Raise BadInput for a number of sections that no minifig shows."""
    if sections not in (None, 1, 2, 3):
        raise BadInput("A minifig shows 1, 2 or 3 sections.", "sections")


def easy_object(session: Session, target: Target) -> bool:
    """Return True for a tree, rope or door where objects are easy targets (A4-17)."""
    unit = target.unit
    lifeless = unit.mind is Mind.NONE if unit else target.flight is None
    easy = house_of(session, BrikWarsHouse).bw_inanimate_objects_easy
    return is_easy_object(inanimate=lifeless, bw_inanimate_objects_easy=easy)


def is_structure(unit: Unit) -> bool:
    """Return whether a unit is fixed in its place."""
    return unit.kind is UnitKind.STRUCTURE


def struck_by_miss(session: Session, stray: Stray) -> Target:
    """Return what a Missed Shot strikes, as a target."""
    aim = Aim(unit_id=stray.unit_id, explosive_id=stray.explosive_id, distance=stray.distance)
    return targets_of(session, (aim,))[0]
