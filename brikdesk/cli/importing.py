"""The commands import and army: units from an army file as one act, and units of a campaign as one."""

from argparse import Namespace

from brikdesk.armies.army_file import file_content, read_any, write_army
from brikdesk.armies.army_form import Remark
from brikdesk.armies.army_list import ArmyRead
from brikdesk.armies.standing import army_standing
from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_change, to_read
from brikdesk.cli.players import player_named
from brikdesk.cli.playing import changes_to_data
from brikdesk.cli.words import columns, say, tell
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import brikwars_house


def take(asked: Namespace) -> None:
    """Tell what the file holds and what is lost, and add its units unless --dry-run."""
    path = paths.path(asked.army)
    content = file_content(path)
    opened = to_read(asked.file) if asked.dry_run else to_change(asked.file, asked.accept)
    with opened as campaign:
        found = read_any(
            content,
            campaign.read(brikwars_house),
            player_named(campaign, asked.player),
            by_rules=asked.figures == "rules",
            name=path.name,
        )
        done = None if asked.dry_run else campaign.do(found.act())
    if asked.json:
        tell(_to_data(found, done))
        return
    rows = [
        [f"{each.act.copies} ×", each.act.name, each.squad, each.what, each.carries]
        for each in found.units
    ]
    for words in columns(rows):
        say(words)
    for head, remarks in (("Not taken over", found.lost), ("Figures that differ", found.differs)):
        for words in _lines(head, remarks):
            say(words)
    if done:
        say(f"{done.title}.")


def army(asked: Namespace) -> None:
    """Write the units of a player as an army file, and tell what is lost in it."""
    out = paths.output(asked.output, ".json", ".csv")
    with to_read(asked.file) as campaign:
        player_id = player_named(campaign, asked.player)
        found = campaign.read(army_standing, player_id)
        written, lost = write_army(out, found, campaign.read(brikwars_house), campaign.path)
    if asked.json:
        tell({"file": str(written), "lost": _remarks(lost)})
        return
    say(str(written))
    for words in _lines("Lost in this file", lost):
        say(words)


def _lines(head: str, remarks: tuple[Remark, ...]) -> list[str]:
    lines = ["  " + ": ".join(filter(None, (each.unit, each.words))) for each in remarks]
    return [f"{head}:", *lines] if lines else []


def _remarks(remarks: tuple[Remark, ...]) -> list[dict[str, str]]:
    return [{"unit": each.unit, "words": each.words} for each in remarks]


def _to_data(found: ArmyRead, done: Changes | None) -> dict[str, object]:
    return {
        "name": found.name,
        "units": [
            {"count": each.act.copies, "name": each.act.name, "squad": each.squad,
             "what": each.what, "carries": each.carries}
            for each in found.units
        ],
        "lost": _remarks(found.lost),
        "differs": _remarks(found.differs),
        "done": changes_to_data(done) if done else None,
    }  # fmt: skip
