"""What a screen reader should say by itself: outcomes politely, refusals at once."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

_P = QAccessible.AnnouncementPoliteness


def announce(widget: QWidget, text: str, urgent: bool = False) -> None:
    """Have `text` read out; urgent interrupts what is being read. Nothing happens without a reader."""
    if QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, text)
        event.setPoliteness(_P.Assertive if urgent else _P.Polite)
        QAccessible.updateAccessibility(event)
