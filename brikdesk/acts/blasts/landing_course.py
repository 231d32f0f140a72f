"""A landing stage by stage: Action Roll, Benny, where a miss lands, dud, explosion (8.4-11, 8.4-20)."""

import math
from collections.abc import Mapping, Sequence

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.asking import Asking
from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blast_preview import LandingCircle
from brikdesk.acts.attack.blasts import Explosion
from brikdesk.acts.attack.event import Event
from brikdesk.acts.explosives.explosion import BlastRoll, Makeup
from brikdesk.acts.explosives.flying import frozen_attack
from brikdesk.acts.heed import heed
from brikdesk.acts.places import point_said
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import MINIFIGS
from brikdesk.dice import Face, Roll, RollKind, action_kind
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.aiming import aim_modifier, size_modifier
from brikdesk.rules.brikwars.attacks.missed_shots import may_land
from brikdesk.rules.brikwars.explosives.duds import landing_chooser, may_be_dud, missed_by
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.sides import enemies_of
from brikdesk.store.tables import Fate, Projectile, Unit
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import Option

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


class LandingCourse:
    """One landing as far as its dice and choices are known; `thrown` are the faces that count."""

    def __init__(
        self,
        session: Session,
        flight: Projectile,
        thrown: Sequence[Face],
        answers: Mapping[str, str],
        caught: Sequence[Caught],
    ) -> None:
        self.session, self.flight = session, flight
        self.caught = caught
        self.asking = Asking(answers)
        self.frozen = frozen_attack(flight)
        self.makeup = Makeup.of(flight.makeup)
        self.throw = Throw(thrown, house_of(session, BrikWarsHouse).dice)
        self.event: Event | None = None
        self.roll: Roll | None = None
        self.sizes: tuple[Option, ...] = SIZES
        self.there = self._unit_at_the_x()
        self.modifier = self._size()
        self._play()
        self.throw.done()

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
        if None in (flight.target_x, flight.target_y, unit.x, unit.y):
            return unit  # no positions: nothing says that it has moved, so it is still there
        marked = (flight.target_x or 0.0, flight.target_y or 0.0)
        away = math.dist(marked, (unit.x or 0.0, unit.y or 0.0))
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
        self.roll = self._action_roll(())
        if self.roll is None:
            return
        if self.roll.benny:
            self._ask_benny()
        if self.bennied == "roll" and not self._with_benny_on_the_roll():
            return
        if not self.hit:
            self._ask_spot()
        if may_be_dud(self.roll.critical_failure):
            self._ask_dud("The Action Roll is a Critical Failure.")
        # Damage is rolled only once everything before it is decided: a Benny adds a Damage die, and
        # the spot says where it explodes.
        if self.dud or self.asking.open:
            return
        self.event = Event(
            self.session,
            self.throw,
            self.asking.answers,
            self.caught,
            self.attacker,
            self.asking.asked,
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
            x=self.position()[0],
            y=self.position()[1],
            at_id=self.there.id if self.there and self.hit else None,
            bought=self.bennied == "damage",
            knocked=max(0, self.total),
            projectile_id=flight.id,
        )

    def _settled(self, explosion: Explosion) -> bool:
        """Ask whether it is a dud after all (8.4-21); return whether no choice is open."""
        assert self.roll
        # A chain may explode others too; only what has landed can turn out a dud.
        own = explosion.key == f"landing-{self.flight.id}"
        failed = explosion.blast is not None and explosion.blast.critical_failure
        if own and not self.roll.critical_failure and may_be_dud(False, failed):
            self._ask_dud("The Damage Roll is a Critical Failure.")
            explosion.dud = self.dud
        return not self.asking.open

    @property
    def blast(self) -> BlastRoll | None:
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
        return self.asking.chosen("benny")

    @property
    def dud(self) -> bool:
        """Whether the defender called it a dud."""
        return self.asking.chosen("dud") == "dud"

    def _ask_benny(self) -> None:
        hits = self.roll is not None and self.roll.reaches(self.frozen.use)
        damage = Option("damage", "+1 Damage die", "one more band")
        roll = Option("roll", "+1d6 on the Action Roll")
        other = Option("other", "Something else", "as the table agrees")
        options = (damage, other) if hits else (roll, damage, other)
        name = player_name(self.session, self.attacker)
        self.asking.choose(
            "benny", f"Over the Top! {name} spends the Benny on:", self.attacker, options
        )

    def _ask_spot(self) -> None:
        chooser = self.defender
        name = self.defender_name(chooser)
        far = f'{self.missed}" from the X'
        options = (
            Option(far, far, "as far as it may land"),
            *(
                Option(f'{inches}" from the X', f'{inches}" from the X')
                for inches in range(min(self.missed - 1, 3), 0, -1)
            ),
        )
        prompt = f'{name} lands it within {self.missed}" of the X:'
        self.asking.choose("spot", prompt, chooser, options, free=True)

    def _ask_dud(self, why: str) -> None:
        chooser = self.defender
        options = (
            Option("explodes", "It explodes"),
            Option("dud", "It is a dud", "armed and unstable"),
        )
        self.asking.choose("dud", f"{why} {self.defender_name(chooser)} decides:", chooser, options)

    def defender_name(self, chooser: int | None) -> str:
        """Return the name of the player who decides, "An enemy" if it is not settled who."""
        return player_name(self.session, chooser) if chooser else "An enemy"

    @property
    def defender(self) -> int | None:
        """The player who places a miss; None: an enemy whom the attacker names (A-13)."""
        target = self.session.get(Unit, self.flight.target_id) if self.flight.target_id else None
        return landing_chooser(
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
