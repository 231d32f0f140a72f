"""Libraries that others import and the desk never uses: loaded only if somebody asks them something."""

import importlib
import inspect
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class LoadedLater(ModuleType):
    """Stands in for a library until something of it is asked for; then the library takes its place."""

    def __init__(self, name: str, functions: tuple[str, ...] = ()) -> None:
        """Stand in for `name`; importing one of the functions by name loads nothing, calling it does."""
        super().__init__(name)
        self.__path__ = list(getattr(find_spec(name), "submodule_search_locations", None) or ())
        for function in functions:
            setattr(self, function, self._called_later(function))

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)

    def _called_later(self, function: str) -> Callable[..., Any]:
        return lambda *args, **kwargs: self.__getattr__(function)(*args, **kwargs)


def load_later() -> None:
    """Keep the libraries from loading what serves only things that the desk does not have.

    asyncio, and with it ssl, is 7 MB for asynchronous engines; SQLAlchemy imports it whether or not
    there is one, and asks it for `iscoroutine` only. importlib.metadata, and with it email, is 1 MB
    to find plugins. Pydantic would also search every installed package for plugins of its own. Qt
    for Python imports argparse for a command line that only its makers call.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if "asyncio" not in sys.modules:
        stand_in = LoadedLater("asyncio")
        stand_in.iscoroutine = inspect.iscoroutine  # type: ignore[attr-defined]
        sys.modules["asyncio"] = stand_in
    if "importlib.metadata" not in sys.modules:
        stand_in = LoadedLater("importlib.metadata", functions=("version", "entry_points"))
        # Importing a name with a dot ends at the attribute of its package.
        sys.modules["importlib.metadata"] = importlib.metadata = stand_in
    # ReportLab imports HarfBuzz wherever there is one; only names in writings that Inter lacks need it.
    if "uharfbuzz" not in sys.modules:
        sys.modules["uharfbuzz"] = LoadedLater("uharfbuzz")
    if "argparse" not in sys.modules:
        sys.modules["argparse"] = LoadedLater("argparse")
