"""How a number of a log line comes about: what an act puts into `sums=` of its lines."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct
from sqlmodel import Session, SQLModel

from brikdesk.dice import Chain, Die, Roll, RollKind
from brikdesk.rules.texts import is_known
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import REFEREE, Sum, Term

ON_FIRE = Term("On fire", 0, "8.3-27")
"""Why dice are taken off a roll, if the fire itself is not known."""


def sum_of(name: str, total: int, *terms: Term, floor: int | None = None) -> Sum:
    """Return `total` with its parts; parts of 0 are left out, unless all of them are 0."""
    counted = tuple(term for term in terms if term.value)
    return Sum(name, total, counted or terms[:1], floor)


def sum_of_roll(
    name: str,
    roll: Roll,
    *terms: Term,
    rule: str,
    total: int | None = None,
    labels: Sequence[str] = (),
    on_fire: Term = ON_FIRE,
    act_id: int | None = None,
    floor: int | None = None,
) -> Sum:
    """Return the number that a roll came to: its dice (`rule`), their Bonus Dice, then `terms`.

    `terms` must hold the flat bonus of the roll too. `total` is by default that of the roll.
    """
    dice = roll_terms(roll, rule, labels, on_fire, act_id)
    return sum_of(name, roll.total if total is None else total, *dice, *terms, floor=floor)


def roll_terms(
    roll: Roll,
    rule: str,
    labels: Sequence[str] = (),
    on_fire: Term = ON_FIRE,
    act_id: int | None = None,
) -> tuple[Term, ...]:
    """Return one part for each die of a roll, negative for dice taken off; no flat bonus."""
    terms: list[Term] = []
    named = [*labels, *[""] * len(roll.chains)]
    for chain, label in zip(roll.chains, named, strict=False):
        terms += _chain(chain, label, rule, _bonus_rule(roll), act_id)
    for chain in roll.penalty:
        terms += [
            replace(on_fire, reason=f"{on_fire.reason}: {_shows(die)}", value=-die.value)
            for die in (chain.die, *chain.bonus)
        ]
    # Dice that a Benny bought are cited by rules of their own.
    for chain in roll.bought:
        terms += _chain(chain, "Benny:", "4.2-18", "4.2-22")
    return tuple(terms)


def mom_sum(points: int) -> Sum:
    """Return the number that a MOM has brought, as it was rolled (5.4-10)."""
    return sum_of("MOM", points, Term("MOM", points, "5.4-10"))


def dice_terms(dice: Sequence[Die], rule: str) -> tuple[Term, ...]:
    """Return one part for each die that counts the points it shows."""
    return tuple(Term(_shows(die), die.value, rule) for die in dice)


def value_before(
    session: Session, row: SQLModel, column: str, reason: str, rule: str, *, sign: int = 1
) -> Term:
    """Return the present value of a column as a part, with the act that wrote it.

    To be called before the act changes the value; with `sign` −1 the value is taken off.
    """
    return Term(reason, sign * int(getattr(row, column)), rule, made_by(session, row, column))


def used_up(session: Session, row: SQLModel, count: int, reason: str, rule: str) -> Sum:
    """Return the sum of what is left in the column `count` of a row once `count` are taken off.

    To be called before they are.
    """
    there = value_before(session, row, "count", "There before", rule)
    taken = Term(reason, -count, rule)
    return sum_of("Left", there.value - count, there, taken)


class Length(Struct, frozen=True):
    """A part of a length in inches, which may have fractions; otherwise like a `Term`."""

    reason: str
    inches: float
    rule: str
    act_id: int | None = None


def whole_inches(name: str, total: float, *parts: Length) -> tuple[Sum, ...]:
    """Return the sum of a length; none if a part has fractions, because terms are whole numbers."""
    if not all(float(inches).is_integer() for inches in (total, *(part.inches for part in parts))):
        return ()
    terms = [Term(part.reason, int(part.inches), part.rule, part.act_id) for part in parts]
    return (sum_of(name, int(total), *terms),)


def by_hand(reason: str, value: int) -> Term:
    """Return a part that was decided at the table, with the reason that was typed."""
    return Term(reason.strip() or "As the referee says", value, REFEREE)


def cited(reason: str, value: int, rule: str, act_id: int | None = None) -> Term:
    """Return a part whose rule ID came with the act; the referee's if there is no such rule."""
    hand = by_hand(reason, value)
    return replace(hand, rule=rule if is_known(rule) else REFEREE, act_id=act_id)


def fails(points: int, rule: str = "OF-08") -> Term:
    """Return the part by which a Critical Failure makes a number of `points` count 0."""
    return Term("Critical Failure", -points, rule)


def _chain(
    chain: Chain, label: str, rule: str, bonus_rule: str, act_id: int | None = None
) -> list[Term]:
    first = Term(f"{label} {_shows(chain.die)}".strip(), chain.die.value, rule, act_id)
    more = [Term(f"Bonus {_shows(die)}", die.value, bonus_rule) for die in chain.bonus]
    return [first, *more]


def _bonus_rule(roll: Roll) -> str:
    # A d4 earns its Bonus Dice by a rule of its own.
    return "4.2-16" if roll.kind is RollKind.ACTION_D4 else "OF-01"


def _shows(die: Die) -> str:
    return f"d{die.sides} shows"
