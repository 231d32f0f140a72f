"""The ledger: all tables as cards in its workspace, one at a time under tabs in a battle."""

from collections.abc import Iterable
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QIcon, QResizeEvent, QShowEvent
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import icon
from ui.look.text import plain_label, tip_text
from ui.look.theme import Theme
from ui.models.rows import RowsModel
from ui.panels.ledger.table import LedgerTable, PlayedTables, rows_for
from ui.panels.ledger.tables import BOOK, LedgerPage, tables_for
from ui.widgets.buttons import HIGH, Button, ButtonKind, HoldsKeys, icon_button
from ui.widgets.focus import bring_to_front
from ui.widgets.layout import (
    Arranged,
    Arranging,
    fill,
    in_column,
    in_row,
    nest,
    scrolling,
    take_away,
)
from ui.widgets.painted import Backdrop, Card

TWO_COLUMNS_FROM = 1080
"""Width in pixels at 100 % from which the cards stand in two columns."""

WORDS_FROM = 580
"""Width in pixels at 100 % from which the buttons on the cards have words."""

BETWEEN = 16
"""Pixels at 100 % between two cards."""

BELOW_AFTER = 200
"""Milliseconds until the cards are made that are out of sight when the ledger is first seen."""

HEAD, ROW, TITLE = 32, 36, 42


class WholeTable(LedgerTable):
    """A table as high as all its rows: the panel scrolls, not the table."""

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        table: LedgerPage,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(theme, desk, hub, table, parent=parent)
        self._fitting = Arranging(self, self._fit_height)
        # Columns may get their widths after the table got its own: then the horizontal bar goes,
        # and with it the room for it.
        self.horizontalScrollBar().rangeChanged.connect(self._fitting.ask)

    @override
    def sizeHint(self) -> QSize:
        rows = max(1, self.model().rowCount() if self.model() else 0)
        px = self.theme.px
        across = self.horizontalScrollBar()
        bar = across.sizeHint().height() if across.maximum() > 0 else 0
        return QSize(px(360), px(HEAD) + rows * px(ROW) + px(4) + bar)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(240), self.sizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fitting.ask()

    def _fit_height(self) -> None:
        if self.height() != self.sizeHint().height():
            self.updateGeometry()


class TableCard(Card, HoldsKeys):
    """A card with title, count and chief acts over a table."""

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        table: LedgerPage,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self.page = table
        self.table = WholeTable(theme, desk, hub, table, self)
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Fixed
        )
        self._count = plain_label(theme, "", "small", "text3")
        self._buttons: dict[str, Button] = {}
        head = in_row(theme, plain_label(theme, table.title, "title"), (self._count, 1))
        for act in table.acts:
            if act.head:
                key = act.key.upper() if len(act.key) == 1 else ""
                kind: ButtonKind = "soft" if act.form == "Reload" else "quiet"
                button = Button(theme, act.words, kind, act.icon, key)
                # Tab goes from table to table; by keyboard these acts have letters and Shift+F10.
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                button.setEnabled(not desk.read_only)
                button.clicked.connect(lambda _=False, act=act: self.table.do(act))
                head.addWidget(button)
                self._buttons[act.words] = button
        self.head = head
        fill(self.column, head, self.table)
        model = self.table.rows_model
        for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
            signal.connect(self.recount)
        self.recount()
        self.restyle()

    def recount(self) -> None:
        """Show how many rows there are now, and make the table as high as they need."""
        shown, total = self.table.rows_model.rowCount(), self.table.count
        self._count.say(str(total) if shown == total else f"{shown} of {total}")
        self.table.updateGeometry()

    def set_bare(self, bare: bool) -> None:
        """Leave out the words of the buttons, or put them back."""
        for words, button in self._buttons.items():
            button.set_words("" if bare else words, words if bare else "")

    @override
    def restyle(self) -> None:
        super().restyle()
        px = self.theme.px
        self.column.setContentsMargins(px(4), px(10), px(4), px(14))
        self.column.setSpacing(px(4))
        self.head.setContentsMargins(px(12), 0, px(8), 0)
        self.head.setSpacing(px(8))
        self._count.setMinimumHeight(px(HIGH))  # all heads are as high as one with buttons


class LedgerPanel(Arranged, PlayedTables):
    """The panel. Tab goes from table to table; `/` filters all of them."""

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, parent: QtWidgets.QWidget | None = None
    ) -> None:
        super().__init__(theme, desk, hub, "the ledger", parent)
        if parent is not None:
            self.resize(parent.size())  # arranged for this size now, so not again when it is shown
        self.cards: dict[str, TableCard] = {}
        self._names: tuple[str, ...] = ()
        self._order: tuple[str, ...] = ()
        self._two = False
        self._arranging = Arranging(self, self._arrange)
        self._later = QTimer(self, singleShot=True, interval=BELOW_AFTER)
        self._later.timeout.connect(self._make_book)
        self._lay_out()
        self.begin()
        self.filter.narrowed.connect(self._narrow)
        self.filter.left.connect(lambda: self.table(self._filtered_from).setFocus())
        hub.ledger_asked.connect(self.go_to)
        theme.changed.connect(self._restyle)
        self._restyle()

    def table(self, name: str) -> LedgerTable:
        """Return one of the tables."""
        if name not in self.cards:
            self._make_book()
        return self.cards[name].table

    def go_to(self, name: str) -> None:
        """Focus a table and scroll to it; an unknown name changes nothing."""
        if name in self._names:
            self.table(name).setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._area.ensureWidgetVisible(self.cards[name])

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Make the rest once it has been seen for a moment."""
        super().showEvent(event)
        if self._lacks_book:
            self._later.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._later.stop()

    @override
    def make_tables(self) -> None:
        """Make a card for each table of the rule sets that are played, and for those of the book.

        The book is last. Where it is out of sight, what is seen comes first.
        """
        before = tuple(self.cards.values())
        for old in before:
            old.hide()
            old.deleteLater()
        tables = tables_for(self._played)
        self._names = tuple(table.name for table in (*tables, *BOOK))
        self._wide = {table.name for table in tables if table.wide}
        self.cards = {}
        self._make_cards(tables)
        self._filtered_from = self._names[0]
        self.setFocusProxy(self.table(self._filtered_from))
        if before:  # the first ones are arranged once they have their sizes
            self._make_book()

    def _make_book(self) -> None:
        if self._lacks_book:
            self._make_cards(BOOK)
            self._order = ()
            self._arrange()

    @property
    def _lacks_book(self) -> bool:
        return BOOK[0].name not in self.cards

    def _make_cards(self, tables: Iterable[LedgerPage]) -> None:
        for table in tables:
            card = TableCard(self.theme, self._desk, self._hub, table, self._page)
            self.cards[table.name] = card
            self._connect(table.name, card.table)

    def _is_filled(self, two: bool) -> bool:
        """Return whether the title of the next card would be out of sight, in either column."""
        high = [self._down.contentsMargins().top() + self.theme.px(TITLE)] * 2
        for name, card in self.cards.items():
            for column in (0, 1):
                if not two or name in self._wide or card.page.right == bool(column):
                    high[column] += card.sizeHint().height() + self.theme.px(BETWEEN)
        return min(high) >= self.height()

    def _lay_out(self) -> None:
        self._page = Backdrop(self.theme, "bg1")
        # Its top left corner stays where it is while rows come and go, so Qt need not paint the
        # cards that are there already.
        self._page.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._top = QtWidgets.QVBoxLayout()
        self._across = in_row(self.theme, gap=16)
        self._down = in_column(
            self.theme, self._top, (self._across, 1), edges=(20, 16, 20, 16), on=self._page
        )
        self._columns = (QtWidgets.QVBoxLayout(), QtWidgets.QVBoxLayout())
        for column in self._columns:
            nest(self._across, column, 1)
        self._area = scrolling(self._page)
        # A ground that Qt fills is painted with all cards on it, and then the cards again.
        self._page.setAutoFillBackground(False)
        self._whole = in_column(self.theme, self.filter, (self._area, 1), self.refusal, on=self)

    def _connect(self, name: str, table: LedgerTable) -> None:
        table.next_asked.connect(lambda by: self._step(name, by))
        table.filter_asked.connect(lambda: self._open_filter(name))
        self.connect_table(table)

    def _step(self, name: str, by: int) -> None:
        self._make_book()
        at = self._order.index(name) + by
        if 0 <= at < len(self._order):
            self.go_to(self._order[at])
        else:
            self.table(name).leave(by > 0)

    def _open_filter(self, name: str) -> None:
        self._filtered_from = name
        self.filter.open()

    def _narrow(self, words: str) -> None:
        self._make_book()
        for card in self.cards.values():
            card.table.rows_model.set_filter(words)
            card.recount()

    def _arrange(self) -> None:
        """Put the cards into one or two columns; Sci-fi ammunition goes across both."""
        two = self.width() >= self.theme.px(TWO_COLUMNS_FROM)
        if self._lacks_book and not self._is_filled(two):
            self._make_cards(BOOK)
        for card in self.cards.values():
            card.set_bare(self.width() < self.theme.px(WORDS_FROM))
        # Sorting is stable: pages with the same place keep the order of the tabs.
        by_place = sorted(self.cards, key=lambda name: self.cards[name].page.place)
        order = tuple(sorted(by_place, key=lambda name: self.cards[name].page.right))
        # In one column the tables keep the order of the tabs.
        order = order if two else tuple(self.cards)
        if order == self._order and two == self._two:
            return
        self._order, self._two = order, two
        for column in (self._top, *self._columns):
            while column.count():
                # Takes the card out of the layout only: it stays a child of the page.
                column.takeAt(0)
        for name in order:
            place = self._columns[int(two and self.cards[name].page.right)]
            (self._top if name in self._wide else place).addWidget(self.cards[name])
        for column in self._columns:
            column.addStretch(1)
        self._across.setStretch(1, int(two))

    def _restyle(self) -> None:
        px = self.theme.px
        self._down.setSpacing(px(BETWEEN) if self._wide else 0)
        for column in (self._top, *self._columns):
            column.setSpacing(px(BETWEEN))
        self._order = ()
        self._arrange()


class LedgerTabs(Arranged, PlayedTables):
    """Tabs, the open table, and a button for its acts. The Tab key goes to the next table."""

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, parent: QtWidgets.QWidget | None = None
    ) -> None:
        super().__init__(theme, desk, hub, "this table", parent)
        self._arranging = Arranging(self, self._name_tabs)
        self.pages: tuple[LedgerPage, ...] = ()
        self._rows: list[RowsModel[Any]] = []
        self._made: dict[int, LedgerTable] = {}
        self.bar = QtWidgets.QTabBar()
        self._stack = QtWidgets.QStackedWidget()
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
        self._acts = icon_button(self.theme, "dots", "Acts of this table", self._show_menu)
        self._line = in_row(self.theme, (self.bar, 1), self._acts, gap=0, edges=(4, 0, 8, 0))
        self._column = in_column(
            self.theme, self._line, self.filter, (self._stack, 1), self.refusal, gap=0, on=self
        )

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
        self.current.show_menu(self._acts.mapToGlobal(self._acts.rect().bottomLeft()))

    def _name_tabs(self) -> None:
        """Write names and counts; with less room icons go, then counts, and only then other names."""
        open_tab = self.bar.currentIndex()
        counts = [str(rows.total) for rows in self._rows]
        names = [f"{page.short}  {count}" for page, count in zip(self.pages, counts, strict=True)]
        # A name is read sooner than an icon, so it stays longer; what counts nothing needs no 0.
        brief = [
            f"{page.short} {rows.total}" if rows.total else page.short
            for page, rows in zip(self.pages, self._rows, strict=True)
        ]
        least = [page.least or page.short for page in self.pages]
        named = [names[k] if k == open_tab else counts[k] for k in range(len(names))]
        bare = [counts[k] if k == open_tab else "" for k in range(len(names))]
        ways = ((names, True), (names, False), (brief, False), (least, False), (named, True))
        texts, icons = next((way for way in ways if self._fits(*way)), (bare, True))
        for place, page in enumerate(self.pages):
            whole = texts[place] in (names[place], brief[place])
            self.bar.setTabText(place, texts[place])
            shown = icon(self.theme, page.icon, "text2") if icons else QIcon()
            self.bar.setTabIcon(place, shown)
            self.bar.setTabToolTip(place, tip_text("" if whole else page.title))
            self.bar.setAccessibleTabName(place, f"{page.title}, {counts[place]}")

    def _fits(self, texts: list[str], icons: bool) -> bool:
        metrics, px = self.bar.fontMetrics(), self.theme.px
        beside = px(16 + 28) if icons else px(17)
        wide = sum(metrics.horizontalAdvance(text) + beside for text in texts)
        return wide <= self.width() - self._acts.sizeHint().width() - px(12)

    def _restyle(self) -> None:
        px = self.theme.px
        self.bar.setFont(self.theme.font("small"))
        self.bar.setIconSize(QSize(px(16), px(16)))
        self._name_tabs()
