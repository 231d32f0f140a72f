"""Power as it is now: its limit, and what is spent, lost, saved and stored of it (8.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts import who_may
from brikdesk.acts.checks import existing_row, heed, row_or_none
from brikdesk.acts.step_act import ClockStep
from brikdesk.acts.sums import by_hand, sum_of, value_before
from brikdesk.acts.units.facts import whole
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars import power
from brikdesk.rules.brikwars.actions_and_responses import full_turn_clock
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.units_and_damage import effective_size
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line, outcome
from brikdesk.store.session import known, of_unit
from brikdesk.store.tables import (
    Edge,
    HalfPower,
    PowerUse,
    State,
    StateKind,
    Turn,
    Unit,
    Weapon,
)
from brikdesk.store.views.units import power_limit, power_used
from brikdesk.turns.brikwars.units import DIVERTED
from brikdesk.turns.turn_order import stamp_now, turn_now

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
        terms += [_used_of_sums(session, row) for row in overload]
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
    fires = who_may.fires_of(session, unit)
    if "fire creature" not in unit.tags:
        terms += [
            value_before(session, fire, "size", "On fire", "F.1-30", sign=-1) for fire in fires
        ]
    hands = who_may.hands_now(session, unit)
    if unit.kind in who_may.MINIFIGS and hands < HANDS:
        # Only what the Hands take off on top of the fire: the limit is the smaller of the two.
        had = max(0, sum(term.value for term in terms))
        lost = min(0, power.minifig_power(hands) - had)
        terms.append(Term(f"Usable Hands: {hands}", lost, "8.1-38"))
    return terms


def power_uses(session: Session, unit: Unit) -> tuple[PowerUse, ...]:
    """Return the uses of a unit's Power, oldest first."""
    return of_unit(session, PowerUse, unit.id)


def turns_of(session: Session, player_id: int | None) -> tuple[int, ...]:
    """Return the keys of a player's turns, oldest first."""

    def ask() -> tuple[int, ...]:
        turns = select(Turn.id).where(Turn.player_id == player_id).order_by(col(Turn.id))
        return tuple(turn_id or 0 for turn_id in session.exec(turns))

    return known(session, ("turns of", player_id), ask, Turn, "player_id")


def _used_terms(session: Session, unit: Unit) -> list[Term]:
    """Return one part for each use of Power that counts in the present window."""
    rows = power_uses(session, unit)
    return [_used_of_sums(session, row) for row in rows if _used(session, unit, [row])]


def _used_of_sums(session: Session, row: PowerUse) -> Term:
    reason = "Overload" if row.overload else "Used"
    words = f"{reason}: {row.why}" if row.why and row.why != reason else reason
    rule = "F.1-17" if row.overload else "8.1-32"
    return Term(words, -row.inches, rule, made_by(session, row))


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
    began = who_may.own_round(session, unit.player_id)
    diverted = unit.diverted_turn_id
    return PowerNow(
        limit=limit_now(session, unit),
        used=_used(session, unit, power_uses(session, unit)),
        stored=_stored(session, unit),
        diverting=diverted is not None and diverted == began,
    )


def limit_now(session: Session, unit: Unit) -> int:
    """Return the Power limit after Size Damage and fire; a minifig has 1" for each usable Hand."""
    fires = who_may.fires_of(session, unit)
    # A fire takes its inches off the Power (F.1-30), but not off a creature made of fire (8.3-29).
    burned = 0 if "fire creature" in unit.tags else sum(fire.size for fire in fires)
    limit = power_limit(unit, burned)
    hands = who_may.hands_now(session, unit)
    if unit.kind in who_may.MINIFIGS and hands < HANDS:
        return min(limit, power.minifig_power(hands))
    return limit


def _used(session: Session, unit: Unit, rows: Sequence[PowerUse]) -> int:
    own, rules = turns_of(session, unit.player_id), house_of(session, BrikWarsHouse)
    return power_used(rows, stamp_now(session), own, rules)


def _stored(session: Session, unit: Unit) -> int:
    diverted = session.get(Turn, unit.diverted_turn_id) if unit.diverted_turn_id else None
    return power.stored_now(
        unit.power_saved,
        diverted.own_number if diverted else None,
        who_may.own_turn_number(session, unit.player_id),
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
    # `now` was read before the use was written.
    left = max(0, now.left - spent.regular)
    words = f'{spent.stored}" of it was saved; the store is empty.' if pooled else f'{left}" left.'
    return line(
        Kind.POWER,
        f'{unit.name} uses {needed}" of Power.',
        f"{why}. {words}" if why else words,
        rule="8.1-43" if pooled else "8.1-32",
        of=unit,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class UsePower(Act):
    """Use some inches of a unit's Power, and of its store if it must be drawn on (8.1-43)."""

    unit_id: int
    inches: int
    why: str = ""
    weapon_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the use down; refused if the Power does not suffice."""
        unit = who_may.in_play(existing_row(session, Unit, self.unit_id))
        inches = whole(self.inches, "inches", least=1)
        weapon = row_or_none(session, Weapon, self.weapon_id)
        why = text.note(self.why) or (weapon.name if weapon else "")
        turn_now(session)
        check_power(self, session, unit, inches, why)
        words = take_power(session, unit, inches, why, self.weapon_id)
        return Outcome(f'{unit.name} uses {inches}" of Power', (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOverload(Act):
    """A unit loses some inches of Power to Overload dice (F.1-17)."""

    unit_id: int
    inches: int

    def carry_out(self, session: Session) -> Outcome:
        """Count the inches as used, for as long as the house rule `overload_until` says."""
        unit = who_may.in_play(existing_row(session, Unit, self.unit_id))
        inches = whole(self.inches, "inches", least=1)
        turn_now(session)
        add_use(session, unit, inches, "Overload", overload=True)
        left = power_now(session, unit).left
        sums = (sum_of("Overload", inches, by_hand("", inches)), left_sum(session, unit, left))
        title = f'{unit.name} loses {inches}" of Power'
        return outcome(Kind.POWER, title, f'{left}" left.', rule="F.1-17", of=unit, sums=sums)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivertPower(Act):
    """Divert All Power: the unit does nothing else in this turn and saves its Power (8.1-41)."""

    unit_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Spend the Action and mark the turn; the Power is stored when the turn ends."""
        unit = who_may.in_play(existing_row(session, Unit, self.unit_id))
        turn = turn_now(session)
        now = power_now(session, unit)
        no = power.may_divert(
            own_turn=turn.player_id == unit.player_id,
            half_power=power.has_half_power(unit.half_power.name.lower(), airborne=unit.airborne),
            moved=who_may.move_used(session, unit) > 0,
            # Overload is done to the unit; only its own activations forbid diverting (8.1-41).
            power_used=sum(row.inches for row in _uses(session, unit, turn) if not row.overload),
            actions_left=who_may.actions_left_now(session, unit),
            disrupted=StateKind.DISRUPTED in who_may.kinds_of(session, unit),
        )
        heed(self, no, session, unit.name)
        who_may.take_action(session, unit)
        unit.diverted_turn_id = turn.id
        session.add(unit)
        session.add(_busy(unit, turn))
        title = f"{unit.name} diverts All Power"
        words = f'{now.limit}" will be stored when the turn ends.'
        sums = (limit_sum(session, unit, now.limit),)
        return outcome(Kind.POWER, title, words, rule="8.1-41", of=unit, sums=sums)


def _busy(unit: Unit, turn: Turn) -> State:
    clock = full_turn_clock(turn.player_id, turn.id or 0)
    return State(
        unit_id=unit.id or 0,
        kind=StateKind.FULL_TURN,
        cause="Divert All Power",
        since_turn_id=clock.since,
        clock_player_id=clock.player,
        clock_edge=Edge.END,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StorePower(ClockStep[Unit]):
    """At the end of its turn a unit stores the Power that it diverted, or loses an unused store."""

    CLOCK = DIVERTED
    unit_id: int

    def _summary(self, session: Session) -> str:
        unit = existing_row(session, Unit, self.unit_id)
        return f"{_stored_words(unit, self._after(session, unit))}."

    def _after(self, session: Session, unit: Unit) -> int:
        turn = turn_now(session)
        return power.stored_after_turn(
            unit.power_saved,
            diverting=unit.diverted_turn_id == turn.id,
            limit=limit_now(session, unit),
            overload=sum(row.inches for row in _overload(session, unit, turn)),
            expires=house_of(session, BrikWarsHouse).divert_expires,
        )

    def check_waiting(self, session: Session) -> None:
        """Refuse it before the end of the unit's own turn, and a second time in one turn.

        Raise BadInput for a unit that neither diverted nor saved Power.
        """
        unit, turn = existing_row(session, Unit, self.unit_id), turn_now(session)
        if unit.diverted_turn_id != turn.id and not unit.power_saved:
            raise BadInput(f"{unit.name} has no Power saved and did not divert any.")
        # Done twice, it would add the Power of this turn to the store twice.
        again = unit.power_saved_turn_id == turn.id
        why = "has stored its Power this turn" if again else "stores Power when its own turn ends"
        why = f"{unit.name} {why}."
        self.refuse_if(not DIVERTED.strikes(session, unit), "8.1-42", why, session)

    def settle(self, session: Session) -> Outcome:
        """Write what the store holds now."""
        unit, turn = existing_row(session, Unit, self.unit_id), turn_now(session)
        after = self._after(session, unit)
        title = _stored_words(unit, after)
        rule = "8.1-42" if after > unit.power_saved else "Q8-04"
        diverting = unit.diverted_turn_id == turn.id
        gone = _overload(session, unit, turn)
        # Before `power_saved` changes: the sum begins with what was saved before.
        sums = (saved_sum(session, unit, after, gone, diverting=diverting),)
        unit.power_saved = after
        unit.power_saved_turn_id = turn.id
        session.add(unit)
        words, step = f'{after}" saved.', self.key
        return outcome(Kind.POWER, title, words, rule=rule, of=unit, step=step, sums=sums)


def _stored_words(unit: Unit, after: int) -> str:
    change = after - unit.power_saved
    if change > 0:
        return f'{unit.name} stores {change}" of Power'
    if change < 0:
        return f'{unit.name} loses {-change}" of stored Power'
    return f"{unit.name} stores no Power"


def _uses(session: Session, unit: Unit, turn: Turn) -> tuple[PowerUse, ...]:
    of_turn = select(PowerUse).where(PowerUse.unit_id == unit.id, PowerUse.turn_id == turn.id)
    return tuple(session.exec(of_turn))


def _overload(session: Session, unit: Unit, turn: Turn) -> list[PowerUse]:
    return [row for row in _uses(session, unit, turn) if row.overload]
