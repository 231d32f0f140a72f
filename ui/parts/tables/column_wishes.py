"""How wide the columns of a table want to be, measured by their cells."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ui.look.theme import Theme
from ui.models.rows import row_of
from ui.parts.tables.cell_delegate import Painted
from ui.parts.tables.cells import Cell, cell_widths
from ui.parts.tables.column_widths import Gives, Wish
from ui.widgets.brushwork import text_width

if TYPE_CHECKING:
    from ui.parts.tables.rows_view import RowsView

MEASURED = 40
"""Rows at most whose cells are measured to find the width of a column."""

MOST_OF_COLUMN = 300
"""Pixels at 100 % that a column asks for at most: a name of 80 letters must not push all away."""

LEAST_WORDS = {Gives.FIRST: 67, Gives.THEN: 68, Gives.LAST: 84}
"""Pixels at 100 % of a cell's words that stay in sight; shorter words stay whole."""

EMPTY = ("", "0", "\N{EN DASH}")
"""The texts of cells that say nothing."""


MeasuredCells = dict[tuple[Cell, int], tuple[int, int, int]]
"""The widths of cells measured in the present sizes: whole, without pips, least without bars."""

MOST_KNOWN = 5000


def wishes_of(view: "RowsView", known: MeasuredCells) -> list[Wish]:
    """Return what each column wants, by its title and a sample of its cells.

    Widths that are measured are added to `known`, and need not be measured the next time.
    """
    if len(known) > MOST_KNOWN:
        known.clear()
    rows = list(_sampled_rows(view))
    return [_wish_of(view, place, rows, known) for place in range(len(view.columns()))]


def _wish_of(view: "RowsView", place: int, rows: list[Any], known: MeasuredCells) -> Wish:
    theme, column = view.theme, view.columns()[place]
    font = theme.font("caption", strong=True)
    painted = column if isinstance(column, Painted) else None
    gives = painted.gives if painted and painted.gives is not None else Gives.THEN
    gives = Gives.LAST if place == 0 else gives  # the name, by which a row is found
    cells = {view.cell_of(row, place) for row in rows}
    widths = [_widths(theme, cell, LEAST_WORDS[gives], known) for cell in cells]
    most = theme.px(MOST_OF_COLUMN)
    # Only if every row was looked at: a cell that was not measured may hold something.
    folds = painted is not None and painted.folds and view.model().rowCount() <= MEASURED
    short = text_width(font, painted.short) + 2 if painted and painted.short else 0
    return Wish(
        head=text_width(font, column.title) + 2,
        content=min(most, max((whole for whole, _, _ in widths), default=0)),
        least=max((floor for _, _, floor in widths), default=0),
        gives=gives,
        short=short,
        share=painted.width if painted else 100,
        words=min(most, max((least for _, least, _ in widths), default=0)),
        folds=folds and all(column.text(row) in EMPTY for row in rows),
    )


def _widths(
    theme: Theme, cell: Cell, words_wide: int, known: MeasuredCells
) -> tuple[int, int, int]:
    """Return the three widths of a cell in pixels, measuring it only once."""
    key = cell, words_wide
    if key not in known:
        known[key] = cell_widths(theme, cell, words_wide)
    return known[key]


def _sampled_rows(view: "RowsView") -> Iterator[Any]:
    """Yield the rows to measure, without the heads of groups, which span all columns."""
    model = view.model()
    tops = [model.index(row, 0) for row in sampled(model.rowCount())]
    for top in tops:
        if not view.spans(top):
            yield row_of(top)
        for row in sampled(model.rowCount(top)):
            yield row_of(model.index(row, 0, top))


def sampled(count: int) -> list[int]:
    """Return the places of the rows to measure, of `count` rows.

    Of many rows these are the first ones, which are seen first, and others evenly spread, to the
    last one.
    """
    if count <= MEASURED:
        return list(range(count))
    first = MEASURED // 2
    return [*range(first), *(first + k * (count - first) // first - 1 for k in range(1, first + 1))]
