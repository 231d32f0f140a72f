"""The commands import, army, library and terrain: what comes from files and goes into them."""

from argparse import Namespace

from msgspec.structs import replace

from brikdesk.acts.battlefield.terrain import read_file, write_file
from brikdesk.armies.army_file import read_any, write_army
from brikdesk.armies.army_form import Army, Remark
from brikdesk.armies.army_form import named as together
from brikdesk.armies.army_list import (
    Against,
    ArmyRead,
    against,
    checking,
    file_content,
    renamed,
    taken_names,
)
from brikdesk.armies.standing import army_standing
from brikdesk.cli import words as cli_words
from brikdesk.cli.looking import player_named, to_change, to_read, to_rehearse
from brikdesk.cli.playing import changes_to_data, print_lines
from brikdesk.cli.words import columns, complain, say, tell
from brikdesk.errors import BadInput
from brikdesk.library import shelf, templates
from brikdesk.library.templates import (
    KINDS,
    Template,
    army_as_built,
    asked,
    fitting,
    units_as_built,
    wanted_of,
)
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.campaign_and_battle import brikwars_house, house_rule_values, players
from brikdesk.store.views.units import units


def take(asked: Namespace) -> None:
    """Tell what the file holds, what is lost, what is against the rules; add it unless --dry-run."""
    path = cli_words.path(asked.army)
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
    out = cli_words.output(asked.output, ".json", ".csv")
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


def show(arguments: Namespace) -> None:
    """List the templates that fit the words, or all."""
    found = fitting(" ".join(arguments.words), _opened())
    if arguments.json:
        tell({"templates": [_entry_to_data(entry) for entry in found]})
        return
    rows = [[entry.name, KINDS[entry.kind], entry.what, entry.holds] for entry in found]
    for words in columns(rows):
        say(words)
    if not found:
        say("Nothing in the library fits." if arguments.words else "The library is empty.")


def save(arguments: Namespace) -> None:
    """Keep units, a player's army, the table or the house rules as a template."""
    with to_read(arguments.file) as campaign:
        army = _army(campaign, arguments)
        entry = _entry(campaign, arguments, army)
    kept = shelf.kept(entry)
    _warn(kept)
    say(f"{kept.name} is in the library: {entry.what}.")
    for each in army.lost if army else ():
        say(f"Not kept of {each.unit}: {each.words}.")


def _army(campaign: Campaign, arguments: Namespace) -> Army | None:
    """Return the units that are asked for, called together; None for a table or house rules."""
    if arguments.table or arguments.rules:
        return None
    if arguments.unit:
        wanted = tuple(_unit(campaign, name) for name in arguments.unit)
        found = campaign.read(units_as_built, wanted)
        return replace(found, name=together([each.unit for each in found.units]))
    player_id = player_named(campaign, arguments.player)
    names = {each.id: each.faction for each in campaign.read(players)}
    return replace(campaign.read(army_as_built, player_id), name=names.get(player_id or 0, "Army"))


def _entry(campaign: Campaign, arguments: Namespace, army: Army | None) -> Template:
    if army:
        return templates.of_army(arguments.name or army.name, army)
    if arguments.table:
        return templates.of_table(arguments.name or "Table", campaign.read(battlefield))
    return templates.of_rules(arguments.name or "House rules", campaign.read(house_rule_values))


def _unit(campaign: Campaign, name: str) -> int:
    wanted = name.casefold()
    for row in campaign.read(units, True):
        if row.name.casefold() == wanted:
            return row.id
    raise BadInput(f"There is no unit called {name[:40]!r}.", "--unit")


def add(arguments: Namespace) -> None:
    """Use the templates that the words name, as one act."""
    wanted = wanted_of(asked(" ".join(arguments.words), _opened()))
    opened = (
        to_read(arguments.file)
        if arguments.dry_run
        else to_change(arguments.file, arguments.accept)
    )
    with opened as campaign:
        player_id = player_named(campaign, arguments.player)
        act = templates.act_of(wanted, player_id, campaign.read(house_rule_values))
        done = None if arguments.dry_run else campaign.do(act)
    if arguments.json:
        rows = [{**_entry_to_data(each.entry), "copies": each.copies} for each in wanted]
        tell({"templates": rows, "done": changes_to_data(done) if done else None})
        return
    for words in columns(
        [f"{each.copies} ×", each.entry.name, each.entry.what, each.entry.holds] for each in wanted
    ):
        say(words)
    if done:
        print_lines(done.title, done.lines)


def rename(arguments: Namespace) -> None:
    """Give a template another name."""
    _warn(shelf.renamed(_named(arguments.name), arguments.new))
    say(f"{arguments.name} is now {arguments.new}.")


def delete(arguments: Namespace) -> None:
    """Delete a template."""
    entry = _named(arguments.name)
    _warn(shelf.dropped(entry))
    say(f"{entry.name} is deleted.")


def _named(name: str) -> Template:
    entry = shelf.named(_opened(), name)
    if entry is None:
        raise BadInput(f"There is no template called {name[:40]!r}.")
    return entry


def _opened() -> tuple[Template, ...]:
    found = shelf.opened()
    _warn(found)
    return found.entries


def _warn(found: shelf.Shelf | shelf.KeptTemplate) -> None:
    if found.notice:
        complain(found.notice)


def _entry_to_data(entry: Template) -> dict[str, object]:
    return {
        "name": entry.name,
        "kind": entry.kind,
        "what": entry.what,
        "holds": entry.holds,
    }


def save_of_terrain(asked: Namespace) -> None:
    """Write the table and its terrain; an old file is replaced only once the new one is whole."""
    out = cli_words.output(asked.output, ".json")
    with to_read(asked.file) as campaign:
        ground = campaign.read(battlefield)
    if not ground.battle_id:
        raise BadInput("This campaign has no battle yet, and so no table.")
    say(str(write_file(out, ground, cli_words.path(asked.file))))


def load(asked: Namespace) -> None:
    """Lay out what a file describes as one act, beside what stands there or instead of it."""
    act = read_file(cli_words.path(asked.template), instead=asked.instead)
    with to_change(asked.file, asked.accept) as campaign:
        changes = campaign.do(act)
    if asked.json:
        tell(changes_to_data(changes))
    else:
        print_lines(changes.title, changes.lines)
