"""Functions of the rules that run while their module is loaded: readers of tables.

No act calls them. What they read is reached where a test reaches a function that uses it.
"""

import ast
from collections.abc import Iterator
from functools import cache

from tests.reach.sites import functions, module_files, sites

Name = tuple[str, str]
"""A module and what it calls something."""


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def _called(node: ast.AST) -> set[str]:
    calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


def _constants(tree: ast.Module) -> Iterator[tuple[set[str], ast.expr]]:
    """Return what each statement at the top of a module binds, and of what it makes it."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            yield set().union(*map(_names, targets)), statement.value


class _Readers:
    """Follows names from the constants of all modules to the functions that make them."""

    def __init__(self) -> None:
        self._uses: dict[Name, set[Name]] = {}
        self._constants: list[Name] = []
        for module, path in module_files().items():
            tree = ast.parse(path.read_text(encoding="utf-8"))
            self._read(module, tree, _imported(tree))

    def _read(self, module: str, tree: ast.Module, imported: dict[str, Name]) -> None:
        def places(names: set[str]) -> set[Name]:
            return {imported.get(name, (module, name)) for name in names}

        for name, function in functions(tree):
            self._uses[module, name] = places(_called(function))
        constants = list(_constants(tree))
        known = set().union(*(bound for bound, _ in constants))
        for bound, value in constants:
            for name in bound:
                used = _called(value) | (_names(value) & known)
                self._uses[module, name] = places(used)
                self._constants.append((module, name))

    def made(self) -> dict[Name, set[str]]:
        """Return for each function that makes constants their names."""
        found: dict[Name, set[str]] = {}
        for constant in self._constants:
            seen, waiting = {constant}, [constant]
            while waiting:
                for place in self._uses.get(waiting.pop(), set()) - seen:
                    seen.add(place)
                    waiting.append(place)
            for place in seen - set(self._constants):
                if place in self._uses:
                    found.setdefault(place, set()).add(constant[1])
        return found


def _imported(tree: ast.Module) -> dict[str, Name]:
    return {
        one.asname or one.name: (node.module, one.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for one in node.names
    }


@cache
def users() -> dict[int, frozenset[int]]:
    """Return for each statement of a reader the statements of functions that use what it reads.

    Where only acts use it, these are all others of its room.
    """
    made = _Readers().made()
    using: dict[str, set[int]] = {}
    room: dict[str, set[int]] = {}
    for place, site in enumerate(sites()):
        if (site.module, site.function) not in made:
            room.setdefault(site.module, set()).add(place)
            for name in site.names:
                using.setdefault(name, set()).add(place)
    found = {}
    for place, site in enumerate(sites()):
        if constants := made.get((site.module, site.function)):
            used = set().union(*(using.get(name, set()) for name in constants))
            found[place] = frozenset(used or room.get(site.module, set()))
    return found
