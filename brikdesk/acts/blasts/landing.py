"""Projectiles that land: Action Roll, miss, dud, explosion (8.4-11, 8.4-20 to 8.4-23)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import unanswered
from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.acts.attack.reach import ExplodingStep
from brikdesk.acts.attack.results import Results
from brikdesk.acts.attack.victims import rolled_blasts, victim_lines, waiting_for
from brikdesk.acts.blasts.landing_course import LandingCourse
from brikdesk.acts.blasts.landing_sums import landing_sums
from brikdesk.acts.explosives.flying import check_flies_now
from brikdesk.acts.rows import existing_row
from brikdesk.acts.units.going import lie
from brikdesk.rules.brikwars.explosives.duds import DUD_STABILITY
from brikdesk.rules.brikwars.explosives.flight import RollTerm, needed_number
from brikdesk.rules.brikwars.explosives.stability import Stability
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Sum, Term, Tone, line
from brikdesk.store.tables import Explosive, ExplosiveState, Projectile
from brikdesk.text import said_of
from brikdesk.turns.steps import DieWords


@dataclass(frozen=True, slots=True, kw_only=True)
class Land(ExplodingStep):
    """A projectile reaches its X: the Action Roll is made now, with what was fixed at launch.

    Faces: the Action die (and −1d4 of a burning firer), a Benny's d6, the Damage dice, then the POP
    and Armor dice of everybody `caught` within reach of the explosion. Choices: `size` (modifier of
    what stands at the X), `benny` (damage, roll, other), `spot` (where a miss lands: words, or a
    point such as "x 12.5, y 8"), `dud` (explodes, dud), `tie-n` (which die leaves first), `bad-12`
    (Something Bad for unit 12).
    """

    projectile_id: int

    @property
    def key(self) -> str:
        """The key of this step in the queue."""
        return f"flight-{self.projectile_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a landing that is not due."""
        check_flies_now(self, session, existing_row(session, Projectile, self.projectile_id))

    def examine(self, session: Session) -> ExplosionPreview:
        """Ask stage by stage: Action Roll, Benny, landing spot or dud, Damage Roll."""
        return _Landing(self, session).preview()

    def settle(self, session: Session) -> Outcome:
        """Let it explode, or lie there as a dud; it is no longer in the air."""
        landing = _Landing(self, session)
        landing.check_spot(self)
        return landing.settle()


class _Landing(LandingCourse):
    """A landing as the queue shows it, and what it leaves."""

    def __init__(self, act: Land, session: Session) -> None:
        flight = existing_row(session, Projectile, act.projectile_id)
        super().__init__(session, flight, act.thrown(session), act.choices, act.caught)
        self.key = act.key

    def preview(self) -> ExplosionPreview:
        """Return what is asked, and what will happen."""
        at_the_x = RollTerm("Size and visibility", self.modifier, "5.1-27")
        legend = (
            (f"{needed_number(self.frozen, (at_the_x,))} or more", f"hits (Use {self.frozen.use})"),
            ("1", "Critical Failure"),
        )
        there = self.event if self.event and not self.dud else None
        return ExplosionPreview(
            dice=tuple(self.throw.asked),
            owed=self.throw.owed,
            legend=legend,
            words=self._words(),
            choices=tuple(self.asking.asked),
            waiting=waiting_for(self.throw, self.event) or unanswered(self.asking.asked),
            summary=self._summary() if self.roll else "",
            bands=self.blast.rows if self.blast and not self.dud else (),
            victims=victim_lines(there) if there else (),
            blasts=rolled_blasts(there),
            circle=self.circle(),
        )

    def _words(self) -> tuple[DieWords, ...]:
        if self.roll is None:
            return ()
        tone = Tone.OK if self.hit else Tone.DANGER
        return (DieWords(0, tone, self._result()),)

    def _result(self) -> str:
        assert self.roll
        if self.roll.critical_failure:
            return f'Critical Failure, {self.missed}" off.'
        if self.hit:
            return f"{self.total} against Use {self.frozen.use}: hit."
        return f'{self.total} against Use {self.frozen.use}: misses by {self.missed}".'

    def _summary(self) -> str:
        if self.dud:
            return f"{said_of(self.flight.name, 'lies')} there as a dud, armed and unstable."
        if self.blast and self.blast.bands:
            return f'{said_of(self.flight.name, "explodes")}: {self.blast.bands[0].damage} damage within 2".'
        return self._result()

    def settle(self) -> Outcome:
        """Write what the landing leaves, and its lines."""
        assert self.roll
        flight, session = self.flight, self.session
        lines = [self._landing_line()]
        if self.dud:
            lines += self._lie_as_dud()
        elif self.event:
            results = Results(self.event, self.key)
            lines += [*results.explosions(), *results.victims()]
        session.delete(flight)
        return Outcome(said_of(flight.name, "lands"), tuple(lines))

    def _landing_line(self) -> Line:
        assert self.roll
        dice = (*self.roll.dice, *(self.more.dice if self.more else ()))
        tones = (Tone.OK if self.hit else Tone.DANGER,) * len(dice)
        words = self._result()
        if self.asking.chosen("spot"):
            words += f" {self.defender_name(self.defender)} lands it: {self.where}."
        critical = self.roll.critical_failure
        return line(
            Kind.AIR, said_of(self.flight.name, "lands."), Dice(dice, tones), words,
            rule="8.4-11" if self.hit else ("8.4-21" if critical else "8.4-20"),
            player_id=self.attacker, unit_id=self.flight.target_id, step=self.key,
            sums=self._sums(),
        )  # fmt: skip

    def _sums(self) -> tuple[Sum, ...]:
        """Return the sums of the Action Roll, of what it needs, and of the inches it misses by."""
        assert self.roll
        # `modifier` was chosen among `sizes`, so one of them has it: its words name the term.
        size = next(
            option.consequence for option in self.sizes if option.value == str(self.modifier)
        )
        at_the_x = Term(f"At the X: {size}", self.modifier, "5.1-27")
        rolled = (self.roll, self.more)
        return landing_sums(
            self.session, self.flight, self.frozen, rolled, self.total, at_the_x,
            missed=None if self.hit else self.missed,
        )  # fmt: skip

    def _lie_as_dud(self) -> list[Line]:
        flight, (x, y) = self.flight, self.position()
        dud = Explosive(
            player_id=self.attacker,
            name=flight.name,
            explosive_size=flight.explosive_size,
            makeup=flight.makeup,
            stability=Stability[DUD_STABILITY.name],
            state=ExplosiveState.DUD,
            place=self.where,
            x=x,
            y=y,
        )
        self.session.add(dud)
        words = f"{self.defender_name(self.defender)} calls it. Armed and unstable, {self.where}."
        rolled = self.blast.roll.dice if self.blast else ()
        entry = line(
            Kind.DUD, said_of(flight.name, "is a dud."), *((Dice(rolled),) if rolled else ()), words,
            rule="8.4-22", player_id=self.attacker, step=self.key,
        )  # fmt: skip
        return [entry, *lie(self.session, dud)]
