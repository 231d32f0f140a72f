"""Terrain: pieces are placed, reshaped and taken away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.battlefield.tabletop import battle_now
from brikdesk.acts.heed import heed
from brikdesk.acts.places import points_of
from brikdesk.acts.rows import existing_row
from brikdesk.acts.units.facts import one_of
from brikdesk.acts.units.on_the_way import who_is_in
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import FARTHEST, Point, outline
from brikdesk.rules.brikwars.hazards.difficult_terrain import TerrainMode
from brikdesk.rules.brikwars.no import No
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Terrain, TerrainKind, Unit, UnitKind
from brikdesk.text import said_of

HIGHEST = 200.0
"""Inches above or below the table at which terrain can begin or end."""

NOTHING_DIFFICULT = "none"
"""What `difficult` says of terrain that hinders nobody."""

_USUAL: Mapping[TerrainKind, tuple[float, bool, bool, TerrainMode | None]] = {
    TerrainKind.BUILDING: (6.0, True, True, None),
    TerrainKind.WALL: (2.0, True, True, None),
    TerrainKind.WOOD: (5.0, False, True, TerrainMode.SLOW),
    TerrainKind.ROCKS: (2.0, True, True, None),
    TerrainKind.WATER: (0.0, False, False, TerrainMode.SLOW),
    TerrainKind.HILL: (2.0, False, False, None),
    TerrainKind.ROAD: (0.0, False, False, None),
    TerrainKind.RUBBLE: (0.5, False, False, TerrainMode.SPIKED),
    TerrainKind.OTHER: (1.0, False, False, None),
}
"""What a kind is like unless somebody says so: top in inches, blocks moving and sight, hinders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceTerrain(Act):
    """Place a piece of terrain: all within `radius` inches of its points, or of what they enclose.

    One point makes a round piece, two a long one, three and more an outline. `base` and `top` are
    inches above the table. What is not given is as usual for its kind. `difficult` is a mode of
    table F5, or "none"; `weight_class` that of what burns, left out if it does not; `unit_id` the
    Structure or Object that it is.
    """

    kind: str
    points: tuple[Point, ...]
    name: str = ""
    radius: float = 0.0
    base: float = 0.0
    top: float | None = None
    blocks_move: bool | None = None
    blocks_sight: bool | None = None
    difficult: str | None = None
    weight_class: int | None = None
    unit_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the piece; BadInput for an outline that encloses nothing or crosses itself."""
        piece = self.piece(session, battle_now(session).id or 0)
        check_nobody_in(self, session, piece)
        session.add(piece)
        title = f"{said_of(piece.name, 'stands')} on the table"
        return Outcome(title, (_piece_line(piece, f"{title}."),))

    def piece(self, session: Session, battle_id: int) -> Terrain:
        """Return the checked piece as a row of a battle, not written yet."""
        kind = one_of(TerrainKind, self.kind, "kind")
        top, moving, sight, hinders = _USUAL[kind]
        piece = Terrain(
            battle_id=battle_id,
            kind=kind,
            name=text.name(self.name, "name") if self.name.strip() else kind.value.capitalize(),
            points=_points(self.points, self.radius),
            radius=float(self.radius),
            base=float(self.base),
            top=max(self.base, top) if self.top is None else float(self.top),
            blocks_move=moving if self.blocks_move is None else self.blocks_move,
            blocks_sight=sight if self.blocks_sight is None else self.blocks_sight,
            difficult=hinders if self.difficult is None else _mode(self.difficult),
            weight_class=self.weight_class,
            unit_id=self.unit_id,
        )
        _check(session, piece)
        return piece


@dataclass(frozen=True, slots=True, kw_only=True)
class ReshapeTerrain(Act):
    """Change a piece of terrain: where it lies, its outline, or what it is; None leaves a fact."""

    terrain_id: int
    kind: str | None = None
    name: str | None = None
    points: tuple[Point, ...] | None = None
    radius: float | None = None
    base: float | None = None
    top: float | None = None
    blocks_move: bool | None = None
    blocks_sight: bool | None = None
    difficult: str | None = None
    weight_class: int | None = None
    burns: bool | None = None
    unit_id: int | None = None
    tied: bool | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write what is given; `burns` off takes the Weight class away, `tied` off the unit."""
        piece = existing_row(session, Terrain, self.terrain_id)
        facts = {name: getattr(self, name) for name in _PLAIN}
        facts |= {"kind": self.kind and one_of(TerrainKind, self.kind, "kind")}
        facts |= {"name": None if self.name is None else text.name(self.name, "name")}
        if self.points is not None or self.radius is not None:
            radius = piece.radius if self.radius is None else self.radius
            points = tuple(piece.points) if self.points is None else self.points
            facts |= {"points": _points(points, radius), "radius": float(radius)}
        before = _values(piece)
        for name, value in facts.items():
            if value is not None:
                setattr(piece, name, value)
        if self.difficult is not None:
            piece.difficult = _mode(self.difficult)
        if self.burns is False:
            piece.weight_class = None
        elif self.burns and piece.weight_class is None:
            raise BadInput("What burns needs a Weight class.", "weight_class")
        if self.tied is False:
            piece.unit_id = None
        _check(session, piece)
        session.add(piece)
        if self.points is not None or self.radius is not None or self.blocks_move or self.top:
            check_nobody_in(self, session, piece)
        moved = {name for name, value in _values(piece).items() if value != before[name]}
        what = "is moved" if moved and moved <= {"points"} else "is changed"
        return Outcome(f"{piece.name} {what}", (_piece_line(piece, f"{piece.name} {what}."),))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveTerrain(Act):
    """Take a piece of terrain off the table."""

    terrain_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete it."""
        piece = existing_row(session, Terrain, self.terrain_id)
        title = f"{said_of(piece.name, 'is')} taken off the table"
        entry = _piece_line(piece, f"{title}.")
        session.delete(piece)
        return Outcome(title, (entry,))


def check_nobody_in(act: Act, session: Session, piece: Terrain) -> None:
    """Refuse something solid where somebody stands (4.1-03)."""
    names = who_is_in(session, piece) if piece.blocks_move else []
    why = f"{', '.join(names)} {'stands' if len(names) == 1 else 'stand'} there"
    heed(act, No("4.1-03", why) if names else None, session, piece.name)


_PLAIN = ("base", "top", "blocks_move", "blocks_sight", "weight_class", "unit_id")
"""Facts of a piece that an act states as they are stored."""

_FACTS = (*_PLAIN, "kind", "name", "points", "radius", "difficult")


def _values(piece: Terrain) -> dict[str, Any]:
    return {name: getattr(piece, name) for name in _FACTS}


def _mode(words: str) -> TerrainMode | None:
    plain = words.strip().lower()
    return None if plain in ("", NOTHING_DIFFICULT) else one_of(TerrainMode, words, "difficult")


def _points(points: tuple[Point, ...], radius: float) -> list[Point]:
    if not 0 <= radius <= FARTHEST:
        raise BadInput(f"A radius is 0 to {FARTHEST:,g} inches.", "radius")
    rounded = [(round(x, 3), round(y, 3)) for x, y in points_of(points, "points")]
    if len(rounded) >= 3:
        rounded = list(outline(rounded, where="points").core)
    elif not rounded or not all(abs(place) <= FARTHEST for point in rounded for place in point):
        raise BadInput("Terrain needs a point on the table at least.", "points")
    elif radius == 0:
        raise BadInput("A piece of one or two points needs a radius.", "radius")
    # JSON has no tuples: a row that was just written must equal one that was read.
    return [list(point) for point in rounded]  # type: ignore[misc]


def _check(session: Session, piece: Terrain) -> None:
    if not -HIGHEST <= piece.base <= piece.top <= HIGHEST:
        raise BadInput(
            f"Terrain begins and ends within {HIGHEST:g} inches of the table,"
            " and ends no lower than it begins.",
            "top",
        )
    if piece.weight_class is not None and not 0 <= piece.weight_class <= 99:
        raise BadInput("A Weight class is a whole number from 0 to 99.", "weight_class")
    if piece.unit_id is not None:
        unit = existing_row(session, Unit, piece.unit_id)
        if unit.kind not in (UnitKind.STRUCTURE, UnitKind.OBJECT):
            raise BadInput(f"{unit.name} is neither a Structure nor an Object.", "unit_id")


def _piece_line(piece: Terrain, lead: str) -> Line:
    return line(Kind.SETUP, lead, unit_id=piece.unit_id)
