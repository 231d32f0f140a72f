"""Damage against the Armor of one unit, and the harm that it does: the end of every attack."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.combat.engaging import opened, parted_by_the_map
from brikdesk.acts.explosives.explosion import die_name
from brikdesk.acts.fire.fires import largest
from brikdesk.acts.step_act import Throw, ask
from brikdesk.acts.sums import by_hand, fails, roll_terms, sum_of, value_before
from brikdesk.acts.units.begin_state import begin_state, disrupt, is_minifig, wound_mortally
from brikdesk.acts.units.belongings import take_away
from brikdesk.acts.units.facts import TWO_STEPS
from brikdesk.acts.who_may import fires_of, kinds_of
from brikdesk.dice import Pool, Roll, RollKind
from brikdesk.rules.brikwars import units_and_damage
from brikdesk.rules.brikwars.attacks import DamageDie, armor_roll_stands, damage_outcome
from brikdesk.rules.brikwars.blast_bands import ArmorResult
from brikdesk.rules.brikwars.fire import FIRE_SIDES, fire_penalty_dice
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse, Occasion, reminders
from brikdesk.rules.turn import Clock, Edge
from brikdesk.store.house_rules import house_of, house_rules
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Dice, Kind, Line, Sum, Term, Tone, line
from brikdesk.store.scifi import facts_of
from brikdesk.store.tables import Fate, Note, NoteKind, StateKind, Unit, UnitKind, Weapon
from brikdesk.store.views.states import STATES
from brikdesk.text import said_of
from brikdesk.turns.steps import Choice, Option, Thrower, Topic
from brikdesk.turns.telling import damage_met, inches_lost
from brikdesk.turns.turn_order import next_player, player_name, stamp_now, turn_now


def armor_kept(session: Session, unit: Unit) -> Term | None:
    """Return the Armor Roll that stands for whatever comes in this turn; None where it is rolled."""
    if unit.melee_armor is None or not _stands(session, unit.melee_turn_id):
        return None
    return kept_term(unit.melee_armor, made_by(session, unit, "melee_armor"))


def kept_term(armor: int, act_id: int | None = None) -> Term:
    """Return an Armor Roll of earlier in this turn as a part of a sum."""
    return Term("Armor Roll earlier in this turn", armor, "Q8-84", act_id)


def keeps_armor(session: Session) -> bool:
    """Return whether an Armor Roll stands for the whole turn of a player at this table."""
    return _stands(session, stamp_now(session))


def keep_armor(session: Session, unit: Unit, armor: int) -> None:
    """Write the Armor Roll that stands from now on."""
    opened(session, unit).melee_armor = armor


def _stands(session: Session, rolled_in: int | None) -> bool:
    """Return whether an Armor Roll of the turn with this stamp still stands (Q8-84)."""
    scope = house_of(session, BrikWarsHouse).armor_roll_scope
    return armor_roll_stands(rolled_in, stamp_now(session), armor_roll_scope=scope)


def lose_unit(
    session: Session,
    unit: Unit,
    why: str,
    rule: str,
    step: str = "",
    *,
    sums: Sequence[Sum] = (),
) -> list[Line]:
    """Take a unit off the table: its fire, states, Marks, homing and places at controls end too.

    `sums` are the numbers that `why` tells. A dead Scout's own Marks stay until they end by
    themselves (QF-50).
    """
    lost = line(
        Kind.LOST, f"{unit.name} {_dies(unit)}.", why, rule=rule, of=unit, step=step, sums=sums
    )
    return [lost, *take_away(session, unit, Fate.DEAD)]


_LIVING = (UnitKind.MINIFIG, UnitKind.HERO, UnitKind.HORSE, UnitKind.CREATURE)


def _dies(unit: Unit) -> str:
    return "dies" if unit.kind in _LIVING else "is destroyed"


def lose_limb(session: Session, unit: Unit, limb: str) -> None:
    """Make one limb useless, as if Amputated (8.3-34); BadInput for one that cannot be lost."""
    unit.limbs_lost = list(units_and_damage.lose_limb(unit.limbs_lost, limb))
    unit.grinding += 1
    session.add(unit)


def limb_name(limb: str) -> str:
    """Return a limb as people say it: right arm."""
    return limb.replace("_", " ")


def take_size_damage(
    session: Session,
    unit: Unit,
    inches: int,
    why: str,
    rule: str,
    step: str = "",
    *,
    terms: Sequence[Term] = (),
    sums: Sequence[Sum] = (),
) -> list[Line]:
    """Take inches off a unit's Effective Size; with none left it is destroyed (OF-49, OF-52).

    `terms` are the parts of these inches, none: by the referee's word. `sums` are the numbers that
    `why` tells.
    """
    parts = terms or (by_hand(why, inches),)
    # Before the row changes: the sum of the Size left starts from the damage so far.
    all_sums = (
        *sums,
        sum_of("Size Damage", inches, *parts),
        _size_left(session, unit, inches, rule),
    )
    unit.size_damage += inches
    session.add(unit)
    if units_and_damage.destroyed(unit.size, unit.size_damage):
        return lose_unit(session, unit, why, "OF-52", step=step, sums=all_sums)
    left = units_and_damage.effective_size(unit.size, unit.size_damage)
    # A fire is never larger than what burns; permanent fires keep the dice they were built with.
    for fire in fires_of(session, unit):
        if not fire.permanent_dice:
            fire.size = min(fire.size, largest(session, unit))
            session.add(fire)
    words = f'{why} Effective Size {left}".'.strip()
    return [
        line(
            Kind.LOST, f'{unit.name}: {inches}" of Size Damage.', words,
            rule=rule, of=unit, step=step, sums=all_sums,
        )
    ]  # fmt: skip


def _size_left(session: Session, unit: Unit, inches: int, rule: str) -> Sum:
    """Tell how the Effective Size comes about once a unit has lost so many inches more (OF-46)."""
    return sum_of(
        f"Effective Size of {unit.name}",
        units_and_damage.effective_size(unit.size, unit.size_damage + inches),
        Term("Size", unit.size, "OF-36"),
        value_before(session, unit, "size_damage", "Size Damage before", "OF-46", sign=-1),
        Term("Size Damage now", -inches, rule),
        floor=0,
    )


def grinding_sum(session: Session, unit: Unit, points: int, reason: str, rule: str) -> Sum:
    """Tell how the Grinding Damage of a creation comes about with so many points more (OF-60)."""
    return sum_of(
        f"Grinding Damage of {unit.name}",
        unit.grinding + points,
        value_before(session, unit, "grinding", "Grinding Damage before", "OF-60"),
        Term(reason, points, rule),
    )


def grind(
    session: Session, unit: Unit, points: int, step: str = "", sums: Sequence[Sum] = ()
) -> list[Line]:
    """Add points of Grinding Damage to a creation, and the Size Damage they may amount to (OF-60).

    `sums` says how the points came about, see `grinding_sum`.
    """
    rules = house_of(session, BrikWarsHouse)
    effect, per_inch = rules.bw_grinding_effect, rules.bw_grinding_points_per_inch
    old, unit.grinding = unit.grinding, unit.grinding + points
    session.add(unit)
    before, now = (
        units_and_damage.grinding_size_damage(all_points, effect=effect, points_per_inch=per_inch)
        for all_points in (old, unit.grinding)
    )
    if now == before:
        return []
    why = f"{unit.grinding} points of Grinding Damage."
    reason = f'1" for every {per_inch} points of Grinding Damage'
    terms = (Term(reason, now - before, "OF-60"),)
    return take_size_damage(session, unit, now - before, why, "OF-60", step, terms=terms, sums=sums)


def grinding_line(unit: Unit, points: int, sums: Sequence[Sum], rule: str, step: str = "") -> Line:
    """Return the line of points of Grinding Damage that a creation has taken; `sums` tell how."""
    many = "1 point" if points == 1 else f"{points} points"
    lead, words = f"{unit.name}: {many} of Grinding Damage.", f"{unit.grinding} in all."
    return line(Kind.LOST, lead, words, rule=rule, of=unit, step=step, sums=sums)


STRUCK, MORTAL, DISARMED, TWIST = "struck", "mortal", "disarmed", "twist"
"""Values of the choice `bad`."""

ARMOR = "armor"
"""A value of the choice `item`: the armor that a minifig wears (5.1-22)."""

OPTIONS = (
    Option(STRUCK, "Struck to the Ground!", "Disrupted until its next turn"),
    Option(MORTAL, "Mortally Wounded!", "acts on, dies when the running turn ends"),
    Option(DISARMED, "Disarmed!", "drops a useful item it holds"),
    Option(TWIST, "Unexpected Twist!", "as the table agrees"),
)


def something_bad_choices(
    session: Session,
    unit: Unit,
    choices: Mapping[str, str],
    suffix: str = "",
    *,
    downed: bool = False,
    dying: bool = False,
    lost: Collection[str] = (),
) -> tuple[Choice, ...]:
    """Ask the victim's player to pick what happens, and for its details (5.1-14, 5.1-21, 5.1-15).

    Only what has an effect is offered (A5-12): not what the same event does to the victim anyway,
    which may leave it `downed` or `dying`, and has cost it the items `lost`. `suffix` tells the
    victims of one event apart: the choices are called `bad`, `twist` and `item` with it.
    """
    who = player_name(session, unit.player_id)
    left = tuple(each for each in _items(session, unit) if each.value not in lost)
    options = _with_effect(session, unit, left, downed=downed, dying=dying)
    prompt = f"{who} picks Something Bad:"
    if suffix:
        prompt = f"Something Bad happens to {unit.name}. {who} picks:"
    first = ask(choices, f"bad{suffix}", prompt, unit.player_id, options, topic=Topic.BAD)
    if first.chosen == TWIST:
        asked = " ".join(
            [f"{who} says what happens.", *_agreed(session, unit, units_and_damage.Bad.TWIST)]
        )
        return first, ask(choices, f"twist{suffix}", asked, unit.player_id, (), free=True)
    items = left if first.chosen == DISARMED else ()
    if len(items) < 2:
        return (first,)
    return first, ask(choices, f"item{suffix}", f"{who} says what:", unit.player_id, items)


def _items(session: Session, unit: Unit) -> tuple[Option, ...]:
    """Offer what a Disarm can cost: what it holds, and armor if the others agree (5.1-22)."""
    items = tuple(Option(str(item.id), item.name) for item in _items_to_lose(session, unit))
    if not unit.worn_armor or not is_minifig(unit):
        return items
    detail = " ".join(_agreed(session, unit, units_and_damage.Bad.DISARMED, held=False))
    return (*items, Option(ARMOR, f"{unit.worn_armor.capitalize()} Armor", detail))


def _items_to_lose(session: Session, unit: Unit) -> list[Weapon]:
    """Return what a unit can be disarmed of: a creation also of what it is fitted with (5.1-23)."""
    wanted = select(Weapon).where(Weapon.unit_id == unit.id, Weapon.lying == "")
    items = session.exec(wanted.order_by(col(Weapon.id)))
    return [item for item in items if not (item.mounted and is_minifig(unit))]


def held_items(session: Session, unit: Unit) -> list[Weapon]:
    """Return what a unit holds in its hands, as far as the roster knows."""
    return [item for item in _items_to_lose(session, unit) if not item.mounted]


def _agreed(
    session: Session, unit: Unit, bad: units_and_damage.Bad, *, held: bool = True
) -> list[str]:
    """Say who has to agree to a pick, and how a dispute is settled (5.1-21, 5.1-22, OF-12)."""
    if not units_and_damage.others_agree_on(bad, minifig=is_minifig(unit), held=held):
        return []
    settled = reminders([Occasion.DISPUTE], house_rules(session))
    return ["The others agree.", *(each.words for each in settled)]


def _with_effect(
    session: Session, unit: Unit, items: tuple[Option, ...], *, downed: bool, dying: bool
) -> tuple[Option, ...]:
    """Return the picks that have an effect (A5-12); `items` are those that it has left."""
    # A unit without any weapon in the roster may still hold something: Disarmed! stays possible.
    states = kinds_of(session, unit)
    armed = session.exec(select(Weapon).where(Weapon.unit_id == unit.id)).first() is not None
    picks = units_and_damage.results_with_effect(
        has_item=not armed or bool(items),
        disrupted=downed or StateKind.DISRUPTED in states,
        mortally_wounded=dying or StateKind.MORTALLY_WOUNDED in states,
    )
    return tuple(option for option in OPTIONS if option.value in picks)


def suffer_something_bad(
    session: Session,
    unit: Unit,
    choices: Mapping[str, str],
    damage: int,
    step: str = "",
    *,
    suffix: str = "",
    knocked: int = 0,
) -> list[Line]:
    """Carry out what was chosen; a larger unit that is Mortally Wounded takes `damage` later.

    `knocked` are the inches that a dropped item flies: the attacker's Action Roll (5.1-15).
    """
    chosen = choices.get(f"bad{suffix}", STRUCK)
    if chosen == MORTAL:
        return [wound_mortally(session, unit, damage, step)]
    if chosen == STRUCK:
        return [disrupt(session, unit, "struck to the ground", "5.1-16", step)]
    if chosen == DISARMED:
        item = choices.get(f"item{suffix}", "")
        dropped = drop_item(session, unit, item, max(0, knocked), step)
        return [dropped, *parted_by_the_map(session, unit, step)]
    words = text.note(choices.get(f"twist{suffix}", ""), "twist")
    _remember_twist(session, unit, words)
    return [_line(unit, "Unexpected Twist!", words, "5.1-21", step)]


def drop_item(session: Session, unit: Unit, item: str, inches: int, step: str = "") -> Line:
    """Knock one item out of a unit's hands; it lies so many inches away (5.1-15)."""
    if item == ARMOR:
        return _lose_armor(session, unit, step)
    held = _items_to_lose(session, unit)
    # Of a single item nobody is asked: `item` is empty then.
    weapon = next((each for each in held if str(each.id) == item), held[0] if held else None)
    where = f'{inches}" away, straight from the attacker' if inches else "at its feet"
    if weapon is None:
        words = f"It drops one useful item it holds: {where}."
        return _line(unit, "Disarmed!", words, "5.1-15", step)
    weapon.lying = f"{where} of {unit.name}" if inches else at_the_feet(unit)
    session.add(weapon)
    return _line(unit, "Disarmed!", f"{said_of(weapon.name, 'lies')} {where}.", "5.1-15", step)


def at_the_feet(unit: Unit) -> str:
    """Return in words where something lies that a unit has dropped."""
    return f"at the feet of {unit.name}"


def _lose_armor(session: Session, unit: Unit, step: str) -> Line:
    """Take worn armor off, with what it adds (5.1-22, W-14, W-15)."""
    worn, unit.worn_armor = unit.worn_armor, ""
    unit.armor, unit.deflection = units_and_damage.take_off(worn, unit.armor, unit.deflection)
    session.add(unit)
    words = f"It loses its {worn.capitalize()} Armor. Armor {unit.armor or 'none'} is left."
    return _line(unit, "Disarmed!", words, "5.1-22", step)


def _remember_twist(session: Session, unit: Unit, words: str) -> None:
    """Pin the Twist to the end of the next player's turn: by then it is over (5.1-21)."""
    turn = turn_now(session)
    player_id, new_round = next_player(session, turn)
    session.add(
        Note(
            kind=NoteKind.TWIST,
            text=f"Over by now: {words}",
            unit_id=unit.id,
            player_id=player_id,
            due_number=turn.number + new_round,
            edge=Edge.END,
            made_turn_id=turn.id,
        )
    )


def _line(unit: Unit, what: str, words: str, rule: str, step: str) -> Line:
    return line(Kind.STATE, f"{unit.name}: {what}", words, rule=rule, of=unit, step=step)


def roll_damage(
    throw: Throw,
    dice: Sequence[DamageDie],
    *,
    bought: Sequence[DamageDie] = (),
    of: Thrower | None = None,
) -> Roll | None:
    """Roll Damage dice, and those that a Benny has `bought`; return None while one is missing."""
    labels = [die_name(die) for die in dice]
    more = [die.sides for die in bought]
    return throw.roll(RollKind.OTHER, [die.sides for die in dice], labels, benny=more, of=of)


MOST_ARMOR_ROLLS = 50
"""Armor Rolls against one damage where what is left meets the next one (OF-50)."""


class ArmorTest(Struct, frozen=True):
    """How damage compared with Armor: points of each Armor Roll, and what it comes to.

    `rolls` hold its dice, none for a fixed Armor of a unit that does not burn. `sums` tell how
    each Armor Roll came about. `entered` is what the referee says of a unit of the other book,
    which has no Armor; empty before that is said, None for a unit that has.
    """

    damage: int
    armors: tuple[int, ...]
    rolls: tuple[Roll, ...]
    result: ArmorResult
    inches: int
    choices: tuple[Choice, ...] = ()
    sums: tuple[Sum, ...] = ()
    entered: str | None = None

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
        if self.entered is not None:
            said = _ENTERED[self.entered] if self.entered else "the referee says what it does"
            return f"{self.damage} damage: {said}."
        met = damage_met(self.damage, self.armor)
        return {
            ArmorResult.NOTHING: f"{met}: nothing.",
            ArmorResult.SOMETHING_BAD: f"{met}: Something Bad happens.",
            ArmorResult.BEATEN: f"{met}: it gets through.",
        }[self.result]


NO_EFFECT, STUNNED, ELIMINATED = "no effect", "incapacitated", "eliminated"
"""What damage by the one book can do to a unit that only the other book knows."""

_ENTERED = {NO_EFFECT: "no effect", STUNNED: "it is incapacitated", ELIMINATED: "it is eliminated"}


def is_judged(session: Session, unit: Unit) -> bool:
    """Return whether the referee says what damage does to a unit: it is one of the other book.

    Such a unit has an armor class and no Armor, so that no rule compares the two.
    """
    return not unit.armor.strip() and facts_of(session, unit.id or 0) is not None


def _judged(unit: Unit, damage: int, choices: Mapping[str, str], suffix: str) -> ArmorTest:
    """Ask what damage does to a unit that has no Armor (12-77)."""
    options = tuple(Option(value, text.opening(words)) for value, words in _ENTERED.items())
    prompt = f"What do {damage} points of damage do to {unit.name}? The referee says:"
    asked = ask(choices, f"result{suffix or f'-{unit.id}'}", prompt, None, options, topic=Topic.BAD)
    said = asked.chosen or ""
    result = ArmorResult.BEATEN if said == ELIMINATED else ArmorResult.NOTHING
    return ArmorTest(damage, (), (), result, 0, (asked,), entered=said)


def armor_of(session: Session, unit: Unit, *, joint: bool = False) -> Pool:
    """Return the Armor of a unit as it is now: dice or a number, less 1d4 while it burns.

    Rules: OF-53 (no more d10s than inches of Effective Size), F.1-27 and 8.3-27 (on fire), 8.2-15
    (a `joint` has one d10 less).
    """
    rules = house_of(session, BrikWarsHouse)
    left = units_and_damage.effective_size(unit.size, unit.size_damage)
    armor = units_and_damage.armor_after_damage(
        unit.armor, left, capped=rules.bw_armor_capped_by_effective_size
    )
    armor = units_and_damage.weak_point_armor(armor) if joint else armor
    pool = Pool.parse(armor, flat=True, where="Armor") if armor.strip() else Pool()
    penalty = (FIRE_SIDES,) * fire_penalty(session, unit)
    worn = units_and_damage.worn_armor_bonus(
        unit.worn_armor, bw_heavy_armor_bonus=rules.bw_heavy_armor_bonus
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


class OwnBonuses(Struct, frozen=True):
    """What a unit itself brings to its Action Rolls: flat `terms`, and the `penalty` dice of a fire."""

    terms: tuple[Term, ...]
    penalty: tuple[int, ...]

    @property
    def points(self) -> int:
        """The sum of the terms."""
        return sum(term.value for term in self.terms)

    def labels(self, first: str) -> tuple[str, ...]:
        """Return the names of its dice; the Action die is called `first`."""
        return (first, *["−1d4 fire"] * len(self.penalty))


def own_bonuses(session: Session, unit: Unit, used: Unit | None = None) -> OwnBonuses:
    """Return what a unit brings to every Action Roll of its own: by its states, and as it burns.

    `used` is what carries the weapon that it uses, where that is not the unit itself (F.1-27).
    """
    held = kinds_of(session, unit)
    terms = tuple(
        Term(kind.value, facts.bonus, facts.begins)
        for kind, facts in STATES.items()
        if facts.bonus and kind in held
    )
    return OwnBonuses(terms, (FIRE_SIDES,) * fire_penalty(session, unit, used))


def on_fire(session: Session, unit: Unit) -> Term:
    """Return why dice are taken off a unit's rolls, with the act that lit the fire (8.3-27, F.1-27)."""
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
    downed: bool = False,
    dying: bool = False,
    lost: Collection[str] = (),
) -> ArmorTest | None:
    """Compare damage with Armor; return None while Armor dice are missing.

    `suffix`, `downed`, `dying` and `lost` as for `something_bad_choices`, `joint` as for `armor_of`;
    `kept` is an Armor Roll of this player's turn that counts for this damage too (X6-01; without
    one Q8-84 says which).

    Rules: A-04, OF-48 to OF-50, 5.1-11 to 5.1-13, A5-41 (damage of 0 meets no Armor).
    """
    if damage <= 0:
        return ArmorTest(damage, (), (), ArmorResult.NOTHING, 0)
    if is_judged(session, unit):
        return _judged(unit, damage, choices, suffix)
    # The Armor Roll of a joint is its own: it has a die less (8.2-15).
    kept = kept or (None if joint else armor_kept(session, unit))
    first = _kept_roll(unit, kept) if kept else _armor_roll(session, throw, unit, joint)
    if first is None:
        return None
    result = damage_outcome(damage, first.points)
    test = ArmorTest(damage, (first.points,), first.rolls, result, 0, sums=(first.sum,))
    if result is ArmorResult.SOMETHING_BAD:
        asked = something_bad_choices(
            session, unit, choices, suffix, downed=downed, dying=dying, lost=lost
        )
        return replace(test, choices=asked)
    if result is ArmorResult.NOTHING or _two_results(unit):
        return test
    return _inches_lost(session, throw, unit, damage, first, joint)


class ArmorRoll(Struct, frozen=True):
    """One Armor Roll: its points, its dice (none for a fixed number), and how it came about."""

    points: int
    rolls: tuple[Roll, ...]
    sum: Sum


def _kept_roll(unit: Unit, kept: Term) -> ArmorRoll:
    return ArmorRoll(kept.value, (), sum_of(f"Armor of {unit.name}", kept.value, kept))


def _inches_lost(
    session: Session, throw: Throw, unit: Unit, damage: int, first: ArmorRoll, joint: bool
) -> ArmorTest | None:
    # One inch for each Armor Roll beaten; what is left meets the next one, up to the inches that
    # the unit still has (OF-50).
    overflow = house_of(session, BrikWarsHouse).bw_size_damage_overflow
    made = [first]
    most = min(
        MOST_ARMOR_ROLLS, max(1, units_and_damage.effective_size(unit.size, unit.size_damage))
    )
    rest = damage - first.points
    while overflow == "repeat" and rest > 0 and len(made) < most:
        again = _armor_roll(session, throw, unit, joint)
        if again is None:
            return None
        made.append(again)
        rest -= again.points
    armors = tuple(each.points for each in made)
    rolls = tuple(roll for each in made for roll in each.rolls)
    inches = units_and_damage.size_damage_dealt(damage, armors, overflow=overflow)
    sums = tuple(each.sum for each in made)
    return ArmorTest(damage, armors, rolls, ArmorResult.BEATEN, inches, sums=sums)


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
            # The dice stay listed as they fell; this part takes their points away again.
            terms.append(fails(max(0, roll.total), "OF-09"))
    effect = rules.bw_grinding_effect
    if not is_minifig(unit):  # a minifig's points are its limbs (OF-59)
        points = units_and_damage.armor_roll_after_grinding(points, unit.grinding, effect=effect)
        if effect == "armor_minus_1":
            terms.append(
                value_before(session, unit, "grinding", "Grinding Damage", "OF-60", sign=-1)
            )
    return ArmorRoll(points, rolls, sum_of(f"Armor of {unit.name}", points, *terms, floor=0))


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
    """Write what an Armor Test came to; return its lines, none where nothing happens.

    `is_compared`: a line of its own has said how damage and Armor compare. `suffix` and
    `knocked` as for `suffer_something_bad`. The Armor Roll of a `joint` is its own.
    """
    if test.rolls and keeps_armor(session) and not joint:
        keep_armor(session, unit, test.armor)
    if test.entered is not None:
        return _as_entered(session, unit, test, step, "" if is_compared else test.words)
    if test.result is ArmorResult.NOTHING:
        return []
    if test.result is ArmorResult.SOMETHING_BAD:
        return suffer_something_bad(
            session, unit, choices, test.damage, step, suffix=suffix, knocked=knocked
        )
    why, sums = ("", ()) if is_compared else (test.words, test.sums)
    return hit_through(session, unit, test.inches, why, step, terms=test.inch_terms, sums=sums)


def _as_entered(session: Session, unit: Unit, test: ArmorTest, step: str, why: str) -> list[Line]:
    """Write what the referee said of a unit of the other book."""
    if test.entered == ELIMINATED:
        return lose_unit(session, unit, why, "12-77", step=step)
    if test.entered != STUNNED:
        return []
    now = Clock(unit.player_id, Edge.END, stamp_now(session))
    begin_state(session, unit, StateKind.INCAPACITATED, "a hit", clock=now)
    words, lead = f"{why} It neither moves nor fires.".strip(), f"{unit.name} is incapacitated."
    return [line(Kind.STATE, lead, words, rule="12-47", of=unit, step=step)]


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
    fate = units_and_damage.after_successful_hit(
        two_steps=has_two_steps(unit), wounded=unit.wounded
    )
    if fate == "dead":
        return lose_unit(session, unit, why, "5.1-11", step=step, sums=sums)
    unit.wounded = True
    session.add(unit)
    lead = f"{unit.name} is Wounded."
    return [line(Kind.LOST, lead, why, rule="OF-93", of=unit, step=step, sums=sums)]


def becomes_of(unit: Unit, test: ArmorTest, *, part: bool = False) -> str:
    """Return what becomes of a unit by a hit that is not written yet, with a plain verb first.

    It is what `apply_damage` will write: dies, is wounded, loses an inch, holds. `part`: only a part
    of it was aimed at, which is lost in place of an inch.
    """
    if test.entered is not None:
        return _BECOMES.get(test.entered, "is hit")
    if test.result is ArmorResult.NOTHING:
        return "holds"
    if test.result is ArmorResult.SOMETHING_BAD:
        return "suffers Something Bad"
    if part:
        return "loses a part"
    if _two_results(unit):
        fate = units_and_damage.after_successful_hit(
            two_steps=has_two_steps(unit), wounded=unit.wounded
        )
        return _dies(unit) if fate == "dead" else "is wounded"
    lost = max(1, test.inches)
    gone = units_and_damage.destroyed(unit.size, unit.size_damage + lost)
    return _dies(unit) if gone else inches_lost(lost)


_BECOMES = {NO_EFFECT: "holds", STUNNED: "is incapacitated", ELIMINATED: "is eliminated"}


def armor_dice(test: ArmorTest) -> tuple[Dice, ...]:
    """Return the Armor dice of a test for a log line; empty where none were thrown."""
    tone = tone_of(test.result)
    return tuple(Dice(roll.dice, (tone,) * len(roll.dice)) for roll in test.rolls)


def tone_of(result: ArmorResult) -> Tone:
    """Return the tone of the dice for what damage comes to."""
    return Tone.OK if result is ArmorResult.NOTHING else Tone.DANGER
