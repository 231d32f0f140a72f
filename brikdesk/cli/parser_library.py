"""The arguments of the command library."""

from collections.abc import Callable
from typing import Any


def add_library(
    command: Callable[..., Any], accept: Callable[..., None], json: Callable[..., None]
) -> None:
    """Add the command with what it can do; `command`, `accept` and `json` make its parts."""
    words = "keep units, armies, tables and house rules as templates"
    library = command("library", "library:show", words, file="")
    names = "list|save|add|rename|delete"
    what = library.add_subparsers(metavar=names, parser_class=type(library), required=True)

    def part(name: str, words: str) -> Any:
        made = what.add_parser(name, help=words)
        made.set_defaults(does=f"library:{'show' if name == 'list' else name}")
        return made

    listed = part("list", "list the templates, all or those that fit the words")
    listed.add_argument(
        "words", metavar="WORDS", nargs="*", help="words of a name or of what it is"
    )
    json(listed)
    _add_save(part("save", "keep a player's army, or what an option names, as a template"))
    add = part("add", "use templates in a campaign, as one act")
    add.add_argument("file", metavar="FILE", help="a campaign file")
    add.add_argument("words", metavar="WORDS", nargs="+", help='such as: "3 trooper, big bertha"')
    add.add_argument(
        "--player", metavar="NAME", help="whose they are; by default the first player's"
    )
    add.add_argument("--dry-run", action="store_true", help="only tell what would be added")
    json(add)
    accept(add)
    rename = part("rename", "give a template another name")
    rename.add_argument("name", metavar="NAME")
    rename.add_argument("new", metavar="NEW")
    delete = part("delete", "delete a template")
    delete.add_argument("name", metavar="NAME")


def _add_save(save: Any) -> None:
    save.add_argument("file", metavar="FILE", help="a campaign file")
    save.add_argument("--name", help="what the template is called")
    what = save.add_mutually_exclusive_group()
    what.add_argument(
        "--unit", metavar="NAME", action="append", help="a unit; give it once for each"
    )
    what.add_argument("--table", action="store_true", help="the table with its terrain")
    what.add_argument("--rules", action="store_true", help="the house rules")
    save.add_argument("--player", metavar="NAME", help="whose army; by default the first player's")
