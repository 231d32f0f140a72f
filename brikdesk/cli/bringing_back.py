"""Commands about what this computer keeps of a campaign: lineage, backups, restore."""

from argparse import Namespace
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import brikdesk.acts  # noqa: F401  (recorded acts are done again by their names)
from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_read
from brikdesk.cli.words import Percent, columns, say, tell, warn
from brikdesk.errors import BadInput
from brikdesk.store.backups.allowance import allow, size_from
from brikdesk.store.backups.backup import default_backup_dir
from brikdesk.store.lineage.ancestry import AncestryLink, Lineage
from brikdesk.store.lineage.copies import (
    Copy,
    PastAct,
    all_copies,
    bring_back,
    copies_of,
    copy_at,
    past_acts,
    write_out,
)
from brikdesk.store.lineage.keeping import keep_within, room
from brikdesk.store.lineage.opening import lineage_here


def lineage(asked: Namespace) -> None:
    """Print how a file differs from what this computer saw of its campaign, act by act."""
    with to_read(asked.file) as campaign:
        found, _ = lineage_here(campaign)
    if asked.json:
        tell(_lineage_to_data(found))
        return
    say(found.words())
    if not found.is_surprise:
        return
    if found.last_common:
        say(f"Both have act {found.common}: {found.last_common.title}")
    sides = (("This computer", found.ours), ("This file", found.theirs))
    for name, acts in sides:
        say(f"{name}, after act {found.common}: {len(acts) or 'no'} acts")
        for line in columns(map(_act_in_columns, acts), indent="  "):
            say(line)


def _act_in_columns(act: AncestryLink) -> tuple[str, str, str]:
    when = act.at.astimezone().strftime("%Y-%m-%d %H:%M")
    return str(act.act), when, act.title


def _lineage_to_data(found: Lineage) -> dict[str, Any]:
    """Return a lineage as JSON values."""
    return {
        "relation": found.relation.name.lower(),
        "words": found.words(),
        "here": found.here.act,
        "file": found.there.act,
        "common": found.common,
        "only_here": [_act_to_data(act) for act in found.ours],
        "only_in_file": [_act_to_data(act) for act in found.theirs],
    }


def _act_to_data(act: AncestryLink) -> dict[str, Any]:
    return {"act": act.act, "title": act.title, "time": act.at.isoformat()}


def backups(asked: Namespace) -> None:
    """List what can be brought back, best first, or change how much room backups may take."""
    if asked.most is not None:
        _allow(asked.most)
        if not asked.file and not asked.all:
            return
    if bool(asked.file) is asked.all or (asked.acts and asked.all):
        raise BadInput("Give a campaign file, or --all.")
    if asked.acts:
        _list_acts(paths.path(asked.file), as_json=asked.json)
        return
    found = all_copies() if asked.all else copies_of(paths.path(asked.file))
    if asked.json:
        tell([_copy_to_data(number, copy) for number, copy in enumerate(found, start=1)])
        return
    if not found:
        say("There is no backup.")
    rows = enumerate(found, start=1)
    for line in columns(_copy_in_columns(number, copy, asked.all) for number, copy in rows):
        say(line)
    say(room().words())


def _allow(typed: str) -> None:
    allow(size_from(typed, "--most"))
    say(keep_within(default_backup_dir()).words())


def _list_acts(path: Path, *, as_json: bool) -> None:
    """List the acts to which a campaign can be brought back, under the evenings of their days."""
    _, acts = past_acts(path)
    if as_json:
        tell([_past_to_data(past) for past in acts])
        return
    if not acts:
        say("No act is recorded on this computer.")
    for evening, of_evening in groupby(acts, key=lambda past: past.evening):
        say(f"{evening:%Y-%m-%d}")
        for line in columns((_past_in_columns(past) for past in of_evening), indent="  "):
            say(line)


def _past_in_columns(past: PastAct) -> tuple[str, str, str]:
    return str(past.act), past.at.astimezone().strftime("%H:%M"), past.title


def _past_to_data(past: PastAct) -> dict[str, Any]:
    evening, at = past.evening.isoformat(), past.at.isoformat()
    return {"act": past.act, "title": past.title, "time": at, "evening": evening}


def _copy_in_columns(number: int, copy: Copy, with_path: bool) -> tuple[str, ...]:
    what = copy.words(datetime.now(UTC))
    if not copy.campaign:
        return str(number), "", what, f"cannot be read: {copy.path}"
    act = f"act {copy.tip.act}"
    return str(number), act, what, str(copy.path) if with_path else copy.title


def _copy_to_data(number: int, copy: Copy) -> dict[str, Any]:
    return {
        "number": number,
        "campaign": copy.campaign,
        "made": copy.made.isoformat(),
        "what": copy.words(datetime.now(UTC)),
        "act": copy.tip.act,
        "title": copy.title,
        "recorded_acts": copy.added,
        "path": str(copy.path),
        "readable": bool(copy.campaign),
    }


def restore(asked: Namespace) -> None:
    """Restore a campaign; a file that is in its place is first moved to the backups."""
    target = paths.path(asked.file)
    copy = _wanted(asked, target)
    if asked.output:
        target = paths.path(asked.output, "-o")
        with Percent("Bringing back") as percent:
            back = write_out(copy, target, percent.named)
    else:
        with Percent("Bringing back") as percent:
            back = bring_back(copy, target, percent.named)
    say(f"{target}: {copy.words()}, act {back.tip.act}.")
    if back.kept:
        say(f"What was there is kept: {back.kept}")
    if back.missing:
        warn(back.missing)
    if back.lock_left:
        warn(back.lock_left)


def _wanted(asked: Namespace, target: Path) -> Copy:
    """Return the copy that is asked for by its number, by its act, or by nothing: the best."""
    if asked.act is None:
        return _chosen(copies_of(target), asked.backup)
    if asked.backup is not None:
        raise BadInput("Give --act or --backup, not both.", "--act")
    origin, acts = past_acts(target)
    found = [past for past in acts if past.act == asked.act]
    if not found:
        known = f"acts {acts[0].act} to {acts[-1].act}" if acts else "none"
        raise BadInput(f"There is no way back to act {asked.act}; there is to {known}.", "--act")
    # Where a number was reached twice, the later one is what this computer saw last.
    return copy_at(origin, found[-1])


def _chosen(found: list[Copy], number: int | None) -> Copy:
    """Return the copy with this number, else the best one that can be read.

    Raise BadInput if there is none.
    """
    if number is None:
        readable = [copy for copy in found if copy.campaign]
        if not readable:
            raise BadInput("There is no backup of this file. brikdesk backups --all lists all.")
        return readable[0]
    if not 1 <= number <= len(found):
        known = f"1 to {len(found)}" if found else "there is none"
        raise BadInput(f"There is no backup {number}: {known}.", "--backup")
    return found[number - 1]
