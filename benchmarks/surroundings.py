"""What a measured program runs in: compiled modules, and a screen as large as that of a laptop."""

import json
import os
import sys
from pathlib import Path
from tempfile import mkdtemp

OWN = ("CONFIG", "DATA", "CAMPAIGNS")
"""What the program keeps between two runs, each in a folder."""

SCREEN = {"name": "laptop", "x": 0, "y": 0, "width": 1920, "height": 1080}
RESOLUTION = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
"""Without these Qt's platform for drawing where nobody sees has 800 by 800 pixels: no room for panes."""


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment; modules are compiled into the folder, as an installation has them.

    Each measured program has settings of its own: with the workspace of the last one remembered,
    another would be shown for the first time than the one that is measured.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    own = Path(mkdtemp(dir=folder, prefix="own-"))
    environment |= {f"BRIKDESK_{name}_DIR": str(own / name.lower()) for name in OWN}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    platform = environment.get("QT_QPA_PLATFORM", "offscreen")
    if platform == "offscreen" and sys.platform == "linux":
        file = folder / "screen.json"
        file.write_text(json.dumps({"screens": [SCREEN | RESOLUTION]}))
        platform = f"offscreen:configfile={file}"
    return environment | {"QT_QPA_PLATFORM": platform}


STARTS_AND_WATCHES = """
from brikdesk.cli import main, window

# Qt is imported by the window alone, as in the program: it reads and keeps the source of each module
# that is imported after it, until the window tells it not to.
loaded = window._loaded

def loaded_and_watched(module):
    made = loaded(module)
    watch()
    return made

window._loaded = loaded_and_watched
main(sys.argv[1:])
"""
"""A script's end: the program starts, and `watch` of the script is called once its window is loaded."""
