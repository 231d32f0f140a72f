"""How long the fires of the rules last: Burning Rolls of objects and minifigs as odds see them."""

from functools import cache

from brikdesk.odds.fire_life import BurningDie, BurningOrder, FireLife, fire_life
from brikdesk.rules.brikwars.burning import burn
from brikdesk.rules.brikwars.catching_fire import largest_fire
from brikdesk.rules.brikwars.fire_kinds import FireKind
from brikdesk.rules.brikwars.minifig_fire import burning_roll

FORESEEN = 6
"""Turns that are told where nobody asks for another number."""


def fire_odds(
    kind: FireKind,
    size: int,
    weight_class: int,
    fire_size: int,
    turns: int = FORESEEN,
    *,
    burn_order: str = "reduce_first",
    acid_grinds: bool = True,
) -> FireLife:
    """Give the odds of a fire on an object or creation.

    Rules: F.1-31 to F.1-36, table F4, QF-01 (`burn_order`), QF-04, QF-24. Arguments as in `burn`:
    `size` is that of the object, `fire_size` that of its fire. What the dice do is asked of
    `burn`.
    """

    @cache
    def die(face: int) -> BurningDie:
        alone = burn(2, weight_class, 1, [face], kind, acid_grinds=acid_grinds)
        return BurningDie(alone.fire_size - 1, alone.grinding)

    order = BurningOrder(burn_order)
    return fire_life(fire_size, largest_fire(size), turns, die, order=order)


def minifig_fire_odds(turns: int = FORESEEN) -> FireLife:
    """Give the odds of a burning minifig: one die, out on a 1, else a limb (8.3-33, 8.3-34)."""

    def die(face: int) -> BurningDie:
        roll = burning_roll(face)
        return BurningDie(0 if roll.still_burning else -1, roll.grinding)

    return fire_life(1, 1, turns, die)
