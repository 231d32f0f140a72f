"""Weapons of a unit: added, corrected, removed."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.fields.fields import end_shields
from brikdesk.acts.guns.thrusting import made_for, say_thrusting
from brikdesk.acts.guns.weapon_facts import (
    AS_NEW,
    WeaponFacts,
    add_weapon,
    check_damage,
    derived,
    hands_for,
    size_of,
    stated,
)
from brikdesk.acts.places import place_of
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.unit_now import in_battle
from brikdesk.acts.units.angry_inch import parted_by_the_map
from brikdesk.acts.units.facts import one_of, whole
from brikdesk.acts.units.leaving import end_homing
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.no import No
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Homing,
    PowerUse,
    Projectile,
    Rack,
    Thrusting,
    Trap,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.store.thrusting import thrusts
from brikdesk.text import said_of


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
        facts = {name: getattr(self, name) for name in AS_NEW}
        weapon = add_weapon(self, session, unit, WeaponFacts(**facts))
        words = weapon_line(
            Kind.UNIT, unit, f"{unit.name} has a new weapon.", in_words(session, weapon)
        )
        return Outcome(f"Add {weapon.name} to {unit.name}", (words,))


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
    """Build a line about a weapon of a unit."""
    return line(kind, lead, words, rule=rule, player_id=unit.player_id, unit_id=unit.id)


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
        entry = weapon_line(
            kind, unit, f"{unit.name}: {said_of(weapon.name, 'is')} changed.", words
        )
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
            raise BadInput(
                f"{said_of(weapon.name, 'lies')} nowhere: nobody dropped it.", "weapon_id"
            )
        words = f"It lay {weapon.lying}."
        # What was mounted on this very unit is put back where it was.
        if not weapon.mounted or weapon.unit_id != unit.id:
            self._take_in_hand(session, weapon, unit)
        weapon.lying, weapon.unit_id = "", unit.id or 0
        session.add(weapon)
        entry = weapon_line(
            Kind.UNIT, unit, f"{unit.name} picks up {weapon.name}.", words, "8.1-30"
        )
        return Outcome(f"{unit.name} picks up {weapon.name}", (entry,))

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
        entry = weapon_line(
            Kind.UNIT, unit, f"{unit.name} puts {weapon.name} away.",
            f"It lies {weapon.lying}.", "4.1-14",
        )  # fmt: skip
        parted = parted_by_the_map(session, unit)
        return Outcome(f"{unit.name} puts {weapon.name} away", (entry, *parted))


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
        # Power that is spent stays spent, and what is in the air flies on: they lose its name
        # only.
        for other in (PowerUse, Projectile):
            for used in session.exec(select(other).where(other.weapon_id == weapon.id)).all():
                used.weapon_id = None
                session.add(used)
        for trap in session.exec(select(Trap).where(Trap.weapon_id == weapon.id)).all():
            trap.weapon_id = None
            session.add(trap)
        # Only once nothing points to it: a Shield Projector takes its Fields with it.
        lines += end_shields(session, projector_id=weapon.id)
        session.flush()
        session.delete(weapon)
        lines += parted_by_the_map(session, unit)
        lead = f"{unit.name} loses {weapon.name}."
        return Outcome(
            f"Remove {weapon.name} of {unit.name}", (weapon_line(Kind.UNIT, unit, lead), *lines)
        )
