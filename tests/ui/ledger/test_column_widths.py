"""How the columns of all tables share their width: the rule alone, then the tables that follow it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QStyleOptionViewItem, QToolTip
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.ui.window_scene import settle
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.ledger.panel import LedgerPanel
from ui.panels.ledger.table import LedgerTable
from ui.panels.units.panel import UnitsPanel
from ui.parts.cells import (
    PRESSED,
    Cell,
    CellWords,
    Gives,
    Wish,
    cell_width,
    cell_widths,
    share_width,
    without_pips,
    words,
)
from ui.parts.rows_view import MEASURED, sampled
from ui.widgets.bars import FlownInches, RoundsLeft

NAME = Wish(30, 120, 60, Gives.LAST)
TURN = Wish(40, 50, 50)
TEXT = Wish(30, 150, 40, Gives.FIRST)

# The rule


def test_what_nobody_needs_goes_to_the_name_then_to_all() -> None:
    assert share_width(400, [NAME, TURN, TEXT], most_name=320).widths == (200, 50, 150)
    assert share_width(400, [NAME, TURN, TEXT], most_name=140).widths == (160, 70, 170)


def test_prose_gives_way_first_then_other_columns_and_names_last() -> None:
    long = Wish(20, 100, 30)
    wishes = [NAME, long, TEXT]
    assert share_width(300, wishes).widths == (120, 100, 80)
    assert share_width(240, wishes).widths == (120, 80, 40)
    assert share_width(160, wishes).widths == (90, 30, 40)
    assert not share_width(130, wishes).scrolls


def test_the_longest_prose_gives_first() -> None:
    short = Wish(30, 90, 40, Gives.FIRST)
    assert share_width(340, [NAME, TEXT, short]).widths == (120, 130, 90)
    assert share_width(280, [NAME, TEXT, short]).widths == (120, 80, 80)


def test_the_widest_columns_are_pressed_a_little_before_the_table_scrolls() -> None:
    pressed = share_width(165, [NAME, TURN, TEXT], 16, 8)
    assert not pressed.scrolls
    assert sum(pressed.widths) == 165
    assert pressed.widths[1] == 58, "figures stay whole"
    assert pressed.widths[0] >= 0.92 * 68, "a name is cut a little, never to a stump"
    shared = share_width(130, [NAME, TURN, TEXT], 16, 8)
    assert shared.scrolls
    assert shared.widths == (136, 66, 166)


def test_a_head_is_said_shorter_before_a_word_is_cut() -> None:
    headed = Wish(90, 30, 30, short=35)
    assert share_width(200, [NAME, headed]).widths[1] >= 80
    assert share_width(165, [NAME, headed]).widths == (120, 45)
    assert share_width(150, [NAME, headed]).widths == (115, 35)


def test_columns_stand_closer_before_a_word_is_cut() -> None:
    assert share_width(202, [NAME, TURN], 16, 8).room == 16
    close = share_width(190, [NAME, TURN], 16, 8)
    assert close.room == 8
    assert sum(close.widths) == 190


def test_a_bar_shrinks_before_a_word_is_cut() -> None:
    barred = Wish(30, 160, 60, words=110)
    assert share_width(380, [NAME, barred, TEXT]).widths == (120, 110, 150)


def test_an_empty_column_folds_before_the_table_scrolls() -> None:
    empty = Wish(50, 10, 10, folds=True)
    assert share_width(200, [NAME, empty, TURN]).widths == (100, 50, 50)
    shared = share_width(130, [NAME, empty, TURN])
    assert shared.widths == (80, 0, 50)
    assert not shared.scrolls
    assert share_width(80, [NAME, empty, TURN]).widths == (120, 50, 50)


PIXELS = st.integers(0, 300)
WISHES = st.builds(
    Wish, PIXELS, PIXELS, PIXELS, st.sampled_from(Gives), st.integers(1, 60), st.integers(0, 5)
)


@given(st.integers(1, 2000), st.lists(WISHES, min_size=1, max_size=9))
def test_what_does_not_scroll_fits_and_keeps_its_least(width: int, wishes: list[Wish]) -> None:
    shared = share_width(width, wishes, 16, 8, 320)
    least = sum(wish.floor + 8 for wish in wishes)
    for wide, wish in zip(shared.widths, wishes, strict=True):
        assert least > width or wide >= min(wish.floor, wish.whole) + shared.room
    if shared.scrolls:
        assert PRESSED * least > width
    else:
        assert sum(shared.widths) <= width
    pairs = list(zip(wishes, shared.widths, strict=True))
    cut = [w for w, k in pairs if k < min(w.plain, w.whole) + shared.room]
    if any(wish.gives is Gives.LAST for wish in cut) and not shared.scrolls:
        assert all(k <= w.floor + 8 for w, k in pairs if w.gives is Gives.FIRST)


def test_long_tables_are_measured_by_a_sample() -> None:
    assert sampled(3) == [0, 1, 2]
    places = sampled(50_000)
    assert len(places) == len(set(places)) == MEASURED
    assert places[0] == 0
    assert places[-1] > 48_000
    assert max(places) < 50_000


def test_numbers_and_chips_are_needed_whole_long_words_in_part(theme: Theme) -> None:
    assert set(cell_widths(theme, words("12"), 60)) == {cell_width(theme, words("12"))}
    long = words("Concealed Hazard, 5 inches high")
    assert cell_widths(theme, long, 60) == (cell_width(theme, long), cell_width(theme, long), 60)
    pips = Cell((RoundsLeft(2, 6), CellWords("2 of 6")))
    assert without_pips(pips) == words("2 of 6")
    assert without_pips(Cell((RoundsLeft(2, 6),))) == Cell((RoundsLeft(2, 6),))
    flight = Cell((FlownInches(10, 20), CellWords('10" of 20"')))
    whole, plain, least = cell_widths(theme, flight, 300)
    assert whole == cell_width(theme, flight) > plain
    assert least == cell_width(theme, words('10" of 20"'))


def test_a_bar_is_left_out_before_a_name_is_cut(panel: LedgerPanel) -> None:
    table = panel.table("air")
    titles = [column.title for column in table.columns()]
    assert titles.index("Flight") not in table.barest
    panel.resize(576, 700)
    QApplication.processEvents()
    assert titles.index("Flight") in table.barest
    assert "Projectile" not in cut_in(table)


# The tables of the sample

Shown = TypeVar("Shown", LedgerPanel, UnitsPanel)


@pytest.fixture
def desk(tmp_path: Path, sample: Path, qtbot: QtBot) -> Iterator[Desk]:
    with Campaign.open(sample) as campaign:
        made = Desk(campaign)
        yield made
        made._watch.stop()


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, desk: Desk) -> LedgerPanel:
    return shown_at(qtbot, LedgerPanel(theme, desk, Hub()), 660)


def shown_at(qtbot: QtBot, made: Shown, wide: int) -> Shown:
    qtbot.addWidget(made)
    made.resize(wide, 820)
    made.show()
    QApplication.processEvents()
    return made


def cut_in(table: LedgerTable) -> list[str]:
    """Return the titles of the columns in which words are cut."""
    model, theme = table.rows_model, table.theme
    return [
        column.title
        for place, column in enumerate(table.columns())
        if any(
            min(300, cell_widths(theme, table.cell_at(model.index(row, place)), 300)[1])
            > table.columnWidth(place) - 2 * table.edge
            for row in range(model.rowCount())
        )
    ]


PROSE = {"Lands", "Effect", "Kind", "Dice", "Aim point", "What happens"}


def test_in_the_battle_only_prose_is_cut(panel: LedgerPanel) -> None:
    for card in panel.cards.values():
        assert set(cut_in(card.table)) <= PROSE
        assert card.table.horizontalScrollBar().maximum() == 0
    assert cut_in(panel.table("fields")) == ["Kind", "Dice"]


@pytest.mark.parametrize("wide", [604, 556])
def test_beside_an_attack_no_table_has_to_scroll(panel: LedgerPanel, wide: int) -> None:
    panel.resize(wide, 700)
    assert panel.table("armies").count
    settle()
    (area,) = panel.findChildren(QScrollArea)
    across = area.horizontalScrollBar()
    assert across.maximum() == 0, "the head of a card is wider than the panel"
    assert [c.table.horizontalScrollBar().maximum() for c in panel.cards.values()] == [0] * 9


def test_with_room_enough_nothing_is_cut(panel: LedgerPanel) -> None:
    panel.resize(1800, 900)
    QApplication.processEvents()
    assert [cut_in(card.table) for card in panel.cards.values()] == [[]] * 9


def test_columns_stay_where_they_are_while_one_filters(
    qtbot: QtBot, theme: Theme, desk: Desk
) -> None:
    units = shown_at(qtbot, UnitsPanel(theme, desk, Hub()), 1000)
    header = units.view.header()
    before = [header.sectionSize(k) for k in range(header.count())]
    for typed in ("g", "gn", "gno", "gnome x", "b", ""):
        units.filter.narrowed.emit(typed)
        settle()
        assert [header.sectionSize(k) for k in range(header.count())] == before


def test_a_cut_cell_tells_its_whole_text(panel: LedgerPanel) -> None:
    table = panel.table("fires")
    titles = [column.title for column in table.columns()]
    panel.resize(556, 700)
    settle()
    cell = table.rows_model.index(0, titles.index("Effect"))
    whole = str(cell.data())
    assert "Effect" in cut_in(table)
    assert str(cell.data(Qt.ItemDataRole.AccessibleTextRole)) == f"Effect: {whole}"
    place = table.visualRect(cell).center()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, table.mapToGlobal(place))
    assert table.itemDelegate().helpEvent(event, table, QStyleOptionViewItem(), cell)
    assert whole.split()[0].strip('"') in QToolTip.text()
    QToolTip.hideText()


def test_a_short_head_tells_its_whole_title(panel: LedgerPanel) -> None:
    heads = panel.table("fires").header()
    place = [column.title for column in panel.table("fires").columns()].index("Weight")
    panel.resize(556, 700)
    QApplication.processEvents()
    at = QPoint(heads.sectionViewportPosition(place) + 4, heads.height() // 2)
    event = QHelpEvent(QHelpEvent.Type.ToolTip, at, heads.mapToGlobal(at))
    QApplication.sendEvent(heads.viewport(), event)
    assert "Weight" in QToolTip.text()
    QToolTip.hideText()
    assert heads.model().headerData(place, Qt.Orientation.Horizontal) == "Weight"
