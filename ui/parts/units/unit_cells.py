"""How a unit looks in lists and tables: its token, state chips and numbers."""

from brikdesk.store.views.units import ShownState, UnitRow
from ui.models.units.factions import Faction
from ui.parts.tables.cells import Cell, CellPiece, CellWords, Icon, Side
from ui.widgets.dice.glyph import DieGlyph
from ui.widgets.power_bar import MOST_BLOCKS, PowerLeft
from ui.widgets.state_chip import ChipLook
from ui.widgets.token import TokenLook
from ui.widgets.turn_left import TurnLeft

SOLID_BELOW = 2
"""Size in inches below which a token is solid; those of larger units are outlined."""

BAR_FROM = 3
"""Power in inches from which a bar is shown beside the number."""

NOTHING = "–"


def token_of(row: UnitRow) -> TokenLook:
    """Return the look of a unit's token."""
    return TokenLook(row.colour, row.token, row.size < SOLID_BELOW)


def _chip_of(chip: ShownState) -> ChipLook:
    """Return a state chip with icon and number; its words are for tip and screen reader."""
    spoken = chip.aloud
    return ChipLook(chip.icon, chip.number, chip.tone or "text2", spoken)


def _chips_of(row: UnitRow) -> tuple[CellPiece, ...]:
    """Return a unit's state chips, most important first."""
    return tuple(_chip_of(chip) for chip in row.chips)


def list_cell(item: UnitRow | Faction, open: bool = True) -> Cell:
    """Return a row of the units list: a faction's head, or a unit with its turn and chips at the right."""
    if isinstance(item, Faction):
        return head_cell(item, open)
    name = CellWords(item.name, token="text" if item.alive else "text3")
    return Cell((token_of(item), name, *_squad_of(item)), _chips_of(item), turn_of(item))


def turn_of(row: UnitRow) -> tuple[TurnLeft, ...]:
    """Return what a unit of the running player has left of its turn; nothing for all others."""
    if row.move_left is None or not row.alive:
        return ()
    return (TurnLeft(row.move_left, max(row.move, row.move_left), not row.action_spent),)


def head_cell(side: Faction, open: bool = True) -> Cell:
    """Return the head of a faction: arrow, shape, name in its colour, count."""
    arrow = Icon("chevron-down" if open else "chevron-right", "text3")
    name = CellWords(side.name, strong=True, token=side.colour)
    return Cell((arrow, Side(side.colour), name), (CellWords(side.count, token="text3"),))


def name_cell(row: UnitRow) -> Cell:
    """Return the token and the name in strong type."""
    return Cell((token_of(row), CellWords(row.name, strong=True), *_squad_of(row)))


def _squad_of(row: UnitRow) -> tuple[CellWords, ...]:
    """Return the name of a unit's squad, muted, behind its own; nothing without one."""
    return (CellWords(row.squad, token="text3"),) if row.squad else ()


def state_cell(row: UnitRow) -> Cell:
    """Return the chips, or a dash."""
    return Cell((), _chips_of(row)) if row.chips else Cell((CellWords(NOTHING),))


def die_cell(row: UnitRow) -> Cell:
    """Return the Action die as a glyph with its sides in it, or a dash."""
    if not row.action_die:
        return Cell((CellWords(NOTHING),))
    return Cell((DieGlyph(row.action_die, row.action_die),))


def power_text(row: UnitRow) -> str:
    """Return the Power left and its limit: 4/6", or 2" alone for a limit below BAR_FROM."""
    if not row.power_limit and not row.power_burned:
        return NOTHING
    total = row.power_limit + row.power_burned
    return f'{row.power_left}"' if total < BAR_FROM else f'{row.power_left}/{total}"'


def power_cell(row: UnitRow) -> Cell:
    """Return the number, with a bar between small and large limits."""
    total = row.power_limit + row.power_burned
    if total < BAR_FROM:
        return Cell((CellWords(power_text(row)),))
    bar = PowerLeft(row.power_left, row.power_burned, total)
    number = CellWords(power_text(row), strong=True)
    return Cell((number,)) if total > MOST_BLOCKS else Cell((bar, number))
