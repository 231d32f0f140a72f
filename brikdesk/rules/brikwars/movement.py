"""Movement: Sprints, Momentum, Charges, Bailing, and what impairs it (4.1, 4.3, 5.4)."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from fractions import Fraction
from math import ceil, cos, hypot, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.dice import BY_THE_BOOK, DiceRules, Pool, Roll, RollKind, action_kind, forced_full_run
from brikdesk.lengths import at_most
from brikdesk.odds.rolls import action_odds, against, pool_odds
from brikdesk.rules.brikwars.blast_bands import smash
from brikdesk.rules.brikwars.states import JUMP_RISE, real_inches
from brikdesk.rules.brikwars.weapons import is_heavy, is_two_handed
from brikdesk.rules.refusal import No, first, no_if

STRAIGHT = 3.0
"""Degrees by which two parts of a run may differ, because places on the table are set by hand."""


def may_sprint(*, own_turn: bool, move: float) -> No | None:
    """Refuse a Sprint to what cannot move (4.1-33), and as a response (4.3-13)."""
    return first(
        no_if(not own_turn, "4.3-13", "nobody Sprints in another player's turn"),
        no_if(move <= 0, "4.1-33", "it cannot move by itself"),
    )


def may_share_sprint(minifigs: Collection[bool], dice: Collection[int]) -> No | None:
    """Refuse one roll for a group that is not made of minifigs with the same die (4.1-39).

    - `minifigs`: for each member, whether it is one. `dice`: the sides of their Action dice.
    """
    unlike = "they have different Action dice and cannot share one roll"
    return first(
        no_if(not all(minifigs), "4.1-39", "only minifigs Sprint as a group"),
        no_if(len(set(dice)) > 1, "4.1-39", unlike),
    )


def sprint_kind(
    sides: int, *, bw_sprint_is_action_roll: bool = True, house: DiceRules = BY_THE_BOOK
) -> RollKind:
    """Return how the roll of a Sprint earns more: as an Action Roll, or as any other (A4-04)."""
    return action_kind(sides, house=house) if bw_sprint_is_action_roll else RollKind.OTHER


def sprint_inches(roll: Roll, *, bw_sprint_one_is_failure: bool = True) -> int:
    """Return the inches that a Sprint adds to the Move, without an upper limit (4.1-33, 4.1-40).

    A Critical Failure adds none, or what the dice show by house rule (A4-30).
    """
    return roll.quantity(failure_is_zero=bw_sprint_one_is_failure)


def must_run_it_all(roll: Roll) -> bool:
    """Return whether a Sprint cannot stop before its end (4.1-41, A4-04)."""
    return forced_full_run(roll)


def keeps_straight(headings: Sequence[float]) -> bool:
    """Return whether the parts of a run, by their headings in degrees, are one line (4.1-34)."""
    # The difference is taken the short way round: 359 and 1 degree are 2 apart.
    return all(abs((each - headings[0] + 180) % 360 - 180) <= STRAIGHT for each in headings)


def sprint_chance(
    pool: Pool,
    inches: int,
    *,
    bw_sprint_is_action_roll: bool = True,
    bw_sprint_one_is_failure: bool = True,
    house: DiceRules = BY_THE_BOOK,
) -> Fraction:
    """Return the chance that a Sprint adds so many inches, its Benny spent on distance (4.1-40)."""
    if inches <= 0:
        return Fraction(1)
    if not bw_sprint_is_action_roll:
        odds = pool_odds(pool, house=house, failure_is_zero=bw_sprint_one_is_failure)
        return odds.at_least(inches)
    odds = action_odds(pool, spend_benny=True, house=house)
    # Without penalty dice a Critical Failure that counts as it lies adds just 1".
    lies = not bw_sprint_one_is_failure and inches == 1 and not pool.penalty
    return odds.at_least(inches) + (odds.critical_failure if lies else 0)


NEEDED = 4.0
"""Inches of straight run that earn a MOM (5.4-05)."""


DIE = 6
"""The sides of a MOM die, and of one die of Physical Opposition (5.4-26, 5.4-27)."""


BURDENS = ("armor", "carr", "drag", "burden")
"""Parts of the words of a cause of Half Speed that is worn or borne (A5-27)."""


class StraightRun(Struct, frozen=True):
    """How far a unit has run in one straight line, and whether it holds a MOM; never more than one.

    `heading` is the line in degrees, None if nobody knows it; `inches` count since the last MOM was
    spent (5.4-08, 5.4-09).
    """

    heading: float | None = None
    inches: float = 0.0
    mom: bool = False


STANDING = StraightRun()
"""A unit that has no run behind it."""


def run_on(run: StraightRun, heading: float | None, inches: float) -> StraightRun:
    """Return the run with so many more inches in a direction (5.4-03 to 5.4-06, 5.4-09).

    A turn loses what was run before it, the MOM with it. An unknown heading goes on in the line.
    """
    known = run.heading is not None and heading is not None
    if known and not keeps_straight((run.heading or 0.0, heading or 0.0)):
        run = STANDING
    run_so_far = run.inches + inches
    line = run.heading if run.heading is not None else heading
    return StraightRun(line, run_so_far, run.mom or at_most(NEEDED, run_so_far))


def slowed_run(causes: Collection[str]) -> bool:
    """Return whether these causes of Half Speed keep a run from earning Momentum.

    Rules: A5-27 and A5-65: any cause does but worn armor and burdens.
    """
    return any(not any(word in cause.lower() for word in BURDENS) for cause in causes)


def lasts(turn_id: int, used_all: bool, own_turns: Sequence[int], running: int | None) -> bool:
    """Return whether a run still counts (5.4-07, A5-59).

    It lasts for the own turn in which it was run, and into the next one where all Move inches were
    used. `own_turns` are the stamps of the unit's own turns, oldest first, `running` that of
    whichever turn is running.
    """
    newest = own_turns[-1] if own_turns else None
    if turn_id == newest:
        return running == newest or used_all
    return running == newest and used_all and turn_id in own_turns[-2:]


def spent(run: StraightRun) -> StraightRun:
    """Return the run after its MOM was rolled: on the same line, from 0 (5.4-08, 5.4-13)."""
    return StraightRun(run.heading)


def hinders_momentum(
    *, slowed_on_the_way: bool, half_speed: bool, bw_half_speed_blocks_mom: bool = False
) -> bool:
    """Return whether a run earns no Momentum (5.4-06, A5-27).

    - `slowed_on_the_way`: something on the way prevented full speed.
    - `half_speed`: what it wears or carries holds it at Half Speed, which counts by house rule only.
    """
    return slowed_on_the_way or (half_speed and bw_half_speed_blocks_mom)


def may_collide(*, mom: bool, minifigs: bool, lies: bool) -> No | None:
    """Refuse a Collision without a MOM, with what is no minifig, or with one that lies (5.4-24)."""
    # A5-58: who lies on the ground is run over.
    return first(
        no_if(not mom, "5.4-03", 'it holds no MOM: that takes a straight run of 4"'),
        no_if(
            not minifigs,
            "5.4-24",
            "only minifigs Collide with minifigs: its damage is entered as Damage a unit",
        ),
        no_if(lies, "5.4-24", "the other one lies on the ground and is run over"),
    )


def may_spend(*, mom: bool, own_turn: bool) -> No | None:
    """Refuse to spend a MOM that is not held, or in the turn of somebody else (5.4-10)."""
    return first(
        no_if(not mom, "5.4-03", 'it holds no MOM: that takes a straight run of 4"'),
        no_if(not own_turn, "5.4-10", "a MOM is spent in its own turn only"),
    )


def may_spend_ahead(straight: bool) -> No | None:
    """Refuse to spend a MOM on what does not go in the direction of the run (5.4-12)."""
    return no_if(not straight, "5.4-12", "a MOM helps in the line of its run only")


def may_spend_once(*, twice: bool) -> No | None:
    """Refuse to spend more than the one MOM that a unit holds (5.4-09)."""
    return no_if(twice, "5.4-09", "it holds one MOM, and spends it once")


def mom_chance(inches: int, *, house: DiceRules = BY_THE_BOOK) -> Fraction:
    """Return the chance that a MOM adds so many inches (5.4-10, 5.4-13)."""
    return pool_odds(Pool((DIE,)), house=house).at_least(inches) if inches > 0 else Fraction(1)


def thrown_back(knockback: int, opposition: int) -> int:
    """Return the inches by which a Collision throws its target; 0 is resisted.

    Rules: 5.4-26, 5.4-27 (the two rolls), 5.4-28 (resisted), 5.4-29 (thrown by the difference).
    """
    return max(0, knockback - opposition)


def collision_chance(chargers: int = 1, *, house: DiceRules = BY_THE_BOOK) -> Fraction:
    """Return the chance that the MOM dice of so many throw their target back (5.4-28, A5-30).

    It has one die of POP against all of them together.
    """
    # POP is a quantity like KnockBack, not an Armor Roll: a Critical Failure of both counts alike.
    alike = replace(house, armor_failure_is_zero=house.failure_is_zero)
    return against(Pool((DIE,) * chargers), Pool((DIE,)), house=alike).greater


def is_charging_weapon(preset: str, hands: int) -> bool:
    """Return whether a weapon is made for a Charging Strike.

    Rule: 5.4-15 (a Two-Handed Weapon, or a Heavy one in both hands).

    - `hands`: the hands that hold it; a weapon of no preset needs two.
    """
    return is_two_handed(preset) or ((is_heavy(preset) or not preset) and hands > 1)


def may_charge(
    *, mom: bool, own_turn: bool, maneuver: str, weapons: int, charging: bool
) -> No | None:
    """Refuse a Charge.

    Rules: 5.4-03 and A5-55 (without a MOM it is an ordinary attack), 5.4-12 (in its own run, so in
    its own turn), 5.4-19 (one attack), 5.4-15 (a Strike takes a Charging Weapon).

    - `maneuver`: "strike", "grab" or "shove".
    - `weapons`: those of one unit that take part; `charging`: what it Strikes with is made for it.
    """
    other = maneuver not in ("strike", "shove") or weapons > 1
    unfit = maneuver == "strike" and not charging
    return first(
        no_if(not own_turn, "5.4-12", "it Charges in its own turn only"),
        no_if(not mom, "5.4-03", 'it holds no MOM: that takes a straight run of 4"'),
        no_if(other, "5.4-19", "a Charge is one Strike or one Shove"),
        no_if(unfit, "5.4-15", "that takes a Two-Handed Weapon, or a Heavy one in both hands"),
    )


def thrust_asked(*, airborne: bool) -> bool:
    """Return whether the weapon of a Charging Strike has to be made for thrusting.

    Rules: 5.4-16 (on foot), 5.4-17 (who flies or falls strikes downward with any).
    """
    return not airborne


def may_thrust(*, airborne: bool, thrusting: bool | None) -> No | None:
    """Refuse a Charging Strike on foot with a weapon that is not made for thrusting (5.4-16).

    - `thrusting`: what was said of the weapon; where nobody said, the referee looks.
    """
    blunt = thrusting is False and thrust_asked(airborne=airborne)
    return no_if(blunt, "5.4-16", "on foot its weapon has to be made for thrusting")


def opposes_shove(*, charge: bool, bw_pop_vs_shove: bool = False) -> bool:
    """Return whether the target of a Shove rolls Physical Opposition: of a Charge, by house rule (A5-29)."""
    return charge and bw_pop_vs_shove


def may_parry_charge(*, shield: bool, parries: int) -> No | None:
    """Refuse a Parry against a Charge without a Shield (5.4-23), or a second one (5.4-19)."""
    return first(
        no_if(not shield, "5.4-23", "only a Shield parries a Charge"),
        no_if(parries > 1, "5.4-19", "it parries a Charge once at most"),
    )


def may_answer_charge(*, weapons: int, again: bool) -> No | None:
    """Refuse the target of a Charge more than one attack at the charger (5.4-19).

    - `weapons`: those with which it attacks; `again`: it has attacked him in this turn.
    """
    return no_if(weapons > 1 or again, "5.4-19", "who is Charged has one attack, with one weapon")


def may_inch_in(*, charge: bool) -> No | None:
    """Refuse an Angry Inch in a Charge, on either side (5.4-19)."""
    return no_if(charge, "5.4-19", "nobody takes an Angry Inch in a Charge")


def is_stopped(*, spent: bool, stands: bool) -> bool:
    """Return whether the target stops the charger (A5-32, A5-58).

    - `spent`: the MOM was rolled; else a Collision may follow.
    - `stands`: it lives and is not Disrupted.
    """
    return spent and stands


def must_run_on(*, hit: bool, parried: bool, stands: bool) -> bool:
    """Return whether a charger that keeps its MOM has to run on straight, or into its target.

    Rules: 5.4-22 and A5-57 (after a miss, a Parry with it), A5-32 (a hit target that stands in the
    path), A5-58 (over a dead one it need not).
    """
    return not hit or parried or stands


def shares_its_action(*, sprinted: bool, mom: bool, engaged: bool) -> bool:
    """Return whether a Charge is part of the Action of a Sprint (5.4-02, 4.1-38, A5-55).

    - `engaged`: it has made a maneuver in this turn, so the Action has had its attack.
    """
    return sprinted and mom and not engaged


def prevented(
    inches: float, free: float | None = None, *, bw_smash_all_knockback: bool = True
) -> int:
    """Return the points of Smash for KnockBack that a larger obstacle prevents.

    Rules: 5.4-31, A5-52 and A5-53 (1 point for each full inch). Smash meets no Parry and no
    Deflection (A5-54).

    - `free`: inches to the obstacle, None if nothing is in the way.
    """
    moved = inches if free is None else min(inches, max(0.0, free))
    return smash(inches, inches - moved, bw_smash_all_knockback=bw_smash_all_knockback)


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
    meant = ("left", "right") if arms is Arms.BOTH else (arms.value,)
    gone = next((side for side in meant if f"{side}_arm" in lost), "")
    return no_if(gone, "4.1-06", f"{activity.words} takes its {gone} arm, which it has lost")


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
    runs = activity.key in INTERRUPTIONS and not at_most(move_left, 0)
    breaks = f"and {activity.words} breaks its run"
    limit = f"it runs on to the limit of its Move, {breaks}"
    return first(
        no_if(runs and sprints, "4.1-36", f"it Sprints, {breaks}"),
        no_if(runs and must_run_on, "5.4-14", limit),
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
    few = f"its movement leaves it {left} Hand{'' if left == 1 else 's'} free, this takes {needed}"
    return no_if(bound and needed > left, "4.1-06", few)


def may_bail_instead(*, can_parry: bool, bw_bail_only_without_parry: bool = False) -> No | None:
    """Refuse a Bail to a unit that has something to Parry with, by house rule (A5-03)."""
    parries = can_parry and bw_bail_only_without_parry
    return no_if(parries, "A5-03", "it has something to Parry with")


def may_bail(
    *, move: float, grabbed: bool = False, drowning: bool = False, held: Collection[str] = ()
) -> No | None:
    """Refuse a Bail to what cannot move or is held fast (4.3-14, A4-24).

    A Stop that only ended its past movement does not matter.

    - `held`: causes of Stops that last until somebody removes them.
    """
    return first(
        no_if(grabbed, "5.2-28", "it is in a Grab"),
        no_if(drowning, "A4-24", "it is drowning"),
        no_if(held, "A4-24", f"it is held: {', '.join(held)}"),
        no_if(move <= 0, "4.3-14", "it cannot move by itself"),
    )


def bail_inches(roll: Roll, half_speed: Collection[str] = ()) -> float:
    """Return how far a Bail may go: the Action Roll, half of it at Half Speed (4.3-15, 4.3-18).

    A Critical Failure falls on the spot (4.3-21).
    """
    return real_inches(float(roll.quantity(failure_is_zero=True)), half_speed)


def stays_slow(half_speed: Collection[str], dropped: Collection[str]) -> frozenset[str]:
    """Return the causes of Half Speed that are left once burdens are dropped (4.3-19)."""
    return frozenset(half_speed) - frozenset(dropped)


def gets_out(reached: float, needed: float) -> bool:
    """Return whether a Bail leaves the danger zone (4.3-20)."""
    return reached >= needed


def bail_chance(
    pool: Pool,
    needed: float,
    half_speed: Collection[str] = (),
    *,
    house: DiceRules = BY_THE_BOOK,
) -> Fraction:
    """Return the chance to Bail out of so many inches, with a Benny spent on distance."""
    if needed <= 0:
        return Fraction(1)
    # Half Speed halves what is rolled (4.3-18), and a roll counts whole inches.
    wanted = ceil(needed * 2 if half_speed else needed)
    return action_odds(pool, spend_benny=True, house=house).at_least(wanted)


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
    # Places are counted downward from the far edge, to which heading 0 leads.
    ux, uy = sin(radians(heading)), -cos(radians(heading))
    ahead, aside = dx * ux + dy * uy, abs(dx * uy - dy * ux)
    reach = widths / 2
    touches = at_most(hypot(dx, dy), reach) and at_most(0, ahead)
    return touches or (ahead > 0 and not at_most(reach, aside))


def jump_rise(half_speed: Collection[str] = (), mom: int = 0) -> float:
    """Return the inches that one jump rises at most (4.1-04, 4.1-18).

    - `mom`: inches that a MOM adds to it (5.4-10); Half Speed halves them as well.
    """
    return real_inches(JUMP_RISE + mom, half_speed)
