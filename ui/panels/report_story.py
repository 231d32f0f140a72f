"""The story of a battle, paragraph by paragraph: written anew by hand, or left out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from brikdesk.acts.campaign.notes_and_photos import TellTurn
from brikdesk.text import NOTE_LENGTH
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.form_sheet import show_form
from ui.forms.questions import ActForm, Text
from ui.look.text import announce
from ui.look.theme import Theme
from ui.widgets.buttons import OwnKeys
from ui.widgets.painted import Delegate, Index, draw_focus, draw_line, draw_plate, text_height

if TYPE_CHECKING:
    from brikdesk.reports.story import StoryParagraph

NO_PARENT = QModelIndex()
WIDEST = 640
"""Pixels at 100 % of a paragraph: some 66 signs, as a line of a book has."""

BY_HAND, LEFT_OUT = "by hand", "left out"
CHANGED = "The log tells now:"


def standing(paragraph: "StoryParagraph") -> str:
    """Return how a paragraph is told, if not by the log."""
    if paragraph.by_hand is None:
        return ""
    return LEFT_OUT if paragraph.left_out else BY_HAND


def news(paragraph: "StoryParagraph") -> str:
    """Return what the log tells by now, where it is not what the referee has read."""
    said = paragraph.by_log or "nothing of this turn."
    return f"{CHANGED} {said}" if paragraph.changed else ""


class ParagraphsModel(QAbstractListModel):
    """The paragraphs as rows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.paragraphs: tuple[StoryParagraph, ...] = ()

    def show_paragraphs(self, paragraphs: "Sequence[StoryParagraph]") -> None:
        """Show these paragraphs."""
        self.beginResetModel()
        self.paragraphs = tuple(paragraphs)
        self.endResetModel()

    def place_of(self, turn_id: int) -> int:
        """Return the row of a turn; 0 where nothing is told of it."""
        turns = [each.turn.turn_id for each in self.paragraphs]
        return turns.index(turn_id) if turn_id in turns else 0

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.paragraphs)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.paragraphs):
            return None
        row = self.paragraphs[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            said = (row.turn.title, standing(row), row.words or row.by_log, news(row))
            return ". ".join(part.rstrip(".") for part in said if part) + "."
        return None


class ParagraphDelegate(Delegate):
    """Paints a turn, what is told of it, and how."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        assert isinstance(view, StoryList)
        row: StoryParagraph = index.data(Qt.ItemDataRole.UserRole)
        px, wide = self.theme.px, view.line_width
        high = text_height(self.theme.font("caption", True)) + self._high(
            row.words or row.by_log, wide
        )
        high += self._high(news(row), wide) + px(4) if row.changed else 0
        return QSize(wide, high + px(26))

    def _high(self, said: str, wide: int) -> int:
        room = QRect(0, 0, wide, 100_000)
        return QFontMetrics(self.theme.font("body")).boundingRect(room, _WRAPPED, said).height()

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px = self.theme, self.theme.px
        row: StoryParagraph = index.data(Qt.ItemDataRole.UserRole)
        view = self.parent()
        assert isinstance(view, StoryList)
        box = QRectF(option.rect).adjusted(px(2), px(2), -px(2), -px(2))
        box.setWidth(min(box.width(), view.line_width + px(24)))
        current = bool(option.state & QStyle.StateFlag.State_Selected)
        # The view paints all its rows with this one painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current:
            draw_plate(painter, box, px(8), theme.color("sel"))
            mark = QRectF(box.left(), box.top() + px(8), px(3), box.height() - px(16))
            draw_plate(painter, mark, px(1.5), theme.color("accent"))
        head = QRectF(box.left() + px(14), box.top() + px(7), view.line_width, 0)
        head.setHeight(text_height(theme.font("caption", True)))
        draw_line(painter, head, row.turn.title, theme.font("caption", True), theme.color("text2"))
        if said := standing(row):
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.setFont(theme.font("small"))
            painter.setPen(theme.color("text3" if row.left_out else "accent_text"))
            painter.drawText(head.adjusted(0, 0, -px(10), 0), int(right), said)
        body = QRectF(head.left(), head.bottom() + px(3), view.line_width, box.height())
        body.setHeight(self._high(row.words or row.by_log, view.line_width))
        self._write(
            painter,
            body,
            row.words or row.by_log,
            "text3" if row.left_out else "text",
            row.left_out,
        )
        if row.changed:
            below = body.translated(0, body.height() + px(4))
            below.setHeight(self._high(news(row), view.line_width))
            self._write(painter, below, news(row), "danger")
        if current and option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, box, theme, px(8))
        painter.restore()

    def _write(
        self, painter: QPainter, box: QRectF, said: str, ink: str, struck: bool = False
    ) -> None:
        font = self.theme.font("body")
        font.setStrikeOut(struck)
        painter.setFont(font)
        painter.setPen(self.theme.color(ink))
        painter.drawText(box, _WRAPPED, said)


_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


class StoryList(QListView, OwnKeys):
    """The paragraphs: F2 writes one by hand, Delete leaves it out or takes it in again."""

    own_keys = (("↑ ↓", "paragraph"), ("F2", "write it"), ("Delete", "leave out, or take in"))

    def __init__(self, theme: Theme, desk: Desk, hub: Hub) -> None:
        super().__init__()
        self.theme, self._desk, self._hub = theme, desk, hub
        self.rows = ParagraphsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(ParagraphDelegate(theme, self))
        self.setAccessibleName("Story")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(1)  # where room is short, the choices above it stay whole
        self.doubleClicked.connect(lambda _: self.write())
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def line_width(self) -> int:
        """The pixels of a line of words."""
        px = self.theme.px
        return max(px(160), min(px(WIDEST), self.viewport().width() - px(32)))

    @property
    def current(self) -> "StoryParagraph | None":
        """The paragraph that the keys are about."""
        found: StoryParagraph | None = self.currentIndex().data(Qt.ItemDataRole.UserRole)
        return found

    def show_paragraphs(self, paragraphs: "Sequence[StoryParagraph]") -> None:
        """Show these paragraphs; that of the same turn stays the current one."""
        if tuple(paragraphs) == self.rows.paragraphs:
            return
        turn_id = self.current.turn.turn_id if self.current else 0
        self.rows.show_paragraphs(paragraphs)
        self.setCurrentIndex(self.rows.index(self.rows.place_of(turn_id)))

    def write(self) -> None:
        """Open the words of the current paragraph."""
        row = self.current
        if row is None or self._desk.read_only:
            return
        known = {"turn_id": row.turn.turn_id, "by_log": row.by_log}
        form = ActForm(
            "TellTurn", row.turn.title, icon="edit", words="story", button="Tell it so",
            made=lambda values: {**values, **known},
            fields=(Text("words", "What is told", lines=12, longest=NOTE_LENGTH, hint=news(row)),),
        )  # fmt: skip
        filled = form.filled(words=row.words or row.by_log)
        show_form(self.theme, self._desk, self._hub, self, filled)

    def leave_out(self) -> None:
        """Leave the current paragraph out of the story; one that is left out is told again."""
        row = self.current
        if row is None or self._desk.read_only:
            return
        out = row.left_out
        act = TellTurn(turn_id=row.turn.turn_id, by_log=row.by_log, by_hand=not out)
        self._desk.do(act)
        announce(self, f"{row.turn.title}: {'told by the log' if out else LEFT_OUT}")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self.write()
        elif event.key() == Qt.Key.Key_Delete:
            self.leave_out()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
