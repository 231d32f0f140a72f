"""Desk > Start: the steps at the start of a turn, and the same at its end."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.queue.rows import queue_rows
from ui.models.queue.the_queue import queue_of
from ui.panels.queue.body import QueueBody
from ui.panels.queue.closing_card import ClosingCard
from ui.panels.queue.focus import QueueFocus
from ui.panels.queue.head import QueueHead
from ui.panels.queue.keys import QueueKeys
from ui.panels.queue.step_card import StepCard
from ui.panels.queue.step_list import QueueList
from ui.widgets.backdrop import Backdrop
from ui.widgets.layout.arranging import Arranging

SHORT = 800
"""Window height in pixels at 100 % below which settled steps take one line while others wait."""


class StartPanel(Backdrop):
    """Settled steps folded, the current one as a card, those that wait below."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self._arranging = Arranging(self, self._fold)
        self.setAccessibleName("Start and end of turn")
        self.controller = queue_of(desk, hub)
        self.head = QueueHead(theme, self.controller, hub)
        self.done = QueueList(theme, self.controller, hub, "done")
        self.card = StepCard(theme, self.controller, hub, parent=self)
        self.closing = ClosingCard(theme, self.controller, parent=self)
        self.waiting = QueueList(theme, self.controller, hub, "waiting")
        self.keys = QueueKeys(self.controller, self.card, hub)
        self._body = QueueBody(self.keys)
        self._scroll = QScrollArea()
        self._lay_out()
        self._focus = QueueFocus(self, self._body, self.card, self.closing, self.keys, hub)
        self.setFocusProxy(self._body)
        self.controller.queue_changed.connect(self.follow)
        self.controller.step_changed.connect(self._body.settle)  # when the cards have changed
        for part in (self.card, self.done, self.waiting):
            part.grew.connect(self._show_card)
        self.restyle()
        self.follow()

    @property
    def apply_when_complete(self) -> bool:
        """Whether a step is applied when its last die is in, without Enter."""
        return self.controller.apply_when_complete

    @apply_when_complete.setter
    def apply_when_complete(self, wished: bool) -> None:
        self.controller.apply_when_complete = wished

    def follow(self) -> None:
        """Show which steps are done and which wait."""
        controller = self.controller
        done, waiting = queue_rows(controller.queue, controller.steps, controller.current)
        current = controller.current
        self.done.show_rows(done)
        self._fold()
        self.waiting.show_rows([row for row in waiting if current and row.key != current.key])
        self._body.settle()
        self._show_card()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _fold(self) -> None:
        """Fold settled steps if the window is short and other steps still wait."""
        short = self.window().height() < self.theme.px(SHORT)
        self.done.set_compact(short and bool(self.controller.queue.waiting))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.controller.watch(self, True)
        self._focus.arrive()
        self._show_card()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.controller.watch(self, False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keys.press(event):
            event.ignore()

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
        self._scroll.setWidget(self._body)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        self._body.setAutoFillBackground(False)

    def _show_card(self) -> None:
        """Keep the card in view, once the layout has given it its place."""
        if self.isVisible():
            self._focus.settle(self._scroll)
