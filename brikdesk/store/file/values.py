"""The values that a column may hold, by its declared type."""

import re
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from brikdesk.store.file.connection import from_json
from brikdesk.store.file.schema import DeclaredColumn, quoted

LONGEST_TEXT = 100_000
LONGEST_JSON = 4_000_000
DEEPEST_JSON = 50
LONGEST_NUMBER = 20
INT_32 = 2**31

_TEXT = ("VARCHAR", "TEXT", "CHAR")
_NUMBER = ("FLOAT", "REAL", "DOUBLE")
_TIMES = {
    "DATETIME": (datetime.fromisoformat, re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?")),
    "DATE": (date.fromisoformat, re.compile(r"\d{4}-\d\d-\d\d")),
    "TIME": (time.fromisoformat, re.compile(r"\d\d:\d\d:\d\d(\.\d{6})?")),
}
_WORDS = {
    "INTEGER": "is not a whole number, or too large",
    "BIGINT": "is not a whole number",
    "BOOLEAN": "is neither yes nor no",
    "BLOB": "does not hold bytes",
    "JSON": "does not hold data, or too much",
    **dict.fromkeys(_TEXT, "is not text, too long, or has a NUL in it"),
    **dict.fromkeys(_NUMBER, "is not a number, or too large"),
    **dict.fromkeys(_TIMES, "is not a date"),
}


def is_good(column: DeclaredColumn) -> str:
    """Return the SQL condition that every value of the column must meet.

    Raises ValueError for a declared type that has no condition: a table of ours may not use it.
    """
    name = quoted(column.name)
    good = _condition(column, name)
    return f"({good})" if column.required else f"({name} IS NULL OR ({good}))"


def fault_in_words(column: DeclaredColumn) -> str:
    """Return what is wrong with a value that fails the condition of `is_good`."""
    return f"in '{column.table}', '{column.name}' {_WORDS[column.kind]}"


def _condition(column: DeclaredColumn, name: str) -> str:
    kind = column.kind
    if kind in ("INTEGER", "BIGINT"):
        if column.is_key or kind == "BIGINT":
            return f"typeof({name}) = 'integer'"
        return f"typeof({name}) = 'integer' AND {name} BETWEEN {-INT_32} AND {INT_32 - 1}"
    if kind == "BOOLEAN":
        return f"typeof({name}) = 'integer' AND {name} IN (0, 1)"
    if kind in _NUMBER:
        return f"typeof({name}) IN ('real', 'integer') AND abs({name}) <= 1e300"
    if kind in _TEXT:
        return _is_text(name, column.length or LONGEST_TEXT)
    if kind in _TIMES:
        return _is_text(name, 40)
    if kind == "JSON":  # a bare number is stored as one: the column has SQLite's numeric affinity
        return f"typeof({name}) IN ('real', 'integer') OR ({_is_text(name, LONGEST_JSON)})"
    if kind == "BLOB":
        return f"typeof({name}) = 'blob'"
    raise ValueError(f"no condition for {column.table}.{column.name} of type {kind}")


def _is_text(name: str, longest: int) -> str:
    return f"typeof({name}) = 'text' AND length({name}) <= {longest} AND instr({name}, char(0)) = 0"


def is_text(column: DeclaredColumn) -> bool:
    """Return whether the column holds plain text, which must be valid UTF-8."""
    return column.kind in _TEXT


def is_parsed(column: DeclaredColumn) -> bool:
    """Return whether the column's text is parsed: JSON, dates and times."""
    return column.kind == "JSON" or column.kind in _TIMES


def fault_in_value(column: DeclaredColumn, value: object) -> str:
    """Return what is wrong with a JSON value or a date; empty if it is good."""
    if not isinstance(value, str):
        return ""
    if column.kind == "JSON":
        return _fault_in_json(value)
    if column.kind in _TIMES and not _is_time(column.kind, value):
        return "is not a date"
    return ""


def _is_time(kind: str, value: str) -> bool:
    reader, pattern = _TIMES[kind]
    if not pattern.fullmatch(value):
        return False
    try:
        reader(value)
    except ValueError:
        return False
    return True


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_LONG_NUMBER = re.compile(r"\d{%d}" % (LONGEST_NUMBER + 1))


def _fault_in_json(text: str) -> str:
    """Return what is wrong with stored JSON; empty if it is good."""
    if text.count("[") + text.count("{") > DEEPEST_JSON and _depth(text) > DEEPEST_JSON:
        return "is nested too deep"
    # Digits within strings are fine; strings are cut out only when the quick search finds some.
    if _LONG_NUMBER.search(text) and _LONG_NUMBER.search(_STRING.sub("", text)):
        return "has a number with too many digits"
    try:
        value = from_json(text)
    except (ValueError, RecursionError):
        return "is not readable data"
    # Letters stand for themselves in our JSON; only then can an escape hide a bad one.
    if "\\u" in text and not all(_is_clean(part) for part in _strings(value)):
        return "has a character that is none"
    return ""


def _depth(text: str) -> int:
    depth = deepest = 0
    for sign in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _strings(part)


def _is_clean(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
