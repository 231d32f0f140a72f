"""Writing what a shot spends: counters, ammunition, initiatives (12-32 to 12-79)."""

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.scifi.crew_rows import write_crew
from brikdesk.acts.scifi.load_rows import write_store
from brikdesk.rules.scifi import firing
from brikdesk.rules.scifi.capabilities import Capability
from brikdesk.rules.scifi.stores import Store
from brikdesk.rules.scifi.variable_fire import FireMode
from brikdesk.rules.scifi.weapon_state import WeaponInBattle
from brikdesk.store.scifi_rows import stores_of
from brikdesk.store.tables import SfWeapon
from brikdesk.turns.sequence import stamp_now


def spend(
    session: Session,
    row: SfWeapon,
    state: WeaponInBattle,
    capability: Capability,
    ammunition: str,
    mode: FireMode | None,
) -> WeaponInBattle:
    """Fire once, hit or miss; return the weapon's state afterwards.

    An overruled shot with nothing left is counted, but spends no round.
    """
    try:
        fired = firing.fire(state, capability, ammunition=ammunition, mode=mode)
    except ValueError:
        fired = _without_round(state, capability, ammunition, mode)
    write_state(session, row, state, fired)
    return fired


def _without_round(
    state: WeaponInBattle, capability: Capability, ammunition: str, mode: FireMode | None
) -> WeaponInBattle:
    # Fired without the empty store, which would raise ValueError; the shot is then counted in it.
    empty = state.stores[capability.name]
    others = {name: store for name, store in state.stores.items() if name != capability.name}
    fired = firing.fire(replace(state, stores=others), capability, ammunition=ammunition, mode=mode)
    counted: Store = replace(empty, fired_this_turn=empty.fired_this_turn + 1)
    return replace(fired, stores={**others, capability.name: counted})


def write_state(session: Session, row: SfWeapon, old: WeaponInBattle, new: WeaponInBattle) -> None:
    """Write what a rule changed about a weapon's state in the running turn."""
    stamp = stamp_now(session)
    row.fired = dict(new.fired)
    row.capability_used = new.capability_used
    row.special_fire = new.special_fire
    row.last_mode = new.last_mode
    row.fired_turn_id = stamp
    session.add(row)
    for each in stores_of(session, row):
        store = new.stores.get(each.capability)
        if store is not None and store != old.stores.get(each.capability):
            write_store(session, each, store, stamp)
    if old.crew is not None and new.crew is not None:
        write_crew(session, row, old.crew, new.crew, stamp)
    session.flush()
