"""What a format of the campaign file is, as text: statements, members of enums, shapes of JSON.

`python -m tests.store.frozen` prints the description of the present format.
"""

import json
from pathlib import Path
from typing import Any

from sqlalchemy import JSON
from sqlalchemy import Enum as NamedMember
from sqlmodel import SQLModel

import brikdesk.acts  # noqa: F401  (registers every table)
from brikdesk.games import GAMES
from brikdesk.store.file.schema import frozen_schema, layout
from brikdesk.store.journal.images import game_tables
from brikdesk.store.journal.stored_shapes import shape_of
from brikdesk.store.lines import Kind

RELEASED = Path(__file__).parent / "released"
BY_HAND = ("title", "description")
"""Names of classes and their docstrings: no part of a shape."""


def description_file(version: int) -> Path:
    """Return where the description of a format is kept."""
    return RELEASED / f"format-{version}.txt"


def described(version: int) -> list[str]:
    """Return the description of a format; members and shapes are those of this program."""
    return [*statements_of(version), "", *members(), "", *shapes()]


def statements_of(version: int) -> list[str]:
    """Return the words of each table and index."""
    parts = layout(frozen_schema(), version).parts
    return [line for key in sorted(parts) for line in (parts[key] or "").splitlines()]


def members() -> list[str]:
    """Return one line for each member that a column may name."""
    found = {
        "campaign.rule_sets": sorted(GAMES),
        "image.table": [table.name for table in game_tables()],
        "logline.kind": [kind.value for kind in Kind],
    }
    for table in SQLModel.metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, NamedMember) and column.type.enum_class:
                found[f"{table.name}.{column.name}"] = list(column.type.enum_class.__members__)
    return [f"{name}: {member}" for name in sorted(found) for member in sorted(found[name])]


def shapes() -> list[str]:
    """Return one line for each column that holds JSON."""
    columns = [
        (table.name, column.name)
        for table in SQLModel.metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, JSON) and table.name != "image"
    ]
    return [f"{table}.{name} holds {_shape(table, name)}" for table, name in sorted(columns)]


def _shape(table: str, column: str) -> str:
    schema = shape_of(table, column).json_schema()
    kinds = schema.pop("$defs", {})
    return json.dumps(_plain(schema, kinds), sort_keys=True)


def _plain(part: Any, kinds: dict[str, Any]) -> Any:
    """Return a part of a shape without names that only the program knows."""
    if isinstance(part, list):
        return [_plain(each, kinds) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _plain(kinds[part["$ref"].rpartition("/")[2]], kinds)
    named = part.get("properties", {})
    plain = {
        name: _plain(value, kinds)
        for name, value in part.items()
        if name not in BY_HAND and name != "properties"
    }
    if named:
        plain["properties"] = {name: _plain(value, kinds) for name, value in named.items()}
    return plain


if __name__ == "__main__":
    print("\n".join(described(frozen_schema().version)))
