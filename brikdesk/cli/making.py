"""Commands about campaign files: new, copy, demo, unlock, thin, lineage, backups, restore, salvage."""

import uuid
from argparse import Namespace
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import brikdesk.acts  # noqa: F401 - makes every act known by its name
from brikdesk import reports, text
from brikdesk.acts.campaign.setup import COLOURS, AddPlayer, CreateCampaign, begin_copy
from brikdesk.cli import words as paths
from brikdesk.cli.looking import to_change, to_read
from brikdesk.cli.window import draw
from brikdesk.cli.words import Percent, columns, say, tell, warn
from brikdesk.errors import BadInput
from brikdesk.games import GAMES
from brikdesk.sample import NAME, SCIFI_NAME, write_sample, write_scifi_sample
from brikdesk.sample.battle import play_waiting_steps
from brikdesk.store.act import Act
from brikdesk.store.backups import allow, default_backup_dir, size_from
from brikdesk.store.campaign import Campaign, make_campaign
from brikdesk.store.copies import (
    Copy,
    PastAct,
    all_copies,
    bring_back,
    copies_of,
    copy_at,
    past_acts,
    write_out,
)
from brikdesk.store.exchange import read_back
from brikdesk.store.file.connection import find_file, is_campaign
from brikdesk.store.file.lock import break_lock, lock_path
from brikdesk.store.life import open_file
from brikdesk.store.lineage import AncestryLink, Lineage, keep_within, lineage_here, room
from brikdesk.store.salvage import Missing, Salvaged
from brikdesk.store.salvage import salvage as salvage_into
from brikdesk.store.session import unwatched
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.notes_and_photos import kept_photos
from brikdesk.text import number_of


def new(asked: Namespace) -> None:
    """Make an empty campaign with the players named, or that of an export."""
    file = paths.path(asked.file)
    if asked.source is not None:
        _read_back(asked, file)
        return
    name = asked.name if asked.name is not None else text.clean(file.stem)
    players = _players(asked.player)
    rules = tuple(game.title for game in GAMES.values() if asked.rules in (game.word, "both"))

    def fill(campaign: Campaign) -> None:
        # By its uuid a campaign is told from all others, whatever its file is called.
        campaign.do(CreateCampaign(name=name, uuid=str(uuid.uuid4()), rule_sets=rules))
        for player in players:
            campaign.do(player)

    make_campaign(file, fill)
    count = f"{len(players)} {'player' if len(players) == 1 else 'players'}"
    say(f"{file}: {text.name(name)}, {count}.")


def _read_back(asked: Namespace, file: Path) -> None:
    """Make the campaign of an export. Raise BadInput if name or players are given as well."""
    if asked.name is not None or asked.player:
        raise BadInput("An export has its own name and players. Leave --name and --player out.")
    export = paths.path(asked.source, "--from")
    with Percent(f"Reading {export.name}") as percent:
        read_back(export, file, percent.named)
    say(f"{file}: the campaign of {export.name}.")


def _players(words: list[str]) -> list[Act]:
    """Return players from NAME:FACTION:COLOUR; without a colour they get the next free one.

    Raise BadInput for words of another form, or if there is no free colour.
    """
    parts = [[part.strip() for part in word.split(":")] for word in words]
    # All colours that are named count first, also those of players who come later.
    taken = {part[2].lower() for part in parts if len(part) == 3}
    free = [colour for colour in COLOURS if colour not in taken]
    players: list[Act] = []
    for word, part in zip(words, parts, strict=True):
        if len(part) not in (2, 3):
            raise BadInput(f"{word[:60]!r} is not NAME:FACTION:COLOUR.", "--player")
        if len(part) == 2 and not free:
            raise BadInput(f"There are {len(COLOURS)} colours, and so many players.", "--player")
        colour = part[2].lower() if len(part) == 3 else free.pop(0)
        players.append(AddPlayer(name=part[0], faction=part[1], colour=colour))
    return players


def copy(asked: Namespace) -> None:
    """Make a new campaign out of another one, with the same past."""
    target = paths.path(asked.new, "NEW.brik")
    if target.exists() or target.is_symlink():
        raise BadInput(f"There is a file {target.name} already. Choose another name.", "NEW.brik")
    if not target.parent.is_dir():
        raise BadInput(f"There is no folder {target.parent}. Make it first.", "NEW.brik")
    name = asked.name if asked.name is not None else text.clean(target.stem)
    with to_read(asked.file) as campaign:
        begin_copy(campaign, target, name)(unwatched)
    say(f"{target}: {text.name(name)}, a campaign of its own with the same past.")


def unlock(asked: Namespace) -> None:
    """Take away the lock of a campaign, without a check whether it is still open."""
    file = find_file(paths.path(asked.file))
    if not is_campaign(file):
        # Other programs have files of that name too: poetry.lock is not ours to delete.
        raise BadInput(f"{file.name} is no campaign. Nothing was changed.")
    if not lock_path(file).exists():
        say(f"{file.name} is not locked.")
        return
    break_lock(file)
    say(f"{file.name} is not locked any more. If it was still open, close it there now.")


def thin(asked: Namespace) -> None:
    """Drop the photos that nothing shows any more, and say what that frees."""
    if asked.dry_run:
        with to_read(asked.file) as campaign:
            found, before, now, trouble = campaign.read(kept_photos), 0, 0, ""
    else:
        with to_change(asked.file) as campaign:
            before = campaign.path.stat().st_size
            found, trouble = campaign.drop_photos()
            now = campaign.path.stat().st_size
    some = "1 photo" if found.unshown == 1 else f"{found.unshown} photos"
    if not found.unshown:
        all_of_them = "Its photo is" if found.count == 1 else f"All {found.count} photos are"
        say(f"{all_of_them} shown somewhere. Nothing was dropped.")
    elif asked.dry_run:
        smaller = _mb(found.unshown_size)
        say(f"Nothing shows {some}; without them the file would be {smaller} smaller.")
    else:
        say(f"Dropped: {some}. The file has {_mb(now)}, {_mb(before - now)} less.")
    if trouble:
        warn(trouble)


def _mb(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"


def demo(asked: Namespace) -> None:
    """Write a sample campaign."""
    file = paths.path(asked.file)
    write, name = (write_scifi_sample, SCIFI_NAME) if asked.scifi else (write_sample, NAME)
    write(file)
    say(f"{file}: {name}. brikdesk agenda {file} tells what waits.")


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
    for name, acts in (("This computer", found.ours), ("This file", found.theirs)):
        say(
            f"{name}, after act {found.common}: {number_of(len(acts), 'act') if acts else 'no acts'}"
        )
        for line in columns(map(_act_in_columns, acts), indent="  "):
            say(line)


def _act_in_columns(act: AncestryLink) -> tuple[str, str, str]:
    return str(act.act), f"{act.at.astimezone():%Y-%m-%d %H:%M}", act.title


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
        rows = ((str(each.act), f"{each.at.astimezone():%H:%M}", each.title) for each in of_evening)
        for line in columns(rows, indent="  "):
            say(line)


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
    target = paths.path(asked.output, "-o") if asked.output else target
    put = write_out if asked.output else bring_back
    with Percent("Bringing back") as percent:
        back = put(copy, target, percent.named)
    say(f"{target}: {copy.words()}, act {back.tip.act}.")
    if back.kept:
        say(f"What was there is kept: {back.kept}")
    for words in filter(None, (back.missing, back.lock_left)):
        warn(words)


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


def salvage(asked: Namespace) -> None:
    """Put what can be proved of a damaged campaign into a new file, and say what is lost."""
    file, target = paths.path(asked.file), paths.path(asked.output, "-o")
    with Percent(f"Salvaging {file.name}") as percent:
        done = salvage_into(file, target, percent.named)
    if asked.json:
        tell(_salvaged_to_data(done))
    else:
        say(f"{target}: act {done.act} of {done.of}. {file.name} stays as it is.")
    for words in () if asked.json else done.found():
        say(words)
    for words in done.losses():
        warn(words)


def _salvaged_to_data(done: Salvaged) -> dict[str, Any]:
    return {
        "act": done.act,
        "title": done.title,
        "of": done.of,
        "in_the_log": done.brought,
        "lost": [_missing_to_data(each) for each in done.gone],
        "not_in_the_log": [_missing_to_data(each) for each in done.unknown],
        "photos_lost": done.photos,
        "broken": list(done.tables),
        "copies_used": list(done.copies),
        "words": [*done.found(), *done.losses()],
    }


def _missing_to_data(missing: Missing) -> dict[str, Any]:
    return {"first": missing.first, "last": missing.last, "titles": list(missing.titles)}


SEED = 7
"""The dice of the demo: every run shows the same turn."""


def demo_turn(_: Namespace) -> None:
    """Play the turn start of the sample campaign; write `out/desk.png` and a report beside it."""
    out = Path("out")
    out.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "demo.brik"
        write_sample(file)
        draw(file, "turn-start", out / "desk.png", (1440, 900), "dark", 100)
        with Campaign(open_file(file, backup_dir=Path(folder) / "backups")) as campaign:
            chance = Random(SEED)
            for title in play_waiting_steps(campaign, lambda sides: chance.randint(1, sides)):
                say(title)
            turn = campaign.read(battle_head)
            data = reports.turn_and_battle.report_of_turn(campaign, turn.turn_id)
    report = out / f"turn-{turn.number}.pdf"
    reports.files.write_report(report, reports.pdf_pages.render(data, "a4"))
    say(f"The desk: {(out / 'desk.png').absolute()}")
    say(f"The report: {report.absolute()}")
