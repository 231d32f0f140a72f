"""The command terrain: a table and its terrain as a file, and laid out from one."""

from argparse import Namespace

from brikdesk.acts.battlefield.template import read_file, write_file
from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_change, to_read
from brikdesk.cli.playing import changes_to_data, print_lines
from brikdesk.cli.words import say, tell
from brikdesk.errors import BadInput
from brikdesk.store.views.battlefield import battlefield


def save(asked: Namespace) -> None:
    """Write the table and its terrain; an old file is replaced only once the new one is whole."""
    out = paths.output(asked.output, ".json")
    with to_read(asked.file) as campaign:
        ground = campaign.read(battlefield)
    if not ground.battle_id:
        raise BadInput("This campaign has no battle yet, and so no table.")
    say(str(write_file(out, ground, paths.path(asked.file))))


def load(asked: Namespace) -> None:
    """Lay out what a file describes as one act, beside what stands there or instead of it."""
    act = read_file(paths.path(asked.template), instead=asked.instead)
    with to_change(asked.file, asked.accept) as campaign:
        changes = campaign.do(act)
    if asked.json:
        tell(changes_to_data(changes))
    else:
        print_lines(changes.title, changes.lines)
