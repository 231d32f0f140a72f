"""What an army is in BrikDesk's own files, and the JSON of them: nothing of a unit is lost in it."""

import json
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from brikdesk import text
from brikdesk.acts.roster.units import AddUnit
from brikdesk.armies.unit_rows import units_from_data, units_to_data
from brikdesk.errors import BadInput

FORMAT, VERSION = "brikdesk army", 1
_FILE = ("format", "version", "name", "units")


class Army(Struct, frozen=True):
    """A name, which may be empty, and the acts that add the units."""

    name: str
    units: tuple[AddUnit, ...]


def written(army: Army) -> str:
    """Return an army as the text of a file, a line for each unit."""
    lines = ",\n".join(f"    {_json(row)}" for row in units_to_data(army.units))
    return (
        f'{{\n  "format": {_json(FORMAT)},\n  "version": {VERSION},\n'
        f'  "name": {_json(army.name)},\n  "units": [\n{lines}\n  ]\n}}\n'
    )


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
    return Army(army_name(title), units_from_data(data.get("units"), name))


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
