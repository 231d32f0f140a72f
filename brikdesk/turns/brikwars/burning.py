"""Fires: Burning Rolls at turn starts, and minifigs that run about at the end of their turn."""

from sqlmodel import Session

from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.fire.fire_driver import burning_clock
from brikdesk.rules.brikwars.fire.minifig_fire import must_run
from brikdesk.rules.clocks import Clock, Edge
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Fate, Fire, Player, State, StateKind, Turn, Unit, UnitKind
from brikdesk.store.unit_move import move_left_in
from brikdesk.turns.lasting import Lasting, at_end, at_start, with_units
from brikdesk.turns.steps import Step, StepKind


def _burns(_: Session, fire: Fire) -> Clock | None:
    # F.1-31: an unaligned object that nobody lit has no turn at which it would roll.
    if fire.driver_id is None or fire.permanent_dice:
        return None
    return burning_clock(fire.driver_id, fire.burned_turn_id or fire.lit_turn_id)


def _burning(session: Session, _: Turn, fire: Fire) -> Step | None:
    unit = session.get_one(Unit, fire.unit_id)
    if unit.fate is not Fate.ALIVE:
        return None
    minifig = fire.size == 0
    return Step(
        key=f"burn-{fire.id}",
        kind=_burning_kind(fire, unit),
        icon=Kind.FIRE,
        title=f"{unit.name} burns",
        detail="1 dies out, 2–4 costs a limb" if minifig else _facts(session, fire, unit),
        rule="8.3-33" if minifig else "F.1-31",
        player_id=fire.driver_id,
        act={"act": "BurnMinifig" if minifig else "BurnUnit", "fire_id": fire.id},
        # The fire of a minifig has no Size, and rolls 1d4 all the same (8.3-33).
        dice=(4,) * max(1, fire.size),
        chooser_id=unit.player_id or fire.set_by_id,
        may_ask=True,
        unit_id=unit.id,
    )


def _facts(session: Session, fire: Fire, unit: Unit) -> str:
    facts = [f'Size {unit.size}"', f"Weight class {unit.weight_class}", f'fire {fire.size}"']
    if unit.player_id is None and fire.set_by_id:
        facts.append(f"lit by {session.get_one(Player, fire.set_by_id).faction}")
    return ", ".join(facts)


def _burning_kind(fire: Fire, unit: Unit) -> StepKind:
    if unit.kind in (UnitKind.MINIFIG, UnitKind.HERO):
        return StepKind.BURNING_MINIFIGS
    if unit.player_id is None or unit.player_id != fire.driver_id:
        return StepKind.BURNING_UNALIGNED
    return StepKind.BURNING_UNITS


BURNING = Lasting(
    Fire,
    {"burn": at_start},
    _burns,
    _burning,
    read=with_units(Fire),
    struck=lambda _, fire: fire.burned_turn_id,
)
"""A fire: its Burning Roll comes at its driver's turn start (8.3-33, F.1-31)."""


def _runs(session: Session, fire: Fire) -> Clock | None:
    if fire.size:
        return None
    # One of nobody has no turn of his own: he runs in that in which his fire burns (F.1-31).
    owner = session.get_one(Unit, fire.unit_id).player_id or fire.driver_id
    # Following: in the turn of the stamp he has run already.
    return Clock(owner, Edge.END, fire.ran_turn_id or 0, following=True) if owner else None


def _running(session: Session, turn: Turn, fire: Fire) -> Step | None:
    unit = session.get_one(Unit, fire.unit_id)
    if unit.fate is not Fate.ALIVE or not must_run_now(session, unit, turn):
        return None
    return Step(
        key=f"run-{fire.id}",
        kind=StepKind.RUNNING,
        icon=Kind.FIRE,
        title=f"{unit.name} runs about, burning",
        detail=f"{in_inches(move_left_in(session, unit, turn))} of Move left",
        rule="8.3-32",
        player_id=turn.player_id,
        act={"act": "RunBurning", "fire_id": fire.id},
        unit_id=unit.id,
    )


def must_run_now(session: Session, unit: Unit, turn: Turn) -> bool:
    """Return whether a burning minifig has to run as his turn ends (8.3-32, 8.3-29)."""
    creature = "fire creature" in unit.tags
    left = must_run(True, move_left_in(session, unit, turn), fire_creature=creature)
    return left > 0 and not _cannot_run(session, unit)


def _cannot_run(session: Session, unit: Unit) -> bool:
    held = (StateKind.DISRUPTED, StateKind.STOPPED, StateKind.FULL_TURN, StateKind.DROWNING)
    return any(s.kind in held for s in rows_of(session, State) if s.unit_id == unit.id)


RUNNING = Lasting(Fire, {"run": at_end}, _runs, _running, read=with_units(Fire))
"""A burning minifig runs about at the end of his own turn (8.3-32)."""
