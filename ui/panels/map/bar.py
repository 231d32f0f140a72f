"""The line under the map: its buttons, and what is to be said of the selection or the tool."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.look.theme import Theme
from ui.widgets.buttons import Button


class MapBar(QWidget):
    """Buttons without words, each for a key of the map, and a line of words behind them."""

    def __init__(self, theme: Theme, words: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self._line = QHBoxLayout(self)
        self._line.addWidget(words, 1)
        self.restyle()

    def add(self, icon: str, words: str, key: str, act: Callable[[], object]) -> Button:
        """Add a button behind the others, and return it."""
        button = Button(self._theme, "", "quiet", icon, name=f"{words} ({key})")
        # Each has a key that works on the map itself; Tab goes from unit to unit there.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda _=False: act())
        self._line.insertWidget(self._line.count() - 1, button)
        return button

    def restyle(self) -> None:
        """Take up new sizes."""
        px = self._theme.px
        self._line.setContentsMargins(px(12), px(4), px(12), px(6))
        self._line.setSpacing(px(2))
