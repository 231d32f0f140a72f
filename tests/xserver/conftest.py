"""An X server for the tests of a session, and the program on it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from tests.xserver.display import Screen, missing, screen
from tests.xserver.program import Program, program

HERE = Path(__file__).parent

ALWAYS = ("test_editing_cells.py", "test_keys_stay.py")
"""What the quick run has: real keys reach the window, and none of them is lost. The rest is the window's
own tests again, by the keys of an X server."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the others to a run of everything."""
    witness = (
        "tests/xserver/test_keys_stay.py::test_a_click_on_the_map_between_two_dice_loses_neither"
    )
    for item in items:
        if item.path.parent == HERE and item.path.name not in ALWAYS:
            item.add_marker(pytest.mark.thorough(witness=witness))


Run = Callable[..., AbstractContextManager[Program]]


@pytest.fixture(scope="session")
def x_screen() -> Iterator[Screen]:
    """Yield a display of this process of tests; skips where none can be had, and says why."""
    if why := missing():
        pytest.skip(why)
    with screen() as made:
        yield made


@pytest.fixture
def run(x_screen: Screen, tmp_path: Path) -> Run:
    """Return what runs the program with a file, with settings and data of its own."""
    return partial(program, x_screen, data=tmp_path / "home")
