"""What a new turn leaves of a weapon, for tests of rules that count within a turn (12-89, 12-90)."""

from msgspec.structs import replace

from brikdesk.rules.scifi.firing import WeaponInBattle
from brikdesk.rules.scifi.units_and_crews import Crew, CrewRole, SpecialFire
from brikdesk.rules.scifi.weapons import Store


def store_new_turn(store: Store) -> Store:
    """Forget what was fired in the turn."""
    return replace(store, fired_this_turn=0)


def crew_new_turn(crew: Crew) -> Crew:
    """Return initiatives back; a new loader takes his place."""
    members = (
        replace(
            member,
            initiative_spent=False,
            role=CrewRole.LOADER if member.role is CrewRole.NEXT_LOADER else member.role,
        )
        for member in crew.members
    )
    return Crew(tuple(members))


def weapon_new_turn(state: WeaponInBattle) -> WeaponInBattle:
    """Begin a turn with a weapon, its stores and its crew."""
    return replace(
        state,
        fired={},
        capability_used="",
        special_fire=SpecialFire.NONE,
        stores={name: store_new_turn(store) for name, store in state.stores.items()},
        crew=crew_new_turn(state.crew) if state.crew else None,
    )
