"""What runs with `./dev test --all` only, and what of it the quick run keeps.

A test whose whole count rarely tells more than a few of its cases is marked so:

- `@pytest.mark.thorough(but=3)`: of its cases the quick run has three, spread evenly over them;
- `pytestmark = pytest.mark.thorough(every=3)` on a file: it has every third test of it, evenly, and those
  that have a mark of their own;
- `@pytest.mark.thorough(witness="tests/walks/test_kills.py::test_a_kill")`: it has none of them, but
  another test that notices the same, only less of it.
"""

from collections.abc import Iterable, Iterator

import pytest

MARK = "thorough"


def left_out(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return what a quick run does not have."""
    cases: dict[str, list[pytest.Item]] = {}
    files: dict[str, list[str]] = {}
    for item in items:
        if marker := item.get_closest_marker(MARK):
            name = item.nodeid.partition("[")[0]
            if name not in cases and "every" in marker.kwargs:
                files.setdefault(name.partition("::")[0], []).append(name)
            cases.setdefault(name, []).append(item)
    whole = {name for names in files.values() for name in names}
    for names in files.values():
        every: int = cases[names[0]][0].get_closest_marker(MARK).kwargs["every"]  # type: ignore[union-attr]
        for name in names[::every]:
            del cases[name]
    return [
        item
        for name, of_one in cases.items()
        for item in (of_one if name in whole else _left(of_one))
    ]


def _left(cases: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Return the cases of one test that a quick run does not have."""
    marker = cases[0].get_closest_marker(MARK)
    but: int = marker.kwargs.get("but", 0) if marker else 0
    kept = {place * len(cases) // but for place in range(but)}
    return (case for place, case in enumerate(cases) if place not in kept)
