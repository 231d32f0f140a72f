"""What a move has caused: one line for each thing that now may or must happen, with a key to go there."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from brikdesk.lengths import in_inches
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import battle_head, plays_brikwars
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.text import note, plain_label
from ui.look.theme import Theme
from ui.models.queue import queue_of
from ui.panels.queue.closing_card import DigitRow
from ui.widgets.layout import clear_out, let_wrap
from ui.widgets.overlay import open_overlays
from ui.widgets.painted import Backdrop

MOST = 3
"""Lines that are shown; the others are counted."""

GO, PASS = "Y", "U"
"""The keys of the first line: go there, let it pass."""


class CausedLine(Struct, frozen=True):
    """A thing that now may happen, or that is owed: who, in words, by which rule.

    - `step`: the key of a step that waits; else unit `by_id` may strike unit `to_id`.
    """

    words: str
    detail: str
    rule: str
    by_id: int = 0
    to_id: int = 0
    step: str = ""


class Caused(QObject):
    """What the last moves of this turn have caused and nobody has answered yet.

    Only moves are heard: who is put down or taken back causes nothing. A strike is gone when its
    player lets it pass, when it is no longer possible, and at the end of the turn.
    """

    changed = Signal()

    def __init__(self, desk: Desk, hub: Hub, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._hub = desk, hub
        self._queue = queue_of(desk, hub)
        self.lines: tuple[CausedLine, ...] = ()
        self.title = ""
        self._turn = desk.read(battle_head).turn_id
        self._answered: set[tuple[int, int]] = set()
        self._places = self._all_places()
        self._steps = self._all_steps()
        self._moved: set[int] = set()
        # After everything else has heard of the act: the map shows where it went first.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        desk.changed.connect(self._heard)

    def _all_places(self) -> dict[int, tuple[float | None, float | None]]:
        return {row.id: (row.x, row.y) for row in self._desk.read(units)}

    def _all_steps(self) -> set[str]:
        return {step.key for step in self._queue.steps}

    def _heard(self, changes: Changes) -> None:
        places, before = self._all_places(), self._places
        self._places = places
        head = self._desk.read(battle_head)
        if head.turn_id != self._turn:
            self._turn, self.lines = head.turn_id, ()
            self._answered.clear()
            self.changed.emit()
        # Undo and redo bring no lines, and neither does who gets its first place.
        moved = {
            unit_id
            for unit_id, place in places.items()
            if changes.lines and place[0] is not None and before.get(unit_id, place) != place
        }
        own = {row.id for row in self._desk.read(units) if row.player_id == head.player_id}
        self._moved |= moved & own
        self._soon.start()

    def _look(self) -> None:
        steps, before = self._all_steps(), self._steps
        self._steps = steps
        moved, self._moved = self._moved, set()
        still = [line for line in self.lines if self._still(line)]
        fresh = [*self._owed(steps - before, moved), *self._strikes(moved)] if moved else []
        known = {(line.by_id, line.to_id, line.step) for line in still}
        fresh = [line for line in fresh if (line.by_id, line.to_id, line.step) not in known]
        lines = (*still, *fresh)
        if fresh:
            names = [row.name for row in self._desk.read(units) if row.id in moved]
            self.title = f"{', '.join(names[:2])} moved" if len(names) < 3 else "Several moved"
        if lines != self.lines:
            self.lines = lines
            self.changed.emit()

    def _still(self, line: CausedLine) -> bool:
        """Return whether a line may still be answered."""
        if line.step:
            return line.step in self._steps
        from brikdesk.acts.combat.disengaging_and_responses import responders

        found = self._desk.read(responders, line.to_id)
        return any(each.unit_id == line.by_id and each.strikes for each in found)

    def _owed(self, new: set[str], moved: set[int]) -> Iterator[CausedLine]:
        """Yield the steps that have come to wait for who moved."""
        for step in self._queue.steps:
            if step.key in new and step.unit_id in moved:
                yield CausedLine(step.title, step.detail, step.rule, step=step.key)

    def _strikes(self, moved: set[int]) -> Iterator[CausedLine]:
        """Yield who attacks by default, nearest first (4.1-07)."""
        if not self._desk.read(plays_brikwars):
            return
        # Here: before the first move nobody needs it, and the desk is seen earlier.
        from brikdesk.acts.combat.disengaging_and_responses import responders

        rows = {row.id: row for row in self._desk.read(units)}
        for to_id in sorted(moved):
            for each in self._desk.read(responders, to_id):
                pair = (each.unit_id, to_id)
                if each.strikes and pair not in self._answered and each.unit_id in rows:
                    away = "" if each.distance is None else in_inches(each.distance)
                    detail = "it came past" if each.passed else away
                    words = f"{rows[each.unit_id].name} strikes {rows[to_id].name}"
                    yield CausedLine(words, detail, "4.1-07", each.unit_id, to_id)

    def go(self, place: int = 0) -> None:
        """Go to what a line names: the step, or the attack of who strikes, filled in."""
        if not place < len(self.lines):
            return
        line = self.lines[place]
        if line.step:
            self._hub.step_asked.emit(line.step)
            return
        from brikdesk.acts.combat.disengaging_and_responses import Respond
        from ui.models.attack.controller import attack_of

        act = Respond(unit_id=line.by_id, to_id=line.to_id)
        if attack_of(self._desk, self._hub).respond(act):
            self._drop(line)

    def let_pass(self, place: int = 0) -> None:
        """Take a line away: its player lets it pass, or the dice come last."""
        if not place < len(self.lines):
            return
        line = self.lines[place]
        if line.step:
            self._queue.go(line.step)
            self._queue.skip()
        else:
            self._hub.remarked.emit(f"{line.words}: not this time")
        self._drop(line)

    def _drop(self, line: CausedLine) -> None:
        self._answered.add((line.by_id, line.to_id))
        self.lines = tuple(each for each in self.lines if each != line)
        self.changed.emit()


def caused_of(desk: Desk, hub: Hub) -> Caused:
    """Return what the moves of a campaign have caused."""
    return desk.shared(Caused, lambda: Caused(desk, hub, desk))


class CausedStrip(Backdrop):
    """The lines under the desk's tabs; not there while nothing was caused."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub) -> None:
        super().__init__(theme, "bg2")
        self._caused = caused_of(desk, hub)
        self.setAccessibleName("What the move has caused")
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._column = QVBoxLayout(self)
        self.restyle()
        self._actions = [self._key(GO, self._caused.go), self._key(PASS, self._caused.let_pass)]
        self._caused.changed.connect(self.follow)
        self.follow()

    def _key(self, key: str, does: Callable[[], None]) -> QAction:
        action = QAction(self)
        action.setShortcut(QKeySequence(key))
        # Text fields keep their letters; below a sheet nothing is done.
        action.triggered.connect(lambda _=False: None if open_overlays(self.window()) else does())
        self.addAction(action)
        return action

    def follow(self) -> None:
        """Show what there is now."""
        lines = self._caused.lines
        for action in self._actions:
            action.setEnabled(bool(lines))
        self.setVisible(bool(lines))
        clear_out(self._column)
        if not lines:
            return
        theme = self.theme
        self._column.addWidget(
            plain_label(theme, self._caused.title, "small", "text2", strong=True)
        )
        for place, line in enumerate(lines[:MOST]):
            self._column.addWidget(self._row(line, place))
        more = len(lines) - MOST
        words = [
            f"{more} more" if more > 0 else "",
            "U lets the first pass",
            "Ctrl R: who else responds",
        ]
        self._column.addWidget(note(theme, "   ".join(filter(None, words)), "text3"))

    def _row(self, line: CausedLine, place: int) -> QWidget:
        key = GO if not place else ""
        row = DigitRow(self.theme, key, line.words, line.detail, line.rule, self)
        row.setAccessibleName(f"{line.words}, {line.detail}, {line.rule}")
        row.clicked.connect(partial(self._caused.go, place))
        return row

    def restyle(self) -> None:
        """Take up new sizes."""
        super().restyle()
        px = self.theme.px
        self._column.setContentsMargins(px(16), px(8), px(16), px(8))
        self._column.setSpacing(px(2))
