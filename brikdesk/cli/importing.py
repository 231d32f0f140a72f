"""The commands import and army: units from an army file as one act, and units of a campaign as one."""

from argparse import Namespace

from brikdesk.armies.army_file import file_content, read_any, write_army
from brikdesk.armies.army_form import Remark
from brikdesk.armies.army_list import ArmyRead
from brikdesk.armies.army_preview import Against, against, checking, renamed, taken_names
from brikdesk.armies.standing import army_standing
from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_change, to_read, to_rehearse
from brikdesk.cli.players import player_named
from brikdesk.cli.playing import changes_to_data
from brikdesk.cli.words import columns, say, tell
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.views.battle import brikwars_house


def take(asked: Namespace) -> None:
    """Tell what the file holds, what is lost, what is against the rules; add it unless --dry-run."""
    path = paths.path(asked.army)
    content = file_content(path)
    opened = to_rehearse(asked.file) if asked.dry_run else to_change(asked.file, asked.accept)
    with opened as campaign:
        player_id = player_named(campaign, asked.player)
        found = read_any(
            content,
            campaign.read(brikwars_house),
            player_id,
            by_rules=asked.figures == "rules",
            name=path.name,
        )
        ruled = _against(campaign, found)
        if asked.against == "leave":
            found = found.without({each.at for each in ruled})
        names = renamed(found, campaign.read(taken_names, player_id))
        done = campaign.do(found.act()) if found.units and not asked.dry_run else None
    left = "left out" if asked.against == "leave" else "taken in and marked"
    said = {
        "matched": found.matched,
        "lost": found.lost,
        "differs": found.differs,
        "against": tuple(each.remark for each in ruled),
        "renamed": names,
    }
    if asked.json:
        tell(_to_data(found, said, done))
        return
    _print(found, said, left)
    if done:
        say(f"{done.title}.")


def _against(campaign: Campaign, found: ArmyRead) -> tuple[Against, ...]:
    places = range(len(found.units))
    return against(found, places, campaign.try_out(checking(found, places)).lines)


def _print(found: ArmyRead, said: dict[str, tuple[Remark, ...]], left: str) -> None:
    rows = [
        [f"{each.act.copies} ×", each.act.name, each.squad, each.what, each.carries]
        for each in found.units
    ]
    for words in columns(rows):
        say(words)
    heads = {
        "matched": "What the columns are taken for",
        "lost": "Not taken over",
        "differs": "Figures that differ",
        "against": f"Against the rules, {left}",
        "renamed": "Other names",
    }
    for what, head in heads.items():
        for words in _lines(head, said[what]):
            say(words)


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


def _to_data(
    found: ArmyRead, said: dict[str, tuple[Remark, ...]], done: Changes | None
) -> dict[str, object]:
    return {
        "name": found.name,
        "units": [
            {"count": each.act.copies, "name": each.act.name, "squad": each.squad,
             "what": each.what, "carries": each.carries}
            for each in found.units
        ],
        **{what: _remarks(remarks) for what, remarks in said.items()},
        "done": changes_to_data(done) if done else None,
    }  # fmt: skip
