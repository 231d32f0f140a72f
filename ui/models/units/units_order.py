"""Which units a filter lets through, and the order in which a column puts them."""

from collections.abc import Iterable, Sequence

from brikdesk.store.views.units import UnitRow
from ui.models.rows import Column

UnitColumns = Sequence[Column[UnitRow]]


def in_order(
    rows: Iterable[UnitRow], columns: UnitColumns, sorting: tuple[int, bool] | None
) -> list[UnitRow]:
    """Return the units sorted by a column (descending if True); as they came for None."""
    if sorting is None:
        return list(rows)
    column, descending = columns[sorting[0]], sorting[1]
    order = column.order or (lambda row: column.text(row).casefold())
    return sorted(rows, key=order, reverse=descending)


def fits(row: UnitRow, words: Sequence[str], columns: UnitColumns) -> bool:
    """Return whether every word (in small letters) occurs somewhere in a unit's row."""
    if not words:
        return True
    chips = " ".join(chip.word for chip in row.chips)
    cells = " ".join(column.text(row) for column in columns)
    whole = f"{row.name} {row.faction} {row.code} {row.kind} {row.squad} {chips} {cells}".casefold()
    return all(word in whole for word in words)
