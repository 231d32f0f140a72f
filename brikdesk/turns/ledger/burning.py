"""The ledger: what burns, at whose turn starts, and what that costs."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.rules.brikwars.fire.catching_fire import power_after_fire
from brikdesk.store.tables import Fate, Fire, Player, Seat, Turn, Unit
from brikdesk.store.views import view
from brikdesk.store.views.units import power_limit
from brikdesk.turns.brikwars.burning import BURNING
from brikdesk.turns.owners import NOBODY, Coming, Owner, owners_now


class FireRow(Struct, frozen=True):
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
    owners = owners_now(session)
    rows = []
    for fire in BURNING.rows(session):
        unit = session.get_one(Unit, fire.unit_id)
        if unit.fate is not Fate.ALIVE:
            continue
        setter = owners.get(fire.set_by_id)
        rows.append(
            FireRow(
                id=fire.id or 0,
                unit_id=unit.id or 0,
                name=unit.name,
                owner=owners.get(unit.player_id, NOBODY),
                burns_on=owners.get(fire.driver_id, NOBODY),
                lit_by=setter.code if setter and unit.player_id is None else "",
                kind=fire.kind.value,
                size=fire.size,
                unit_size=unit.size,
                weight_class=unit.weight_class,
                roll=f"{fire.permanent_dice or max(1, fire.size)}d4",
                next=Coming("now")
                if BURNING.waits(session, fire)
                else BURNING.coming(session, fire),
                effect=_effect(fire, unit),
                minifig=fire.size == 0,
                place=fire.place,
            )
        )
    return tuple(rows)


def _effect(fire: Fire, unit: Unit) -> str:
    if "fire creature" in unit.tags:
        return "–"
    if fire.size == 0:
        return "one hand, −1d4"
    loss = power_limit(unit, 0) - power_after_fire(power_limit(unit, 0), fire.size)
    penalty = "−1d4" if unit.action_die or unit.armor else ""
    power = f'−{loss}" Power' if loss else ""
    return ", ".join(part for part in (power, penalty) if part) or "–"
