"""The acts of the two rule sets do not know each other, except what all acts stand on."""

import ast
from collections.abc import Iterator
from pathlib import Path

import brikdesk.acts

ACTS = Path(brikdesk.acts.__file__).parent
SPINE = {
    *("checks", "step_act", "sums", "power"),
    *("units.belongings", "movement.going", "movement.on_the_way"),
}
"""Modules for acts of every game: rows, refusals, steps, sums, how a unit comes somewhere and leaves.

The ledger of Power is among them because one house rule lets Sci-fi weapons take of it.
"""


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_sci_fi_acts_know_their_own_rules_and_the_spine() -> None:
    seen = set()
    for path in (ACTS / "scifi").glob("*.py"):
        for name in imported(path):
            assert not name.startswith("brikdesk.rules.brikwars"), path.name
            if name.startswith("brikdesk.acts.") and not name.startswith("brikdesk.acts.scifi"):
                room, *rest = name.split(".")[2:]
                seen.add(f"{room}.{rest[0]}" if (ACTS / room).is_dir() else room)
    assert seen == SPINE


def test_no_other_act_knows_the_sci_fi_acts() -> None:
    others = [path for path in ACTS.rglob("*.py") if "scifi" not in path.parts]
    assert len(others) > 50
    # The list of all acts, and an army of both rule sets, which joins as one act.
    knowing = {ACTS / "__init__.py", ACTS / "armies.py"}
    for path in others:
        if path not in knowing:
            assert not [name for name in imported(path) if "acts.scifi" in name], path.name
