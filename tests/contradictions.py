"""A campaign such as an earlier version may have left: on its table stands what cannot be."""

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Field, State, StateKind
from tests.acts.hazards import BEN, minifig, put

NOTICE = (
    "From an earlier version, and left as it is: Gus stands inside of Wall."
    " Lou is in Acid, which does not know of it."
    " Orc and Elf are engaged, and out of each other's reach. And 1 more."
)


def leave_at_odds(campaign: Campaign) -> None:
    """Leave a unit in a wall, one in acid, and two pairs that fight from afar."""
    campaign.do(PlaceTerrain(kind="wall", points=((10.0, 10.0), (20.0, 10.0)), radius=0.5, top=4.0))
    minifig(campaign, "Gus", x=15.0, y=10.0)
    acid = Field(
        name="Acid", kind=FieldKind.EXPOSURE, size=4, dice=["d6 Damage"], made_turn_id=1, x=30, y=5
    )
    put(campaign, acid)
    minifig(campaign, "Lou", x=30.0, y=5.0)
    orc = minifig(campaign, "Orc", x=5.0, y=25.0)
    for name in ("Elf", "Ent"):
        foe = minifig(campaign, name, BEN, x=30.0, y=25.0)
        for one, other in ((orc, foe), (foe, orc)):
            held = State(unit_id=one, with_id=other, kind=StateKind.ENGAGED, since_turn_id=1)
            put(campaign, held)
