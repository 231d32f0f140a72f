"""Leaving a Close Combat, and the Counterstrikes that answer it (5.2-15, 5.2-33 to 5.2-38)."""

from collections.abc import Collection

from brikdesk.rules.brikwars.no import No, first, no_if

MOST_COUNTERSTRIKES = 3
"""Counterstrikes that one unit draws when it Disengages (5.2-33)."""


def may_disengage(
    *, own_turn: bool, engaged: bool, grabbing: bool, disrupted: bool, again: bool, engages: bool
) -> No | None:
    """Refuse to Disengage.

    Rules: 5.2-15 (an engaged unit, in its own turn), 4.1-27 (not while it is Disrupted), 5.2-28 and
    A5-04 (a grabber lets go first; who is held may do it), A5-62 (nor after it has Engaged).

    - `again`: it has Disengaged in this turn; `engages`: it has made a maneuver in it.
    """
    if not engaged:
        return No("5.2-15", "it is engaged with nobody")
    return first(
        no_if(not own_turn, "5.2-15", "it Disengages in its own turn"),
        no_if(again, "5.2-34", "it has Disengaged in this turn"),
        no_if(engages, "A5-62", "it has Engaged in this turn"),
        no_if(disrupted, "4.1-27", "it is Disrupted until its next turn"),
        no_if(grabbing, "5.2-28", "it holds its opponent and lets go first"),
    )


def may_counterstrike(*, disrupted: bool, weapons: int, hands: int) -> bool:
    """Return whether an opponent may answer with a Counterstrike (5.2-33).

    It needs no Action (5.2-35).

    - `weapons`: those ready in hand that it has not used in this player's turn.
    - `hands`: those it has not used in this player's turn.
    """
    return not disrupted and weapons > 0 and hands > 0


def may_strike_back(
    *, called_for: bool, weapons: int, strike: bool, used: bool, always: bool = False
) -> No | None:
    """Refuse an attack that is made as a Counterstrike (5.2-33, 5.2-35).

    - `called_for`: its target Disengages from this unit, and it has not struck back yet; with
      `always`, the switch bw_counterstrike_always, its target has attacked it in this turn (A5-01).
    - `weapons`: the weapons that take part; `strike`: it is a Strike.
    - `used`: that weapon has been used in this player's turn.
    """
    uncalled = "its target has not attacked it" if always else "nobody Disengages from it"
    several = weapons != 1 or not strike
    return first(
        no_if(not called_for, "A5-01" if always else "5.2-33", uncalled),
        no_if(several, "5.2-35", "a Counterstrike is one Strike with one weapon"),
        no_if(used, "5.2-33", "that weapon is used up in this turn"),
    )


def gets_away(*, grabbed: bool, disrupted: bool) -> bool:
    """Return whether a unit that has Disengaged leaves its opponents' reach.

    Rules: 5.2-36 (by an Angry Inch), 5.2-37 (not if it is held), 4.1-27 (nor if it lies down).
    """
    return not grabbed and not disrupted


def may_walk_off(*, engaged: bool, disengaged: bool, answered: bool) -> No | None:
    """Refuse movement to an engaged unit that has not Disengaged (5.2-08, 5.2-34).

    - `answered`: no Counterstrike at it is still to be made or forgone.
    """
    return first(
        no_if(not answered, "5.2-33", "the Counterstrikes at it come first"),
        no_if(engaged and not disengaged, "5.2-08", "it is engaged and Disengages first"),
    )


def may_do_else(*, engaged: bool, disengaged: bool, own_turn: bool) -> No | None:
    """Refuse an Action outside its Close Combat to an engaged unit that has not Disengaged.

    Rules: 5.2-15 and 5.2-16 in its own turn, 5.2-06 in the turns of others.
    """
    if not engaged or disengaged:
        return None
    if own_turn:
        return No("5.2-15", "it is engaged and Disengages first")
    return No("5.2-06", "it is engaged and answers nothing outside its Close Combat")


def is_idle(
    *, engaged_before: bool, maneuvers: Collection[str], parried: bool, holds: bool, down: bool
) -> bool:
    """Return whether an engaged unit counts as Disengaging at the end of its turn (5.2-16, A5-05).

    Exempt are units that this turn has engaged, whose Action went into a Parry, and who cannot act;
    to hold a Grab is to Engage (A5-61).

    - `maneuvers`: those that it has made in this turn.
    """
    return engaged_before and not maneuvers and not parried and not holds and not down
