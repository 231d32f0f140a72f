"""Earlier forms of formats 1 and 4 to 8, which were changed while they were new.

Each is known by the hash of its statements and brought to the last form of its number: tables and
columns that came later are made, those that are gone are left out, in the rows and in their images.
No form is added here any more: a change of a format is a format of its own.
"""

import sqlite3
from collections.abc import Mapping
from functools import partial
from typing import Any

from brikdesk.store.file import schema
from brikdesk.store.file.connection import from_json, to_json
from brikdesk.store.journal import unbroken
from brikdesk.store.journal.unbroken import take_over, taken_over

WORDS = {
    1: (
        "929e163ed1127019249f5378e452ab3b43538fa699e8c64189d32c221ae43100",
        "fe2765f93b2abc539307baccafbaa4a05aca6e85c1e42c227e787eaae2d30dde",
        "86a339f7d5b9084067437a5be0e6fa9aaa7c0610d67f6102363f04e7b85d6336",
        "f2797ccc74b0760d177090c7da06f524596841bfc19f15f0fc16ff0eb9543562",
        "9157bfbdbde27faa7154b039d872071f00074e77da31c85939a99b8d15614b2a",
        "ccf6ea2d652027aa4704630b5a111ac0ab0ed7dea1c4ead40122bbf2ec840478",
        "c287fa8df53cd2032b0c0e0d1d2ccbff8f2a7feec17a47c54419b0b40ca79012",
        "6e37b8806df05e1c93734920bfc39b939edc8d1c588ca7d4d01bc8eec21b6772",
    ),
    4: (
        "e2f27239eb2d97912536aaf455b6ea4e29c6daac7bcbf4871d26bfbd32469a50",
        "2b9efd8c6197b38ac7829066f84e8e698293b2a635de41cd8f3bcaad3d534034",
    ),
    5: ("1d42f0914b924de73607ce58883d40d9527e4c33abf3112c1c12a31bfbdd90a6",),
    6: (
        "b7f4f4bc0f0e88d98c5bcbd14aa5ee8641dcbb28ec39d77878c08762476c083a",
        "afdb52836c69738689b3a3c13da7c113a0b5b6e2f4032f87da75e05ef4e5a44a",
    ),
    7: ("642ec2d478e6c47d6534a0bb489145687abc7913dea4dd477e16fd0ac4bfa149",),
    8: ("0764ae3e7169315cf17239c2cead2360b2cffc8aa22176db197df6f115f6cb71",),
}
"""The hashes of the earlier forms of each format, oldest first."""

EMPTY: Mapping[tuple[str, str], Any] = {
    ("field", "direction"): "",
    ("field", "spent"): {},
    ("inside", "left"): False,
    ("logline", "sums"): [],
    ("parting", "inch"): False,
    ("sfshot", "explosive"): False,
    ("state", "until"): "",
    ("unit", "ranged_target"): "",
    ("unit", "melee_damage"): 0,
    ("unit", "melee_foes"): [],
    ("unit", "hands_used"): 0,
    ("unit", "fought"): [],
    ("weapon", "lying"): "",
    ("weapon", "used"): {},
}
"""What columns hold in rows that were written before there was such a column; others are NULL."""

GONE = frozenset({"boundarms", "longaction"})
"""Tables that were made with a format and taken out again before anything was written into them."""

Row = dict[str, Any]
"""A row by the names of its columns, JSON as values, as images hold it."""


def to_last_form(file: sqlite3.Connection, version: int) -> None:
    """Bring a file from any earlier form of a format to the last one."""
    wanted = schema.layout(schema.Schema(schema.frozen_schema().steps), version)
    found = schema.layout_of(file)
    for name in GONE & set(found.tables):
        if not file.execute(f"SELECT 1 FROM {schema.quoted(name)} LIMIT 1").fetchone():
            file.execute(f"DROP TABLE {schema.quoted(name)}")
    others = [
        name
        for name in wanted.tables
        if found.parts.get(("table", name), "") != wanted.parts["table", name]
    ]
    for name in others:
        _make_anew(file, name, found, wanted)
    _make_indexes(file, wanted)
    images = [_convert_images(file, name, wanted) for name in others]
    if version == 1:
        unbroken.keep_digest_again(file)  # its chain does not cover rows and images
    elif any(images):
        take_over(file, trust_rows=bool(taken_over(file).get("image")))


def _make_anew(
    file: sqlite3.Connection, table: str, found: schema.Layout, wanted: schema.Layout
) -> None:
    """Make a table as it has to be, with the rows that it had; a new one has none."""
    rows: list[Row] = []
    if table in found.tables:
        rows = _rows(file, table, found)
        file.execute(f"DROP TABLE {schema.quoted(table)}")
    file.execute(wanted.parts["table", table] or "")
    columns = [column for column in wanted.columns if column.table == table]
    names, marks = ", ".join(schema.quoted(c.name) for c in columns), ", ".join("?" * len(columns))
    for row in rows:
        now = _now(table, row, wanted)
        values = [_stored(now[column.name], column.kind) for column in columns]
        file.execute(f"INSERT INTO {schema.quoted(table)} ({names}) VALUES ({marks})", values)


def _rows(file: sqlite3.Connection, table: str, found: schema.Layout) -> list[Row]:
    columns = [column for column in found.columns if column.table == table]
    names = ", ".join(schema.quoted(column.name) for column in columns)
    return [
        {
            column.name: from_json(value)
            if column.kind == "JSON" and isinstance(value, str)
            else value
            for column, value in zip(columns, values, strict=True)
        }
        for values in file.execute(f"SELECT {names} FROM {schema.quoted(table)} ORDER BY id")
    ]


def _stored(value: Any, kind: str) -> Any:
    return to_json(value) if kind == "JSON" and value is not None else value


def _now(table: str, row: Row, wanted: schema.Layout) -> Row:
    """Return a row with the columns that its table has now."""
    names = [column.name for column in wanted.columns if column.table == table]
    now = {name: row[name] if name in row else EMPTY.get((table, name)) for name in names}
    if table == "campaign" and "rule_set" in row:
        now["rule_sets"] = [row["rule_set"]]
    if table == "logline" and "typed" not in row:
        now["typed"], now["rolled"] = (
            _dice(row["parts"], origin) for origin in ("typed", "rolled")
        )
    return now


def _dice(parts: list[Any], origin: str) -> int:
    """Return how many dice of an origin a line of the log shows."""
    return sum(
        die[2] == origin for part in parts if not isinstance(part, str) for die in part["dice"]
    )


def _make_indexes(file: sqlite3.Connection, wanted: schema.Layout) -> None:
    there = schema.layout_of(file).parts
    for (kind, name), sql in wanted.parts.items():
        if kind == "index" and sql and (kind, name) not in there:
            file.execute(sql)


def _convert_images(file: sqlite3.Connection, table: str, wanted: schema.Layout) -> bool:
    """Give the images of a table's rows its present columns; return whether there are any."""
    sql = 'SELECT id, before, after FROM image WHERE "table" = ?'
    images = file.execute(sql, (table,)).fetchall()
    for key, *sides in images:
        before, after = (side and to_json(_now(table, from_json(side), wanted)) for side in sides)
        file.execute("UPDATE image SET before = ?, after = ? WHERE id = ?", (before, after, key))
    return bool(images)


_ROWS_CHANGE = GONE | {"statechange"}
"""Taking a journal over adds a link to it."""

FORMS = tuple(
    schema.EarlierForm(
        words, schema.Migration(version, partial(to_last_form, version=version), _ROWS_CHANGE)
    )
    for version, forms in WORDS.items()
    for words in forms
)
