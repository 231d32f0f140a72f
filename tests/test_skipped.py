"""What is skipped is named at the end of a run, with its reason."""

from types import SimpleNamespace
from typing import Any

from tests.conftest import pytest_terminal_summary


def test_what_was_not_run_is_named_with_its_reason() -> None:
    lines: list[str] = []

    def skipped(name: str, why: str) -> Any:
        return SimpleNamespace(nodeid=name, longrepr=("file.py", 1, f"Skipped: {why}"))

    walks = [skipped(f"walks::test_{letter}", "needs a compiler") for letter in "abcde"]
    stats = {"skipped": [*walks, skipped("store::test_pipe", "pipes have no names here")]}
    reporter: Any = SimpleNamespace(stats=stats, write_line=lines.append)
    pytest_terminal_summary(reporter)
    assert lines == [
        "not run (needs a compiler): walks::test_a, walks::test_b, walks::test_c and 2 more",
        "not run (pipes have no names here): store::test_pipe",
    ]


def test_a_run_without_skipped_tests_says_nothing() -> None:
    lines: list[str] = []
    reporter: Any = SimpleNamespace(stats={}, write_line=lines.append)
    pytest_terminal_summary(reporter)
    assert lines == []
