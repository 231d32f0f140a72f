"""What waits at the edges of a turn by the Sci-fi rules (12-89, S-01, S-03); else nothing does."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from brikdesk.errors import BadInput
from brikdesk.rules.scifi.crews import Role
from brikdesk.rules.scifi.incapacitated import Incapacitated, ends
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.rules.scifi.turn_reset import Boundary
from brikdesk.store.house import house_rules
from brikdesk.store.lines import Kind
from brikdesk.store.rule_sets import rule_sets
from brikdesk.store.scifi_rows import crew_rows, is_now, stores_of, turn_began
from brikdesk.store.tables import (
    Edge,
    Fate,
    Lasts,
    Phase,
    RuleSet,
    SfDetection,
    SfWeapon,
    State,
    StateKind,
    Turn,
    Unit,
)
from brikdesk.turns.sequence import next_player
from brikdesk.turns.steps import Step, StepKind


def at_start(session: Session, turn: Turn) -> Iterator[Step]:
    """Yield the steps at this turn's start: overdue states end, weapons may fire again."""
    if RuleSet.SCIFI in rule_sets(session):
        yield from _endings(session, turn, Edge.START)
        yield from _new_turn(session, turn)


def at_end(session: Session, turn: Turn) -> Iterator[Step]:
    """Yield the steps at the end of this turn: Incapacitated and detection that end with it."""
    if RuleSet.SCIFI in rule_sets(session):
        yield from _endings(session, turn, Edge.END)


def edge_now(turn: Turn) -> Edge:
    """Return the edge of a turn that is being settled."""
    return Edge.END if turn.phase is Phase.END else Edge.START


def boundaries(session: Session, turn: Turn, edge: Edge) -> tuple[Boundary, ...]:
    """Return the moments that fall on this edge of a turn: the player's, and the round's."""
    if edge is Edge.START:
        return (Boundary.PLAYER_TURN_START,)
    return (Boundary.PLAYER_TURN_END, *_round_end(session, turn))


def _round_end(session: Session, turn: Turn) -> tuple[Boundary, ...]:
    try:
        _, new_round = next_player(session, turn)
    except BadInput:  # nobody is left to play
        return ()
    return (Boundary.ROUND_END,) if new_round else ()


def ends_here(session: Session, state: State, turn: Turn, edge: Edge) -> bool:
    """Return whether a unit stops being incapacitated at this edge of this turn (S-03)."""
    since = session.get(Turn, state.since_turn_id)
    unit = session.get_one(Unit, state.unit_id)
    marker = Incapacitated(
        until=state.until or str(house_rules(session)["sf_incapacitated_until"]),
        since=state.since_turn_id,
        round=since.number if since else 0,
        player=unit.player_id,
    )
    return any(
        ends(marker, each, turn=turn.id or 0, round=turn.number, player=turn.player_id)
        for each in boundaries(session, turn, edge)
    )


def seen_no_more(session: Session, seen: SfDetection, turn: Turn, edge: Edge) -> bool:
    """Return whether a detection ends at this edge of this turn, or should have ended before."""
    if seen.lasts is Lasts.CLEARED:
        return False
    at = boundaries(session, turn, edge)
    if Boundary.PLAYER_TURN_START in at:
        made = session.get(Turn, seen.made_turn_id)
        earlier = made is None or made.number < turn.number
        return seen.made_turn_id < (turn.id or 0) and (earlier or seen.lasts is Lasts.TURN)
    return seen.lasts is Lasts.TURN or Boundary.ROUND_END in at


def _endings(session: Session, turn: Turn, edge: Edge) -> Iterator[Step]:
    states = (
        select(State, Unit)
        .join(Unit, col(Unit.id) == col(State.unit_id))
        .where(State.kind == StateKind.INCAPACITATED, Unit.fate == Fate.ALIVE)
        .order_by(col(State.id))
    )
    for state, unit in session.exec(states).all():
        if ends_here(session, state, turn, edge):
            yield Step(
                key=f"sfstate-{state.id}",
                kind=StepKind.SCIFI_ENDING,
                icon=Kind.STATE,
                title=f"{unit.name}: Incapacitated ends",
                detail=state.cause,
                rule="12-47",
                player_id=unit.player_id,
                act={"act": "EndIncapacitated", "state_id": state.id},
                unit_id=unit.id,
            )
    seen = [
        row for row in session.exec(select(SfDetection)) if seen_no_more(session, row, turn, edge)
    ]
    if seen:
        yield Step(
            key="sfseen",
            kind=StepKind.SCIFI_ENDING,
            icon=Kind.MARK,
            title="Detected units are out of sight",
            detail=f"{len(seen)} {'marker ends' if len(seen) == 1 else 'markers end'}",
            rule="12-89",
            player_id=turn.player_id,
            act={"act": "EndDetections"},
        )


def _new_turn(session: Session, turn: Turn) -> Iterator[Step]:
    used = weapons_used_before(session, turn)
    if used:
        by_round = house_rules(session)["sf_turn_scope"] == "round"
        count = f"{len(used)} {'weapon' if len(used) == 1 else 'weapons'}"
        yield Step(
            key="sfturn",
            kind=StepKind.SCIFI_TURN,
            icon=Kind.AMMO,
            title=f"{count} may fire again",
            detail="a new round" if by_round else "a new turn of their player",
            rule="12-89",
            player_id=turn.player_id,
            act={"act": "BeginSfTurn"},
        )


def weapons_used_before(session: Session, turn: Turn) -> list[SfWeapon]:
    """Return the weapons with something left over from a turn before this one, oldest first.

    Of all players if turns reset by the round, else of the player whose turn it is and of nobody
    (S-01).
    """
    by_round = house_rules(session)["sf_turn_scope"] == "round"
    found = []
    for row in session.exec(select(SfWeapon).order_by(col(SfWeapon.id))).all():
        unit = session.get_one(Unit, row.unit_id)
        own = by_round or unit.player_id in (None, turn.player_id)
        if own and unit.fate is Fate.ALIVE and _left_over(session, row, unit):
            found.append(row)
    return found


def _left_over(session: Session, row: SfWeapon, unit: Unit) -> bool:
    began = turn_began(session, unit.player_id)
    used = bool(row.fired) or bool(row.capability_used) or row.special_fire is not SpecialFire.NONE
    if used and not is_now(row.fired_turn_id, began):
        return True
    stores = stores_of(session, row)
    if any(each.fired_this_turn and not is_now(each.fired_turn_id, began) for each in stores):
        return True
    return any(
        (each.initiative_turn_id is not None and not is_now(each.initiative_turn_id, began))
        or (each.role is Role.NEXT_LOADER and not is_now(each.role_turn_id, began))
        for each in crew_rows(session, row)
    )
