"""Whether a weapon may fire, what a shot leaves behind, what is shown beside its entry (12-32 to 12-93)."""

from collections.abc import Iterable, Mapping
from enum import Enum, StrEnum

from msgspec import Struct, convert, field
from msgspec.structs import replace

from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.scifi import units_and_crews, weapons
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import (
    Activity,
    Crew,
    CrewRole,
    SpecialFire,
    is_manned,
    may,
)
from brikdesk.rules.scifi.weapon_records import Family, WeaponRecord
from brikdesk.rules.scifi.weapons import Capability, FireMode, Rate, Store

CONVERGENCE = "convergence"
"""The type of weapon."""


class Use(Enum):
    """How the beams are brought to meet at the target."""

    DIRECT = "direct"
    INDIRECT = "indirect"


class Waived(Struct, frozen=True):
    """A factor of the hit entry that counts 0, with the rule and the reason to show."""

    factor: str
    rule: str
    why: str


WAIVED = (
    Waived("concealment", "12-86", "The beams pass through what conceals the target"),
    Waived("cover", "12-87", "The beams pass through the cover on their way"),
)


class Procedure(Struct, frozen=True):
    """Whether beams must see what they meet in, and the factors of the hit that do not count."""

    sighted: bool = False
    waived: tuple[Waived, ...] = ()


ORDINARY = Procedure()
"""Any other weapon's, and beams that are called in."""

DIRECT = Procedure(sighted=True, waived=WAIVED)


def is_convergence(type: str, *, convergence_beams: bool) -> bool:
    """Return whether a weapon acts as a convergence beam, not as an ordinary one (12-81, 12-88)."""
    return convergence_beams and type == CONVERGENCE


def procedure(type: str, use: Use, *, convergence_beams: bool) -> Procedure:
    """Return what the direct fire of convergence beams asks for, and no other shot does.

    Rules: 12-84 to 12-87 (detection, then no concealment and no cover), 12-82 (called in: none of
    that), 12-88 (option off: an ordinary beam).
    """
    direct = use is Use.DIRECT and is_convergence(type, convergence_beams=convergence_beams)
    return DIRECT if direct else ORDINARY


def may_fire_at(procedure: Procedure, *, detected: bool) -> No | None:
    """Refuse the direct use of a convergence beam against an undetected target (12-84)."""
    return no_if(procedure.sighted and not detected, "12-84", "The target is not detected")


def may_fire_again(fired: int, count: int = 1, times: int = 1) -> No | None:
    """Refuse more attacks in a turn than there are weapons.

    Rules: 12-52 (each once), 12-53 (each of a group), 12-80 and S-14 (`times`: special fire).
    """
    rule, words = ("12-53", f"All {count} barrels fired") if count > 1 else ("12-52", "It fired")
    return no_if(fired >= count * times, rule, f"{words} this turn")


class TargetInSight(Struct, frozen=True):
    """What the referee says about a target: detected, and whether the traverse reaches it."""

    target: str
    detected: bool
    in_traverse: bool = True


def may_divide(aims: tuple[TargetInSight, ...]) -> tuple[No | None, ...]:
    """Refuse those attacks of a group whose target is not detected or cannot be sighted (12-55)."""
    return tuple(_may_aim(aim) for aim in aims)


def _may_aim(aim: TargetInSight) -> No | None:
    return first(
        no_if(not aim.detected, "12-55", f"{aim.target} is not detected"),
        no_if(not aim.in_traverse, "12-55", f"The traverse does not reach {aim.target}"),
    )


def may_fire_second(
    first_target: str, second_target: str, *, same_initiative: bool = True, split: bool = True
) -> No | None:
    """Refuse a pod's second projectile at another target, or in another initiative.

    Rules: S-11 (`split`: the house rule sf_pod_split_targets). Nothing forces the second (S-12).
    """
    apart = not split and first_target != second_target
    together = "Both projectiles of a pod leave in the same initiative"
    return first(
        no_if(not same_initiative, "S-11", together),
        no_if(apart, "S-11", f"Both projectiles of a pod go at {first_target}"),
    )


class WeaponInBattle(Struct, frozen=True, kw_only=True):
    """A weapon in a battle.

    `fired` counts its attacks in the turn, by capability. `stores` hold what is counted, by the
    capability that fires it ("" for a weapon with just one); what has no store never runs out.
    `crew` None: nobody has to serve it. `last_mode` is shown only; `carry_override` says that its
    bearer was overruled (12-27).
    """

    fired: Mapping[str, int] = field(default_factory=dict)
    capability_used: str = ""
    special_fire: SpecialFire = SpecialFire.NONE
    stores: Mapping[str, Store] = field(default_factory=dict)
    crew: Crew | None = None
    destroyed: bool = False
    carry_override: bool = False
    last_mode: FireMode | None = None

    @property
    def fired_this_turn(self) -> int:
        """All its attacks in the turn."""
        return sum(self.fired.values())


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
    unmanned = state.crew is not None and not units_and_crews.is_manned(state.crew)
    return first(
        units_and_crews.may_crew(destroyed=state.destroyed),
        may(Activity.FIRE, incapacitated=incapacitated),
        no_if(unmanned, "12-74", "The weapon has no gunner"),
        weapons.may_use(
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
    times = units_and_crews.times(state.special_fire, rules.sf_special_fire_max)
    over = rules.sf_special_fire_over_pod_limit
    if store is None:
        return may_fire_again(fired, weapon.count, times)
    refused = weapons.may_fire(store, ammunition, times=times, over_pod_limit=over)
    # A store with a limit of its own, or with nothing to fire, refuses by itself. Otherwise the
    # number of barrels is the limit.
    own_limit = store.limit is not None or store.expended or not store.loads
    return refused if own_limit else may_fire_again(fired, weapon.count, times) or refused


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
        capability_used=weapons.used_after(capability, state.capability_used),
        stores=_spent(state.stores, capability.name, ammunition),
        crew=crew,
        last_mode=mode,
    )


def _spent(held: Mapping[str, Store], capability: str, ammunition: str) -> Mapping[str, Store]:
    store = held.get(capability)
    return held if store is None else {**held, capability: weapons.fire(store, ammunition)}


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
    refused = units_and_crews.may_assist(
        state.crew or units_and_crews.Crew(),
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
    no = weapons.may_fire(store, ammunition, times=most, over_pod_limit=over)
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
    crew = state.crew or units_and_crews.Crew()
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


MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """Return a number with its sign, as a detection effect is shown (12-50, S-26): +2, −1, 0."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


class HitEntry(Struct, frozen=True):
    """What helps the referee to enter whether an attack hits.

    `rate` in words, `hit_bonus` of pulse mode, `detection_effect` as shown, `waived` the factors
    that count 0 and why.
    """

    rate: str
    band: weapons.RangeBand | None
    attack_factor: int
    hit_bonus: int
    detection_effect: str
    waived: tuple[Waived, ...]


def hit_entry(
    rate: Rate | None,
    band: weapons.RangeBand | None,
    setting: weapons.Setting,
    procedure: Procedure,
    detection_effect: int | None = None,
) -> HitEntry:
    """Return what is shown beside the hit entry of one attack."""
    return HitEntry(
        rate=f"{rate.value}, {weapons.RATES[rate].name}" if rate else "",
        band=band,
        attack_factor=setting.attack_factor,
        hit_bonus=setting.hit_bonus,
        detection_effect="" if detection_effect is None else signed(detection_effect),
        waived=procedure.waived,
    )


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


def unfired(weapons: Iterable[tuple[WeaponRecord, WeaponInBattle]]) -> tuple[FiredLess, ...]:
    """Return the weapons that may fire more in the turn that ends; none is made to (S-12).

    Destroyed and expended weapons and those without gunner are left out.
    """
    reminders = (
        FiredLess(weapon.name, state.fired_this_turn, _most(weapon, state))
        for weapon, state in weapons
        if not state.destroyed and (state.crew is None or is_manned(state.crew))
    )
    return tuple(reminder for reminder in reminders if reminder.fired < reminder.most)


class Matter(StrEnum):
    """What the referee is asked about a shot."""

    DETECTION = "detection"
    HIT = "hit"
    ARMOR_CLASS = "armor class"
    PENETRATION = "penetration"
    DAMAGE = "damage"
    LANDING_POINT = "landing point"
    FALL_OF_SHOT = "fall of shot"
    COST = "cost"
    INITIATIVE = "initiative"
    OTHER_EFFECT = "other effect"
    CHART = "chart"


class UsualOutcome(StrEnum):
    """The usual answers about a shot."""

    DETECTED = "detected"
    NOT_DETECTED = "not detected"
    HIT = "hit"
    MISS = "miss"
    NO_EFFECT = "no effect"
    PENETRATED = "penetrated"
    ELIMINATED = "eliminated"
    WEAPON_DESTROYED = "weapon destroyed"
    OTHER_EFFECT = "other effect"


class RefereesMatter(Struct, frozen=True):
    """A matter that the referee decides.

    `missing` names the rule that the chapter refers to, `rules` those that need the outcome,
    `choices` its usual answers (none: free words or a number), `asks` the question. Every one may
    be skipped, and takes a note.
    """

    matter: Matter
    missing: str
    rules: tuple[str, ...]
    choices: tuple[UsualOutcome, ...]
    asks: str


OUTCOMES: Mapping[str, RefereesMatter] = {
    each.matter: each for each in convert(weapons.rows("outcomes"), list[RefereesMatter])
}
"""All of them by matter."""
