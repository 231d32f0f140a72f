"""Ker-Triage of a Medik and the repairs of a Mechanik, when their Construction Action is over."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.asking import missing
from brikdesk.acts.heed import heed
from brikdesk.acts.lasting import is_minifig
from brikdesk.acts.roster.scouting import has_specialty
from brikdesk.acts.roster.units import revive
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.step import StepAct
from brikdesk.acts.throwing import Throw
from brikdesk.acts.units.facts import whole
from brikdesk.dice import Roll, RollKind
from brikdesk.errors import BadInput
from brikdesk.ground.round import edge_to_edge
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.no import first
from brikdesk.rules.brikwars.units.limbs import LIMBS
from brikdesk.rules.brikwars.units.mending import (
    CONSTRUCTION,
    REPAIR_DIE,
    TRIAGE,
    may_mend,
    may_repair,
    may_triage,
    mended,
    triage_die,
)
from brikdesk.store.house import house_of
from brikdesk.store.lines import Dice, Kind, Outcome, Tone, line
from brikdesk.store.tables import Fate, Unit
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import DieWords, Preview, Thrower


@dataclass(frozen=True, slots=True, kw_only=True)
class Triage(StepAct):
    """A Medik's Construction Action is over: a dead minifig is back, or lost for good (OF-89).

    The table of the result was not found, so `limbs` says which limbs the patient has lost, and
    `for_good` that nothing helps. The Construction Action itself is a full-turn Action.

    Faces: the Medik's die, a d8, or a d6 without `tools`.
    """

    unit_id: int
    patient_id: int
    limbs: tuple[str, ...] = ()
    for_good: bool = False
    tools: bool = True

    @property
    def key(self) -> str:
        """The key of this step, which never stands in a queue."""
        return f"triage-{self.unit_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse whoever is no Medik, and a patient who is none."""
        turn_now(session)
        medik, patient = alive(session, self.unit_id), existing_row(session, Unit, self.patient_id)
        heed(self, may_triage(medik=has_specialty(medik, TRIAGE)), session, medik.name)
        if not is_minifig(patient) or patient.fate is not Fate.DEAD:
            raise BadInput(f"{patient.name} is no dead minifig.", "patient_id")
        if unknown := set(self.limbs) - set(LIMBS):
            raise BadInput(f"There is no limb {sorted(unknown)[0][:40]!r}.", "limbs")

    def examine(self, session: Session) -> Preview:
        """Ask for the die."""
        patient = existing_row(session, Unit, self.patient_id)
        throw, roll = self._throw(session)
        words = (DieWords(0, Tone.PLAIN, self._comes(patient)),) if roll else ()
        waiting = missing(throw.owed)
        summary = self._comes(patient) if roll else ""
        return Preview(tuple(throw.asked), throw.owed, (), words, (), waiting, summary)

    def settle(self, session: Session) -> Outcome:
        """Bring the patient back without the limbs that are lost, or leave it."""
        medik, patient = alive(session, self.unit_id), existing_row(session, Unit, self.patient_id)
        _, roll = self._throw(session)
        assert roll
        if not self.for_good:
            revive(session, patient)
            patient.limbs_lost = [
                limb for limb in LIMBS if limb in {*patient.limbs_lost, *self.limbs}
            ]
            session.add(patient)
        words = line(
            Kind.UNIT, f"{medik.name} treats {patient.name}:", Dice(roll.dice), self._comes(patient),
            rule="OF-89", player_id=medik.player_id, unit_id=patient.id, step=self.key,
        )  # fmt: skip
        return Outcome(f"{medik.name} treats {patient.name}", (words,))

    def _throw(self, session: Session) -> tuple[Throw, Roll | None]:
        medik = alive(session, self.unit_id)
        return one_die(self, session, medik, triage_die(tools=self.tools), "Ker-Triage")

    def _comes(self, patient: Unit) -> str:
        if self.for_good:
            return f"{patient.name} is lost for good."
        lost = [limb.replace("_", " ") for limb in LIMBS if limb in self.limbs]
        without = f" without {', '.join(lost)}" if lost else ""
        return f"{patient.name} returns to life{without}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair(StepAct):
    """A Mechanik's Construction Action is over: he has repaired something (OF-62, OF-64).

    How much was not found: `inches` are the inches of Size Damage that the referee gives back,
    `part` is what was repaired or replaced besides.

    Faces: the Mechanik's d8, the inches within which he works.
    """

    unit_id: int
    target_id: int
    inches: int = 0
    part: str = ""

    @property
    def key(self) -> str:
        """The key of this step, which never stands in a queue."""
        return f"repair-{self.unit_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse whoever is no Mechanik, and what is too far away."""
        turn_now(session)
        mechanik, target = alive(session, self.unit_id), alive(session, self.target_id)
        whole(self.inches, "inches", most=100)
        if not self.inches and not self.part.strip():
            raise BadInput("Say how many inches, or what was repaired.", "inches")
        if self.inches > target.size_damage:
            raise BadInput(f'{target.name} has {target.size_damage}" of Size Damage.', "inches")
        _, roll = self._throw(session)
        no = may_repair(
            mechanik=has_specialty(mechanik, CONSTRUCTION),
            away=edge_to_edge(mechanik, target),
            shown=roll.dice[0].value if roll else None,
        )
        per = house_of(session, BrikWarsHouse).bw_repair_inches_per_construction
        much = may_mend(self.inches, bw_repair_inches_per_construction=per)
        heed(self, first(no, much), session, mechanik.name)

    def examine(self, session: Session) -> Preview:
        """Ask for the die."""
        throw, roll = self._throw(session)
        words = (DieWords(0, Tone.PLAIN, f'Within {roll.dice[0].value}".'),) if roll else ()
        waiting = missing(throw.owed)
        return Preview(
            tuple(throw.asked), throw.owed, (), words, (), waiting, self._comes() if roll else ""
        )

    def settle(self, session: Session) -> Outcome:
        """Give the inches back."""
        mechanik, target = alive(session, self.unit_id), alive(session, self.target_id)
        _, roll = self._throw(session)
        assert roll
        target.size_damage = mended(target.size_damage, self.inches)
        session.add(target)
        words = line(
            Kind.UNIT, f"{mechanik.name} repairs {target.name}:", Dice(roll.dice), self._comes(),
            rule="OF-64", player_id=mechanik.player_id, unit_id=target.id, step=self.key,
        )  # fmt: skip
        return Outcome(f"{mechanik.name} repairs {target.name}", (words,))

    def _throw(self, session: Session) -> tuple[Throw, Roll | None]:
        return one_die(self, session, alive(session, self.unit_id), REPAIR_DIE, "Construction")

    def _comes(self) -> str:
        inches = f'{self.inches}" of Size Damage less.' if self.inches else ""
        part = text.note(self.part, "part")
        return " ".join(filter(None, (inches, f"{part}." if part else "")))


def one_die(
    act: StepAct, session: Session, unit: Unit, sides: int, label: str
) -> tuple[Throw, Roll | None]:
    """Return the throw of a single die of a unit."""
    throw = Throw(act.thrown(session), house_of(session, BrikWarsHouse).dice)
    roll = throw.roll(RollKind.READ, (sides,), (label,), of=Thrower(unit.name, unit.id))
    if roll:
        throw.done()
    return throw, roll
