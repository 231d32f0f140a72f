"""The filters of the log: a column beside it, or one button with a menu where it is narrow."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QButtonGroup, QMenu, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.theme import Theme
from ui.models.log_model import NAMES
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate
from ui.widgets.buttons import Button
from ui.widgets.painted import PaintedButton, PaintedWidget

HIGH, PADDING, RADIUS = 34, 12, 6


def title_of(name: str) -> str:
    """Return a filter's name as a label: Fires and fields."""
    return name[:1].upper() + name[1:]


class _FilterButton(PaintedButton):
    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setText(title_of(name))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(160), self.theme.px(HIGH))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, radius = self.theme, self.theme.px(RADIUS)
        if self.isChecked():
            draw_plate(painter, box, radius, theme.color("sel"))
        elif self.underMouse():
            draw_plate(painter, box, radius, theme.color("bg3"))
        if self.hasFocus():
            draw_focus(painter, box, theme, radius)
        font = theme.font("body", strong=self.isChecked())
        words = box.adjusted(theme.px(PADDING), 0, -theme.px(PADDING), 0)
        ink = theme.color("text" if self.isChecked() else "text2")
        draw_line(painter, words, self.text(), font, ink)


class LogFilters(PaintedWidget):
    """The filters one below the other; Up and Down choose another, `chosen` carries its name."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Filters")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self._group = QButtonGroup(self)
        for place, name in enumerate(NAMES):
            button = _FilterButton(theme, name, self)
            self._group.addButton(button, place)
            column.addWidget(button)
        self._group.idToggled.connect(self._toggled)
        self.show_filter(NAMES[0])

    def show_filter(self, name: str) -> None:
        """Mark the active filter."""
        self._group.button(NAMES.index(name)).setChecked(True)

    def _toggled(self, place: int, on: bool) -> None:
        if on:
            self.chosen.emit(NAMES[place])


class FilterButton(Button):
    """A button with the active filter; it opens a menu of all of them."""

    picked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, title_of(NAMES[0]), "soft", "filter")
        self._menu = QMenu(self)
        for name in NAMES:
            entry = self._menu.addAction(title_of(name))
            entry.setCheckable(True)
            entry.triggered.connect(lambda _=False, chosen=name: self.picked.emit(chosen))
        self.clicked.connect(self._open)
        self.show_filter(NAMES[0])

    def show_filter(self, name: str) -> None:
        """Show the active filter on the button and in the menu."""
        self.set_words(title_of(name), f"Filter: {title_of(name)}")
        for known, entry in zip(NAMES, self._menu.actions(), strict=True):
            entry.setChecked(known == name)

    def _open(self) -> None:
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
        self._menu.setFocus(Qt.FocusReason.PopupFocusReason)
