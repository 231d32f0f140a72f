"""The options that a Sci-fi campaign offers to forms: units, weapons, stores, shots."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from brikdesk.rules.scifi.effect_areas import AttackStep
from brikdesk.rules.scifi.firing import OUTCOMES, Matter
from brikdesk.rules.scifi.units_and_crews import UNITS, CrewRole, SpecialFire
from brikdesk.rules.scifi.weapon_records import WEAPONS
from brikdesk.rules.scifi.weapons import FireMode
from brikdesk.store.views import scifi as sf_views
from brikdesk.store.views.campaign_and_battle import battle_head
from ui.campaign.desk import Desk
from ui.forms import options
from ui.forms.options import of_units, own_first
from ui.forms.questions import ABOUT, FieldOption, FieldOptions, Values, fixed

catalogue_units = fixed(*((name, name) for name in UNITS))
catalogue_weapons = fixed(*((name, name[:1].upper() + name[1:]) for name in WEAPONS))
modes = fixed(*((mode.value, mode.value.capitalize()) for mode in FireMode))


def units(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the living units with Sci-fi facts, and the unit that the form was opened for."""
    known = {values.get(ABOUT), *(row.unit_id for row in desk.read(sf_views.sf_units) if row.alive)}
    return [each for each in options.units(desk, values) if each.value in known]


def any_units(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all living units, those with Sci-fi facts first."""
    known = {row.unit_id for row in desk.read(sf_views.sf_units)}
    return sorted(options.units(desk, values), key=lambda option: option.value not in known)


# Weapons

IsOffered = Callable[[sf_views.SfWeaponRow], bool]


def _any_weapon(row: sf_views.SfWeaponRow) -> bool:
    return True


def intact(row: sf_views.SfWeaponRow) -> bool:
    """Return whether a weapon is not destroyed."""
    return not row.destroyed


def has_gunner(row: sf_views.SfWeaponRow) -> bool:
    """Return whether a living gunner serves the weapon."""
    return intact(row) and _member(row, CrewRole.GUNNER) is not None


def has_both(row: sf_views.SfWeaponRow) -> bool:
    """Return whether gunner and loader serve the weapon, as special fire asks (12-78)."""
    return has_gunner(row) and _member(row, CrewRole.LOADER) is not None


def weapons(fits: IsOffered = _any_weapon, first: IsOffered = _any_weapon) -> FieldOptions:
    """Return options with the weapons that fit, the form's own unit's first.

    Among these as among the others, those for which `first` holds come first.
    """

    def offered(desk: Desk, values: Values) -> Sequence[FieldOption]:
        rows = [row for row in desk.read(sf_views.sf_weapons) if fits(row)]
        rows.sort(key=lambda row: not first(row))
        return of_units(rows, lambda row: f"{row.name}, {row.unit}", values)

    return offered


def may_fire(row: sf_views.SfWeaponRow) -> bool:
    """Return whether no rule keeps the weapon from firing now."""
    return not row.no


def fired_once(row: sf_views.SfWeaponRow) -> bool:
    """Return whether the weapon fired and its loader has not assisted yet."""
    return bool(row.fired) and row.special_fire is SpecialFire.NONE


def weapon_of(desk: Desk, values: Values) -> sf_views.SfWeaponRow | None:
    """Return the weapon that is chosen in the form; None if there is none."""
    rows = desk.read(sf_views.sf_weapons)
    return next((row for row in rows if row.id == values.get("sf_weapon_id")), None)


def _without_unit(options: Iterable[FieldOption]) -> list[FieldOption]:
    """Return the options without `unit_id`, by which a form would choose its own unit."""
    return [replace(option, unit_id=None) for option in options]


def capabilities(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the capabilities of the weapon; none for a weapon with only one."""
    row = weapon_of(desk, values)
    return [FieldOption(name, name) for name in (row.capabilities if row else ())]


def weapon_modes(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the modes of the weapon that its owner chooses from."""
    row = weapon_of(desk, values)
    return [FieldOption(name, name.capitalize()) for name in (row.modes if row else ())]


def rounds(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the types of round that the weapon has left; none if it was loaded with only one."""
    row = weapon_of(desk, values)
    loads = [load for store in (row.stores if row else ()) for load in store.loads]
    left = [load for load in loads if load.remaining]
    if len(loads) < 2:
        return []
    return [FieldOption(load.name, f"{load.name}, {load.remaining} left") for load in left]


def targets(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the units to fire at, those of other players first, without the one that fires."""
    row = weapon_of(desk, values)
    own = {u.unit_id for u in desk.read(sf_views.sf_units) if row and u.player_id == row.player_id}
    found = [each for each in any_units(desk, values) if not row or each.value != row.unit_id]
    return _without_unit(sorted(found, key=lambda each: each.value in own))


# Ammunition


def stores(fits: Callable[[sf_views.SfStoreRow], bool] = lambda row: True) -> FieldOptions:
    """Return options with the stores of ammunition, first those of unknown number."""

    def offered(desk: Desk, values: Values) -> Sequence[FieldOption]:
        rows = desk.read(sf_views.sf_weapons)
        found = [(store, row) for row in rows for store in row.stores if fits(store)]
        found.sort(key=lambda each: each[0].asked is None)
        made = [FieldOption(s.id, _store(s, row), unit_id=row.unit_id) for s, row in found]
        return own_first(made, values)

    return offered


def _store(store: sf_views.SfStoreRow, row: sf_views.SfWeaponRow) -> str:
    of = f" ({store.capability})" if store.capability else ""
    left = "number unknown" if store.asked else f"{store.remaining} of {store.loaded}"
    return f"{row.name}{of}, {row.unit}: {left}"


def spent(store: sf_views.SfStoreRow) -> bool:
    """Return whether something is missing in a store."""
    return store.asked is not None or store.remaining < store.loaded


def loads(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the types of round in all stores."""
    made = [
        FieldOption(load.id, _load(load, row), unit_id=row.unit_id)
        for row in desk.read(sf_views.sf_weapons)
        for store in row.stores
        for load in store.loads
    ]
    return own_first(made, values)


def _load(load: sf_views.LoadRow, row: sf_views.SfWeaponRow) -> str:
    return f"{load.name}, {row.name}, {row.unit}: {load.remaining} of {load.loaded}"


def loaded_now(desk: Desk, values: Values) -> Sequence[Mapping[str, Any]]:
    """Return the lines of what a store was loaded with, or of the number suggested for it."""
    found = (store for row in desk.read(sf_views.sf_weapons) for store in row.stores)
    store = next((each for each in found if each.id == values.get("store_id")), None)
    if store is None:
        return []
    if not store.loads:
        suggested = store.asked.suggested if store.asked else None
        return [{"name": store.unit_name, "count": suggested}]
    return [{"name": load.name, "count": load.loaded} for load in store.loads]


# Crews


def _member(row: sf_views.SfWeaponRow, role: CrewRole) -> sf_views.MemberRow | None:
    return next((each for each in row.crew if each.alive and each.role is role), None)


def may_serve(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the living members of crews that are not gunners already."""
    made = [
        FieldOption(each.id, f"{each.name}, {each.role} of {row.name}", unit_id=row.unit_id)
        for row in desk.read(sf_views.sf_weapons)
        if intact(row)
        for each in row.crew
        if each.alive and each.role is not CrewRole.GUNNER
    ]
    return own_first(made, values)


def others_of_weapon(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the crew members who could replace the gunner of the chosen weapon."""
    row = weapon_of(desk, values)
    return _others([row]) if row else []


def others_of_unit(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the crew members who could replace the chosen unit, if it is a gunner."""
    unit_id = values.get("unit_id")
    served = [
        row
        for row in desk.read(sf_views.sf_weapons)
        if intact(row) and (gunner := _member(row, CrewRole.GUNNER)) and gunner.unit_id == unit_id
    ]
    return _others(served) if unit_id is not None else []


def _others(rows: Iterable[sf_views.SfWeaponRow]) -> list[FieldOption]:
    return [
        FieldOption(each.id, f"{each.name}, {each.role}")
        for row in rows
        for each in row.crew
        if each.alive and each.role is not CrewRole.GUNNER
    ]


def new_loaders(who: FieldOptions) -> FieldOptions:
    """Return options with those of `who` that could become loader, without the new gunner."""

    def offered(desk: Desk, values: Values) -> Sequence[FieldOption]:
        found = [each for each in who(desk, values) if each.value != values.get("member_id")]
        return found if len(found) > 1 else []  # the only one left becomes it without a question

    return offered


def crew_now(desk: Desk, values: Values) -> Sequence[Mapping[str, Any]]:
    """Return the lines of the living crew of the chosen weapon."""
    row = weapon_of(desk, values)
    return [
        {
            "name": each.name,
            "role": (CrewRole.LOADER if each.role is CrewRole.NEXT_LOADER else each.role).value,
            "unit_id": each.unit_id,
            "fixed": each.fixed,
        }
        for each in (row.crew if row else ())
        if each.alive
    ]


# Markers


def sides(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the players who can detect a unit: all but its own, the active one first."""
    units_now, active = desk.read(sf_views.sf_units), desk.read(battle_head).player_id
    owner = next((u.player_id for u in units_now if u.unit_id == values.get("unit_id")), None)
    found = [each for each in options.players(desk, values) if each.value != owner]
    return sorted(found, key=lambda each: each.value != active)


def shots(*due: AttackStep) -> FieldOptions:
    """Return options with the open shots for which one of these steps is due, newest first.

    Without any step: all open shots.
    """

    def offered(desk: Desk, values: Values) -> Sequence[FieldOption]:
        found = desk.read(sf_views.sf_shots, open_only=True)
        fit = [row for row in found if not due or row.next in due]
        return [FieldOption(r.id, _shot(r), unit_id=r.unit_id) for r in reversed(fit)]

    return offered


def all_shots(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return every shot of the battle, those that wait for an entry first."""
    found = sorted(desk.read(sf_views.sf_shots), key=lambda row: (not row.next, -row.id))
    return [FieldOption(row.id, _shot(row), unit_id=row.unit_id) for row in found]


def _shot(row: sf_views.ShotRow) -> str:
    at = f" at {row.target}" if row.target else ""
    return f"{row.weapon}, {row.unit}{at}{f': {row.next}' if row.next else ''}"


def shot_of(desk: Desk, values: Values) -> sf_views.ShotRow | None:
    """Return the shot that is chosen in the form; None if there is none."""
    return next((r for r in desk.read(sf_views.sf_shots) if r.id == values.get("shot_id")), None)


# Matters that are missing here are never due by themselves: the referee may enter them any time.
DUE = {
    Matter.HIT: AttackStep.HIT,
    Matter.PENETRATION: AttackStep.DAMAGE,
    Matter.DAMAGE: AttackStep.DAMAGE,
    Matter.FALL_OF_SHOT: AttackStep.FALL_OF_SHOT,
    Matter.LANDING_POINT: AttackStep.LANDING,
}


NAMES = {Matter.HIT: "Hit or miss"}
"""Matters that have another name here than in the log."""


def matters(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the matters that can be entered, first those that are due."""
    row = shot_of(desk, values)
    due = row.next if row else None
    matters = sorted(Matter, key=lambda matter: due is None or DUE.get(matter) is not due)
    return [FieldOption(matter.value, NAMES.get(matter, matter.capitalize())) for matter in matters]


def answers(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the answers to the chosen matter; none if it is answered in words."""
    asked = OUTCOMES.get(str(values.get("matter")))
    return [FieldOption(each.value, each.capitalize()) for each in (asked.choices if asked else ())]


def asked_units(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the units that an entry can be about, first the target and those in the area."""
    row = shot_of(desk, values)
    asks = (*row.inside, *row.asks, row.target_id) if row else ()
    return _without_unit(sorted(any_units(desk, values), key=lambda each: each.value not in asks))


def inside_now(desk: Desk, values: Values) -> Sequence[Mapping[str, Any]]:
    """Return a line with the target of the chosen shot, if it is a unit."""
    row = shot_of(desk, values)
    return [{"unit_id": row.target_id}] if row and row.target_id is not None else []


def weapons_of_target(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the intact weapons of the unit that the entry is about, by default of the target."""
    row = shot_of(desk, values)
    unit_id = values.get("unit_id") or (row.target_id if row else None)
    rows = desk.read(sf_views.sf_weapons)
    return [FieldOption(row.id, row.name) for row in rows if intact(row) and row.unit_id == unit_id]
