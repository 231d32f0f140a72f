"""Refitting a weapon by hand: figures cleared, other capabilities or ammunition (12-32, 12-64)."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.scifi.load_rows import LoadFacts, make_store
from brikdesk.acts.scifi.weapon_facts import capabilities_from, capability_rows
from brikdesk.acts.scifi.weapon_figures import CapabilityFacts
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.stores import Holder
from brikdesk.rules.scifi.weapons import WeaponRecord
from brikdesk.store.act import Act
from brikdesk.store.scifi_rows import loads_of, stores_of
from brikdesk.store.tables import SfStore, SfWeapon
from brikdesk.turns.sequence import present_turn

CLEARED = (
    "family", "form", "typed_factor", "range_factor", "minimum_range", "rate", "infantry_class",
    "detection_effect", "cost", "barrels",
)  # fmt: skip
"""Figures that a weapon can be without."""

AREA = {"area_size": "size", "area_width": "width"}
HOLDER = "holder"
"""A name that may be cleared too: without a holder the weapon never runs out."""


class Refit(Struct, frozen=True, kw_only=True):
    """The changes; None leaves `capabilities` and `holder` as they are."""

    cleared: tuple[str, ...] = ()
    capabilities: tuple[CapabilityFacts, ...] | None = None
    holder: Holder | None = None
    loads: tuple[LoadFacts, ...] = ()


def without(record: WeaponRecord, cleared: Sequence[str]) -> WeaponRecord:
    """Return a weapon without some figures; BadInput for one that it cannot be without."""
    if wrong := [name for name in cleared if name not in (*CLEARED, *AREA, HOLDER)]:
        raise BadInput(f"A weapon is never without {wrong[0][:40]!r}.", "cleared")
    lengths: dict[str, Any] = {part: None for name, part in AREA.items() if name in cleared}
    area = replace(record.area, **lengths)
    figures: dict[str, Any] = {name: None for name in CLEARED if name in cleared}
    return replace(record, area=area, **figures)


def refit(act: Act, session: Session, row: SfWeapon, change: Refit) -> None:
    """Write other capabilities and stores; a store that stays keeps its counters.

    It is refused while a turn is running if a store with ammunition in it would go (12-68).
    """
    if change.capabilities is not None:
        row.capabilities = capability_rows(capabilities_from(change.capabilities))
        session.add(row)
    elif change.holder is None and HOLDER not in change.cleared:
        return
    wanted = _wanted(session, row, change)
    there = {(store.capability, store.holder): store for store in stores_of(session, row)}
    for key, store in there.items():
        if key not in wanted:
            _take_out(act, session, row, store)
    session.flush()
    for (capability, holder), loads in wanted.items():
        if (capability, holder) not in there:
            make_store(session, row, holder, capability, loads)


def _wanted(
    session: Session, row: SfWeapon, change: Refit
) -> dict[tuple[str, Holder], tuple[LoadFacts, ...]]:
    """Return the loads of the stores that the weapon is to have, by capability and holder."""
    loads = {each.name.strip(): each.loads for each in change.capabilities or ()}
    if row.capabilities:
        held = [(str(each["name"]), str(each["holder"])) for each in row.capabilities]
        return {(name, Holder[of]): loads.get(name, ()) for name, of in held if of}
    now = next((each.holder for each in stores_of(session, row) if not each.capability), None)
    holder = None if HOLDER in change.cleared else change.holder or now
    return {("", holder): change.loads} if holder else {}


def _take_out(act: Act, session: Session, row: SfWeapon, store: SfStore) -> None:
    rounds = loads_of(session, store)
    runs = bool(rounds) and present_turn(session) is not None
    why = f"{row.name}: what is loaded is fixed when the battle begins."
    act.refuse_if(runs, "12-68", why, session)
    for load in rounds:
        session.delete(load)
    session.flush()
    session.delete(store)
