"""Projectiles that land: Action Roll, miss, dud, explosion (8.4-11, 8.4-20 to 8.4-23)."""

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import existing_row, heed, point_said
from brikdesk.acts.combat.aim import ExplodingStep, ExplosionPreview, LandingCircle
from brikdesk.acts.combat.blasts import Explosion
from brikdesk.acts.combat.event import Event, Results, rolled_blasts, victim_lines, waiting_for
from brikdesk.acts.combat.shots import DUD, is_dud, spends_benny
from brikdesk.acts.explosives.explosion import BlastRoll, Makeup
from brikdesk.acts.explosives.flights import check_flies_now, frozen_attack
from brikdesk.acts.movement.going import lie
from brikdesk.acts.movement.on_the_way import spot_of
from brikdesk.acts.step_act import Asking, StillMissing, Throw, complete, played, unanswered
from brikdesk.acts.sums import ON_FIRE, cited, roll_terms, sum_of, sum_of_roll
from brikdesk.acts.who_may import MINIFIGS
from brikdesk.copied import copied
from brikdesk.dice import Pool, Roll, RollKind, action_kind
from brikdesk.ground.shapes import Point
from brikdesk.odds.rolls import Odds, action_odds
from brikdesk.rules.brikwars import explosives
from brikdesk.rules.brikwars import flight as flight_rules
from brikdesk.rules.brikwars.attacks import BENNY_DIE
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.shooting import may_land
from brikdesk.rules.brikwars.weapons import aim_modifier, size_modifier
from brikdesk.store.act import Act
from brikdesk.store.house_rules import enemies_of, house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Sum, Term, Tone, line, outcome_of
from brikdesk.store.tables import Explosive, ExplosiveState, Fate, Projectile, Unit
from brikdesk.text import said_of
from brikdesk.turns.steps import AS_IT_IS, DieWords, Option, Prospect
from brikdesk.turns.turn_order import player_name

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Land(ExplodingStep):
    """A projectile reaches its X: the Action Roll is made now, with what was fixed at launch.

    Faces: the Action die (and −1d4 of a burning firer), a Benny's d6, the Damage dice, then the POP
    and Armor dice of everybody `caught` within reach of the explosion. Choices: `size` (modifier of
    what stands at the X), `benny` (damage, roll, other), `spot` (where a miss lands: words, or a
    point such as "x 12.5, y 8"), `dud` (explodes, dud), `tie-n` (which die leaves first), `bad-12`
    (Something Bad for unit 12).
    """

    KEY = "flight-{0.projectile_id}"
    IF = "if it still flies"
    projectile_id: int

    def prospects(self, session: Session, state: Hashable = AS_IT_IS) -> tuple[Prospect, ...]:
        """Return whether it hits its X; a Benny is spent on the Action Roll if that misses."""
        landing = _Landing(self, session)
        use, odds = landing.frozen.use, landing.odds()
        hits, fails = odds.at_least(use), odds.critical_failure
        ways = (("hits", hits), ("misses", 1 - hits - fails), ("Critical Failure", fails))
        return tuple(Prospect(float(chance), words, None) for words, chance in ways if chance > 0)

    def within_reach(self, session: Session) -> tuple[str, frozenset[int]]:
        """Return who stands within reach of its X, and where a miss may come down."""
        landing = _Landing(self, session)
        lowest = next(iter(landing.odds().chances), (landing.frozen.use, None))[0]
        dice = landing.flight.explosive_size
        astray = flight_rules.missed_by(landing.frozen.use, lowest)
        words, near = self._around(session, landing.point_of_x(), dice, astray)
        target = landing.flight.target_id
        left = target is not None and landing.there is None
        who = session.get(Unit, target) if target and left else None
        return f"{who.name} has left the X; {words}" if who and words else words, near

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


class _Landing:
    """One landing as far as its dice and choices are known, and what it leaves.

    `there` is the unit on which the X lies, `more` the die that a Benny adds to the Action Roll.
    """

    def __init__(self, act: Land, session: Session) -> None:
        self.act, self.session = act, session
        self.flight = existing_row(session, Projectile, act.projectile_id)
        self.asking = Asking(act.choices)
        self.frozen = frozen_attack(self.flight)
        self.makeup = Makeup.of(self.flight.makeup)
        self.throw = Throw(act.thrown(session), house_of(session, BrikWarsHouse).dice)
        self.event: Event | None = None
        self.roll: Roll | None = None
        self.more: Roll | None = None
        self.sizes: tuple[Option, ...] = SIZES
        self.there = self._unit_at_the_x()
        self.modifier = self._size()
        played(self._play)
        self.throw.done()

    def odds(self) -> Odds:
        """Return the odds of its Action Roll, with all that was fixed at launch (Q8-32)."""
        bonus = self.modifier + sum(each.value for each in self.frozen.modifiers)
        pool = Pool((self.frozen.action_die,), bonus, self.frozen.penalty)
        return action_odds(pool, spend_benny=True, house=self.throw.house)

    @property
    def attacker(self) -> int:
        """The launching player."""
        return self.flight.player_id

    def _unit_at_the_x(self) -> Unit | None:
        """Return the unit on which the X lies; None if there is none, or it has moved away."""
        flight = self.flight
        unit = self.session.get(Unit, flight.target_id) if flight.target_id else None
        if unit is None or unit.fate is not Fate.ALIVE or not unit.on_table:
            return None
        stands = spot_of(unit)
        if flight.target_x is None or flight.target_y is None or stands is None:
            return unit  # no positions: nothing says that it has moved, so it is still there
        away = math.dist((flight.target_x, flight.target_y), stands)
        # The X is a point: it lies on the unit up to half its Size from the unit's centre, of one
        # smaller than a minifig up to half an inch (Q8-34: what moved off the X is not followed).
        return unit if away <= max(1, unit.size) / 2 else None

    def _size(self) -> int:
        """Ask for size and visibility at the X; the default is that all of the unit is seen."""
        known, unit = 0, self.there
        if unit is not None and unit.kind not in MINIFIGS:
            known = size_modifier(float(unit.size)) if unit.size > 0 else aim_modifier("tiny")
            if str(known) not in {option.value for option in SIZES}:
                words = f'large, {unit.size:g}" visible'
                self.sizes = (*SIZES, Option(str(known), f"+{known}", words))
        prompt = "Size and visibility at the X:"
        return int(self.asking.choose("size", prompt, None, self.sizes, usual=str(known)))

    def _play(self) -> None:
        die, penalty = self.frozen.action_die, self.frozen.penalty
        bonus = self.modifier + sum(each.value for each in self.frozen.modifiers)
        labels = ("Action", *["−1d4 fire"] * len(penalty))
        roll = self.throw.roll(action_kind(die), (die,), labels, bonus, penalty=penalty)
        self.roll = complete(roll)
        if self.roll.benny:
            self._ask_benny()
        if self.bennied == "roll":
            self.more = complete(self.throw.roll(RollKind.OTHER, (BENNY_DIE,), ("Benny",)))
        if not self.hit:
            self._ask_spot()
        if explosives.may_be_dud(self.roll.critical_failure):
            self._ask_dud("The Action Roll is a Critical Failure.")
        # Damage is rolled only once everything before it is decided: a Benny adds a Damage die, and
        # the spot says where it explodes.
        if self.dud or self.asking.open:
            return
        answers, asked = self.asking.answers, self.asking.asked
        caught = self.act.caught
        self.event = Event(self.session, self.throw, answers, caught, self.attacker, asked)
        self.event.explosions.append(self._explosion())
        self.event.play(self._settle)

    def _explosion(self) -> Explosion:
        x, y = self.position()
        return copied(
            Explosion,
            self.flight,
            key=f"landing-{self.flight.id}",
            makeup=self.makeup,
            attacker_id=self.attacker,
            place=self.where,
            x=x,
            y=y,
            at_id=self.there.id if self.there and self.hit else None,
            bought=self.bennied == "damage",
            knocked=max(0, self.total),
            projectile_id=self.flight.id,
        )

    def _settle(self, explosion: Explosion) -> None:
        """Ask whether it is a dud after all (8.4-21)."""
        assert self.roll
        # A chain may explode others too; only what has landed can turn out a dud.
        own = explosion.key == f"landing-{self.flight.id}"
        failed = explosion.blast is not None and explosion.blast.critical_failure
        if own and not self.roll.critical_failure and explosives.may_be_dud(False, failed):
            self._ask_dud("The Damage Roll is a Critical Failure.")
            explosion.dud = self.dud
        if self.asking.open:
            raise StillMissing

    @property
    def blast(self) -> BlastRoll | None:
        """The Damage Roll of what landed, once it lies there."""
        return self.event.explosions[0].blast if self.event else None

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
        return flight_rules.missed_by(self.frozen.use, self.total)

    @property
    def needed(self) -> int:
        """The natural number that hits, without penalty dice."""
        at_the_x = flight_rules.RollTerm("Size and visibility", self.modifier, "5.1-27")
        return flight_rules.needed_number(self.frozen, (at_the_x,))

    @property
    def bennied(self) -> str:
        """What the Over the Top Benny was spent on."""
        return self.asking.chosen("benny")

    @property
    def dud(self) -> bool:
        """Whether the defender called it a dud."""
        return self.asking.chosen("dud") == DUD

    def _ask_benny(self) -> None:
        hits = self.roll is not None and self.roll.reaches(self.frozen.use)
        damage = Option("damage", "+1 Damage die", 'one more band: the blast reaches 2" farther')
        roll = Option("roll", "+1d6 on the Action Roll")
        other = Option("other", "Something else", "as the table agrees")
        options = (damage, other) if hits else (roll, damage, other)
        prompt = spends_benny(self.session, self.attacker)
        self.asking.choose("benny", prompt, self.attacker, options)

    def _ask_spot(self) -> None:
        chooser = self.defender
        inches = (self.missed, *range(min(self.missed - 1, 3), 0, -1))
        first, *rest = (f'{each}" from the X' for each in inches)
        options = (Option(first, first, "as far as it may land"), *(Option(at, at) for at in rest))
        prompt = f'{self.defender_name(chooser)} lands it within {self.missed}" of the X:'
        self.asking.choose("spot", prompt, chooser, options, free=True)

    def _ask_dud(self, why: str) -> None:
        is_dud(self.asking, "dud", why, self.session, self.defender)

    def defender_name(self, chooser: int | None) -> str:
        """Return the name of the player who decides, "An enemy" if it is not settled who."""
        return player_name(self.session, chooser) if chooser else "An enemy"

    @property
    def defender(self) -> int | None:
        """The player who places a miss; None: an enemy whom the attacker names (A-13)."""
        target = self.session.get(Unit, self.flight.target_id) if self.flight.target_id else None
        return flight_rules.landing_chooser(
            self.attacker,
            target.player_id if target else None,
            enemies_of(self.session, self.attacker),
        )

    @property
    def where(self) -> str:
        """Where it came down, in words."""
        typed = self.asking.chosen("spot")
        spot = text.name(typed, "spot") if typed else ""
        return f"{spot} ({self.flight.target})" if spot else self._at_the_x

    @property
    def _at_the_x(self) -> str:
        """Name what stands at the X; a unit that has left it is not there any more (8.4-12)."""
        gone = self.flight.target_id is not None and self.there is None
        return f"where {self.flight.target} was" if gone else self.flight.target

    def position(self) -> tuple[float | None, float | None]:
        """Return the point where it came down; (None, None) if that is known in words only."""
        if not self.hit:
            return point_said(self.asking.chosen("spot")) or (None, None)
        return self.point_of_x() or (None, None)

    def point_of_x(self) -> Point | None:
        """Return the point of the X, as far as the map knows it."""
        flight, there = self.flight, self.there
        x, y = flight.target_x, flight.target_y
        if x is None and there is not None:
            x, y = there.x, there.y
        return None if x is None or y is None else (x, y)

    def circle(self) -> LandingCircle | None:
        """Return where it may land if it misses its X, as far as the map knows that."""
        middle = self.point_of_x()
        if self.roll is None or self.hit or middle is None:
            return None
        return LandingCircle(*middle, self.missed)

    def check_spot(self, act: Act) -> None:
        """Refuse a spot that is farther from the X than it missed by (8.4-20)."""
        middle, spot = self.point_of_x(), point_said(self.asking.chosen("spot"))
        if not self.hit and middle and spot:
            no = may_land(math.dist(middle, spot), self.missed, explosive=True)
            heed(act, no, self.session, self.flight.name)

    def preview(self) -> ExplosionPreview:
        """Return what is asked, and what will happen."""
        hits = (f"{self.needed} or more", f"hits (Use {self.frozen.use})")
        there = self.event if self.event and not self.dud else None
        return ExplosionPreview(
            dice=tuple(self.throw.asked),
            owed=self.throw.owed,
            legend=(hits, ("1", "Critical Failure")),
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
            points = self.blast.bands[0].damage
            return f'{said_of(self.flight.name, "explodes")}: {points} damage within 2".'
        return self._result()

    def settle(self) -> Outcome:
        """Write what the landing leaves, and its lines."""
        assert self.roll
        lines = [self._landing_line()]
        if self.dud:
            lines += self._lie_as_dud()
        elif self.event:
            results = Results(self.event, self.act.key)
            lines += [*results.explosions(), *results.victims()]
        self.session.delete(self.flight)
        return outcome_of(*lines)

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
            player_id=self.attacker, unit_id=self.flight.target_id, step=self.act.key,
            sums=self._sums(),
        )  # fmt: skip

    def _sums(self) -> tuple[Sum, ...]:
        """Return the sums of the Action Roll, of what it needs, and of the inches it misses by.

        Terms that were fixed at launch cite the act of the launch (Q8-32).
        """
        assert self.roll
        # `modifier` was chosen among `sizes`, so one of them has it: its words name the term.
        size = next(each.consequence for each in self.sizes if each.value == str(self.modifier))
        launch = made_by(self.session, self.flight, "frozen")
        fixed = [
            cited(each.reason, each.value, each.rule, launch) for each in self.frozen.modifiers
        ]
        added = [*fixed, Term(f"At the X: {size}", self.modifier, "5.1-27")]
        benny = roll_terms(self.more, "4.2-18", ("Benny:",)) if self.more else ()
        use = Term("Use", self.frozen.use, "4.2-06", launch)
        taken_off = [replace(term, value=-term.value) for term in added]
        sums = (
            sum_of_roll(
                "Action Roll", self.roll, *added, *benny,
                rule="8.4-11", total=self.total, labels=("Action",),
                on_fire=replace(ON_FIRE, reason="On fire at launch", act_id=launch),
            ),
            # floor 2: a natural 1 is a Critical Failure, whatever is added to it
            sum_of("Needed on the die", self.needed, use, *taken_off, floor=2),
        )  # fmt: skip
        if self.hit:
            return sums
        # A Critical Failure misses by at least 1", however high its total (8.4-20, Q8-42).
        least = int(self.total >= use.value)
        rolled = Term("Action Roll", -self.total, "8.4-20")
        return (*sums, sum_of("Missed by", self.missed, use, rolled, floor=least))

    def _lie_as_dud(self) -> list[Line]:
        flight, (x, y) = self.flight, self.position()
        dud = copied(
            Explosive,
            flight,
            stability=explosives.DUD_STABILITY,
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
            rule="8.4-22", player_id=self.attacker, step=self.act.key,
        )  # fmt: skip
        return [entry, *lie(self.session, dud)]
