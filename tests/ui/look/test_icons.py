"""Icons: the whole set, one colour each, sharp at every size."""

import re
from functools import cache
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QByteArray, QRectF, QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from ui.look.icons import icon, paint_icon, pixmap
from ui.look.theme import Theme, shipped, svg, svg_in

DESIGN = (
    "fire smoke gas field mine projectile ammo homing marked disrupted half-speed mortally-wounded "
    "power shield blast arc ruler dud d4 d6 d8 d10 d12 roll undo redo log pdf attack turn units "
    "ledger map flag book search plus minus check cross chevron-left chevron-right chevron-up "
    "chevron-down gear sun moon folder file dots expand keyboard warning note bell logo destroyed "
    "drop edit trash"
)


@cache
def icon_names() -> tuple[str, ...]:
    """Return every icon's name in alphabetical order."""
    names = (entry.name for entry in shipped("icons").iterdir())
    return tuple(sorted(n.removesuffix(".svg") for n in names if n.endswith(".svg")))


def test_the_set_is_whole() -> None:
    assert set(DESIGN.split()) <= set(icon_names())


@pytest.mark.thorough(but=21)
@pytest.mark.parametrize("name", icon_names())
def test_an_icon_keeps_to_the_grid_and_can_be_drawn(name: str) -> None:
    root = ElementTree.fromstring(svg(name))
    drawing = QSvgRenderer(QByteArray(svg(name)))
    assert drawing.isValid()
    if name == "logo":
        return
    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("stroke-width") == "1.75"
    assert root.get("stroke-linecap") == "round"
    box = _ink_box(drawing)
    assert box.left() >= 0.4
    assert box.top() >= 0.4
    assert box.right() <= 23.6
    assert box.bottom() <= 23.6


@pytest.mark.parametrize("name", [name for name in icon_names() if name != "logo"])
def test_an_icon_has_one_colour(name: str) -> None:
    assert b"currentColor" in svg(name)
    assert not re.search(rb"#[0-9a-fA-F]{3}", svg(name))
    assert b"currentColor" not in svg_in(name, "#ff9152")
    assert b"href" not in svg(name)


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_silhouettes_of_dice_differ_in_a_row(theme: Theme, sides: int) -> None:
    others = {4, 6, 8, 10, 12, 20} - {sides}
    mine = pixmap(theme, f"d{sides}", "text", 16, 1).toImage()
    for other in others:
        theirs = pixmap(theme, f"d{other}", "text", 16, 1).toImage()
        differ = sum(
            abs(mine.pixelColor(x, y).alpha() - theirs.pixelColor(x, y).alpha()) > 64
            for x in range(16)
            for y in range(16)
        )
        assert differ >= 16, other


def test_an_icon_is_drawn_in_the_colour_of_its_token(theme: Theme) -> None:
    picture = pixmap(theme, "minus", "fire", 24, 1).toImage()
    assert picture.pixelColor(12, 12).name() == theme.tokens.hex("fire")
    theme.toggle()
    picture = pixmap(theme, "minus", "fire", 24, 1).toImage()
    assert picture.pixelColor(12, 12).name() == theme.tokens.hex("fire") == "#a84300"


def test_the_logo_keeps_its_own_colours(theme: Theme) -> None:
    picture = pixmap(theme, "logo", "fire", 48, 1).toImage()
    assert picture.pixelColor(6, 26).name() == "#ffc933"


def test_size_follows_text_scale_and_screen(theme: Theme) -> None:
    theme.set_scale(150)
    picture = pixmap(theme, "fire", "fire", 16, 2)
    assert picture.size() == QSize(48, 48)
    assert picture.deviceIndependentSize().width() == 24


def test_an_icon_for_buttons_is_grey_where_it_is_disabled(theme: Theme) -> None:
    both = icon(theme, "minus", "danger", 24)
    plain = both.pixmap(QSize(24, 24), 1.0).toImage()
    grey = both.pixmap(QSize(24, 24), 1.0, QIcon.Mode.Disabled).toImage()
    assert plain.pixelColor(12, 12).name() == theme.tokens.hex("danger")
    seen, wanted = grey.pixelColor(12, 12), theme.color("text3")
    assert max(abs(seen.red() - wanted.red()), abs(seen.blue() - wanted.blue())) <= 2


def test_painting_stays_inside_its_square(theme: Theme) -> None:
    canvas = QImage(60, 60, QImage.Format.Format_ARGB32)
    canvas.fill(QColor("black"))
    painter = QPainter(canvas)
    paint_icon(painter, QRectF(20, 20, 20, 20), theme, "fire", "text")
    painter.end()
    lit = [(x, y) for x in range(60) for y in range(60) if canvas.pixelColor(x, y).red() > 8]
    assert len(lit) > 40
    assert all(20 <= x < 40 and 20 <= y < 40 for x, y in lit)


def test_an_icon_that_does_not_exist_is_an_error(theme: Theme) -> None:
    with pytest.raises(FileNotFoundError):
        pixmap(theme, "unicorn")


def _ink_box(drawing: QSvgRenderer) -> QRectF:
    """Find the ink on a canvas ten times as large as the grid, with a margin of one unit."""
    canvas = QImage(260, 260, QImage.Format.Format_ARGB32)
    canvas.fill(0)
    painter = QPainter(canvas)
    drawing.render(painter, QRectF(10, 10, 240, 240))
    painter.end()
    lit = [(x, y) for x in range(260) for y in range(260) if canvas.pixelColor(x, y).alpha() > 20]
    xs, ys = [x for x, _ in lit], [y for _, y in lit]
    left, top = min(xs) / 10 - 1, min(ys) / 10 - 1
    return QRectF(left, top, max(xs) / 10 - 1 - left, max(ys) / 10 - 1 - top)
