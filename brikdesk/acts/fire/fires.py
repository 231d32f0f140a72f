"""Fires as rows: what is near them, how they start and grow, who drives them, how they go out."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from brikdesk.acts.reckoning import sum_of, value_before
from brikdesk.acts.rows import existing_row
from brikdesk.acts.step import StepAct
from brikdesk.ground.round import edge_to_edge
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.fire.burning import room_for_fire
from brikdesk.rules.brikwars.fire.catching_fire import fire_after_ignition, largest_fire
from brikdesk.rules.brikwars.fire.fire_driver import driver, has_own_turn
from brikdesk.rules.brikwars.fire.fire_kinds import FireKind
from brikdesk.rules.brikwars.fire.minifig_fire import (
    FireRule,
    fire_rule,
)
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.structure import effective_size
from brikdesk.store.house import house_of
from brikdesk.store.journal.origins import made_by
from brikdesk.store.journal.remembering import known
from brikdesk.store.lines import Kind, Line, Sum, Term, line
from brikdesk.store.tables import Fate, Fire, Inside, Mind, Unit, UnitKind
from brikdesk.turns.brikwars.burning import BURNING
from brikdesk.turns.sequence import seats, turn_now

CONTACT = 0.05
"""Inches between two edges that count as touching: positions are set by hand."""


def neighbours(session: Session, unit: Unit, reach: float) -> list[tuple[Unit, float | None]]:
    """Return the other units on the table within `reach` inches with their distance, nearest first.

    The distance is from edge to edge. Units that may be near, because they or `unit` have no
    position, are returned too: last, with the distance None.
    """
    others = (other for other in _on_table(session) if other.id != unit.id)
    found = [(other, edge_to_edge(unit, other)) for other in others]
    near = [(other, inches) for other, inches in found if inches is None or inches <= reach]
    return sorted(near, key=lambda pair: (pair[1] is None, pair[1] or 0.0, pair[0].id))


def _on_table(session: Session) -> Sequence[Unit]:
    there = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True))
    return known(
        session, "on the table", lambda: session.exec(there).all(), Unit, "fate", "on_table"
    )


def fire_on(session: Session, unit: Unit, kind: FireKind = FireKind.FIRE) -> Fire | None:
    """Return the fire of this kind that a unit carries, None if there is none."""
    return _lit(session).get((unit.id or 0, kind))


def kinds_on(session: Session, unit: Unit) -> frozenset[FireKind]:
    """Return the kinds of fire that a unit carries."""
    return frozenset(kind for unit_id, kind in _lit(session) if unit_id == unit.id)


def _lit(session: Session) -> dict[tuple[int, FireKind], Fire]:
    """Return every fire by the unit that carries it and its kind."""

    def ask() -> dict[tuple[int, FireKind], Fire]:
        # Newest first: of two rows with one unit and kind, the dict would keep the older one.
        fires = session.exec(select(Fire).order_by(col(Fire.id).desc()))
        return {(fire.unit_id, fire.kind): fire for fire in fires}

    def grow(lit: dict[tuple[int, FireKind], Fire], fire: Fire) -> None:
        lit.setdefault((fire.unit_id, fire.kind), fire)

    return known(session, "lit", ask, Fire, "unit_id", "kind", grow=grow)


def room_left(session: Session, unit: Unit) -> int:
    """Return the inches by which fire on a unit can still grow.

    A minifig's fire has no Size (8.3): it is 1 for a minifig that does not burn, else 0.
    """
    fire = fire_on(session, unit)
    if burns_as_minifig(session, unit):
        return 0 if fire else 1
    return room_for_fire(largest(session, unit), fire.size if fire else 0)


def largest(session: Session, unit: Unit) -> int:
    """Return the largest fire in inches that a unit can carry now (F.1-24, QF-02)."""
    left = effective_size(unit.size, unit.size_damage)
    return largest_fire(unit.size, left, house_of(session, BrikWarsHouse).fire_cap)


def burns_as_minifig(session: Session, unit: Unit) -> bool:
    """Return whether a unit burns by 8.3 and not by F.1 (QF-07)."""
    minifig = unit.kind in (UnitKind.MINIFIG, UnitKind.HERO)
    return (
        fire_rule(minifig, house_of(session, BrikWarsHouse).minifig_fire_rule) is FireRule.MINIFIG
    )


def light(
    session: Session,
    unit: Unit,
    inches: int,
    set_by_id: int | None,
    kind: FireKind = FireKind.FIRE,
    place: str = "",
) -> Fire:
    """Set a unit on fire, or let its fire of that kind grow, up to the Size of the unit.

    Rules: F.1-23, F.1-24, QF-26. A permanent fire stays as large as it is (F.1-18).
    """
    fire = fire_on(session, unit, kind)
    minifig = burns_as_minifig(session, unit)
    if fire is None:
        turn = turn_now(session)
        fire = Fire(
            unit_id=unit.id or 0,
            kind=kind,
            size=0 if minifig else fire_after_ignition(largest(session, unit), 0, inches),
            set_by_id=set_by_id,
            # Fixed now, and moved only when the unit changes hands (QF-11) or by the act DriveFire.
            driver_id=_driver_of(session, unit, set_by_id),
            lit_turn_id=turn.id or 0,
            place=place,
        )
    elif not minifig and not fire.permanent_dice:
        fire.size = fire_after_ignition(largest(session, unit), fire.size, inches)
    session.add(fire)
    session.flush()
    return fire


def _driver_of(session: Session, unit: Unit, set_by_id: int | None) -> int:
    """Return the player at whose turn starts a fire on this unit burns (F.1-31, QF-09, QF-10)."""
    turn = turn_now(session)
    # The roster's Mind decides (QF-10), not who is at the controls at this moment.
    crewed = unit.mind in (Mind.RIDDEN, Mind.PILOTED, Mind.OPERATED)
    thinks = unit.mind in (Mind.INDEPENDENT, Mind.HALF_MINDED)
    switch = house_of(session, BrikWarsHouse).owned_inanimate_driver
    order = seats(session, turn.battle_id)
    return driver(
        unit.player_id,
        set_by_id,
        turn.player_id,
        own_turn=has_own_turn(thinks, crewed, switch),
        order=[seat.player_id for seat in order],
        out=[seat.player_id for seat in order if seat.out],
    )


def spread_to(session: Session, unit_id: int, source: Fire, rule: str, step: str) -> Line:
    """Let a fire jump to a unit: a new 1" fire there, or 1" more (8.3-35, F.1-35)."""
    unit = session.get_one(Unit, unit_id)
    old = fire_before(session, unit, source.kind)
    fire = light(session, unit, 1, source.set_by_id, source.kind)
    jumped = Term("Jumps over", 1, rule, made_by(session, source, "lit_turn_id"))
    size = "He is on fire." if fire.size == 0 else f'Its fire is {fire.size}".'
    return line(
        Kind.FIRE,
        f"{unit.name} catches fire.",
        size,
        rule=rule,
        player_id=unit.player_id,
        unit_id=unit.id,
        step=step,
        sums=fire_sums(fire, old, jumped),
    )


def fire_before(session: Session, unit: Unit, kind: FireKind = FireKind.FIRE) -> Term | None:
    """Return the Size of the fire that a unit already carries, with the act that made it so.

    None if it carries no fire of this kind.
    """
    fire = fire_on(session, unit, kind)
    return value_before(session, fire, "size", "Fire before", "F.1-24") if fire else None


def fire_sums(fire: Fire, old: Term | None, *terms: Term) -> tuple[Sum, ...]:
    """Return the sum of a fire's Size; a part takes off what the unit has no room for.

    Empty for a minifig's fire, which has no Size.
    """
    if not fire.size:
        return ()
    grown = (old, *terms) if old else terms
    over = fire.size - sum(term.value for term in grown)
    full = Term("No larger than what it burns", over, "F.1-24")
    return (sum_of("Fire", fire.size, *grown, full),)


def resize(session: Session, fire: Fire, inches: int) -> None:
    """Give a fire another Size in inches; at 0" it is out. A permanent one may lose dice."""
    if inches <= 0:
        put_out(session, fire)
        return
    fire.size = inches
    fire.permanent_dice = min(fire.permanent_dice, inches)  # F.1-04
    session.add(fire)


def put_out(session: Session, fire: Fire) -> None:
    """Remove a fire and what was noted about units inside it."""
    for inside in _inside(session):
        if inside.fire_id == fire.id:
            session.delete(inside)
    session.delete(fire)


def _inside(session: Session) -> Sequence[Inside]:
    return known(session, "inside", lambda: session.exec(select(Inside)).all(), Inside)


def burning(session: Session, fire_id: int) -> tuple[Fire, Unit]:
    """Return a fire and the unit that burns; BadInput if there is no such fire."""
    fire = existing_row(session, Fire, fire_id)
    return fire, session.get_one(Unit, fire.unit_id)


def check_due(act: StepAct, session: Session, fire: Fire, unit: Unit) -> None:
    """Refuse a Burning Roll that is not due in this turn (8.3-33, F.1-31)."""
    # Only a minifig's fire has no inches.
    rule = "8.3-33" if fire.size == 0 else "F.1-31"
    why = f"{unit.name} makes no Burning Roll now: it has burned, or it is not its turn."
    act.refuse_if(not BURNING.strikes(session, fire), rule, why, session)


def how_far(unit: Unit, other: Unit) -> str:
    """Return the distance between two units in words; "" if it is unknown."""
    inches = edge_to_edge(unit, other)
    return "" if inches is None else f"{in_inches(inches)} away"
