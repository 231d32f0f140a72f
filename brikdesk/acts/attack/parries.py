"""A target parries: a shot or a blow with a shield, a Grab or Shove with anything (5.2-39 to 53)."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.attack.aim import Mode, Parry
from brikdesk.acts.attack.decisions import Decisions
from brikdesk.acts.attack.melee import Melee
from brikdesk.acts.attack.preview import ModifierLine, ParryLine, in_words
from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.damage.parrying import ParryRoll, hands_for, roll_parry
from brikdesk.acts.heed import heed
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import MINIFIGS, kinds_of
from brikdesk.acts.units.engaging import hands_of
from brikdesk.acts.who_may import BARE_HANDS, no_bare_hands, out_of_view
from brikdesk.dice import Roll
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.attack_steps import needed_natural
from brikdesk.rules.brikwars.attacks.close_attacks import may_use_hands
from brikdesk.rules.brikwars.attacks.parrying import (
    Incoming,
    ParryWith,
    bare_hands_used,
    may_parry,
    may_parry_with,
    parry_use,
    shove_penalty,
    weapon_bonus,
)
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.weapons.weapon_presets import is_two_handed
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Term, Tone
from brikdesk.store.tables import StateKind, Unit, Weapon, WeaponKind
from brikdesk.text import said_of
from brikdesk.turns.sequence import stamp_now

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
    """A Parry of an attack that is rolled: which shot it meets, and what came of it."""

    shot: Shot
    guard: Guard
    rolled: ParryRoll

    @property
    def unit(self) -> Unit:
        """Who parries."""
        return self.guard.unit

    @property
    def roll(self) -> Roll:
        """Its dice."""
        return self.rolled.roll

    @property
    def made(self) -> bool:
        """Whether it has reached its Use."""
        return self.rolled.made

    @property
    def words(self) -> str:
        """What it needed and what came of it, in words."""
        return in_words(self.rolled.counted, self.result)

    @property
    def result(self) -> str:
        """What came of it."""
        return self.rolled.result(self.shot.armed.name if self.shot.maneuver else "")


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
    return Guard(number, parry, unit, weapon, held, use, hands_for(weapon))


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
    rolled = roll_parry(
        session, throw, decide, guard.unit, guard.weapon, guard.use,
        bonus=[Term(row.reason, row.value, row.rule) for row in rows if row.on],
        harms=_incoming(shot).harms, number=guard.number,
    )  # fmt: skip
    return None if rolled is None else Parried(shot, guard, rolled)


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
        first=parried.rolled.first,
        natural=parried.roll.chains[0].die.value,
        total=parried.rolled.total,
        made=parried.made,
        levels=parried.rolled.levels,
        counted=parried.rolled.counted,
        result=parried.result,
        tone=Tone.OK if parried.made else Tone.DANGER,
        sums=(parried.rolled.sum,),
    )


def check_parries(
    act: Act,
    session: Session,
    guards: Sequence[Guard],
    shots: Sequence[Shot],
    others: Collection[int | None],
) -> None:
    """Refuse a Parry by a Disrupted unit, with a used hand, or with the wrong object (5.2-41).

    `others` are the units that its explosions and Missed Shots strike (5.2-51).
    """
    for guard in guards:
        unit = guard.unit
        met = [shot for shot in shots if guard.meets(shot)]
        if not met and unit.id not in others:
            raise BadInput(f"Nothing that {unit.name} could parry comes at it.", "parries")
        able = [shot for shot in met if may_parry_with(_incoming(shot), guard.held) is None]
        # If it can parry one of several attacks, the others do not refuse the Parry.
        first = next(iter(able or met), None)
        incoming = _incoming(first) if first else Incoming.DAMAGE
        heed(act, may_parry_with(incoming, guard.held), session, unit.name)
        heed(act, _may_parry(session, guard, first), session, unit.name)
        if first is not None and incoming is Incoming.DAMAGE:
            source = first.armed.bearer
            heed(act, out_of_view(session, unit, (source.x, source.y)), session, unit.name)
        if guard.weapon is None:
            _check_bare(act, session, guard)
    # Over all Parries of a unit together: no Hand holds two things.
    for unit in {guard.unit.id: guard.unit for guard in guards}.values():
        needed = sum(guard.hands for guard in guards if guard.unit is unit)
        if unit.kind in MINIFIGS:
            hands, used, bound = hands_of(session, unit)
            no = may_use_hands(needed, hands, used=used, bound=bound)
            heed(act, no, session, unit.name)


def _may_parry(session: Session, guard: Guard, shot: Shot | None) -> No | None:
    unit, weapon = guard.unit, guard.weapon
    return may_parry(
        _incoming(shot) if shot else Incoming.DAMAGE,
        disrupted=StateKind.DISRUPTED in kinds_of(session, unit),
        used=weapon is not None and weapon.fired_turn_id == stamp_now(session),
        mind=unit.mind.value,
        size=unit.size,
        attacker_size=shot.armed.bearer.size if shot else 0,  # of a crewed creation, not its crew
    )


def _check_bare(act: Act, session: Session, guard: Guard) -> None:
    """Refuse Bare Hands to a unit that holds something and does not drop it first (5.2-52, 5.2-53)."""
    unit = guard.unit
    no = None if guard.parry.drops else no_bare_hands(session, unit, "5.2-52", "parry")
    heed(act, no, session, unit.name)
