"""Libraries that others import and the desk never uses: loaded only if somebody asks them something."""

import importlib
import inspect
import sys
from types import ModuleType
from typing import Any


class LoadedLater(ModuleType):
    """Stands in for a library until something of it is asked for; then the library takes its place."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


def load_asyncio_later() -> None:
    """Keep SQLAlchemy from loading asyncio, and with it ssl: 7 MB for its asynchronous engines.

    It imports asyncio for them whether or not one is used, and asks it for `iscoroutine` only.
    """
    if "asyncio" not in sys.modules:
        stand_in = LoadedLater("asyncio")
        stand_in.iscoroutine = inspect.iscoroutine  # type: ignore[attr-defined]
        sys.modules["asyncio"] = stand_in
