"""Keeps up to date what bar, tab and status bar say about the campaign."""

from PySide6.QtCore import QObject

from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import BattleHead, battle_head
from brikdesk.store.views.log import dice_count, undo_state
from brikdesk.turns.queue import Queue, queue
from ui.campaign.desk import Desk
from ui.widgets.turn_order import Seated
from ui.window.desk_pane import DeskPane
from ui.window.status_bar import StatusBar
from ui.window.top_bar import BarLook, TopBar


class WindowHeading(QObject):
    """Follows the desk's changes; `head` and `queue` are what it read last."""

    def __init__(
        self, desk: Desk, bar: TopBar, side: DeskPane, status: StatusBar, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk, self._bar, self._side, self._status = desk, bar, side, status
        self.head: BattleHead = desk.read(battle_head)
        self.queue: Queue = desk.read(queue)
        desk.changed.connect(self._heard)
        self._show()
        self._count_dice()

    def _heard(self, changes: Changes) -> None:
        # The queue depends on nearly every table, the head on few: it is read again only when need
        # be.
        if not changes.tables.isdisjoint(battle_head.tables):
            self.head = self._desk.read(battle_head)
        self.queue = self._desk.read(queue)
        self._show()
        if not changes.tables.isdisjoint(dice_count.tables):
            self._count_dice()

    def _show(self) -> None:
        head, undo = self.head, self._desk.read(undo_state, 1)
        seats = tuple(
            Seated(p.name, p.faction, p.code, p.colour, p.active, p.out)
            for p in head.players
            if p.place
        )
        look = BarLook(
            campaign=head.campaign,
            saved="Only to look at" if self._desk.read_only else "Saved",
            turn=head.number,
            seats=seats,
            undo=next(iter(undo.undo), ""),
            redo=next(iter(undo.redo), ""),
        )
        self._bar.show_bar(look)
        self._side.show_queue(self.queue)

    def _count_dice(self) -> None:
        counts = self._desk.read(dice_count)
        self._status.show_dice(counts.typed, counts.rolled)
