"""The window. Its modules are imported without Qt for Python's search through the source of each.

Qt for Python looks whether a module that is imported after it uses `snake_case` or `true_property`:
it reads the module's whole source and keeps it. With the hundreds of modules of this program that
costs a third of the time until a campaign can be opened, and 20 MB. No module here uses either.
"""

import linecache
import sys

import PySide6.QtCore  # noqa: F401 - it loads what is switched off below

_FEATURES = "shibokensupport.feature"
_LOOKS = "_mod_uses_pyside"


def _import_plainly() -> None:
    """Have no source read from now on, and forget what was.

    Without effect on the search where Qt for Python has none.
    """
    features = sys.modules.get(_FEATURES)
    if hasattr(features, _LOOKS):
        setattr(features, _LOOKS, lambda _module: False)
    linecache.clearcache()


_import_plainly()  # here: this package is imported before every other module of the window
