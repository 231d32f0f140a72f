"""What the quick run leaves to `./dev test --all` has a witness in it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.thorough import left_out

ROOT = Path(__file__).resolve().parents[1]


def marked() -> Iterator[tuple[str, ast.Call]]:
    """Yield each mark in the source of the tests, with where it stands."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "mark.thorough(" in source:
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.thorough":
                    yield f"{path.relative_to(ROOT).as_posix()}:{node.lineno}", node


def of_each_test(path: Path) -> dict[str, list[ast.Call]]:
    """Return the tests of a file with their marks of this kind."""
    return {
        node.name: [
            each
            for each in node.decorator_list
            if isinstance(each, ast.Call) and ast.unparse(each.func) == "pytest.mark.thorough"
        ]
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_each_mark_keeps_some_cases_or_names_another_test_that_always_runs() -> None:
    wrong = []
    for where, call in marked():
        if where.startswith("tests/test_thorough.py"):
            continue
        told = {each.arg: each.value for each in call.keywords}
        if "but" in told or "every" in told:
            kept = ast.literal_eval(told.get("but") or told["every"])
            wrong += [] if kept else [where]
            continue
        shown = ast.unparse(told["witness"]).strip("'") if "witness" in told else ""
        if shown == "witness":  # a constant of the file, named on the lines above
            continue
        file, _, name = shown.partition("::")
        there = of_each_test(ROOT / file) if name else {}
        kept = [any(each.arg == "but" for each in mark.keywords) for mark in there.get(name, [])]
        of_some = name and "thorough(every=" in (ROOT / file).read_text(encoding="utf-8")
        runs = name in there and (any(kept) if of_some else all(kept))
        wrong += [] if runs else [where]
    assert wrong == []


def case(name: str, **mark: Any) -> Any:
    marker = pytest.mark.thorough(**mark).mark if mark else None
    return SimpleNamespace(nodeid=name, get_closest_marker=lambda _: marker)


def left(*cases: Any) -> list[str]:
    return [each.nodeid for each in left_out(cases)]


def test_of_the_cases_of_a_test_some_are_kept_evenly() -> None:
    cases = [case(f"walks::test_a[{seed}]", but=2) for seed in range(6)]
    kept = [each.nodeid for each in cases if each.nodeid not in left(*cases, case("walks::test_b"))]
    assert kept == ["walks::test_a[0]", "walks::test_a[3]"]
    assert left(*cases[:1]) == [], "no fewer than there are"


def test_of_a_file_every_third_test_is_kept_and_each_with_a_mark_of_its_own() -> None:
    tests = [case(f"ui/test_map.py::test_{letter}", every=3) for letter in "abcde"]
    own = case("ui/test_map.py::test_own", but=1)
    gone = left(tests[0], own, *tests[1:], case("ui/test_log.py::test_f", every=3))
    assert gone == [f"ui/test_map.py::test_{letter}" for letter in "bce"]


def test_what_has_a_witness_elsewhere_is_left_out_whole() -> None:
    cases = [case(f"walks::test_c[{n}]", witness="tests/walks/test_a.py::test_a") for n in "ab"]
    assert left(*cases, case("walks::test_a")) == ["walks::test_c[a]", "walks::test_c[b]"]
