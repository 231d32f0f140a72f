"""What a screen reader says unasked: outcomes politely, refusals at once."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

_P = QAccessible.AnnouncementPoliteness


def announce(widget: QWidget, text: str, urgent: bool = False) -> None:
    """Have `text` read out, if a reader runs; `urgent` interrupts what it is saying."""
    if QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, text)
        event.setPoliteness(_P.Assertive if urgent else _P.Polite)
        QAccessible.updateAccessibility(event)
