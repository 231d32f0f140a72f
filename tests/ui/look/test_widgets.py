"""Base widgets: what they say, what they signal, and what they paint."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.dice import Face, Origin
from ui.look.icons import FactionShape, die_path, faction_path, faction_shape
from ui.look.theme import FACTIONS, Theme
from ui.scenes.gallery import Gallery
from ui.widgets.bars import (
    AmmoPips,
    FlightBar,
    FlownInches,
    PowerBar,
    PowerLeft,
    ProgressSteps,
    RoundsLeft,
    StepProgress,
    ammo_pips_width,
    paint_ammo_pips,
    paint_flight_bar,
    paint_power_bar,
)
from ui.widgets.dice import BoxLook, DiceGlyph, DieGlyph, paint_dice_box, paint_die_glyph
from ui.widgets.fields import NumberField
from ui.widgets.layout import SPRING, FlowLayout, in_column, in_grid, in_row
from ui.widgets.overlay import Drawer
from ui.widgets.painted import Card, KeyCap, keycap_width, paint_keycap
from ui.widgets.rule_lines import Citation, citation_width, paint_citation
from ui.widgets.tokens import (
    ChipLook,
    StateChip,
    Token,
    TokenLook,
    chip_width,
    paint_chip,
    paint_token,
)

pytestmark = pytest.mark.thorough(every=2)

GROUND = QColor("#123456")


def painted(paint: Callable[[QPainter, QRectF], None], wide: int, high: int) -> QImage:
    canvas = QImage(wide, high, QImage.Format.Format_RGB32)
    canvas.fill(GROUND)
    painter = QPainter(canvas)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter, QRectF(0, 0, wide, high))
    painter.end()
    return canvas


def count(picture: QImage, colour: QColor) -> int:
    return sum(
        picture.pixelColor(x, y).name() == colour.name()
        for x in range(picture.width())
        for y in range(picture.height())
    )


# Dice


def test_a_typed_glyph_is_outlined_and_a_rolled_one_is_filled(theme: Theme) -> None:
    ink = theme.color("text2")
    typed = painted(lambda p, r: paint_die_glyph(p, r, theme, DieGlyph(6, 4)), 36, 36)
    rolled = painted(
        lambda p, r: paint_die_glyph(p, r, theme, DieGlyph(6, 4, Origin.ROLLED)), 36, 36
    )
    assert count(rolled, ink) > 1.8 * count(typed, ink)


def test_a_glyph_tells_its_die_and_face(theme: Theme, qtbot: QtBot) -> None:
    glyph = DiceGlyph(theme, DieGlyph(10, 7, Origin.ROLLED))
    qtbot.addWidget(glyph)
    assert glyph.accessibleName() == "d10, 7, rolled"
    glyph.show_die(DieGlyph(4))
    assert glyph.accessibleName() == "d4, waiting"


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 3])
def test_a_silhouette_lies_in_its_box(sides: int) -> None:
    box = QRectF(10, 10, 40, 40)
    outline = die_path(sides, box)
    assert box.adjusted(-0.1, -0.1, 0.1, 0.1).contains(outline.boundingRect())
    assert outline.contains(box.center())


def test_the_ring_is_drawn_only_around_the_current_box(theme: Theme) -> None:
    def box(current: bool) -> QImage:
        look = BoxLook(6, current=current)
        return painted(
            lambda p, r: paint_dice_box(p, r.adjusted(4, 4, -4, -4), theme, look), 52, 52
        )

    ring, accent = box(True), theme.color("accent")
    assert ring.pixelColor(26, 2).name() == accent.name()
    assert count(box(False), accent) == 0


def test_a_box_is_toned_by_what_its_face_means(theme: Theme) -> None:
    look = BoxLook(4, Face(4), tone="fire")
    picture = painted(lambda p, r: paint_dice_box(p, r, theme, look), 84, 84)
    assert count(picture, theme.color("fire")) > 100
    plain = painted(lambda p, r: paint_dice_box(p, r, theme, BoxLook(4, Face(4))), 84, 84)
    assert count(plain, theme.color("fire")) == 0


# Factions


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("colour", FACTIONS)
def test_a_solid_token_is_full_of_its_colour_and_an_outlined_one_of_its_tint(
    theme: Theme, colour: str
) -> None:
    solid = painted(lambda p, r: paint_token(p, r, theme, TokenLook(colour, "BC")), 60, 60)
    outlined = painted(
        lambda p, r: paint_token(p, r, theme, TokenLook(colour, "BC", solid=False)), 60, 60
    )
    assert count(solid, theme.color(colour)) > 900
    assert count(outlined, theme.tint(colour)) > 600
    assert count(outlined, theme.color(colour)) > 50


@pytest.mark.parametrize("shape", FactionShape)
def test_a_shape_lies_in_its_box_and_holds_the_middle(shape: FactionShape) -> None:
    box = QRectF(0, 0, 40, 40)
    outline = faction_path(shape, box)
    assert box.adjusted(-0.1, -0.1, 0.1, 0.1).contains(outline.boundingRect())
    assert outline.contains(QRectF(16, 12, 8, 8))


def test_a_colour_from_elsewhere_is_a_diamond() -> None:
    assert faction_shape("mauve") is FactionShape.DIAMOND


def test_a_token_is_read_as_its_name(theme: Theme, qtbot: QtBot) -> None:
    token = Token(theme, TokenLook("sky", "BC"), name="Baron Von Clutch")
    qtbot.addWidget(token)
    assert token.accessibleName() == "Baron Von Clutch"
    assert token.sizeHint().width() == 22


# Chips, bars and keys


def test_a_bare_chip_keeps_its_word_for_tip_and_reader(theme: Theme, qtbot: QtBot) -> None:
    full = ChipLook("half-speed", "Half Speed")
    chip = StateChip(theme, full.bare())
    qtbot.addWidget(chip)
    assert (chip.accessibleName(), chip.toolTip()) == ("Half Speed", "<qt>Half Speed</qt>")
    assert chip_width(theme, full.bare()) < chip_width(theme, full)
    chip.show_chip(full)
    assert chip.toolTip() == ""


def test_a_chip_of_fire_says_inches(theme: Theme, qtbot: QtBot) -> None:
    chip = StateChip(theme, ChipLook("fire", '2"', "fire", "On fire, 2 inches"))
    qtbot.addWidget(chip)
    assert chip.accessibleName() == "On fire, 2 inches"


def test_a_power_bar_has_a_block_for_each_inch(theme: Theme) -> None:
    def blocks(power: PowerLeft, colour: str) -> int:
        picture = painted(lambda p, r: paint_power_bar(p, r, theme, power), 200, 18)
        row = [
            picture.pixelColor(x, 9).name() == theme.tokens.hex(colour)
            for x in range(picture.width())
        ]
        return sum(here and not before for before, here in zip([False, *row], row, strict=False))

    assert blocks(PowerLeft(8, 0, 8), "accent") == 8
    assert blocks(PowerLeft(5, 0, 8), "accent") == 5
    assert blocks(PowerLeft(5, 0, 8), "bg3") == 3
    assert blocks(PowerLeft(4, 3, 8), "accent") == 4
    assert blocks(PowerLeft(4, 3, 8), "bg3") == 1


def test_a_power_bar_gets_narrower_blocks_in_a_narrow_column(theme: Theme) -> None:
    picture = painted(lambda p, r: paint_power_bar(p, r, theme, PowerLeft(12, 0, 12)), 80, 18)
    assert picture.pixelColor(77, 9).name() == theme.tokens.hex("accent")


def test_over_12_inches_power_is_a_number(theme: Theme, qtbot: QtBot) -> None:
    picture = painted(lambda p, r: paint_power_bar(p, r, theme, PowerLeft(9, 0, 14)), 120, 18)
    assert count(picture, theme.color("accent")) == 0
    assert count(picture, theme.color("text")) > 5
    bar = PowerBar(theme, PowerLeft(4, 2, 6))
    qtbot.addWidget(bar)
    assert bar.accessibleName() == 'Power 4/6", 2" taken by fire'


def test_a_shell_stands_for_each_round(theme: Theme, qtbot: QtBot) -> None:
    two = painted(lambda p, r: paint_ammo_pips(p, r, theme, RoundsLeft(2, 3)), 60, 18)
    three = painted(lambda p, r: paint_ammo_pips(p, r, theme, RoundsLeft(3, 3)), 60, 18)
    ink = theme.color("ok")
    assert count(three, ink) == pytest.approx(1.5 * count(two, ink), rel=0.05)
    pips = AmmoPips(theme, RoundsLeft(2, 3))
    qtbot.addWidget(pips)
    assert pips.accessibleName() == "2 of 3 rounds"
    assert ammo_pips_width(theme, RoundsLeft(30, 40)) < 100


@pytest.mark.parametrize(("flown", "until"), [(0, 0), (15, 50), (30, 100), (45, 100)])
def test_the_flown_part_is_solid(theme: Theme, flown: float, until: int) -> None:
    picture = painted(lambda p, r: paint_flight_bar(p, r, theme, FlownInches(flown, 30)), 100, 18)
    ink = theme.tokens.hex("text")
    solid = [x for x in range(4, 96) if picture.pixelColor(x, 9).name() == ink]
    assert (max(solid, default=0) >= until - 6) if until else not solid
    assert max(solid, default=0) <= until


def test_a_flight_has_a_tick_at_each_12_inches(theme: Theme, qtbot: QtBot) -> None:
    picture = painted(lambda p, r: paint_flight_bar(p, r, theme, FlownInches(0, 30)), 300, 18)
    ink = theme.color("text2")
    ticks = [
        x for x in range(300) if abs(picture.pixelColor(x, 4).lightness() - ink.lightness()) < 40
    ]
    assert [round(x / 10) for x in ticks if x % 10 < 5] == [12, 24]
    bar = FlightBar(theme, FlownInches(24, 30))
    qtbot.addWidget(bar)
    assert bar.accessibleName() == 'Flown 24" of 30"'


def test_progress_says_how_much_is_done(theme: Theme, qtbot: QtBot) -> None:
    steps = ProgressSteps(theme, (StepProgress.DONE, StepProgress.CURRENT, StepProgress.OPEN))
    qtbot.addWidget(steps)
    assert steps.accessibleName() == "1 of 3 done"
    steps.resize(300, 4)
    picture = steps.grab().toImage()
    seen = [picture.pixelColor(x, 2).name() for x in (50, 150, 250)]
    assert seen == [theme.tokens.hex(token) for token in ("ok", "accent", "bg3")]


def test_a_citation_brings_its_rule(theme: Theme, qtbot: QtBot) -> None:
    citation = Citation(theme, "F.1-31")
    qtbot.addWidget(citation)
    with qtbot.waitSignal(citation.asked) as asked:
        QTest.mouseClick(citation, Qt.MouseButton.LeftButton)
    assert asked.args == ["F.1-31"]
    assert citation.accessibleName() == "Rule F.1-31"
    assert citation.sizeHint().height() >= 28
    citation.show_rule("8.4-10")
    with qtbot.waitSignal(citation.asked) as asked:
        QTest.keyClick(citation, Qt.Key.Key_Space)
    assert asked.args == ["8.4-10"]


def test_painters_for_delegates_leave_the_rest_of_the_cell_alone(theme: Theme) -> None:
    painters: list[tuple[Callable[[QPainter, QRectF], None], int]] = [
        (
            lambda p, r: paint_citation(p, r, theme, "8.4-10"),
            citation_width(theme, "8.4-10"),
        ),
        (lambda p, r: paint_keycap(p, r, theme, "Enter"), keycap_width(theme, "Enter")),
        (
            lambda p, r: paint_chip(p, r, theme, ChipLook("fire", '2"', "fire")),
            chip_width(theme, ChipLook("fire", '2"', "fire")),
        ),
    ]
    for paint, wide in painters:
        picture = painted(lambda p, _, do=paint, w=wide: do(p, QRectF(10, 9, w, 22)), wide + 20, 40)
        assert count(picture, GROUND) < picture.width() * picture.height()
        for x, y in ((5, 20), (wide + 14, 20), (20, 4), (20, 36)):
            assert picture.pixelColor(x, y).name() == GROUND.name()


# Buttons and choices


# Frames


def test_a_card_has_an_accent_edge_only_at_the_referees_move(theme: Theme, qtbot: QtBot) -> None:
    card = Card(theme, accent=True)
    qtbot.addWidget(card)
    card.resize(200, 100)
    assert card.grab().toImage().pixelColor(2, 50).name() == theme.tokens.hex("accent")
    card.set_accent(False)
    picture = card.grab().toImage()
    assert picture.pixelColor(2, 50).name() == theme.tokens.hex("bg2")
    assert picture.pixelColor(100, 50).name() == theme.tokens.hex("bg2")


def test_a_drawer_takes_the_focus_and_gives_it_back(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    field = QLineEdit(window)
    drawer = Drawer(theme, window, 272)
    inside = QPushButton("Units")
    drawer.column.addWidget(inside)
    window.resize(900, 600)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    field.setFocus()
    drawer.toggle()
    assert drawer.is_open()
    assert inside.hasFocus()
    assert inside.window() is window
    assert inside.mapTo(window, QPoint(0, 0)).x() < 272
    window.resize(1000, 700)
    assert drawer.width() == 1000
    QTest.keyClick(inside, Qt.Key.Key_Escape)
    assert not drawer.is_open()
    assert field.hasFocus()


def test_a_click_beside_the_drawer_closes_it(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    drawer = Drawer(theme, window, 200, Qt.Edge.BottomEdge)
    window.resize(600, 500)
    qtbot.addWidget(window)
    window.show()
    drawer.open()
    with qtbot.waitSignal(drawer.closed):
        QTest.mouseClick(drawer, Qt.MouseButton.LeftButton, pos=QPoint(300, 50))
    assert not drawer.is_open()


def test_a_flow_puts_in_a_line_what_fits(theme: Theme, qtbot: QtBot) -> None:
    panel = QWidget()
    flow = FlowLayout(panel, 10)
    qtbot.addWidget(panel)
    for _ in range(5):
        child = QWidget()
        child.setFixedSize(50, 20)
        flow.addWidget(child)
    assert flow.heightForWidth(290) == 20
    assert flow.heightForWidth(289) == 50
    assert flow.heightForWidth(50) == 5 * 20 + 4 * 10
    assert flow.sizeHint().width() == 290
    flow.takeAt(0)
    assert flow.count() == 4


def test_a_number_field_keeps_its_bounds_and_shows_its_unit(theme: Theme, qtbot: QtBot) -> None:
    field = NumberField(theme, 0, 40, " inches")
    qtbot.addWidget(field)
    field.setValue(99)
    assert field.text() == "40 inches"
    assert field.lineEdit().textMargins().left() == 10


@pytest.mark.parametrize("percent", [80, 100, 200])
def test_the_whole_gallery_can_be_drawn_at_every_text_size(qtbot: QtBot, percent: int) -> None:
    gallery = Gallery(percent)
    qtbot.addWidget(gallery)
    gallery.resize(gallery.sizeHint())
    picture = gallery.grab().toImage()
    dark, light = (look.tokens.hex("bg1") for look in gallery.themes)
    assert picture.pixelColor(2, 2).name() == dark
    assert picture.pixelColor(picture.width() - 3, 2).name() == light


def test_widgets_take_up_a_new_theme_by_themselves(theme: Theme, qtbot: QtBot) -> None:
    cap = KeyCap(theme, "Enter")
    qtbot.addWidget(cap)
    cap.resize(60, 20)
    before, wide = cap.grab().toImage().pixelColor(30, 2).name(), cap.sizeHint().width()
    theme.toggle()
    theme.set_scale(200)
    assert cap.grab().toImage().pixelColor(30, 10).name() != before
    assert cap.sizeHint().width() > 1.8 * wide


def test_a_citation_is_never_cut_where_there_is_little_room(qtbot: QtBot, theme: Theme) -> None:
    room, line = QWidget(), QHBoxLayout()
    room.setLayout(line)
    citation = Citation(theme, "8.4-48")
    line.addWidget(QPushButton("A long title that takes all there is, and would take more"), 1)
    line.addWidget(citation)
    qtbot.addWidget(room)
    room.show()
    room.resize(120, 40)
    assert citation.width() >= citation_width(theme, "8.4-48")


def test_gaps_and_edges_follow_the_text_size_while_the_parts_are_shown(
    theme: Theme, qtbot: QtBot
) -> None:
    window, first, second = QWidget(), QWidget(), QWidget()
    qtbot.addWidget(window)
    page = QWidget(window)
    column = in_column(theme, first, second, gap=8, edges=(4, 6, 4, 10), on=page)
    for part in (first, second):
        part.setFixedSize(50, 20)
    window.show()
    for scale in (100, 200, 100):
        theme.set_scale(scale)
        page.resize(page.sizeHint())
        column.activate()
        assert first.pos() == QPoint(theme.px(4), theme.px(6))
        assert second.y() - first.geometry().bottom() - 1 == theme.px(8)
        assert page.height() - second.geometry().bottom() - 1 == theme.px(10)


def test_parts_take_their_places_as_they_are_named(theme: Theme, qtbot: QtBot) -> None:
    window, near, far, wide, cell = (QWidget() for _ in range(5))
    qtbot.addWidget(window)
    page = QWidget(window)
    for part in (near, far, cell):
        part.setFixedSize(30, 20)
    wide.setFixedHeight(10)
    table = in_grid(theme, ((wide, 2),), (None, cell), gap=(12, 6), grows=(0,))
    in_column(theme, in_row(theme, near, 5, SPRING, far, None, gap=0), table, gap=0, on=page)
    page.resize(300, page.sizeHint().height())
    window.show()
    assert (near.x(), far.geometry().right()) == (0, 299)
    assert (wide.x(), wide.width()) == (0, 300)
    assert (cell.geometry().right(), cell.y()) == (299, wide.geometry().bottom() + 1 + theme.px(6))
