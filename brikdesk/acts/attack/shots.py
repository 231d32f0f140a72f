"""The Action Rolls of an attack, one for each shot, and what a Benny makes of them."""

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk.acts.attack.aim import MANEUVERS, Mode
from brikdesk.acts.attack.arms import Armed, ShotLoad
from brikdesk.acts.attack.modifiers import by_step, over_range
from brikdesk.acts.attack.preview import (
    ModifierLine,
    ShotLine,
    To,
    in_words,
    shot_key,
)
from brikdesk.acts.attack.targets import Target
from brikdesk.dice import Die, Roll
from brikdesk.rules.brikwars.attacks.arc_fire import attacks_on, shots_across
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDice, DamageDie
from brikdesk.rules.brikwars.attacks.attack_steps import needed_natural
from brikdesk.rules.brikwars.attacks.benny_uses import BennyUse
from brikdesk.rules.brikwars.explosives.duds import missed_by
from brikdesk.store.lines import Sum, Term, Tone
from brikdesk.turns.steps import Thrower

SPENT, KEPT = "spent", "kept"
"""What a Charge that hits does with its MOM (5.4-20)."""


class Shot(Struct):
    """One shot as far as its dice are known. `number` is its place in the whole attack.

    `bonus_range` are inches that a Benny bought to make it hit, `late_range` those bought for the
    damage after it had hit anyway. `auto_rule` is the rule by which it hits without a roll, empty
    if it needs one; with `rolled_anyway` it is rolled all the same (A4-15). A Grab or Shove that is
    parried is `cancelled` (5.2-52), a blow that a Bail gets clear of is `avoided` (A5-69). `mom` says
    whether a Charge spends its MOM, `mom_roll` is that of a Shove or of a throw, to whose Range it adds
    `mom_range` inches, `pop_roll` what its target opposes a Shove with. `who` names its weapon among
    several, None for a single one.
    """

    number: int
    armed: Armed
    target: Target
    load: ShotLoad | None
    place: int
    rows: tuple[ModifierLine, ...]
    penalty: tuple[int, ...] = ()
    interfered: tuple[Term, ...] = ()
    auto_rule: str = ""
    rolled_anyway: bool = False
    who: Thrower | None = None
    cancelled: bool = False
    avoided: bool = False
    first: int = 0
    dice: int = 0
    roll: Roll | None = None
    bought: Roll | None = None
    benny: str = ""
    bought_type: DamageDie | None = None
    bonus_range: int = 0
    late_range: int = 0
    mom: str = ""
    mom_roll: Roll | None = None
    mom_range: int = 0
    pop_roll: Roll | None = None
    jams: bool = False
    lost: bool = False
    dud: bool = False
    parry: int = 0
    terms: list[Term] = field(default_factory=list)

    @property
    def key(self) -> str:
        """Name the shot, and the explosion of what it sends."""
        return shot_key(self.number)

    @property
    def automatic(self) -> bool:
        """Whether it hits without a roll."""
        return bool(self.auto_rule)

    @property
    def damage(self) -> DamageDice:
        """Its Damage dice: of an object that it sends, else of the weapon (8.4-57)."""
        harm = self.load.harm if self.load else None
        return harm.damage if harm else self.armed.damage

    @property
    def damage_rule(self) -> str:
        """The rule that its Damage dice come from."""
        return "8.4-57" if self.load and self.load.harm else "5.1-10"

    @property
    def maneuver(self) -> bool:
        """Whether it is a Grab or a Shove, which a Parry cancels."""
        return self.armed.mode in MANEUVERS

    @property
    def bonus(self) -> int:
        """What modifiers and interference add to the Action Roll."""
        return by_step(self.rows).action + sum(term.value for term in self.interfered)

    @property
    def over(self) -> int:
        """Inches out of Range."""
        return over_range(self.rows)

    @property
    def natural(self) -> int | None:
        """What the Action die shows; none before it lies there."""
        return self.roll.chains[0].die.value if self.roll else None

    @property
    def total(self) -> int | None:
        """The Action Roll with everything that counts."""
        if self.roll is None:
            return None
        more = self.bought.total if self.bought and self.benny == BennyUse.ACTION else 0
        return self.roll.total + self.bonus + more

    @property
    def critical_failure(self) -> bool:
        """Whether it failed critically: it misses, whatever its total (4.2-13)."""
        return self.roll is not None and self.roll.critical_failure

    @property
    def hit(self) -> bool | None:
        """Whether it hits; none before the roll."""
        if self.avoided:
            return False
        if self.automatic:
            unrolled = self.rolled_anyway and self.roll is None
            return None if unrolled else not self.critical_failure
        if self.total is None:
            return None
        return not self.critical_failure and self.total >= self.armed.use

    @property
    def resolved(self) -> bool:
        """Whether it hits or misses, and was not lost to a jam."""
        return self.hit is not None and not self.lost

    @property
    def missed_by(self) -> int:
        """Inches by which it misses (5.3-08, Q8-42)."""
        return missed_by(self.armed.use, self.total or 0, self.critical_failure)

    @property
    def explosive(self) -> bool:
        """Whether what it sends explodes."""
        return self.load is not None and self.load.explosive_size > 0

    @property
    def needed(self) -> int:
        """The natural number that hits, without penalty dice: a 1 never does."""
        # An Automatic Hit that is rolled all the same fails by a natural 1 alone (A4-15).
        sure = self.automatic and self.rolled_anyway
        return needed_natural(0 if sure else self.armed.use, 0 if sure else self.bonus)

    @property
    def thrown(self) -> tuple[Die, ...]:
        """All its dice, those of a Benny included."""
        return (*(self.roll.dice if self.roll else ()), *(self.bought.dice if self.bought else ()))

    def sum(self) -> Sum | None:
        """Tell how the Action Roll came about."""
        if self.roll is None or self.total is None:
            return None
        return Sum("Action Roll", self.total, tuple(self._terms()))

    def _terms(self) -> list[Term]:
        assert self.roll is not None
        terms = [Term(f"Action d{self.armed.die}", self.natural or 0, "5.1-09")]
        terms += [
            Term(f"Bonus d{die.sides}", die.value, "4.2-16") for die in self.roll.chains[0].bonus
        ]
        # The dice of a fire are thrown beside the Action die and may earn Bonus Dice of their own.
        for chain in self.roll.penalty:
            terms += [Term("On fire", -die.value, "8.3-27") for die in (chain.die, *chain.bonus)]
        terms += [
            Term(_named(row), row.value, row.rule, row.act_id)
            for row in self.rows
            if row.on and row.to is To.ACTION
        ]
        terms += self.interfered
        if self.bought and self.benny == BennyUse.ACTION:
            terms += [Term("Benny", die.value, "4.2-18") for die in self.bought.dice]
        return terms

    def line(self) -> ShotLine:
        """Show it."""
        summed = self.sum()
        return ShotLine(
            number=self.number,
            name=self.name,
            die=self.armed.die,
            use=self.armed.use,
            needed=self.needed,
            modifiers=tuple(row.key for row in self.rows),
            automatic=self.automatic and not self.rolled_anyway,
            explosive=self.explosive,
            first=self.first,
            dice=self.dice,
            natural=self.natural,
            total=self.total,
            hit=None if self.lost else self.hit,
            critical_failure=self.critical_failure,
            over_the_top=self.roll is not None and self.roll.benny,
            jams=self.jams,
            parried=self.cancelled,
            lost=self.lost,
            counted=self.counted,
            result=self.result,
            tone=Tone.OK if self.hit else Tone.DANGER if self.critical_failure else Tone.PLAIN,
            sums=(summed,) if summed else (),
        )

    @property
    def name(self) -> str:
        """Tell it from the other shots of the attack."""
        return self.thrower.name

    @property
    def thrower(self) -> Thrower:
        """The name of its dice, which tells them from those of other shots."""
        if self.armed.mode is Mode.BURST:
            return self._numbered("Shot", "shot")
        if self.load is not None and len(self.armed.loads) > 1:
            return self._numbered(self.load.name, self.load.name)
        if self.who is None:
            unit = self.target.unit
            return Thrower(self.target.name, unit.id if unit else None)
        return replace(self.who, name=self.whose)

    def _numbered(self, alone: str, among_others: str) -> Thrower:
        number = self.place + 1
        if self.who is None:
            return Thrower(f"{alone} {number}")
        name = f"{self.who.name}, {among_others} {number}"
        return Thrower(name, self.who.unit_id, self.who.name, number=number)

    @property
    def whose(self) -> str:
        """Tell its weapon, or its target, from the others of the attack."""
        if self.who is None:
            return self.target.name
        return f"{self.who.name} at {self.target.name}" if self.armed.area else self.who.name

    @property
    def words(self) -> str:
        """What was rolled and what came of it, in words."""
        return in_words(self.counted, self.result)

    @property
    def counted(self) -> str:
        """The total and what it meets: "+2 = 7 against Use 3"; empty where nothing counts."""
        if self.lost or self.cancelled or self.avoided or self.automatic:
            return ""
        if self.roll is None or self.total is None:
            return ""
        added = self.bonus + (
            self.bought.total if self.bought and self.benny == BennyUse.ACTION else 0
        )
        bonus = f"{added:+d} = {self.total} ".replace("-", "−") if added else ""
        # A single die to which nothing is added shows its total itself.
        bonus = bonus or ("" if len(self.roll.dice) == 1 else f"= {self.total} ")
        return f"{bonus}against Use {self.armed.use}"

    @property
    def result(self) -> str:
        """What came of it: "Hit."; empty while its die is not rolled."""
        if self.lost:
            return f"{self.armed.name} has jammed: this shot is lost."
        if self.cancelled:
            return "Parried."
        if self.avoided:
            return f"{self.target.name} Bails clear of it."
        if self.automatic:
            return self._automatic_words()
        if self.roll is None or self.total is None:
            return ""
        over = ", Over the Top" if self.roll.benny else ""
        result = "Hit" if self.hit else "Missed"
        said = "Critical Failure." if self.critical_failure else f"{result}{over}."
        return f"{said} {self.armed.name} jams." if self.jams else said

    def _automatic_words(self) -> str:
        """Say what came of an Automatic Hit; its roll fails by a Critical Failure only (A4-15)."""
        if self.critical_failure:
            return "Automatic Hit, but a Critical Failure."
        over = self.roll is not None and self.roll.benny
        return "Automatic Hit, Over the Top." if over else "Automatic Hit."


def _named(row: ModifierLine) -> str:
    return f"{row.reason}: {row.detail}" if row.detail else row.reason


def shots_at(
    armed: Armed, targets: Sequence[Target], *, arc_large_extra: str = "plus"
) -> list[tuple[Target, ShotLoad | None]]:
    """Return the targets of a weapon's shots in their order, each with what it sends.

    Rules: 8.3-04, 8.3-05 and Q8-12 (an arc attacks each target, larger ones more often), 8.3-14 (a
    burst has one target), 8.4-56 (a roll for each object of a group launch).
    """
    if armed.area:
        attacks = [attacks_on(each.aim.spans, arc_large_extra=arc_large_extra) for each in targets]
        return [(targets[place], None) for place in shots_across(attacks)]
    if armed.loads:
        return [(targets[0], load) for load in armed.loads]
    count = armed.strike.count if armed.mode is Mode.BURST else 1
    return [(targets[0], None)] * count


def thrower_of(armed: Armed, taking_part: Sequence[Armed]) -> Thrower | None:
    """Name a weapon among those that take part: by its user, else by itself; none where alone.

    Weapons of one user and one name are numbered; where others take part too, both are said.
    """
    if len(taking_part) < 2:
        return None
    own = [each for each in taking_part if each.by.id == armed.by.id]
    if len(own) == 1:
        return Thrower(armed.by.name, armed.by.id)
    alike = [each.number for each in own if each.name == armed.name]
    number = f" {alike.index(armed.number) + 1}" if len(alike) > 1 else ""
    weapon = f"{armed.name}{number}"
    if len(own) == len(taking_part):
        return Thrower(weapon)
    at = alike.index(armed.number) + 1 if len(alike) > 1 else 0
    return Thrower(f"{armed.by.name}, {weapon}", armed.by.id, part=weapon, number=at)
