"""The card over the window that tells how the numbers of a log line came about."""

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.store.views.log import LogEntry
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.log.why_card import WhyCard
from ui.widgets.overlay import Overlay

WIDE, HIGH = 600, 720


class WhySheet(Overlay):
    """Holds the card and is as high as that needs; it deletes itself when it closes."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, hub: Hub) -> None:
        super().__init__(theme, host, WIDE, HIGH)
        self.setAccessibleName("Why")
        self.card = WhyCard(theme, desk, hub)
        self.card.closed.connect(self.close_sheet)
        self.column.addWidget(self.card)
        self.closed.connect(self.deleteLater)

    def begin(self, entry: LogEntry) -> None:
        """Open with a line of the log."""
        self.card.show_entry(entry)
        self.open(self.card)

    @override
    def content_height(self, wide: int) -> int:
        return self.card.height_for(wide - 2) + 2  # the overlay's margin: 1 px at each edge
