"""Desk > Attack by the Sci-fi rules: aiming, the entries of each shot, the shots of this turn."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.scifi_attack.controller import SfAttackStage, sf_attack_of
from ui.panels.attack.any_panel import EMPTY, AnyAttackPanel
from ui.panels.attack.block import AttackBlock
from ui.panels.scifi_attack.aim import SfAimBlock
from ui.panels.scifi_attack.focus import SfAttackFocus
from ui.panels.scifi_attack.foot import SfAttackFoot
from ui.panels.scifi_attack.keys import SfAttackKeys
from ui.panels.scifi_attack.shots import SfDoneBlock, SfShotsBlock

NO_BATTLE = "No battle is running: nobody can fire."


class SfAttackPanel(AnyAttackPanel):
    """Three blocks; the one in use is open, and a click folds or unfolds any of them."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Sci-fi attack", parent)
        self.controller = sf_attack_of(desk, hub)
        self.aim = SfAimBlock(theme, self.controller, hub)
        self.shots = SfShotsBlock(theme, self.controller, hub)
        self.done = SfDoneBlock(theme, self.controller)
        self.foot = SfAttackFoot(theme, self.controller, hub)
        self.keys = SfAttackKeys(self.controller, self.aim, self.shots, self.foot.note, hub)
        self._stage = SfAttackStage.NOTHING
        self.lay_out(self.keys, self.foot, self.blocks)
        self.controller.changed.connect(self.follow)
        self.focus: SfAttackFocus = SfAttackFocus(self, self._body, self.keys, hub)
        self._connect(hub)
        self.restyle()
        self.follow()

    @property
    def blocks(self) -> tuple[AttackBlock, AttackBlock, AttackBlock]:
        """The blocks Fire, What follows and This turn."""
        return self.aim, self.shots, self.done

    def follow(self) -> None:
        """Show the attack and the shots as they are now."""
        controller = self.controller
        if controller.stage is not self._stage:
            self._stage = controller.stage
            self._unfolded.clear()
            # A list that is open would go on taking the letters of the next block.
            if controller.stage is not SfAttackStage.AIM:
                self.aim.picks.hide()
        if controller.stage is SfAttackStage.AIM:
            self.aim.follow()
        self.shots.follow()
        self.done.follow()
        waits = bool(controller.entry.open)
        self.aim.setVisible(controller.stage is SfAttackStage.AIM)
        self.shots.setVisible(waits)
        self.done.setVisible(not self.done.is_empty)
        there = controller.stage is not SfAttackStage.NOTHING or not self.done.is_empty or waits
        self.empty.say(EMPTY if controller.table.head.turn_id else NO_BATTLE)
        self.empty.setVisible(not there)
        self.show_states()
        self.foot.follow()
        self._fitting.start()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        pages = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
        if by := pages.get(Qt.Key(event.key())):
            bar = self._scroll.verticalScrollBar()
            bar.setValue(bar.value() + by * bar.pageStep())
        else:
            super().keyPressEvent(event)

    @override
    def leave(self) -> None:
        self.keys.leave()

    @override
    def waits_for(self) -> str:
        return self.keys.waits_for()

    def _connect(self, hub: Hub) -> None:
        self.controller.begun.connect(self._begun)
        self.foot.going_on.connect(self._go_on)
        self.foot.leaving.connect(self.keys.leave)
        self.foot.note.left.connect(self.focus.take)
        self.aim.free.connect(self.focus.take)
        self.aim.going_on.connect(self._go_on_from_field)
        self.shots.free.connect(self.focus.take)
        self.done.asked.connect(hub.rule_asked)
        for block in self.blocks:
            block.wanted.connect(lambda each=block: self.toggle(each))

    def _begun(self) -> None:
        self._unfolded.clear()
        self.aim.fields.is_open = False
        self.aim.picks.hide()
        self.follow()
        if self.isVisible() and not self.aim.ask_missing():
            self.focus.take()

    def _go_on(self) -> None:
        self.keys.go_on()

    def _go_on_from_field(self) -> None:
        self.focus.take()
        self.keys.go_on()

    def _now(self) -> AttackBlock:
        stage = self.controller.stage
        return {SfAttackStage.AIM: self.aim, SfAttackStage.SHOTS: self.shots}.get(stage, self.done)

    @override
    def show_states(self) -> None:
        now, stage = self._now(), self.controller.stage
        states = {self.aim: "done", self.shots: "waits", self.done: "done"}
        for block in self.blocks:
            state = "now" if block is now and stage is not SfAttackStage.NOTHING else states[block]
            block.show_state(state, block.summary(), "", self.is_open(block))

    @override
    def is_open(self, block: AttackBlock) -> bool:
        usual = block is self._now() or (
            # What was fired this turn is worth seeing, but not while the next shot is aimed.
            block is self.done and self._stage is not SfAttackStage.AIM
        )
        return self._unfolded.get(block, usual)

    @override
    def fit(self) -> None:
        """Scroll to the block in use."""
        if self.isVisible() and self.controller.stage is not SfAttackStage.NOTHING:
            card = self.shots.card
            if self.controller.stage is SfAttackStage.SHOTS:
                self.focus.settle(self._scroll, card, card.prompt)
            else:
                self.focus.settle(self._scroll, self.aim, self.aim)
