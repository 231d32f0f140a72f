"""Every icon, widget and colour on one sheet, dark beside light, to look at and compare."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from brikdesk.dice import Face, Origin
from ui.look.icons import FACTION_SHAPES
from ui.look.text import plain_label
from ui.look.theme import Look, Theme
from ui.widgets.bars import (
    AmmoPips,
    FlightBar,
    FlownInches,
    PowerBar,
    PowerLeft,
    ProgressSteps,
    RoundsLeft,
    StepProgress,
)
from ui.widgets.buttons import Button, Segment, Segmented, icon_button
from ui.widgets.dice import BoxLook, DiceBox, DiceGlyph, DieGlyph
from ui.widgets.fields import ChoiceRow, ChoiceWords
from ui.widgets.layout import FlowLayout, fill, held, in_column, in_grid, in_row
from ui.widgets.painted import IconMark, KeyCap, PaintedWidget, draw_plate
from ui.widgets.rule_lines import Citation, RefusalLine
from ui.widgets.tokens import ChipLook, StateChip, Token, TokenLook

ICONS = (
    "fire smoke gas field mine projectile ammo homing marked disrupted half-speed mortally-wounded "
    "power shield blast arc ruler dud d4 d6 d8 d10 d12 roll undo redo log pdf attack turn units "
    "ledger map flag book search plus minus check cross chevron-left chevron-right chevron-up "
    "chevron-down gear sun moon folder file dots expand keyboard warning note bell destroyed drop "
    "edit trash layers lock print copy filter hand d20 logo"
)
ICON_TONES = {
    "fire": "fire",
    "smoke": "smoke",
    "gas": "smoke",
    "mine": "danger",
    "homing": "aim",
    "marked": "aim",
    "mortally-wounded": "danger",
    "blast": "danger",
    "arc": "aim",
}
CHIPS = (
    ChipLook("fire", '2"', "fire", "On fire, 2 inches"),
    ChipLook("disrupted", "Disrupted", "text"),
    ChipLook("half-speed", "Half Speed"),
    ChipLook("mortally-wounded", "Mortally Wounded", "danger"),
    ChipLook("marked", "Marked", "aim"),
    ChipLook("check", "Action spent", "text3"),
    ChipLook("homing", "+3", "aim", "Homing +3"),
    ChipLook("ammo", "Loaded", "ok"),
    ChipLook("ammo", "Reload", "danger"),
    ChipLook("smoke", "in smoke", "smoke"),
    ChipLook("projectile", "in the air"),
    ChipLook("shield", 'Size −1"', "danger"),
    ChipLook("destroyed", "Destroyed", "danger"),
)
BOXES = (
    BoxLook(4),
    BoxLook(6, current=True),
    BoxLook(8, Face(5)),
    BoxLook(10, Face(9, Origin.ROLLED)),
    BoxLook(12, Face(11), tone="ok"),
    BoxLook(6, Face(1), tone="danger"),
    BoxLook(4, Face(4), tone="fire"),
    BoxLook(12, waiting="1", current=True),
    BoxLook(20, Face(17, Origin.CHANGED)),
    BoxLook(4, refused=True, current=True),
)
COLOURS = (
    "bg0 bg1 bg2 bg3 sel line2 ctl text3 text2 text accent fire smoke danger ok aim sky orchid "
    "lime slate fern sand pearl"
)


class Swatch(PaintedWidget):
    """A colour token as a plate."""

    def __init__(self, theme: Theme, token: str) -> None:
        super().__init__(theme)
        self._token = token

    def sizeHint(self) -> QSize:
        """Return the plate's size."""
        return QSize(self.theme.px(48), self.theme.px(26))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the plate."""
        theme = self.theme
        fill, edge = theme.color(self._token), theme.color("line2")
        draw_plate(painter, box, theme.px(6), fill, edge)


class Half(QWidget):
    """All of it in one theme."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        # Each half has its own theme: the application is in one of them only.
        theme.dress(self)
        self.setAutoFillBackground(True)
        head = plain_label(theme, "Dark" if theme.dark else "Light", "head")
        self._column = in_column(theme, head, gap=6, edges=(24, 16, 24, 24), on=self)
        self._block("Icons, 24 px grid, 1.75 px stroke", _icons(theme))
        self._block("State chips", _in_flow(theme, [StateChip(theme, c) for c in CHIPS]))
        self._block("Faction colour always comes with a shape and initials", _tokens(theme))
        self._block("Dice boxes", _in_flow(theme, [DiceBox(theme, look) for look in BOXES]))
        self._block("In the log: typed is outlined, rolled by the desk is filled", _glyphs(theme))
        self._block("Power left, burning reserve, ammo, flight", _bars(theme))
        self._block("Buttons and keys", _buttons(theme))
        self._block("Choices, switch, refusal", _questions(theme))
        self._block("Colour tokens", _colours(theme))
        self._column.addStretch(1)

    def _block(self, head: str, content: QWidget) -> None:
        self._column.addSpacing(self.theme.px(8))
        fill(self._column, plain_label(self.theme, head, "caption", "text3", strong=True), content)


class Gallery(QWidget):
    """The whole sheet: dark at the left, light at the right."""

    def __init__(self, scale: int = 100) -> None:
        super().__init__()
        self.themes = (Theme(Look.DARK, scale, self), Theme(Look.LIGHT, scale, self))
        in_row(self.themes[0], *((Half(theme), 1) for theme in self.themes), gap=0, on=self)


def _icons(theme: Theme) -> QWidget:
    cells = [
        in_column(
            theme,
            (IconMark(theme, name, ICON_TONES.get(name, "text"), 22), 0, _MIDDLE),
            (plain_label(theme, _short(name), "caption", "text3"), 0, _MIDDLE),
            gap=2,
        )
        for name in ICONS.split()
    ]
    grid = in_grid(theme, *_in_twelves(cells), grows=range(12))
    grid.setHorizontalSpacing(0)
    for column in range(12):
        grid.setColumnMinimumWidth(column, theme.px(54))
    return held(grid)


def _in_twelves(cells: list[QVBoxLayout]) -> list[list[QVBoxLayout]]:
    return [cells[at : at + 12] for at in range(0, len(cells), 12)]


def _short(name: str) -> str:
    return name.replace("chevron-", "").replace("mortally-wounded", "mortal").replace("-speed", "")


def _tokens(theme: Theme) -> QWidget:
    initials = ("BC", "GG", "CL", "XX", "FN", "SD", "PL")
    looks = [
        TokenLook(colour, letters, solid)
        for colour, letters in zip(FACTION_SHAPES, initials, strict=True)
        for solid in (True, False)
    ]
    return _in_flow(theme, [Token(theme, look, 32) for look in looks])


def _glyphs(theme: Theme) -> QWidget:
    faces = ((4, 3), (6, 6), (8, 2), (10, 7), (12, 12), (20, 18))
    origins = (Origin.TYPED, Origin.ROLLED, Origin.CHANGED)
    dice = [DieGlyph(sides, value, origin) for origin in origins for sides, value in faces]
    dice += [DieGlyph(4, 3, tone="fire"), DieGlyph(4, 4, Origin.ROLLED, "fire"), DieGlyph(8)]
    return _in_flow(theme, [DiceGlyph(theme, die, 24) for die in dice])


def _bars(theme: Theme) -> QWidget:
    bars: list[QWidget] = [
        PowerBar(theme, PowerLeft(8, 0, 8)),
        PowerBar(theme, PowerLeft(5, 0, 8)),
        PowerBar(theme, PowerLeft(4, 3, 8)),
        PowerBar(theme, PowerLeft(9, 0, 14)),
        AmmoPips(theme, RoundsLeft(2, 3)),
        AmmoPips(theme, RoundsLeft(0, 2)),
        FlightBar(theme, FlownInches(24, 30)),
    ]
    return _in_flow(theme, bars, 18)


def _buttons(theme: Theme) -> QWidget:
    grey = Button(theme, "Apply", "primary", key="Enter")
    grey.setEnabled(False)
    buttons: list[QWidget] = [
        Button(theme, "Apply", "primary", key="Enter"),
        Button(theme, "Roll", "primary", "roll", "Space"),
        Button(theme, "Roll all", "soft", "roll", "⇧ Space"),
        grey,
        Button(theme, "Skip", "quiet", key="S"),
        Button(theme, "Destroy unit", "danger", "cross"),
        icon_button(theme, "undo", "Undo"),
        KeyCap(theme, "Ctrl K"),
        Citation(theme, "F.1-31"),
    ]
    return _in_flow(theme, buttons)


def _questions(theme: Theme) -> QWidget:
    fence = ChoiceWords("Fence", '0.9" away')
    choices = ChoiceRow(
        theme, (fence, ChoiceWords("Hay There", '0.8", 2" to 3"'), ChoiceWords("Hot Toffee"))
    )
    choices.set_chosen(0)
    switch = Segmented(
        theme, (Segment("Start", "turn", "5"), Segment("Attack", "attack"), Segment("Log", "log"))
    )
    refusal = RefusalLine(theme)
    steps = ProgressSteps(
        theme, (*[StepProgress.DONE] * 5, StepProgress.CURRENT, *[StepProgress.OPEN] * 4)
    )
    refusal.refuse('A 3" Cannon takes shells up to X3.', "8.4-48")
    return held(in_column(theme, choices, switch, steps, refusal))


def _colours(theme: Theme) -> QWidget:
    cells = [
        in_column(
            theme,
            Swatch(theme, token),
            plain_label(theme, token, "caption", "text2", strong=True),
            gap=0,
        )
        for token in COLOURS.split()
    ]
    return held(in_grid(theme, *_in_twelves(cells)))


def _in_flow(theme: Theme, widgets: list[QWidget], gap: int = 8) -> QWidget:
    whole = QWidget()
    flow = FlowLayout(whole, theme.px(gap))
    for widget in widgets:
        flow.addWidget(widget)
    return whole


_MIDDLE = Qt.AlignmentFlag.AlignHCenter
