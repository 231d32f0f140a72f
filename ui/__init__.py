"""The window. Its modules are imported without Qt for Python's search through the source of each.

Qt for Python looks whether a module that is imported after it uses `snake_case` or `true_property`:
it reads the module's whole source and keeps it. With the hundreds of modules of this program that
costs a third of the time until a campaign can be opened, and 20 MB. No module here uses either.
"""

import builtins
import linecache

import PySide6.QtCore  # noqa: F401 - it loads what is switched off below


def _import_plainly() -> None:
    """Import as Python does from now on, and forget the sources that were read.

    Without effect on the search where Qt for Python has none.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
    linecache.clearcache()


_import_plainly()  # here: this package is imported before every other module of the window
