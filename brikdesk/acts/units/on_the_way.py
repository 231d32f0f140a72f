"""What lies on a way over the table: Fields, terrain that slows, walls (4.1-03, 4.1-05, F.1)."""

from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.ground.shapes import Footprint, Point, disc, grown
from brikdesk.rules.brikwars.hazards.difficult_terrain import TerrainMode
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.rules.nearly import NEARLY
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Battle, Field, Terrain, Unit


class Met(Struct, frozen=True):
    """A Field or a piece of terrain on a way: how many inches lie in it, and how the way ends.

    `begins` and `ends` say whether the way begins and ends in it.
    """

    id: int
    name: str
    inches: float
    begins: bool
    ends: bool


class OnTheWay(Struct, frozen=True):
    """What a way leads through, in the order in which it comes there.

    `difficult` are the inches that cost double (4.1-05): each once, wherever pieces overlap.
    """

    fields: tuple[Met, ...] = ()
    terrain: tuple[Met, ...] = ()
    blocked: tuple[str, ...] = ()
    difficult: float = 0.0


def on_the_way(session: Session, unit: Unit, points: Sequence[Point]) -> OnTheWay:
    """Return what lies on the way of a unit.

    A Field is entered by the edge of a unit, terrain by its middle. Terrain slows nobody who flies,
    and none that carries along: there the full Move is available (F.1-52).
    """
    fields = {f"field-{row.id}": row for row in rows_of(session, Field)}
    areas = {key: shape for key, row in fields.items() if (shape := area_for(row, unit))}
    pieces = {f"terrain-{row.id}": row for row in _terrain(session)}
    slow = {key: _shape(row) for key, row in pieces.items() if _hinders(row, unit)}
    walls = {key: _shape(row) for key, row in pieces.items() if row.blocks_move}
    if not areas and not slow and not walls:
        return OnTheWay()
    from brikdesk.ground.lines import merged
    from brikdesk.ground.paths import Passage, walk  # GEOS, when somebody moves on the map

    way = walk(points, areas=areas | slow, walls=walls, half_width=unit.size / 2)

    def met(passage: Passage[str], row: Field | Terrain) -> Met:
        first, last = passage.stretches[0], passage.stretches[-1]
        ends = last[1] >= way.length - NEARLY
        return Met(row.id or 0, row.name, passage.inches, first[0] <= NEARLY, ends)

    double = merged(
        part
        for each in way.through
        if each.key in slow and pieces[each.key].difficult is not TerrainMode.THRUST
        for part in each.stretches
    )
    return OnTheWay(
        fields=tuple(met(each, fields[each.key]) for each in way.through if each.key in fields),
        terrain=tuple(met(each, pieces[each.key]) for each in way.through if each.key in pieces),
        blocked=tuple(pieces[each.key].name for each in way.blocked),
        difficult=sum(high - low for low, high in double),
    )


def area_for(field: Field, unit: Unit) -> Footprint | None:
    """Return a Field as the middle of a unit meets it: by its edge; None where it has no area."""
    if field.x is None or field.y is None or field.kind is FieldKind.SHIELD:
        return None
    return grown(disc(field.x, field.y, field.size / 2), unit.size / 2)


def _terrain(session: Session) -> tuple[Terrain, ...]:
    """Return the terrain on the table of the newest battle."""
    battles = rows_of(session, Battle)
    newest = battles[-1].id if battles else None
    return tuple(row for row in rows_of(session, Terrain) if row.battle_id == newest)


def _hinders(piece: Terrain, unit: Unit) -> bool:
    return piece.difficult is not None and not piece.blocks_move and not unit.airborne


def _shape(piece: Terrain) -> Footprint:
    points = tuple((x, y) for x, y in piece.points)
    return Footprint(points, piece.radius, piece.base, piece.top)
