"""An X server for the tests of a session, and the program on it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from tests.xserver.display import Screen, missing, screen
from tests.xserver.program import Program, program

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
