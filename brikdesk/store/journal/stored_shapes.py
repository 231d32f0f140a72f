"""Check the shape of stored JSON and names with pydantic, before anything else reads them."""

import sqlite3
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, ConfigDict, TypeAdapter, ValidationError, create_model
from sqlalchemy import JSON, Boolean, Column, Float, Integer, Table
from sqlalchemy import Enum as NamedMember
from sqlmodel import SQLModel
from typing_extensions import TypedDict

from brikdesk.dice import Origin
from brikdesk.games import GAMES
from brikdesk.rules.brikwars.flight import FrozenAttack
from brikdesk.store.journal.images import game_tables
from brikdesk.store.lines import Kind, Tone


def _one_of(names: list[str]) -> Any:
    return Literal[tuple(names)]


def _of_a_game(name: str) -> str:
    # Asked of the register at each value: a game may be registered after this module is imported.
    if name not in GAMES:
        raise ValueError("there is no such game")
    return name


class _Dice(TypedDict):
    dice: list[tuple[int, int, Origin]]
    tones: list[Tone]
    again: NotRequired[bool]


class _Sum(TypedDict):
    name: str
    total: int
    terms: list[tuple[str, int, str] | tuple[str, int, str, int]]
    floor: NotRequired[int]


class _Face(TypedDict):
    face: int
    origin: NotRequired[Origin]


class _Makeup(TypedDict, total=False):
    exchanges: dict[str, int]
    field_dice: dict[str, str]
    added: list[str]
    flat: int
    object_size: int
    object_armor: str
    object_damage: str


class _Capability(TypedDict):
    name: str
    melee: NotRequired[bool]
    holder: NotRequired[str | None]


_SHAPES: dict[tuple[str, str], Any] = {
    ("logline", "parts"): list[str | _Dice],
    ("logline", "sums"): list[_Sum],
    ("laiddice", "faces"): list[int | _Face],
    ("sfshot", "faces"): list[int | _Face],
    ("sfshot", "outcomes"): list[tuple[str, int | None, str, int | None, str]],
    ("sfweapon", "capabilities"): list[_Capability],
    ("projectile", "frozen"): FrozenAttack,
    ("campaign", "rule_sets"): list[Annotated[str, AfterValidator(_of_a_game)]],
    **{
        (name, "makeup"): _Makeup
        for name in ("chamber", "rack", "explosive", "projectile", "round")
    },
}
_NAMES: dict[tuple[str, str], frozenset[str]] = {
    ("logline", "kind"): frozenset(kind.value for kind in Kind),
    ("image", "table"): frozenset(table.name for table in game_tables()),
}


def misshapen(file: sqlite3.Connection) -> list[str]:
    """Return a sentence for each column with values that BrikDesk cannot have written."""
    found = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
    tables = [table for table in SQLModel.metadata.sorted_tables if table.name in found]
    return [fault for table in tables for fault in _faults(file, table)]


def _faults(file: sqlite3.Connection, table: Table) -> Iterator[str]:
    for column in table.columns:
        known = _known_names(table.name, column)
        sql = f'SELECT DISTINCT "{column.name}" FROM "{table.name}"'  # names of our own
        if known is not None:
            values = {row[0] for row in file.execute(sql)}
            for value in sorted(values - known, key=str):
                yield f"{table.name}.{column.name} is {str(value)[:40]!r}"
        elif isinstance(column.type, JSON) and table.name != "image":
            shape = shape_of(table.name, column.name)
            yield from _misfits(f"{table.name}.{column.name}", shape, file.execute(sql))
    if table.name == "image":
        yield from _strange_images(file)


def _known_names(table: str, column: "Column[Any]") -> set[str | None] | None:
    if (table, column.name) in _NAMES:
        return {*_NAMES[table, column.name]}
    if isinstance(column.type, NamedMember) and column.type.enum_class:
        return {*column.type.enum_class.__members__, *([None] if column.nullable else [])}
    return None


def _strange_images(file: sqlite3.Connection) -> Iterator[str]:
    imaged = {name for (name,) in file.execute('SELECT DISTINCT "table" FROM image')}
    for table in (table for table in game_tables() if table.name in imaged):
        for side in ("before", "after"):
            rows = file.execute(f'SELECT {side} FROM image WHERE "table" = ?', (table.name,))
            yield from _misfits(f"an image of {table.name}", image_of(table), rows)


def _misfits(what: str, shape: TypeAdapter[Any], rows: sqlite3.Cursor) -> Iterator[str]:
    validate_json = shape.validator.validate_json
    for (value,) in rows:
        if value is None:
            continue
        try:
            validate_json(value if isinstance(value, str) else str(value), strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(step) for step in first["loc"])[:60]
            yield f"{what} is not what BrikDesk writes: {where} {first['msg'][:80]}".strip()
            return


@cache
def shape_of(table: str, column: str) -> TypeAdapter[Any]:
    """Return the shape of a JSON column: from `_SHAPES`, else from the table's annotation."""
    return TypeAdapter(_annotation(table, column))


def _annotation(table: str, column: str) -> Any:
    if (table, column) in _SHAPES:
        return _SHAPES[table, column]
    return _model(table).model_fields[column].annotation


@cache
def _model(table: str) -> type[SQLModel]:
    return next(
        mapper.class_
        for mapper in SQLModel._sa_registry.mappers
        if mapper.local_table is not None and mapper.class_.__tablename__ == table
    )


@cache
def image_of(table: Table) -> TypeAdapter[Any]:
    """Return the shape of a row image: exactly the table's columns, with values of their types."""
    # The prefix f_ keeps columns such as "name" clear of pydantic's own attributes.
    fields: dict[str, Any] = {}
    for column in table.columns:
        kind = _kind(table.name, column)
        fields[f"f_{column.name}"] = (kind | None if column.nullable else kind, ...)
    made = create_model(
        f"ImageOf{table.name}",
        __config__=ConfigDict(extra="forbid", alias_generator=lambda name: name.removeprefix("f_")),
        **fields,
    )
    return TypeAdapter(made)


def _kind(table: str, column: "Column[Any]") -> Any:
    kind: Any = column.type
    if isinstance(kind, NamedMember) and kind.enum_class:
        return _one_of(list(kind.enum_class.__members__))
    if isinstance(kind, JSON):
        return _annotation(table, column.name)
    for sql, python in ((Boolean, bool), (Integer, int), (Float, float)):
        if isinstance(kind, sql):
            return python
    return str
