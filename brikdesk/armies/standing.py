"""Units of a campaign as they stand: hurt, burning, loaded, manned; with all that a file cannot hold."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from sqlmodel import Session, SQLModel, col, select

from brikdesk import text
from brikdesk.acts.armies.arriving import CONTROLS, CREW, EMPLACED, ENGAGED, GRABBED, Bond, Recruit
from brikdesk.acts.armies.scifi_part import (
    CrewFacts,
    ScifiFacts,
    SfArmFacts,
    SfRoundsLeft,
    StoreFacts,
)
from brikdesk.acts.guns.racks import RoundFacts
from brikdesk.acts.guns.weapon_facts import ChamberFacts, WeaponFacts, usual_places
from brikdesk.acts.roster.as_it_stands import (
    PAIRED,
    CarriedFacts,
    FireFacts,
    StateFacts,
    whose,
)
from brikdesk.acts.roster.units import MOST_COPIES, AddUnit
from brikdesk.acts.scifi.weapon_figures import CapabilityFacts
from brikdesk.armies.army_form import Army, Remark
from brikdesk.armies.kept import KEPT, NAMED_TABLES, lost_columns
from brikdesk.armies.mustered import as_new
from brikdesk.store.scifi_rows import (
    capabilities_of,
    crew_rows,
    facts_of,
    loads_of,
    stores_of,
)
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Explosive,
    Fate,
    Fire,
    Player,
    Rack,
    Round,
    SfUnit,
    SfWeapon,
    State,
    StateKind,
    Turn,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.store.views import view
from brikdesk.turns.sequence import present_turn


@view(*KEPT, *NAMED_TABLES, Player, Turn)
def army_standing(session: Session, player_id: int | None) -> Army:
    """Return all units of a player as they stand, lost ones too; None: those of nobody."""
    theirs = (
        select(Unit)
        .where(Unit.player_id == player_id, col(Unit.fate) != Fate.REMOVED)
        .order_by(col(Unit.id))
    )
    player = session.get(Player, player_id) if player_id is not None else None
    return standing(session, list(session.exec(theirs)), player.faction if player else "")


def standing(session: Session, units: Sequence[Unit], name: str) -> Army:
    """Return these units as an army of this name, as they stand."""
    return _Standing(session, units).army(name)


class _Standing:
    """The units of an army while they are read: in their order, which their bonds count by."""

    def __init__(self, session: Session, units: Sequence[Unit]) -> None:
        self._session, self._units = session, units
        self._number = {unit.id: number for number, unit in enumerate(units, 1)}
        turn = present_turn(session)
        self._now = turn.id if turn else None
        self._bonds: list[Bond] = []
        self._lost: list[Remark] = []

    def army(self, name: str) -> Army:
        """Return the army, its bonds, and what of it is lost in any file."""
        recruits = [self._recruit(unit) for unit in self._units]
        return Army(name, gathered(recruits), tuple(self._bonds), _once(self._lost))

    def _recruit(self, unit: Unit) -> Recruit:
        weapons = self._rows(Weapon, "unit_id", unit.id)
        racks = self._rows(Rack, "unit_id", unit.id)
        rows: list[SQLModel] = [unit, *weapons, *racks]
        act = as_new(self._session, unit)
        armed = zip(act.weapons or (), weapons, strict=True)
        made = replace(
            act,
            **self._hurt(unit),
            weapons=tuple(self._weapon(unit, facts, row, racks) for facts, row in armed),
            racks=tuple(
                replace(facts, rounds=self._rounds(row))
                for facts, row in zip(act.racks, racks, strict=True)
            ),
            states=self._states(unit, rows),
            fires=self._fires(unit, rows),
            explosives=self._carried(unit, rows),
        )
        for weapon in weapons:
            self._controls(unit, weapon, weapons)
        scifi = self._scifi(unit, rows)
        self._tell_lost(unit, rows, weapons)
        return Recruit(unit=made, scifi=scifi)

    def _rows(self, kind: type[Any], column: str, key: int | None) -> list[Any]:
        return list(
            self._session.exec(
                select(kind).where(getattr(kind, column) == key).order_by(col(kind.id))
            )
        )

    def _hurt(self, unit: Unit) -> dict[str, Any]:
        return {
            "size_damage": unit.size_damage or None,
            "grinding": unit.grinding or None,
            "limbs_lost": tuple(unit.limbs_lost) or None,
            "wounded": unit.wounded or None,
            "fate": None if unit.fate is Fate.ALIVE else unit.fate.value,
            "on_table": None if unit.on_table else False,
        }

    def _weapon(
        self, unit: Unit, facts: WeaponFacts, row: Weapon, racks: Sequence[Rack]
    ) -> WeaponFacts:
        places = [rack.id for rack in racks]
        chamber = tuple(
            ChamberFacts(
                name=each.name,
                explosive_size=each.explosive_size,
                makeup=dict(each.makeup),
                stability=each.stability.value,
                count=each.count,
                rack=places.index(each.rack_id) if each.rack_id in places else None,
            )
            for each in self._rows(Chamber, "weapon_id", row.id)
        )
        made = replace(facts, inoperative=row.inoperative, lying=row.lying, chamber=chamber)
        points = self._rows(ControlPoint, "weapon_id", row.id)
        there = tuple(point.place for point in points)
        vehicle = unit.kind is UnitKind.VEHICLE
        usual = usual_places(vehicle=vehicle, mounted=row.mounted, seats=facts.controls)
        return made if there == usual else replace(made, controls=(), places=there)

    def _rounds(self, rack: Rack) -> tuple[RoundFacts, ...]:
        return tuple(
            RoundFacts(
                name=each.name,
                explosive_size=each.explosive_size,
                makeup=dict(each.makeup),
                stability=each.stability.value,
                count=each.full,
                left=None if each.count == each.full else each.count,
            )
            for each in self._rows(Round, "rack_id", rack.id)
            if each.full or each.count
        )

    def _states(self, unit: Unit, rows: list[SQLModel]) -> tuple[StateFacts, ...]:
        own = self._rows(State, "unit_id", unit.id)
        rows += [state for state in own if state.kind not in PAIRED]
        for state in (*own, *self._rows(State, "with_id", unit.id)):
            self._pair(unit, state)
        return tuple(
            StateFacts(
                kind=each.kind.value,
                cause=each.cause,
                lasting=each.lasting,
                ends_with=whose(self._session, unit, each.clock_player_id),
                clock_edge=each.clock_edge.value,
                pending_damage=each.pending_damage,
                until=each.until,
            )
            for each in own
            if each.kind not in PAIRED
        )

    def _pair(self, unit: Unit, state: State) -> None:
        """Tell of a pair once, with its first unit; as lost where the other is of another army."""
        if state.kind not in PAIRED:
            return
        words = GRABBED if state.kind is StateKind.GRABBED else ENGAGED
        self._bind(words, unit, state.unit_id, state.with_id, said=state.kind.value)

    def _bind(
        self, kind: str, told_by: Unit, unit_id: int, other_id: int | None, *, said: str,
        weapon: int | None = None, place: str = "",
    ) -> None:  # fmt: skip
        number, other = self._number.get(unit_id), self._number.get(other_id)
        if number and other:
            bond = Bond(kind=kind, unit=number, other=other, weapon=weapon, place=place)
            if bond not in self._bonds:
                self._bonds.append(bond)
            return
        stranger = self._session.get(Unit, unit_id if other else other_id)
        name = stranger.name if stranger else "nobody"
        self._lost.append(Remark(told_by.name, f"{said}: {name} is of another army"))

    def _fires(self, unit: Unit, rows: list[SQLModel]) -> tuple[FireFacts, ...]:
        own = self._rows(Fire, "unit_id", unit.id)
        rows += own
        return tuple(
            FireFacts(
                kind=each.kind.value,
                size=each.size,
                permanent_dice=each.permanent_dice,
                set_by=whose(self._session, unit, each.set_by_id),
                driver=whose(self._session, unit, each.driver_id),
                place=each.place,
                final_stage=each.final_stage,
            )
            for each in own
        )

    def _carried(self, unit: Unit, rows: list[SQLModel]) -> tuple[CarriedFacts, ...]:
        own = self._rows(Explosive, "carrier_id", unit.id)
        rows += own
        return tuple(
            CarriedFacts(
                name=each.name,
                explosive_size=each.explosive_size,
                makeup=dict(each.makeup),
                stability=each.stability.value,
                state=each.state.value,
                place=each.place,
                owner=whose(self._session, unit, each.player_id),
                causer=whose(self._session, unit, each.causer_id),
            )
            for each in own
        )

    def _controls(self, unit: Unit, weapon: Weapon, weapons: Sequence[Weapon]) -> None:
        for point in self._rows(ControlPoint, "weapon_id", weapon.id):
            if point.occupant_id is None:
                continue
            said = f"who mans {weapon.name}"
            place, number = point.place, weapons.index(weapon) + 1
            self._bind(
                CONTROLS, unit, point.occupant_id, unit.id, said=said, weapon=number, place=place
            )

    def _scifi(self, unit: Unit, rows: list[SQLModel]) -> ScifiFacts | None:
        facts = facts_of(self._session, unit.id or 0)
        weapons = self._rows(SfWeapon, "unit_id", unit.id)
        rows += [*([facts] if facts else []), *weapons]
        if facts is None:
            if weapons:
                self._lost.append(Remark(unit.name, "its Sci-fi weapons: it has no Sci-fi facts"))
            return None
        own = [each.name for each in fields(ScifiFacts) if each.name in SfUnit.model_fields]
        made = {name: getattr(facts, name) for name in own}
        arms = tuple(
            self._sf_weapon(unit, row, number, rows) for number, row in enumerate(weapons, 1)
        )
        return ScifiFacts(**{**made, "equipment": tuple(facts.equipment)}, weapons=arms)

    def _sf_weapon(
        self, unit: Unit, row: SfWeapon, number: int, rows: list[SQLModel]
    ) -> SfArmFacts:
        if row.structure_id is not None:
            said = f"where {row.name} is emplaced"
            self._bind(EMPLACED, unit, unit.id or 0, row.structure_id, said=said, weapon=number)
        crew = crew_rows(self._session, row)
        for member in crew:
            if member.unit_id is not None:
                said = f"who serves {row.name}"
                self._bind(
                    CREW, unit, member.unit_id, unit.id, said=said, weapon=number, place=member.name
                )
        stores = stores_of(self._session, row)
        rows += [*crew, *stores]
        own = [each.name for each in fields(SfArmFacts) if each.name in SfWeapon.model_fields]
        facts = {name: getattr(row, name) for name in own}
        facts |= {"effects": tuple(row.effects), "needs": tuple(row.needs)}
        facts["capabilities"] = tuple(
            CapabilityFacts(name=each.name, melee=each.melee, holder=each.holder)
            for each in capabilities_of(row)
        )
        return SfArmFacts(
            **facts,
            stores=tuple(self._store(each) for each in stores),
            crew=tuple(
                CrewFacts(name=each.name, role=each.role, alive=each.alive, fixed=each.fixed)
                for each in crew
            ),
        )

    def _store(self, row: Any) -> StoreFacts:
        loads = loads_of(self._session, row)
        names = [each.name for each in fields(SfRoundsLeft)]
        return StoreFacts(
            holder=row.holder,
            capability=row.capability,
            unit_name=row.unit_name,
            most=row.most,
            loads=tuple(
                SfRoundsLeft(**{name: getattr(load, name) for name in names}) for load in loads
            ),
        )

    def _tell_lost(self, unit: Unit, rows: Iterable[SQLModel], weapons: Sequence[Weapon]) -> None:
        found = lost_columns(rows, self._now)
        arms = [weapon.id for weapon in weapons]
        sf_arms = [row.id for row in rows if isinstance(row, SfWeapon)]
        for kind, tied in NAMED_TABLES.items():
            for column in tied.by:
                keys = [unit.id] if column not in _OF_ARMS else arms
                keys = sf_arms if column == "sf_weapon_id" else keys
                wanted = select(kind).where(col(getattr(kind, column)).in_(keys))
                found += [
                    tied.words(row)
                    for row in self._session.exec(wanted)
                    if tied.counts(row)
                    and (not tied.stamp or getattr(row, tied.stamp) == self._now)
                ]
        self._lost += [Remark(unit.name, words) for words in dict.fromkeys(found)]


def _once(lost: Sequence[Remark]) -> tuple[Remark, ...]:
    """Return what is lost; what many units lose alike is said once."""
    many: dict[str, list[Remark]] = {}
    for each in lost:
        many.setdefault(each.words, []).append(each)
    said: list[Remark] = []
    for words, remarks in many.items():
        whole = len(remarks) > MANY
        said += [Remark(f"{len(remarks)} units", words)] if whole else remarks
    return tuple(said)


MANY = 5
"""Units of which the same is said one by one."""

_OF_ARMS = ("weapon_id", "projector_id")
"""Columns that name a weapon, and not a unit."""


def gathered(recruits: Iterable[Recruit]) -> tuple[Recruit, ...]:
    """Return units with copies that follow each other as one: Pikeman, Pikeman 2, Pikeman 3."""
    found: list[Recruit] = []
    for each in recruits:
        last = found[-1] if found else None
        if last and last.unit.copies < MOST_COPIES and each == _next_copy(last):
            more = replace(last.unit, copies=last.unit.copies + 1)
            found[-1] = replace(last, unit=more)
        else:
            found.append(each)
    return tuple(found)


def _next_copy(recruit: Recruit) -> Recruit:
    """Return one more of these, under the name that it would then have."""
    unit: AddUnit = recruit.unit
    suffix = f" {unit.copies + 1}"
    name = unit.name[: text.NAME_LENGTH - len(suffix)].rstrip() + suffix
    return replace(recruit, unit=replace(unit, copies=1, name=name))
