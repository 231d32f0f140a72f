"""States of units that end by themselves."""

from collections.abc import Hashable, Sequence

from sqlmodel import Session

from brikdesk.rules.brikwars.units.spent_actions import turns_in_words, turns_of_action
from brikdesk.rules.brikwars.units.states import drowning_clock
from brikdesk.rules.clocks import Clock, Edge
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Fate, State, StateKind, Turn, Unit
from brikdesk.turns.lasting import Lasting, at_both, at_end, at_start, with_units
from brikdesk.turns.steps import Step, StepKind


def is_extended(state: State) -> bool:
    """Return whether a state is an Action over several turns that has not had its last (4.2-29)."""
    return state.kind is StateKind.FULL_TURN and state.lasting


def turns_spent(session: Session, state: State) -> int:
    """Return how many turns of its owner an extended Action has taken, with the running one."""
    owner = session.get_one(Unit, state.unit_id).player_id
    turns = [row.id or 0 for row in rows_of(session, Turn) if row.player_id == owner]
    return turns_of_action(sum(turn <= state.since_turn_id for turn in turns), len(turns))


def _ends(session: Session, state: State) -> Clock | None:
    if is_extended(state):
        unit = session.get_one(Unit, state.unit_id)
        # Going on spends the Action: the stamp tells the last turn in which it was asked for.
        asked = max(state.since_turn_id, unit.action_spent_turn_id or 0)
        return Clock(state.clock_player_id, Edge.START, asked)
    # An incapacitated unit recovers by the Sci-fi rules (S-03).
    if state.lasting or state.kind is StateKind.INCAPACITATED:
        return None
    if state.kind is StateKind.DROWNING:
        return drowning_clock(state.clock_player_id, state.since_turn_id)
    return Clock(state.clock_player_id, state.clock_edge, state.since_turn_id)


def _went_on(session: Session, state: State) -> int | None:
    """Return the stamp of the turn in which an extended Action went on last (4.2-29)."""
    if not is_extended(state):
        return None
    return session.get_one(Unit, state.unit_id).action_spent_turn_id


def _ending(session: Session, _: Turn, state: State) -> Step | None:
    unit = session.get_one(Unit, state.unit_id)
    if unit.fate is not Fate.ALIVE:
        return None
    if is_extended(state):
        return _goes_on(session, state, unit)
    own = _OF_THEIR_OWN.get((state.clock_edge, state.kind), _over)
    return own(state, unit)


def _goes_on(session: Session, state: State, unit: Unit) -> Step:
    turns = turns_in_words(turns_spent(session, state), int(state.until or 0))
    return Step(
        key=f"extended-{state.id}",
        kind=StepKind.EXTENDED,
        icon=Kind.STATE,
        title=f"{unit.name}: {state.cause or state.kind.value}",
        detail=f"does it go on? {turns}",
        rule="4.2-29",
        player_id=state.clock_player_id,
        act={"act": "ContinueAction", "state_id": state.id},
        unit_id=unit.id,
        chooser_id=unit.player_id,
        asks=True,
    )


def _getting_up(state: State, unit: Unit) -> Step:
    return Step(
        key=f"recover-{unit.id}",
        kind=StepKind.RECOVERY,
        icon=Kind.HALF_SPEED,
        title=f"{unit.name} gets up",
        detail="Half Speed this turn",
        rule="4.1-31",
        player_id=state.clock_player_id,
        act={"act": "Recover", "unit_id": unit.id},
        unit_id=unit.id,
    )


def _drowning(state: State, unit: Unit) -> Step:
    return Step(
        key=f"drown-{state.id}",
        kind=StepKind.DROWNING,
        icon=Kind.STATE,
        title=f"{unit.name} drowns",
        detail="unless armor and heavy objects are off",
        rule="4.1-22",
        player_id=unit.player_id,
        act={"act": "Drown", "state_id": state.id},
        chooser_id=unit.player_id,
        asks=True,
        unit_id=unit.id,
    )


def _dying(state: State, unit: Unit) -> Step:
    harm = state.pending_damage
    return Step(
        key=f"wound-{state.id}",
        kind=StepKind.DYING,
        icon=Kind.MORTAL,
        title=f"{unit.name} dies of the wound"
        if harm is None
        else f"{unit.name}: wound takes effect",
        detail="Mortally Wounded!",
        # A minifig dies of the wound; a non-minifig takes the damage that was held back for it.
        rule="5.1-17" if harm is None else "5.1-20",
        player_id=unit.player_id,
        act={"act": "DieOfWound", "state_id": state.id},
        unit_id=unit.id,
    )


def _over(state: State, unit: Unit) -> Step:
    start, slow = state.clock_edge is Edge.START, state.kind is StateKind.HALF_SPEED
    at_end = "4.1-31" if state.cause == "recovering" else "4.1-10"
    return Step(
        key=f"state-{state.id}",
        kind=StepKind.RECOVERY if start else StepKind.STANDING,
        icon=Kind.HALF_SPEED if slow and not start else Kind.STATE,
        title=f"{unit.name}: {state.kind.value} ends",
        detail=state.cause,
        rule="4.1-24" if start else at_end,
        player_id=state.clock_player_id if start else unit.player_id,
        act={"act": "EndState", "state_id": state.id},
        unit_id=unit.id,
    )


_OF_THEIR_OWN = {
    (Edge.START, StateKind.DISRUPTED): _getting_up,
    (Edge.END, StateKind.DROWNING): _drowning,
    (Edge.END, StateKind.MORTALLY_WOUNDED): _dying,
}
"""States whose end is more than an end."""


_STATES = with_units(State)


def _unit_by_unit(session: Session) -> Sequence[State]:
    """Return what ends at turn starts unit by unit; all else in the order in which it began."""
    # Sorting is stable: states with an END clock share the 0 and stay as they are.
    return sorted(
        _STATES(session), key=lambda each: each.unit_id if each.clock_edge is Edge.START else 0
    )


def _alike(state: State) -> Hashable:
    # A unit that was Disrupted twice has two states but gets up once.
    return (state.unit_id, state.kind) if state.clock_edge is Edge.START else state.id


STATE = Lasting(
    State,
    {"extended": at_start, "recover": at_start, "state": at_both, "drown": at_end, "wound": at_end},
    _ends,
    _ending,
    read=_unit_by_unit,
    alike=_alike,
    struck=_went_on,
)
"""A state ends by the clock that it began with, unless it lasts (4.1-10, 4.1-24, 4.1-31)."""
