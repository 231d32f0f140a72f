"""The command league: a table over the battles of several campaigns."""

from argparse import Namespace

from msgspec.structs import asdict

from brikdesk.cli import paths
from brikdesk.cli.words import columns, say, tell, warn
from brikdesk.errors import BadInput
from brikdesk.reports.league import league as league_of

HEAD = ("", "Battles", "Won", "Drawn", "Lost", "Points")


def league(asked: Namespace) -> None:
    """Print the table, and what is wrong with files that could not be read."""
    found = league_of([paths.path(each) for each in asked.files])
    if not (found.rows or asked.json):
        raise BadInput(" ".join((*found.refused, "No battle is over in these campaigns.")))
    for words in found.refused:
        warn(words)  # the table is without it, and the exit code says so
    if asked.json:
        tell({"rows": [asdict(row) for row in found.rows], "refused": list(found.refused)})
        return
    rows = (tuple(str(value) for value in asdict(row).values()) for row in found.rows)
    for line in columns((HEAD, *rows)):
        say(line)
