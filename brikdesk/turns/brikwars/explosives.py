"""Explosives in flight, until they land, activated ones, until the turn ends, and those in Fields."""

from math import ceil, hypot

from sqlmodel import Session

from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.explosives.explosives_named import size_words
from brikdesk.rules.brikwars.explosives.flight import FLIGHT_PER_TURN, flight_clock, fly_on
from brikdesk.rules.brikwars.explosives.stability import Reaction, detonation_clock, react
from brikdesk.rules.brikwars.hazards.powered_hazards import acts_by_itself
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.clocks import Clock
from brikdesk.store.house import house_of
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Edge, Explosive, ExplosiveState, Field, Projectile, Turn, Unit
from brikdesk.text import said_of
from brikdesk.turns.brikwars.hazards import damaging_dice
from brikdesk.turns.lasting import Lasting, at_both, at_end, at_start
from brikdesk.turns.steps import Step, StepKind


def _flies(_: Session, flight: Projectile) -> Clock:
    return flight_clock(flight.player_id, flight.flown_turn_id or flight.launched_turn_id)


def _flying(_: Session, __: Turn, flight: Projectile) -> Step:
    leg = fly_on(flight.travelled, flight.distance)
    what = f"{flight.type} {size_words(flight.name, flight.explosive_size, flight.makeup)}"
    if leg.arrives:
        detail = f"{what}, at the X: {flight.target}"
    else:
        flown, whole, now = map(in_inches, (flight.travelled, flight.distance, leg.travelled))
        detail = f"{what}, {flown} of {whole}, now {now}"
    return Step(
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
    # Frozen at launch (Q8-32): what happens to the launcher afterwards changes nothing.
    die = flight.frozen.get("action_die", 6)
    return (die, 4) if flight.frozen.get("fire_penalty") else (die,)  # type: ignore[return-value]


def _lands(flight: Projectile, number: int) -> str:
    # 1e-9: a rounding error in the distances must not cost another turn.
    legs = max(1, ceil((flight.distance - flight.travelled) / FLIGHT_PER_TURN - 1e-9))
    return f"Turn {number + legs - 1}"


FLIGHT = Lasting(
    Projectile,
    {"flight": at_start},
    _flies,
    _flying,
    struck=lambda _, flight: flight.flown_turn_id,
    next_words=_lands,
)
"""A projectile flies on or lands at its player's turn start (8.4-10, 8.4-11, Q8-36)."""


def _goes_off(_: Session, explosive: Explosive) -> Clock | None:
    activated = explosive.state is ExplosiveState.ACTIVATED
    return detonation_clock(explosive.activated_turn_id or 0) if activated else None


def _detonating(_: Session, turn: Turn, explosive: Explosive) -> Step:
    return Step(
        key=f"detonate-{explosive.id}",
        kind=StepKind.DETONATING,
        icon=Kind.BLAST,
        title=said_of(explosive.name, "goes off"),
        detail=explosive.place
        or size_words(explosive.name, explosive.explosive_size, explosive.makeup),
        rule="8.4-15",
        player_id=turn.player_id,
        act={"act": "Detonate", "explosive_id": explosive.id},
        dice=(10,) * explosive.explosive_size,
        may_ask=True,
        unit_id=explosive.carrier_id,
    )


EXPLOSIVE = Lasting(Explosive, {"detonate": at_end}, _goes_off, _detonating)
"""An activated Explosive goes off at the end of the running turn, whosever it is (8.4-15)."""


def around(session: Session, explosive: Explosive) -> tuple[tuple[Field, ...], int]:
    """Return the Fields in which an Explosive is, and the points that it takes in them.

    What has a Size of 0" takes 1 point for each die that damages, without a roll (F.1-13). Only
    what the map knows counts, and only Fields that act on everything and by themselves.
    """
    carrier = session.get(Unit, explosive.carrier_id) if explosive.carrier_id else None
    lies = carrier or explosive
    if lies.x is None or lies.y is None:
        return (), 0
    there = tuple(
        field
        for field in rows_of(session, Field)
        if field.x is not None
        and field.y is not None
        and not field.affects
        and damaging_dice(field)
        and acts_by_itself(field.mode)
        and hypot(field.x - lies.x, field.y - lies.y) <= field.size / 2
    )
    return there, sum(len(damaging_dice(field)) for field in there)


def _suffers(session: Session, explosive: Explosive, turn: Turn, __: Edge) -> bool:
    """Return whether the Fields around it set it off, or activate it: all else is not waited for."""
    if explosive.state not in (ExplosiveState.STORED, ExplosiveState.DUD):
        return False
    _, points = around(session, explosive)
    if not points or explosive.state is ExplosiveState.DUD:
        return bool(points)
    before = explosive.damage_taken if explosive.damaged_turn_id == turn.id else 0
    sums = house_of(session, BrikWarsHouse).semi_stable_sum
    reaction = react(
        explosive.stability, explosive.explosive_size, False, before, points, semi_stable_sum=sums
    )
    return reaction is not Reaction.NOTHING


def _suffering(session: Session, turn: Turn, explosive: Explosive) -> Step | None:
    fields, points = around(session, explosive)
    return Step(
        key=f"exposed-{explosive.id}",
        kind=StepKind.MET,
        icon=Kind.BLAST,
        title=f"{said_of(explosive.name, 'is')} in {' and '.join(field.name for field in fields)}",
        detail="takes 1 point" if points == 1 else f"takes {points} points",
        rule="F.1-13",
        player_id=explosive.player_id or turn.player_id,
        act={"act": "ExposeExplosive", "explosive_id": explosive.id},
        unit_id=explosive.carrier_id,
    )


EXPOSED_EXPLOSIVE = Lasting(
    Explosive, {"exposed": at_both}, step=_suffering, when=_suffers, at_once=True
)
"""An Explosive in a Field that damages it waits at once until it has taken that (F.1-11, 8.4-13)."""
