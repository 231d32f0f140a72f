"""The ledger: what is in the air, burns, lies around, waits in racks, homes in, is Marked or due."""

from brikdesk.turns.ledger.aimed import HomingRow, MarkRow, homing, marks
from brikdesk.turns.ledger.air import AirRow, in_the_air
from brikdesk.turns.ledger.burning import FireRow, fires
from brikdesk.turns.ledger.due import WaitingRow, waiting_for_end
from brikdesk.turns.ledger.magazines import AmmoRow, ammo
from brikdesk.turns.ledger.on_the_table import FieldRow, fields, fields_and_traps, traps
from brikdesk.turns.ledger.owners import NOBODY, Owner

__all__ = [
    "NOBODY",
    "AirRow",
    "AmmoRow",
    "FieldRow",
    "FireRow",
    "HomingRow",
    "MarkRow",
    "Owner",
    "WaitingRow",
    "ammo",
    "fields",
    "fields_and_traps",
    "fires",
    "homing",
    "in_the_air",
    "marks",
    "traps",
    "waiting_for_end",
]
