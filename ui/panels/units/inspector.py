"""The inspector: one unit with its states, its weapons, its last log lines, and its acts."""

from functools import partial

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.scifi.shooting import FireSf
from brikdesk.lengths import in_figures, in_inches
from brikdesk.rules.brikwars.house_rules import Reminder
from brikdesk.rules.brikwars.weapons import LAUNCHER, RELOADED
from brikdesk.store.campaign import Changes
from brikdesk.store.views.armory import WeaponRow, weapons_of
from brikdesk.store.views.log import LogEntry, log
from brikdesk.store.views.past_turns import service_records
from brikdesk.store.views.scifi import SfWeaponRow, detections
from brikdesk.store.views.still_to_act import bears_on_unit
from brikdesk.store.views.units import UnitRow, unit, unit_card
from brikdesk.text import opening
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.shortcuts import sign
from ui.look.text import ElidedLabel, PlainLabel, plain_label
from ui.look.theme import Theme
from ui.models.units import with_detections
from ui.panels.scifi_units.unit_columns import (
    BOTH_UNIT_ACTS,
    RING,
    SF_UNIT_ACTS,
    SfShown,
    SfWeaponPart,
    acts_of,
    letters_of,
    read_sf,
    unit_parts,
    words_of,
)
from ui.panels.scifi_units.unit_columns import TABLES as SF_TABLES
from ui.panels.units.panel import UnitActs
from ui.parts.editor_sheet import RefusedHere
from ui.parts.lines import WHY, RichLabel, entry_pieces
from ui.parts.units import (
    UNIT_ACTS,
    FiguresRow,
    WeaponPart,
    chips_line,
    figures_of,
    named_line,
    token_of,
    worded_line,
)
from ui.widgets.bars import PowerBar, PowerLeft
from ui.widgets.buttons import Button, HoldsKeys
from ui.widgets.layout import OnePage, fill, held, in_column, in_flow, in_row, scrolling
from ui.widgets.painted import Backdrop, draw_focus, hairline
from ui.widgets.rule_lines import RuleNotes
from ui.widgets.tokens import Token

LINES, LOOK_BACK = 6, 60
"""The most log lines that are shown, and how many of the unit's last lines are read for them."""

BUTTONS = ("attack", "reload", "mark", "launch", "ignite", "man", "move", "state", "edit")
SF_BUTTONS = ("move_sf", "detected", "incapacitate", "eliminate")
"""Acts with a button: those of BrikWars or of both rule sets, and those of Sci-fi alone."""

NEEDS = {"reload": (*RELOADED, LAUNCHER), "launch": ("Launcher", "Rocket", "Explosive", "Other")}
"""Acts that a unit can do only with a weapon of one of these kinds."""

TABLES = (
    unit.tables
    | weapons_of.tables
    | log.tables
    | SF_TABLES
    | bears_on_unit.tables
    | service_records.tables
)


InspectedUnit = tuple[
    UnitRow | None,
    tuple[WeaponRow, ...],
    tuple[LogEntry, ...],
    SfShown | None,
    tuple[Reminder, ...],
    str,
    tuple[tuple[str, str], ...],
]
"""The unit, its weapons, its log lines, its Sci-fi facts, the house rules to remember, its record, and
what it wears and knows: name and words."""


class Inspector(Backdrop, HoldsKeys):
    """Follows the selected unit. Letters act on it; Esc goes to the window, which closes it."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self.setAccessibleName("Inspector")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._desk, self._hub = desk, hub
        self.unit_id = 0
        self.refusal = RefusedHere(theme, desk, hub)
        self._acts = UnitActs(theme, desk, hub, self.refusal, self)
        self._shown: InspectedUnit | None = None
        self.holder = OnePage()
        self.buttons = {name: self._button(name) for name in BUTTONS + SF_BUTTONS}
        self.life = Button(theme, "Its life", "soft", "log", "L", does=self._show_life)
        self.more = Button(theme, "", "soft", "dots", name="More", does=self._open_menu)
        self._lay_out()
        hub.unit_opened.connect(self.show_unit)
        hub.unit_selected.connect(self._follow)
        desk.changed.connect(self._heard)
        self.show_unit(hub.selected_unit)

    def show_unit(self, unit_id: int) -> None:
        """Show a unit, or none for 0."""
        self.unit_id = unit_id
        self.refusal.clear()
        self._read()

    def words(self) -> str:
        """Return everything it says, as plain text."""
        labels = self.holder.page.findChildren(PlainLabel)
        return "\n".join(label.accessibleName() or label.text() for label in labels)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        # While it was hidden it followed neither the desk nor the selection.
        super().showEvent(event)
        self._read()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        letter = sign(event)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        bar = self._scroll.verticalScrollBar()
        # O first: while a refusal stands here, no letter of an act must take it.
        if plain and letter == "o" and self.refusal.overrule():
            return
        if plain and self._can(self._letters().get(letter, "")):
            self._acts.by_letter(letter, self.unit_id)
        elif plain and letter == "l" and self._shown and self._shown[0]:
            self._show_life()
        elif event.key() == Qt.Key.Key_F2 and self._can("edit"):
            self._acts.do("edit", self.unit_id)
        elif plain and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = self.theme.px(48) * (1 if event.key() == Qt.Key.Key_Down else -1)
            bar.setValue(bar.value() + step)
        else:
            event.ignore()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        names, words = self._letters(), words_of(acts_of(self._desk, self.unit_id))
        letters = tuple((key.upper(), words[key]) for key in words if self._can(names[key]))
        self._hub.keys_changed.emit((*letters, ("L", "life"), ("F2", "edit"), ("Esc", "back")))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        super().paint(painter, box)
        if self.hasFocus():
            draw_focus(painter, box.adjusted(1, 1, -1, -1), self.theme, self.theme.px(8))

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            # Sizes are built into the page, so it must be built anew even though the unit is the
            # same.
            self._shown = None
            self._read()

    def _lay_out(self) -> None:
        theme = self.theme
        self._scroll = scrolling(self.holder, plain=True)
        self.holder.setAutoFillBackground(False)
        buttons = held(in_flow(theme, *self.buttons.values(), self.life, self.more))
        foot = in_column(theme, self.refusal, buttons, edges=(16, 12, 16, 12))
        in_column(theme, (self._scroll, 1), foot, gap=0, on=self)

    def _letters(self) -> dict[str, str]:
        return letters_of(acts_of(self._desk, self.unit_id))

    def _button(self, name: str) -> Button:
        known = (*UNIT_ACTS, *SF_UNIT_ACTS, *BOTH_UNIT_ACTS)
        act = next(each for each in known if each and each.id == name)
        button = Button(self.theme, act.words, "soft", act.icon, act.key)
        button.clicked.connect(lambda: self._acts.do(name, self.unit_id))
        return button

    def _read(self) -> None:
        row = self._desk.read(unit, self.unit_id) if self.unit_id else None
        if row is not None:
            (row,) = with_detections((row,), self._desk.read(detections))
        weapons = self._desk.read(weapons_of, self.unit_id) if row else ()
        lines = self._lines() if row else ()
        bearing = self._desk.read(bears_on_unit, self.unit_id) if row else ()
        record = self._record() if row else ""
        sf = read_sf(self._desk, row) if row else None
        shown = (row, weapons, lines, sf, bearing, record, self._traits() if row else ())
        # Building anew costs most here: an act that changes nothing of this unit keeps the page.
        if shown != self._shown:
            self._shown = shown
            self._build(shown)
        acts = {act.id: act for act in acts_of(self._desk, self.unit_id) if act}
        for name, button in self.buttons.items():
            button.setVisible(name in acts)
            button.setEnabled(self._can(name))
        self.more.setEnabled(row is not None)
        self.life.setEnabled(row is not None)

    def _lines(self) -> tuple[LogEntry, ...]:
        """Return what happened to the unit last; what was taken back did not happen."""
        newest = self._desk.read(log, newest=LOOK_BACK, unit_id=self.unit_id)
        return tuple([entry for entry in reversed(newest) if not entry.undone][:LINES])

    def _record(self) -> str:
        """Return what the unit has done so far, in words; empty for nothing."""
        found = self._desk.read(service_records, unit_id=self.unit_id)
        return "".join(f"{opening(each.words)}." for each in found)

    def _traits(self) -> tuple[tuple[str, str], ...]:
        """Return what the unit wears and what it knows, as name and words."""
        card = self._desk.read(unit_card, self.unit_id)
        if card is None:
            return ()
        wears = f"{card.worn_armor.capitalize()} Armor" if card.worn_armor else ""
        knows = ", ".join(card.specialties)
        return tuple(
            (name, words) for name, words in (("Wears", wears), ("Specialties", knows)) if words
        )

    def _can(self, name: str) -> bool:
        row, weapons = (self._shown[0], self._shown[1]) if self._shown else (None, ())
        if row is None or self._desk.read_only or not name:
            return False
        return name not in NEEDS or any(weapon.kind in NEEDS[name] for weapon in weapons)

    def _build(self, shown: InspectedUnit) -> None:
        row, weapons, lines, sf, bearing, record, traits = shown
        at, focused = self._scroll.verticalScrollBar().value(), self._focused_weapon()
        # Parts without a focus ring are inset by the room that a ring takes.
        above, below = (in_column(self.theme, gap=12, edges=(RING, 0, RING, 0)) for _ in range(2))
        edges = (16 - RING, 16, 16 - RING, 16)
        column = in_column(self.theme, above, gap=12, edges=edges)
        page = held(column)
        if row is None:
            words = "No unit is selected." if not self.unit_id else "This unit is no longer there."
            above.addWidget(plain_label(self.theme, words, "body", "text3", wrap=True))
        else:
            self._build_unit(above, row, sf, traits)
            above.addWidget(self._reminders(bearing))
            fill(above, *(WeaponPart(self.theme, weapon) for weapon in weapons))
            fill(column, *map(self._sf_weapon, sf.weapons if sf else ()), below)
            self._build_record(below, record)
            self._build_log(below, row, lines)
        column.addStretch(1)
        self.holder.show_page(page)
        # The page is new: the place it was scrolled to and the focused weapon are put back by hand.
        self._scroll.verticalScrollBar().setValue(at)
        for part in page.findChildren(SfWeaponPart):
            if part.weapon.id == focused:
                part.setFocus(Qt.FocusReason.OtherFocusReason)

    def _reminders(self, bearing: tuple[Reminder, ...]) -> RuleNotes:
        notes = RuleNotes(self.theme, self)  # with a parent: shown without one it would be a window
        notes.asked.connect(self._hub.rule_asked)
        notes.show_reminders(bearing)
        return notes

    def _focused_weapon(self) -> int:
        """Return the ID of the Sci-fi weapon with the focus, or 0."""
        parts = self.holder.page.findChildren(SfWeaponPart)
        return next((part.weapon.id for part in parts if part.hasFocus()), 0)

    def _sf_weapon(self, weapon: SfWeaponRow) -> SfWeaponPart:
        part = SfWeaponPart(self.theme, weapon, editable=not self._desk.read_only)
        part.edited.connect(self._edit_weapon)
        part.fired.connect(self._fire)
        part.asked.connect(self._hub.rule_asked)
        part.entered.connect(partial(self._entered, part))
        return part

    def _edit_weapon(self, weapon_id: int) -> None:
        if not self._desk.read_only:
            self._hub.sf_weapon_edited.emit((self.unit_id, weapon_id))

    def _fire(self, weapon_id: int) -> None:
        if not self._desk.read_only:
            self._hub.attack_wanted.emit(FireSf(sf_weapon_id=weapon_id))

    def _entered(self, part: SfWeaponPart) -> None:
        self._scroll.ensureWidgetVisible(part)
        self._hub.keys_changed.emit((("Enter", "edit weapon"), ("A", "fire"), ("Esc", "back")))

    def _build_unit(
        self,
        column: QVBoxLayout,
        row: UnitRow,
        sf: SfShown | None,
        traits: tuple[tuple[str, str], ...],
    ) -> None:
        theme = self.theme
        kind = sf.facts.kind.capitalize() if sf and sf.alone else row.kind
        name = ElidedLabel(theme, row.name, "title")
        what = ElidedLabel(theme, f"{kind}, {row.faction}", "small", "text2")
        token = Token(theme, token_of(row), 44, f"{row.name}, {row.faction}")
        head = in_row(theme, token, (in_column(theme, name, what, gap=2), 1), gap=12)
        fill(column, head, *(unit_parts(theme, sf) if sf else ()))
        if sf is None or not sf.alone:
            self._build_figures(column, row)
        if row.chips:
            column.addWidget(named_line(theme, "State", chips_line(theme, row)))
        if row.squad:
            squad = ElidedLabel(theme, row.squad, "small", "text2")
            column.addWidget(named_line(theme, "Squad", squad))
        fill(column, *(worded_line(theme, *trait) for trait in traits))
        if row.deflection:
            words = plain_label(theme, str(row.deflection), "small", "text2")
            column.addWidget(named_line(theme, "Deflection", words))
        if row.x is not None and row.y is not None:
            place = plain_label(theme, f"{in_figures(row.x)}, {in_inches(row.y)}", "small", "text2")
            column.addWidget(named_line(theme, "Place", place))

    def _build_figures(self, column: QVBoxLayout, row: UnitRow) -> None:
        """Add Size, Armor, Move and the others by BrikWars, and Power."""
        theme = self.theme
        column.addWidget(FiguresRow(theme, figures_of(row)))
        if row.power_limit or row.power_burned:
            total = row.power_limit + row.power_burned
            power = PowerLeft(row.power_left, row.power_burned, total)
            words = plain_label(theme, power.words, "small", strong=True)
            column.addWidget(named_line(theme, "Power", PowerBar(theme, power), words))
        if row.power_saved:
            saved = plain_label(theme, f'{row.power_saved}" stored', "small", "text2")
            column.addWidget(named_line(theme, "", saved))

    def _build_record(self, column: QVBoxLayout, record: str) -> None:
        if record:
            label = plain_label(self.theme, record, "small", "text2", wrap=True)
            heading = plain_label(self.theme, "So far", "body", strong=True)
            fill(column, hairline(self.theme), heading, label)

    def _build_log(self, column: QVBoxLayout, row: UnitRow, lines: tuple[LogEntry, ...]) -> None:
        if not lines:
            return
        fill(column, hairline(self.theme), plain_label(self.theme, "Last", "body", strong=True))
        for entry in lines:
            label = RichLabel(self.theme, entry_pieces(entry))
            label.asked.connect(partial(self._asked, entry))
            column.addWidget(label)

    def _asked(self, entry: LogEntry, what: str) -> None:
        if what == WHY:
            self._hub.why_asked.emit(entry)
        else:
            self._hub.rule_asked.emit(what)

    def _show_life(self) -> None:
        self._hub.life_asked.emit(self.unit_id)

    def _open_menu(self) -> None:
        self._acts.show_menu(self.unit_id, self.more.mapToGlobal(QPoint(0, 0)))

    def _follow(self, unit_id: int) -> None:
        if unit_id and self.isVisible():
            self.show_unit(unit_id)

    def _heard(self, changes: Changes) -> None:
        if self.isVisible() and not changes.tables.isdisjoint(TABLES):
            self._read()
