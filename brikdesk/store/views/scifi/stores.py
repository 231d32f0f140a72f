"""Counted ammunition as it is shown: loads, and the stores that hold them."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.rules.scifi.stores import Holder, NumberAsked, number_asked
from brikdesk.store.scifi_rows import (
    load_of,
    loads_of,
    store_of,
)
from brikdesk.store.tables import (
    SfLoad,
    SfStore,
)


class LoadRow(Struct, frozen=True):
    """Rounds of one type: loaded = remaining + fired + lost + adjusted."""

    id: int
    name: str
    loaded: int
    remaining: int
    fired: int
    lost: int
    adjusted: int


class SfStoreRow(Struct, frozen=True):
    """A pod, rack, launcher or item group; `asked` is a number that nobody has said yet."""

    id: int
    capability: str
    holder: Holder
    unit_name: str
    loaded: int
    remaining: int
    fired_this_turn: int
    most: int | None
    expended: bool
    loads: tuple[LoadRow, ...]
    asked: NumberAsked | None


def store_row(session: Session, row: SfStore, began: int) -> SfStoreRow:
    """Return a store with its loads, in the turn that began then."""
    store = store_of(session, row, began)
    loaded, fired, remaining, expended = store.counters
    return SfStoreRow(
        id=row.id or 0,
        capability=row.capability,
        holder=row.holder,
        unit_name=row.unit_name,
        loaded=loaded,
        remaining=remaining,
        fired_this_turn=fired,
        most=row.most,
        expended=expended,
        loads=tuple(_load_row(each) for each in loads_of(session, row)),
        asked=number_asked(store),
    )


def _load_row(row: SfLoad) -> LoadRow:
    """Return the rounds of one type, with what became of them."""
    load = load_of(row)
    return LoadRow(
        row.id or 0, row.name, row.loaded, load.remaining, row.fired, row.lost, row.adjusted
    )
