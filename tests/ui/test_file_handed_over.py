"""On macOS a campaign that is clicked comes as an event, not on the command line."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent

from ui.app import handed_over


def test_the_file_of_the_event_is_given() -> None:
    assert handed_over(QFileOpenEvent("/games/war of ½ inch.brik")) == "/games/war of ½ inch.brik"


def test_other_events_hand_over_nothing() -> None:
    assert handed_over(QEvent(QEvent.Type.ApplicationActivate)) == ""
