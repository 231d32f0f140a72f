"""States that last: Half Speed, Stopped, drowning, and Disrupted with its recovery."""

from collections.abc import Collection

from msgspec import Struct

from brikdesk.lengths import at_most, compared
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.turn import Clock, Edge

JUMP_RISE = 1.0
"""Inches that one jump rises at most (4.1-04)."""


def half_speed_causes(
    *,
    worn_armor: str = "",
    legs_lost: int = 0,
    wounded_horse: bool = False,
    horse_wounded: str = "half_speed",
) -> frozenset[str]:
    """Return the causes of Half Speed that a unit itself has; other ones are states that last.

    Rules: 4.1-16, 4.1-20 (a set, so that causes never stack), OF-88 (a lost leg), OF-96 (a Wounded
    Horse, switch bw_horse_wounded).

    - `worn_armor`: "heavy", "light" or "".
    """
    held = {
        "heavy armor": worn_armor == "heavy",
        "lost leg": legs_lost > 0,
        "wounded": wounded_horse and horse_wounded == "half_speed",
    }
    return frozenset(cause for cause, holds in held.items() if holds)


def move_cost(
    inches: float, half_speed: Collection[str] = (), in_difficult_terrain: float = 0.0
) -> float:
    """Return the Move inches that a distance costs.

    Rules: 4.1-17 (double at Half Speed), 4.1-05 and A4-08 (double for those of its inches that lie
    in Difficult Terrain, where nothing else slows the unit), 4.1-20 (never more than double).
    """
    return inches * 2 if half_speed else inches + min(inches, in_difficult_terrain)


def real_inches(inches: float, half_speed: Collection[str] = ()) -> float:
    """Return the distance that inches of Move, jump, flight or Bail really cover, unrounded.

    Half as far, and for a jump half as high, at Half Speed (4.1-17, 4.1-18, 4.1-19, 4.1-37).
    """
    return inches / 2 if half_speed else inches


def jump_length(move_left: float, half_speed: Collection[str] = (), mom: int = 0) -> float:
    """Return the inches that one jump clears at most: the Move that is left, and those of a MOM.

    Rules: 4.1-02 (full price for a leap), 4.1-18 (half as far at Half Speed), 5.4-10.
    """
    return real_inches(move_left + mom, half_speed)


def may_rise(needed: float, most: float) -> No | None:
    """Refuse a jump that has to rise higher than one can (4.1-04, 4.1-18)."""
    if at_most(needed, most):
        return None
    rises, has_to = compared(most, needed)
    return No("4.1-04", f"one jump of it rises {rises} at most, this one takes {has_to}")


def may_drown(worn_armor: str, *, bw_light_armor_drowns: bool = True) -> No | None:
    """Refuse to let a swimmer drown whom the table lets swim in Light Armor (A4-12).

    Heavy Armor drowns, and so does a heavy object, of which only the referee knows (4.1-21).
    """
    swims = worn_armor == "light" and not bw_light_armor_drowns
    return no_if(swims, "A4-12", "Light Armor does not drown a swimmer; a heavy object might")


def drowning_clock(owner: int | None, since: int) -> Clock:
    """Return the deadline of a drowning unit: the end of its owner's following turn (4.1-22)."""
    return Clock(owner, Edge.END, since, following=True)


class Stop(Struct, frozen=True):
    """One reason why a unit is Stopped; a `lasting` one holds until somebody removes it."""

    cause: str
    lasting: bool = False


def disrupted_clock(owner: int, current_turn: int) -> Clock:
    """Return the end of a Disruption: the start of its owner's next turn (4.1-11, 4.1-27)."""
    return Clock(owner, Edge.START, current_turn)


def recovering_clock(owner: int, current_turn: int, *, until_next_turn: bool = False) -> Clock:
    """Return the end of the Half Speed that follows a Disruption, from the turn of recovery.

    Rules: 4.1-31 (the whole of that turn), A4-09 (`until_next_turn`: the enemies' turns too).
    """
    return Clock(owner, Edge.START if until_next_turn else Edge.END, current_turn)


def may_move(
    *,
    disrupted: bool = False,
    stops: Collection[Stop] = (),
    full_turn: bool = False,
) -> No | None:
    """Refuse movement to a unit that cannot move by itself; others may carry it (4.2-28).

    Rules: 4.1-23 (Stopped), 4.1-27 (Disrupted), 4.2-27 (busy with a full-turn Action).
    """
    causes = ", ".join(stop.cause for stop in stops)
    return first(
        no_if(disrupted, "4.1-27", "it is Disrupted until its next turn"),
        no_if(full_turn, "4.2-27", "a full-turn Action takes the rest of its turn"),
        no_if(stops, "4.1-23", f"it is Stopped: {causes}"),
    )


def may_do_minor_activity(*, disrupted: bool) -> No | None:
    """Refuse a minor activity to the Disrupted only, not to the slow and Stopped (4.1-25, A4-11)."""
    return no_if(disrupted, "4.1-27", "it is Disrupted and can only speak")


def angry_inch(*, disrupted: bool = False) -> float:
    """Return the free inches before a Close Combat maneuver (4.1-27, 4.1-32).

    A whole inch also for a unit that recovers: its Half Speed does not shorten it.
    """
    return 0.0 if disrupted else 1.0


def striking_distance(weapons: Collection[float]) -> float:
    """Return the inches from its edge in which a unit strikes (4.1-07, 5.2-11).

    `weapons` are the Sizes of what it holds; without any it has the inch of its own arms.
    """
    return max((1.0, *weapons))


def attacked_by_default(
    weapons: Collection[float], *, bw_auto_attack_uses_angry_inch: bool
) -> float:
    """Return the inches from its edge in which a unit attacks whoever comes by default (4.1-07, A4-06).

    By house rule the inch that it may move with a response counts too.
    """
    return striking_distance(weapons) + (angry_inch() if bw_auto_attack_uses_angry_inch else 0.0)


def keeps_in_reach(gap: float, weapons: Collection[float]) -> bool:
    """Return whether a maneuver is possible over a gap of so many inches (5.2-11)."""
    return at_most(gap, striking_distance(weapons))


def may_shift(inches: float) -> No | None:
    """Refuse more than the inch of a response outside a unit's own turn (4.3-04, 4.3-05)."""
    far = not at_most(inches, angry_inch())
    return no_if(far, "4.3-04", 'outside its own turn it moves 1" at most, with a response')


def may_leave_ground(*, worn_armor: str, bw_armor_no_jump: bool = False) -> No | None:
    """Refuse to jump or fly in Body Armor, by house rule (W-14)."""
    heavy = f"it wears {worn_armor.capitalize()} Armor, which forbids jumping and flying"
    return no_if(worn_armor and bw_armor_no_jump, "W-14", heavy)


def is_easy_object(*, inanimate: bool, bw_inanimate_objects_easy: bool = False) -> bool:
    """Return True for an object that is as easy to hit as the Disrupted, by house rule (A4-17)."""
    return inanimate and bw_inanimate_objects_easy


def ranged_bonus_against(*, easy: bool) -> int:
    """Return the Action bonus of Ranged attacks on an easy target (4.1-28, A4-17)."""
    return 1 if easy else 0


def may_attempt_feat(*, hero: bool) -> bool:
    """Return True for a Hero, Disrupted or not: he may try a Heroic Feat (4.1-30)."""
    return hero
