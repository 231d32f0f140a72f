"""The battlefield as the map shows it: table, terrain, Fields, flights, and how units stand.

Where units stand is in their own rows (`units`), which the desk has read already.
"""

from collections.abc import Mapping

from msgspec import Struct
from sqlmodel import Session, select

from brikdesk.ground.perspective import Rectangle
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.explosives.flight import point_along
from brikdesk.rules.brikwars.hazards.difficult_terrain import TerrainMode
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import (
    Background,
    Battle,
    Battlefield,
    CampaignRow,
    Explosive,
    ExplosiveState,
    Field,
    Finish,
    Player,
    Projectile,
    Seat,
    Stance,
    Terrain,
    TerrainKind,
    Trap,
    Turn,
    Unit,
)
from brikdesk.store.views import view
from brikdesk.store.views.battle import battle_head

__all__ = [
    "Disc",
    "FieldKind",
    "Finish",
    "Flight",
    "Ground",
    "Lying",
    "Point",
    "StandingUnit",
    "TablePhoto",
    "TerrainKind",
    "TerrainMode",
    "TerrainPiece",
    "battlefield",
]  # fmt: skip


class TerrainPiece(Struct, frozen=True):
    """A piece of terrain: all within `radius` inches of its points, or of what they enclose."""

    id: int
    kind: TerrainKind
    name: str
    points: tuple[Point, ...]
    radius: float
    base: float
    top: float
    blocks_move: bool
    blocks_sight: bool
    difficult: TerrainMode | None
    weight_class: int | None
    unit_id: int | None

    @property
    def words(self) -> str:
        """What it does, in words: `blocks sight, Slow, 5" high`."""
        parts = (
            "blocks moving" if self.blocks_move else "",
            "blocks sight" if self.blocks_sight else "",
            self.difficult.value if self.difficult else "",
            f"burns, Weight class {self.weight_class}" if self.weight_class is not None else "",
            f"{in_inches(self.top)} high" if self.top else "",
        )
        return ", ".join(part for part in parts if part)


class Disc(Struct, frozen=True):
    """A Field on the table, `size` inches across."""

    id: int
    name: str
    kind: FieldKind
    size: int
    dice: tuple[str, ...]
    x: float
    y: float


class Flight(Struct, frozen=True):
    """A projectile in flight: from the launcher, where it is now, and the X that it flies to."""

    id: int
    name: str
    colour: str
    explosive_size: int
    start: Point
    now: Point
    target: Point
    travelled: float
    distance: float


class Lying(Struct, frozen=True):
    """A dud or another Explosive that lies on the table, or an armed Trap (its id negative)."""

    id: int
    name: str
    x: float
    y: float
    dud: bool = False
    secret: bool = False


class StandingUnit(Struct, frozen=True):
    """How a unit stands: degrees clockwise from the far edge, inches above the table."""

    facing: float | None
    base: float


class TablePhoto(Struct, frozen=True):
    """The photo under the map: its name, and where in it the corners of `known` are seen."""

    picture: str
    corners: tuple[Point, ...]
    known: Rectangle
    opacity: float


class Ground(Struct, frozen=True):
    """Everything on the table but its units; the sides of the table are 0 without a battle."""

    battle_id: int
    width: float
    depth: float
    finish: Finish
    photo: TablePhoto | None
    pieces: tuple[TerrainPiece, ...]
    discs: tuple[Disc, ...]
    flights: tuple[Flight, ...]
    lying: tuple[Lying, ...]
    standing: Mapping[int, StandingUnit]


@view(
    CampaignRow, Battle, Seat, Turn, Background, Battlefield, Terrain, Field, Projectile, Explosive,
    Trap, Stance, Player, Unit,
)  # fmt: skip
def battlefield(session: Session) -> Ground:
    """Return the table of the newest battle with all that has a place on it."""
    head = battle_head(session)
    known = select(Battlefield).where(Battlefield.battle_id == head.battle_id)
    row = session.exec(known).first()
    return Ground(
        battle_id=head.battle_id,
        width=head.table_width,
        depth=head.table_depth,
        finish=row.finish if row else Finish.PLAIN,
        photo=_photo(session, head.battle_id),
        pieces=_pieces(session, head.battle_id),
        discs=_discs(session),
        flights=_flights(session),
        lying=(*_explosives(session), *_traps(session)),
        standing={
            stance.unit_id: StandingUnit(stance.facing, stance.base)
            for stance in rows_of(session, Stance)
        },
    )


def _photo(session: Session, battle_id: int) -> TablePhoto | None:
    for row in rows_of(session, Background):
        if row.battle_id == battle_id:
            return TablePhoto(
                picture=row.picture,
                corners=tuple((x, y) for x, y in row.corners),
                known=Rectangle(row.x, row.y, row.width, row.depth, row.turned),
                opacity=row.opacity,
            )
    return None


def _pieces(session: Session, battle_id: int) -> tuple[TerrainPiece, ...]:
    return tuple(
        TerrainPiece(
            id=row.id or 0,
            kind=row.kind,
            name=row.name,
            points=tuple((x, y) for x, y in row.points),
            radius=row.radius,
            base=row.base,
            top=row.top,
            blocks_move=row.blocks_move,
            blocks_sight=row.blocks_sight,
            difficult=row.difficult,
            weight_class=row.weight_class,
            unit_id=row.unit_id,
        )
        for row in rows_of(session, Terrain)
        if row.battle_id == battle_id
    )


def _discs(session: Session) -> tuple[Disc, ...]:
    found = []
    for row in rows_of(session, Field):
        x, y = row.x, row.y
        if row.carrier_id and (unit := session.get(Unit, row.carrier_id)):
            # An Energy Shield covers its creation, wherever that stands.
            x, y = unit.x, unit.y
        if x is not None and y is not None:
            dice = tuple(row.dice)
            found.append(Disc(row.id or 0, row.name, row.kind, row.size, dice, x, y))
    return tuple(found)


def flight_spot(row: Projectile) -> Point | None:
    """Return where a projectile is by now, on its way to the X; None without both places."""
    if row.x is None or row.y is None or row.target_x is None or row.target_y is None:
        return None
    return point_along((row.x, row.y), (row.target_x, row.target_y), row.travelled, row.distance)


def _flights(session: Session) -> tuple[Flight, ...]:
    colours = {player.id: player.colour for player in rows_of(session, Player)}
    found = []
    for row in rows_of(session, Projectile):
        now = flight_spot(row)
        if now is None:
            continue
        start, target = (row.x or 0.0, row.y or 0.0), (row.target_x or 0.0, row.target_y or 0.0)
        found.append(
            Flight(
                id=row.id or 0,
                name=row.name,
                colour=colours.get(row.player_id, "slate"),
                explosive_size=row.explosive_size,
                start=start,
                now=now,
                target=target,
                travelled=row.travelled,
                distance=row.distance,
            )
        )
    return tuple(found)


def _explosives(session: Session) -> tuple[Lying, ...]:
    return tuple(
        Lying(row.id or 0, row.name, row.x, row.y, dud=row.state is ExplosiveState.DUD)
        for row in rows_of(session, Explosive)
        if row.x is not None
        and row.y is not None
        and row.carrier_id is None
        and row.state is not ExplosiveState.SPENT
    )


def _traps(session: Session) -> tuple[Lying, ...]:
    return tuple(
        Lying(-(row.id or 0), row.name, row.x, row.y, secret=row.secret)
        for row in rows_of(session, Trap)
        if row.x is not None and row.y is not None and row.armed
    )
