"""Handing the faces of one step to its rolls, one roll after another."""

from collections.abc import Sequence

from brikdesk.dice import DiceRules, Face, Roll, RollKind, lay_out
from brikdesk.errors import BadInput
from brikdesk.turns.steps import DieAsked, Thrower

BENNY = "Benny"
"""The name of a die that a Benny adds."""


class Throw:
    """Takes the dice of roll after roll from the faces that lie on the table.

    `asked` lists every die that was asked for so far, `owed` is how many of them are missing. Ask
    for no further roll after one that is incomplete.
    """

    def __init__(self, faces: Sequence[Face], house: DiceRules) -> None:
        self._left = tuple(faces)
        self.house = house
        self.asked: list[DieAsked] = []
        self.owed = 0

    def roll(
        self,
        kind: RollKind,
        sides: Sequence[int],
        labels: Sequence[str] = (),
        bonus: int = 0,
        *,
        penalty: Sequence[int] = (),
        benny: Sequence[int] = (),
        of: Thrower | None = None,
        armor: bool = False,
    ) -> Roll | None:
        """Return the next roll, None while dice of it are missing; BadInput for impossible faces.

        `of` says whose roll it is, `armor` that it is an Armor Roll.
        """
        first = len(self.asked)
        laid = lay_out(
            kind, sides, self._left, bonus, penalty=penalty, benny=benny, house=self.house
        )
        named = [*labels, *[""] * len(laid.asked)]
        own = len(sides) + len(penalty)
        for die, label in zip(laid.asked, named, strict=False):
            own -= die.earned_by is None
            if own < 0 and die.earned_by is None:
                label = label or BENNY  # thrown last, so nothing else stands behind the roll's own
            # `lay_out` counts within its roll, `asked` over all rolls of the step.
            earner = None if die.earned_by is None else first + die.earned_by
            self.asked.append(DieAsked(die.sides, label, earner, of, armor))
        self.owed = len(laid.missing)
        self._left = self._left[len(laid.dice) :]
        return laid.roll

    def done(self) -> None:
        """Raise BadInput if there are more dice than were asked for."""
        if self._left:
            asked = "1 die is" if len(self.asked) == 1 else f"{len(self.asked)} dice are"
            raise BadInput(f"{asked} asked for, {len(self._left)} more lie there.", "faces")
