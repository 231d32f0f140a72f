"""What the panels of all attacks have: blocks that fold in a column that scrolls, and a foot."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.panels.attack.any_foot import AnyFoot
from ui.panels.attack.block import AttackBlock
from ui.panels.queue.body import QueueBody, TakesKeys
from ui.panels.queue.pane_focus import PaneFocus
from ui.widgets.asker import Asker
from ui.widgets.backdrop import Backdrop
from ui.widgets.brushwork import draw_focus

EMPTY = "No attack is being made. A starts one, also on a unit of the list."


class AnyAttackPanel(Backdrop, Asker):
    """Blocks that a click folds and unfolds; `empty` stands there while nobody attacks.

    A subclass makes the blocks and gives them to `lay_out`, then sets `focus`.
    """

    focus: PaneFocus

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self.setAccessibleName(name)
        self.empty = plain_label(theme, "", "body", "text3", wrap=True)
        self._scroll = QScrollArea()
        self._unfolded: dict[AttackBlock, bool] = {}
        # Heights are known only when the layout is done with what has just been shown or hidden.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self.fit)

    def lay_out(
        self, keys: TakesKeys, foot: AnyFoot, blocks: Sequence[AttackBlock], *more: QWidget
    ) -> None:
        """Put the blocks and what follows them above the foot; `keys` takes what is typed."""
        self._keys = keys
        self._body = QueueBody(keys)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.addWidget(self._scroll, 1)
        self._column.addWidget(foot)
        for part in (self.empty, *blocks, *more):
            self._body.column.addWidget(part)
        self._body.column.addStretch(1)
        self._scroll.setWidget(self._body)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        self._body.setAutoFillBackground(False)
        self.setFocusProxy(self._body)
        for block in blocks:
            block.toggled.connect(lambda each=block: self.toggle(each))

    def fit(self) -> None:
        """Bring what the referee works on into view, once the layout is done."""
        raise NotImplementedError

    def leave(self) -> None:
        """Do what Esc does in the tab."""
        raise NotImplementedError

    def show_states(self) -> None:
        """Show for each block whether it is done, in use, or waits."""
        raise NotImplementedError

    def is_open(self, block: AttackBlock) -> bool:
        """Return whether a block is unfolded."""
        raise NotImplementedError

    def toggle(self, block: AttackBlock) -> None:
        """Fold a block, or unfold it."""
        self._unfolded[block] = not self.is_open(block)
        self.show_states()
        self._fitting.start()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            event.ignore()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fitting.start()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fitting.start()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        super().paint(painter, box)
        if self.focus.ringed:
            draw_focus(painter, box.adjusted(2, 2, -2, -2), self.theme, self.theme.px(8))

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            px = self.theme.px
            self._column.setContentsMargins(0, px(8), 0, 0)
            self._body.left = self._body.edge = px(16)
            self._body.column.setSpacing(px(10))
            self._body.column.setContentsMargins(px(16), 0, px(16), px(16))
            self._fitting.start()
