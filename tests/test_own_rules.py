"""Habits that once cost somebody a file or a secret, looked for in the text of the program."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for room in ("brikdesk", "ui") for path in (ROOT / room).rglob("*.py"))
SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|ALTER|DROP|CREATE|PRAGMA)\s")
STORE = ROOT / "brikdesk" / "store"
"""Here the names of tables and columns of our own schema are put into statements; never a value."""


def built_statements(source: str) -> Iterator[int]:
    """Give the lines in which SQL is put together from parts."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            first = node.values[0]
            is_sql = isinstance(first, ast.Constant) and SQL.match(str(first.value))
            if is_sql and any(isinstance(part, ast.FormattedValue) for part in node.values):
                yield node.lineno


def places(looked_for: str) -> list[str]:
    return [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if looked_for in path.read_text(encoding="utf-8")
    ]


def test_no_path_becomes_an_address() -> None:
    assert places("sqlite:///") == [], "a path with ? or % names another file: use URL.create"


def test_no_text_is_taken_for_markup_in_a_report() -> None:
    assert places("Paragraph(") == [], "it opens files that words name: draw plain strings"


def test_no_statement_is_put_together_outside_the_store() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in SOURCES
        if path.parent != STORE
        for line in built_statements(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_search_finds_what_it_looks_for() -> None:
    assert list(built_statements('a = 1\nb = f"SELECT * FROM unit WHERE name = {name}"')) == [2]
    assert list(built_statements('f"Select {name}"; "SELECT 1"')) == []
