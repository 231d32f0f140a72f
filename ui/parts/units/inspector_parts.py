"""Parts of the inspector: figures in a frame, named lines, a weapon with chamber and rack."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.lengths import in_inches
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.weapons import RackRow, RoundRow, WeaponRow, WeaponState
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.widgets.ammo_pips import MOST_PIPS, AmmoPips, RoundsLeft
from ui.widgets.backdrop import Backdrop
from ui.widgets.brushwork import draw_centred, draw_plate
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.painted import PaintedWidget
from ui.widgets.state_chip import ChipLook, StateChip

NAME_WIDE, FIGURES_HIGH = 92, 58
NOTHING = "–"
LOADED = ("Cannon", "Launcher")
"""Kinds of weapons that must be loaded to be ready; others show their state only if not ready."""


class FiguresRow(PaintedWidget):
    """A few figures side by side, each under its name: Size 3", Armor 2d10."""

    def __init__(self, theme: Theme, figures: Sequence[tuple[str, str]]) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.figures = tuple(figures)
        self.setAccessibleName(", ".join(f"{name} {value}" for name, value in self.figures))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(FIGURES_HIGH))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme = self.theme
        draw_plate(painter, box, theme.px(8), theme.color("bg2"), theme.color("line2"))
        wide = box.width() / max(1, len(self.figures))
        for place, (name, value) in enumerate(self.figures):
            cell = QRectF(place * wide, 0, wide, box.height())
            if place:
                line = QRectF(cell.left(), theme.px(12), 1, cell.height() - theme.px(24))
                painter.fillRect(line, theme.color("line2"))
            upper = QRectF(cell.left(), theme.px(8), wide, theme.px(18))
            lower = QRectF(cell.left(), theme.px(27), wide, theme.px(24))
            caption, title = theme.font("caption"), theme.font("title")
            draw_centred(painter, upper.center(), name, caption, theme.color("text3"))
            draw_centred(painter, lower.center(), value, title, theme.color("text"))


def figures_of(unit: UnitRow) -> tuple[tuple[str, str], ...]:
    """Return the figures of a unit as they are now, after all damage."""
    size = f'{unit.effective_size}"'
    if unit.effective_size != unit.size:
        size = f'{unit.effective_size} of {unit.size}"'
    return (
        ("Size", size),
        ("Armor", unit.armor or NOTHING),
        ("Move", in_inches(unit.move) if unit.move else NOTHING),
        ("Weight", str(unit.weight_class)),
        ("Action", f"d{unit.action_die}" if unit.action_die else NOTHING),
    )


def named_line(theme: Theme, name: str, *parts: QWidget) -> QWidget:
    """Return a line with a name at the left and its parts at the right."""
    line = QWidget()
    across = QHBoxLayout(line)
    across.setContentsMargins(0, 0, 0, 0)
    across.setSpacing(theme.px(8))
    label = plain_label(theme, name, "small", "text2")
    label.setFixedWidth(theme.px(NAME_WIDE))
    across.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
    for part in parts:
        grows = part.sizePolicy().horizontalPolicy() != QSizePolicy.Policy.Fixed
        across.addWidget(part, int(grows))
    # Without a part that grows, the layout would spread the fixed ones over the line.
    if all(part.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Fixed for part in parts):
        across.addStretch(1)
    return line


def chips_line(theme: Theme, unit: UnitRow) -> QWidget:
    """Return the states of a unit as chips with words."""
    holder = QWidget()
    flow = FlowLayout(holder, theme.px(6))
    for chip in unit.chips:
        # The icon and number of Homing say it all; words are for the states.
        text = f"{chip.word} {chip.number}".strip() if chip.icon != "homing" else chip.number
        spoken = chip.aloud
        flow.addWidget(StateChip(theme, ChipLook(chip.icon, text, chip.tone or "text2", spoken)))
    return holder


class WeaponPart(QWidget):
    """One weapon: name, figures, contents of chamber and racks, controls, homing targets."""

    def __init__(self, theme: Theme, weapon: WeaponRow) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        line = Backdrop(theme, "line")
        line.setFixedHeight(1)
        head = QHBoxLayout()
        head.addWidget(ElidedLabel(theme, weapon.name, "body", strong=True), 1)
        if weapon.state is not WeaponState.READY or weapon.kind in LOADED:
            chip = ChipLook("ammo", weapon.state, weapon.tone or "text2")
            head.addWidget(StateChip(theme, chip))
        column.addWidget(line)
        column.addLayout(head)
        use = NOTHING if weapon.use is None else str(weapon.use)
        facts = [f"Range {weapon.reach}"]
        facts += [f"Damage {weapon.damage}"] if weapon.damage else []
        facts += [f'Power {weapon.power}"'] if weapon.power else []
        column.addWidget(named_line(theme, f"Use {use}", _words(theme, ", ".join(facts))))
        for loaded in weapon.loaded:
            column.addWidget(named_line(theme, "Chamber", _words(theme, loaded.load, strong=True)))
        if not weapon.loaded and weapon.kind == "Cannon":
            column.addWidget(named_line(theme, "Chamber", _words(theme, "empty")))
        for rack in weapon.racks:
            for at, rounds in enumerate(rack.rounds):
                column.addWidget(_rounds_line(theme, "" if at else rack.name, rounds))
            if not rack.rounds:
                column.addWidget(named_line(theme, rack.name, _words(theme, _no_rounds(rack))))
        for control in weapon.controls:
            who = control.occupant or "nobody"
            column.addWidget(named_line(theme, control.place, _words(theme, who)))
        for homing in weapon.homing:
            column.addWidget(
                named_line(theme, "Homing", _words(theme, f"+{homing.bonus} on {homing.target}"))
            )


def _rounds_line(theme: Theme, name: str, rounds: RoundRow) -> QWidget:
    words = f"{rounds.count} of {rounds.full} {rounds.load}"
    pips = AmmoPips(theme, RoundsLeft(rounds.count, rounds.full))
    if max(rounds.count, rounds.full) > MOST_PIPS:  # then the pips are written as these numbers
        return named_line(theme, name, pips, _words(theme, rounds.load))
    return named_line(theme, name, pips, _words(theme, words))


def _no_rounds(rack: RackRow) -> str:
    return "no rounds" if not rack.place else f"no rounds, {rack.place}"


def _words(theme: Theme, words: str, strong: bool = False) -> QWidget:
    return plain_label(theme, words, "small", "text" if strong else "text2", strong, wrap=True)
