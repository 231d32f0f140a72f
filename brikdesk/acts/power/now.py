"""The Power of a unit as it is now, and what using it leaves behind (8.1-31 to 8.1-44)."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.heed import heed
from brikdesk.acts.power.sums import HANDS, left_sum, power_uses, turns_of
from brikdesk.acts.reckoning import sum_of
from brikdesk.acts.unit_now import MINIFIGS, fires_of, hands_now, own_round, own_turn_number
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units import power
from brikdesk.rules.brikwars.units.diverting import stored_now
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Kind, Line, Term, line
from brikdesk.store.tables import PowerUse, Turn, Unit
from brikdesk.store.views.units import power_limit
from brikdesk.turns.sequence import stamp_now


class PowerNow(Struct, frozen=True):
    """Inches of Power: the limit, those used in the present window, those that diverting saved.

    `stored` is 0 in turns in which it may not be pooled (8.1-43). `diverting`: the unit diverts
    All Power in its present round.
    """

    limit: int
    used: int
    stored: int
    diverting: bool

    @property
    def left(self) -> int:
        """Inches left in the present window, the store not counted."""
        return max(0, self.limit - self.used)


def power_now(session: Session, unit: Unit) -> PowerNow:
    """Return a unit's Power in the running turn."""
    began = own_round(session, unit.player_id)
    diverted = unit.diverted_turn_id
    return PowerNow(
        limit=limit_now(session, unit),
        used=_used(session, unit),
        stored=_stored(session, unit),
        diverting=diverted is not None and diverted == began,
    )


def limit_now(session: Session, unit: Unit) -> int:
    """Return the Power limit after Size Damage and fire; a minifig has 1" for each usable Hand."""
    fires = fires_of(session, unit)
    # A fire takes its inches off the Power (F.1-30), but not off a creature made of fire (8.3-29).
    burned = 0 if "fire creature" in unit.tags else sum(fire.size for fire in fires)
    limit = power_limit(unit, burned)
    hands = hands_now(session, unit)
    if unit.kind in MINIFIGS and hands < HANDS:
        return min(limit, power.minifig_power(hands))
    return limit


def _used(session: Session, unit: Unit) -> int:
    rules = house_of(session, BrikWarsHouse)
    return power.used(
        [
            power.PowerSpent(row.turn_id, row.inches, row.overload)
            for row in power_uses(session, unit)
        ],
        stamp_now(session),
        turns_of(session, unit.player_id),
        window=rules.power_window,
        overload_until=rules.overload_until,
    )


def _stored(session: Session, unit: Unit) -> int:
    diverted = session.get(Turn, unit.diverted_turn_id) if unit.diverted_turn_id else None
    return stored_now(
        unit.power_saved,
        diverted.own_number if diverted else None,
        own_turn_number(session, unit.player_id),
        expires=house_of(session, BrikWarsHouse).divert_expires,
    )


def check_power(act: Act, session: Session, unit: Unit, needed: int, what: str = "") -> None:
    """Refuse an activation that needs more inches of Power than are left.

    Rules: 8.1-32, 8.1-40, 8.1-41. `what` names the device in the refusal.
    """
    now = power_now(session, unit)
    no = power.may_activate(needed, now.limit, now.used, now.stored, diverting=now.diverting)
    heed(act, no, session, f"{unit.name}, {what}" if what else unit.name)


def take_power(
    session: Session, unit: Unit, needed: int, why: str, weapon_id: int | None = None
) -> Line:
    """Write down the inches of Power that one activation takes; return the line.

    The store is drawn on only if the Power of this turn does not suffice (8.1-43).
    """
    now = power_now(session, unit)
    order = house_of(session, BrikWarsHouse).divert_spend
    spent = power.spend(needed, now.limit, now.used, now.stored, divert_spend=order)
    pooled = spent.stored > 0
    saved = made_by(session, unit, "power_saved") if pooled else None
    used = sum_of(
        "Power used",
        needed,
        Term("Saved by Divert All Power", spent.stored, "8.1-43", saved),
        Term(why or "This turn's own", spent.regular, "8.1-32"),
    )
    if pooled:
        unit.power_saved = spent.left_stored
        session.add(unit)
    add_use(session, unit, spent.regular, why, weapon_id=weapon_id)
    left = max(0, now.left - spent.regular)
    words = f'{spent.stored}" of it was saved; the store is empty.' if pooled else f'{left}" left.'
    return line(
        Kind.POWER,
        f'{unit.name} uses {needed}" of Power.',
        f"{why}. {words}" if why else words,
        rule="8.1-43" if pooled else "8.1-32",
        player_id=unit.player_id,
        unit_id=unit.id,
        sums=(used, left_sum(session, unit, left)),
    )


def add_use(
    session: Session,
    unit: Unit,
    inches: int,
    why: str,
    *,
    weapon_id: int | None = None,
    overload: bool = False,
) -> None:
    """Write a row of a unit's Power ledger; nothing for 0 inches."""
    if inches:
        session.add(
            PowerUse(
                unit_id=unit.id or 0,
                turn_id=stamp_now(session),
                weapon_id=weapon_id,
                inches=inches,
                overload=overload,
                why=why,
            )
        )
        session.flush()
