"""Commands about what this computer keeps of a campaign: lineage, backups, restore."""

from argparse import Namespace
from datetime import UTC, datetime
from typing import Any

import brikdesk.acts  # noqa: F401  (recorded acts are done again by their names)
from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_read
from brikdesk.cli.words import columns, say, tell, warn
from brikdesk.errors import BadInput
from brikdesk.store.file.lock import lock_path
from brikdesk.store.lineage.ancestry import AncestryLink, Lineage
from brikdesk.store.lineage.copies import Copy, all_copies, bring_back, copies_of, write_out
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
    """List the copies from which a campaign can be restored, best first, or all backups."""
    if bool(asked.file) is asked.all:
        raise BadInput("Give a campaign file, or --all.")
    found = all_copies() if asked.all else copies_of(paths.path(asked.file))
    if asked.json:
        tell([_copy_to_data(number, copy) for number, copy in enumerate(found, start=1)])
        return
    if not found:
        say("There is no backup.")
    rows = enumerate(found, start=1)
    for line in columns(_copy_in_columns(number, copy, asked.all) for number, copy in rows):
        say(line)


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
    copy = _chosen(copies_of(target), asked.backup)
    if asked.output:
        out = paths.path(asked.output, "-o")
        write_out(copy, out)
        say(f"{out}: {copy.words()}, act {copy.tip.act}.")
        return
    kept = bring_back(copy, target)
    say(f"{target}: {copy.words()}, act {copy.tip.act}.")
    if kept:
        say(f"What was there is kept: {kept}")
    if (lock := lock_path(target)).exists():
        warn(f"{lock.name} could not be removed. On this computer it hinders nobody.")


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
