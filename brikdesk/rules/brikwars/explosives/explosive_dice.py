"""The dice of an Explosion as they lie on the table, and the order in which they leave (8.4).

Explosive dice make bands, added dice do not (Q8-55). Faces are resolved by `brikdesk.dice`.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from brikdesk.dice import Roll
from brikdesk.dice.house import BY_THE_BOOK, DiceRules, fails_critically
from brikdesk.rules.brikwars.explosives.explosive_variants import SIDES, ExplosiveDieKind


def _check_faces(face: int, sides: int, bonus: Sequence[int]) -> None:
    if not 1 <= face <= sides:
        raise ValueError(f"a d{sides} shows 1 to {sides}, not {face}")
    highest = max(6, sides)  # a table may let a die earn its own kind as Bonus Die
    if wrong := [each for each in bonus if not 1 <= each <= highest]:
        raise ValueError(f"a Bonus Die of a d{sides} cannot show {wrong[0]}")


class ExplosiveDie(Struct, frozen=True):
    """One Explosive Damage die with the Bonus Dice it earned; it makes a band (8.4-41).

    A die `bought` with an Over the Top Benny makes a band too, unlike a Bonus Die (Q8-49). Raise
    Raise ValueError for a face it cannot show.
    """

    face: int
    bonus: tuple[int, ...] = ()
    kind: ExplosiveDieKind = ExplosiveDieKind.EXP
    bought: bool = False

    def __post_init__(self) -> None:
        _check_faces(self.face, self.sides, self.bonus)

    @property
    def sides(self) -> int:
        """The sides of this kind of die."""
        return SIDES[self.kind]

    @property
    def points(self) -> int:
        """What this die shows with everything it earned: damage, or inches if Concussion."""
        return self.face + sum(self.bonus)

    @property
    def damage(self) -> int:
        """Points of damage; a Concussion die deals none (8.4-38)."""
        return 0 if self.kind is ExplosiveDieKind.CONCUSSION else self.points

    @property
    def fire(self) -> bool:
        """Whether its damage is Fire (8.4-36)."""
        return self.kind is ExplosiveDieKind.FIRE


class AddedDie(Struct, frozen=True):
    """A Damage die on top of the Explosive Size; it counts in every band and makes none (Q8-55).

    `kind` names its damage, "Fire" or "" for plain damage. Raise ValueError for a face it cannot
    show.
    """

    face: int
    sides: int
    kind: str = ""
    bonus: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        _check_faces(self.face, self.sides, self.bonus)

    @property
    def damage(self) -> int:
        """Points of damage of this die with everything it earned."""
        return self.face + sum(self.bonus)

    @property
    def fire(self) -> bool:
        """Whether its damage is Fire."""
        return self.kind == ExplosiveDieKind.FIRE


def is_critical_failure(
    dice: Sequence[ExplosiveDie],
    added: Sequence[AddedDie] = (),
    house: DiceRules = BY_THE_BOOK,
) -> bool:
    """Return whether a Damage Roll failed critically: natural 1 on all its dice (Q8-43, OF-07).

    Dice bought with a Benny are dice of the roll, Bonus Dice are not.
    """
    thrown = [die.face for die in dice if not die.bought] + [die.face for die in added]
    return fails_critically(thrown, [die.face for die in dice if die.bought], house)


def explosive_dice(kinds: Sequence[ExplosiveDieKind], roll: Roll) -> tuple[ExplosiveDie, ...]:
    """Return the Explosive dice of a resolved Damage Roll; those bought with a Benny come last.

    `kinds` names the dice in the order of the roll, as `dice_of` lists them, then those bought.
    Further dice of the roll are added dice, see `added_dice`. Raise ValueError if the sides of a
    die do not fit its kind.
    """
    own = len(kinds) - len(roll.bought)
    pairs = [(chain, False) for chain in roll.chains[:own]]
    pairs += [(chain, True) for chain in roll.bought]
    made = tuple(
        ExplosiveDie(chain.die.value, tuple(die.value for die in chain.bonus), kind, bought)
        for (chain, bought), kind in zip(pairs, kinds, strict=True)
    )
    for (chain, _), die in zip(pairs, made, strict=True):
        if chain.die.sides != die.sides:
            raise ValueError(f"a {die.kind} die is a d{die.sides}, not a d{chain.die.sides}")
    return made


def added_dice(labels: Sequence[str], roll: Roll) -> tuple[AddedDie, ...]:
    """Return the dice on top of the Explosive Size, which are the last of the roll.

    `labels` are their kinds, one for each.
    """
    # Counted from the front: with no labels, `chains[-0:]` would be all dice.
    chains = roll.chains[len(roll.chains) - len(labels) :]
    return tuple(
        AddedDie(each.die.value, each.die.sides, label, tuple(die.value for die in each.bonus))
        for each, label in zip(chains, labels, strict=True)
    )


def _height(die: ExplosiveDie, highest_by: str) -> int:
    return die.points if highest_by == "face_plus_bonus" else die.face


class Tie(Struct, frozen=True):
    """A choice: equally high dice of several kinds, one of which leaves next (8.4-42).

    - `level`: number of this height among the heights with ties; the highest is 0.
    - `turn`: how many times the attacker has chosen at this height before.
    - `height`: what the dice show.
    - `dice`: for each kind that is left, in the order of table 4, the position of its first die of
      this height. It stands for the kind: which die of a kind leaves is not a choice (Q8-48).
    """

    level: int
    turn: int
    height: int
    dice: tuple[int, ...]


def leaving(
    dice: Sequence[ExplosiveDie],
    says: Callable[[Tie], int | None] = lambda _: None,
    *,
    highest_by: str = "face",
) -> tuple[int, ...]:
    """Return the positions in `dice` in the order in which the dice leave, first to last.

    Rules: 8.4-27 and 8.4-41 (the highest leaves first), Q8-48 (`highest_by` "face" or
    "face_plus_bonus"; of equals of one kind the one with more Bonus points), 8.4-42 (of equals of
    different kinds the attacker says which is next, for every die anew).

    - `says`: returns the one of a tie's `dice` whose kind leaves next, or None if nobody has
      decided. The rest of this height then goes in the order of table 4, which keeps the Exp dice
      longest, without further questions.
    """
    order: list[int] = []
    level = 0
    for height in sorted({_height(die, highest_by) for die in dice}, reverse=True):
        piles = _piles(dice, [i for i, d in enumerate(dice) if _height(d, highest_by) == height])
        order += _interleaved(piles, says, level, height)
        level += len(piles) > 1  # only heights with a choice are numbered
    return tuple(order)


def _piles(dice: Sequence[ExplosiveDie], tied: Sequence[int]) -> list[list[int]]:
    """Sort equally high dice by kind as in table 4; the last of each pile leaves first."""
    piles = [[i for i in tied if dice[i].kind is kind] for kind in ExplosiveDieKind]
    # Of dice that are equal in all the last leaves first: `sorted` keeps their order.
    return [
        sorted(pile, key=lambda i: (dice[i].points, dice[i].face, dice[i].bonus))
        for pile in piles
        if pile
    ]


def _interleaved(
    piles: list[list[int]], says: Callable[[Tie], int | None], level: int, height: int
) -> list[int]:
    """Return equally high dice in the order in which they leave, asking `says` pile by pile."""
    first = [min(pile) for pile in piles]
    order: list[int] = []
    turn, decided = 0, True
    while rest := [n for n, pile in enumerate(piles) if pile]:
        chosen = rest[0]
        if decided and len(rest) > 1:
            said = says(Tie(level, turn, height, tuple(first[n] for n in rest)))
            decided, turn = said is not None, turn + 1
            chosen = next((n for n in rest if first[n] == said), rest[0])
        order.append(piles[chosen].pop())
    return order
