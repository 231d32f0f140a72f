"""What stands in the library: templates as values, their rows of data, and the acts that use them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct, field

from brikdesk import text
from brikdesk.acts.armies.arriving import Bond, Recruit, TakeArmy
from brikdesk.acts.battlefield import template
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.roster.units import MOST_COPIES, AddUnit
from brikdesk.acts.turn.turns import Together
from brikdesk.armies.army_form import Army
from brikdesk.armies.unit_in_words import carries_of, what_of
from brikdesk.armies.unit_rows import (
    bonds_from_data,
    bonds_to_data,
    recruits_from_data,
    recruits_to_data,
)
from brikdesk.errors import BadInput
from brikdesk.games import GAMES
from brikdesk.lengths import in_figures, in_inches
from brikdesk.rules.switches import spoken
from brikdesk.store.act import Act
from brikdesk.store.views.battlefield import Ground

UNIT, ARMY, TABLE, RULES = "unit", "army", "table", "rules"
KINDS = {UNIT: "Unit", ARMY: "Army", TABLE: "Table", RULES: "House rules"}
"""The kinds of templates, with their titles."""

_SWITCHES = (bool, int, str)


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
            return what_of(self.units[0].unit, self.units[0].scifi)
        if self.kind == ARMY:
            strange = sum(each.unit.copies for each in self.units if each.scifi)
            return f"{self.count} units{_of_scifi(strange, self.count)}"
        if self.kind == TABLE:
            table, pieces = self.data.get("table", {}), self.data.get("pieces", [])
            wide, deep = in_figures(table.get("width", 0)), in_inches(table.get("depth", 0))
            return f"{wide} × {deep}, {len(pieces)} pieces"
        return f"{len(self.data)} switches"

    @property
    def holds(self) -> str:
        """What is in it, in words."""
        if self.kind == UNIT:
            return carries_of(self.units[0].unit, self.units[0].scifi)
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
    return Template(TABLE, text.name(name), data=json.loads(template.written(ground)))


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
    row["units"] = recruits_to_data(entry.units)
    return row | ({"bonds": bonds_to_data(entry.bonds)} if entry.bonds else {})


def from_data(row: Any) -> Template:
    """Return the template of a row; BadInput if it is none."""
    known = isinstance(row, Mapping) and isinstance(row.get("kind"), str)
    if not known or row["kind"] not in KINDS:
        raise BadInput("This is no template.")
    if set(row) - {"kind", "name", "units", "bonds", "data"} or not isinstance(
        row.get("name"), str
    ):
        raise BadInput("This is no template.")
    kind, name, data = str(row["kind"]), text.name(row["name"]), row.get("data", {})
    if kind in (UNIT, ARMY):
        units = recruits_from_data(row.get("units"), name)
        if kind == UNIT and (len(units) != 1 or units[0].unit.copies != 1):
            raise BadInput(f"{name} is not one unit.")
        return Template(kind, name, units, bonds_from_data(row.get("bonds", []), units, name))
    if not isinstance(data, dict):
        raise BadInput(f"{name} has no content.")
    if kind == TABLE:
        template.read(json.dumps(data), name)  # for what it refuses
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
        return [template.read(json.dumps(entry.data), entry.name, instead=True)]
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
        return [TakeArmy(title=f"Add {entry.name}"[: text.NAME_LENGTH], units=units, bonds=bonds)]
    return [each.unit for each in units]


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


MOST = MOST_COPIES
"""The most copies of one template."""
