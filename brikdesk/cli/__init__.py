"""The command `brikdesk`: it opens the desk, or answers without a window.

Exit codes: 0 done; 1 refused or bad input (one line on the error output says why); 2 called
wrongly; 3 done and saved, but something beside it failed, such as the backup (a line on the error
output says what); 4 an error of the program itself, which is kept in a log; 130 stopped with
Ctrl+C. The module of each command is imported only when that
command runs, so that importing this one is quick.
"""

import importlib
import os
import sys
from collections.abc import Sequence

from brikdesk.cli.words import complain, warnings
from brikdesk.errors import BrikDeskError, Refused
from brikdesk.lengths import Ruler, measure_by

READER = "read-pictures-for-brikdesk"
"""The hidden word that makes this program the process that reads pictures: it needs no Python beside it."""

DONE, REFUSED, DONE_BUT, DEFECT, STOPPED = 0, 1, 3, 4, 130

# Listed here as well as in cli/parser.py, so that `brikdesk FILE` need not import argparse.
COMMANDS = frozenset(
    (
        *("open", "new", "demo", "agenda", "ahead", "roll", "attack", "say", "do", "try"),
        *("undo", "redo"),
        *("acts", "log", "explain", "check", "thin", "unlock", "digest", "odds", "rules"),
        *("report", "shot", "copy"),
        *("map", "terrain", "add", "import", "army", "library", "export"),
        *("card", "cards", "tokens", "quickref", "league", "audit"),
        *("rulings", "seal"),
        *("lineage", "backups", "restore", "salvage", "completion"),
    )
)
"""The words that are commands; any other first word is a file that the desk opens."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks and return the exit code.

    Without `arguments`, those of this program count.
    """
    words = sys.argv[1:] if arguments is None else arguments
    if words == [READER]:  # this process only reads pictures for another one
        from brikdesk.pictures.confined import main as read_pictures

        return read_pictures()
    _have_streams()
    warnings.clear()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a sign shows a question mark; names need not be valid text.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")
    try:
        code = _run(words)
        sys.stdout.flush()  # here, where a closed pipe can still be handled
    except BrokenPipeError:
        _forget_output()  # the reader, such as `head`, has closed the pipe
        return DONE
    except KeyboardInterrupt:
        return _fail("Stopped. What was done before is saved.", STOPPED)
    except Refused as refusal:
        rules = ", ".join(f'"{rule}"' for rule in refusal.rules)
        return _fail(f'{refusal} (to overrule, add "overruled": [{rules}] to the act)')
    except BrikDeskError as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{error.strerror or error}: {error.filename or 'the system'}")
    except Exception as error:
        # As it stands: of a long path only the whole helps.
        return _fail(_defect(error), DEFECT, as_it_stands=True)
    return code or (DONE_BUT if warnings else DONE)


def _defect(error: Exception) -> str:
    """Keep an error of the program itself; return words that say where it happened and lies."""
    from brikdesk import about

    words = about.report(type(error), error.__traceback__)
    place = " in ".join(reversed(words.splitlines()[-1].split()))
    kept = f" It is kept in {about.log_path()}." if about.keep(words) else ""
    return f"Something went wrong inside BrikDesk: {type(error).__name__} in {place}.{kept}"


def _have_streams() -> None:
    """Discard all output if there is no console; a window on Windows has no streams at all."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def _run(arguments: Sequence[str]) -> int:
    if _only_opens(arguments):  # by far the usual call, and one that has to be quick
        from brikdesk.cli.window import open_file

        return open_file(*arguments or (None,))
    from brikdesk.cli.parser import parse

    try:
        asked = parse(arguments)
    except SystemExit as stop:  # argparse has said why
        return stop.code if isinstance(stop.code, int) else DONE
    measure_by(Ruler(getattr(asked, "inches", Ruler.TENTHS)))
    module, _, function = asked.does.partition(":")
    code = getattr(importlib.import_module(f"brikdesk.cli.{module}"), function)(asked)
    return int(code or DONE)


def _only_opens(arguments: Sequence[str]) -> bool:
    """Return whether this is `brikdesk` or `brikdesk FILE`."""
    if len(arguments) != 1:
        return not arguments
    return arguments[0] not in COMMANDS and not arguments[0].startswith("-")


def _fail(words: str, code: int = REFUSED, *, as_it_stands: bool = False) -> int:
    try:
        complain(words, as_it_stands=as_it_stands)
    except BrokenPipeError:
        _forget_output()
    return code


def _forget_output() -> None:
    """Redirect the output to nowhere, so that Python's own flush at exit does not fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError):
            continue
