"""Desk > Attack: aim, roll to hit, damage; one act, one undo."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.attack.controller import attack_of
from ui.models.attack.phases import AttackPhase
from ui.panels.attack.aim import AimBlock
from ui.panels.attack.any_panel import EMPTY, AnyAttackPanel
from ui.panels.attack.block import AttackBlock
from ui.panels.attack.damage import DamageBlock
from ui.panels.attack.done import AttackDone
from ui.panels.attack.focus import AttackFocus
from ui.panels.attack.foot import AttackFoot
from ui.panels.attack.keys import AttackKeys
from ui.panels.attack.roll import RollBlock

NO_BATTLE = "No battle is running: nobody can attack."


class AttackPanel(AnyAttackPanel):
    """Three blocks; without room for all of them, those that are done fold to a line."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Attack", parent)
        self.controller = attack_of(desk, hub)
        self.aim = AimBlock(theme, self.controller, hub)
        self.roll = RollBlock(theme, self.controller, hub)
        self.damage = DamageBlock(theme, self.controller, hub)
        self.done = AttackDone(theme)
        self.foot = AttackFoot(theme, self.controller, hub)
        self.keys = AttackKeys(
            self.controller, self.aim, self.roll, self.damage, self.foot.note, hub
        )
        self._tight: set[AttackBlock] = set()
        self.lay_out(self.keys, self.foot, self.blocks, self.done)
        self._was_shown = self._behind = False
        # Connected before AttackFocus is made: slots run in this order, and the focus looks for
        # dice that `follow` has shown.
        self.controller.changed.connect(self._follow_seen)
        self.focus: AttackFocus = AttackFocus(self, self._body, self._scroll, self.keys, hub)
        self._connect(hub)
        self.restyle()
        self.follow()

    @property
    def blocks(self) -> tuple[AttackBlock, AttackBlock, AttackBlock]:
        """Aim, roll to hit, damage."""
        return self.aim, self.roll, self.damage

    def _follow_seen(self) -> None:
        """Show the attack as it is now; if the panel is hidden, do so when it is shown again."""
        # A panel that was never shown follows at once, so that it comes up complete.
        self._behind = self._was_shown and not self.isVisible()
        if not self._behind:
            self.follow()

    def follow(self) -> None:
        """Show the attack as it is now."""
        controller = self.controller
        self.aim.follow()
        self.roll.follow()
        self.damage.follow()
        self.done.show_done(controller.done if controller.phase is AttackPhase.DONE else None)
        there = controller.phase is not AttackPhase.NOTHING
        self.empty.say(EMPTY if controller.table.head.turn_id else NO_BATTLE)
        self.empty.setVisible(not there)
        for block in self.blocks:
            block.setVisible(there)
        self.show_states()
        problem = controller.problem
        elsewhere = problem is not None and self.aim.details.shows(problem.where)
        self.foot.follow(self.damage.roll_words, elsewhere)
        self.keys.show_keys()
        self._fitting.start()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._was_shown = True
        if self._behind:
            self._follow_seen()
        self.focus.arrive()

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
        self.roll.help_wanted.connect(lambda open: self._unfold(self.roll, open))
        self.damage.caught.opened.connect(self._caught_opened)
        self.controller.reckoner.known.connect(self._fitting.start)
        self.damage.caught.adding.connect(self._add_caught)
        self.damage.caught.left.connect(self.focus.take)
        self.damage.strays.opened.connect(self._strays_opened)
        self.damage.strays.left.connect(self.focus.take)
        self.aim.picks.picked.connect(self._caught_picked)
        self.aim.picks.opening.connect(lambda: self._unfold(self.aim, True))
        self.aim.picks.left.connect(self._list_left)
        self.done.asked.connect(hub.rule_asked)
        for block in self.blocks:
            block.wanted.connect(lambda each=block: self._open_up(each))

    def _begun(self) -> None:
        self._unfolded.clear()
        self._tight.clear()
        self.aim.details.is_open = self.damage.caught.is_open = False
        self.aim.picks.hide()
        self.follow()
        if self.isVisible() and not self.aim.ask_missing():  # a list that opens takes the focus
            self.focus.take()
        self.aim.details.follow()  # a field that had the keys for the attack before goes

    def _unfold(self, block: AttackBlock, wanted: bool) -> None:
        """Open a block because something in it was asked for, and keep it open."""
        if wanted:
            self._unfolded[block] = True
            self.show_states()
        self._fitting.start()

    def _caught_opened(self, opened: bool) -> None:
        self._unfold(self.damage, opened)
        if not opened:
            self.focus.take()

    def _strays_opened(self, opened: bool) -> None:
        self._unfold(self.damage, opened)
        if opened:
            self._scroll.ensureWidgetVisible(self.damage.strays.picks)

    def _go_on(self) -> None:
        self.keys.go_on()
        self.focus.settle(self._now())

    def _add_caught(self) -> None:
        self.aim.ask_units("Who is caught too?", self.damage.caught.rows)
        self._scroll.ensureWidgetVisible(self.aim.picks)

    def _list_left(self) -> None:
        """Let the aim fold again if there is no room: it was opened only for the list."""
        self._unfolded.pop(self.aim, None)
        self.show_states()
        self._fitting.start()

    def _caught_picked(self, value: object) -> None:
        if self.aim.picks.purpose == "caught" and isinstance(value, int):
            self.damage.caught.take(value)

    # Folding

    def _now(self) -> AttackBlock:
        """Return the block that the referee works on."""
        phase = self.controller.phase
        if phase is not AttackPhase.DICE:
            return self.aim
        return self.damage if self.roll.rolled(self.controller.preview) else self.roll

    @override
    def show_states(self) -> None:
        now, phase = self._now(), self.controller.phase
        before = True
        for block in self.blocks:
            before = before and block is not now
            state = (
                "done"
                if phase is AttackPhase.DONE or before
                else "now"
                if block is now
                else "waits"
            )
            block.show_state(state, block.summary(), self._right(block), self.is_open(block))

    def _right(self, block: AttackBlock) -> str:
        preview = self.controller.preview
        rights = {self.aim: preview.power, self.damage: preview.damage}
        return rights.get(block, "")

    @override
    def is_open(self, block: AttackBlock) -> bool:
        return self._unfolded.get(block, block not in self._tight)

    def _open_up(self, block: AttackBlock) -> None:
        """Open a block, whoever folded it; without room it may be folded again later."""
        self._unfolded.pop(block, None)
        self._tight.discard(block)
        self.show_states()

    @override
    def fit(self) -> None:
        """Fold blocks until all has room: those done, then those to come, none with a question."""
        if not self.isVisible() or self.controller.phase is AttackPhase.NOTHING:
            return
        room = self._scroll.viewport().height()
        now = self._now()
        self._tight = set(self.blocks) if self.controller.phase is AttackPhase.DONE else set()
        order = [self.aim, self.roll, self.damage]
        at = order.index(now)
        done, later = order[:at], order[at + 1 :][::-1]  # the farthest from now first
        for block in (*done, *later):
            if self._height() <= room:
                break
            if not block.asks:
                self._tight.add(block)
        self.show_states()
        if self.aim.picks.isHidden():  # a list stays under the pointer, whatever changes below it
            self.focus.settle(now)

    def _height(self) -> int:
        # Reckoned, not tried out: folding a block to measure it would be painted.
        column = self._body.column
        margins = column.contentsMargins()
        wide = self._scroll.viewport().width() - margins.left() - margins.right()
        blocks = sum(block.high(wide, self.is_open(block)) for block in self.blocks)
        gaps = column.spacing() * len(self.blocks)
        return blocks + gaps + margins.top() + margins.bottom()
