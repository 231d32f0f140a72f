"""Terrain: pieces are placed, reshaped and taken away, alone or from a template file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.battlefield.table import HIGHEST, SetTable, battle_now
from brikdesk.acts.checks import existing_row, heed, points_of
from brikdesk.acts.movement.on_the_way import who_is_in
from brikdesk.acts.units.facts import one_of
from brikdesk.errors import BadInput
from brikdesk.foreign_file import content_of
from brikdesk.ground.shapes import FARTHEST, Point, outline
from brikdesk.rules.brikwars.fields import TerrainMode
from brikdesk.rules.refusal import No
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.file.durable import beside, created, discard, put_in_place
from brikdesk.store.lines import Kind, Line, Outcome, line, outcome
from brikdesk.store.tables import Terrain, TerrainKind, Unit, UnitKind
from brikdesk.store.views.battlefield import Ground, TerrainPiece
from brikdesk.text import said_of

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
        return _of_piece(piece, f"{said_of(piece.name, 'stands')} on the table")

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
        return _of_piece(piece, f"{piece.name} {what}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveTerrain(Act):
    """Take a piece of terrain off the table."""

    terrain_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete it."""
        piece = existing_row(session, Terrain, self.terrain_id)
        session.delete(piece)
        return _of_piece(piece, f"{said_of(piece.name, 'is')} taken off the table")


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


def _of_piece(piece: Terrain, title: str) -> Outcome:
    return outcome(Kind.SETUP, title, unit_id=piece.unit_id)


MOST_PIECES = 500
"""Pieces of terrain that are laid out at once."""

MOST_NAMED = 8
"""Kinds and names that the log lists; more would fill a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTerrain(Act):
    """Lay out pieces of terrain, and the table under them if its size or finish is given.

    `instead` takes away what stands there already. One piece that makes no sense stops them all.
    """

    pieces: tuple[PlaceTerrain, ...]
    instead: bool = False
    width: float | None = None
    depth: float | None = None
    finish: str | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Check all pieces, then write them; BadInput names the piece that is wrong."""
        battle = battle_now(session)
        if len(self.pieces) > MOST_PIECES:
            why = f"At most {MOST_PIECES} pieces of terrain are laid out at once."
            raise BadInput(why, "pieces")
        # All are made and checked before the first is written: one that is wrong stops them all.
        rows = [self._row(session, battle.id or 0, number) for number in range(len(self.pieces))]
        for row in rows:
            check_nobody_in(self, session, row)
        lines: list[Line] = []
        if (self.width, self.depth, self.finish) != (None, None, None):
            table = SetTable(width=self.width, depth=self.depth, finish=self.finish)
            lines += table.carry_out(session).lines
        there = select(Terrain).where(Terrain.battle_id == battle.id)
        gone = list(session.exec(there)) if self.instead else []
        for piece in gone:
            session.delete(piece)
        session.add_all(rows)
        title = f"{_count(len(rows))} of terrain laid out"
        cleared = f"{_count(len(gone))} taken away before." if gone else ""
        names = dict.fromkeys(row.name for row in rows)
        more = " and more" if len(names) > MOST_NAMED else ""
        listed = f"{', '.join(list(names)[:MOST_NAMED])}{more}." if names else ""
        words = " ".join(filter(None, (listed, cleared)))
        lines.append(line(Kind.SETUP, f"{title}.", words))
        return Outcome(title, tuple(lines))

    def _row(self, session: Session, battle_id: int, number: int) -> Terrain:
        try:
            return self.pieces[number].piece(session, battle_id)
        except BadInput as error:
            name = self.pieces[number].name or self.pieces[number].kind
            sentence = f"Piece {number + 1}, {name[:40]}: {error.sentence}"
            raise BadInput(sentence, "pieces") from None


def _count(number: int) -> str:
    return f"{number} {'piece' if number == 1 else 'pieces'}"


SUFFIX = ".terrain.json"
FORMAT, VERSION = "brikdesk terrain", 1

LARGEST = 4_000_000
"""Bytes of the largest file that is read: 500 outlines of 200 points need less."""

_PIECE = (
    "kind", "name", "points", "radius", "base", "top", "blocks_move", "blocks_sight",
    "difficult", "weight_class",
)  # fmt: skip
_TABLE = ("width", "depth", "finish")
_FILE = ("format", "version", "table", "pieces")


def written(ground: Ground) -> str:
    """Return a table and its terrain as the text of a template file, a line for each piece."""
    table = {"width": ground.width, "depth": ground.depth, "finish": ground.finish.value}
    lines = ",\n".join(f"    {_json(_facts(piece))}" for piece in ground.pieces)
    pieces = f"[\n{lines}\n  ]" if lines else "[]"
    return (
        f'{{\n  "format": {_json(FORMAT)},\n  "version": {VERSION},\n'
        f'  "table": {_json(table)},\n  "pieces": {pieces}\n}}\n'
    )


def write_file(path: Path, ground: Ground, campaign: Path | None = None) -> Path:
    """Write a template and return its path, which always ends with .json; BadInput if it cannot be.

    An old file is replaced only by a whole new one. It is as private as the file `campaign`.
    """
    target = path if path.suffix.lower() == ".json" else path.with_name(path.name + SUFFIX)
    part = beside(target)
    try:
        with created(part, campaign) as file:
            file.write(written(ground).encode())
        put_in_place(part, target)
    except OSError as error:
        raise BadInput(f"{target.name} was not written: {error.strerror or error}.") from None
    finally:
        discard(part)
    return target


def read_file(path: Path, *, instead: bool = False) -> LayTerrain:
    """Return the act that lays out what a file describes; BadInput if it is no such file."""
    content = content_of(path, LARGEST)
    try:
        # With the mark that some editors put at the start of a file, or without.
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path.name} is no terrain file: it is not written in UTF-8.") from None
    return read(text, path.name, instead=instead)


def read(text: str, name: str = "This", *, instead: bool = False) -> LayTerrain:
    """Return the act that lays out what a template's text describes; BadInput says what is wrong."""
    data = _parsed(text, name)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f"{name} is no terrain file.")
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise BadInput(f"{name} does not say its version.")
    if version > VERSION:
        raise BadInput(f"{name} was made by a newer BrikDesk (version {version} of such files).")
    _only(data, _FILE, name)
    table, pieces = data.get("table", {}), data.get("pieces", [])
    if not isinstance(table, dict) or not isinstance(pieces, list):
        raise BadInput(f'In {name}, "table" is an object and "pieces" a list of objects.')
    if len(pieces) > MOST_PIECES:
        raise BadInput(f"{name} has {len(pieces):,} pieces; at most {MOST_PIECES} can be laid out.")
    _only(table, _TABLE, f"The table in {name}")
    made = tuple(_piece(piece, number) for number, piece in enumerate(pieces, 1))
    try:
        act = act_from_data({"act": "LayTerrain", "pieces": [], **table})
    except BadInput as error:
        raise BadInput(f"The table in {name}: {error}") from None
    assert isinstance(act, LayTerrain)
    return replace(act, pieces=made, instead=instead)


def _parsed(text: str, name: str) -> Any:
    def no_number(words: str) -> NoReturn:
        raise BadInput(f"In {name}, {words} is no number of inches.")

    try:
        return json.loads(text, parse_constant=no_number)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"{name} is no terrain file: {error.msg} ({where}).") from None
    except (RecursionError, ValueError):  # a number of thousands of digits is a ValueError
        raise BadInput(f"{name} is no terrain file: nothing in one is that long.") from None


def _piece(data: Any, number: int) -> PlaceTerrain:
    where = f"Piece {number}"
    if not isinstance(data, dict):
        raise BadInput(f"{where} is not an object.")
    if isinstance(data.get("name"), str) and data["name"].strip():
        where += f", {data['name'].strip()[:40]}"
    _only(data, _PIECE, where)
    if missing := [fact for fact in ("kind", "points") if fact not in data]:
        raise BadInput(f'{where} has no "{missing[0]}".')
    try:
        act = act_from_data({"act": "PlaceTerrain", **data})
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None
    assert isinstance(act, PlaceTerrain)
    return act


def _only(data: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    if unknown := [fact for fact in data if fact not in known]:
        raise BadInput(f'{where} has an unknown fact "{unknown[0][:40]}".')


def _facts(piece: TerrainPiece) -> dict[str, Any]:
    """Return a piece as its line tells it."""
    facts: dict[str, Any] = {
        "kind": piece.kind.value,
        "name": piece.name,
        "points": [[_short(place) for place in point] for point in piece.points],
    }
    if piece.radius:
        facts["radius"] = _short(piece.radius)
    facts |= {
        "base": _short(piece.base),
        "top": _short(piece.top),
        "blocks_move": piece.blocks_move,
        "blocks_sight": piece.blocks_sight,
        "difficult": piece.difficult.value if piece.difficult else NOTHING_DIFFICULT,
    }
    if piece.weight_class is not None:
        facts["weight_class"] = piece.weight_class
    return facts


def _short(inches: float) -> float | int:
    """Return whole inches without a fraction, as a person would write them."""
    return int(inches) if inches == int(inches) else inches


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
