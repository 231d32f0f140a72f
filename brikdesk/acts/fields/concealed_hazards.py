"""Concealed Hazards: crossed, gone off, and things set down in them (F.1-57 to F.1-69)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import alive, check_position, existing_row, place_of, point_said
from brikdesk.acts.combat.aim import (
    Aim,
    Caught,
    ExplodingStep,
    ExplosionPreview,
    Target,
    TargetPart,
)
from brikdesk.acts.combat.armor import fire_penalty, on_fire
from brikdesk.acts.combat.blasts import Explosion
from brikdesk.acts.combat.event import Event, Results, rolled_blasts, victim_lines
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.fields.difficult_terrain import (
    HazardHit,
    hazard_kind,
    hazard_of,
    inches_sum,
    throw_hazard,
    write_hazard_hit,
)
from brikdesk.acts.fields.fields import area_for, settle_encounter
from brikdesk.acts.fields.scouts_and_marks import hazard_roll_of, pathfinds
from brikdesk.acts.fields.traps import spring_linked
from brikdesk.acts.movement.on_the_way import fall, mode_of, slips, spot_of
from brikdesk.acts.step_act import Throw, ask, played
from brikdesk.acts.sums import dice_terms, sum_of_roll
from brikdesk.acts.who_may import check_other_action, move_left, take_action, use_move
from brikdesk.dice import Roll, RollKind, action_kind
from brikdesk.errors import BadInput
from brikdesk.ground.paths import spot_along, walk
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars import fields as field_rules
from brikdesk.rules.brikwars import traps_and_scouts as trap_rules
from brikdesk.rules.brikwars.attacks import BENNY_DIE
from brikdesk.rules.brikwars.fire import FIRE_SIDES
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Sum, Term, Tone, line, outcome
from brikdesk.store.tables import Encounter, Fate, Field, Unit
from brikdesk.store.views.battlefield import trails_now
from brikdesk.text import opening, said_of
from brikdesk.turns.steps import Choice, DieWords, Option
from brikdesk.turns.turn_order import turn_now

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
        moves = self.field.dice.count(field_rules.MOVE_DIE)
        if moves and self.victim:
            sides = (field_rules.TERRAIN_SIDES,) * moves
            self.move = self.throw.roll(hazard_kind(self.session), sides, ["Move"] * moves)
            if self.move is None:
                return False
        rest = [die for die in self.field.dice if die not in (field_rules.MOVE_DIE, EXP_DIE)]
        if EXP_DIE in self.field.dice:
            return self._explode(self.field.dice.count(EXP_DIE), rest, caught)
        if not rest or self.victim is None:
            return True
        sides = tuple(field_rules.hazard_die(die).sides for die in rest)
        # Nobody sees it coming, so no Shield meets it (5.2-51).
        hazard = hazard_of(self.session, self.field, "F.1-57", seen=False)
        self.hit = throw_hazard(self.session, self.throw, self.victim, hazard, sides, self.choices)
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
        return played(event.play)

    def _centre(self) -> Target | None:
        victim = self.victim
        if victim is None:
            return None
        return Target(0, Aim(unit_id=victim.id), victim.name, unit=victim)

    def shown(self) -> dict[str, Any]:
        """Return what a preview shows of its explosion: its bands, its reach, what each victim takes."""
        if self.event is None:
            return {}
        blast = self.event.explosions[0].blast
        return {
            "bands": blast.rows if blast else (),
            "blasts": rolled_blasts(self.event),
            "victims": victim_lines(self.event),
        }

    @property
    def words(self) -> str:
        """What it does to its victims in words, as far as that is known."""
        if self.event is None:
            return self.hit.words if self.hit else ""
        victims = self.event.victims.values()
        return " ".join(f"{each.target.name}: {each.test.words}" for each in victims if each.test)

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
        # Linked weapons aim at the spot where it went off (F.2-08).
        return [*lines, *spring_linked(self.session, self.field, f"the spot {self.spot}", step)]

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
            use_move(self.session, unit, crossing.move)
        total = inches_sum(self.session, self.field, self.move, inches, "F.1-57")
        return [
            line(
                Kind.FIELD, f"{unit.name} in {self.field.name}:", Dice(self.move.dice), words,
                rule="F.1-57", of=unit, step=step, sums=(total,),
            )
        ]  # fmt: skip

    def _crossing(self, unit: Unit, inches: int) -> field_rules.Crossing:
        thrust = mode_of(self.field) is field_rules.TerrainMode.THRUST
        mode = field_rules.TerrainMode.THRUST if thrust else field_rules.TerrainMode.SLOW
        return field_rules.cross(mode, inches, move_left(self.session, unit))


def _free_spot(field: Field, spot: str) -> str:
    """Return a name that no other spot of the Field has: each goes off once (F.1-59)."""
    name, number = spot, 2
    while trap_rules.may_go_off(name, field.triggered):
        name, number = f"{spot} ({number})", number + 1
    return name


def spot_on_the_way(
    session: Session, unit: Unit, field: Field, inches: float, after: float
) -> Point | None:
    """Return the point of a unit's way in this turn where it has gone `after` inches in a Field.

    `inches` are those of the path that is rolled for, the newest part of its way within the Field:
    what lies before was rolled for already. None where the map knows no such way.
    """
    trail = next((way for way in trails_now(session) if way.unit_id == unit.id), None)
    area = area_for(field, unit)
    if trail is None or area is None:
        return None
    within = walk(trail.points, areas={"field": area}).through
    if not within:
        return None
    (passage,) = within
    return spot_along(trail.points, passage.along(max(0.0, passage.inches - inches) + after))


MOST_INCHES = 1000.0
ADD, KEEP = "add", "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossConcealed(ExplodingStep):
    """A unit has declared a path of so many `inches` through a Concealed Hazard and rolls.

    The roll is passive: it needs no Action (F.1-61). `through_air`: the unit leaps, falls or is
    thrown that far, and comes down inside. `part` is "small" or "tiny" for units smaller than a
    minifig. `follower_ids` are units behind a Scout in single file, `followers` counts those that
    are not in the roster. `spot` names where it goes off; `caught` lists everybody else within
    reach of an explosion. `encounter_id` is that of a way on the map, which is rolled for once.

    Faces: the Action die with its Bonus Dice and −1d4 of a burning unit, a Benny's d6, then the
    Hazard dice and Armor. Choices: `benny` (add, keep), those of an explosion, of Something Bad.
    """

    KEY = "path-{0.unit_id}-{0.field_id}"
    unit_id: int
    field_id: int
    inches: float
    through_air: bool = False
    part: TargetPart = TargetPart.WHOLE
    follower_ids: tuple[int, ...] = ()
    followers: int = 0
    spot: str = ""
    x: float | None = None
    y: float | None = None
    encounter_id: int | None = None

    def check_waiting(self, session: Session) -> None:
        """Refuse followers unless the unit is a Pathfinder: each rolls for itself (QF-43)."""
        unit, _ = self.rows(session)
        if self.encounter_id is not None:
            existing_row(session, Encounter, self.encounter_id)
        alone = bool(self.follower_ids or self.followers) and not pathfinds(session, unit)
        why = f"{unit.name} is no Pathfinder with a Tool. Each unit rolls for itself."
        self.refuse_if(alone, "QF-43", why, session)

    def examine(self, session: Session) -> ExplosionPreview:
        """Ask for the passive roll, then for what goes off."""
        return _Way(self, session).preview()

    def settle(self, session: Session) -> Outcome:
        """Write how far the unit gets, and what goes off where it does."""
        outcome = _Way(self, session).settle()
        settle_encounter(session, self.unit_id, self.field_id)
        return outcome

    def rows(self, session: Session) -> tuple[Unit, Field]:
        """Return unit and Field; BadInput for a wrong Field or an impossible path."""
        turn_now(session)
        unit, field = alive(session, self.unit_id), existing_row(session, Field, self.field_id)
        if field.kind is not field_rules.FieldKind.CONCEALED:
            raise BadInput(f"{said_of(field.name, 'is')} no Concealed Hazard.", "field_id")
        if not 0 < self.inches <= MOST_INCHES:
            raise BadInput('A path is more than 0" and at most 1,000".', "inches")
        if not 0 <= self.followers <= MOST_INCHES:
            raise BadInput("Any number of units may follow, 0 to 1,000.", "followers")
        check_position(self.x, self.y)
        return unit, field


class _Way:
    """One path as far as its dice and choices are known."""

    def __init__(self, act: CrossConcealed, session: Session) -> None:
        self.act, self.session = act, session
        self.unit, self.field = act.rows(session)
        self.rules = house_of(session, BrikWarsHouse)
        self.followers = [alive(session, key).name for key in dict.fromkeys(act.follower_ids)]
        if act.followers:
            self.followers.append(f"{act.followers} units")
        self.throw = Throw(act.thrown(session), self.rules.dice)
        self.choices: list[Choice] = []
        self.roll: Roll | None = None
        self.benny: Roll | None = None
        self.path: trap_rules.Path | None = None
        self.trigger: GoingOff | None = None
        self.pathfinder = pathfinds(session, self.unit)
        if trap_rules.sets_off(self.unit.size):  # Size 0" asks for no dice at all (F.1-66)
            self._play()
        self.throw.done()

    def _play(self) -> None:
        die, specialty = hazard_roll_of(self.session, self.unit)
        penalty = (FIRE_SIDES,) * fire_penalty(self.session, self.unit)
        kind = action_kind(die, specialty=specialty, house=self.throw.house)
        self.roll = self.throw.roll(kind, (die,), ("Action",), penalty=penalty)
        if self.roll is None:
            return
        # The Benny is asked for only where it can help: a path that is safe needs none (QF-40).
        path = self._path(0)
        if path.end is not trap_rules.PathEnd.SAFE and self.roll.benny:
            added = self._benny()
            if added is None:
                return
            path = self._path(added)
        self.path = path
        if path.goes_off:
            self.trigger = GoingOff(
                self.session, self.throw, self.act.choices, self.field, self.unit,
                self._spot(path), self.act.caught, self._point(path),
            )  # fmt: skip
            self.choices += self.trigger.asked

    def _path(self, added: int) -> trap_rules.Path:
        assert self.roll
        return trap_rules.path_through(
            self.act.inches,
            self.total + added,
            critical_failure=self.roll.critical_failure,
            pathfinder=self.pathfinder,
            through_air=self.act.through_air,
            scout_crit_triggers=self.rules.scout_crit_triggers,
        )

    @property
    def total(self) -> int:
        """The Action Roll with the reversed modifier for its Size (F.1-65)."""
        assert self.roll
        return self.roll.total + trap_rules.tread(self.unit.size, self.act.part.value)

    def _benny(self) -> int | None:
        """Return the inches that a Benny adds (QF-40); None while its choice or die is missing."""
        options = (
            Option(ADD, "Add 1d6", "To this roll."),
            Option(KEEP, "Use it elsewhere", "The roll stays as it is."),
        )
        prompt = f"{self.unit.name} goes Over the Top. Use the Benny here?"
        benny = ask(self.act.choices, "benny", prompt, self.unit.player_id, options)
        self.choices.append(benny)
        if benny.chosen != ADD:
            return 0 if benny.chosen else None
        self.benny = self.throw.roll(RollKind.OTHER, (BENNY_DIE,), ("Benny",))
        return self.benny.total if self.benny else None

    def _point(self, path: trap_rules.Path) -> Point | None:
        """Return where it goes off on the map: as said, else by the way that the unit has gone."""
        act, unit = self.act, self.unit
        if act.x is not None and act.y is not None:
            return act.x, act.y
        if (said := point_said(act.spot)) is not None:
            return said
        if act.through_air:  # at the point of impact, where it is now (F.1-67)
            return spot_of(unit)
        if act.encounter_id is None:
            return None  # the path was typed, and need not be on the map
        return spot_on_the_way(self.session, unit, self.field, act.inches, path.after)

    def _spot(self, path: trap_rules.Path) -> str:
        named = place_of(self.act.spot, "spot")
        if named or self.act.through_air:
            return named or f"where {self.unit.name} came down"
        return f"{in_inches(path.after)} in on the path of {self.unit.name}"

    # Showing

    def preview(self) -> ExplosionPreview:
        """Tell what is asked, and how far it gets."""
        words: tuple[DieWords, ...] = ()
        if self.path:
            danger = Tone.OK if self.path.end is trap_rules.PathEnd.SAFE else Tone.DANGER
            words = (DieWords(0, danger, self._how_far(self.path)),)
        shown = self.trigger.shown() if self.trigger else {}
        asks = self.throw.asks(self.choices)
        return ExplosionPreview(**asks, **shown, words=words, summary=self._summary())

    def _summary(self) -> str:
        if not trap_rules.sets_off(self.unit.size):
            return f'{self.unit.name} has Size 0" and sets nothing off.'
        if self.path is None:
            return ""
        more = self.trigger.words if self.trigger else ""
        return f"{self.unit.name}: {self._how_far(self.path)} {more}".strip()

    def _how_far(self, path: trap_rules.Path) -> str:
        if path.end is trap_rules.PathEnd.SAFE:
            return f"safe over {in_inches(self.act.inches)}."
        if path.end is trap_rules.PathEnd.STOPS:
            return f"stops after {in_inches(path.after)}, nothing goes off."
        if self.act.through_air:
            return "it goes off where it comes down."
        return f"it goes off after {in_inches(path.after)}."

    # Writing

    def settle(self) -> Outcome:
        """Write the way, what goes off, and who falls."""
        title = f"{self.unit.name} in {self.field.name}"
        if self.path is None:
            words = f'Size 0" sets nothing off over {in_inches(self.act.inches)}.'
            return Outcome(title, (self._line(words, "F.1-66"),))
        lines = [self._line(self._path_words(self.path), self._rule(self.path))]
        if self.roll and self.roll.critical_failure and slips(self.session, self.unit):
            lines.append(fall(self.session, self.unit, self.act.key))
        if self.trigger:
            lead = f"{said_of(self.field.name, 'goes')} off."
            lines += self.trigger.settle(lead, "F.1-59", self.act.key)
            lines += self._moving_on(self.path)
        return Outcome(title, tuple(lines))

    def _path_words(self, path: trap_rules.Path) -> str:
        words = opening(self._how_far(path))
        if path.end is trap_rules.PathEnd.STOPS:
            words += " That path ends for this turn."
        if self.followers and path.end is not trap_rules.PathEnd.GOES_OFF:
            words += f" As safe in single file: {', '.join(self.followers)}."
        if self.roll and self.roll.benny:
            words += " Over the Top."
        return words

    def _rule(self, path: trap_rules.Path) -> str:
        if path.end is trap_rules.PathEnd.SAFE:
            return "F.1-62"
        if path.end is trap_rules.PathEnd.STOPS:
            return "F.3-03"
        if self.act.through_air:
            return "F.1-67"
        failed = self.roll is not None and self.roll.critical_failure
        return "F.1-64" if failed else "F.1-63"

    def _moving_on(self, path: trap_rules.Path) -> list[Line]:
        """Return a line about the rest of the path, if the unit is still alive (QF-41)."""
        if self.unit.fate is not Fate.ALIVE or not path.left:
            return []
        reroll = self.rules.concealed_reroll_after_trigger
        again = trap_rules.rolls_again(path, concealed_reroll_after_trigger=reroll)
        how = "takes a new roll." if again else "is free."
        words = f"The rest of its path, {in_inches(path.left)}, {how}"
        return [self._line(words, "QF-41", bare=True)]

    def _line(self, words: str, rule: str, *, bare: bool = False) -> Line:
        dice: list[Dice] = []
        if self.roll and not bare:
            bought = self.benny.dice if self.benny else ()
            dice.append(Dice((*self.roll.dice, *bought)))
        return line(
            Kind.FIELD, f"{self.unit.name} in {self.field.name}:", *dice, words, rule=rule,
            of=self.unit, step=self.act.key, sums=() if bare else self._sums(),
        )  # fmt: skip

    def _sums(self) -> tuple[Sum, ...]:
        if self.roll is None:
            return ()
        reversed_size = trap_rules.tread(self.unit.size, self.act.part.value)
        terms = [Term("Size, reversed", reversed_size, "F.1-65")]
        total = self.total
        if self.benny:
            terms += dice_terms(self.benny.dice, "QF-40")
            total += self.benny.total
        fire = on_fire(self.session, self.unit)
        return (sum_of_roll("Way", self.roll, *terms, rule="F.1-60", total=total, on_fire=fire),)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCarefully(ExplodingStep):
    """A unit spends an Action and sets something down in a Concealed Hazard.

    The hazard goes off only on a Critical Failure, and strikes what was set down: `object_id` if it
    is in the roster, else `what` names it. Faces: the Action die with its Bonus Dice and −1d4 of a
    burning unit, then the Hazard dice and Armor. Choices: those of `CrossConcealed` but `benny`.
    """

    KEY = "place-{0.unit_id}-{0.field_id}"
    unit_id: int
    field_id: int
    object_id: int | None = None
    what: str = ""
    spot: str = ""

    def check_waiting(self, session: Session) -> None:
        """Refuse a unit that has no Action left."""
        check_other_action(self, session, alive(session, self.unit_id))

    def examine(self, session: Session) -> ExplosionPreview:
        """Ask for the Action Roll, then for what goes off."""
        unit, field, victim = self._rows(session)
        throw, roll, trigger = self._throw(session, unit, field, victim)
        asks = throw.asks(trigger.asked if trigger else ())
        if trigger:
            summary = f"{said_of(field.name, 'goes')} off."
            return ExplosionPreview(**asks, **trigger.shown(), summary=summary)
        summary = f"{said_of(field.name, 'stays')} quiet." if roll else ""
        return ExplosionPreview(**asks, summary=summary)

    def settle(self, session: Session) -> Outcome:
        """Spend the Action; let the hazard go off if the roll is a Critical Failure."""
        unit, field, victim = self._rows(session)
        _, roll, trigger = self._throw(session, unit, field, victim)
        assert roll
        take_action(session, unit)
        what = self._what(victim)
        title = f"{unit.name} sets {what} down"
        words = "Critical Failure." if trigger else f"{said_of(field.name, 'stays')} quiet."
        lines = [
            line(
                Kind.FIELD, f"{title}.", Dice(roll.dice), words,
                rule="F.1-69", of=unit, step=self.key,
            )
        ]  # fmt: skip
        if roll.critical_failure and slips(session, unit):
            lines.append(fall(session, unit, self.key))
        if trigger:
            lines += trigger.settle(f"{said_of(field.name, 'goes')} off.", "F.1-59", self.key)
        return Outcome(title, tuple(lines))

    def _rows(self, session: Session) -> tuple[Unit, Field, Unit | None]:
        unit, field = alive(session, self.unit_id), existing_row(session, Field, self.field_id)
        if field.kind is not field_rules.FieldKind.CONCEALED:
            raise BadInput(f"{said_of(field.name, 'is')} no Concealed Hazard.", "field_id")
        victim = alive(session, self.object_id) if self.object_id is not None else None
        return unit, field, victim

    def _what(self, victim: Unit | None) -> str:
        return victim.name if victim else place_of(self.what, "what") or "it"

    def _throw(
        self, session: Session, unit: Unit, field: Field, victim: Unit | None
    ) -> tuple[Throw, Roll | None, GoingOff | None]:
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        die, specialty = hazard_roll_of(session, unit)
        penalty = (FIRE_SIDES,) * fire_penalty(session, unit)
        kind = action_kind(die, specialty=specialty, house=throw.house)
        roll = throw.roll(kind, (die,), ("Action",), penalty=penalty)
        trigger = None
        if roll and trap_rules.set_down_goes_off(roll.critical_failure):
            spot = place_of(self.spot, "spot") or f"under {self._what(victim)}"
            trigger = GoingOff(
                session, throw, self.choices, field, victim, spot, self.caught,
                # Who sets something down stands beside it.
                point_said(self.spot) or (victim and spot_of(victim)) or spot_of(unit),
            )  # fmt: skip
        throw.done()
        return throw, roll, trigger


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerSpot(Act):
    """Mark one spot of a Concealed Hazard as gone off; it never does so again (F.1-59).

    Traps whose triggers lie hidden in it go off too (F.2-07).
    """

    field_id: int
    spot: str

    def carry_out(self, session: Session) -> Outcome:
        """Note the spot; BadInput for a Field that hides nothing."""
        field = existing_row(session, Field, self.field_id)
        spot = text.name(self.spot, "spot")
        if field.kind is not field_rules.FieldKind.CONCEALED:
            raise BadInput(f"{said_of(field.name, 'is')} no Concealed Hazard.", "field_id")
        known = {each.casefold() for each in field.triggered}
        why = f"{spot} has gone off already and is marked."
        self.refuse_if(spot.casefold() in known, "F.1-59", why, session)
        field.triggered = [*field.triggered, spot]
        session.add(field)
        words = f"{spot}: {', '.join(field.dice) or 'no dice'}."
        return outcome(
            Kind.FIELD, f"{said_of(field.name, 'goes')} off", words,
            also=spring_linked(session, field, spot), rule="F.1-59", player_id=field.player_id,
        )  # fmt: skip
