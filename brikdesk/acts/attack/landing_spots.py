"""Missed Shots of an attack: the points where they land, and what may not be struck there."""

import math
from typing import TYPE_CHECKING

from sqlmodel import Session

from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.attack.targets import Target, struck_by_miss
from brikdesk.acts.explosives.flights import position_of
from brikdesk.acts.explosives.placed import lies_at
from brikdesk.acts.heed import heed
from brikdesk.acts.places import point_said
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.attacks.missed_shots import lies_there, may_land
from brikdesk.rules.brikwars.explosives.duds import may_strike
from brikdesk.store.sides import allies_of

if TYPE_CHECKING:
    from brikdesk.acts.attack.course import Course


def centre_of(course: "Course", shot: Shot) -> tuple[float | None, float | None]:
    """Return the point at which a shot explodes, or would if it hits; (None, None) if not known."""
    if shot.hit is False:
        return point_said(course.decide.spot_said(shot)) or (None, None)
    return _stands_at(course.session, shot.target) or (None, None)


def check_misses(course: "Course") -> None:
    """Refuse a spot outside the circle of a miss (5.3-08, 8.4-20), and a victim not to be struck."""
    for shot in course.shots:
        middle = _stands_at(course.session, shot.target)
        spot = point_said(course.decide.spot_said(shot))
        if shot.hit or middle is None or spot is None:
            continue
        unit = shot.target.unit
        away = max(0.0, math.dist(middle, spot) - (unit.size / 2 if unit else 0.0))
        no = may_land(away, shot.missed_by, explosive=shot.explosive)
        heed(course.act, no, course.session, shot.target.name)
    _check_strays(course)


def _check_strays(course: "Course") -> None:
    """Refuse a Missed Shot that strikes a target it may not strike (5.3-12), or cannot (5.3-08)."""
    session, attacker = course.session, course.armed[0].player_id or 0
    missed = {shot.key: shot for shot in course.shots if shot.hit is False}
    for stray in (each for each in course.act.strays if each.shot in missed):
        target = struck_by_miss(session, stray)
        _check_near(course, missed[stray.shot], target)
        chooser = course.decide.who_lands(missed[stray.shot]) or attacker
        sides = {*allies_of(session, attacker), *allies_of(session, chooser)}
        no = may_strike(target.owner, chooser, attacker, sides)
        heed(course.act, no, session, target.name)


def _check_near(course: "Course", shot: Shot, struck: Target) -> None:
    """Refuse what lies farther from the target, or from the spot that was named, than it may.

    Asked where the map knows both places: the spot lies within the inches by which it missed, and
    what is struck lies there.
    """
    session = course.session
    middle, there = _stands_at(session, shot.target), _stands_at(session, struck)
    if there is None:
        return
    wide = struck.unit.size / 2 if struck.unit else 0.0
    if middle is not None:
        unit = shot.target.unit
        away = math.dist(middle, there) - wide - (unit.size / 2 if unit else 0.0)
        heed(course.act, may_land(max(0.0, away), shot.missed_by), session, struck.name)
    if (spot := point_said(course.decide.spot_said(shot))) is not None:
        no = lies_there(max(0.0, math.dist(spot, there) - wide))
        heed(course.act, no, session, struck.name)


def _stands_at(session: Session, target: Target) -> Point | None:
    """Return where a target is now, else the place that was aimed at."""
    if target.unit is not None:
        x, y = target.unit.x, target.unit.y
    elif target.explosive is not None:
        x, y = lies_at(session, target.explosive)
    elif target.flight is not None:
        x, y = position_of(target.flight)
    else:
        x, y = target.aim.x, target.aim.y
    return None if x is None or y is None else (x, y)
