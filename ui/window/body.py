"""The part between bar, rail and status: units, middle and desk as panes or drawers."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ui.campaign.remembered import Remembered
from ui.look.theme import Theme
from ui.look.widths import ROOMS, Width
from ui.widgets.backdrop import Backdrop
from ui.widgets.drawer import Drawer
from ui.widgets.layout.front import bring_to_front
from ui.widgets.layout.panes import first_in, holds_focus
from ui.widgets.segmented import Segment, Segmented
from ui.window.battle_middle import BattleMiddle
from ui.window.desk_pane import LATER, TABS, DeskPane
from ui.window.pane_widths import PaneWidths

UNITS_DRAWER, LEDGER_DRAWER = 300, 320
MIDDLE = {"log": "log_full"}
"""The panel in the middle of a workspace, where its name differs from the workspace's."""

Panel = Callable[[str, QWidget], QWidget]


class Body(QStackedWidget):
    """The panes that workspace and width ask for; the large view is a second page over them.

    `panel` returns a panel by name and makes a new one in the widget that it goes into; `make`
    always makes one. `map_alone` leaves nothing in a battle but its map. In the narrowest class
    either the middle or the desk is shown: `switched` then brings the tab that the referee chose,
    0 for the map.
    """

    switched = Signal(int)

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
        self._units_column = QVBoxLayout(self.units_frame)
        self._units_column.setContentsMargins(0, 0, 0, 0)
        self.middle = QStackedWidget()
        self._battle: BattleMiddle | None = None
        self.side = DeskPane(theme, make)
        self.side.setAccessibleName("Desk")
        tabs = (Segment("Map", "map"), self.side.segment, *LATER)
        self.switch = Segmented(theme, tabs)
        self.switch.chosen.connect(self.switched)
        self.side.tab_shown.connect(lambda _name: self.arrange())
        self.side.named.connect(lambda segment: self.switch.set_segment(1, segment))
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        parts = (self.units_frame, self.middle, self.side)
        self._widths = PaneWidths(theme, self._splitter, parts, remembered)
        self.units_drawer = Drawer(theme, self, UNITS_DRAWER)
        self.ledger_drawer = Drawer(theme, self, LEDGER_DRAWER, Qt.Edge.BottomEdge)

    @property
    def panes(self) -> tuple[QWidget, ...]:
        """Units, middle and desk, in the order of F6; in a battle the middle is map and ledger."""
        middle: tuple[QWidget, ...] = (self.middle,)
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
        px = self.theme.px
        self._switch_margins.setContentsMargins(px(12), px(8), px(12), px(4))
        wanted = {self.side: side, self.middle: middle, self.units_frame: units}
        tab = self.side.tab if not self.side.aside else ""
        # Widths before parts: a part that is shown first would be laid out twice.
        self._widths.set_widths(self.room, {part for part in wanted if wanted[part]}, tab)
        self._show_parts(wanted)
        self._splitter.refresh()  # now; by itself it would come after a first paint in old places
        if middle:
            page = self._battle_page() if battle else self._page()
            bring_to_front(self.middle, page)
            # Focus that is given to the pane goes to the panel in front.
            self.middle.setFocusProxy(page)

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
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._switch_line = QWidget()
        self._switch_margins = QVBoxLayout(self._switch_line)
        self._switch_margins.addWidget(self.switch)
        column.addWidget(self._switch_line)
        column.addWidget(self._splitter, 1)
        self.addWidget(holder)
        ignored = QSizePolicy.Policy.Ignored
        self.middle.setSizePolicy(QSizePolicy.Policy.Expanding, ignored)
        for place, part in enumerate((self.units_frame, self.middle, self.side)):
            self._splitter.addWidget(part)
            self._splitter.setStretchFactor(place, int(part is self.middle))
        self._splitter.setChildrenCollapsible(False)

    def _page(self) -> QWidget:
        return self._panel(MIDDLE.get(self.workspace, self.workspace), self.middle)

    def _battle_page(self) -> QWidget:
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

    def _show_parts(self, wanted: dict[QWidget, bool]) -> None:
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


def _put(panel: QWidget, column: QVBoxLayout) -> None:
    """Move a panel into a column, unless it is there."""
    if column.indexOf(panel) < 0:
        column.addWidget(panel)
        panel.show()
