"""Loads the modules of the rules with something done to their source first."""

import ast
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from tests.reach.sites import MARKS, NAME

Change = Callable[[str, ast.Module], ast.Module]
"""What makes of a module, by its dotted name, the tree to be run instead."""

GAMES = ("brikdesk.rules.brikwars.", "brikdesk.rules.scifi.")


class _Loader(SourceFileLoader):
    """Compiles the changed tree; never reads or writes compiled files."""

    def __init__(self, name: str, path: str, change: Change) -> None:
        super().__init__(name, path)
        self._change = change

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the changed module."""
        tree = ast.parse(self.get_data(self.path), self.path)
        return compile(self._change(fullname, tree), self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with the marks in reach."""
        vars(module)[NAME] = MARKS
        super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds the modules of the rules before Python's own finder does."""

    def __init__(self, change: Change) -> None:
        self._change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module of the rules; None for all others and for packages."""
        if not fullname.startswith(GAMES):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or spec.submodule_search_locations is not None:
            return spec
        spec.loader = _Loader(fullname, spec.origin, self._change)
        spec.cached = None
        return spec


def load_changed(change: Change) -> None:
    """Have all modules of the rules changed when they are loaded; RuntimeError if it is too late."""
    if early := [name for name in sys.modules if name.startswith(GAMES)]:
        raise RuntimeError(f"{early[0]} is loaded already")
    sys.meta_path.insert(0, _Finder(change))
