"""Writing the rows of crews: new members, and what a rule changed about them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.scifi.typed import units_named
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.crews import Crew, CrewRole
from brikdesk.store.scifi_rows import crew_rows
from brikdesk.store.tables import SfCrew, SfWeapon


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberFacts:
    """A crew member; `unit_id` stands for him on the table, or he is `fixed` to the model."""

    name: str = ""
    role: CrewRole = CrewRole.OTHER
    unit_id: int | None = None
    fixed: bool = False


def write_members(session: Session, weapon: SfWeapon, members: Sequence[MemberFacts]) -> None:
    """Write a new crew; BadInput for two gunners, two loaders, or the same name twice."""
    names = []
    for role in (CrewRole.GUNNER, CrewRole.LOADER):
        if sum(each.role is role for each in members) > 1:
            raise BadInput(f"A weapon has one {role.value}.", "crew")
    for each in members:
        unit = None if each.unit_id is None else units_named(session, [each.unit_id], "crew")[0]
        name = text.name(each.name) if each.name.strip() or unit is None else unit.name
        if name in names:
            raise BadInput(f"There are two called {name}. Tell them apart.", "crew")
        names.append(name)
        # Only a rule makes a next loader (S-18), with the stamp of the turn in which it did.
        role = CrewRole.LOADER if each.role is CrewRole.NEXT_LOADER else each.role
        member = SfCrew(
            sf_weapon_id=weapon.id or 0,
            unit_id=unit.id if unit else None,
            name=name,
            role=role,
            fixed=each.fixed,
        )
        session.add(member)
    session.flush()


def write_crew(session: Session, weapon: SfWeapon, old: Crew, new: Crew, stamp: int) -> None:
    """Write what a rule changed about a crew in the turn with this stamp.

    `old` and `new` have the same members, in the order of their rows.
    """
    rows = crew_rows(session, weapon)
    for row, was, now in zip(rows, old.members, new.members, strict=True):
        if was == now:
            continue
        row.alive, row.role = now.alive, now.role
        if now.role is CrewRole.NEXT_LOADER and was.role is not CrewRole.NEXT_LOADER:
            row.role_turn_id = stamp
        if now.initiative_spent != was.initiative_spent:
            row.initiative_turn_id = stamp if now.initiative_spent else None
        session.add(row)
    session.flush()
