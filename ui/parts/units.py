"""How units look in lists, columns and the inspector, whatever their game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.lengths import in_figures, in_inches, read_length
from brikdesk.rules.brikwars.weapons import weapons_that
from brikdesk.rules.scifi.weapons import TOO_CLOSE, TOO_FAR, RangeSpan, standing
from brikdesk.store.act import Act
from brikdesk.store.views.armory import RackRow, RoundRow, WeaponRow, WeaponState
from brikdesk.store.views.units import ShownState, UnitRow
from ui.look.text import ElidedLabel, note, plain_label
from ui.look.theme import Theme
from ui.models.units import Faction
from ui.parts.cells import Cell, CellPiece, CellWords, Gives, Icon, Painted, Side, words
from ui.widgets.bars import MOST_BLOCKS, MOST_PIPS, AmmoPips, PowerLeft, RoundsLeft, TurnLeft
from ui.widgets.dice import DieGlyph
from ui.widgets.layout import SPRING, held, in_column, in_flow, in_row
from ui.widgets.painted import (
    PaintedWidget,
    draw_centred,
    draw_line,
    draw_plate,
    hairline,
    sized,
    text_width,
    with_alpha,
)
from ui.widgets.tokens import ChipLook, StateChip, TokenLook

SOLID_BELOW = 2
"""Size in inches below which a token is solid; those of larger units are outlined."""

BAR_FROM = 3
"""Power in inches from which a bar is shown beside the number."""

NOTHING = "–"


def token_of(row: UnitRow) -> TokenLook:
    """Return the look of a unit's token."""
    return TokenLook(row.colour, row.token, row.size < SOLID_BELOW)


def _chip_of(chip: ShownState) -> ChipLook:
    """Return a state chip with icon and number; its words are for tip and screen reader."""
    return ChipLook(chip.icon, chip.number, chip.tone or "text2", chip.aloud)


def _chips_of(row: UnitRow) -> tuple[CellPiece, ...]:
    """Return a unit's state chips, most important first."""
    return tuple(_chip_of(chip) for chip in row.chips)


def list_cell(item: UnitRow | Faction, open: bool = True) -> Cell:
    """Return a row of the units list: a faction's head, or a unit with its turn and chips at the right."""
    if isinstance(item, Faction):
        return head_cell(item, open)
    name = CellWords(item.name, token="text" if item.alive else "text3")
    return Cell((token_of(item), name, *_squad_of(item)), _chips_of(item), turn_of(item))


def turn_of(row: UnitRow) -> tuple[TurnLeft, ...]:
    """Return what a unit of the running player has left of its turn; nothing for all others."""
    if row.move_left is None or not row.alive:
        return ()
    return (TurnLeft(row.move_left, max(row.move, row.move_left), not row.action_spent),)


def head_cell(side: Faction, open: bool = True) -> Cell:
    """Return the head of a faction: arrow, shape, name in its colour, count."""
    arrow = Icon("chevron-down" if open else "chevron-right", "text3")
    name = CellWords(side.name, strong=True, token=side.colour)
    return Cell((arrow, Side(side.colour), name), (CellWords(side.count, token="text3"),))


def name_cell(row: UnitRow) -> Cell:
    """Return the token and the name in strong type."""
    return Cell((token_of(row), CellWords(row.name, strong=True), *_squad_of(row)))


def _squad_of(row: UnitRow) -> tuple[CellWords, ...]:
    """Return the name of a unit's squad, and of what it mans, muted, behind its own."""
    aboard = f"aboard {row.aboard}" if row.aboard else ""
    return tuple(CellWords(said, token="text3") for said in (row.squad, aboard) if said)


def state_cell(row: UnitRow) -> Cell:
    """Return the chips, or a dash."""
    return Cell((), _chips_of(row)) if row.chips else Cell((CellWords(NOTHING),))


def die_cell(row: UnitRow) -> Cell:
    """Return the Action die as a glyph with its sides in it, or a dash."""
    if not row.action_die:
        return Cell((CellWords(NOTHING),))
    return Cell((DieGlyph(row.action_die, row.action_die),))


def power_text(row: UnitRow) -> str:
    """Return the Power left and its limit: 4/6", or 2" alone for a limit below BAR_FROM."""
    if not row.power_limit and not row.power_burned:
        return NOTHING
    total = row.power_limit + row.power_burned
    return f'{row.power_left}"' if total < BAR_FROM else f'{row.power_left}/{total}"'


def power_cell(row: UnitRow) -> Cell:
    """Return the number, with a bar between small and large limits."""
    total = row.power_limit + row.power_burned
    if total < BAR_FROM:
        return Cell((CellWords(power_text(row)),))
    bar = PowerLeft(row.power_left, row.power_burned, total)
    number = CellWords(power_text(row), strong=True)
    return Cell((number,)) if total > MOST_BLOCKS else Cell((bar, number))


def number(typed: str, what: str) -> float:
    """Return a typed number of inches, with or without the inch sign. Raise BadInput otherwise."""
    inches = read_length(typed)
    if inches is None or not 0 <= inches < 100_000:
        raise BadInput(f"{what} is a number. {typed[:20]} was not entered.")
    return inches


def whole(typed: str, what: str) -> int:
    """Return a typed whole number. Raise BadInput for anything else."""
    # An Action die may be typed as it is shown: d6.
    value = number(typed.lstrip("dD"), what)
    if value != int(value):
        raise BadInput(f"{what} is a whole number. {typed[:20]} was not entered.")
    return int(value)


def _edit(make: Callable[[str], dict[str, Any]]) -> Callable[[UnitRow, str], Act]:
    def edit(row: UnitRow, typed: str) -> Act:
        from brikdesk.acts.units.editing import EditUnit  # nobody edits before the desk is seen

        return EditUnit(unit_id=row.id, **make(typed))

    return edit


def _armor(typed: str) -> dict[str, Any]:
    return {"armor": "" if typed.strip() in ("", NOTHING) else typed}


def _die(typed: str) -> dict[str, Any]:
    none = typed.strip().lower() in ("", NOTHING, "none", "no")
    return {"action_die": 0 if none else whole(typed, "An Action die")}


def _inches(value: float) -> str:
    return in_inches(value) if value else NOTHING


def _size(row: UnitRow) -> str:
    if row.effective_size == row.size:
        return f'{row.size}"'
    return f'{row.effective_size}" of {row.size}"'


def _state_words(row: UnitRow) -> str:
    return ", ".join(f"{chip.word} {chip.number}".strip() for chip in row.chips) or NOTHING


def unit_columns(ammo: Callable[[int], str]) -> tuple[Painted[UnitRow], ...]:
    """Return the columns; `ammo` returns what lies in a unit's racks, in words."""
    return (
        Painted("Unit", lambda r: r.name, cell=name_cell, width=220,
                tip=lambda r: r.name, edit=_edit(lambda typed: {"name": typed})),
        Painted("Kind", lambda r: r.kind, width=80),
        # A damaged unit shows `1" of 3"`: what is typed is the full Size, after the "of".
        Painted("Size", _size, order=lambda r: r.size, width=60,
                edit=_edit(lambda typed: {"size": whole(typed.split("of")[-1], "A Size")})),
        Painted("Action", lambda r: f"d{r.action_die}" if r.action_die else NOTHING,
                cell=die_cell, order=lambda r: r.action_die, width=60, edit=_edit(_die)),
        Painted("Armor", lambda r: r.armor or NOTHING, order=lambda r: r.armor_average, width=70,
                edit=_edit(_armor)),
        Painted("Move", lambda r: _inches(r.move), order=lambda r: r.move, width=60,
                edit=_edit(lambda typed: {"move": number(typed, "Move")})),
        Painted("Power left", power_text, cell=power_cell, order=lambda r: r.power_left,
                short="Power", width=140),
        Painted("State", _state_words, cell=state_cell, order=lambda r: -len(r.chips),
                tip=lambda r: _state_words(r) if r.chips else "", width=140),
        Painted("Ammo", lambda r: ammo(r.id) or NOTHING, gives=Gives.FIRST, width=90,
                cell=lambda r: words(ammo(r.id) or NOTHING), tip=lambda r: ammo(r.id)),
    )  # fmt: skip


class UnitAct(Struct, frozen=True):
    """One entry: its words, icon and key, and the form it opens ("" if it needs none)."""

    id: str
    words: str
    icon: str
    key: str = ""
    form: str = ""


PLAY_ACTS: tuple[UnitAct | None, ...] = (
    UnitAct("open", "Open", "units", "Enter"),
    None,
    UnitAct("attack", "Attack", "attack", "A"),
    UnitAct("charge", "Charge", "attack", "J"),
    UnitAct("reload", "Reload", "ammo", "R", "Reload"),
    UnitAct("mark", "Mark", "marked", "K", "MarkTarget"),
    UnitAct("launch", "Launch", "projectile", "P", "Launch"),
    UnitAct("ignite", "Ignite it", "fire", "I", "Ignite"),
    UnitAct("fight", "Fight a fire", "drop", "F", "FightFire"),
    UnitAct("damage", "Size Damage", "shield", "H", "TakeSizeDamage"),
    UnitAct("man", "Man controls", "gear", "C", "ManControl"),
    UnitAct("pick_up", "Pick something up", "hand", "", "PickUp"),
    UnitAct("move", "Move", "ruler", "", "MoveUnit"),
    UnitAct("sprint", "Sprint", "ruler", "", "SprintUnit"),
    UnitAct("jump", "Jump", "ruler", "", "JumpUnit"),
    UnitAct("collide", "Collision", "attack", "", "Collide"),
    UnitAct("momentum", "Spend its MOM", "ruler", "", "SpendMomentum"),
    UnitAct("disengage", "Disengage", "ruler", "", "Disengage"),
    UnitAct("activity", "Activity", "half-speed", "", "BeginActivity"),
    UnitAct("full_turn", "Full-turn Action", "turn", "", "FullTurnAction"),
    UnitAct("bail", "Bail", "disrupted", "", "Bail"),
    UnitAct("state", "Set state", "disrupted", "", "SetState"),
)
"""What a unit does and what happens to it, from top to bottom; None is a line between groups."""

ROSTER_ACTS: tuple[UnitAct | None, ...] = (
    None,
    UnitAct("squad", "Select its squad", "units"),
    UnitAct("photos", "Photos", "photo"),
    UnitAct("edit", "Edit", "edit", "F2"),
    UnitAct("duplicate", "Duplicate", "copy"),
    UnitAct("remove", "Remove", "trash", "Del"),
)
"""What is done with any unit of the roster."""

UNIT_ACTS = (*PLAY_ACTS, *ROSTER_ACTS)
"""The context menu."""


NAME_WIDE, FIGURES_HIGH = 92, 58
LOADED = weapons_that(lambda kind: kind.loaded)
"""Kinds of weapons that must be loaded to be ready; others show their state only if not ready."""


@sized(220, FIGURES_HIGH)
class FiguresRow(PaintedWidget):
    """A few figures side by side, each under its name: Size 3", Armor 2d10."""

    def __init__(self, theme: Theme, figures: Sequence[tuple[str, str]]) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.figures = tuple(figures)
        self.setAccessibleName(", ".join(f"{name} {value}" for name, value in self.figures))

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
        ("Move", _inches(unit.move)),
        ("Weight", str(unit.weight_class)),
        ("Action", f"d{unit.action_die}" if unit.action_die else NOTHING),
    )


def named_line(theme: Theme, name: str, *parts: QWidget) -> QWidget:
    """Return a line with a name at the left and its parts at the right."""
    label = plain_label(theme, name, "small", "text2")
    label.setFixedWidth(theme.px(NAME_WIDE))
    grows = [part.sizePolicy().horizontalPolicy() != QSizePolicy.Policy.Fixed for part in parts]
    shares = zip(parts, map(int, grows), strict=True)
    # Without a part that grows, the layout would spread the fixed ones over the line.
    rest = None if any(grows) else SPRING
    return held(in_row(theme, (label, 0, Qt.AlignmentFlag.AlignTop), *shares, rest, gap=8))


def worded_line(theme: Theme, name: str, words: str, token: str = "text2") -> QWidget:
    """Return a line with a name and small words, in as many lines as they need."""
    return named_line(theme, name, note(theme, words, token))


def chips_line(theme: Theme, unit: UnitRow) -> QWidget:
    """Return the states of a unit as chips with words."""
    flow = in_flow(theme, gap=6)
    for chip in unit.chips:
        # The icon and number of Homing say it all; words are for the states.
        text = f"{chip.word} {chip.number}".strip() if chip.icon != "homing" else chip.number
        look = ChipLook(chip.icon, text, chip.tone or "text2", chip.aloud)
        flow.addWidget(StateChip(theme, look))
    return held(flow)


class WeaponPart(QWidget):
    """One weapon: name, figures, contents of chamber and racks, controls, homing targets."""

    def __init__(self, theme: Theme, weapon: WeaponRow) -> None:
        super().__init__()
        head = in_row(theme, (ElidedLabel(theme, weapon.name, "body", strong=True), 1))
        if weapon.state is not WeaponState.READY or weapon.kind in LOADED:
            chip = ChipLook("ammo", weapon.state, weapon.tone or "text2")
            head.addWidget(StateChip(theme, chip))
        in_column(theme, hairline(theme), head, *_weapon_lines(theme, weapon), gap=8, on=self)


def _weapon_lines(theme: Theme, weapon: WeaponRow) -> Iterator[QWidget]:
    """Yield the lines of a weapon below its name."""
    use = NOTHING if weapon.use is None else str(weapon.use)
    facts = [f"Range {weapon.reach}"]
    facts += [f"Damage {weapon.damage}"] if weapon.damage else []
    facts += [f'Power {weapon.power}"'] if weapon.power else []
    yield worded_line(theme, f"Use {use}", ", ".join(facts))
    for loaded in weapon.loaded:
        yield named_line(theme, "Chamber", _words(theme, loaded.load, strong=True))
    if not weapon.loaded and weapon.kind == "Cannon":
        yield worded_line(theme, "Chamber", "empty")
    for rack in weapon.racks:
        for at, rounds in enumerate(rack.rounds):
            yield _rounds_line(theme, "" if at else rack.name, rounds)
        if not rack.rounds:
            yield worded_line(theme, rack.name, _no_rounds(rack))
    if weapon.kind == "Cannon" and any(rack.rounds for rack in weapon.racks):
        yield worded_line(theme, "", "Loading and firing a Cannon uses up no rounds, 8.4-49.")
    for control in weapon.controls:
        yield worded_line(theme, control.place, control.occupant or "nobody")
    for homing in weapon.homing:
        yield worded_line(theme, "Homing", f"+{homing.bonus} on {homing.target}")


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


HIGH, LINE, TICK, TIP = 26, 18, 4, 9
BEYOND = 1.06
"""With a target, the bar ends this much farther than the last band or the target."""

DEPTHS = (0.42, 0.28, 0.15)
"""The opacity of the colour of short, medium and long range."""


class RangeBar(PaintedWidget):
    """The range bands of a weapon, and its target; hidden while the range factor is not known."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.spans: tuple[RangeSpan, ...] = ()
        self.distance: float | None = None
        self.show_spans(())

    def show_spans(self, spans: Sequence[RangeSpan], distance: float | None = None) -> None:
        """Show these bands, and the distance of a target in inches if it is known."""
        self.spans, self.distance = tuple(spans), distance
        said = "; ".join(f"{each.name} {_in_words(each)}" for each in self.spans)
        here = ""
        if self.inside and distance is not None:
            here = f"; the target at {in_figures(distance)} inches: {self.inside}"
        self.setAccessibleName(f"Range: {said}{here}" if said else "Range: not known")
        self.setVisible(bool(self.spans))
        self.restyle()

    @property
    def inside(self) -> str:
        """The name of the band in which the target stands; empty without a target."""
        if self.distance is None or not self.spans:
            return ""
        return standing(self.distance, self.spans)

    @property
    def too_close(self) -> RangeSpan | None:
        """The span that is too close; None without a minimum range."""
        return next((each for each in self.spans if each.name == TOO_CLOSE), None)

    @property
    def bands(self) -> tuple[RangeSpan, ...]:
        """The bands that have an end: short, medium and long."""
        return tuple(
            each for each in self.spans if each.to is not None and each is not self.too_close
        )

    @property
    def farthest(self) -> float:
        """Inches at the right end."""
        reach = max((each.to or 0 for each in self.spans), default=0)
        return reach if self.distance is None else max(reach, self.distance) * BEYOND

    def at(self, inches: float) -> float:
        """Return the x, in pixels, of a distance in inches."""
        return inches / self.farthest * (self.width() - 1) if self.farthest else 0

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(240), self._top + self.theme.px(HIGH + TICK + LINE))

    @property
    def _top(self) -> int:
        """Pixels above the bands: a line of words, and the tip that points at the target."""
        if self.distance is not None:
            return self.theme.px(LINE + TIP)
        return self.theme.px(LINE) if self.too_close else 0

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        row = QRectF(0, self._top, box.width(), self.theme.px(HIGH))
        for band, depth in zip(self.bands, DEPTHS, strict=False):
            self._paint_band(painter, row, band, depth)
        if self.too_close:
            self._paint_close(painter, row, self.too_close)
        self._paint_bounds(painter, row)
        if self.distance is not None:
            self._paint_beyond(painter, row)
            self._paint_target(painter, row, self.distance)

    def _paint_band(self, painter: QPainter, row: QRectF, band: RangeSpan, depth: float) -> None:
        theme = self.theme
        left, right = self.at(band.above), self.at(band.to or 0)
        box = QRectF(left, row.top(), right - left, row.height())
        here = band.name == self.inside
        token = "ok" if here else "aim"
        fill = theme.tint("ok") if here else with_alpha(theme.color("aim"), depth)
        draw_plate(painter, box, theme.px(3), fill, theme.color(token), theme.px(2) if here else 1)
        font, words = theme.font("caption", True), band.name.capitalize()
        wide = text_width(font, words)
        near = self.at(self.too_close.to or 0) if self.too_close else 0
        free = box.adjusted(max(0, near - box.left()), 0, 0, 0)  # what is not too close
        if wide + theme.px(8) <= free.width():
            inner = QRectF(free.center().x() - wide / 2, box.top(), wide + 1, box.height())
            draw_line(painter, inner, words, font, theme.color("ok" if here else "text"))

    def _paint_close(self, painter: QPainter, row: QRectF, close: RangeSpan) -> None:
        theme, ink = self.theme, self.theme.color("danger")
        box = QRectF(0, row.top(), self.at(close.to or 0), row.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(with_alpha(theme.color("bg1"), 0.6))
        painter.drawRect(box)
        painter.setBrush(QBrush(ink, Qt.BrushStyle.BDiagPattern))
        painter.drawRect(box)
        painter.setPen(QPen(ink, theme.px(2)))
        painter.drawLine(QPointF(box.right(), row.top() - theme.px(3)), box.bottomRight())
        if self.distance is None:
            line = QRectF(0, 0, row.width(), theme.px(LINE - 2))
            draw_line(painter, line, f"Too close {_in_words(close)}", theme.font("caption"), ink)

    def _paint_bounds(self, painter: QPainter, row: QRectF) -> None:
        """Write the inches below the ends of the bands; numbers without room are left out."""
        theme, font = self.theme, self.theme.font("caption")
        top = row.bottom() + theme.px(TICK)
        taken = -1.0
        near = (self.too_close.to or 0,) if self.too_close else ()
        # A set: the end of what is too close may be the end of a band as well.
        for inches in sorted({0.0, *near, *(band.to or 0 for band in self.bands)}):
            words, at = in_inches(inches), self.at(inches)
            wide = text_width(font, words)
            left = min(max(0.0, at - wide / 2), row.width() - wide - 1)
            painter.setPen(QPen(theme.color("ctl"), 1))
            painter.drawLine(QPointF(at, row.bottom()), QPointF(at, top))
            if left > taken:
                line = QRectF(left, top, wide + 1, theme.px(LINE - TICK))
                draw_line(painter, line, words, font, theme.color("text2"))
                taken = left + wide + theme.px(4)

    def _paint_beyond(self, painter: QPainter, row: QRectF) -> None:
        """Hatch what lies out of range."""
        reach = self.at(max(band.to or 0 for band in self.bands))
        beyond = QRectF(reach + 1, row.top(), row.right() - reach - 1, row.height())
        hatch = QBrush(self.theme.color("line2"), Qt.BrushStyle.BDiagPattern)
        painter.fillRect(beyond, hatch)

    def _paint_target(self, painter: QPainter, row: QRectF, distance: float) -> None:
        theme, px = self.theme, self.theme.px
        ink = theme.color("danger" if self.inside in (TOO_CLOSE, TOO_FAR) else "ok")
        x, half = self.at(distance), px(TIP) * 0.6
        over = row.top() - px(TIP)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPolygon(
            QPolygonF([QPointF(x - half, over), QPointF(x + half, over), QPointF(x, row.top())])
        )
        font = theme.font("caption", strong=True)
        words = f"{in_inches(distance)} {self.inside}"
        wide = text_width(font, words)
        left = min(max(0.0, x - wide / 2), row.width() - wide - 1)
        draw_line(painter, QRectF(left, 0, wide + 1, px(LINE - 2)), words, font, ink)


def _in_words(span: RangeSpan) -> str:
    """Return a span as the game writes it: 20+ to 40" begins just above 20"."""
    if span.name == TOO_CLOSE:
        return f"below {in_inches(span.to or 0.0)}"
    low = f"{in_figures(span.above)}+" if span.above else "0"
    return f"{low} to {in_inches(span.to)}" if span.to is not None else f'{low}"'
