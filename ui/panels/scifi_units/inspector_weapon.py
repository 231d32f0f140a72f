"""The inspector's part for a Sci-fi weapon: figures, range to scale, ammunition, crew."""

from collections.abc import Iterator

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.store.views.scifi import LoadRow, MemberRow, SfStoreRow, SfWeaponRow
from ui.look.pressed import sign
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.parts.fields.range_bar import RangeBar
from ui.parts.tables.rows_view import ENTER
from ui.parts.units.inspector_parts import NOTHING, FiguresRow, named_line
from ui.widgets.ammo_pips import AmmoPips, RoundsLeft
from ui.widgets.backdrop import Backdrop
from ui.widgets.brushwork import draw_focus
from ui.widgets.buttons import Button
from ui.widgets.icon_mark import IconMark
from ui.widgets.painted import PaintedWidget
from ui.widgets.rules.citation import Citation
from ui.widgets.state_chip import ChipLook, StateChip

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

    def __init__(self, theme: Theme, weapon: SfWeaponRow, *, editable: bool) -> None:
        super().__init__(theme)
        self.weapon = weapon
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(f"{weapon.name}. {_figures_words(weapon)}")
        line = Backdrop(theme, "line")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(RING)] * 4)
        column.setSpacing(theme.px(8))
        column.addWidget(line)
        column.addLayout(self._head(editable))
        column.addWidget(FiguresRow(theme, _figures_of_weapon(weapon)))
        for part in self._parts():
            column.addWidget(part)

    def _head(self, editable: bool) -> QHBoxLayout:
        theme, weapon = self.theme, self.weapon
        head = QHBoxLayout()
        head.setSpacing(theme.px(8))
        head.addWidget(ElidedLabel(theme, weapon.name, "body", strong=True), 1)
        if state := state_of(weapon):
            head.addWidget(StateChip(theme, ChipLook("ammo", state, "danger")))
        edit = Button(theme, "", "quiet", "edit", name=f"Edit {weapon.name}")
        edit.setEnabled(editable)
        edit.clicked.connect(lambda: self.edited.emit(weapon.id))
        head.addWidget(edit)
        return head

    def _parts(self) -> Iterator[QWidget]:
        theme, weapon = self.theme, self.weapon
        if words := _kind_words(weapon):
            yield _words(theme, words)
        if weapon.spans:
            bar = RangeBar(theme, self)  # with a parent: shown without one it would be a window
            bar.show_spans(weapon.spans)
            yield named_line(theme, "Range", bar)
        if weapon.capabilities:
            yield named_line(theme, "Capabilities", _words(theme, ", ".join(weapon.capabilities)))
        for store in weapon.stores:
            yield from _store_parts(theme, store)
        if turn := _this_turn(weapon):
            yield named_line(theme, "This turn", _words(theme, turn))
        for name, words, token in _crew_lines(weapon):
            yield named_line(theme, name, plain_label(theme, words, "small", token, wrap=True))
        if weapon.no:
            yield self._why_not()

    def _why_not(self) -> QWidget:
        """Return a line that says why it may not fire now, with the rule."""
        theme, holder = self.theme, QWidget()
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(theme.px(8))
        across.addWidget(IconMark(theme, "warning", "danger"))
        words = plain_label(theme, f"{self.weapon.no}.", "small", "danger", wrap=True)
        across.addWidget(words, 1)
        if self.weapon.no_rule:
            rule = Citation(theme, self.weapon.no_rule)
            rule.asked.connect(self.asked)
            across.addWidget(rule)
        return holder

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


def _figures_of_weapon(weapon: SfWeaponRow) -> tuple[tuple[str, str], ...]:
    """Return names and values of attack factor, rate of fire, class and detection effect."""
    factor = "?" if weapon.attack_factor is None else str(weapon.attack_factor)
    return (
        ("Attack factor", f"{factor}*" if weapon.factor_changed else factor),
        ("Rate of fire", weapon.rate or NOTHING),
        ("Class", weapon.class_name.capitalize() or NOTHING),
        ("Detection", weapon.detection_effect or NOTHING),
    )


def _figures_words(weapon: SfWeaponRow) -> str:
    return ", ".join(f"{name} {value}" for name, value in _figures_of_weapon(weapon))


def _kind_words(weapon: SfWeaponRow) -> str:
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


def _area(weapon: SfWeaponRow) -> str:
    if weapon.shape is AreaShape.NONE:
        return ""
    sides = [each for each in (weapon.area_size, weapon.area_width) if each is not None]
    size = " by ".join(in_inches(side) for side in sides)
    return f"{weapon.shape} area {size}".strip()


def state_of(weapon: SfWeaponRow) -> str:
    """Return why a weapon cannot be used any more: Destroyed, Expended, or ""."""
    if weapon.destroyed:
        return "Destroyed"
    stores = [store for store in weapon.stores if store.loads]
    all_gone = bool(stores) and all(store.expended for store in stores)
    # With fewer stores than capabilities, one of these needs no ammunition or has an unknown load:
    # the weapon can still be used.
    return "Expended" if all_gone and len(stores) >= len(weapon.capabilities or (1,)) else ""


def _this_turn(weapon: SfWeaponRow) -> str:
    special = "" if weapon.special_fire is SpecialFire.NONE else weapon.special_fire
    fired = f"fired {weapon.fired}" if weapon.fired else ""
    used = f"with {weapon.capability_used}" if weapon.capability_used else ""
    return ", ".join(word for word in (fired, used, special) if word)


def _crew_lines(weapon: SfWeaponRow) -> Iterator[tuple[str, str, str]]:
    """Yield label, words and colour token for each member of the crew, those gone included."""
    for place, member in enumerate(weapon.crew):
        yield "" if place else "Crew", _member(member), "text2" if member.alive else "danger"


def _member(member: MemberRow) -> str:
    role = member.role if member.role is not CrewRole.OTHER else ""
    said = (
        member.name,
        role if member.alive else "gone",
        "part of the model" if member.fixed else "",
        "initiative used" if member.alive and member.initiative_spent else "",
    )
    return ", ".join(word for word in said if word)


# Ammunition


def _store_parts(theme: Theme, store: SfStoreRow) -> Iterator[QWidget]:
    limit = "" if store.most is None else f" of {store.most}"
    turn = f"{store.fired_this_turn}{limit} fired this turn"
    holder = store.capability or store.holder.capitalize()
    if store.asked is not None:
        asked = plain_label(theme, store.asked.words, "small", "danger", wrap=True)
        yield named_line(theme, holder, asked)
    for load in store.loads:
        pips = AmmoPips(theme, RoundsLeft(load.remaining, load.loaded))
        words = _words(theme, f"{load.name}, {turn}")
        yield named_line(theme, holder, pips, words)
        yield LoadSum(theme, load)


class LoadSum(FiguresRow):
    """The numbers of a load as a sum: loaded = remaining + fired + lost + adjusted."""

    def __init__(self, theme: Theme, load: LoadRow) -> None:
        adjusted = str(load.adjusted) if load.adjusted >= 0 else f"{MINUS}{-load.adjusted}"
        figures = (
            ("Loaded", str(load.loaded)),
            ("= Remaining", str(load.remaining)),
            ("+ Fired", str(load.fired)),
            ("+ Lost", str(load.lost)),
            ("+ Adjusted", adjusted),
        )
        super().__init__(theme, figures)


def _words(theme: Theme, words: str) -> QWidget:
    return plain_label(theme, words, "small", "text2", wrap=True)
