"""Dice as values: faces on the table, pools such as 2d10+1, and rolls resolved from faces."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Literal

from msgspec import Struct, field

from brikdesk.errors import BadInput

SIDES = (4, 6, 8, 10, 12, 20)
"""The dice that exist."""


class Origin(StrEnum):
    """Where a face came from."""

    TYPED = "typed"
    ROLLED = "rolled"
    CHANGED = "changed"
    SEALED = "sealed"


BY_THE_DESK = (Origin.ROLLED, Origin.SEALED)
"""Where the faces come from that the desk throws: chance, or the seal of a battle."""


class DiceWay(StrEnum):
    """How the dice of a player come to the desk.

    - ASKED: their faces are typed, or the desk rolls them when it is told to.
    - TYPED: they are thrown at the table, and the desk waits for their faces.
    - ROLLED: the desk rolls them as soon as they are asked for.
    """

    ASKED = "asked"
    TYPED = "typed"
    ROLLED = "rolled"


class DiceFor(StrEnum):
    """What dice are thrown for, as a player says how his come to the desk; the value says it in words."""

    HIT = "attack rolls"
    DAMAGE = "damage"
    ARMOR = "armor"
    TURN = "steps of a turn"
    OTHER = "all else"


@dataclass(frozen=True, slots=True)
class Face:
    """A face as it lies on the table. The roll that asks for it knows which die shows it."""

    value: int
    origin: Origin = Origin.TYPED


@dataclass(frozen=True, slots=True)
class Die:
    """A die with its face. Raise ValueError for a die or a face that does not exist."""

    sides: int
    value: int
    origin: Origin = Origin.TYPED

    def __post_init__(self) -> None:
        check_sides(self.sides)
        if self.value not in range(1, self.sides + 1):
            raise ValueError(f"a d{self.sides} shows 1 to {self.sides}, not {self.value}")


def check_sides(sides: int) -> None:
    """Raise ValueError for a die that does not exist."""
    if sides not in SIDES:
        raise ValueError(f"there is no d{sides}, dice are d4, d6, d8, d10, d12 and d20")


def read_face(word: str, sides: int, place: int = 1) -> Face:
    """Read one typed face. Raise BadInput that says what the die at `place`, from 1, can show."""
    check_sides(sides)
    value = whole_number(word, digits=2)
    if value == 0 and word == "0" and sides == 10:
        value = 10  # most d10s are marked 0 to 9
    if value is None or not 1 <= value <= sides:
        raise impossible_face(shown(word), sides, place)
    return Face(value)


def impossible_face(word: object, sides: int, place: int) -> BadInput:
    """Return the error for a face that a die cannot show."""
    return BadInput(f"A d{sides} shows 1 to {sides}. {word} was not entered.", f"Die {place}")


def dice_words(sides: Sequence[int]) -> str:
    """Return dice in words and in their order, equal neighbours counted together: 3d6, d4."""
    return ", ".join(f"{count if count > 1 else ''}d{side}" for side, count in _runs(sides))


def _runs(sides: Sequence[int]) -> list[tuple[int, int]]:
    """Return dice in their order as (sides, count), equal neighbours counted together."""
    # Not sorted first: the order of dice is the order in which faces are typed.
    return [(side, len(list(same))) for side, same in groupby(sides)]


def whole_number(word: str, digits: int) -> int | None:
    """Read an unsigned number of 0-9 with at most `digits` digits; None for anything else.

    int() alone would also take signs, underscores and the digits of every script.
    """
    if word.isascii() and word.isdigit() and len(word) <= digits:
        return int(word)
    return None


def shown(text: str, longest: int = 20) -> str:
    """Return typed text for a message: cut short, invisible characters made visible."""
    cut = text[:longest] + ("…" if len(text) > longest else "")
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in cut)


OVER_THE_TOP = 6
"""The lowest natural number that takes an Action Over the Top (4.2-12, OF-03)."""

BONUS_DIE = 6
"""The die that a highest face earns, whatever die shows it (OF-01)."""


class DieRole(StrEnum):
    """What a die is for in a roll. What its highest face earns depends on it."""

    ACTION = "action"
    PLAIN = "plain"
    PENALTY = "penalty"
    READ = "read"


class DiceRules(Struct, frozen=True):
    """The house rules that apply to every roll.

    Raise ValueError for a die that does not exist or another reading of Critical Failure.
    """

    bonus_die: int | Literal["same"] = BONUS_DIE
    incompetent_bonus_die: int = BONUS_DIE
    crit_fail_multi: Literal["all_ones", "any_one"] = "all_ones"
    penalty_dice_explode: bool = False
    failure_is_zero: bool = True
    armor_failure_is_zero: bool = False
    specialty_goes_over: bool = True

    def __post_init__(self) -> None:
        if self.bonus_die != "same":
            check_sides(self.bonus_die)
        check_sides(self.incompetent_bonus_die)
        if self.crit_fail_multi not in ("all_ones", "any_one"):
            raise ValueError(f"no reading of Critical Failure: {self.crit_fail_multi}")


BY_THE_BOOK = DiceRules()
"""Every switch at its default."""


def bonus_die(role: DieRole, sides: int, value: int, house: DiceRules = BY_THE_BOOK) -> int | None:
    """Return the sides of the Bonus Die that a face earns, None where it earns none.

    Rules: OF-01, OF-02, X1.2-02 (highest face), OF-03, 4.2-12 (the Action die earns none), OF-05,
    4.2-16 (except a d4). What an earned die earns follows the general rule again.
    """
    # Dice that are read die by die (Burning Rolls) are compared one by one, so none earns more.
    silent = role is DieRole.READ or (role is DieRole.PENALTY and not house.penalty_dice_explode)
    if value != sides or silent:
        return None
    if role is DieRole.ACTION:
        # Any other highest face goes Over the Top and earns a Benny instead (`earns_benny`).
        return house.incompetent_bonus_die if sides == 4 else None
    return sides if house.bonus_die == "same" else house.bonus_die


def earned_role(role: DieRole) -> DieRole:
    """Return the role of an earned die: PENALTY if a penalty die earned it, else PLAIN (4.2-14)."""
    return DieRole.PENALTY if role is DieRole.PENALTY else DieRole.PLAIN


def earns_benny(sides: int, natural: int) -> bool:
    """Return whether this natural number goes Over the Top (4.2-12, 4.2-15, 4.2-16)."""
    return sides > 4 and natural >= OVER_THE_TOP


def fails_critically(
    thrown: Sequence[int], bought: Sequence[int] = (), house: DiceRules = BY_THE_BOOK
) -> bool:
    """Return whether these natural faces are a Critical Failure (OF-06, OF-07, X1.2-03).

    `thrown` are the dice of the roll itself, `bought` those of a Benny. With `any_one` only
    the thrown dice count: a Benny never makes a roll worse.
    """
    if house.crit_fail_multi == "any_one":
        return 1 in thrown
    return bool(thrown) and all(value == 1 for value in (*thrown, *bought))


MOST_DICE = 200
"""Dice in one pool; more is a slip of the finger."""

LONGEST_TEXT = 1_000
_EXAMPLE = "Type dice like 2d10+1d4+1."
_MINUS = "\N{MINUS SIGN}"


class Pool(Struct, frozen=True):
    """Dice to throw and a flat bonus. The order of `sides` is the order of the faces.

    `penalty` dice are subtracted (a burning unit's −1d4); they are thrown after the others.
    Raise ValueError for dice that do not exist and for more than 200 dice.
    """

    sides: tuple[int, ...] = ()
    bonus: int = 0
    penalty: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for side in (*self.sides, *self.penalty):
            check_sides(side)
        if len(self.sides) + len(self.penalty) > MOST_DICE:
            raise ValueError(f"at most {MOST_DICE} dice in one roll")

    @classmethod
    def parse(cls, text: str, *, flat: bool = False, where: str = "") -> "Pool":
        """Read dice as typed. Spaces, a capital D and a typographic minus are accepted.

        With `flat` a bare number is a pool without dice (Armor 4). Raise BadInput, with `where`
        as its field, that says what is wrong and what to type.
        """
        try:
            pool = _parsed(text)
            if not flat and not pool.sides:
                raise BadInput(f"“{shown(text.strip())}” throws no dice. {_EXAMPLE}")
        except BadInput as error:
            raise BadInput(error.sentence, where) from None
        return pool

    def __str__(self) -> str:
        terms = [("+", f"{count}d{side}") for side, count in _runs(self.sides)]
        terms += [(_MINUS, f"{count}d{side}") for side, count in _runs(self.penalty)]
        if self.bonus or not terms:
            terms.append((_MINUS if self.bonus < 0 else "+", str(abs(self.bonus))))
        return "".join(sign + words for sign, words in terms).removeprefix("+")


def _parsed(text: str) -> Pool:
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"This is too long for dice: {len(text)} characters. {_EXAMPLE}")
    if not text.strip():
        raise BadInput(f"No dice were typed. {_EXAMPLE}")
    sides: list[int] = []
    penalty: list[int] = []
    bonus = 0
    # A + before every minus lets one split find all terms, each still with its own sign.
    for word in text.replace(_MINUS, "-").replace("-", "+-").split("+"):
        sign = -1 if word.startswith("-") else 1
        count, side = _term(word.removeprefix("-").strip(), text)
        if side is None:
            bonus += sign * count
        else:
            (sides if sign > 0 else penalty).extend([side] * count)
            _refuse_heap(len(sides) + len(penalty))
    return Pool(tuple(sides), bonus, tuple(penalty))


def _term(word: str, text: str) -> tuple[int, int | None]:
    """Read 2d10 as (2, 10), d6 as (1, 6) and 3 as (3, None)."""
    if not word:
        raise BadInput(f"Nothing stands beside a + or {_MINUS} in “{shown(text)}”. {_EXAMPLE}")
    left, d, right = (part.strip() for part in word.lower().partition("d"))
    if d and left.isascii() and left.isdigit() and len(left) > 3:
        _refuse_heap(MOST_DICE + 1)  # "too many" says more than "not a number up to 999"
    count = 1 if d and not left else whole_number(left, digits=3)
    side = whole_number(right, digits=3) if d else None
    if count is None or (d and side is None):
        raise BadInput(f"“{shown(word)}” is neither dice nor a number up to 999. {_EXAMPLE}")
    if side is not None and side not in SIDES:
        raise BadInput(f"There is no d{side}. Dice are d4, d6, d8, d10, d12 and d20.")
    if side is not None and not count:
        raise BadInput(f"“{shown(word)}” throws no dice. {_EXAMPLE}")
    if side is not None:
        # Before the caller makes a list of this length.
        _refuse_heap(count)
    return count, side


def _refuse_heap(count: int) -> None:
    if count > MOST_DICE:
        raise BadInput(f"At most {MOST_DICE} dice fit in one roll.")


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
    # A slice, because the roll may have got no die at all.
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


def all_ones(faces: Sequence[int]) -> bool:
    """Return whether every die of a roll shows 1; False without dice (Q8-28, QF-12)."""
    return bool(faces) and all(face == 1 for face in faces)


DRAWN = 2**256
"""How many numbers an HMAC with SHA-256 can be."""


def seed_hash(seed: str) -> str:
    """Return the SHA-256 hash of a seed, both in hexadecimal: what is told of it while it is sealed."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def hashed_text(words: Sequence[str], roll: str, die: str, throw: int = 1) -> str:
    """Return what is hashed for a die: the words of the players, line by line, then what is rolled."""
    return "\n".join((*words, f"{roll}, die {die}, throw {throw}"))


def sealed_face(seed: str, words: Sequence[str], roll: str, die: str, sides: int) -> int:
    """Return the face that a seed gives a die; each face is equally likely.

    The range of the numbers is cut into equal parts, one for each face, so that the same die of a roll
    is high or low whatever its sides: choosing another die is no second chance. What is left over at the
    end of the range is thrown again.
    """
    check_sides(sides)
    part, throw = DRAWN // sides, 1
    while True:
        said = hashed_text(words, roll, die, throw).encode()
        number = int.from_bytes(hmac.digest(bytes.fromhex(seed), said, "sha256"), "big")
        if number < part * sides:
            return number // part + 1
        throw += 1
