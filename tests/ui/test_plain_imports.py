"""What the open desk need not know is not loaded, and no source text is kept in memory."""

import json
import subprocess
import sys

LOADED = """
import json, linecache, sys
import ui.window.campaign_at_work
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
    assert not modules & {
        "reportlab",
        "pypdfium2",
        "icepool",
        "PIL",
        "asyncio.events",
        "ssl",
        "email",
    }
    assert not [name for name in sources if name.endswith(("desk_view.py", "session.py"))]


COMMAND = """
import sys
import brikdesk.cli.window
assert not {"sqlmodel", "reportlab", "PIL", "brikdesk.acts"} & set(sys.modules), "before the window"
import ui.window.campaign_at_work, ui.panels.report
assert not {"reportlab", "PIL", "pypdfium2"} & set(sys.modules), "nobody has asked for a report"
"""


def test_nothing_that_knows_a_campaign_or_draws_reports_is_imported_before_it_is_wanted() -> None:
    subprocess.run([sys.executable, "-c", COMMAND], check=True, timeout=120)


ASKED = """
import brikdesk, sys
import sqlmodel, sqlalchemy.dialects.sqlite, sqlalchemy.util.concurrency as later
assert not {"asyncio", "ssl", "importlib.metadata", "email"} & set(sys.modules), "nobody has asked"
import asyncio
whole_one = sys.modules["asyncio"]
assert asyncio.__file__ and asyncio.__spec__, "for everybody else it is asyncio itself"
async def one():
    return 1
assert later.is_exit_exception(asyncio.CancelledError())
assert asyncio.run(one()) == 1
import asyncio.subprocess as whole
from asyncio import Queue
assert sys.modules["asyncio"] is whole_one
assert sys.modules["asyncio"].Queue is Queue
"""


def test_who_needs_asyncio_all_the_same_gets_all_of_it() -> None:
    subprocess.run([sys.executable, "-c", ASKED], check=True, timeout=120)


PACKAGES = """
import brikdesk, sys, sqlmodel
assert "email" not in sys.modules, "nobody has asked for a package yet"
import importlib.metadata
assert importlib.metadata.__spec__, "for everybody else it is the library itself"
from importlib.metadata import version, PackageNotFoundError, distributions
assert version("pydantic") == importlib.metadata.version("pydantic")
assert [*distributions()]
try:
    version("nobody-wrote-this")
except PackageNotFoundError:
    print("not found")
"""


def test_who_asks_for_installed_packages_all_the_same_gets_all_of_them() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PACKAGES], check=True, timeout=120, stdout=subprocess.PIPE
    )
    assert done.stdout.strip() == b"not found"
