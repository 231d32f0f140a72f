"""Two clicks of a real mouse are a double click where that means more than two clicks."""

from pathlib import Path

import pytest

from tests.xserver.conftest import Run

LOG = "named('Log', 'LogList')"
LINE = f"next(row for row in range({LOG}.model().rowCount()) if unit_of({LOG}, row))"


@pytest.mark.parametrize(("times", "opens"), [(1, False), (2, True)])
def test_a_double_click_on_a_line_of_the_log_opens_its_unit(
    run: Run, sample: Path, times: int, opens: bool
) -> None:
    with run(sample) as desk:
        desk.key("Ctrl+4", "Home")
        row = desk.see(LINE)
        desk.see(f"{LOG}.setCurrentIndex({LOG}.model().index({row}, 0))")
        left, top, wide, high = desk.see(f"cell({LOG}, {row}, 0)")
        desk.hands.click(left + wide // 2, top + high // 2, times=times)
        desk.settle()
        shown = desk.see("work().view.side.aside")
        assert (shown == "inspector") is opens
