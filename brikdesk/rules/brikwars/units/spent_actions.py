"""The Action of a unit: when it is spent, when it comes back, and what takes a whole turn (4.2)."""

from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.clocks import Clock, Edge


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
    """Return how far an extended Action has come (4.2-29): turn 2 of 3; 0 planned: nobody knows."""
    return f"turn {spent} of {planned}" if planned else f"turn {spent}"
