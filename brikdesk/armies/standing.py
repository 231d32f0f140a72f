"""Units of a campaign as they stand, as the acts that would add them, and the list of what is kept."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from msgspec import Struct
from sqlmodel import Session, SQLModel, col, select

from brikdesk import text
from brikdesk.acts.armies import (
    CONTROLS,
    CREW,
    EMPLACED,
    ENGAGED,
    GRABBED,
    Bond,
    CrewFacts,
    Recruit,
    ScifiFacts,
    SfArmFacts,
    SfRoundsLeft,
    StoreFacts,
)
from brikdesk.acts.checks import initials
from brikdesk.acts.scifi.weapons import CapabilityFacts
from brikdesk.acts.units.facts import BUILT, FACTS, HURT
from brikdesk.acts.units.roster import (
    MOST_COPIES,
    AddUnit,
    CarriedFacts,
    FireFacts,
    StateFacts,
    whose,
)
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts
from brikdesk.acts.weapons.weapons import ChamberFacts, WeaponFacts, usual_places
from brikdesk.armies.army_form import Army, Remark
from brikdesk.copied import copied
from brikdesk.rules.brikwars.controls_and_jams import COCKPIT, default_controls
from brikdesk.store import tables
from brikdesk.store.house_rules import thrusts
from brikdesk.store.scifi import capabilities_of, crew_rows, facts_of, loads_of, stores_of
from brikdesk.store.views import view
from brikdesk.store.views.states import BINDS
from brikdesk.turns.turn_order import present_turn

_PLACED = ("token", "x", "y")
"""Facts of one unit on one table, which its copies do not share."""


def as_new(session: Session, unit: tables.Unit) -> AddUnit:
    """Return the act that adds a unit again, unhurt, unspent and with full racks."""
    facts: dict[str, Any] = {
        name: _plain(getattr(unit, name)) for name in BUILT if name not in _PLACED
    }
    if unit.token != initials(unit.name):
        facts["token"] = unit.token
    weapons = _rows(session, tables.Weapon, "unit_id", unit.id)
    return AddUnit(
        name=unit.name,
        preset=unit.preset,
        weapons=tuple(_weapon(session, unit, weapon) for weapon in weapons),
        racks=_racks(session, unit, [weapon.id for weapon in weapons]),
        squad=session.exec(select(tables.Squad.name).where(tables.Squad.unit_id == unit.id)).first()
        or "",
        **facts,
    )


def _rows(session: Session, kind: type[Any], column: str, key: int | None) -> list[Any]:
    """Return the rows of a table with this key in a column, in the order in which they were made."""
    own = select(kind).where(getattr(kind, column) == key)
    return list(session.exec(own.order_by(col(kind.id))))


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return tuple(value) if isinstance(value, list) else value


def _weapon(session: Session, unit: tables.Unit, weapon: tables.Weapon) -> WeaponFacts:
    points = _rows(session, tables.ControlPoint, "weapon_id", weapon.id)
    places = [point.place for point in points]
    vehicle = unit.kind is tables.UnitKind.VEHICLE
    if vehicle and COCKPIT in places:
        places.remove(COCKPIT)
    seats = () if tuple(places) == default_controls(vehicle=False) else tuple(places)
    return copied(
        WeaponFacts,
        weapon,
        controls=seats,
        thrusting=thrusts(session, weapon.id),
        inoperative=False,
        lying="",
    )


def _racks(
    session: Session, unit: tables.Unit, weapon_ids: Sequence[int | None]
) -> tuple[RackFacts, ...]:
    return tuple(
        copied(
            RackFacts,
            rack,
            weapon=weapon_ids.index(rack.weapon_id) if rack.weapon_id in weapon_ids else None,
            rounds=_rounds(session, rack),
        )
        for rack in _rows(session, tables.Rack, "unit_id", unit.id)
    )


def _rounds(session: Session, rack: tables.Rack) -> tuple[RoundFacts, ...]:
    return tuple(
        copied(RoundFacts, each, count=each.full)
        # What came during a battle is no part of a full rack.
        for each in _rows(session, tables.Round, "rack_id", rack.id)
        if each.full
    )


class InFile(Enum):
    """What an army file does with a column that is not lost."""

    CARRIED = "carried"
    ROW = "which row it is"


CARRIED, ROW = InFile.CARRIED, InFile.ROW


class NotCarried(Struct, frozen=True):
    """A column that the file does not hold, and what is said where it matters.

    - `stamp`: the column with the turn to which it belongs; it is lost only while that turn runs.
    - `anew`: it is such a stamp itself, and begins anew in the file; it is lost after that turn.
    """

    words: str
    stamp: str = ""
    anew: bool = False


_DONE = "what it did in this turn"
_TURN = NotCarried(_DONE, "action_spent_turn_id")
_MOVED = NotCarried(_DONE, "moved_turn_id")
_SHOT = NotCarried(_DONE, "ranged_turn_id")
_FOUGHT = NotCarried(_DONE, "melee_turn_id")
_STORED = NotCarried("the Power that it has stored")
_CLOCK = NotCarried("the time that its states and fires have lasted: they begin anew", anew=True)
_PLACE = NotCarried("its place on the table")
_USED = NotCarried("that its weapons were used in this turn", "fired_turn_id")
_BATTERED = NotCarried("the damage that its Explosives took in this turn", "damaged_turn_id")

ColumnsOfRow = Mapping[str, InFile | NotCarried]


def _ways(carried: str, row: str = "id", **named: NotCarried) -> ColumnsOfRow:
    return {
        **dict.fromkeys(carried.split(), CARRIED),
        **dict.fromkeys(row.split(), ROW),
        **named,
    }


KEPT: Mapping[type[SQLModel], ColumnsOfRow] = {
    tables.Unit: _ways(
        f"name preset on_table {' '.join(FACTS)}",
        "id player_id",
        lost_turn_id=NotCarried("when it was lost"),
        action_spent_turn_id=_TURN,
        actions_spent=_TURN,
        move_used=_MOVED,
        moved_turn_id=_MOVED,
        power_saved=_STORED,
        power_saved_turn_id=_STORED,
        diverted_turn_id=NotCarried(_DONE, "diverted_turn_id"),
        ranged_turn_id=_SHOT,
        ranged_target=_SHOT,
        melee_turn_id=_FOUGHT,
        melee_damage=_FOUGHT,
        melee_armor=_FOUGHT,
        melee_foes=_FOUGHT,
        hands_used=_FOUGHT,
        fought=NotCarried("with what its fires were fought"),
        x=_PLACE,
        y=_PLACE,
    ),
    tables.Squad: _ways("name", "id unit_id"),
    tables.State: _ways(
        "with_id kind cause lasting clock_player_id clock_edge pending_damage until",
        "id unit_id",
        since_turn_id=_CLOCK,
    ),
    tables.Fire: _ways(
        "kind size permanent_dice set_by_id driver_id place final_stage",
        "id unit_id",
        lit_turn_id=_CLOCK,
        burned_turn_id=NotCarried(_DONE, "burned_turn_id"),
        ran_turn_id=NotCarried(_DONE, "ran_turn_id"),
    ),
    tables.Explosive: _ways(
        "player_id name explosive_size makeup stability state causer_id place",
        "id carrier_id",
        damage_taken=_BATTERED,
        damaged_turn_id=_BATTERED,
        activated_turn_id=_CLOCK,
        x=_PLACE,
        y=_PLACE,
    ),
    tables.Weapon: _ways(
        "name kind preset size use range damage max_payload hands mounted inoperative lying",
        "id unit_id",
        fired_turn_id=_USED,
        reloaded_turn_id=NotCarried("that its weapons were used in this turn", "reloaded_turn_id"),
        last_player_id=_USED,
        used=_USED,
    ),
    tables.Thrusting: _ways("made", "id weapon_id"),
    tables.ControlPoint: _ways("place occupant_id", "id weapon_id"),
    tables.Rack: _ways("name place battery weapon_id", "id unit_id"),
    tables.Round: _ways("name explosive_size makeup stability count full", "id rack_id"),
    tables.Chamber: _ways("rack_id name explosive_size makeup stability count", "id weapon_id"),
    tables.SfUnit: _ways(
        "kind size armor_class powered_armor on_foot open_topped equipment", "id unit_id"
    ),
    tables.SfWeapon: _ways(
        "name type family form typed_factor range_factor minimum_range rate infantry_class shape"
        " area_size area_width nature warhead effects detection_effect cost barrels count"
        " capabilities needs mounting structure_id carry_override destroyed notes last_mode",
        "id unit_id",
        fired=_USED,
        capability_used=_USED,
        special_fire=_USED,
        fired_turn_id=_USED,
    ),
    tables.SfStore: _ways(
        "capability holder unit_name most",
        "id sf_weapon_id",
        fired_this_turn=_USED,
        fired_turn_id=_USED,
    ),
    tables.SfLoad: _ways("name loaded fired lost adjusted", "id store_id"),
    tables.SfCrew: _ways(
        "unit_id name role alive fixed",
        "id sf_weapon_id",
        role_turn_id=_CLOCK,
        initiative_turn_id=NotCarried(_DONE, "initiative_turn_id"),
    ),
}
"""Each table of which a file carries rows, with the way of each of its columns."""


class Tied(Struct, frozen=True):
    """A table of which no file holds rows: by which columns a row belongs to a unit, and its words.

    `stamp`: the row counts in the turn of this column only. `counts`: whether a row means anything.
    """

    by: tuple[str, ...]
    words: Callable[[Any], str]
    stamp: str = ""
    counts: Callable[[Any], bool] = lambda row: True


def _says(words: str) -> Callable[[Any], str]:
    return lambda row: words


NAMED_TABLES: Mapping[type[SQLModel], Tied] = {
    tables.Inside: Tied(
        ("unit_id",), _says("that it stands in a Field or a fire"), counts=lambda row: not row.left
    ),
    tables.PowerUse: Tied(
        ("unit_id", "weapon_id"), _says("the Power that it used in this turn"), "turn_id"
    ),
    tables.Encounter: Tied(("unit_id",), _says("the hazard that it met on its way"), "turn_id"),
    tables.Parting: Tied(("unit_id", "foe_id"), _says("that it Disengages"), "turn_id"),
    tables.Maneuver: Tied(("unit_id",), _says(_DONE), "turn_id"),
    tables.Sprint: Tied(("unit_id",), _says("its Sprint"), "turn_id"),
    tables.Run: Tied(
        ("unit_id",),
        _says("its straight run and its MOM"),
        counts=lambda row: row.inches or row.mom,
    ),
    tables.Homing: Tied(("weapon_id",), lambda row: f"that it homes in on {row.target}"),
    tables.Mark: Tied(("scout_id", "target_id"), _says("a Scout's Mark")),
    tables.Projectile: Tied(
        ("unit_id", "weapon_id"), lambda row: f"{row.name}, which is in the air"
    ),
    tables.Field: Tied(("carrier_id", "projector_id"), lambda row: f"its Field {row.name}"),
    tables.Trap: Tied(("weapon_id",), lambda row: f"the Trap {row.name}, of which it is part"),
    tables.Note: Tied(
        ("unit_id",), _says("a note that is pinned to it"), counts=lambda row: not row.done
    ),
    tables.PinnedPhoto: Tied(("unit_id",), _says("a photo that shows it")),
    tables.Terrain: Tied(("unit_id",), _says("the piece of the table that it is")),
    tables.Stance: Tied(("unit_id",), _says("its place on the table")),
    tables.SfDetection: Tied(("unit_id",), _says("who has detected it")),
    tables.SfShot: Tied(("unit_id", "sf_weapon_id"), _says("its shots of this turn"), "turn_id"),
}
"""Each table of which a file names rows."""


def lost_columns(rows: Iterable[SQLModel], now: int | None) -> list[str]:
    """Return in words what the columns of a unit's rows hold that no file does, each once.

    `now` is the stamp of the running turn.
    """
    found: dict[str, None] = {}
    for row in rows:
        for column, way in KEPT[type(row)].items():
            if isinstance(way, NotCarried) and _matters(row, column, way, now):
                found[way.words] = None
    return list(found)


def _matters(row: SQLModel, column: str, way: NotCarried, now: int | None) -> bool:
    value = getattr(row, column)
    if way.anew:
        return value is not None and value != now
    if way.stamp and (now is None or getattr(row, way.stamp) != now):
        return False
    made = type(row).model_fields[column].get_default(call_default_factory=True)
    return bool(value != made and value is not None)


@view(*KEPT, *NAMED_TABLES, tables.Player, tables.Turn)
def army_standing(session: Session, player_id: int | None) -> Army:
    """Return all units of a player as they stand, lost ones too; None: those of nobody."""
    theirs = (
        select(tables.Unit)
        .where(tables.Unit.player_id == player_id, col(tables.Unit.fate) != tables.Fate.REMOVED)
        .order_by(col(tables.Unit.id))
    )
    player = session.get(tables.Player, player_id) if player_id is not None else None
    return standing(session, list(session.exec(theirs)), player.faction if player else "")


def standing(session: Session, units: Sequence[tables.Unit], name: str) -> Army:
    """Return these units as an army of this name, as they stand."""
    return _Standing(session, units).army(name)


class _Standing:
    """The units of an army while they are read: in their order, which their bonds count by."""

    def __init__(self, session: Session, units: Sequence[tables.Unit]) -> None:
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

    def _recruit(self, unit: tables.Unit) -> Recruit:
        weapons = _rows(self._session, tables.Weapon, "unit_id", unit.id)
        racks = _rows(self._session, tables.Rack, "unit_id", unit.id)
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

    def _hurt(self, unit: tables.Unit) -> dict[str, Any]:
        # None is left out of a file: what is as new is not told.
        hurt = {name: _plain(getattr(unit, name)) or None for name in HURT}
        fate = None if unit.fate is tables.Fate.ALIVE else hurt["fate"]
        return hurt | {"fate": fate, "on_table": None if unit.on_table else False}

    def _weapon(
        self,
        unit: tables.Unit,
        facts: WeaponFacts,
        row: tables.Weapon,
        racks: Sequence[tables.Rack],
    ) -> WeaponFacts:
        places = [rack.id for rack in racks]
        chamber = tuple(
            copied(
                ChamberFacts,
                each,
                rack=places.index(each.rack_id) if each.rack_id in places else None,
            )
            for each in _rows(self._session, tables.Chamber, "weapon_id", row.id)
        )
        made = replace(facts, inoperative=row.inoperative, lying=row.lying, chamber=chamber)
        points = _rows(self._session, tables.ControlPoint, "weapon_id", row.id)
        there = tuple(point.place for point in points)
        vehicle = unit.kind is tables.UnitKind.VEHICLE
        usual = usual_places(vehicle=vehicle, mounted=row.mounted, seats=facts.controls)
        # Controls that adding the unit would make are not told either.
        return made if there == usual else replace(made, controls=(), places=there)

    def _rounds(self, rack: tables.Rack) -> tuple[RoundFacts, ...]:
        return tuple(
            copied(
                RoundFacts,
                each,
                count=each.full,
                left=None if each.count == each.full else each.count,
            )
            for each in _rows(self._session, tables.Round, "rack_id", rack.id)
            if each.full or each.count
        )

    def _states(self, unit: tables.Unit, rows: list[SQLModel]) -> tuple[StateFacts, ...]:
        own = _rows(self._session, tables.State, "unit_id", unit.id)
        # A state that two units share is told as a bond.
        rows += [state for state in own if state.kind not in BINDS]
        for state in (*own, *_rows(self._session, tables.State, "with_id", unit.id)):
            self._pair(unit, state)
        return tuple(
            copied(StateFacts, each, ends_with=whose(self._session, unit, each.clock_player_id))
            for each in own
            if each.kind not in BINDS
        )

    def _pair(self, unit: tables.Unit, state: tables.State) -> None:
        """Bind two units of one state once; note it as lost if one of them is of another army."""
        if state.kind not in BINDS:
            return
        words = GRABBED if state.kind is tables.StateKind.GRABBED else ENGAGED
        self._bind(words, unit, state.unit_id, state.with_id, said=state.kind.value)

    def _bind(
        self, kind: str, told_by: tables.Unit, unit_id: int, other_id: int | None, *, said: str,
        weapon: int | None = None, place: str = "",
    ) -> None:  # fmt: skip
        # Bonds count units by their places in the army: a stranger has none.
        number, other = self._number.get(unit_id), self._number.get(other_id)
        if number and other:
            bond = Bond(kind=kind, unit=number, other=other, weapon=weapon, place=place)
            if bond not in self._bonds:
                self._bonds.append(bond)
            return
        stranger = self._session.get(tables.Unit, unit_id if other else other_id)
        name = stranger.name if stranger else "nobody"
        self._lost.append(Remark(told_by.name, f"{said}: {name} is of another army"))

    def _fires(self, unit: tables.Unit, rows: list[SQLModel]) -> tuple[FireFacts, ...]:
        own = _rows(self._session, tables.Fire, "unit_id", unit.id)
        rows += own
        return tuple(
            copied(
                FireFacts,
                each,
                set_by=whose(self._session, unit, each.set_by_id),
                driver=whose(self._session, unit, each.driver_id),
            )
            for each in own
        )

    def _carried(self, unit: tables.Unit, rows: list[SQLModel]) -> tuple[CarriedFacts, ...]:
        own = _rows(self._session, tables.Explosive, "carrier_id", unit.id)
        rows += own
        return tuple(
            copied(
                CarriedFacts,
                each,
                owner=whose(self._session, unit, each.player_id),
                causer=whose(self._session, unit, each.causer_id),
            )
            for each in own
        )

    def _controls(
        self, unit: tables.Unit, weapon: tables.Weapon, weapons: Sequence[tables.Weapon]
    ) -> None:
        for point in _rows(self._session, tables.ControlPoint, "weapon_id", weapon.id):
            if point.occupant_id is None:
                continue
            said = f"who mans {weapon.name}"
            place, number = point.place, weapons.index(weapon) + 1
            self._bind(
                CONTROLS, unit, point.occupant_id, unit.id, said=said, weapon=number, place=place
            )

    def _scifi(self, unit: tables.Unit, rows: list[SQLModel]) -> ScifiFacts | None:
        facts = facts_of(self._session, unit.id or 0)
        weapons = _rows(self._session, tables.SfWeapon, "unit_id", unit.id)
        rows += [*([facts] if facts else []), *weapons]
        if facts is None:
            if weapons:
                self._lost.append(Remark(unit.name, "its Sci-fi weapons: it has no Sci-fi facts"))
            return None
        arms = tuple(
            self._sf_weapon(unit, row, number, rows) for number, row in enumerate(weapons, 1)
        )
        return copied(ScifiFacts, facts, weapons=arms)

    def _sf_weapon(
        self, unit: tables.Unit, row: tables.SfWeapon, number: int, rows: list[SQLModel]
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
        return copied(
            SfArmFacts,
            row,
            capabilities=tuple(copied(CapabilityFacts, each) for each in capabilities_of(row)),
            stores=tuple(self._store(each) for each in stores),
            crew=tuple(copied(CrewFacts, each) for each in crew),
        )

    def _store(self, row: Any) -> StoreFacts:
        loads = (copied(SfRoundsLeft, load) for load in loads_of(self._session, row))
        return copied(StoreFacts, row, loads=tuple(loads))

    def _tell_lost(
        self, unit: tables.Unit, rows: Iterable[SQLModel], weapons: Sequence[tables.Weapon]
    ) -> None:
        found = lost_columns(rows, self._now)
        arms = [weapon.id for weapon in weapons]
        sf_arms = [row.id for row in rows if isinstance(row, tables.SfWeapon)]
        for kind, tied in NAMED_TABLES.items():
            for column in tied.by:
                # A row belongs to a unit by the unit's own key, or by that of one of its weapons.
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
    """Return units with neighbouring copies as one: Pikeman, Pikeman 2, Pikeman 3 are three of them."""
    found: list[Recruit] = []
    for each in recruits:
        last = found[-1] if found else None
        # Whoever differs in anything, such as a wound, stays a unit of its own.
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
