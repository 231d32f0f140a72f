"""Damage by the referee's word: typed points against Armor, Size Damage, limbs, wounds, death."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.asking import missing
from brikdesk.acts.damage.armor import apply_damage, armor_dice, meet_armor
from brikdesk.acts.damage.harm import (
    grind,
    grinding_sum,
    limb_name,
    lose_limb,
    lose_unit,
    take_size_damage,
)
from brikdesk.acts.fire.catching import catch_fire
from brikdesk.acts.fire.ignite import setter_of
from brikdesk.acts.lasting import is_minifig, wound_mortally
from brikdesk.acts.reckoning import by_hand, sum_of
from brikdesk.acts.rows import alive
from brikdesk.acts.step import StepAct, check_faces
from brikdesk.acts.throwing import Throw
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units import limbs
from brikdesk.store.act import Act, Faces
from brikdesk.store.house import house_of
from brikdesk.store.lines import REFEREE, Kind, Line, Outcome, Sum, line
from brikdesk.store.tables import Fate, State, StateKind, Unit
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import Preview

MOST_POINTS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageUnit(StepAct):
    """Compare typed points of damage with a unit's Armor and let them take effect (A-04).

    `faces` are the Armor dice that `examine` asks for; `choices` name Something Bad. `fire_faces`
    are the natural faces of Fire d4s in that damage: they may set the unit alight.
    """

    unit_id: int
    damage: int
    fire_faces: Faces = ()
    causer_id: int | None = None
    cause: str = ""

    @property
    def key(self) -> str:
        """The key of this step, which never stands in a queue."""
        return f"damage-{self.unit_id}"

    def examine(self, session: Session) -> Preview:
        """Ask for the Armor dice, then for Something Bad."""
        unit = alive(session, self.unit_id)
        self._check()
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        test = meet_armor(session, throw, unit, self.damage, self.choices)
        throw.done()
        owed = throw.owed
        choices = test.choices if test else ()
        summary = f"{unit.name}: {test.words}" if test else ""
        return Preview(tuple(throw.asked), owed, (), (), choices, missing(owed, choices), summary)

    def _check(self) -> None:
        if not 0 <= self.damage <= MOST_POINTS:
            raise BadInput(f"Damage is 0 to {MOST_POINTS:,} points.", "damage")
        check_faces((FIRE_SIDES,) * len(self.fire_faces), self.fire_faces)

    def settle(self, session: Session) -> Outcome:
        """Write what gets through, then whether it catches fire."""
        unit = alive(session, self.unit_id)
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        test = meet_armor(session, throw, unit, self.damage, self.choices)
        assert test
        cause = text.note(self.cause, "cause")
        lines = [
            line(
                Kind.ATTACK, f"{unit.name} is hit.", cause, *armor_dice(test), test.words,
                rule="5.1-11", player_id=unit.player_id, unit_id=unit.id, step="",
                sums=(sum_of("Damage", self.damage, by_hand(cause, self.damage)), *test.sums),
            )
        ]  # fmt: skip
        lines += apply_damage(session, unit, test, self.choices)
        if self.fire_faces and unit.fate is Fate.ALIVE:
            setter = setter_of(session, self.causer_id)
            points = min(self.damage, sum(face.value for face in self.fire_faces))
            lines.append(catch_fire(session, unit, self.fire_faces, points, setter))
        return Outcome(f"Damage to {unit.name}", tuple(lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSizeDamage(Act):
    """Take inches off a unit's Effective Size by hand (OF-49)."""

    unit_id: int
    inches: int = 1
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the damage; with no Effective Size left the unit is destroyed."""
        unit = alive(session, self.unit_id)
        if not 1 <= self.inches <= 1000:
            raise BadInput('Size Damage is 1" or more.', "inches")
        turn_now(session)
        why = text.note(self.reason, "reason")
        lines = take_size_damage(session, unit, self.inches, why, "OF-49")
        return Outcome(f"Size Damage to {unit.name}", tuple(lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeGrinding(Act):
    """Give a unit points of Grinding Damage: a minifig loses a limb for each (OF-59, OF-60).

    `limbs` are the limbs that the minifig's player gives up. A point for which no limb is left
    kills the minifig, unless the house rules say otherwise (Q8-26).
    """

    unit_id: int
    points: int = 1
    limbs: tuple[str, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        """Write the points; BadInput where too few or impossible limbs are named."""
        unit = alive(session, self.unit_id)
        if not 1 <= self.points <= 1000:
            raise BadInput("Grinding Damage is 1 point or more.", "points")
        turn_now(session)
        lines = self._limbs(session, unit) if is_minifig(unit) else self._creation(session, unit)
        return Outcome(f"Grinding Damage to {unit.name}", tuple(lines))

    def _creation(self, session: Session, unit: Unit) -> list[Line]:
        if self.limbs:
            raise BadInput(f"{unit.name} has no limbs to give up.", "limbs")
        sums = (
            sum_of("Grinding Damage", self.points, by_hand("", self.points)),
            grinding_sum(session, unit, self.points, "As the referee says", REFEREE),
        )
        more = grind(session, unit, self.points, sums=sums)
        words, lead = f"{unit.grinding} in all.", f"{_points(self.points)} of Grinding Damage"
        return [_line(unit, lead, words, "OF-60", sums), *more]

    def _limbs(self, session: Session, unit: Unit) -> list[Line]:
        left = limbs.limbs_to_lose(unit.limbs_lost)
        wanted = min(self.points, len(left))
        if len(self.limbs) != wanted:
            names = ", ".join(left)
            raise BadInput(f"Name {wanted} of: {names or 'no limb is left'}.", "limbs")
        lines = [_lose_limb(session, unit, limb) for limb in self.limbs]
        switch = house_of(session, BrikWarsHouse).fire_limbs_exhausted
        if self.points > wanted and limbs.limb_points_kill(unit.limbs_lost, exhausted=switch):
            lines += lose_unit(session, unit, "No limb was left.", "Q8-26")
        return lines or [_line(unit, "no limb is left", "Nothing happens.", "Q8-26")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseLimb(Act):
    """Make one limb of a minifig useless: left_arm, right_arm, left_leg or right_leg (OF-59)."""

    unit_id: int
    limb: str

    def carry_out(self, session: Session) -> Outcome:
        """Write the limb; BadInput for one that is lost, or for what has no limbs."""
        unit = alive(session, self.unit_id)
        if not is_minifig(unit):
            raise BadInput(f"{unit.name} is no minifig and has no limbs to lose.", "unit_id")
        words = _lose_limb(session, unit, self.limb)
        return Outcome(f"{unit.name} loses a limb", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill(Act):
    """A unit dies or is destroyed, by the referee's word."""

    unit_id: int
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Take it off the table."""
        unit = alive(session, self.unit_id)
        lines = lose_unit(session, unit, text.note(self.why, "why"), "5.1-11")
        return Outcome(lines[0].lead.rstrip("."), tuple(lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundMortally(Act):
    """A unit is Mortally Wounded!: it goes on until the running turn ends (5.1-17 to 5.1-20).

    `pending_damage` are the points that a larger unit takes then, as far as they are known.
    """

    unit_id: int
    pending_damage: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Begin the state; BadInput where it is Mortally Wounded already."""
        unit = alive(session, self.unit_id)
        if self.pending_damage is not None and not 0 <= self.pending_damage <= MOST_POINTS:
            raise BadInput(f"Damage is 0 to {MOST_POINTS:,} points.", "pending_damage")
        wounds = select(State).where(
            State.unit_id == unit.id, State.kind == StateKind.MORTALLY_WOUNDED
        )
        if session.exec(wounds).first():
            raise BadInput(f"{unit.name} is Mortally Wounded already.")
        words = wound_mortally(session, unit, self.pending_damage)
        return Outcome(f"{unit.name} is Mortally Wounded", (words,))


def _lose_limb(session: Session, unit: Unit, limb: str) -> Line:
    lose_limb(session, unit, limb)
    return _line(unit, f"{limb_name(limb)} is useless", "As if Amputated.", "OF-59")


def _points(count: int) -> str:
    return f"{count} point" if count == 1 else f"{count} points"


def _line(unit: Unit, what: str, words: str, rule: str, sums: tuple[Sum, ...] = ()) -> Line:
    return line(
        Kind.LOST, f"{unit.name}: {what}.", words,
        rule=rule, player_id=unit.player_id, unit_id=unit.id, sums=sums,
    )  # fmt: skip
