"""The house rules as they usually are: what a draft goes by until it is told those in force."""

from functools import cache

from brikdesk.games.brikwars import BRIKWARS
from brikdesk.games.scifi import SCIFI
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.switches import house_from


@cache
def usual_brikwars() -> BrikWarsHouse:
    """Return the house rules of BrikWars with every switch at its default."""
    return house_from(BrikWarsHouse, BRIKWARS.defaults())


@cache
def usual_scifi() -> ScifiHouse:
    """Return the house rules of the Sci-fi game with every switch at its default."""
    return house_from(ScifiHouse, SCIFI.defaults())
