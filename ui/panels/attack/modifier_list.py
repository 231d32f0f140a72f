"""The modifiers of an attack as rows: tick, reason, value, rule."""

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from brikdesk.store.lines import REFEREE
from ui.look.icons import ROW, paint_icon
from ui.look.pressed import sign
from ui.look.theme import Theme
from ui.models.attack.modifier_rows import MODIFIER_ROLE, OTHER, ModifierRow, ModifierRowsModel
from ui.widgets.brushwork import (
    draw_focus,
    draw_line,
    draw_plate,
    square_in,
    text_width,
)
from ui.widgets.delegate import Delegate
from ui.widgets.model_index import Index
from ui.widgets.own_keys import OwnKeys
from ui.widgets.rules.citation import citation_width, paint_citation

HIGH, CHECK, STEP, CITED = 30, 16, 20, 66
_NONE = Qt.KeyboardModifier.NoModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class ModifierDelegate(Delegate):
    """Paints a row; − and + stand at the value of a row that is focused or under the mouse."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.theme.px(120), self.theme.px(HIGH))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(MODIFIER_ROLE)
        if not isinstance(row, ModifierRow):
            return
        box = QRectF(option.rect)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_check(painter, box, row)
        self._paint_words(painter, box, row)
        if row.key != OTHER:
            self._paint_value(painter, box, row, focused or hovered)
            self._paint_rule(painter, box, row)
        if focused:
            draw_focus(painter, box.adjusted(1, 1, -1, -1), self.theme, self.theme.px(6))
        painter.restore()

    def parts(self, box: QRectF, row: ModifierRow) -> dict[str, QRectF]:
        """Return the places that can be clicked: check, less, more and rule.

        "column" is all of the room for a rule, which a short one does not fill.
        """
        px, theme = self.theme.px, self.theme
        cited = px(CITED)
        rule = QRectF(box.right() - cited - px(2), box.top(), cited, box.height())
        value = self._value_width()
        more = QRectF(rule.left() - px(8) - px(STEP), box.top(), px(STEP), box.height())
        less = QRectF(more.left() - value - px(STEP), box.top(), px(STEP), box.height())
        check = QRectF(box.left() + px(2), box.top(), px(CHECK + 8), box.height())
        wide = citation_width(theme, row.rule) if row.rule else 0
        own = QRectF(rule.right() - wide, rule.top(), wide, rule.height())
        return {"check": check, "less": less, "more": more, "rule": own, "column": rule}

    def _value_width(self) -> int:
        return text_width(self.theme.font("body", strong=True), '\N{MINUS SIGN}00"')

    def _paint_check(self, painter: QPainter, box: QRectF, row: ModifierRow) -> None:
        theme, side = self.theme, self.theme.px(CHECK)
        place = square_in(QRectF(box.left() + theme.px(4), box.top(), side, box.height()), side)
        if row.key == OTHER:
            paint_icon(painter, place, theme, "plus", "text2")
            return
        fill = theme.color("text" if row.on else "field")
        edge = theme.color("text" if row.on else "ctl")
        draw_plate(painter, place, theme.px(4), fill, edge)
        if row.on:
            paint_icon(painter, square_in(place, theme.px(12)), theme, "check", "bg1")

    def _paint_words(self, painter: QPainter, box: QRectF, row: ModifierRow) -> None:
        theme, px = self.theme, self.theme.px
        left = box.left() + px(CHECK + 14)
        end = self.parts(box, row)["less"].left() if row.key != OTHER else box.right()
        font = theme.font("body")
        ink = theme.color("text2" if row.key == OTHER or not row.on else "text")
        wide = min(text_width(font, row.reason), end - left)
        line = QRectF(left, box.top(), wide, box.height())
        draw_line(painter, line, row.reason, font, ink)
        start = left + wide + px(8)
        small = theme.font("small")
        # A short form with initials says more than a cut one.
        shown = row.detail if text_width(small, row.detail) <= end - start else row.short
        detail = ", ".join(part for part in (shown or row.detail, row.where) if part)
        if detail and end - start > px(20):
            rest = QRectF(start, box.top(), end - start, box.height())
            draw_line(painter, rest, detail, small, theme.color("text3"))

    def _paint_value(
        self, painter: QPainter, box: QRectF, row: ModifierRow, stepping: bool
    ) -> None:
        theme, parts = self.theme, self.parts(box, row)
        tone = "ok" if row.value > 0 else "danger" if row.value < 0 else "text2"
        ink = theme.color(tone if row.on else "text3")
        font = theme.font("body", strong=True)
        between = QRectF(parts["less"].right(), box.top(), self._value_width(), box.height())
        wide = text_width(font, row.points)
        middle = between.adjusted((between.width() - wide) / 2, 0, 0, 0)
        draw_line(painter, middle, row.points, font, ink)
        if stepping:
            for name, icon in (("less", "minus"), ("more", "plus")):
                side = theme.px(14)
                paint_icon(painter, square_in(parts[name], side), theme, icon, "text2")

    def _paint_rule(self, painter: QPainter, box: QRectF, row: ModifierRow) -> None:
        parts, theme = self.parts(box, row), self.theme
        if row.rule == REFEREE:
            column = parts["column"]
            spot = QRectF(column.left(), column.top(), theme.px(ROW), column.height())
            paint_icon(painter, square_in(spot, theme.px(14)), theme, "shield", "accent_text")
            words = column.adjusted(theme.px(ROW + 2), 0, 0, 0)
            draw_line(painter, words, "Referee", theme.font("caption"), theme.color("text2"))
        elif row.rule:
            paint_citation(painter, parts["rule"], theme, row.rule)


class ModifierList(QListView, OwnKeys):
    """Space ticks, plus and minus change a value; other keys go on to the panel.

    `ticked` brings a row and whether it counts now, `valued` a row and its new value, `removed` an
    own row. `adding` asks for the fields of another modifier, `asked` brings a rule.
    """

    own_keys = (("↑ ↓", "row"), ("Space", "tick"), ("+ −", "change"))

    ticked = Signal(object, bool)
    valued = Signal(object, int)
    removed = Signal(object)
    adding = Signal()
    asked = Signal(str)
    left = Signal()
    entered_list = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.rows = ModifierRowsModel(self)
        self.setModel(self.rows)
        self._painter = ModifierDelegate(theme, self)
        self.setItemDelegate(self._painter)
        self.setAccessibleName("Modifiers")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        # The list is as high as its rows; by itself it would scroll as rows come and go.
        self.setAutoScroll(False)
        self.viewport().setAutoFillBackground(False)
        theme.changed.connect(self._restyle)

    def show_rows(self, rows: tuple[ModifierRow, ...]) -> None:
        """Show these rows; the current one stays current if it is still there."""
        before = self.current()
        if rows == self.rows.rows:
            return
        self.rows.show_rows(rows)
        if not self.currentIndex().isValid() and rows:
            self.setCurrentIndex(self.rows.index(self.rows.place_of(before.key if before else "")))
        self._restyle()

    def go_to(self, key: str) -> None:
        """Make a row the current one."""
        self.setCurrentIndex(self.rows.index(self.rows.place_of(key)))

    def current(self) -> ModifierRow | None:
        """Return the row that the keys go to."""
        return self.rows.row(self.currentIndex().row())

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(240), self.theme.px(HIGH) * max(1, len(self.rows.rows)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(160), self.sizeHint().height())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current()
        plain = event.modifiers() & ~(_KEYPAD | _SHIFT) == _NONE
        moving = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)
        if event.key() in moving and event.modifiers() & ~_KEYPAD == _NONE:
            super().keyPressEvent(event)
        elif row is None or not plain or not self._press(row, event):
            event.ignore()

    def _press(self, row: ModifierRow, event: QKeyEvent) -> bool:
        if row.key == OTHER:
            # Not Enter, which goes to the dice wherever the focus is.
            if event.key() in (Qt.Key.Key_Space,) or sign(event) == "+":
                self.adding.emit()
                return True
            return False
        if event.key() == Qt.Key.Key_Space:
            self.ticked.emit(row, not row.on)
        elif sign(event) in ("+", "="):  # many keyboards have + as Shift and =
            self.valued.emit(row, row.value + 1)
        elif sign(event) == "-":
            self.valued.emit(row, row.value - 1)
        elif event.key() == Qt.Key.Key_Delete and row.own >= 0:
            self.removed.emit(row)
        elif sign(event) == "?" and row.rule and row.rule != REFEREE:
            self.asked.emit(row.rule)
        else:
            return False
        return True

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        # One delegate paints all of a row, so its parts are no widgets: the place says which it is.
        index = self.indexAt(event.position().toPoint())
        row = self.rows.row(index.row()) if index.isValid() else None
        if row is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        if row.key == OTHER:
            self.adding.emit()
            return
        part = self._part_at(index, row, event.position())
        if part in ("less", "more"):
            self.valued.emit(row, row.value + (1 if part == "more" else -1))
        elif part == "rule" and row.rule != REFEREE:
            self.asked.emit(row.rule)
        elif part != "rule":
            self.ticked.emit(row, not row.on)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.rows.rows:
            self.setCurrentIndex(self.rows.index(0))
        self.entered_list.emit()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.viewport().update()

    def _part_at(self, index: QModelIndex, row: ModifierRow, at: QPointF) -> str:
        box = QRectF(self.visualRect(index))
        parts = self._painter.parts(box, row)
        return next((name for name in parts if name != "column" and parts[name].contains(at)), "")

    def _restyle(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self.updateGeometry()
        self.doItemsLayout()
