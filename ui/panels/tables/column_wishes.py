"""How wide the columns of a table want to be, measured by what stands in them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ui.panels.tables.cell_delegate import PADDING, Index, Painted
from ui.panels.tables.cells import cell_width
from ui.panels.tables.column_widths import Wish
from ui.widgets.brushwork import text_width

if TYPE_CHECKING:
    from ui.panels.tables.rows_view import RowsView

MEASURED = 60
"""Rows whose cells are measured to find how wide a column wants to be."""

FIRM = 112
"""Pixels at 100 % up to which a column keeps its contents whole."""

MOST_OF_COLUMN = 320
"""Pixels at 100 % that a column asks for at most: a name of 80 letters must not push all away."""


def wish_of(view: "RowsView", place: int) -> Wish:
    """Give what a column wants, by its head and its first rows."""
    theme, column = view.theme, view.columns()[place]
    room = 2 * theme.px(PADDING) + 2
    head = text_width(theme.font("caption", strong=True), column.title) + room
    cells = (view.cell_at(index) for index in _first_cells(view, place))
    content = max((cell_width(theme, cell) for cell in cells), default=0)
    share = column.width if isinstance(column, Painted) else 100
    most = theme.px(MOST_OF_COLUMN)
    return Wish(head, min(content + room, most), share, theme.px(FIRM))


def _first_cells(view: "RowsView", place: int) -> Iterator[Index]:
    model = view.model()
    tops = [model.index(row, 0) for row in range(min(MEASURED, model.rowCount()))]
    for top in tops:
        if not view.spans(top):
            yield model.index(top.row(), place)
        for row in range(min(MEASURED, model.rowCount(top))):
            yield model.index(row, place, top)
