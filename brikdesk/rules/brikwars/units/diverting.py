"""Divert All Power: save a turn's Power for one activation (8.1-41 to 8.1-44, Q8-04, Q8-05)."""

from brikdesk.rules.brikwars.no import No, first, no_if


def may_divert(
    *,
    own_turn: bool = True,
    half_power: bool = False,
    moved: bool = False,
    power_used: int = 0,
    actions_left: int = 1,
    disrupted: bool = False,
) -> No | None:
    """Refuse Divert All Power to a creation that has done anything else this turn.

    Rules: 8.1-36 (not with Half Power), 8.1-41 (a full-turn Action without movement, weapons,
    devices or other Actions), 4.1-27 (not while Disrupted).
    """
    return first(
        no_if(half_power, "8.1-36", "with Half Power it cannot Divert All Power"),
        no_if(disrupted, "4.1-27", "it is Disrupted until its next turn"),
        no_if(not own_turn, "8.1-41", "Divert All Power takes the whole of its own turn"),
        no_if(moved, "8.1-41", "it has moved this turn"),
        no_if(power_used, "8.1-41", f'it has used {power_used}" of Power this turn'),
        no_if(not actions_left, "8.1-41", "its Action is spent"),
    )


def stored_now(
    stored: int, diverted_in: int | None, own_turn_number: int, *, expires: bool = True
) -> int:
    """Return the saved inches that may be pooled in this turn.

    Rules: 8.1-43 (from the turn after the last diverting turn), Q8-04 (only in that turn, unless
    `expires` is off).

    - `stored`: inches saved.
    - `diverted_in`: number of the owner's turn that was diverted last, None for never.
    - `own_turn_number`: number of the owner's present or latest turn.
    """
    if diverted_in is None or own_turn_number <= diverted_in:
        return 0
    return stored if own_turn_number == diverted_in + 1 or not expires else 0


def stored_after_turn(
    stored: int,
    *,
    diverting: bool,
    limit: int = 0,
    overload: int = 0,
    expires: bool = True,
) -> int:
    """Return the saved inches at the end of the creation's own turn.

    Rules: 8.1-42 (a diverting turn adds to what earlier ones saved), Q8-04 (it adds the Power of
    that turn after damage, fire and Overload; a store not used in the turn after is lost).

    - `stored`: inches saved so far.
    - `diverting`: this turn went into Divert All Power.
    - `limit`: Power limit at the end of the turn.
    - `overload`: inches lost to Overload in this turn.
    - `expires`: the switch divert_expires.
    """
    if diverting:
        return stored + max(0, limit - overload)
    return 0 if expires else stored
