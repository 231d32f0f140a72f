"""The pane at the right: queue, attack and log as tabs, and an inspector or editor over them."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.turns.queue import Queue
from ui.look.theme import Theme
from ui.widgets.backdrop import Backdrop
from ui.widgets.layout.front import bring_to_front, take_away
from ui.widgets.segmented import Segment, Segmented

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

    def __init__(self, theme: Theme, make: Callable[[str, QWidget], QWidget]) -> None:
        super().__init__(theme, "bg1", Qt.Edge.LeftEdge)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._make = make
        self._panels: dict[str, QWidget] = {}
        self.aside, self.tab = "", "start"
        self._tabs_shown = True
        self.segment = Segment("Start", "turn")
        self.tabs = Segmented(theme, (self.segment, *LATER))
        self.tabs.chosen.connect(lambda at: self.show_tab(TABS[at]))
        self._stack = QStackedWidget()
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._head = QWidget()
        self._head_line = QVBoxLayout(self._head)
        self._head_line.addWidget(self.tabs)
        self._column.addWidget(self._head)
        self._column.addWidget(self._stack, 1)
        self.restyle()

    def panel(self, name: str) -> QWidget:
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
    def shown(self) -> QWidget:
        """The panel in front."""
        return self.panel(self.aside or self.tab)

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

    def show_queue(self, queue: Queue) -> None:
        """Show on the queue's tab how many steps wait, at the start or the end of the turn."""
        words = "End" if queue.ends else "Start"
        waiting = len(queue.waiting)
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
        px = self.theme.px
        self._column.setContentsMargins(1, 0, 0, 0)
        self._head_line.setContentsMargins(px(16), px(12), px(16), px(4))

    def _show(self) -> None:
        self._head.setVisible(self._tabs_shown and not self.aside)
        bring_to_front(self._stack, self.shown)
        # Focus that is given to the pane goes to the panel in front.
        self.setFocusProxy(self.shown)
