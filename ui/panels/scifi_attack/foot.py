"""The foot of a Sci-fi attack: a refusal and the buttons. The button of Enter is primary."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.rules.scifi.special_fire import SpecialFire
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.scifi_attack.controller import SfAttackController, Stage
from ui.panels.queue.step_note import StepNote
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget
from ui.widgets.rules.refusal_line import RefusalLine


class SfAttackFoot(PaintedWidget):
    """Refusal, note and buttons; `going_on` is emitted for Enter's button, `leaving` for Esc's."""

    going_on = Signal()
    leaving = Signal()

    def __init__(
        self, theme: Theme, controller: SfAttackController, hub: Hub, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self._said = ("", "")
        self.refusal = RefusalLine(theme)
        self.go = Button(theme, "Fire", "primary", "attack", "Enter")
        self.roll = Button(theme, "Roll", "primary", "roll", "Space")
        self.skip = Button(theme, "Skip", "soft", "", "S")
        self.again = Button(theme, "Roll again", "soft", "", "R")
        self.second = Button(theme, "Second shot", "soft", "", "L")
        self.shots = Button(theme, "Open shots", "soft", "", "S")
        self.seen = Button(theme, "Detected", "soft", "", "V")
        self.undo = Button(theme, "Undo", "soft", "undo", "Ctrl Z")
        self.cancel = Button(theme, "Cancel", "quiet", "", "Esc")
        self.note = StepNote(theme, controller.desk, lambda: controller.draft.unit_id)
        self._line = FlowLayout()
        for button in self._buttons():
            self._line.addWidget(button)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.refusal)
        self._column.addWidget(self.note)
        self._column.addLayout(self._line)
        self._connect(hub)
        self.restyle()

    def follow(self) -> None:
        """Show what can be done now."""
        controller, stage = self._controller, self._controller.stage
        entry, table = controller.entry, controller.table
        able = not controller.desk.read_only and bool(table.head.turn_id)
        entering = stage is Stage.SHOTS
        die = entering and entry.wants_die and entry.answer.face is None
        self.roll.setVisible(die)
        self.roll.setEnabled(able)
        words = {Stage.NOTHING: "New attack", Stage.AIM: "Fire", Stage.SHOTS: "Apply"}[stage]
        if stage is Stage.NOTHING and controller.latest is not None:
            words = "Next attack"
        self.go.set_words(words)
        self.go.set_icon("attack" if not entering else "check")
        self.go.set_kind("soft" if die else "primary")
        ready = not entry.lacks if entering else controller.can_fire or stage is Stage.NOTHING
        self.go.setEnabled(able and ready)
        self.skip.setVisible(entering)
        asked = entry.question
        self.skip.set_words("Skip" if asked is None or asked.skippable else "Later")
        self._show_help(stage)
        waiting = len(entry.open)
        self.shots.setVisible(stage is Stage.NOTHING and waiting > 0)
        self.shots.set_words(f"Open shots: {waiting}")
        self._show_seen(stage)
        self.undo.setVisible(stage is Stage.NOTHING and controller.latest is not None)
        self.cancel.setVisible(stage is not Stage.NOTHING)
        self.cancel.set_words("Leave" if entering else "Cancel")
        self._show_refusal()

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._line.setSpacing(px(6))
        self._column.setSpacing(px(8))
        self._column.setContentsMargins(px(16), px(10), px(16), px(12))
        super().restyle()

    def _buttons(self) -> tuple[Button, ...]:
        return (
            self.roll, self.go, self.skip, self.again, self.second, self.seen, self.shots,
            self.undo, self.cancel,
        )  # fmt: skip

    def _show_help(self, stage: Stage) -> None:
        """Show the ways in which the loader can help now; hide the others (12-78)."""
        helps = self._controller.loader_gives if stage is not Stage.AIM else ()
        self.again.setVisible(SpecialFire.REROLL in helps)
        self.second.setVisible(SpecialFire.SECOND_SHOT in helps)

    def _show_seen(self, stage: Stage) -> None:
        controller = self._controller
        shot = controller.entry.current if stage is Stage.SHOTS else controller.latest
        there = shot is not None and controller.table.unit(shot.unit_id) is not None
        self.seen.setVisible(there and stage is not Stage.AIM)
        if shot is not None:
            player = controller.table.enemy_of(shot.unit_id, shot.target_id)
            seen = player is not None and controller.table.seen(shot.unit_id, (player,))
            becomes = "no longer detected" if seen else "gets detected"
            self.seen.set_words(f"Shooter {becomes}", f"{shot.unit} {becomes}")

    def _connect(self, hub: Hub) -> None:
        controller = self._controller
        self.go.clicked.connect(self.going_on)
        self.roll.clicked.connect(controller.roll)
        self.skip.clicked.connect(controller.skip)
        self.again.clicked.connect(lambda: controller.assist(SpecialFire.REROLL))
        self.second.clicked.connect(lambda: controller.assist(SpecialFire.SECOND_SHOT))
        self.shots.clicked.connect(lambda: controller.to_the_shots())
        self.seen.clicked.connect(controller.detect)
        self.undo.clicked.connect(controller.desk.undo)
        self.cancel.clicked.connect(self.leaving)
        self.refusal.overruled.connect(controller.overrule)
        self.refusal.asked.connect(hub.rule_asked)

    def _show_refusal(self) -> None:
        controller = self._controller
        sentence, rule = controller.problem, ""
        if controller.refused:
            sentence, rule = controller.refused.sentence, controller.refused.rule
        if (sentence, rule) == self._said:
            return  # a screen reader has said it
        self._said = (sentence, rule)
        if sentence:
            self.refusal.refuse(sentence, rule)
        else:
            self.refusal.clear()
