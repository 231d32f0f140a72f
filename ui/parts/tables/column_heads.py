"""The heads over the columns of a table, with shorter titles in a narrow table."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QHeaderView, QStyleOptionHeader, QWidget
from typing_extensions import override

from ui.look.text import show_tip

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class ColumnHeads(QHeaderView):
    """Draws the titles in `short` (by column) in place of whole ones, which it shows as tips."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.short: dict[int, str] = {}
        self.setSectionsMovable(False)
        self.setSectionsClickable(True)
        self.setSectionResizeMode(self.ResizeMode.Fixed)
        self.setDefaultAlignment(LEFT)
        self.setMinimumSectionSize(8)  # the style's own is wider than a column of single digits

    def show_short(self, short: dict[int, str]) -> None:
        """Draw these titles, by column, in place of the whole ones."""
        if short != self.short:
            self.short = short
            self.viewport().update()

    def set_tight(self, tight: bool) -> None:
        """Use the small margins of the cells below (see the style sheet), or the usual ones."""
        if bool(self.property("tight")) != tight:
            self.setProperty("tight", tight)
            # A style sheet looks at a property only when the widget is polished.
            self.style().unpolish(self)
            self.style().polish(self)

    @override
    def sizeHint(self) -> QSize:
        # The height is fixed. Qt would ask the model for texts, fonts and icons to work out another.
        return self.minimumSize()

    @override
    def initStyleOptionForIndex(self, option: QStyleOptionHeader, logicalIndex: int) -> None:
        super().initStyleOptionForIndex(option, logicalIndex)
        if logicalIndex in self.short:
            option.text = self.short[logicalIndex]

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.logicalIndexAt(event.pos())
            title = self._title(place) if place in self.short else ""
            show_tip(event.globalPos(), title, self)
            return True
        return super().viewportEvent(event)

    def _title(self, place: int) -> str:
        return str(self.model().headerData(place, self.orientation()) or "")
