"""Completion of commands, options and files in a shell, made from the parser itself."""

import argparse
import re
import sys
from typing import Any

import shtab

from brikdesk.cli.parser import everything_said

_A_FILE = re.compile(r"FILE|\.(brik|json|pdf|svg|png|csv)\b")
"""What stands for a file in the help: FILE, ARMY.json, OUT.pdf and the like."""


def completion(asked: argparse.Namespace) -> int:
    """Print the completion for a shell."""
    parser, _ = everything_said()
    _complete_files(parser)
    sys.stdout.write(shtab.complete(parser, asked.shell))
    return 0


def _complete_files(parser: argparse.ArgumentParser) -> None:
    """Have every argument that is a file completed by the names of files."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                _complete_files(part)
        elif _A_FILE.search(str(action.metavar or "")):
            named: Any = action  # the library looks for an attribute that argparse does not know
            named.complete = shtab.FILE
