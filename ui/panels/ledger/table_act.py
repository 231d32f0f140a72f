"""An act of a ledger table: one entry of its menu, its buttons and its keys."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brikdesk.store.act import Act

if TYPE_CHECKING:
    from ui.forms.fields import FilledForm


class TableAct(Struct, frozen=True):
    """One act of a table: `form` is its form, `filled` returns the values that a row puts in.

    `fits` returns whether it makes sense for a row; `head` gives it a button on the table's card.
    `does` returns an act that needs no form, as the row says everything.
    """

    form: str
    words: str
    icon: str
    key: str = ""
    filled: Callable[[Any], dict[str, Any]] | None = None
    fits: Callable[[Any], bool] = lambda row: True
    head: bool = False
    does: Callable[[Any], Act] | None = None

    @property
    def needs_row(self) -> bool:
        """Whether it can be done only for a row."""
        return self.filled is not None or self.does is not None

    def form_for(self, row: Any) -> "FilledForm":
        """Return the form, filled in from a row, or empty for None."""
        from ui.forms.forms import ACT_FORMS

        known = self.filled(row) if self.filled and row is not None else {}
        return ACT_FORMS[self.form].filled(getattr(row, "unit_id", None), **known)
