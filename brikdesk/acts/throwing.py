"""The faces of one step, handed to its rolls one after another."""

from collections.abc import Sequence

from brikdesk.dice import Chain, DiceRules, Die, Face, Roll, RollKind, owed, resolve
from brikdesk.errors import BadInput
from brikdesk.turns.steps import DieAsked


class Throw:
    """Takes the dice for roll after roll from the faces that lie on the table.

    `asked` lists every die that was asked for so far, `owed` how many of them are missing. After
    a roll that is incomplete no further roll can be asked for.
    """

    def __init__(self, faces: Sequence[Face], house: DiceRules) -> None:
        self._left = tuple(faces)
        self._house = house
        self.asked: list[DieAsked] = []
        self.owed = 0

    @property
    def extra(self) -> int:
        """Faces that no roll has asked for."""
        return len(self._left)

    def roll(
        self,
        kind: RollKind,
        sides: Sequence[int],
        labels: Sequence[str] = (),
        bonus: int = 0,
        *,
        penalty: Sequence[int] = (),
        benny: Sequence[int] = (),
    ) -> Roll | None:
        """Give the next roll, or none while dice of it are missing. BadInput for impossible faces."""
        first = len(self.asked)
        least = len(sides) + len(penalty) + len(benny)
        for count in range(least, len(self._left) + 1):
            taken = self._left[:count]
            if owed(kind, sides, taken, penalty=penalty, benny=benny, house=self._house):
                continue
            roll = resolve(
                kind, sides, taken, bonus, penalty=penalty, benny=benny, house=self._house
            )
            self._left = self._left[count:]
            self._ask([die.sides for die in dice_in_order(roll)], labels)
            return roll
        missing = owed(kind, sides, self._left, penalty=penalty, benny=benny, house=self._house)
        given = self._sides_given(sides, penalty, benny, missing)
        self._ask([*given, *missing], labels)
        self.owed = len(self.asked) - first - len(self._left)
        self._left = ()
        return None

    def done(self) -> None:
        """Raise BadInput where more dice lie there than were asked for."""
        if self._left:
            raise BadInput(
                f"{len(self.asked)} dice are asked for, {len(self._left)} more lie there.", "faces"
            )

    def _sides_given(
        self,
        sides: Sequence[int],
        penalty: Sequence[int],
        benny: Sequence[int],
        missing: Sequence[int],
    ) -> list[int]:
        base = [*sides, *penalty]
        more = len(self._left) - len(base)
        earned = 6 if self._house.bonus_die == "same" else self._house.bonus_die
        return [*base, *[earned] * more][: len(self._left)]

    def _ask(self, sides: Sequence[int], labels: Sequence[str]) -> None:
        named = [*labels, *[""] * len(sides)]
        self.asked += [DieAsked(side, label) for side, label in zip(sides, named, strict=False)]


def dice_in_order(roll: Roll) -> tuple[Die, ...]:
    """Give the dice of a roll in the order in which they were thrown."""

    def thrown(chains: Sequence[Chain]) -> list[Die]:
        return [chain.die for chain in chains] + [die for chain in chains for die in chain.bonus]

    return (*thrown((*roll.chains, *roll.penalty)), *thrown(roll.bought))
