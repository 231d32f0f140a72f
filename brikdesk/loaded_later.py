"""What is imported only when something of it is asked for: modules of a room, libraries that nobody needs.

A room such as `brikdesk.reports` imports each of its modules when it is first used (`modules_of`).
Of the libraries, only the module that imports one without need gets a stand-in, and only while it is
imported itself. For everybody else `import asyncio` means asyncio.
"""

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any, SupportsIndex


def modules_of(room: str) -> Callable[[str], ModuleType]:
    """Return a room's `__getattr__`, which imports a module of the room when it is first asked for.

    So `from brikdesk import reports` loads nothing until `reports.cards` is used.
    """

    def module(name: str) -> ModuleType:
        # Python itself asks for names such as `__path__` or `__wrapped__`, which are no modules.
        if name.startswith("__") or find_spec(f"{room}.{name}") is None:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return importlib.import_module(f"{room}.{name}")

    return module


_QT = "shiboken6"

RUN_LATER = tuple(
    f"shibokensupport.signature.{name}"
    for name in ("mapping", "errorhandler", "layout", "parser", "lib.enum_sig", "lib.pyi_generator")
)
"""Modules of Qt for Python that tell how its functions are called: in errors, and when one asks.

It compiles them at each start from an archive within its library: half of what its import takes.
"""

SPARED = {
    "sqlalchemy": ("asyncio", "importlib.metadata"),
    "sqlalchemy.dialects.sqlite": ("asyncio",),
    "pydantic.networks": ("importlib.metadata",),
    "pydantic.plugin._loader": ("importlib.metadata",),
    "reportlab.pdfbase.ttfonts": ("uharfbuzz",),
    _QT: (),
    **dict.fromkeys(RUN_LATER, ()),
}
"""What each module imports without need; those of Qt for Python are loaded otherwise.

asyncio, and with it ssl, is 4 MB for asynchronous engines; SQLAlchemy asks it for `iscoroutine` only.
importlib.metadata, and with it email, is 1 MB to find plugins. ReportLab imports HarfBuzz wherever
there is one; only names in writings that Inter lacks need it.
"""

_AT_ONCE: dict[str, dict[str, Any]] = {"asyncio": {"iscoroutine": inspect.iscoroutine}}
"""What is asked of a library while it is imported, without loading it."""

_CALLED_LATER = {
    "importlib.metadata": ("version", "entry_points"),
    "shibokensupport.signature.mapping": ("update_mapping",),
}
"""Functions that are looked up without being called; calling them loads the library."""


class LoadedLater(ModuleType):
    """Stands in for a library with one module that imports it, until something of it is asked for."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__dict__.update(_AT_ONCE.get(name, {}))
        for function in _CALLED_LATER.get(name, ()):
            setattr(self, function, self._called_later(function))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python's own questions about a module
            raise AttributeError(name)
        return getattr(self._whole(), name)

    def _called_later(self, function: str) -> Callable[..., Any]:
        return lambda *args, **kwargs: getattr(self._whole(), function)(*args, **kwargs)

    def _whole(self) -> ModuleType:
        return _loaded(self.__name__)


class _RunLater(LoadedLater):
    """A module that its own loader runs when something of it is asked for."""

    def __init__(self, name: str, own: Loader) -> None:
        super().__init__(name)
        self._own = own

    def _whole(self) -> ModuleType:
        self.__class__ = ModuleType  # type: ignore[assignment]
        # Qt for Python lists the module under a second name, by which its loader does not know it.
        self.__spec__ = ModuleSpec(self.__name__, None)
        self._own.exec_module(self)
        return self


class _FindersAdded(list[Any]):
    """Finders of modules, to which others are added at the end, wherever they want to be."""

    def insert(self, _index: SupportsIndex, finder: Any) -> None:
        """Add a finder."""
        self.append(finder)


@contextmanager
def _asked_first() -> Iterator[None]:
    """Be asked for modules before the finder that Qt for Python has while it is imported."""
    finders = sys.meta_path
    sys.meta_path = _FindersAdded(finders)
    try:
        yield
    finally:
        sys.meta_path = finders


def _loaded(name: str) -> ModuleType:
    """Return the library itself, also while a stand-in has its place."""
    if isinstance(sys.modules.get(name), LoadedLater):
        del sys.modules[name]
    return importlib.import_module(name)


@contextmanager
def _stood_in(names: Sequence[str]) -> Iterator[None]:
    """Have stand-ins for the libraries that are not loaded; afterwards nobody finds them any more."""
    placed = {name: LoadedLater(name) for name in names if name not in sys.modules}
    sys.modules.update(placed)
    for name, stand_in in placed.items():
        package, _, last = name.rpartition(".")
        if package:  # importing a name with a dot ends at the attribute of its package
            setattr(sys.modules[package], last, stand_in)
    try:
        yield
    finally:
        for name, stand_in in placed.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]
            package, _, last = name.rpartition(".")
            if package and getattr(sys.modules[package], last, None) is stand_in:
                delattr(sys.modules[package], last)


class _Sparing(Loader):
    """Loads a module as its own loader does, with stand-ins for what it imports without need."""

    def __init__(self, own: Loader, names: Sequence[str]) -> None:
        self._own, self._names = own, names

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Make the module."""
        later = spec.name in RUN_LATER
        return _RunLater(spec.name, self._own) if later else self._own.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, if it is not one for later; from then on its loader is its own."""
        if isinstance(module, _RunLater):
            return
        if module.__spec__:
            module.__spec__.loader = self._own
        module.__loader__ = self._own
        with _asked_first() if module.__name__ == _QT else _stood_in(self._names):
            self._own.exec_module(module)


class _Finder(MetaPathFinder):
    """Finds the modules of SPARED where they are, all others not at all."""

    def __init__(self) -> None:
        self._searching = False

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module is loaded that is to be spared something."""
        if name not in SPARED or self._searching:
            return None
        self._searching = True
        try:
            spec = find_spec(name)
        finally:
            self._searching = False
        if spec is not None and spec.loader is not None:
            spec.loader = _Sparing(spec.loader, SPARED[name])
        return spec


def load_later() -> None:
    """Keep the libraries from loading what serves only things that the desk does not have."""
    # Pydantic would also search every installed package for plugins of its own.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    sys.meta_path.insert(0, _Finder())
