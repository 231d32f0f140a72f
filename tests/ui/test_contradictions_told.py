"""What does not hold in a campaign of before is told as it opens, once, and nothing is changed."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.contradictions import NOTICE, leave_at_odds
from tests.ui.window_scene import at_work, make_file, open_window, press
from ui.look.theme import Theme


def test_the_window_says_once_what_does_not_hold(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "old.brik")
    with Campaign.open(file) as campaign:
        leave_at_odds(campaign)
        before = campaign.digest()
    with open_window(qtbot, theme, file) as window:
        status = at_work(window).view.status
        assert status.words() == NOTICE
        assert at_work(window).desk.campaign.digest() == before
        press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert status.words() == "Undone: Stage", "what is at odds is not said again"


def test_of_a_campaign_in_which_all_holds_nothing_is_said(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme, make_file(tmp_path / "new.brik")) as window:
        assert at_work(window).view.status.words() == ""
