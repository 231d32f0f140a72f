"""The look of the desk, passed to every widget: dark or light, text size, colours and type."""

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from ui.look.fonts import ROLES, TypeRole, sized_font
from ui.look.palettes import palette_of
from ui.look.style_sheet import SheetWriter
from ui.look.tokens import Tokens, high_contrast_tokens, read_tokens

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
