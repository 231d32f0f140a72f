"""The card that takes the place of the current step when no step is left."""

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.rules.brikwars.reminders import Reminder
from brikdesk.store.views.reminders import idle_fighters
from brikdesk.store.views.units import units
from ui.look.shortcuts import key_of
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController, QueueStage
from ui.panels.queue.idle_list import IdleList
from ui.panels.queue.unfired_list import UnfiredList
from ui.widgets.brushwork import draw_focus
from ui.widgets.buttons import Button
from ui.widgets.card import RADIUS, Card
from ui.widgets.icon_mark import IconMark
from ui.widgets.rules.refusal_line import RefusalLine
from ui.widgets.rules.rule_notes import RuleNotes


class ClosingCard(Card):
    """At the start: the turn is open. At the end: hand over to the next player."""

    def __init__(
        self,
        theme: Theme,
        controller: QueueController,
        large: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, "bg2", large=large, parent=parent)
        self._controller, self._ringed = controller, False
        self._stale, self._large = True, large
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        controller.queue_changed.connect(self.follow)
        self.follow()

    def _make(self) -> None:
        self._mark = IconMark(self.theme, "check", "ok", 20, 36)
        self._title = plain_label(self.theme, "", "display" if self._large else "title", wrap=True)
        self._detail = plain_label(
            self.theme, "", "body" if self._large else "small", "text2", wrap=True
        )
        self.hand_over = Button(self.theme, "", "primary", "flag", "Enter", large=self._large)
        self.hand_over.clicked.connect(self._controller.enter)
        self.refusal = RefusalLine(self.theme)
        names = QVBoxLayout()
        names.addWidget(self._title)
        names.addWidget(self._detail)
        head = QHBoxLayout()
        head.addWidget(self._mark)
        head.addLayout(names, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.hand_over)
        buttons.addStretch(1)
        self.column.addLayout(head)
        self.unfired, self.idle = (
            UnfiredList(self.theme, self._controller),
            IdleList(self.theme, self._controller),
        )
        self.reminders = RuleNotes(self.theme)
        self.reminders.asked.connect(self._controller.hub.rule_asked)
        self.column.addWidget(self.reminders)
        self.column.addWidget(self.refusal)
        self.column.addWidget(self.unfired)
        self.column.addWidget(self.idle)
        self.column.addLayout(buttons)

    def words(self) -> str:
        """Return its title and what follows; nothing while it has never been seen."""
        if not self.column.count():
            return ""
        return f"{self._title.text()} {self._detail.text()}".strip()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what was done while it was out of sight."""
        super().showEvent(event)
        if self._stale:
            self._fill()

    def follow(self) -> None:
        """Show whether the turn is open or over, or that no battle is running."""
        self.setVisible(self._controller.stage is not QueueStage.STEPS)
        # Who is idle takes a dozen questions: nobody asks them for a card that is not seen.
        self._stale = not self.isVisible()
        if not self._stale:
            self._fill()

    def _fill(self) -> None:
        controller, stage = self._controller, self._controller.stage
        if not self.column.count():  # there are steps left when a campaign is opened
            self._make()
        self._stale = False
        active, following = controller.head.active, controller.head.following
        faction = active.faction if active else ""
        if stage is QueueStage.NO_BATTLE:
            self._title.say("No battle is running")
            self._detail.say("Set up a battle, then start it.")
        elif stage is QueueStage.OPEN:
            self._title.say(self._how_far() or "Nothing waits")
            self._detail.say(f"The turn is open. {faction} plays.{self._first_thing()}")
        elif controller.is_out:
            self._title.say(self._how_far() or "Nothing waits")
            self._detail.say(f"{faction} is out of the battle.")
        else:
            self._title.say(f"{self._how_far() or 'All done'} at the end of the turn")
            self._detail.say(f"{faction} has finished.")
        self.unfired.follow()
        self.idle.follow()
        self.reminders.show_reminders(self._idle())
        mark = "turn" if stage is QueueStage.NO_BATTLE else "check"
        self._mark.show_icon(mark, "text2" if stage is QueueStage.NO_BATTLE else "ok")
        over = stage is QueueStage.OVER and following is not None and not controller.desk.read_only
        self.hand_over.setVisible(over)
        self.set_accent(over)
        if following:
            self.hand_over.set_words(f"Hand over to {following.name}")
        if controller.complaint and stage is not QueueStage.STEPS:
            self.refusal.refuse(controller.complaint)
        else:
            self.refusal.clear()

    def _idle(self) -> list[Reminder]:
        """Return a reminder of the units that have done nothing in their Close Combat (A5-05)."""
        if self._controller.stage is not QueueStage.OPEN:
            return []
        idle = self._controller.desk.read(idle_fighters)
        if idle is None:
            return []
        names = ", ".join(idle.names)
        words = f"Idle in Close Combat: {names}. {idle.reminder.words}"
        return [replace(idle.reminder, words=words)]

    def _how_far(self) -> str:
        """Return "All done" or how much was left; empty if there was nothing to do."""
        queue = self._controller.queue
        if queue.left:
            left = len(queue.left)
            return f"All but {'1 step' if left == 1 else f'{left} steps'} done"
        return "All done" if queue.done else ""

    def _first_thing(self) -> str:
        """Return a hint to add units, for a campaign that has none; else an empty string."""
        read = self._controller.desk.read
        if self._how_far() or read(units) or read(units, True):  # the lists ask for the first too
            return ""
        return f" There are no units yet: add them with N in Units ({key_of('units')})."

    def set_ringed(self, ringed: bool) -> None:
        """Draw the focus ring around the card, or not."""
        self._ringed = ringed
        self.update()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        super().paint(painter, box)
        if self._ringed:
            painter.setClipping(False)  # the card clips to its outline for the accent edge
            draw_focus(painter, box, self.theme, self.theme.px(RADIUS))
