"""Sci-fi units in lists and in the inspector: their columns, their parts, their acts."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.units_and_crews import CrewRole, SpecialFire
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.store.act import Act
from brikdesk.store.views import campaign_and_battle
from brikdesk.store.views import scifi as sf_views
from brikdesk.store.views.armory import lying_weapons
from brikdesk.store.views.units import UnitRow, unit
from ui.campaign.desk import Desk
from ui.look.shortcuts import ENTER, SCIFI, sign
from ui.look.text import ElidedLabel, note
from ui.look.theme import Theme
from ui.models.rows import MINIFIGS
from ui.models.units import SfRoster, cost_in_full, cost_words
from ui.parts.cells import Cell, Gives, Painted
from ui.parts.cells import words as words_of_cells
from ui.parts.units import (
    NOTHING,
    PLAY_ACTS,
    ROSTER_ACTS,
    UNIT_ACTS,
    FiguresRow,
    RangeBar,
    UnitAct,
    named_line,
    unit_columns,
    whole,
    worded_line,
)
from ui.widgets.bars import AmmoPips, RoundsLeft
from ui.widgets.buttons import icon_button
from ui.widgets.layout import held, in_column, in_row
from ui.widgets.painted import IconMark, PaintedWidget, draw_focus, hairline
from ui.widgets.rule_lines import Citation
from ui.widgets.tokens import ChipLook, StateChip

UnitColumn = Painted[UnitRow]
FIGURES = ("Action", "Armor", "Move", "Power left")
"""Columns of BrikWars that are empty for a unit without BrikWars figures."""


def columns_for(roster: SfRoster, ammo: Callable[[int], str]) -> tuple[UnitColumn, ...]:
    """Return the columns for the rule sets that are played; `ammo` tells of BrikWars racks."""
    plain = unit_columns(ammo)
    if not roster.plays:
        return plain
    by_title = {column.title: column for column in plain}
    own = _own(roster)
    if roster.alone:
        unit, state = by_title["Unit"], by_title["State"]
        first = ("Kind", "Size", "Armor class", "Weapons", "Ammo left", "Detected by")
        return (unit, *(own[title] for title in first), state, own["Weapons cost"])
    both = [_beside(column, roster, own) for column in plain if column.title != "Ammo"]
    more = (own["Armor class"], own["Weapons"], _all_ammo(roster, by_title["Ammo"]))
    return (*both, *more, own["Detected by"])


def _own(roster: SfRoster) -> dict[str, UnitColumn]:
    columns: tuple[UnitColumn, ...] = (
        Painted("Kind", _fact(roster, lambda f: f.kind), width=90),
        Painted("Size", _fact(roster, lambda f: str(f.size) if f.size else ""), width=60,
                order=lambda r: _sort(roster, r, lambda f: f.size), edit=_edit("size", "A size")),
        Painted("Armor class", _fact(roster, lambda f: _number(f.armor_class)), short="Armor", width=80,
                order=lambda r: _sort(roster, r, lambda f: f.armor_class),
                edit=_edit("armor_class", "An armor class")),
        Painted("Weapons", lambda r: _weapons(roster, r), gives=Gives.FIRST, width=200,
                tip=lambda r: _weapons_tip(roster, r)),
        Painted("Ammo left", lambda r: roster.ammo(r.id) or NOTHING, gives=Gives.FIRST,
                short="Ammo", width=150,
                cell=lambda r: _ammo_cell(roster, r.id), tip=lambda r: roster.ammo(r.id)),
        Painted("Detected by", lambda r: _seen(roster, r), gives=Gives.FIRST,
                short="Seen by", width=110,
                tip=lambda r: _seen_tip(roster, r)),
        Painted("Weapons cost", _fact(roster, cost_words), short="Cost", width=80,
                order=lambda r: _sort(roster, r, lambda f: f.cost.points),
                tip=lambda r: _fact(roster, cost_in_full)(r).replace(NOTHING, "")),
    )  # fmt: skip
    return {column.title: column for column in columns}


def _fact(roster: SfRoster, give: Callable[[sf_views.SfUnitRow], str]) -> Callable[[UnitRow], str]:
    def words_of(row: UnitRow) -> str:
        facts = roster.facts.get(row.id)
        return (give(facts) if facts else "") or NOTHING

    return words_of


def _sort(
    roster: SfRoster, row: UnitRow, give: Callable[[sf_views.SfUnitRow], float | None]
) -> float:
    facts = roster.facts.get(row.id)
    number = give(facts) if facts else None
    # Unknown sorts below 0.
    return -1 if number is None else number


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _edit(name: str, what: str) -> Callable[[UnitRow, str], Act]:
    def act(row: UnitRow, typed: str) -> Act:
        from brikdesk.acts.scifi.units import SetSfUnit  # nobody edits before the desk is seen

        number = whole(typed.split("of")[-1], what)
        return SetSfUnit(unit_id=row.id, **{name: number})  # type: ignore[arg-type]

    return act


def _weapons(roster: SfRoster, row: UnitRow) -> str:
    own = [weapon.name for weapon in roster.weapons.get(row.id, ())]
    return ", ".join([*own, *roster.arms.get(row.id, ())]) or NOTHING


def _weapons_tip(roster: SfRoster, row: UnitRow) -> str:
    own = [_in_words(weapon) for weapon in roster.weapons.get(row.id, ())]
    return "; ".join([*own, *roster.arms.get(row.id, ())])


def _in_words(weapon: sf_views.SfWeaponRow) -> str:
    factor = "" if weapon.attack_factor is None else f", attack factor {weapon.attack_factor}"
    return f"{weapon.name}{factor}{', destroyed' if weapon.destroyed else ''}"


def _ammo_cell(roster: SfRoster, unit_id: int) -> Cell:
    """Return a cell with the ammunition left, red if all of it is spent."""
    loads = roster.loads(unit_id)
    spent = bool(loads) and not any(load.remaining for load in loads)
    return words_of_cells(roster.ammo(unit_id) or NOTHING, token="danger" if spent else "")


def _seen(roster: SfRoster, row: UnitRow) -> str:
    return ", ".join(each.faction for each in roster.seen.get(row.id, ())) or NOTHING


def _seen_tip(roster: SfRoster, row: UnitRow) -> str:
    return "; ".join(f"{each.faction}, {each.lasts}" for each in roster.seen.get(row.id, ()))


def _beside(column: UnitColumn, roster: SfRoster, own: dict[str, UnitColumn]) -> UnitColumn:
    """Return a BrikWars column that shows Sci-fi figures for units that have only these."""
    if column.title in ("Kind", "Size"):
        return _either(column, own[column.title], roster)
    if column.title in FIGURES:
        return _either(column, Painted(column.title, lambda row: NOTHING), roster)
    return column


def _either(column: UnitColumn, other: UnitColumn, roster: SfRoster) -> UnitColumn:
    def mine(row: UnitRow) -> UnitColumn:
        return other if roster.only_sf(row) else column

    def tip(row: UnitRow) -> str:
        return own(row) if (own := mine(row).tip) else ""

    def order(row: UnitRow) -> tuple[bool, Any]:
        # Units without a figure come first, as -1 would: their words do not compare with numbers.
        by = mine(row).order
        return (True, by(row)) if by else (False, mine(row).text(row).casefold())

    def edit(row: UnitRow, typed: str) -> Any:
        chosen = mine(row).edit or column.edit
        return chosen(row, typed) if chosen else None

    return replace(
        column,
        text=lambda row: mine(row).text(row),
        tip=tip if column.tip or other.tip else None,
        order=order if column.order or other.order else None,
        cell=lambda row: mine(row).cell_of(row),
        edit=edit if column.edit else None,
    )


def _all_ammo(roster: SfRoster, racks: UnitColumn) -> UnitColumn:
    def shown(row: UnitRow) -> str:
        left = (roster.ammo(row.id), racks.text(row))
        return ", ".join(each for each in left if each not in ("", NOTHING)) or NOTHING

    return replace(
        racks,
        text=shown,
        cell=lambda row: words_of_cells(shown(row)),
        tip=lambda row: shown(row).strip(NOTHING),
    )


_ATTACK = UnitAct("attack", "Attack", "attack", "A")
_DETECTED = UnitAct("detected", "Detected", "search", "D", "MarkDetected")
_INCAPACITATE = UnitAct("incapacitate", "Incapacitate", "blast", "I", "Incapacitate")

SF_UNIT_ACTS: tuple[UnitAct | None, ...] = (
    UnitAct("open", "Open", "units", "Enter"),
    None,
    _ATTACK,
    UnitAct("move_sf", "Move", "ruler", "M", "MoveSf"),
    _DETECTED,
    _INCAPACITATE,
    None,
    UnitAct("squad", "Select its squad", "units"),
    UnitAct("photos", "Photos", "photo"),
    UnitAct("edit", "Edit", "edit", "F2"),
    UnitAct("duplicate", "Duplicate", "copy"),
    UnitAct("eliminate", "Eliminate", "destroyed", "", "EliminateSf"),
    UnitAct("remove", "Remove", "trash", "Del"),
)
"""The context menu of a unit with figures of the Sci-fi rules alone."""

BOTH_UNIT_ACTS: tuple[UnitAct | None, ...] = (
    *PLAY_ACTS,
    None,
    _DETECTED,
    UnitAct("incapacitate", "Incapacitate", "blast", "", "Incapacitate"),
    *ROSTER_ACTS,
)
"""The context menu of a unit with figures of both; Incapacitate has no key, as I is Ignite."""


def acts_of(desk: Desk, unit_id: int) -> tuple[UnitAct | None, ...]:
    """Return the acts for a unit; for 0, those of the rule set that the campaign plays."""
    sets = desk.read(campaign_and_battle.played)
    row = desk.read(unit, unit_id) if unit_id else None
    facts = desk.read(sf_views.sf_unit, unit_id) if row and SCIFI in sets else None
    if row is None or facts is None:
        acts = SF_UNIT_ACTS if row is None and sets == (SCIFI,) else UNIT_ACTS
    else:
        figures = row.armor or row.action_die or row.move or row.power_limit
        acts = BOTH_UNIT_ACTS if figures else SF_UNIT_ACTS
    left_out = set() if desk.read(lying_weapons) else {"pick_up"}
    if row is not None and row.kind not in MINIFIGS:
        left_out = {"charge", "pick_up"}  # minifigs alone have Hands, and gain Momentum (5.4-09)
    return tuple(act for act in acts if act is None or act.id not in left_out)


def letters_of(acts: tuple[UnitAct | None, ...]) -> dict[str, str]:
    """Return the letters that act on a unit, in lower case, with the ID of each one's act."""
    return {act.key.lower(): act.id for act in acts if act and len(act.key) == 1}


def words_of(acts: tuple[UnitAct | None, ...]) -> dict[str, str]:
    """Return the same letters with the words that the status bar shows for them."""
    return {act.key.lower(): act.words.lower() for act in acts if act and len(act.key) == 1}


TABLES = (
    campaign_and_battle.plays_scifi.tables
    | sf_views.sf_weapons.tables
    | sf_views.detections.tables
    | lying_weapons.tables
)


class SfShown(Struct, frozen=True):
    """A unit by the Sci-fi rules: facts, weapons, detections. `alone`: no figures of BrikWars."""

    facts: sf_views.SfUnitRow
    weapons: tuple[sf_views.SfWeaponRow, ...]
    seen: tuple[sf_views.DetectionRow, ...]
    alone: bool


def read_sf(desk: Desk, row: UnitRow) -> SfShown | None:
    """Return the Sci-fi facts of a unit, or None if it has none."""
    facts = (
        desk.read(sf_views.sf_unit, row.id) if desk.read(campaign_and_battle.plays_scifi) else None
    )
    if facts is None:
        return None
    seen = tuple(each for each in desk.read(sf_views.detections) if each.unit_id == row.id)
    figures = row.armor or row.action_die or row.move or row.power_limit
    return SfShown(facts, desk.read(sf_views.sf_weapons, row.id), seen, alone=not figures)


def _figures_of_sf(shown: SfShown) -> tuple[tuple[str, str], ...]:
    """Return the figures of a unit by the Sci-fi rules."""
    facts = shown.facts
    known = facts.armor_class is not None
    return (
        ("Size", str(facts.size) if facts.size else NOTHING),
        ("Armor class", str(facts.armor_class) if known else "?"),
        ("Weapons", str(len(shown.weapons))),
        ("Weapons cost", cost_words(facts)),
    )


def unit_parts(theme: Theme, shown: SfShown) -> Iterator[QWidget]:
    """Yield the widgets from top to bottom."""
    facts = shown.facts
    yield FiguresRow(theme, _figures_of_sf(shown))
    if not shown.alone:
        yield worded_line(theme, "Kind", facts.kind)
    if stands := _stands(facts):
        yield worded_line(theme, "Stands", stands)
    if facts.equipment:
        yield worded_line(theme, "Equipment", ", ".join(facts.equipment))
    for each in shown.seen:
        yield worded_line(theme, "Detected", f"by {each.faction}, {each.lasts}")


def _stands(facts: sf_views.SfUnitRow) -> str:
    said = [
        "on foot" if facts.on_foot else "",
        "in the open" if facts.open_topped else "",
        "in powered armor" if facts.powered_armor else "",
    ]
    return ", ".join(word for word in said if word)


RING = 8
"""Pixels at 100 % between the focus ring and what lies in it."""

MINUS = "\N{MINUS SIGN}"


class SfWeaponPart(PaintedWidget):
    """One weapon, which takes the focus: F2, Enter and a double click edit it, A fires it.

    `edited` and `fired` bring the weapon's ID, `asked` a rule ID; `entered` comes with the focus.
    """

    edited = Signal(int)
    fired = Signal(int)
    asked = Signal(str)
    entered = Signal()

    def __init__(self, theme: Theme, weapon: sf_views.SfWeaponRow, *, editable: bool) -> None:
        super().__init__(theme)
        self.weapon = weapon
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(f"{weapon.name}. {_figures_words(weapon)}")
        figures = FiguresRow(theme, _figures_of_weapon(weapon))
        head, parts = self._head(editable), self._parts()
        in_column(theme, hairline(theme), head, figures, *parts, gap=8, edges=RING, on=self)

    def _head(self, editable: bool) -> QHBoxLayout:
        theme, weapon, state = self.theme, self.weapon, state_of(self.weapon)
        name = ElidedLabel(theme, weapon.name, "body", strong=True)
        chip = StateChip(theme, ChipLook("ammo", state, "danger")) if state else None
        edit = icon_button(theme, "edit", f"Edit {weapon.name}")
        edit.setEnabled(editable)
        edit.clicked.connect(lambda: self.edited.emit(weapon.id))
        return in_row(theme, (name, 1), chip, edit, gap=8)

    def _parts(self) -> Iterator[QWidget]:
        theme, weapon = self.theme, self.weapon
        if words := _kind_words(weapon):
            yield note(theme, words)
        if weapon.spans:
            bar = RangeBar(theme, self)  # with a parent: shown without one it would be a window
            bar.show_spans(weapon.spans)
            yield named_line(theme, "Range", bar)
        if weapon.capabilities:
            yield worded_line(theme, "Capabilities", ", ".join(weapon.capabilities))
        for store in weapon.stores:
            yield from _store_parts(theme, store)
        if turn := _this_turn(weapon):
            yield worded_line(theme, "This turn", turn)
        for line in _crew_lines(weapon):
            yield worded_line(theme, *line)
        if weapon.no:
            yield self._why_not()

    def _why_not(self) -> QWidget:
        """Return a line that says why it may not fire now, with the rule."""
        theme, rule = self.theme, None
        if self.weapon.no_rule:
            rule = Citation(theme, self.weapon.no_rule)
            rule.asked.connect(self.asked)
        words = note(theme, f"{self.weapon.no}.", "danger")
        return held(in_row(theme, IconMark(theme, "warning", "danger"), (words, 1), rule, gap=8))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier
        )  # fmt: skip
        if plain and (event.key() in ENTER or event.key() == Qt.Key.Key_F2):
            self.edited.emit(self.weapon.id)
        elif plain and sign(event) == "a":
            self.fired.emit(self.weapon.id)
        else:
            event.ignore()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.edited.emit(self.weapon.id)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if self.hasFocus():
            draw_focus(painter, box.adjusted(1, 1, -1, -1), self.theme, self.theme.px(6))


# Words


def _figures_of_weapon(weapon: sf_views.SfWeaponRow) -> tuple[tuple[str, str], ...]:
    """Return names and values of attack factor, rate of fire, class and detection effect."""
    factor = "?" if weapon.attack_factor is None else str(weapon.attack_factor)
    return (
        ("Attack factor", f"{factor}*" if weapon.factor_changed else factor),
        ("Rate of fire", weapon.rate or NOTHING),
        ("Class", weapon.class_name.capitalize() or NOTHING),
        ("Detection", weapon.detection_effect or NOTHING),
    )


def _figures_words(weapon: sf_views.SfWeaponRow) -> str:
    return ", ".join(f"{name} {value}" for name, value in _figures_of_weapon(weapon))


def _kind_words(weapon: sf_views.SfWeaponRow) -> str:
    """Return type, rate, area, warhead, mounting and so on in words; * marks a typed factor."""
    together = f"{weapon.count} mounted together" if weapon.count > 1 else ""
    said = (
        weapon.type, weapon.rate_name.lower(), _area(weapon), weapon.warhead, *weapon.effects, together,
        weapon.mounting if weapon.mounting is not Mounting.CARRIED else "",
        "" if weapon.cost is None else f"{weapon.cost:g} points",
        "* attack factor typed by hand" if weapon.factor_changed else "",
    )  # fmt: skip
    words = ", ".join(word for word in said if word)
    return f"{words[:1].upper()}{words[1:]}"


def _area(weapon: sf_views.SfWeaponRow) -> str:
    if weapon.shape is AreaShape.NONE:
        return ""
    sides = [each for each in (weapon.area_size, weapon.area_width) if each is not None]
    size = " by ".join(in_inches(side) for side in sides)
    return f"{weapon.shape} area {size}".strip()


def state_of(weapon: sf_views.SfWeaponRow) -> str:
    """Return why a weapon cannot be used any more: Destroyed, Expended, or ""."""
    if weapon.destroyed:
        return "Destroyed"
    stores = [store for store in weapon.stores if store.loads]
    all_gone = bool(stores) and all(store.expended for store in stores)
    # With fewer stores than capabilities, one of these needs no ammunition or has an unknown load:
    # the weapon can still be used.
    return "Expended" if all_gone and len(stores) >= len(weapon.capabilities or (1,)) else ""


def _this_turn(weapon: sf_views.SfWeaponRow) -> str:
    special = "" if weapon.special_fire is SpecialFire.NONE else weapon.special_fire
    fired = f"fired {weapon.fired}" if weapon.fired else ""
    used = f"with {weapon.capability_used}" if weapon.capability_used else ""
    return ", ".join(word for word in (fired, used, special) if word)


def _crew_lines(weapon: sf_views.SfWeaponRow) -> Iterator[tuple[str, str, str]]:
    """Yield label, words and colour token for each member of the crew, those gone included."""
    for place, member in enumerate(weapon.crew):
        yield "" if place else "Crew", _member(member), "text2" if member.alive else "danger"


def _member(member: sf_views.MemberRow) -> str:
    role = member.role if member.role is not CrewRole.OTHER else ""
    said = (
        member.name,
        role if member.alive else "gone",
        "part of the model" if member.fixed else "",
        "initiative used" if member.alive and member.initiative_spent else "",
    )
    return ", ".join(word for word in said if word)


# Ammunition


def _store_parts(theme: Theme, store: sf_views.SfStoreRow) -> Iterator[QWidget]:
    limit = "" if store.most is None else f" of {store.most}"
    turn = f"{store.fired_this_turn}{limit} fired this turn"
    holder = store.capability or store.holder.capitalize()
    if store.asked is not None:
        yield worded_line(theme, holder, store.asked.words, "danger")
    for load in store.loads:
        pips = AmmoPips(theme, RoundsLeft(load.remaining, load.loaded))
        yield named_line(theme, holder, pips, note(theme, f"{load.name}, {turn}"))
        yield LoadSum(theme, load)


class LoadSum(FiguresRow):
    """The numbers of a load as a sum: loaded = remaining + fired + lost + adjusted."""

    def __init__(self, theme: Theme, load: sf_views.LoadRow) -> None:
        adjusted = str(load.adjusted) if load.adjusted >= 0 else f"{MINUS}{-load.adjusted}"
        figures = (
            ("Loaded", str(load.loaded)),
            ("= Remaining", str(load.remaining)),
            ("+ Fired", str(load.fired)),
            ("+ Lost", str(load.lost)),
            ("+ Adjusted", adjusted),
        )
        super().__init__(theme, figures)
