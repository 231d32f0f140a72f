"""What the feet of all attacks have: why something is refused, a note, and a line of buttons."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout
from typing_extensions import override

from brikdesk.errors import Refusal
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.queue.step_note import StepNote
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget
from ui.widgets.rules.refusal_line import RefusalLine


class AnyFoot(PaintedWidget):
    """Refusal, note and buttons. `going_on` is Enter outside of the dice, `leaving` is Esc.

    `unit_of_now` returns the key of the unit that a note is about.
    """

    going_on = Signal()
    leaving = Signal()

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, unit_of_now: Callable[[], int | None]
    ) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._said: tuple[str, str, tuple[Refusal, ...]] = ("", "", ())
        self.refusal = RefusalLine(theme)
        self.refusal.asked.connect(hub.rule_asked)
        self.note = StepNote(theme, desk, unit_of_now)
        self.undo = Button(theme, "Undo", "soft", "undo", "Ctrl Z")
        self.undo.clicked.connect(desk.undo)
        self.cancel = Button(theme, "Cancel", "quiet", "", "Esc")
        self.cancel.clicked.connect(self.leaving)
        self._line = FlowLayout()
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.refusal)
        self._column.addWidget(self.note)
        self._column.addLayout(self._line)

    def lay_out(self, *buttons: Button) -> None:
        """Put the buttons into the line."""
        for button in buttons:
            self._line.addWidget(button)
        self.restyle()

    def refuse(self, sentence: str, rule: str = "", others: tuple[Refusal, ...] = ()) -> None:
        """Show why something is refused; nothing for an empty sentence."""
        if (sentence, rule, others) == self._said:
            return  # a screen reader has said it
        self._said = (sentence, rule, others)
        if sentence:
            self.refusal.refuse(sentence, rule, others)
        else:
            self.refusal.clear()

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._line.setSpacing(px(6))
        self._column.setSpacing(px(8))
        self._column.setContentsMargins(px(16), px(10), px(16), px(12))
        super().restyle()
