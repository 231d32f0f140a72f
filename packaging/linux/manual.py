"""Prints the manual page, from the commands and options as the command line knows them."""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from brikdesk import __version__
from brikdesk.cli.parser import everything_said

HEAD = r""".TH BRIKDESK 1 "" "BrikDesk {version}" "User commands"
.SH NAME
brikdesk \- the referee's desk for BrikWars battles
.SH SYNOPSIS
.B brikdesk
.RI [ FILE ]
.br
.B brikdesk
.I COMMAND
.RI [ ARGUMENTS ]
.SH DESCRIPTION
Without arguments the window opens at its start screen, with a campaign file on that campaign.
The commands do the same work without a window.
.SH COMMANDS
"""

FOOT = r""".SH EXIT STATUS
0 done, 1 refused or bad input, 2 wrong call, 3 done and saved, but something beside it failed.
.SH ENVIRONMENT
.TP
.BR BRIKDESK_CAMPAIGNS_DIR ", " BRIKDESK_DATA_DIR ", " BRIKDESK_CONFIG_DIR
Folders for campaigns, backups and settings, in place of the usual ones.
"""


def page() -> str:
    """Return the page in the language of man."""
    parser, _ = everything_said()
    return HEAD.format(version=__version__) + "".join(_commands(parser)) + FOOT


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Return a part for each command, and for each word that follows one, such as terrain save."""
    (listed,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    words = {each.dest: each.help or "" for each in listed._get_subactions()}
    for name, command in listed.choices.items():
        if any(isinstance(action, argparse._SubParsersAction) for action in command._actions):
            yield from _commands(command)
        else:
            yield f".SS {_plain(_synopsis(command))}\n{_sentence(words[name])}\n"
            yield from (_entry(action) for action in command._actions if action.dest != "help")


def _synopsis(command: argparse.ArgumentParser) -> str:
    said = re.sub(r"\s+", " ", command.format_usage()).strip()
    return said.removeprefix("usage: ").replace(" [-h]", "")


def _entry(action: argparse.Action) -> str:
    """Return what an argument or option is called and what it does."""
    of = action.metavar or (action.choices and "|".join(action.choices)) or ""
    value = str(of) if action.nargs != 0 else ""
    name = ", ".join(action.option_strings)
    told = _sentence(action.help or (f"one of {of}" if action.choices else of))
    head = f'.BI "{_plain(name)} " "{_plain(value)}"' if name else f".I {_plain(value)}"
    return f".TP\n{head}\n{told}\n"


def _sentence(words: str) -> str:
    """Return words as a sentence that man does not take for one of its requests."""
    plain = _plain(words[:1].upper() + words[1:]).replace("%%", "%")
    ended = plain if plain.endswith((".", ")")) else f"{plain}."
    return re.sub(r"^([.'])", r"\\&\1", ended)


def _plain(words: str) -> str:
    return words.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")


if __name__ == "__main__":
    print(page(), end="")
