"""Everything with a clock by the rules of BrikWars."""

from typing import Any

from brikdesk.turns.brikwars.aimed import HOMING, MARK
from brikdesk.turns.brikwars.burning import BURNING, RUNNING
from brikdesk.turns.brikwars.close_combat import IDLING, PARTING
from brikdesk.turns.brikwars.encounters import MET
from brikdesk.turns.brikwars.explosives import EXPLOSIVE, EXPOSED_EXPLOSIVE, FLIGHT
from brikdesk.turns.brikwars.hazards import EXPOSED, FIELD
from brikdesk.turns.brikwars.notes import NOTE
from brikdesk.turns.brikwars.power import DIVERTED
from brikdesk.turns.brikwars.states import STATE
from brikdesk.turns.brikwars.staying import STAYING
from brikdesk.turns.lasting import Lasting

LASTING: tuple[Lasting[Any], ...] = (
    MET,
    EXPOSED_EXPLOSIVE,
    IDLING,
    STAYING,
    PARTING,
    RUNNING,
    EXPOSED,
    STATE,
    EXPLOSIVE,
    DIVERTED,
    MARK,
    FIELD,
    BURNING,
    FLIGHT,
    HOMING,
    NOTE,
)
"""In the order in which the ledger lists what waits for the end of a turn."""
