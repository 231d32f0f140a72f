"""Which rules a test names: read from the `rule` markers, without running a test."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from brikdesk.rules.texts import all_rule_texts

TESTS = Path(__file__).resolve().parents[1]

TESTED = ("auto", "assist")
"""Modes of rules that a test has to name."""

RANGES = (
    ("4.0", 1, 3),
    ("4.1", 1, 41),
    ("4.2", 1, 30),
    ("4.3", 1, 23),
    ("5.0", 1, 1),
    ("5.1", 1, 57),
    ("5.2", 1, 54),
    ("5.3", 1, 12),
    ("5.4", 1, 31),
    ("8.1", 1, 50),
    ("8.2", 1, 15),
    ("8.3", 1, 36),
    ("8.4", 1, 63),
    ("8.5", 1, 19),
    ("F.0", 1, 8),
    ("F.1", 1, 75),
    ("F.2", 1, 11),
    ("F.3", 1, 11),
    ("12", 1, 93),
)
"""What the desk applies, chapter by chapter, first and last number."""

APPLIED = tuple(f"{chapter}-{n:02}" for chapter, low, high in RANGES for n in range(low, high + 1))


def is_rule_marker(call: ast.Call) -> bool:
    """Tell whether a call is `pytest.mark.rule(...)` or `mark.rule(...)`."""
    return ast.unparse(call.func).endswith("mark.rule")


def markers(source: str) -> Iterator[tuple[str, int]]:
    """Yield every ID that a `rule` marker names, with its line, wherever the marker stands.

    ValueError for an argument that is not written out: such a marker cannot be counted.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and is_rule_marker(node):
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    words = ast.unparse(argument)
                    raise ValueError(f"line {node.lineno}: write {words} out as rule IDs")
                yield argument.value, node.lineno


@cache
def named() -> dict[str, tuple[str, ...]]:
    """Return the places (file:line) of every ID that the tests name."""
    places: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("*.py")):
        for id, line in markers(path.read_text(encoding="utf-8")):
            places.setdefault(id, []).append(f"{path.relative_to(TESTS)}:{line}")
    return {id: tuple(where) for id, where in places.items()}


def missing(ids: Iterable[str]) -> list[str]:
    """Return those of the ids that are auto or assist rules and that no test names."""
    tested = {rule.id for rule in all_rule_texts() if rule.mode in TESTED}
    return [id for id in ids if id in tested and id not in named()]
