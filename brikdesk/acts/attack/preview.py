"""An attack as the desk shows it while it is aimed, rolled and taken."""

from enum import StrEnum

from msgspec import Struct

from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.errors import Refusal
from brikdesk.odds.attacks import AttackAsked
from brikdesk.rules.brikwars.reminders import Reminder
from brikdesk.store.lines import Sum, Tone


def in_words(counted: str, result: str) -> str:
    """Return a total and what came of it as sentences: "7 against Use 3. Hit."."""
    return f"{counted}. {result}" if counted else result


class To(StrEnum):
    """What a modifier changes."""

    ACTION = "Action Roll"
    RANGE = "Range"
    DAMAGE = "Damage"
    PARRY = "Parry"


class ModifierLine(Struct, frozen=True):
    """One row of the modifiers: its reason, what the desk knows about it, its value and rule.

    `key` names it in a `Change`; `name` is the same for all of its kind, as "size". `known`: the
    campaign or the measurements say so; the others are offered unticked. `act_id` is the earlier act
    that it comes from. `of` tells at whom or by whom it counts where several targets or weapons have
    modifiers of their own. `own`: the referee added it, for the whole attack.
    """

    key: str
    reason: str
    value: int
    rule: str
    detail: str = ""
    to: To = To.ACTION
    on: bool = True
    known: bool = True
    changed: bool = False
    act_id: int | None = None
    of: str = ""
    own: bool = False
    name: str = ""

    @property
    def about(self) -> str:
        """What is known about it, and whose it is where that has to be said."""
        return ": ".join(part for part in (self.of, self.detail) if part)


def unit_key(unit_id: int) -> str:
    """Name a unit as a target."""
    return f"unit-{unit_id}"


def shot_key(number: int) -> str:
    """Name a shot of an attack, counted from 0."""
    return f"shot-{number}"


def spot_key(number: int) -> str:
    """Name the choice where a Missed Shot lands (5.3-09)."""
    return f"spot-{number}"


def chooser_key(number: int) -> str:
    """Name the choice who says where it lands."""
    return f"chooser-{number}"


class ShotLine(Struct, frozen=True):
    """One Action Roll: its die, what it needs, and what came of it once it lies there.

    `number` counts the shots from 0. `needed` is the natural number that hits, counted without
    penalty dice. `explosive`: what it sends goes off where it lands. `first` and `dice` are the
    places of its dice among those of the preview. A Grab or Shove may be `parried`; a shot that is
    `lost` to a jam has no dice.
    `counted` is the total and what it meets, empty where none counts; `result` what came of it.
    """

    number: int
    name: str
    die: int
    use: int
    needed: int
    modifiers: tuple[str, ...]
    automatic: bool = False
    explosive: bool = False
    first: int = 0
    dice: int = 0
    natural: int | None = None
    total: int | None = None
    hit: bool | None = None
    critical_failure: bool = False
    over_the_top: bool = False
    jams: bool = False
    parried: bool = False
    lost: bool = False
    counted: str = ""
    result: str = ""
    tone: Tone = Tone.PLAIN
    sums: tuple[Sum, ...] = ()

    @property
    def key(self) -> str:
        """How acts name the shot."""
        return shot_key(self.number)

    @property
    def words(self) -> str:
        """What was rolled and what came of it; empty while its die is not rolled."""
        return in_words(self.counted, self.result)


class ParryLine(Struct, frozen=True):
    """One Parry: with what, what it needs, and what came of it once its die lies there.

    `needed` is the natural number that parries. `against` is the key of the shot that it meets,
    empty for none. `first` is the place of its die among those of the preview.
    """

    unit_id: int
    unit: str
    weapon_id: int | None
    name: str
    use: int
    needed: int
    against: str = ""
    first: int = 0
    natural: int | None = None
    total: int | None = None
    made: bool | None = None
    levels: int = 0
    counted: str = ""
    result: str = ""
    tone: Tone = Tone.PLAIN
    sums: tuple[Sum, ...] = ()

    @property
    def words(self) -> str:
        """What was rolled and what came of it; empty while its die is not rolled."""
        return in_words(self.counted, self.result)


class AttackStage(StrEnum):
    """What is asked next."""

    AIM = "aim"
    ROLL = "roll"
    DAMAGE = "damage"
    DONE = "done"


class AttackPreview(ExplosionPreview, frozen=True):
    """A preview with the parts of an attack.

    `refusal` says in words why the attack would be refused (with `refused_by`, its rule), empty
    where it may be made; it is shown before any die is rolled. `refused_too` is what else refuses
    it. `weapon` tells the figures of the
    first weapon, `ranged` whether it is shot or thrown, `away` how far it is to the first target
    then; `target` names that one. `flies`: the target is more than 12" away, nothing is rolled now
    (8.4-09). `damage_first` is the place of the first die after Action Rolls and Parries, none
    while those are not all rolled. `asked` is what its odds are counted of. `ends` names the homing
    that is lost by aiming elsewhere (8.5-17). `adds_up`: all damage of one target is one sum
    (5.1-37). `reminders` are house rules that bear on it.
    """

    stage: AttackStage = AttackStage.AIM
    power: str = ""
    weapon: str = ""
    ranged: bool = False
    away: str = ""
    target: str = ""
    modifiers: tuple[ModifierLine, ...] = ()
    shots: tuple[ShotLine, ...] = ()
    parries: tuple[ParryLine, ...] = ()
    damage: str = ""
    damage_first: int | None = None
    flies: bool = False
    refusal: str = ""
    refused_by: str = ""
    refused_too: tuple[Refusal, ...] = ()
    asked: AttackAsked | None = None
    ends: tuple[str, ...] = ()
    adds_up: bool = True
    reminders: tuple[Reminder, ...] = ()
