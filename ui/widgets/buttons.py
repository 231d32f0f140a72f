"""Buttons with their keys: primary (one in a panel), soft, quiet, and danger for deleting."""

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton

from ui.look.icons import paint_icon
from ui.look.override import override
from ui.look.text import tip
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_line, painting, square_in, text_width
from ui.widgets.keycap import keycap_width, paint_keycap
from ui.widgets.own_keys import ShowsCap

ButtonKind = Literal["primary", "soft", "quiet", "danger"]

PADDING, GAP, KEY_GAP, ICON = 12, 8, 8, 16
HIGH, HIGH_LARGE = 32, 44

_INKS: dict[ButtonKind, str] = {
    "primary": "on_accent",
    "soft": "text",
    "quiet": "text2",
    "danger": "danger",
}


class Button(QPushButton, ShowsCap):
    """A button with icon, words and keycap. The style sheet paints its plate by its kind.

    A click does not move the focus to it, so that the dice keep the keys. A button without words
    shows its icon alone; `name` is then its tip and what a screen reader says.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        kind: ButtonKind = "soft",
        icon: str = "",
        key: str = "",
        name: str = "",
        large: bool = False,
    ) -> None:
        super().__init__()
        self.theme = theme
        self._kind, self._icon, self._key, self._large = kind, icon, key, large
        self._written: tuple[str, str, str] | None = None
        self.setProperty("kind", kind)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.set_words(text, name)
        theme.changed.connect(self._restyle)

    @property
    def kind(self) -> ButtonKind:
        """Primary, soft, quiet or danger."""
        return self._kind

    def set_kind(self, kind: ButtonKind) -> None:
        """Give it another kind, as when it becomes the next thing to do."""
        if kind != self._kind:
            self._kind = kind
            self.setProperty("kind", kind)
            # A style sheet reads the property when it polishes a widget, and not when the property
            # changes.
            self.style().unpolish(self)
            self.style().polish(self)
            self.update()

    def set_words(self, text: str, name: str = "") -> None:
        """Write other words on it. The same words again cost no new layout."""
        if (text, name, self._key) == self._written:
            return
        self._written = text, name, self._key
        self._words = text
        # A single & would underline the next letter and make it a shortcut (Alt and that letter).
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(name or text)
        tip(self, f"{name}  {self._key}".strip() if name else "")
        self._restyle()

    @property
    def key(self) -> str:
        """The key that its cap shows; empty where it has none now."""
        return self._key

    @property
    @override
    def cap(self) -> str:
        """The keys on its cap."""
        return self._key

    def set_key(self, key: str) -> None:
        """Show another key, or none while it means something else."""
        if key != self._key:
            self._key = key
            self._restyle()

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        if icon != self._icon:
            self._icon = icon
            self._restyle()

    def sizeHint(self) -> QSize:
        """Return the size of padding, icon, words and keycap."""
        px, high = self.theme.px, self.theme.px(HIGH_LARGE if self._large else HIGH)
        if self._icon and not self._words and not self._key:
            return QSize(high, high)
        return QSize(self._content_width() + 2 * px(PADDING + 2 * self._large), high)

    def minimumSizeHint(self) -> QSize:
        """Return the same size: a layout must not cut the words of a button."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plate by the style sheet, then the content on it."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        # The content is painted here, not by the style: a style has no room for a keycap.
        option.text = ""
        option.icon = QIcon()
        with painting(self) as painter:
            plate = QStyle.ControlElement.CE_PushButton
            self.style().drawControl(plate, option, painter, self)
            self._paint_content(painter)

    def _paint_content(self, painter: QPainter) -> None:
        theme, box, ink = self.theme, QRectF(self.rect()), self._ink()
        left = round((self.width() - self._content_width()) / 2)
        if self._icon:
            side = theme.px(ICON)
            place = QRectF(left, 0, side, box.height())
            paint_icon(painter, square_in(place, side), theme, self._icon, ink)
            left += side + theme.px(GAP)
        if self._words:
            wide = text_width(theme.button_font(), self._words)
            line = QRectF(left, 0, wide, box.height())
            draw_line(painter, line, self._words, theme.button_font(), theme.color(ink))
            left += wide + theme.px(KEY_GAP)
        if self._key:
            cap = QRectF(left, 0, keycap_width(theme, self._key), box.height())
            on_accent = self._kind == "primary" and self.isEnabled()
            able = self.isEnabled() and self.cap_is_live
            paint_keycap(painter, cap, theme, self._key, on_accent and able, able)

    def _content_width(self) -> int:
        px = self.theme.px
        parts = []
        if self._icon:
            parts.append(px(ICON))
        if self._words:
            parts.append(text_width(self.theme.button_font(), self._words))
        if self._key:
            parts.append(keycap_width(self.theme, self._key))
        return sum(parts) + px(GAP) * max(0, len(parts) - 1)

    def _ink(self) -> str:
        if not self.isEnabled():
            return "text3"
        bright = self._kind == "quiet" and (self.underMouse() or self.isChecked())
        return "text" if bright else _INKS[self._kind]

    def _restyle(self) -> None:
        self.setFont(self.theme.button_font())
        self.updateGeometry()
        self.update()
