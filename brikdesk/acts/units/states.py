"""Beginning a state of a unit, with the clock of its kind and the log line that says so."""

from dataclasses import replace

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.actions import full_turn_clock
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import disrupted_clock, drowning_clock, recovering_clock
from brikdesk.rules.brikwars.traps_and_scouts import mark_clock
from brikdesk.rules.brikwars.units import mortal_wound_clock
from brikdesk.rules.turn import Clock, Edge
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Line, Sum, Term, line
from brikdesk.store.tables import Run, State, StateKind, Unit
from brikdesk.turns.sequence import present_turn, turn_now

ICONS = {
    StateKind.DISRUPTED: Kind.DISRUPTED,
    StateKind.HALF_SPEED: Kind.HALF_SPEED,
    StateKind.REVEALED: Kind.MARK,
    StateKind.MORTALLY_WOUNDED: Kind.MORTAL,
}
"""Icons of states' log lines; any other is Kind.STATE."""


BREAK_A_RUN = frozenset(
    {StateKind.STOPPED, StateKind.DISRUPTED, StateKind.DROWNING, StateKind.FULL_TURN}
)
"""States that end a straight run, and the Momentum with it (5.4-06)."""


class Ending(Struct, frozen=True):
    """How long a state of one kind lasts, in words, with its rule."""

    words: str
    rule: str


ENDINGS = {
    StateKind.DISRUPTED: Ending("Until its next own turn starts.", "4.1-26"),
    StateKind.HALF_SPEED: Ending("Until its own turn ends.", "4.1-16"),
    StateKind.STOPPED: Ending("Until its next own turn starts.", "4.1-23"),
    StateKind.FULL_TURN: Ending("Until its own turn ends.", "4.2-26"),
    StateKind.MORTALLY_WOUNDED: Ending("Until the running turn ends.", "5.1-17"),
    StateKind.DROWNING: Ending("It dies when its following turn ends, unless freed.", "4.1-22"),
    StateKind.BREATH_HELD: Ending("Until its next own turn starts.", "F.1-15"),
    StateKind.ENGAGED: Ending("Until it Disengages or the fight is over.", "5.2-07"),
    StateKind.GRABBED: Ending(
        "Until it is let go, breaks free with a Shove, or one dies.", "5.2-24"
    ),
    StateKind.REVEALED: Ending("Until the next turn of the Scout's player.", "F.3-07"),
    StateKind.OTHER: Ending("Until the running turn ends.", "4.1-10"),
}


def clock_of(session: Session, unit: Unit, kind: StateKind) -> Clock:
    """Return the clock of a state that begins now.

    That of an unaligned unit runs as if it belonged to the running player.
    """
    turn = turn_now(session)
    owner, now = unit.player_id or turn.player_id, turn.id or 0
    if kind in (StateKind.DISRUPTED, StateKind.STOPPED, StateKind.BREATH_HELD):
        return disrupted_clock(owner, now)  # 4.1-24 and F.1-15 end at the same moment
    if kind is StateKind.REVEALED:
        return mark_clock(turn.player_id, now)  # by a Scout of whoever plays now
    if kind is StateKind.DROWNING:
        return drowning_clock(owner, now)
    if kind is StateKind.FULL_TURN:
        return full_turn_clock(owner, now)
    if kind is StateKind.HALF_SPEED:
        return recovering_clock(owner, now)
    return mortal_wound_clock(now)


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
    state.lasting = lasting or kind in (StateKind.ENGAGED, StateKind.GRABBED)
    state.since_turn_id = clock.since
    state.clock_player_id = clock.player
    state.clock_edge = Edge(clock.edge)
    state.pending_damage = pending_damage
    session.add(state)
    if kind in BREAK_A_RUN:
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
    ending = ENDINGS[kind]
    return line(
        ICONS.get(kind, Kind.STATE),
        f"{unit.name}: {kind.value}{'' if kind.value.endswith('!') else '.'}",
        " ".join(part for part in (why, ending.words) if part),
        rule=rule or ending.rule,
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


OWN_CLOCKS = frozenset({
    StateKind.DISRUPTED, StateKind.HALF_SPEED, StateKind.STOPPED, StateKind.FULL_TURN,
    StateKind.DROWNING, StateKind.BREATH_HELD,
})  # fmt: skip
"""States that end with a turn of the unit's own player."""


def clocks_follow(session: Session, unit: Unit, new_owner: int | None) -> None:
    """Let the states of a unit that changes hands end with the turns of its new player.

    Call it before `unit.player_id` changes. Of a unit that nobody takes over the clocks go on as
    they are, and so does what ends with the turn of another player.
    """
    if new_owner is None or unit.player_id is None:
        return
    own = select(State).where(State.unit_id == unit.id, State.clock_player_id == unit.player_id)
    for state in session.exec(own.order_by(col(State.id))):
        if state.kind in OWN_CLOCKS:
            state.clock_player_id = new_owner
            session.add(state)
