"""Answer questions about odds typed in one line: 2d10 >= 9, action d8 >= 5, 3d10 vs 2d10."""

from fractions import Fraction

from msgspec import Struct

from brikdesk.dice import Pool
from brikdesk.dice.faces import shown, whole_number
from brikdesk.errors import BadInput
from brikdesk.odds.chances import Chances, Odds, action_odds, against, pool_odds

LONGEST_QUESTION = 500
MOST_ROWS = 50
UNLIKELY = Fraction(1, 2000)
"""Numbers at either end of a table that together are less likely than this share one row."""

_FORMS = "Ask like 2d10+1d4, 2d10 >= 9, action d8 >= 5 or 3d10 vs 2d10."


class OddsRow(Struct, frozen=True):
    """One line of an answer: what may happen, and how likely it is."""

    label: str
    chance: Fraction


class OddsAnswer(Struct, frozen=True):
    """The odds asked for. Each chance is off by at most `cut_off`, the rest of endless chains."""

    title: str
    rows: tuple[OddsRow, ...]
    cut_off: Fraction


def odds_of(expression: str) -> OddsAnswer:
    """Answer one typed question about dice. Raise BadInput for anything else.

    Amounts that fail critically count as the book says: no campaign is asked. `vs` compares Damage
    with Armor, which may be a bare number.
    """
    # One character more than allowed: a longer line is refused without reading all of it.
    text = " ".join(expression[: LONGEST_QUESTION + 1].split())
    if not text:
        raise BadInput(f"No odds were asked. {_FORMS}")
    if len(text) > LONGEST_QUESTION:
        raise BadInput(f"This question is too long. {_FORMS}")
    low = text.lower()
    is_action = low.startswith("action")
    asked, sign, number = _comparison(low.removeprefix("action"))
    left, versus, right = asked.partition("vs")
    if versus and (is_action or sign):
        raise BadInput(f"“{shown(text, 40)}” asks two things at once. {_FORMS}")
    if versus:
        return _versus(_pool(left), _pool(right, flat=True))
    pool = _pool(asked)
    odds = action_odds(pool) if is_action else pool_odds(pool)
    title = f"Action {pool}" if is_action else str(pool)
    rows = _reaching(odds, number, is_action) if sign else _table(odds.chances)
    more = [OddsRow("Critical Failure", odds.critical_failure)]
    more += [OddsRow("Over the Top", odds.over_the_top)] if odds.over_the_top else []
    return OddsAnswer(f"{title} ≥ {number}" if sign else title, (*rows, *more), odds.cut_off)


def _pool(text: str, *, flat: bool = False) -> Pool:
    try:
        return Pool.parse(text, flat=flat)
    except BadInput as error:
        raise BadInput(f"{error.sentence} {_FORMS}") from None


def _comparison(text: str) -> tuple[str, str, int]:
    """Split off a wanted number; > 8 is read as 9 or more."""
    # ">=" before ">", which would find it too.
    for sign, step in ((">=", 0), ("≥", 0), (">", 1)):
        left, found, right = text.partition(sign)
        if found:
            number = whole_number(right.strip(), digits=4)
            if number is None:
                raise BadInput(
                    f"After {sign} stands a number, not “{shown(right.strip())}”. {_FORMS}"
                )
            return left, sign, number + step
    return text, "", 0


def _versus(attack: Pool, armor: Pool) -> OddsAnswer:
    odds = against(attack, armor)
    rows = (
        OddsRow("Less than Armor", odds.less),
        OddsRow("Equal", odds.equal),
        OddsRow("More than Armor", odds.greater),
    )
    # The two sides are not alike: a Critical Failure deals 0 damage, Armor keeps what it shows.
    return OddsAnswer(f"Damage {attack} against Armor {armor}", rows, odds.cut_off)


def _reaching(odds: Odds, number: int, is_action: bool) -> tuple[OddsRow, ...]:
    chance = odds.at_least(number)
    miss = "Failure" if is_action else f"Less than {number}"
    return (OddsRow(f"{number} or more", chance), OddsRow(miss, 1 - chance))


def _table(chances: Chances) -> tuple[OddsRow, ...]:
    """Return one row for each number, or for a few numbers together if there are many."""
    below, rest = _tail(chances)
    above, reverse = _tail(rest[::-1])
    usual = reverse[::-1]
    lowest, highest = usual[0][0], usual[-1][0]
    step = -(-(highest - lowest + 1) // MOST_ROWS)  # rounded up
    rows: dict[int, Fraction] = {}
    for total, chance in usual:
        start = lowest + (total - lowest) // step * step
        rows[start] = rows.get(start, Fraction(0)) + chance
    named = [OddsRow(_span(start, min(start + step - 1, highest)), rows[start]) for start in rows]
    first = [OddsRow(f"{_signed(lowest - 1)} or less", below)] if below else []
    last = [OddsRow(f"{_signed(highest + 1)} or more", above)] if above else []
    return (*first, *named, *last)


def _tail(chances: Chances) -> tuple[Fraction, Chances]:
    """Split off the first numbers while they are unlikely together; return their chance first."""
    below = Fraction(0)
    for place, (_, chance) in enumerate(chances):
        if below + chance >= UNLIKELY:
            return below, chances[place:]
        below += chance
    return Fraction(0), chances


def _span(first: int, last: int) -> str:
    return _signed(first) if first == last else f"{_signed(first)} to {_signed(last)}"


def _signed(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")
