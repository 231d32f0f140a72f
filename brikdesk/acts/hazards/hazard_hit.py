"""Hazard dice that strike one unit: spikes without care, hidden hazards (F.1-56, F.1-57)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.asking import ask
from brikdesk.acts.damage.armor import ArmorTest, apply_damage, armor_dice
from brikdesk.acts.damage.protection import Harm, Protection
from brikdesk.acts.fire.catching import catch_fire
from brikdesk.acts.reckoning import fails, roll_terms, sum_of
from brikdesk.acts.throwing import Throw
from brikdesk.dice import Face, Roll, RollKind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDie
from brikdesk.rules.brikwars.explosives.blast import part_modifier
from brikdesk.rules.brikwars.explosives.explosive_variants import ExplosiveDieKind
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.hazards.exposure import EXPOSURE_SIDES, ExposureDamage, exposure_damage
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Dice, Kind, Line, Sum, Term, Tone, line
from brikdesk.store.tables import Fate, Field, Unit
from brikdesk.turns.steps import Choice, Option

FIRE = ExplosiveDieKind.FIRE.value

NO_DIE_LEFT = Term("No die left", 0, "A-06")
"""Why damage is 0 of which Deflection and shields have taken all dice."""


class HazardHit(Struct, frozen=True):
    """What Hazard dice do to a unit, as far as they are rolled; `test` is None while some miss.

    `choices` are what protects it, and what Something Bad asks.
    """

    unit: Unit
    field: Field
    rule: str
    protection: Protection
    modifier: int = 0
    roll: Roll | None = None
    damage: ExposureDamage | None = None
    test: ArmorTest | None = None
    choices: tuple[Choice, ...] = ()

    @property
    def words(self) -> str:
        """What it comes to."""
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


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def hazard_damage(name: str, dice: Sequence[int], *, seen: bool = True) -> Harm:
    """Return Hazard dice as they come at somebody: d6 Damage and d4 Fire (F.1-10).

    `seen`: it is no hidden hazard, so that a Shield may meet it (5.2-51).
    """
    kinds = [DamageDie(each, FIRE if each == FIRE_SIDES else "") for each in dice]
    return Harm(name, tuple(kinds), seen=seen)


def hazard_kind(session: Session) -> RollKind:
    """Return how Hazard dice earn Bonus Dice on this table (QF-35)."""
    explode = house_of(session, BrikWarsHouse).hazard_dice_explode
    return RollKind.OTHER if explode else RollKind.READ


def throw_hazard(
    session: Session,
    throw: Throw,
    unit: Unit,
    field: Field,
    dice: Sequence[int],
    choices: Mapping[str, str],
    *,
    rule: str,
    modifier: int = 0,
    seen: bool = True,
) -> HazardHit:
    """Roll the Hazard dice of a Field against a unit and what protects it.

    Rules: F.1-11 to F.1-13 (direct damage, one point a die at Size 0"), QF-30, QF-35.

    - `dice`: sides, d6 Damage and d4 Fire.
    - `modifier`: for the size of the part exposed (F.1-12); 0 for hidden hazards.
    - `seen`: it could be seen coming (5.2-51).
    """
    if wrong := [sides for sides in dice if sides not in EXPOSURE_SIDES]:
        raise BadInput(f"{field.name}: Hazard damage has d6s and d4s, not a d{wrong[0]}.")
    asked: list[Choice] = []
    protection = Protection(session, throw, choices, asked)
    incoming = hazard_damage(field.name, dice, seen=seen)
    met = protection.meet(unit, incoming)
    hit = HazardHit(unit, field, rule, protection, modifier, choices=tuple(asked))
    if met is None:
        return hit
    dice = [die.sides for die in met.left(incoming.dice)]
    roll = None
    if unit.size > 0:  # Size 0" takes 1 point for each die without a roll (F.1-13)
        labels = ["Fire" if sides == FIRE_SIDES else "Damage" for sides in dice]
        roll = throw.roll(hazard_kind(session), dice, labels)
        if roll is None:
            return hit
    chains = roll.chains if roll else ()
    damage = exposure_damage(
        dice,
        [chain.die.value for chain in chains],
        modifier if dice else 0,
        bonus=[die.value for chain in chains for die in chain.bonus],
        victim_size=unit.size,
        hazard_dice_explode=house_of(session, BrikWarsHouse).hazard_dice_explode,
        house=house_of(session, BrikWarsHouse).dice,
    )
    test = protection.armor(unit, damage.damage, choices)
    if test:
        asked += test.choices
    return HazardHit(unit, field, rule, protection, modifier, roll, damage, test, tuple(asked))


def write_hazard_hit(
    session: Session, hit: HazardHit, choices: Mapping[str, str], step: str
) -> list[Line]:
    """Write what a complete hit does, then whether its Fire dice set the unit alight."""
    assert hit.damage
    assert hit.test
    unit = hit.unit
    lines = [*hit.protection.write(step), _line(session, hit, step)]
    lines += apply_damage(session, unit, hit.test, choices, step)
    if hit.damage.fire_faces and hit.roll and unit.fate is Fate.ALIVE:
        faces = [
            Face(chain.die.value, chain.die.origin)
            for chain in hit.roll.chains
            if chain.die.sides == FIRE_SIDES
        ]
        # The fire burns with what its own dice show, but never with more than got to the unit.
        points = min(hit.damage.damage, sum(face.value for face in faces))
        setter = hit.field.player_id
        lines.append(catch_fire(session, unit, faces, points, setter, step=step))
    return lines


def _line(session: Session, hit: HazardHit, step: str) -> Line:
    parts: list[str | Dice] = []
    if hit.roll and hit.roll.dice:
        parts.append(Dice(hit.roll.dice, (Tone.DANGER,) * len(hit.roll.dice)))
    if hit.test and hit.test.rolls:
        parts += ["against", *armor_dice(hit.test)]
    return line(
        Kind.FIELD, f"{hit.unit.name} in {hit.field.name}:", *parts, hit.words, rule=hit.rule,
        player_id=hit.unit.player_id, unit_id=hit.unit.id, step=step, sums=_sums(session, hit),
    )  # fmt: skip


def _sums(session: Session, hit: HazardHit) -> tuple[Sum, ...]:
    """Return the sums of the damage and of the Armor."""
    assert hit.damage
    assert hit.test
    name, points = f"Damage of {hit.field.name}", hit.damage.damage
    source = made_by(session, hit.field, "made_turn_id")
    if hit.roll is None:
        each = Term('1 point for each die, at Size 0"', points, "F.1-13", source)
        return (sum_of(name, points, each), *hit.test.sums)
    if not hit.roll.chains:
        return (sum_of(name, points, NO_DIE_LEFT), *hit.test.sums)
    terms = [*roll_terms(hit.roll, hit.rule, act_id=source)]
    if hit.damage.critical_failure:
        terms.append(fails(hit.roll.total, "QF-30"))
    else:
        terms.append(Term(f"Exposed: {part_words(hit.modifier)}", hit.modifier, "F.1-12"))
    return (sum_of(name, points, *terms, floor=0), *hit.test.sums)
