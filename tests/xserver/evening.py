"""Evenings played by real keys, and what came of them."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from brikdesk.cli import main as brikdesk
from brikdesk.store.campaign import Campaign
from tests.xserver.program import Program

Done = list[tuple[str, dict[str, Any]]]
"""Acts by name, each with its facts."""


def press(desk: Program, keys: Iterable[str], *, fast: bool) -> None:
    """Press keys: as fast as the machine types, or each when the one before is dealt with."""
    for key in keys:
        desk.hands.key({" ": "Space"}.get(key, key))
        if not fast:
            desk.settle()
    desk.settle()


def acts(file: Path) -> Done:
    """Return the acts of the evening, in their order; what was done before is sealed."""
    question = "SELECT name, arguments FROM act WHERE state = 'DONE' ORDER BY id"
    with closing(sqlite3.connect(file)) as opened:
        return [(name, json.loads(data)) for name, data in opened.execute(question)]


def come_to_the_same(before: Path, after: Path) -> bool:
    """Tell whether the acts of one file, done to the other by the command line, give its digest."""
    given = before.with_suffix(".json")
    given.write_text(json.dumps([{"act": name, **data} for name, data in acts(after)]))
    assert brikdesk(["do", str(before), str(given)]) == 0
    return digest(before) == digest(after)


def digest(file: Path) -> str:
    """Return the digest of a campaign's file."""
    with Campaign.open(file) as campaign:
        return campaign.digest()
