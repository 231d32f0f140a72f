"""Trying one of several possible triggers of a Trap: it may be the real one (F.2-06)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import missing
from brikdesk.acts.fields.springing import check_trap, spring
from brikdesk.acts.hazards.trap_effects import TrapEffect
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.step import StepAct
from brikdesk.acts.throwing import Throw
from brikdesk.dice import Die, Face, RollKind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.hazards.traps import TriggerDie, trigger_die
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Tone, line
from brikdesk.store.tables import Trap, Unit
from brikdesk.text import said_of
from brikdesk.turns.steps import Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class TryTrigger(StepAct):
    """Somebody tries one of several possible triggers (F.2-06): if it is the real one, it goes off.

    A die decides, with the same chance for each object that is left; `real` decides without one.
    Faces: that die, thrown again as long as it shows a number that counts for no object; if it goes
    off, the dice of its effect, then Armor. Choices: those of Something Bad.
    """

    trap_id: int
    candidate: str
    real: bool | None = None
    victim_id: int | None = None

    @property
    def key(self) -> str:
        """Name the step; it is never on the agenda, because a player starts it."""
        return f"trigger-{self.trap_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a Trap that is spent."""
        check_trap(self, session, existing_row(session, Trap, self.trap_id))

    def examine(self, session: Session) -> Preview:
        """Ask for the die, unless `real` decides or only one object is left."""
        trap, candidate = self._rows(session)
        dice, found, effect = self._throw(session, trap)
        owed = dice.owed
        summary = ""
        if found is not None:
            summary = f"{candidate} is {'the real trigger' if found else 'not the trigger'}."
        summary = f"{summary} {effect.words}".strip() if effect else summary
        legend = _legend(trigger_die(len(trap.candidates))) if self.real is None else ()
        choices = effect.open if effect else ()
        return Preview(
            tuple(dice.asked), owed, legend, choices=choices, waiting=missing(owed, choices),
            summary=summary,
        )  # fmt: skip

    def settle(self, session: Session) -> Outcome:
        """Take the object off the list, or let the Trap go off."""
        trap, candidate = self._rows(session)
        _, found, effect = self._throw(session, trap)
        dice = self._dice(session, trap, bool(found))
        if not found:
            trap.candidates = [each for each in trap.candidates if each != candidate]
            session.add(trap)
            left = f"{len(trap.candidates)} left."
            words = self._line(trap, f"{candidate} is harmless.", dice, left)
            return Outcome(f"{candidate} is not the trigger", (words,))
        # From now on it is a Trap with a known trigger; the other objects are harmless.
        trap.trigger, trap.candidates = candidate, []
        first = self._line(trap, f"{candidate} is the trigger.", dice, "")
        victim = self._victim(session)
        spot = victim.name if victim else candidate
        lines = spring(session, trap, spot, step=self.key, by=victim)
        lines += effect.write(self.key) if effect else []
        return Outcome(f"{said_of(trap.name, 'goes')} off", (first, *lines))

    def _rows(self, session: Session) -> tuple[Trap, str]:
        trap = existing_row(session, Trap, self.trap_id)
        if self.victim_id is not None:
            alive(session, self.victim_id)
        wanted = self.candidate.strip().casefold()
        for each in trap.candidates:
            if each.casefold() == wanted:
                return trap, each
        names = ", ".join(trap.candidates)
        why = (
            f"Choose from: {names}."
            if names
            else f"{said_of(trap.name, 'has')} no possible triggers left."
        )
        raise BadInput(why, "candidate")

    def _victim(self, session: Session) -> Unit | None:
        return alive(session, self.victim_id) if self.victim_id is not None else None

    def _throw(self, session: Session, trap: Trap) -> tuple[Throw, bool | None, TrapEffect | None]:
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        die = trigger_die(len(trap.candidates))
        # Without a die this is the last object, which must be the real trigger.
        found = self.real if self.real is not None or die else True
        while found is None and die:
            roll = throw.roll(RollKind.READ, (die.sides,), ("Trigger",))
            if roll is None:
                break
            found = die.finds(roll.total)
        effect = None
        if found:  # the dice of its effect lie behind that of the trigger
            effect = TrapEffect(session, throw, trap, self._victim(session), self.choices)
        throw.done()
        return throw, found, effect

    def _dice(self, session: Session, trap: Trap, found: bool) -> Dice | None:
        die = trigger_die(len(trap.candidates))
        thrown = [] if die is None else self._tries(session, die)
        if self.real is not None or die is None or not thrown:
            return None
        faces = thrown
        tone = Tone.DANGER if found else Tone.OK
        shown = tuple(Die(die.sides, face.value, face.origin) for face in faces)
        return Dice(shown, (Tone.PLAIN,) * (len(shown) - 1) + (tone,))

    def _tries(self, session: Session, die: TriggerDie) -> list[Face]:
        """Return the faces of the trigger's die: those behind them belong to the effect."""
        tries: list[Face] = []
        for face in self.thrown(session):
            tries.append(face)
            if die.finds(face.value) is not None:
                break
        return tries

    def _line(self, trap: Trap, lead: str, dice: Dice | None, words: str) -> Line:
        parts = (dice,) if dice else ()
        return line(
            Kind.FIELD, f"{trap.name}: {lead}", *parts, words,
            rule="F.2-06", player_id=trap.player_id, step=self.key,
        )  # fmt: skip


def _legend(die: TriggerDie | None) -> tuple[tuple[str, str], ...]:
    if die is None:
        return ()
    rows = [
        (_faces(1, die.real), "the real trigger"),
        (_faces(die.real + 1, die.counted), "not it"),
    ]
    if die.counted < die.sides:
        rows.append((_faces(die.counted + 1, die.sides), "roll again"))
    return tuple(rows)


def _faces(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"
