"""What a unit may do now: Actions, Move, Hands, reach, sight, minds; every act and list asks here."""

from collections.abc import Sequence
from math import atan2, degrees

from msgspec import Struct
from sqlmodel import Session, col, func, select

from brikdesk.acts.checks import heed
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import edge_to_edge, point_to_edge
from brikdesk.rules.brikwars import close_combat, movement, states
from brikdesk.rules.brikwars.actions_and_responses import (
    actions_left,
    in_view,
    may_act,
    may_begin_full_turn_action,
)
from brikdesk.rules.brikwars.fire import Limb, usable_hands
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.movement import arms_bound
from brikdesk.rules.brikwars.states import angry_inch
from brikdesk.rules.brikwars.units_and_damage import hands_left, legs_lost
from brikdesk.rules.refusal import No
from brikdesk.rules.scifi import units_and_crews
from brikdesk.rules.scifi.units_and_crews import Activity
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of, move_left_in
from brikdesk.store.session import known, of_unit, rows_of, running_turn
from brikdesk.store.tables import (
    Fate,
    Fire,
    Maneuver,
    Parting,
    Stance,
    State,
    StateKind,
    Turn,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.store.views.battlefield import hidden_by
from brikdesk.store.views.still_to_act import still_acts
from brikdesk.turns.brikwars.units import noted_in
from brikdesk.turns.turn_order import next_turn_of, present_turn, running_battle, turn_now

PARRY = "parry"
"""The maneuver of a unit that has answered one (A5-05)."""

CHARGE = "charge"
"""Noted beside the Strike or Shove of a unit that Charges (5.4-19)."""

INCH = "inch"
"""Noted of a unit that has taken the inch before a maneuver or a response, and made neither yet."""

NOTICED = "noticed"
"""Noted of a unit of which What I Say Goes decided that it has seen what it answers (4.3-09)."""


def partings_of(session: Session, unit: Unit) -> tuple[Parting, ...]:
    """Return the partings of the running turn of a unit that Disengages, oldest first."""
    return noted_in(session, running_turn(session), Parting, unit)


def has_disengaged(session: Session, unit: Unit) -> bool:
    """Return whether a unit has Disengaged in the running turn, all Counterstrikes over (5.2-34)."""
    partings = partings_of(session, unit)
    return bool(partings) and not any(row.waits for row in partings)


def is_answered(session: Session, unit: Unit) -> bool:
    """Return whether no Counterstrike at a unit that Disengages is still to come."""
    return not any(row.waits for row in partings_of(session, unit))


def maneuvers_of(session: Session, unit: Unit) -> frozenset[str]:
    """Return the types of maneuver that a unit has made in the running turn (5.2-17)."""
    return noted_of(session, unit) & close_combat.ENGAGING


def noted_of(session: Session, unit: Unit) -> frozenset[str]:
    """Return the types of maneuver of a unit in the running turn, with all that is noted beside them."""
    return frozenset(row.kind for row in noted_in(session, running_turn(session), Maneuver, unit))


def note_maneuver(session: Session, unit: Unit, kind: str) -> None:
    """Note a type of maneuver that a unit makes in the running turn; earlier turns are forgotten."""
    turn = running_turn(session)
    if turn is None or kind in noted_of(session, unit):
        return
    for row in rows_of(session, Maneuver):
        if row.unit_id == unit.id and row.turn_id != turn.id:
            session.delete(row)
    session.add(Maneuver(unit_id=unit.id or 0, turn_id=turn.id or 0, kind=kind))
    session.flush()


def forget(session: Session, unit: Unit, kind: str) -> None:
    """Take back what was noted of a unit in the running turn."""
    for row in noted_in(session, running_turn(session), Maneuver, unit):
        if row.kind == kind:
            session.delete(row)
            session.flush()


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
    return of_unit(session, State, unit.id)


def kinds_of(session: Session, unit: Unit) -> frozenset[StateKind]:
    """Return the kinds of the states that last on a unit."""
    return frozenset(state.kind for state in states_of(session, unit))


def fire_size(session: Session, unit: Unit) -> int:
    """Return the inches of fire that a unit carries."""
    return sum(fire.size for fire in fires_of(session, unit))


def fires_of(session: Session, unit: Unit) -> tuple[Fire, ...]:
    """Return the fires that a unit carries."""
    return of_unit(session, Fire, unit.id)


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
    return may_stir(session, unit) or close_combat.may_walk_off(
        engaged=StateKind.ENGAGED in kinds_of(session, unit),
        disengaged=has_disengaged(session, unit),
        answered=is_answered(session, unit),
    )


def may_stir(session: Session, unit: Unit) -> No | None:
    """Return why a unit cannot move at all, whomever it fights; None if it can."""
    held = kinds_of(session, unit)
    if no := units_and_crews.may(Activity.MOVE, incapacitated=StateKind.INCAPACITATED in held):
        return no
    # The state belongs to the unit that is held and names its holder, so a holder has no row.
    holds = select(State).where(State.kind == StateKind.GRABBED, State.with_id == unit.id)
    holding = session.exec(holds).first() is not None
    if no := close_combat.may_walk(grabbing=holding, grabbed=StateKind.GRABBED in held):
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
    no = close_combat.may_do_else(
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


def use_move(session: Session, unit: Unit, inches: float) -> None:
    """Count inches of a unit's Move as used in the running turn."""
    unit.move_used = move_used(session, unit) + inches
    unit.moved_turn_id = turn_now(session).id
    session.add(unit)


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
    no = units_and_crews.may(Activity.FIRE, incapacitated=blasted) or may_act(
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


BARE_HANDS = "W-16"
"""Preset of what a minifig strikes with that holds nothing."""

# Reach


def out_of_reach(rule: str, unit: Unit, other: Unit, arm: float, *, free: float = 0.0) -> No | None:
    """Refuse to touch a unit that the map shows farther away than an arm and the `free` inches."""
    return close_combat.may_reach(rule, other.name, edge_to_edge(unit, other), arm, free=free)


def out_of_reach_of_spot(
    rule: str, unit: Unit, name: str, spot: tuple[float | None, float | None]
) -> No | None:
    """Refuse to take in hand what by the map lies farther away than an arm and the free inch."""
    gap = point_to_edge(*spot, unit)
    return close_combat.may_reach(rule, name, gap, close_combat.ARM, free=angry_inch())


def in_path(unit: Unit, heading: float | None, other: Unit) -> bool | None:
    """Return whether a unit that runs on meets another one; None where the map does not know."""
    if heading is None or unit.x is None or unit.y is None or other.x is None or other.y is None:
        return None
    widths = float(unit.size + other.size)
    return movement.lies_in_path((unit.x, unit.y), heading, (other.x, other.y), widths=widths)


# Inches that are free


def free_inch(session: Session, unit: Unit) -> float:
    """Return the inch that a unit may still move before it strikes, Grabs or Shoves (4.3-04, 5.2-09).

    0 for one that has taken it, or cannot stir: held, holding, Stopped or Disrupted (5.2-28, A4-34).
    """
    if INCH in noted_of(session, unit) or may_stir(session, unit) is not None:
        return 0.0
    return angry_inch()


def no_inch(session: Session, unit: Unit) -> No | None:
    """Refuse an Angry Inch, or the inch of a response, that goes with nothing (4.3-04, 5.2-09)."""
    turn = present_turn(session)
    own = turn is not None and unit.player_id == turn.player_id
    answers = any(
        row.foe_id == unit.id and row.waits and turn is not None and row.turn_id == turn.id
        for row in rows_of(session, Parting)
    )
    # A second weapon strikes in the Action that the first one has spent (5.2-19).
    going_on = own and bool(maneuvers_of(session, unit)) and not partings_of(session, unit)
    return close_combat.may_take_inch(
        taken=INCH in noted_of(session, unit),
        to_come=actions_left_now(session, unit) > 0 or answers or going_on,
        own_turn=own,
    )


# Sight


def looks_at(session: Session, unit: Unit, spot: tuple[float | None, float | None]) -> bool | None:
    """Return whether a spot lies in a unit's cone of vision; None where nobody knows (4.3-08)."""
    facing = next((s.facing for s in rows_of(session, Stance) if s.unit_id == unit.id), None)
    x, y = spot
    if facing is None or x is None or y is None or unit.x is None or unit.y is None:
        return None
    if (x, y) == (unit.x, unit.y):
        return None
    return in_view(facing, degrees(atan2(x - unit.x, unit.y - y)))


def unseen(session: Session, unit: Unit, other: Unit, *, looks: bool | None) -> No | None:
    """Refuse an answer to a unit that is out of its cone of vision, behind a wall or in Smoke.

    Rules: 4.3-06, 4.3-08, 5.1-06, F.1-08. `looks`: whether it is in its cone, as `looks_at` says.
    """
    hidden = () if looks is False else hidden_by(session, unit.id or 0, other.id or 0)
    return close_combat.may_notice(other.name, looks=looks, hidden_by=hidden)


class Hidden(Struct, frozen=True):
    """What hides all of a unit from another one: Smoke alone, or walls, by their names."""

    smoke: bool
    walls: tuple[str, ...]


def seen_past(session: Session, unit: Unit, other: Unit) -> Hidden:
    """Return what by the map hides one unit from another: a Scout may see through Smoke (QF-33)."""
    hidden = hidden_by(session, unit.id or 0, other.id or 0)
    walls = hidden_by(session, unit.id or 0, other.id or 0, through_smoke=True) if hidden else ()
    return Hidden(smoke=bool(hidden) and not walls, walls=walls)


def out_of_view(session: Session, unit: Unit, spot: tuple[float | None, float | None]) -> No | None:
    """Refuse a Parry of damage that comes from a spot behind the unit (5.2-51)."""
    return close_combat.may_parry_from(looks=looks_at(session, unit, spot))


# Minds


def no_mind(unit: Unit) -> No | None:
    """Refuse what takes a mind to a barrel, or a vehicle that nobody drives (8.2-02)."""
    return close_combat.may_think(unit.mind.value)


# Hands


def in_hands(session: Session, unit: Unit) -> Sequence[Weapon]:
    """Return what a unit holds in its Hands: nothing that lies, is mounted, or is its bare hands."""
    wanted = select(Weapon).where(Weapon.unit_id == unit.id, Weapon.lying == "")
    held = session.exec(wanted.where(col(Weapon.mounted).is_(False)).order_by(col(Weapon.id)))
    return [each for each in held if each.preset != BARE_HANDS]


def too_much_held(session: Session, unit: Unit) -> str:
    """Return a sentence if a minifig holds more than its Hands can, else "" (OF-88).

    The players say what it puts away.
    """
    held, hands = in_hands(session, unit), hands_left(unit.limbs_lost)
    if unit.kind not in MINIFIGS or sum(each.hands for each in held) <= hands:
        return ""
    many = f"{hands or 'no'} Hand{'' if hands == 1 else 's'}"
    return (
        f"It has {many} for {', '.join(each.name for each in held)}: put away what it cannot hold."
    )


def no_free_hand(session: Session, unit: Unit) -> No | None:
    """Refuse a Grab to a minifig whose Hands all hold something (5.2-24)."""
    if unit.kind not in MINIFIGS:
        return None
    held = in_hands(session, unit)
    names = [each.name for each in held]
    return close_combat.may_use_free_hand(
        hands_now(session, unit), names, sum(each.hands for each in held)
    )


def no_bare_hands(session: Session, unit: Unit, rule: str, what: str) -> No | None:
    """Refuse what is done with Bare Hands to a unit that holds something (5.2-31, 5.2-52)."""
    return close_combat.may_use_bare_hands(
        rule, what, [each.name for each in in_hands(session, unit)]
    )
