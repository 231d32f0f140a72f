"""Lists of what has happened: a unit's life, and the rulings of a campaign, each by its moment."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from brikdesk.games.related import switches_of
from brikdesk.reports.data import clock
from brikdesk.rules.texts import is_known, rule_text
from brikdesk.store.moments import Beat, beats, life
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.log import LogEntry, log, rulings
from brikdesk.store.views.units import unit
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.sheet import EDGE, Sheet
from ui.look.shortcuts import ENTER, sign
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.layout import fill, held, in_column, in_flow
from ui.widgets.painted import (
    Delegate,
    Index,
    draw_focus,
    draw_line,
    draw_plate,
    hairline,
    text_height,
)

NO_PARENT = QModelIndex()
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)


class Happened(Struct, frozen=True):
    """One thing that happened: when, in words, and the act after which it was so.

    `rule` is what it is about, `aside` stands at the right of `head`.
    """

    act_id: int
    head: str
    words: str
    colour: str = ""
    aside: str = ""
    rule: str = ""


class HappenedModel(QAbstractListModel):
    """What happened, as rows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[Happened, ...] = ()

    def show_rows(self, rows: Sequence[Happened]) -> None:
        """Show these rows."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ". ".join(filter(None, (row.head, row.words.rstrip("."), row.aside))) + "."
        return None


class HappenedDelegate(Delegate):
    """Paints when something happened, and what."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view, row = self.parent(), index.data(Qt.ItemDataRole.UserRole)
        assert isinstance(view, HappenedList)
        head = text_height(self.theme.font("small", True))
        return QSize(view.room, head + self._high(row.words, view.room) + self.theme.px(22))

    def _high(self, said: str, wide: int) -> int:
        room = QRect(0, 0, wide, 100_000)
        return QFontMetrics(self.theme.font("body")).boundingRect(room, _WRAPPED, said).height()

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px = self.theme, self.theme.px
        view, row = self.parent(), index.data(Qt.ItemDataRole.UserRole)
        assert isinstance(view, HappenedList)
        box = QRectF(option.rect).adjusted(px(2), px(2), -px(2), -px(2))
        current = bool(option.state & QStyle.StateFlag.State_Selected)
        # The view paints all its rows with this one painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current:
            draw_plate(painter, box, px(8), theme.color("sel"))
        font = theme.font("small", True)
        head = QRectF(box.left() + px(12), box.top() + px(7), view.room, text_height(font))
        draw_line(painter, head, row.head, font, theme.color(row.colour or "text2"))
        if row.aside:
            painter.setFont(theme.font("small"))
            painter.setPen(theme.color("accent_text"))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(head, int(right), row.aside)
        body = QRectF(
            head.left(), head.bottom() + px(2), view.room, self._high(row.words, view.room)
        )
        painter.setFont(theme.font("body"))
        painter.setPen(theme.color("text"))
        painter.drawText(body, _WRAPPED, row.words)
        if current and option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, box, theme, px(8))
        painter.restore()


class HappenedList(QListView):
    """Rows of what happened. `pressed` brings a key that it does not take itself."""

    pressed = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.theme = theme
        self.happened = HappenedModel(self)
        self.setModel(self.happened)
        self.setItemDelegate(HappenedDelegate(theme, self))
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)

    @property
    def room(self) -> int:
        """How wide the words of a row are."""
        return max(80, self.viewport().width() - self.theme.px(28))

    @property
    def current(self) -> Happened | None:
        """The row with the cursor."""
        found: Happened | None = self.currentIndex().data(Qt.ItemDataRole.UserRole)
        return found

    def show_rows(self, rows: Sequence[Happened], at: int = 0) -> None:
        """Show these rows, with the cursor on one."""
        self.happened.show_rows(rows)
        self.setCurrentIndex(self.happened.index(at, 0))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Letters would seek a row that begins so.
        if sign(event).strip() or event.key() in ENTER:
            event.ignore()
            self.pressed.emit(event)
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class HappenedSheet(Sheet):
    """A list of what happened, and what can be done with a row: keys on buttons."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, hub: Hub, title: str) -> None:
        super().__init__(theme, host, title, wide=760, high=820, scrolls=False)
        self.desk, self.hub = desk, hub
        self.list = HappenedList(theme, title)
        self.list.pressed.connect(self._press)
        self.list.doubleClicked.connect(lambda _index: self._do("Enter"))
        self.none = plain_label(theme, "", "body", "text3", wrap=True)
        self.buttons: dict[str, Button] = {}
        self._flow = in_flow(theme)
        foot = in_column(theme, held(self._flow), edges=(EDGE, 12, EDGE, 16))
        fill(self.body, self.none, (self.list, 1))
        fill(self.column, hairline(theme), foot)

    def offer(self, key: str, words: str, icon: str, does: Callable[[Happened], object]) -> None:
        """Offer something to do with a row, by a key and a button."""
        button = Button(self.theme, words, "quiet" if self.buttons else "soft", icon, key)
        button.clicked.connect(lambda _checked=False: self._with_row(does))
        self.buttons[key] = button
        self._flow.addWidget(button)

    def show_rows(self, rows: Sequence[Happened], none: str, at: int = 0) -> None:
        """Show rows, or a sentence where there are none."""
        self.none.say("" if rows else none)
        self.none.setVisible(not rows)
        self.list.show_rows(rows, at)
        for button in self.buttons.values():
            button.setEnabled(bool(rows))

    @override
    def first_field(self) -> QWidget | None:
        return self.list

    def go_there(self, row: Happened) -> None:
        """Look back to the moment."""
        self.close_sheet()
        self.hub.moment_asked.emit(row.act_id)

    def show_card(self, row: Happened) -> None:
        """Show the dispute card."""
        self.close_sheet()
        self.hub.event_asked.emit(row.act_id)

    def _with_row(self, does: Callable[[Happened], object]) -> None:
        if (row := self.list.current) is not None:
            does(row)

    def _press(self, event: QKeyEvent) -> None:
        self._do("Enter" if event.key() in ENTER else sign(event).upper())

    def _do(self, key: str) -> None:
        button = self.buttons.get(key)
        if button is not None and button.isEnabled() and not button.isHidden():
            button.click()


class LifeSheet(HappenedSheet):
    """All that has happened to a unit; Enter goes to that moment."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, hub: Hub, unit_id: int) -> None:
        row = desk.read(unit, unit_id)
        name = row.name if row else "a unit that is no more"
        super().__init__(theme, host, desk, hub, f"The life of {name}")
        self.offer("Enter", "Look back to it", "undo", self.go_there)
        self.offer("D", "Dispute card", "book", self.show_card)
        rows = tuple(_life(desk, unit_id))
        self.show_rows(rows, "Nothing has happened to it yet.", len(rows) - 1)


def _life(desk: Desk, unit_id: int) -> Iterator[Happened]:
    """Yield the beats that touched a unit, oldest first."""
    acts = sorted(desk.read(life, unit_id))
    by_act: dict[int, list[LogEntry]] = {}
    for entry in desk.read(log, unit_id=unit_id):
        by_act.setdefault(entry.act_id, []).append(entry)
    players = {each.id: each for each in desk.read(battle_head).players}
    for beat in desk.read(beats):
        own = [act for act in acts if beat.first <= act <= beat.act_id]
        if not own:
            continue
        lines = [entry.line.said() for act in own for entry in by_act.get(act, ())]
        player = players.get(beat.player_id)
        yield Happened(
            own[-1],
            _when(beat, player.faction if player else ""),
            " ".join(lines) or beat.title,
            player.colour if player else "",
        )


def _when(beat: Beat, faction: str) -> str:
    turn = f"Turn {beat.number}, {faction}" if beat.turn_id and faction else "Outside of turns"
    return f"{turn} · {clock(beat.at)}"


class RulingsSheet(HappenedSheet):
    """The book of rulings: what was decided once is found by rule and words, and made a house rule."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, hub: Hub) -> None:
        super().__init__(theme, host, desk, hub, "Book of rulings")
        self.words = BookSearch("a rule such as 8.4-10, or words of what was decided")
        self.words.textChanged.connect(self._find)
        self.words.left.connect(self.list.setFocus)
        self.body.insertWidget(0, self.words)
        self.offer("Enter", "Look back to it", "undo", self.go_there)
        self.offer("?", "The rule", "book", self._show_rule)
        self.offer("H", "House rule", "gear", self._show_rule)
        self.offer("D", "Dispute card", "pdf", self.show_card)
        self.write = Button(theme, "Write a ruling", "quiet", "plus", "N", does=self._write)
        self.write.setEnabled(not desk.read_only)
        self._flow.addWidget(self.write)
        self.list.selectionModel().currentChanged.connect(self._tell)
        self._find()

    def _find(self) -> None:
        """Show the rulings in which every typed word occurs, the newest first."""
        words = self.words.text().casefold().split()
        rows = tuple(_ruled(self.desk))
        found = [
            row
            for row in reversed(rows)
            if all(word in f"{row.aside} {row.words} {row.head}".casefold() for word in words)
        ]
        none = "No ruling holds all these words." if rows else NOTHING_RULED
        self.show_rows(found, none)
        self._tell()

    def _tell(self) -> None:
        """Name the house rule that would settle it for good."""
        row = self.list.current
        switches = switches_of(rule_text(row.rule)) if row and row.rule else ()
        named = ", ".join(each.title for each in switches)
        self.buttons["H"].set_words(f"House rule: {named}")
        self.buttons["H"].setVisible(bool(switches))
        self.buttons["?"].setEnabled(bool(row and row.rule))

    def _show_rule(self, row: Happened) -> None:
        """Show the rule: its card has the switches of this campaign."""
        self.hub.rule_asked.emit(row.rule)

    def _write(self) -> None:
        row = self.list.current
        self.close_sheet()
        self.hub.form_asked.emit("Rule", {"rule": row.rule} if row and row.rule else {})

    @override
    def _do(self, key: str) -> None:
        if key == "/":
            self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif key == "N" and self.write.isEnabled():
            self._write()
        else:
            super()._do(key)


NOTHING_RULED = (
    "Nothing was ruled yet. What a rule refuses and you overrule (O) is kept here, and what you write "
    "as a ruling (N)."
)


class BookSearch(QLineEdit):
    """Words to search for; Down and Enter go to the rows."""

    left = Signal()

    def __init__(self, what: str) -> None:
        super().__init__()
        self.setPlaceholderText(f"/ finds {what}")
        self.setAccessibleName(f"Find {what}")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, *ENTER):
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _ruled(desk: Desk) -> Iterator[Happened]:
    players = {each.id: each for each in desk.read(battle_head).players}
    for row in desk.read(rulings):
        player = players.get(row.turn_player_id)
        turn = f"Turn {row.number}, {player.faction}" if player else "Outside of turns"
        named = f"{row.rule} {rule_text(row.rule).title}" if is_known(row.rule) else ""
        yield Happened(
            row.act_id,
            f"{turn} · {clock(row.at)}",
            f"{'Overruled: ' if row.overruled else ''}{row.words}",
            player.colour if player else "",
            named,
            row.rule if is_known(row.rule) else "",
        )
