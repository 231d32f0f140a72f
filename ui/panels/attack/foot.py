"""The foot of an attack: why it is refused, and the buttons.

The button that Enter or Space does now is the primary one.
"""

from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.attack.controller import AttackController
from ui.models.attack.phases import AttackPhase
from ui.panels.attack.any_foot import AnyFoot
from ui.widgets.buttons import Button

NARROW = 440
"""Pixels at 100 % below which the buttons say less, so that they stay in one line."""


class AttackFoot(AnyFoot):
    """Refusal, note and the buttons of an attack by the BrikWars rules."""

    def __init__(self, theme: Theme, controller: AttackController, hub: Hub) -> None:
        super().__init__(theme, controller.desk, hub, lambda: controller.draft.strike.by_id)
        self._controller = controller
        self.go = Button(theme, "To the dice", "primary", "roll", "Enter")
        self.roll = Button(theme, "Roll", "primary", "roll", "Space")
        self.apply = Button(theme, "Apply", "soft", "", "Enter")
        self.go.clicked.connect(self.going_on)
        self.roll.clicked.connect(controller.roll)
        self.apply.clicked.connect(controller.apply)
        self.refusal.overruled.connect(controller.overrule)
        self.lay_out(self.go, self.roll, self.apply, self.undo, self.cancel)

    def follow(self, roll_words: str, shown_elsewhere: bool) -> None:
        """Show what can be done now.

        `roll_words` stand on Roll. With `shown_elsewhere` the problem stands at its field already.
        """
        controller, phase = self._controller, self._controller.phase
        aiming, rolling = phase is AttackPhase.AIM, phase is AttackPhase.DICE
        self.roll.setVisible(rolling)
        self.apply.setVisible(rolling)
        self.undo.setVisible(phase is AttackPhase.DONE)
        self.go.setVisible(not rolling)
        self.cancel.setVisible(phase is not AttackPhase.NOTHING)
        self.cancel.set_words("Close" if phase is AttackPhase.DONE else "Cancel")
        words = {AttackPhase.NOTHING: "New attack", AttackPhase.DONE: "Next attack"}.get(
            phase, "To the dice"
        )
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

    def _show_refusal(self, shown_elsewhere: bool) -> None:
        controller, preview = self._controller, self._controller.preview
        if controller.phase not in (AttackPhase.AIM, AttackPhase.DICE):
            self.refuse("")
        elif refused := controller.refused:
            self.refuse(refused.sentence, refused.rule, refused.others)
        elif controller.problem and not shown_elsewhere:
            self.refuse(controller.complaint)
        else:
            self.refuse(preview.refusal, preview.refused_by, preview.refused_too)
