"""Campaigns of every form that a format ever had, played by the program that wrote it.

Each was played with the last commit that wrote that form: the sample evening, steps settled, units
moved, photos laid and pinned, acts undone and redone, one left undone; from 1h on also the sample by
the Sci-fi rules (stars), from 6 on a fight that somebody leaves (duel). `open` is the file as a
killed program leaves it. They lie in one archive because they have most of their bytes in common.

`python -m tests.store.played ARCHIVE_FOLDER` packs the `*.brik` of a folder with those that are
there already, and writes down what each opens as.
"""

import json
import shutil
import sys
import tarfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import log, undo_state
from brikdesk.turns.queue import agenda

ARCHIVE = Path(__file__).parent / "released" / "played.tar.xz"
OPENED = "opened.json"


@cache
def _packed() -> dict[str, bytes]:
    found = {}
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            file = archive.extractfile(member)
            assert file is not None
            found[member.name] = file.read()
    return found


def names() -> list[str]:
    """Return the campaigns, such as 8a-evening-closed."""
    return sorted(name.removesuffix(".brik") for name in _packed() if name.endswith(".brik"))


def unpack(name: str, folder: Path) -> Path:
    """Write a campaign into a folder."""
    path = folder / f"{name}.brik"
    path.write_bytes(_packed()[path.name])
    return path


def opened_once(name: str) -> dict[str, Any]:
    """Return what a campaign opened as when it was packed."""
    return dict(json.loads(_packed()[OPENED])[name])


def seen_in(campaign: Campaign) -> dict[str, Any]:
    """Return digest, log, waiting steps and what can be undone: what a file holds for its referee."""
    state = campaign.read(undo_state)
    return {
        "digest": campaign.digest(),
        "log": [f"{entry.number} {entry.words}" for entry in campaign.read(log)],
        "agenda": [step.key for step in campaign.reading(lambda session: list(agenda(session)))],
        "undo": [len(state.undo), len(state.redo)],
    }


def pack(folder: Path) -> None:
    """Add the campaigns of a folder to the archive, with what each opens as today."""
    with TemporaryDirectory() as made:
        work = Path(made)
        old = _packed() if ARCHIVE.exists() else {}
        seen = json.loads(old.get(OPENED, b"{}"))
        for name, content in old.items():
            (work / name).write_bytes(content)
        for source in sorted(folder.glob("*.brik")):
            shutil.copy(source, work / source.name)
            with Campaign.open(work / source.name, read_only=True) as campaign:
                seen[source.stem] = seen_in(campaign)
        (work / OPENED).write_text(json.dumps(seen, indent=0, ensure_ascii=False), "utf-8")
        with tarfile.open(ARCHIVE, "w:xz", preset=9) as archive:
            for entry in sorted(work.iterdir()):
                archive.add(entry, entry.name, filter=_plain)


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mtime, member.uid, member.gid, member.uname, member.gname = 0, 0, 0, "", ""
    return member


if __name__ == "__main__":
    pack(Path(sys.argv[1]))
