"""The command palette (Ctrl+K): things to do, places to go to, rules to read."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QWidget,
)
from typing_extensions import override

from brikdesk.store.views.battle import turns
from brikdesk.store.views.lasting import notes
from brikdesk.store.views.scifi import played, sf_units
from brikdesk.store.views.squads import SquadRow, squads
from brikdesk.store.views.unit_card import notes_of_units
from brikdesk.store.views.units import UnitRow, units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.act_sheet import show_form
from ui.forms.fields import ActForm
from ui.forms.forms import ACT_FORMS, BRIKWARS, SCIFI, forms_played
from ui.look.announce import announce
from ui.look.shortcuts import key_of
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.commands import COMMANDS, Commands
from ui.palette.attack import ATTACK, ATTACK_HELP, PaletteAttack
from ui.palette.deed import PaletteDeed
from ui.palette.finds import (
    BOOK,
    DO,
    GO,
    LEDGER,
    Find,
    Hit,
    hits,
    ledger_finds,
    note_finds,
    squad_finds,
    turn_finds,
    unit_finds,
)
from ui.palette.rows import HEAD_HIGH, ROW_HIGH, HitsDelegate, HitsModel, spoken
from ui.panels.ledger.tables import tables_for
from ui.panels.units.unit_acts import attack_by
from ui.widgets.backdrop import Backdrop
from ui.widgets.icon_mark import IconMark
from ui.widgets.keycap import KeyCap
from ui.widgets.overlay import Overlay
from ui.widgets.underlined_field import UnderlinedField

WIDE, HIGH = 612, 560


class Surroundings(Struct, frozen=True):
    """What the palette works with: the campaign, and calls that show a rule and a turn."""

    desk: Desk
    hub: Hub
    view: QWidget
    """The widget under the palette."""
    body: QWidget
    """The widget over which the sheet of a form opens."""
    show_rule: Callable[[str], None]
    show_turn: Callable[[int], None]


class Palette(Overlay):
    """Opens 20 % from the top, for Up, Down, Enter and Esc; deletes itself when it closes."""

    def __init__(
        self, theme: Theme, host: QWidget, around: Surroundings, commands: Commands
    ) -> None:
        super().__init__(theme, host, WIDE, HIGH, upper=True)
        self.setAccessibleName("Search or do")
        self._around, self._commands = around, commands
        self._units: tuple[UnitRow, ...] = around.desk.read(units)
        self._sets = around.desk.read(played)
        self._forms = forms_played(around.desk)
        self._by_scifi = {row.unit_id for row in around.desk.read(sf_units)}
        self._finds = self._all_finds()
        self.field = UnderlinedField(theme)
        self.field.setProperty("kind", "bare")
        self.field.setFont(theme.font("title"))
        self.field.setPlaceholderText("Search or do")
        self.field.setAccessibleName("Search or do")
        self.attack = PaletteAttack(theme, around.desk, around.hub, self.field)
        self.deed = PaletteDeed(around.desk, self.field, self._show_form)
        self.model = HitsModel(self)
        self.view = QListView()
        self.view.setMinimumHeight(0)
        self.view.setModel(self.model)
        self.view.setItemDelegate(HitsDelegate(theme, self.view))
        # The focus stays in the field: letters are typed while the arrows go through the rows.
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(lambda index: self._choose(index.row()))
        self._lay_out()
        self.field.textChanged.connect(self._search)
        around.desk.changed.connect(self._changes_below)
        self.closed.connect(self.deleteLater)

    def begin(self, words: str = "") -> None:
        """Open with these words typed."""
        self.field.setText(words)
        self._search(words)
        self.open(self.field)
        self._take_picture()

    @property
    def current(self) -> Hit | None:
        """The row that Enter would choose."""
        return self.model.hit(self.view.currentIndex().row())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the rows with Up and Down; choose with Enter."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if step := steps.get(Qt.Key(event.key())):
            self._step(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.view.currentIndex().row())
        else:
            super().keyPressEvent(event)

    @override
    def content_height(self, wide: int) -> int:
        """Return the height of the field and all rows in pixels."""
        rows = [self.model.hit(n) for n in range(self.model.rowCount())]
        px = self.theme.px
        high = sum(px(ROW_HIGH if hit else HEAD_HIGH) for hit in rows)
        heard = self.attack.rows
        understood = heard.sizeHint().height() if heard.count else 0
        return px(58) + 1 + understood + (high or px(ROW_HIGH)) + px(16)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Complete an attack with Tab; if there is none, go through the rows as the arrows do."""
        if self.attack.complete(next):
            return True
        self._step(1 if next else -1)
        return True

    def _take_picture(self) -> None:
        """Lie on a picture of the desk, so that typed letters do not repaint the desk itself."""
        if self.is_open():
            self.lie_on(self._around.view.grab())

    def _changes_below(self) -> None:
        """Show the changed desk itself, and take a new picture of it afterwards."""
        self.lie_on(QPixmap())
        # After the events that are waiting: models and layouts below follow the change first.
        QTimer.singleShot(0, self, self._take_picture)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._changes_below()

    @override
    def restyle(self) -> None:
        super().restyle()
        self._changes_below()

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
        edge = Backdrop(theme, "line2")
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
        found = hits(typed, finds, self._around.show_rule, self._sets)
        attack = self.attack.hear(typed) if BRIKWARS in self._sets else ()
        deed = self.deed.hear(typed) if BRIKWARS in self._sets else ()
        by_name = _begins(found, typed)
        self.model.show_hits((*found, *attack) if by_name else (*deed, *attack, *found))
        # Where room is short, the rows of what was understood give way: the attack stays in view.
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
            # Row 0 is the head of the first group: with the first hit it comes into view as well.
            first = to == 1
            self.view.scrollTo(self.model.index(0 if first else to))
            if not from_top and (hit := self.model.hit(to)):
                announce(self.view, spoken(hit.find))

    def _choose(self, row: int) -> None:
        hit = self.model.hit(row)
        if hit and hit.find.group == ATTACK and not self.attack.may_go:
            self.attack.refuse()
        elif hit and not self.deed.refuses(hit.find):
            # Closed first: what is done may open a sheet of its own, or move the focus.
            self.close_sheet()
            hit.find.does()

    def _all_finds(self) -> list[Find]:
        hub, desk = self._around.hub, self._around.desk
        finds = [
            Find(DO, row.icon, row.words, self._commands[row.id].trigger, key=key_of(row.id),
                 also=row.menu, at_first=row.id in _AT_FIRST)
            for row in COMMANDS
            # Commands of the View menu go somewhere: they are listed below, under "Go to".
            if row.menu != "View" and row.menu and self._commands[row.id].isEnabled()
        ]  # fmt: skip
        goes = [row for row in COMMANDS if row.menu == "View" and row.id != "palette"]
        finds += [
            Find(GO, row.icon, row.words, self._commands[row.id].trigger, key=key_of(row.id),
                 also="view workspace", at_first=row.needs == "campaign" and bool(row.icon))
            for row in goes
        ]  # fmt: skip
        if not desk.read_only:
            new = partial(hub.unit_edited.emit, 0)
            finds.append(
                Find(DO, "units", "New unit", new, more="Units", also=NEW_UNIT, alias="Add unit")
            )
            finds += [self._form_find(form) for form in self._forms]
            also = "fire shoot strike throw parry shield stray"
            finds.append(Find(DO, "attack", "Attack", self._attack, more=ATTACK_HELP, also=also))
        finds += unit_finds(self._units, hub.unit_opened.emit)
        finds += ledger_finds(hub.ledger_asked.emit, self._tables())
        finds += squad_finds(desk.read(squads), self._select_squad)
        finds += note_finds(
            desk.read(notes), desk.read(notes_of_units), self._edit_note, hub.unit_opened.emit
        )
        finds += turn_finds(desk.read(turns), self._around.show_turn)
        return finds

    def _form_find(self, form: ActForm, unit: UnitRow | None = None) -> Find:
        words = f"{form.title}: {unit.name}" if unit else form.title
        more = unit.faction if unit else ""
        do = partial(self._show_act, form, unit.id if unit else None)
        return Find(DO, form.icon, words, do, more=more, also=form.words)

    def _show_act(self, form: ActForm, unit_id: int | None) -> None:
        """Open a form about the unit that was named, else about the selected one."""
        around = self._around
        if unit_id is None:
            selected = around.hub.selected_unit
            self._show_form(form.filled_if_it_fits(around.desk, selected))
        else:
            self._show_form(form.filled(unit_id))

    def _select_squad(self, squad: SquadRow) -> None:
        self._around.hub.select_squad(squad.unit_ids)

    def _edit_note(self, note_id: int) -> None:
        if not self._around.desk.read_only:
            self._show_form(ACT_FORMS["EditNote"].filled(note_id=note_id))

    def _show_form(self, filled: Any) -> None:
        around = self._around
        show_form(self.theme, around.desk, around.hub, around.body, filled)

    def _unit_acts(self, typed: str) -> list[Find]:
        """Return rows for what can be done with the units that a typed word names."""
        words = [word for word in typed.casefold().split() if len(word) > 1]
        if self._around.desk.read_only or not words:
            return []
        named = [u for u in self._units if any(word in u.name.casefold() for word in words)]
        # A word like "the" may name every unit; each brings a row for every form.
        attacks = [self._attack_find(unit) for unit in named[:6]]
        acts = (self._form_find(form, u) for u in named[:6] for form in self._forms_of(u))
        return [*attacks, *acts]

    def _forms_of(self, unit: UnitRow) -> list[ActForm]:
        """Return the forms of acts on a unit, by the rule sets that it has figures of."""
        forms = [form for form in self._forms if form.about == "unit_id"]
        if SCIFI not in self._sets:
            return forms
        # SetSfUnit gives a unit its first Sci-fi figures; the other acts need them.
        if unit.id not in self._by_scifi:
            return [form for form in forms if form.rule_set != SCIFI or form.name == "SetSfUnit"]
        figures = unit.armor or unit.action_die or unit.move or unit.power_limit
        return [form for form in forms if figures or form.rule_set != BRIKWARS]

    def _tables(self) -> list[tuple[str, str]]:
        """Return name and title of the ledger's tables; empty if BrikWars is played alone."""
        if SCIFI not in self._sets:
            return []
        found = tables_for(self._sets)
        names = [(table.name, LEDGER.get(table.name, table.title)) for table in found]
        return [*names, *BOOK.items()]

    def _attack(self, unit_id: int = 0) -> None:
        """Go to the Attack tab, with this unit as the attacker if it is not 0."""
        self._around.hub.attack_wanted.emit(attack_by(unit_id))

    def _attack_find(self, unit: UnitRow) -> Find:
        do = partial(self._attack, unit.id)
        return Find(DO, "attack", f"Attack with {unit.name}", do, more=unit.faction, also="fire")


def _begins(found: Sequence[Hit], typed: str) -> bool:
    """Return whether what is typed begins the name of an act, and so is no attack in words."""
    words = typed.strip().casefold()
    acts = (hit.find.words.casefold() for hit in found if hit.find.group == DO)
    return len(words) >= FEWEST and any(name.startswith(words) for name in acts)


FEWEST = 5
"""The least letters that name an act: fewer may begin the name of an attacker."""

NEW_UNIT = "add a unit minifig hero horse creature vehicle structure object preset"
"""Words that find "New unit" too."""

_AT_FIRST = {"undo", "redo", "end_turn", "export", "settings"}
