"""What both views of the ledger have: the tables of the rule sets that are played, and a filter."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.store.campaign import Changes
from brikdesk.store.views.scifi import played
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.ledger.table import LedgerTable
from ui.parts.fields.refused_here import RefusedHere
from ui.parts.tables.filter_field import FilterField


class PlayedTables(QWidget):
    """Makes its tables anew when the rule sets of the campaign change; Esc closes the filter.

    `filtered` is what the filter narrows, in words.
    """

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, filtered: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub
        self._played: tuple[str, ...] = ()
        self.refusal = RefusedHere(theme, desk, hub, self)
        self.filter = FilterField(theme, filtered, self)
        self.filter.keys_told.connect(hub.keys_changed)

    def make_tables(self) -> None:
        """Make the tables of the rule sets in `_played` and show them in place of those before."""
        raise NotImplementedError

    def begin(self) -> None:
        """Make the first tables, and follow the campaign from now on."""
        self._played = self._desk.read(played)
        self.make_tables()
        self._desk.changed.connect(self._heard)

    def connect_table(self, table: LedgerTable) -> None:
        """Have refusals of a table shown here."""
        table.overrule = self.refusal.overrule
        table.rows_model.does = self.refusal.do

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self.filter.isHidden():
            self.filter.close_filter()
        else:
            event.ignore()

    def _heard(self, changes: Changes) -> None:
        if changes.tables.isdisjoint(played.tables):
            return
        if (now := self._desk.read(played)) != self._played:
            self._played = now
            self.make_tables()
