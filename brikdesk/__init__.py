"""BrikDesk: everything about a battle that is true without a window."""

import os
import sys

from brikdesk.loaded_later import load_later

__version__ = "0.1.0"

# In the repository the window (ui) and what it shows (resources) lie beside this package. A wheel lays them
# inside it, so that nobody's environment gets packages of such common names. First on the path: another
# program's "ui" would be found otherwise.
if os.path.isdir(_inside := os.path.join(os.path.dirname(__file__), "parts")):
    sys.path.insert(0, _inside)

load_later()  # here, as whatever imports SQLAlchemy comes through here first
