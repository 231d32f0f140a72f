"""Habits that once cost somebody a file, a secret or an evening, looked for in program and tests."""

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
    """Yield the lines in which SQL is put together from parts."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            first = node.values[0]
            is_sql = isinstance(first, ast.Constant) and SQL.match(str(first.value))
            if is_sql and any(isinstance(part, ast.FormattedValue) for part in node.values):
                yield node.lineno


MARKUP = re.compile(r"\bParagraph\(")
"""What ReportLab draws with markup in it."""


def places(looked_for: str) -> list[str]:
    return [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if looked_for in path.read_text(encoding="utf-8")
    ]


def test_no_path_becomes_an_address() -> None:
    assert places("sqlite:///") == [], "a path with ? or % names another file: use URL.create"


def test_no_text_is_taken_for_markup_in_a_report() -> None:
    drawn = [str(p.relative_to(ROOT)) for p in SOURCES if MARKUP.search(p.read_text("utf-8"))]
    assert drawn == [], "it opens files that words name: draw plain strings"


def test_no_statement_is_put_together_outside_the_store() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in SOURCES
        if STORE not in path.parents
        for line in built_statements(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_search_finds_what_it_looks_for() -> None:
    assert list(built_statements('a = 1\nb = f"SELECT * FROM unit WHERE name = {name}"')) == [2]
    assert list(built_statements('f"Select {name}"; "SELECT 1"')) == []


def by_the_clock(source: str) -> Iterator[int]:
    """Yield the lines that wait so long and no longer: on a slower machine they find something else."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        of, _, name = ast.unparse(call.func).rpartition(".")
        limited = any(keyword.arg == "timeout" for keyword in call.keywords)
        if name in ("sleep", "qSleep", "qWait") or (of == "qtbot" and (name == "wait" or limited)):
            yield call.lineno


def test_no_test_waits_by_the_clock() -> None:
    tests = sorted((ROOT / "tests").rglob("*.py"))
    found = [f"{path}:{line}" for path in tests for line in by_the_clock(path.read_text("utf-8"))]
    assert found == [], "wait for what can be seen: qtbot.waitUntil is patient by itself"


def test_a_wait_by_the_clock_is_found() -> None:
    assert list(by_the_clock("qtbot.wait(20)\ntime.sleep(1)\nthread.wait()")) == [1, 2]
    assert list(by_the_clock("qtbot.waitUntil(f, timeout=9)\nqtbot.waitUntil(f)")) == [1]


MAY_ACT_ENGAGED = {
    "acts/who_may.py": "it is where the question is asked",
    "acts/combat/legality.py": "an attack in Close Combat is what it may; a shot is refused there",
    "acts/weapons/firing.py": "as in any attack",
    "acts/movement/bailing.py": "who is engaged may Bail from a blow",
    "acts/fire/burning.py": "who burns may roll on the ground wherever it stands",
    "acts/units/actions.py": "an Action of which the referee says himself what it was",
}
"""Where an Action is checked without asking whether it is one outside a Close Combat (5.2-15)."""


def test_an_action_asks_whether_its_unit_is_engaged() -> None:
    asked = {path.removeprefix("brikdesk/") for path in places("check_action(")}
    assert asked == set(MAY_ACT_ENGAGED), "use check_other_action, or say here why not"
