"""Where the panes of an open campaign are: battle in the middle, widths, what is in sight."""

from collections.abc import Callable, Collection

from PySide6 import QtWidgets
from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from shiboken6 import isValid
from typing_extensions import override

from brikdesk.turns.queue import Queue
from ui.campaign.settings import Remembered
from ui.look.theme import ROOMS, Theme, Width
from ui.widgets.buttons import Segment, Segmented
from ui.widgets.focus import DESK_PANE, KeptFocus, bring_to_front, first_in, holds_focus
from ui.widgets.layout import Arranged, Arranging, in_column, take_away
from ui.widgets.overlay import Drawer
from ui.widgets.painted import Backdrop

LEDGER = {Width.WIDE: 224, Width.MEDIUM: 180, Width.NARROW: 196, Width.SLIM: 0}
"""Height of the ledger in each width class, in pixels at 100 %."""

LEAST_MAP, LEAST_LEDGER = 160, 110


class BattleMiddle(Arranged, QtWidgets.QSplitter):
    """Holds map and ledger; the height that the referee drags is remembered by width class."""

    def __init__(self, theme: Theme, remembered: Remembered, parent: QtWidgets.QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._arranging = Arranging(self, self._share)
        self.theme, self._remembered = theme, remembered
        self._room = Width.WIDE
        self._map: QtWidgets.QWidget | None = None
        self._ledger: QtWidgets.QWidget | None = None
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._keep)

    @property
    def parts(self) -> tuple[QtWidgets.QWidget, ...]:
        """Map and ledger, as far as they are shown."""
        parts = (self._map, self._ledger)
        return tuple(part for part in parts if part is not None and not part.isHidden())

    def show_parts(
        self, room: Width, map_panel: QtWidgets.QWidget, ledger: QtWidgets.QWidget | None
    ) -> None:
        """Show the map, and the ledger below it; None where that is a drawer."""
        below = self._ledger
        if ledger is None and below is not None and self.indexOf(below) >= 0:
            below.hide()  # the window became narrower: it is a drawer from now on
        self._room, self._map, self._ledger = room, map_panel, ledger
        for place, part in enumerate((map_panel, ledger)):
            if part is not None and self.indexOf(part) != place:
                self.insertWidget(place, part)
            if part is not None:
                part.show()
                self.setStretchFactor(place, int(part is map_panel))
        map_panel.setMinimumHeight(self.theme.px(LEAST_MAP))
        if ledger is not None:
            ledger.setMinimumHeight(self.theme.px(LEAST_LEDGER))
        self.setFocusProxy(map_panel)
        self._share()

    def show_alone(self, alone: bool) -> None:
        """Show the map without the ledger, or both with the height that it had."""
        if self._ledger is not None and self._ledger.isHidden() is not alone:
            self._ledger.setVisible(not alone)
            self._share()

    def _share(self) -> None:
        if self._ledger is None or self.indexOf(self._ledger) < 0:
            return
        low = self.theme.px(self._chosen())
        self.setSizes([max(1, self.height() - low - self.handleWidth()), low])

    def _chosen(self) -> int:
        kept = bytes(self._remembered.place(self.screen().size(), self._key()).data())
        # From the settings file, which anybody can edit: what is no height is ignored.
        return int(kept) if kept.isdigit() and len(kept) < 6 else LEDGER[self._room]

    def _keep(self, *_: int) -> None:
        if self._ledger is None or self.count() < 2:
            return
        low = round(self.sizes()[1] * 100 / self.theme.scale)
        value = QByteArray(str(low).encode("ascii"))
        self._remembered.keep_place(self.screen().size(), self._key(), value)

    def _key(self) -> str:
        return f"ledger_{self._room.name.lower()}"


TABS = ("start", "attack", "log")
LATER = (Segment("Attack", "attack"), Segment("Log", "log"))
"""The tabs after that of the queue; the words of that one change."""


class DeskPane(Backdrop):
    """Start, Attack and Log; an inspector or an editor covers them until Esc.

    `make` makes a panel by name. `aside_changed` is emitted when the covering panel comes or goes,
    `named` brings the segment of the queue's tab, `tab_shown` the name of the tab that is shown.
    """

    aside_changed = Signal()
    named = Signal(object)
    tab_shown = Signal(str)

    def __init__(
        self, theme: Theme, make: Callable[[str, QtWidgets.QWidget], QtWidgets.QWidget]
    ) -> None:
        super().__init__(theme, "bg1", Qt.Edge.LeftEdge)
        self.setObjectName(DESK_PANE)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Expanding
        )
        self._make = make
        self._panels: dict[str, QtWidgets.QWidget] = {}
        self.aside, self.tab = "", "start"
        self._tabs_shown = True
        self.segment = Segment("Start", "turn")
        self.tabs = Segmented(theme, (self.segment, *LATER))
        self.tabs.chosen.connect(self._chosen)
        self._stack = QtWidgets.QStackedWidget()
        self._head = QtWidgets.QWidget()
        self._head_line = in_column(theme, self.tabs, edges=(16, 12, 16, 4), on=self._head)
        self._column = in_column(theme, self._head, (self._stack, 1), gap=0, edges=None, on=self)
        self.restyle()

    def put_under_tabs(self, strip: QtWidgets.QWidget) -> None:
        """Put a strip between the tabs and what they show; it is on every tab."""
        self._column.insertWidget(1, strip)

    def put_at_foot(self, strip: QtWidgets.QWidget) -> None:
        """Put a strip below whatever is shown."""
        self._column.addWidget(strip)

    def panel(self, name: str) -> QtWidgets.QWidget:
        """Return a panel of this pane; make it on first use."""
        if name not in self._panels:
            self._panels[name] = self._make(name, self._stack)
            self._stack.addWidget(self._panels[name])
        return self._panels[name]

    def has(self, name: str) -> bool:
        """Return whether a panel has been made."""
        return name in self._panels

    def remake(self, name: str) -> None:
        """Drop a panel, to be made again when it is next shown, as after a change of rule sets."""
        old = self._panels.pop(name, None)
        if old is None:
            return
        take_away(self._stack, old)
        self._show()

    @property
    def shown(self) -> QtWidgets.QWidget:
        """The panel in front."""
        return self.panel(self.aside or self.tab)

    def _chosen(self, at: int) -> None:
        """Show a tab; one that was clicked has the keys that stand on it, those of the tabs keep them."""
        self.show_tab(TABS[at])
        if not holds_focus(self.tabs):
            self.shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front; close the panel over the tabs."""
        self.tab = name
        self.tabs.set_current(TABS.index(name))
        self.close_aside()
        self._show()
        self.tab_shown.emit(name)

    def show_aside(self, name: str) -> None:
        """Lay an inspector or an editor over the tabs."""
        self.aside = name
        self._show()
        self.aside_changed.emit()

    def close_aside(self) -> bool:
        """Close the panel over the tabs. Return False if there is none."""
        if not self.aside:
            return False
        self.aside = ""
        self._show()
        self.aside_changed.emit()
        return True

    def show_queue(self, queue: Queue, strikes: int) -> None:
        """Show on the queue's tab how many steps wait at the start or the end of the turn.

        The `strikes` that a move has caused count too.
        """
        words = "End" if queue.ends else "Start"
        waiting = len(queue.waiting) + strikes
        badge = str(waiting) if waiting else ("done" if queue.done else "")
        self.segment = Segment(words, "turn", badge)
        self.tabs.set_segment(0, self.segment)
        self.named.emit(self.segment)

    def set_tabs_shown(self, shown: bool) -> None:
        """Show the tabs here, or not, as a narrow window shows them elsewhere."""
        self._tabs_shown = shown
        self._head.setVisible(shown and not self.aside)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return to the tabs with Esc."""
        if event.key() != Qt.Key.Key_Escape or not self.close_aside():
            event.ignore()

    @override
    def restyle(self) -> None:
        """Take up new sizes."""
        super().restyle()
        self._column.setContentsMargins(1, 0, 0, 0)

    def _show(self) -> None:
        self._head.setVisible(self._tabs_shown and not self.aside)
        bring_to_front(self._stack, self.shown)
        # Focus that is given to the pane goes to the panel in front.
        self.setFocusProxy(self.shown)


LEAST_UNITS, LEAST_MIDDLE, LEAST_SIDE = 180, 320, 300


class PaneWidths(QObject):
    """Remembers the widths that the referee drags, by width class, in pixels at 100 %."""

    def __init__(
        self,
        theme: Theme,
        splitter: QtWidgets.QSplitter,
        parts: tuple[QtWidgets.QWidget, QtWidgets.QWidget, QtWidgets.QWidget],
        remembered: Remembered,
    ) -> None:
        super().__init__(splitter)
        self.theme, self._splitter, self._remembered = theme, splitter, remembered
        self._units, self._middle, self._side = parts
        self._room = Width.WIDE
        splitter.splitterMoved.connect(self._keep)

    def set_widths(self, room: Width, shown: Collection[QtWidgets.QWidget]) -> None:
        """Set the widths of this class, for the panes in `shown`.

        They are the same for every tab: another one must not move the map under the pointer. Panes
        in `shown` that are still hidden get theirs too, for the moment they appear.
        """
        self._room = room
        px, splitter = self.theme.px, self._splitter
        self._units.setMinimumWidth(px(LEAST_UNITS))
        self._middle.setMinimumWidth(px(LEAST_MIDDLE))
        self._side.setMinimumWidth(px(LEAST_SIDE))
        units, side = (px(wide) for wide in self._chosen())
        middle = splitter.width() - sum(
            wide + splitter.handleWidth()
            for part, wide in ((self._units, units), (self._side, side))
            if part in shown
        )
        splitter.setSizes([units, max(1, middle), side])
        for part, wide in ((self._units, units), (self._side, side)):
            if part in shown and part.isHidden():
                part.resize(wide, splitter.height())

    def _chosen(self) -> tuple[int, int]:
        kept = bytes(self._remembered.place(self._splitter.screen().size(), self._key()).data())
        # From the settings file, which anybody can edit: what is not two widths is ignored.
        parts = [int(part) for part in kept.split(b",") if part.isdigit() and len(part) < 6]
        room = ROOMS[self._room]
        return (parts[0], parts[1]) if len(parts) == 2 else (room.units, room.side)

    def _keep(self, *_: int) -> None:
        scale, room = self.theme.scale, ROOMS[self._room]
        units, _middle, side = (round(size * 100 / scale) for size in self._splitter.sizes())
        # A hidden pane has the width 0, which must not be remembered.
        value = QByteArray(f"{units or room.units},{side or room.side}".encode("ascii"))
        self._remembered.keep_place(self._splitter.screen().size(), self._key(), value)

    def _key(self) -> str:
        return f"panes_{self._room.name.lower()}"


UNITS_DRAWER, LEDGER_DRAWER = 300, 320
MIDDLE = {"log": "log_full"}
"""The panel in the middle of a workspace, where its name differs from the workspace's."""

Panel = Callable[[str, QtWidgets.QWidget], QtWidgets.QWidget]


class Body(QtWidgets.QStackedWidget):
    """The panes that workspace and width ask for; the large view is a second page over them.

    `panel` returns a panel by name and makes a new one in the widget that it goes into; `make`
    always makes one. `map_alone` leaves nothing in a battle but its map. In the narrowest class
    either the middle or the desk is shown: `switched` then brings the tab that the referee chose,
    0 for the map. `arranged` is emitted whenever other parts may be shown.
    """

    switched = Signal(int)
    arranged = Signal()

    def __init__(self, theme: Theme, remembered: Remembered, panel: Panel, make: Panel) -> None:
        super().__init__()
        self.theme, self._panel, self._remembered = theme, panel, remembered
        # Forms of acts look for this property upwards: it is where their sheet opens.
        self.setProperty("sheet_host", True)
        self.workspace, self.room = "battle", Width.WIDE
        self.side_in_front = True
        self.map_alone = False
        self._in_middle = ""
        self.units_frame = Backdrop(theme, "bg1")
        self.units_frame.setAccessibleName("Units")
        self._units_column = in_column(theme, on=self.units_frame)
        self.middle = QtWidgets.QStackedWidget()
        self._battle: BattleMiddle | None = None
        self.side = DeskPane(theme, make)
        self.side.setAccessibleName("Desk")
        tabs = (Segment("Map", "map"), self.side.segment, *LATER)
        self.switch = Segmented(theme, tabs)
        self.switch.chosen.connect(self.switched)
        self.side.tab_shown.connect(lambda _name: self.arrange())
        self.side.named.connect(lambda segment: self.switch.set_segment(1, segment))
        self._splitter = QtWidgets.QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        parts = (self.units_frame, self.middle, self.side)
        self._widths = PaneWidths(theme, self._splitter, parts, remembered)
        self.units_drawer = Drawer(theme, self, UNITS_DRAWER)
        self.ledger_drawer = Drawer(theme, self, LEDGER_DRAWER, Qt.Edge.BottomEdge)

    @property
    def panes(self) -> tuple[QtWidgets.QWidget, ...]:
        """Units, middle and desk, in the order of F6; in a battle the middle is map and ledger."""
        middle: tuple[QtWidgets.QWidget, ...] = (self.middle,)
        if self.workspace == "battle" and self._battle is not None:
            middle = self._battle.parts
        return self.units_frame, *middle, self.side

    def arrange(self) -> None:
        """Show the parts that workspace and width ask for, each laid out once for its new size."""
        battle, slim = self.workspace == "battle", self.room is Width.SLIM
        alone = battle and self.map_alone
        side = (battle or bool(self.side.aside)) and (not slim or self.side_in_front) and not alone
        units = battle and ROOMS[self.room].units > 0 and not alone
        middle = not slim or not side
        if units:
            self.units_drawer.close_drawer()
            _put(self._panel("units_tree", self.units_frame), self._units_column)
        if middle:
            self.ledger_drawer.close_drawer()
            self._leave_for(self.workspace)
        self._switch_line.setVisible(battle and slim and not self.side.aside and not alone)
        self.switch.set_current(1 + TABS.index(self.side.tab) if self.side_in_front else 0)
        self.side.set_tabs_shown(not slim)
        wanted = {self.side: side, self.middle: middle, self.units_frame: units}
        # Widths before parts: a part that is shown first would be laid out twice.
        self._widths.set_widths(self.room, {part for part in wanted if wanted[part]})
        self._show_parts(wanted)
        self._splitter.refresh()  # now; by itself it would come after a first paint in old places
        if middle:
            page = self._battle_page() if battle else self._page()
            bring_to_front(self.middle, page)
            # Focus that is given to the pane goes to the panel in front.
            self.middle.setFocusProxy(page)
        self.arranged.emit()

    def toggle(self, drawer: Drawer, panel: str) -> None:
        """Open a drawer with the focus in its panel, or close it."""
        shown = self._panel(panel, drawer)
        # The panel is moved here from its pane or an earlier drawer: each panel exists only once.
        if not drawer.is_open():
            _put(shown, drawer.column)
        drawer.toggle()
        if drawer.is_open() and (first := first_in(shown)):
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_drawer(self) -> bool:
        """Close the drawer that is open. Return False if none is."""
        for drawer in (self.units_drawer, self.ledger_drawer):
            if drawer.is_open():
                drawer.close_drawer()
                return True
        return False

    def close_drawers(self) -> None:
        """Close every drawer before other panes come: none may lie over what it does not belong to."""
        while self.close_drawer():
            continue

    def _lay_out(self) -> None:
        holder = Backdrop(self.theme, "bg0")
        self._switch_line = QtWidgets.QWidget()
        in_column(self.theme, self.switch, edges=(12, 8, 12, 4), on=self._switch_line)
        in_column(self.theme, self._switch_line, (self._splitter, 1), gap=0, on=holder)
        self.addWidget(holder)
        ignored = QtWidgets.QSizePolicy.Policy.Ignored
        self.middle.setSizePolicy(QtWidgets.QSizePolicy.Policy.Expanding, ignored)
        for place, part in enumerate((self.units_frame, self.middle, self.side)):
            self._splitter.addWidget(part)
            self._splitter.setStretchFactor(place, int(part is self.middle))
        self._splitter.setChildrenCollapsible(False)

    def _page(self) -> QtWidgets.QWidget:
        return self._panel(MIDDLE.get(self.workspace, self.workspace), self.middle)

    def _battle_page(self) -> QtWidgets.QWidget:
        """Return map and ledger, each with what its room asks for."""
        if self._battle is None:
            self._battle = BattleMiddle(self.theme, self._remembered, self.middle)
        page, slim = self._battle, self.room is Width.SLIM
        ledger = None if slim else self._panel("ledger_tabs", page)
        page.show_parts(self.room, self._panel("map", page), ledger)
        page.show_alone(self.map_alone)
        return page

    def _leave_for(self, workspace: str) -> None:
        """Hide the page of the former workspace, so that it is not laid out for the new size."""
        page = self.middle.currentWidget()
        if page is not None and self._in_middle != workspace:
            page.hide()
        self._in_middle = workspace

    def _show_parts(self, wanted: dict[QtWidgets.QWidget, bool]) -> None:
        """Show and hide parts; a focus in one that goes moves into one that stays."""
        staying = [part for part, shown in wanted.items() if shown]
        going = [part for part, shown in wanted.items() if not shown]
        for part in staying:
            part.show()
        if any(holds_focus(part) for part in going):
            first = first_in(staying[0]) or staying[0]
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        # Hidden last: there is somewhere for the focus to go by then.
        for part in going:
            part.hide()


def _put(panel: QtWidgets.QWidget, column: QtWidgets.QVBoxLayout) -> None:
    """Move a panel into a column, unless it is there."""
    if column.indexOf(panel) < 0:
        column.addWidget(panel)
        panel.show()


OUT_OF_SIGHT = {QEvent.Type.Hide, QEvent.Type.EnabledChange}


class FocusInSight(QObject):
    """Moves the focus on when what has it is hidden, disabled or deleted and nothing else takes it.

    Qt goes to the next widget in line by itself, but leaves the focus where there is none, and sets
    it into a hidden widget when asked. Then it goes to the nearest parent that takes it, or to the
    first widget of `view` that does.
    """

    def __init__(self, view: QtWidgets.QWidget) -> None:
        super().__init__(view)
        self._view, self._kept = view, KeptFocus()
        # Whoever hides something usually says in the same breath where the focus goes.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._look)
        app = QtWidgets.QApplication.instance()
        if isinstance(app, QtWidgets.QApplication):
            app.focusChanged.connect(self._heard)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look again when what has the focus, or what holds it, is hidden or disabled."""
        if event.type() in OUT_OF_SIGHT:
            self._later.start()
        return False

    def _heard(self, old: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        if old is not None and isValid(old):
            old.removeEventFilter(self)
        if now is not None and self._view.isAncestorOf(now):
            now.installEventFilter(self)
            self._kept.keep_widget(now)
        if not _in_sight(now):
            self._later.start()

    def _look(self) -> None:
        ours = (
            QtWidgets.QApplication.activeWindow() is self._view.window() and self._view.isVisible()
        )
        now, popup = (
            QtWidgets.QApplication.focusWidget(),
            QtWidgets.QApplication.activePopupWidget(),
        )
        if ours and popup is None and not _in_sight(now):
            self._kept.give_back(first_in(self._view))


def _in_sight(widget: QtWidgets.QWidget | None) -> bool:
    return widget is not None and widget.isVisible() and widget.isEnabled()
