"""Desk > Start: the steps at the start of a turn, and the same at its end."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.queue.rows import queue_rows
from ui.panels.queue.pane import QueuePane
from ui.panels.queue.step_list import QueueList
from ui.widgets.layout.arranging import Arranging
from ui.widgets.layout.once import laid_out_once

SHORT = 800
"""Window height in pixels at 100 % below which settled steps take one line while others wait."""


class StartPanel(QueuePane):
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
        with laid_out_once(self._body):
            self.done.show_rows(done)
            self._fold()
            self.waiting.show_rows([row for row in waiting if current and row.key != current.key])
        self._body.settle()
        self.show_card()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _fold(self) -> None:
        """Fold settled steps if the window is short and other steps still wait."""
        short = self.window().height() < self.theme.px(SHORT)
        self.done.set_compact(short and bool(self.controller.queue.waiting))

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            px = self.theme.px
            self._column.setContentsMargins(px(16), px(16), 0, 0)
            self._column.setSpacing(px(12))
            self.head.setContentsMargins(0, 0, px(16), 0)
            self._body.edge = px(16)
            self._body.column.setSpacing(px(8))

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.head)
        self._column.addWidget(self._scroll, 1)
        for part in (self.done, self.card, self.closing, self.waiting):
            self._body.column.addWidget(part)
        self._body.column.addStretch(1)
