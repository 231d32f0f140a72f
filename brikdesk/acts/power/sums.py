"""Sums that explain Power: the limit, what is left of it, what is saved (8.1-31 to 8.1-44)."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from brikdesk.acts.reckoning import sum_of, value_before
from brikdesk.acts.unit_now import MINIFIGS, fires_of, hands_now
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units import power
from brikdesk.rules.brikwars.units.structure import effective_size
from brikdesk.store.house import house_of
from brikdesk.store.journal.origins import made_by
from brikdesk.store.journal.remembering import known
from brikdesk.store.lines import Sum, Term
from brikdesk.store.tables import HalfPower, PowerUse, Turn, Unit
from brikdesk.turns.sequence import stamp_now

HANDS = 2
"""Hands of an unhurt minifig, each worth 1" of Power (8.1-38)."""


def limit_sum(session: Session, unit: Unit, limit: int) -> Sum:
    """Return the sum of a unit's Power limit in inches."""
    return sum_of(f"Power limit of {unit.name}", limit, *_limit_terms(session, unit), floor=0)


def left_sum(session: Session, unit: Unit, left: int) -> Sum:
    """Return the sum of the inches of Power that a unit has left; all uses must be written."""
    terms = (*_limit_terms(session, unit), *_used_terms(session, unit))
    return sum_of(f"Power left to {unit.name}", left, *terms, floor=0)


def saved_sum(
    session: Session, unit: Unit, after: int, overload: Sequence[PowerUse], *, diverting: bool
) -> Sum:
    """Return the sum of the inches that are saved when a unit's turn ends (8.1-42, Q8-04).

    To be called before `power_saved` is written.
    """
    saved = value_before(session, unit, "power_saved", "Saved before", "8.1-42")
    terms = [saved]
    if diverting:
        terms += _limit_terms(session, unit)
        terms += [_used(session, row) for row in overload]
    rest = after - sum(term.value for term in terms)
    reason, rule = ("A turn saves 0 at least", "8.1-42") if rest > 0 else ("Not used", "Q8-04")
    return sum_of(f"Power saved by {unit.name}", after, *terms, Term(reason, rest, rule))


def _limit_terms(session: Session, unit: Unit) -> list[Term]:
    effective = effective_size(unit.size, unit.size_damage)
    times = min(unit.power_multiplier, power.MAX_MULTIPLIER)
    hit = made_by(session, unit, "size_damage") if unit.size_damage else None
    # Twice the Effective Size is the standard; more of it comes from Size Enhancements.
    rule = "8.1-31" if times == 2 else "8.1-35"
    terms = [Term(f'{times} × Effective Size {effective}"', times * effective, rule, hit)]
    if power.has_half_power(unit.half_power.name.lower(), airborne=unit.airborne):
        rule = "8.1-37" if unit.half_power is HalfPower.AIRBORNE else "8.1-36"
        terms.append(Term("Half Power", min(0, effective - times * effective), rule))
    fires = fires_of(session, unit)
    if "fire creature" not in unit.tags:
        terms += [
            value_before(session, fire, "size", "On fire", "F.1-30", sign=-1) for fire in fires
        ]
    hands = hands_now(session, unit)
    if unit.kind in MINIFIGS and hands < HANDS:
        # Only what the Hands take off on top of the fire: the limit is the smaller of the two.
        had = max(0, sum(term.value for term in terms))
        lost = min(0, power.minifig_power(hands) - had)
        terms.append(Term(f"Usable Hands: {hands}", lost, "8.1-38"))
    return terms


def power_uses(session: Session, unit: Unit) -> tuple[PowerUse, ...]:
    """Return the uses of a unit's Power, oldest first."""

    def ask() -> tuple[PowerUse, ...]:
        wanted = select(PowerUse).where(PowerUse.unit_id == unit.id).order_by(col(PowerUse.id))
        return tuple(session.exec(wanted))

    return known(session, ("power used", unit.id), ask, PowerUse, "unit_id")


def turns_of(session: Session, player_id: int | None) -> tuple[int, ...]:
    """Return the keys of a player's turns, oldest first."""

    def ask() -> tuple[int, ...]:
        turns = select(Turn.id).where(Turn.player_id == player_id).order_by(col(Turn.id))
        return tuple(turn_id or 0 for turn_id in session.exec(turns))

    return known(session, ("turns of", player_id), ask, Turn, "player_id")


def _used_terms(session: Session, unit: Unit) -> list[Term]:
    """Return one part for each use of Power that counts in the present window."""
    rows, own = power_uses(session, unit), turns_of(session, unit.player_id)
    rules, now = house_of(session, BrikWarsHouse), stamp_now(session)
    return [
        _used(session, row)
        for row in rows
        if power.used(
            [power.PowerSpent(row.turn_id, row.inches, row.overload)],
            now,
            own,
            window=rules.power_window,
            overload_until=rules.overload_until,
        )
    ]


def _used(session: Session, row: PowerUse) -> Term:
    reason = "Overload" if row.overload else "Used"
    words = f"{reason}: {row.why}" if row.why and row.why != reason else reason
    rule = "F.1-17" if row.overload else "8.1-32"
    return Term(words, -row.inches, rule, made_by(session, row))
