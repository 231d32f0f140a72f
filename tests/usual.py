"""The house rules of both games with every switch at its default."""

from brikdesk.games.brikwars import BRIKWARS
from brikdesk.games.scifi import SCIFI
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.switches import house_from

USUAL_BRIKWARS = house_from(BrikWarsHouse, BRIKWARS.defaults())
USUAL_SCIFI = house_from(ScifiHouse, SCIFI.defaults())
