"""Resolve a roll from its faces: Bonus Dice, total, natural number, Critical Failure.

Faces come in one order everywhere: the dice of the roll as listed, then its penalty dice, then
the Bonus Dice, chain by chain, in the order of the dice that earned them. Dice bought with a Benny
are thrown after all of these, so they and their own chains come last.
"""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct, field

from brikdesk.dice.faces import (
    Die,
    Face,
    check_sides,
    impossible_face,
)
from brikdesk.dice.house import (
    BY_THE_BOOK,
    DiceRules,
    DieRole,
    bonus_die,
    earned_role,
    earns_benny,
    fails_critically,
)
from brikdesk.dice.pools import MOST_DICE


class RollKind(StrEnum):
    """What the dice of a roll can earn.

    - ACTION: the first die is the Action die. A natural 6 or more earns one Benny.
    - ACTION_D4: an Action Roll with an Incompetent's d4. A natural 4 earns a Bonus Die. An Action
      die that is a d4 is treated like this under either name.
    - OTHER: every highest face earns a Bonus Die.
    - READ: the dice are read one by one and earn nothing.
    """

    ACTION = "action"
    ACTION_D4 = "action d4"
    OTHER = "other"
    READ = "read"


ACTIONS = (RollKind.ACTION, RollKind.ACTION_D4)


class Chain(Struct, frozen=True):
    """One die of a roll with the Bonus Dice it earned, in the order thrown."""

    die: Die
    bonus: tuple[Die, ...] = ()

    @property
    def points(self) -> int:
        """Sum of the die and all it earned."""
        return self.die.value + sum(die.value for die in self.bonus)


class Roll(Struct, frozen=True):
    """A complete roll.

    `chains` are the dice of the roll, `penalty` those that are subtracted, `bought` those of a
    Benny. `critical_failure` does not change `total`, only what `reaches` and `quantity` return.
    """

    kind: RollKind
    chains: tuple[Chain, ...]
    penalty: tuple[Chain, ...] = ()
    bought: tuple[Chain, ...] = ()
    bonus: int = 0
    critical_failure: bool = False

    @property
    def total(self) -> int:
        """All dice with their Bonus Dice, minus the penalty dice, plus the flat bonus."""
        gained = sum(chain.points for chain in (*self.chains, *self.bought))
        return gained - sum(chain.points for chain in self.penalty) + self.bonus

    @property
    def natural(self) -> int | None:
        """The face of the Action die before anything else; None where the roll has none."""
        return self.chains[0].die.value if self.kind in ACTIONS else None

    @property
    def benny(self) -> bool:
        """Whether the Action goes Over the Top; success is not needed (4.2-12, OF-03)."""
        die = self.chains[0].die if self.kind in ACTIONS else None
        return die is not None and earns_benny(die.sides, die.value)

    @property
    def dice(self) -> tuple[Die, ...]:
        """All dice in the order of their faces."""
        first = (*self.chains, *self.penalty)
        return (*_in_order(first), *_in_order(self.bought))

    def reaches(self, use: int) -> bool:
        """Whether an Action Roll succeeds: at least `use`, and no Critical Failure (4.2-06)."""
        return self.total >= use and not self.critical_failure

    def quantity(self, *, failure_is_zero: bool = True) -> int:
        """Return the roll as an amount, never below 0; a Critical Failure counts 0 (X1.2-04)."""
        return 0 if self.critical_failure and failure_is_zero else max(0, self.total)


def action_kind(sides: int, *, specialty: bool = False, house: DiceRules = BY_THE_BOOK) -> RollKind:
    """Return the kind of an Action Roll with this Action die.

    The die of a `specialty` goes Over the Top like any Action die, unless the house rule
    `specialty_goes_over` is off: then it earns Bonus Dice like other dice (X10-01, A4-20).
    """
    if specialty and not house.specialty_goes_over:
        return RollKind.OTHER
    return RollKind.ACTION_D4 if sides == 4 else RollKind.ACTION


class AskedDie(Struct, frozen=True):
    """A die that a roll asks for; `earned_by` is the place of the die that earned it, if any."""

    sides: int
    earned_by: int | None = None


class Laid(Struct, frozen=True):
    """How far a roll has come.

    `asked` are all dice known to belong to it, `dice` the first of them, which have a face. `roll`
    is set when nothing is missing; `left` counts the faces beyond the end of the roll.
    """

    asked: tuple[AskedDie, ...]
    dice: tuple[Die, ...]
    left: int = 0
    roll: Roll | None = None

    @property
    def missing(self) -> tuple[int, ...]:
        """Sides of the dice still to be thrown."""
        return tuple(die.sides for die in self.asked[len(self.dice) :])


def lay_out(
    kind: RollKind,
    sides: Sequence[int],
    faces: Sequence[Face | int],
    bonus: int = 0,
    *,
    penalty: Sequence[int] = (),
    benny: Sequence[int] = (),
    house: DiceRules = BY_THE_BOOK,
) -> Laid:
    """Lay out as much of a roll as its faces give. Faces beyond its end are only counted.

    Rules: OF-01 to OF-07, X1.2-01 to X1.2-03, 4.2-12 to 4.2-16, 4.2-22. If Bonus Dice differ
    (`bonus_die` "same"), only the first missing die is certain: its highest face would put another
    die in front of the next.

    Args:
        kind: how the dice earn more.
        sides: the dice of the roll; for an Action Roll the Action die first.
        faces: what lies there so far.
        bonus: points on top of the dice.
        penalty: dice that are subtracted; a Critical Failure does not look at them.
        benny: dice bought with a Benny.
        house: the house rules about dice.

    Raises:
        BadInput: a face its die cannot show.
        ValueError: dice that do not exist, or an Action Roll without an Action die.

    """
    wanted = _wanted(kind, sides, penalty, benny)
    tray = _Tray(faces)
    first = _throw(tray, wanted, house)
    # A Benny's dice are thrown last: until all others lie there nothing of them is asked for.
    bought = _throw(tray, [(DieRole.PLAIN, side) for side in benny], house) if tray.complete else ()
    asked, dice = tuple(tray.asked), tuple(tray.dice)
    if not tray.complete:
        return Laid(asked, dice)
    chains = first[: len(sides)]
    failed = kind is not RollKind.READ and fails_critically(
        _naturals(chains), _naturals(bought), house
    )
    # The die decides: ACTION with a d4 becomes ACTION_D4, whatever the caller named it.
    kind = action_kind(sides[0]) if kind in ACTIONS else kind
    roll = Roll(kind, chains, first[len(sides) :], bought, bonus, failed)
    return Laid(asked, dice, len(faces) - len(dice), roll)


def forced_full_run(roll: Roll) -> bool:
    """Return whether a Sprint must be run to its whole length (OF-10, 4.1-41).

    That is so if the roll got more dice, earned or bought with the Benny for distance, and the
    last of them shows 1.
    """
    earned = [die for chain in roll.chains for die in chain.bonus]
    last = (*earned, *_in_order(roll.bought))[-1:]
    return any(die.value == 1 for die in last)


def _naturals(chains: Sequence[Chain]) -> tuple[int, ...]:
    return tuple(chain.die.value for chain in chains)


class _Tray(Struct):
    """Faces that are taken one by one; each is checked against the die that asks for it."""

    faces: Sequence[Face | int]
    asked: list[AskedDie] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether every die asked for lies there."""
        return len(self.dice) == len(self.asked)

    def take(self, sides: int, earned_by: int | None = None) -> Die | None:
        """Ask for a die. Return it with the next face, or None if no face is left."""
        place = len(self.asked)
        self.asked.append(AskedDie(sides, earned_by))
        if place >= len(self.faces):
            return None
        face = _checked(self.faces[place], sides, place + 1)
        die = Die(sides, face.value, face.origin)
        self.dice.append(die)
        return die


def _checked(face: Face | int, sides: int, place: int) -> Face:
    face = face if isinstance(face, Face) else Face(face)
    if face.value not in range(1, sides + 1):
        raise impossible_face(face.value, sides, place)
    return face


WantedDie = tuple[DieRole, int]


def _wanted(
    kind: RollKind, sides: Sequence[int], penalty: Sequence[int], benny: Sequence[int]
) -> list[WantedDie]:
    for side in (*sides, *penalty, *benny):
        check_sides(side)
    if len(sides) + len(penalty) + len(benny) > MOST_DICE:
        raise ValueError(f"at most {MOST_DICE} dice in one roll")
    role = DieRole.READ if kind is RollKind.READ else DieRole.PLAIN
    wanted = [*((role, side) for side in sides), *((DieRole.PENALTY, side) for side in penalty)]
    if kind in ACTIONS:
        if not sides or (kind is RollKind.ACTION_D4 and sides[0] != 4):
            raise ValueError(f"no Action die for an {kind} roll: {list(sides)}")
        wanted[0] = (DieRole.ACTION, sides[0])
    return wanted


def _throw(tray: _Tray, wanted: Sequence[WantedDie], house: DiceRules) -> tuple[Chain, ...]:
    """Take one throw from the tray: all its dice, then their chains, as far as faces go."""
    start = len(tray.asked)
    dice = [tray.take(sides) for _, sides in wanted]
    # Bonus Dice come after all first dice, so they are asked for only when those lie there.
    if not tray.complete:
        return ()
    return tuple(
        Chain(die, _earned(tray, role, place, house))
        for place, ((role, _), die) in enumerate(zip(wanted, dice, strict=True), start)
        if die
    )


def _earned(tray: _Tray, role: DieRole, place: int, house: DiceRules) -> tuple[Die, ...]:
    """Take the Bonus Dice that the die at `place` earned, as far as faces go."""
    die: Die | None = tray.dice[place]
    chain: list[Die] = []
    while die and (sides := bonus_die(role, die.sides, die.value, house)):
        earner, place = place, len(tray.asked)
        if die := tray.take(sides, earner):
            chain.append(die)
        # 4.2-14: what the Action die of an Incompetent earned goes on like any other die.
        role = earned_role(role)
    return tuple(chain)


def _in_order(chains: Sequence[Chain]) -> tuple[Die, ...]:
    """Return one throw's dice as they are thrown: all first dice, then chain by chain."""
    return (*(c.die for c in chains), *(die for c in chains for die in c.bonus))
