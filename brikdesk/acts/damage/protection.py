"""What protects whoever is hurt, whatever deals the damage: one way, in the order of the rules.

A Shield that parries (5.2-51), Deflection and Energy Shields (A-06, F.1-71), then Armor (A-04).
Every procedure that deals damage asks one `Protection`: what its author does not know of, as a
Shield in a hand, is asked here. Its questions are choices of the step, so the desk and the command
line show them as they show all others: `guard-12` whether unit 12 parries, `parry-12` what the
Benny of that Parry buys, `shield-12` which dice of an Energy Shield it uses up.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.asking import Asking
from brikdesk.acts.damage.armor import ArmorTest, meet_armor
from brikdesk.acts.damage.parrying import (
    ParryRoll,
    drop_after,
    hands_for,
    roll_parry,
    shields_ready,
    use_of,
    use_up,
)
from brikdesk.acts.damage.shielding import (
    Shielding,
    dice_chosen,
    incoming_dice,
    shield_options,
)
from brikdesk.acts.damage.something_bad import DISARMED, MORTAL, STRUCK
from brikdesk.acts.throwing import Throw
from brikdesk.acts.units.slipping import fall, slips
from brikdesk.acts.who_may import looks_at
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDie, after_deflection
from brikdesk.rules.brikwars.attacks.attack_steps import needed_natural
from brikdesk.rules.brikwars.attacks.parrying import ParryWith
from brikdesk.rules.brikwars.explosives.blast import ArmorResult
from brikdesk.rules.brikwars.explosives.explosive_variants import ExplosiveDieKind
from brikdesk.store.lines import Dice, Kind, Line, Term, line
from brikdesk.store.tables import Unit, Weapon
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import Choice, Option, Thrower

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
    dice: tuple[DamageDie, ...]
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
        self, dice: Sequence[DamageDie], bought: Sequence[DamageDie] = ()
    ) -> tuple[DamageDie, ...]:
        """Return the dice that are still rolled, those included that a Benny buys (A5-15)."""
        free = tuple(die for place, die in enumerate(dice) if place not in self.gone)
        pierce = sum(die.kind == _PIERCE for die in free)
        return after_deflection((*free, *bought), self.levels, pierce=pierce)


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
            number=number, of=Thrower(unit.name, unit.id),
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
        if looks_at(self.session, unit, incoming.place or (None, None)) is False:
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
            player_id=unit.player_id, unit_id=unit.id, step=step, sums=(rolled.sum,),
        )  # fmt: skip
        lines = [
            entry,
            *drop_after(self.session, rolled, each.weapon, ParryWith.SHIELD, each.knocked, step),
        ]
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
        if not incoming.named and not self.shield.names(unit):
            left = Warded(levels=levels).left(incoming.dice)
            ways = shield_options(
                self.shield.ready(unit), incoming_dice(left, action=incoming.action)
            )
            if ways:
                chosen = self._ask_shield(unit, incoming, ways)
                if not chosen:
                    return None
                if chosen != NONE:
                    self.shield.name(unit.id or 0, list(dice_chosen(self.session, chosen)))
                    gone = self.shield.taken(unit, dice)
                    self.shield.forget(unit)
                    return gone
        return self.shield.taken(unit, dice)

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
    needed = needed_natural(use_of(weapon), 0)
    words = f"{needed} or more on a d{unit.action_die}; it spends the Action"
    return Option(str(weapon.id), f"Parry with {weapon.name}", words)
