"""Momentum as rows: what a unit has run straight, and whether it still holds a MOM (5.4-05 to 5.4-13)."""

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from sqlmodel import Session, col, select

from brikdesk.acts.lasting import is_minifig
from brikdesk.acts.unit_now import arms_bound_now, half_speed_now, move_left
from brikdesk.ground.shapes import Point, bearing
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.momentum import (
    STANDING,
    StraightRun,
    hinders_momentum,
    lasts,
    run_on,
    slowed_run,
    spent,
)
from brikdesk.rules.brikwars.units.sprinting import keeps_straight
from brikdesk.rules.nearly import NEARLY
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import Fate, Run, Turn, Unit
from brikdesk.turns.sequence import present_turn, turn_now

WayPart = tuple[float | None, float]
"""A part of a way: its heading in degrees, None if nobody knows it, and its inches."""


def run_now(session: Session, unit: Unit) -> StraightRun:
    """Return the straight run that a unit has behind it now; what has ended by itself is left out.

    Rules: 5.4-07, A5-59.
    """
    row = _row(session, unit)
    if row is None or not _lasts(session, unit, row):
        return STANDING
    return StraightRun(row.heading, row.inches, row.mom)


def _lasts(session: Session, unit: Unit, row: Run) -> bool:
    latest = select(Turn.id).where(Turn.player_id == unit.player_id)
    own = session.exec(latest.order_by(col(Turn.id).desc()).limit(2)).all()
    turn = present_turn(session)
    return lasts(row.turn_id, row.used_all, sorted(filter(None, own)), turn.id if turn else None)


def parts_of(way: Sequence[Point]) -> list[WayPart]:
    """Return the straight parts of a way on the map."""
    return [
        (bearing(here, there), dist(here, there)) for here, there in pairwise(way) if here != there
    ]


def go_on(
    session: Session,
    unit: Unit,
    parts: Sequence[WayPart],
    *,
    slowed: bool = False,
    broken: bool = False,
) -> str:
    """Write what a unit has run more in its own turn; return what the log says of its Momentum.

    `slowed`: something on the way prevented full speed (5.4-06); `broken`: something before these
    parts of it did. To be called when the Move is paid.
    """
    if not is_minifig(unit):
        return ""
    slowed = hinders_momentum(
        slowed_on_the_way=slowed or is_slowed(session, unit),
        half_speed=bool(half_speed_now(session, unit)),
        bw_half_speed_blocks_mom=house_of(session, BrikWarsHouse).bw_half_speed_blocks_mom,
    )
    before = run_now(session, unit)
    run = STANDING if slowed or broken else before
    held = before.mom and not slowed and not broken
    for heading, inches in parts:
        run = STANDING if slowed else run_on(run, heading, inches)
        held = held and run.mom
    _write(session, unit, run)
    return "Its MOM is lost on the way, 5.4-06." if before.mom and not held else ""


def is_slowed(session: Session, unit: Unit) -> bool:
    """Return whether something keeps a unit from running flat out (5.4-06, A5-27, A5-65).

    A ladder costs no more Move, and is no run all the same.
    """
    return slowed_run(half_speed_now(session, unit)) or bool(arms_bound_now(session, unit))


def stand_still(session: Session, unit: Unit) -> None:
    """End a unit's run: it was stopped, shoved or thrown (5.4-06)."""
    if run_now(session, unit) != STANDING:
        _write(session, unit, STANDING)


def spend(session: Session, unit: Unit) -> None:
    """Take away the MOM that was rolled; from now on the unit must run on (5.4-13, 5.4-14)."""
    row = _write(session, unit, spent(run_now(session, unit)))
    row.rolled = True


def force_on(session: Session, unit: Unit) -> None:
    """Let a charger that keeps its MOM run on in its line to the limit of its Move (5.4-22)."""
    row = _write(session, unit, run_now(session, unit))
    row.rolled = True


def has_to_run_on(session: Session, unit: Unit) -> bool:
    """Return whether a unit runs on to the limit of its Move in this turn (5.4-14, 5.4-22)."""
    row = _row(session, unit)
    return row is not None and row.rolled and row.turn_id == turn_now(session).id


def keep_running(
    act: Act, session: Session, unit: Unit, way: Sequence[Point], *, bent: bool
) -> None:
    """Refuse a way that bends although the unit has to run on in this turn (5.4-14, 5.4-22).

    `bent`: by what was typed about it, the way is not straight from its start.
    """
    row = _row(session, unit)
    if row is None or not has_to_run_on(session, unit):
        return
    gone = [heading for heading, _ in parts_of(way) if heading is not None]
    known = () if row.heading is None else (row.heading,)
    why = f"{unit.name} has Charged: it runs on in its straight line."
    straight = keeps_straight((*known, *gone)) and not bent
    act.refuse_if(not straight, "5.4-14", why, session)


def runs_on(session: Session, unit: Unit) -> list[Line]:
    """Say that the charger cannot stop now (5.4-14)."""
    left = move_left(session, unit)
    if unit.fate is not Fate.ALIVE or not left:
        return []
    return [
        line(
            Kind.UNIT, f'{unit.name} must run on, {in_inches(left)} straight ahead.',
            "To the limit of its Move, off cliffs or into spears.",
            rule="5.4-14", player_id=unit.player_id, unit_id=unit.id,
        )
    ]  # fmt: skip


def _write(session: Session, unit: Unit, run: StraightRun) -> Run:
    turn_id = turn_now(session).id or 0
    row = _row(session, unit) or Run(unit_id=unit.id or 0, turn_id=turn_id)
    row.rolled = row.rolled and row.turn_id == turn_id
    row.turn_id, row.heading, row.inches, row.mom = turn_id, run.heading, run.inches, run.mom
    row.used_all = move_left(session, unit) <= NEARLY
    session.add(row)
    return row


def _row(session: Session, unit: Unit) -> Run | None:
    return session.exec(select(Run).where(Run.unit_id == unit.id)).first()
