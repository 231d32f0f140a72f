"""The columns of the Units table for the Sci-fi rules, alone or together with BrikWars."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from brikdesk.store.act import Act
from brikdesk.store.views.scifi import SfUnitRow, SfWeaponRow
from brikdesk.store.views.units import UnitRow
from ui.models.scifi_units.roster import SfRoster, cost_in_full, cost_words
from ui.parts.tables.cell_delegate import Painted
from ui.parts.tables.cells import Cell, words
from ui.parts.tables.column_widths import Gives
from ui.parts.units.unit_cells import NOTHING
from ui.parts.units.unit_columns import unit_columns, whole

UnitColumn = Painted[UnitRow]
FIGURES = ("Action", "Armor", "Move", "Power left")
"""Columns of BrikWars that are empty for a unit without BrikWars figures."""


def columns_for(roster: SfRoster, ammo: Callable[[int], str]) -> tuple[UnitColumn, ...]:
    """Return the columns for the rule sets that are played; `ammo` tells of BrikWars racks."""
    plain = unit_columns(ammo)
    if not roster.plays:
        return plain
    by_title = {column.title: column for column in plain}
    own = _own(roster, by_title["Size"])
    if roster.alone:
        unit, state = by_title["Unit"], by_title["State"]
        first = ("Kind", "Size", "Armor class", "Weapons", "Ammo left", "Detected by")
        return (unit, *(own[title] for title in first), state, own["Weapons cost"])
    both = [_beside(column, roster, own) for column in plain if column.title != "Ammo"]
    more = (own["Armor class"], own["Weapons"], _all_ammo(roster, by_title["Ammo"]))
    return (*both, *more, own["Detected by"])


def _own(roster: SfRoster, size: UnitColumn) -> dict[str, UnitColumn]:
    columns: tuple[UnitColumn, ...] = (
        Painted("Kind", _fact(roster, lambda f: f.kind), width=90),
        Painted("Size", _fact(roster, lambda f: str(f.size) if f.size else ""), width=60,
                order=lambda r: _sort(roster, r, lambda f: f.size), edit=_edit("size", "A size")),
        Painted("Armor class", _fact(roster, lambda f: _number(f.armor_class)), short="Armor", width=80,
                order=lambda r: _sort(roster, r, lambda f: f.armor_class),
                edit=_edit("armor_class", "An armor class")),
        Painted("Weapons", lambda r: _weapons(roster, r), gives=Gives.FIRST, width=200,
                tip=lambda r: _weapons_tip(roster, r)),
        Painted("Ammo left", lambda r: roster.ammo(r.id) or NOTHING, gives=Gives.FIRST,
                short="Ammo", width=150,
                cell=lambda r: _ammo_cell(roster, r.id), tip=lambda r: roster.ammo(r.id)),
        Painted("Detected by", lambda r: _seen(roster, r), gives=Gives.FIRST,
                short="Seen by", width=110,
                tip=lambda r: _seen_tip(roster, r)),
        Painted("Weapons cost", _fact(roster, cost_words), short="Cost", width=80,
                order=lambda r: _sort(roster, r, _cost_number),
                tip=lambda r: _fact(roster, cost_in_full)(r).replace(NOTHING, "")),
    )  # fmt: skip
    return {column.title: column for column in columns}


def _fact(roster: SfRoster, give: Callable[[SfUnitRow], str]) -> Callable[[UnitRow], str]:
    def words_of(row: UnitRow) -> str:
        facts = roster.facts.get(row.id)
        return (give(facts) if facts else "") or NOTHING

    return words_of


def _sort(roster: SfRoster, row: UnitRow, give: Callable[[SfUnitRow], float | None]) -> float:
    facts = roster.facts.get(row.id)
    number = give(facts) if facts else None
    # Unknown sorts below 0.
    return -1 if number is None else number


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _cost_number(facts: SfUnitRow) -> float:
    return facts.cost.points


def _edit(name: str, what: str) -> Callable[[UnitRow, str], Act]:
    def act(row: UnitRow, typed: str) -> Act:
        # Imported here: most campaigns play no Sci-fi, and its acts take long to import.
        from brikdesk.acts.scifi.units import SetSfUnit

        number = whole(typed.split("of")[-1], what)
        return SetSfUnit(unit_id=row.id, **{name: number})  # type: ignore[arg-type]

    return act


def _weapons(roster: SfRoster, row: UnitRow) -> str:
    own = [weapon.name for weapon in roster.weapons.get(row.id, ())]
    return ", ".join([*own, *roster.arms.get(row.id, ())]) or NOTHING


def _weapons_tip(roster: SfRoster, row: UnitRow) -> str:
    own = [_in_words(weapon) for weapon in roster.weapons.get(row.id, ())]
    return "; ".join([*own, *roster.arms.get(row.id, ())])


def _in_words(weapon: SfWeaponRow) -> str:
    factor = "" if weapon.attack_factor is None else f", attack factor {weapon.attack_factor}"
    return f"{weapon.name}{factor}{', destroyed' if weapon.destroyed else ''}"


def _ammo_cell(roster: SfRoster, unit_id: int) -> Cell:
    """Return a cell with the ammunition left, red if all of it is spent."""
    loads = roster.loads(unit_id)
    spent = bool(loads) and not any(load.remaining for load in loads)
    return words(roster.ammo(unit_id) or NOTHING, token="danger" if spent else "")


def _seen(roster: SfRoster, row: UnitRow) -> str:
    return ", ".join(each.faction for each in roster.seen.get(row.id, ())) or NOTHING


def _seen_tip(roster: SfRoster, row: UnitRow) -> str:
    return "; ".join(f"{each.faction}, {each.lasts}" for each in roster.seen.get(row.id, ()))


def _beside(column: UnitColumn, roster: SfRoster, own: dict[str, UnitColumn]) -> UnitColumn:
    """Return a BrikWars column that shows Sci-fi figures for units that have only these."""
    if column.title in ("Kind", "Size"):
        return _either(column, own[column.title], roster)
    if column.title in FIGURES:
        return _either(column, Painted(column.title, lambda row: NOTHING), roster)
    return column


def _either(column: UnitColumn, other: UnitColumn, roster: SfRoster) -> UnitColumn:
    def mine(row: UnitRow) -> UnitColumn:
        return other if roster.only_sf(row) else column

    def tip(row: UnitRow) -> str:
        return own(row) if (own := mine(row).tip) else ""

    def order(row: UnitRow) -> tuple[bool, Any]:
        # Units without a figure come first, as -1 would: their words do not compare with numbers.
        by = mine(row).order
        return (True, by(row)) if by else (False, mine(row).text(row).casefold())

    def edit(row: UnitRow, typed: str) -> Any:
        chosen = mine(row).edit or column.edit
        return chosen(row, typed) if chosen else None

    return replace(
        column,
        text=lambda row: mine(row).text(row),
        tip=tip if column.tip or other.tip else None,
        order=order if column.order or other.order else None,
        cell=lambda row: mine(row).cell_of(row),
        edit=edit if column.edit else None,
    )


def _all_ammo(roster: SfRoster, racks: UnitColumn) -> UnitColumn:
    def shown(row: UnitRow) -> str:
        left = (roster.ammo(row.id), racks.text(row))
        return ", ".join(each for each in left if each not in ("", NOTHING)) or NOTHING

    return replace(
        racks,
        text=shown,
        cell=lambda row: words(shown(row)),
        tip=lambda row: shown(row).strip(NOTHING),
    )
