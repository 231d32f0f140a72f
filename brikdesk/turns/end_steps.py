"""What waits at the end of a player's turn: chapters 4, 5, 8 and F, read from the rows."""

from collections.abc import Iterator

from sqlmodel import Session, col, or_, select

from brikdesk.rules.brikwars.fire.minifig_fire import must_run
from brikdesk.rules.brikwars.hazards.exposure import Moment
from brikdesk.store.lines import Kind
from brikdesk.store.tables import (
    Edge,
    Explosive,
    ExplosiveState,
    Fate,
    Fire,
    State,
    StateKind,
    Turn,
    Unit,
)
from brikdesk.store.unit_move import move_now
from brikdesk.turns.clocks import ends_now, goes_off_now
from brikdesk.turns.exposures import exposures
from brikdesk.turns.start_steps import notes
from brikdesk.turns.steps import Step, StepKind


def waiting(session: Session, turn: Turn) -> Iterator[Step]:
    """Yield every step that waits at the end of this turn, in no order but by key."""
    yield from _runners(session, turn)
    yield from exposures(session, turn, Moment.OWN_TURN_END)
    yield from _states(session, turn)
    yield from _detonations(session, turn)
    yield from _diverters(session, turn)
    yield from notes(session, turn, Edge.END)


def _runners(session: Session, turn: Turn) -> Iterator[Step]:
    burning = (
        select(Fire, Unit)
        .join(Unit, col(Unit.id) == col(Fire.unit_id))
        .where(Fire.size == 0, Unit.player_id == turn.player_id, Unit.fate == Fate.ALIVE)
        .order_by(col(Fire.id))
    )
    for fire, unit in session.exec(burning):
        if not must_run_now(session, fire, unit, turn):
            continue
        yield Step(
            key=f"run-{fire.id}",
            kind=StepKind.RUNNING,
            icon=Kind.FIRE,
            title=f"{unit.name} runs about, burning",
            detail=f'{move_left(session, unit, turn):g}" of Move left',
            rule="8.3-32",
            player_id=turn.player_id,
            act={"act": "RunBurning", "fire_id": fire.id},
            unit_id=unit.id,
        )


def must_run_now(session: Session, fire: Fire, unit: Unit, turn: Turn) -> bool:
    """Tell whether a burning minifig runs at the end of this turn (8.3-32, 8.3-29)."""
    left = must_run(
        True, move_left(session, unit, turn), fire_creature="fire creature" in unit.tags
    )
    own = unit.player_id == turn.player_id and fire.size == 0
    return own and left > 0 and fire.ran_turn_id != turn.id and not _cannot_run(session, unit)


def move_left(session: Session, unit: Unit, turn: Turn) -> float:
    """Return the inches of Move that a unit has left in this turn."""
    used = unit.move_used if unit.moved_turn_id == turn.id else 0.0
    return max(0.0, move_now(session, unit) - used)


def _cannot_run(session: Session, unit: Unit) -> bool:
    held = (StateKind.DISRUPTED, StateKind.STOPPED, StateKind.FULL_TURN, StateKind.DROWNING)
    states = session.exec(select(State).where(State.unit_id == unit.id))
    return any(state.kind in held for state in states)


def _states(session: Session, turn: Turn) -> Iterator[Step]:
    states = (
        select(State, Unit)
        .join(Unit, col(Unit.id) == col(State.unit_id))
        .where(State.clock_edge == Edge.END, Unit.fate == Fate.ALIVE)
        .order_by(col(State.id))
    )
    for state, unit in session.exec(states):
        if not ends_now(state, turn, Edge.END):
            continue
        if state.kind is StateKind.DROWNING:
            yield _drowning(state, unit)
        elif state.kind is StateKind.MORTALLY_WOUNDED:
            yield _dying(state, unit)
        else:
            yield _ending(state, unit)


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
        rule="5.1-17" if harm is None else "5.1-20",
        player_id=unit.player_id,
        act={"act": "DieOfWound", "state_id": state.id},
        unit_id=unit.id,
    )


def _ending(state: State, unit: Unit) -> Step:
    return Step(
        key=f"state-{state.id}",
        kind=StepKind.STANDING,
        icon=Kind.HALF_SPEED if state.kind is StateKind.HALF_SPEED else Kind.STATE,
        title=f"{unit.name}: {state.kind.value} ends",
        detail=state.cause,
        rule="4.1-31" if state.cause == "recovering" else "4.1-10",
        player_id=unit.player_id,
        act={"act": "EndState", "state_id": state.id},
        unit_id=unit.id,
    )


def _detonations(session: Session, turn: Turn) -> Iterator[Step]:
    activated = (
        select(Explosive)
        .where(Explosive.state == ExplosiveState.ACTIVATED)
        .order_by(col(Explosive.id))
    )
    for explosive in session.exec(activated):
        if not goes_off_now(explosive, turn):
            continue
        yield Step(
            key=f"detonate-{explosive.id}",
            kind=StepKind.DETONATING,
            icon=Kind.BLAST,
            title=f"{explosive.name} goes off",
            detail=explosive.place or f"X{explosive.explosive_size}",
            rule="8.4-15",
            player_id=turn.player_id,
            act={"act": "Detonate", "explosive_id": explosive.id},
            dice=(10,) * explosive.explosive_size,
            may_ask=True,
            unit_id=explosive.carrier_id,
        )


def _diverters(session: Session, turn: Turn) -> Iterator[Step]:
    units = (
        select(Unit)
        .where(Unit.player_id == turn.player_id, Unit.fate == Fate.ALIVE)
        .where(or_(Unit.diverted_turn_id == turn.id, col(Unit.power_saved) > 0))
        .order_by(col(Unit.id))
    )
    for unit in session.exec(units):
        if step := _diverting(unit, turn):
            yield step


def _diverting(unit: Unit, turn: Turn) -> Step | None:
    """Return the step that stores diverted Power, or loses a store that was not used (Q8-04)."""
    if unit.power_saved_turn_id == turn.id:
        return None
    stores = unit.diverted_turn_id == turn.id
    return Step(
        key=f"power-{unit.id}",
        kind=StepKind.DIVERTING,
        icon=Kind.POWER,
        title=f"{unit.name} stores Power" if stores else f"{unit.name} loses stored Power",
        detail="Divert All Power" if stores else f'{unit.power_saved}" was not used',
        rule="8.1-42" if stores else "8.1-43",
        player_id=unit.player_id,
        act={"act": "StorePower", "unit_id": unit.id},
        unit_id=unit.id,
    )
