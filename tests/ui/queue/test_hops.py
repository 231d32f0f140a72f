"""How many functions and files one value passes on its way: what somebody must read to follow it."""

import sys
from collections.abc import Callable, Iterator
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.queue.start_scene import FIRST_DICE, make_scene
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.queue.panel import StartPanel

OURS = tuple(f"{Path(__file__).parents[3] / name}/" for name in ("brikdesk", "ui"))

IMPORTS = str(Path("ui", "__init__.py"))

SHOWN, APPLIED = (172, 51), (524, 98)
"""Most functions and files, for a die until it is shown and for Enter until the next step waits.

They may only get fewer; half of them is what the house is to come to. Eight functions came to an act that
is applied when it began to ask whether the campaign has room for it, and to word its lengths for good, one
when lengths came to be compared in one place.
Eight more came with the dice of each player, which the next step may roll at once, and with steps that say
what came of them.
One more came when the queue began to step with Tab by itself, which keeps the asked die in sight where text
is large.
Fifteen more came when a step began to ask whether its dice are sealed, and what was ruled before.
Six more came to a die, two of them to what follows, when a draft began to know what was given last.
One file came to a die when a key began to mean the same in every layout.
One more came when a step that was corrected ceased to count as done.
"""


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[StartPanel]:
    with make_scene(tmp_path / "scene.brik") as campaign:
        desk = Desk(campaign, lambda _sides: 1)
        made = StartPanel(theme, desk, Hub(desk))
        qtbot.addWidget(made)
        made.resize(424, 760)
        made.show()
        made.activateWindow()
        made.controller.rest = 0
        qtbot.waitUntil(lambda: len(made.controller.queue.done) == FIRST_DICE - 1)
        made.setFocus()
        yield made
        desk.deleteLater()


def passed(do: Callable[[], object]) -> tuple[int, int]:
    """Return how many of our functions ran, and in how many files."""
    seen: set[tuple[str, str, int]] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        # Not what runs while a module is imported: that hangs on which tests ran before.
        is_function = code.co_flags & CO_OPTIMIZED and not code.co_filename.endswith(IMPORTS)
        if event == "call" and is_function and code.co_filename.startswith(OURS):
            seen.add((code.co_filename, code.co_name, code.co_firstlineno))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(before)
    return len(seen), len({file for file, _, _ in seen})


def test_a_typed_die_and_its_application_pass_no_more_rooms_than_told(panel: StartPanel) -> None:
    target = QApplication.focusWidget() or panel
    shown = passed(lambda: QTest.keyClick(target, Qt.Key.Key_1))
    assert panel.controller.preview.complete
    waiting = panel.controller.current
    applied = passed(lambda: QTest.keyClick(target, Qt.Key.Key_Return))
    assert panel.controller.current != waiting
    print("from key to preview: {} functions in {} files".format(*shown))
    print("from key to log line: {} functions in {} files".format(*applied))
    for found, most in ((shown, SHOWN), (applied, APPLIED)):
        assert found[0] <= most[0], "more functions than before to follow one value"
        assert found[1] <= most[1], "more files than before to follow one value"
