"""Imports without a search through their source text.

Qt for Python looks whether a module that is imported after it uses `snake_case` or `true_property`:
it reads the module's whole source and keeps it. With the seven hundred modules of this program that
is a third of the time until a campaign can be opened, and 20 MB. Nobody here uses either.
"""

import sys

import PySide6.QtCore  # noqa: F401 - with it comes what is switched off

_FEATURES = "shibokensupport.feature"
_LOOKS = "_mod_uses_pyside"


def import_plainly() -> None:
    """Have no source read from now on; another Qt for Python may do nothing of the kind."""
    features = sys.modules.get(_FEATURES)
    if hasattr(features, _LOOKS):
        setattr(features, _LOOKS, lambda _module: False)
