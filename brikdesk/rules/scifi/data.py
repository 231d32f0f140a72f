"""The tables of the chapter as files (`resources/rules/scifi/`): numbers are data."""

import json
from importlib.resources import files
from typing import Any


def rows(table: str) -> list[dict[str, Any]]:
    """Return the rows of one table, such as "warheads", in the order of the file."""
    path = files("resources") / "rules" / "scifi" / f"{table}.json"
    read: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return read
