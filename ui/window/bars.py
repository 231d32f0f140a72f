"""The bars of the window: campaign and turn above, outcome and keys below, workspaces at the left."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPainter
from typing_extensions import override

from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import BattleHead, battle_head
from brikdesk.store.views.log import dice_count, undo_state
from brikdesk.store.views.past_turns import turn_began
from brikdesk.turns.queue import Queue, queue
from brikdesk.turns.seal import dice_are_sealed, seal_shown
from ui.campaign.desk import Desk
from ui.look.icons import RAIL, paint_icon
from ui.look.shortcuts import key_of
from ui.look.text import ElidedLabel, announce, plain_label, tip
from ui.look.theme import ROOMS, Theme, Width
from ui.models.commands import Commands
from ui.panels.queue.caused import Caused
from ui.widgets.buttons import Button, icon_button
from ui.widgets.layout import SPRING, Arranged, Arranging, fill, in_column, in_row, nest
from ui.widgets.painted import (
    Backdrop,
    IconMark,
    PaintedButton,
    PaintedWidget,
    draw_centred,
    draw_focus,
    draw_line,
    draw_plate,
    keycap_width,
    paint_keycap,
    sized,
    square_in,
    text_width,
)
from ui.widgets.tokens import Seated, TurnOrder
from ui.window.panes import DeskPane

_POLICY = QtWidgets.QSizePolicy.Policy

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


@sized(40, 40)
class LogoButton(PaintedButton):
    """The brick, which opens the menus."""

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
        self.setSizePolicy(_POLICY.Expanding, _POLICY.Fixed)
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
        self.look = self._tool("sun", "theme", "Dark or light theme")
        self.end_turn = Button(theme, "End turn", "soft", "flag")
        tip(self.end_turn, f"End turn  {key_of('end_turn')}")
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
        self.look.set_icon("sun" if self.theme.dark else "moon")
        self._names.setMaximumWidth(px(196))

    def _lay_out(self) -> None:
        line = self._line = in_row(self.theme, edges=(12, 0, 12, 0), gap=8, on=self)
        self._names = QtWidgets.QWidget()
        in_column(self.theme, SPRING, self._campaign, self._saved, SPRING, gap=0, on=self._names)
        fill(line, self.logo, self._names)
        line.addSpacing(self.theme.px(16))
        nest(line, in_column(self.theme, SPRING, self._turn_word, self._turn, SPRING, gap=0))
        line.addSpacing(self.theme.px(8))
        line.addWidget(self.order, 1)
        fill(line, (0, 0), self.search, self.undo, self.redo, self.report, self.look, self.end_turn)

    def _tool(self, icon: str, command: str, name: str = "") -> Button:
        keys = key_of(command)
        words = name or command.capitalize()
        button = icon_button(self.theme, icon, f"{words}  {keys}".strip())
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


class Rail(Arranged, Backdrop):
    """The rail. `chosen` brings the name of a workspace; Up and Down move the focus."""

    chosen = Signal(str)
    KEYS = (("↑ ↓", "workspace"), ("Enter", "go there"), ("F6", "next pane"))

    def __init__(self, theme: Theme, commands: Commands) -> None:
        super().__init__(theme, "bg0", Qt.Edge.RightEdge)
        self._arranging = Arranging(self, self._fit)
        self.setSizePolicy(_POLICY.Fixed, _POLICY.Expanding)
        self.setAccessibleName("Workspaces")
        self._group = QtWidgets.QButtonGroup(self)
        self._column = in_column(theme, edges=(6, EDGE, 6, EDGE), gap=GAP, on=self)
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
            tool = icon_button(theme, icon, f"{words}  {key_of(command)}")
            tool.clicked.connect(commands[command].trigger)
            self._tools.append(tool)
            self._column.addWidget(tool, 0, Qt.AlignmentFlag.AlignHCenter)
        self.restyle()

    def show_workspace(self, name: str) -> None:
        """Mark the workspace that is in front."""
        self.buttons[name].setChecked(True)

    def _fit(self) -> None:
        """Give the buttons the greatest height that fits, without Keys and Settings if need be.

        Those two are in the menu as well.
        """
        room = self.height() * 100 / self.theme.scale - 2 * EDGE
        tools = len(self._tools) * (TOOL + GAP)
        # Words before tools: a lower button is tried only when Keys and Settings are gone.
        every = ((high, tooled) for high in HEIGHTS for tooled in (True, False))
        count = len(self.buttons)
        fits = (each for each in every if count * (each[0] + GAP) + each[1] * tools <= room)
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
        self._fit()


_KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
"""A key that is a shortcut comes only as the second of them."""

_ALONE = (
    Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta,
)  # fmt: skip
"""Keys that do nothing by themselves."""


class UntilNextKey(QObject):
    """Calls `then` at the next key or click in the program, once for each `begin`."""

    def __init__(self, then: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._then = then
        # Listen only after the present key: Qt still offers it to the parents of its widget.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._listen)

    def begin(self) -> None:
        """Wait for the next key."""
        self._soon.start()

    def end(self) -> None:
        """Wait no longer."""
        self._soon.stop()
        if app := QtWidgets.QApplication.instance():
            app.removeEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.MouseButtonPress
        if isinstance(event, QKeyEvent) and event.type() in _KEYS:
            pressed = event.key() not in _ALONE
        if pressed:
            self.end()
            self._then()
        return False

    def _listen(self) -> None:
        # Only now, never for good: a filter in Python is asked about every event of the program.
        if app := QtWidgets.QApplication.instance():
            app.installEventFilter(self)


STATUS_BAR_HIGH = 32
Keys = Sequence[tuple[str, str]]
StatusWays = Sequence[tuple[str, Callable[[], object]]]
"""The words of buttons, and what they do."""


@sized(0, STATUS_BAR_HIGH - 1)
class KeysLine(PaintedWidget):
    """Keycaps with what they do: as many as fit, and none of them cut."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(_POLICY.Ignored, _POLICY.Fixed)
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


class StatusBar(Arranged, Backdrop):
    """Outcome, ways to go on, keys and dice. Outcomes are read out politely, trouble at once.

    A long outcome takes half of the line from the keys, and all of it from the minutes and the
    count of dice: what to do next stands at its end.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "bg1", Qt.Edge.TopEdge)
        self.arranged_by(self._make_room)
        self.setSizePolicy(_POLICY.Expanding, _POLICY.Fixed)
        self.setAccessibleName("Status")
        self._mark = IconMark(theme, "check", "ok")
        self._words = ElidedLabel(theme, "", "small", "text")
        self._words.setSizePolicy(_POLICY.Maximum, _POLICY.Preferred)
        self._ways = [Button(theme, "", "quiet") for _ in range(2)]
        self._does: list[Callable[[], object]] = []
        self.keys = KeysLine(theme)
        self._minutes = plain_label(theme, "", "small", "text2")
        self._dice = plain_label(theme, "", "small", "text2")
        self._room = Width.WIDE
        self._passing = UntilNextKey(self.clear, self)
        self._line = in_row(theme, self._mark, (self._words, 1), edges=None, gap=8, on=self)
        for place, way in enumerate(self._ways):
            way.clicked.connect(lambda _checked=False, at=place: self._does[at]())
            self._line.addWidget(way, 0, Qt.AlignmentFlag.AlignVCenter)
        self._line.addSpacing(theme.px(4))
        fill(self._line, (self.keys, 1), self._minutes, self._dice)
        self.clear()
        self.restyle()

    def clear(self) -> None:
        """Take the last outcome away."""
        self._passing.end()
        for part in (self._mark, self._words, *self._ways):
            part.hide()
        self._words.say("")
        self._make_room()

    def say(self, words: str, ways: StatusWays = (), aloud: str = "") -> None:
        """Show an outcome, with up to two (word, call) pairs as buttons: Open, Show in folder.

        `aloud` is read out in place of the words, with all that came of an act.
        """
        self._show("check", "ok", words, ways, aloud)

    def warn(self, words: str, ways: StatusWays = ()) -> None:
        """Show a refusal, or trouble with the file."""
        self._show("warning", "danger", words, ways)

    def remark(self, words: str) -> None:
        """Show why the last key did nothing; it goes with the next key."""
        self.warn(words)
        self._passing.begin()

    def show_dice(self, typed: int, rolled: int, seal: str = "") -> None:
        """Show how many dice of the campaign were typed and rolled, and how the seal's hash begins."""
        count = f"Campaign dice: {typed} typed, {rolled} rolled" if typed + rolled else ""
        self._dice.say(" · ".join(filter(None, (count, seal and f"sealed {seal}"))))
        # Without words the label would still take its spacing in the line.
        self._make_room()

    def show_minutes(self, minutes: int) -> None:
        """Show how long the running turn has taken; 0: not at all."""
        self._minutes.say(f"This turn: {minutes} min" if minutes else "")
        self._make_room()

    def words(self) -> str:
        """Return the whole outcome, even where it is cut on screen."""
        return self._words.accessibleName()

    def set_room(self, room: Width) -> None:
        """Hide the count of dice and the minutes where the window is too narrow."""
        self._room = room
        self._make_room()

    def _make_room(self) -> None:
        counts = [label for label in (self._minutes, self._dice) if label.text()]
        taken = sum(label.sizeHint().width() for label in counts)
        outcome = self._words.sizeHint().width() if self.words() else 0
        roomy = ROOMS[self._room].dice and 2 * outcome <= self.width() - taken
        for label in (self._minutes, self._dice):
            label.setVisible(roomy and label in counts)

    @override
    def restyle(self) -> None:
        """Take up new sizes."""
        super().restyle()
        px = self.theme.px
        self.setFixedHeight(px(STATUS_BAR_HIGH))
        self._line.setContentsMargins(px(16), 1, px(16), 0)

    def _show(self, icon: str, token: str, words: str, ways: StatusWays, aloud: str = "") -> None:
        self._passing.end()
        self._mark.show_icon(icon, token)
        self._words.set_token("danger" if token == "danger" else "text")
        # What went wrong is read to its end, where it says how to go on; keys give way to it.
        self._line.setStretchFactor(self._words, 60 if token == "danger" else 1)
        self._words.say(words)
        self._make_room()
        self._mark.setVisible(bool(words))
        self._words.setVisible(bool(words))
        self._does = [do for _, do in ways]
        for place, way in enumerate(self._ways):
            way.setVisible(place < len(ways))
            if place < len(ways):
                way.set_words(ways[place][0])
        announce(self, aloud or words, urgent=token == "danger")


EACH = 15_000
"""Milliseconds between two looks at the clock."""

ANOTHER_EVENING = timedelta(hours=12)
"""A turn that began longer ago goes on from another evening, and its minutes say nothing."""


def now() -> datetime:
    """Return the time of the computer."""
    return datetime.now(UTC)


class TurnClock(QObject):
    """Shows the minutes since the first act of the running turn, from the first full minute on."""

    def __init__(
        self,
        desk: Desk,
        status: StatusBar,
        parent: QObject,
        clock: Callable[[], datetime] = now,
    ) -> None:
        super().__init__(parent)
        self._desk, self._status, self._clock = desk, status, clock
        self._turn = -1
        self._began: datetime | None = None
        timer = QTimer(self, interval=EACH)
        timer.timeout.connect(self.look)
        timer.start()
        desk.changed.connect(self._heard)
        self._read()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(battle_head.tables):
            self._read()

    def _read(self) -> None:
        turn = self._desk.read(battle_head).turn_id
        if turn != self._turn:
            self._turn = turn
            self._began = self._desk.read(turn_began, turn) if turn else None
            self.look()

    def look(self) -> None:
        """Show the minutes that have gone by until now."""
        gone = timedelta(0) if self._began is None else self._clock() - self._began
        minutes = gone // timedelta(minutes=1) if gone < ANOTHER_EVENING else 0
        self._status.show_minutes(max(0, minutes))  # a clock may have been put back


class WindowHeading(QObject):
    """Follows the desk's changes; `head` and `queue` are what it read last."""

    def __init__(
        self,
        desk: Desk,
        bar: TopBar,
        side: DeskPane,
        status: StatusBar,
        caused: Caused,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk, self._bar, self._side, self._status = desk, bar, side, status
        self._caused = caused
        self.head: BattleHead = desk.read(battle_head)
        self.queue: Queue = desk.read(queue)
        desk.changed.connect(self._heard)
        caused.changed.connect(self._show_tab)
        self._show()
        self._count_dice()

    def _heard(self, changes: Changes) -> None:
        # The queue depends on nearly every table, the head on few: it is read only when need be.
        if not changes.tables.isdisjoint(battle_head.tables):
            self.head = self._desk.read(battle_head)
        self.queue = self._desk.read(queue)
        self._show()
        if not changes.tables.isdisjoint(dice_count.tables):
            self._count_dice()

    def _show(self) -> None:
        # One title of each is enough here: the menu reads the whole list when it opens.
        head, undo = self.head, self._desk.read(undo_state, 1)
        seats = tuple(
            Seated(p.name, p.faction, p.code, p.colour, p.active, p.out)
            for p in head.players
            if p.place
        )
        look = BarLook(
            campaign=head.campaign,
            saved=self._desk.campaign.kept_how,
            turn=head.number,
            seats=seats,
            undo=next(iter(undo.undo), ""),
            redo=next(iter(undo.redo), ""),
        )
        self._bar.show_bar(look)
        self._show_tab()

    def _show_tab(self) -> None:
        self._side.show_queue(self.queue, self._caused.open_strikes)

    def _count_dice(self) -> None:
        counts = self._desk.read(dice_count)
        # Asked first, as it is answered without a look into the file after most acts.
        seal = self._desk.read(seal_shown) if self._desk.read(dice_are_sealed) else None
        short = seal.short if seal and not seal.over else ""
        self._status.show_dice(counts.typed, counts.rolled, short)
