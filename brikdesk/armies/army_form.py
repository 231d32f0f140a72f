"""What an army is in BrikDesk's own files, and the JSON of them: nothing that a file can hold is lost."""

import json
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from brikdesk import text
from brikdesk.acts.armies.arriving import Bond, Recruit
from brikdesk.acts.roster.units import AddUnit
from brikdesk.armies.unit_rows import (
    bonds_from_data,
    bonds_to_data,
    recruits_from_data,
    recruits_to_data,
)
from brikdesk.errors import BadInput

FORMAT = "brikdesk army"
PLAIN, VERSION = 1, 2
"""The version of files that any BrikDesk reads, and of those that tell of battles and Sci-fi units."""

_FILE = ("format", "version", "name", "units", "bonds")
_NEW = frozenset((
    "scifi", "states", "fires", "explosives", "size_damage", "grinding", "limbs_lost", "wounded",
    "fate", "on_table", "chamber", "inoperative", "lying", "left", "places",
))  # fmt: skip
"""Facts that files of the first version do not have."""


class Remark(Struct, frozen=True):
    """What became of something that does not stay as it stands, and of which unit."""

    unit: str
    words: str


class Army(Struct, frozen=True):
    """A name, which may be empty, the units, and what binds them; `lost`: what no file can hold."""

    name: str
    units: tuple[Recruit, ...]
    bonds: tuple[Bond, ...] = ()
    lost: tuple[Remark, ...] = ()


def written(army: Army) -> str:
    """Return an army as the text of a file, a line for each unit and bond."""
    units, bonds = recruits_to_data(army.units), bonds_to_data(army.bonds)
    version = VERSION if bonds or any(_is_new(row) for row in units) else PLAIN
    lists = f'  "units": {_rows(units)}' + (f',\n  "bonds": {_rows(bonds)}' if bonds else "")
    return (
        f'{{\n  "format": {_json(FORMAT)},\n  "version": {version},\n'
        f'  "name": {_json(army.name)},\n{lists}\n}}\n'
    )


def _rows(rows: Sequence[Any]) -> str:
    lines = ",\n".join(f"    {_json(row)}" for row in rows)
    return f"[\n{lines}\n  ]"


def _is_new(data: Any) -> bool:
    """Return whether a row has a fact that files of the first version do not have."""
    if isinstance(data, dict):
        return any(name in _NEW or _is_new(value) for name, value in data.items())
    return isinstance(data, list) and any(_is_new(each) for each in data)


def is_army(data: Any) -> bool:
    """Return whether data says that it is an army in BrikDesk's own form."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def read(data: dict[str, Any], name: str = "This") -> Army:
    """Return the army of a file's data; BadInput says what is wrong with it."""
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise BadInput(f"{name} does not say its version.")
    if version > VERSION:
        raise BadInput(f"{name} was made by a newer BrikDesk (version {version} of such files).")
    if unknown := [fact for fact in data if fact not in _FILE]:
        raise BadInput(f'{name} has an unknown fact "{unknown[0][:40]}".')
    title = data.get("name", "")
    if not isinstance(title, str):
        raise BadInput(f"In {name}, the name of the army is no text.")
    units = recruits_from_data(data.get("units"), name)
    return Army(army_name(title), units, bonds_from_data(data.get("bonds", []), units, name))


def army_name(words: str) -> str:
    """Return the name of an army on one line, cut where it is too long; it may be empty."""
    return " ".join(text.clean(words[: text.NOTE_LENGTH]).split())[: text.NAME_LENGTH]


def named(units: Sequence[AddUnit]) -> str:
    """Return what units are called together: the name of one, else how many and the first."""
    count = sum(unit.copies for unit in units)
    if len(units) == 1:
        return units[0].name if count == 1 else f"{count} {units[0].name}"[: text.NAME_LENGTH]
    return f"{units[0].name} and {count - units[0].copies} more"[: text.NAME_LENGTH]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
