"""A target parries: a shot or a blow with a shield, a Grab or Shove with anything."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.checks import alive, heed, row_or_none
from brikdesk.acts.combat.aim import AttackTerms, Mode, ModifierLine, Parry, ParryLine, in_words
from brikdesk.acts.combat.armor import own_bonuses
from brikdesk.acts.combat.engaging import hands_of
from brikdesk.acts.combat.modifiers import Melee, parry_rows
from brikdesk.acts.combat.protection import ParryRoll, hands_for, loses_object, roll_parry
from brikdesk.acts.combat.shots import Decisions, Shot
from brikdesk.acts.step_act import Throw, complete
from brikdesk.acts.who_may import BARE_HANDS, MINIFIGS, kinds_of, no_bare_hands, out_of_view
from brikdesk.dice import Roll
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars import close_combat
from brikdesk.rules.brikwars.attacks import needed_natural
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.weapons import is_two_handed
from brikdesk.rules.refusal import No
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Term, Tone
from brikdesk.store.tables import StateKind, Unit, Weapon, WeaponKind
from brikdesk.text import said_of
from brikdesk.turns.turn_order import stamp_now

INCOMING = {
    Mode.STRIKE: close_combat.Incoming.STRIKE,
    Mode.GRAB: close_combat.Incoming.GRAB,
    Mode.SHOVE: close_combat.Incoming.SHOVE,
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
    held: close_combat.ParryWith
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


def _guard(session: Session, number: int, parry: Parry) -> Guard:
    """Return a Parry with its rows; BadInput for what the unit does not hold."""
    unit = alive(session, parry.unit_id)
    both = house_of(session, BrikWarsHouse).bw_barehand_uses_both
    weapon = row_or_none(session, Weapon, parry.weapon_id)
    if weapon is None or weapon.preset == BARE_HANDS:
        bare = close_combat.ParryWith.BARE_HANDS
        hands = close_combat.bare_hands_used(bw_barehand_uses_both=both)
        return Guard(number, parry, unit, None, bare, close_combat.parry_use(bare), hands)
    if weapon.unit_id != unit.id or weapon.lying:
        raise BadInput(f"{unit.name} does not hold {weapon.name}.", "parries")
    shield = weapon.kind is WeaponKind.MELEE_SHIELD
    held = close_combat.ParryWith.SHIELD if shield else close_combat.ParryWith.OBJECT
    if weapon.use is None and weapon.range is None:
        raise BadInput(f"{said_of(weapon.name, 'has')} no Use to parry with.", "parries")
    use = close_combat.parry_use(held, weapon.use, ranged=weapon.range is not None)
    return Guard(number, parry, unit, weapon, held, use, hands_for(weapon))


def parry_for(
    shot: Shot, guards: Iterable[Guard], done: Collection[int], overruled: Collection[str]
) -> Guard | None:
    """Return the Parry that meets a hit; None if there is none.

    Each Parry meets one attack only (A5-15, 5.2-41).
    """
    for guard in guards:
        no = close_combat.may_parry_with(_incoming(shot), guard.held)
        # One that only the referee allows meets the hit all the same.
        able = no is None or all(each.rule in overruled for each in no.each)
        if guard.number not in done and guard.meets(shot) and able and not shot.explosive:
            return guard
    return None


def _incoming(shot: Shot | None) -> close_combat.Incoming:
    """Return what a Parry meets; what is no shot is damage from an explosion or a stray."""
    damage = close_combat.Incoming.DAMAGE
    return INCOMING.get(shot.armed.mode, damage) if shot else damage


def parry_terms(
    session: Session, shot: Shot, guard: Guard, melee: Melee
) -> list[tuple[str, str, int, str, str]]:
    """Return what the desk knows of a Parry: key, reason, value, rule, detail."""
    armed, unit = shot.armed, guard.unit
    held = armed.weapon.preset if armed.weapon else ""
    two_handed = not armed.ranged and is_two_handed(held)
    size = 0.0 if armed.weapon is None else armed.size
    larger = close_combat.weapon_bonus(size, two_handed=two_handed)
    shoved = armed.mode is Mode.SHOVE
    smaller = close_combat.shove_penalty(armed.by.size, unit.size) if shoved else 0
    value, detail = melee.outnumbered(unit)
    key = f"parry-{guard.number}"
    return [
        (f"large@{key}", "Large weapon", larger, "8.2-10", unit.name),
        (f"shove@{key}", "Larger shover", smaller, "8.2-06", unit.name),
        (f"outnumbered@{key}", "Outnumbered", value, "5.1-42", f"{unit.name}, {detail}"),
        *(
            (f"own-{own.reason}@{key}", own.reason, own.value, own.rule, unit.name)
            for own in own_bonuses(session, unit).terms
        ),
    ]


def line_of(guard: Guard, rows: Sequence[ModifierLine], parried: Parried | None) -> ParryLine:
    """Return a Parry as the preview shows it, rolled or not."""
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
    rolled = parried.rolled
    return replace(
        shown,
        against=parried.shot.key,
        first=rolled.first,
        natural=rolled.roll.chains[0].die.value,
        total=rolled.total,
        made=rolled.made,
        levels=rolled.levels,
        counted=rolled.counted,
        result=parried.result,
        tone=Tone.OK if rolled.made else Tone.DANGER,
        sums=(rolled.sum,),
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
        # If it can parry one of several attacks, the others do not refuse the Parry.
        asked = ((each, close_combat.may_parry_with(_incoming(each), guard.held)) for each in met)
        first = next((each for each, no in asked if no is None), met[0] if met else None)
        incoming = _incoming(first)
        heed(act, close_combat.may_parry_with(incoming, guard.held), session, unit.name)
        heed(act, _may_parry(session, guard, first), session, unit.name)
        if first is not None and incoming is close_combat.Incoming.DAMAGE:
            source = first.armed.bearer
            heed(act, out_of_view(session, unit, (source.x, source.y)), session, unit.name)
        if guard.weapon is None:
            _check_bare(act, session, guard)
    # Over all Parries of a unit together: no Hand holds two things.
    for unit in {guard.unit.id: guard.unit for guard in guards}.values():
        needed = sum(guard.hands for guard in guards if guard.unit is unit)
        if unit.kind in MINIFIGS:
            hands, used, bound = hands_of(session, unit)
            no = close_combat.may_use_hands(needed, hands, used=used, bound=bound)
            heed(act, no, session, unit.name)


def _may_parry(session: Session, guard: Guard, shot: Shot | None) -> No | None:
    unit, weapon = guard.unit, guard.weapon
    return close_combat.may_parry(
        _incoming(shot),
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


class Guarding:
    """The Parries of one attack; `done` are those that are rolled."""

    def __init__(
        self, act: AttackTerms, session: Session, throw: Throw, decide: Decisions, melee: Melee
    ) -> None:
        self.act, self.session, self.throw = act, session, throw
        self.decide, self.melee = decide, melee
        self.guards = tuple(_guard(session, at, parry) for at, parry in enumerate(act.parries))
        self.done: list[Parried] = []
        self.taken: set[int] = set()

    @property
    def rolled(self) -> set[int]:
        """The numbers of the Parries that were rolled, or taken against an explosion."""
        return {each.guard.number for each in self.done} | self.taken

    def declared(self, unit: Unit) -> Weapon | None:
        """Take the Shield with which a unit parries what strikes it besides the shots (5.2-51)."""
        for guard in self.guards:
            free = guard.unit.id == unit.id and guard.number not in self.rolled
            if free and guard.held is close_combat.ParryWith.SHIELD and guard.weapon is not None:
                self.taken.add(guard.number)
                return guard.weapon
        return None

    @property
    def lost(self) -> frozenset[int]:
        """The objects that Parries of this attack have lost already (5.2-47)."""
        return frozenset(
            each.guard.weapon.id or 0
            for each in self.done
            if each.guard.weapon and loses_object(each.rolled, each.guard.held)
        )

    def against(self, shot: Shot) -> Guard | None:
        """Return the Parry that meets this shot if it hits."""
        return parry_for(shot, self.guards, self.rolled, self.act.overruled)

    def meet(self, shot: Shot) -> None:
        """Roll the Parry that meets a hit, if there is one."""
        guard = self.against(shot)
        if guard is None:
            return
        rows = self.rows(guard, shot)
        rolled = roll_parry(
            self.session, self.throw, self.decide, guard.unit, guard.weapon, guard.use,
            bonus=[Term(row.reason, row.value, row.rule) for row in rows if row.on],
            harms=_incoming(shot).harms, number=guard.number,
        )  # fmt: skip
        parried = Parried(shot, guard, complete(rolled))
        shot.parry, shot.cancelled = parried.rolled.levels, shot.maneuver and parried.made
        self.done.append(parried)

    def rows(self, guard: Guard, shot: Shot) -> tuple[ModifierLine, ...]:
        """Return the modifiers of one Parry."""
        known = parry_terms(self.session, shot, guard, self.melee)
        return parry_rows(known, self.act.changes, self.act.extras)

    def shown(self, shots: Sequence[Shot]) -> list[tuple[ParryLine, tuple[ModifierLine, ...]]]:
        """Show every Parry with its modifiers, also those that nothing has called for yet."""
        made = []
        for guard in self.guards:
            parried = next((each for each in self.done if each.guard is guard), None)
            shot = parried.shot if parried else self._foreseen(guard, shots)
            rows = self.rows(guard, shot) if shot else ()
            made.append((line_of(guard, rows, parried), rows))
        return made

    def _foreseen(self, guard: Guard, shots: Sequence[Shot]) -> Shot | None:
        able = (shot for shot in shots if parry_for(shot, [guard], (), self.act.overruled))
        return next(able, None)
