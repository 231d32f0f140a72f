"""The unit that is to have a Sci-fi weapon, and what the rules say to that.

Rules: 12-03 to 12-07, 12-26 to 12-31.
"""

from collections.abc import Iterator
from dataclasses import replace

from msgspec import Struct

from brikdesk.rules.no import No
from brikdesk.rules.scifi.carrying import (
    Mounting,
    carrier,
    may_be_crew_served,
    may_emplace,
    may_have,
    usual_mounting,
)
from brikdesk.rules.scifi.units import SfUnitKind
from brikdesk.rules.scifi.weapons import WeaponRecord, missing_equipment, objections
from ui.models.scifi_units.weapon_draft import SfWeaponDraft

CREWED = (Mounting.CREW_SERVED, Mounting.EMPLACED)


class Bearer(Struct, frozen=True):
    """The facts of a unit that decide which weapons it may have."""

    name: str = ""
    kind: SfUnitKind = SfUnitKind.INFANTRY
    powered_armor: bool = False
    equipment: tuple[str, ...] = ()

    def mounting(self, wanted: Mounting | None) -> Mounting:
        """Return the mounting of a weapon: as wanted, else as is usual for this kind of unit."""
        return wanted or usual_mounting(self.kind)

    def refusals(
        self, weapon: WeaponRecord, wanted: Mounting | None, structure: str = ""
    ) -> Iterator[tuple[No, Mounting | None]]:
        """Yield each refusal of the weapon, with the mounting that would avoid it or None."""
        mounting = self.mounting(wanted)
        if mounting in CREWED and (no := may_be_crew_served(weapon.family)):
            yield no, None
        if mounting is Mounting.EMPLACED and (no := may_emplace(mounting, structure)):
            yield no, None
        has = carrier(self.kind, powered_armor=self.powered_armor, mounting=mounting)
        verdict = may_have(weapon, has)
        # While the family of a new weapon is not typed, nobody can say who may carry it.
        if weapon.family is not None and verdict.no:
            yield verdict.no, verdict.offer

    def objections(self, weapon: WeaponRecord) -> tuple[No, ...]:
        """Return what looks wrong about the weapon in its hands; the referee may keep all of it."""
        lacking = missing_equipment(weapon, self.equipment)
        if not lacking:
            return objections(weapon)
        who = self.name or "Its bearer"
        return (*objections(weapon), No("12-31", f"{who} lacks {' and '.join(lacking)}"))


def open_refusal(weapon: SfWeaponDraft, bearer: Bearer) -> tuple[No, Mounting | None] | None:
    """Return the first refusal of a weapon that the referee has not set aside; None if none."""
    facts = weapon.facts
    structure = str(facts.structure_id or "")
    found = bearer.refusals(weapon.record, facts.mounting, structure)
    return next((each for each in found if each[0].rule not in weapon.overruled), None)


def as_it_is(weapon: SfWeaponDraft, bearer: Bearer) -> SfWeaponDraft:
    """Return a weapon that its bearer has already, with all of its refusals set aside."""
    # Else editing a unit's name would begin with a refusal of the weapon it has had all along.
    facts = weapon.facts
    found = bearer.refusals(weapon.record, facts.mounting, str(facts.structure_id or ""))
    return replace(weapon, overruled=frozenset(no.rule for no, _ in found))
