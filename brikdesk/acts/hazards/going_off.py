"""A Concealed Hazard goes off at one spot: on whom its dice act, and which Traps follow (F.1-57)."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from brikdesk.acts.attack.aim import Aim, Caught
from brikdesk.acts.attack.blast_preview import BlastLine, VictimLine
from brikdesk.acts.attack.blasts import Explosion
from brikdesk.acts.attack.event import Event
from brikdesk.acts.attack.results import Results
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.attack.victims import rolled_blasts, victim_lines
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.fields.springing import spring_linked
from brikdesk.acts.hazards.hazard_hit import HazardHit, hazard_kind, throw_hazard, write_hazard_hit
from brikdesk.acts.reckoning import fails, sum_of_roll
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import move_left, move_used
from brikdesk.acts.units.slipping import mode_of
from brikdesk.dice import Roll
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.hazards.concealed_hazards import may_go_off
from brikdesk.rules.brikwars.hazards.difficult_terrain import (
    TERRAIN_SIDES,
    Crossing,
    TerrainMode,
    cross,
)
from brikdesk.rules.brikwars.hazards.fields import MOVE_DIE, hazard_die
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Dice, Kind, Line, line
from brikdesk.store.tables import Fate, Field, Unit
from brikdesk.turns.sequence import stamp_now, turn_now
from brikdesk.turns.steps import BandRow, Choice

EXP_DIE = "d10 Exp"
"""The Hazard die that explodes around the spot (QF-42)."""


class GoingOff:
    """One trigger as far as its dice and choices are known.

    `victim` is the unit that set it off, None if the roster does not have it. d6 Damage and d4 Fire
    strike the victim; with d10 Exp they are part of an explosion that others may be `caught` in
    (QF-42). d6 Move takes inches off the victim's Move, or carries it in the Field's direction.
    """

    def __init__(
        self,
        session: Session,
        throw: Throw,
        choices: Mapping[str, str],
        field: Field,
        victim: Unit | None,
        spot: str,
        caught: Sequence[Caught] = (),
        position: Point | None = None,
    ) -> None:
        self.session, self.throw, self.choices = session, throw, choices
        self.field, self.victim, self.spot = field, victim, _free_spot(field, spot)
        self.asked: list[Choice] = []
        self.move: Roll | None = None
        self.hit: HazardHit | None = None
        self.event: Event | None = None
        self.position = position
        self.complete = self._play(caught)

    def _play(self, caught: Sequence[Caught]) -> bool:
        moves = self.field.dice.count(MOVE_DIE)
        if moves and self.victim:
            sides = (TERRAIN_SIDES,) * moves
            self.move = self.throw.roll(hazard_kind(self.session), sides, ["Move"] * moves)
            if self.move is None:
                return False
        rest = [die for die in self.field.dice if die not in (MOVE_DIE, EXP_DIE)]
        if EXP_DIE in self.field.dice:
            return self._explode(self.field.dice.count(EXP_DIE), rest, caught)
        if not rest or self.victim is None:
            return True
        sides = tuple(hazard_die(die).sides for die in rest)
        self.hit = throw_hazard(
            self.session,
            self.throw,
            self.victim,
            self.field,
            sides,
            self.choices,
            rule="F.1-57",
            seen=False,
        )
        self.asked += self.hit.choices
        return self.hit.test is not None and all(each.chosen for each in self.hit.choices)

    def _explode(self, count: int, rest: Sequence[str], caught: Sequence[Caught]) -> bool:
        attacker = self.field.player_id or turn_now(self.session).player_id
        event = Event(self.session, self.throw, self.choices, caught, attacker, self.asked)
        event.explosions.append(
            Explosion(
                key=f"field-{self.field.id}",
                name=self.field.name,
                explosive_size=count,
                makeup=Makeup(added=tuple(f"1{die}" for die in rest)),
                attacker_id=attacker,
                place=self.spot,
                x=self.position[0] if self.position else None,
                y=self.position[1] if self.position else None,
                direct=self._centre(),
                hidden=True,
                at_id=self.victim.id if self.victim else None,
            )
        )
        self.event = event
        return event.explode_all() and event.armor()

    def _centre(self) -> Target | None:
        victim = self.victim
        if victim is None:
            return None
        return Target(0, Aim(unit_id=victim.id), victim.name, unit=victim)

    @property
    def bands(self) -> tuple[BandRow, ...]:
        """The bands of its explosion."""
        blast = self.event.explosions[0].blast if self.event else None
        return blast.rows if blast else ()

    @property
    def blasts(self) -> tuple[BlastLine, ...]:
        """Its explosion, once its dice say how far it reaches."""
        return rolled_blasts(self.event)

    @property
    def victims(self) -> tuple[VictimLine, ...]:
        """What each victim of its explosion takes."""
        return victim_lines(self.event) if self.event else ()

    @property
    def words(self) -> str:
        """What it does to its victims in words, as far as that is known."""
        if self.event:
            victims = (each for each in self.event.victims.values() if each.test)
            return " ".join(
                f"{each.target.name}: {each.test.words}" for each in victims if each.test
            )
        return self.hit.words if self.hit else ""

    # Writing

    def settle(self, lead: str, rule: str, step: str) -> list[Line]:
        """Mark the spot and write what the dice do; then the Traps linked to it go off."""
        # A new list: SQLAlchemy does not notice changes inside a JSON value.
        self.field.triggered = [*self.field.triggered, self.spot]
        self.session.add(self.field)
        dice = ", ".join(self.field.dice) or "no dice"
        first = line(
            Kind.FIELD, lead, f"{self.spot}: {dice}. The spot is marked.", rule=rule,
            player_id=self.field.player_id, unit_id=self.victim.id if self.victim else None,
            step=step,
        )  # fmt: skip
        lines = [first, *self._write_move(step)]
        if self.event:
            results = Results(self.event, step)
            lines += [*results.explosions(), *results.victims()]
        elif self.hit and self.hit.test:
            lines += write_hazard_hit(self.session, self.hit, self.choices, step)
        return [*lines, *spring_linked(self.session, self.field, self._aim(), step)]

    def _aim(self) -> str:
        """Return in words what linked weapons aim at: the spot where it went off (F.2-08)."""
        return f"the spot {self.spot}"

    def _write_move(self, step: str) -> list[Line]:
        unit = self.victim
        if unit is None or self.move is None or unit.fate is not Fate.ALIVE:
            return []
        failure = house_of(self.session, BrikWarsHouse).dice.failure_is_zero
        inches = self.move.quantity(failure_is_zero=failure)
        crossing = self._crossing(unit, inches)
        words = f"{in_inches(crossing.move)} of Move lost."
        if crossing.carried:
            where = f" {self.field.direction}" if self.field.direction else ""
            words = f"carried {in_inches(crossing.carried)}{where}."
        elif crossing.move:
            unit.move_used = move_used(self.session, unit) + crossing.move
            unit.moved_turn_id = stamp_now(self.session)
            self.session.add(unit)
        fail = (fails(self.move.total),) if inches != self.move.total else ()
        source = made_by(self.session, self.field, "made_turn_id")
        total = sum_of_roll(
            "Hazard inches", self.move, *fail, rule="F.1-57", total=inches, act_id=source
        )
        return [
            line(
                Kind.FIELD, f"{unit.name} in {self.field.name}:", Dice(self.move.dice), words,
                rule="F.1-57", player_id=unit.player_id, unit_id=unit.id, step=step, sums=(total,),
            )
        ]  # fmt: skip

    def _crossing(self, unit: Unit, inches: int) -> Crossing:
        thrust = mode_of(self.field) is TerrainMode.THRUST
        mode = TerrainMode.THRUST if thrust else TerrainMode.SLOW
        return cross(mode, inches, move_left(self.session, unit))


def _free_spot(field: Field, spot: str) -> str:
    """Return a name that no other spot of the Field has: each goes off once (F.1-59)."""
    name, number = spot, 2
    while may_go_off(name, field.triggered):
        name, number = f"{spot} ({number})", number + 1
    return name
