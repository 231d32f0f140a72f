"""The ledger: what burns, at whose turn starts, and what that costs."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.fire.catching_fire import power_after_fire
from brikdesk.store.tables import Fate, Fire, Phase, Player, Seat, Turn, Unit
from brikdesk.store.views import view
from brikdesk.store.views.units import power_limit
from brikdesk.turns.clocks import burns_now, players_served
from brikdesk.turns.ledger.owners import NOBODY, Coming, Owner, next_turn_of, owners_now
from brikdesk.turns.sequence import present_turn


@dataclass(frozen=True, slots=True)
class FireRow:
    """A fire: on what, at whose turn starts it burns, its inches, what comes next."""

    id: int
    unit_id: int
    name: str
    owner: Owner
    burns_on: Owner
    lit_by: str
    kind: str
    size: int
    unit_size: int
    weight_class: int
    roll: str
    next: Coming
    effect: str
    minifig: bool
    place: str


@view(Fire, Unit, Player, Turn, Seat)
def fires(session: Session) -> tuple[FireRow, ...]:
    """Return all fires, oldest first."""
    owners, turn = owners_now(session), present_turn(session)
    pairs = session.exec(
        select(Fire, Unit)
        .join(Unit, col(Unit.id) == col(Fire.unit_id))
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(Fire.id))
    ).all()
    served = players_served(session, turn) if turn else frozenset()
    rows = []
    for fire, unit in pairs:
        driver = owners.get(fire.driver_id, NOBODY)
        now = turn is not None and turn.phase is Phase.START and burns_now(fire, turn, served)
        number = next_turn_of(session, turn, fire.driver_id or 0, done=not now)
        setter = owners.get(fire.set_by_id)
        rows.append(
            FireRow(
                id=fire.id or 0,
                unit_id=unit.id or 0,
                name=unit.name,
                owner=owners.get(unit.player_id, NOBODY),
                burns_on=driver,
                lit_by=setter.code if setter and unit.player_id is None else "",
                kind=fire.kind.value,
                size=fire.size,
                unit_size=unit.size,
                weight_class=unit.weight_class,
                roll=f"{fire.permanent_dice or max(1, fire.size)}d4",
                next=_fire_next(fire, now, number, driver.code),
                effect=_effect(fire, unit),
                minifig=fire.size == 0,
                place=fire.place,
            )
        )
    return tuple(rows)


def _fire_next(fire: Fire, now: bool, number: int, code: str) -> Coming:
    if fire.permanent_dice:
        return Coming("permanent")
    return Coming("now") if now else Coming(f"Turn {number}", code)


def _effect(fire: Fire, unit: Unit) -> str:
    if "fire creature" in unit.tags:
        return "–"
    if fire.size == 0:
        return "one hand, −1d4"
    loss = power_limit(unit, 0) - power_after_fire(power_limit(unit, 0), fire.size)
    penalty = "−1d4" if unit.action_die or unit.armor else ""
    power = f'−{loss}" Power' if loss else ""
    return ", ".join(part for part in (power, penalty) if part) or "–"
