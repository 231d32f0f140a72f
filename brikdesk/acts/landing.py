"""Projectiles that land: Action Roll, miss, dud, explosion (8.4-11, 8.4-20 to 8.4-23)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blasts import Explosion
from brikdesk.acts.attack.event import Event
from brikdesk.acts.attack.preview import ExplosionPreview
from brikdesk.acts.attack.results import Results
from brikdesk.acts.attack.victims import rolled_blasts, victim_lines, waiting_for
from brikdesk.acts.explosion import Blast, Makeup
from brikdesk.acts.flying import check_flies_now, frozen_attack
from brikdesk.acts.landing_sums import landing_sums
from brikdesk.acts.rows import the
from brikdesk.acts.sides import enemies_of
from brikdesk.acts.step import StepAct, chosen_of
from brikdesk.acts.throwing import Throw
from brikdesk.dice import DiceRules, Roll, RollKind, action_kind
from brikdesk.rules.brikwars.duds import DUD_STABILITY, landing_chooser, missed_by
from brikdesk.rules.brikwars.flight import Modifier, needed_number
from brikdesk.rules.brikwars.stability import Stability
from brikdesk.store.house import house_rules
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Sum, Term, Tone, line
from brikdesk.store.tables import Explosive, ExplosiveState, Projectile, Unit
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import Choice, DieWords, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Land(StepAct):
    """A projectile reaches its X: the Action Roll is made now, with what was fixed at launch.

    Faces: the Action die (and −1d4 of a burning firer), a Benny's d6, then the Damage dice.
    Choices: `size` (modifier of what stands at the X), `benny` (damage, roll, other), `spot`
    (words: where a miss lands), `dud` (explodes, dud), `tie-n` (which die leaves first), `bad-12`
    for unit 12. `caught` lists who is within reach of the explosion; POP and Armor dice follow.
    """

    projectile_id: int
    caught: tuple[Caught, ...] = ()

    @property
    def key(self) -> str:
        """Name the step."""
        return f"flight-{self.projectile_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a landing that is not due."""
        check_flies_now(self, session, the(session, Projectile, self.projectile_id))

    def examine(self, session: Session) -> ExplosionPreview:
        """Ask stage by stage: Action Roll, Benny, landing spot or dud, Damage Roll."""
        return _Landing(self, session).preview()

    def settle(self, session: Session) -> Outcome:
        """Let it explode, or lie there as a dud; it is no longer in the air."""
        return _Landing(self, session).settle()


SIZES = tuple(
    Option(str(value), f"{value:+d}".replace("-", "−") if value else "0", words)
    for value, words in (
        (0, "minifig, or 2x4 brick"),
        (1, 'large, 2" visible'),
        (2, 'large, 4" visible'),
        (3, 'large, 6" visible'),
        (4, 'large, 8" visible'),
        (5, 'large, 10" visible'),
        (-1, "small, or one third covered"),
        (-2, "tiny, or two thirds covered"),
    )
)
"""Target-size and visibility modifiers of what stands at the X (Q8-32, A-12)."""


class _Landing:
    """One landing as far as its dice and choices are known."""

    def __init__(self, act: Land, session: Session) -> None:
        self.act, self.session = act, session
        self.flight = the(session, Projectile, act.projectile_id)
        self.frozen = frozen_attack(self.flight)
        self.makeup = Makeup.of(self.flight.makeup)
        self.throw = Throw(act.thrown(session), DiceRules.of(house_rules(session)))
        self.choices: list[Choice] = []
        self.event: Event | None = None
        self.roll: Roll | None = None
        self.modifier = self._size()
        self._play()
        self.throw.done()

    @property
    def attacker(self) -> int:
        """The launching player."""
        return self.flight.player_id

    def _size(self) -> int:
        values = [option.value for option in SIZES]
        chosen = chosen_of(self.act.choices, "size", values) or "0"
        prompt = "Size and visibility at the X:"
        self.choices.append(Choice("size", prompt, None, SIZES, chosen=chosen))
        return int(chosen)

    def _play(self) -> None:
        self.roll = self._action_roll(())
        if self.roll is None:
            return
        if self.roll.benny:
            self._ask_benny()
        if self.bennied == "roll" and not self._with_benny_on_the_roll():
            return
        if not self.hit:
            self._ask_spot()
        if self.roll.critical_failure:
            self._ask_dud("The Action Roll is a Critical Failure.")
        if self.dud or any(choice.chosen is None for choice in self.choices):
            return
        self.event = Event(
            self.session,
            self.throw,
            self.act.choices,
            self.act.caught,
            self.attacker,
            self.choices,
        )
        self.event.explosions.append(self._explosion())
        if self.event.explode_all(self._settled):
            self.event.armor()

    def _explosion(self) -> Explosion:
        flight = self.flight
        return Explosion(
            key=f"landing-{flight.id}",
            name=flight.name,
            explosive_size=flight.explosive_size,
            makeup=self.makeup,
            attacker_id=self.attacker,
            place=self.where,
            x=self._position()[0],
            y=self._position()[1],
            bought=self.bennied == "damage",
            knocked=max(0, self.total),
        )

    def _settled(self, explosion: Explosion) -> bool:
        """Ask whether it is a dud after all (8.4-21); tell whether nobody has to decide more."""
        assert self.roll
        own = explosion.key == f"landing-{self.flight.id}"
        failed = explosion.blast is not None and explosion.blast.critical_failure
        if own and failed and not self.roll.critical_failure:
            self._ask_dud("The Damage Roll is a Critical Failure.")
            explosion.dud = self.dud
        return all(choice.chosen is not None for choice in self.choices)

    @property
    def blast(self) -> Blast | None:
        """The Damage Roll of what landed, once it lies there."""
        return self.event.explosions[0].blast if self.event else None

    def _action_roll(self, benny: tuple[int, ...]) -> Roll | None:
        die = self.frozen.action_die
        total = self.modifier + sum(each.value for each in self.frozen.modifiers)
        return self.throw.roll(
            action_kind(die),
            (die,),
            ("Action", *["−1d4 fire"] * len(self.frozen.penalty)),
            total,
            penalty=self.frozen.penalty,
            benny=benny,
        )

    def _with_benny_on_the_roll(self) -> bool:
        self.more = self.throw.roll(RollKind.OTHER, (6,), ("Benny",))
        return self.more is not None

    more: Roll | None = None

    @property
    def total(self) -> int:
        """The Action Roll's total, a Benny's die included."""
        assert self.roll
        return self.roll.total + (self.more.total if self.more else 0)

    @property
    def hit(self) -> bool:
        """Whether it hits its X."""
        assert self.roll
        return not self.roll.critical_failure and self.total >= self.frozen.use

    @property
    def missed(self) -> int:
        """Inches by which it misses."""
        assert self.roll
        return missed_by(self.frozen.use, self.total, self.roll.critical_failure)

    @property
    def bennied(self) -> str:
        """What the Over the Top Benny was spent on."""
        return self._chosen("benny")

    @property
    def dud(self) -> bool:
        """Whether the defender called it a dud."""
        return self._chosen("dud") == "dud"

    def _chosen(self, name: str) -> str:
        """Give what was chosen where it was asked; an answer that nobody asked for counts nothing."""
        answers = (choice.chosen for choice in self.choices if choice.id == name)
        return next(answers, None) or ""

    def _choose(
        self,
        name: str,
        prompt: str,
        player_id: int | None,
        options: tuple[Option, ...],
        free: bool = False,
    ) -> None:
        values = [option.value for option in options]
        chosen = chosen_of(self.act.choices, name, values, free=free)
        self.choices.append(Choice(name, prompt, player_id, options, free, chosen))

    def _ask_benny(self) -> None:
        hits = self.roll is not None and self.roll.reaches(self.frozen.use)
        damage = Option("damage", "+1 Damage die", "one more band")
        roll = Option("roll", "+1d6 on the Action Roll")
        other = Option("other", "Something else", "as the table agrees")
        options = (damage, other) if hits else (roll, damage, other)
        name = player_name(self.session, self.attacker)
        self._choose("benny", f"Over the Top! {name} spends the Benny on:", self.attacker, options)

    def _ask_spot(self) -> None:
        chooser = self.defender
        name = self._defender_name(chooser)
        far = f'{self.missed}" from the X'
        options = (
            Option(far, far, "as far as it may land"),
            *(
                Option(f'{inches}" from the X', f'{inches}" from the X')
                for inches in range(min(self.missed - 1, 3), 0, -1)
            ),
        )
        prompt = f'{name} lands it within {self.missed}" of the X:'
        self._choose("spot", prompt, chooser, options, free=True)

    def _ask_dud(self, why: str) -> None:
        chooser = self.defender
        options = (
            Option("explodes", "It explodes"),
            Option("dud", "It is a dud", "armed and unstable"),
        )
        self._choose("dud", f"{why} {self._defender_name(chooser)} decides:", chooser, options)

    def _defender_name(self, chooser: int | None) -> str:
        return player_name(self.session, chooser) if chooser else "An enemy"

    @property
    def defender(self) -> int | None:
        """The player who picks where a miss lands; none: an enemy whom the attacker names (A-13)."""
        target = self.session.get(Unit, self.flight.target_id) if self.flight.target_id else None
        return landing_chooser(
            self.attacker,
            target.player_id if target else None,
            enemies_of(self.session, self.attacker),
        )

    def preview(self) -> ExplosionPreview:
        """Tell what is asked, and what will happen."""
        at_the_x = Modifier("Size and visibility", self.modifier, "5.1-27")
        legend = (
            (f"{needed_number(self.frozen, (at_the_x,))} or more", f"hits (Use {self.frozen.use})"),
            ("1", "Critical Failure"),
        )
        open_choice = next((choice for choice in self.choices if choice.chosen is None), None)
        waiting = waiting_for(self.throw, self.event)
        if not waiting and open_choice:
            waiting = open_choice.prompt
        there = self.event if self.event and not self.dud else None
        return ExplosionPreview(
            dice=tuple(self.throw.asked),
            owed=self.throw.owed,
            legend=legend,
            words=self._words(),
            choices=tuple(self.choices),
            waiting=waiting,
            summary=self._summary() if self.roll else "",
            bands=self.blast.rows if self.blast and not self.dud else (),
            victims=victim_lines(there) if there else (),
            blasts=rolled_blasts(there),
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
            return f"{self.flight.name} lies there as a dud, armed and unstable."
        if self.blast and self.blast.bands:
            return f'{self.flight.name} explodes: {self.blast.bands[0].damage} damage within 2".'
        return self._result()

    @property
    def where(self) -> str:
        """Where it came down, in words."""
        typed = self._chosen("spot")
        spot = text.name(typed, "spot") if typed else ""
        return f"{spot} ({self.flight.target})" if spot else self.flight.target

    def settle(self) -> Outcome:
        """Write what the landing leaves, and its lines."""
        assert self.roll
        flight, session = self.flight, self.session
        lines = [self._landing_line()]
        if self.dud:
            lines.append(self._lie_as_dud())
        elif self.event:
            results = Results(self.event, self.act.key)
            lines += [*results.explosions(), *results.victims()]
        session.delete(flight)
        return Outcome(f"{flight.name} lands", tuple(lines))

    def _position(self) -> tuple[float | None, float | None]:
        """Give the point of the X; none for a miss, whose spot is known in words only."""
        flight = self.flight
        return (flight.target_x, flight.target_y) if self.hit else (None, None)

    def _landing_line(self) -> Line:
        assert self.roll
        dice = (*self.roll.dice, *(self.more.dice if self.more else ()))
        tones = (Tone.OK if self.hit else Tone.DANGER,) * len(dice)
        words = self._result()
        if self._chosen("spot"):
            words += f" {self._defender_name(self.defender)} lands it {self.where}."
        critical = self.roll.critical_failure
        return line(
            Kind.AIR, f"{self.flight.name} lands.", Dice(dice, tones), words,
            rule="8.4-11" if self.hit else ("8.4-21" if critical else "8.4-20"),
            player_id=self.attacker, unit_id=self.flight.target_id, step=self.act.key,
            sums=self._sums(),
        )  # fmt: skip

    def _sums(self) -> tuple[Sum, ...]:
        """Tell how the Action Roll, what it needs and the miss came about."""
        assert self.roll
        size = next(option.consequence for option in SIZES if option.value == str(self.modifier))
        at_the_x = Term(f"At the X: {size}", self.modifier, "5.1-27")
        rolled = (self.roll, self.more)
        return landing_sums(
            self.session, self.flight, self.frozen, rolled, self.total, at_the_x,
            missed=None if self.hit else self.missed,
        )  # fmt: skip

    def _lie_as_dud(self) -> Line:
        flight = self.flight
        self.session.add(
            Explosive(
                player_id=self.attacker,
                name=flight.name,
                explosive_size=flight.explosive_size,
                makeup=flight.makeup,
                stability=Stability[DUD_STABILITY.name],
                state=ExplosiveState.DUD,
                place=self.where,
                x=self._position()[0],
                y=self._position()[1],
            )
        )
        words = f"{self._defender_name(self.defender)} calls it. Armed and unstable, {self.where}."
        rolled = self.blast.roll.dice if self.blast else ()
        return line(
            Kind.DUD, f"{flight.name} is a dud.", *((Dice(rolled),) if rolled else ()), words,
            rule="8.4-22", player_id=self.attacker, step=self.act.key,
        )  # fmt: skip
