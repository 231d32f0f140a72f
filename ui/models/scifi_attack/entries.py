"""The shots that wait for entries: the questions of each, their answers, the facts beside them."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct, field

from brikdesk.acts.checks import point_said, point_words
from brikdesk.acts.scifi.areas import BurstSf, Incapacitate, PlaceArea
from brikdesk.acts.scifi.outcomes import EnterOutcome
from brikdesk.dice import Face
from brikdesk.ground.shapes import Footprint, Point
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi import weapons
from brikdesk.rules.scifi.effect_areas import (
    EARLY_FACTOR,
    VAPORSHOCK,
    Area,
    AreaShape,
    AttackStep,
    burst,
    direction,
)
from brikdesk.rules.scifi.firing import OUTCOMES, Matter, Use, UsualOutcome, procedure
from brikdesk.rules.scifi.units_and_crews import CrewRole
from brikdesk.store.act import Act
from brikdesk.store.views.scifi import MemberRow, OutcomeRow, SfWeaponRow, ShotRow
from ui.models.scifi_attack.draft import (
    SfTable,
    aimed_at,
    facing_of,
    laid_area,
    shot_weapon,
    within,
)
from ui.models.scifi_attack.facts import BANDS, ShotFact, flame_inside, rate_of_fire


class Ask(Enum):
    """What a question asks for, in a few words; those of MATTERS are the matters of the acts."""

    PLACE = "place the area"
    FALL = "fall of shot"
    HIT = "hit"
    LANDING = "where it lands"
    ARMOR = "armor class"
    PENETRATION = "penetration"
    DAMAGE = "damage"
    BLAST = "blast"


LETTERS = "abcde"
"""The letters by which answers are chosen."""

MATTERS = (Ask.FALL, Ask.HIT, Ask.ARMOR, Ask.PENETRATION, Ask.DAMAGE)
"""Questions that are answered by one entry in the shot's record; only these can be skipped."""


# Its name, least and most; then the usual one, None where nothing is usual.
AskedNumber = tuple[str, int, int, int | None]


class ShotQuestion(Struct, frozen=True):
    """One question: its shot, the unit it is about, what it asks, its answers, and its rule.

    `number` is a number that is asked: its name, least, most and usual value. `hit` says which of
    several hits is checked, from 1; 0 if there is only one. `words` is a prompt for free words.
    """

    shot: ShotRow
    ask: Ask
    prompt: str
    rule: str
    unit_id: int | None = None
    options: tuple[UsualOutcome, ...] = ()
    number: AskedNumber | None = None
    hit: int = 0
    words: str = ""

    @property
    def key(self) -> str:
        """What tells it from every other question."""
        # With the count of rolls: a reroll asks the same again, and begins with an empty answer.
        shot = self.shot
        return f"{shot.id}-{self.ask.value}-{self.unit_id or 0}-{self.hit}-{shot.rolls}"

    @property
    def skippable(self) -> bool:
        """Whether it can be skipped without an answer."""
        return self.ask in MATTERS

    @property
    def has_area(self) -> bool:
        """Whether it asks where an area lies and who is inside."""
        return self.ask in (Ask.PLACE, Ask.LANDING)

    def chosen(self, place: int | None) -> UsualOutcome | None:
        """Return the answer at a place; None if there is none."""
        return None if place is None or place >= len(self.options) else self.options[place]

    @property
    def lays_oblong(self) -> bool:
        """Whether it asks where an oblong lies."""
        return self.ask is Ask.PLACE and self.shot.shape is AreaShape.OBLONG


_ANY = -1
"""In place of a unit's key: whatever unit the entry is about."""


def entered(shot: ShotRow, matter: Matter, unit_id: int | None = _ANY) -> list[OutcomeRow]:
    """Return what was entered in one matter, about this unit or about any."""
    same = (each for each in shot.outcomes if each.matter is matter)
    return [each for each in same if unit_id in (_ANY, each.unit_id)]


def _verdict(shot: ShotRow, verdict: UsualOutcome) -> bool:
    """Return whether a shot has hit something, or has missed something."""
    return any(each.verdict is verdict for each in entered(shot, Matter.HIT))


def question(table: SfTable, shot: ShotRow) -> ShotQuestion | None:
    """Return the question that a shot asks now; None if it is settled."""
    # Energy is placed before the hit roll, what explodes after it (12-37, 12-41, 12-42).
    if shot.next in (AttackStep.PLACE, AttackStep.INSIDE) and not shot.explosive:
        return ShotQuestion(shot, Ask.PLACE, "Where does the area lie, and who is inside?", "12-37")
    if _falls_first(shot):
        ask = OUTCOMES[Matter.FALL_OF_SHOT].asks
        return ShotQuestion(shot, Ask.FALL, ask, "12-43", words="where, and when")
    if shot.next is AttackStep.HIT:
        return _hit(table, shot)
    if shot.next in (AttackStep.LANDING, AttackStep.INSIDE):
        words = "Where does it land, and who is inside?"
        return ShotQuestion(
            shot, Ask.LANDING, words, "12-45" if _verdict(shot, UsualOutcome.MISS) else "12-42"
        )
    if asked := _damage(table, shot):
        return asked
    if shot.next is AttackStep.BLAST:
        words = "The blast incapacitates the survivors inside."
        return ShotQuestion(shot, Ask.BLAST, words, "12-49" if shot.early else "12-47")
    return None


def _falls_first(shot: ShotRow) -> bool:
    """Return whether the fall of shot is entered now (12-43), also without an area (12-83)."""
    said = entered(shot, Matter.FALL_OF_SHOT)
    return shot.next is AttackStep.FALL_OF_SHOT or (
        shot.indirect and shot.shape is AreaShape.NONE and not said and shot.next is not None
    )


def _hit(table: SfTable, shot: ShotRow) -> ShotQuestion:
    said = {each.unit_id for each in entered(shot, Matter.HIT)}
    each_one = shot.hits_asked > 1 or (len(shot.inside) == 1 and not shot.explosive)
    whom = next((unit for unit in shot.inside if each_one and unit not in said), None)
    name = table.name(whom)
    again = " It is rolled again." if shot.rolls > 1 else ""
    prompt = f"Hit or miss{f', {name}' if name else ''}?{again}"
    choices, number = OUTCOMES[Matter.HIT].choices, _hits_wanted(table, shot)
    return ShotQuestion(shot, Ask.HIT, prompt, "12-21", whom, choices, number)


def _hits_wanted(table: SfTable, shot: ShotRow) -> AskedNumber | None:
    """Return the number of hits to ask for; None if it is not asked.

    It is asked for rotary weapons whose barrels are unknown or not in the table (12-57).
    """
    weapon = table.weapon(shot.sf_weapon_id)
    if weapon is None or not weapon.rotary:
        return None
    barrels = weapon.barrels
    if barrels is None:
        return ("Hits of the burst", 1, 99, None)
    if weapons.rotary_hits(barrels) is not None:
        return None
    return (f"Hits of {barrels} barrels", 1, 99, weapons.suggested_hits(barrels))


def hits_of(table: SfTable, shot: ShotRow, unit_id: int | None) -> int:
    """Return how many hits on a unit are checked, each on its own (12-57, 12-58)."""
    weapon = table.weapon(shot.sf_weapon_id)
    if weapon is None or not weapon.rotary:
        return 1
    said = [
        each.number
        for each in entered(shot, Matter.HIT)
        if each.number and each.unit_id in (unit_id, None)
    ]
    if weapon.barrels is None:
        return said[-1] if said else 1
    return weapons.rotary_hits(weapon.barrels) or next(
        reversed(said), weapons.suggested_hits(weapon.barrels)
    )


def _damage(table: SfTable, shot: ShotRow) -> ShotQuestion | None:
    """Return the next question about penetration of each hit, then damage, unit by unit."""
    if shot.next not in (AttackStep.DAMAGE, None, AttackStep.BLAST):
        return None
    found = (_of_unit(table, shot, unit_id) for unit_id in shot.asks)
    return next((asked for asked in found if asked), None)


def _of_unit(table: SfTable, shot: ShotRow, unit_id: int | None) -> ShotQuestion | None:
    entries = entered(shot, Matter.PENETRATION, unit_id)
    if entered(shot, Matter.DAMAGE, unit_id):
        return None
    name = table.name(unit_id) or shot.target or "the target"
    hits = hits_of(table, shot, unit_id)
    if len(entries) < hits:
        return _penetration(table, shot, unit_id, name, len(entries) + 1, hits)
    if all(each.verdict is UsualOutcome.NO_EFFECT for each in entries[-hits:]):
        return None
    prompt = f"What is the damage to {name}?"
    return ShotQuestion(shot, Ask.DAMAGE, prompt, "12-77", unit_id, _damages(table, unit_id))


def _damages(table: SfTable, unit_id: int | None) -> tuple[UsualOutcome, ...]:
    """Return the answers about damage, without a lost weapon for units that have none left."""
    armed = any(not row.destroyed for row in table.weapons_of(unit_id))
    choices = OUTCOMES[Matter.DAMAGE].choices
    if unit_id is None or armed:
        return choices
    return tuple(each for each in choices if each is not UsualOutcome.WEAPON_DESTROYED)


def _penetration(
    table: SfTable, shot: ShotRow, unit_id: int | None, name: str, hit: int, hits: int
) -> ShotQuestion:
    fact = table.fact(unit_id)
    known = fact is not None and fact.armor_class is not None
    skipped = entered(shot, Matter.ARMOR_CLASS, unit_id)
    # Skipped, it is not asked again: penetration is then the referee's word without a factor.
    if weapons.follows_target(shot.warhead) and fact is not None and not known and not skipped:
        number = ("Armor class", 0, 9, None)
        prompt = f"Armor class of {name}, 0 to 9?"
        return ShotQuestion(shot, Ask.ARMOR, prompt, "12-11", unit_id, number=number)
    which = f", hit {hit} of {hits}" if hits > 1 else ""
    prompt, choices = f"What does it do to {name}{which}?", OUTCOMES[Matter.PENETRATION].choices
    rule, of_several = ("12-58", hit) if hits > 1 else ("12-08", 0)
    return ShotQuestion(shot, Ask.PENETRATION, prompt, rule, unit_id, choices, hit=of_several)


def asks_flame(shot: ShotRow) -> bool:
    """Return whether flame inside the area matters (12-44)."""
    return shot.warhead == VAPORSHOCK


class ShotAnswer(Struct):
    """What is filled in so far. `choice` and `then` are places in lists of names.

    `then` answers the follow-up of a choice: whose figure goes, or which weapon is destroyed.
    `touched` means that the referee ticked who is inside. `detected` counts targets in range.
    """

    choice: int | None = None
    then: int | None = None
    number: int | None = None
    note: str = ""
    words: str = ""
    flame: bool = False
    inside: list[int] = field(default_factory=list)
    touched: bool = False
    face: Face | None = None
    detected: int = 0


class Follow(Struct, frozen=True):
    """A second question that follows from a choice: its prompt, names, their keys, and its rule."""

    prompt: str
    names: tuple[str, ...]
    keys: tuple[int, ...]
    rule: str


def fresh(table: SfTable, asked: ShotQuestion) -> ShotAnswer:
    """Return an answer with all that the desk knows filled in."""
    side = table.side(asked.shot.unit_id)
    answer = ShotAnswer(detected=table.seen_by(side, asked.shot.unit_id))
    if asked.ask is Ask.LANDING and (fell := _fell(asked.shot)) is not None:
        answer.words = point_words(*fell)
    answer.inside = list(proposed(table, asked, answer))
    return answer


def proposed(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> tuple[int, ...]:
    """Return those whom the map puts into the area, nearest first; the target where it knows less."""
    shot = asked.shot
    if not asked.has_area:
        return ()
    lying = area_of(table, asked, answer)
    if lying is not None:
        return within(table, lying, shot.target_id)
    if table.unit(shot.target_id) is None or (
        asked.ask is Ask.LANDING and not _verdict(shot, UsualOutcome.HIT)
    ):
        return ()  # where it lands is the referee's word
    return (shot.target_id or 0,)


def area_of(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> Footprint | None:
    """Return where the area of a shot lies by what is said so far; None where nobody knows."""
    shot = asked.shot
    words = answer.words if asked.has_area else shot.place
    at, facing = aimed_at(table, shot.target_id, shot.target), None
    if shot.shape is AreaShape.OBLONG:
        if wants_die(asked, answer) and not words.strip():
            words = points_to(table, answer)
            if not words:
                return None
        start = aimed_at(table, shot.unit_id, "")
        facing = facing_of(words, start, at)
    elif shot.explosive:
        at = point_said(words) or (at if _verdict(shot, UsualOutcome.HIT) and not words else None)
    else:
        at = point_said(words) or at
    size = area_size(table, shot, flame=answer.flame)
    return laid_area(shot.shape, size, shot.area_width, at, facing)


def place_asked(asked: ShotQuestion) -> str:
    """Return in words the place that a click on the map answers; empty where none is asked for."""
    if asked.lays_oblong:
        return "Where its far end points"
    places = {Ask.PLACE: "Where its middle lies"} | dict.fromkeys(
        (Ask.FALL, Ask.LANDING), "Where it lands"
    )
    return places.get(asked.ask, "")


def _fell(shot: ShotRow) -> Point | None:
    """Return where an indirect shot came down, if that was said as a point (12-43)."""
    said = (point_said(each.answer) for each in entered(shot, Matter.FALL_OF_SHOT))
    return next((spot for spot in said if spot is not None), None)


def area_size(table: SfTable, shot: ShotRow, *, flame: bool) -> float | None:
    """Return the size of the area in inches, halved if a vaporshock ignites early (12-44)."""
    area = Area(shot.shape, shot.area_size)
    factor = shot.attack_factor or EARLY_FACTOR
    halving = table.house.sf_vaporshock_halving
    return burst(shot.warhead, area, factor, flame_inside=flame, halving=halving).area.size


def wants_die(asked: ShotQuestion, answer: ShotAnswer) -> bool:
    """Return whether a die gives the direction: for an oblong over one detected target (12-39)."""
    return asked.lays_oblong and answer.detected == 1


def points_to(table: SfTable, answer: ShotAnswer) -> str:
    """Return the direction that the die gives; empty if the referee chooses it (S-27)."""
    if answer.face is None:
        return ""
    return direction(answer.face.value, table.house.sf_d10_directions)


def _figures(table: SfTable, unit_id: int) -> Follow | None:
    """Return the question whose figure goes instead of a gunner's, if several could (12-74)."""
    for weapon in table.weapons.values():
        alive = [member for member in weapon.crew if member.alive]
        gunner = next((each for each in alive if each.role is CrewRole.GUNNER), None)
        others = [each for each in alive if each is not gunner]
        if gunner and gunner.unit_id == unit_id and not weapon.destroyed and len(others) > 1:
            return _one_of(f"Whose figure goes instead of {gunner.name}'s?", others, "12-74")
    return None


def _one_of(prompt: str, rows: Sequence[SfWeaponRow | MemberRow], rule: str) -> Follow:
    shown = rows[: len(LETTERS)]
    return Follow(prompt, tuple(row.name for row in shown), tuple(row.id for row in shown), rule)


class SfEntry:
    """The open shots; those of this turn come first, in the order in which they were fired."""

    def __init__(self, table: SfTable) -> None:
        self._table = table
        self._current = 0
        self._last: list[int] = []
        self._answers: dict[str, ShotAnswer] = {}
        self.open: tuple[ShotQuestion, ...] = ()
        self.follow()

    @property
    def current(self) -> ShotRow | None:
        """The shot whose question is asked now; None if no shot waits."""
        asked = self.question
        return asked.shot if asked else None

    @property
    def question(self) -> ShotQuestion | None:
        """The question that is asked now; None if no shot waits."""
        return next((each for each in self.open if each.shot.id == self._current), None)

    @property
    def answer(self) -> ShotAnswer:
        """What is filled in for the current question."""
        asked = self.question
        if asked is None:
            return ShotAnswer()
        # Kept by its question, so that going to another shot and back loses nothing.
        if asked.key not in self._answers:
            self._answers[asked.key] = fresh(self._table, asked)
        return self._answers[asked.key]

    @property
    def chosen(self) -> UsualOutcome | None:
        """The answer that is chosen; None before one is."""
        return self.question.chosen(self.answer.choice) if self.question else None

    @property
    def then(self) -> Follow | None:
        """The follow-up question of a choice of damage; None if nothing is left open."""
        asked, table = self.question, self._table
        if asked is None or asked.ask is not Ask.DAMAGE or asked.unit_id is None:
            return None
        if self.chosen is UsualOutcome.ELIMINATED and table.house.sf_weapon_crews:
            return _figures(table, asked.unit_id)
        whole = self._whole(asked)
        if self.chosen is UsualOutcome.WEAPON_DESTROYED and len(whole) > 1:
            return _one_of("Which weapon is destroyed?", whole, "12-76")
        return None

    @property
    def lacks(self) -> str:
        """What the answer lacks before Enter can apply it, in words; empty if it is complete."""
        asked, answer = self.question, self.answer
        if asked is None:
            return ""
        if (asked.options and self.chosen is None) or (self.then and answer.then is None):
            return "Choose by letter."
        hit = asked.ask is Ask.HIT and self.chosen is UsualOutcome.HIT
        if hit and asked.number and asked.number[3] is None and answer.number is None:
            return "Type how many hits: nobody has said its barrels."
        if asked.ask is Ask.ARMOR and answer.number is None:
            return "Type the armor class."
        if answer.words.strip():
            return ""
        if asked.ask is Ask.FALL:
            return "Say where it lands."
        if not self.wants_die or points_to(self._table, answer):
            return ""
        return "The referee says the direction." if answer.face else "Type or roll the die."

    @property
    def wants_die(self) -> bool:
        """Whether a die gives the direction of the area."""
        asked = self.question
        return asked is not None and wants_die(asked, self.answer)

    def follow(self) -> None:
        """Ask each shot of the table again what it waits for."""
        turn = self._table.head.turn_id
        asked = (question(self._table, shot) for shot in self._table.shots)
        found = [each for each in asked if each]
        found.sort(key=lambda each: (self._put_off(each), each.shot.turn_id != turn, each.shot.id))
        self.open = tuple(found)

    def done(self) -> tuple[ShotRow, ...]:
        """Return the shots of this turn that are settled, oldest first."""
        waiting = {each.shot.id for each in self.open}
        turn = self._table.head.turn_id
        shots = (shot for shot in self._table.shots if shot.turn_id == turn)
        return tuple(shot for shot in shots if shot.id not in waiting)

    # Which one

    def go(self, shot_id: int | None) -> None:
        """Make a shot the current one, None: the first that waits.

        A shot that does not wait leaves the current one as it is, if that still waits.
        """
        there = [each.shot.id for each in self.open]
        if shot_id in there:
            self._current = shot_id or 0
        elif shot_id is None or self._current not in there:
            self._current = there[0] if there else 0

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) shot; stay at the ends."""
        there = [each.shot.id for each in self.open]
        if self._current in there:
            at = there.index(self._current) + by
            self._current = there[max(0, min(at, len(there) - 1))]

    def advance(self) -> bool:
        """Go on after an entry; False if all shots of its turn are settled."""
        turn = self._table.head.turn_id
        if self.question is not None:  # the same shot asks something else
            return True
        old = next((s for s in self._table.shots if s.id == self._current), None)
        # Shots of earlier turns are not forced on the referee who has just settled this turn's.
        was_now = old is None or old.turn_id == turn
        nexts = [each.shot.id for each in self.open if each.shot.turn_id == turn or not was_now]
        later = [shot_id for shot_id in nexts if shot_id > self._current]
        self._current = next(iter(later or nexts), 0)
        return bool(nexts)

    def put_last(self) -> None:
        """Put the current shot behind all others, and go to the first of them."""
        if self._current:
            self._last = [each for each in self._last if each != self._current]
            self._last.append(self._current)
            self.follow()
            self.go(None)

    # What is filled in

    def choose(self, letter: str) -> bool:
        """Answer by a letter of LETTERS; False if no answer has it."""
        asked, answer = self.question, self.answer
        place = LETTERS.find(letter)
        if asked is None or place < 0:
            return False
        then = self.then
        if then is not None and place < len(then.names):
            answer.then = place
            return True
        if then is None and place < len(asked.options):
            answer.choice = place
            return True
        return False

    def unchoose(self) -> bool:
        """Take the last letter back; False if there is none."""
        answer = self.answer
        if answer.then is not None:
            answer.then = None
        elif answer.choice is not None:
            answer.choice = None
        else:
            return False
        return True

    def tick(self, unit_id: int) -> None:
        """Put a unit into the area or take it out; from now on the map proposes nobody."""
        answer = self.answer
        answer.touched = True
        if unit_id in answer.inside:
            answer.inside.remove(unit_id)
        else:
            answer.inside.append(unit_id)

    def flame(self) -> None:
        """Say that there is flame inside, or none; the area may then have another size."""
        if self.question is not None:
            self.say(flame=not self.answer.flame)

    def detected(self, by: int) -> None:
        """Change the number of detected targets in range, within 0 and 99."""
        self.say(detected=max(0, min(99, self.answer.detected + by)))

    def say(self, **found: Any) -> bool:
        """Note parts of the answer, by their names; False if all of them were noted already."""
        answer = self.answer
        if all(getattr(answer, name) == value for name, value in found.items()):
            return False
        for name, value in found.items():
            setattr(answer, name, value)
        asked = self.question
        # The map says anew who is inside, unless the referee has ticked somebody.
        if asked is not None and not answer.touched:
            answer.inside = list(proposed(self._table, asked, answer))
        return True

    # What comes of it

    def act(self) -> Act | None:
        """Return the act that enters the answer; None if it is not complete."""
        asked, answer, die = self.question, self.answer, self.wants_die
        if asked is None or self.lacks:
            return None
        shot_id, inside = asked.shot.id, tuple(answer.inside)
        if asked.ask is Ask.BLAST:
            return Incapacitate(shot_id=shot_id)
        if asked.ask is Ask.LANDING:
            return BurstSf(
                shot_id=shot_id, place=answer.words, flame_inside=answer.flame, inside_ids=inside
            )
        if asked.ask is Ask.PLACE:
            return PlaceArea(
                shot_id=shot_id,
                inside_ids=inside,
                place="" if die else answer.words,
                detected_in_range=answer.detected if asked.lays_oblong else None,
                faces=(answer.face,) if die and answer.face else (),
                direction=answer.words if die else "",
            )
        return self._outcome(asked, answer)

    def skipping(self) -> EnterOutcome | None:
        """Return the act that skips the question, with its note; None if it cannot be skipped."""
        asked = self.question
        if asked is None or not asked.skippable:
            return None
        return EnterOutcome(
            shot_id=asked.shot.id,
            matter=asked.ask.value,
            unit_id=asked.unit_id,
            number=asked.hit or None,
            note=self.answer.note,
        )

    def _outcome(self, asked: ShotQuestion, answer: ShotAnswer) -> EnterOutcome:
        verdict, then = self.chosen, self.then
        # One field for three numbers: an armor class, the hits of a burst, which hit is checked.
        number = asked.hit or answer.number
        # Enter takes the usual number of hits where the referee typed none.
        if asked.ask is Ask.HIT and asked.number and verdict is UsualOutcome.HIT and number is None:
            number = asked.number[3]
        key = then.keys[answer.then] if then and answer.then is not None else None
        destroyed, whole = verdict is UsualOutcome.WEAPON_DESTROYED, self._whole(asked)
        only = whole[0].id if len(whole) == 1 else None
        return EnterOutcome(
            shot_id=asked.shot.id,
            matter=asked.ask.value,
            answer="" if asked.ask is Ask.ARMOR else verdict.value if verdict else answer.words,
            unit_id=asked.unit_id,
            number=number,
            note=answer.note,
            sf_weapon_id=(key or only) if destroyed else None,
            member_id=None if destroyed else key,
        )

    def _whole(self, asked: ShotQuestion) -> list[SfWeaponRow]:
        """Return the weapons of the unit that it asks about, without those that are destroyed."""
        return [row for row in self._table.weapons_of(asked.unit_id) if not row.destroyed]

    def _put_off(self, each: ShotQuestion) -> int:
        return self._last.index(each.shot.id) + 1 if each.shot.id in self._last else 0


def beside(table: SfTable, asked: ShotQuestion) -> tuple[ShotFact, ...]:
    """Return the facts for a question."""
    shot, weapon = asked.shot, table.weapon(asked.shot.sf_weapon_id)
    if asked.ask is Ask.HIT:
        return tuple(_hitting(table, shot, weapon))
    if asked.ask in (Ask.PENETRATION, Ask.ARMOR, Ask.DAMAGE):
        return tuple(_against(table, shot, asked.unit_id))
    if asked.has_area:
        return tuple(_area(table, shot))
    return ()


def who_at(shot: ShotRow) -> str:
    """Return who fired at whom, in words."""
    return f"{shot.unit} at {shot.target}" if shot.target else shot.unit


def shot_words(shot: ShotRow) -> str:
    """Return the figures of a shot in one line: 23", medium range, attack factor 5, +1 to hit."""
    parts = [
        shot.capability,
        in_inches(shot.distance) if shot.distance is not None else "",
        f"{shot.band} range" if shot.band else "",
        "indirect" if shot.indirect else "",
        f"attack factor {shot.attack_factor}" if shot.attack_factor is not None else "",
        f"{shot.mode} mode" if shot.mode else "",
        shot.warhead,
        f"{shot.remaining_after} left" if shot.remaining_after is not None else "",
    ]
    return ", ".join(part for part in parts if part)


def _hitting(table: SfTable, shot: ShotRow, weapon: SfWeaponRow | None) -> Iterator[ShotFact]:
    if shot.band:
        far = in_inches(shot.distance) if shot.distance is not None else ""
        yield ShotFact("Range band", far, shot.band, BANDS[shot.band])
    fired = shot_weapon(table, shot)
    yield from rate_of_fire(fired.rate if fired else None)
    if shot.hit_bonus:
        yield ShotFact("Pulse mode", "to hit", f"+{shot.hit_bonus}", "12-70", "ok")
    kind = fired.type if fired else ""
    way = procedure(
        kind,
        Use.INDIRECT if shot.indirect else Use.DIRECT,
        convergence_beams=table.house.sf_convergence_beams,
    )
    for each in way.waived:
        why = each.why[:1].lower() + each.why[1:]
        yield ShotFact(each.factor.capitalize(), why, "0", each.rule)
    if weapon is not None and weapon.rotary:
        why, hits = "nobody has said its barrels: type the hits", "?"
        if weapon.barrels:
            why = f"{weapon.barrels} barrels: hits to check"
            hits = str(hits_of(table, shot, None))
        yield ShotFact("If it hits", why, hits, "12-57")
    if weapon is not None and weapon.detection_effect:
        effect = weapon.detection_effect
        yield ShotFact("Detection effect", "V: who fired is detected", effect, "12-50")


def _against(table: SfTable, shot: ShotRow, unit_id: int | None) -> Iterator[ShotFact]:
    fact = table.fact(unit_id)
    known = fact.armor_class if fact is not None else None
    factor = shot.attack_factor
    why, rule = "", "12-08"
    # Early ignition comes first: it sets the factor whatever the warhead or mode would give.
    if shot.early:
        why, rule = "ignited early", "12-44"
    elif weapons.follows_target(shot.warhead):
        why, rule = "as high as the armor class", "12-12" if known == 0 else "12-11"
        factor = weapons.anti_matter_factor(known) if known is not None else None
    elif shot.mode is weapons.FireMode.PULSE:
        why, rule = "pulse mode", "12-70"
    yield ShotFact("Attack factor", why, "?" if factor is None else str(factor), rule)
    if fact is not None:
        what = [fact.kind, "powered armor" if fact.powered_armor else ""]
        words = ", ".join(part for part in what if part)
        follows = "12-11" if weapons.follows_target(shot.warhead) else "12-08"
        yield ShotFact("Armor class", words, "?" if known is None else str(known), follows)


def _area(table: SfTable, shot: ShotRow) -> Iterator[ShotFact]:
    size = f'{shot.area_size:g}"' if shot.area_size is not None else "?"
    missed = _verdict(shot, UsualOutcome.MISS)
    if shot.explosive:
        lands = "it missed: the referee says where" if missed else "where the warhead lands"
        rule = "12-43" if shot.indirect else "12-42"
        yield ShotFact("Effect area", f"{shot.shape}, {lands}", size, "12-45" if missed else rule)
    else:
        rule = "12-37" if shot.shape is AreaShape.OBLONG else "12-41"
        yield ShotFact("Effect area", f"{shot.shape}, before the hit roll", size, rule)
    yield from flame_inside(table, shot.warhead, "F")
