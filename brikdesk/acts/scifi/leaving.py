"""Eliminated units: what goes with them, and who serves their weapons from then on."""

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.reckoning import sum_of
from brikdesk.acts.scifi.crew_rows import write_crew
from brikdesk.acts.scifi.factors import ShotNumber
from brikdesk.acts.scifi.load_rows import left_sum, write_loads
from brikdesk.acts.units.belongings import take_away
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import crews
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.crews import Crew, CrewRole
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.stores import lose
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, Sum, Term, line
from brikdesk.store.scifi_rows import crew_of, crew_rows, role_of, store_of, stores_of, turn_began
from brikdesk.store.tables import Fate, SfCrew, SfDetection, SfWeapon, Unit
from brikdesk.text import said_of
from brikdesk.turns.sequence import present_turn

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
    lines = _leave_crews(session, unit)
    return [*lines, *_gone(session, unit, why)]


def _served(session: Session, unit: Unit) -> list[tuple[SfWeapon, SfCrew]]:
    rows = session.exec(select(SfCrew).where(SfCrew.unit_id == unit.id, SfCrew.alive)).all()
    found = [(session.get_one(SfWeapon, row.sf_weapon_id), row) for row in rows]
    return [(weapon, row) for weapon, row in found if not weapon.destroyed]


def _others(session: Session, weapon: SfWeapon, began: int) -> tuple[crews.Member, ...]:
    crew = crew_of(session, weapon, began) or Crew()
    return crews.replacements(crew, weapon_crews=house_of(session, ScifiHouse).sf_weapon_crews)


def _leave_crews(session: Session, unit: Unit) -> list[Line]:
    """Take a unit out of the crews that it serves in; return lines for weapons without a gunner."""
    lines = []
    for row in session.exec(select(SfCrew).where(SfCrew.unit_id == unit.id, SfCrew.alive)).all():
        weapon = session.get_one(SfWeapon, row.sf_weapon_id)
        row.alive = False
        session.add(row)
        if row.role is CrewRole.GUNNER and not weapon.destroyed:
            lines.append(unmanned(session, weapon))
    return lines


def unmanned(session: Session, weapon: SfWeapon) -> Line:
    """Return the line that a weapon has no gunner any more."""
    owner = session.get_one(Unit, weapon.unit_id)
    words = "It can be manned again."
    return line(
        Kind.UNIT, f"{text.opening(said_of(weapon.name, 'has'))} no gunner.", words,
        rule="12-74", player_id=owner.player_id, unit_id=owner.id,
    )  # fmt: skip


def _gone(session: Session, unit: Unit, why: str) -> list[Line]:
    """Take a unit off the table, with its ammunition and all detection of it."""
    sums = [
        lost
        for weapon in session.exec(select(SfWeapon).where(SfWeapon.unit_id == unit.id)).all()
        if weapon.mounting not in CREWED  # such a weapon stays and can be manned again
        for lost in lose_ammunition(session, weapon)
    ]
    for seen in session.exec(select(SfDetection).where(SfDetection.unit_id == unit.id)).all():
        session.delete(seen)
    rest = take_away(session, unit, Fate.DEAD)
    entry = line(
        Kind.LOST, f"{unit.name} is eliminated.", why,
        rule="12-77", player_id=unit.player_id, unit_id=unit.id, sums=sums,
    )  # fmt: skip
    return [entry, *rest]


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
    if crew is None or crew.of(CrewRole.GUNNER) is None:
        raise BadInput(f"{said_of(weapon.name, 'has')} no gunner to replace.", "sf_weapon_id")
    others = _others(session, weapon, began)
    gunner = crew.of(CrewRole.GUNNER)
    assert gunner is not None
    if not others:
        new = crews.eliminate(crew, gunner.name)
        write_crew(session, weapon, crew, new, stamp_of(session))
        return [unmanned(session, weapon), *_figure_goes(session, weapon, gunner.name)]
    taken = _named(session, weapon, member_id, tuple(each.name for each in others))
    loader = _named(session, weapon, loader_id, tuple(each.name for each in others), may_miss=True)
    switch = house_of(session, ScifiHouse).sf_new_loader
    new = crews.take_over(crew, taken, new_loader=switch, loader=loader)
    write_crew(session, weapon, crew, new, stamp_of(session))
    entry = line(
        Kind.LOST, f"{text.opening(said_of(weapon.name, 'keeps'))} its gunner.",
        f"{taken} takes the place of {gunner.name}. {len(new.alive)} left in the crew.",
        rule="12-74", player_id=owner.player_id, unit_id=owner.id,
        sums=(sum_of("Crew", len(new.alive),
                     Term("Before", len(crew.alive), "12-73"), Term(taken, -1, "12-74")),),
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
    return [*_leave_crews(session, unit), *_gone(session, unit, f"Served {weapon.name}.")]
