"""The command palette (Ctrl+K): what can be done, where one can go, what the rules say."""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from brikdesk.acts.attack.attack import Attack
from brikdesk.store.views.battle import turns
from brikdesk.store.views.units import UnitRow, units
from ui.announce import announce
from ui.commands import COMMANDS, Commands
from ui.dialogs.act_sheet import show_form
from ui.dialogs.fields import ActForm
from ui.dialogs.forms import forms_played
from ui.finds import DO, GO, Find, Hit, hits, ledger_finds, turn_finds, unit_finds
from ui.icons import ROW, paint_icon
from ui.palette_attack import ATTACK, PaletteAttack
from ui.panels.unit_acts import attack_by
from ui.shortcuts import key_of
from ui.text import plain_label
from ui.theme import Theme
from ui.widgets.brushwork import draw_line, draw_plate, square_in, text_width
from ui.widgets.citation import citation_width, paint_citation
from ui.widgets.ground import Ground
from ui.widgets.icon_mark import IconMark
from ui.widgets.keycap import KeyCap, keycap_width, paint_keycap
from ui.widgets.overlay import Overlay
from ui.widgets.underlined_field import UnderlinedField

if TYPE_CHECKING:
    from ui.at_work import AtWork

Index = QModelIndex | QPersistentModelIndex
NO_PARENT = QModelIndex()
HIT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
WIDE, HIGH, ROW_HIGH, HEAD_HIGH = 612, 560, 41, 34


class HitsModel(QAbstractListModel):
    """The rows, with the head of each group as a row of its own that cannot be chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[Hit | str] = []

    def show_hits(self, found: tuple[Hit, ...]) -> None:
        """Show other hits."""
        self.beginResetModel()
        self._rows = []
        for hit in found:
            heads = [row for row in self._rows if isinstance(row, str)]
            if hit.find.group not in heads:
                self._rows.append(hit.find.group)
            self._rows.append(hit)
        self.endResetModel()

    def hit(self, place: int) -> Hit | None:
        """Give the hit in a row; none for a head and beyond the last."""
        row = self._rows[place] if 0 <= place < len(self._rows) else None
        return row if isinstance(row, Hit) else None

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == HIT_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row if isinstance(row, str) else _spoken(row.find)
        return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.hit(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class HitsDelegate(QStyledItemDelegate):
    """Paints heads and rows."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        high = HEAD_HIGH if isinstance(index.data(HIT_ROLE), str) else ROW_HIGH
        return QSize(100, self.theme.px(high))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px, row = self.theme, self.theme.px, index.data(HIT_ROLE)
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, str):
            line = box.adjusted(px(16), px(6), 0, 0)
            draw_line(painter, line, row, theme.font("caption", True), theme.color("text3"))
        elif isinstance(row, Hit):
            selected = option.state & QStyle.StateFlag.State_Selected
            self._paint_row(painter, box, row, bool(selected))
        painter.restore()

    def _paint_row(self, painter: QPainter, box: QRectF, hit: Hit, selected: bool) -> None:
        theme, px, find = self.theme, self.theme.px, hit.find
        if selected:
            plate = box.adjusted(px(8), 0, -px(8), 0)
            draw_plate(painter, plate, px(8), theme.color("sel"))
            mark = QRectF(plate.left(), box.top() + px(9), px(3), box.height() - px(18))
            draw_plate(painter, mark, px(1.5), theme.color("accent"))
        spot = QRectF(box.left() + px(18), box.top(), px(ROW), box.height())
        ink = "text" if selected else "text2"
        paint_icon(painter, square_in(spot, px(ROW)), theme, find.icon or "chevron-right", ink)
        right = self._paint_right(painter, box, find, selected)
        left = spot.right() + px(14)
        left = self._paint_words(painter, QRectF(left, box.top(), right - left, box.height()), hit)
        if find.more and right - left > px(60):
            more = QRectF(left + px(12), box.top(), right - left - px(12), box.height())
            draw_line(painter, more, find.more, theme.font("small"), theme.color("text3"))

    def _paint_right(self, painter: QPainter, box: QRectF, find: Find, selected: bool) -> float:
        """Paint keys and citation at the right edge; give where they begin."""
        theme, px = self.theme, self.theme.px
        right = box.right() - px(18)
        if find.rule:
            wide = citation_width(theme, find.rule)
            place = QRectF(right - wide, box.top(), wide, box.height())
            paint_citation(painter, place, theme, find.rule)
            right -= wide + px(8)
        for key in (find.key, "Enter" if selected else ""):
            if key:
                wide = keycap_width(theme, key)
                cap = QRectF(right - wide, box.top(), wide, box.height())
                paint_keycap(painter, cap, theme, key)
                right -= wide + px(8)
        return right - px(8)

    def _paint_words(self, painter: QPainter, box: QRectF, hit: Hit) -> float:
        """Paint the words, the letters that fit in the accent; give where they end."""
        theme, words, left = self.theme, hit.find.words, box.left()
        for text, found in _pieces(words, hit.spans):
            font = theme.font("body", strong=found)
            wide = min(text_width(font, text), max(0.0, box.right() - left))
            if wide < theme.px(8):
                break
            piece = QRectF(left, box.top(), wide, box.height())
            draw_line(painter, piece, text, font, theme.color("accent_text" if found else "text"))
            left += wide
        return left


class Palette(Overlay):
    """Opens 20 % from the top. Up, Down, Enter, Esc; it deletes itself when it closes."""

    def __init__(self, theme: Theme, host: QWidget, at_work: "AtWork", commands: Commands) -> None:
        super().__init__(theme, host, WIDE, HIGH, upper=True)
        self.setAccessibleName("Search or do")
        self._at_work, self._commands = at_work, commands
        self._units: tuple[UnitRow, ...] = at_work.desk.read(units)
        self._forms = forms_played(at_work.desk)
        self._finds = self._all_finds()
        self.field = UnderlinedField(theme)
        self.field.setProperty("kind", "bare")
        self.field.setFont(theme.font("title"))
        self.field.setPlaceholderText("Search or do")
        self.field.setAccessibleName("Search or do")
        self.attack = PaletteAttack(theme, at_work.desk, at_work.hub, self.field)
        self.model = HitsModel(self)
        self.view = QListView()
        self.view.setMinimumHeight(0)
        self.view.setModel(self.model)
        self.view.setItemDelegate(HitsDelegate(theme, self.view))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(lambda index: self._choose(index.row()))
        self._lay_out()
        self.field.textChanged.connect(self._search)
        self.closed.connect(self.deleteLater)

    def begin(self, words: str = "") -> None:
        """Open with these words typed."""
        self.field.setText(words)
        self._search(words)
        self.open(self.field)

    @property
    def current(self) -> Hit | None:
        """The row that Enter would choose."""
        return self.model.hit(self.view.currentIndex().row())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the rows; Enter chooses."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if step := steps.get(Qt.Key(event.key())):
            self._step(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.view.currentIndex().row())
        else:
            super().keyPressEvent(event)

    @override
    def content_height(self, wide: int) -> int:
        """Give the height of field and rows."""
        rows = [self.model.hit(n) for n in range(self.model.rowCount())]
        px = self.theme.px
        high = sum(px(ROW_HIGH if hit else HEAD_HIGH) for hit in rows)
        heard = self.attack.rows
        understood = heard.sizeHint().height() if heard.count else 0
        return px(58) + 1 + understood + (high or px(ROW_HIGH)) + px(16)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab completes the line of an attack; else it goes through the rows as the arrows do."""
        if self.attack.complete(next):
            return True
        self._step(1 if next else -1)
        return True

    def _lay_out(self) -> None:
        theme, px = self.theme, self.theme.px
        top = QWidget()
        top.setFixedHeight(px(58))
        line = QHBoxLayout(top)
        line.setContentsMargins(px(18), 0, px(18), 0)
        line.setSpacing(px(14))
        line.addWidget(IconMark(theme, "search", "text2"))
        line.addWidget(self.field, 1)
        line.addWidget(KeyCap(theme, "Esc"))
        self.column.addWidget(top)
        edge = Ground(theme, "line2")
        edge.setFixedHeight(1)
        self.column.addWidget(edge)
        self.column.addWidget(self.attack.rows)
        self.column.addSpacing(px(4))
        self._nothing = plain_label(theme, "Nothing fits.", "body", "text3")
        self._nothing.setContentsMargins(px(18), px(8), 0, 0)
        self.column.addWidget(self._nothing)
        self.column.addWidget(self.view, 1)
        self.column.addSpacing(px(8))

    def _search(self, typed: str) -> None:
        finds = [*self._finds, *self._unit_acts(typed)]
        found = hits(typed, finds, self._at_work.show_rule)
        attack = self.attack.hear(typed)
        self.model.show_hits((*attack, *found))
        self.view.setMinimumHeight(self.theme.px(HEAD_HIGH + ROW_HIGH) if attack else 0)
        self._step(1, from_top=True)
        nothing = not self.model.rowCount()
        self._nothing.setVisible(nothing)
        self.view.setVisible(not nothing)
        self.place()
        if nothing:
            announce(self, "Nothing fits.")

    def _step(self, by: int, from_top: bool = False) -> None:
        at = -1 if from_top else self.view.currentIndex().row()
        to = at + by
        while 0 <= to < self.model.rowCount() and self.model.hit(to) is None:
            to += by
        if self.model.hit(to):
            self.view.setCurrentIndex(self.model.index(to))
            first = to == 1
            self.view.scrollTo(self.model.index(0 if first else to))
            if not from_top and (hit := self.model.hit(to)):
                announce(self.view, _spoken(hit.find))

    def _choose(self, row: int) -> None:
        hit = self.model.hit(row)
        if hit and hit.find.group == ATTACK and not self.attack.may_go:
            self.attack.refuse()
        elif hit:
            self.close_sheet()
            hit.find.does()

    def _all_finds(self) -> list[Find]:
        hub, desk = self._at_work.hub, self._at_work.desk
        finds = [
            Find(DO, row.icon, row.words, self._commands[row.id].trigger, key=key_of(row.id),
                 also=row.menu, at_first=row.id in _AT_FIRST)
            for row in COMMANDS
            if row.menu != "View" and row.menu and self._commands[row.id].isEnabled()
        ]  # fmt: skip
        goes = [row for row in COMMANDS if row.menu == "View" and row.id != "palette"]
        finds += [
            Find(GO, row.icon, row.words, self._commands[row.id].trigger, key=key_of(row.id),
                 also="view workspace", at_first=row.needs == "campaign" and bool(row.icon))
            for row in goes
        ]  # fmt: skip
        if not desk.read_only:
            finds += [self._form_find(form) for form in self._forms]
            begin = partial(hub.attack_wanted.emit, Attack())
            finds.append(Find(DO, "attack", "Attack", begin, also="fire shoot strike throw"))
        finds += unit_finds(self._units, hub.unit_opened.emit)
        finds += ledger_finds(hub.ledger_asked.emit)
        finds += turn_finds(desk.read(turns), self._at_work.show_turn)
        return finds

    def _form_find(self, form: ActForm, unit: UnitRow | None = None) -> Find:
        words = f"{form.title}: {unit.name}" if unit else form.title
        more = unit.faction if unit else ""
        filled = form.filled(unit.id) if unit else form.filled()
        do = partial(self._show_form, filled)
        return Find(DO, form.icon, words, do, more=more, also=form.words)

    def _show_form(self, filled: Any) -> None:
        at_work = self._at_work
        show_form(self.theme, at_work.desk, at_work.hub, at_work.view.body, filled)

    def _unit_acts(self, typed: str) -> list[Find]:
        """Give what can be done with the units that some typed word names."""
        words = [word for word in typed.casefold().split() if len(word) > 1]
        if self._at_work.desk.read_only or not words:
            return []
        named = [u for u in self._units if any(word in u.name.casefold() for word in words)]
        forms = [form for form in self._forms if form.about == "unit_id"]
        attacks = [self._attack_find(unit) for unit in named[:6]]
        return [*attacks, *(self._form_find(form, unit) for unit in named[:6] for form in forms)]

    def _attack_find(self, unit: UnitRow) -> Find:
        do = partial(self._at_work.hub.attack_wanted.emit, attack_by(unit.id))
        return Find(DO, "attack", f"Attack with {unit.name}", do, more=unit.faction, also="fire")


_AT_FIRST = {"undo", "redo", "end_turn", "export", "settings"}


def _pieces(words: str, spans: tuple[tuple[int, int], ...]) -> list[tuple[str, bool]]:
    """Cut words into runs that were found and runs that were not."""
    pieces, at = [], 0
    for start, end in spans:
        pieces += [(words[at:start], False), (words[start:end], True)]
        at = end
    pieces.append((words[at:], False))
    return [(text, found) for text, found in pieces if text]


def _spoken(find: Find) -> str:
    return ", ".join(part for part in (find.words, find.more, find.rule, find.key) if part)
