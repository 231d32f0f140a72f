"""What stands in the library: templates as values, made of units, found by words, added by acts."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace as with_facts
from sqlmodel import Session, SQLModel, col, select

from brikdesk import text
from brikdesk.acts import armies
from brikdesk.acts.armies import Bond, Recruit
from brikdesk.acts.battlefield import terrain
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.facts import HURT
from brikdesk.acts.units.roster import MOST_COPIES, OWN, AddUnit
from brikdesk.acts.weapons.racks import RackFacts
from brikdesk.acts.weapons.weapons import WeaponFacts, derived
from brikdesk.armies import army_form
from brikdesk.armies.army_form import Army, Remark
from brikdesk.armies.standing import KEPT, NAMED_TABLES, gathered, standing
from brikdesk.errors import BadInput
from brikdesk.games import GAMES
from brikdesk.lengths import in_figures, in_inches
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.scifi.units_and_crews import CrewRole
from brikdesk.rules.switches import spoken
from brikdesk.store import tables
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import Ground

UNIT, ARMY, TABLE, RULES = "unit", "army", "table", "rules"
KINDS = {UNIT: "Unit", ARMY: "Army", TABLE: "Table", RULES: "House rules"}
"""The kinds of templates, with their titles."""

_SWITCHES = (bool, int, str)
_NAMED = ("kind", "name")


class Template(Struct, frozen=True):
    """A template. `units` and `bonds` of a unit or army; `data` of a table (its file) or rules."""

    kind: str
    name: str
    units: tuple[Recruit, ...] = ()
    bonds: tuple[Bond, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many units it adds."""
        return sum(each.unit.copies for each in self.units)

    @property
    def what(self) -> str:
        """What it is, in words."""
        if self.kind == UNIT:
            return army_form.what_of(self.units[0].unit, self.units[0].scifi)
        if self.kind == ARMY:
            strange = sum(each.unit.copies for each in self.units if each.scifi)
            return f"{text.number_of(self.count, 'unit')}{_of_scifi(strange, self.count)}"
        if self.kind == TABLE:
            table, pieces = self.data.get("table", {}), self.data.get("pieces", [])
            wide, deep = in_figures(table.get("width", 0)), in_inches(table.get("depth", 0))
            return f"{wide} × {deep}, {text.number_of(len(pieces), 'piece')}"
        return text.number_of(len(self.data), "switch", "switches")

    @property
    def holds(self) -> str:
        """What is in it, in words."""
        if self.kind == UNIT:
            return army_form.carries_of(self.units[0].unit, self.units[0].scifi)
        if self.kind == ARMY:
            units = [each.unit for each in self.units]
            return ", ".join(f"{u.copies} {u.name}" if u.copies > 1 else u.name for u in units)
        if self.kind == TABLE:
            names = (
                str(piece.get("name") or piece.get("kind", ""))
                for piece in self.data.get("pieces", [])
            )
            return ", ".join(dict.fromkeys(names))
        return ", ".join(_changed(self.data)) or "all as by default"


def _of_scifi(count: int, all_of_them: int) -> str:
    return "" if not count else ", Sci-fi" if count == all_of_them else f", {count} of them Sci-fi"


def _changed(values: Mapping[str, Any]) -> list[str]:
    """Return the house rules with another value than by default, by their titles."""
    known = {id: rule for game in GAMES.values() for id, rule in game.house_rules.items()}
    return [
        f"{known[switch].title}: {spoken(_tuple(value))}"
        for switch, value in values.items()
        if switch in known and known[switch].default not in (value, _tuple(value))
    ]


def of_units(name: str, units: Sequence[AddUnit]) -> Template:
    """Return a template of units: one alone is a unit, whatever it was numbered, else an army."""
    return of_army(name, Army("", tuple(Recruit(unit=unit) for unit in units)))


def of_army(name: str, army: Army) -> Template:
    """Return a template of the units of an army, of either rule set; BadInput if there are none."""
    if not army.units:
        raise BadInput("There is no unit to keep. Select one first.")
    title, first = text.name(name), army.units[0]
    if len(army.units) == 1 and first.unit.copies == 1:
        return Template(UNIT, title, (called(first, title),), army.bonds)
    return Template(ARMY, title, army.units, army.bonds)


def called(recruit: Recruit, name: str) -> Recruit:
    """Return a unit under another name."""
    return replace(recruit, unit=replace(recruit.unit, name=name))


def of_table(name: str, ground: Ground) -> Template:
    """Return a template of a table with its terrain; BadInput if there is none yet."""
    if not ground.battle_id:
        raise BadInput("This campaign has no battle yet, and so no table.")
    return Template(TABLE, text.name(name), data=json.loads(terrain.written(ground)))


def of_rules(name: str, values: Mapping[str, Any]) -> Template:
    """Return a template of house rules."""
    kept = {
        key: list(value) if isinstance(value, tuple) else value for key, value in values.items()
    }
    return Template(RULES, text.name(name), data=kept)


def to_data(entry: Template) -> dict[str, Any]:
    """Return a template as a row of the library's file."""
    row: dict[str, Any] = {"kind": entry.kind, "name": entry.name}
    if not entry.units:
        return row | {"data": entry.data}
    row["units"] = army_form.recruits_to_data(entry.units)
    return row | ({"bonds": army_form.bonds_to_data(entry.bonds)} if entry.bonds else {})


def from_data(row: Any) -> Template:
    """Return the template of a row; BadInput if it is none."""
    named = isinstance(row, Mapping) and all(isinstance(row.get(each), str) for each in _NAMED)
    if not named or row["kind"] not in KINDS or set(row) - {*_NAMED, "units", "bonds", "data"}:
        raise BadInput("This is no template.")
    kind, name, data = str(row["kind"]), text.name(row["name"]), row.get("data", {})
    if kind in (UNIT, ARMY):
        units = army_form.recruits_from_data(row.get("units"), name)
        if kind == UNIT and (len(units) != 1 or units[0].unit.copies != 1):
            raise BadInput(f"{name} is not one unit.")
        return Template(
            kind, name, units, army_form.bonds_from_data(row.get("bonds", []), units, name)
        )
    if not isinstance(data, dict):
        raise BadInput(f"{name} has no content.")
    if kind == TABLE:
        terrain.read(json.dumps(data), name)  # for what it refuses
    elif not all(isinstance(value, _SWITCHES) or _names(value) for value in data.values()):
        raise BadInput(f"{name} has a house rule without a value.")
    return Template(kind, name, data=data)


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


class WantedTemplate(Struct, frozen=True):
    """A template that is used, and how often its units come."""

    entry: Template
    copies: int = 1

    @property
    def count(self) -> int:
        """How many units it adds."""
        return self.entry.count * self.copies


def act_of(
    wanted: Sequence[WantedTemplate], player_id: int | None, rules: Mapping[str, Any]
) -> Together:
    """Return the act that uses these templates, with one undo.

    - `player_id`: whose the units become; None: nobody's.
    - `rules`: the house rules now; only switches with another value are set, and only known ones.

    BadInput if there is nothing to do.
    """
    acts = [act for each in wanted for act in _acts(each, player_id, rules)]
    if not acts:
        raise BadInput("These house rules are in force already.")
    count = sum(each.count for each in wanted)
    many = "1 unit" if count == 1 else f"{count} units"
    names = ", ".join(each.entry.name for each in wanted)
    title = f"Add {many} from the library" if count else f"From the library: {names}"
    return Together(title=title[: text.NAME_LENGTH], acts=tuple(acts))


def _acts(wanted: WantedTemplate, player_id: int | None, rules: Mapping[str, Any]) -> list[Act]:
    entry = wanted.entry
    if entry.kind == TABLE:
        return [terrain.read(json.dumps(entry.data), entry.name, instead=True)]
    if entry.kind == RULES:
        return [
            SetHouseRule(switch=switch, value=value)
            for switch, value in entry.data.items()
            if switch in rules and rules[switch] not in (value, _tuple(value))
        ]
    if entry.kind == UNIT:
        return _joining(entry, player_id, wanted.copies)
    return [act for _ in range(wanted.copies) for act in _joining(entry, player_id)]


def _joining(entry: Template, player_id: int | None, copies: int = 1) -> list[Act]:
    """Return the acts that add the units once, each unit with so many copies."""
    units = tuple(
        replace(
            each, unit=replace(each.unit, player_id=player_id, copies=each.unit.copies * copies)
        )
        for each in entry.units
    )
    bonds = entry.bonds
    if entry.kind == UNIT:  # what is its own with itself, each copy has
        bonds = tuple(
            replace(bond, unit=number, other=number)
            for number in range(1, copies + 1)
            for bond in bonds
        )
    if bonds or any(each.scifi for each in units):
        return [
            armies.TakeArmy(title=f"Add {entry.name}"[: text.NAME_LENGTH], units=units, bonds=bonds)
        ]
    return [each.unit for each in units]


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


MOST = MOST_COPIES
"""The most copies of one template."""


# 3 Trooper, 3 x Trooper, 3×Trooper: behind a letter x stands a space, as names begin with it too.
_PART = re.compile(
    r"\s*(?:(\d{1,4})(?:\s*[x×*](?=\s)\s*|\s*[×*]\s*|\s+)(?=\S))?(.*?)\s*",
    re.DOTALL | re.IGNORECASE,
)


class AskedPart(Struct, frozen=True):
    """One part of what was typed: how many, the words, and what fits them, the best first."""

    copies: int
    words: str
    fits: tuple[Template, ...]


def asked(said: str, entries: Sequence[Template]) -> tuple[AskedPart, ...]:
    """Return the parts between commas or semicolons: none of an empty text. All fits an empty part."""
    if not said.strip():
        return ()
    parts = []
    for words in re.split("[,;]", said[:2000]):
        found = _PART.fullmatch(words)
        copies, name = (found[1], found[2]) if found else (None, words)
        parts.append(AskedPart(int(copies or 1), name, fitting(name, entries)))
    return tuple(parts)


def fitting(words: str, entries: Sequence[Template]) -> tuple[Template, ...]:
    """Return the templates in which every word occurs, first those with the words in their names."""
    wanted = words.casefold().split()
    ranked = [(rank, entry) for entry in entries if (rank := _rank(wanted, entry)) is not None]
    return tuple(entry for _, entry in sorted(ranked, key=lambda pair: pair[0]))


def _rank(wanted: Sequence[str], entry: Template) -> int | None:
    name = entry.name.casefold()
    if " ".join(wanted) == name:
        return 0
    if name.startswith(" ".join(wanted)):
        return 1
    beginnings = name.split()
    if all(any(each.startswith(word) for each in beginnings) for word in wanted):
        return 2
    if all(word in name for word in wanted):
        return 3
    whole = f"{name} {KINDS[entry.kind]} {entry.what} {entry.holds}".casefold()
    return 4 if all(word in whole for word in wanted) else None


def wanted_of(parts: Sequence[AskedPart]) -> tuple[WantedTemplate, ...]:
    """Return the best of each part with its copies; BadInput if one has none, or asks too many."""
    found = []
    for part in parts:
        if not part.words:
            continue  # a comma at the end, or two of them
        if not part.fits:
            raise BadInput(f"Nothing in the library fits “{part.words[:40]}”.")
        if not 1 <= part.copies <= MOST:
            raise BadInput(f"From 1 to {MOST} copies of one template, not {part.copies}.")
        found.append(WantedTemplate(part.fits[0], part.copies))
    if not found:
        raise BadInput("Name a template first.")
    return tuple(found)


BUILT_BONDS = (armies.CONTROLS, armies.CREW, armies.EMPLACED)
"""Bonds that are no matter of a battle: who mans what, and where it stands."""

_APART = (tables.Trap, tables.PinnedPhoto, tables.Note)
"""What belongs to a unit, and stays with its campaign."""


@view(*KEPT, *NAMED_TABLES, tables.HouseRule, tables.Player, tables.Turn)
def units_as_built(session: Session, unit_ids: tuple[int, ...]) -> Army:
    """Return these units as a template keeps them; `lost` names what belongs to them and is not kept."""
    found = [unit for unit_id in unit_ids if (unit := session.get(tables.Unit, unit_id))]
    return _as_built(session, found)


@view(*KEPT, *NAMED_TABLES, tables.HouseRule, tables.Player, tables.Turn)
def army_as_built(session: Session, player_id: int | None) -> Army:
    """Return all units of a player so, also those that are dead; None: nobody's."""
    theirs = (
        select(tables.Unit)
        .where(tables.Unit.player_id == player_id, col(tables.Unit.fate) != tables.Fate.REMOVED)
        .order_by(col(tables.Unit.id))
    )
    return _as_built(session, list(session.exec(theirs)))


def _as_built(session: Session, units: Sequence[tables.Unit]) -> Army:
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
    unhurt: dict[str, Any] = dict.fromkeys((*HURT, "on_table"))
    unit: AddUnit = replace(
        recruit.unit,
        **unhurt, states=(), fires=(),
        weapons=tuple(_unspent_weapon(each) for each in recruit.unit.weapons or ()),
        racks=tuple(_full(each) for each in recruit.unit.racks),
        explosives=tuple(
            replace(each, owner=OWN, causer="")
            for each in recruit.unit.explosives
            if each.state == tables.ExplosiveState.STORED.value
        ),
    )  # fmt: skip
    return replace(recruit, unit=unit, scifi=scifi)


def _unspent_weapon(weapon: WeaponFacts) -> WeaponFacts:
    return replace(weapon, inoperative=False, lying="", chamber=())


def _full(rack: RackFacts) -> RackFacts:
    # What came during a battle is no part of a full rack.
    full = tuple(replace(each, left=None) for each in rack.rounds if each.count)
    return replace(rack, rounds=full)


def _unspent_arm(weapon: armies.SfArmFacts) -> armies.SfArmFacts:
    return replace(
        weapon,
        destroyed=False,
        last_mode=None,
        stores=tuple(_stocked(each) for each in weapon.stores),
        crew=_all_alive(weapon.crew),
    )


def _stocked(store: armies.StoreFacts) -> armies.StoreFacts:
    loads = tuple(replace(each, fired=0, lost=0, adjusted=0) for each in store.loads)
    return replace(store, loads=loads)


def _all_alive(crew: Sequence[armies.CrewFacts]) -> tuple[armies.CrewFacts, ...]:
    """Return the crew alive; of a dead gunner and the one who took over only the latter is gunner."""
    taken: set[CrewRole] = set()
    roles: dict[int, CrewRole] = {}
    for at, each in sorted(enumerate(crew), key=lambda pair: not pair[1].alive):
        role = CrewRole.LOADER if each.role is CrewRole.NEXT_LOADER else each.role
        roles[at] = CrewRole.OTHER if role in taken else role
        taken.add(role)
    return tuple(replace(each, alive=True, role=roles[at]) for at, each in enumerate(crew))


def _left_behind(session: Session, units: Sequence[tables.Unit]) -> Iterator[Remark]:
    """Return what belongs to units, and is no part of their template."""
    ids = {unit.id for unit in units}
    for unit in units:
        for weapon in _rows(session, tables.Weapon, "unit_id", unit.id):
            yield from _worked_out(session, unit, weapon)
            for point in _rows(session, tables.ControlPoint, "weapon_id", weapon.id):
                yield from _stranger(session, unit, point.occupant_id, ids, f"at {weapon.name}")
        for weapon in _rows(session, tables.SfWeapon, "unit_id", unit.id):
            place = weapon.structure_id
            yield from _stranger(session, unit, place, ids, f"where {weapon.name} stands")
            for member in _rows(session, tables.SfCrew, "sf_weapon_id", weapon.id):
                who = f"who serves {weapon.name}"
                yield from _stranger(session, unit, member.unit_id, ids, who)
        for kind in _APART:
            for column in NAMED_TABLES[kind].by:
                yield from _apart(session, kind, column, unit)


def _worked_out(session: Session, unit: tables.Unit, weapon: tables.Weapon) -> Iterator[Remark]:
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
    session: Session, unit: tables.Unit, other_id: int | None, ids: set[int | None], why: str
) -> Iterator[Remark]:
    if other_id is not None and other_id not in ids:
        other = session.get_one(tables.Unit, other_id)
        yield Remark(unit.name, f"{other.name}, {why}, a unit of its own: keep both together")


def _apart(
    session: Session, kind: type[SQLModel], column: str, unit: tables.Unit
) -> Iterator[Remark]:
    keys = [unit.id]
    if column == "weapon_id":
        keys = [weapon.id for weapon in _rows(session, tables.Weapon, "unit_id", unit.id)]
    for key in keys:
        for row in _rows(session, kind, column, key):
            if NAMED_TABLES[kind].counts(row):
                yield Remark(unit.name, NAMED_TABLES[kind].words(row))
