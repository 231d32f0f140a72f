"""Everything with a clock by the rules of BrikWars."""

from typing import Any

from brikdesk.turns.brikwars.fields import (
    BURNING,
    EXPLOSIVE,
    EXPOSED,
    EXPOSED_EXPLOSIVE,
    FIELD,
    FLIGHT,
    MET,
    RUNNING,
)
from brikdesk.turns.brikwars.units import (
    DIVERTED,
    HOMING,
    IDLING,
    MARK,
    NOTE,
    PARTING,
    STATE,
    STAYING,
)
from brikdesk.turns.clocks import Lasting

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
