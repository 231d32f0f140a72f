"""What waits at the end of a player's turn: chapters 4, 5, 8 and F, read from the rows."""

from collections.abc import Iterator

from sqlmodel import Session, col, or_, select

from brikdesk.rules.brikwars.fire.minifig_fire import must_run
from brikdesk.rules.brikwars.hazards.exposure import Moment
from brikdesk.store.journal.remembering import known, rows_of
from brikdesk.store.lines import Kind
from brikdesk.store.tables import (
    Edge,
    Explosive,
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
    """Yield every step that waits at the end of this turn; `agenda` puts them in order."""
    yield from _runners(session, turn)
    yield from exposures(session, turn, Moment.OWN_TURN_END)
    yield from _states(session, turn)
    yield from _detonations(session, turn)
    yield from _diverters(session, turn)
    yield from notes(session, turn, Edge.END)


def _runners(session: Session, turn: Turn) -> Iterator[Step]:
    for fire in rows_of(session, Fire):
        unit = session.get_one(Unit, fire.unit_id)
        if unit.fate is not Fate.ALIVE or not must_run_now(session, fire, unit, turn):
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
    """Return whether a burning minifig runs at the end of this turn (8.3-32, 8.3-29)."""
    if unit.player_id != turn.player_id or fire.size or fire.ran_turn_id == turn.id:
        return False
    left = must_run(
        True, move_left(session, unit, turn), fire_creature="fire creature" in unit.tags
    )
    return left > 0 and not _cannot_run(session, unit)


def move_left(session: Session, unit: Unit, turn: Turn) -> float:
    """Return the inches of Move that a unit has left in this turn."""
    used = unit.move_used if unit.moved_turn_id == turn.id else 0.0
    return max(0.0, move_now(session, unit) - used)


def _cannot_run(session: Session, unit: Unit) -> bool:
    held = (StateKind.DISRUPTED, StateKind.STOPPED, StateKind.FULL_TURN, StateKind.DROWNING)
    return any(s.kind in held for s in rows_of(session, State) if s.unit_id == unit.id)


def _states(session: Session, turn: Turn) -> Iterator[Step]:
    for state in rows_of(session, State):
        unit = session.get_one(Unit, state.unit_id)
        if unit.fate is not Fate.ALIVE or not ends_now(state, turn, Edge.END):
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
    for explosive in rows_of(session, Explosive):
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

    def ask() -> tuple[Unit, ...]:
        own = select(Unit).where(Unit.player_id == turn.player_id, Unit.fate == Fate.ALIVE)
        saving = or_(Unit.diverted_turn_id == turn.id, col(Unit.power_saved) > 0)
        return tuple(session.exec(own.where(saving).order_by(col(Unit.id))))

    # The answer is kept until one of the columns named here changes.
    asked, decide = (
        ("saving power", turn.id),
        ("player_id", "fate", "diverted_turn_id", "power_saved"),
    )
    for unit in known(session, asked, ask, Unit, *decide):
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
