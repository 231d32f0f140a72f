"""Equal dice of an explosion, and what some of them show together."""

from collections.abc import Iterable

from msgspec import Struct

from brikdesk.dice import DiceRules
from brikdesk.odds.attacks import BlastDie
from brikdesk.odds.ordered import face_middle, middle
from brikdesk.odds.spread import Spread, exactly

UNTOUCHED = 12
"""Sides of the dice that Deflection does not take (8.4-40)."""


class Pile(Struct, frozen=True):
    """Equal dice of an explosion; `one_bought` says that one of them was bought with a Benny.

    Dice `on_top` of the Explosive Size count in every band and make none of their own (Q8-55).
    """

    die: BlastDie
    count: int
    one_bought: bool = False
    on_top: bool = False

    @property
    def bands(self) -> int:
        """The bands that each of its dice makes."""
        return 0 if self.on_top else self.die.bands

    @property
    def type(self) -> tuple[str, int]:
        """The damage type of which Deflection takes one die for each layer."""
        return self.die.kind, self.die.sides

    @property
    def deflected(self) -> bool:
        """Whether Deflection takes dice of this pile."""
        return self.die.sides != UNTOUCHED and not self.die.harmless


class PileStep(Struct, frozen=True):
    """Dice of one pile that are placed together because each shows the same face.

    `height` decides which dice leave first. With an `amount`, only dice that count exactly that
    with their Bonus Dice. `chance` is that of one such die.
    """

    pile: int
    height: int
    sides: int
    face: int
    chance: float
    amount: int = 0

    def sum(self, house: DiceRules, count: int, top: int, bottom: int) -> Spread:
        """Sum `count` of these dice without the `top` highest and the `bottom` lowest."""
        if self.amount:
            return middle(exactly(self.amount, self.chance), count, top, bottom)
        return face_middle(self.sides, self.face, house, count, top, bottom)


def die_of(die: int | BlastDie) -> BlastDie:
    """Return a plain die for a number of sides, and a `BlastDie` as it is."""
    return die if isinstance(die, BlastDie) else BlastDie(die)


def piles_of(dice: Iterable[int | BlastDie], extra: BlastDie | None = None) -> tuple[Pile, ...]:
    """Put equal dice into piles; `extra` is the die bought with a Benny, if any."""
    counts: dict[BlastDie, int] = {}
    for die in (*map(die_of, dice), *([extra] if extra else [])):
        counts[die] = counts.get(die, 0) + 1
    return tuple(Pile(die, count, die == extra) for die, count in counts.items())
