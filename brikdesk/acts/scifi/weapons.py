"""Adding, correcting and removing the Sci-fi weapons of a unit (12-01 to 12-31)."""

from dataclasses import dataclass, fields

from msgspec.structs import replace
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.rows import alive
from brikdesk.acts.scifi.crew_rows import MemberFacts
from brikdesk.acts.scifi.factors import base_term
from brikdesk.acts.scifi.refitting import Refit, refit, without
from brikdesk.acts.scifi.typed import check_played, weapon_and_unit
from brikdesk.acts.scifi.weapon_facts import (
    PLAIN,
    SfWeaponFacts,
    add_sf_weapon,
    area_of,
    mounted,
    stated,
)
from brikdesk.acts.scifi.weapon_figures import WeaponFigures
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.rate_of_fire import RATES
from brikdesk.rules.scifi.stores import LIMITS, PODS
from brikdesk.rules.scifi.weapon_class import class_name
from brikdesk.rules.scifi.weapons import WeaponRecord, missing_equipment, objections
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, Sum, line
from brikdesk.store.scifi_rows import crew_rows, facts_of, loads_of, stores_of, weapon_of
from brikdesk.store.tables import SfShot, SfWeapon, Unit
from brikdesk.text import said_of
from brikdesk.turns.sequence import present_turn


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSfWeapon(Act, WeaponFigures):
    """Give a unit a Sci-fi weapon; the fields are those of `SfWeaponFacts`.

    It is refused if the unit cannot carry it; overruled, the weapon is marked (12-27).
    """

    unit_id: int
    catalogue: str = ""
    name: str = ""
    crew: tuple[MemberFacts, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        """Write the weapon with its ammunition and crew; log what looks wrong (12-19)."""
        check_played(session)
        unit = alive(session, self.unit_id)
        # The act has the same fields by inheritance, and `unit_id` besides.
        facts = {each.name: getattr(self, each.name) for each in fields(SfWeaponFacts)}
        row, record = add_sf_weapon(self, session, unit, SfWeaponFacts(**facts))
        entry = weapon_line(unit, f"{unit.name} has a new weapon.", record, in_words(session, row))
        return Outcome(
            f"Add {row.name} to {unit.name}", (entry, *_objections(session, unit, record))
        )


def in_words(session: Session, row: SfWeapon) -> str:
    """Return a weapon in words: laser rifle, attack factor 5, range factor 12", P, Pulse."""
    record = weapon_of(row)
    factor = record.attack_factor
    said = [
        row.name,
        f"{row.count} mounted together" if row.count > 1 else "",
        f"attack factor {factor.value}" if factor else "",
        f"range factor {in_inches(row.range_factor)}" if row.range_factor is not None else "",
        f"{row.rate.value}, {RATES[row.rate].name}" if row.rate else "",
        class_name(row.infantry_class, row.type) if row.infantry_class else "",
        f"{row.shape.value} area" if row.shape is not AreaShape.NONE else "",
        record.delivers,
        row.mounting.value if row.mounting is not Mounting.CARRIED else "",
        *(
            f"{load.loaded} {load.name}"
            for store in stores_of(session, row)
            for load in loads_of(session, store)
        ),
    ]
    return ", ".join(word for word in said if word) + "."


def weapon_line(
    unit: Unit, lead: str, record: WeaponRecord, words: str, kind: Kind = Kind.UNIT
) -> Line:
    """Return the line of a weapon's record, with the sum of its attack factor."""
    term = base_term(record)
    sums = (Sum("Attack factor", term.value, (term,)),) if term else ()
    return line(
        kind, lead, words, rule="12-01", player_id=unit.player_id, unit_id=unit.id, sums=sums
    )


def _objections(session: Session, unit: Unit, record: WeaponRecord) -> list[Line]:
    """Return lines about what looks wrong with a weapon, which is kept (12-17 to 12-22, 12-31)."""
    reasons = [(no.rule, f"{no.why}.") for no in objections(record)]
    facts = facts_of(session, unit.id or 0)
    lacking = missing_equipment(record, tuple(facts.equipment)) if facts else ()
    if lacking:
        reasons.append(("12-31", f"{unit.name} lacks {' and '.join(lacking)}."))
    return [
        line(
            Kind.NOTE,
            f"{text.opening(record.name)}: look again.",
            words,
            rule=rule,
            unit_id=unit.id,
        )
        for rule, words in reasons
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSfWeapon(Act, WeaponFigures):
    """Correct a weapon by hand; figures left None stay, and so does its ammunition.

    `cleared` names figures that are no longer known; with `holder` among them the weapon never
    runs out.
    """

    sf_weapon_id: int
    name: str | None = None
    cleared: tuple[str, ...] = ()
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the new figures; refused if the unit cannot have it so (12-04, 12-27)."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        before = in_words(session, row)
        facts = stated(self)
        old = without(weapon_of(row), self.cleared)
        area = area_of(old.area, self.shape, self.area_size, self.area_width)
        if self.name is not None:
            facts["name"] = text.name(self.name)
        record = replace(old, **facts, area=area)
        changed = (record.family, record.infantry_class) != (row.family, row.infantry_class)
        # Checked only if it matters now: a note is corrected without overruling 12-27 once more.
        if self.mounting is not None or changed:
            wanted = self.mounting or row.mounting
            place = row.structure_id if self.structure_id is None else self.structure_id
            row.mounting, row.carry_override = mounted(self, session, unit, record, wanted, place)
            row.structure_id = place if row.mounting is Mounting.EMPLACED else None
        self._write(session, row, record)
        refit(
            self,
            session,
            row,
            Refit(**{name: getattr(self, name) for name in Refit.__struct_fields__}),
        )
        reason = text.note(self.reason, "reason")
        kind = Kind.RULING if reason or present_turn(session) else Kind.UNIT
        words = f"{before.rstrip('.')} becomes {in_words(session, row)} {reason}".strip()
        entry = weapon_line(
            unit, f"{unit.name}: {said_of(row.name, 'is')} changed.", record, words, kind
        )
        return Outcome(
            f"Edit {row.name} of {unit.name}", (entry, *_objections(session, unit, record))
        )

    def _write(self, session: Session, row: SfWeapon, record: WeaponRecord) -> None:
        for name in ("name", *PLAIN):
            setattr(row, name, getattr(record, name))
        row.shape = record.area.shape
        row.area_size, row.area_width = record.area.size, record.area.width
        row.effects, row.needs = list(record.effects), list(record.needs)
        session.add(row)
        for store in stores_of(session, row):
            limit = LIMITS[store.holder]
            # A pod has a limit of its own (12-61); others fire once for each one mounted (12-53).
            if limit is not None and store.holder not in PODS:
                store.most = limit * row.count
                session.add(store)
        session.flush()


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSfWeapon(Act):
    """Take a weapon from a unit, with its ammunition, its crew list and its open shots."""

    sf_weapon_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete it with all rows that refer to it; the log keeps what it did."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        for store in stores_of(session, row):
            for load in loads_of(session, store):
                session.delete(load)
            # Loads before their store, and all before the weapon: SQLite refuses another order,
            # and SQLAlchemy does not know it.
            session.flush()
            session.delete(store)
        for member in crew_rows(session, row):
            session.delete(member)
        shots = select(SfShot).where(SfShot.sf_weapon_id == row.id).order_by(col(SfShot.id))
        for shot in session.exec(shots).all():
            session.delete(shot)
        session.flush()
        session.delete(row)
        entry = line(
            Kind.UNIT, f"{unit.name} loses {row.name}.",
            rule="12-03", player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"Remove {row.name} of {unit.name}", (entry,))
