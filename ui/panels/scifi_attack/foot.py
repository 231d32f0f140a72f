"""The foot of a Sci-fi attack: a refusal and the buttons. The button of Enter is primary."""

from brikdesk.rules.scifi.special_fire import SpecialFire
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.scifi_attack.controller import SfAttackController, SfAttackStage
from ui.panels.attack.any_foot import AnyFoot
from ui.widgets.buttons import Button


class SfAttackFoot(AnyFoot):
    """Refusal, note and the buttons of an attack by the Sci-fi rules."""

    def __init__(self, theme: Theme, controller: SfAttackController, hub: Hub) -> None:
        super().__init__(theme, controller.desk, hub, lambda: controller.draft.unit_id)
        self._controller = controller
        self.go = Button(theme, "Fire", "primary", "attack", "Enter")
        self.roll = Button(theme, "Roll", "primary", "roll", "Space")
        self.skip = Button(theme, "Skip", "soft", "", "S")
        self.again = Button(theme, "Roll again", "soft", "", "R")
        self.second = Button(theme, "Second shot", "soft", "", "L")
        self.shots = Button(theme, "Open shots", "soft", "", "S")
        self.seen = Button(theme, "Detected", "soft", "", "V")
        self._connect()
        aiming = (self.roll, self.go, self.skip, self.again, self.second)
        self.lay_out(*aiming, self.seen, self.shots, self.undo, self.cancel)

    def follow(self) -> None:
        """Show what can be done now."""
        controller, stage = self._controller, self._controller.stage
        entry, table = controller.entry, controller.table
        able = not controller.desk.read_only and bool(table.head.turn_id)
        entering = stage is SfAttackStage.SHOTS
        die = entering and entry.wants_die and entry.answer.face is None
        self.roll.setVisible(die)
        self.roll.setEnabled(able)
        words = {
            SfAttackStage.NOTHING: "New attack",
            SfAttackStage.AIM: "Fire",
            SfAttackStage.SHOTS: "Apply",
        }[stage]
        if stage is SfAttackStage.NOTHING and controller.latest is not None:
            words = "Next attack"
        self.go.set_words(words)
        self.go.set_icon("attack" if not entering else "check")
        self.go.set_kind("soft" if die else "primary")
        ready = (
            not entry.lacks if entering else controller.can_fire or stage is SfAttackStage.NOTHING
        )
        self.go.setEnabled(able and ready)
        self.skip.setVisible(entering)
        asked = entry.question
        self.skip.set_words("Skip" if asked is None or asked.skippable else "Later")
        self._show_help(stage)
        waiting = len(entry.open)
        self.shots.setVisible(stage is SfAttackStage.NOTHING and waiting > 0)
        self.shots.set_words(f"Open shots: {waiting}")
        self._show_seen(stage)
        self.undo.setVisible(stage is SfAttackStage.NOTHING and controller.latest is not None)
        self.cancel.setVisible(stage is not SfAttackStage.NOTHING)
        self.cancel.set_words("Leave" if entering else "Cancel")
        self._show_refusal()

    def _show_help(self, stage: SfAttackStage) -> None:
        """Show the ways in which the loader can help now; hide the others (12-78)."""
        helps = self._controller.loader_gives if stage is not SfAttackStage.AIM else ()
        shot, current = self._controller.helped, self._controller.entry.current
        asked = stage is SfAttackStage.SHOTS and current is not None
        other = asked and shot is not None and current is not None and shot.id != current.id
        of = f", {shot.unit}" if other and shot is not None else ""
        self.again.set_words(f"Roll again{of}")
        self.second.set_words(f"Second shot{of}")
        self.again.setVisible(SpecialFire.REROLL in helps)
        self.second.setVisible(SpecialFire.SECOND_SHOT in helps)

    def _show_seen(self, stage: SfAttackStage) -> None:
        controller = self._controller
        shot = controller.entry.current if stage is SfAttackStage.SHOTS else controller.latest
        there = shot is not None and controller.table.unit(shot.unit_id) is not None
        self.seen.setVisible(there and stage is not SfAttackStage.AIM)
        if shot is not None:
            player = controller.table.enemy_of(shot.unit_id, shot.target_id)
            seen = player is not None and controller.table.seen(shot.unit_id, (player,))
            becomes = "no longer detected" if seen else "gets detected"
            self.seen.set_words(f"Shooter {becomes}", f"{shot.unit} {becomes}")

    def _connect(self) -> None:
        controller = self._controller
        self.go.clicked.connect(self.going_on)
        self.roll.clicked.connect(controller.roll)
        self.skip.clicked.connect(controller.skip)
        self.again.clicked.connect(lambda: controller.assist(SpecialFire.REROLL))
        self.second.clicked.connect(lambda: controller.assist(SpecialFire.SECOND_SHOT))
        self.shots.clicked.connect(lambda: controller.to_the_shots())
        self.seen.clicked.connect(controller.detect)
        self.refusal.overruled.connect(controller.overrule)

    def _show_refusal(self) -> None:
        controller = self._controller
        if refused := controller.refused:
            self.refuse(refused.sentence, refused.rule, refused.others)
        else:
            self.refuse(controller.problem)
