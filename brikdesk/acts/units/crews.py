"""Crews: who sits at the controls of a unit goes with it, and gets off when one of the two is gone."""

from collections.abc import Sequence
from math import dist

from sqlmodel import Session

from brikdesk.ground.round import edge_to_edge
from brikdesk.ground.shapes import Point
from brikdesk.rules.nearly import NEARLY
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import ControlPoint, Fate, SfCrew, SfWeapon, Unit, Weapon
from brikdesk.text import opening, said_of

AT_THE_CONTROLS = 0.05
"""Inches between two edges that still count as touching: positions are set by hand."""

AN_ARM = 1.0
"""Inches from its edge at which somebody whose place was not known before may be at its controls."""


def leave_seat(
    session: Session,
    unit: Unit,
    points: Sequence[ControlPoint],
    *,
    was: Point | None = None,
    by_map: bool = False,
) -> list[Line]:
    """Take a unit off the controls that it mans; return lines for those that it walks away from.

    With `by_map` it leaves only what the map shows it to have walked away from: whoever operates a
    weapon is at its controls (8.5-10).
    """
    lines = []
    for point in points:
        weapon = session.get_one(Weapon, point.weapon_id)
        creation = session.get_one(Unit, weapon.unit_id)
        if by_map and not _walked_off(unit, creation, was):
            continue
        point.occupant_id = None
        session.add(point)
        if by_map:
            lines.append(
                line(
                    Kind.UNIT, f"{unit.name} leaves the controls of {creation.name}.",
                    f"{weapon.name}: {point.place}.",
                    rule="8.5-10", player_id=unit.player_id, unit_id=unit.id,
                )
            )  # fmt: skip
    return lines


def _walked_off(unit: Unit, creation: Unit, was: Point | None) -> bool:
    """Return whether a unit is away from a creation, and farther than it was before it moved."""
    away = edge_to_edge(unit, creation)
    if unit.id == creation.id or away is None or away <= AT_THE_CONTROLS:
        return False
    if was is None or creation.x is None or creation.y is None:
        return away > AN_ARM
    before = dist(was, (creation.x, creation.y)) - (unit.size + creation.size) / 2
    return away > before + NEARLY


def crew_of(session: Session, points: Sequence[ControlPoint]) -> list[Unit]:
    """Return the units at these controls, each once, that are in the game."""
    ids = dict.fromkeys(point.occupant_id for point in points if point.occupant_id)
    units = [session.get_one(Unit, key) for key in ids]
    return [unit for unit in units if unit.fate is Fate.ALIVE and unit.on_table]


def crew_gets_off(session: Session, creation: Unit, points: Sequence[ControlPoint]) -> list[Line]:
    """Let the crew of a creation that is gone stand where it stood, at no controls."""
    crew = [unit for unit in crew_of(session, points) if unit.id != creation.id]
    for point in points:
        point.occupant_id = None
        session.add(point)
    for unit in crew:
        if unit.x is None and creation.x is not None:
            unit.x, unit.y = creation.x, creation.y
            session.add(unit)
    return [
        line(
            Kind.UNIT, f"{unit.name} is off the controls of {creation.name}.",
            "Where it stood." if creation.x is not None else "",
            rule="8.5-03", player_id=unit.player_id, unit_id=unit.id,
        )
        for unit in crew
    ]  # fmt: skip


def crew_loses_member(session: Session, unit: Unit, rows: Sequence[SfCrew]) -> list[Line]:
    """Take a unit out of the Sci-fi crews that it serves in; tell weapons without a gunner (12-74)."""
    lines = []
    for row in (each for each in rows if each.alive):
        row.alive = False
        session.add(row)
        weapon = session.get_one(SfWeapon, row.sf_weapon_id)
        if row.role is CrewRole.GUNNER and not weapon.destroyed and weapon.unit_id != unit.id:
            owner = session.get_one(Unit, weapon.unit_id)
            lines.append(
                line(
                    Kind.UNIT, f"{opening(said_of(weapon.name, 'has'))} no gunner.",
                    "It can be manned again.",
                    rule="12-74", player_id=owner.player_id, unit_id=owner.id,
                )
            )  # fmt: skip
    return lines
