"""Weapons of a unit: added, corrected, removed; what is stated of them and what follows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.checks import alive, existing_row, heed, place_of
from brikdesk.acts.combat.engaging import parted_by_the_map
from brikdesk.acts.explosives.explosion import makeup_said
from brikdesk.acts.fields.fields import end_shields
from brikdesk.acts.units.belongings import end_homing
from brikdesk.acts.units.facts import inches, one_of, whole
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts
from brikdesk.acts.who_may import MINIFIGS, in_battle
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars import weapons as weapon_rules
from brikdesk.rules.brikwars.attacks import by_load, read_damage
from brikdesk.rules.brikwars.controls_and_jams import (
    Handling,
    bearer_size,
    default_controls,
    handling,
)
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.units_and_damage import UnitPreset
from brikdesk.rules.refusal import No
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of, thrusts
from brikdesk.store.lines import Kind, Line, Outcome, line, outcome_of
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Homing,
    PowerUse,
    Projectile,
    Rack,
    Stability,
    Thrusting,
    Trap,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.text import said_of

CAN_THRUST = frozenset({WeaponKind.MELEE_WEAPON.value, WeaponKind.OTHER.value})
"""The kinds of weapons that may be made for thrusting (5.4-16)."""


def say_thrusting(session: Session, weapon: Weapon, made: bool) -> None:
    """Note whether a weapon is made for thrusting, in place of what was said before (5.4-16)."""
    own = next((row for row in rows_of(session, Thrusting) if row.weapon_id == weapon.id), None)
    row = own or Thrusting(weapon_id=weapon.id or 0, made=made)
    row.made = made
    session.add(row)


def made_for(thrusting: bool | None) -> str:
    """Return in words whether a weapon is made for thrusting; empty if nobody said."""
    if thrusting is None:
        return ""
    return "made for thrusting" if thrusting else "not made for thrusting"


BASTARD_SIZE = 1.5
"""Inches of the Bastard guns of minifigs, whose figures are fixed (8.1-22)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChamberFacts:
    """What lies in a weapon, ready to be fired; `rack` is the index of the unit's rack it came from.

    Without XSize it is an object, whose `makeup` has its Size, Armor and damage (8.4-57).
    """

    name: str
    explosive_size: int = 1
    makeup: dict[str, Any] = field(default_factory=dict)
    stability: str = Stability.SEMI_STABLE.value
    count: int = 1
    rack: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponFacts:
    """A weapon as it is stated; what is None follows from the preset, or from kind and Size.

    `size` is W in inches, X for Explosives and Rockets; `range` in inches; `max_payload` the
    XSize that fits; `controls` places of gunners besides the cockpit (8.5-03); `thrusting`
    whether it is made for it (5.4-16), which nothing else tells. The last four are what a battle
    has made of it; `places` are all its controls, where they are others than it usually has.
    """

    preset: str = ""
    kind: str = ""
    size: float | None = None
    name: str = ""
    use: int | None = None
    range: float | None = None
    damage: str | None = None
    max_payload: int | None = None
    hands: int | None = None
    mounted: bool | None = None
    controls: tuple[str, ...] = ()
    thrusting: bool | None = None
    inoperative: bool = False
    lying: str = ""
    chamber: tuple[ChamberFacts, ...] = ()
    places: tuple[str, ...] | None = None


def facts_of_preset(preset: UnitPreset) -> tuple[tuple[WeaponFacts, ...], tuple[RackFacts, ...]]:
    """Return the weapons and batteries that come along with a unit's preset."""
    weapons = tuple(
        WeaponFacts(name=each.name, kind=each.kind, size=each.size, mounted=each.mounted)
        for each in preset.weapons
    )
    racks = []
    for place, each in enumerate(preset.weapons):
        if each.battery:
            rounds = (copied(RoundFacts, each.battery),)
            racks.append(RackFacts(name="Battery", battery=True, weapon=place, rounds=rounds))
    return weapons, tuple(racks)


def derived(
    kind: WeaponKind, size: float, preset: str, rules: BrikWarsHouse, *, held: bool
) -> dict[str, Any]:
    """Return Use, Range, damage and largest XSize as the rules derive them (8.1, tables 1 and 2).

    A preset counts while its Size is kept; BadInput for a Size that no rule knows.
    """
    listed = weapon_rules.WEAPON_PRESETS.get(preset)
    made: weapon_rules.WeaponPreset | weapon_rules.SizeFigures | None = listed
    # A weapon whose Size was changed is no longer the one of the list: its figures follow from the
    # Size.
    if listed is None or listed.size != size or listed.kind != kind.value:
        made = _figures(kind, size, rules, held=held)
    if made is None:
        return {"use": None, "range": None, "damage": "", "max_payload": None}
    explosive = made is listed and kind is WeaponKind.EXPLOSIVE
    return {
        "use": rules.bw_explosive_use if explosive else made.use,
        "range": made.range,
        "damage": made.damage,
        "max_payload": made.max_explosive_size,
    }


def _figures(
    kind: WeaponKind, size: float, rules: BrikWarsHouse, *, held: bool
) -> weapon_rules.SizeFigures | None:
    if kind.value not in weapon_rules.WEAPONS:
        return None
    if size == BASTARD_SIZE and held:
        fixed = [made for base, made in weapon_rules.BASTARD_GUNS.values() if base == kind.value]
        return fixed[0] if fixed else weapon_rules.figures(kind.value, 2 if size > 1 else 1)
    if kind is WeaponKind.EXPLOSIVE and held:
        return weapon_rules.thrown_explosive(int(size), use=rules.bw_explosive_use)
    return weapon_rules.figures(kind.value, size)


def preset_of(preset: str) -> weapon_rules.WeaponPreset | None:
    """Return the equipment with this id, none for no id; BadInput for body armor and strangers."""
    if not preset:
        return None
    if preset not in weapon_rules.WEAPON_PRESETS:
        raise BadInput(f"There is no weapon preset {preset:.20}.", "preset")
    made = weapon_rules.WEAPON_PRESETS[preset]
    if made.kind == "Armor":
        worn = f"{said_of(made.name, 'is')} worn"
        raise BadInput(f"{worn}. Set it as the unit's worn armor.", "preset")
    return made


def size_of(value: float) -> float:
    """Return a Weapon Size: whole inches, or 1.5 for the Bastard class; else BadInput."""
    size = inches(value, "size")
    if size != int(size) and size not in (0.5, BASTARD_SIZE):
        raise BadInput(f"A Weapon Size is whole inches, ½ or 1½, not {size:g}.", "size")
    return size


def add_weapon(act: Act, session: Session, unit: Unit, facts: WeaponFacts) -> Weapon:
    """Write a weapon of a unit with its control points; refused where no hand can wield it."""
    preset = preset_of(facts.preset)
    kind = one_of(WeaponKind, facts.kind or (preset.kind if preset else "Gun"), "kind")
    size = size_of(facts.size if facts.size is not None else preset.size if preset else 1)
    mounted = facts.mounted
    if mounted is None:
        # What comes from the list is held; a gun of a creation is built into it.
        mounted = preset is None and unit.kind not in (*MINIFIGS, UnitKind.HORSE)
    name = facts.name or (preset.name if preset else kind.value)
    rules = house_of(session, BrikWarsHouse)
    made = derived(kind, size, facts.preset, rules, held=not mounted)
    weapon = Weapon(
        unit_id=unit.id or 0,
        name=text.name(name),
        kind=kind,
        preset=facts.preset,
        size=size,
        mounted=mounted,
        inoperative=facts.inoperative,
        lying=place_of(facts.lying, "lying"),
        hands=_hands(act, session, unit, facts, preset, kind, size, mounted),
        # What was typed goes before what follows from kind and Size.
        **{**made, **stated(facts)},
    )
    check_damage(kind, size, weapon.damage, made["damage"])
    session.add(weapon)
    session.flush()
    _add_controls(session, unit, weapon, facts)
    if facts.thrusting is not None:
        say_thrusting(session, weapon, facts.thrusting)
    return weapon


def stated(facts: Any) -> dict[str, Any]:
    """Return the figures that a referee typed over, checked."""
    values: dict[str, Any] = {}
    if facts.use is not None:
        values["use"] = whole(facts.use, "use", 0, 99)
    if facts.range is not None:
        values["range"] = inches(facts.range, "range")
    if facts.damage is not None:
        values["damage"] = damage_of(facts.damage)
    if facts.max_payload is not None:
        values["max_payload"] = whole(facts.max_payload, "max_payload")
    return values


def damage_of(words: str) -> str:
    """Return a damage in words, on one line of at most 80 characters; it may be empty."""
    return text.name(words, "damage") if re.search(r"\S", words) else ""


def check_damage(kind: WeaponKind, size: float, words: str, usual: str) -> None:
    """Raise BadInput for a damage that a weapon of this kind would not roll.

    So what a card says is what is rolled. `usual` is what its kind, Size or preset make of it.
    """
    if words in ("", usual):
        return
    if kind.value in weapon_rules.SIZED_BY_X:
        makeup_said(words, max(1, int(size)))
        return
    own = f"A {kind.value} has “{usual}”" if usual else f"A {kind.value} deals no damage of its own"
    if kind in (WeaponKind.CANNON, WeaponKind.LAUNCHER):
        if not by_load(words):
            raise BadInput(f"{own}: give its rounds that damage.", "damage")
        return
    if kind is WeaponKind.MELEE_SHIELD:
        raise BadInput(f"{own} and deals no damage (8.1-05).", "damage")
    made = read_damage(words, _ANY_DIE)
    if made.by and kind is not WeaponKind.OTHER:
        wrong = f"“{words[:60]}” is no dice for a {kind.value}"
        raise BadInput(f"{wrong}. Type damage like 2d6+1.", "damage")


_ANY_DIE = 6
"""Sides of an Action die where only the words of a damage are checked."""


def _hands(
    act: Act,
    session: Session,
    unit: Unit,
    facts: WeaponFacts,
    preset: weapon_rules.WeaponPreset | None,
    kind: WeaponKind,
    size: float,
    mounted: bool,
) -> int:
    """Return the Hands that a weapon takes: none where it is mounted (8.1-27 to 8.1-29)."""
    if facts.hands is not None:
        return whole(facts.hands, "hands", 0, 20)
    if mounted:
        return 0
    # The least that it takes; whoever wants both hands on it says so.
    if preset and preset.size == size:
        return preset.hands[0] if preset.hands else 0
    return hands_for(act, session, unit, kind, size, facts.name or kind.value) or 1


def hands_for(
    act: Act, session: Session, unit: Unit, kind: WeaponKind, size: float, name: str
) -> int | None:
    """Return the Hands that a weapon takes of this bearer; refused where none can wield it.

    None where its Size does not say. A weapon that the referee lets him have takes two.
    """
    handled = _handled_by(session, unit, kind, size)
    if isinstance(handled, No):
        heed(act, handled, session, name)
        # No rule says how many; with both it can do nothing else that needs a hand.
        return 2
    return handled.hands[0] if handled else None


def _handled_by(
    session: Session, unit: Unit, kind: WeaponKind, size: float
) -> Handling | No | None:
    """Return how a unit handles a weapon, or why it cannot; none where Size does not decide it."""
    if kind is WeaponKind.OTHER or kind.value in weapon_rules.SIZED_BY_X:
        return None
    base = house_of(session, BrikWarsHouse).handheld_ratio_base
    bearer = bearer_size(unit.size, unit.size_damage, base=base)
    return handling(size, bearer, kind=kind.value)


def grips_of(session: Session, weapon: Weapon, bearer: Unit) -> tuple[int, ...]:
    """Return the numbers of Hands that may hold a weapon of this bearer; none: any (8.1-27 to 8.1-29)."""
    preset = weapon_rules.WEAPON_PRESETS.get(weapon.preset)
    if preset is not None:
        return preset.hands
    handled = _handled_by(session, bearer, weapon.kind, weapon.size)
    return handled.hands if isinstance(handled, Handling) else ()


def is_throwable(session: Session, weapon: Weapon, bearer: Unit) -> bool:
    """Return True unless a weapon is a Long one for this bearer, or is part of him (8.1-28)."""
    preset = weapon_rules.WEAPON_PRESETS.get(weapon.preset)
    handled = _handled_by(session, bearer, weapon.kind, weapon.size)
    if isinstance(handled, Handling):
        return handled.throwable
    return preset is None or preset.throwable


def usual_places(*, vehicle: bool, mounted: bool, seats: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the places from which a weapon is fired; what is held has none (8.5-02 to 8.5-04)."""
    if not mounted and not seats:
        return ()
    return default_controls(vehicle=vehicle, gunner_seats=list(seats))


def _add_controls(session: Session, unit: Unit, weapon: Weapon, facts: WeaponFacts) -> None:
    seats = [text.name(seat, "controls") for seat in facts.controls]
    vehicle = unit.kind is UnitKind.VEHICLE
    places = usual_places(vehicle=vehicle, mounted=weapon.mounted, seats=seats)
    if facts.places is not None:
        places = tuple(text.name(place, "places") for place in facts.places)
    for place in places:
        session.add(ControlPoint(weapon_id=weapon.id or 0, place=place))
    session.flush()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddWeapon(Act):
    """Give a unit a weapon; Use, Range, damage and what fits follow from preset or kind and Size.

    The fields are those of `WeaponFacts` before its first battle.
    """

    unit_id: int
    preset: str = ""
    kind: str = ""
    size: float | None = None
    name: str = ""
    use: int | None = None
    range: float | None = None
    damage: str | None = None
    max_payload: int | None = None
    hands: int | None = None
    mounted: bool | None = None
    controls: tuple[str, ...] = ()
    thrusting: bool | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the weapon and its control points."""
        unit = existing_row(session, Unit, self.unit_id)
        weapon = add_weapon(self, session, unit, copied(WeaponFacts, self))
        lead, words = f"{unit.name} has a new weapon.", in_words(session, weapon)
        entry = weapon_line(Kind.UNIT, unit, lead, words)
        return Outcome(f"Add {weapon.name} to {unit.name}", (entry,))


def in_words(session: Session, weapon: Weapon) -> str:
    """Return a weapon on one line: Cannon, Size 3", Use 6, Range 12", by ammo."""
    reach = "CC" if weapon.range is None else f"Range {in_inches(weapon.range)}"
    use = "" if weapon.use is None else f"Use {weapon.use}"
    size = f'Size {weapon.size:g}"'
    if weapon.kind in (WeaponKind.EXPLOSIVE, WeaponKind.ROCKET):
        size = f"X{weapon.size:g}"
    said = made_for(thrusts(session, weapon.id))
    words = (weapon.name, size, use, reach, weapon.damage, said)
    return ", ".join(word for word in words if word) + "."


def weapon_line(kind: Kind, unit: Unit, lead: str, words: str = "", rule: str = "") -> Line:
    """Return a line about a weapon of a unit."""
    return line(kind, lead, words, rule=rule, of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditWeapon(Act):
    """Correct a weapon by hand; what is not given stays.

    With a new kind or Size, figures that nobody typed over are derived anew.
    """

    weapon_id: int
    kind: str | None = None
    size: float | None = None
    name: str | None = None
    use: int | None = None
    range: float | None = None
    damage: str | None = None
    max_payload: int | None = None
    hands: int | None = None
    mounted: bool | None = None
    thrusting: bool | None = None
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write what was given, and what follows from it."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        unit = session.get_one(Unit, weapon.unit_id)
        before = in_words(session, weapon)
        # The order counts: a figure that is typed now goes before the one derived from the new
        # Size.
        changes = {**self._rederived(session, weapon), **stated(self), **self._own()}
        self._check_damage(session, weapon, changes)
        for name, fact in changes.items():
            setattr(weapon, name, fact)
        session.add(weapon)
        if self.thrusting is not None:
            say_thrusting(session, weapon, self.thrusting)
        reason = text.note(self.reason, "reason")
        # Before a battle this is building an army, in it the referee changes the game.
        kind = Kind.RULING if reason or in_battle(session) else Kind.UNIT
        words = f"{before.rstrip('.')} becomes {in_words(session, weapon)} {reason}".strip()
        parted = parted_by_the_map(session, unit)
        lead = f"{unit.name}: {said_of(weapon.name, 'is')} changed."
        entry = weapon_line(kind, unit, lead, words)
        return Outcome(f"Edit {weapon.name} of {unit.name}", (entry, *parted))

    def _own(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        if self.name is not None:
            values["name"] = text.name(self.name)
        if self.hands is not None:
            values["hands"] = whole(self.hands, "hands", 0, 20)
        if self.mounted is not None:
            values["mounted"] = self.mounted
        return values

    def _check_damage(self, session: Session, weapon: Weapon, changes: dict[str, Any]) -> None:
        """Raise BadInput for a damage that it would not roll as it will be, typed now or before."""
        held = not changes.get("mounted", weapon.mounted)
        kind, size = changes["kind"], changes["size"]
        damage = changes.get("damage", weapon.damage)
        same = (kind, size, damage) == (weapon.kind, weapon.size, weapon.damage)
        if not same:
            rules = house_of(session, BrikWarsHouse)
            usual = derived(kind, size, weapon.preset, rules, held=held)["damage"]
            check_damage(kind, size, damage, usual)

    def _rederived(self, session: Session, weapon: Weapon) -> dict[str, Any]:
        rules, held = house_of(session, BrikWarsHouse), not weapon.mounted
        kind = one_of(WeaponKind, self.kind, "kind") if self.kind is not None else weapon.kind
        size = size_of(self.size) if self.size is not None else weapon.size
        old = derived(weapon.kind, weapon.size, weapon.preset, rules, held=held)
        new = derived(kind, size, weapon.preset, rules, held=held)
        # A figure that differs from what its Size gave was typed once; it stays as it is.
        fresh = {name: new[name] for name in new if getattr(weapon, name) == old[name]}
        return {**fresh, "kind": kind, "size": size}


@dataclass(frozen=True, slots=True, kw_only=True)
class PickUp(Act):
    """A unit picks up a weapon that lies on the table (4.1-14, 8.1-30).

    Its figures stay, the Hands that it takes follow from its new bearer. What was mounted on
    another unit is held from now on (8.1-26).
    """

    weapon_id: int
    by_unit_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Put it into his hands; BadInput for what nobody dropped."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        unit = alive(session, self.by_unit_id)
        if not weapon.lying:
            nowhere = f"{said_of(weapon.name, 'lies')} nowhere: nobody dropped it."
            raise BadInput(nowhere, "weapon_id")
        words = f"It lay {weapon.lying}."
        # What was mounted on this very unit is put back where it was.
        if not weapon.mounted or weapon.unit_id != unit.id:
            self._take_in_hand(session, weapon, unit)
        weapon.lying, weapon.unit_id = "", unit.id or 0
        session.add(weapon)
        lead = f"{unit.name} picks up {weapon.name}."
        return outcome_of(weapon_line(Kind.UNIT, unit, lead, words, "8.1-30"))

    def _take_in_hand(self, session: Session, weapon: Weapon, unit: Unit) -> None:
        """Hold it in as many Hands as its Size asks of this bearer (8.1-27 to 8.1-30)."""
        hands = hands_for(self, session, unit, weapon.kind, weapon.size, weapon.name)
        weapon.hands = max(1, weapon.hands) if hands is None else hands
        weapon.mounted = False
        # What is held is fired by its bearer alone; nobody else sits at it.
        for seat in session.exec(select(ControlPoint).where(ControlPoint.weapon_id == weapon.id)):
            session.delete(seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway(Act):
    """A unit puts away or lays down what it holds, so that a Hand is free (4.1-14, 5.2-24).

    `where` says where it is then, by default at the unit's belt; `PickUp` takes it in hand again.
    """

    weapon_id: int
    where: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Note where it is; BadInput for what nobody holds."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        unit = alive(session, weapon.unit_id)
        if weapon.mounted or weapon.lying:
            raise BadInput(f"{unit.name} does not hold {weapon.name}.", "weapon_id")
        weapon.lying = place_of(self.where, "where") or f"at the belt of {unit.name}"
        session.add(weapon)
        lead, words = f"{unit.name} puts {weapon.name} away.", f"It lies {weapon.lying}."
        entry = weapon_line(Kind.UNIT, unit, lead, words, "4.1-14")
        return outcome_of(entry, *parted_by_the_map(session, unit))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveWeapon(Act):
    """Take a weapon from a unit: its controls, load and homing go; racks stay with the unit."""

    weapon_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete it and what hangs on it."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        unit = session.get_one(Unit, weapon.unit_id)
        gone = No("8.5-17", f"{said_of(weapon.name, 'is')} gone")
        homing = select(Homing).where(Homing.weapon_id == weapon.id)
        lines = [end_homing(session, row, gone) for row in session.exec(homing).all()]
        for kind in (Chamber, ControlPoint, Thrusting):
            for row in session.exec(select(kind).where(kind.weapon_id == weapon.id)).all():
                session.delete(row)
        for rack in session.exec(select(Rack).where(Rack.weapon_id == weapon.id)).all():
            rack.weapon_id, rack.unit_id = None, rack.unit_id or unit.id
            session.add(rack)
        # Power that is spent stays spent, what is in the air flies on, and a Trap stays armed: they
        # lose its name only.
        for other in (PowerUse, Projectile, Trap):
            for used in session.exec(select(other).where(other.weapon_id == weapon.id)).all():
                used.weapon_id = None
                session.add(used)
        # Only once nothing points to it: a Shield Projector takes its Fields with it.
        lines += end_shields(session, projector_id=weapon.id)
        session.flush()
        session.delete(weapon)
        lines += parted_by_the_map(session, unit)
        entry = weapon_line(Kind.UNIT, unit, f"{unit.name} loses {weapon.name}.")
        return Outcome(f"Remove {weapon.name} of {unit.name}", (entry, *lines))
