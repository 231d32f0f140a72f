"""What attacks by touch leave behind: hands, who attacked whom, engagements, Grabs (5.2)."""

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.course import Course
from brikdesk.acts.lasting import begin_state, state_line
from brikdesk.acts.parted import INCH, forget, note_maneuver
from brikdesk.acts.unit_now import may_move_now, move_left
from brikdesk.acts.units.angry_inch import out_of_reach
from brikdesk.acts.units.engaging import (
    end_grabs,
    engage,
    fights_back,
    foes_now,
    foes_of,
    grab,
    opened,
    there,
    use_hands,
)
from brikdesk.ground.round import edge_to_edge
from brikdesk.rules.brikwars.units.states import keeps_in_reach
from brikdesk.rules.nearly import NEARLY
from brikdesk.store.lines import Line
from brikdesk.store.tables import StateKind, Unit
from brikdesk.turns.brikwars.close_combat import arms_of
from brikdesk.turns.sequence import present_turn, stamp_now


def grab_lines(course: Course) -> list[Line]:
    """Write the Grabs that hold, and those from which a Shove breaks free; give their lines."""
    lines: list[Line] = []
    for shot in (each for each in course.shots if each.maneuver and each.hit):
        by, unit = shot.armed.by, shot.target.unit
        if unit is None or shot.cancelled:
            continue
        if shot.armed.mode is Mode.GRAB:
            lines.append(grab(course.session, by, unit))
        else:
            why = f"It shoves {unit.name} away."
            lines += end_grabs(course.session, by, why, "5.2-30", by=unit.id)
    return lines


def close_lines(course: Course) -> list[Line]:
    """Write who has fought whom with which hands; give a line for each new engagement."""
    unit = course.targets[0].unit
    lines: list[Line] = []
    for armed in (each for each in course.armed if not each.ranged):
        use_hands(course.session, armed.by, course.melee.hands(armed))
        note_maneuver(course.session, armed.by, armed.mode.value)
        forget(course.session, armed.by, INCH)  # the next one goes with the next maneuver (5.2-10)
        if armed.weapon is not None and armed.shot is None:  # a Shove with an object
            armed.weapon.fired_turn_id = stamp_now(course.session)
            course.session.add(armed.weapon)
        if unit is not None and there(unit) and there(armed.by):
            lines += _between(course, armed, unit)
    return lines


def _between(course: Course, armed: Armed, unit: Unit) -> list[Line]:
    by = armed.by
    foes = foes_now(course.session, unit)
    if by.id not in foes:
        opened(course.session, unit).melee_foes = [*foes, by.id or 0]
    if course.act.avoided:  # whether it is out of his reach, the Bail has said (A5-64, A5-69)
        return []
    engages = fights_back(unit) and fights_back(by) and not _thrown_clear(course, by, unit)
    if engages and _on_its_way(course, by, unit):
        # Who does not Parry goes on; to be Grabbed binds it all the same (4.1-09, A4-07).
        grabbed = armed.mode is Mode.GRAB
        parried = any(each.unit is unit for each in course.guarding.done)
        if not grabbed and not parried and (course.act.passing or _goes_on(course, by, unit)):
            return []
        stops = parried and may_move_now(course.session, unit) is None
        stop = [_ends_move(course, unit)] if stops and not grabbed else []
        return [*engage(course.session, by, unit), *stop]
    # Who Charges is engaged only where its target stops it (A5-32).
    engages = engages and not course.act.passing and not course.act.charge
    return engage(course.session, by, unit) if engages else []


def _thrown_clear(course: Course, by: Unit, unit: Unit) -> bool:
    """Return whether the blow itself has thrown its target out of reach (5.2-07).

    Who is struck where it stands is in reach: whoever took his inch for it has come beside it.
    """
    struck = (each for each in course.event.victims.values() if each.target.unit is unit)
    thrown = any(each.knockback for each in struck)
    return thrown and out_of_reach(course.session, by, unit)


def _on_its_way(course: Course, by: Unit, unit: Unit) -> bool:
    """Return whether a unit is struck on its way in its own turn, by somebody it fights not yet."""
    turn = present_turn(course.session)
    if turn is None or unit.player_id != turn.player_id or by.player_id == turn.player_id:
        return False
    moves = unit.moved_turn_id == turn.id and unit.move_used > 0
    return moves and by.id not in {foe.id for foe in foes_of(course.session, unit)}


def _goes_on(course: Course, by: Unit, unit: Unit) -> bool:
    """Return whether a mover that was struck leaves the reach, as far as anybody knows (A4-07).

    Who is Stopped stays where it was struck, unless the map has it elsewhere; who has used up its Move
    stays in reach if the map says so. Of all others the end of the turn tells.
    """
    gap = edge_to_edge(by, unit)
    near = None if gap is None else keeps_in_reach(gap, arms_of(course.session, by))
    if may_move_now(course.session, unit) is not None:
        return near is False
    return not (near and move_left(course.session, unit) <= NEARLY)


def _ends_move(course: Course, unit: Unit) -> Line:
    """Stop a mover that parried: it is in a fight now (4.1-08)."""
    begin_state(course.session, unit, StateKind.STOPPED, "Parry")
    return state_line(unit, StateKind.STOPPED, "It parried on its way.", "4.1-08")
