"""What both views of the queue have: its card, the card that closes it, and where the focus is."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.queue.the_queue import queue_of
from ui.panels.queue.body import QueueBody
from ui.panels.queue.closing_card import ClosingCard
from ui.panels.queue.focus import QueueFocus
from ui.panels.queue.head import QueueHead
from ui.panels.queue.keys import QueueKeys
from ui.panels.queue.step_card import StepCard
from ui.widgets.asker import Asker
from ui.widgets.backdrop import Backdrop


class QueuePane(Backdrop, Asker):
    """The queue's parts. A subclass lays them out, then calls `begin`."""

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        ground: str,
        large: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, ground, parent=parent)
        self._hub, self._large = hub, large
        self.controller = queue_of(desk, hub)
        self.head = QueueHead(theme, self.controller, hub, large=large)
        self.card = StepCard(theme, self.controller, hub, large=large, parent=self)
        self.closing = ClosingCard(theme, self.controller, large=large, parent=self)
        self.keys = QueueKeys(self.controller, self.card, hub)
        self._body = QueueBody(self.keys)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)

    def begin(self) -> None:
        """Follow the queue from now on; after the parts are laid out."""
        self._lay_out_body()
        self._focus = QueueFocus(
            self, self._body, self.card, self.closing, self.keys, self._hub, large=self._large
        )
        self.setFocusProxy(self._body)
        self.controller.queue_changed.connect(self.follow)
        self.controller.step_changed.connect(self._body.settle)  # when the cards have changed
        self.card.grew.connect(self.show_card)
        self.restyle()
        self.follow()

    def _lay_out_body(self) -> None:
        self._scroll.setWidget(self._body)
        self._body.setAutoFillBackground(False)  # Qt's own would be painted over the backdrop

    def follow(self) -> None:
        """Show which steps are done and which wait."""
        raise NotImplementedError

    def show_card(self) -> None:
        """Keep the card in view, once the layout has given it its place."""
        if self.isVisible():
            self._focus.settle(self._scroll)

    @override
    def waits_for(self) -> str:
        return self.keys.waits_for()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.controller.watch(self, True)
        self._focus.arrive()
        self.show_card()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.controller.watch(self, False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keys.press(event):
            event.ignore()
