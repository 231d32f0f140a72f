"""A unit moves in Difficult Terrain, slips, and hazard dice that strike it (F.1-50 to F.1-56)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct, structs
from sqlmodel import Session

from brikdesk.acts.checks import alive, existing_row, heed
from brikdesk.acts.combat.armor import ArmorTest, apply_damage, armor_dice
from brikdesk.acts.combat.protection import Harm, Protection
from brikdesk.acts.explosives.explosion import deflection_term
from brikdesk.acts.fields.fields import inside_of, settle_encounter
from brikdesk.acts.fire.fires import catch_fire
from brikdesk.acts.movement.on_the_way import mode_of, on_foot
from brikdesk.acts.step_act import StepAct, Throw, ask
from brikdesk.acts.sums import fails, roll_terms, sum_of, sum_of_roll
from brikdesk.acts.units.begin_state import disrupt
from brikdesk.acts.units.belongings import lose_homing
from brikdesk.acts.who_may import actions_left_now, move_left, take_action, use_move
from brikdesk.dice import Face, Roll, RollKind
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars import fields
from brikdesk.rules.brikwars import fields as field_rules
from brikdesk.rules.brikwars.attacks import DamageDie
from brikdesk.rules.brikwars.blast_bands import part_modifier
from brikdesk.rules.brikwars.controls_and_jams import homing_lost
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind
from brikdesk.rules.brikwars.fire import FIRE_SIDES
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Sum, Term, Tone, line, shown_before
from brikdesk.store.tables import Fate, Field, Unit
from brikdesk.text import opening, said_of
from brikdesk.turns.brikwars.fields import sides_of, spared
from brikdesk.turns.steps import Choice, DieWords, Option, Preview
from brikdesk.turns.turn_order import stamp_now

FIRE = ExplosiveDieKind.FIRE.value

NO_DIE_LEFT = Term("No die left", 0, "A-06")
"""Why damage is 0 of which Deflection and shields have taken all dice."""


class Hazard(Struct, frozen=True):
    """What throws Hazard dice at somebody: a Field or a fire.

    - `rule` and `kind` are those of the line that tells it; `source` is the act that made it.
    - No Shield meets what is not `seen` (5.2-51).
    - Its Fire dice set a unit alight, unless it does not `ignite`; the fire is that of `set_by_id`.
    """

    name: str
    rule: str
    source: int | None
    set_by_id: int | None
    kind: Kind = Kind.FIELD
    seen: bool = True
    ignites: bool = True


def hazard_of(
    session: Session, field: Field, rule: str, *, kind: Kind = Kind.FIELD, seen: bool = True
) -> Hazard:
    """Return a Field whose dice strike somebody by a rule."""
    source = made_by(session, field, "made_turn_id")
    return Hazard(field.name, rule, source, field.player_id, kind, seen)


class HazardHit(Struct, frozen=True):
    """What Hazard dice do to a unit, as far as they are rolled; `test` is None while some miss.

    `exposed` is the modifier for the part of it that they reach. `first` is the place of the first
    Hazard die among the dice asked for. `choices` are what protects it, and what Something Bad asks.
    `gone` tells which dice Deflection has taken.
    """

    unit: Unit
    hazard: Hazard
    exposed: Term
    protection: Protection
    first: int = 0
    roll: Roll | None = None
    damage: field_rules.ExposureDamage | None = None
    test: ArmorTest | None = None
    choices: tuple[Choice, ...] = ()
    gone: Term | None = None

    @property
    def words(self) -> str:
        """The damage and what it does, in words; empty while dice are missing."""
        if self.test is None or self.damage is None:
            return ""
        return "Critical Failure: nothing." if self.damage.critical_failure else self.test.words


def part_exposed(unit: Unit, choices: Mapping[str, str]) -> Choice:
    """Ask for the part of a unit that a Field damages; by default all of it (F.1-12, F.1-56)."""
    whole = part_modifier(unit.size)
    values = range(-2, max(whole, 4) + 1)
    options = tuple(Option(str(value), _signed(value), part_words(value)) for value in values)
    return ask(choices, "size", "Part exposed to it:", None, options, usual=str(whole))


def part_words(modifier: int) -> str:
    """Say which part of a unit has a modifier of damage."""
    if modifier > 0:
        return f'{2 * modifier}" of it'
    return ("minifig-sized", "one third hidden, or small", "two thirds hidden, or tiny")[-modifier]


def modifier_of(exposed: int) -> Term:
    """Return the modifier of damage for the part of a unit that is exposed, as a part (F.1-12)."""
    return Term(f"Exposed: {part_words(exposed)}", exposed, "F.1-12")


UNMODIFIED = modifier_of(0)


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def hazard_kind(session: Session) -> RollKind:
    """Return how Hazard dice earn Bonus Dice on this table (QF-35)."""
    explode = house_of(session, BrikWarsHouse).hazard_dice_explode
    return RollKind.OTHER if explode else RollKind.READ


def throw_hazard(
    session: Session,
    throw: Throw,
    unit: Unit,
    hazard: Hazard,
    dice: Sequence[int],
    choices: Mapping[str, str],
    exposed: Term = UNMODIFIED,
) -> HazardHit:
    """Roll the Hazard dice of a Field or fire against a unit and what protects it.

    Rules: F.1-10 (d6 Damage and d4 Fire, given by their sides), F.1-11 to F.1-13 (direct damage, one
    point a die at Size 0"), QF-30, QF-35.
    """
    if wrong := [sides for sides in dice if sides not in field_rules.EXPOSURE_SIDES]:
        raise BadInput(f"{hazard.name}: Hazard damage has d6s and d4s, not a d{wrong[0]}.")
    asked: list[Choice] = []
    protection = Protection(session, throw, choices, asked)
    kinds = tuple(DamageDie(each, FIRE if each == FIRE_SIDES else "") for each in dice)
    met = protection.meet(unit, Harm(hazard.name, kinds, seen=hazard.seen))
    # The dice of Parries and shields come before them.
    first = len(throw.asked)
    hit = HazardHit(unit, hazard, exposed, protection, first, choices=tuple(asked))
    if met is None:
        return hit
    left = met.left(kinds)
    dice = [die.sides for die in left]
    roll = None
    if unit.size > 0:  # Size 0" takes 1 point for each die without a roll (F.1-13)
        labels = ["Fire" if sides == FIRE_SIDES else "Damage" for sides in dice]
        roll = throw.roll(hazard_kind(session), dice, labels)
        if roll is None:
            return hit
    chains = roll.chains if roll else ()
    rules = house_of(session, BrikWarsHouse)
    damage = field_rules.exposure_damage(
        dice,
        [chain.die.value for chain in chains],
        exposed.value if dice else 0,
        bonus=[die.value for chain in chains for die in chain.bonus],
        victim_size=unit.size,
        hazard_dice_explode=rules.hazard_dice_explode,
        house=rules.dice,
    )
    test = protection.armor(unit, damage.damage, choices)
    asked += test.choices if test else ()
    return structs.replace(
        hit, roll=roll, damage=damage, test=test, choices=tuple(asked),
        gone=deflection_term(kinds, left),
    )  # fmt: skip


def write_hazard_hit(
    session: Session, hit: HazardHit, choices: Mapping[str, str], step: str
) -> list[Line]:
    """Write what a complete hit does, then whether its Fire dice set the unit alight."""
    protected = hit.protection.write(step)
    return [*protected, hazard_line(hit, step), *suffer(session, hit, choices, step)]


def suffer(
    session: Session, hit: HazardHit, choices: Mapping[str, str], step: str
) -> Iterator[Line]:
    """Write the damage of a complete hit, and the fire that its Fire dice light."""
    assert hit.damage
    assert hit.test
    unit, hazard = hit.unit, hit.hazard
    yield from apply_damage(session, unit, hit.test, choices, step)
    burns = hazard.ignites and unit.fate is Fate.ALIVE
    if hit.damage.fire_faces and hit.roll and burns:
        faces = [
            Face(chain.die.value, chain.die.origin)
            for chain in hit.roll.chains
            if chain.die.sides == FIRE_SIDES
        ]
        # The fire burns with what its own dice show, but never with more than got to the unit.
        points = min(hit.damage.damage, sum(face.value for face in faces))
        caught = catch_fire(session, unit, faces, points, hazard.set_by_id, step=step)
        yield shown_before(caught)


def hazard_line(hit: HazardHit, step: str, more: str = "", sums: Sequence[Sum] = ()) -> Line:
    """Return the line of a complete hit; `more` words and `sums` come after its own."""
    unit, hazard = hit.unit, hit.hazard
    parts: list[str | Dice] = []
    if hit.roll and hit.roll.dice:
        parts.append(Dice(hit.roll.dice, (Tone.DANGER,) * len(hit.roll.dice)))
    if hit.test and hit.test.rolls:
        parts += ["against", *armor_dice(hit.test)]
    return line(
        hazard.kind, f"{unit.name} in {hazard.name}:", *parts, f"{hit.words}{more}",
        rule=hazard.rule, of=unit, step=step, sums=(*_sums(hit), *sums),
    )  # fmt: skip


def _sums(hit: HazardHit) -> tuple[Sum, ...]:
    """Return the sums of the damage and of the Armor."""
    assert hit.damage
    assert hit.test
    hazard, points = hit.hazard, hit.damage.damage
    if hit.roll is None:
        terms = [Term('1 point for each die, at Size 0"', points, "F.1-13", hazard.source)]
    elif not hit.roll.chains:
        terms = [hit.gone or NO_DIE_LEFT]
    else:
        failed = hit.damage.critical_failure
        last = fails(hit.roll.total, "QF-30") if failed else hit.exposed
        terms = [*roll_terms(hit.roll, hazard.rule, act_id=hazard.source), last]
    return (sum_of(f"Damage of {hazard.name}", points, *terms, floor=0), *hit.test.sums)


def inches_sum(session: Session, field: Field, roll: Roll, inches: int, rule: str) -> Sum:
    """Return the sum of the inches of a Field's dice; a Critical Failure may make them 0 (X1.2-04)."""
    fail = (fails(roll.total),) if inches != roll.total else ()
    source = made_by(session, field, "made_turn_id")
    return sum_of_roll("Hazard inches", roll, *fail, rule=rule, total=inches, act_id=source)


CAREFUL, CARELESS = "careful", "careless"

RULES = {
    fields.TerrainMode.SLOW: "F.1-51",
    fields.TerrainMode.THRUST: "F.1-52",
    fields.TerrainMode.SLIPPERY: "F.1-53",
    fields.TerrainMode.SPIKED: "F.1-55",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTerrain(StepAct):
    """A unit moves into Difficult Terrain, or on inside it: its Hazard dice are rolled once.

    The inches are taken off its Move at once. `standing`: it was not moving before (Slippery).
    `uncontrolled`: it cannot move with care (Spiked Obstacle). `leaves`: its move ends outside.

    Faces: the Hazard dice with their Bonus Dice; then, without care, the Armor dice. Choices:
    `care` (careful, careless) in a Spiked Obstacle, `size` the modifier of the part that comes to
    its spikes (F.1-12), `bad` and `twist` (Something Bad).
    """

    KEY = "terrain-{0.unit_id}-{0.field_id}"
    unit_id: int
    field_id: int
    standing: bool = False
    uncontrolled: bool = False
    leaves: bool = False

    def check_waiting(self, session: Session) -> None:
        """Refuse a second roll in one player turn (QF-34)."""
        unit, field = self.rows(session)
        noted = inside_of(session, unit, field.id)
        refusal = fields.may_roll_terrain(noted.exposed_turn_id, stamp_now(session))
        heed(self, refusal, session, f"{unit.name} in {field.name}")

    def examine(self, session: Session) -> Preview:
        """Ask whether care is taken, then for the Hazard dice."""
        return _Course(self, session).preview()

    def settle(self, session: Session) -> Outcome:
        """Take the inches off the unit's Move, or let it be hurt."""
        outcome = _Course(self, session).settle()
        settle_encounter(session, self.unit_id, self.field_id)
        return outcome

    def rows(self, session: Session) -> tuple[Unit, Field]:
        """Return unit and Field; BadInput for a Field that is no Difficult Terrain."""
        unit, field = alive(session, self.unit_id), existing_row(session, Field, self.field_id)
        if field.kind is not field_rules.FieldKind.TERRAIN:
            raise BadInput(f"{said_of(field.name, 'is')} no Difficult Terrain.", "field_id")
        if not field.dice:
            raise BadInput(f"{said_of(field.name, 'has')} no Hazard dice.", "field_id")
        return unit, field


class _Course:
    """One crossing as far as its dice and choices are known."""

    def __init__(self, act: CrossTerrain, session: Session) -> None:
        self.act, self.session = act, session
        self.unit, self.field = act.rows(session)
        self.mode = mode_of(self.field)
        self.left = move_left(session, self.unit)
        self.spared = spared(session, inside_of(session, self.unit, self.field.id), self.unit)
        self.rules = house_of(session, BrikWarsHouse).dice
        self.throw = Throw(act.thrown(session), self.rules)
        self.choices: list[Choice] = []
        self.roll: Roll | None = None
        self.hit: HazardHit | None = None
        self.crossing: fields.Crossing | None = None
        if not self.spared:
            self._play()
        self.throw.done()

    def _play(self) -> None:
        careful = self._care() if self.mode is fields.TerrainMode.SPIKED else False
        if careful is None:
            return
        if self.mode is fields.TerrainMode.SPIKED and not careful:
            exposed = modifier_of(self._part())
            hazard = hazard_of(self.session, self.field, "F.1-56")
            self.hit = throw_hazard(
                self.session, self.throw, self.unit, hazard, sides_of(self.field),
                self.act.choices, exposed,
            )  # fmt: skip
            self.choices += self.hit.choices
            # Without care it loses no Move, it is hurt: 0", once its Armor dice lie there (F.1-56).
            self.crossing = fields.cross(self.mode, 0, self.left) if self.hit.test else None
            return
        sides = sides_of(self.field)
        self.roll = self.throw.roll(hazard_kind(self.session), sides, ["Move"] * len(sides))
        if self.roll is not None:
            self.crossing = fields.cross(self.mode, self.inches, self.left, careful=careful)

    @property
    def inches(self) -> int:
        """The sum of the Hazard dice (F.1-50); a Critical Failure counts 0 (X1.2-04)."""
        assert self.roll
        return self.roll.quantity(failure_is_zero=self.rules.failure_is_zero)

    def _care(self) -> bool | None:
        """Return whether its owner spends an Action on care; None while that is open."""
        able = fields.takes_care(
            wanted=True,
            actions_left=actions_left_now(self.session, self.unit),
            uncontrolled=self.act.uncontrolled,
        )
        if not able:
            return False
        options = (
            Option(CAREFUL, "With care", "Spends the Action and loses Move."),
            Option(CARELESS, "Without care", "Takes the Hazard dice as damage."),
        )
        prompt = f"How does {self.unit.name} move through {self.field.name}?"
        care = ask(self.act.choices, "care", prompt, self.unit.player_id, options)
        self.choices.append(care)
        return None if care.chosen is None else care.chosen == CAREFUL

    def _part(self) -> int:
        """Ask for the part that comes to the spikes, as Exposure does; return its modifier (F.1-12)."""
        if self.unit.size == 0:
            return 0
        part = part_exposed(self.unit, self.act.choices)
        self.choices.append(part)
        return int(part.chosen or 0)

    def preview(self) -> Preview:
        """Tell what is asked, and what it will cost."""
        words: tuple[DieWords, ...] = ()
        if self.roll:
            words = (DieWords(0, Tone.SMOKE, f'{self.inches}" of Hazard.'),)
        return Preview(**self.throw.asks(self.choices), words=words, summary=self._summary())

    def _summary(self) -> str:
        if self.spared:
            return self.spared
        if self.hit and self.hit.words:
            return f"{self.unit.name}: {self.hit.words}"
        return f"{self.unit.name}: {self._cost()}" if self.crossing else ""

    def _cost(self) -> str:
        """Say what it costs, and what is left."""
        assert self.crossing
        cost, rest = self.crossing.move, self.left - self.crossing.move
        where = f" {self.field.direction}" if self.field.direction else ""
        if self.mode is fields.TerrainMode.THRUST:
            return f"carried {in_inches(self.crossing.carried)}{where}, then its full Move."
        if self.mode is fields.TerrainMode.SLIPPERY:
            way = "on the spot" if self.act.standing else "straight on"
            return f"{in_inches(cost)} of Move spent {way}, {in_inches(rest)} left."
        action = ", and its Action" if self.crossing.action else ""
        return f"{in_inches(cost)} of Move lost{action}, {in_inches(rest)} left."

    def settle(self) -> Outcome:
        """Write Move, Action, place and damage."""
        title = f"{self.unit.name} in {self.field.name}"
        inside = inside_of(self.session, self.unit, self.field.id)
        # Noted also for a unit that is spared: it does not roll here again this turn (QF-34).
        inside.left, inside.exposed_turn_id = self.act.leaves, stamp_now(self.session)
        self.session.add(inside)
        self.session.flush()
        if self.spared or self.crossing is None:
            return Outcome(title, (self._line(self.spared, "F.1-14"),))
        if self.hit and self.crossing.hurt:
            lines = write_hazard_hit(self.session, self.hit, self.act.choices, self.act.key)
            return Outcome(title, tuple(lines))
        return Outcome(title, (self._line(opening(self._cost())), *self._spend()))

    def _spend(self) -> list[Line]:
        assert self.crossing
        if self.crossing.move:
            use_move(self.session, self.unit, self.crossing.move)
        if self.crossing.action:
            take_action(self.session, self.unit)
        if not self.crossing.carried:
            return []
        # Thrust moves the unit: guns on it, and guns that aim at it, lose what they homed in.
        gun, target = homing_lost(weapon_moved=True), homing_lost(target_knocked_back=True)
        return lose_homing(self.session, self.unit, of_weapons=gun, at_target=target)

    def _line(self, words: str, rule: str = "") -> Line:
        dice: tuple[Dice, ...] = ()
        sums: tuple[Sum, ...] = ()
        if self.roll:
            dice = (Dice(self.roll.dice),)
            sums = (inches_sum(self.session, self.field, self.roll, self.inches, "F.1-50"),)
        return line(
            Kind.FIELD, f"{self.unit.name} in {self.field.name}:", *dice, words,
            rule=rule or RULES[self.mode], of=self.unit, step=self.act.key, sums=sums,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip(Act):
    """A unit on foot has failed critically in slippery Difficult Terrain: it falls (F.1-54)."""

    unit_id: int
    field_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Disrupt it; BadInput for a Field that is not Slippery."""
        unit, field = alive(session, self.unit_id), existing_row(session, Field, self.field_id)
        if field.mode != fields.TerrainMode.SLIPPERY:
            raise BadInput(f"{said_of(field.name, 'is')} not Slippery.", "field_id")
        why = f"{unit.name} is not on foot and does not fall."
        self.refuse_if(not on_foot(unit), "F.1-54", why, session)
        words = disrupt(session, unit, f"slipped in {field.name}", "F.1-54")
        return Outcome(f"{unit.name} slips", (words,))
