"""Checking paths from the command line before anything is done."""

import errno
import os
from pathlib import Path

from brikdesk.errors import BadInput
from brikdesk.foreign_file import beginning_of


def path(text: str, where: str = "") -> Path:
    """Return the path that a word names; BadInput if no file could have such a name.

    A leading ~ is the user's folder, unless there is a file whose name begins so.
    """
    if not text.strip():
        raise BadInput("The name of a file is missing.", where)
    named = Path(text)
    try:
        if text.startswith("~") and not os.path.lexists(named):
            named = named.expanduser()
        # Only for their errors: names too long, with a NUL, or links in a circle. That there is no
        # file is all right.
        named.lstat()
        named.stat()
    except RuntimeError:
        raise BadInput(f"There is no user of that name: {text}.", where) from None
    except ValueError:
        raise BadInput("The name of a file cannot hold a NUL character.", where) from None
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            words = f"A name of {len(text):,} characters is too long for a file."
            raise BadInput(words, where) from None
        if error.errno == errno.ELOOP:
            raise BadInput(f"{named.name} is a link that leads to itself.", where) from None
    return named.absolute()


def output(text: str, *suffixes: str) -> Path:
    """Return the path of a file to be written, by its suffix one of these kinds.

    Raise BadInput if it cannot or must not be written. An old file may be replaced, but never a campaign.
    """
    made = path(text, "-o")
    suffix = made.suffix.lower() if made.suffix.lower() in suffixes else suffixes[0]
    if made.is_dir():
        raise BadInput(f"{made.name or made} is a folder. Give the {suffix} file a name.", "-o")
    if not made.parent.is_dir():
        raise BadInput(f"There is no folder {made.parent}. Make it first.", "-o")
    if made.suffix.lower() == ".brik" or _is_database(made):
        raise BadInput(f"{made.name} is a campaign. Give the {suffix} another name.", "-o")
    if made.suffix.lower() != suffix:
        ends = " or ".join((", ".join(suffixes[:-1]), suffixes[-1]) if suffixes[1:] else suffixes)
        raise BadInput(f"The name of the file ends in {ends}, as in {made.stem}{suffix}.", "-o")
    if not os.access(made if made.exists() else made.parent, os.W_OK):
        raise BadInput(f"{made} cannot be written.", "-o")
    return made


def _is_database(file: Path) -> bool:
    # A campaign is a campaign under any name: these bytes begin every SQLite file.
    return beginning_of(file, 16).startswith(b"SQLite format 3")
