"""Who reaches whom, who notices whom, and whose hands are free: one rule each for all that ask."""

from collections.abc import Collection, Sequence
from math import cos, hypot, radians, sin

from brikdesk.lengths import compared
from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.nearly import NEARLY

ARM = 1.0
"""Inches from its edge that a unit reaches with its arms alone (4.1-07, 5.2-31)."""


def may_reach(
    rule: str, name: str, away: float | None, arm: float, *, free: float = 0.0
) -> No | None:
    """Refuse what is out of reach by the map (5.1-01, 5.2-24, 5.2-31, 5.4-24, 8.5-10).

    - `rule`: of the act that reaches; `name`: what it reaches for.
    - `away`: inches from edge to edge; None where the map does not know.
    - `arm`: inches that it reaches; `free`: those that it may still move first (4.3-04, 5.2-09).
    """
    if away is None or away <= arm + free + NEARLY:
        return None
    apart, reach = compared(away, arm + free)
    return No(rule, f"by the map {name} is {apart} away, and it reaches {reach}")


def may_notice(name: str, *, looks: bool | None, hidden_by: Sequence[str] = ()) -> No | None:
    """Refuse an answer to what a unit cannot see.

    Rules: 4.3-06 and 4.3-07 (in time, and not by its noise), 4.3-08 (the cone of vision), 5.1-06 and
    F.1-08 (through no wall and no Smoke).

    - `looks`: whether it lies in its cone of vision; None where nobody knows.
    - `hidden_by`: what hides all of it.
    """
    late = "and hearing what comes of it is too late"
    return first(
        no_if(looks is False, "4.3-06", f"it looks away, {late}"),
        no_if(hidden_by, "4.3-06", f"{' and '.join(hidden_by)} hides {name}, {late}"),
    )


def may_parry_from(*, looks: bool | None) -> No | None:
    """Refuse a Parry of what comes from outside its bearer's field of view (5.2-51, 4.3-08)."""
    if looks is False:
        return No("5.2-51", "it comes from behind, and a Shield parries what its bearer sees")
    return None


def may_use_free_hand(hands: int, holding: Sequence[str], held: int) -> No | None:
    """Refuse a Grab to a unit whose Hands all hold something (5.2-24).

    - `held`: the Hands that what it is `holding` takes.
    """
    if held < hands or not holding:
        return None
    names = ", ".join(holding)
    return No("5.2-24", f"no Hand is free, it holds {names} and puts something away first")


def may_grip(
    wanted: int, allowed: Collection[int], *, hands: int, holding: Collection[tuple[str, int]]
) -> No | None:
    """Refuse to hold a weapon with more or fewer Hands than it takes, or than are free (X3.2-02).

    - `allowed`: the numbers of Hands that may hold it; none: any.
    - `hands`: those that its bearer can use; `holding`: what else they hold, each with its Hands.
    """
    least, most = min(allowed, default=1), max(allowed, default=max(1, wanted))
    either = f"{least} or {most}" if least < most else f"{least}"
    names = ", ".join(name for name, _ in holding)
    taken = sum(each for _, each in holding)
    left = f"{hands} Hand{'' if hands == 1 else 's'}"
    beside = f", and holds {names} besides: put that away first" if names else ""
    return first(
        no_if(
            not least <= wanted <= most,
            "X3.2-02",
            f"it is held with {either} Hand{'' if most == 1 else 's'}",
        ),
        no_if(wanted + taken > hands, "X3.2-02", f"its bearer has {left}{beside}"),
    )


def may_use_bare_hands(rule: str, what: str, holding: Sequence[str]) -> No | None:
    """Refuse a Shove or a Parry with Bare Hands to a unit that holds something (5.2-31, 5.2-52)."""
    if not holding:
        return None
    names = ", ".join(holding)
    return No(rule, f"it holds {names}, and drops that first to {what} with Bare Hands")


def may_use_again(*, used: bool) -> No | None:
    """Refuse the same object twice in one player's turn (5.2-05)."""
    return No("5.2-05", "it has been used in this turn") if used else None


def may_take_inch(*, taken: bool, to_come: bool, own_turn: bool) -> No | None:
    """Refuse an inch that belongs to no maneuver and to no response.

    Rules: 5.2-09 and 5.2-10 (before each maneuver, as often as one is made), 4.3-04 (with a response).

    - `taken`: it has taken one, and has made nothing since.
    - `to_come`: it can still make a maneuver, a response or a Counterstrike.
    """
    rule, what = ("5.2-09", "maneuver") if own_turn else ("4.3-04", "response")
    again = "5.2-10" if own_turn else rule
    return first(
        no_if(not to_come, rule, f"its inch goes with a {what}, and it can make none"),
        no_if(taken, again, f"it has taken its inch, and makes its {what} first"),
    )


def may_go_on_attacking(*, same_type: bool, same_target: bool) -> No | None:
    """Refuse a further attack in an Action that another act has begun.

    Rules: 8.5-01 (one type of attack, one target), 5.2-19 (a second Strike goes at the same target).
    """
    other = "one Action makes one type of attack, and it has made another one"
    return first(
        no_if(not same_type, "8.5-01", other),
        no_if(not same_target, "5.2-19", "in the same Action it attacks the same target"),
    )


def lies_in_path(
    spot: tuple[float, float],
    heading: float,
    other: tuple[float, float],
    *,
    widths: float,
) -> bool:
    """Return whether a unit that runs straight on meets another one (5.4-22, A5-32).

    - `heading`: degrees clockwise from the far edge; `widths`: of both together.
    """
    dx, dy = other[0] - spot[0], other[1] - spot[1]
    ux, uy = sin(radians(heading)), -cos(radians(heading))
    ahead, aside = dx * ux + dy * uy, abs(dx * uy - dy * ux)
    touches = hypot(dx, dy) <= widths / 2 + NEARLY
    return (touches and ahead >= -NEARLY) or (ahead > 0 and aside < widths / 2 - NEARLY)
