"""Power as acts: used, lost to Overload, diverted, and stored when the turn ends."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.heed import heed
from brikdesk.acts.power.now import add_use, check_power, limit_now, power_now, take_power
from brikdesk.acts.power.sums import left_sum, limit_sum, saved_sum
from brikdesk.acts.reckoning import by_hand, sum_of
from brikdesk.acts.rows import existing_row
from brikdesk.acts.step import StepAct
from brikdesk.acts.unit_now import actions_left_now, in_play, kinds_of, move_used, take_action
from brikdesk.acts.units.facts import whole
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.diverting import may_divert, stored_after_turn
from brikdesk.rules.brikwars.units.power import has_half_power
from brikdesk.rules.brikwars.units.spent_actions import full_turn_clock
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, Outcome, Sum, line
from brikdesk.store.tables import Edge, PowerUse, State, StateKind, Turn, Unit, Weapon
from brikdesk.turns.brikwars.power import DIVERTED
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class UsePower(Act):
    """Use some inches of a unit's Power, and of its store if it must be drawn on (8.1-43)."""

    unit_id: int
    inches: int
    why: str = ""
    weapon_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the use down; refused if the Power does not suffice."""
        unit = in_play(existing_row(session, Unit, self.unit_id))
        inches = whole(self.inches, "inches", least=1)
        weapon = (
            existing_row(session, Weapon, self.weapon_id) if self.weapon_id is not None else None
        )
        why = text.note(self.why) or (weapon.name if weapon else "")
        turn_now(session)
        check_power(self, session, unit, inches, why)
        words = take_power(session, unit, inches, why, weapon.id if weapon else None)
        return Outcome(f'{unit.name} uses {inches}" of Power', (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOverload(Act):
    """A unit loses some inches of Power to Overload dice (F.1-17)."""

    unit_id: int
    inches: int

    def carry_out(self, session: Session) -> Outcome:
        """Count the inches as used, for as long as the house rule `overload_until` says."""
        unit = in_play(existing_row(session, Unit, self.unit_id))
        inches = whole(self.inches, "inches", least=1)
        turn_now(session)
        add_use(session, unit, inches, "Overload", overload=True)
        left = power_now(session, unit).left
        sums = (sum_of("Overload", inches, by_hand("", inches)), left_sum(session, unit, left))
        lead = f'{unit.name} loses {inches}" of Power.'
        words = _line(unit, lead, f'{left}" left.', "F.1-17", sums=sums)
        return Outcome(f'{unit.name} loses {inches}" of Power', (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class DivertPower(Act):
    """Divert All Power: the unit does nothing else in this turn and saves its Power (8.1-41)."""

    unit_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Spend the Action and mark the turn; the Power is stored when the turn ends."""
        unit = in_play(existing_row(session, Unit, self.unit_id))
        turn = turn_now(session)
        now = power_now(session, unit)
        no = may_divert(
            own_turn=turn.player_id == unit.player_id,
            half_power=has_half_power(unit.half_power.name.lower(), airborne=unit.airborne),
            moved=move_used(session, unit) > 0,
            # Overload is done to the unit; only its own activations forbid diverting (8.1-41).
            power_used=sum(row.inches for row in _uses(session, unit, turn) if not row.overload),
            actions_left=actions_left_now(session, unit),
            disrupted=StateKind.DISRUPTED in kinds_of(session, unit),
        )
        heed(self, no, session, unit.name)
        take_action(session, unit)
        unit.diverted_turn_id = turn.id
        session.add(unit)
        session.add(_busy(unit, turn))
        words = f'{now.limit}" will be stored when the turn ends.'
        sums = (limit_sum(session, unit, now.limit),)
        entry = _line(unit, f"{unit.name} diverts All Power.", words, "8.1-41", sums=sums)
        return Outcome(f"{unit.name} diverts All Power", (entry,))


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
class StorePower(StepAct):
    """At the end of its turn a unit stores the Power that it diverted, or loses an unused store."""

    unit_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"power-{self.unit_id}"

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        unit = existing_row(session, Unit, self.unit_id)
        return Preview(summary=_stored_words(unit, self._after(session, unit)))

    def _after(self, session: Session, unit: Unit) -> int:
        turn = turn_now(session)
        return stored_after_turn(
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
        lead = _stored_words(unit, after)
        rule = "8.1-42" if after > unit.power_saved else "Q8-04"
        diverting = unit.diverted_turn_id == turn.id
        gone = _overload(session, unit, turn)
        # Before `power_saved` changes: the sum begins with what was saved before.
        sums = (saved_sum(session, unit, after, gone, diverting=diverting),)
        words = _line(unit, lead, f'{after}" saved.', rule, self.key, sums)
        unit.power_saved = after
        unit.power_saved_turn_id = turn.id
        session.add(unit)
        return Outcome(lead.rstrip("."), (words,))


def _stored_words(unit: Unit, after: int) -> str:
    change = after - unit.power_saved
    if change > 0:
        return f'{unit.name} stores {change}" of Power.'
    if change < 0:
        return f'{unit.name} loses {-change}" of stored Power.'
    return f"{unit.name} stores no Power."


def _uses(session: Session, unit: Unit, turn: Turn) -> tuple[PowerUse, ...]:
    of_turn = select(PowerUse).where(PowerUse.unit_id == unit.id, PowerUse.turn_id == turn.id)
    return tuple(session.exec(of_turn))


def _overload(session: Session, unit: Unit, turn: Turn) -> list[PowerUse]:
    return [row for row in _uses(session, unit, turn) if row.overload]


def _line(
    unit: Unit, lead: str, words: str, rule: str, step: str = "", sums: tuple[Sum, ...] = ()
) -> Line:
    return line(
        Kind.POWER, lead, words,
        rule=rule, player_id=unit.player_id, unit_id=unit.id, step=step, sums=sums,
    )  # fmt: skip
