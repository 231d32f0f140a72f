"""Power: what a creation can activate in one turn, what it saves, what it powers (8.1, F.1)."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.brikwars.units_and_damage import effective_size
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.turn import in_window

MAX_MULTIPLIER = 4
"""Two Size Enhancements at most: 2, 3 or 4 times the Effective Size (8.1-35)."""


def limit(
    size: int,
    size_damage: int = 0,
    multiplier: int = 2,
    half_power: bool = False,
    fire_size: int = 0,
) -> int:
    """Return the Power limit in inches of a creation as it is now.

    Rules: 8.1-31 and 8.1-35 (multiplier x Effective Size), 8.1-36 (Half Power: not above the
    Effective Size), 8.1-39 (Size Damage counts at once), F.1-30 (less the Size of its fire).
    """
    effective = effective_size(size, size_damage)
    power = effective * min(multiplier, MAX_MULTIPLIER)
    return max(0, (min(power, effective) if half_power else power) - fire_size)


def has_half_power(when: str, *, airborne: bool) -> bool:
    """Return whether Half Power holds now; `when` is "never", "always" or "airborne" (8.1-37)."""
    return {"never": False, "always": True, "airborne": airborne}[when]


def may_have_half_power(size: int) -> No | None:
    """Refuse a Power Impairment below Size 1" (8.1-36)."""
    return no_if(size < 1, "8.1-36", 'Half Power needs a Size of 1" or more')


def minifig_power(hands: int) -> int:
    """Return a minifig's Power in inches: 1" for each Hand that he can use (A-02)."""
    return hands


class PowerSpent(Struct, frozen=True):
    """One line of a creation's ledger: inches used, or lost to Overload, in the stamped turn."""

    turn: int
    inches: int
    overload: bool = False


def used(
    ledger: Sequence[PowerSpent],
    current_turn: int,
    own_turns: Sequence[int],
    *,
    window: str = "player_turn",
    overload_until: str = "window_end",
) -> int:
    """Return the inches of Power that are gone in the present window.

    Rules: 8.1-32 and Q8-02 (`window`), F.1-17 and QF-18 (Overload counts like use; with
    `overload_until` "victims_next_turn_end" until the end of the victim's next own turn).

    - `ledger`: what was spent, in any order.
    - `current_turn`: stamp of the present player turn.
    - `own_turns`: stamps of the turns of the creation's owner so far, in order.
    """
    round_started_on = own_turns[-1] if own_turns else 0

    def counts(spent: PowerSpent) -> bool:
        if spent.overload and overload_until == "victims_next_turn_end":
            # An own turn that began after the Overload and before this turn is over.
            ended = any(spent.turn < turn < current_turn for turn in own_turns)
            return spent.turn <= current_turn and not ended
        return in_window(spent.turn, window, current_turn, round_started_on)

    return sum(spent.inches for spent in ledger if counts(spent))


def may_activate(
    needed: int, limit: int, used: int = 0, stored: int = 0, *, diverting: bool = False
) -> No | None:
    """Refuse a weapon or device for which the Power does not suffice.

    Rules: 8.1-32 (sum of the turn), 8.1-34 (no Power at all), 8.1-40 (too big), 8.1-41 and Q8-05
    (nothing while diverting), 8.1-43 (`stored` may be pooled with what the turn has left).

    - `needed`: Weapon Size of the item, in inches.
    - `limit`: the Power limit now.
    - `used`: inches gone in the present window, Overload included.
    - `stored`: inches saved by Divert All Power that are ready in this turn.
    - `diverting`: All Power is being diverted until the creation's next turn.
    """
    none = "All Power is being diverted, nothing can be activated"
    return first(no_if(diverting, "8.1-41", none), _too_much(needed, limit, used, stored))


def _too_much(needed: int, limit: int, used: int, stored: int) -> No | None:
    """Refuse what takes more Power than there is."""
    left = max(0, limit - used)
    # Before the limit is asked about: an item that takes no Power works even without any.
    if needed <= left + stored:
        return None
    if not limit and not stored:
        return No("8.1-34", "no Power at all; only a special attack might work")
    if needed > limit + stored:
        have = f'{limit}"' + (f' and {stored}" saved' if stored else "")
        return No("8.1-40", f'too big: it takes {needed}" of Power, the limit is {have}')
    return No("8.1-32", f'it takes {needed}" of Power, {left + stored}" are left')


class Spending(Struct, frozen=True):
    """Where the Power of one activation comes from, in inches, and what stays saved."""

    regular: int
    stored: int
    left_stored: int


def spend(
    needed: int,
    limit: int,
    used: int = 0,
    stored: int = 0,
    *,
    divert_spend: str = "stored_first",
) -> Spending:
    """Split one activation between the turn's own Power and the store.

    Rules: 8.1-43 (one pooled activation), 8.1-44 (afterwards the store is empty), Q8-04 (order).
    The store is drawn on only where the turn's own Power does not suffice. An overruled activation
    may take more than there is: the rest is regular.
    """
    left = max(0, limit - used)
    if needed <= left:
        return Spending(regular=needed, stored=0, left_stored=stored)
    wanted = needed if divert_spend == "stored_first" else needed - left
    from_store = min(stored, wanted)
    # 8.1-44: one pooled activation empties the store, whatever it took out of it.
    return Spending(regular=needed - from_store, stored=from_store, left_stored=0)


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


POWER_OF_A_DIE = 1
"""Inches of Power that one die of a powered Hazard takes (F.1-06)."""


class TriggerMode(StrEnum):
    """How a Hazard that a creation powers goes off (F.1-07)."""

    AUTOMATIC = "automatic"
    MANUAL = "manual"


def dice_that_act(ready: Sequence[int], power_left: int, victim_size: int = 1) -> tuple[int, ...]:
    """Return which dice of a powered Hazard can act on one victim, by their places.

    Rules: F.1-06 and QF-20 (those that have not acted in this turn, as far as there is Power for
    them), F.1-13 (what has Size 0" takes no roll and no Power).

    - `ready`: places of the dice that have not acted.
    - `power_left`: inches of Power that the creation has left.
    - `victim_size`: inches.
    """
    if victim_size == 0:
        return tuple(ready)
    return tuple(ready[: max(0, power_left // POWER_OF_A_DIE)])


def acts_by_itself(mode: str) -> bool:
    """Return whether it acts on whoever is inside, without its operator (F.0-03, F.1-07)."""
    return mode != TriggerMode.MANUAL
