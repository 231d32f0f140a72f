"""The command import: an army list of the community's army builder becomes units, as one act."""

from argparse import Namespace

from brikdesk.armies.army_list import ArmyRead, file_content, read_army
from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_change, to_read
from brikdesk.cli.players import player_named
from brikdesk.cli.playing import changes_to_data
from brikdesk.cli.words import columns, say, tell
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import house_rule_values


def take(asked: Namespace) -> None:
    """Tell what the file holds and what is lost, and add its units unless --dry-run."""
    path = paths.path(asked.army)
    content = file_content(path)
    opened = to_read(asked.file) if asked.dry_run else to_change(asked.file, asked.accept)
    with opened as campaign:
        found = read_army(
            content,
            campaign.read(house_rule_values),
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
        if remarks:
            say(f"{head}:")
        for each in remarks:
            say("  " + ": ".join(filter(None, (each.unit, each.words))))
    if done:
        say(f"{done.title}.")


def _to_data(found: ArmyRead, done: Changes | None) -> dict[str, object]:
    return {
        "name": found.name,
        "units": [
            {"count": each.act.copies, "name": each.act.name, "squad": each.squad,
             "what": each.what, "carries": each.carries}
            for each in found.units
        ],
        "lost": [{"unit": each.unit, "words": each.words} for each in found.lost],
        "differs": [{"unit": each.unit, "words": each.words} for each in found.differs],
        "done": changes_to_data(done) if done else None,
    }  # fmt: skip
