"""Commands that make campaign files: new and demo; thin, which makes one smaller; unlock, which frees one."""

import uuid
from argparse import Namespace
from pathlib import Path

from brikdesk import text
from brikdesk.acts.campaign.branching import begin_copy
from brikdesk.acts.campaign.setup import COLOURS, AddPlayer, CreateCampaign
from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_change, to_read
from brikdesk.cli.words import Percent, say
from brikdesk.errors import BadInput
from brikdesk.games import GAMES
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.header import find_file, read_header
from brikdesk.store.file.lock import break_lock, lock_path
from brikdesk.store.file.schema import frozen_schema
from brikdesk.store.making import make_campaign
from brikdesk.store.progress import unwatched
from brikdesk.store.views.pictures import kept_photos


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
        campaign.do(CreateCampaign(name=name, uuid=str(uuid.uuid4()), rule_sets=rules))
        for player in players:
            campaign.do(player)

    make_campaign(file, fill)
    count = f"{len(players)} {'player' if len(players) == 1 else 'players'}"
    say(f"{file}: {text.name(name)}, {count}.")


def _read_back(asked: Namespace, file: Path) -> None:
    """Make the campaign of an export. Raise BadInput where another one is described too."""
    from brikdesk.store.exchange.read_back import read_back

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
    """Make a campaign of its own of another one, with the same past."""
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
    read_header(file, frozen_schema().version)  # what is no campaign has no lock of ours
    if not lock_path(file).exists():
        say(f"{file.name} is not locked.")
        return
    break_lock(file)
    say(f"{file.name} is not locked any more. If it was still open, close it there now.")


def thin(asked: Namespace) -> None:
    """Drop the photos that nothing shows any more, and say what that frees."""
    if asked.dry_run:
        with to_read(asked.file) as campaign:
            found, before, now = campaign.read(kept_photos), 0, 0
    else:
        with to_change(asked.file) as campaign:
            before = campaign.path.stat().st_size
            found = campaign.drop_photos()
            now = campaign.path.stat().st_size
    some = "1 photo" if found.unshown == 1 else f"{found.unshown} photos"
    if not found.unshown:
        say(f"All {found.count} photos are shown somewhere. Nothing was dropped.")
    elif asked.dry_run:
        say(
            f"Nothing shows {some}; without them the file would be {_mb(found.unshown_size)} smaller."
        )
    else:
        say(f"Dropped: {some}. The file has {_mb(now)}, {_mb(before - now)} less.")


def _mb(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"


def demo(asked: Namespace) -> None:
    """Write a sample campaign."""
    from brikdesk.sample import NAME, SCIFI_NAME, write_sample, write_scifi_sample

    file = paths.path(asked.file)
    write, name = (write_scifi_sample, SCIFI_NAME) if asked.scifi else (write_sample, NAME)
    write(file)
    say(f"{file}: {name}. brikdesk agenda {file} tells what waits.")
