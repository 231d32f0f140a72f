"""What could still have been fired when a turn ends, as a reminder only (12-93)."""

from collections.abc import Iterable

from msgspec import Struct

from brikdesk.rules.scifi.crews import is_manned
from brikdesk.rules.scifi.weapon_state import WeaponInBattle
from brikdesk.rules.scifi.weapons import WeaponRecord


class FiredLess(Struct, frozen=True):
    """A weapon that fired less than it could."""

    weapon: str
    fired: int
    most: int


def _most(weapon: WeaponRecord, state: WeaponInBattle) -> int:
    """Return how often a weapon can have fired when its turn ends, no more than was in it."""
    store = state.stores.get("")
    if store is None:
        return weapon.count
    most = weapon.count if store.limit is None else store.limit
    return min(most, store.fired_this_turn + store.remaining) if store.loads else most


def _can_fire(state: WeaponInBattle) -> bool:
    return not state.destroyed and (state.crew is None or is_manned(state.crew))


def unfired(weapons: Iterable[tuple[WeaponRecord, WeaponInBattle]]) -> tuple[FiredLess, ...]:
    """Return the weapons that may fire more in the turn that ends; none is made to (S-12).

    Destroyed and expended weapons and those without gunner are left out.
    """
    reminders = (
        FiredLess(weapon.name, state.fired_this_turn, _most(weapon, state))
        for weapon, state in weapons
        if _can_fire(state)
    )
    return tuple(reminder for reminder in reminders if reminder.fired < reminder.most)
