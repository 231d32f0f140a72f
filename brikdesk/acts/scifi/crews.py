"""Crews of Sci-fi weapons, and eliminated units: what goes with them, who serves from then on."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.checks import heed, initials
from brikdesk.acts.movement.going import Manner, go
from brikdesk.acts.scifi.ammunition import ShotNumber, left_sum, write_loads
from brikdesk.acts.scifi.checks import began_for, numbered, units_named, weapon_and_unit
from brikdesk.acts.sums import sum_of
from brikdesk.acts.units.belongings import leave_crews, no_gunner, take_away
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import units_and_crews
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import Crew, CrewRole, SfUnitKind
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.rules.scifi.weapons import lose
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line, outcome
from brikdesk.store.scifi import crew_of, crew_rows, role_of, store_of, stores_of, turn_began
from brikdesk.store.tables import Fate, SfCrew, SfUnit, SfWeapon, Unit
from brikdesk.text import said_of
from brikdesk.turns.turn_order import present_turn


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
        session.add(copied(SfCrew, each, sf_weapon_id=weapon.id or 0, name=name, role=role))
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


CREWED = (Mounting.CREW_SERVED, Mounting.EMPLACED)
"""Weapons that stand on their own carriage."""


def stamp_of(session: Session) -> int:
    """Return the stamp of the running turn, 0 if none is running."""
    turn = present_turn(session)
    return (turn.id or 0) if turn else 0


def eliminate(
    session: Session,
    unit: Unit,
    why: str = "",
    *,
    member_id: int | None = None,
    loader_id: int | None = None,
) -> list[Line]:
    """Eliminate a unit, or another crew member in the place of a gunner (12-74).

    `member_id` and `loader_id` are as in the act `EliminateSf`.
    """
    served = _served(session, unit)
    for weapon, row in served:
        began = turn_began(session, session.get_one(Unit, weapon.unit_id).player_id)
        if role_of(row, began) is CrewRole.GUNNER and _others(session, weapon, began):
            # The unit itself stays on the table: another figure goes in its place (12-74).
            return replace_gunner(session, weapon, member_id, loader_id)
    return _gone(session, unit, why)


def _served(session: Session, unit: Unit) -> list[tuple[SfWeapon, SfCrew]]:
    found = [(session.get_one(SfWeapon, row.sf_weapon_id), row) for row in _rows_of(session, unit)]
    return [(weapon, row) for weapon, row in found if not weapon.destroyed]


def _rows_of(session: Session, unit: Unit) -> Sequence[SfCrew]:
    return session.exec(select(SfCrew).where(SfCrew.unit_id == unit.id, SfCrew.alive)).all()


def _others(session: Session, weapon: SfWeapon, began: int) -> tuple[units_and_crews.Member, ...]:
    crew = crew_of(session, weapon, began) or Crew()
    return units_and_crews.replacements(
        crew, weapon_crews=house_of(session, ScifiHouse).sf_weapon_crews
    )


def _gone(session: Session, unit: Unit, why: str) -> list[Line]:
    """Take a unit out of its crews and off the table, with its ammunition."""
    # Before `take_away`, which does not name a weapon of its own.
    crews = leave_crews(session, unit, _rows_of(session, unit), own_too=True)
    sums = [
        lost
        for weapon in session.exec(select(SfWeapon).where(SfWeapon.unit_id == unit.id)).all()
        if weapon.mounting not in CREWED  # such a weapon stays and can be manned again
        for lost in lose_ammunition(session, weapon)
    ]
    rest = take_away(session, unit, Fate.DEAD)
    entry = line(Kind.LOST, f"{unit.name} is eliminated.", why, rule="12-77", of=unit, sums=sums)
    return [*crews, entry, *rest]


def lose_ammunition(session: Session, weapon: SfWeapon) -> list[Sum]:
    """Lose the ammunition that a weapon has left, which does not count as fired (12-76)."""
    sums = []
    for row in stores_of(session, weapon):
        # Only what is left matters here, so any turn will do for what was fired in it.
        store = store_of(session, row, 0)
        if not store.remaining:
            continue
        lost = Term("Lost with the weapon", -store.remaining, "12-76")
        there = left_sum(session, row).terms
        sums.append(sum_of(ShotNumber.LEFT.value, 0, *there, lost))
        write_loads(session, row, lose(store))
    return sums


def replace_gunner(
    session: Session, weapon: SfWeapon, member_id: int | None, loader_id: int | None
) -> list[Line]:
    """Let another member take the eliminated gunner's place: his figure goes, the gunner's stays.

    Rules: 12-74, S-18. Raise BadInput if several could and none is named, or if there is no gunner.
    """
    owner = session.get_one(Unit, weapon.unit_id)
    began = turn_began(session, owner.player_id)
    crew = crew_of(session, weapon, began)
    gunner = crew.of(CrewRole.GUNNER) if crew else None
    if crew is None or gunner is None:
        raise BadInput(f"{said_of(weapon.name, 'has')} no gunner to replace.", "sf_weapon_id")
    others = tuple(each.name for each in _others(session, weapon, began))
    if not others:
        new = units_and_crews.eliminate(crew, gunner.name)
        write_crew(session, weapon, crew, new, stamp_of(session))
        return [no_gunner(session, weapon), *_figure_goes(session, weapon, gunner.name)]
    taken = _named(session, weapon, member_id, others)
    loader = _named(session, weapon, loader_id, others, may_miss=True)
    switch = house_of(session, ScifiHouse).sf_new_loader
    new = units_and_crews.take_over(crew, taken, new_loader=switch, loader=loader)
    write_crew(session, weapon, crew, new, stamp_of(session))
    before, gone = Term("Before", len(crew.alive), "12-73"), Term(taken, -1, "12-74")
    entry = line(
        Kind.LOST, f"{text.opening(said_of(weapon.name, 'keeps'))} its gunner.",
        f"{taken} takes the place of {gunner.name}. {len(new.alive)} left in the crew.",
        rule="12-74", of=owner, sums=(sum_of("Crew", len(new.alive), before, gone),),
    )  # fmt: skip
    return [entry, *_figure_goes(session, weapon, taken)]


def _named(
    session: Session,
    weapon: SfWeapon,
    member_id: int | None,
    names: tuple[str, ...],
    *,
    may_miss: bool = False,
) -> str:
    rows = {row.id: row for row in crew_rows(session, weapon)}
    if member_id is None:
        if may_miss:
            return ""
        if len(names) == 1:
            return names[0]
        raise BadInput(f"Whose figure goes instead (12-74)? {', '.join(names)}.", "member_id")
    if member_id not in rows or rows[member_id].name not in names:
        raise BadInput(f"Choose from: {', '.join(names)}.", "member_id")
    return rows[member_id].name


def _figure_goes(session: Session, weapon: SfWeapon, name: str) -> list[Line]:
    """Take the figure of a crew member off the table, if a unit stands for him."""
    row = next(row for row in crew_rows(session, weapon) if row.name == name)
    unit = session.get(Unit, row.unit_id) if row.unit_id is not None else None
    if unit is None or unit.fate is not Fate.ALIVE:
        return []
    # Not by `eliminate`: it would have this figure replaced in turn, if it is a gunner elsewhere.
    return _gone(session, unit, f"Served {weapon.name}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCrew(Act):
    """Give a weapon another crew in place of the present one; without members it needs none."""

    sf_weapon_id: int
    crew: tuple[MemberFacts, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        """Write the members; refused for a destroyed weapon (12-76)."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        heed(self, units_and_crews.may_crew(destroyed=row.destroyed), session, row.name)
        for member in crew_rows(session, row):
            session.delete(member)
        session.flush()
        write_members(session, row, self.crew)
        lead = f"{text.opening(row.name)} of {unit.name} has its crew."
        return _crew_told(session, row, unit, f"Crew of {row.name}", lead)


def _crew_told(session: Session, row: SfWeapon, unit: Unit, title: str, lead: str) -> Outcome:
    crew = crew_of(session, row, began_for(session, unit)) or Crew()
    named = [f"{member.name}, {member.role.value}" for member in crew.alive]
    words = f"{'; '.join(named)}." if named else "Nobody."
    return outcome(Kind.UNIT, title, words, lead=lead, rule="12-73", of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeAsGunner(Act):
    """Let a crew member serve as gunner; the present gunner becomes one of the others."""

    member_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Change the roles; refused without the option (12-73) or if it is destroyed (12-76)."""
        member = numbered(session, SfCrew, self.member_id, "crew member")
        row, unit = weapon_and_unit(session, member.sf_weapon_id)
        heed(self, units_and_crews.may_crew(destroyed=row.destroyed), session, row.name)
        crew = crew_of(session, row, began_for(session, unit)) or Crew()
        option = house_of(session, ScifiHouse).sf_weapon_crews
        heed(
            self,
            units_and_crews.may_serve(crew, member.name, weapon_crews=option),
            session,
            row.name,
        )
        if not member.alive:
            raise BadInput(f"{member.name} is eliminated.", "member_id")
        new = crew
        if before := crew.of(CrewRole.GUNNER):
            new = new.with_member(replace(before, role=CrewRole.OTHER))
        taken = next(each for each in crew.alive if each.name == member.name)
        new = new.with_member(replace(taken, role=CrewRole.GUNNER))
        write_crew(session, row, crew, new, stamp_of(session))
        # The weapon of an eliminated unit goes to the unit that stands for its new gunner.
        if unit.fate is not Fate.ALIVE and member.unit_id is not None:
            row.unit_id = member.unit_id
            session.add(row)
        title, lead = f"{member.name} serves {row.name}", f"{member.name} serves as gunner."
        return _crew_told(session, row, unit, title, lead)


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
        heed(self, units_and_crews.may_crew(destroyed=row.destroyed), session, row.name)
        lines = replace_gunner(session, row, self.member_id, self.loader_id)
        return Outcome(f"The gunner of {row.name} is eliminated", tuple(lines))


def destroy(
    session: Session, row: SfWeapon, unit: Unit, why: str = "", *, gunner_survives: bool = True
) -> list[Line]:
    """Destroy a weapon; return the lines of what goes with it."""
    if row.destroyed:
        raise BadInput(f"{said_of(row.name, 'is')} destroyed already.", "sf_weapon_id")
    # The turn does not matter here: only who is in the crew does.
    crew = crew_of(session, row, 0) or Crew()
    figures = units_and_crews.destroy((), crew).needs_figure if gunner_survives else ()
    sums = lose_ammunition(session, row)
    row.destroyed = True
    session.add(row)
    # The last part of each sum is this loss; rounds lost earlier may have been put back by hand.
    lost = -sum(each.terms[-1].value for each in sums)
    words = f"{why} {lost} lost with it, not fired." if lost else why
    entry = line(
        Kind.LOST, f"{text.opening(row.name)} of {unit.name} is destroyed.", words.strip(),
        rule="12-76", of=unit, sums=sums,
    )  # fmt: skip
    members = [member for member in crew_rows(session, row) if member.name in figures]
    figures_left = [each for each in members if each.unit_id is None]
    return [entry, *(said for each in figures_left for said in _on_foot(session, unit, each))]


def _on_foot(session: Session, unit: Unit, member: SfCrew) -> list[Line]:
    """Make a unit on foot of a gunner whose figure was part of the model (12-75)."""
    figure = Unit(
        player_id=unit.player_id, name=member.name, token=initials(member.name), armor="",
        action_die=0, actions_per_turn=0, move=0.0, power_multiplier=0, value=0.0,
        x=unit.x, y=unit.y,
    )  # fmt: skip
    session.add(figure)
    session.flush()
    session.add(SfUnit(unit_id=figure.id or 0, kind=SfUnitKind.CREW))
    member.unit_id = figure.id
    session.add(member)
    session.flush()
    entry = line(
        Kind.UNIT, f"{member.name} stands beside it.", "The gunner survives, on foot.",
        rule="12-75", player_id=unit.player_id, unit_id=figure.id,
    )  # fmt: skip
    way = () if unit.x is None or unit.y is None else ((unit.x, unit.y),)
    return [entry, *go(session, figure, way, Manner.PUT)]
