"""A Trap goes off by hand, or by one of its possible triggers (F.2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import alive, existing_row, place_of
from brikdesk.acts.combat.armor import ArmorTest, apply_damage, armor_dice
from brikdesk.acts.combat.protection import Harm, Protection
from brikdesk.acts.explosives.explosion import deflection_term
from brikdesk.acts.fields.traps import check_trap, spring
from brikdesk.acts.fire.fires import catch_fire
from brikdesk.acts.step_act import StepAct, Throw, as_dice
from brikdesk.acts.sums import roll_terms, sum_of
from brikdesk.dice import Face, Roll, RollKind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks import DamageDie
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.traps_and_scouts import TriggerDie, effect_dice, trigger_die
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Term, Tone, line, shown_before
from brikdesk.store.tables import Fate, Trap, Unit
from brikdesk.text import said_of
from brikdesk.turns.steps import Choice, Preview


class TrapEffect:
    """The dice of a Trap's effect, as far as they are thrown, and what they do to who set it off."""

    def __init__(
        self,
        session: Session,
        throw: Throw,
        trap: Trap,
        victim: Unit | None,
        choices: Mapping[str, str],
    ) -> None:
        self.session, self.trap, self.victim, self.choices = session, trap, victim, choices
        self.asked = effect_dice(trap.effect)
        self.choices_asked: list[Choice] = []
        self.protection = Protection(session, throw, choices, self.choices_asked)
        self.dice = tuple(DamageDie(sides, label) for sides, label in self.asked.dice)
        self.gone: Term | None = None
        self.roll: Roll | None = None
        self.test: ArmorTest | None = None
        self._throw(throw)

    def _throw(self, throw: Throw) -> None:
        if not self.dice:
            return
        harms, victim = self.asked.harms, self.victim
        if harms and victim is not None:
            # Nobody parries a Trap that he sets off himself: he does not see it coming (5.2-51).
            met = self.protection.meet(victim, Harm(self.trap.name, self.dice, seen=False))
            if met is None:
                return
            self.gone = deflection_term(self.dice, left := met.left(self.dice))
            self.dice = left
        labels = [die.kind or ("Damage" if harms else "Effect") for die in self.dice]
        sides = [die.sides for die in self.dice]
        self.roll = throw.roll(RollKind.OTHER, sides, labels, bonus=self.asked.flat)
        if self.roll is None or not harms or victim is None:
            return
        # A Critical Failure still meets the Armor, with 0 points.
        damage = 0 if self.roll.critical_failure else self.roll.total
        self.test = self.protection.armor(victim, damage, self.choices)
        if self.test is not None:
            self.choices_asked += self.test.choices

    @property
    def words(self) -> str:
        """What the dice come to; empty before they lie there, and without dice."""
        if self.roll is None:
            return ""
        if self.roll.critical_failure:
            return "Critical Failure: nothing."
        points = f"{self.roll.total} {'damage' if self.asked.harms else 'in all'}."
        return f"{points} {self.test.words}" if self.test else points

    def write(self, step: str) -> list[Line]:
        """Write what the dice show and do, and whether Fire dice set a unit alight."""
        if self.roll is None:
            return []
        shown: list[str | Dice] = [Dice(self.roll.dice, (Tone.DANGER,) * len(self.roll.dice))]
        if self.test and self.test.rolls:
            shown += ["against", *armor_dice(self.test)]
        unit = self.victim
        name, points = self.trap.name, Term("On top", self.asked.flat, "F.2-02")
        # Of parts that are all 0 the first one is told.
        terms = (*filter(None, (self.gone,)), *roll_terms(self.roll, "F.2-02"), points)
        total = sum_of(f"Effect of {name}", self.roll.total, *terms)
        lead = f"{name} hits {unit.name}:" if unit and self.test else f"{name}:"
        lines = [
            *self.protection.write(step),
            line(
                Kind.FIELD, lead, *shown, self.words, rule="F.2-02",
                player_id=self.trap.player_id, unit_id=unit.id if unit else None, step=step,
                sums=(total, *(self.test.sums if self.test else ())),
            )
        ]  # fmt: skip
        if unit is not None and self.test is not None:
            lines += apply_damage(self.session, unit, self.test, self.choices, step)
            lines += self._fire(unit, step)
        return lines

    def _fire(self, unit: Unit, step: str) -> list[Line]:
        assert self.roll is not None
        burning = [
            Face(chain.die.value, chain.die.origin)
            for chain, die in zip(self.roll.chains, self.dice, strict=True)
            if die.kind
        ]
        if not burning or self.roll.critical_failure or unit.fate is not Fate.ALIVE:
            return []
        points = sum(face.value for face in burning)
        caught = catch_fire(self.session, unit, burning, points, self.trap.player_id, step=step)
        return [shown_before(caught)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _TrapStep(StepAct):
    """A Trap may go off, on the unit `victim_id` if it is in the roster."""

    trap_id: int
    victim_id: int | None = None

    def check_waiting(self, session: Session) -> None:
        """Refuse a Trap that is spent."""
        check_trap(self, session, existing_row(session, Trap, self.trap_id))

    def _victim(self, session: Session) -> Unit | None:
        return alive(session, self.victim_id) if self.victim_id is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpringTrap(_TrapStep):
    """A Trap goes off: somebody did with its trigger what was written down (F.2-02).

    `victim_id` or `spot` says whom or where its weapon attacks; the attack is an act of its own.
    Dice of which its effect speaks are thrown; where they are damage, `victim_id` suffers it.

    Faces: the dice of the effect, then Armor. Choices: those of Something Bad.
    """

    KEY = "trap-{0.trap_id}"
    spot: str = ""
    why: str = ""

    def examine(self, session: Session) -> Preview:
        """Ask for the dice of its effect, and for the Armor of who set it off."""
        throw, effect = self._effect(session)
        return Preview(**throw.asks(effect.choices_asked), summary=effect.words)

    def settle(self, session: Session) -> Outcome:
        """Note it as spent unless it is smart; write what its effect does."""
        _, effect = self._effect(session)
        trap, victim = effect.trap, effect.victim
        spot = place_of(self.spot, "spot") or (victim.name if victim else "")
        lines = spring(session, trap, spot, text.note(self.why, "why"), self.key, by=victim)
        lines += effect.write(self.key)
        return Outcome(f"{said_of(trap.name, 'goes')} off", tuple(lines))

    def _effect(self, session: Session) -> tuple[Throw, TrapEffect]:
        trap = existing_row(session, Trap, self.trap_id)
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        effect = TrapEffect(session, throw, trap, self._victim(session), self.choices)
        throw.done()
        return throw, effect


@dataclass(frozen=True, slots=True, kw_only=True)
class TryTrigger(_TrapStep):
    """Somebody tries one of several possible triggers (F.2-06): if it is the real one, it goes off.

    A die decides, with the same chance for each object that is left; `real` decides without one.
    Faces: that die, thrown again as long as it shows a number that counts for no object; if it goes
    off, the dice of its effect, then Armor. Choices: those of Something Bad.
    """

    KEY = "trigger-{0.trap_id}"
    candidate: str
    real: bool | None = None

    def examine(self, session: Session) -> Preview:
        """Ask for the die, unless `real` decides or only one object is left."""
        trap, candidate = self._rows(session)
        throw, found, effect = self._throw(session, trap)
        summary = ""
        if found is not None:
            summary = f"{candidate} is {'the real trigger' if found else 'not the trigger'}."
        summary = f"{summary} {effect.words}".strip() if effect else summary
        legend = _legend(trigger_die(len(trap.candidates))) if self.real is None else ()
        asks = throw.asks(effect.choices_asked if effect else ())
        return Preview(**asks, legend=legend, summary=summary)

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
        self._victim(session)  # raises BadInput for one that is lost
        wanted = self.candidate.strip().casefold()
        for each in trap.candidates:
            if each.casefold() == wanted:
                return trap, each
        names = ", ".join(trap.candidates)
        none_left = f"{said_of(trap.name, 'has')} no possible triggers left."
        raise BadInput(f"Choose from: {names}." if names else none_left, "candidate")

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
        faces = [] if die is None else self._tries(session, die)
        if self.real is not None or die is None or not faces:
            return None
        last = Tone.DANGER if found else Tone.OK
        return as_dice((die.sides,) * len(faces), faces, [*[Tone.PLAIN] * (len(faces) - 1), last])

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
