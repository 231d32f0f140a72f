"""What the command line writes, and paths that are checked before anything is done."""

import errno
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self

from brikdesk.errors import BadInput
from brikdesk.foreign_file import beginning_of

LONGEST_WORD = 80
LONGEST_LINE = 600


_JOINERS = "\u200c\u200d"
"""Signs that letters of Persian and of India, and emoji, are joined or kept apart with."""


def one_line(words: str) -> str:
    """Return a message on one line: long words and texts cut, unprintable characters marked."""
    flat = " ".join(words.split())
    visible = "".join(
        sign if sign.isprintable() or sign in _JOINERS else "\N{REPLACEMENT CHARACTER}"
        for sign in flat
    )
    short = re.sub(r"\S{%d,}" % (LONGEST_WORD + 1), lambda found: _shortened(found[0]), visible)
    return short if len(short) <= LONGEST_LINE else short[:LONGEST_LINE] + "…"


def _shortened(word: str) -> str:
    return f"{word[: LONGEST_WORD // 2]}…{word[-20:]}"


_CODES = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]"
)
"""Characters that a terminal obeys instead of showing them, or that change the writing order."""


def say(words: str = "") -> None:
    """Print a line for people."""
    print(_visible(words))


def _visible(words: str) -> str:
    return _CODES.sub("\N{REPLACEMENT CHARACTER}", words)


def tell(value: Any) -> None:
    """Print a value as JSON, in UTF-8 whatever the encoding of the terminal is."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    found = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    print(_CODES.sub(lambda sign: f"\\u{ord(sign[0]):04x}", found))


class Percent:
    """Tells on the error output how far long work is; says nothing where nobody would read it.

    The line is written over by the next one, and gone when the work is done.
    """

    def __init__(self, what: str) -> None:
        self._what, self._percent = what, -1
        # A program without a console has no error output at all.
        self._is_read = bool(sys.stderr) and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._percent >= 0:
            print(f"\r{' ' * len(self._line())}\r", end="", file=sys.stderr, flush=True)

    def __call__(self, done: int, total: int) -> None:
        """Tell how much of the work is done, each percent once."""
        now = 100 * done // max(1, total)
        if self._is_read and now != self._percent:
            self._percent = now
            print(f"\r{self._line()}", end="", file=sys.stderr, flush=True)

    def named(self, _what: str, done: int, total: int) -> None:
        """Tell the same of work that also names what is being done."""
        self(done, total)

    def _line(self) -> str:
        return f"{_visible(self._what)}, {self._percent:3} %"


def complain(words: str, *, as_it_stands: bool = False) -> None:
    """Print one line on the error output; `as_it_stands` keeps its spaces and its length."""
    print(_visible(words) if as_it_stands else one_line(words), file=sys.stderr, flush=True)


warnings: list[str] = []
"""What failed beside the command itself, such as a backup; the exit code shows it."""


def warn(words: str) -> None:
    """Print one line on the error output about something that failed beside the command itself."""
    warnings.append(words)
    complain(words)


def note(words: str) -> None:
    """Print what there is to say about what was done; nothing if there is nothing."""
    if words:
        complain(words)


def columns(rows: Iterable[Sequence[str]], indent: str = "") -> Iterable[str]:
    """Yield rows as lines with columns of equal width; the last column is not padded."""
    table = [list(row) for row in rows]
    count = max((len(row) for row in table), default=0)
    widths = [max((len(row[i]) for row in table if i < len(row)), default=0) for i in range(count)]
    for row in table:
        cells = [cell.ljust(widths[i]) for i, cell in enumerate(row[:-1])]
        yield (indent + "  ".join([*cells, row[-1]])).rstrip()


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
