"""What runs with `./dev test --all` only, and what of it the quick run keeps.

A test whose whole count rarely tells more than a few of its cases is marked so:

- `@pytest.mark.thorough(but=3)`: of its cases the quick run has three, spread evenly over them;
- `@pytest.mark.thorough(but=("scifi", "dark-200"))`: it has the cases of these names;
- `@pytest.mark.thorough(witness="tests/walks/test_kills.py::test_a_kill")`: it has none of them, but
  another test that notices the same, only less of it.
"""

from collections.abc import Iterable, Iterator

import pytest

MARK = "thorough"


def left_out(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return what a quick run does not have."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker(MARK):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return [item for of_one in cases.values() for item in _left(of_one)]


def _left(cases: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Return the cases of one test that a quick run does not have."""
    marker = cases[0].get_closest_marker(MARK)
    but: int | tuple[str, ...] = marker.kwargs.get("but", 0) if marker else 0
    if isinstance(but, int):
        kept = {place * len(cases) // but for place in range(but)}
        return (case for place, case in enumerate(cases) if place not in kept)
    return (case for case in cases if case.nodeid.partition("[")[2].removesuffix("]") not in but)
