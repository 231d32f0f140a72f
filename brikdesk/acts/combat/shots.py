"""The Action Rolls of an attack, one for each shot, and what people at the table decide about them."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.combat.aim import (
    MANEUVERS,
    Mode,
    ModifierLine,
    ShotLine,
    Target,
    To,
    chooser_key,
    in_words,
    shot_key,
    spot_key,
)
from brikdesk.acts.combat.modifiers import by_step, over_range, points_of
from brikdesk.acts.combat.protection import PARRY_WORDS
from brikdesk.acts.combat.weapons_used import Armed, ShotLoad
from brikdesk.acts.explosives.explosion import die_name
from brikdesk.acts.step_act import Asking
from brikdesk.copied import copied
from brikdesk.dice import Die, Roll
from brikdesk.rules.brikwars import attacks as attack_rules
from brikdesk.rules.brikwars import shooting
from brikdesk.rules.brikwars.attacks import BennyUse
from brikdesk.rules.brikwars.flight import missed_by
from brikdesk.rules.brikwars.shooting import attacks_on, shots_across, spot_chooser
from brikdesk.rules.refusal import No
from brikdesk.store.house_rules import enemies_of
from brikdesk.store.lines import Sum, Term, Tone
from brikdesk.turns.steps import Option, Thrower, Topic
from brikdesk.turns.turn_order import player_name

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
    bought_type: attack_rules.DamageDie | None = None
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
        """The key of the shot, and of the explosion of what it sends."""
        return shot_key(self.number)

    @property
    def automatic(self) -> bool:
        """Whether it hits without a roll."""
        return bool(self.auto_rule)

    @property
    def damage(self) -> attack_rules.DamageDice:
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
        """What the Action die shows; None before it lies there."""
        return self.roll.chains[0].die.value if self.roll else None

    @property
    def total(self) -> int | None:
        """The Action Roll with everything that counts."""
        return None if self.roll is None else self.roll.total + self.bonus + self._bought_points

    @property
    def _bought_points(self) -> int:
        """What a Benny adds to the Action Roll."""
        return self.bought.total if self.bought and self.benny == BennyUse.ACTION else 0

    @property
    def critical_failure(self) -> bool:
        """Whether it failed critically: it misses, whatever its total (4.2-13)."""
        return self.roll is not None and self.roll.critical_failure

    @property
    def hit(self) -> bool | None:
        """Whether it hits; None before the roll."""
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
        return missed_by(self.armed.use, self.total or 0)

    @property
    def explosive(self) -> bool:
        """Whether what it sends explodes."""
        return self.load is not None and self.load.explosive_size > 0

    @property
    def needed(self) -> int:
        """The natural number that hits, without penalty dice: a 1 never does."""
        # An Automatic Hit that is rolled all the same fails by a natural 1 alone (A4-15).
        sure = self.automatic and self.rolled_anyway
        return attack_rules.needed_natural(0 if sure else self.armed.use, 0 if sure else self.bonus)

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
        bonus = self.roll.chains[0].bonus
        terms += [Term(f"Bonus d{die.sides}", die.value, "4.2-16") for die in bonus]
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
        """Return the shot as the preview shows it."""
        summed = self.sum()
        return copied(
            ShotLine,
            self,
            die=self.armed.die,
            use=self.armed.use,
            modifiers=tuple(row.key for row in self.rows),
            automatic=self.automatic and not self.rolled_anyway,
            hit=None if self.lost else self.hit,
            over_the_top=self.roll is not None and self.roll.benny,
            parried=self.cancelled,
            tone=Tone.OK if self.hit else Tone.DANGER if self.critical_failure else Tone.PLAIN,
            sums=(summed,) if summed else (),
        )

    @property
    def name(self) -> str:
        """What tells it from the other shots of the attack."""
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
        """What tells its weapon, or its target, from the others of the attack."""
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
        # Each die besides the Action die lies there as well: it is named, or the sum would look wrong.
        parts = [f"{die.value:+d} Bonus" for die in self.roll.chains[0].bonus]
        parts += [f"{self.bonus:+d}"] if self.bonus else []
        parts += [f"{self._bought_points:+d} Benny"] if self._bought_points else []
        parts += [f"{-chain.points:+d} on fire" for chain in self.roll.penalty]
        bonus = f"{' '.join(parts)} = {self.total} ".replace("-", "−") if parts else ""
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
    """Name a weapon among those that take part: by its user, else by itself; None where it is alone.

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


EXPLODES, DUD = "explodes", "dud"

NEAREST = 4
"""Landing spots that are offered as answers; any other is typed."""

WORDS = {
    BennyUse.DAMAGE: Option(BennyUse.DAMAGE, "+1 Damage die"),
    BennyUse.RANGE: Option(BennyUse.RANGE, '+1d6" Range'),
    **PARRY_WORDS,
}
"""What the Benny of an Action Roll may be spent on, in words."""

WIDER = 'one more band: the blast reaches 2" farther'
"""What one more die does to an explosion (8.4-27, Q8-49)."""


def _consequence(shot: Shot, use: BennyUse) -> str:
    """Say with a use what it would do; a smaller part only where the roll reaches it (4.2-25)."""
    usual = WORDS[use].consequence
    if use is BennyUse.DAMAGE and shot.explosive:
        return WIDER
    if use is not BennyUse.OTHER or not shot.hit or shot.target.aim.part:
        return usual
    # What it shows of itself was in the roll; a part of it would have shown less.
    seen = points_of(shot.rows, "size")
    parts = shooting.smaller_parts((shot.total or 0) - seen, shot.armed.use)
    return f"{usual}; it would have hit a {parts[-1]} part too" if parts else usual


def is_dud(asking: Asking, name: str, why: str, session: Session, chooser: int | None) -> bool:
    """Ask a player whether something is a dud (8.4-21); without one, any enemy may decide."""
    who = player_name(session, chooser) if chooser else "An enemy"
    options = (Option(EXPLODES, "It explodes"), Option(DUD, "It is a dud", "armed and unstable"))
    prompt = f"{why} {who} decides:"
    return asking.choose(name, prompt, chooser, options, topic=Topic.ELSE) == DUD


def spends_benny(session: Session, player_id: int | None, of: str = "") -> str:
    """Return the question on what a player spends the Benny of an Over the Top roll."""
    return f"Over the Top! {player_name(session, player_id)} spends the Benny{of} on:"


def _spot_words(shot: Shot, inches: int) -> str:
    """Return the words for a spot so many inches from the target that was missed."""
    return f'{inches}" from {shot.target.name}'


class Decisions(Asking):
    """The choices of one attack, in the order in which they come up."""

    def __init__(
        self, session: Session, choices: Mapping[str, str], attacker_id: int | None
    ) -> None:
        super().__init__(choices, Topic.ROLL)
        self.session, self._attacker = session, attacker_id

    def benny(
        self, shot: Shot, dice: Sequence[attack_rules.DamageDie], *, several: bool = False
    ) -> str:
        """Return what an Over the Top Benny is spent on (4.2-18 to 4.2-23, A5-22).

        Asks for its use, and for the type if it adds one of several types of `dice`. With `several`
        shots the prompt names the shot. Empty while an answer is missing.
        """
        uses = attack_rules.attack_uses(
            hit=bool(shot.hit),
            out_of_range=shot.over > 0,
            ranged=shot.armed.ranged,
            has_dice=shot.explosive or bool(dice),
            explosive=shot.explosive,
        )
        whose = f"the shot at {shot.name}" if shot.armed.area and not shot.who else shot.name
        prompt = spends_benny(self.session, self._attacker, f" of {whose}" if several else "")
        words = tuple(replace(WORDS[use], consequence=_consequence(shot, use)) for use in uses)
        chosen = self.choose(f"benny-{shot.number}", prompt, self._attacker, words)
        types = attack_rules.damage_types(dice) if not shot.explosive else ()
        if chosen == BennyUse.DAMAGE and len(types) > 1:
            shot.bought_type = self._type(shot, types)
            return chosen if shot.bought_type else ""
        if chosen == BennyUse.OTHER:
            asked = f"{self._attackers_name} says on what:"
            self.choose(f"words-{shot.number}", asked, self._attacker, (), free=True)
        return chosen

    @property
    def _attackers_name(self) -> str:
        return player_name(self.session, self._attacker)

    def _type(
        self, shot: Shot, types: Sequence[attack_rules.DamageDie]
    ) -> attack_rules.DamageDie | None:
        """Ask which type of its Damage dice the attacker adds (4.2-20, A5-22)."""
        options = tuple(Option(str(at), die_name(die)) for at, die in enumerate(types))
        name, prompt = f"type-{shot.number}", f"{self._attackers_name} adds a die:"
        chosen = self.choose(name, prompt, self._attacker, options, topic=Topic.ELSE)
        return types[int(chosen)] if chosen else None

    def embellishment(self, shot: Shot) -> str:
        """Return the words of a Benny spent on something else (4.2-23)."""
        return self.chosen(f"words-{shot.number}")

    def spot(self, shot: Shot) -> None:
        """Ask where a Missed Shot lands, and first which player places it (5.3-09, 8.4-20)."""
        chooser = self._chooser(shot)
        if chooser is None:
            return
        far = shot.missed_by
        # The farthest first: an enemy wants it away from the target.
        spots = [_spot_words(shot, inches) for inches in range(far, 0, -1)][:NEAREST]
        options = tuple(Option(spot, spot) for spot in spots)
        who = player_name(self.session, chooser)
        prompt = f'{who} lands it within {far}" of {shot.target.name}:'
        self.choose(spot_key(shot.number), prompt, chooser, options, free=True)

    def _chooser(self, shot: Shot) -> int | None:
        """Return who places a miss, or None while the attacker has not named an enemy (5.3-09)."""
        enemies = enemies_of(self.session, self._attacker or 0)
        name = chooser_key(shot.number)
        named = self.answers.get(name, "")
        sole = enemies[0] if len(enemies) == 1 else None
        chosen = int(named) if named.isdigit() else sole
        answer = spot_chooser(self._attacker or 0, shot.target.owner, enemies, chosen)
        if shot.target.owner not in enemies and len(enemies) > 1:
            names = ((str(enemy), player_name(self.session, enemy)) for enemy in enemies)
            options = tuple(Option(*each) for each in names)
            prompt = f"{self._attackers_name} names an enemy who lands it:"
            self.choose(name, prompt, self._attacker, options)
        return None if isinstance(answer, No) else answer

    def where(self, shot: Shot) -> str:
        """Return the spot where a Missed Shot lands, in words."""
        return self.spot_said(shot) or f"near {shot.target.name}"

    def spot_said(self, shot: Shot) -> str:
        """Return what was said of the spot where a Missed Shot lands; "" where nothing was."""
        return self.chosen(spot_key(shot.number))

    def beside(self, shot: Shot) -> tuple[int, float] | None:
        """Return the unit that was missed, and how far from it the miss lands, if so much was said."""
        said, unit = self.spot_said(shot), shot.target.unit
        inches = (each for each in range(1, shot.missed_by + 1) if said == _spot_words(shot, each))
        away = next(inches, None) if unit is not None else None
        return None if unit is None or away is None else (unit.id or 0, float(away))

    def placer(self, shot: Shot) -> str:
        """Name the player who placed it."""
        player_id = self.who_lands(shot)
        return player_name(self.session, player_id) if player_id else ""

    def who_lands(self, shot: Shot) -> int | None:
        """Return the player who was asked where a Missed Shot lands, or None where nobody was."""
        asked = (choice for choice in self.asked if choice.id == spot_key(shot.number))
        return next((choice.player_id for choice in asked), None)

    def dud(self, shot: Shot, why: str) -> bool:
        """Ask whether it is a dud (8.4-21)."""
        owner = shot.target.owner
        enemies = enemies_of(self.session, self._attacker or 0)
        # Of several enemies any may decide; the table says which.
        chooser = owner if owner in enemies else (enemies[0] if len(enemies) == 1 else None)
        return is_dud(self, f"dud-{shot.number}", why, self.session, chooser)
