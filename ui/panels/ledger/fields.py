"""The ledger's Fields and Traps: their columns and their acts."""

from typing import Any

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.hazards.difficult_terrain import TerrainMode
from brikdesk.rules.brikwars.hazards.fields import FieldKind, HazardEffect
from brikdesk.store.act import Act
from brikdesk.text import said_of
from brikdesk.turns.ledger import FieldRow
from ui.panels.ledger.columns import NOTHING, named, side, whole
from ui.panels.ledger.table_act import TableAct
from ui.parts.lines.kind_marks import icon_of, token_of
from ui.parts.tables.cell_delegate import Painted
from ui.parts.tables.cells import Cell, CellWords, words
from ui.parts.tables.column_widths import Gives
from ui.widgets.dice.glyph import DieGlyph

_TONES: dict[HazardEffect | None, str] = {
    HazardEffect.DAMAGE: "danger",
    HazardEffect.EXPLOSION: "danger",
    HazardEffect.FIRE: "fire",
}


def dice_words(dice: tuple[str, ...]) -> str:
    """Return Hazard dice with their counts: 2d6 Damage, 1d4 Fire."""
    counts = {die: dice.count(die) for die in dice}
    return ", ".join(f"{count}{die}" for die, count in counts.items()) or NOTHING


def _dice(row: FieldRow) -> Cell:
    if row.first_die is None:
        return words(NOTHING)
    tone = _TONES.get(row.first_die.effect, "text2")
    glyph = DieGlyph(row.first_die.sides, tone=tone)
    return Cell((glyph, CellWords(dice_words(row.dice), strong=True)))


def _set_field(row: FieldRow, typed: str) -> Act:
    from brikdesk.acts.fields.fields import ResizeField

    if row.trap:
        raise BadInput(f"{said_of(row.name, 'is')} a Trap and has no Size.")
    return ResizeField(field_id=row.id, size=whole(typed, "A Size"))


def _field_kind(row: FieldRow) -> str:
    return f"{row.kind}, {row.triggered} gone off" if row.triggered else row.kind


def _size(row: FieldRow) -> str:
    return NOTHING if row.trap else f'{row.size}"'


def _name(row: FieldRow) -> Cell:
    icon = "mine" if row.trap else "shield" if _shield(row) else icon_of(row.icon)
    return named(icon, token_of(row.icon), row.name)


def _about(row: FieldRow) -> str:
    return f"{row.name}: {row.place}" if row.place else row.name


FIELDS: tuple[Painted[FieldRow], ...] = (
    Painted("Field", lambda r: r.name, width=160, tip=_about,
            cell=lambda r: _name(r)),
    Painted("Owner", lambda r: r.owner.faction, cell=lambda r: side(r.owner), width=70,
            tip=lambda r: r.owner.faction),
    Painted("Kind", _field_kind, gives=Gives.FIRST, width=170, tip=_field_kind),
    Painted("Size", _size, edit=_set_field, order=lambda r: r.size, width=54),
    Painted("Dice", lambda r: dice_words(r.dice), cell=_dice, gives=Gives.FIRST, width=130),
    Painted("Next", lambda r: r.next.whole, width=120,
            cell=lambda r: words(r.next.beside(r.owner))),
)  # fmt: skip


# What can be done


def _field(row: FieldRow) -> dict[str, Any]:
    return {"field_id": row.id}


def _trap(row: FieldRow) -> dict[str, Any]:
    # Fields and Traps share a table: the ID of a Trap is negative there.
    return {"trap_id": -row.id}


def _is_field(row: FieldRow) -> bool:
    return not row.trap


def _is_trap(row: FieldRow) -> bool:
    return row.trap


def _terrain(row: FieldRow) -> bool:
    return row.sort is FieldKind.TERRAIN


def _slippery(row: FieldRow) -> bool:
    return _terrain(row) and row.mode == TerrainMode.SLIPPERY


def _concealed(row: FieldRow) -> bool:
    return row.sort is FieldKind.CONCEALED


def _shield(row: FieldRow) -> bool:
    return row.sort is FieldKind.SHIELD


def _can_enter(row: FieldRow) -> bool:
    return not row.trap and not _shield(row)


FIELD_ACTS = (
    TableAct("CrossTerrain", "Somebody crosses it", "ruler", "", _field, _terrain),
    TableAct("Slip", "Somebody slips", "disrupted", "", _field, _slippery),
    TableAct("CrossConcealed", "Somebody goes through", "mine", "", _field, _concealed),
    TableAct("PlaceCarefully", "Set something down", "mine", "", _field, _concealed),
    TableAct("TriggerSpot", "Mark a spot", "mine", "", _field, _concealed),
    TableAct("UseShield", "Use its dice", "shield", "", _field, _shield),
    TableAct("ResizeField", "Resize", "edit", "", _field, _is_field),
    TableAct("ClearField", "Clear", "trash", "Del", _field, _is_field),
    TableAct("EnterHazard", "Somebody enters", "gas", "", lambda r: {"hazard": r.id}, _can_enter),
    TableAct("TryTrigger", "Try a trigger", "roll", "", _trap, lambda r: bool(r.candidates)),
    TableAct("SpringTrap", "Spring it", "mine", "", _trap, _is_trap),
    TableAct("ResetTrap", "Reset it", "redo", "", _trap, lambda r: r.trap and not r.armed),
    TableAct("EditTrap", "Edit", "edit", "", _trap, _is_trap),
    TableAct("RemoveTrap", "Remove", "trash", "Del", _trap, _is_trap),
    TableAct("LeaveHazard", "Somebody leaves", "gas"),
    TableAct("AddTrap", "Add Trap", "plus", "t", head=True),
    TableAct("AddField", "Add field", "plus", "n", head=True),
)
"""Acts on a row first, then those that need no row."""
