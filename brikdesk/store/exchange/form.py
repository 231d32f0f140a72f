"""The form of an exported campaign: what its JSON holds, and how a value of a row stands in it."""

import base64
import binascii
from pathlib import Path
from typing import Any

from brikdesk.foreign_file import beginning_of

FORMAT = "BrikDesk campaign"
"""What `format` says in every export; `version` beside it is the format of the campaign file."""

BEGINNING = f'{{"format": "{FORMAT}",'.encode()

BYTES = "base64"
"""A photo's bytes stand as an object with this one name."""

LARGEST = 2**63
"""SQLite holds whole numbers from minus this up to below it."""


def begins_like_export(path: Path) -> bool:
    """Return whether a file begins as every export does; False too where it cannot be read."""
    return beginning_of(path, len(BEGINNING)) == BEGINNING


def to_value(value: Any) -> Any:
    """Return a value of a row as JSON can hold it."""
    if isinstance(value, bytes):
        return {BYTES: base64.b64encode(value).decode("ascii")}
    return value


def from_value(value: Any) -> int | float | str | bytes | None:
    """Return a value of a row from JSON. Raise ValueError where no row holds such a value."""
    if isinstance(value, dict) and list(value) == [BYTES] and isinstance(value[BYTES], str):
        try:
            return base64.b64decode(value[BYTES], validate=True)
        except (binascii.Error, ValueError) as error:
            raise ValueError("its bytes are not base64") from error
    # True is a number in Python, and the file holds 1.
    if isinstance(value, bool) or not isinstance(value, int | float | str | None):
        raise ValueError(f"{str(value)[:40]!r} is no value of a row")
    if isinstance(value, int) and not -LARGEST <= value < LARGEST:
        raise ValueError("a number is too large")
    if isinstance(value, str) and not _is_text(value):
        raise ValueError("a text is not valid")
    return value


def _is_text(words: str) -> bool:
    try:
        words.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
