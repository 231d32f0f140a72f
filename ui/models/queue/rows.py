"""The steps of the queue as rows of a list: done, current, waiting."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QObject, Qt
from typing_extensions import override

from brikdesk.dice.faces import dice_words
from brikdesk.store.lines import Dice, Kind, part_text
from brikdesk.turns.queue import DoneStep, Queue
from brikdesk.turns.steps import Step
from ui.models.rows import NO_PARENT, ROW_ROLE
from ui.widgets.model_index import Index
from ui.widgets.progress_steps import StepProgress

_SPOKEN = {
    StepProgress.DONE: "done",
    StepProgress.CURRENT: "now",
    StepProgress.OPEN: "waiting",
    StepProgress.SKIPPED: "put off",
}


class QueueRow(Struct, frozen=True):
    """One step as a list shows it, `place` of `total`; `done` is set once it is settled."""

    key: str
    state: StepProgress
    icon: Kind
    title: str
    detail: str
    rule: str
    place: int
    total: int
    dice: tuple[int, ...] = ()
    unit_id: int | None = None
    done: DoneStep | None = None

    @property
    def needs(self) -> str:
        """The dice it needs, in words: 3d4, or no dice."""
        return dice_words(self.dice) if self.dice else "no dice"

    @property
    def spoken(self) -> str:
        """What a screen reader says: 4 of 10, done, Pea Soup shrinks, 8" to 7"."""
        left = self.done is not None and self.state is StepProgress.SKIPPED  # its title says so
        state = "" if left else _SPOKEN[self.state]
        needs = self.needs if self.done is None else ""
        parts = [f"{self.place} of {self.total}", state, self.title, self.detail, needs]
        return ", ".join(part for part in parts if part)


def queue_rows(
    queue: Queue, steps: Sequence[Step], current: Step | None
) -> tuple[tuple[QueueRow, ...], tuple[QueueRow, ...]]:
    """Return the rows of steps that are over (settled or left), and of those that wait.

    The current step is among those that wait.
    """
    settled = (*queue.done, *queue.left)
    total = len(settled) + len(steps)
    done = tuple(_done_row(step, place, total) for place, step in enumerate(settled, start=1))
    waiting = tuple(
        _waiting_row(step, place, total, current is not None and step.key == current.key)
        for place, step in enumerate(steps, start=len(settled) + 1)
    )
    return done, waiting


def _done_row(step: DoneStep, place: int, total: int) -> QueueRow:
    words = " ".join(part_text(part) for part in step.parts if not isinstance(part, Dice))
    return QueueRow(
        # With its act: several acts may have told of the same step.
        key=f"{step.act_id} {step.key}",
        state=StepProgress.SKIPPED if step.icon is Kind.SKIPPED else StepProgress.DONE,
        icon=step.icon,
        title=step.heading,
        detail=" ".join(words.split()),
        rule=step.rule,
        place=place,
        total=total,
        unit_id=step.unit_id,
        done=step,
    )


def _waiting_row(step: Step, place: int, total: int, current: bool) -> QueueRow:
    later = StepProgress.SKIPPED if step.skipped else StepProgress.OPEN
    return QueueRow(
        key=step.key,
        state=StepProgress.CURRENT if current else later,
        icon=step.icon,
        title=step.title,
        detail=step.detail,
        rule=step.rule,
        place=place,
        total=total,
        dice=step.dice,
        unit_id=step.unit_id,
    )


class QueueRowsModel(QAbstractListModel):
    """The rows it is told to show; it is reset only if other rows come, go or move."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[QueueRow] = []

    @property
    def rows(self) -> tuple[QueueRow, ...]:
        """The rows as shown."""
        return tuple(self._rows)

    def show_rows(self, rows: Sequence[QueueRow]) -> None:
        """Show these rows, with a signal only for those that are different."""
        if [row.key for row in rows] != [row.key for row in self._rows]:
            self.beginResetModel()
            self._rows = list(rows)
            self.endResetModel()
            return
        for place, row in enumerate(rows):
            if row != self._rows[place]:
                self._rows[place] = row
                self.dataChanged.emit(self.index(place), self.index(place))

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        return row if role == ROW_ROLE else None
