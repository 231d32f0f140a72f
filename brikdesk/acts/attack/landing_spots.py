"""Missed Shots of an attack: the points where they land, and what may not be struck there."""

import math
from typing import TYPE_CHECKING

from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.attack.targets import struck_by_miss
from brikdesk.acts.heed import heed
from brikdesk.acts.places import point_said
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.attacks.missed_shots import may_land
from brikdesk.rules.brikwars.explosives.duds import may_strike
from brikdesk.store.sides import allies_of

if TYPE_CHECKING:
    from brikdesk.acts.attack.course import Course


def centre_of(course: "Course", shot: Shot) -> tuple[float | None, float | None]:
    """Return the point at which a shot explodes, or would if it hits; (None, None) if not known."""
    if shot.hit is False:
        return point_said(course.decide.spot_said(shot)) or (None, None)
    return _stands_at(shot) or (None, None)


def check_misses(course: "Course") -> None:
    """Refuse a spot outside the circle of a miss (5.3-08, 8.4-20), and a victim not to be struck."""
    for shot in course.shots:
        middle, spot = _stands_at(shot), point_said(course.decide.spot_said(shot))
        if shot.hit or middle is None or spot is None:
            continue
        unit = shot.target.unit
        away = max(0.0, math.dist(middle, spot) - (unit.size / 2 if unit else 0.0))
        no = may_land(away, shot.missed_by, explosive=shot.explosive)
        heed(course.act, no, course.session, shot.target.name)
    _check_strays(course)


def _check_strays(course: "Course") -> None:
    """Refuse a Missed Shot that strikes a target it may not strike (5.3-12)."""
    session, attacker = course.session, course.armed[0].player_id or 0
    missed = {shot.key: shot for shot in course.shots if shot.hit is False}
    for stray in (each for each in course.act.strays if each.shot in missed):
        target = struck_by_miss(session, stray)
        chooser = course.decide.who_lands(missed[stray.shot]) or attacker
        sides = {*allies_of(session, attacker), *allies_of(session, chooser)}
        no = may_strike(target.owner, chooser, attacker, sides)
        heed(course.act, no, session, target.name)


def _stands_at(shot: Shot) -> Point | None:
    """Return where the target is: its row, else the place that was aimed at."""
    target = shot.target
    row = target.explosive or target.flight or target.unit
    x, y = (row.x, row.y) if row is not None else (target.aim.x, target.aim.y)
    return None if x is None or y is None else (x, y)
