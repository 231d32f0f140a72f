"""What an attack is made of: who attacks with what, at what; and how that is shown."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct
from sqlmodel import Session, col, or_, select

from brikdesk import text
from brikdesk.acts.checks import existing_row
from brikdesk.acts.step_act import StepAct
from brikdesk.acts.who_may import MINIFIGS, in_play
from brikdesk.copied import copied
from brikdesk.errors import BadInput, Refusal
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.odds.attacks import AttackAsked
from brikdesk.rules.brikwars.blast_bands import BAND_DEPTH, ArmorResult
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse, Reminder
from brikdesk.rules.brikwars.states import is_easy_object
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Sum, Tone
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    ControlPoint,
    Explosive,
    ExplosiveState,
    Fate,
    Mind,
    Projectile,
    Round,
    Terrain,
    Unit,
    UnitKind,
)
from brikdesk.store.views.battlefield import NearRow, flight_spot, near_point
from brikdesk.text import said_of
from brikdesk.turns.steps import Preview

_MINUS = "\N{MINUS SIGN}"


class VictimLine(Struct, frozen=True):
    """What one target takes: points of damage against its Armor, and what follows in words.

    `armor` is None while it is not rolled, and where nothing is rolled against the damage. `becomes`
    says what becomes of it, the verb first: dies, thrown 2"; empty while that is not known.
    """

    name: str
    unit_id: int | None
    where: str
    damage: int | None
    armor: int | None
    words: str
    tone: Tone
    result: ArmorResult | None = None
    sums: tuple[Sum, ...] = ()
    becomes: str = ""

    @property
    def plain(self) -> str:
        """What becomes of it as one sentence, the verb first: Scone dies: 7 against Armor 4."""
        return f"{self.name}{'' if self.becomes else ':'} {self.words}"

    @property
    def made_of(self) -> str:
        """What the damage adds up from, 4 + 5 + 1 Smash; empty where it is one number."""
        words, terms = "", self.sums[-1].terms if self.sums else ()
        if len(terms) == 1 and terms[0].value:
            return ""
        for term in terms:
            reason = "" if term.of_die else f" {term.reason}"
            sign = f" {'+' if term.value >= 0 else _MINUS} " if words else _MINUS * (term.value < 0)
            if term.value:
                words += f"{sign}{abs(term.value)}{reason}"
            elif reason:  # what takes a die away counts nothing by itself
                words += f"{', ' if words else ''}{term.reason}"
        return words


class BlastLine(Struct, frozen=True):
    """One explosion: the name that `Caught.blast` gives it, where it is, and on whom.

    `direct_id` is the unit that it hits: no distance is asked of it. What misses hits nobody.
    `explosive_id` and `projectile_id` say what goes off, if that was on the table or in the air.
    `beside`: a unit, and the inches to it, where that alone is known of the place.
    """

    key: str
    name: str
    place: str
    radius: float
    x: float | None = None
    y: float | None = None
    carrier_id: int | None = None
    direct_id: int | None = None
    explosive_id: int | None = None
    projectile_id: int | None = None
    round_id: int | None = None
    beside: tuple[int, float] | None = None


class LandingCircle(Struct, frozen=True):
    """Where a miss may land: within so many `inches` of a point; `choice` names the question."""

    x: float
    y: float
    inches: int
    choice: str = "spot"


class ExplosionPreview(Preview, frozen=True):
    """A preview of something that may explode: the explosions, and what each target takes.

    `circle` is where what missed may land; none if it hits, or has no place on the map.
    """

    victims: tuple[VictimLine, ...] = ()
    blasts: tuple[BlastLine, ...] = ()
    circle: LandingCircle | None = None


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
    """Return the key of a unit as a target."""
    return f"unit-{unit_id}"


def thing_key(explosive_id: int | None, round_id: int | None, projectile_id: int | None) -> str:
    """Return the key of an Explosive, of rounds or of a projectile as a target; empty for none."""
    ids = {"explosive": explosive_id, "rounds": round_id, "flight": projectile_id}
    return next((f"{kind}-{key}" for kind, key in ids.items() if key is not None), "")


def shot_key(number: int) -> str:
    """Return the key of a shot of an attack, counted from 0."""
    return f"shot-{number}"


def spot_key(number: int) -> str:
    """Return the name of the choice where a Missed Shot lands (5.3-09)."""
    return f"spot-{number}"


def chooser_key(number: int) -> str:
    """Return the name of the choice which player says where a Missed Shot lands."""
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


class Mode(StrEnum):
    """How a weapon is used."""

    SINGLE = "single"
    BURST = "burst"
    ARC = "arc"
    THROW = "throw"
    DROP = "drop"
    STRIKE = "strike"
    GRAB = "grab"
    SHOVE = "shove"


MANEUVERS = (Mode.GRAB, Mode.SHOVE)
"""Close Combat maneuvers that roll no damage (5.2-24, 5.2-32)."""

CLOSE = (Mode.STRIKE, *MANEUVERS)
"""Ways of attacking by touch."""


class TargetPart(StrEnum):
    """How large an aim point is if it is only a part of the target (5.1-31)."""

    WHOLE = ""
    SMALL = "small"
    TINY = "tiny"


class Measure(StrEnum):
    """A measure of an aim that the map can know: a proposal, which the referee types over."""

    ABOVE = "above"
    SECTIONS = "sections"
    INCHES = "inches"
    BLIND = "blind"


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """One target, and what is measured from the weapon to it; lengths in inches.

    Exactly one of `unit_id`, `explosive_id`, `projectile_id` and `place` (words: the ground by
    the gate) is given. `distance` none is taken from the positions of both. `above` is how much
    higher the attacker stands. `sections` are the visible ones of a minifig (none: all three),
    `inches` the part of a larger target that can be hit (none: all of it). `part` aims at a
    smaller point, `part_name` says which; a hit on the `joint` meets one d10 less, on a
    `component` it destroys that instead of an inch of Size, on `part_weapon_id` that weapon.
    `spans` are the points of a Firing Arc that it spans completely. `free` are the inches that
    it can be knocked back before a larger obstacle stops it (none: nothing is in the way), and
    `loose` says whether it moves at all (none: as its Size says). `blind`: nobody sees it.
    `measured` names the values that the map gave and the referee left.
    """

    unit_id: int | None = None
    explosive_id: int | None = None
    projectile_id: int | None = None
    place: str = ""
    distance: float | None = None
    above: float | None = None
    sections: int | None = None
    inches: float | None = None
    part: TargetPart = TargetPart.WHOLE
    part_name: str = ""
    joint: bool = False
    component: bool = False
    part_weapon_id: int | None = None
    blind: bool | None = None
    spans: int = 0
    free: float | None = None
    loose: bool | None = None
    x: float | None = None
    y: float | None = None
    measured: tuple[Measure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """One weapon that takes part: who uses it, and how.

    `count` are the shots of a burst or the points of an arc; `rounds` objects leave a Launcher at
    once, of the type `round_id` where several are ready. `supporters` are Gunners who spend their
    Actions, `interferers` units at other controls of the weapon who do so too, `team` the others
    who throw along, or who add their Power. Without a weapon of the roster, `name`, `use`,
    `range` and `damage` say what it is; with one they overrule its figures. `distance` and
    `above` replace those of the target for this weapon. `action_die` are the sides of what a weapon
    rolls that nobody holds: a trap's d4 (F.2-10). `same_action`: its user has spent his
    Action on another weapon of this attack or of an earlier one (8.5-01). `momentum`: its user spends
    his MOM on the Range of what he throws (5.4-10). `hands` are those that hold the weapon in this
    attack, where it can be held with one or with both (none: as the roster says). A Grab is made with a
    free hand, whatever the weapon; a Shove with the weapon as an object, or with Bare Hands.
    """

    weapon_id: int | None = None
    by_id: int | None = None
    mode: Mode = Mode.SINGLE
    count: int = 1
    rounds: int = 1
    round_id: int | None = None
    supporters: tuple[int, ...] = ()
    interferers: tuple[int, ...] = ()
    team: tuple[int, ...] = ()
    power: int | None = None
    name: str = ""
    use: int | None = None
    range: float | None = None
    damage: str = ""
    distance: float | None = None
    above: float | None = None
    action_die: int | None = None
    same_action: bool = False
    momentum: bool = False
    hands: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Caught:
    """Something within reach of an explosion, and what the table measures of it.

    `blast` names the explosion as the preview does; the others are as in `Aim`, `distance` from
    the centre to its nearest exposed point, `sections` and `inches` only what lies inside.
    `round_id` are the rounds of one type in a rack (8.4-50), `measured`: the map has the distance.
    """

    blast: str = ""
    unit_id: int | None = None
    explosive_id: int | None = None
    projectile_id: int | None = None
    round_id: int | None = None
    distance: float = 0.0
    sections: int | None = None
    inches: float | None = None
    exposed: bool = True
    loose: bool | None = None
    free: float | None = None
    measured: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The referee unticks a modifier that the desk found, or changes its value."""

    key: str
    on: bool = True
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """A modifier that the referee adds, with its reason.

    `damage`: to the Damage Roll, `parry`: to every Parry, neither: to the Action Roll.
    """

    reason: str
    value: int
    damage: bool = False
    parry: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parry:
    """A target that parries: with a shield, or a Grab or Shove with anything (5.2-39 to 5.2-53).

    `weapon_id` none: with Bare Hands; with `drops` it lets fall first what it holds. `against` is
    the place of the weapon in the attack that it parries; none: the first that hits and can be.
    """

    unit_id: int
    weapon_id: int | None = None
    drops: bool = False
    against: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShieldDice:
    """Dice of an Energy Shield that a target uses up, by their places in the Field (F.1-71)."""

    field_id: int
    unit_id: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stray:
    """Whom a Missed Shot strikes: `shot` as the preview names it, inches from weapon to spot."""

    shot: str
    distance: float
    unit_id: int | None = None
    explosive_id: int | None = None
    sections: int | None = None
    inches: float | None = None


FARTHEST = 10_000.0
"""Inches of one measurement; more is a slip of the finger."""

MOST_SPANS = 30
"""Points of an arc that one target can span."""

MOST_TARGETS = 60
"""Targets of one arc."""


class Target(Struct, frozen=True):
    """What one aim of an attack points at; exactly one row, or a place.

    `rounds` lie in a rack: they are not aimed at, but an explosion may catch them (8.4-50).
    `spot` is where the map has it: the middle of a unit, a projectile as far as it has flown.
    """

    number: int
    aim: Aim
    name: str
    unit: Unit | None = None
    explosive: Explosive | None = None
    flight: Projectile | None = None
    rounds: Round | None = None
    spot: Point | None = None

    @property
    def owner(self) -> int | None:
        """The player it belongs to."""
        row = self.unit or self.explosive or self.flight
        return row.player_id if row else None

    @property
    def key(self) -> str:
        """What names the target: the same for all aims at the same thing."""
        if self.unit:
            return unit_key(self.unit.id or 0)
        if self.explosive:
            return f"explosive-{self.explosive.id}"
        if self.rounds:
            return f"rounds-{self.rounds.id}"
        # A place has no row: its words name it, in whatever capitals.
        return f"flight-{self.flight.id}" if self.flight else f"place-{self.name.casefold()}"

    @property
    def minifig(self) -> bool:
        """Whether it is seen by sections, not by inches (5.1-32)."""
        return self.unit is not None and self.unit.kind in MINIFIGS

    @property
    def inches(self) -> float:
        """The part of it that can be hit: as measured, else its Size."""
        whole = float(self.unit.size) if self.unit else 0.0
        return whole if self.aim.inches is None else self.aim.inches


def targets_of(session: Session, aims: Sequence[Aim]) -> tuple[Target, ...]:
    """Return the targets; BadInput where there is none, or one that cannot be aimed at."""
    if not aims:
        raise BadInput("Say what is attacked.", "aims")
    if len(aims) > MOST_TARGETS:
        raise BadInput(f"At most {MOST_TARGETS} targets in one attack.", "aims")
    return tuple(_target(session, number, aim) for number, aim in enumerate(aims))


def _target(session: Session, number: int, aim: Aim) -> Target:
    _check_measures(aim)
    named = (aim.unit_id, aim.explosive_id, aim.projectile_id, aim.place.strip() or None)
    if sum(each is not None for each in named) != 1:
        raise BadInput("Aim at one unit, Explosive, projectile or place.", "aims")
    if aim.unit_id is not None:
        unit = in_play(existing_row(session, Unit, aim.unit_id))
        return Target(number, aim, _part(unit.name, aim), unit=unit, spot=_spot(unit))
    if aim.explosive_id is not None:
        explosive = existing_row(session, Explosive, aim.explosive_id)
        if explosive.state is ExplosiveState.SPENT:
            raise BadInput(f"{said_of(explosive.name, 'has')} gone off already.", "aims")
        carrier = session.get(Unit, explosive.carrier_id) if explosive.carrier_id else None
        return Target(
            number, aim, explosive.name, explosive=explosive, spot=_spot(carrier or explosive)
        )
    if aim.projectile_id is not None:
        flight = existing_row(session, Projectile, aim.projectile_id)
        return Target(number, aim, flight.name, flight=flight, spot=flight_spot(flight))
    return Target(number, aim, text.name(aim.place, "place"), spot=_spot(aim))


def _spot(placed: Unit | Explosive | Aim) -> Point | None:
    return None if placed.x is None or placed.y is None else (placed.x, placed.y)


def _part(name: str, aim: Aim) -> str:
    part = text.name(aim.part_name, "part_name") if aim.part_name.strip() else ""
    return f"{part} of {name}" if part else name


def _check_measures(aim: Aim) -> None:
    for name, inches in (("distance", aim.distance), ("inches", aim.inches), ("free", aim.free)):
        check_inches(name, inches)
    if not abs(aim.above or 0.0) <= FARTHEST:  # so that NaN fails it too
        raise BadInput(f'A height is up to {FARTHEST:,.0f}".', "above")
    check_sections(aim.sections)
    if not 0 <= aim.spans <= MOST_SPANS:
        raise BadInput(f"A target spans 0 to {MOST_SPANS} points of an arc.", "spans")


def check_inches(name: str, inches: float | None) -> None:
    """Raise BadInput for what is no measurement."""
    if inches is not None and not (math.isfinite(inches) and 0 <= inches <= FARTHEST):
        raise BadInput(f'A measurement is 0" to {FARTHEST:,.0f}".', name)


def check_sections(sections: int | None) -> None:
    """Raise BadInput for a number of sections that no minifig shows."""
    if sections not in (None, 1, 2, 3):
        raise BadInput("A minifig shows 1, 2 or 3 sections.", "sections")


def easy_object(session: Session, target: Target) -> bool:
    """Return True for a tree, rope or door where objects are easy targets (A4-17)."""
    unit = target.unit
    lifeless = unit.mind is Mind.NONE if unit else target.flight is None
    easy = house_of(session, BrikWarsHouse).bw_inanimate_objects_easy
    return is_easy_object(inanimate=lifeless, bw_inanimate_objects_easy=easy)


def is_structure(unit: Unit) -> bool:
    """Return whether a unit is fixed in its place."""
    return unit.kind is UnitKind.STRUCTURE


def struck_by_miss(session: Session, stray: Stray) -> Target:
    """Return what a Missed Shot strikes, as a target."""
    aim = Aim(unit_id=stray.unit_id, explosive_id=stray.explosive_id, distance=stray.distance)
    return targets_of(session, (aim,))[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplodingStep(StepAct):
    """A step that settles an explosion, if it comes to one; `caught` lists who is in its reach."""

    caught: tuple[Caught, ...] = ()

    def _around(
        self, session: Session, point: Point | None, dice: int, astray: int = 0
    ) -> tuple[str, frozenset[int]]:
        """Return who stands within reach of so many dice at a point, and may do so if it goes astray.

        A Benny may add a band (8.4-28).
        """
        if point is None:
            return "", frozenset()
        reach = dice * BAND_DEPTH
        near = near_point(session, *point, reach + BAND_DEPTH + astray)
        units = [(each.unit_id, each.distance) for each in near if each.unit_id is not None]
        named = [
            f"{session.get_one(Unit, key).name} at {in_inches(away)}"
            for key, away in units
            if away <= reach
        ]
        some = ", ".join(named[:3]) + (f" and {len(named) - 3} more" if len(named) > 3 else "")
        words = f"within {in_inches(reach)}: {some or 'nobody'}"
        return words, frozenset(key for key, _ in units)


del Act.KINDS["ExplodingStep"]  # a base class: every subclass of `Act` registers itself, this too


def caught_on_map(session: Session, blasts: Sequence[BlastLine]) -> tuple[Caught, ...]:
    """Return what is within reach of explosions that are rolled, nearest first.

    The first explosion has an empty key, as in `Caught.blast`.
    """
    return caught_by(blasts, lambda blast: near_blast(session, blast))


def caught_by(
    blasts: Sequence[BlastLine], near: Callable[[BlastLine], Iterable[NearRow]]
) -> tuple[Caught, ...]:
    """Return what `near` finds as caught in the explosions, in the order in which they go off.

    What has gone off by then is not there any more; what an explosion hits directly is in its centre
    without any measure.
    """
    gone: set[CaughtThing] = set()
    found: list[Caught] = []
    for place, blast in enumerate(blasts):
        gone.add((None, blast.explosive_id, blast.projectile_id, blast.round_id))
        # `Explosion.gather` puts what is hit directly into the centre by itself.
        direct = (blast.direct_id, None, None, None)
        found += (
            each
            for each in caught_in(blast if place else None, (*near(blast), *_beside(blast)))
            if thing(each) not in gone and thing(each) != direct
        )
    return tuple(found)


def _beside(blast: BlastLine) -> Iterator[NearRow]:
    """Yield the unit that is known to be near an explosion whose point nobody knows."""
    if blast.beside is not None and blast.x is None and blast.beside[1] <= blast.radius:
        yield NearRow(*blast.beside)


CaughtThing = tuple[int | None, int | None, int | None, int | None]
"""A unit, an Explosive, a projectile, or rounds in a rack: exactly one of them."""


def thing(caught: Caught) -> CaughtThing:
    """Return what is caught, whatever is measured of it."""
    return caught.unit_id, caught.explosive_id, caught.projectile_id, caught.round_id


def near_blast(session: Session, blast: BlastLine) -> tuple[NearRow, ...]:
    """Return what is within reach of one explosion."""
    return near_point(session, blast.x, blast.y, blast.radius, blast.carrier_id)


def caught_in(blast: BlastLine | None, near: Iterable[NearRow]) -> tuple[Caught, ...]:
    """Return what is near an explosion as caught in it; `blast` is None for the first explosion."""
    key = blast.key if blast else ""
    return tuple(
        copied(Caught, row, blast=key, distance=round(row.distance, 2), measured=True)
        for row in near
    )


def map_knows_all(session: Session, blasts: Sequence[BlastLine]) -> bool:
    """Return whether positions alone say who is caught: all explosions and all there is have one.

    A crew is where its vehicle is; Explosives that lie or fly somewhere in words only are nowhere.
    """
    standing = select(Unit.id).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True))
    gone = {blast.explosive_id for blast in blasts}
    adrift = [each for each in _adrift(session) if each not in gone]
    if session.exec(standing.limit(1)).first() is None and not adrift:
        return True
    if any(blast.x is None or blast.y is None for blast in blasts):
        return False
    # Who mans a vehicle, and what has a drawn outline, need no place of their own.
    aboard = select(ControlPoint.occupant_id).where(col(ControlPoint.occupant_id).is_not(None))
    outlined = select(Terrain.unit_id).where(col(Terrain.unit_id).is_not(None))
    nowhere = standing.where(
        or_(col(Unit.x).is_(None), col(Unit.y).is_(None)),
        col(Unit.id).not_in(aboard),
        col(Unit.id).not_in(outlined),
    )
    return not adrift and session.exec(nowhere.limit(1)).first() is None


def _adrift(session: Session) -> list[int | None]:
    """Return the Explosives that lie somewhere, nobody knows where on the map."""
    return [
        row.id
        for row in rows_of(session, Explosive)
        if row.state is not ExplosiveState.SPENT and row.carrier_id is None and row.x is None
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackTerms(StepAct):
    """The fields of an attack besides its dice and choices; `Attack` says what they mean."""

    aims: tuple[Aim, ...] = ()
    strikes: tuple[Strike, ...] = ()
    caught: tuple[Caught, ...] = ()
    changes: tuple[Change, ...] = ()
    extras: tuple[Extra, ...] = ()
    parries: tuple[Parry, ...] = ()
    shields: tuple[ShieldDice, ...] = ()
    strays: tuple[Stray, ...] = ()
    combine: bool | None = None
    track_misses: bool = False
    melee: tuple[int, ...] = ()
    passing: bool = False
    counterstrike: bool = False
    charge: bool = False
    avoided: bool = False


del Act.KINDS["AttackTerms"]  # the fields of an attack are no act that anybody can do
