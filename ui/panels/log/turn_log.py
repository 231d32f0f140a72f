"""What was logged in the running turn, beside the large view of the queue."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout
from typing_extensions import override

from brikdesk.store.views.log import undo_state
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.log_model import LogModel
from ui.models.queue.controller import QueueController
from ui.panels.log.line_list import LogList
from ui.widgets.buttons import Button
from ui.widgets.painted import PaintedWidget


class TurnLog(PaintedWidget):
    """The lines of this turn, newest first, and a button that undoes the last act."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, controller: QueueController) -> None:
        super().__init__(theme)
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(policy.Policy.Preferred)
        policy.setVerticalPolicy(policy.Policy.Expanding)
        self.setSizePolicy(policy)
        self._desk, self._controller = desk, controller
        self.model = LogModel(desk, self)
        self.list = LogList(theme, hub, self.model)
        self.list.empty = "Nothing is done in this turn yet."
        self.undo = Button(theme, "", "quiet", "undo", "", name="Undo")
        self.undo.clicked.connect(desk.undo)
        head = QHBoxLayout()
        head.addWidget(plain_label(theme, "This turn", "title"), 1)
        head.addWidget(self.undo)
        self._head = head
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        controller.queue_changed.connect(self.follow)
        self.restyle()
        self.follow()

    def follow(self) -> None:
        """Show the lines of the running turn, and the act that Undo would take back."""
        self.model.show_turn(self._controller.queue.turn_id)
        titles = self._desk.read(undo_state, 1).undo
        self.undo.setEnabled(bool(titles) and not self._desk.read_only)
        self.undo.set_words("", f"Undo: {titles[0]}" if titles else "Undo")

    @override
    def restyle(self) -> None:
        px = self.theme.px
        if self.layout():
            self._head.setContentsMargins(px(16), px(12), px(12), 0)
        super().restyle()
