"""An open campaign on screen: bar, rail, status, and between them units, middle and desk."""

from PySide6.QtCore import QByteArray, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from ui import rooms
from ui.commands import Commands
from ui.desk import Desk
from ui.desk_pane import DeskPane
from ui.heading import Heading
from ui.hub import Hub
from ui.panes import Panes, first_in, holds_focus
from ui.rail import WORKSPACES, Rail
from ui.remembered import Remembered
from ui.status_bar import StatusBar
from ui.theme import Theme
from ui.top_bar import TopBar
from ui.widgets.drawer import Drawer
from ui.widgets.ground import Ground
from ui.widgets.segmented import Segment, Segmented
from ui.widths import ROOMS, Width, width_of

UNITS_DRAWER, LEDGER_DRAWER = 300, 320
LEAST_UNITS, LEAST_MIDDLE, LEAST_SIDE = 180, 320, 300
MIDDLE = {"battle": "ledger_tabs", "units": "units", "ledger": "ledger", "log": "log_full"}


class DeskView(QWidget):
    """Everything of one campaign. Workspaces, tabs and panes are asked for by name through the hub.

    `panel_made` brings the name of a panel, and the panel, when it is first looked at.
    """

    panel_made = Signal(str, object)

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        commands: Commands,
        remembered: Remembered,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme, self.desk, self.hub = theme, desk, hub
        self._remembered = remembered
        self.workspace = "battle"
        self.room = Width.WIDE
        self._side_in_front = True
        self._large = False
        self._came_from: QWidget | None = None
        self.bar = TopBar(theme, commands)
        self.rail = Rail(theme, commands)
        self.status = StatusBar(theme)
        self._panels: dict[str, QWidget] = {}
        self.units_frame = Ground(theme, "bg1")
        self.units_frame.setAccessibleName("Units")
        QVBoxLayout(self.units_frame).setContentsMargins(0, 0, 0, 0)
        self.middle = QStackedWidget()
        self.side = DeskPane(theme, self._make)
        self.side.setAccessibleName("Desk")
        self._switch = Segmented(theme, (Segment("Ledger", "ledger"), Segment("Desk", "turn")))
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self.body = QStackedWidget()
        self.body.setProperty("sheet_host", True)
        self._lay_out()
        self._units_drawer = Drawer(theme, self.body, UNITS_DRAWER)
        self._ledger_drawer = Drawer(theme, self.body, LEDGER_DRAWER, Qt.Edge.BottomEdge)
        self.heading = Heading(desk, self.bar, self.side, self.status, self)
        self.panes = Panes(self._panes_now, self)
        self._connect()
        self.side.show_tab("start")
        self.show_workspace(remembered.workspace)

    def _make(self, name: str) -> QWidget:
        panel = rooms.make(name, self.theme, self.desk, self.hub)
        self.panel_made.emit(name, panel)
        return panel

    def finish(self) -> None:
        """Have every thread of the panels end, before the campaign is closed."""
        if "report" in self._panels:
            from ui.panels.report_panel import ReportPanel

            report = self._panels["report"]
            assert isinstance(report, ReportPanel)
            report.finish()

    def panel(self, name: str) -> QWidget:
        """Give a panel of the middle or the units, made if need be."""
        if name not in self._panels:
            self._panels[name] = self._make(name)
        return self._panels[name]

    # --- where to go -----------------------------------------------------------------------------

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front and its focus with it."""
        self.workspace = name if name in WORKSPACES else "battle"
        self._remembered.workspace = self.workspace
        self.rail.show_workspace(self.workspace)
        if not self.rail.isAncestorOf(self.window().focusWidget() or self):
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # before what holds it is hidden
        self.show_large(False)
        self.side.close_aside()
        self._side_in_front = self.workspace == "battle"
        shown = self.panel(MIDDLE.get(self.workspace, self.workspace))
        if self.middle.indexOf(shown) < 0:
            self.middle.addWidget(shown)
        self.middle.setCurrentWidget(shown)
        self.middle.setFocusProxy(shown)
        self._arrange()
        self.panes.focus(self.side if self.workspace == "battle" else self.middle)

    def show_desk(self, tab: str = "start") -> None:
        """Go to a tab of the desk, in the Battle workspace."""
        if self.workspace != "battle":
            self.show_workspace("battle")
        self.side.show_tab(tab)
        self._side_in_front = True
        self._arrange()
        self.panes.focus(self.side)

    def show_aside(self, name: str) -> QWidget:
        """Lay the inspector or the editor over the desk pane; gives it."""
        self.show_large(False)
        if not self.side.aside:
            self._came_from = self.window().focusWidget()
        self._side_in_front = True
        self.side.show_aside(name)
        self._arrange()
        shown = self.side.shown
        if first := first_in(shown):
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        return shown

    def show_large(self, large: bool) -> None:
        """Show the large view of the queue, or go back."""
        if large == self._large:
            return
        self._large = large
        if large:
            view = self.panel("large")
            if self.body.indexOf(view) < 0:
                self.body.addWidget(view)
            self.body.setCurrentWidget(view)
            self.panes.focus(view)
        else:
            self.body.setCurrentIndex(0)
            self.panes.focus(self.side)

    def toggle_units(self) -> None:
        """Go to the units: a drawer where there is no room for them (Ctrl+B)."""
        if self.workspace != "battle":
            self.show_workspace("battle")
        if ROOMS[self.room].units:
            self.panes.focus(self.units_frame)
        else:
            self._units_drawer.toggle()

    def toggle_ledger(self) -> None:
        """Go to the ledger: a drawer over the desk where there is room for one of them (Ctrl+J)."""
        if self.workspace != "battle":
            self.show_workspace("battle")
        if self.room > Width.SLIM or not self._side_in_front:
            self.panes.focus(self.middle)
        else:
            self._ledger_drawer.toggle()

    def back(self) -> bool:
        """Close what lies over the panes: drawer, large view, aside; False where nothing does."""
        for drawer in (self._units_drawer, self._ledger_drawer):
            if drawer.is_open():
                drawer.close_drawer()
                return True
        if self._large:
            self.hub.large_asked.emit(False)
            return True
        return self.side.close_aside()

    # --- how it is laid out ----------------------------------------------------------------------

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        line = QHBoxLayout()
        line.setSpacing(0)
        line.addWidget(self.rail)
        line.addWidget(self.body, 1)
        column.addLayout(line, 1)
        column.addWidget(self.status)
        holder = Ground(self.theme, "bg0")
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self._switch)
        inner.addWidget(self._splitter, 1)
        self.body.addWidget(holder)
        ignored = QSizePolicy.Policy.Ignored
        self.middle.setSizePolicy(QSizePolicy.Policy.Expanding, ignored)
        for place, part in enumerate((self.units_frame, self.middle, self.side)):
            self._splitter.addWidget(part)
            self._splitter.setStretchFactor(place, int(part is self.middle))
        self._splitter.setChildrenCollapsible(False)

    def _connect(self) -> None:
        hub = self.hub
        self.rail.chosen.connect(self.show_workspace)
        self._switch.chosen.connect(self._switched)
        self._splitter.splitterMoved.connect(self._keep_sizes)
        self.side.aside_changed.connect(self._aside_changed)
        self._units_drawer.closed.connect(self._arrange)
        self._ledger_drawer.closed.connect(self._arrange)
        self.theme.changed.connect(self._restyle)
        hub.workspace_asked.connect(self.show_workspace)
        hub.large_asked.connect(self.show_large)
        hub.keys_changed.connect(self.status.keys.show_keys)
        hub.step_asked.connect(self._show_step)
        hub.unit_opened.connect(lambda _unit: self._units_drawer.close_drawer())
        hub.ledger_asked.connect(self._show_ledger)

    def _show_step(self, _key: str) -> None:
        if not self._large:
            self.show_desk("start")

    def _show_ledger(self, _table: str) -> None:
        if self.workspace not in ("battle", "ledger"):
            self.show_workspace("ledger")
        elif self.room is Width.SLIM:
            self._side_in_front = False
            self._arrange()
        self.panes.focus(self.middle)

    def _aside_changed(self) -> None:
        """Give the focus back to where it was before the inspector or the editor came."""
        if not self.side.aside:
            came_from, self._came_from = self._came_from, None
            if self.workspace != "battle":
                self._side_in_front = False
            self._arrange()
            if came_from is not None and came_from.isVisible():
                came_from.setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                self.panes.focus(self.side if self.side.isVisible() else self.middle)
        else:
            self._arrange()

    def _switched(self, place: int) -> None:
        self._side_in_front = place == 1
        self._arrange()
        self.panes.focus(self.side if place else self.middle)

    def _arrange(self) -> None:
        """Show the parts that belong to workspace and width."""
        battle, slim = self.workspace == "battle", self.room is Width.SLIM
        side = (battle or bool(self.side.aside)) and (not slim or self._side_in_front)
        units = battle and ROOMS[self.room].units > 0
        wanted = {self.side: side, self.middle: not slim or not side, self.units_frame: units}
        self._show_parts(wanted)
        self._switch.setVisible(battle and slim and not self.side.aside)
        self._switch.set_current(int(self._side_in_front))
        self._place_units()
        self._place_ledger()
        self._set_sizes()

    def _show_parts(self, wanted: dict[QWidget, bool]) -> None:
        """Show and hide parts; a focus in one that goes is put into one that stays."""
        for part, shown in wanted.items():
            if shown:
                part.show()
        going = [part for part, shown in wanted.items() if not shown]
        if any(holds_focus(part) for part in going):
            self.panes.focus(next(part for part, shown in wanted.items() if shown))
        for part in going:
            part.hide()

    def _place_units(self) -> None:
        """Have the tree in its column or in its drawer."""
        if self.workspace != "battle":
            return
        tree = self.panel("units_tree")
        wide = ROOMS[self.room].units > 0
        if wide:
            self._units_drawer.close_drawer()
        _put(tree, self.units_frame if wide else self._units_drawer)

    def _place_ledger(self) -> None:
        """Have the ledger in the middle, or in its drawer while that is open or could be opened."""
        if self.workspace != "battle":
            return
        tabs = self.panel("ledger_tabs")
        if self.room is Width.SLIM and self._side_in_front:
            _put(tabs, self._ledger_drawer)
        elif self.middle.indexOf(tabs) < 0:
            self._ledger_drawer.close_drawer()
            self.middle.addWidget(tabs)
            self.middle.setCurrentWidget(tabs)

    def _set_sizes(self) -> None:
        """Give units and desk the widths that were chosen last in this class, or the design's."""
        px = self.theme.px
        self.units_frame.setMinimumWidth(px(LEAST_UNITS))
        self.middle.setMinimumWidth(px(LEAST_MIDDLE))
        self.side.setMinimumWidth(px(LEAST_SIDE))
        kept = bytes(self._remembered.place(self._screen(), self._sizes_key()).data())
        parts = kept.decode("ascii", "replace").split(",")
        chosen = [int(part) for part in parts if part.isdecimal()]
        room = ROOMS[self.room]
        units, side = chosen if len(chosen) == 2 else (room.units, room.side)
        whole = self._splitter.width()
        left = px(units) if not self.units_frame.isHidden() else 0
        right = px(side) if not self.side.isHidden() else 0
        self._splitter.setSizes([left, max(1, whole - left - right), right or 0])

    def _keep_sizes(self, *_: int) -> None:
        units, _middle, side = (round(s * 100 / self.theme.scale) for s in self._splitter.sizes())
        room = ROOMS[self.room]
        value = f"{units or room.units},{side or room.side}".encode("ascii")
        self._remembered.keep_place(self._screen(), self._sizes_key(), QByteArray(value))

    def _sizes_key(self) -> str:
        return f"panes_{self.room.name.lower()}"

    def _screen(self) -> QSize:
        return self.screen().size()

    def _restyle(self) -> None:
        self._take_room()
        self._arrange()

    def _take_room(self) -> None:
        self.room = width_of(self.width(), self.theme.scale)
        self.bar.set_room(self.room)
        self.status.set_room(self.room)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        super().resizeEvent(event)
        before = self.room
        self._take_room()
        if self.room != before or self.room is Width.SLIM:
            self._arrange()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F is the large view, Esc goes back; where no pane took the key."""
        if event.key() == Qt.Key.Key_Escape and self.back():
            return
        if event.key() == Qt.Key.Key_F and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.hub.large_asked.emit(not self._large)
            return
        event.ignore()

    def _panes_now(self) -> list[QWidget]:
        if self._large:
            return [self.bar, self.rail, self.panel("large")]
        return [self.bar, self.rail, self.units_frame, self.middle, self.side]


def _put(panel: QWidget, into: QWidget) -> None:
    """Move a panel into a frame or drawer, unless it is there."""
    column = into.column if isinstance(into, Drawer) else into.layout()
    assert column is not None
    if column.indexOf(panel) < 0:
        column.addWidget(panel)
        panel.show()
