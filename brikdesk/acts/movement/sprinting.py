"""Sprints, of one unit or of a group with one roll (4.1-33 to 4.1-41)."""

from dataclasses import dataclass
from math import ceil, isfinite

from sqlmodel import Session

from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, existing_row, heed
from brikdesk.acts.movement.moving import travelled
from brikdesk.acts.movement.on_the_way import spot_of
from brikdesk.acts.step_act import StepAct
from brikdesk.acts.sums import fails
from brikdesk.acts.units.actions import FLAIR, ActionThrow, in_percent
from brikdesk.acts.units.begin_state import is_minifig
from brikdesk.acts.units.facts import inches as checked_inches
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import bearing
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars import movement as movement_rules
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import real_inches
from brikdesk.store.house_rules import house_of, move_now
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Tone, line
from brikdesk.store.tables import Sprint, Unit
from brikdesk.turns.steps import DieWords, Option, Preview
from brikdesk.turns.turn_order import turn_now

MOST_IN_A_GROUP = 50

DISTANCE = Option("distance", '+1d6" distance')


@dataclass(frozen=True, slots=True, kw_only=True)
class SprintUnit(StepAct):
    """A unit spends its Action to Sprint: its Action die adds inches to its Move (4.1-33).

    `with_ids` are other minifigs that Sprint with it by the same roll (4.1-39). `wanted`: the
    inches that it would have to run in all, of which the chance is told. It points itself that way
    before it runs: toward the unit `toward_id`, or by a `heading` in degrees, clockwise from the
    far edge (4.1-34). Without either its next inches on the map say where its line leads.

    Faces: the Action die, then the Benny's die with its Bonus Dice. Choices: `benny` (distance,
    flair), and with flair the words of `flair`.
    """

    KEY = "sprint-{0.unit_id}"
    unit_id: int
    with_ids: tuple[int, ...] = ()
    wanted: float | None = None
    heading: float | None = None
    toward_id: int | None = None

    def check_waiting(self, session: Session) -> None:
        """Refuse what cannot Sprint, and a line that is bent already."""
        units, turn = self._units(session), turn_now(session)
        for unit in units:
            own = unit.player_id == turn.player_id
            no = movement_rules.may_sprint(own_turn=own, move=move_now(session, unit))
            heed(self, no, session, unit.name)
            heed(self, who_may.may_move_now(session, unit), session, unit.name)
            who_may.check_other_action(self, session, unit)
            self._check_line(session, unit)
        if len(units) > 1:
            kinds = [is_minifig(unit) for unit in units]
            no = movement_rules.may_share_sprint(kinds, [unit.action_die for unit in units])
            heed(self, no, session, "The group")

    def _check_line(self, session: Session, unit: Unit) -> None:
        """Refuse a way that has turned already, or has led another way than the Sprint (4.1-34)."""
        gone, pointed = travelled(session, unit), self._pointed(session, unit)
        why = f"{unit.name} has turned on its way already: a Sprint is one straight line."
        bent = not movement_rules.keeps_straight(gone)
        self.refuse_if(bent, "4.1-34", why, session)
        if gone and pointed is not None and not bent:
            other = not movement_rules.keeps_straight((*gone, pointed))
            why = "has gone another way already: a Sprint is one straight line with it."
            self.refuse_if(other, "4.1-34", f"{unit.name} {why}", session)

    def _pointed(self, session: Session, unit: Unit) -> float | None:
        """Return the heading that was named for a unit's line; None if none was."""
        if self.heading is not None:
            if self.toward_id is not None:
                raise BadInput("Name whom it runs toward, or degrees: one of the two.", "heading")
            if not isfinite(self.heading):
                raise BadInput("A heading is a number of degrees.", "heading")
            return self.heading % 360.0
        if self.toward_id is None:
            return None
        other = existing_row(session, Unit, self.toward_id)
        here, there = spot_of(unit), spot_of(other)
        if here is None or there is None or here == there:
            unknown = f"The map does not know the way from {unit.name} to {other.name}."
            raise BadInput(f"{unknown} Say its heading in degrees.", "toward_id")
        return bearing(here, there)

    def examine(self, session: Session) -> Preview:
        """Ask for the Action die, then for what a Benny is spent on."""
        units, throw = self._units(session), self._throw(session)
        chance = self._chance(session, units[0], throw)
        summary = ""
        words: tuple[DieWords, ...] = ()
        if throw.roll:
            inches = self._inches(session, throw)
            said: list[str] = []
            for unit in units:
                said += (_says(session, unit, inches), self._line_words(session, unit))
            summary = " ".join(filter(None, said))
            words = (DieWords(0, Tone.OK if inches else Tone.DANGER, f'{inches}" more Move.'),)
        waiting = f"{throw.waiting} {chance}".strip() if throw.waiting else ""
        return Preview(
            dice=tuple(throw.throw.asked),
            owed=throw.throw.owed,
            words=words,
            choices=tuple(throw.choices),
            waiting=waiting,
            summary=summary,
        )

    def settle(self, session: Session) -> Outcome:
        """Spend the Actions and note the inches, with the line that is run."""
        units, throw = self._units(session), self._throw(session)
        assert throw.roll
        turn_id, inches = turn_now(session).id or 0, self._inches(session, throw)
        forced = bool(inches) and movement_rules.must_run_it_all(throw.roll)
        chance = self._chance(session, units[0], throw)
        lines: list[Line] = []
        for place, unit in enumerate(units):
            said = _says(session, unit, inches)
            who_may.take_action(session, unit)
            # The run goes on in the line in which it has moved; none yet: as named, or any line.
            gone = next(iter(travelled(session, unit)), None)
            pointed = self._pointed(session, unit)
            heading = gone if pointed is None else pointed
            sprint = Sprint(unit_id=unit.id or 0, turn_id=turn_id, inches=inches, forced=forced)
            sprint.heading = heading
            session.add(sprint)
            more = [said, self._line_words(session, unit), chance if not place else ""]
            more.append(self._benny_words(throw))
            if forced:
                more.append("The last die is a 1: it cannot stop and runs all of it, 4.1-41.")
            lines.append(self._line(unit, throw, inches, " ".join(filter(None, more)), place > 0))
        names = f"{units[0].name} and {len(units) - 1} more" if units[1:] else units[0].name
        return Outcome(f"{names} Sprint{'' if units[1:] else 's'}", tuple(lines))

    def _units(self, session: Session) -> list[Unit]:
        keys = (self.unit_id, *self.with_ids)
        if len(set(keys)) < len(keys) or len(keys) > MOST_IN_A_GROUP:
            raise BadInput("Name each member of the group once.", "with_ids")
        units = [alive(session, key) for key in keys]
        # One die is thrown for the whole group, that of the first.
        if not units[0].action_die:
            raise BadInput(f"{units[0].name} has no Action die.", "unit_id")
        return units

    def _throw(self, session: Session) -> ActionThrow:
        unit, rules = self._units(session)[0], house_of(session, BrikWarsHouse)
        kind = movement_rules.sprint_kind(
            unit.action_die,
            bw_sprint_is_action_roll=rules.bw_sprint_is_action_roll,
            house=rules.dice,
        )
        offers, bought = (DISTANCE, FLAIR), (DISTANCE.value,)
        return ActionThrow(session, self, unit, kind, offers=offers, bought=bought)

    def _inches(self, session: Session, throw: ActionThrow) -> int:
        assert throw.roll
        fails_at_one = house_of(session, BrikWarsHouse).bw_sprint_one_is_failure
        return movement_rules.sprint_inches(throw.roll, bw_sprint_one_is_failure=fails_at_one)

    def _chance(self, session: Session, unit: Unit, throw: ActionThrow) -> str:
        """Say how likely the wanted distance was before the roll; empty if none was named."""
        if self.wanted is None:
            return ""
        wanted, rules = checked_inches(self.wanted, "wanted"), house_of(session, BrikWarsHouse)
        # At Half Speed an inch on the table takes two of the Move.
        cost = wanted * 2 if who_may.half_speed_now(session, unit) else wanted
        chance = movement_rules.sprint_chance(
            throw.pool,
            ceil(cost - who_may.move_left(session, unit)),
            bw_sprint_is_action_roll=rules.bw_sprint_is_action_roll,
            bw_sprint_one_is_failure=rules.bw_sprint_one_is_failure,
            house=rules.dice,
        )
        return f"{in_inches(wanted)} in all: {in_percent(float(chance))} before the roll."

    def _line_words(self, session: Session, unit: Unit) -> str:
        """Say which way it has pointed itself; empty if nobody named one."""
        pointed = self._pointed(session, unit)
        if pointed is None:
            return ""
        toward = existing_row(session, Unit, self.toward_id).name if self.toward_id else ""
        return f"Its line leads {f'toward {toward}' if toward else f'at {pointed:.0f}°'}, 4.1-34."

    def _benny_words(self, throw: ActionThrow) -> str:
        if throw.benny == DISTANCE.value:
            return "The Benny adds to the distance."
        return f"The Benny: {throw.flair}." if throw.flair else ""

    def _line(self, unit: Unit, throw: ActionThrow, inches: int, words: str, again: bool) -> Line:
        assert throw.roll
        fail = (fails(throw.roll.total),) if inches != throw.roll.total and not inches else ()
        return line(
            Kind.UNIT, f"{unit.name} Sprints:", Dice(throw.roll.dice, again=again), words,
            rule="4.1-39" if self.with_ids else "4.1-33", of=unit, step=self.key,
            sums=(throw.sum("Sprint", inches, "4.1-33", *fail, floor=0),),
        )  # fmt: skip


def _says(session: Session, unit: Unit, inches: int) -> str:
    """Say what a Sprint gives a unit, and what it asks of it (4.1-34, 4.1-36, 4.1-37)."""
    slow = who_may.half_speed_now(session, unit)
    far = real_inches(who_may.move_left(session, unit) + inches, slow)
    at_half = f" at Half Speed, {', '.join(sorted(slow))}" if slow else ""
    return (
        f'+{inches}" of Move: {in_inches(far)} left{at_half}, '
        "in one straight line with the way so far; nothing may break the run."
    )
