"""BrikDesk: everything about a battle that is true without a window."""

import sys
from pathlib import Path

from brikdesk.loaded_later import load_later

__version__ = "0.1.0"

# In the repository the window (ui) and what it shows (resources) lie beside this package. A wheel lays them
# inside it, so that nobody's environment gets packages of such common names. First on the path: another
# program's "ui" would be found otherwise.
if (_inside := Path(__file__).with_name("parts")).is_dir():
    sys.path.insert(0, str(_inside))

load_later()  # here, as whatever imports SQLAlchemy comes through here first
