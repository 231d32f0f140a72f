"""Finds lengths that nobody can measure: more digits behind the point than a tape has."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

_LENGTH = re.compile(r'(?<![\d.])\d+\.\d{2,}(?="| inches\b|[^\S\n]+across\b)')
_SPOT = re.compile(r"\b[xy] -?\d+\.\d{2,}")


def too_long(said: str) -> list[str]:
    """Return the lengths of a text that have too many digits.

    One that stands beside another which would read alike is compared with it, and needs them.
    """
    figures = re.findall(r'(?<![\d.])\d+(?:\.\d+)?(?=")', said)
    found = [
        each
        for each in _LENGTH.findall(said)
        if not any(other != each and abs(float(other) - float(each)) < 0.15 for other in figures)
    ]
    return found + _SPOT.findall(said)


def words_in(value: Any) -> Iterator[str]:
    """Yield all words in frozen values, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        for name in structs.fields(type(value)):
            yield from words_in(getattr(value, name.name))
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from words_in(getattr(value, name))
    elif isinstance(value, dict):
        for each in value.values():
            yield from words_in(each)
    elif isinstance(value, tuple | list | frozenset | set):
        for each in value:
            yield from words_in(each)
