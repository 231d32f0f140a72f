"""Lengths on screen: as the referee's tape is divided, and no digit more."""

import os
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtGui import QAccessible

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.lengths import Ruler, measure_by
from tests.long_lengths import too_long
from tests.ui.players.players_scene import read_out, words_of
from tests.ui.window_scene import at_work, settle
from ui.dialogs.settings import Settings
from ui.window.main_window import MainWindow


@pytest.fixture
def moved(window: MainWindow) -> Iterator[MainWindow]:
    """Move two units by lengths that no tape shows, with the Units workspace in front."""
    QAccessible.setActive(True)
    desk = at_work(window).desk
    for name in ("Ann", "Bob"):
        desk.do(AddUnit(name=name, preset="U-01", player_id=1))
    for unit_id, x, y in (
        (1, 9.0, 9.0),
        (1, 10.23456, 11.98765),
        (2, 20.0, 9.0),
        (2, 18.8, 7.654321),
    ):
        desk.do(MoveUnit(unit_id=unit_id, x=x, y=y))
    at_work(window).hub.select_unit(1)
    settle()
    yield window
    measure_by(Ruler.TENTHS)


def said(window: MainWindow) -> str:
    return f"{words_of(window)}\n{read_out(window)}"


def test_no_length_on_screen_has_digits_that_nobody_measures(moved: MainWindow) -> None:
    for place in ("units", "ledger", "log", "battle"):
        at_work(moved).hub.workspace_asked.emit(place)
        settle()
        assert too_long(said(moved)) == []
    assert '1.8" of Move left' in said(moved)


def test_eighths_are_chosen_in_the_settings_and_shown_at_once(moved: MainWindow) -> None:
    work = at_work(moved)
    sheet = Settings(moved.theme, moved.stack, moved.remembered, work.desk)
    sheet.ruler._group.button(1).click()
    settle()
    assert '1¾" of Move left' in said(moved)
    assert '1.8" of Move left' not in words_of(moved).split("Log")[0]
    assert moved.remembered.preferences.ruler is Ruler.EIGHTHS
    sheet.ruler._group.button(0).click()
    settle()
    assert '1.8" of Move left' in said(moved)
