"""The command library: templates of units, armies, tables and house rules, kept and used again."""

from argparse import Namespace

from brikdesk.armies.army_form import named as together
from brikdesk.armies.mustered import army_of, mustered
from brikdesk.cli.campaigns import to_change, to_read
from brikdesk.cli.players import player_named
from brikdesk.cli.playing import changes_to_data, print_lines
from brikdesk.cli.words import columns, complain, say, tell
from brikdesk.errors import BadInput
from brikdesk.library import entries, shelf
from brikdesk.library.asked import asked, fitting, wanted_of
from brikdesk.library.entries import KINDS, Template
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.battle import house_rule_values, players
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.units import units


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
        entry = _entry(campaign, arguments)
    kept = shelf.kept(entry)
    _warn(kept)
    say(f"{kept.name} is in the library: {entry.what}.")


def _entry(campaign: Campaign, arguments: Namespace) -> Template:
    if arguments.table:
        return entries.of_table(arguments.name or "Table", campaign.read(battlefield))
    if arguments.rules:
        return entries.of_rules(arguments.name or "House rules", campaign.read(house_rule_values))
    if arguments.unit:
        found = campaign.read(mustered, tuple(_unit(campaign, name) for name in arguments.unit))
        return entries.of_units(arguments.name or together(found), found)
    player_id = player_named(campaign, arguments.player)
    names = {each.id: each.faction for each in campaign.read(players)}
    army = campaign.read(army_of, player_id)
    return entries.of_units(arguments.name or names.get(player_id or 0, "Army"), army)


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
        act = entries.act_of(wanted, player_id, campaign.read(house_rule_values))
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


def _warn(found: shelf.Shelf | shelf.Kept) -> None:
    if found.notice:
        complain(found.notice)


def _entry_to_data(entry: Template) -> dict[str, object]:
    return {
        "name": entry.name,
        "kind": entry.kind,
        "what": entry.what,
        "holds": entry.holds,
    }
