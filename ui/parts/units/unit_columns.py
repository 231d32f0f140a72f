"""The columns of the Units table, and the acts that typing over their cells makes."""

from collections.abc import Callable
from typing import Any

from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches, read_length
from brikdesk.store.act import Act
from brikdesk.store.views.units import UnitRow
from ui.parts.tables.cell_delegate import Painted
from ui.parts.tables.cells import words
from ui.parts.tables.column_widths import Gives
from ui.parts.units.unit_cells import (
    NOTHING,
    die_cell,
    name_cell,
    power_cell,
    power_text,
    state_cell,
)


def number(typed: str, what: str) -> float:
    """Return a typed number of inches, with or without the inch sign. Raise BadInput otherwise."""
    inches = read_length(typed)
    if inches is None or not 0 <= inches < 100_000:
        raise BadInput(f"{what} is a number. {typed[:20]} was not entered.")
    return inches


def whole(typed: str, what: str) -> int:
    """Return a typed whole number. Raise BadInput for anything else."""
    # An Action die may be typed as it is shown: d6.
    value = number(typed.lstrip("dD"), what)
    if value != int(value):
        raise BadInput(f"{what} is a whole number. {typed[:20]} was not entered.")
    return int(value)


def _edit(make: Callable[[str], dict[str, Any]]) -> Callable[[UnitRow, str], Act]:
    def edit(row: UnitRow, typed: str) -> Act:
        from brikdesk.acts.roster.editing import EditUnit

        return EditUnit(unit_id=row.id, **make(typed))

    return edit


def _armor(typed: str) -> dict[str, Any]:
    return {"armor": "" if typed.strip() in ("", NOTHING) else typed}


def _die(typed: str) -> dict[str, Any]:
    none = typed.strip().lower() in ("", NOTHING, "none", "no")
    return {"action_die": 0 if none else whole(typed, "An Action die")}


def _inches(row: UnitRow, value: float) -> str:
    return in_inches(value) if value else NOTHING


def _size(row: UnitRow) -> str:
    if row.effective_size == row.size:
        return f'{row.size}"'
    return f'{row.effective_size}" of {row.size}"'


def _state_words(row: UnitRow) -> str:
    return ", ".join(f"{chip.word} {chip.number}".strip() for chip in row.chips) or NOTHING


def unit_columns(ammo: Callable[[int], str]) -> tuple[Painted[UnitRow], ...]:
    """Return the columns; `ammo` returns what lies in a unit's racks, in words."""
    return (
        Painted("Unit", lambda r: r.name, cell=name_cell, width=220,
                tip=lambda r: r.name, edit=_edit(lambda typed: {"name": typed})),
        Painted("Kind", lambda r: r.kind, width=80),
        # A damaged unit shows `1" of 3"`: what is typed is the full Size, after the "of".
        Painted("Size", _size, order=lambda r: r.size, width=60,
                edit=_edit(lambda typed: {"size": whole(typed.split("of")[-1], "A Size")})),
        Painted("Action", lambda r: f"d{r.action_die}" if r.action_die else NOTHING,
                cell=die_cell, order=lambda r: r.action_die, width=60, edit=_edit(_die)),
        Painted("Armor", lambda r: r.armor or NOTHING, order=lambda r: r.armor_average, width=70,
                edit=_edit(_armor)),
        Painted("Move", lambda r: _inches(r, r.move), order=lambda r: r.move, width=60,
                edit=_edit(lambda typed: {"move": number(typed, "Move")})),
        Painted("Power left", power_text, cell=power_cell, order=lambda r: r.power_left,
                short="Power", width=140),
        Painted("State", _state_words, cell=state_cell, order=lambda r: -len(r.chips),
                tip=lambda r: _state_words(r) if r.chips else "", width=140),
        Painted("Ammo", lambda r: ammo(r.id) or NOTHING, gives=Gives.FIRST, width=90,
                cell=lambda r: words(ammo(r.id) or NOTHING), tip=lambda r: ammo(r.id)),
    )  # fmt: skip
