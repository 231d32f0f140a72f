"""Activities that impair movement, break a run or bind arms: Impaired Movement (4.1-05 to 4.1-21)."""

from collections.abc import Collection
from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.nearly import NEARLY


class Effect(StrEnum):
    """What an activity does to movement."""

    NONE = "none"
    HALF_SPEED = "half speed"
    STOPPED = "stopped"
    DROWNING = "drowning"
    FULL_TURN = "full turn"


class ActivityEffect(Struct, frozen=True):
    """One row of the table that changes what a unit can do.

    `key` is its name in the switch bw_impaired_table, `words` what the log and the causes of states
    say. `arms` are those that it needs (4.1-06); `either` says that one or both of them may do it.
    """

    key: str
    words: str
    effect: Effect
    rule: str
    arms: int = 0
    either: bool = False


ACTIVITIES = {
    each.key: each
    for each in (
        ActivityEffect(
            "climb_easy", "climbing a ladder", Effect.NONE, "4.1-02", arms=1, either=True
        ),
        ActivityEffect("climb_hard", "climbing", Effect.HALF_SPEED, "4.1-05", arms=2),
        ActivityEffect("swim", "swimming", Effect.HALF_SPEED, "4.1-05", arms=2),
        ActivityEffect("mud", "wading", Effect.HALF_SPEED, "4.1-05"),
        ActivityEffect("crawl", "crawling", Effect.HALF_SPEED, "4.1-05", arms=2),
        ActivityEffect("hop", "hopping", Effect.HALF_SPEED, "4.1-05"),
        ActivityEffect("simple_device", "using a door or a device", Effect.NONE, "4.1-14"),
        ActivityEffect("carry_heavy", "carrying a heavy object", Effect.HALF_SPEED, "4.1-16"),
        ActivityEffect("aim", "aiming", Effect.STOPPED, "A4-02"),
        ActivityEffect("don_armor", "putting on Body Armor", Effect.FULL_TURN, "4.2-26"),
        ActivityEffect("doff_armor", "taking off Body Armor", Effect.NONE, "A4-03"),
    )
}
"""The rows of the table that leave something to remember, by their names in the switch."""


def effect_of(
    activity: ActivityEffect,
    *,
    worn_armor: str = "",
    burdened: bool = False,
    light_drowns: bool = True,
) -> Effect:
    """Return what an activity does to this unit: whoever swims with a burden drowns (4.1-21).

    - `worn_armor`: "heavy", "light" or "".
    - `burdened`: it carries a heavy object.
    - `light_drowns`: the switch bw_light_armor_drowns (A4-12).
    """
    drowns = burdened or worn_armor == "heavy" or (worn_armor == "light" and light_drowns)
    return Effect.DROWNING if activity.key == "swim" and drowns else activity.effect


def costs_action(
    activity: ActivityEffect,
    impaired_table: Collection[str],
    *,
    own_turn: bool = True,
    doff_costs: bool = False,
    aim_cost: str = "part_of_attack",
) -> bool:
    """Return whether an activity uses up the Action (4.1-12, A4-01).

    - `impaired_table`: the switch bw_impaired_table.
    - `own_turn`: a door or a lever is free in it, and takes the saved Action as a response (A4-14).
    - `doff_costs`: the switch bw_doff_costs_action, for taking off Body Armor (A4-03).
    - `aim_cost`: the switch bw_aim_cost (A4-02).
    """
    own = {
        "doff_armor": doff_costs,
        "aim": aim_cost == "action",
        "simple_device": not own_turn,
    }
    return activity.key in impaired_table or own.get(activity.key, False)


def aims_with_action(aim_cost: str) -> bool:
    """Return whether aiming needs an Action: its attack's, or one of its own (A4-02).

    - `aim_cost`: the switch bw_aim_cost: part_of_attack, action or free.
    """
    return aim_cost != "free"


class Arms(StrEnum):
    """The arms that a unit climbs a ladder with."""

    ONE = ""
    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"


_WITH = {
    Arms.LEFT: " with the left arm",
    Arms.RIGHT: " with the right arm",
    Arms.BOTH: " with both arms",
}


def words_with(activity: ActivityEffect, arms: Arms) -> str:
    """Return the words of an activity that is done with these arms, as its state keeps them."""
    return activity.words + _WITH.get(arms, "")


def may_take_arms(activity: ActivityEffect, arms: Arms, lost: Collection[str]) -> No | None:
    """Refuse an activity with an arm that the unit has lost (4.1-06, OF-88)."""
    gone = [side for side in ("left", "right") if f"{side}_arm" in lost]
    meant = ("left", "right") if arms is Arms.BOTH else (arms.value,)
    return next(
        (
            No("4.1-06", f"{activity.words} takes its {side} arm, which it has lost")
            for side in meant
            if side in gone
        ),
        None,
    )


def ends_momentum(activity: ActivityEffect) -> bool:
    """Return whether an activity ends a straight run: all do but bearing a burden (5.4-06, A5-27)."""
    return activity.key != "carry_heavy"


INTERRUPTIONS = frozenset(
    {"simple_device", "aim", "don_armor", "doff_armor", "climb_easy", "climb_hard"}
)
"""Activities for which a unit stops running; what only slows it, it may do at a run (4.1-35, 4.1-37)."""


def may_interrupt(
    activity: ActivityEffect, *, sprints: bool, must_run_on: bool, move_left: float
) -> No | None:
    """Refuse a door, a keypad or a climb to who has Move left and has to run with it.

    Rules: 4.1-36 and 4.1-35 (who Sprints), 5.4-14 (who has rolled its MOM).
    """
    runs = activity.key in INTERRUPTIONS and move_left > NEARLY
    return first(
        no_if(runs and sprints, "4.1-36", f"it Sprints, and {activity.words} breaks its run"),
        no_if(
            runs and must_run_on,
            "5.4-14",
            f"it runs on to the limit of its Move, and {activity.words} breaks its run",
        ),
    )


def arms_bound(causes: Collection[str]) -> int:
    """Return how many arms a unit's movement takes while it lasts (4.1-06, A4-05).

    - `causes`: those of the states that last on it.
    """
    taken = (
        2 if arms is Arms.BOTH else each.arms
        for each in ACTIVITIES.values()
        for arms in (Arms if each.either else (Arms.ONE,))
        if words_with(each, arms) in causes
    )
    return max(taken, default=0)


def may_use_arms(needed: int, left: int, *, bound: int) -> No | None:
    """Refuse an attack by Hands that the unit's movement takes (4.1-06)."""
    if bound and needed > left:
        few = f"{left} Hand{'' if left == 1 else 's'} free"
        return No("4.1-06", f"its movement leaves it {few}, this takes {needed}")
    return None
