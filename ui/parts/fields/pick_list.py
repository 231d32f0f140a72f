"""A list to pick from by typing a few letters; it opens on demand and closes after a choice."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from ui.look.announce import announce
from ui.look.icons import ROW, paint_icon
from ui.look.theme import Theme
from ui.models.pick_rows import PICK_ROLE, OwnWords, PickRow, PickRowsModel
from ui.widgets.brushwork import draw_line, draw_plate, square_in, text_width
from ui.widgets.delegate import Delegate
from ui.widgets.keycap import KeyCap
from ui.widgets.model_index import Index
from ui.widgets.own_keys import IN_LIST, OwnKeys
from ui.widgets.painted import PaintedWidget
from ui.widgets.token import SMALLEST, paint_token

_UNDO = QKeySequence.StandardKey.Undo
HIGH, MOST_ROWS = 34, 7
PLACE = "a place: nobody of this name is on the table"
"""The detail of the row for typed words in a list of targets."""
ListRows = Callable[[], tuple[PickRow, ...]]


class PickDelegate(Delegate):
    """Paints the token, words, detail, and right word of a row."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.theme.px(100), self.theme.px(HIGH))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme, px = index.data(PICK_ROLE), self.theme, self.theme.px
        if not isinstance(row, PickRow):
            return
        box = QRectF(option.rect)
        current = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current:
            plate = box.adjusted(px(4), 0, -px(4), 0)
            draw_plate(painter, plate, px(8), theme.color("sel"))
            bar = QRectF(plate.left(), box.top() + px(8), px(3), box.height() - px(16))
            draw_plate(painter, bar, px(1.5), theme.color("accent"))
        self._paint_mark(painter, box, row)
        self._paint_words(painter, box, row)
        painter.restore()

    def _paint_mark(self, painter: QPainter, box: QRectF, row: PickRow) -> None:
        theme, px = self.theme, self.theme.px
        spot = QRectF(box.left() + px(14), box.top(), px(SMALLEST), box.height())
        if row.ticked:
            paint_icon(painter, square_in(spot, px(ROW)), theme, "check", "ok")
        elif row.token:
            paint_token(painter, square_in(spot, px(SMALLEST)), theme, row.token)
        elif row.icon:
            paint_icon(painter, square_in(spot, px(ROW)), theme, row.icon, "text2")

    def _paint_words(self, painter: QPainter, box: QRectF, row: PickRow) -> None:
        theme, px = self.theme, self.theme.px
        left, right = box.left() + px(14 + SMALLEST + 10), box.right() - px(14)
        wide: float
        small = theme.font("small")
        if row.right:
            wide = text_width(small, row.right)
            place = QRectF(right - wide, box.top(), wide, box.height())
            draw_line(painter, place, row.right, small, theme.color("text2"))
            right -= wide + px(10)
        body = theme.font("body")
        wide = min(text_width(body, row.words), right - left)
        line = QRectF(left, box.top(), wide, box.height())
        draw_line(painter, line, row.words, body, theme.color("text"))
        rest = QRectF(left + wide + px(8), box.top(), right - left - wide - px(8), box.height())
        if row.detail and rest.width() > px(24):
            draw_line(painter, rest, row.detail, small, theme.color("text3"))


class PickList(PaintedWidget, OwnKeys):
    """A field with rows below it; Up, Down, Enter and Esc work in it.

    `picked` brings the value of a row, `words` the typed words if their own row was picked. `left`
    is emitted when it closes; with `several` it stays open after a pick. `opening` is emitted
    before it shows: what it lies in has to be unfolded, or the referee types blind. `gone` follows
    whenever it hides, for whatever reason.
    """

    own_keys = IN_LIST

    opening = Signal()
    picked = Signal(object)
    words = Signal(str)
    left = Signal()
    gone = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        policy = self.sizePolicy().Policy
        self.setSizePolicy(policy.Preferred, policy.Fixed)
        self.purpose = ""
        self._rows: ListRows = tuple
        self._several = False
        self._top, self._column = QHBoxLayout(), QVBoxLayout(self)
        self.field = _SearchField(self)
        self.field.setProperty("kind", "bare")
        self.hide()

    def _make(self) -> None:
        self.model = PickRowsModel(self)
        self.view = QListView()
        self.view.viewport().setAutoFillBackground(False)
        self.view.setModel(self.model)
        self.view.setItemDelegate(PickDelegate(self.theme, self.view))
        # The field keeps the focus, so that one can go on typing after a look at the rows.
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(lambda index: self._pick(index.row()))
        self._top.addWidget(self.field, 1)
        self._top.addWidget(KeyCap(self.theme, "Esc"))
        self._column.addLayout(self._top)
        self._column.addWidget(self.view)
        self.field.textChanged.connect(self._narrow)
        self.restyle()

    def open(
        self, purpose: str, prompt: str, rows: ListRows, several: bool = False, free: str = ""
    ) -> None:
        """Open with the rows for a purpose.

        `rows` is called again when the rows may have changed. `several` may be picked one after the
        other. `free` is the detail of the row for other words; empty: other words cannot be picked.
        """
        if not self._column.count():  # made when it is first asked for
            self._make()
        self.purpose, self._rows, self._several = purpose, rows, several
        self.model.let_in(free)
        self.opening.emit()
        self.field.clear()
        self.field.setPlaceholderText(prompt)
        self.field.setAccessibleName(prompt)
        self.model.offer(rows())
        self._first()
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def follow(self) -> None:
        """Read the rows again, if the list is open, and stay at the same place.

        The rows stay where they lie: the next click is meant for the row that is seen there.
        """
        if not self.isHidden():
            at, bar = self.view.currentIndex().row(), self.view.verticalScrollBar()
            scrolled = bar.value()
            self.model.offer(self._rows())
            self._go(max(0, at))
            bar.setValue(scrolled)

    def close_list(self) -> None:
        """Close the list, if it is open."""
        if not self.isHidden():
            self.hide()
            self.purpose = ""
            self.left.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the rows; no other key goes on to the panel, where letters are commands."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: MOST_ROWS,
                 Qt.Key.Key_PageUp: -MOST_ROWS}  # fmt: skip
        if step := steps.get(Qt.Key(event.key())):
            self._go(self.view.currentIndex().row() + step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self.view.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape:
            self.close_list()
        elif event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_F6):
            event.ignore()  # keys that move the focus: the list is no trap

    @override
    def restyle(self) -> None:
        px = self.theme.px
        if not self._column.count():
            return
        self.field.setFont(self.theme.font("body"))
        self._top.setContentsMargins(px(14), px(4), px(12), 0)
        self._column.setContentsMargins(1, px(2), 1, px(6))
        self._column.setSpacing(px(2))
        self._fit()
        super().restyle()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme = self.theme
        edge = theme.color("focus" if self.field.hasFocus() else "line2")
        draw_plate(painter, box, theme.px(8), theme.color("bg2"), edge, 1.5)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.isHidden():  # not only what it lies in
            self.gone.emit()

    def _narrow(self, typed: str) -> None:
        self.model.narrow(typed)
        self._first()

    def _first(self) -> None:
        self._fit()
        self._go(0)

    def _fit(self) -> None:
        rows = min(MOST_ROWS, max(1, self.model.rowCount()))
        self.view.setFixedHeight(self.theme.px(HIGH) * rows)
        self.updateGeometry()

    def _go(self, to: int) -> None:
        if count := self.model.rowCount():
            at = max(0, min(to, count - 1))
            self.view.setCurrentIndex(self.model.index(at))
            self.view.scrollTo(self.model.index(at))
            # A screen reader follows the focus, which stays in the field.
            if row := self.model.row(at):
                announce(self.field, row.spoken)

    def _pick(self, at: int) -> None:
        row = self.model.row(at)
        if row is None:
            return
        # Hidden before the signals: what they open may be this very list, for something else.
        if isinstance(row.value, OwnWords):
            self.hide()
            self.words.emit(row.value.typed)
            self.left.emit()
            return
        several, value = self._several, row.value
        if not several:
            self.hide()
        self.picked.emit(value)
        if several:
            self.field.selectAll()  # the next letters begin another word
            self.follow()
        else:
            self.left.emit()


class _SearchField(QLineEdit):
    """The field of a list; keys that it does not use go to the list, and so do the arrows."""

    def __init__(self, owner: PickList) -> None:
        super().__init__(owner)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        if event.key() in ways:
            event.ignore()
            return
        super().keyPressEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        """Leave Ctrl+Z to the window while nothing is typed; there it undoes the last act."""
        # A field takes the key for itself even if it has nothing to undo.
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and event.matches(_UNDO) and not self.text():
            event.ignore()
            return True
        return super().event(event)
