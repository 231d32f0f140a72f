"""Variants of an attack that the same units could make, to compare their odds."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlmodel import Session, select

from brikdesk.acts.attack.aim import Mode, Strike, TargetPart
from brikdesk.acts.attack.arms import distance_to
from brikdesk.acts.attack.asked import asked_of
from brikdesk.acts.attack.course import Course
from brikdesk.acts.attack.shots import SPENT, Shot
from brikdesk.acts.guns.gun_words import stands_elsewhere
from brikdesk.acts.guns.gunnery import GUNNERY
from brikdesk.acts.unit_now import MINIFIGS, actions_left_now
from brikdesk.acts.units.momentum import run_now
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.odds.attacks import AttackAsked
from brikdesk.rules.brikwars.weapons.gunnery import max_supporters
from brikdesk.store.tables import Fate, Unit

if TYPE_CHECKING:
    from brikdesk.acts.attack.attack import Attack

CLOSER = 2.0
"""Inches that are offered as a step nearer."""


def alternatives_of(act: "Attack", session: Session) -> tuple[tuple[str, AttackAsked], ...]:
    """Return attacks that differ in one thing, in words, as their odds see them.

    One more Gunner in support, 2" closer, a larger part of the target, more of it in sight, fewer
    shots or points, the MOM of a Charge. Only what is possible is listed. Raise BadInput if the attack
    itself makes no sense.
    """
    # Without faces and choices: odds are those before any die is rolled.
    bare = replace(act, faces=(), choices={})
    course = Course(bare, session)
    if course.flies:
        return ()
    made: list[tuple[str, AttackAsked]] = []
    for words, other in _others(bare, course, session):
        try:
            asked = asked_of(Course(other, session))
        except BadInput:
            continue
        if asked is not None:
            made.append((words, asked))
    return tuple(made)


def _others(act: "Attack", course: Course, session: Session) -> Iterator[tuple[str, "Attack"]]:
    shot = course.shots[0]
    strike, aim = act.strikes[0], act.aims[0]
    rest = act.strikes[1:]
    if (gunner := _free_gunner(shot, session)) is not None:
        more = replace(strike, supporters=(*strike.supporters, gunner.id or 0))
        yield f"+1 Support of {gunner.name}", replace(act, strikes=(more, *rest))
    if shot.over:
        # By the map or as typed: the same number as the attack itself counts with.
        away = [distance_to(course.armed[0], target) for target in course.targets]
        near = zip(act.aims, away, strict=True)
        aims = tuple(replace(each, distance=max(0.0, gap - CLOSER)) for each, gap in near)
        typed = tuple(_nearer(each) for each in act.strikes)
        yield f"{in_inches(CLOSER)} closer", replace(act, aims=aims, strikes=typed)
    if aim.part is not TargetPart.WHOLE:
        larger = TargetPart.SMALL if aim.part is TargetPart.TINY else TargetPart.WHOLE
        words = "aim at a larger part" if larger else "aim at the whole target"
        yield words, replace(act, aims=(replace(aim, part=larger), *act.aims[1:]))
    if shot.target.minifig and aim.sections is not None and aim.sections < len((1, 2, 3)):
        seen = replace(aim, sections=aim.sections + 1)
        yield "one more section in sight", replace(act, aims=(seen, *act.aims[1:]))
    if strike.mode in (Mode.BURST, Mode.ARC) and strike.count > 2:
        fewer = replace(strike, count=strike.count - 1)
        what = "shot" if strike.mode is Mode.BURST else "point"
        yield f"one {what} fewer", replace(act, strikes=(fewer, *rest))
    if strike.mode is Mode.BURST and strike.count == 2:
        single = replace(strike, mode=Mode.SINGLE, count=1)
        yield "a single shot", replace(act, strikes=(single, *rest))
    if (
        strike.mode is Mode.THROW
        and shot.over
        and not strike.momentum
        and run_now(session, shot.armed.by).mom
    ):
        yield "with its MOM", replace(act, strikes=(replace(strike, momentum=True), *rest))
    if act.charge:
        yield "with its MOM", replace(act, choices={"mom-0": SPENT})
    if aim.blind and not act.changes:
        sight = replace(aim, blind=False)
        yield "in sight", replace(act, aims=(sight, *act.aims[1:]))


def _nearer(strike: Strike) -> Strike:
    """Return a weapon 2" nearer, where its own distance was typed."""
    if strike.distance is None:
        return strike
    return replace(strike, distance=max(0.0, strike.distance - CLOSER))


def _free_gunner(shot: Shot, session: Session) -> Unit | None:
    """Return a Gunner who could support this weapon too (8.5-12 to 8.5-14)."""
    armed = shot.armed
    weapon = armed.weapon
    busy = {armed.by.id, *armed.strike.supporters}
    if weapon is None or not weapon.mounted or not armed.ranged:
        return None
    if len(armed.strike.supporters) >= max_supporters(int(weapon.size)):
        return None
    own = select(Unit).where(Unit.player_id == armed.player_id, Unit.fate == Fate.ALIVE)
    for unit in session.exec(own):
        able = unit.kind in MINIFIGS and GUNNERY in unit.specialties and unit.id not in busy
        if able and actions_left_now(session, unit) and not stands_elsewhere(session, weapon, unit):
            return unit
    return None
