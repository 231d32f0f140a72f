"""The Action of a unit: when it is spent and comes back, Responses, and Actions that are no attack (4.2)."""

from enum import Enum
from fractions import Fraction

from brikdesk.dice import BY_THE_BOOK, DiceRules, Pool, Roll
from brikdesk.odds.rolls import action_odds
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.turn import Clock, Edge


def actions_left(
    spent: int,
    spent_on: int | None,
    round_started_on: int | None,
    *,
    actions_per_turn: int = 1,
    first_round_responses: bool = True,
) -> int:
    """Return the Actions that a unit can still take before its next own turn.

    Rules: 4.2-02 (one; more with extra Minds), 4.2-04 (back at the beginning of the next own turn,
    never saved up), A4-19 (what it may do before its first turn).

    - `spent`: Actions spent in the owner round of the stamp.
    - `spent_on`: stamp of the player turn in which one was spent last, None for never.
    - `round_started_on`: stamp of the owner's present or latest turn, None before the first.
    """
    if round_started_on is None and not first_round_responses:
        return 0
    # Before the first own turn, all Actions spent so far belong to one round (A4-19).
    spent_in_this_round = spent_on is not None and spent_on >= (round_started_on or 0)
    return max(0, actions_per_turn - spent) if spent_in_this_round else actions_per_turn


def may_act(
    actions_left: int, *, disrupted: bool = False, full_turn: bool = False, dead: bool = False
) -> No | None:
    """Refuse an Action.

    The moment within the unit's movement does not matter (4.2-03), nor do Half Speed, a Stop
    (4.1-25) or a Mortal Wound (5.1-18, 5.1-19). Rules: 4.1-27 (Disrupted), 4.2-02 (spent), 4.2-27
    (busy for the whole turn), 4.2-30 (dead).
    """
    if dead:
        return No("4.2-30", "it is dead")
    spent = actions_left <= 0 and not full_turn
    return first(
        no_if(disrupted, "4.1-27", "it is Disrupted until its next turn"),
        no_if(full_turn, "4.2-27", "a full-turn Action takes the rest of its turn"),
        no_if(spent, "4.2-02", "its Action is spent until its next turn"),
    )


def may_begin_full_turn_action(
    actions_left: int,
    *,
    own_turn: bool,
    disrupted: bool = False,
    moved: bool = False,
    needs_unmoved: bool = False,
) -> No | None:
    """Refuse a full-turn Action (4.2-26, 4.2-27).

    Movement before it is allowed unless `needs_unmoved`, the switch bw_full_turn_needs_unmoved.
    """
    return first(
        no_if(not own_turn, "4.2-26", "a full-turn Action is taken in the unit's own turn"),
        no_if(moved and needs_unmoved, "A4-13", "it has moved this turn"),
        may_act(actions_left, disrupted=disrupted),
    )


def full_turn_clock(owner: int, current_turn: int) -> Clock:
    """Return the end of a full-turn Action: the end of its own turn (4.2-27)."""
    return Clock(owner, Edge.END, current_turn)


def turns_of_action(began: int, now: int) -> int:
    """Return how many own turns have gone into a full-turn Action that goes on (4.2-29).

    - `began`, `now`: numbers of the owner's turns.
    """
    return max(1, now - began + 1)


def turns_in_words(spent: int, planned: int) -> str:
    """Return how far an extended Action has come (4.2-29): turn 2 of 3.

    - `planned`: the turns that it takes, 0 where nobody knows.
    """
    return f"turn {spent} of {planned}" if planned else f"turn {spent}"


TRIVIAL = 0
"""The Use of what succeeds without a roll; the book prints "-" (4.2-08)."""

USUAL_USE = 3
"""The Use of a task that no item and no agreement gives another (4.2-10)."""

DIFFICULTIES = {
    TRIVIAL: "trivial",
    2: "easy",
    3: "normal",
    4: "tricky",
    5: "difficult",
    6: "very difficult",
    8: "heroic",
    10: "legendary",
    12: "godlike",
}
"""The Use ratings of the table of difficulties; those between are legal too (4.2-10, 4.2-11)."""


def is_trivial(use: int) -> bool:
    """Return whether an Action succeeds without a roll (4.2-08)."""
    return use == TRIVIAL


def succeeds(roll: Roll, use: int) -> bool:
    """Return whether an Action Roll reaches its Use, however high that is (4.2-06, 4.2-11)."""
    return roll.reaches(use)


def use_chance(pool: Pool, use: int, *, house: DiceRules = BY_THE_BOOK) -> Fraction:
    """Return the chance of success, with a Benny spent on the roll only where it fails (4.2-18)."""
    return action_odds(pool, spend_benny=True, house=house).at_least(use)


HALF_CONE = 45.0
"""Degrees that a unit sees to each side of where its head points (4.3-08)."""

LEAD = 1.0
"""Inches that a responder must be ahead to act first (4.3-10)."""


class FirstToAct(Enum):
    """Who acts first, a responder or the unit that it responds to."""

    BEFORE = "before"
    TOGETHER = "together"
    HIGHER_ROLL = "higher roll"


def may_respond(
    actions_left: int,
    *,
    own_turn: bool = False,
    engaged_elsewhere: bool = False,
    disrupted: bool = False,
    full_turn: bool = False,
    dead: bool = False,
    bw_response_chains: bool = True,
) -> No | None:
    """Refuse a response.

    Rules: 4.3-03 (an Action left, not Disrupted), 5.2-06 (engaged: only within its Close Combat),
    A4-23 (`own_turn`: a unit of the running player, by the switch bw_response_chains).
    """
    elsewhere = "it is engaged, and this happens outside its Close Combat"
    chained = own_turn and not bw_response_chains
    return first(
        may_act(actions_left, disrupted=disrupted, full_turn=full_turn, dead=dead),
        no_if(engaged_elsewhere, "5.2-06", elsewhere),
        no_if(chained, "A4-23", "the running player's units make no responses"),
    )


def in_view(facing: float, bearing: float) -> bool:
    """Return whether something in this direction lies in the cone of vision, its border included.

    Both in degrees clockwise from the far edge of the table (4.3-08).
    """
    # The difference is taken the short way round: 350 and 10 degrees are 20 apart.
    off = (bearing - facing + 180.0) % 360.0 - 180.0
    return abs(off) <= HALF_CONE


AT_ONCE = "at once"
"""Noted for both units where both act at once: each acts, even if the other one kills it (4.3-11)."""


def who_is_first(lead: float, *, exclude_each_other: bool = False) -> FirstToAct:
    """Return who acts first.

    Rules: 4.3-10 (a whole inch of `lead`: the responder), 4.3-11 (else both at once), 4.3-12 (the
    higher Action Roll if one of the two makes the other impossible).
    """
    if lead >= LEAD:
        return FirstToAct.BEFORE
    return FirstToAct.HIGHER_ROLL if exclude_each_other else FirstToAct.TOGETHER


def may_triage(*, medik: bool) -> No | None:
    """Refuse Ker-Triage to anybody but a Medik (OF-89)."""
    return no_if(not medik, "OF-89", "Ker-Triage is not among its Specialties")


def may_mend(inches: int, *, bw_repair_inches_per_construction: int = 0) -> No | None:
    """Refuse more than one Construction mends by house rule; by default the table says how much (OF-64)."""
    most = bw_repair_inches_per_construction
    words = f'one Construction Action mends {most}", not {inches}"'
    return no_if(most and inches > most, "OF-64", words)


def triage_die(*, tools: bool) -> int:
    """Return the sides of the die of Ker-Triage: without proper tools it is a d6 (OF-89)."""
    return 8 if tools else 6
