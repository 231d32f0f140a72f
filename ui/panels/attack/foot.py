"""The foot of an attack: why it is refused, and the buttons.

The button that Enter or Space does now is the primary one.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.attack.controller import AttackController
from ui.models.attack.phases import Phase
from ui.panels.queue.step_note import StepNote
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget
from ui.widgets.rules.refusal_line import RefusalLine

NARROW = 440
"""Pixels at 100 % below which the buttons say less, so that they stay in one line."""


class AttackFoot(PaintedWidget):
    """Refusal, note and buttons. `going_on` is Enter outside of the dice, `leaving` is Esc."""

    going_on = Signal()
    leaving = Signal()

    def __init__(
        self, theme: Theme, controller: AttackController, hub: Hub, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self._said = ("", "")
        self.refusal = RefusalLine(theme)
        self.go = Button(theme, "To the dice", "primary", "roll", "Enter")
        self.roll = Button(theme, "Roll", "primary", "roll", "Space")
        self.apply = Button(theme, "Apply", "soft", "", "Enter")
        self.undo = Button(theme, "Undo", "soft", "undo", "Ctrl Z")
        self.cancel = Button(theme, "Cancel", "quiet", "", "Esc")
        self.go.clicked.connect(self.going_on)
        self.roll.clicked.connect(controller.roll)
        self.apply.clicked.connect(controller.apply)
        self.undo.clicked.connect(controller.desk.undo)
        self.cancel.clicked.connect(self.leaving)
        self.refusal.overruled.connect(controller.overrule)
        self.refusal.asked.connect(hub.rule_asked)
        self.note = StepNote(theme, controller.desk, lambda: controller.draft.strike.by_id)
        self._line = FlowLayout()
        for button in (self.go, self.roll, self.apply, self.undo, self.cancel):
            self._line.addWidget(button)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.refusal)
        self._column.addWidget(self.note)
        self._column.addLayout(self._line)
        self.restyle()

    def follow(self, roll_words: str, shown_elsewhere: bool) -> None:
        """Show what can be done now.

        `roll_words` stand on Roll. With `shown_elsewhere` the problem stands at its field already.
        """
        controller, phase = self._controller, self._controller.phase
        aiming, rolling = phase is Phase.AIM, phase is Phase.DICE
        self.roll.setVisible(rolling)
        self.apply.setVisible(rolling)
        self.undo.setVisible(phase is Phase.DONE)
        self.go.setVisible(not rolling)
        self.cancel.setVisible(phase is not Phase.NOTHING)
        self.cancel.set_words("Close" if phase is Phase.DONE else "Cancel")
        words = {Phase.NOTHING: "New attack", Phase.DONE: "Next attack"}.get(phase, "To the dice")
        self.go.set_words("Send it off" if aiming and controller.preview.flies else words)
        # Without a turn no battle runs, and nobody can attack.
        able = not controller.desk.read_only and bool(controller.table.head.turn_id)
        self.go.setEnabled(controller.aimed if aiming else able)
        if rolling:
            # Space rolls while dice are missing, then Enter applies: that one is the primary.
            narrow = self.width() < self.theme.px(NARROW)
            self.roll.set_words("Roll" if narrow else roll_words)
            self.roll.setEnabled(controller.can_roll)
            self.roll.set_kind("primary" if controller.can_roll else "soft")
            self.apply.setEnabled(controller.can_apply)
            self.apply.set_kind("soft" if controller.can_roll else "primary")
        self._show_refusal(shown_elsewhere)

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._line.setSpacing(px(6))
        self._column.setSpacing(px(8))
        self._column.setContentsMargins(px(16), px(10), px(16), px(12))
        super().restyle()

    def _show_refusal(self, shown_elsewhere: bool) -> None:
        controller, preview = self._controller, self._controller.preview
        sentence, rule = "", ""
        if controller.phase in (Phase.AIM, Phase.DICE):
            sentence, rule = preview.refusal, preview.refused_by
            if controller.refused:
                sentence, rule = controller.refused.sentence, controller.refused.rule
            elif controller.problem and not shown_elsewhere:
                sentence, rule = controller.complaint, ""
        if (sentence, rule) == self._said:
            return  # a screen reader has said it
        self._said = (sentence, rule)
        if sentence:
            self.refusal.refuse(sentence, rule)
        else:
            self.refusal.clear()
