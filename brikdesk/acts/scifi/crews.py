"""Crews of Sci-fi weapons: their members, a new gunner, a gunner's loss (12-73 to 12-80)."""

from dataclasses import dataclass

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.heed import heed
from brikdesk.acts.scifi.crew_rows import MemberFacts, write_crew, write_members
from brikdesk.acts.scifi.leaving import replace_gunner, stamp_of
from brikdesk.acts.scifi.typed import began_for, numbered, weapon_and_unit
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import crews
from brikdesk.rules.scifi.crews import Crew, CrewRole
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.scifi_rows import crew_of, crew_rows
from brikdesk.store.tables import Fate, SfCrew, SfWeapon, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCrew(Act):
    """Give a weapon another crew in place of the present one; without members it needs none."""

    sf_weapon_id: int
    crew: tuple[MemberFacts, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        """Write the members; refused for a destroyed weapon (12-76)."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        heed(self, crews.may_crew(destroyed=row.destroyed), session, row.name)
        for member in crew_rows(session, row):
            session.delete(member)
        session.flush()
        write_members(session, row, self.crew)
        entry = _crew_line(
            session, row, unit, f"{text.opening(row.name)} of {unit.name} has its crew."
        )
        return Outcome(f"Crew of {row.name}", (entry,))


def _crew_line(session: Session, row: SfWeapon, unit: Unit, lead: str) -> Line:
    crew = crew_of(session, row, began_for(session, unit)) or Crew()
    named = [f"{member.name}, {member.role.value}" for member in crew.alive]
    words = f"{'; '.join(named)}." if named else "Nobody."
    return line(Kind.UNIT, lead, words, rule="12-73", player_id=unit.player_id, unit_id=unit.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeAsGunner(Act):
    """Let a crew member serve as gunner; the present gunner becomes one of the others."""

    member_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Change the roles; refused without the option (12-73) or if it is destroyed (12-76)."""
        member = numbered(session, SfCrew, self.member_id, "crew member")
        row, unit = weapon_and_unit(session, member.sf_weapon_id)
        heed(self, crews.may_crew(destroyed=row.destroyed), session, row.name)
        crew = crew_of(session, row, began_for(session, unit)) or Crew()
        option = house_of(session, ScifiHouse).sf_weapon_crews
        heed(self, crews.may_serve(crew, member.name, weapon_crews=option), session, row.name)
        if not member.alive:
            raise BadInput(f"{member.name} is eliminated.", "member_id")
        new = crew
        for each in crew.alive:
            if each.role is CrewRole.GUNNER:
                new = new.with_member(replace(each, role=CrewRole.OTHER))
        taken = next(each for each in crew.alive if each.name == member.name)
        new = new.with_member(replace(taken, role=CrewRole.GUNNER))
        write_crew(session, row, crew, new, stamp_of(session))
        _hand_over(session, row, unit, member)
        entry = _crew_line(session, row, unit, f"{member.name} serves as gunner.")
        return Outcome(f"{member.name} serves {row.name}", (entry,))


def _hand_over(session: Session, row: SfWeapon, unit: Unit, member: SfCrew) -> None:
    """Give the weapon of an eliminated unit to the unit that stands for its new gunner."""
    if unit.fate is not Fate.ALIVE and member.unit_id is not None:
        row.unit_id = member.unit_id
        session.add(row)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceGunner(Act):
    """The gunner is eliminated, but another member's figure goes and the weapon keeps a gunner.

    `member_id` names that member if there are several, `loader_id` the new loader (S-18). Without
    another member, or without the option, the weapon is unmanned.
    """

    sf_weapon_id: int
    member_id: int | None = None
    loader_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Change the crew (12-74)."""
        row, _ = weapon_and_unit(session, self.sf_weapon_id)
        heed(self, crews.may_crew(destroyed=row.destroyed), session, row.name)
        lines = replace_gunner(session, row, self.member_id, self.loader_id)
        return Outcome(f"The gunner of {row.name} is eliminated", tuple(lines))
