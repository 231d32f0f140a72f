"""Reading acts that were passed to the command line as JSON, and checking them first."""

import json
import math
import sys
from typing import Any

from brikdesk.cli import paths
from brikdesk.errors import BadInput
from brikdesk.foreign_file import content_of

LONGEST_ACT = 1_000_000
MOST_ACTS = 2_000
"""The most acts that are done as one, so that the answer comes within a second."""
LONGEST_STRING = 10_000
LARGEST_NUMBER = 2**31 - 1
"""The largest whole number that a campaign may hold."""


def acts(source: str) -> list[dict[str, Any]]:
    """Return one act or several from a file or, for "-", from the standard input, as data.

    Raise BadInput for anything that is not JSON, or that no campaign could hold.
    """
    try:
        data = json.loads(
            _text(source),
            object_pairs_hook=_object,
            parse_int=_number,
            parse_float=_fraction,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        words = f"This is not JSON: {error.msg}."
        raise BadInput(words, f"line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise BadInput("The act is nested too deep.") from None
    found = data if isinstance(data, list) else [data]
    if not found or not all(isinstance(item, dict) for item in found):
        raise BadInput('An act is an object such as {"act": "EndTurn"}, or a list of them.')
    _check_strings(found)
    if _count_acts(found) > MOST_ACTS:
        raise BadInput(f"A call does at most {MOST_ACTS:,} acts; give the others to the next one.")
    return found


def _count_acts(value: Any) -> int:
    if isinstance(value, list):
        return sum(map(_count_acts, value))
    if isinstance(value, dict):
        return ("act" in value) + sum(map(_count_acts, value.values()))
    return 0


def _text(source: str) -> str:
    try:
        # With the mark that some editors on Windows put at the start of a file, or without.
        return _bytes(source).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("The act is not written in UTF-8.", source) from None


def _bytes(source: str) -> bytes:
    if source == "-":
        # One byte too many is enough to know that it is too long.
        read = sys.stdin.buffer.read(LONGEST_ACT + 1)
    else:
        file = paths.path(source, "ACT.json")
        read = content_of(file, LONGEST_ACT, "ACT.json")
    if len(read) > LONGEST_ACT:
        raise BadInput(f"An act has at most {LONGEST_ACT:,} bytes.", source)
    if not read.strip():
        raise BadInput("There is no act in it.", "the input" if source == "-" else source)
    return read


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    # Python's own reader would silently keep the last of two values.
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"{twice[:40]!r} is given twice.")
    return found


def _number(digits: str) -> int:
    # The length first: Python refuses to convert thousands of digits, with a ValueError.
    if len(digits) > 12 or abs(int(digits)) > LARGEST_NUMBER:
        raise BadInput(f"{digits[:20]} is too large.")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number) or abs(number) > LARGEST_NUMBER:
        raise BadInput(f"{digits[:20]} is too large.")
    return number


def _no_number(word: str) -> float:
    raise BadInput(f"{word} is no number.")


def _check_strings(value: Any) -> None:
    if isinstance(value, list):
        for item in value:
            _check_strings(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            _check_strings(name)
            _check_strings(item)
    elif isinstance(value, str):
        if len(value) > LONGEST_STRING:
            raise BadInput(f"A text has at most {LONGEST_STRING:,} characters, not {len(value):,}.")
        # JSON can spell half of a surrogate pair, which cannot be written in UTF-8.
        if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            raise BadInput("A text holds a character that is none.")
