"""An evening of a hundred acts, played with real keys: none is lost, however fast they are typed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.nightly import NIGHTLY
from tests.xserver.conftest import Run
from tests.xserver.evening import acts, come_to_the_same, press

WHOLE = (60, 16, 24)
"""Notes, units and edits of a hundred acts."""

SLOWLY = WHOLE if NIGHTLY else (12, 4, 9)
"""The same for one who waits after each key, which takes long: all of them at night."""

FIRES = "named('Fires', 'WholeTable')"


def keys_of_notes(count: int) -> Iterator[str]:
    """Write notes beside the step that waits."""
    for number in range(count):
        yield from ("n", *f"R {number}", "Enter")


def keys_of_units(count: int) -> Iterator[str]:
    """Set new units on the table."""
    yield "Ctrl+2"
    for number in range(count):
        yield from ("n", *f"M{number}", "Ctrl+Enter")


def keys_of_fires(count: int, rows: list[int], column: int) -> Iterator[str]:
    """Correct the sizes of fires in their table: each row in turn, then from the top again."""
    at = 0
    for number in range(count):
        row = rows[number % len(rows)]
        yield from ("Home", *["Left"] * 5, *["Right"] * column) if row < at or not number else ()
        yield from ["Down"] * (row - (0 if row < at else at))
        yield from ("F2", "Ctrl+a", str(size(number, rows)), "Enter")
        at = row


def size(number: int, rows: list[int]) -> int:
    return (3, 1)[number // len(rows) % 2]


@pytest.mark.parametrize("fast", [True, False], ids=["as fast as can be", "at table speed"])
def test_an_evening_of_a_hundred_acts_loses_no_key(
    run: Run, sample: Path, tmp_path: Path, fast: bool
) -> None:
    notes, units, edits = WHOLE if fast else SLOWLY
    before = tmp_path / "before.brik"
    shutil.copy(sample, before)
    with run(sample) as desk:
        desk.until("work().view.heading.queue.waiting")
        desk.settle()
        press(desk, keys_of_notes(notes), fast=fast)
        press(desk, keys_of_units(units), fast=fast)
        desk.key("Ctrl+3")
        column = desk.see(f"columns({FIRES}).index('Fire size')")
        desk.see(f"{FIRES}.setFocus()")
        sizes = desk.see(f"texts({FIRES}, {column})")
        rows = [row for row, words in enumerate(sizes) if words != "Minifig"]
        press(desk, keys_of_fires(edits, rows, column), fast=fast)
        press(desk, iter(["Ctrl+z"] * 10 + ["Ctrl+y"] * 10), fast=fast)
    done = acts(sample)
    assert [data["text"] for name, data in done if name == "AddNote"] == [
        f"R {number}" for number in range(notes)
    ]
    assert [data["name"] for name, data in done if name == "AddUnit"] == [
        f"M{number}" for number in range(units)
    ]
    sizes = [data["inches"] for name, data in done if name == "SetFireSize"]
    assert sizes == [size(number, rows) for number in range(edits)]
    assert come_to_the_same(before, sample)
