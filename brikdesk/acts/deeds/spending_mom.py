"""A MOM that helps something else: a longer jump, a higher vault, a farther throw (5.4-10)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.heed import heed
from brikdesk.acts.reckoning import sum_of
from brikdesk.acts.rows import alive
from brikdesk.acts.step import StepAct
from brikdesk.acts.throwing import Throw
from brikdesk.acts.units.momentum import run_now, runs_on, spend
from brikdesk.dice import Roll, RollKind
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.momentum import DIE, may_spend
from brikdesk.store.house import house_of
from brikdesk.store.lines import Dice, Kind, Outcome, Term, Tone, line
from brikdesk.store.tables import Unit
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import DieWords, Preview, Thrower


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendMomentum(StepAct):
    """A unit spends the MOM that it holds where speed helps: +1d6 to a roll, or +1d6" (5.4-10).

    `name` says on what; the table decides what is logical, and the referee adds the number there.
    Charges and Collisions spend their MOM by themselves. Faces: the MOM die with its Bonus Dice.
    """

    unit_id: int
    name: str

    @property
    def key(self) -> str:
        """The key of this step, which never stands in a queue."""
        return f"momentum-{self.unit_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a unit that holds no MOM, or whose turn it is not."""
        unit = alive(session, self.unit_id)
        own = unit.player_id == turn_now(session).player_id
        heed(self, may_spend(mom=run_now(session, unit).mom, own_turn=own), session, unit.name)

    def examine(self, session: Session) -> Preview:
        """Ask for the MOM die."""
        unit, on = alive(session, self.unit_id), text.name(self.name)
        throw, roll = self._throw(session, unit)
        if roll is None:
            waiting = f"Waiting for the MOM die of {unit.name}."
            return Preview(dice=tuple(throw.asked), owed=throw.owed, waiting=waiting)
        adds = f"+{self._gained(session, roll)} to {on}."
        return Preview(
            dice=tuple(throw.asked),
            words=(DieWords(0, Tone.OK, adds),),
            summary=f"{unit.name}: {adds}",
        )

    def settle(self, session: Session) -> Outcome:
        """Spend the MOM; from now on the unit runs on in its line (5.4-13, 5.4-14)."""
        unit, on = alive(session, self.unit_id), text.name(self.name)
        _, roll = self._throw(session, unit)
        assert roll is not None  # only a step whose dice are in is settled
        gained = self._gained(session, roll)
        entry = line(
            Kind.UNIT, f"{unit.name} spends its MOM on {on}:", Dice(roll.dice), f"+{gained}.",
            rule="5.4-10", player_id=unit.player_id, unit_id=unit.id, step=self.key,
            sums=(sum_of("MOM", gained, Term("MOM", gained, "5.4-10")),),
        )  # fmt: skip
        spend(session, unit)
        return Outcome(f"{unit.name} spends its MOM", (entry, *runs_on(session, unit)))

    def _throw(self, session: Session, unit: Unit) -> tuple[Throw, Roll | None]:
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        of = Thrower(unit.name, unit.id)
        roll = throw.roll(RollKind.OTHER, (DIE,), (f"MOM {unit.name}",), of=of)
        if roll is not None:
            throw.done()
        return throw, roll

    def _gained(self, session: Session, roll: Roll) -> int:
        zero = house_of(session, BrikWarsHouse).bw_cf_zeroes_quantities
        return roll.quantity(failure_is_zero=zero)
