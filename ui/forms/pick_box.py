"""A list to choose from, with tokens; long names do not make it wider."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QSizePolicy

from ui.forms.fields import FieldOption
from ui.look.theme import Theme
from ui.widgets.brushwork import painting
from ui.widgets.list_box import ListBox
from ui.widgets.token import TokenLook, paint_token


class PickBox(ListBox):
    """A combo box of options; scrolling the form past it does not change it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._options: list[FieldOption] = []
        # By itself Qt makes the box as wide as its longest name.
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setMaxVisibleItems(14)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.view().setTextElideMode(Qt.TextElideMode.ElideRight)
        theme.changed.connect(self._restyle)
        self._restyle()

    def value(self) -> Any:
        """Return the value of the chosen option; None if none is chosen."""
        place = self.currentIndex()
        return self._options[place].value if 0 <= place < len(self._options) else None

    def values(self) -> list[Any]:
        """Return the values that can be chosen."""
        return [option.value for option in self._options]

    def offer(self, options: Sequence[FieldOption]) -> None:
        """Offer these options; what was chosen stays, if it is still there."""
        if list(options) == self._options:
            return
        chosen = self.value()
        # Filling a combo box chooses its first row; nobody is to hear of that.
        blocked = self.blockSignals(True)
        self.clear()
        self._options = list(options)
        for option in options:
            self.addItem(self._icon(option.token), " ".join(option.words.split()))
        self.set_value(chosen)
        self.blockSignals(blocked)

    def set_value(self, value: Any) -> None:
        """Choose the option with this value; no option if there is none."""
        places = (at for at, option in enumerate(self._options) if option.value == value)
        self.setCurrentIndex(next(places, -1))

    def _restyle(self) -> None:
        self.setIconSize(QSize(self.theme.px(20), self.theme.px(20)))

    def _icon(self, token: TokenLook | None) -> QIcon:
        if token is None:
            return QIcon()
        # An icon is a picture: it is drawn with the pixels of the screen, or it would blur.
        side, ratio = self.theme.px(20), self.devicePixelRatioF()
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with painting(picture) as painter:
            paint_token(painter, QRectF(0, 0, side, side), self.theme, token)
        return QIcon(picture)
