"""The dispute card over the window: by one key from the log, and from the battle as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.store.lines import Kind
from brikdesk.store.views.log import log
from tests.ui.window_scene import Key, at_work, focus, open_window, press, settle
from ui.campaign.places import saved_words
from ui.look.theme import Theme
from ui.panels.log import LogList, LogPanel
from ui.panels.rule_and_why import EventPicture, EventSheet, RuleSheet
from ui.widgets.rule_lines import Citation
from ui.window.looking_back import LookingBack
from ui.window.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, sample: Path) -> Iterator[MainWindow]:
    """Yield a window with the sample campaign, in its log, at the attack that was last."""
    with open_window(qtbot, theme, sample) as made:
        work = at_work(made)
        made.commands["log"].trigger()
        settle()
        panel = work.view.panel("log_full")
        assert isinstance(panel, LogPanel)
        fights = [line for line in work.desk.read(log) if line.kind is Kind.ATTACK]
        panel.show_line(fights[-1].id)
        yield made


def opened(qtbot: QtBot, window: MainWindow) -> EventSheet:
    """Return the card that is open, once it is read."""
    sheet = next(found for found in window.findChildren(EventSheet) if found.is_open())
    qtbot.waitUntil(lambda: sheet.card is not None)
    return sheet


def test_d_in_the_log_shows_all_about_the_event(qtbot: QtBot, window: MainWindow) -> None:
    press(Key.Key_D)
    sheet = opened(qtbot, window)
    for told in ("Dice, and where they came from", "Out of Range", "The moment after", "5.1-53"):
        assert told in sheet.words()
    assert sheet.findChild(EventPicture).accessibleName().startswith("Where it happened")
    cited = next(each for each in sheet.findChildren(Citation) if each.rule == "5.1-53")
    cited.setFocus()
    press(Key.Key_Space)
    rule = next(found for found in window.findChildren(RuleSheet) if found.is_open())
    assert rule.card.rule == "5.1-53"
    press(Key.Key_Escape)
    assert sheet.is_open()
    assert sheet.card is not None
    act_id = sheet.card.act_id
    press(Key.Key_B)
    past = at_work(window)
    assert isinstance(past, LookingBack)
    assert past.beat.first <= act_id <= past.beat.act_id


def test_it_is_saved_as_pdf_and_as_a_picture(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    for name, begins in (("card.pdf", b"%PDF"), ("card.png", b"\x89PNG"), ("card", b"%PDF")):
        press(Key.Key_D)
        sheet = opened(qtbot, window)
        with qtbot.waitSignal(sheet.saved) as saved:
            sheet.save_as(tmp_path / name)
        written = Path(saved.args[0])
        assert written.read_bytes().startswith(begins)
        assert at_work(window).view.status.words() == saved_words(written)


def test_a_card_that_cannot_be_written_says_why_and_stays(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    press(Key.Key_D)
    sheet = opened(qtbot, window)
    sheet.save_as(tmp_path / "nowhere" / "card.pdf")
    qtbot.waitUntil(lambda: bool(sheet.problem.sentence()))
    assert "was not written" in sheet.problem.sentence()
    assert sheet.is_open()
    press(Key.Key_Escape)
    assert isinstance(focus(), LogList)
