"""Close Combat in the running turn: Counterstrikes to come, and who has forgotten to Engage."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.attacks.close_attacks import ENGAGING
from brikdesk.rules.brikwars.attacks.disengaging import is_idle
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.clocks import Edge
from brikdesk.store.house import house_of
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind
from brikdesk.store.tables import (
    Fate,
    Maneuver,
    Parting,
    State,
    StateKind,
    Turn,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.lasting import Lasting, at_both, at_end
from brikdesk.turns.steps import Step, StepKind

ARMS = (WeaponKind.MELEE_WEAPON, WeaponKind.OTHER)
"""Kinds of weapons that Strike; a Melee Shield only Parries and Shoves (8.1-05)."""


def ready_to_strike(session: Session, unit_id: int | None, turn_id: int | None) -> list[Weapon]:
    """Return what a unit has in hand to Strike with and has not used in a player turn (5.2-33)."""
    held = session.exec(select(Weapon).where(Weapon.unit_id == unit_id).order_by(col(Weapon.id)))
    return [
        each
        for each in held
        if each.kind in ARMS and each.use and not each.lying and each.fired_turn_id != turn_id
    ]


def arms_of(session: Session, unit: Unit) -> Sequence[float]:
    """Return the Sizes of the weapons in hand to Strike with, by which a unit reaches (5.2-11)."""
    held = select(Weapon.size).where(Weapon.unit_id == unit.id, Weapon.lying == "")
    return session.exec(held.where(col(Weapon.kind).in_(ARMS))).all()


def _waits(_: Session, parting: Parting, turn: Turn, __: Edge) -> bool:
    return parting.turn_id == turn.id and parting.waits


def _counterstrike(session: Session, turn: Turn, parting: Parting) -> Step | None:
    foe, unit = session.get_one(Unit, parting.foe_id), session.get_one(Unit, parting.unit_id)
    if foe.fate is not Fate.ALIVE or unit.fate is not Fate.ALIVE:
        return None
    ready = ready_to_strike(session, foe.id, turn.id)
    unused = ready[0].id if ready else None
    weapon = {"weapon_id": unused} if unused else {}
    strike = {"by_id": foe.id, "mode": "strike", **weapon}
    attack = {"act": "Attack", "counterstrike": True, "strikes": [strike]}
    attack["aims"] = [{"unit_id": unit.id}]
    return Step(
        key=f"counterstrike-{parting.id}",
        kind=StepKind.COUNTERSTRIKE,
        icon=Kind.ATTACK,
        title=f"{foe.name} may Counterstrike {unit.name}",
        detail="no Action needed; or lets it go",
        rule="5.2-33",
        player_id=foe.player_id,
        act={"act": "ForgoCounterstrike", "parting_id": parting.id},
        instead=attack,
        unit_id=foe.id,
        chooser_id=foe.player_id,
        asks=True,
    )


PARTING = Lasting(
    Parting, {"counterstrike": at_both}, step=_counterstrike, when=_waits, at_once=True
)
"""An opponent answers at once who Disengages, and before the turn ends (5.2-33)."""


def _idle(session: Session, turn: Turn, unit: Unit) -> bool:
    """Return whether an engaged unit has forgotten to Engage or Disengage (5.2-16, A5-05)."""
    states = rows_of(session, State)
    held = {row.kind for row in states if row.unit_id == unit.id}
    holds = any(row.kind is StateKind.GRABBED and row.with_id == unit.id for row in states)
    made = [
        row.kind
        for row in rows_of(session, Maneuver)
        if row.unit_id == unit.id and row.turn_id == turn.id
    ]
    parted = any(
        row.unit_id == unit.id and row.turn_id == turn.id for row in rows_of(session, Parting)
    )
    alive = unit.fate is Fate.ALIVE and unit.player_id == turn.player_id and not parted
    return alive and is_idle(
        engaged_before=True,
        maneuvers=[kind for kind in made if kind in ENGAGING],
        parried="parry" in made,
        holds=holds,
        down=StateKind.DISRUPTED in held,
    )


def _fighters(session: Session) -> Sequence[State]:
    """Return one engagement of each unit, the oldest first."""
    if not house_of(session, BrikWarsHouse).bw_idle_counts_as_disengage:
        return ()
    first: dict[int, State] = {}
    for row in rows_of(session, State):
        if row.kind is StateKind.ENGAGED:
            first.setdefault(row.unit_id, row)
    return tuple(first.values())


def _forgot(session: Session, state: State, turn: Turn, edge: Edge) -> bool:
    if edge is not Edge.END:
        return False
    # The oldest engagement counts: who is engaged with somebody since this turn only is exempt.
    before = state.since_turn_id != turn.id
    return before and _idle(session, turn, session.get_one(Unit, state.unit_id))


def _idling(session: Session, turn: Turn, state: State) -> Step:
    unit = session.get_one(Unit, state.unit_id)
    return Step(
        key=f"idle-{unit.id}",
        kind=StepKind.IDLE,
        icon=Kind.STATE,
        title=f"{unit.name} has done nothing in its Close Combat",
        detail="that counts as Disengaging",
        rule="5.2-16",
        player_id=unit.player_id,
        act={"act": "Disengage", "unit_id": unit.id, "idle": True},
        unit_id=unit.id,
        chooser_id=unit.player_id,
        asks=True,
    )


IDLING = Lasting(State, {"idle": at_end}, step=_idling, when=_forgot, read=_fighters)
"""Who Engages nobody in its turn counts as Disengaging at its end (5.2-16)."""
