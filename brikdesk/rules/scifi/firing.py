"""Whether a weapon may fire, and what a shot leaves behind (12-32, 12-52 to 12-67, 12-78)."""

from collections.abc import Mapping

from msgspec.structs import replace

from brikdesk.rules.no import No, first
from brikdesk.rules.scifi import capabilities, crews, multiple, special_fire, stores
from brikdesk.rules.scifi.capabilities import Capability
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.incapacitated import Activity, may
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.rules.scifi.stores import Store
from brikdesk.rules.scifi.variable_fire import FireMode
from brikdesk.rules.scifi.weapon_state import WeaponInBattle
from brikdesk.rules.scifi.weapons import Family, WeaponRecord

PLAIN = Capability("")
"""What a weapon with one capability fires."""


def may_fire(
    weapon: WeaponRecord,
    state: WeaponInBattle,
    rules: ScifiHouse,
    capability: Capability = PLAIN,
    *,
    ammunition: str = "",
    incapacitated: bool = False,
) -> No | None:
    """Refuse a shot, with the first reason that there is: the first step of an attack.

    Rules: 12-76 (destroyed), 12-47 (incapacitated), 12-74 (no gunner), 12-32 to 12-34
    (capability), 12-52 and 12-53 (fired), 12-59 to 12-67 (ammunition).

    - `rules`: the house rules of the campaign.
    - `ammunition`: the type of round, empty for any.
    """
    # 12-33: melee never counts as a use of the weapon, so only being incapacitated stops it (S-04).
    if capability.melee:
        return may(
            Activity.START_MELEE,
            incapacitated=incapacitated,
            melee=rules.sf_incapacitated_melee,
        )
    unmanned = state.crew is not None and not crews.is_manned(state.crew)
    return first(
        crews.may_crew(destroyed=state.destroyed),
        may(Activity.FIRE, incapacitated=incapacitated),
        No("12-74", "The weapon has no gunner") if unmanned else None,
        capabilities.may_use(
            capability,
            state.capability_used,
            infantry_weapon=weapon.family is Family.INFANTRY,
            scope=rules.sf_one_capability_scope,
        ),
        _may_fire_again(weapon, state, rules, capability, ammunition),
    )


def _may_fire_again(
    weapon: WeaponRecord,
    state: WeaponInBattle,
    rules: ScifiHouse,
    capability: Capability,
    ammunition: str,
) -> No | None:
    store, fired = state.stores.get(capability.name), state.fired.get(capability.name, 0)
    times = special_fire.times(state.special_fire, rules.sf_special_fire_max)
    over = rules.sf_special_fire_over_pod_limit
    if store is None:
        return multiple.may_fire_again(fired, weapon.count, times)
    refused = stores.may_fire(store, ammunition, times=times, over_pod_limit=over)
    # A store with a limit of its own, or with nothing to fire, refuses by itself. Otherwise the
    # number of barrels is the limit.
    own_limit = store.limit is not None or store.expended or not store.loads
    return refused if own_limit else multiple.may_fire_again(fired, weapon.count, times) or refused


def fire(
    state: WeaponInBattle,
    capability: Capability = PLAIN,
    *,
    ammunition: str = "",
    mode: FireMode | None = None,
) -> WeaponInBattle:
    """Fire a weapon once: its counters and ammunition afterwards, hit or miss.

    Rules: 12-32, 12-52, 12-60, 12-65, 12-67; 12-79 (the gunner's initiative is spent). A melee
    attack spends nothing (12-33). Raise ValueError if there is no round to fire.
    """
    if capability.melee:
        return state
    crew = state.crew
    if crew and (gunner := crew.of(CrewRole.GUNNER)):
        crew = crew.with_member(replace(gunner, initiative_spent=True))
    return replace(
        state,
        fired={**state.fired, capability.name: state.fired.get(capability.name, 0) + 1},
        capability_used=capabilities.used_after(capability, state.capability_used),
        stores=_spent(state.stores, capability.name, ammunition),
        crew=crew,
        last_mode=mode,
    )


def _spent(held: Mapping[str, Store], capability: str, ammunition: str) -> Mapping[str, Store]:
    store = held.get(capability)
    return held if store is None else {**held, capability: stores.fire(store, ammunition)}


def may_assist(
    state: WeaponInBattle,
    how: SpecialFire,
    rules: ScifiHouse,
    capability: Capability = PLAIN,
    *,
    missed: bool,
    ammunition: str = "",
) -> No | None:
    """Refuse special fire by its own rules, then where no ammunition is left for it.

    Rules: 12-78, 12-79, S-14 to S-19; 12-60 (a second shot takes one), S-16 (a reroll too).
    """
    refused = special_fire.may_assist(
        state.crew or crews.Crew(),
        how,
        state.special_fire,
        fired=state.fired_this_turn,
        missed=missed,
        weapon_crews=rules.sf_weapon_crews,
    )
    store = state.stores.get(capability.name)
    free = how is SpecialFire.REROLL and not rules.sf_reroll_uses_ammo
    if refused or store is None or free:
        return refused
    most = rules.sf_special_fire_max
    over = rules.sf_special_fire_over_pod_limit
    no = stores.may_fire(store, ammunition, times=most, over_pod_limit=over)
    # 12-59 is the pod's own limit; that the loader's help keeps to it is S-17.
    return No("S-17", no.why) if no and no.rule == "12-59" else no


def assist(
    state: WeaponInBattle,
    how: SpecialFire,
    rules: ScifiHouse,
    capability: Capability = PLAIN,
    *,
    ammunition: str = "",
) -> WeaponInBattle:
    """Spend the loader's initiative on the weapon.

    Rules: 12-78, 12-79; S-16 (a reroll takes one more from a limited stock; it is no new attack,
    and keeps its mode, S-21). ValueError without a loader.
    """
    crew = state.crew or crews.Crew()
    loader = crew.of(CrewRole.LOADER)
    if loader is None:
        raise ValueError("there is no loader to assist")
    takes_one = how is SpecialFire.REROLL and rules.sf_reroll_uses_ammo
    held = state.stores
    return replace(
        state,
        special_fire=how,
        crew=crew.with_member(replace(loader, initiative_spent=True)),
        stores=_spent(held, capability.name, ammunition) if takes_one else held,
    )
