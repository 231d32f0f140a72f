"""The rail at the left edge: the five workspaces, with keys and settings below them."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QVBoxLayout
from typing_extensions import override

from ui.look.icons import RAIL, paint_icon
from ui.look.shortcuts import key_of
from ui.look.text import tip
from ui.look.theme import Theme
from ui.models.commands import Commands
from ui.widgets.backdrop import Backdrop
from ui.widgets.brushwork import draw_centred, draw_focus, draw_plate, square_in
from ui.widgets.buttons import Button
from ui.widgets.layout.arranging import Arranging
from ui.widgets.painted import PaintedButton

WIDE, GAP, EDGE = 64, 4, 9
HEIGHTS = (54, 44, 34)
"""Heights of a button in pixels at 100 %: with air, close, without its word. See `_fit`."""

TOOL = 36
WORKSPACES = {
    "battle": ("Battle", "turn"),
    "units": ("Units", "units"),
    "ledger": ("Ledger", "ledger"),
    "log": ("Log", "log"),
    "report": ("Report", "pdf"),
}
"""Name of a workspace: its word and its icon, from top to bottom."""


class RailButton(PaintedButton):
    """The button of a workspace: icon over word."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme)
        self.setCheckable(True)
        self._words, self._icon = WORKSPACES[name]
        self._high = HEIGHTS[0]
        self.setAccessibleName(self._words)
        tip(self, f"{self._words}  {key_of(name)}")

    def set_high(self, high: int) -> None:
        """Set one of the HEIGHTS."""
        if high != self._high:
            self._high = high
            self.restyle()

    @override
    def sizeHint(self) -> QSize:
        """Return the size: a little narrower than the rail."""
        return QSize(self.theme.px(WIDE - 12), self.theme.px(self._high))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint plate, icon and word."""
        theme, px = self.theme, self.theme.px
        if self.isChecked():
            draw_plate(painter, box, px(8), theme.color("raised"), theme.color("line2"))
        elif self.underMouse():
            draw_plate(painter, box, px(8), theme.color("bg3"))
        ink = "text" if self.isChecked() or self.underMouse() else "text2"
        worded = self._high > HEIGHTS[-1]
        upper = QRectF(0, 0, box.width(), box.height() * (0.62 if worded else 1))
        paint_icon(painter, square_in(upper, px(RAIL)), theme, self._icon, ink)
        if worded:
            at = box.center()
            at.setY(box.height() - px(15 if self._high == HEIGHTS[0] else 12))
            font = theme.font("caption", strong=True)
            draw_centred(painter, at, self._words, font, theme.color(ink))
        if self.hasFocus():
            draw_focus(painter, box, theme, px(8))


class Rail(Backdrop):
    """The rail. `chosen` brings the name of a workspace; Up and Down move the focus."""

    chosen = Signal(str)
    KEYS = (("↑ ↓", "workspace"), ("Enter", "go there"), ("F6", "next pane"))

    def __init__(self, theme: Theme, commands: Commands) -> None:
        super().__init__(theme, "bg0", Qt.Edge.RightEdge)
        self._arranging = Arranging(self, self._fit)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Workspaces")
        self._group = QButtonGroup(self)
        self._column = QVBoxLayout(self)
        self._column.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.buttons: dict[str, RailButton] = {}
        for name in WORKSPACES:
            button = RailButton(theme, name)
            button.clicked.connect(lambda _checked=False, to=name: self.chosen.emit(to))
            self._group.addButton(button)
            self._column.addWidget(button)
            self.buttons[name] = button
        self._column.addStretch(1)
        self._tools: list[Button] = []
        for icon, command, words in (
            ("keyboard", "keys", "Keys"),
            ("gear", "settings", "Settings"),
        ):
            tool = Button(theme, "", "quiet", icon, name=f"{words}  {key_of(command)}")
            tool.clicked.connect(commands[command].trigger)
            self._tools.append(tool)
            self._column.addWidget(tool, 0, Qt.AlignmentFlag.AlignHCenter)
        self.restyle()

    def show_workspace(self, name: str) -> None:
        """Mark the workspace that is in front."""
        self.buttons[name].setChecked(True)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _fit(self) -> None:
        """Take the greatest height that fits, without keys and settings if need be.

        Those two are in the menu as well.
        """
        room = self.height() * 100 / self.theme.scale - 2 * EDGE
        tools = len(self._tools) * (TOOL + GAP)
        # Words before tools: a lower button is tried only when Keys and Settings are gone.
        every = ((high, tooled) for high in HEIGHTS for tooled in (True, False))
        count = len(self.buttons)
        fits = (
            (high, tooled)
            for high, tooled in every
            if count * (high + GAP) + tooled * tools <= room
        )
        # If not even the lowest fits, the layout squeezes what is the least there can be.
        high, tooled = next(fits, (HEIGHTS[-1], False))
        for button in self.buttons.values():
            button.set_high(high)
        for tool in self._tools:
            tool.setVisible(tooled)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the focus with Up and Down, round the ends; open the workspace with Enter."""
        names = list(self.buttons)
        at = next((n for n, name in enumerate(names) if self.buttons[name].hasFocus()), -1)
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and at >= 0:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            to = self.buttons[names[(at + step) % len(names)]]
            to.setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and at >= 0:
            self.buttons[names[at]].click()
        else:
            event.ignore()

    @override
    def restyle(self) -> None:
        """Take up new sizes."""
        super().restyle()
        px = self.theme.px
        self.setFixedWidth(px(WIDE))
        self._column.setContentsMargins(px(6), px(EDGE), px(6), px(EDGE))
        self._column.setSpacing(px(GAP))
        self._fit()
