"""How the numbers of a landing come about: its Action Roll, what it needed, how far it misses."""

from dataclasses import replace

from sqlmodel import Session

from brikdesk.acts.reckoning import ON_FIRE, cited, roll_terms, sum_of, sum_of_roll
from brikdesk.dice import Roll
from brikdesk.rules.brikwars.explosives.flight import FrozenAttack, RollTerm, needed_number
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Sum, Term
from brikdesk.store.tables import Projectile


def landing_sums(
    session: Session,
    flight: Projectile,
    frozen: FrozenAttack,
    rolled: tuple[Roll, Roll | None],
    total: int,
    at_the_x: Term,
    *,
    missed: int | None,
) -> tuple[Sum, ...]:
    """Return the sums of a landing: its Action Roll, the number it needed, the inches it misses by.

    Terms that were fixed at launch cite the act of the launch (Q8-32). `rolled` are the roll and a
    Benny's die, `at_the_x` is the size and visibility of what stands there now, `missed` are the
    inches of a miss, None for a hit.
    """
    launch = made_by(session, flight, "frozen")
    roll, more = rolled
    fixed = [cited(each.reason, each.value, each.rule, launch) for each in frozen.modifiers]
    added = [*fixed, at_the_x]
    benny = roll_terms(more, "4.2-18", ("Benny:",)) if more else ()
    burning = replace(ON_FIRE, reason="On fire at launch", act_id=launch)
    use = Term("Use", frozen.use, "4.2-06", launch)
    arrival = RollTerm(at_the_x.reason, at_the_x.value, at_the_x.rule)
    needed = needed_number(frozen, (arrival,))
    sums = (
        sum_of_roll(
            "Action Roll", roll, *added, *benny,
            rule="8.4-11", total=total, labels=("Action",), on_fire=burning,
        ),
        # floor 2: a natural 1 is a Critical Failure, whatever is added to it
        sum_of("Needed on the die", needed, use, *_taken_off(added), floor=2),
    )  # fmt: skip
    return sums if missed is None else (*sums, _miss(use, total, missed))


def _taken_off(terms: list[Term]) -> list[Term]:
    return [replace(term, value=-term.value) for term in terms]


def _miss(use: Term, total: int, inches: int) -> Sum:
    """Return the sum of the inches it misses by: what was needed less the total (8.4-20, Q8-42).

    A Critical Failure misses by at least 1", however high its total.
    """
    least = int(total >= use.value)
    return sum_of("Missed by", inches, use, Term("Action Roll", -total, "8.4-20"), floor=least)
