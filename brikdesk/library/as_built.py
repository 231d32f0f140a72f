"""Units as a template keeps them: unhurt, unspent, with full racks, whoever mans what, by both rule sets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as with_facts
from sqlmodel import Session, SQLModel, col, select

from brikdesk.acts.armies.arriving import CONTROLS, CREW, EMPLACED, Recruit
from brikdesk.acts.armies.scifi_part import CrewFacts, SfArmFacts, StoreFacts
from brikdesk.acts.guns.racks import RackFacts
from brikdesk.acts.guns.weapon_facts import WeaponFacts, derived
from brikdesk.acts.roster.as_it_stands import OWN
from brikdesk.acts.roster.units import AddUnit
from brikdesk.armies.army_form import Army, Remark
from brikdesk.armies.kept import KEPT, NAMED_TABLES
from brikdesk.armies.standing import gathered, standing
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.store.house import house_of
from brikdesk.store.tables import (
    ControlPoint,
    ExplosiveState,
    Fate,
    HouseRule,
    Note,
    PinnedPhoto,
    Player,
    SfCrew,
    SfWeapon,
    Trap,
    Turn,
    Unit,
    Weapon,
)
from brikdesk.store.views import view

BUILT_BONDS = (CONTROLS, CREW, EMPLACED)
"""Bonds that are no matter of a battle: who mans what, and where it stands."""

_APART = (Trap, PinnedPhoto, Note)
"""What belongs to a unit, and stays with its campaign."""


@view(*KEPT, *NAMED_TABLES, HouseRule, Player, Turn)
def units_as_built(session: Session, unit_ids: tuple[int, ...]) -> Army:
    """Return these units as a template keeps them; `lost` names what belongs to them and is not kept."""
    found = [unit for unit_id in unit_ids if (unit := session.get(Unit, unit_id))]
    return _as_built(session, found)


@view(*KEPT, *NAMED_TABLES, HouseRule, Player, Turn)
def army_as_built(session: Session, player_id: int | None) -> Army:
    """Return all units of a player so, also those that are dead; None: nobody's."""
    theirs = (
        select(Unit)
        .where(Unit.player_id == player_id, col(Unit.fate) != Fate.REMOVED)
        .order_by(col(Unit.id))
    )
    return _as_built(session, list(session.exec(theirs)))


def _as_built(session: Session, units: Sequence[Unit]) -> Army:
    army = standing(session, units, "")
    recruits = [_unspent(each) for recruit in army.units for each in _singles(recruit)]
    return with_facts(
        army,
        units=gathered(recruits),
        bonds=tuple(bond for bond in army.bonds if bond.kind in BUILT_BONDS),
        lost=tuple(_left_behind(session, units)),
    )


def _singles(recruit: Recruit) -> Iterator[Recruit]:
    """Return each copy for itself, under its own name."""
    unit = recruit.unit
    for number in range(1, unit.copies + 1):
        name = unit.name if number == 1 else f"{unit.name} {number}"
        yield replace(recruit, unit=replace(unit, name=name, copies=1))


def _unspent(recruit: Recruit) -> Recruit:
    """Return a unit as it was before its first battle."""
    scifi = recruit.scifi
    if scifi:
        scifi = replace(scifi, weapons=tuple(_unspent_arm(each) for each in scifi.weapons))
    unit: AddUnit = replace(
        recruit.unit,
        size_damage=None, grinding=None, limbs_lost=None, wounded=None, fate=None, on_table=None,
        states=(), fires=(),
        weapons=tuple(_unspent_weapon(each) for each in recruit.unit.weapons or ()),
        racks=tuple(_full(each) for each in recruit.unit.racks),
        explosives=tuple(
            replace(each, owner=OWN, causer="")
            for each in recruit.unit.explosives
            if each.state == ExplosiveState.STORED.value
        ),
    )  # fmt: skip
    return replace(recruit, unit=unit, scifi=scifi)


def _unspent_weapon(weapon: WeaponFacts) -> WeaponFacts:
    return replace(weapon, inoperative=False, lying="", chamber=())


def _full(rack: RackFacts) -> RackFacts:
    # What came during a battle is no part of a full rack.
    full = tuple(replace(each, left=None) for each in rack.rounds if each.count)
    return replace(rack, rounds=full)


def _unspent_arm(weapon: SfArmFacts) -> SfArmFacts:
    return replace(
        weapon,
        destroyed=False,
        last_mode=None,
        stores=tuple(_stocked(each) for each in weapon.stores),
        crew=_all_alive(weapon.crew),
    )


def _stocked(store: StoreFacts) -> StoreFacts:
    loads = tuple(replace(each, fired=0, lost=0, adjusted=0) for each in store.loads)
    return replace(store, loads=loads)


def _all_alive(crew: Sequence[CrewFacts]) -> tuple[CrewFacts, ...]:
    """Return the crew alive; of a dead gunner and the one who took over only the latter is gunner."""
    taken: set[CrewRole] = set()
    roles: dict[int, CrewRole] = {}
    for at, each in sorted(enumerate(crew), key=lambda pair: not pair[1].alive):
        role = CrewRole.LOADER if each.role is CrewRole.NEXT_LOADER else each.role
        roles[at] = CrewRole.OTHER if role in taken else role
        taken.add(role)
    return tuple(replace(each, alive=True, role=roles[at]) for at, each in enumerate(crew))


def _left_behind(session: Session, units: Sequence[Unit]) -> Iterator[Remark]:
    """Return what belongs to units, and is no part of their template."""
    ids = {unit.id for unit in units}
    for unit in units:
        for weapon in _rows(session, Weapon, "unit_id", unit.id):
            yield from _worked_out(session, unit, weapon)
            for point in _rows(session, ControlPoint, "weapon_id", weapon.id):
                yield from _stranger(session, unit, point.occupant_id, ids, f"at {weapon.name}")
        for weapon in _rows(session, SfWeapon, "unit_id", unit.id):
            place = weapon.structure_id
            yield from _stranger(session, unit, place, ids, f"where {weapon.name} stands")
            for member in _rows(session, SfCrew, "sf_weapon_id", weapon.id):
                who = f"who serves {weapon.name}"
                yield from _stranger(session, unit, member.unit_id, ids, who)
        for kind in _APART:
            for column in NAMED_TABLES[kind].by:
                yield from _apart(session, kind, column, unit)


def _worked_out(session: Session, unit: Unit, weapon: Weapon) -> Iterator[Remark]:
    """Return figures that a weapon lacks, though its kind and Size give them: it will have them."""
    rules = house_of(session, BrikWarsHouse)
    made = derived(weapon.kind, weapon.size, weapon.preset, rules, held=not weapon.mounted)
    for name, words in _FIGURES.items():
        if getattr(weapon, name) is None and made[name] is not None:
            yield Remark(unit.name, f"that {weapon.name} has no {words}")


_FIGURES = {"use": "Use", "range": "Range", "max_payload": "largest payload"}
"""Figures of which a template cannot say that there is none."""


def _rows(session: Session, kind: type[Any], column: str, key: int | None) -> list[Any]:
    wanted = select(kind).where(getattr(kind, column) == key).order_by(col(kind.id))
    return list(session.exec(wanted))


def _stranger(
    session: Session, unit: Unit, other_id: int | None, ids: set[int | None], why: str
) -> Iterator[Remark]:
    if other_id is not None and other_id not in ids:
        other = session.get_one(Unit, other_id)
        yield Remark(unit.name, f"{other.name}, {why}, a unit of its own: keep both together")


def _apart(session: Session, kind: type[SQLModel], column: str, unit: Unit) -> Iterator[Remark]:
    keys = [unit.id]
    if column == "weapon_id":
        keys = [weapon.id for weapon in _rows(session, Weapon, "unit_id", unit.id)]
    for key in keys:
        for row in _rows(session, kind, column, key):
            if NAMED_TABLES[kind].counts(row):
                yield Remark(unit.name, NAMED_TABLES[kind].words(row))
