"""Damage to a unit by hand: points, Fire dice, Size, Grinding, limbs, and death."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import alive
from brikdesk.acts.combat import armor
from brikdesk.acts.combat.protection import Harm, Protection
from brikdesk.acts.explosives.explosion import deflection_term
from brikdesk.acts.fire.fires import catch_fire, check_open_to, setter_of
from brikdesk.acts.step_act import StepAct, Throw, check_faces, complete, missing, played
from brikdesk.acts.sums import by_hand, fails, roll_terms, sum_of
from brikdesk.acts.units.begin_state import is_minifig, wound_mortally
from brikdesk.acts.who_may import kinds_of, too_much_held
from brikdesk.dice import Face, Roll
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars import fire as fire_rules
from brikdesk.rules.brikwars import units_and_damage
from brikdesk.rules.brikwars.attacks import DamageDice, DamageDie, read_damage
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind
from brikdesk.rules.brikwars.fire import FIRE_SIDES
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.act import Act, Faces
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import (
    REFEREE,
    Dice,
    Kind,
    Line,
    Outcome,
    Sum,
    Term,
    line,
    outcome_of,
    shown_before,
)
from brikdesk.store.tables import Fate, StateKind, Unit, Weapon
from brikdesk.text import said_of
from brikdesk.turns.seal import no_sealed_face
from brikdesk.turns.steps import Choice, Preview
from brikdesk.turns.turn_order import turn_now

MOST_POINTS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageUnit(StepAct):
    """Let damage that no other act deals strike a unit: a fall, a crash, what the table says (A-04).

    `damage` are points that need no dice, `dice` those that are rolled for it as "1d6 Crash"; these
    meet what protects the unit first. `fire_faces` are the natural faces of Fire d4s in `damage`:
    they may set the unit alight. `unseen`: it cannot be seen coming, so that no Shield meets it.

    Faces: a Parry, the Damage dice, then the Armor dice. Choices: those of what protects the unit
    (`guard-12`, `shield-12`), and `bad` and `twist` for Something Bad.
    """

    KEY = "damage-{0.unit_id}"
    unit_id: int
    damage: int = 0
    fire_faces: Faces = ()
    causer_id: int | None = None
    cause: str = ""
    dice: str = ""
    unseen: bool = False

    def examine(self, session: Session) -> Preview:
        """Ask for what protects it, for its Damage dice and Armor, then for Something Bad."""
        hurt = _Hurt(self, session)
        owed, test = hurt.throw.owed, hurt.test
        return Preview(
            dice=tuple(hurt.throw.asked),
            owed=owed,
            choices=tuple(hurt.asked),
            waiting=missing(owed, hurt.asked),
            summary=f"{hurt.unit.name}: {test.words}" if test else "",
        )

    def settle(self, session: Session) -> Outcome:
        """Write what gets through, then whether it catches fire."""
        hurt = _Hurt(self, session)
        unit, test = hurt.unit, hurt.test
        assert test  # only a step whose dice are in is settled
        cause = text.note(self.cause, "cause")
        thrown = (Dice(hurt.roll.dice),) if hurt.roll and hurt.roll.dice else ()
        # What protected it is told before what got through.
        lines = [
            *hurt.protection.write(),
            line(
                Kind.ATTACK, f"{unit.name} is hit.", cause, *thrown, *armor.armor_dice(test), test.words,
                rule="5.1-11", of=unit, step="",
                sums=(hurt.sum(cause), *test.sums),
            ),
        ]  # fmt: skip
        lines += armor.apply_damage(session, unit, test, self.choices)
        if unit.fate is Fate.ALIVE:
            lines += self._alight(session, hurt)
        return Outcome(f"Damage to {unit.name}", tuple(lines))

    def _alight(self, session: Session, hurt: "_Hurt") -> list[Line]:
        """Let the Fire in it set the unit alight, that of its dice and that which was typed."""
        faces = (*hurt.fire_faces, *self.fire_faces)
        if not faces:
            return []
        # Fire deals no more than all the damage that is left.
        points = min(hurt.damage, sum(face.value for face in faces))
        caught = catch_fire(session, hurt.unit, faces, points, setter_of(session, self.causer_id))
        return [shown_before(caught, len(hurt.fire_faces))]


class _Hurt:
    """Damage by word as far as its dice and choices are known; `test` is None while some miss."""

    def __init__(self, act: DamageUnit, session: Session) -> None:
        if not 0 <= act.damage <= MOST_POINTS:
            raise BadInput(f"Damage is 0 to {MOST_POINTS:,} points.", "damage")
        check_faces((FIRE_SIDES,) * len(act.fire_faces), act.fire_faces)
        self.unit = alive(session, act.unit_id)
        self.rules = house_of(session, BrikWarsHouse)
        self.throw = Throw(act.thrown(session), self.rules.dice)
        self.asked: list[Choice] = []
        self.protection = Protection(session, self.throw, act.choices, self.asked)
        self.act = act
        self.damage = self.points = act.damage
        self.left: tuple[DamageDie, ...] = ()
        self.gone: Term | None = None
        self.roll: Roll | None = None
        self.test: armor.ArmorTest | None = None
        played(self._play)
        self.throw.done()

    def _play(self) -> None:
        if self.act.dice.strip():
            self._roll(read_damage(self.act.dice, FIRE_SIDES))
        self.test = complete(self.protection.armor(self.unit, self.damage, self.act.choices))
        self.asked += self.test.choices

    def _roll(self, wanted: DamageDice) -> None:
        if wanted.by or any(die.kind == ExplosiveDieKind.CONCUSSION for die in wanted.dice):
            raise BadInput("Type damage like 1d6 Crash or 2d6+1.", "dice")
        name = text.note(self.act.cause, "cause") or "the damage"
        incoming = Harm(name, wanted.dice, seen=not self.act.unseen)
        self.left = complete(self.protection.meet(self.unit, incoming)).left(wanted.dice)
        self.gone = deflection_term(wanted.dice, self.left)
        self.roll = complete(armor.roll_damage(self.throw, self.left))
        # A Critical Failure leaves only the points that need no dice (OF-08).
        if not self._fails:
            self.points += wanted.flat
            self.damage = self.points + self.roll.total
        self.damage = max(0, self.damage)

    @property
    def _fails(self) -> bool:
        """Whether its dice deal nothing at all."""
        failed = self.roll is not None and self.roll.critical_failure
        return failed and self.rules.dice.failure_is_zero

    @property
    def fire_faces(self) -> Faces:
        """The natural faces of Fire d4s among its dice; none of a roll that fails critically."""
        if self.roll is None or self._fails:
            return ()
        return tuple(
            Face(chain.die.value, chain.die.origin)
            for chain, die in zip(self.roll.chains, self.left, strict=True)
            if die.kind == ExplosiveDieKind.FIRE
        )

    def sum(self, cause: str) -> Sum:
        """Tell how its points came about."""
        if self.roll is None:
            return sum_of("Damage", self.damage, by_hand(cause, self.damage))
        own = [by_hand(cause, self.points)] if self.points else []
        terms = [*roll_terms(self.roll, "5.1-10"), *own]
        if self._fails:
            terms.append(fails(self.roll.total, "OF-08"))
        terms = terms or [self.gone or Term("No die left", 0, "A-06")]
        return sum_of("Damage", self.damage, *terms, floor=0)


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
        turn_now(session)  # raises BadInput where no turn is running
        why = text.note(self.reason, "reason")
        lines = armor.take_size_damage(session, unit, self.inches, why, "OF-49")
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
            armor.grinding_sum(session, unit, self.points, "As the referee says", REFEREE),
        )
        more = armor.grind(session, unit, self.points, sums=sums)
        return [armor.grinding_line(unit, self.points, sums, "OF-60"), *more]

    def _limbs(self, session: Session, unit: Unit) -> list[Line]:
        left = units_and_damage.limbs_to_lose(unit.limbs_lost)
        wanted = min(self.points, len(left))
        if len(self.limbs) != wanted:
            names = ", ".join(left)
            raise BadInput(f"Name {wanted} of: {names or 'no limb is left'}.", "limbs")
        lines = [limb_lost(session, unit, limb) for limb in self.limbs]
        switch = house_of(session, BrikWarsHouse).fire_limbs_exhausted
        if self.points > wanted and units_and_damage.limb_points_kill(
            unit.limbs_lost, exhausted=switch
        ):
            lines += armor.lose_unit(session, unit, "No limb was left.", "Q8-26")
        return lines or [_line(unit, "no limb is left", "Nothing happens.", "Q8-26")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill(Act):
    """A unit dies or is destroyed, by the referee's word."""

    unit_id: int
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Take it off the table."""
        unit = alive(session, self.unit_id)
        return outcome_of(*armor.lose_unit(session, unit, text.note(self.why, "why"), "5.1-11"))


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
        if StateKind.MORTALLY_WOUNDED in kinds_of(session, unit):
            raise BadInput(f"{unit.name} is Mortally Wounded already.")
        words = wound_mortally(session, unit, self.pending_damage)
        return Outcome(f"{unit.name} is Mortally Wounded", (words,))


def limb_lost(session: Session, unit: Unit, limb: str, held: Weapon | None = None) -> Line:
    """Take a limb from a unit; what it `held` lies at its feet, and the line says so (OF-59)."""
    armor.lose_limb(session, unit, limb)
    says = ["As if Amputated."]
    if held is not None:
        held.lying = armor.at_the_feet(unit)
        session.add(held)
        session.flush()
        says.append(f"{said_of(held.name, 'lies')} at its feet.")
    says.append(too_much_held(session, unit) if limb.endswith("arm") else "")
    words = " ".join(filter(None, says))
    return _line(unit, f"{armor.limb_name(limb)} is useless", words, "OF-59")


def _line(unit: Unit, what: str, words: str, rule: str) -> Line:
    return line(Kind.LOST, f"{unit.name}: {what}.", words, rule=rule, of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class FireDamage(Act):
    """Fire dice hit a unit and may set it on fire, whatever its Armor (Q8-27, QF-13).

    - `faces`: natural faces of the Fire d4s that Deflection left, without Bonus Dice.
    - `damage`: for minifigs, points of Fire damage before Armor; by default the faces less
      `out_of_range`.
    - `kind`: dice of acid, ion, poison or a virus do the same.
    """

    unit_id: int
    faces: Faces
    damage: int | None = None
    set_by_id: int | None = None
    out_of_range: int = 0
    kind: fire_rules.FireKind = fire_rules.FireKind.FIRE

    def carry_out(self, session: Session) -> Outcome:
        """Light the unit if the dice say so; BadInput for impossible dice, or for none."""
        unit = alive(session, self.unit_id)
        check_faces((fire_rules.FIRE_SIDES,) * len(self.faces), self.faces)
        no_sealed_face(self.faces)
        if not self.faces:
            raise BadInput("No Fire dice were given.", "faces")
        if self.out_of_range < 0:
            raise BadInput('Out of Range is 0" or more.', "out_of_range")
        check_open_to(self, session, unit, self.kind)
        setter = setter_of(session, self.set_by_id)
        rolled = sum(face.value for face in self.faces) - self.out_of_range
        damage = max(0, rolled if self.damage is None else self.damage)
        words = catch_fire(
            session,
            unit,
            self.faces,
            damage,
            setter,
            out_of_range=self.out_of_range,
            kind=self.kind,
        )
        return Outcome(f"{self.kind.value.capitalize()} on {unit.name}", (words,))
