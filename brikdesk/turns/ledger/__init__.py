"""The ledger: what flies, burns, lies around or in racks, homes in, is Marked, detected or due.

And the book of the battle: what it is fought for, and how the armies stand.
"""

from brikdesk.turns.ledger.aimed import HomingRow, MarkRow, homing, marks
from brikdesk.turns.ledger.air import AirRow, in_the_air
from brikdesk.turns.ledger.book import ObjectiveRow, StandingRow, armies, objectives
from brikdesk.turns.ledger.burning import FireRow, fires
from brikdesk.turns.ledger.due import WaitingRow, waiting_for_end
from brikdesk.turns.ledger.magazines import AmmoRow, ammo
from brikdesk.turns.ledger.on_the_table import FieldRow, fields, fields_and_traps, traps
from brikdesk.turns.ledger.sf_ammo import SfAmmoRow, all_ammo, sf_ammo
from brikdesk.turns.ledger.sf_crews import SfCrewRow, sf_crews
from brikdesk.turns.ledger.sf_seen import SfOpenShotRow, SfSeenRow, sf_open_shots, sf_seen
from brikdesk.turns.owners import NOBODY, Owner

__all__ = [
    "NOBODY",
    "AirRow",
    "AmmoRow",
    "FieldRow",
    "FireRow",
    "HomingRow",
    "MarkRow",
    "ObjectiveRow",
    "Owner",
    "SfAmmoRow",
    "SfCrewRow",
    "SfOpenShotRow",
    "SfSeenRow",
    "StandingRow",
    "WaitingRow",
    "all_ammo",
    "ammo",
    "armies",
    "fields",
    "fields_and_traps",
    "fires",
    "homing",
    "in_the_air",
    "marks",
    "objectives",
    "sf_ammo",
    "sf_crews",
    "sf_open_shots",
    "sf_seen",
    "traps",
    "waiting_for_end",
]
