"""What kind of value is what: a Struct, but for what Pydantic reads, drafts and what is painted first."""

import importlib
import pkgutil
import sys
from dataclasses import is_dataclass
from typing import Any, get_args, get_type_hints

import brikdesk
import ui
from brikdesk.rules.brikwars.flight import FrozenAttack
from brikdesk.store.act import Act
from brikdesk.store.lines import Line, Outcome

READ_BY_PYDANTIC = (Line, Outcome, FrozenAttack)
"""With acts: an attack in flight is kept in its row, and tests have acts that hold lines."""

PAINTED_FIRST = {
    *(
        "ui.campaign.settings",
        "ui.look.theme",
    ),
    *("ui.look.shortcuts", "ui.widgets.painted", "ui.widgets.start_rows", "ui.widgets.tokens"),
}
"""Imported before the first paint, which does not wait for the library of Structs."""

SHOWN_IN_PART = {"OpenedFile"}
"""Some of its fields are no part of its text: a Struct shows all."""


def program() -> list[type]:
    """Return the classes of the program that are made as dataclasses."""
    for home in (brikdesk, ui):
        for room in pkgutil.walk_packages(home.__path__, f"{home.__name__}."):
            if not room.name.endswith("__main__"):
                importlib.import_module(room.name)
    return [
        each
        for name, room in list(sys.modules.items())
        if name.split(".")[0] in ("brikdesk", "ui")
        for each in vars(room).values()
        if isinstance(each, type) and each.__module__ == name
        if "__dataclass_fields__" in vars(each)
    ]


def held(kind: Any, found: set[type]) -> None:
    """Add a dataclass, those on which it builds, and all that its fields hold."""
    if isinstance(kind, type) and is_dataclass(kind) and kind not in found:
        found.add(kind)
        for inner in (*kind.__bases__, *get_type_hints(kind, include_extras=True).values()):
            held(inner, found)
    for inner in get_args(kind):
        held(inner, found)


def test_a_dataclass_has_a_reason_to_be_one() -> None:
    made = program()
    acts: set[type] = set()
    for kind in (*READ_BY_PYDANTIC, *(each for each in made if issubclass(each, Act))):
        held(kind, acts)
    assert [
        f"{each.__module__}.{each.__name__}"
        for each in made
        if each not in acts
        if each.__module__ not in PAINTED_FIRST and each.__name__ not in SHOWN_IN_PART
        if not each.__name__.endswith("Draft")
    ] == []
