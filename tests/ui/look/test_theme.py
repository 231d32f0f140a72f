"""The look: contrast, scaling, following the system, and one style sheet without leftovers."""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from ui.look.icons import FACTION_SHAPES
from ui.look.text import PlainLabel
from ui.look.theme import (
    FACTIONS,
    HAZARDS,
    ROLES,
    STEPS,
    TONES,
    Look,
    Theme,
    family,
    high_contrast_tokens,
    read_tokens,
)
from ui.widgets.painted import text_width

pytestmark = pytest.mark.thorough(every=2)

THEMES = ("dark", "light")

SURFACES = ("bg0", "bg1", "bg2", "bg3")
"""Grounds that any text may stand on; tints and `sel` carry text of their own only."""

TEXTS = ("text", "text2", "text3", "accent_text")


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of two opaque colours by WCAG 2, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: QColor) -> float:
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    weights = (0.2126, 0.7152, 0.0722)
    return sum(w * _linear(c) for w, c in zip(weights, channels, strict=True))


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast(QColor("#000"), QColor("#fff")) == pytest.approx(21)
    assert contrast(QColor("#777"), QColor("#777")) == pytest.approx(1)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("token", TEXTS + TONES)
def test_every_text_can_be_read_on_every_surface(name: str, token: str) -> None:
    tokens = read_tokens(name)
    for ground in (*SURFACES, "sel", "field", "well", "raised"):
        assert contrast(tokens[token], tokens[ground]) >= 4.5, (token, ground)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("tone", TONES)
def test_a_tone_can_be_read_on_its_tint_and_under_solid_text(name: str, tone: str) -> None:
    tokens = read_tokens(name)
    assert contrast(tokens[tone], tokens[f"{tone}_tint"]) >= 4.5
    assert contrast(tokens["on_solid"], tokens[tone]) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_words_on_yellow_and_edges_of_fields_stand_out(name: str) -> None:
    tokens = read_tokens(name)
    for ground in ("accent", "accent_hover", "key_on_accent"):
        assert contrast(tokens["on_accent"], tokens[ground]) >= 4.5
    for ground in (*SURFACES, "field"):
        assert contrast(tokens["ctl"], tokens[ground]) >= 3
        assert contrast(tokens["focus"], tokens[ground]) >= 3


def test_both_themes_have_the_same_tokens() -> None:
    assert read_tokens("dark").colours.keys() == read_tokens("light").colours.keys()


def test_published_colours_are_the_designs() -> None:
    dark, light = read_tokens("dark"), read_tokens("light")
    assert (dark.hex("bg1"), dark.hex("fire"), dark.hex("accent")) == (
        "#14181e",
        "#ff9152",
        "#ffc933",
    )
    assert (light.hex("bg0"), light.hex("sky"), light.hex("text3")) == (
        "#f4f2ee",
        "#0a62ae",
        "#666b73",
    )


def test_every_faction_colour_has_a_shape_of_its_own() -> None:
    assert tuple(FACTION_SHAPES) == FACTIONS
    assert len(set(FACTION_SHAPES.values())) == len(FACTIONS)


@pytest.mark.parametrize("name", THEMES)
def test_no_two_factions_and_no_hazard_look_alike(name: str) -> None:
    """Distance in CIELAB; slate and smoke are one colour by design."""
    tokens = read_tokens(name)
    hues = [tone for tone in (*FACTIONS, *HAZARDS) if tone != "smoke"]
    for one, other in itertools.combinations(hues, 2):
        assert _distance(tokens[one], tokens[other]) >= 20, (one, other)


def test_a_token_that_does_not_exist_is_an_error(theme: Theme) -> None:
    with pytest.raises(KeyError):
        theme.color("mauve")


def test_a_tone_without_a_tint_stands_on_bg3(theme: Theme) -> None:
    assert theme.tint("text2") == theme.color("bg3")
    assert theme.tint("fire") == QColor("#3A2214")


def test_scale_multiplies_pixels_and_type(theme: Theme) -> None:
    theme.set_scale(150)
    assert theme.px(32) == 48
    assert theme.font("body").pixelSize() == 21
    theme.set_scale(100)
    assert theme.px(32) == 32


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(("asked", "given"), [(20, 80), (80, 80), (200, 200), (900, 200)])
def test_scale_stays_between_80_and_200(theme: Theme, asked: int, given: int) -> None:
    theme.set_scale(asked)
    assert theme.scale == given


def test_larger_and_smaller_walk_all_steps(theme: Theme) -> None:
    theme.set_scale(80)
    seen = [theme.scale]
    for _ in range(len(STEPS)):
        theme.larger()
        seen.append(theme.scale)
    assert tuple(seen) == (*STEPS, 200)
    theme.smaller()
    assert theme.scale == 175


def test_changed_comes_once_for_each_change_and_not_without(theme: Theme) -> None:
    seen: list[tuple[bool, int]] = []
    theme.changed.connect(lambda: seen.append((theme.dark, theme.scale)))
    theme.toggle()
    theme.set_scale(125)
    theme.set_scale(125)
    theme.set_look(Look.LIGHT)
    assert seen == [(False, 100), (False, 125)]


def test_system_look_follows_the_system(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme, hints = Theme(Look.SYSTEM), qapp.styleHints()
    system = SystemHints(hints)
    monkeypatch.setattr(theme, "_hints", system)
    for scheme, dark in (("Light", False), ("Dark", True), ("Light", False), ("Unknown", True)):
        system.scheme = Qt.ColorScheme[scheme]
        hints.colorSchemeChanged.emit(system.scheme)
        assert theme.dark is dark, scheme


def test_a_chosen_look_does_not_follow_the_system(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme, hints = Theme(Look.LIGHT), qapp.styleHints()
    system = SystemHints(hints)
    system.scheme = Qt.ColorScheme.Dark
    monkeypatch.setattr(theme, "_hints", system)
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert not theme.dark


def test_a_high_contrast_palette_is_taken_over() -> None:
    system = QPalette()
    system.setColor(QPalette.ColorRole.Window, QColor("#000000"))
    system.setColor(QPalette.ColorRole.Base, QColor("#000000"))
    system.setColor(QPalette.ColorRole.Text, QColor("#ffff00"))
    system.setColor(QPalette.ColorRole.Highlight, QColor("#00ffff"))
    system.setColor(QPalette.ColorRole.HighlightedText, QColor("#000000"))
    tokens = high_contrast_tokens(system)
    assert tokens.dark
    assert tokens.colours.keys() == read_tokens("dark").colours.keys()
    for tone in (*TEXTS, *TONES):
        assert tokens.hex(tone) == "#ffff00"
        for ground in SURFACES:
            assert contrast(tokens[tone], tokens[ground]) >= 7
    assert (tokens.hex("accent"), tokens.hex("on_accent")) == ("#00ffff", "#000000")


def test_dressing_gives_the_application_palette_font_and_sheet(
    theme: Theme, qapp: QApplication
) -> None:
    assert qapp.palette().color(QPalette.ColorRole.WindowText) == theme.color("text")
    assert qapp.font().family() == family() == "Inter"
    assert qapp.font().pixelSize() == 14
    assert theme.tokens.hex("danger_tint") in qapp.styleSheet()
    theme.toggle()
    assert qapp.palette().color(QPalette.ColorRole.WindowText) == QColor("#17191D")


def test_a_style_sheet_has_no_token_left_and_scales(theme: Theme) -> None:
    sheet = theme.style_sheet()
    assert "@" not in sheet
    assert "min-height: 30px" in sheet
    theme.set_scale(200)
    larger = theme.style_sheet()
    assert "min-height: 60px" in larger
    assert "border: 1px solid" in larger
    assert "@" not in larger


def test_pictures_named_by_the_sheet_exist(theme: Theme) -> None:
    names = re.findall(r'url\("([^"]+)"\)', theme.style_sheet())
    assert len(names) > 8
    for name in names:
        with open(name, encoding="utf-8") as file:
            assert "<svg" in file.read()


def test_a_button_of_each_kind_has_its_own_ground(theme: Theme) -> None:
    grounds = {}
    for kind in ("primary", "soft", "quiet", "danger"):
        button = QPushButton("Apply")
        button.setProperty("kind", kind)
        button.setFixedSize(80, 32)
        picture = button.grab().toImage()
        grounds[kind] = picture.pixelColor(6, 16).name()
    assert grounds["primary"] == theme.tokens.hex("accent")
    assert grounds["soft"] == theme.tokens.hex("bg3")
    assert grounds["danger"] == theme.tokens.hex("danger_tint")
    assert len(set(grounds.values())) == 4


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("role", ROLES)
def test_every_role_uses_the_shipped_face_in_its_weight(theme: Theme, role: str) -> None:
    _, weight, strong = ROLES[role]  # type: ignore[index]
    assert QFontInfo(theme.font(role)).weight() == weight  # type: ignore[arg-type]
    assert QFontInfo(theme.font(role, strong=True)).weight() == strong  # type: ignore[arg-type]
    assert theme.font(role).pixelSize() >= 12  # type: ignore[arg-type]


def test_figures_line_up_in_columns(theme: Theme) -> None:
    metrics = QFontMetricsF(theme.font("small"))
    assert metrics.horizontalAdvance("111") == metrics.horizontalAdvance("888")
    loose = QFontMetricsF(theme.rule_font())
    assert loose.horizontalAdvance("111") < loose.horizontalAdvance("888")


def test_words_with_a_hyphen_are_not_pulled_apart(theme: Theme) -> None:
    font = theme.font("body")
    assert text_width(font, "Sci-fi") < QFontMetricsF(font).horizontalAdvance("Sci-fi")
    label = PlainLabel(theme, "Sci fi")
    as_figures = label.fontMetrics().horizontalAdvance("-")
    label.say("Sci-fi")
    assert label.fontMetrics().horizontalAdvance("-") < as_figures
    label.say("111")
    assert label.fontMetrics().horizontalAdvance("-") == as_figures


def test_the_face_has_the_signs_that_the_desk_writes(theme: Theme) -> None:
    metrics = QFontMetricsF(theme.font("body"))
    for sign in "−“”½″…–×⇧↑↓":
        assert metrics.inFontUcs4(ord(sign)), sign


def test_a_widget_can_wear_another_look_than_the_application(theme: Theme) -> None:
    other, widget = Theme(Look.LIGHT), QWidget()
    other.dress(widget)
    assert widget.palette().color(QPalette.ColorRole.Window) == QColor("#FFFFFF")
    assert theme.dark
    assert isinstance(widget.font(), QFont)


class SystemHints:
    """Hints of a system that can change its mind, which the offscreen platform cannot."""

    def __init__(self, real: QStyleHints) -> None:
        self.scheme = Qt.ColorScheme.Unknown
        self.accessibility = real.accessibility

    def colorScheme(self) -> Qt.ColorScheme:
        return self.scheme


def _distance(one: QColor, other: QColor) -> float:
    pairs = zip(_lab(one), _lab(other), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def _lab(colour: QColor) -> tuple[float, float, float]:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    def root(part: float) -> float:
        return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116

    r, g, b = (linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
    y = root(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_the_pictures_of_the_style_sheet_go_when_the_program_ends(tmp_path: Path) -> None:
    code = """
import re
from pathlib import Path
from ui.app import make_application
from ui.look.theme import Look, Theme
app = make_application()
theme = Theme(Look.DARK, 100, app)
theme.dress(app)
print(all(Path(name).is_file() for name in re.findall(r'url\\("([^"]+)"\\)', theme.style_sheet())))
"""
    own = os.environ | {"TMPDIR": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=own,
        cwd=Path(__file__).parents[3],
        check=True,
        capture_output=True,
        text=True,
    )
    assert ran.stdout == "True\n"
    assert list(tmp_path.iterdir()) == []


def test_icons_are_drawn_anew_for_a_sharper_screen_that_is_plugged_in(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = Theme(Look.DARK)
    theme.dress(qapp)
    seen: list[float] = []
    theme.changed.connect(lambda: seen.append(qapp.devicePixelRatio()))
    qapp.screenAdded.emit(qapp.primaryScreen())
    assert not seen
    monkeypatch.setattr(QApplication, "devicePixelRatio", lambda self: 2.0)
    qapp.screenAdded.emit(qapp.primaryScreen())
    assert seen == [2.0]
    qapp.screenAdded.emit(qapp.primaryScreen())
    assert seen == [2.0]
