"""Run by test_mutants.py in a process with limits: opens mutants of a campaign and says what came of it.

Arguments: a closed campaign, and how many mutants of each kind. Prints one JSON line for each kind.
"""

import hashlib
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import database_uri
from brikdesk.store.views.campaign_and_battle import battle_head
from tests.mutants import MUTANTS, mutant

MEMORY, SECONDS = 1 << 30, 60
"""Bytes for the whole process, and seconds of processor for one mutant."""


def limit() -> None:
    """Have the system end this process where a mutant makes it grow or turn for ever."""
    if sys.platform != "win32":
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime) + SECONDS
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


def content(path: Path) -> str:
    """Hash every row of the game and of its journal; a photo's bytes are checked when it is shown."""
    whole = hashlib.sha256()
    with closing(sqlite3.connect(database_uri(path, "ro"), uri=True)) as connection:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        for (name,) in connection.execute(names).fetchall():
            if name != "checkpoint":
                columns = "name, width, height, kept_at" if name == "picture" else "*"
                rows = connection.execute(f'SELECT {columns} FROM "{name}"').fetchall()
                whole.update(repr((name, rows)).encode("utf-8", "surrogatepass"))
    return whole.hexdigest()


def sound_to_sqlite(path: Path, good: str) -> bool:
    """Tell whether SQLite finds nothing wrong although the content differs: the control."""
    try:
        with closing(sqlite3.connect(database_uri(path, "ro"), uri=True)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()
        return bool(found == ("ok",)) and content(path) != good
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def main(campaign: str, each: str) -> None:
    source = Path(campaign)
    good, data, path = content(source), source.read_bytes(), source.with_name("mutant.brik")
    for name in MUTANTS:
        told: dict[str, list[int]] = {
            key: [] for key in ("wrong", "opened", "written", "unnoticed")
        }
        for seed in range(int(each)):
            limit()
            made = mutant(name, seed, data)
            path.write_bytes(made)
            try:
                with Campaign.open(path, read_only=True) as opened:
                    opened.read(battle_head)
            except CampaignFileError:
                pass
            else:
                told["opened"].append(seed)
                if content(path) != good:
                    told["wrong"].append(seed)
            if path.read_bytes() != made:
                told["written"].append(seed)
            if sound_to_sqlite(path, good):
                told["unnoticed"].append(seed)
        print(json.dumps({"kind": name, **told}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
