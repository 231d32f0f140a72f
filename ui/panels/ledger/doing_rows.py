"""A table model whose edits its panel carries out, so that a refusal is shown there."""

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from ui.campaign.desk import Desk
from ui.models.rows import RowsModel
from ui.panels.ledger.acts import LedgerPage

Row = TypeVar("Row")


class DoingRowsModel(RowsModel[Row]):
    """Rows of a view; `does`, if set, carries out the act that typing over a cell makes."""

    does: Callable[[Act], Any] | None = None

    @override
    def _edit(self, row: Row, edit: Callable[[Row, str], Any], typed: str) -> bool:
        if self.does is None:
            return super()._edit(row, edit, typed)
        try:
            act = edit(row, typed)
        except BadInput as error:
            self._desk.failed.emit(str(error))
            return False
        return isinstance(self.does(act), Changes)


def rows_for(desk: Desk, table: LedgerPage, parent: QObject) -> DoingRowsModel[Any]:
    """Return the rows of a table of the ledger, as they are now and as they will be."""
    return DoingRowsModel(desk, table.question, table.columns, table.key, parent)
