"""A target parries: a shot or a blow with a shield, a Grab or Shove with anything (5.2-39 to 53)."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.attack.aim import Mode, Parry
from brikdesk.acts.attack.arms import BARE_HANDS
from brikdesk.acts.attack.decisions import WORDS, Decisions
from brikdesk.acts.attack.melee import Melee
from brikdesk.acts.attack.preview import ModifierLine, ParryLine, in_words
from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.damage.armor import fire_penalty
from brikdesk.acts.damage.something_bad import held_items
from brikdesk.acts.heed import heed
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import MINIFIGS, kinds_of
from brikdesk.acts.units.engaging import hands_of
from brikdesk.dice import Roll, RollKind, action_kind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.attack_steps import needed_natural
from brikdesk.rules.brikwars.attacks.benny_uses import BENNY_DIE, BennyUse, parry_uses
from brikdesk.rules.brikwars.attacks.close_attacks import may_use_hands
from brikdesk.rules.brikwars.attacks.parrying import (
    Incoming,
    ParryWith,
    bare_hands_used,
    may_parry,
    may_parry_with,
    parry_layers,
    parry_use,
    shove_penalty,
    weapon_bonus,
)
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS, is_two_handed
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Sum, Term, Tone
from brikdesk.store.tables import StateKind, Unit, Weapon, WeaponKind
from brikdesk.text import said_of
from brikdesk.turns.sequence import player_name, stamp_now

INCOMING = {
    Mode.STRIKE: Incoming.STRIKE,
    Mode.GRAB: Incoming.GRAB,
    Mode.SHOVE: Incoming.SHOVE,
}
"""What ways of attacking are for a Parry; all others are damage from outside."""


class Guard(Struct, frozen=True):
    """A unit that parries, and with what; `number` is its place among the Parries of the attack.

    `weapon` is None for Bare Hands. `hands` is how many Hands it takes up (5.2-41).
    """

    number: int
    parry: Parry
    unit: Unit
    weapon: Weapon | None
    held: ParryWith
    use: int
    hands: int

    @property
    def name(self) -> str:
        """What it is made with."""
        return self.weapon.name if self.weapon else "Bare Hands"

    def meets(self, shot: Shot) -> bool:
        """Return whether a shot is aimed at this unit, and is the one named, if one is."""
        own = shot.target.unit is not None and shot.target.unit.id == self.unit.id
        return own and self.parry.against in (None, shot.armed.number)


class Parried(Struct):
    """A Parry that is rolled: its roll and its effect, levels of Deflection or a cancelled Grab."""

    shot: Shot
    guard: Guard
    roll: Roll
    total: int
    levels: int
    made: bool
    terms: tuple[Term, ...]
    first: int

    @property
    def unit(self) -> Unit:
        """Who parries."""
        return self.guard.unit

    @property
    def sum(self) -> Sum:
        """Tell how the Parry came about."""
        return Sum("Parry", self.total, self.terms)

    @property
    def words(self) -> str:
        """What it needed and what came of it, in words."""
        return in_words(self.counted, self.result)

    @property
    def counted(self) -> str:
        """The total and what it meets."""
        return f"{self.total} against Use {self.guard.use}".replace("-", "\N{MINUS SIGN}")

    @property
    def result(self) -> str:
        """What came of it."""
        if self.roll.critical_failure:
            return "Critical Failure."
        if not self.made:
            return "It fails."
        if self.shot.maneuver:
            return f"The {self.shot.armed.name} is cancelled."
        layers = "1 level" if self.levels == 1 else f"{self.levels} levels"
        return f"{layers} of Deflection."


def guards_of(session: Session, parries: Sequence[Parry]) -> tuple[Guard, ...]:
    """Return the Parries with their rows; BadInput for what the unit does not hold."""
    return tuple(_guard(session, number, parry) for number, parry in enumerate(parries))


def _guard(session: Session, number: int, parry: Parry) -> Guard:
    unit = alive(session, parry.unit_id)
    both = house_of(session, BrikWarsHouse).bw_barehand_uses_both
    weapon = None if parry.weapon_id is None else existing_row(session, Weapon, parry.weapon_id)
    if weapon is None or weapon.preset == BARE_HANDS:
        bare = ParryWith.BARE_HANDS
        hands = bare_hands_used(bw_barehand_uses_both=both)
        return Guard(number, parry, unit, None, bare, parry_use(bare), hands)
    if weapon.unit_id != unit.id or weapon.lying:
        raise BadInput(f"{unit.name} does not hold {weapon.name}.", "parries")
    shield = weapon.kind is WeaponKind.MELEE_SHIELD
    held = ParryWith.SHIELD if shield else ParryWith.OBJECT
    if weapon.use is None and weapon.range is None:
        raise BadInput(f"{said_of(weapon.name, 'has')} no Use to parry with.", "parries")
    use = parry_use(held, weapon.use, ranged=weapon.range is not None)
    hands = 0 if weapon.mounted else max(1, weapon.hands)
    return Guard(number, parry, unit, weapon, held, use, hands)


def parry_for(
    shot: Shot, guards: Iterable[Guard], done: Collection[int], overruled: Collection[str]
) -> Guard | None:
    """Return the Parry that meets a hit; None if there is none.

    Each Parry meets one attack only (A5-15, 5.2-41).
    """
    for guard in guards:
        no = may_parry_with(_incoming(shot), guard.held)
        able = no is None or all(each.rule in overruled for each in no.each)
        if guard.number not in done and guard.meets(shot) and able and not shot.explosive:
            return guard
    return None


def _incoming(shot: Shot) -> Incoming:
    return INCOMING.get(shot.armed.mode, Incoming.DAMAGE)


def parry_terms(
    session: Session, shot: Shot, guard: Guard, melee: Melee
) -> list[tuple[str, str, int, str, str]]:
    """Return what the desk knows of a Parry: key, reason, value, rule, detail."""
    armed, unit = shot.armed, guard.unit
    held = armed.weapon.preset if armed.weapon else ""
    two_handed = not armed.ranged and is_two_handed(held)
    size = 0.0 if armed.weapon is None else armed.size
    larger = weapon_bonus(size, two_handed=two_handed)
    smaller = shove_penalty(armed.by.size, unit.size) if armed.mode is Mode.SHOVE else 0
    value, detail = melee.outnumbered(unit)
    key = f"parry-{guard.number}"
    return [
        (f"large@{key}", "Large weapon", larger, "8.2-10", unit.name),
        (f"shove@{key}", "Larger shover", smaller, "8.2-06", unit.name),
        (f"outnumbered@{key}", "Outnumbered", value, "5.1-42", f"{unit.name}, {detail}"),
    ]


def parry_roll(
    session: Session,
    throw: Throw,
    decide: Decisions,
    shot: Shot,
    guard: Guard,
    rows: Sequence[ModifierLine],
) -> Parried | None:
    """Make the Parry Roll; return None while a die of it is missing."""
    unit = guard.unit
    die = unit.action_die or FIRE_SIDES
    penalty = (FIRE_SIDES,) * fire_penalty(session, unit)
    labels = ("Parry", *["−1d4 fire"] * len(penalty))
    first = len(throw.asked)
    roll = throw.roll(action_kind(die), (die,), labels, penalty=penalty)
    if roll is None:
        return None
    terms = [Term(f"Parry d{die}", roll.total, "5.2-44")]
    terms += [Term(row.reason, row.value, row.rule) for row in rows if row.on]
    total = sum(term.value for term in terms)
    # It has to reach the Use of what it is made with, whatever the attack has rolled.
    made = not roll.critical_failure and total >= guard.use
    deeper = False
    # Chosen once the roll is known: the Benny deepens a Parry that is made, or makes one that
    # failed.
    if roll.benny:
        spent = _benny(session, decide, shot, guard, made)
        deeper = spent == BennyUse.DEFLECTION
        if spent == BennyUse.ACTION:
            bought = throw.roll(RollKind.OTHER, (BENNY_DIE,), ("Benny",))
            if bought is None:
                return None
            terms.append(Term("Benny", bought.total, "4.2-18"))
            total += bought.total
            made = total >= guard.use
    levels = 0
    if made and _incoming(shot).harms:
        levels = parry_layers(_layers(guard.weapon), benny=deeper)
    return Parried(shot, guard, roll, total, levels, made, tuple(terms), first)


def _benny(session: Session, decide: Decisions, shot: Shot, guard: Guard, made: bool) -> str:
    uses = parry_uses(against_damage=not shot.maneuver)
    fitting = [use for use in uses if _helps(use, made)]
    who = player_name(session, guard.unit.player_id)
    name = f"parry-{guard.unit.id}"
    # A unit that parries twice is asked twice; the second question needs a name of its own.
    taken = any(choice.id == name for choice in decide.asked)
    return decide.choose(
        f"{name}-{guard.number}" if taken else name,
        f"Over the Top! {who} spends the Benny of the Parry on:",
        guard.unit.player_id,
        tuple(WORDS[use] for use in fitting),
    )


def _helps(use: BennyUse, made: bool) -> bool:
    return use is BennyUse.OTHER or (use is BennyUse.DEFLECTION) == made


def _layers(weapon: Weapon | None) -> int:
    """Return the layers of Deflection of a shield: its W, of a minifig's as the preset says."""
    if weapon is None:
        return 1
    preset = WEAPON_PRESETS.get(weapon.preset)
    if preset and preset.deflection:
        return preset.deflection
    return max(1, int(weapon.size))


def line_of(guard: Guard, rows: Sequence[ModifierLine], parried: Parried | None) -> ParryLine:
    """Show a Parry, rolled or not."""
    bonus = sum(row.value for row in rows if row.on)
    shown = ParryLine(
        unit_id=guard.unit.id or 0,
        unit=guard.unit.name,
        weapon_id=guard.parry.weapon_id,
        name=guard.name,
        use=guard.use,
        needed=needed_natural(guard.use, bonus),
    )
    if parried is None:
        return shown
    return ParryLine(
        unit_id=shown.unit_id,
        unit=shown.unit,
        weapon_id=shown.weapon_id,
        name=shown.name,
        use=shown.use,
        needed=shown.needed,
        against=parried.shot.key,
        first=parried.first,
        natural=parried.roll.chains[0].die.value,
        total=parried.total,
        made=parried.made,
        levels=parried.levels,
        counted=parried.counted,
        result=parried.result,
        tone=Tone.OK if parried.made else Tone.DANGER,
        sums=(parried.sum,),
    )


def check_parries(
    act: Act, session: Session, guards: Sequence[Guard], shots: Sequence[Shot]
) -> None:
    """Refuse a Parry by a Disrupted unit, with a used hand, or with the wrong object (5.2-41)."""
    for guard in guards:
        unit = guard.unit
        met = [shot for shot in shots if guard.meets(shot)]
        if not met:
            raise BadInput(f"Nothing that {unit.name} could parry comes at it.", "parries")
        able = [shot for shot in met if may_parry_with(_incoming(shot), guard.held) is None]
        # If it can parry one of several attacks, the others do not refuse the Parry.
        first = (able or met)[0]
        heed(act, may_parry_with(_incoming(first), guard.held), session, unit.name)
        heed(act, _may_parry(session, guard, first), session, unit.name)
        if guard.weapon is None:
            _check_bare(act, session, guard)
    # Over all Parries of a unit together: no Hand holds two things.
    for unit in {guard.unit.id: guard.unit for guard in guards}.values():
        needed = sum(guard.hands for guard in guards if guard.unit is unit)
        if unit.kind in MINIFIGS:
            hands, used, bound = hands_of(session, unit)
            no = may_use_hands(needed, hands, used=used, bound=bound)
            heed(act, no, session, unit.name)


def _may_parry(session: Session, guard: Guard, shot: Shot) -> No | None:
    unit, weapon = guard.unit, guard.weapon
    return may_parry(
        _incoming(shot),
        disrupted=StateKind.DISRUPTED in kinds_of(session, unit),
        used=weapon is not None and weapon.fired_turn_id == stamp_now(session),
        mind=unit.mind.value,
        size=unit.size,
        attacker_size=shot.armed.bearer.size,  # of a crewed creation, not of its crew
    )


def in_hands(session: Session, unit: Unit) -> list[Weapon]:
    """Return what a unit would have to drop to have Bare Hands (5.2-53)."""
    return [item for item in held_items(session, unit) if item.preset != BARE_HANDS]


def _check_bare(act: Act, session: Session, guard: Guard) -> None:
    """Refuse Bare Hands to a unit that holds something and does not drop it first (5.2-52, 5.2-53)."""
    held = [] if guard.parry.drops else in_hands(session, guard.unit)
    if held:
        names = ", ".join(each.name for each in held)
        why = f"{guard.unit.name} holds {names}. It drops that first to parry with Bare Hands."
        act.refuse_if(True, "5.2-52", why, session)
