"""A Trap goes off by hand, and the dice of its effect do what was written down (F.2-02)."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.asking import missing
from brikdesk.acts.damage.armor import ArmorTest, apply_damage, armor_dice
from brikdesk.acts.damage.protection import Harm, Protection
from brikdesk.acts.fields.springing import check_trap, spring
from brikdesk.acts.fire.catching import catch_fire
from brikdesk.acts.places import place_of
from brikdesk.acts.reckoning import roll_terms, sum_of
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.step import StepAct
from brikdesk.acts.throwing import Throw
from brikdesk.dice import Face, Roll, RollKind
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDie
from brikdesk.rules.brikwars.hazards.traps import effect_dice
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Term, Tone, line
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
            self.dice = met.left(self.dice)
        labels = [die.kind or ("Damage" if harms else "Effect") for die in self.dice]
        sides = [die.sides for die in self.dice]
        self.roll = throw.roll(RollKind.OTHER, sides, labels, bonus=self.asked.flat)
        if self.roll is None or not harms or victim is None:
            return
        damage = 0 if self.roll.critical_failure else self.roll.total
        self.test = self.protection.armor(victim, damage, self.choices)
        if self.test is not None:
            self.choices_asked += self.test.choices

    @property
    def open(self) -> tuple[Choice, ...]:
        """What protects who set it off, and what Something Bad asks of him."""
        return tuple(self.choices_asked)

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
        total = sum_of(
            f"Effect of {name}", self.roll.total, *roll_terms(self.roll, "F.2-02"), points
        )
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
        return [catch_fire(self.session, unit, burning, points, self.trap.player_id, step=step)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpringTrap(StepAct):
    """A Trap goes off: somebody did with its trigger what was written down (F.2-02).

    `victim_id` or `spot` says whom or where its weapon attacks; the attack is an act of its own.
    Dice of which its effect speaks are thrown; where they are damage, `victim_id` suffers it.

    Faces: the dice of the effect, then Armor. Choices: those of Something Bad.
    """

    trap_id: int
    victim_id: int | None = None
    spot: str = ""
    why: str = ""

    @property
    def key(self) -> str:
        """Name the step; it is never on the agenda, because somebody does it."""
        return f"trap-{self.trap_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a Trap that is spent."""
        check_trap(self, session, existing_row(session, Trap, self.trap_id))

    def examine(self, session: Session) -> Preview:
        """Ask for the dice of its effect, and for the Armor of who set it off."""
        throw, effect = self._effect(session)
        asked = effect.open
        return Preview(
            tuple(throw.asked), throw.owed, choices=tuple(asked),
            waiting=missing(throw.owed, asked), summary=effect.words,
        )  # fmt: skip

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
        victim = alive(session, self.victim_id) if self.victim_id is not None else None
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        effect = TrapEffect(session, throw, trap, victim, self.choices)
        throw.done()
        return throw, effect
