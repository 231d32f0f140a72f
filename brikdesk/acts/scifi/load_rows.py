"""Counted ammunition as rows: making, filling and writing stores, and the sums of their numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.reckoning import sum_of
from brikdesk.acts.scifi.factors import ShotNumber
from brikdesk.acts.scifi.typed import whole, word
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.stores import UNIT_NAMES, Holder, Store, stocked
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import REFEREE, Sum, Term
from brikdesk.store.scifi_rows import loads_of
from brikdesk.store.tables import SfLoad, SfStore, SfWeapon


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadFacts:
    """A number of rounds of one type; without a name they are the usual ones of the store."""

    name: str = ""
    count: int


def make_store(
    session: Session,
    weapon: SfWeapon,
    holder: Holder,
    capability: str,
    loads: Sequence[LoadFacts],
) -> SfStore:
    """Write a store with its loads; it has none if their number is not known (12-64 to 12-67)."""
    counts = counts_of(loads, UNIT_NAMES[holder])
    row = SfStore(
        sf_weapon_id=weapon.id or 0,
        capability=capability,
        holder=holder,
        unit_name=UNIT_NAMES[holder],
        most=stocked(holder, counts, weapon.count).limit,
    )
    session.add(row)
    session.flush()
    fill(session, row, counts)
    return row


def counts_of(loads: Sequence[LoadFacts], usual: str) -> dict[str, int]:
    """Return the number of rounds of each type; BadInput for a type that is named twice."""
    named = [(word(each.name, "loads") or usual, each.count) for each in loads]
    counts = {name: whole(count, "loads", 0) for name, count in named}
    if len(counts) < len(named):
        raise BadInput("Name every type of round once.", "loads")
    return counts


def fill(session: Session, row: SfStore, counts: dict[str, int]) -> None:
    """Replace the loads of a store; all counters of the old ones are gone."""
    for old in loads_of(session, row):
        session.delete(old)
    session.flush()
    for name, count in counts.items():
        session.add(SfLoad(store_id=row.id or 0, name=name, loaded=count))
    session.flush()


def write_store(session: Session, row: SfStore, store: Store, stamp: int) -> None:
    """Write what a rule changed about a store in the turn with this stamp."""
    row.fired_this_turn, row.fired_turn_id = store.fired_this_turn, stamp
    session.add(row)
    write_loads(session, row, store)


def write_loads(session: Session, row: SfStore, store: Store) -> None:
    """Write what a rule changed about the rounds in a store."""
    for load, each in zip(store.loads, loads_of(session, row), strict=True):
        each.fired, each.lost, each.adjusted = load.fired, load.lost, load.adjusted
        session.add(each)


_GONE = (
    ("fired", "Fired before", "12-60"),
    ("lost", "Lost before", "12-76"),
    ("adjusted", "Taken out before", REFEREE),
)


def left_sum(session: Session, row: SfStore, *now: Term) -> Sum:
    """Return the sum of what is left of a store: loaded − fired − lost − adjusted, and `now`.

    To be called before the rows change.
    """
    parts, total = [], 0
    for load in loads_of(session, row):
        parts.append(
            Term(f"{load.name}: loaded", load.loaded, _rule(row), _by(session, load, "loaded"))
        )
        total += load.loaded
        for column, reason, rule in _GONE:
            # `adjusted` is negative for rounds that were put back: its part then adds them.
            if gone := int(getattr(load, column)):
                parts.append(
                    Term(f"{load.name}: {reason.lower()}", -gone, rule, _by(session, load, column))
                )
                total -= gone
    total += sum(term.value for term in now)
    return sum_of(ShotNumber.LEFT.value, total, *parts, *now)


def _by(session: Session, load: SfLoad, column: str) -> int | None:
    return made_by(session, load, column)


_RULES = {Holder.PULSES: "12-65", Holder.ITEMS: "12-67", Holder.MAGAZINE: "S-31"}


def _rule(row: SfStore) -> str:
    return _RULES.get(row.holder, "12-64")


def in_words(store: Store) -> str:
    """Return the four numbers of a store: loaded, fired this turn, remaining, expended (7.1)."""
    if not store.loads:
        return "Nobody has said how many there are."
    loaded, fired, left, expended = store.counters
    return f"{left} of {loaded} left, {fired} fired this turn{', expended' if expended else ''}."
