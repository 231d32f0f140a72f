"""The look of the desk, passed to every widget: dark or light, colours, type, sizes."""

import json
import re
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, ParamSpec, TypeVar

from PySide6.QtCore import QObject, QSize, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette, QScreen
from PySide6.QtWidgets import QApplication, QWidget

import resources

_FOLDER = Path(resources.__path__[0])


def shipped(*parts: str) -> Path:
    """Return the path of a shipped file, whether it is there or not."""
    return _FOLDER.joinpath(*parts)


TypeRole = Literal["caption", "small", "body", "title", "head", "display", "display_large"]
FACES = ("Regular", "Medium", "SemiBold", "Bold")

_W = QFont.Weight
ROLES: dict[TypeRole, tuple[int, QFont.Weight, QFont.Weight]] = {
    "caption": (12, _W.Medium, _W.DemiBold),
    "small": (13, _W.Normal, _W.DemiBold),
    "body": (14, _W.Normal, _W.DemiBold),
    "title": (16, _W.DemiBold, _W.DemiBold),
    "head": (20, _W.DemiBold, _W.Bold),
    "display": (28, _W.Bold, _W.Bold),
    "display_large": (40, _W.Bold, _W.Bold),
}
"""Role: pixels at 100 %, weight, strong weight. Nothing to be read is smaller than caption."""


@cache
def family() -> str:
    """Load the shipped faces once; return their family, or the system's font if that fails."""
    ids = [QFontDatabase.addApplicationFont(_face(name)) for name in FACES]
    names = [n for i in ids if i >= 0 for n in QFontDatabase.applicationFontFamilies(i)]
    return names[0] if names else QFontDatabase.systemFont(_SYSTEM).family()


@cache
def sized_font(pixels: int, weight: QFont.Weight) -> QFont:
    """Return Inter in `pixels` with tabular figures; text is as wide on every system.

    It is one for all: to change it, copy it first. Every word that is painted asks for one.
    """
    font = QFont(family())
    font.setPixelSize(max(1, pixels))  # Qt warns of 0 and keeps the size it had
    font.setWeight(weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    # Hinting fits letters to whole pixels, differently on each system, and changes their widths.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def font_for(words: str, font: QFont) -> QFont:
    """Return the font for a line of words: without tabular figures if it has a hyphen.

    Inter widens hyphens with its tabular figures.
    """
    if "-" not in words:
        return font
    own = QFont(font)
    own.unsetFeature(QFont.Tag("tnum"))
    return own


_SYSTEM = QFontDatabase.SystemFont.GeneralFont


def _face(name: str) -> str:
    return str(shipped("fonts", f"Inter-{name}.ttf"))


HAZARDS = ("fire", "smoke", "danger", "ok", "aim")
FACTIONS = ("sky", "orchid", "lime", "slate", "fern", "sand", "pearl")
TONES = HAZARDS + FACTIONS
"""Hues that mean something; each has a `<tone>_tint` that is dark or pale enough to write on."""

_WELLS = ("bg0", "field", "well", "on_solid", "stone", "wood", "green", "water")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme by meaning."""

    name: str
    dark: bool
    colours: Mapping[str, QColor]

    def __getitem__(self, token: str) -> QColor:
        """Return a colour. Raise KeyError for a token that does not exist.

        It is one for all: to change it, copy it first.
        """
        return self.colours[token]

    def hex(self, token: str) -> str:
        """Return a colour as #rrggbb, for style sheets and SVG."""
        return self.colours[token].name()


@cache
def read_tokens(name: str) -> Tokens:
    """Return the tokens of `dark` or `light`, read from the shipped theme file."""
    text = shipped("themes", f"{name}.json").read_text(encoding="utf-8")
    raw = json.loads(text)
    colours = {token: QColor(value) for token, value in raw["colours"].items()}
    return Tokens(raw["name"], raw["dark"], MappingProxyType(colours))


def high_contrast_tokens(system: QPalette) -> Tokens:
    """Return tokens of a high-contrast system palette alone: no other hues, lines strong as text.

    Tones can still be told apart by the shape, icon and word that they always come with.
    """
    window, text = system.color(QPalette.ColorRole.Window), system.color(QPalette.ColorRole.Text)
    base, marked = system.color(QPalette.ColorRole.Base), system.color(QPalette.ColorRole.Highlight)
    on_marked = system.color(QPalette.ColorRole.HighlightedText)
    dark = window.lightnessF() < 0.5
    # Every token starts as text, so that one added later is visible; grounds follow.
    colours = dict.fromkeys(read_tokens("dark").colours, text)
    colours |= {token: base for token in colours if token.endswith("_tint")}
    colours |= dict.fromkeys(("bg1", "bg2", "bg3", "sel", "raised", "table", "grid1"), window)
    colours |= dict.fromkeys(_WELLS, base)
    colours |= dict.fromkeys(("accent", "accent_edge", "accent_hover", "key_on_accent"), marked)
    colours |= {"on_accent": on_marked}
    return Tokens("high contrast", dark, MappingProxyType(colours))


_R = QPalette.ColorRole
_G = QPalette.ColorGroup

PALETTES_ROLES = {
    _R.Window: "bg1",
    _R.WindowText: "text",
    _R.Base: "field",
    _R.AlternateBase: "bg2",
    _R.Text: "text",
    _R.PlaceholderText: "text3",
    _R.Button: "bg3",
    _R.ButtonText: "text",
    _R.BrightText: "danger",
    _R.ToolTipBase: "bg3",
    _R.ToolTipText: "text",
    _R.Highlight: "accent",
    _R.HighlightedText: "on_accent",
    _R.Accent: "accent",
    _R.Link: "accent_text",
    _R.LinkVisited: "accent_text",
    _R.Light: "line2",
    _R.Midlight: "line2",
    _R.Mid: "line",
    _R.Dark: "line",
    _R.Shadow: "bg0",
}
GREY = (_R.WindowText, _R.Text, _R.ButtonText)


def palette_of(tokens: Tokens) -> QPalette:
    """Return the palette of these colours; disabled text has the colour text3."""
    palette = QPalette()
    for role, token in PALETTES_ROLES.items():
        palette.setColor(role, tokens[token])
    for role in GREY:
        palette.setColor(_G.Disabled, role, tokens["text3"])
    return palette


INK = b"currentColor"


@cache
def svg(name: str) -> bytes:
    """Return the SVG of an icon. Raise FileNotFoundError for an unknown name."""
    return shipped("icons", f"{name}.svg").read_bytes()


def svg_in(name: str, colour: str) -> bytes:
    """Return an icon as SVG in `colour` (#rrggbb); parts with colours of their own keep them."""
    return svg(name).replace(INK, colour.encode("ascii"))


_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ICON = re.compile(r"@icon\(([a-z0-9-]+), ([a-z0-9_]+)\)")
_TOKEN = re.compile(r"@([a-z][a-z0-9_]*)")
# Digits that end a name, a decimal or a colour are no pixels of their own.
_PIXELS = re.compile(r"(?<![\w.#])(\d+)px")


class SheetWriter:
    """Fills in the template; must live as long as its sheets are used.

    A style sheet can name pictures only as files, so the writer keeps them in a temporary folder.
    """

    def __init__(self) -> None:
        self._folder = QTemporaryDir()
        # At the end of the program Python destroys no Qt object, and the folder would stay behind.
        weakref.finalize(self, self._folder.remove)

    def sheet(self, tokens: Tokens, px: Callable[[float], int]) -> str:
        """Return the sheet in the colours of `tokens`; `px` scales its pixels."""
        # Icons before tokens: "@icon" would be taken for a colour of that name.
        text = _ICON.sub(lambda m: self._picture(tokens, m[1], m[2]), _template())
        text = _TOKEN.sub(lambda m: tokens.hex(m[1]), text)
        return _PIXELS.sub(lambda m: f"{_line_or(int(m[1]), px)}px", text)

    def _picture(self, tokens: Tokens, name: str, token: str) -> str:
        colour = tokens.hex(token)
        path = Path(self._folder.path()) / f"{name}-{colour.removeprefix('#')}.svg"
        if not path.exists():
            path.write_bytes(svg_in(name, colour))
        return f'url("{path.as_posix()}")'


def _line_or(pixels: int, px: Callable[[float], int]) -> int:
    # A line of one pixel stays one at every text size.
    return pixels if pixels <= 1 else px(pixels)


@cache
def _template() -> str:
    text = shipped("themes", "desk.qss").read_text(encoding="utf-8")
    return _COMMENT.sub("", text)


STYLE = "Fusion"
SMALLEST, LARGEST = 80, 200
STEPS = (80, 90, 100, 110, 125, 150, 175, 200)
"""Text sizes in percent that Ctrl+plus and Ctrl+minus go through."""


class Look(StrEnum):
    """What the referee chose."""

    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"


_SCHEMES = {Look.DARK: Qt.ColorScheme.Dark, Look.LIGHT: Qt.ColorScheme.Light}


class _Lengths(dict[float, int]):
    """Lengths in pixels at 100 %, and what they are at another text size: every paint asks them."""

    def __init__(self, scale: int) -> None:
        super().__init__()
        self._scale = scale

    def __missing__(self, pixels: float) -> int:
        length = self[pixels] = round(pixels * self._scale / 100)
        return length


class Theme(QObject):
    """The colours, type and sizes in force. Widgets get it as first argument of their constructor.

    `changed` is emitted after colours or text size changed; widgets then lay out and paint anew.
    """

    changed = Signal()

    least = 0
    """Pixels of the least text that may be painted; 0 where the reader sits before the screen."""

    def __init__(
        self, look: Look = Look.SYSTEM, scale: int = 100, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._scale = _clamped(scale)
        self._lengths = _Lengths(self._scale)
        self._sheets = SheetWriter()
        self._dressed: QApplication | None = None
        self._ratio = 1.0
        self._hints = QGuiApplication.styleHints()
        self._hints.colorSchemeChanged.connect(self._system_changed)
        self._hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)
        self._tokens = self._tokens_now()

    @property
    def look(self) -> Look:
        """What the referee chose: dark, light, or as the system has it."""
        return self._look

    @property
    def dark(self) -> bool:
        """Whether the desk is dark now."""
        return self._tokens.dark

    @property
    def scale(self) -> int:
        """Text size in percent, 80 to 200."""
        return self._scale

    @property
    def tokens(self) -> Tokens:
        """The colours in force."""
        return self._tokens

    def set_look(self, look: Look) -> None:
        """Choose dark, light, or the system's choice."""
        self._look = look
        if self._dressed:
            self._tell_system()
        self._system_changed()

    def toggle(self) -> None:
        """Turn dark into light and back (Ctrl+Shift+L)."""
        self.set_look(Look.LIGHT if self.dark else Look.DARK)

    def set_scale(self, percent: int) -> None:
        """Set the text size in percent, clamped to 80 to 200."""
        if (scale := _clamped(percent)) != self._scale:
            self._take_scale(scale)

    def larger(self) -> None:
        """Go to the next larger text size (Ctrl+plus)."""
        self.set_scale(next((s for s in STEPS if s > self._scale), LARGEST))

    def smaller(self) -> None:
        """Go to the next smaller text size (Ctrl+minus)."""
        self.set_scale(next((s for s in reversed(STEPS) if s < self._scale), SMALLEST))

    def px(self, pixels: float) -> int:
        """Return a length in pixels at 100 % as pixels at the text size in force."""
        return self._lengths[pixels]

    def color(self, token: str) -> QColor:
        """Return the colour of a token. Raise KeyError if there is none."""
        return self._tokens[token]

    def tint(self, tone: str) -> QColor:
        """Return the ground for text in `tone`; bg3 for a tone that has no tint of its own."""
        token = f"{tone}_tint"
        return self.color(token if token in self._tokens.colours else "bg3")

    def font(self, role: TypeRole, strong: bool = False) -> QFont:
        """Return the font of a role at the text size in force."""
        _, weight, strong_weight = ROLES[role]
        return sized_font(self.text_px(role), strong_weight if strong else weight)

    def text_px(self, role: TypeRole) -> int:
        """Return the pixels of a role at the text size in force."""
        return self.px(ROLES[role][0])

    def line_px(self, pixels: float) -> int:
        """Return the height of a plate that holds a line of text, in pixels at 100 %, as pixels."""
        return self.px(pixels)

    def rule_font(self) -> QFont:
        """Return the font of rule IDs: tabular figures would pull 8.4-48 apart at its hyphen."""
        font = QFont(self.font("caption", strong=True))
        font.unsetFeature(QFont.Tag("tnum"))
        return font

    def button_font(self) -> QFont:
        """Return the font of buttons: the size of body, in medium weight."""
        return sized_font(self.px(ROLES["body"][0]), QFont.Weight.Medium)

    def bold_font(self, pixels: float) -> QFont:
        """Return the font of numbers in dice and initials in tokens; `pixels` are not scaled."""
        return sized_font(round(pixels), QFont.Weight.Bold)

    def palette(self) -> QPalette:
        """Return the Qt palette of the colours in force."""
        return palette_of(self._tokens)

    def style_sheet(self) -> str:
        """Return the style sheet in the colours and sizes in force."""
        return self._sheets.sheet(self._tokens, self.px)

    def dress(self, target: QApplication | QWidget) -> None:
        """Apply this look: to an application for good, to a widget only this once."""
        if isinstance(target, QApplication) and self._dressed is not target:
            if target.property("style") != STYLE:  # else it is set since the start (`app.py`)
                target.setStyle(STYLE)
            self._dressed = target
            self._ratio = target.devicePixelRatio()
            target.screenAdded.connect(self._take_screen)
            self._tell_system()
        # Qt replaces one sheet by another widget by widget, four times as slowly as it takes the
        # old one off and puts the new one on; between the two, palette and font cost nothing.
        target.setStyleSheet("")
        target.setPalette(self.palette())
        target.setFont(self.font("body"))
        target.setStyleSheet(self.style_sheet())

    def _take_scale(self, percent: int) -> None:
        self._scale = percent
        self._lengths = _Lengths(percent)
        self._announce()

    def _take_screen(self) -> None:
        """Have the icons drawn anew once a screen is plugged in that shows them sharper."""
        if self._dressed and self._dressed.devicePixelRatio() > self._ratio:
            self._ratio = self._dressed.devicePixelRatio()
            self.changed.emit()

    def _announce(self) -> None:
        if self._dressed:
            self.dress(self._dressed)
        self.changed.emit()

    def _tell_system(self) -> None:
        """Ask the system for window frames and file dialogs that fit the look."""
        self._hints.setColorScheme(_SCHEMES.get(self._look, Qt.ColorScheme.Unknown))

    def _system_changed(self) -> None:
        # The system also tells of changes that a look chosen by the referee does not follow.
        if (tokens := self._tokens_now()).colours != self._tokens.colours:
            self._tokens = tokens
            self._announce()

    def _tokens_now(self) -> Tokens:
        wanted = self._hints.accessibility().contrastPreference()
        if wanted is Qt.ContrastPreference.HighContrast:
            return high_contrast_tokens(_system_palette())
        if self._look is Look.SYSTEM:
            light = self._hints.colorScheme() is Qt.ColorScheme.Light
            return read_tokens("light" if light else "dark")
        return read_tokens(self._look.value)


def _clamped(percent: int) -> int:
    return max(SMALLEST, min(LARGEST, percent))


def _system_palette() -> QPalette:
    """Return the system's own palette, not the one that a theme has set before."""
    # An empty palette resolves to the system's again; `dress` puts ours back.
    QGuiApplication.setPalette(QPalette())
    return QGuiApplication.palette()


if TYPE_CHECKING:
    from typing_extensions import override as override
else:
    Args = ParamSpec("Args")
    Result = TypeVar("Result")

    def override(method: Callable[Args, Result]) -> Callable[Args, Result]:
        """Return the method as it is."""
        return method


class Width(IntEnum):
    """How wide the window is; a larger class shows all that a smaller one shows."""

    SLIM = 0
    NARROW = 1
    MEDIUM = 2
    WIDE = 3


@dataclass(frozen=True, slots=True)
class Room:
    """What a class shows. Widths are pixels at 100 %; `units` is 0 where they are a drawer."""

    units: int
    side: int
    players: str
    campaign: bool
    dice: bool


ROOMS = {
    Width.WIDE: Room(units=272, side=480, players="factions", campaign=True, dice=True),
    Width.MEDIUM: Room(units=240, side=400, players="codes", campaign=True, dice=True),
    Width.NARROW: Room(units=0, side=400, players="codes", campaign=False, dice=False),
    Width.SLIM: Room(units=0, side=0, players="codes", campaign=False, dice=False),
}
_FROM = ((1360, Width.WIDE), (1160, Width.MEDIUM), (900, Width.NARROW))


def width_of(pixels: int, scale: int) -> Width:
    """Return the class of a window `pixels` wide at a text size of `scale` percent."""
    shown = pixels * 100 / scale
    return next((width for least, width in _FROM if shown >= least), Width.SLIM)


READ = 19.2
"""Millimetres that letters are set in for 3 metres: capitals of Inter are then 16 arc minutes high."""

AWAY = 3.0
"""Metres for which `READ` holds."""

LOWEST, UNMEASURED, HIGHEST = 0.041, 0.044, 0.064
"""Parts of the window's height: the least and the largest text, and that of screens of unknown size."""

_LEAST: dict[TypeRole, float] = {
    "caption": 1, "small": 1, "body": 1, "title": 1.3, "head": 1.3, "display": 1.75,
    "display_large": 2.6,
}  # fmt: skip
"""How many times the least text each role is."""

AT_100 = 620
"""Pixels of the window's height at which all but text is as large as on the desk at 100 %."""

LINE = 1.3
"""How many times the least text a plate is high that holds a line of it."""


def _high(size: QSize) -> float:
    # A window that is higher than wide would leave no room for words.
    return min(size.height(), size.width() * 0.75)


def least_text(size: QSize, pixel: float, away: float = AWAY) -> int:
    """Return the pixels of the least text in a window that is read from so many metres away.

    `pixel` are the millimetres of a pixel on its screen, 0 where nobody knows.
    """
    high = _high(size)
    wanted = READ / pixel if pixel else UNMEASURED * high
    return round(max(LOWEST * high, min(HIGHEST * high, wanted * away / AWAY)))


SMALLEST_SCREEN = 150.0
"""Millimetres across: what claims to be smaller is a projector, or does not know."""


def millimetres(screen: QScreen | None) -> float:
    """Return how wide a pixel of a screen is, 0 where nobody knows."""
    across = screen.physicalSize().width() if screen else 0.0
    return across / screen.size().width() if screen and across >= SMALLEST_SCREEN else 0.0


class StageTheme(Theme):
    """Colours of the desk's look, sizes for who reads from afar: the desk's own are for its reader."""

    def __init__(self, desk: Theme) -> None:
        super().__init__(desk.look)
        self._desk = desk
        desk.changed.connect(self._follow)
        self.fit(QSize(1920, 1080), 0)

    def fit(self, size: QSize, pixel: float, away: float = AWAY) -> None:
        """Take the sizes for a window of so many pixels; the others as for `least_text`."""
        least, scale = least_text(size, pixel, away), round(100 * _high(size) / AT_100)
        if (least, scale) != (self.least, self.scale):
            self.least = least
            self._take_scale(scale)

    def times(self, many: float) -> int:
        """Return so many times the least text, in pixels."""
        return round(self.least * many)

    @override
    def text_px(self, role: TypeRole) -> int:
        """Return the pixels of a role, never fewer than can be read from across the room."""
        return self.times(_LEAST[role])

    @override
    def line_px(self, pixels: float) -> int:
        """Return at least the height in which a line of the least text has room."""
        return max(self.px(pixels), self.times(LINE))

    def _follow(self) -> None:
        if self.look is not self._desk.look:
            self.set_look(self._desk.look)
