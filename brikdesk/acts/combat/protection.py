"""What protects whoever is hurt: Parries, Energy Shields, Armor, in the order of the book."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, existing_row
from brikdesk.acts.combat.armor import (
    DISARMED,
    MORTAL,
    STRUCK,
    ArmorTest,
    drop_item,
    meet_armor,
    own_bonuses,
)
from brikdesk.acts.combat.engaging import hands_of, parted_by_the_map, use_hands
from brikdesk.acts.fields.energy_shields import (
    ShieldDie,
    check_shield,
    dice_in,
    projected,
    ready_places,
    spend_shield,
)
from brikdesk.acts.movement.on_the_way import fall, slips
from brikdesk.acts.power import power_now
from brikdesk.acts.step_act import Asking, Throw
from brikdesk.dice import Roll, RollKind, action_kind
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars import attacks as attack_rules
from brikdesk.rules.brikwars import close_combat
from brikdesk.rules.brikwars import fields as field_rules
from brikdesk.rules.brikwars.attacks import BennyUse
from brikdesk.rules.brikwars.blast_bands import ArmorResult, ExplosionBand
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind
from brikdesk.rules.brikwars.fire import FIRE_SIDES
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS
from brikdesk.store.act import Act
from brikdesk.store.lines import Dice, Kind, Line, Sum, Term, line
from brikdesk.store.session import of_unit, rows_of
from brikdesk.store.tables import Field, StateKind, Unit, Weapon, WeaponKind
from brikdesk.turns.brikwars.fields import sides_of
from brikdesk.turns.steps import Choice, Option, Thrower
from brikdesk.turns.turn_order import player_name, stamp_now

MOST_OPTIONS = 12
"""Ways to use the dice of a shield that are offered one by one; of more, how many dice in all."""


class Shielding:
    """The shield dice that were named in one act, and which of them took a Damage die away.

    Each takes one die of its type; a shield die that fits no Damage die is not used and costs
    nothing.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._named: dict[int, list[ShieldDie]] = {}
        self._free: dict[int, list[ShieldDie]] = {}
        self._used: dict[int, list[ShieldDie]] = {}

    def name(self, unit_id: int, dice: Sequence[ShieldDie]) -> None:
        """Take dice that the player of a unit uses up."""
        self._named.setdefault(unit_id, []).extend(dice)
        self._free.setdefault(unit_id, []).extend(dice)

    def names(self, unit: Unit) -> bool:
        """Return whether its player has said which dice this unit uses up."""
        return (unit.id or 0) in self._named

    def forget(self, unit: Unit) -> None:
        """Let a unit be asked again for its next damage; what it has used up stays used."""
        self._named.pop(unit.id or 0, None)
        self._free.pop(unit.id or 0, None)

    def fresh(self) -> "Shielding":
        """Return the same dice named, none of them used yet."""
        made = Shielding(self.session)
        for unit_id, dice in self._named.items():
            made.name(unit_id, dice)
        return made

    def check(self, act: Act) -> None:
        """Refuse dice that cannot be used now."""
        for unit_id, dice in self._named.items():
            check_shield(act, self.session, alive(self.session, unit_id), dice)

    def ready(self, unit: Unit) -> list[ShieldDie]:
        """Return the dice that could still be used up for a unit: unspent, projected, powered."""
        fields = [f for f in _covering(self.session, unit) if projected(self.session, f)]
        if not fields:
            return []
        taken = {(die.field_id, die.index) for die in self._used.get(unit.id or 0, ())}
        dice = [
            die
            for field in fields
            for die in dice_in(field, ready_places(self.session, field))
            if (die.field_id, die.index) not in taken
        ]
        now = power_now(self.session, unit)
        # Dice used in this act are paid when it is written, so their Power is not free any more.
        return dice[: max(0, (now.left + now.stored) // field_rules.SHIELD_POWER - len(taken))]

    def taken(self, unit: Unit, incoming: Sequence[field_rules.IncomingDie]) -> set[int]:
        """Return the places of the dice that its shield takes; its own dice count as used (QF-46)."""
        gone: set[int] = set()
        free = self._free.get(unit.id or 0, [])
        for die in list(free):
            places = [place for place in range(len(incoming)) if place not in gone]
            hit = field_rules.cancelled([incoming[place] for place in places], [die.sides])
            if hit:
                gone.add(places[hit[0]])
                free.remove(die)
                self._used.setdefault(unit.id or 0, []).append(die)
        return gone

    def write(self) -> list[Line]:
        """Spend the dice that were used, and their Power."""
        return [
            spend_shield(self.session, alive(self.session, unit_id), dice)
            for unit_id, dice in self._used.items()
        ]


def incoming_dice(
    dice: Sequence[attack_rules.DamageDie],
    faces: Sequence[int] | None = None,
    *,
    action: bool = False,
) -> list[field_rules.IncomingDie]:
    """Return Damage dice as a shield meets them; `action`: rolled with Action dice (F.1-72)."""
    shown = faces if faces is not None else [None] * len(dice)
    return [
        field_rules.IncomingDie(die.sides, die.kind, action and not die.kind, face=face)
        for die, face in zip(dice, shown, strict=True)
    ]


def without(band: ExplosionBand, gone: set[int]) -> ExplosionBand:
    """Return a band of an explosion without some dice, told by their places in `all_dice`."""
    own = len(band.dice)
    return replace(
        band,
        dice=tuple(die for place, die in enumerate(band.dice) if place not in gone),
        added=tuple(die for place, die in enumerate(band.added) if place + own not in gone),
    )


def shield_options(
    ready: Sequence[ShieldDie], incoming: Sequence[field_rules.IncomingDie]
) -> tuple[Option, ...]:
    """Return the ways to use up shield dice that each take a die of this damage; none: no die can.

    The value of an option holds the dice: `7.0+7.2` are the first and the third die of Field 7.
    """
    useful = _useful(ready, incoming)
    alike: dict[str, list[ShieldDie]] = {}
    for die in useful:
        alike.setdefault(die.words, []).append(die)
    # The first of the ways, left out here, uses no die at all.
    counts = list(product(*(range(len(dice) + 1) for dice in alike.values())))[1:]
    if len(counts) <= MOST_OPTIONS:
        chosen = [
            [die for n, dice in zip(count, alike.values(), strict=True) for die in dice[:n]]
            for count in sorted(counts, key=sum)
        ]
    else:
        chosen = [list(useful[:many]) for many in range(1, len(useful) + 1)]
    return tuple(_option(dice) for dice in chosen)


def dice_chosen(session: Session, value: str) -> Iterator[ShieldDie]:
    """Read the value of an option of `shield_options`."""
    for each in value.split("+"):
        field_id, place = each.split(".")
        yield from dice_in(existing_row(session, Field, int(field_id)), [int(place)])


def _useful(
    ready: Sequence[ShieldDie], incoming: Sequence[field_rules.IncomingDie]
) -> list[ShieldDie]:
    left = [field_rules.shield_die_against(die.sides, action=die.action) for die in incoming]
    found = []
    for die in ready:
        if die.sides in left:
            left.remove(die.sides)
            found.append(die)
    return found


def _option(dice: Sequence[ShieldDie]) -> Option:
    value = "+".join(f"{die.field_id}.{die.index}" for die in dice)
    many = {words: sum(die.words == words for die in dice) for words in (d.words for d in dice)}
    name = ", ".join(words if n == 1 else f"{n} {words}" for words, n in many.items())
    return Option(value, name, f'{len(dice) * field_rules.SHIELD_POWER}" of Power')


def _covering(session: Session, unit: Unit) -> list[Field]:
    """Return the Energy Shields of a creation that have dice."""
    shield, fields = field_rules.FieldKind.SHIELD, rows_of(session, Field)
    own = (field for field in fields if field.kind is shield and field.carrier_id == unit.id)
    return [field for field in own if sides_of(field)]


_USES = (
    Option(BennyUse.ACTION, "+1d6 on the Action Roll"),
    Option(BennyUse.DEFLECTION, "+1 level of Deflection"),
    Option(BennyUse.OTHER, "Something else", "as the table agrees"),
)
PARRY_WORDS = {BennyUse(option.value): option for option in _USES}
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
    own = own_bonuses(session, unit)
    first = len(throw.asked)
    roll = throw.roll(action_kind(die), (die,), own.labels("Parry"), penalty=own.penalty, of=of)
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
            bought = throw.roll(RollKind.OTHER, (attack_rules.BENNY_DIE,), ("Benny",), of=of)
            if bought is None:
                return None
            terms.append(Term("Benny", bought.total, "4.2-18"))
            total += bought.total
            made = total >= use
    levels = close_combat.parry_layers(layers_of(weapon), benny=deeper) if made and harms else 0
    return ParryRoll(unit, roll, use, total, made, levels, tuple(terms), first)


def _benny(
    session: Session, asking: Asking, unit: Unit, *, made: bool, harms: bool, number: int
) -> str:
    # What makes a Parry that failed does not help one that is made, and the other way round.
    useless = BennyUse.ACTION if made else BennyUse.DEFLECTION
    uses = (use for use in attack_rules.parry_uses(against_damage=harms) if use is not useless)
    options = tuple(PARRY_WORDS[use] for use in uses)
    who, name = player_name(session, unit.player_id), f"parry-{unit.id}"
    # A unit that parries twice is asked twice; the second question needs a name of its own.
    taken = any(choice.id == name for choice in asking.asked)
    name = f"{name}-{number}" if taken else name
    prompt = f"Over the Top! {who} spends the Benny of the Parry on:"
    return asking.choose(name, prompt, unit.player_id, options)


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
    down = StateKind.DISRUPTED in who_may.kinds_of(session, unit)
    now, taken = stamp_now(session), sum(hands_for(each) for each in used)
    ready = []
    for weapon in able:
        no = close_combat.may_parry(
            close_combat.Incoming.DAMAGE,
            disrupted=down,
            used=weapon.fired_turn_id == now,
            mind=unit.mind.value,
        )
        if no is None and _hands_free(session, unit, hands_for(weapon) + taken):
            ready.append(weapon)
    return ready


def _shields(session: Session, unit: Unit) -> list[Weapon]:
    """Return the Shields that a unit holds and that work."""
    own = of_unit(session, Weapon, unit.id)
    held = (each for each in own if each.kind is WeaponKind.MELEE_SHIELD)
    return [each for each in held if not (each.lying or each.inoperative) and each.use is not None]


def _hands_free(session: Session, unit: Unit, needed: int) -> bool:
    if unit.kind not in who_may.MINIFIGS:
        return True
    hands, used, bound = hands_of(session, unit)
    return close_combat.may_use_hands(needed, hands, used=used, bound=bound) is None


def hands_for(weapon: Weapon) -> int:
    """Return the Hands that a Parry with it takes up (5.2-41)."""
    return 0 if weapon.mounted else max(1, weapon.hands)


def use_of(weapon: Weapon) -> int:
    """Return the number that a Parry with a Shield must reach (5.2-44)."""
    return close_combat.parry_use(
        close_combat.ParryWith.SHIELD, weapon.use, ranged=weapon.range is not None
    )


def use_up(session: Session, unit: Unit, weapon: Weapon | None, hands: int) -> None:
    """Spend what a Parry uses up: Action, hands, object (5.2-41, 5.2-42)."""
    # A unit without an Action left may parry too: nothing is spent then.
    if who_may.actions_left_now(session, unit) > 0:
        who_may.take_action(session, unit)
    use_hands(session, unit, hands)
    who_may.note_maneuver(session, unit, who_may.PARRY)
    if weapon is not None:
        weapon.fired_turn_id = stamp_now(session)
        session.add(weapon)


def drop_after(
    session: Session,
    parried: ParryRoll,
    weapon: Weapon | None,
    held: close_combat.ParryWith,
    away: int,
    step: str = "",
) -> list[Line]:
    """Knock the object of a Parry that fails critically out of the hand (5.2-47, 8.2-11)."""
    if weapon is None or not loses_object(parried, held):
        return []
    dropped = drop_item(session, parried.unit, str(weapon.id), away, step)
    return [dropped, *parted_by_the_map(session, parried.unit, step)]


def loses_object(parried: ParryRoll, held: close_combat.ParryWith) -> bool:
    """Return whether a Parry knocks what it was made with out of the hand (5.2-47)."""
    return close_combat.loses_object(held, critical_failure=parried.roll.critical_failure)


NONE = "none"
"""The answer that nobody parries, and that no die of an Energy Shield is used up."""

_PIERCE = ExplosiveDieKind.PIERCE.value


class Harm(Struct, frozen=True):
    """Damage on its way to one unit, before anything has met it.

    - `dice`: the Damage dice; `action`: they are Action dice (F.1-72).
    - `faces`: what they show where others share the roll that lies there (Q8-51); None: they are
      rolled for this unit alone, once it is known how many are left.
    - `place`: where it comes from; `seen`: it can be seen coming, so that a Shield may meet it.
    - `parried`: levels of a Parry that was made beforehand; None: it is asked for now.
    - `named`: whoever attacks has said which shield dice are used up, so they are not asked for.
    - `cancels`: no Deflection counts against it (W-02).
    - `knocked`: inches that a Shield flies which a failed Parry loses (5.1-15).
    """

    name: str
    dice: tuple[attack_rules.DamageDie, ...]
    action: bool = False
    faces: tuple[int, ...] | None = None
    place: Point | None = None
    seen: bool = True
    parried: int | None = None
    named: bool = False
    cancels: bool = False
    knocked: int = 0


class Warded(Struct, frozen=True):
    """What has met some damage: places of the dice that a shield takes, levels of Deflection."""

    gone: frozenset[int] = frozenset()
    levels: int = 0

    def left(
        self, dice: Sequence[attack_rules.DamageDie], bought: Sequence[attack_rules.DamageDie] = ()
    ) -> tuple[attack_rules.DamageDie, ...]:
        """Return the dice that are still rolled, those included that a Benny buys (A5-15)."""
        free = tuple(die for place, die in enumerate(dice) if place not in self.gone)
        pierce = sum(die.kind == _PIERCE for die in free)
        return attack_rules.after_deflection((*free, *bought), self.levels, pierce=pierce)


class Guarded(Struct, frozen=True):
    """A Parry of damage that is rolled, and the Shield it was made with."""

    parried: ParryRoll
    weapon: Weapon
    against: str
    knocked: int


class Protection:
    """What protects the units that one act hurts, and what that uses up.

    `asked` is the act's list of choices, to which those of the protection are added. `declared`
    names the Shield with which a unit parries by what the act itself says, if it says so.
    """

    def __init__(
        self,
        session: Session,
        throw: Throw,
        choices: Mapping[str, str],
        asked: list[Choice],
        declared: Callable[[Unit], Weapon | None] = lambda _: None,
    ) -> None:
        self.session, self.throw = session, throw
        self._asking = Asking(choices)
        self._asking.asked = asked
        self._declared = declared
        self.shield = Shielding(session)
        self.guarded: list[Guarded] = []
        self._picked: dict[int, set[str]] = {}

    # In the order of the rules

    def meet(self, unit: Unit | None, incoming: Harm) -> Warded | None:
        """Ask Parry, Energy Shield and Deflection; None while a die or an answer is missing."""
        if unit is None or not incoming.dice:
            return Warded()
        parried = self._parry(unit, incoming)
        if parried is None:
            return None
        levels = _levels(unit, incoming, parried)
        gone = self._shielded(unit, incoming, levels)
        return None if gone is None else Warded(frozenset(gone), levels)

    def armor(
        self,
        unit: Unit,
        damage: int,
        choices: Mapping[str, str],
        *,
        suffix: str = "",
        joint: bool = False,
        kept: Term | None = None,
        downed: bool = False,
        lost: Collection[int] = (),
    ) -> ArmorTest | None:
        """Compare damage with Armor; None while dice of it are missing (A-04).

        `downed`: what hurts the unit knocks it to the ground too, so that this is no cost (A5-12).
        `lost` are objects that it has lost by then, besides by Parries that are rolled here.
        """
        picked = self._picked.setdefault(unit.id or 0, set())
        test = meet_armor(
            self.session, self.throw, unit, damage, choices, suffix=suffix, joint=joint, kept=kept,
            downed=downed or STRUCK in picked or self._falls(unit),
            dying=MORTAL in picked, lost=self._lost(unit) | {str(key) for key in lost},
        )  # fmt: skip
        if test and test.result is ArmorResult.SOMETHING_BAD:
            # What this act has done to it already is not offered a second time (A5-12).
            bad = test.choices[0].chosen or ""
            picked |= {bad, choices.get(f"item{suffix}", "")} if bad == DISARMED else {bad}
        return test

    def write(self, step: str = "") -> list[Line]:
        """Write what the protection has used up: Actions, Hands, Shields, shield dice, Power."""
        lines: list[Line] = []
        for each in self.guarded:
            lines += self._write_parry(each, step)
        return [*lines, *self.shield.write()]

    # Parries

    def _parry(self, unit: Unit, incoming: Harm) -> int | None:
        """Return the levels of a Parry, 0 for none; None while it is not decided or rolled."""
        if incoming.parried is not None:
            return incoming.parried
        if incoming.cancels or not incoming.seen:
            return 0
        weapon = self._declared(unit)
        if weapon is None:
            able = self._able(unit, incoming)
            if not able:
                return 0
            weapon, waits = self._ask_parry(unit, incoming, able)
            if weapon is None:
                return None if waits else 0
        number = len(self.guarded)
        rolled = roll_parry(
            self.session, self.throw, self._asking, unit, weapon, use_of(weapon),
            bonus=own_bonuses(self.session, unit).terms, number=number,
            of=Thrower(unit.name, unit.id),
        )  # fmt: skip
        if rolled is None or self._asking.waits("parry"):
            return None
        self.guarded.append(Guarded(rolled, weapon, incoming.name, incoming.knocked))
        return rolled.levels

    def _able(self, unit: Unit, incoming: Harm) -> list[Weapon]:
        """Return the Shields with which a Parry would take a die away."""
        own = unit.deflection
        before, after = (Warded(levels=n).left(incoming.dice) for n in (own, own + 1))
        if len(after) == len(before):
            return []  # nothing is left to take, or nothing that Deflection takes
        if who_may.looks_at(self.session, unit, incoming.place or (None, None)) is False:
            return []
        used = [each.weapon for each in self.guarded if each.parried.unit is unit]
        return shields_ready(self.session, unit, used)

    def _ask_parry(
        self, unit: Unit, incoming: Harm, able: Sequence[Weapon]
    ) -> tuple[Weapon | None, bool]:
        """Return the Shield that its player chose, and whether he still has to choose."""
        options = (Option(NONE, "No Parry"), *(_parry_option(unit, each) for each in able))
        who = player_name(self.session, unit.player_id)
        prompt = f"{who}: does {unit.name} parry {incoming.name}?"
        chosen = self._asking.choose(self._name("guard", unit), prompt, unit.player_id, options)
        named = next((each for each in able if str(each.id) == chosen), None)
        return named, not chosen

    def _name(self, what: str, unit: Unit) -> str:
        """Name a choice; a unit that is struck again in the same act is asked again."""
        name = f"{what}-{unit.id}"
        own = sum(each.id == name or each.id.startswith(f"{name}-") for each in self._asking.asked)
        return f"{name}-{own + 1}" if own else name

    def _write_parry(self, each: Guarded, step: str) -> list[Line]:
        rolled, unit = each.parried, each.parried.unit
        use_up(self.session, unit, each.weapon, hands_for(each.weapon))
        entry = line(
            Kind.ATTACK, f"{unit.name} parries {each.against}.", Dice(rolled.roll.dice),
            f"{each.weapon.name}: {rolled.counted}. {rolled.result()}",
            rule="5.2-51" if rolled.made else "5.2-46",
            of=unit, step=step, sums=(rolled.sum,),
        )  # fmt: skip
        shield = close_combat.ParryWith.SHIELD
        dropped = drop_after(self.session, rolled, each.weapon, shield, each.knocked, step)
        lines = [entry, *dropped]
        if self._falls(unit):
            lines.append(fall(self.session, unit, step))
        return lines

    def _falls(self, unit: Unit) -> bool:
        """Return whether a Parry of this act makes it slip and fall (QF-37)."""
        own = (each.parried for each in self.guarded if each.parried.unit is unit)
        return any(each.roll.critical_failure for each in own) and slips(self.session, unit)

    def _lost(self, unit: Unit) -> set[str]:
        """Return the items that this act has taken from a unit already (A5-12)."""
        lost = {
            str(each.weapon.id)
            for each in self.guarded
            if each.parried.unit is unit and each.parried.roll.critical_failure
        }
        return lost | self._picked.get(unit.id or 0, set())

    # Energy Shields

    def _shielded(self, unit: Unit, incoming: Harm, levels: int) -> set[int] | None:
        """Return the places of the dice that its Energy Shield takes; None while it is asked."""
        dice = incoming_dice(incoming.dice, incoming.faces, action=incoming.action)
        if incoming.named or self.shield.names(unit):
            return self.shield.taken(unit, dice)
        left = incoming_dice(Warded(levels=levels).left(incoming.dice), action=incoming.action)
        ways = shield_options(self.shield.ready(unit), left)
        chosen = self._ask_shield(unit, incoming, ways) if ways else NONE
        if not chosen:
            return None
        if chosen != NONE:
            self.shield.name(unit.id or 0, list(dice_chosen(self.session, chosen)))
        gone = self.shield.taken(unit, dice)
        self.shield.forget(unit)
        return gone

    def _ask_shield(self, unit: Unit, incoming: Harm, ways: tuple[Option, ...]) -> str:
        who = player_name(self.session, unit.player_id)
        prompt = f"{who}: does {unit.name} use its Energy Shield against {incoming.name}?"
        options = (Option(NONE, "No die"), *ways)
        name = self._name("shield", unit)
        return self._asking.choose(name, prompt, unit.player_id, options)


def met_as_declared(shield: Shielding, unit: Unit, incoming: Harm) -> Warded:
    """Return what meets damage of which everything was said beforehand, as the odds need it."""
    dice = incoming_dice(incoming.dice, incoming.faces, action=incoming.action)
    gone = shield.taken(unit, dice)
    return Warded(frozenset(gone), _levels(unit, incoming, incoming.parried or 0))


def _levels(unit: Unit, incoming: Harm, parried: int) -> int:
    """Return the levels of Deflection that count: its own and those of a Parry (OF-27, W-02)."""
    return 0 if incoming.cancels else unit.deflection + parried


def _parry_option(unit: Unit, weapon: Weapon) -> Option:
    needed = attack_rules.needed_natural(use_of(weapon), 0)
    words = f"{needed} or more on a d{unit.action_die}; it spends the Action"
    return Option(str(weapon.id), f"Parry with {weapon.name}", words)
