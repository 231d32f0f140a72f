"""Desk > Start: the steps at the edges of a turn; and the large view, read across the table."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.queue import queue_rows
from ui.panels.log import TurnLog
from ui.panels.queue.pane import QueuePane
from ui.panels.queue.step_list import QueueList
from ui.widgets.layout import Arranged, Arranging, in_column, in_row, laid_out_once
from ui.widgets.painted import Backdrop

SHORT = 800
"""Window height in pixels at 100 % below which settled steps take one line while others wait."""


class StartPanel(Arranged, QueuePane):
    """Settled steps folded, the current one as a card, those that wait below."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, "bg1", parent=parent)
        self._arranging = Arranging(self, self._fold)
        self.setAccessibleName("Start and end of turn")
        self.done = QueueList(theme, self.controller, hub, "done")
        self.waiting = QueueList(theme, self.controller, hub, "waiting")
        self._lay_out()
        for part in (self.done, self.waiting):
            part.grew.connect(self.show_card)
        self.begin()

    @property
    def apply_when_complete(self) -> bool:
        """Whether a step is applied when its last die is in, without Enter."""
        return self.controller.apply_when_complete

    @apply_when_complete.setter
    def apply_when_complete(self, wished: bool) -> None:
        self.controller.apply_when_complete = wished

    @override
    def follow(self) -> None:
        controller = self.controller
        done, waiting = queue_rows(controller.queue, controller.steps, controller.current)
        current = controller.current
        # Both lists change: Qt lays the pane out once, when they are as they will be.
        with laid_out_once(self._body):
            self.done.show_rows(done)
            self._fold()
            # The current step is the card between the two lists.
            self.waiting.show_rows([row for row in waiting if current and row.key != current.key])
        self._body.settle()
        self.show_card()

    def _fold(self) -> None:
        """Fold settled steps if the window is short and other steps still wait."""
        short = self.window().height() < self.theme.px(SHORT)
        self.done.set_compact(short and bool(self.controller.queue.waiting))

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            px = self.theme.px
            self.head.setContentsMargins(0, 0, px(16), 0)
            self._body.edge = px(16)
            self._body.column.setSpacing(px(8))

    def _lay_out(self) -> None:
        self._column = in_column(
            self.theme, self.head, (self._scroll, 1), edges=(16, 16, 0, 0), gap=12, on=self
        )
        for part in (self.done, self.card, self.closing, self.waiting):
            self._body.column.addWidget(part)
        self._body.column.addStretch(1)


QUEUE, CARD, LOG = 348, 640, 332
WITH_LOG, WITH_QUEUE = 1160, 820
"""Least widths in pixels at 100 % for showing the log, and the queue, beside the card."""


class LargeView(Arranged, QueuePane):
    """The same queue as the desk's Start panel, with 84 px dice."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, "bg0", large=True, parent=parent)
        self._arranging = Arranging(self, self._arrange)
        self.setAccessibleName("Large view of the queue")
        self.steps = QueueList(theme, self.controller, hub, "large", whole=False)
        self.log = TurnLog(theme, desk, hub, self.controller)
        self._left = Backdrop(theme, "bg1", Qt.Edge.RightEdge)
        self._right = Backdrop(theme, "bg1", Qt.Edge.LeftEdge)
        self._lay_out()
        self.begin()

    def show_map(self, detail: QWidget) -> None:
        """Put a detail of the map above the log."""
        self._right_column.insertWidget(0, detail)

    @override
    def follow(self) -> None:
        controller = self.controller
        done, waiting = queue_rows(controller.queue, controller.steps, controller.current)
        self.steps.show_rows((*done, *waiting))
        self.steps.show_current()
        self.show_card()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self.steps.show_current()
        super().showEvent(event)

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            px = self.theme.px
            self._left.setFixedWidth(px(QUEUE))
            self._right.setFixedWidth(px(LOG))
            self.head.setContentsMargins(px(10), 0, px(10), 0)
            self._body.edge = self._body.left = px(24)
            self._body.column.setSpacing(px(12))
            for card in (self.card, self.closing):
                card.setMaximumWidth(px(CARD))
            self._arrange()

    def _lay_out(self) -> None:
        self._left_column = in_column(
            self.theme, self.head, (self.steps, 1), edges=(12, 20, 12, 12), gap=16, on=self._left
        )
        self._right_column = QVBoxLayout(self._right)
        self._right_column.setContentsMargins(1, 0, 0, 0)
        self._right_column.addWidget(self.log, 1)
        column = self._body.column
        # A little above the middle: one part of the room above the card, two below it.
        column.addStretch(1)
        for card in (self.card, self.closing):
            line = QHBoxLayout()
            line.addStretch(1)
            line.addWidget(card, 1000)  # the card first grows to its maximum, then the stretches
            line.addStretch(1)
            column.addLayout(line)
        column.addStretch(2)
        self._scroll.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        in_row(self.theme, self._left, (self._scroll, 1), self._right, gap=0, on=self)

    def _arrange(self) -> None:
        self._right.setVisible(self.width() >= self.theme.px(WITH_LOG))
        self._left.setVisible(self.width() >= self.theme.px(WITH_QUEUE))
