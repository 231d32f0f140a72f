"""A Parry as it is rolled and used up, whatever is parried (5.2-39 to 5.2-53)."""

from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.asking import Asking
from brikdesk.acts.damage.armor import fire_penalty
from brikdesk.acts.damage.something_bad import drop_item
from brikdesk.acts.parted import PARRY, note_maneuver
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import MINIFIGS, actions_left_now, kinds_of, take_action
from brikdesk.acts.units.angry_inch import parted_by_the_map
from brikdesk.acts.units.engaging import hands_of, use_hands
from brikdesk.dice import Roll, RollKind, action_kind
from brikdesk.rules.brikwars.attacks.benny_uses import BENNY_DIE, BennyUse, parry_uses
from brikdesk.rules.brikwars.attacks.close_attacks import may_use_hands
from brikdesk.rules.brikwars.attacks.parrying import (
    Incoming,
    ParryWith,
    loses_object,
    may_parry,
    parry_layers,
    parry_use,
)
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS
from brikdesk.store.journal.remembering import known
from brikdesk.store.lines import Line, Sum, Term
from brikdesk.store.tables import StateKind, Unit, Weapon, WeaponKind
from brikdesk.turns.sequence import player_name, stamp_now
from brikdesk.turns.steps import Option, Thrower

PARRY_WORDS = {
    BennyUse.ACTION: Option(BennyUse.ACTION, "+1d6 on the Action Roll"),
    BennyUse.DEFLECTION: Option(BennyUse.DEFLECTION, "+1 level of Deflection"),
    BennyUse.OTHER: Option(BennyUse.OTHER, "Something else", "as the table agrees"),
}
"""What the Benny of a Parry may be spent on, in words."""


class ParryRoll(Struct, frozen=True):
    """A Parry that is rolled: its total against the Use, its levels of Deflection.

    `first` is the place of its first die among those that were asked for.
    """

    unit: Unit
    roll: Roll
    use: int
    total: int
    made: bool
    levels: int
    terms: tuple[Term, ...]
    first: int

    @property
    def sum(self) -> Sum:
        """Tell how the Parry came about."""
        return Sum("Parry", self.total, self.terms)

    @property
    def counted(self) -> str:
        """The total and what it meets."""
        return f"{self.total} against Use {self.use}".replace("-", "\N{MINUS SIGN}")

    def result(self, cancels: str = "") -> str:
        """Say what came of it; `cancels` is the maneuver that it cancels, if it is one."""
        if self.roll.critical_failure:
            return "Critical Failure."
        if not self.made:
            return "It fails."
        if cancels:
            return f"The {cancels} is cancelled."
        layers = "1 level" if self.levels == 1 else f"{self.levels} levels"
        return f"{layers} of Deflection."


def roll_parry(
    session: Session,
    throw: Throw,
    asking: Asking,
    unit: Unit,
    weapon: Weapon | None,
    use: int,
    *,
    bonus: Sequence[Term] = (),
    harms: bool = True,
    number: int = 0,
    of: Thrower | None = None,
) -> ParryRoll | None:
    """Make a Parry Roll; return None while a die or an answer of it is missing.

    `weapon` is None for Bare Hands, `harms`: damage is parried, not a Grab or a Shove. `number`
    tells the Parries of one act apart, where a unit makes more than one.
    """
    die = unit.action_die or FIRE_SIDES
    penalty = (FIRE_SIDES,) * fire_penalty(session, unit)
    labels = ("Parry", *["−1d4 fire"] * len(penalty))
    first = len(throw.asked)
    roll = throw.roll(action_kind(die), (die,), labels, penalty=penalty, of=of)
    if roll is None:
        return None
    terms = [Term(f"Parry d{die}", roll.total, "5.2-44"), *bonus]
    total = sum(term.value for term in terms)
    # It has to reach the Use of what it is made with, whatever the attack has rolled.
    made = not roll.critical_failure and total >= use
    deeper = False
    # Chosen once the roll is known: the Benny deepens a Parry that is made, or makes one that
    # failed.
    if roll.benny:
        spent = _benny(session, asking, unit, made=made, harms=harms, number=number)
        deeper = spent == BennyUse.DEFLECTION
        if spent == BennyUse.ACTION:
            bought = throw.roll(RollKind.OTHER, (BENNY_DIE,), ("Benny",), of=of)
            if bought is None:
                return None
            terms.append(Term("Benny", bought.total, "4.2-18"))
            total += bought.total
            made = total >= use
    levels = parry_layers(layers_of(weapon), benny=deeper) if made and harms else 0
    return ParryRoll(unit, roll, use, total, made, levels, tuple(terms), first)


def _benny(
    session: Session, asking: Asking, unit: Unit, *, made: bool, harms: bool, number: int
) -> str:
    uses = parry_uses(against_damage=harms)
    fitting = [use for use in uses if _helps(use, made)]
    who = player_name(session, unit.player_id)
    name = f"parry-{unit.id}"
    # A unit that parries twice is asked twice; the second question needs a name of its own.
    taken = any(choice.id == name for choice in asking.asked)
    return asking.choose(
        f"{name}-{number}" if taken else name,
        f"Over the Top! {who} spends the Benny of the Parry on:",
        unit.player_id,
        tuple(PARRY_WORDS[use] for use in fitting),
    )


def _helps(use: BennyUse, made: bool) -> bool:
    return use is BennyUse.OTHER or (use is BennyUse.DEFLECTION) == made


def layers_of(weapon: Weapon | None) -> int:
    """Return the layers of Deflection of a shield: its W, of a minifig's as the preset says."""
    if weapon is None:
        return 1
    preset = WEAPON_PRESETS.get(weapon.preset)
    if preset and preset.deflection:
        return preset.deflection
    return max(1, int(weapon.size))


def shields_ready(session: Session, unit: Unit, used: Sequence[Weapon] = ()) -> list[Weapon]:
    """Return the Shields with which a unit can parry damage now (5.2-41, 5.2-51, 8.2-02).

    `used` are those that have parried in this act.
    """
    able = [each for each in _shields(session, unit) if each not in used]
    if not able or not unit.action_die:
        return []
    down = StateKind.DISRUPTED in kinds_of(session, unit)
    now = stamp_now(session)
    return [
        weapon
        for weapon in able
        if may_parry(
            Incoming.DAMAGE,
            disrupted=down,
            used=weapon.fired_turn_id == now,
            mind=unit.mind.value,
        )
        is None
        and _hands_free(session, unit, hands_for(weapon) + sum(hands_for(each) for each in used))
    ]


def _shields(session: Session, unit: Unit) -> list[Weapon]:
    """Return the Shields that a unit holds and that work."""

    def ask() -> dict[int, list[Weapon]]:
        wanted = select(Weapon).where(Weapon.kind == WeaponKind.MELEE_SHIELD)
        found: dict[int, list[Weapon]] = {}
        for weapon in session.exec(wanted.order_by(col(Weapon.id))):
            found.setdefault(weapon.unit_id, []).append(weapon)
        return found

    held = known(session, "melee shields", ask, Weapon, "kind", "unit_id").get(unit.id or 0, ())
    return [each for each in held if not (each.lying or each.inoperative) and each.use is not None]


def _hands_free(session: Session, unit: Unit, needed: int) -> bool:
    if unit.kind not in MINIFIGS:
        return True
    hands, used, bound = hands_of(session, unit)
    return may_use_hands(needed, hands, used=used, bound=bound) is None


def hands_for(weapon: Weapon) -> int:
    """Return the Hands that a Parry with it takes up (5.2-41)."""
    return 0 if weapon.mounted else max(1, weapon.hands)


def use_of(weapon: Weapon) -> int:
    """Return the number that a Parry with a Shield must reach (5.2-44)."""
    return parry_use(ParryWith.SHIELD, weapon.use, ranged=weapon.range is not None)


def use_up(session: Session, unit: Unit, weapon: Weapon | None, hands: int) -> None:
    """Spend what a Parry uses up: Action, hands, object (5.2-41, 5.2-42)."""
    # A unit without an Action left may parry too: nothing is spent then.
    if actions_left_now(session, unit) > 0:
        take_action(session, unit)
    use_hands(session, unit, hands)
    note_maneuver(session, unit, PARRY)
    if weapon is not None:
        weapon.fired_turn_id = stamp_now(session)
        session.add(weapon)


def drop_after(
    session: Session,
    parried: ParryRoll,
    weapon: Weapon | None,
    held: ParryWith,
    away: int,
    step: str = "",
) -> list[Line]:
    """Knock the object of a Parry that fails critically out of the hand (5.2-47, 8.2-11)."""
    lost = loses_object(held, critical_failure=parried.roll.critical_failure)
    if weapon is None or not lost:
        return []
    dropped = drop_item(session, parried.unit, str(weapon.id), away, step)
    return [dropped, *parted_by_the_map(session, parried.unit, step)]
