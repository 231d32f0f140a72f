"""Template files: a table and its terrain as JSON that a person can read and change.

Nothing of a campaign is in them: no unit that a piece is tied to, and no number of a row.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from brikdesk.acts.battlefield.layout import MOST_PIECES, LayTerrain
from brikdesk.acts.battlefield.pieces import NOTHING_DIFFICULT, PlaceTerrain
from brikdesk.errors import BadInput
from brikdesk.foreign_file import content_of
from brikdesk.store.act import act_from_data
from brikdesk.store.file.durable import beside, discard, put_in_place
from brikdesk.store.views.battlefield import Ground, TerrainPiece

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


def write_file(path: Path, ground: Ground) -> Path:
    """Write a template and return its path, which always ends with .json; BadInput if it cannot be.

    An old file is replaced only by a whole new one.
    """
    target = path if path.suffix.lower() == ".json" else path.with_name(path.name + SUFFIX)
    part = beside(target)
    try:
        part.write_text(written(ground), encoding="utf-8")
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
    return LayTerrain(
        pieces=made, instead=instead, width=act.width, depth=act.depth, finish=act.finish
    )


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
