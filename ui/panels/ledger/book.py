"""The ledger's tables of the battle's book: objectives, and how the armies stand."""

from typing import Any

from brikdesk.turns import ledger
from ui.panels.ledger.acts import LedgerPage
from ui.panels.ledger.columns import named, side
from ui.panels.ledger.table_act import TableAct
from ui.parts.tables.cell_delegate import Painted
from ui.parts.tables.cells import Cell, CellWords
from ui.parts.tables.column_widths import Gives
from ui.widgets.state_chip import ChipLook

NOBODY_YET = "nobody yet"
EVERYBODY = "everybody"


def _owner(row: ledger.ObjectiveRow) -> Cell:
    return Cell((CellWords(EVERYBODY),)) if row.owner is ledger.NOBODY else side(row.owner)


def _scored(row: ledger.ObjectiveRow) -> str:
    return ", ".join(f"{owner.code} {points:+d}" for owner, points in row.scored) or NOBODY_YET


OBJECTIVES: tuple[Painted[ledger.ObjectiveRow], ...] = (
    Painted("Objective", lambda r: r.name, width=180, cell=lambda r: named("flag", "text2", r.name),
            tip=lambda r: f"{r.name}. {r.note}" if r.note else r.name),
    Painted("Worth", lambda r: str(r.worth), order=lambda r: r.worth, width=70),
    Painted("Goal of", lambda r: EVERYBODY if r.owner is ledger.NOBODY else r.owner.faction,
            cell=_owner, width=100),
    Painted("Scored by", _scored, gives=Gives.FIRST, width=150),
)  # fmt: skip


def _army(row: ledger.StandingRow) -> str:
    limit = "" if row.limit is None else f" of {row.limit:g}"
    return f"{row.inches:g}{limit} Unit Inches"


def _army_cell(row: ledger.StandingRow) -> Cell:
    if row.too_large:
        return Cell((ChipLook("warning", _army(row), "danger"),))
    return Cell((CellWords(_army(row)),))


ARMIES: tuple[Painted[ledger.StandingRow], ...] = (
    Painted("Army", lambda r: r.owner.faction, width=180, tip=lambda r: r.owner.faction,
            cell=lambda r: side(r.owner, r.owner.faction)),
    Painted("Victory points", lambda r: str(r.points), order=lambda r: r.points, short="Points",
            width=110, cell=lambda r: Cell((CellWords(str(r.points), strong=True),))),
    Painted("Units", lambda r: str(r.units), order=lambda r: r.units, width=70),
    Painted("Its size", _army, cell=_army_cell, order=lambda r: r.inches, gives=Gives.FIRST,
            width=150),
)  # fmt: skip


def _objective(row: ledger.ObjectiveRow) -> dict[str, Any]:
    return {"objective_id": row.id}


def _player(row: ledger.StandingRow) -> dict[str, Any]:
    return {"player_id": row.id}


BOOK = (
    LedgerPage(
        "objectives", "Objectives", "Objectives", "flag",
        "Nothing is written down that this battle is fought for.", ledger.objectives, OBJECTIVES,
        (
            TableAct("ScorePoints", "Score it", "check", "s", _objective),
            TableAct("EditObjective", "Change", "edit", "", _objective),
            TableAct("RemoveObjective", "Strike out", "trash", "Del", _objective),
            TableAct("AddObjective", "Add objective", "plus", "n", head=True),
        ),
    ),
    LedgerPage(
        "armies", "Armies and points", "Armies", "units",
        "No battle has begun.", ledger.armies, ARMIES,
        (
            TableAct("ScorePoints", "Score", "check", "s", _player, head=True),
            TableAct("TakeBackPoints", "Take points back", "minus", "Del", _player),
            TableAct("LimitArmies", "Limit the armies", "edit"),
        ),
    ),
)  # fmt: skip
"""What every battle has, in every game."""
