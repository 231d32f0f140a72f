"""The rule card over the window, as citations and the ? key ask for it."""

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.rules.card import RuleCard
from ui.widgets.overlay import Overlay

WIDE, HIGH = 560, 640


class RuleSheet(Overlay):
    """Holds a rule card and is as high as the rule needs; it deletes itself when it closes."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, hub: Hub) -> None:
        super().__init__(theme, host, WIDE, HIGH)
        self.setAccessibleName("Rule")
        self.card = RuleCard(theme, desk, hub)
        self.card.closed.connect(self.close_sheet)
        self.column.addWidget(self.card)
        self.closed.connect(self.deleteLater)

    def begin(self, rule: str) -> None:
        """Open with a rule; if it is open, show this rule next."""
        self.card.show_rule(rule)
        self.open(self.card)

    @override
    def content_height(self, wide: int) -> int:
        return self.card.height_for(wide - 2) + 2  # the overlay's margin: 1 px at each edge
