"""A registry of act classes by name, which imports the module of a class on first use."""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Generic, TypeVar

from brikdesk.games import GAMES

ActClass = TypeVar("ActClass")


class Kinds(MutableMapping[str, ActClass], Generic[ActClass]):
    """All act classes that are imported, or whose module is known. Iterating values imports all.

    The modules are those placed here, and those that the registered games name.
    """

    def __init__(self) -> None:
        self._made: dict[str, ActClass] = {}
        self._places: dict[str, str] = {}

    def place(self, names: Mapping[str, tuple[str, ...]]) -> None:
        """Register, for each module, the names of the classes that it defines."""
        for module, kinds in names.items():
            self._places.update(dict.fromkeys(kinds, module))

    def __getitem__(self, name: str) -> ActClass:
        if name not in self._made:
            # Importing defines the class, and Act.__init_subclass__ adds it to `_made`.
            import_module(self._everywhere()[name])
        return self._made[name]

    def __setitem__(self, name: str, kind: ActClass) -> None:
        self._made[name] = kind

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._everywhere(), *self._made)))

    def __len__(self) -> int:
        return len(self._everywhere().keys() | self._made.keys())

    def _everywhere(self) -> dict[str, str]:
        # Asked each time, because a game may be registered after the acts are placed.
        places = dict(self._places)
        for game in GAMES.values():
            for module, names in game.acts.items():
                places.update(dict.fromkeys(names, module))
        return places
