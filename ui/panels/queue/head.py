"""The head of the queue: start or end of the turn, how far it is, Roll all, the large view."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController, QueueStage
from ui.models.queue.rows import queue_rows
from ui.widgets.buttons import Button
from ui.widgets.layout.arranging import Arranging
from ui.widgets.painted import PaintedWidget
from ui.widgets.progress_steps import ProgressSteps


class QueueHead(PaintedWidget):
    """Title, count and bar of segments; in the large view without buttons."""

    def __init__(
        self, theme: Theme, controller: QueueController, hub: Hub, large: bool = False
    ) -> None:
        super().__init__(theme)
        self._arranging = Arranging(self, self._arrange)
        self._controller = controller
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(policy.Policy.Preferred)
        policy.setVerticalPolicy(policy.Policy.Minimum)
        self.setSizePolicy(policy)
        self.title = plain_label(theme, "", "head" if large else "title")
        self.count = ElidedLabel(theme, "", "small", "text2")
        self.progress = ProgressSteps(theme)
        self.roll_all = Button(theme, "Roll all", "soft", "roll", "⇧ Space")
        self.expand = Button(theme, "", "quiet", "expand", name="Large view (F)")
        self.roll_all.clicked.connect(controller.roll_all)
        self.expand.clicked.connect(lambda: hub.large_asked.emit(True))
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self.title)
        names.addWidget(self.count)
        line = QHBoxLayout()
        line.addLayout(names, 1)
        line.addWidget(self.roll_all)
        line.addWidget(self.expand)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(line)
        self._column.addWidget(self.progress)
        for button in (self.roll_all, self.expand):
            button.setVisible(not large)
        controller.queue_changed.connect(self.follow)
        self.restyle()
        self.follow()

    def follow(self) -> None:
        """Show how far the queue is."""
        controller, queue = self._controller, self._controller.queue
        self.title.say("End of turn" if controller.at_end else "Start of turn")
        settled, waiting = queue_rows(queue, controller.steps, controller.current)
        done, missed = len(queue.done), len(queue.left)
        self.count.say(_count(done, len(waiting), missed, queue.rolls_left))
        states = tuple(row.state for row in (*settled, *waiting))
        self.progress.show_steps(states)
        self.progress.setVisible(bool(states))
        self.roll_all.setEnabled(
            controller.stage is QueueStage.STEPS and not controller.desk.read_only
        )

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _arrange(self) -> None:
        """Drop the icon of Roll all if the count needs the room."""
        self.roll_all.set_icon("roll" if self.width() >= self.theme.px(390) else "")

    def restyle(self) -> None:
        """Take up new sizes."""
        self._column.setSpacing(self.theme.px(12))
        super().restyle()


def _count(done: int, waiting: int, missed: int, rolls: int) -> str:
    if not done + waiting + missed:
        return "Nothing waits"
    parts = [f"{done} of {done + waiting + missed} done"]
    if missed:
        parts.append(f"{missed} not done")
    if rolls:
        parts.append(f"{rolls} {'roll' if rolls == 1 else 'rolls'} left")
    return ", ".join(parts)
