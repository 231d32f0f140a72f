"""The bar at the top: campaign, turn, players, search, undo, redo, report, theme, end turn."""

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.icons import paint_icon
from ui.look.shortcuts import key_of
from ui.look.text import ElidedLabel, plain_label, tip
from ui.look.theme import Theme
from ui.look.widths import ROOMS, Width
from ui.models.commands import Commands
from ui.widgets.backdrop import Backdrop
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate, square_in, text_width
from ui.widgets.buttons import Button
from ui.widgets.keycap import keycap_width, paint_keycap
from ui.widgets.painted import PaintedButton
from ui.widgets.turn_order import Seated, TurnOrder

HIGH = 56
SEARCH = {Width.WIDE: 208, Width.MEDIUM: 150, Width.NARROW: 98, Width.SLIM: 36}


class BarLook(Struct, frozen=True):
    """What the bar shows. `turn` is 0 while no battle runs; `undo` and `redo` are acts' titles."""

    campaign: str = ""
    saved: str = "Saved"
    turn: int = 0
    seats: tuple[Seated, ...] = ()
    undo: str = ""
    redo: str = ""
    end: str = "End turn"


class LogoButton(PaintedButton):
    """The brick, which opens the menus."""

    @override
    def sizeHint(self) -> QSize:
        """Return the square."""
        return QSize(self.theme.px(40), self.theme.px(40))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the brick."""
        if self.underMouse():
            draw_plate(painter, box, self.theme.px(6), self.theme.color("bg3"))
        paint_icon(painter, square_in(box, self.theme.px(30)), self.theme, "logo")
        if self.hasFocus():
            draw_focus(painter, box, self.theme, self.theme.px(6))


class SearchButton(PaintedButton):
    """Looks like a field and opens the palette."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._room = Width.WIDE
        self.setAccessibleName("Search or do")
        tip(self, f"Search or do  {key_of('palette')}")

    def set_room(self, room: Width) -> None:
        """Take the width for this width class."""
        self._room = room
        self.restyle()

    @override
    def sizeHint(self) -> QSize:
        """Return the size for the window's width class."""
        return QSize(self.theme.px(SEARCH[self._room]), self.theme.px(34))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the field, its words and its key."""
        theme, px = self.theme, self.theme.px
        edge = theme.color("ctl" if self.underMouse() else "line2")
        draw_plate(painter, box, px(8), theme.color("well"), edge)
        spot = QRectF(px(10), 0, px(16), box.height())
        paint_icon(painter, square_in(spot, px(16)), theme, "search", "text3")
        if self._room > Width.SLIM:
            self._paint_words(painter, box)
        if self.hasFocus():
            draw_focus(painter, box, theme, px(8))

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        cap = keycap_width(theme, key_of("palette"))
        right = box.right() - px(6) - cap
        key = QRectF(right, 0, cap, box.height())
        paint_keycap(painter, key, theme, key_of("palette"))
        words = "Search or do" if self._room is Width.WIDE else "Search"
        line = QRectF(px(34), 0, right - px(40), box.height())
        if text_width(theme.font("small"), words) <= line.width():
            draw_line(painter, line, words, theme.font("small"), theme.color("text3"))


class TopBar(Backdrop):
    """The bar. Its buttons trigger the window's commands; `menu_asked` asks for the menus."""

    menu_asked = Signal()
    KEYS = (("Tab", "next"), ("Space", "press"), ("F6", "next pane"))

    def __init__(self, theme: Theme, commands: Commands) -> None:
        super().__init__(theme, "bg1", Qt.Edge.BottomEdge)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Top bar")
        self._commands = commands
        self._bound: list[tuple[Button, QAction]] = []
        self.logo = LogoButton(theme)
        self.logo.setAccessibleName("Menu")
        tip(self.logo, f"Menu  {key_of('menu')}")
        self.logo.clicked.connect(self.menu_asked)
        self._campaign = ElidedLabel(theme, "", "body", "text", strong=True)
        self._saved = plain_label(theme, "", "small", "text3")
        self._turn_word = plain_label(theme, "Turn", "small", "text2")
        self._turn = plain_label(theme, "", "head", "text")
        self.order = TurnOrder(theme)
        self.search = SearchButton(theme)
        self.search.clicked.connect(commands["palette"].trigger)
        self.undo = self._tool("undo", "undo")
        self.redo = self._tool("redo", "redo")
        self.report = self._tool("pdf", "export", "Export a report as PDF")
        self.look = self._tool("sun", "theme", "Dark or light")
        self.end_turn = Button(theme, "End turn", "soft", "flag")
        self._bind(self.end_turn, commands["end_turn"])
        self._lay_out()
        self.restyle()

    def show_bar(self, look: BarLook) -> None:
        """Show campaign, turn, players, and what can be undone and redone."""
        self._campaign.say(look.campaign)
        self._saved.say(look.saved)
        self._turn.say(str(look.turn))
        for label in (self._turn, self._turn_word):
            label.setVisible(look.turn > 0)
        self.order.setVisible(bool(look.seats))
        self.order.show_seats(look.seats)
        self._name_tool(self.undo, "Undo", look.undo, "undo")
        self._name_tool(self.redo, "Redo", look.redo, "redo")
        self.end_turn.set_words(look.end)
        tip(self.end_turn, f"{look.end}  {key_of('end_turn')}")

    def set_room(self, room: Width) -> None:
        """Show the parts for which this width class has room."""
        self._names.setVisible(ROOMS[room].campaign)
        self.order.set_style(ROOMS[room].players)
        self.search.set_room(room)
        self.look.setVisible(room > Width.NARROW)
        self.report.setVisible(room > Width.SLIM)

    @override
    def restyle(self) -> None:
        """Take up new sizes and the icon of the other theme."""
        super().restyle()
        px = self.theme.px
        self.setFixedHeight(px(HIGH))
        self._line.setContentsMargins(px(12), 0, px(12), 0)
        self._line.setSpacing(px(8))
        self.look.set_icon("sun" if self.theme.dark else "moon")
        self._names.setMaximumWidth(px(196))

    def _lay_out(self) -> None:
        line = self._line = QHBoxLayout(self)
        line.addWidget(self.logo)
        self._names = QWidget()
        names = QVBoxLayout(self._names)
        names.setContentsMargins(0, 0, 0, 0)
        names.setSpacing(0)
        names.addStretch(1)
        names.addWidget(self._campaign)
        names.addWidget(self._saved)
        names.addStretch(1)
        line.addWidget(self._names)
        line.addSpacing(self.theme.px(16))
        turn = QVBoxLayout()
        turn.setSpacing(0)
        turn.addStretch(1)
        turn.addWidget(self._turn_word)
        turn.addWidget(self._turn)
        turn.addStretch(1)
        line.addLayout(turn)
        line.addSpacing(self.theme.px(8))
        line.addWidget(self.order, 1)
        line.addStretch(0)
        line.addWidget(self.search)
        for tool in (self.undo, self.redo, self.report, self.look):
            line.addWidget(tool)
        line.addWidget(self.end_turn)

    def _tool(self, icon: str, command: str, name: str = "") -> Button:
        keys = key_of(command)
        words = name or command.capitalize()
        button = Button(self.theme, "", "quiet", icon, name=f"{words}  {keys}".strip())
        self._bind(button, self._commands[command])
        return button

    def _bind(self, button: Button, action: QAction) -> None:
        button.clicked.connect(action.trigger)
        button.setEnabled(action.isEnabled())
        self._bound.append((button, action))
        action.changed.connect(self._follow)  # a method: its connection ends with the bar

    def _follow(self) -> None:
        for button, action in self._bound:
            button.setEnabled(action.isEnabled())

    def _name_tool(self, button: Button, word: str, title: str, command: str) -> None:
        name = f"{word}: {title}" if title else f"Nothing to {word.lower()}"
        button.setAccessibleName(name)
        tip(button, f"{name}  {key_of(command)}" if title else name)
