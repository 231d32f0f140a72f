"""Prints the manual page, from the commands as the command line knows them."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from brikdesk import __version__
from brikdesk.cli.parser import _parser

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
The commands do the same work without a window; each tells its arguments with
.BR \-\-help .
.SH COMMANDS
"""

FOOT = r""".SH EXIT STATUS
0 done, 1 refused or bad input, 2 wrong call, 3 done and saved, but something beside it failed.
.SH ENVIRONMENT
.TP
.BR BRIKDESK_CAMPAIGNS_DIR ", " BRIKDESK_DATA_DIR ", " BRIKDESK_CONFIG_DIR
Folders for campaigns, backups and settings, in place of the usual ones.
"""


def commands() -> list[tuple[str, str]]:
    """Return the names of the commands, each with what it does, in the order of `--help`."""
    parser, _ = _parser()
    (listed,) = (each for each in parser._actions if isinstance(each.choices, dict))
    return [(each.dest, each.help or "") for each in listed._get_subactions()]


def page() -> str:
    """Return the page in the language of man."""
    rows = [f".TP\n.B brikdesk {_escaped(name)}\n{_escaped(words)}\n" for name, words in commands()]
    return HEAD.format(version=__version__) + "".join(rows) + FOOT


def _escaped(words: str) -> str:
    plain = words.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", plain[:1].upper() + plain[1:] if " " in words else plain)


if __name__ == "__main__":
    print(page(), end="")
