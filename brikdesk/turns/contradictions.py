"""What does not hold on the table: a unit inside a wall, in a Field that knows nothing of it, and the like.

No act of today leaves anything so. A campaign of an earlier version may hold it, and is told of once,
as it is opened: nothing is changed by itself, and nothing of it is stored.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from math import hypot

from msgspec import Struct
from sqlmodel import Session

from brikdesk.ground.gaps import gap
from brikdesk.ground.shapes import Footprint
from brikdesk.lengths import NEARLY
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.brikwars.states import angry_inch, keeps_in_reach
from brikdesk.store import tables
from brikdesk.store.session import rows_of
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import Ground, TerrainPiece, battlefield, footprints, shape_of
from brikdesk.store.views.units import living_units
from brikdesk.turns.brikwars.fields import damaging_dice
from brikdesk.turns.brikwars.units import ARMS
from brikdesk.turns.queue import ALL_TABLES, all_lasting
from brikdesk.turns.turn_order import present_turn, running_battle

MOST_NAMED = 3


class AtOdds(Struct, frozen=True):
    """Something that does not hold, as a sentence, and the rule or ruling that it breaks."""

    words: str
    rule: str


@view(*ALL_TABLES)
def at_odds(session: Session) -> tuple[AtOdds, ...]:
    """Return what does not hold in the running battle."""
    if running_battle(session) is None:
        return ()
    units = [unit for unit in living_units(session) if unit.on_table]
    ground = battlefield(session)
    shapes = footprints(units, ground)
    return (
        *_in_walls(units, ground, shapes),
        *_unknown_to_fields(session, units),
        *_engaged_afar(session, units, shapes),
        *_nobodys_clocks(session),
    )


def told_of(found: tuple[AtOdds, ...]) -> str:
    """Return all of it as one notice; empty if everything holds."""
    if not found:
        return ""
    named = " ".join(each.words for each in found[:MOST_NAMED])
    more = f" And {len(found) - MOST_NAMED} more." if len(found) > MOST_NAMED else ""
    return f"From an earlier version, and left as it is: {named}{more}"


def _in_walls(
    units: list[tables.Unit], ground: Ground, shapes: Mapping[int, Footprint]
) -> Iterator[AtOdds]:
    """Yield the units whose middle is inside of what nothing moves through (5.4-31).

    A building has rooms: who was put there is within.
    """
    walls = [
        piece
        for piece in ground.pieces
        if piece.blocks_move
        and piece.unit_id is None
        and piece.kind is not tables.TerrainKind.BUILDING
    ]
    for unit, wall in product(units, walls):
        shape = shapes.get(unit.id or 0)
        if shape is None or unit.airborne or not _near(unit, wall):
            continue
        over = shape.base >= wall.top - NEARLY or shape.top <= wall.base + NEARLY
        spot = Footprint(((unit.x or 0.0, unit.y or 0.0),))
        if not over and gap(spot, shape_of(wall)) <= 0:
            yield AtOdds(f"{unit.name} stands inside of {wall.name}.", "5.4-31")


def _near(unit: tables.Unit, wall: TerrainPiece) -> bool:
    """Return whether a wall can hold a unit's middle: most are told apart without their outlines."""
    across = [x for x, _ in wall.points]
    down = [y for _, y in wall.points]
    return (
        min(across) - wall.radius <= (unit.x or 0.0) <= max(across) + wall.radius
        and min(down) - wall.radius <= (unit.y or 0.0) <= max(down) + wall.radius
    )


def _unknown_to_fields(session: Session, units: list[tables.Unit]) -> Iterator[AtOdds]:
    """Yield the units that a damaging Field reaches by the map, and that it does not know (F.1-11)."""
    known = {(row.unit_id, row.field_id) for row in rows_of(session, tables.Inside) if not row.left}
    for field, unit in product(rows_of(session, tables.Field), units):
        if field.x is None or field.y is None or unit.x is None or unit.y is None:
            continue
        if field.kind is FieldKind.SHIELD or not damaging_dice(field):
            continue
        reaches = (field.size + unit.size) / 2 - NEARLY
        reached = hypot(unit.x - field.x, unit.y - field.y) < reaches
        if reached and (unit.id, field.id) not in known:
            yield AtOdds(f"{unit.name} is in {field.name}, which does not know of it.", "F.1-11")


def _engaged_afar(
    session: Session, units: list[tables.Unit], shapes: Mapping[int, Footprint]
) -> Iterator[AtOdds]:
    """Yield the pairs that are engaged though neither reaches the other (5.2-11, 5.2-07)."""
    names = {unit.id or 0: unit.name for unit in units}
    sizes: dict[int, list[float]] = {}
    for weapon in rows_of(session, tables.Weapon):
        if weapon.kind in ARMS and not weapon.lying:
            sizes.setdefault(weapon.unit_id, []).append(float(weapon.size))
    for row in rows_of(session, tables.State):
        pair = (row.unit_id, row.with_id or 0)
        # Both units have the state: each pair is asked about once.
        if row.kind is not tables.StateKind.ENGAGED or pair[0] > pair[1]:
            continue
        one, other = (shapes.get(each) for each in pair)
        if one is None or other is None:
            continue
        between = gap(one, other)
        # Who has struck with its free inch stands an inch nearer than the map tells (5.2-09).
        nearest = between - angry_inch()
        if not any(keeps_in_reach(nearest, sizes.get(each, ())) for each in pair):
            who = " and ".join(names.get(each, "somebody") for each in pair)
            yield AtOdds(f"{who} are engaged, and out of each other's reach.", "5.2-11")


def _nobodys_clocks(session: Session) -> Iterator[AtOdds]:
    """Yield what waits for a player who does not exist, or has the stamp of a turn that has not come."""
    players = {row.id for row in rows_of(session, tables.Player)}
    newest = max((row.id or 0 for row in rows_of(session, tables.Turn)), default=0)
    if present_turn(session) is None:
        return
    for lasting in all_lasting(session):
        for row in lasting.rows(session) if lasting.when is None else ():
            clock = lasting.clock(session, row)
            if clock is None:
                continue
            if clock.player not in (None, *players) or clock.since > newest:
                what = str(lasting.table.__tablename__).replace("_", " ")
                yield AtOdds(f"A {what} waits for a turn that never comes.", "Q8-37")
