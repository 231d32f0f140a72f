"""A list of queue steps. Its keys are the pane's; the mouse goes to a step, a unit or a rule."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QSizePolicy
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController
from ui.models.queue.rows import QueueRow, QueueRowsModel
from ui.models.rows import row_of
from ui.panels.queue.delegate import DoneDelegate, LargeDelegate, QueueDelegate, WaitingDelegate
from ui.widgets.layout.arranging import Arranging
from ui.widgets.progress_steps import StepProgress

DELEGATES = {"done": DoneDelegate, "waiting": WaitingDelegate, "large": LargeDelegate}

MANY = 100
"""More settled steps than this are folded to one line each."""


class QueueList(QListView):
    """Rows as high as they need; `whole` makes the list as high as all of them.

    `grew` comes when that is another height.
    """

    grew = Signal()

    def __init__(
        self, theme: Theme, controller: QueueController, hub: Hub, kind: str, whole: bool = True
    ) -> None:
        super().__init__()
        self._arranging = Arranging(self, self.fit)
        self.theme, self._controller, self._hub = theme, controller, hub
        self._whole, self._compact = whole, False
        self.steps = QueueRowsModel(self)
        self.drawn: QueueDelegate = DELEGATES[kind](theme, self)
        self.setModel(self.steps)
        self.setItemDelegate(self.drawn)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        self.viewport().setAutoFillBackground(False)
        if whole:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.fit)

    def show_rows(self, rows: Sequence[QueueRow]) -> None:
        """Show these steps; paint nothing if they are shown already."""
        self.setVisible(bool(rows) or not self._whole)
        if tuple(rows) != self.steps.rows:
            self.steps.show_rows(rows)
            self.fit()

    def show_current(self) -> None:
        """Scroll to the current step."""
        for place, row in enumerate(self.steps.rows):
            if row.state is StepProgress.CURRENT:
                self.scrollTo(self.steps.index(place))

    def set_compact(self, compact: bool) -> None:
        """Fold settled steps to one line each; a great many are always folded."""
        self._compact = compact
        if isinstance(self.drawn, DoneDelegate) and self.drawn.compact != self._folded():
            self.fit()

    def _folded(self) -> bool:
        return self._compact or self.steps.rowCount() > MANY

    def fit(self) -> None:
        """Take the height of all rows."""
        if isinstance(self.drawn, DoneDelegate):
            self.drawn.compact = self._folded()
        self.scheduleDelayedItemsLayout()
        if self._whole:
            high = sum(self.sizeHintForRow(row) for row in range(self.steps.rowCount()))
            if high != self.minimumHeight():
                self.setFixedHeight(high)
                self.grew.emit()
        self.viewport().update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arranging.ask()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # QListView would move the current index; a click acts on release

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        row = row_of(index)
        if rule := self._rule_at(index, event.position().toPoint()):
            self._hub.rule_asked.emit(rule)
        elif row.done is None:
            self._controller.go(row.key)
        elif row.unit_id:
            self._hub.select_unit(row.unit_id)

    def _rule_at(self, index: QModelIndex, at: QPoint) -> str:
        row = row_of(index)
        return self.drawn.rule_at(row, QRectF(self.visualRect(index)), at.toPointF())
