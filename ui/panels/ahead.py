"""Look ahead: what the next two rounds bring, in one line at the foot of the desk and as a list of it."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from brikdesk.acts.ahead import (
    Foreseen,
    Ghost,
    NextTurn,
    TurnAhead,
    about_to_look,
    next_turns,
    two_rounds,
)
from brikdesk.errors import CampaignFileError
from brikdesk.ground.shapes import disc
from brikdesk.lengths import in_inches
from brikdesk.store.campaign import Changes
from brikdesk.store.session import Cancelled
from brikdesk.store.views.battlefield import battlefield
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.jobs import OneJob
from ui.look.icons import paint_icon
from ui.look.shortcuts import ENTER, key_of, sign
from ui.look.text import announce, plain_label, tip
from ui.look.theme import Theme
from ui.models.map import DrawnShot, Zone
from ui.models.rows import ROW_ROLE, row_of
from ui.parts.lines import LineWords, RichLine, icon_of, token_of
from ui.widgets.buttons import HoldsKeys, OwnKeys
from ui.widgets.layout import Arranging, in_column
from ui.widgets.painted import (
    Backdrop,
    Delegate,
    Index,
    PaintedButton,
    draw_focus,
    draw_line,
    draw_plate,
    keycap_width,
    paint_keycap,
    square_in,
    text_height,
    text_width,
)

SOON = 250
"""Milliseconds after an act until it is looked ahead again: several acts often come together."""

HOW = (
    "If nobody moves or attacks, and whoever must choose does what is usual. "
    "Uncertain things are taken each by itself."
)
TABLES = {"projectile": "air", "explosive": "air", "field": "fields", "fire": "fires",
          "mark": "marks", "homing": "homing"}  # fmt: skip
"""The ledger's table of each table in the file, for what is no unit."""

FLIES = 0.7
"""Inches around the place of a projectile, as its ghost is drawn."""


# --- the line -------------------------------------------------------------------------------------

LINE_HIGH = 30


class NextLine(PaintedButton):
    """The next two player turns in one line, whatever the desk shows; a click or F9 tells more."""

    def __init__(self, theme: Theme, desk: Desk) -> None:
        super().__init__(theme)
        self._desk = desk
        self.turns: tuple[NextTurn, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self.read)
        desk.changed.connect(self._heard)

    def read(self) -> None:
        """Show what comes next as things are now; only where it has a place, or it were a window."""
        self._soon.stop()
        try:
            self.turns = self._desk.read(next_turns)
        except CampaignFileError:
            return  # the desk says itself that the file is lost; what was read before it stays
        words = "; ".join(f"{each.owner.faction}: {each.words}" for each in self.turns)
        self.setAccessibleName(f"Next turns. {words}")
        tip(self, f"Look ahead  {key_of('look_ahead')}\n" + "\n".join(words.split("; ")))
        self.setVisible(bool(self.turns))
        self.update()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(next_turns.tables):
            self._soon.start()

    @override
    def sizeHint(self) -> QSize:
        """Return the height of a line."""
        return QSize(self.theme.px(120), self.theme.px(LINE_HIGH))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint a separator, the turns, each in its share of the room, and the key."""
        theme, px = self.theme, self.theme.px
        painter.fillRect(box, theme.color("bg3" if self.underMouse() else "bg1"))
        painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), theme.color("line"))
        key = key_of("look_ahead")
        cap = QRectF(box.right() - px(12) - keycap_width(theme, key), box.top(), 0, box.height())
        cap.setWidth(keycap_width(theme, key))
        paint_keycap(painter, cap, theme, key)
        left = box.left() + px(16)
        for turn, wide in zip(self.turns, self._shares(cap.left() - px(10) - left), strict=True):
            self._paint_turn(painter, QRectF(left, box.top(), wide - px(12), box.height()), turn)
            left += wide
        if self.hasFocus():
            draw_focus(painter, box, theme, px(4))

    def _shares(self, room: float) -> list[float]:
        """Return the width for each turn: as much as it needs, else a fair part."""
        font, px = self.theme.font("small"), self.theme.px
        wanted: list[float] = [
            text_width(font, turn.owner.code) + px(8) + text_width(font, turn.words) + px(22)
            for turn in self.turns
        ]
        if len(wanted) < 2 or sum(wanted) <= room:
            return wanted
        half = room / 2
        first = min(wanted[0], max(half, room - wanted[1]))
        return [first, room - first]

    def _paint_turn(self, painter: QPainter, box: QRectF, turn: NextTurn) -> None:
        theme, strong = self.theme, self.theme.font("small", strong=True)
        draw_line(painter, box, turn.owner.code, strong, theme.color(turn.owner.colour))
        box.setLeft(box.left() + text_width(strong, turn.owner.code) + theme.px(8))
        ink = theme.color("text3" if turn.quiet else "text2")
        draw_line(painter, box, turn.words, theme.font("small"), ink)


# --- the list -------------------------------------------------------------------------------------


class AheadLine(Struct, frozen=True):
    """A line of the list: the head of a player turn, or one of its steps."""

    turn: TurnAhead
    step: Foreseen | None = None
    ends: bool = False

    @property
    def words(self) -> str:
        """All of it as a screen reader says it."""
        if self.step is None:
            return f"Turn {self.turn.number}, {self.turn.owner.faction}"
        when = "end of turn" if self.ends else "start of turn"
        said = "; ".join((self.step.short, *self.step.facts))
        return f"{said}. {self.turn.name}, {when}"


def rows_from(turns: Sequence[TurnAhead]) -> Iterator[AheadLine]:
    """Yield the head of each turn, and below it its steps."""
    for turn in turns:
        yield AheadLine(turn)
        for steps, ends in ((turn.start, False), (turn.end, True)):
            for step in steps:
                yield AheadLine(turn, step, ends)


class AheadRows(QAbstractListModel):
    """The rows; heads cannot be chosen."""

    rows: tuple[AheadLine, ...] = ()

    def show_rows(self, rows: Sequence[AheadLine]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    @override
    def rowCount(self, parent: Any = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None
        if role == ROW_ROLE:
            return row
        said = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        return row.words if row and role in said else None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        row = row_of(index)
        if row is None or row.step is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


EDGE, ICON_WIDE, AIR = 16, 28, 7


class AheadDelegate(Delegate):
    """Paints a head with its faction's mark, and a step with its chance and its facts below."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row, px = row_of(index), self.theme.px
        if row.step is None:
            return QSize(0, px(34))
        high = text_height(self.theme.font("body")) + 2 * px(AIR)
        facts = self._facts(row.step)
        return QSize(0, round(high + (facts.height + px(2) if facts else 0)))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, rect = row_of(index), option.rect
        assert isinstance(rect, QRect)
        box = QRectF(rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.step is None:
            self._paint_head(painter, box, row)
        else:
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_step(painter, box, row.step, chosen)
        painter.restore()

    def _paint_head(self, painter: QPainter, box: QRectF, row: AheadLine) -> None:
        theme, px = self.theme, self.theme.px
        bar = QRectF(box.left() + px(EDGE), box.center().y() - px(7), px(4), px(14))
        draw_plate(painter, bar, px(2), theme.color(row.turn.owner.colour))
        words = box.adjusted(px(EDGE + 12), 0, -px(EDGE), 0)
        when = "now" if row.turn.runs else "" if row.turn.steps else "nothing waits"
        draw_line(painter, words, when, theme.font("small"), theme.color("text3"), right=True)
        words.setRight(words.right() - text_width(theme.font("small"), when) - px(8))
        strong = theme.font("small", strong=True)
        draw_line(painter, words, row.words, strong, theme.color("text"))

    def _paint_step(self, painter: QPainter, box: QRectF, step: Foreseen, chosen: bool) -> None:
        theme, px = self.theme, self.theme.px
        if chosen:
            plate = box.adjusted(px(8), 1, -px(8), -1)
            draw_plate(painter, plate, theme.px(6), theme.color("sel"))
        line = text_height(theme.font("body"))
        head = QRectF(box.left() + px(EDGE), box.top() + px(AIR), box.width() - 2 * px(EDGE), line)
        spot = QRectF(head.left(), head.top(), px(18), line)
        paint_icon(painter, square_in(spot, px(16)), theme, icon_of(step.icon), token_of(step.icon))
        head.setLeft(head.left() + px(ICON_WIDE))
        ink = "text2" if step.by_itself else "text"
        if step.percent:
            strong = theme.font("small", strong=True)
            accent = theme.color("accent_text")
            draw_line(painter, head, step.percent, strong, accent, right=True)
            head.setRight(head.right() - text_width(strong, step.percent) - px(8))
        draw_line(painter, head, step.title, theme.font("body"), theme.color(ink))
        if facts := self._facts(step):
            facts.paint(painter, head.bottomLeft() + QRectF(0, px(2), 0, 0).topLeft())

    def _facts(self, step: Foreseen) -> RichLine | None:
        if not step.facts:
            return None
        view = self.parent()
        wide = view.viewport().width() if isinstance(view, QAbstractItemView) else 300
        room = wide - self.theme.px(2 * EDGE + ICON_WIDE)
        # A middle dot between facts: some of them have commas of their own.
        said = " · ".join(step.facts).replace(" %", "\N{NO-BREAK SPACE}%")
        words = LineWords(said, "text3" if step.by_itself else "text2")
        return RichLine(self.theme, (words,), room, "small", 1 if step.by_itself else 3)


class AheadList(QListView, OwnKeys):
    """The list itself: arrows choose a step, Enter goes to it, ? tells its rule."""

    own_keys = (("↑ ↓", "step"), ("Enter", "go there"), ("?", "rule"), ("Esc", "back"))
    takes_words = False

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__()
        self._arranging = Arranging(self, self._show_chosen)
        self.theme, self._hub = theme, hub
        self.steps = AheadRows(self)
        self.setModel(self.steps)
        self.setItemDelegate(AheadDelegate(theme, self))
        self.setAccessibleName("What the next turns bring")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.doubleClicked.connect(lambda _index: self.go())
        theme.changed.connect(self._arranging.ask)

    @property
    def chosen(self) -> AheadLine | None:
        """The row that is chosen."""
        row: AheadLine | None = row_of(self.currentIndex())
        return row

    def show_turns(self, rows: Sequence[AheadLine]) -> None:
        """Show what was found; the step that was chosen stays so, else the first that is no formality."""
        before = self.chosen
        self.steps.show_rows(rows)
        wanted = before.step.key if before and before.step else None
        steps = [(place, row) for place, row in enumerate(rows) if row.step is not None]
        again = [
            place
            for place, row in steps
            if before and row.step and row.step.key == wanted and row.turn.name == before.turn.name
        ]
        place = next(iter([*again, *(place for place, _ in steps)]), None)
        if place is not None:
            self.choose(place)

    def choose(self, place: int) -> None:
        """Choose the row at a place, and have it in view with the head of its turn above."""
        self.setCurrentIndex(self.steps.index(place))
        self._arranging.ask()

    def _show_chosen(self) -> None:
        """Have the chosen row in view, once all rows are as high as their words need."""
        self.doItemsLayout()
        place = self.currentIndex().row()
        if place > 0:
            self.scrollTo(self.steps.index(place - 1))
            self.scrollTo(self.steps.index(place))

    def go(self) -> None:
        """Go to what the chosen step is about: the step itself, its unit, or its row of the ledger."""
        step = self.chosen.step if self.chosen else None
        if step is None:  # nothing is to come, or it is still being worked out
            self._hub.remarked.emit("There is no step here to go to.")
            return
        if step.waits:
            self._hub.step_asked.emit(step.key)
        elif step.unit_id:
            self._hub.select_unit(step.unit_id)
            self._hub.unit_opened.emit(step.unit_id)
        elif step.table in TABLES:
            self._hub.ledger_asked.emit(TABLES[step.table])
        else:
            self._hub.remarked.emit(f"{step.title}: it comes by itself, there is nothing to go to.")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = self.chosen.step if self.chosen else None
        if event.key() in ENTER and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.go()
        elif sign(event) == "?" and step is not None and step.rule:
            self._hub.rule_asked.emit(step.rule)
        elif sign(event).strip():
            event.ignore()  # a list would look for a step that begins with it
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._hub.keys_changed.emit(self.own_keys)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()


class AheadPanel(Backdrop, HoldsKeys):
    """The next two rounds over the desk; the map shows what the chosen step finds by then."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self.setAccessibleName("Look ahead")
        self._desk, self._hub = desk, hub
        self._cancelled = self._stale = False
        self.turns: tuple[TurnAhead, ...] = ()
        self.list = AheadList(theme, hub)
        self.said = plain_label(theme, "", "small", "text3", wrap=True)
        self.setFocusProxy(self.list)
        self._job = OneJob(self)
        self._job.ended.connect(self._go_on)
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._look)
        self.list.selectionModel().currentChanged.connect(self._show_ghosts)
        self._lay_out()
        desk.changed.connect(self._heard)
        desk.ending.connect(self._stop)

    def _lay_out(self) -> None:
        head = in_column(
            self.theme,
            plain_label(self.theme, "The next two rounds", "title"),
            self.said,
            gap=4,
            edges=(16, 14, 16, 8),
        )
        in_column(self.theme, head, (self.list, 1), gap=0, on=self)

    @property
    def is_looking(self) -> bool:
        """Whether it is still being worked out."""
        return self._job.is_busy or self._soon.isActive()

    # --- what is shown ---------------------------------------------------------------------------

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._soon.stop()
        self._hub.show_ahead(None)

    def _heard(self, _changes: Changes) -> None:
        if self.isVisible():
            self._soon.start()

    def _look(self) -> None:
        """Look ahead anew, on a thread: it takes from a tenth of a second to many."""
        if self._job.is_busy:
            self._stale = self._cancelled = True
            return
        self._stale = self._cancelled = False
        try:
            look = about_to_look(self._desk.campaign)
        except CampaignFileError as error:
            self.said.say(str(error))
            return
        turns = self._desk.campaign.reading(two_rounds)
        if not self.turns:
            self.said.say("Looking ahead…")
        self._job.start(lambda: look(turns, self._progress), self._found, self.said.say)

    def _progress(self, _words: str, _done: int, _of: int) -> None:
        if self._cancelled:
            raise Cancelled

    def _found(self, turns: tuple[TurnAhead, ...]) -> None:
        self.turns = turns
        self.said.say(HOW if turns else "No battle is running.")
        self.list.show_turns(tuple(rows_from(turns)))
        if self.isVisible():
            self._show_ghosts()
            announce(self.list, f"{sum(len(turn.steps) for turn in turns)} steps in two rounds")

    def _go_on(self) -> None:
        if self._stale and self.isVisible():
            self._look()

    def _stop(self) -> None:
        self._cancelled, self._stale = True, False
        self._soon.stop()
        self._job.stop()

    # --- on the map ------------------------------------------------------------------------------

    def _show_ghosts(self, *_: QModelIndex) -> None:
        """Have the map draw what lies elsewhere, or is smaller, by the turn of the chosen step."""
        row = self.list.chosen
        if row is None or row.step is None or not self.isVisible():
            self._hub.show_ahead(None)
            return
        here = self._now()
        ghosts = tuple(
            Zone(disc(ghost.x, ghost.y, ghost.size / 2 or FLIES), _words_of(ghost, row.turn))
            for ghost in row.turn.ghosts
            if here.get((ghost.table, ghost.id)) != (ghost.x, ghost.y, ghost.size)
        )
        struck = (row.step.unit_id,) if row.step.unit_id else ()
        self._hub.show_ahead(DrawnShot(None, None, ghosts=ghosts, who=struck, struck=struck))

    def _now(self) -> dict[tuple[str, int], tuple[float, float, float]]:
        ground = self._desk.read(battlefield)
        fields = {("field", each.id): (each.x, each.y, float(each.size)) for each in ground.discs}
        return fields | {("projectile", each.id): (*each.now, 0.0) for each in ground.flights}


def _words_of(ghost: Ghost, turn: TurnAhead) -> str:
    size = f" {in_inches(ghost.size)}" if ghost.size else ""
    return f"{ghost.name}{size}, {turn.name}"
