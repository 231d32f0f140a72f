"""The tray: units of the battle that have no place on the table yet."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget
from typing_extensions import override

from brikdesk.store.views.units import UnitRow
from ui.look.theme import Theme
from ui.widgets.brushwork import painting
from ui.widgets.token import TokenLook, paint_token

SIDE = 24
"""Pixels at 100 % of a token in the tray."""

SHOWN = 200
"""Units that the tray shows; the rest come up when these have a place."""


class Tray(QListWidget):
    """A line of tokens; `chosen` brings the unit that is to be put down, on Enter or a click."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._units: tuple[UnitRow, ...] = ()
        self.setAccessibleName("Units without a place on the map")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click puts a unit down and keeps the keys
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hide()
        self.itemClicked.connect(lambda item: self.chosen.emit(_unit_of(item)))
        self.restyle()

    def show_units(self, units: Iterable[UnitRow]) -> None:
        """Show these units; the tray is hidden while there are none."""
        units = tuple(units)
        if units == self._units:
            return
        self._units = units
        self.clear()
        for unit in units[:SHOWN]:
            item = QListWidgetItem(QIcon(self._picture(unit)), unit.name)
            item.setData(Qt.ItemDataRole.UserRole, unit.id)
            self.addItem(item)
        self.setVisible(bool(units))

    def restyle(self) -> None:
        """Take up new colours and sizes."""
        px = self._theme.px
        self.setIconSize(QSize(px(SIDE), px(SIDE)))
        self.setFixedHeight(px(SIDE + 22))
        self.setSpacing(px(2))
        units, self._units = self._units, ()
        self.show_units(units)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self.chosen.emit(_unit_of(item))
        else:
            super().keyPressEvent(event)

    def _picture(self, unit: UnitRow) -> QPixmap:
        side, ratio = self._theme.px(SIDE), self.devicePixelRatioF()
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with painting(picture) as painter:
            box = picture.rect().toRectF()
            box.setWidth(side)
            box.setHeight(side)
            look = TokenLook(unit.colour, unit.token, unit.effective_size < 2)
            paint_token(painter, box, self._theme, look)
        return picture


def _unit_of(item: QListWidgetItem) -> int:
    return int(item.data(Qt.ItemDataRole.UserRole))
