"""The acts that can harm somebody: found in the program itself, so that a new one is noticed.

Which names each function and class mentions is read from the source; an act can harm where what it
mentions leads to one of the functions that write harm.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import brikdesk.acts

ROOT = Path(brikdesk.acts.__file__).parent

HARM = frozenset(
    ("brikdesk.acts.combat.armor", name) for name in ("apply_damage", "hit_through")
) | frozenset(
    ("brikdesk.acts.combat.armor", name)
    for name in ("lose_unit", "lose_limb", "take_size_damage", "grind")
)
"""The functions that write harm to the rows of a unit."""

Place = tuple[str, str]
"""A module and the name of a function or class in it."""


@cache
def _mentions() -> dict[Place, frozenset[Place]]:
    """Return for each function and class of the acts which others it mentions."""
    found: dict[Place, frozenset[Place]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        module = ".".join(("brikdesk", *path.relative_to(ROOT.parent).with_suffix("").parts))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        known = dict(_imported(tree))
        known |= {
            node.name: (module, node.name)
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[module, node.name] = frozenset(_mentioned(node, known))
    return found


def _mentioned(node: ast.AST, known: dict[str, Place]) -> Iterator[Place]:
    """Yield what is called by its own name, and what by that of its module: `armor.lose_limb`."""
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) if name in known:
                yield known[name]
            case ast.Attribute(value=ast.Name(id=name), attr=of_module) if name in known:
                yield ".".join(known[name]), of_module


def _imported(tree: ast.Module) -> Iterator[tuple[str, Place]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                yield each.asname or each.name, (node.module, each.name)


@cache
def harms(place: Place) -> bool:
    """Return whether a function or class leads to one that writes harm."""
    seen: set[Place] = set()
    left = [place]
    while left:
        here = left.pop()
        if here in HARM:
            return True
        if here not in seen:
            seen.add(here)
            left += _mentions().get(here, ())
    return False
