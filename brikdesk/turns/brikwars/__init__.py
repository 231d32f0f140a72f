"""Everything with a clock by the rules of BrikWars."""

from typing import Any

from brikdesk.turns.brikwars import fields, units
from brikdesk.turns.clocks import Lasting

LASTING: tuple[Lasting[Any], ...] = (*fields.LASTING, *units.LASTING)
