"""What a unit can do now: its Actions, its Move, its Hands, and the turns that count for it."""

from sqlmodel import Session, col, func, select

from brikdesk.acts.heed import heed
from brikdesk.acts.parted import INCH, forget, has_disengaged, is_answered, partings_of
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.close_attacks import may_walk
from brikdesk.rules.brikwars.attacks.disengaging import may_do_else, may_walk_off
from brikdesk.rules.brikwars.fire.minifig_fire import Limb, usable_hands
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.units import states
from brikdesk.rules.brikwars.units.activities import arms_bound
from brikdesk.rules.brikwars.units.limbs import legs_lost
from brikdesk.rules.brikwars.units.spent_actions import (
    actions_left,
    may_act,
    may_begin_full_turn_action,
)
from brikdesk.rules.scifi import incapacitated
from brikdesk.rules.scifi.incapacitated import Activity
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.journal.remembering import known
from brikdesk.store.tables import Fate, Fire, State, StateKind, Turn, Unit, UnitKind
from brikdesk.store.unit_move import move_left_in
from brikdesk.store.views.acting import still_acts
from brikdesk.turns.sequence import next_turn_of, present_turn, running_battle, turn_now

MINIFIGS = (UnitKind.MINIFIG, UnitKind.HERO)
"""Units that have Hands, limbs and a Power of their own (A-02)."""


def in_play(unit: Unit) -> Unit:
    """Return the unit; BadInput if it is dead, destroyed or removed."""
    if unit.fate is not Fate.ALIVE:
        raise BadInput(f"{unit.name} is {unit.fate.value}. Bring it back first.")
    return unit


def acting(session: Session, unit: Unit) -> Unit:
    """Return a unit that may act; BadInput if it is lost, unless both acted at once (4.3-11)."""
    return unit if still_acts(session, unit) else in_play(unit)


def own_round(session: Session, player_id: int | None) -> int | None:
    """Return the stamp of this player's newest turn in the present battle, None if it has none."""
    battle = running_battle(session)
    battle_id = battle.id if battle else 0

    def ask() -> int | None:
        newest = select(func.max(Turn.id)).where(
            Turn.player_id == player_id, Turn.battle_id == battle_id
        )
        return session.exec(newest).one()

    question = ("own round", battle_id, player_id)
    return known(session, question, ask, Turn, "player_id", "battle_id")


def own_turn_number(session: Session, player_id: int | None) -> int:
    """Return how many turns this player has had in the present battle."""
    stamp = own_round(session, player_id)
    return session.get_one(Turn, stamp).own_number if stamp else 0


def next_own_turn(session: Session, player_id: int | None) -> int:
    """Return the number of the round in which this player plays next."""
    return next_turn_of(session, turn_now(session), player_id or 0, done=True)


def states_of(session: Session, unit: Unit) -> tuple[State, ...]:
    """Return the states that last on a unit."""

    def ask() -> tuple[State, ...]:
        wanted = select(State).where(State.unit_id == unit.id).order_by(col(State.id))
        return tuple(session.exec(wanted))

    return known(session, ("states", unit.id), ask, State, "unit_id")


def kinds_of(session: Session, unit: Unit) -> frozenset[StateKind]:
    """Return the kinds of the states that last on a unit."""
    return frozenset(state.kind for state in states_of(session, unit))


def fire_size(session: Session, unit: Unit) -> int:
    """Return the inches of fire that a unit carries."""
    return sum(fire.size for fire in fires_of(session, unit))


def fires_of(session: Session, unit: Unit) -> tuple[Fire, ...]:
    """Return the fires that a unit carries."""

    def ask() -> tuple[Fire, ...]:
        return tuple(session.exec(select(Fire).where(Fire.unit_id == unit.id)))

    return known(session, ("fires", unit.id), ask, Fire, "unit_id")


def half_speed_now(session: Session, unit: Unit) -> frozenset[str]:
    """Return every cause of Half Speed that the program knows of for this unit (4.1-16)."""
    causes = states.half_speed_causes(
        worn_armor=unit.worn_armor,
        legs_lost=legs_lost(unit.limbs_lost) if unit.kind in MINIFIGS else 0,
        wounded_horse=unit.wounded and unit.kind is UnitKind.HORSE,
        horse_wounded=house_of(session, BrikWarsHouse).bw_horse_wounded,
    )
    slowed = [s for s in states_of(session, unit) if s.kind is StateKind.HALF_SPEED]
    return causes | {state.cause or state.kind.value for state in slowed}


def may_move_now(session: Session, unit: Unit) -> No | None:
    """Return why a unit may not move now, None if it may.

    It may not if it is Disrupted, Stopped, drowning or busy with a full-turn Action, if it holds
    another unit or is held (5.2-28), if it is engaged and has not Disengaged (5.2-08), or if a blast
    incapacitated it (12-47).
    """
    return may_stir(session, unit) or may_walk_off(
        engaged=StateKind.ENGAGED in kinds_of(session, unit),
        disengaged=has_disengaged(session, unit),
        answered=is_answered(session, unit),
    )


def may_stir(session: Session, unit: Unit) -> No | None:
    """Return why a unit cannot move at all, whomever it fights; None if it can."""
    held = kinds_of(session, unit)
    if no := incapacitated.may(Activity.MOVE, incapacitated=StateKind.INCAPACITATED in held):
        return no
    # The state belongs to the unit that is held and names its holder, so a holder has no row.
    holds = select(State).where(State.kind == StateKind.GRABBED, State.with_id == unit.id)
    holding = session.exec(holds).first() is not None
    if no := may_walk(grabbing=holding, grabbed=StateKind.GRABBED in held):
        return no
    stopped = (StateKind.STOPPED, StateKind.DROWNING)
    return states.may_move(
        disrupted=StateKind.DISRUPTED in held,
        full_turn=StateKind.FULL_TURN in held,
        stops=[
            states.Stop(state.cause or state.kind.value, state.lasting)
            for state in states_of(session, unit)
            if state.kind in stopped
        ],
    )


def takes_angry_inch(session: Session, unit: Unit, distance: float) -> bool:
    """Return whether a movement is the Angry Inch of a unit that stays in its fight (5.2-09)."""
    fights = StateKind.ENGAGED in kinds_of(session, unit) and not partings_of(session, unit)
    near = 0 < distance <= states.angry_inch()
    return fights and near and may_stir(session, unit) is None


def check_free(act: Act, session: Session, unit: Unit) -> None:
    """Raise Refused for an Action outside its Close Combat by an engaged unit (5.2-06, 5.2-15)."""
    turn = present_turn(session)
    no = may_do_else(
        engaged=StateKind.ENGAGED in kinds_of(session, unit),
        disengaged=has_disengaged(session, unit),
        own_turn=turn is not None and turn.player_id == unit.player_id,
    )
    heed(act, no, session, unit.name)


def move_left(session: Session, unit: Unit) -> float:
    """Return the Move inches that a unit has left in the running turn, with those of a Sprint."""
    return move_left_in(session, unit, turn_now(session))


def move_used(session: Session, unit: Unit) -> float:
    """Return the Move inches that a unit used in the running turn."""
    return unit.move_used if unit.moved_turn_id == turn_now(session).id else 0.0


def spent_this_round(session: Session, unit: Unit) -> int:
    """Return the Actions that a unit has spent since its player's newest turn began."""
    stamp = unit.action_spent_turn_id
    began = own_round(session, unit.player_id) or 0
    return unit.actions_spent if stamp is not None and stamp >= began else 0


def actions_left_now(session: Session, unit: Unit) -> int:
    """Return the Actions that a unit can still take before its player's next turn (4.2-04)."""
    return actions_left(
        unit.actions_spent,
        unit.action_spent_turn_id,
        own_round(session, unit.player_id),
        actions_per_turn=unit.actions_per_turn,
        first_round_responses=house_of(session, BrikWarsHouse).bw_first_round_responses,
    )


def check_action(act: Act, session: Session, unit: Unit) -> None:
    """Raise Refused if a unit may not take an Action.

    It may not if it is dead, Disrupted or busy with a full-turn Action, if it has no Action left,
    or if a blast incapacitated it (12-47).
    """
    held = kinds_of(session, unit)
    blasted = StateKind.INCAPACITATED in held
    no = incapacitated.may(Activity.FIRE, incapacitated=blasted) or may_act(
        actions_left_now(session, unit),
        disrupted=StateKind.DISRUPTED in held,
        full_turn=StateKind.FULL_TURN in held,
        dead=unit.fate is not Fate.ALIVE and not still_acts(session, unit),
    )
    heed(act, no, session, unit.name)


def check_off_ground(act: Act, session: Session, unit: Unit) -> None:
    """Raise Refused if a unit may not fly in what it wears (W-14)."""
    forbids = house_of(session, BrikWarsHouse).bw_armor_no_jump
    no = states.may_leave_ground(worn_armor=unit.worn_armor, bw_armor_no_jump=forbids)
    heed(act, no, session, unit.name)


def check_other_action(act: Act, session: Session, unit: Unit) -> None:
    """Raise Refused if a unit may not take an Action that is no part of its Close Combat."""
    check_action(act, session, unit)
    check_free(act, session, unit)


def begin_full_turn(act: Act, session: Session, unit: Unit) -> None:
    """Spend the Action of a unit for its whole turn; Refused if it cannot (4.2-26, A4-13)."""
    turn = turn_now(session)
    no = may_begin_full_turn_action(
        actions_left_now(session, unit),
        own_turn=unit.player_id == turn.player_id,
        disrupted=StateKind.DISRUPTED in kinds_of(session, unit),
        moved=unit.moved_turn_id == turn.id and unit.move_used > 0,
        needs_unmoved=house_of(session, BrikWarsHouse).bw_full_turn_needs_unmoved,
    )
    heed(act, no, session, unit.name)
    take_action(session, unit)


def take_action(session: Session, unit: Unit) -> None:
    """Count one Action as spent in the running turn."""
    # What an earlier round spent counts no longer; the new stamp alone would revive it.
    unit.actions_spent = spent_this_round(session, unit) + 1
    unit.action_spent_turn_id = turn_now(session).id
    session.add(unit)
    forget(session, unit, INCH)  # the next one goes with the next maneuver (5.2-10)


def in_battle(session: Session) -> bool:
    """Return whether a player turn is running, so that changes are play and not preparation."""
    return present_turn(session) is not None


def hands_now(session: Session, unit: Unit) -> int:
    """Return the Hands that a minifig can use now (8.3-28, 8.3-29).

    One for each arm left, and at most one while it burns.
    """
    lost = [Limb(limb) for limb in unit.limbs_lost]
    burns = bool(fires_of(session, unit))
    return usable_hands(lost, on_fire=burns, fire_creature="fire creature" in unit.tags)


def free_hands_now(session: Session, unit: Unit) -> int:
    """Return the Hands that a minifig's climbing, swimming or crawling leaves it (4.1-06)."""
    return max(0, hands_now(session, unit) - arms_bound_now(session, unit))


def arms_bound_now(session: Session, unit: Unit) -> int:
    """Return how many arms a unit's climbing, swimming or crawling takes (4.1-06)."""
    return arms_bound([state.cause for state in states_of(session, unit) if state.lasting])
