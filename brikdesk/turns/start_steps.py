"""What waits at the start of a player's turn: chapters 4, 8 and F, read from the rows."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy.orm import Bundle
from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.explosives.flight import fly_on
from brikdesk.rules.brikwars.hazards.exposure import Moment
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind
from brikdesk.store.tables import (
    Edge,
    Fate,
    Field,
    FieldKind,
    Fire,
    Homing,
    Mark,
    Note,
    Player,
    Projectile,
    State,
    StateKind,
    Turn,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.turns.clocks import burns_now, ends_now, flies_now, players_served, shrinks_now
from brikdesk.turns.exposures import exposures
from brikdesk.turns.steps import Step, StepKind


def waiting(session: Session, turn: Turn) -> Iterator[Step]:
    """Yield every step that waits at the start of this turn; `agenda` puts them in order."""
    served = players_served(session, turn)
    yield from _marks(session, turn, served)
    yield from _recoveries(session, turn)
    yield from _fields(session, turn, served)
    yield from _fires(session, turn, served)
    yield from _projectiles(session, turn, served)
    yield from _homing(session, turn)
    yield from exposures(session, turn, Moment.OWN_TURN_START)
    yield from notes(session, turn, Edge.START)


def notes(session: Session, turn: Turn, edge: Edge) -> Iterator[Step]:
    """Yield the notes and alarms pinned to this edge of this player's turn."""
    for note in rows_of(session, Note):
        pinned = note.player_id == turn.player_id and note.edge is edge and not note.done
        if not pinned or note.due_number is None or note.due_number > turn.number:
            continue
        yield Step(
            key=f"note-{note.id}",
            kind=StepKind.NOTES,
            icon=Kind.NOTE,
            title=note.kind.value[:1].upper() + note.kind.value[1:],
            detail=note.text,
            rule="",
            player_id=note.player_id,
            act={"act": "TakeNote", "note_id": note.id},
            unit_id=note.unit_id,
        )


def _marks(session: Session, turn: Turn, served: frozenset[int]) -> Iterator[Step]:
    marks = (
        select(Mark, Unit)
        .join(Unit, col(Unit.id) == col(Mark.target_id))
        .where(col(Mark.player_id).in_(served), col(Mark.made_turn_id) < turn.id)
        .order_by(col(Mark.id))
    )
    for mark, target in session.exec(marks):
        scout = session.get_one(Unit, mark.scout_id)
        yield Step(
            key=f"mark-{mark.id}",
            kind=StepKind.MARKS,
            icon=Kind.MARK,
            title=f"Mark on {target.name} ends",
            detail=scout.name,
            rule="F.3-09",
            player_id=mark.player_id,
            act={"act": "EndMark", "mark_id": mark.id},
            unit_id=target.id,
        )


def _recoveries(session: Session, turn: Turn) -> Iterator[Step]:
    states = (
        select(State, Unit)
        .join(Unit, col(Unit.id) == col(State.unit_id))
        .where(State.clock_edge == Edge.START, State.clock_player_id == turn.player_id)
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(State.unit_id), col(State.id))
    )
    seen = set()
    for state, unit in session.exec(states):
        # A unit that was Disrupted twice has two states but gets up once.
        if not ends_now(state, turn, Edge.START) or (unit.id, state.kind) in seen:
            continue
        seen.add((unit.id, state.kind))
        gets_up = state.kind is StateKind.DISRUPTED
        yield Step(
            key=f"recover-{unit.id}" if gets_up else f"state-{state.id}",
            kind=StepKind.RECOVERY,
            icon=Kind.HALF_SPEED if gets_up else Kind.STATE,
            title=f"{unit.name} gets up" if gets_up else f"{unit.name}: {state.kind.value} ends",
            detail="Half Speed this turn" if gets_up else state.cause,
            rule="4.1-31" if gets_up else "4.1-24",
            player_id=turn.player_id,
            act={"act": "Recover", "unit_id": unit.id}
            if gets_up
            else {"act": "EndState", "state_id": state.id},
            unit_id=unit.id,
        )


def _fields(session: Session, turn: Turn, served: frozenset[int]) -> Iterator[Step]:
    shrinking = select(Field).where(col(Field.shrink_player_id).in_(served))
    for field in session.exec(shrinking.order_by(col(Field.id))):
        if not shrinks_now(field, turn, served):
            continue
        size = field.size - 1
        yield Step(
            key=f"field-{field.id}",
            kind=StepKind.FIELDS,
            icon=field_icon(field),
            title=f"{field.name} shrinks" if size else f"{field.name} is gone",
            detail=f'{field.size}" to {size}"' if size else f'was {field.size}"',
            rule="8.4-44",
            player_id=field.shrink_player_id,
            act={"act": "ShrinkField", "field_id": field.id},
            may_ask=len(set(field.dice)) > 1,
        )


def field_icon(field: Field) -> Kind:
    """Return the icon of a Field's kind."""
    if field.kind is FieldKind.SMOKE:
        return Kind.SMOKE
    return Kind.GAS if field.kind is FieldKind.EXPOSURE else Kind.FIELD


def _fires(session: Session, turn: Turn, served: frozenset[int]) -> Iterator[Step]:
    fires = (
        select(_FIRE, _UNIT)  # not whole rows: with 500 fires that costs three times as much
        .join(Unit, col(Unit.id) == col(Fire.unit_id))
        .where(col(Fire.driver_id).in_(served), Unit.fate == Fate.ALIVE)
        .order_by(col(Fire.id))
    )
    names = {player.id: player.faction for player in rows_of(session, Player)}
    for fire, unit in session.exec(fires):
        if burns_now(fire, turn, served):
            yield _burning_step(fire, unit, names)


_FIRE = Bundle[Any](
    "fire",
    col(Fire.id),
    col(Fire.size),
    col(Fire.driver_id),
    col(Fire.set_by_id),
    col(Fire.permanent_dice),
    col(Fire.lit_turn_id),
    col(Fire.burned_turn_id),
)
_UNIT = Bundle[Any](
    "unit",
    col(Unit.id),
    col(Unit.name),
    col(Unit.kind),
    col(Unit.size),
    col(Unit.weight_class),
    col(Unit.player_id),
)


def _burning_step(fire: Fire, unit: Unit, names: dict[int | None, str]) -> Step:
    minifig = fire.size == 0
    lit_by = names.get(fire.set_by_id)
    facts = [f'Size {unit.size}"', f"Weight class {unit.weight_class}", f'fire {fire.size}"']
    if unit.player_id is None and lit_by:
        facts.append(f"lit by {lit_by}")
    return Step(
        key=f"burn-{fire.id}",
        kind=_burning_kind(fire, unit),
        icon=Kind.FIRE,
        title=f"{unit.name} burns",
        detail="1 dies out, 2–4 costs a limb" if minifig else ", ".join(facts),
        rule="8.3-33" if minifig else "F.1-31",
        player_id=fire.driver_id,
        act={"act": "BurnMinifig" if minifig else "BurnUnit", "fire_id": fire.id},
        dice=(4,) * max(1, fire.size),
        chooser_id=unit.player_id or fire.set_by_id,
        may_ask=True,
        unit_id=unit.id,
    )


def _burning_kind(fire: Fire, unit: Unit) -> StepKind:
    if unit.kind in (UnitKind.MINIFIG, UnitKind.HERO):
        return StepKind.BURNING_MINIFIGS
    if unit.player_id is None or unit.player_id != fire.driver_id:
        return StepKind.BURNING_UNALIGNED
    return StepKind.BURNING_UNITS


def _projectiles(session: Session, turn: Turn, served: frozenset[int]) -> Iterator[Step]:
    flights = select(Projectile).where(col(Projectile.player_id).in_(served))
    for flight in session.exec(flights.order_by(col(Projectile.id))):
        if not flies_now(flight, turn, served):
            continue
        leg = fly_on(flight.travelled, flight.distance)
        what = f"{flight.type} X{flight.explosive_size}"
        if leg.arrives:
            detail = f"{what}, at the X: {flight.target}"
        else:
            detail = (
                f'{what}, {flight.travelled:g}" of {flight.distance:g}", now {leg.travelled:g}"'
            )
        yield Step(
            key=f"flight-{flight.id}",
            kind=StepKind.LANDING if leg.arrives else StepKind.FLYING,
            icon=Kind.AIR,
            title=f"{flight.name} {'lands' if leg.arrives else 'flies on'}",
            detail=detail,
            rule="8.4-11" if leg.arrives else "8.4-10",
            player_id=flight.player_id,
            act={"act": "Land" if leg.arrives else "FlyOn", "projectile_id": flight.id},
            dice=_action_dice(flight) if leg.arrives else (),
            may_ask=leg.arrives,
            unit_id=flight.unit_id,
        )


def _action_dice(flight: Projectile) -> tuple[int, ...]:
    die = flight.frozen.get("action_die", 6)
    return (die, 4) if flight.frozen.get("fire_penalty") else (die,)  # type: ignore[return-value]


def _homing(session: Session, turn: Turn) -> Iterator[Step]:
    homings = (
        select(Homing, Weapon)
        .join(Weapon, col(Weapon.id) == col(Homing.weapon_id))
        .where(Homing.player_id == turn.player_id, col(Homing.attacked_turn_id) < turn.id)
        .order_by(col(Homing.id))
    )
    for homing, weapon in session.exec(homings):
        if homing.asked_turn_id == turn.id:
            continue
        gun = session.get_one(Unit, weapon.unit_id)
        yield Step(
            key=f"homing-{homing.id}",
            kind=StepKind.HOMING,
            icon=Kind.HOMING,
            title=f"Keep homing +{homing.bonus} on {homing.target}?",
            detail=f"{gun.name}: has either moved?",
            rule="8.5-17",
            player_id=turn.player_id,
            act={"act": "KeepHoming", "homing_id": homing.id},
            chooser_id=turn.player_id,
            asks=True,
            unit_id=gun.id,
        )
