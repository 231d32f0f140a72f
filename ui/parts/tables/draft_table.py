"""A small table in a form: as high as its rows; it scrolls only sideways."""

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.parts.tables.across import go_across
from ui.parts.tables.rows_view import RowsView


class DraftTable(RowsView):
    """A table of rows that are being typed."""

    def __init__(self, theme: Theme, hub: Hub, name: str, empty: str) -> None:
        super().__init__(theme, hub, name, empty=empty)
        self.row_height = 34
        self.ring_cells = True
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.menu_asked.connect(lambda place: self._popup(self.menu(), place))

    def menu(self) -> QMenu:
        """Return a new context menu for the row with the cursor."""
        return QMenu(self)

    @override
    def take_key(self, event: QKeyEvent) -> bool:
        return go_across(self, event) or super().take_key(event)

    @override
    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:
            for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
                signal.connect(self.updateGeometry)

    @override
    def sizeHint(self) -> QSize:
        rows = max(1, self.model().rowCount()) if self.model() else 1
        px = self.theme.px
        across = self.horizontalScrollBar()
        bar = across.sizeHint().height() if across.maximum() > 0 else 0  # it covers the last row
        return QSize(px(300), px(32) + rows * px(self.row_height) + 4 + bar)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(200), self.sizeHint().height())

    def _popup(self, menu: QMenu, place: Any) -> None:
        # `popup` returns at once, so the menu itself has to say when it is done with.
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)
