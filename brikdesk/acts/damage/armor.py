"""Damage against the Armor of one unit, and what it then does: the end of every attack (A-04).

`meet_armor` asks for the Armor dice and the choices of Something Bad, `apply_damage` writes the
result. Both are used by steps with their faces and choices, so that a preview and the act agree.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.damage.armor_kept import armor_kept, keep_armor, keeps_armor
from brikdesk.acts.damage.harm import lose_unit, take_size_damage
from brikdesk.acts.damage.something_bad import (
    something_bad_choices,
    suffer_something_bad,
)
from brikdesk.acts.lasting import is_minifig
from brikdesk.acts.reckoning import fails, roll_terms, sum_of, value_before
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import fires_of
from brikdesk.acts.units.facts import TWO_STEPS
from brikdesk.dice import Pool, Roll, RollKind
from brikdesk.rules.brikwars.attacks.attack_damage import damage_outcome
from brikdesk.rules.brikwars.explosives.blast import ArmorResult
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.fire.fire_penalty import fire_penalty_dice
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.structure import (
    after_successful_hit,
    armor_after_damage,
    armor_roll_after_grinding,
    effective_size,
    size_damage_dealt,
    weak_point_armor,
    worn_armor_bonus,
)
from brikdesk.store.house import house_of
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Dice, Kind, Line, Sum, Term, Tone, line
from brikdesk.store.tables import Unit, UnitKind
from brikdesk.turns.steps import Choice, Thrower

MOST_ARMOR_ROLLS = 50
"""Armor Rolls against one damage where what is left meets the next one (OF-50)."""


class ArmorTest(Struct, frozen=True):
    """How damage compared with Armor: points of each Armor Roll, and what it comes to.

    `rolls` hold its dice, none for a fixed Armor of a unit that does not burn. `sums` tell how
    each Armor Roll came about.
    """

    damage: int
    armors: tuple[int, ...]
    rolls: tuple[Roll, ...]
    result: ArmorResult
    inches: int
    choices: tuple[Choice, ...] = ()
    sums: tuple[Sum, ...] = ()

    @property
    def armor(self) -> int:
        """The first Armor Roll; 0 where none was needed."""
        return self.armors[0] if self.armors else 0

    @property
    def inch_terms(self) -> tuple[Term, ...]:
        """The inches of Size Damage, each with the Armor that was beaten (OF-49, OF-50)."""
        rules = ("OF-49", *["OF-50"] * self.inches)
        beaten = zip(self.armors[: self.inches], rules, strict=False)
        return tuple(Term(f"Beats Armor {armor}", 1, rule) for armor, rule in beaten)

    @property
    def words(self) -> str:
        """What it comes to, in words."""
        if self.damage <= 0:
            return "No damage."
        met = f"{self.damage} damage against Armor {self.armor}"
        return {
            ArmorResult.NOTHING: f"{met}: nothing.",
            ArmorResult.SOMETHING_BAD: f"{met}: Something Bad happens.",
            ArmorResult.BEATEN: f"{met}: it gets through.",
        }[self.result]


def armor_of(session: Session, unit: Unit, *, joint: bool = False) -> Pool:
    """Return the Armor of a unit as it is now: dice or a number, less 1d4 while it burns.

    Rules: OF-53 (no more d10s than inches of Effective Size), F.1-27 and 8.3-27 (on fire), 8.2-15
    (a `joint` has one d10 less).
    """
    capped = house_of(session, BrikWarsHouse).bw_armor_capped_by_effective_size
    left = effective_size(unit.size, unit.size_damage)
    armor = armor_after_damage(unit.armor, left, capped=capped)
    armor = weak_point_armor(armor) if joint else armor
    pool = Pool.parse(armor, flat=True, where="Armor") if armor.strip() else Pool()
    penalty = (FIRE_SIDES,) * fire_penalty(session, unit)
    worn = worn_armor_bonus(
        unit.worn_armor, bw_heavy_armor_bonus=house_of(session, BrikWarsHouse).bw_heavy_armor_bonus
    )
    return Pool(pool.sides, pool.bonus + worn, (*pool.penalty, *penalty))


def burns(session: Session, unit: Unit) -> bool:
    """Return whether anything burns on a unit."""
    return bool(fires_of(session, unit))


def fire_penalty(session: Session, unit: Unit, used: Unit | None = None) -> int:
    """Return the penalty d4s of a unit's rolls: one while it burns, none for what is made of fire.

    `used` is what carries the weapon that it uses, where that is not the unit itself (F.1-27).
    """
    by_design = "burns by design"
    other = used if used is not None and used.id != unit.id else None
    return fire_penalty_dice(
        burns(session, unit),
        uses_burning=other is not None and burns(session, other),
        burns_by_design=by_design in unit.tags,
        used_burns_by_design=other is not None and by_design in other.tags,
        fire_creature="fire creature" in unit.tags,
    )


def on_fire(session: Session, unit: Unit) -> Term:
    """Return why dice are taken off a unit's rolls, with the act that lit it (8.3-27, F.1-27)."""
    fire = next(iter(fires_of(session, unit)), None)
    rule = "8.3-27" if is_minifig(unit) else "F.1-27"
    return Term("On fire", 0, rule, made_by(session, fire, "lit_turn_id") if fire else None)


def meet_armor(
    session: Session,
    throw: Throw,
    unit: Unit,
    damage: int,
    choices: Mapping[str, str],
    *,
    suffix: str = "",
    joint: bool = False,
    kept: Term | None = None,
    lost: Collection[int] = (),
) -> ArmorTest | None:
    """Compare damage with Armor; return None while Armor dice are missing.

    `suffix` as for `something_bad_choices`, `joint` as for `armor_of`; `kept` is an Armor Roll of
    this player's turn that counts for this damage too (X6-01; without one Q8-84 says which). `lost`
    are objects that it has lost by then.

    Rules: A-04, OF-48 to OF-50, 5.1-11 to 5.1-13, A5-41 (damage of 0 meets no Armor).
    """
    if damage <= 0:
        return ArmorTest(damage, (), (), ArmorResult.NOTHING, 0)
    kept = kept or (None if joint else armor_kept(session, unit))
    first = _kept_roll(unit, kept) if kept else _armor_roll(session, throw, unit, joint)
    if first is None:
        return None
    result = damage_outcome(damage, first[0])
    if result is ArmorResult.SOMETHING_BAD:
        asked = something_bad_choices(session, unit, choices, suffix, lost)
        return ArmorTest(damage, (first[0],), first[1], result, 0, asked, (first[2],))
    if result is ArmorResult.NOTHING or _two_results(unit):
        return ArmorTest(damage, (first[0],), first[1], result, 0, sums=(first[2],))
    return _inches_lost(session, throw, unit, damage, first, joint)


ArmorRoll = tuple[int, tuple[Roll, ...], Sum]


def _kept_roll(unit: Unit, kept: Term) -> ArmorRoll:
    return kept.value, (), sum_of(f"Armor of {unit.name}", kept.value, kept)


def _inches_lost(
    session: Session, throw: Throw, unit: Unit, damage: int, first: ArmorRoll, joint: bool
) -> ArmorTest | None:
    # One inch for each Armor Roll beaten; what is left meets the next one, up to the inches that
    # the unit still has (OF-50).
    overflow = house_of(session, BrikWarsHouse).bw_size_damage_overflow
    armors, rolls, sums = [first[0]], [*first[1]], [first[2]]
    most = min(MOST_ARMOR_ROLLS, max(1, effective_size(unit.size, unit.size_damage)))
    rest = damage - first[0]
    while overflow == "repeat" and rest > 0 and len(armors) < most:
        again = _armor_roll(session, throw, unit, joint)
        if again is None:
            return None
        armors.append(again[0])
        rolls += again[1]
        sums.append(again[2])
        rest -= again[0]
    inches = size_damage_dealt(damage, armors, overflow=overflow)
    return ArmorTest(
        damage, tuple(armors), tuple(rolls), ArmorResult.BEATEN, inches, sums=tuple(sums)
    )


def _armor_roll(session: Session, throw: Throw, unit: Unit, joint: bool) -> ArmorRoll | None:
    """Make one Armor Roll: the fixed number, or dice, less 1d4 and Grinding Damage."""
    rules = house_of(session, BrikWarsHouse)
    pool = armor_of(session, unit, joint=joint)
    if not pool.sides and not pool.penalty:
        points, rolls = pool.bonus, tuple[Roll, ...]()
        terms = [Term("Armor", points, "A-03")]
    else:
        labels = [*["Armor"] * len(pool.sides), *["−1d4 fire"] * len(pool.penalty)]
        roll = throw.roll(
            RollKind.OTHER, pool.sides, labels, pool.bonus,
            penalty=pool.penalty, of=Thrower(unit.name, unit.id), armor=True,
        )  # fmt: skip
        if roll is None:
            return None
        zero = rules.bw_crit_fail_armor == "zero"
        points, rolls = roll.quantity(failure_is_zero=zero), (roll,)
        terms = [Term("Armor", pool.bonus, "A-03")]
        terms += roll_terms(roll, "OF-48", on_fire=on_fire(session, unit))
        if roll.critical_failure and zero:
            terms.append(fails(max(0, roll.total), "OF-09"))
    effect = rules.bw_grinding_effect
    if not is_minifig(unit):  # a minifig's points are its limbs (OF-59)
        points = armor_roll_after_grinding(points, unit.grinding, effect=effect)
        if effect == "armor_minus_1":
            terms.append(
                value_before(session, unit, "grinding", "Grinding Damage", "OF-60", sign=-1)
            )
    return points, rolls, sum_of(f"Armor of {unit.name}", points, *terms, floor=0)


def _two_results(unit: Unit) -> bool:
    """Return whether a success kills or wounds instead of costing inches (OF-56, OF-93)."""
    return is_minifig(unit) or has_two_steps(unit)


def has_two_steps(unit: Unit) -> bool:
    """Return whether a unit is Wounded before it dies: a Horse, or one like it (OF-93)."""
    return unit.kind is UnitKind.HORSE or TWO_STEPS in unit.tags


def apply_damage(
    session: Session,
    unit: Unit,
    test: ArmorTest,
    choices: Mapping[str, str],
    step: str = "",
    *,
    suffix: str = "",
    knocked: int = 0,
    is_compared: bool = False,
    joint: bool = False,
) -> list[Line]:
    """Write what an Armor Test came to; none where nothing happens.

    `is_compared`: a line of its own has said how damage and Armor compare. `suffix` and
    `knocked` as for `suffer_something_bad`. The Armor Roll of a `joint` is its own.
    """
    if test.rolls and keeps_armor(session) and not joint:
        keep_armor(session, unit, test.armor)
    if test.result is ArmorResult.NOTHING:
        return []
    if test.result is ArmorResult.SOMETHING_BAD:
        return suffer_something_bad(
            session, unit, choices, test.damage, step, suffix=suffix, knocked=knocked
        )
    why, sums = ("", ()) if is_compared else (test.words, test.sums)
    return hit_through(session, unit, test.inches, why, step, terms=test.inch_terms, sums=sums)


def hit_through(
    session: Session,
    unit: Unit,
    inches: int = 1,
    why: str = "",
    step: str = "",
    *,
    terms: Sequence[Term] = (),
    sums: Sequence[Sum] = (),
) -> list[Line]:
    """Let a hit that beat the Armor take effect (5.1-11, OF-49, OF-56, OF-93).

    A minifig dies, a Horse takes a step, anything else loses inches: `terms` are the parts of
    those, `sums` the numbers that `why` tells.
    """
    if not _two_results(unit):
        lost = max(1, inches)
        parts = terms or (Term("Got through the Armor", lost, "OF-49"),)
        return take_size_damage(session, unit, lost, why, "OF-49", step, terms=parts, sums=sums)
    fate = after_successful_hit(two_steps=has_two_steps(unit), wounded=unit.wounded)
    if fate == "dead":
        return lose_unit(session, unit, why, "5.1-11", step=step, sums=sums)
    unit.wounded = True
    session.add(unit)
    return [
        line(
            Kind.LOST, f"{unit.name} is Wounded.", why,
            rule="OF-93", player_id=unit.player_id, unit_id=unit.id, step=step, sums=sums,
        )
    ]  # fmt: skip


def armor_dice(test: ArmorTest) -> tuple[Dice, ...]:
    """Show the Armor dice of a test in a log line; none where none were thrown."""
    return tuple(Dice(roll.dice, (_TONES[test.result],) * len(roll.dice)) for roll in test.rolls)


_TONES = {
    ArmorResult.NOTHING: Tone.OK,
    ArmorResult.SOMETHING_BAD: Tone.DANGER,
    ArmorResult.BEATEN: Tone.DANGER,
}
