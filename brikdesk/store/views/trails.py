"""The ways that units took over the table in one player turn, read from the record."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from sqlmodel import Session, col, func, or_, select

from brikdesk.ground.shapes import Point
from brikdesk.store.journal.remembering import running_turn
from brikdesk.store.tables import ActRecord, Image, Turn, Unit
from brikdesk.store.views import view
from brikdesk.store.views.course import STANDING

_MOVED = or_(
    *(
        func.json_extract(Image.before, place).is_distinct_from(
            func.json_extract(Image.after, place)
        )
        for place in ("$.x", "$.y")
    )
)
"""Found by SQLite: of the rows that a turn changes few change their place."""


class Trail(Struct, frozen=True):
    """Where a unit stood first, where it turned, and where it came to, in inches."""

    unit_id: int
    points: tuple[Point, ...]


@view(ActRecord, Image)
def trails(session: Session, turn_id: int) -> tuple[Trail, ...]:
    """Return the way of each unit that changed its place in a player turn.

    A unit that was taken off the table begins anew where it was put down again.
    """
    rows = session.exec(
        select(Image.row_id, Image.before, Image.after, ActRecord.arguments)
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == Unit.__tablename__, ActRecord.turn_id == turn_id)
        .where(col(ActRecord.state).in_(STANDING), _MOVED)
        .order_by(col(Image.id))
    )
    ways: defaultdict[int, list[Point]] = defaultdict(list)
    for unit_id, before, after, arguments in rows:
        start, goal = _spot(before), _spot(after)
        way = ways[unit_id]
        if start is None or goal is None:
            way.clear()
            continue
        # Only the record knows the corners; a knock or a crash moves a unit without saying any.
        for point in (start, *_said(arguments, unit_id), goal):
            if not way or way[-1] != point:
                way.append(point)
    return tuple(
        Trail(unit_id, tuple(points)) for unit_id, points in ways.items() if len(points) > 1
    )


@view(ActRecord, Image, Turn)
def trails_now(session: Session) -> tuple[Trail, ...]:
    """Return the ways of the running player turn; none where no turn runs."""
    turn = running_turn(session)
    return trails(session, turn.id or 0) if turn else ()


def _spot(image: Mapping[str, Any] | None) -> Point | None:
    """Return where a unit stands by its row; None for no place."""
    if image is None or image.get("x") is None or image.get("y") is None:
        return None
    return float(image["x"]), float(image["y"])


def _said(arguments: Mapping[str, Any], unit_id: int) -> Iterator[Point]:
    """Yield the places that an act, or the acts in it, name for a unit's way, in order."""
    for act in arguments.get("acts") or ():
        yield from _said(act, unit_id)
    if "corners" not in arguments and arguments.get("act", "MoveUnit") != "MoveUnit":
        return
    if arguments.get("unit_id") != unit_id or arguments.get("x") is None:
        return
    yield from ((float(x), float(y)) for x, y in arguments.get("corners") or ())
    yield float(arguments["x"]), float(arguments["y"])
