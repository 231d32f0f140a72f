"""Which public functions of the rules nothing in the program uses.

Read from the source.

A function of `brikdesk/rules/` is reached when a chain of references leads to it from any module
of `brikdesk/` outside the rules, or of `ui/`; tests and benchmarks do not count. Functions and
classes are followed by where they are imported from, so that two of one name are told apart;
methods by their name, once their class is reached.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ("brikdesk", "ui")
RULES = "brikdesk.rules."

Place = tuple[str, str]
"""A module and a name in it: ("brikdesk.rules.brikwars.fire", "burn")."""


@dataclass
class Room:
    """What one module binds at its top: its own definitions and what it imports."""

    name: str
    tree: ast.Module
    imported: dict[str, Place] = field(default_factory=dict)
    defined: dict[str, list[ast.stmt]] = field(default_factory=lambda: defaultdict(list))
    loose: list[ast.stmt] = field(default_factory=list)


def _dotted(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_rooms(root: Path, folders: Iterable[str]) -> dict[str, Room]:
    """Return every module below the folders by its dotted name."""
    rooms = {}
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            name = _dotted(path, root)
            rooms[name] = _room(name, ast.parse(path.read_text(encoding="utf-8")))
    return rooms


def _room(name: str, tree: ast.Module) -> Room:
    room = Room(name, tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                room.imported[one.asname or one.name] = (node.module, one.name)
    for statement in tree.body:
        if names := list(_bound(statement)):
            for bound in names:
                room.defined[bound].append(statement)
        elif not isinstance(statement, ast.Import | ast.ImportFrom):
            room.loose.append(statement)
    return room


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            for node in ast.walk(target):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id


class Search:
    """Follows the references from the program into the rules, as far as they lead."""

    def __init__(self, rooms: dict[str, Room]) -> None:
        self._rooms = rooms
        self.reached: set[Place] = set()
        self._attributes: set[str] = set()
        self._waiting: dict[str, list[tuple[str, ast.stmt]]] = defaultdict(list)
        self._next: list[tuple[str, ast.AST]] = []

    def run(self) -> set[Place]:
        """Return all places of the rules that are reached; methods as "Class.method"."""
        for name, room in self._rooms.items():
            if not name.startswith(RULES):
                self._next += [(name, statement) for statement in room.tree.body]
        while self._next:
            module, node = self._next.pop()
            self._follow(module, node)
        return self.reached

    def _follow(self, module: str, root: ast.AST) -> None:
        room = self._rooms[module]
        for node in ast.walk(root):
            if isinstance(node, ast.Name):
                self._reach(room.imported.get(node.id, (module, node.id)))
            elif isinstance(node, ast.Attribute):
                self._use_attribute(node.attr)
                if isinstance(node.value, ast.Name) and node.value.id in room.imported:
                    parent, name = room.imported[node.value.id]
                    self._reach((f"{parent}.{name}", node.attr))

    def _use_attribute(self, name: str) -> None:
        if name not in self._attributes:
            self._attributes.add(name)
            for module, method in self._waiting.pop(name, ()):
                self._next.append((module, method))

    def _reach(self, place: Place) -> None:
        module, name = place
        room = self._rooms.get(module)
        if place in self.reached or room is None or not module.startswith(RULES):
            return
        self.reached.add(place)
        if name in room.imported and name not in room.defined:
            self._reach(room.imported[name])
        for statement in room.defined.get(name, ()):
            if isinstance(statement, ast.ClassDef):
                self._reach_class(module, statement)
            else:
                self._next.append((module, statement))
        self._next += [(module, statement) for statement in room.loose]
        room.loose = []

    def _reach_class(self, module: str, node: ast.ClassDef) -> None:
        """Follow the class itself at once, each method when somebody uses its name."""
        self._next += [(module, base) for base in [*node.bases, *node.decorator_list]]
        for inner in node.body:
            is_function = isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            if not is_function or inner.name.startswith("__") or inner.name in self._attributes:
                self._next.append((module, inner))
            else:
                self._waiting[inner.name].append((module, inner))

    def is_used(self, name: str) -> bool:
        """Return True if reached code uses an attribute of this name."""
        return name in self._attributes


def unreached(root: Path = ROOT, folders: Iterable[str] = PROGRAM) -> list[str]:
    """Return the public functions and methods of the rules that nothing reaches, module by module."""
    rooms = read_rooms(root, folders)
    search = Search(rooms)
    reached = search.run()
    found = []
    for name, room in rooms.items():
        if name.startswith(RULES):
            found += [f"{name}: {one}" for one in _dead(name, room.tree, reached, search)]
    return found


def _dead(module: str, tree: ast.Module, reached: set[Place], search: Search) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            if (module, node.name) not in reached:
                yield node.name
            elif isinstance(node, ast.ClassDef):
                yield from (
                    f"{node.name}.{inner.name}"
                    for inner in node.body
                    if isinstance(inner, ast.FunctionDef)
                    and not inner.name.startswith("_")
                    and not search.is_used(inner.name)
                )


def main() -> int:
    """Print what nothing reaches or reads; return 1 where there is any."""
    functions = unreached()
    print(*functions, sep="\n")
    print(f"{len(functions)} public functions of the rules are used by nothing but tests")
    return 1 if functions else 0


if __name__ == "__main__":
    sys.exit(main())
