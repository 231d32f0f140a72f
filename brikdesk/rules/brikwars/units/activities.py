"""Activities that impair movement or bind arms: the table of Impaired Movement (4.1-05 to 4.1-21)."""

from collections.abc import Collection
from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.brikwars.no import No


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
    say. `arms` are those that it needs (4.1-06).
    """

    key: str
    words: str
    effect: Effect
    rule: str
    arms: int = 0


ACTIVITIES = {
    each.key: each
    for each in (
        ActivityEffect("climb_easy", "climbing a ladder", Effect.NONE, "4.1-02", arms=1),
        ActivityEffect("climb_hard", "climbing", Effect.HALF_SPEED, "4.1-05", arms=2),
        ActivityEffect("swim", "swimming", Effect.HALF_SPEED, "4.1-05", arms=2),
        ActivityEffect("mud", "wading", Effect.HALF_SPEED, "4.1-05"),
        ActivityEffect("crawl", "crawling", Effect.HALF_SPEED, "4.1-05", arms=2),
        ActivityEffect("hop", "hopping", Effect.HALF_SPEED, "4.1-05"),
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
    doff_costs: bool = False,
    aim_cost: str = "part_of_attack",
) -> bool:
    """Return whether an activity uses up the Action (4.1-12, A4-01).

    - `impaired_table`: the switch bw_impaired_table.
    - `doff_costs`: the switch bw_doff_costs_action, for taking off Body Armor (A4-03).
    - `aim_cost`: the switch bw_aim_cost (A4-02).
    """
    own = {"doff_armor": doff_costs, "aim": aim_cost == "action"}
    return activity.key in impaired_table or own.get(activity.key, False)


def aims_with_action(aim_cost: str) -> bool:
    """Return whether aiming needs an Action: its attack's, or one of its own (A4-02).

    - `aim_cost`: the switch bw_aim_cost: part_of_attack, action or free.
    """
    return aim_cost != "free"


def arms_bound(causes: Collection[str]) -> int:
    """Return how many arms a unit's movement takes while it lasts (4.1-06, A4-05).

    - `causes`: those of the states that last on it.
    """
    return max((each.arms for each in ACTIVITIES.values() if each.words in causes), default=0)


def may_use_arms(needed: int, left: int, *, bound: int) -> No | None:
    """Refuse an attack by Hands that the unit's movement takes (4.1-06)."""
    if bound and needed > left:
        few = f"{left} Hand{'' if left == 1 else 's'} free"
        return No("4.1-06", f"its movement leaves it {few}, this takes {needed}")
    return None
