"""The third game's part in the window: the forms of its acts and its table of the ledger."""

from typing import Any

from tests.clockwork.clocks import SpringRow, springs
from ui.campaign.hub import GameInWindow
from ui.forms import options
from ui.forms.questions import ActForm, Number, Pick
from ui.panels.ledger.tables import LedgerPage, TableAct
from ui.parts.cells import Painted

FORMS = (
    ActForm(
        name="WindUp",
        title="Wind up",
        icon="turn",
        words="wind spring key",
        button="Wind up",
        about="unit_id",
        fields=(
            Pick(name="unit_id", label="Toy", options=options.units),
            Number(name="turns", label="Turns of the key", least=1, most=9),
        ),
    ),
)

COLUMNS: tuple[Painted[SpringRow], ...] = (
    Painted("Toy", lambda row: row.toy, width=180),
    Painted("Left", lambda row: str(row.left), order=lambda row: row.left, width=80),
    Painted("Runs down", lambda row: row.runs, width=140),
)


def _toy(row: SpringRow) -> dict[str, Any]:
    return {"unit_id": row.id}


TABLES = (
    LedgerPage(
        "springs", "Springs", "Springs", "turn", "No toy is wound up.", springs, COLUMNS,
        (TableAct("WindUp", "Wind up", "turn", "w", _toy, head=True),),
    ),
)  # fmt: skip

SHOWN = GameInWindow(
    forms_at=("tests.clockwork.window:FORMS",), tables_at="tests.clockwork.window:TABLES"
)
