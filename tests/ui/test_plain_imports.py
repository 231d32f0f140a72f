"""What the open desk need not know is not loaded, and no source text is kept in memory."""

import json
import subprocess
import sys

LOADED = """
import json, linecache, sys
import ui.window.at_work
print(json.dumps([list(sys.modules), list(linecache.cache)]))
"""


def loaded() -> tuple[set[str], list[str]]:
    """Return the modules of a desk that can open campaigns, and the sources that Python keeps."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED], check=True, timeout=120, stdout=subprocess.PIPE
    )
    modules, sources = json.loads(done.stdout)
    return set(modules), sources


def test_an_open_desk_has_not_loaded_what_prints_and_what_reckons_odds_and_keeps_no_source() -> (
    None
):
    modules, sources = loaded()
    assert not modules & {"reportlab", "pypdfium2", "icepool", "PIL"}
    assert not [name for name in sources if name.endswith(("desk_view.py", "session.py"))]
