"""The command add: units by words, one line each, as one act."""

import sys
from argparse import Namespace

from brikdesk.cli.campaigns import to_change, to_read
from brikdesk.cli.players import player_named
from brikdesk.cli.playing import changes_to_data
from brikdesk.cli.words import columns, complain, say, tell
from brikdesk.errors import BadInput
from brikdesk.spoken.roster_lines import LONGEST, RosterHeard, hear_roster
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.views.battle import battle_head
from brikdesk.store.views.scifi import played

DONE, NOT_DONE = 0, 1


def add(asked: Namespace) -> int:
    """Tell what the words mean, and add the units unless something is not understood."""
    said = _from_input() if asked.words == ["-"] else " ".join(asked.words)
    opened = to_read(asked.file) if asked.dry_run else to_change(asked.file, asked.accept)
    with opened as campaign:
        found = _heard(campaign, said, asked.player)
        done = campaign.do(found.act()) if found.ready and not asked.dry_run else None
    if asked.json:
        tell(_to_data(found, done))
    else:
        for words in columns(_rows(found)):
            say(words)
        if done:
            say(f"{done.title}.")
    for trouble in found.troubles:
        word = f" “{trouble.word}”" if trouble.word else ""
        complain(f"Line {trouble.line}{word}: {trouble.words}")
    if not found.units and not found.troubles:
        complain("Name a unit, such as: 3 Troopers: gun, light armor.")
    return DONE if done or (asked.dry_run and found.ready) else NOT_DONE


def _from_input() -> str:
    # One byte too many is enough to know that it is too long: a character has four at most.
    read = sys.stdin.buffer.read(4 * LONGEST + 1)
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("The roster is not written in UTF-8.", "the input") from None


def _heard(campaign: Campaign, said: str, player: str | None) -> RosterHeard:
    """Return what the words say; the units are those of `player`, else of whoever plays first."""
    players = [(each.id, each.faction) for each in campaign.read(battle_head).players]
    return hear_roster(said, players, player_named(campaign, player), campaign.read(played))


def _rows(found: RosterHeard) -> list[list[str]]:
    return [
        [f"{each.act.copies} ×", each.act.name, each.player, each.what, each.carries]
        for each in found.units
    ]


def _to_data(found: RosterHeard, done: Changes | None) -> dict[str, object]:
    return {
        "units": [
            {"line": each.line, "count": each.act.copies, "name": each.act.name,
             "player": each.player, "what": each.what, "carries": each.carries}
            for each in found.units
        ],
        "troubles": [
            {"line": each.line, "word": each.word, "words": each.words} for each in found.troubles
        ],
        "done": changes_to_data(done) if done else None,
    }  # fmt: skip
