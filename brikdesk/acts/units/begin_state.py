"""Beginning a state of a unit, with the clock of its kind and the log line that says so."""

from dataclasses import replace

from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import recovering_clock
from brikdesk.rules.turn import Clock, Edge
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Line, Sum, Term, line
from brikdesk.store.tables import Run, State, StateKind, Unit
from brikdesk.store.views.states import BINDS, STATES, STOPS
from brikdesk.turns.turn_order import present_turn, turn_now


def clock_of(session: Session, unit: Unit, kind: StateKind) -> Clock:
    """Return the clock of a state that begins now.

    That of an unaligned unit runs as if it belonged to the running player.
    """
    turn = turn_now(session)
    return STATES[kind].clock(unit.player_id or turn.player_id, turn.player_id, turn.id or 0)


def recovery_clock(session: Session, unit: Unit) -> Clock:
    """Return the clock of the Half Speed that follows a Disruption (4.1-31, A4-09)."""
    turn = turn_now(session)
    return recovering_clock(
        unit.player_id or turn.player_id,
        turn.id or 0,
        until_next_turn=house_of(session, BrikWarsHouse).bw_recover_until_next_turn,
    )


def begin_state(
    session: Session,
    unit: Unit,
    kind: StateKind,
    cause: str = "",
    *,
    lasting: bool = False,
    clock: Clock | None = None,
    pending_damage: int | None = None,
    with_id: int | None = None,
) -> State:
    """Write a state; if the unit has it from the same cause already, only its clock starts again.

    - `lasting`: it stays until it is cleared.
    - `clock`: by default the one of its kind.
    - `pending_damage`: points that a Mortal Wound deals when it takes effect (5.1-20).
    - `with_id`: the other unit of a Close Combat.
    """
    clock = clock or clock_of(session, unit, kind)
    known = select(State).where(State.unit_id == unit.id, State.kind == kind)
    known = known.where(col(State.cause) == cause, col(State.with_id) == with_id)
    state = session.exec(known).first() or State(
        unit_id=unit.id or 0, kind=kind, cause=cause, with_id=with_id, since_turn_id=clock.since
    )
    # What binds two units ends by what they do, not by a clock.
    state.lasting = lasting or kind in BINDS
    state.since_turn_id = clock.since
    state.clock_player_id = clock.player
    state.clock_edge = Edge(clock.edge)
    state.pending_damage = pending_damage
    session.add(state)
    if kind in STOPS:
        for run in session.exec(select(Run).where(Run.unit_id == unit.id)):
            run.heading, run.inches, run.mom, run.used_all = None, 0.0, False, False
            session.add(run)
    return state


def stay_stopped(session: Session, unit: Unit, cause: str) -> str:
    """Keep a unit where it is whose Stop has ended in its own turn (A4-31, 4.1-24).

    Return a sentence for the log, "" in the turns of others: it moves again in its next one anyway.
    """
    turn = present_turn(session)
    if turn is None or unit.player_id != turn.player_id:
        return ""
    begin_state(session, unit, StateKind.STOPPED, cause)
    return "It stays Stopped until its next own turn starts, A4-31."


def state_line(unit: Unit, kind: StateKind, why: str = "", rule: str = "", step: str = "") -> Line:
    """Return the log line of a state that begins: why, and until when."""
    facts = STATES[kind]
    return line(
        facts.icon,
        f"{unit.name}: {kind.value}{'' if kind.value.endswith('!') else '.'}",
        " ".join(part for part in (why, facts.until) if part),
        rule=rule or facts.begins,
        player_id=unit.player_id,
        unit_id=unit.id,
        step=step,
    )


def disrupt(session: Session, unit: Unit, cause: str, rule: str = "4.1-26", step: str = "") -> Line:
    """Disrupt a unit until its next own turn (4.1-11, 4.1-26), so that it lets go (A5-24)."""
    begin_state(session, unit, StateKind.DISRUPTED, cause)
    return state_line(unit, StateKind.DISRUPTED, let_go(session, unit), rule=rule, step=step)


def let_go(session: Session, unit: Unit) -> str:
    """End the Grabs that a unit makes (A5-24); return a sentence, "" if it holds nobody."""
    held = select(State).where(State.kind == StateKind.GRABBED, State.with_id == unit.id)
    grabs = session.exec(held.order_by(col(State.id))).all()
    names = ", ".join(session.get_one(Unit, state.unit_id).name for state in grabs)
    for state in grabs:
        session.delete(state)
    return f"It lets go of {names}." if names else ""


def wound_mortally(
    session: Session, unit: Unit, pending_damage: int | None = None, step: str = ""
) -> Line:
    """Wound a unit mortally; it acts on until the running turn ends (5.1-17, 5.1-20).

    `pending_damage` takes effect then, in points; a minifig dies of the wound without it.
    """
    minifig = is_minifig(unit)
    pending = None if minifig else (pending_damage or 0)
    begin_state(session, unit, StateKind.MORTALLY_WOUNDED, pending_damage=pending)
    rule = "5.1-17" if minifig else "5.1-20"
    why = f"{pending} damage takes effect then." if pending else ""
    dealt = Term("As high as the Armor, or named by the referee", pending or 0, "5.1-20")
    sums = (Sum("Damage", pending, (dealt,)),) if pending else ()
    return replace(state_line(unit, StateKind.MORTALLY_WOUNDED, why, rule, step), sums=sums)


def is_minifig(unit: Unit) -> bool:
    """Return whether a unit is a minifig; a Hero is one."""
    return unit.kind.name in ("MINIFIG", "HERO")


def clocks_follow(session: Session, unit: Unit, new_owner: int | None) -> None:
    """Let the states of a unit that changes hands end with the turns of its new player.

    Call it before `unit.player_id` changes. Of a unit that nobody takes over the clocks go on as
    they are, and so does what ends with the turn of another player.
    """
    if new_owner is None or unit.player_id is None:
        return
    own = select(State).where(State.unit_id == unit.id, State.clock_player_id == unit.player_id)
    for state in session.exec(own.order_by(col(State.id))):
        if STATES[state.kind].own:
            state.clock_player_id = new_owner
            session.add(state)
