"""The bar at the bottom: the last outcome, the keys that work now, and how dice were thrown."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy
from typing_extensions import override

from ui.look.announce import announce
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.look.widths import ROOMS, Width
from ui.widgets.backdrop import Backdrop
from ui.widgets.brushwork import draw_line, text_width
from ui.widgets.buttons import Button
from ui.widgets.icon_mark import IconMark
from ui.widgets.keycap import keycap_width, paint_keycap
from ui.widgets.painted import PaintedWidget
from ui.window.until_next_key import UntilNextKey

HIGH = 32
Keys = Sequence[tuple[str, str]]


class KeysLine(PaintedWidget):
    """Keycaps with what they do: as many as fit, and none of them cut."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._keys: tuple[tuple[str, str], ...] = ()

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """The keys and words that it shows."""
        return self._keys

    def show_keys(self, keys: Keys) -> None:
        """Show other keys."""
        self._keys = tuple(keys)
        self.setAccessibleName(", ".join(f"{key} {words}" for key, words in self._keys))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        """Return the bar's height and no width: it takes what the others leave."""
        return QSize(0, self.theme.px(HIGH - 1))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint keys as long as there is room."""
        theme, px, left = self.theme, self.theme.px, 0
        font = theme.font("small")
        for key, words in self._keys:
            cap, wide = keycap_width(theme, key), text_width(font, words)
            if left + cap + px(8) + wide > box.width():
                return
            paint_keycap(painter, QRectF(left, 0, cap, box.height()), theme, key)
            line = QRectF(left + cap + px(8), 0, wide, box.height())
            draw_line(painter, line, words, font, theme.color("text2"))
            left += cap + px(8) + wide + px(18)


class StatusBar(Backdrop):
    """Outcome, ways to go on, keys and dice. Outcomes are read out politely, trouble at once."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "bg1", Qt.Edge.TopEdge)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Status")
        self._mark = IconMark(theme, "check", "ok")
        self._words = ElidedLabel(theme, "", "small", "text")
        self._words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._ways = [Button(theme, "", "quiet") for _ in range(2)]
        self._does: list[Callable[[], object]] = []
        self.keys = KeysLine(theme)
        self._minutes = plain_label(theme, "", "small", "text2")
        self._dice = plain_label(theme, "", "small", "text2")
        self._room = Width.WIDE
        self._passing = UntilNextKey(self.clear, self)
        self._line = QHBoxLayout(self)
        self._line.addWidget(self._mark)
        self._line.addWidget(self._words, 2)
        for place, way in enumerate(self._ways):
            way.clicked.connect(lambda _checked=False, at=place: self._does[at]())
            self._line.addWidget(way, 0, Qt.AlignmentFlag.AlignVCenter)
        self._line.addSpacing(theme.px(4))
        self._line.addWidget(self.keys, 3)
        self._line.addWidget(self._minutes)
        self._line.addWidget(self._dice)
        self.clear()
        self.restyle()

    def clear(self) -> None:
        """Take the last outcome away."""
        self._passing.end()
        for part in (self._mark, self._words, *self._ways):
            part.hide()
        self._words.say("")

    def say(self, words: str, ways: Sequence[tuple[str, Callable[[], object]]] = ()) -> None:
        """Show an outcome, with up to two (word, call) pairs as buttons: Open, Show in folder."""
        self._show("check", "ok", words, ways)

    def warn(self, words: str, ways: Sequence[tuple[str, Callable[[], object]]] = ()) -> None:
        """Show a refusal, or trouble with the file."""
        self._show("warning", "danger", words, ways)

    def remark(self, words: str) -> None:
        """Show why the last key did nothing; it goes with the next key."""
        self.warn(words)
        self._passing.begin()

    def show_dice(self, typed: int, rolled: int) -> None:
        """Show how many dice of the campaign were typed and how many the desk rolled."""
        self._dice.say(f"Campaign dice: {typed} typed, {rolled} rolled" if typed + rolled else "")
        # Without words the label would still take its spacing in the line.
        self.set_room(self._room)

    def show_minutes(self, minutes: int) -> None:
        """Show how long the running turn has taken; 0: not at all."""
        self._minutes.say(f"This turn: {minutes} min" if minutes else "")
        self.set_room(self._room)

    def words(self) -> str:
        """Return the whole outcome, even where it is cut on screen."""
        return self._words.accessibleName()

    def set_room(self, room: Width) -> None:
        """Hide the count of dice and the minutes where the window is too narrow."""
        self._room = room
        for label in (self._minutes, self._dice):
            label.setVisible(ROOMS[room].dice and bool(label.text()))

    @override
    def restyle(self) -> None:
        """Take up new sizes."""
        super().restyle()
        px = self.theme.px
        self.setFixedHeight(px(HIGH))
        self._line.setContentsMargins(px(16), 1, px(16), 0)
        self._line.setSpacing(px(8))

    def _show(
        self,
        icon: str,
        token: str,
        words: str,
        ways: Sequence[tuple[str, Callable[[], object]]],
    ) -> None:
        self._passing.end()
        self._mark.show_icon(icon, token)
        self._words.set_token("danger" if token == "danger" else "text")
        self._words.say(words)
        self._mark.setVisible(bool(words))
        self._words.setVisible(bool(words))
        self._does = [do for _, do in ways]
        for place, way in enumerate(self._ways):
            way.setVisible(place < len(ways))
            if place < len(ways):
                way.set_words(ways[place][0])
        announce(self, words, urgent=token == "danger")
