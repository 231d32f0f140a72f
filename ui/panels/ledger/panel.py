"""The Ledger workspace: all tables as cards, in two columns where there is room for them."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.panels.ledger.acts import LedgerPage
from ui.panels.ledger.book import BOOK
from ui.panels.ledger.played import PlayedTables
from ui.panels.ledger.table import LedgerTable
from ui.panels.ledger.tables import tables_for
from ui.widgets.backdrop import Backdrop
from ui.widgets.buttons import HIGH, Button
from ui.widgets.card import Card
from ui.widgets.layout.arranging import Arranging

LEFT = ("ammo", "shots", "crews", "fires", "fields", "objectives")
RIGHT = ("detected", "homing", "marks", "air", "waiting", "armies")
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
        self, theme: Theme, desk: Desk, hub: Hub, table: LedgerPage, parent: QWidget | None = None
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


class TableCard(Card):
    """A card with title, count and chief acts over a table."""

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, table: LedgerPage, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self.table = WholeTable(theme, desk, hub, table, self)
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._count = plain_label(theme, "", "small", "text3")
        self._buttons: dict[str, Button] = {}
        head = QHBoxLayout()
        head.addWidget(plain_label(theme, table.title, "title"))
        head.addWidget(self._count, 1)
        for act in table.acts:
            if act.head:
                key = act.key.upper() if len(act.key) == 1 else ""
                kind = "soft" if act.form == "Reload" else "quiet"
                button = Button(
                    theme, act.words, "soft" if kind == "soft" else "quiet", act.icon, key
                )
                # Tab goes from table to table; by keyboard these acts have letters and Shift+F10.
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                button.setEnabled(not desk.read_only)
                button.clicked.connect(lambda _=False, act=act: self.table.do(act))
                head.addWidget(button)
                self._buttons[act.words] = button
        self.head = head
        self.column.addLayout(head)
        self.column.addWidget(self.table)
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


class LedgerPanel(PlayedTables):
    """The panel. Tab goes from table to table; `/` filters all of them."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
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
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

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
                if not two or name in self._wide or (name in RIGHT) == bool(column):
                    high[column] += card.sizeHint().height() + self.theme.px(BETWEEN)
        return min(high) >= self.height()

    def _lay_out(self) -> None:
        self._page = Backdrop(self.theme, "bg1")
        # Its top left corner stays where it is while rows come and go, so Qt need not paint the
        # cards that are there already.
        self._page.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._down = QVBoxLayout(self._page)
        self._top = QVBoxLayout()
        self._across = QHBoxLayout()
        self._down.addLayout(self._top)
        self._down.addLayout(self._across, 1)
        self._columns = (QVBoxLayout(), QVBoxLayout())
        for column in self._columns:
            self._across.addLayout(column, 1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._page)
        # A ground that Qt fills is painted with all cards on it, and then the cards again.
        self._page.setAutoFillBackground(False)
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 0, 0, 0)
        self._whole.addWidget(self.filter)
        self._whole.addWidget(self._area, 1)
        self._whole.addWidget(self.refusal)

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
        order = tuple(name for name in LEFT + RIGHT if name in self.cards)
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
            place = self._columns[int(two and name in RIGHT)]
            (self._top if name in self._wide else place).addWidget(self.cards[name])
        for column in self._columns:
            column.addStretch(1)
        self._across.setStretch(1, int(two))

    def _restyle(self) -> None:
        px = self.theme.px
        self._down.setContentsMargins(px(20), px(16), px(20), px(16))
        self._down.setSpacing(px(BETWEEN) if self._wide else 0)
        self._across.setSpacing(px(16))
        for column in (self._top, *self._columns):
            column.setSpacing(px(BETWEEN))
        self._order = ()
        self._arrange()
