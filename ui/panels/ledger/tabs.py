"""The ledger in the Battle workspace: one table at a time, under tabs with row counts."""

from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QTabBar, QVBoxLayout, QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import icon
from ui.look.text import tip_text
from ui.look.theme import Theme
from ui.panels.ledger.acts import LedgerPage
from ui.panels.ledger.doing_rows import DoingRowsModel, rows_for
from ui.panels.ledger.played import PlayedTables
from ui.panels.ledger.table import LedgerTable
from ui.panels.ledger.tables import tables_for
from ui.widgets.buttons import Button
from ui.widgets.layout.arranging import Arranging
from ui.widgets.layout.front import bring_to_front, take_away


class LedgerTabs(PlayedTables):
    """Tabs, the open table, and a button for its acts. The Tab key goes to the next table."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, "this table", parent)
        self._arranging = Arranging(self, self._name_tabs)
        self.pages: tuple[LedgerPage, ...] = ()
        self._rows: list[DoingRowsModel[Any]] = []
        self._made: dict[int, LedgerTable] = {}
        self.bar = QTabBar()
        self._stack = QStackedWidget()
        self._naming = QTimer(self, singleShot=True, interval=0)
        self._naming.timeout.connect(self._name_tabs)  # once per act, however many rows change
        self._lay_out()
        self.begin()
        self.bar.currentChanged.connect(self._turned)
        self.filter.narrowed.connect(lambda words: self.current.rows_model.set_filter(words))
        self.filter.left.connect(lambda: self.current.setFocus())
        hub.ledger_asked.connect(self.show_table)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def current(self) -> LedgerTable:
        """The table that is open."""
        return self._table(self.bar.currentIndex())

    def show_table(self, name: str) -> None:
        """Open a table by name and focus it; an unknown name changes nothing."""
        for place in [place for place, page in enumerate(self.pages) if page.name == name]:
            self.bar.setCurrentIndex(place)
            self.current.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def menu(self) -> QMenu:
        """Return the menu of the open table."""
        return self.current.menu()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    @override
    def make_tables(self) -> None:
        """Make the rows and tabs of the rule sets that are played, and open the first.

        A table itself is made once its tab is opened.
        """
        old_rows, old = self._rows, tuple(self._made.values())
        self.pages, self._made = tables_for(self._played), {}
        self._rows = [rows_for(self._desk, page, self) for page in self.pages]
        self.bar.blockSignals(True)
        # Signals are blocked: `_turned` would look for a table at a place that does not exist yet.
        while self.bar.count():
            self.bar.removeTab(0)
        for rows in self._rows:
            self.bar.addTab("")
            for signal in (rows.rowsInserted, rows.rowsRemoved, rows.modelReset):
                signal.connect(self._naming.start)
        self.bar.blockSignals(False)
        self.setFocusProxy(self.current)
        for gone in old:
            take_away(self._stack, gone)
        for each in old_rows:
            each.deleteLater()
        if old:
            self._turned()
            self._restyle()

    def _table(self, place: int) -> LedgerTable:
        if place not in self._made:
            page, rows = self.pages[place], self._rows[place]
            table = LedgerTable(self.theme, self._desk, self._hub, page, rows, self)
            self._made[place] = table
            self._stack.addWidget(table)
            table.next_asked.connect(lambda by: self._step(place, by))
            table.filter_asked.connect(self.filter.open)
            self.connect_table(table)
        return self._made[place]

    def _lay_out(self) -> None:
        self.bar.setExpanding(False)
        self.bar.setDrawBase(False)
        self.bar.setUsesScrollButtons(True)
        self.bar.setAccessibleName("Ledger tables")
        self._acts = Button(self.theme, "", "quiet", "dots", name="Acts of this table")
        self._acts.clicked.connect(self._show_menu)
        self._line = QHBoxLayout()
        self._line.setSpacing(0)
        self._line.addWidget(self.bar, 1)
        self._line.addWidget(self._acts)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.addLayout(self._line)
        self._column.addWidget(self.filter)
        self._column.addWidget(self._stack, 1)
        self._column.addWidget(self.refusal)

    def _step(self, place: int, by: int) -> None:
        if 0 <= place + by < len(self.pages):
            self.bar.setCurrentIndex(place + by)
            self.current.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.current.leave(by > 0)

    def _turned(self) -> None:
        """Show another table; end the filter, so that all tables show all their rows."""
        self.filter.clear()
        self.filter.hide()
        for rows in self._rows:
            rows.set_filter("")
        bring_to_front(self._stack, self.current)
        self.setFocusProxy(self.current)
        self._name_tabs()

    def _show_menu(self) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._acts.mapToGlobal(self._acts.rect().bottomLeft()))

    def _name_tabs(self) -> None:
        """Write names and counts; with less room only the open tab has a name, then none has."""
        open_tab = self.bar.currentIndex()
        counts = [str(rows.total) for rows in self._rows]
        names = [f"{page.short}  {count}" for page, count in zip(self.pages, counts, strict=True)]
        named = [names[k] if k == open_tab else counts[k] for k in range(len(names))]
        bare = [counts[k] if k == open_tab else "" for k in range(len(names))]
        texts = next((t for t in (names, named) if self._fits(t)), bare)
        for place, page in enumerate(self.pages):
            whole = texts[place] == names[place]
            self.bar.setTabText(place, texts[place])
            self.bar.setTabToolTip(place, tip_text("" if whole else page.title))
            self.bar.setAccessibleTabName(place, f"{page.title}, {counts[place]}")

    def _fits(self, texts: list[str]) -> bool:
        metrics, px = self.bar.fontMetrics(), self.theme.px
        wide = sum(metrics.horizontalAdvance(text) + px(16 + 36) for text in texts)
        return wide <= self.width() - self._acts.sizeHint().width() - px(12)

    def _restyle(self) -> None:
        px = self.theme.px
        for place, page in enumerate(self.pages):
            self.bar.setTabIcon(place, icon(self.theme, page.icon, "text2"))
        self.bar.setFont(self.theme.font("small"))
        self.bar.setIconSize(QSize(px(16), px(16)))
        self._column.setContentsMargins(0, 0, 0, 0)
        self._line.setContentsMargins(px(4), 0, px(8), 0)
        self._name_tabs()
