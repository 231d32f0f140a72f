"""The shots that wait for entries: the questions of each, their answers, the facts beside them."""

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct, field

from brikdesk.acts.checks import point_said, point_words
from brikdesk.acts.scifi.areas import BurstSf, Incapacitate, PlaceArea
from brikdesk.acts.scifi.outcomes import EnterOutcome
from brikdesk.dice import Face
from brikdesk.ground.shapes import Footprint, Point
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.areas import (
    EARLY_FACTOR,
    VAPORSHOCK,
    Area,
    AreaShape,
    AttackStep,
    burst,
    direction,
)
from brikdesk.rules.scifi.firing import OUTCOMES, Matter, Use, UsualOutcome, procedure
from brikdesk.rules.scifi.units import CrewRole
from brikdesk.rules.scifi.weapon_tables import (
    FireMode,
    anti_matter_factor,
    follows_target,
    rotary_hits,
    suggested_hits,
)
from brikdesk.store.act import Act
from brikdesk.store.views.scifi import SfWeaponRow, ShotRow
from ui.models.scifi_attack.draft import (
    SfTable,
    aimed_at,
    facing_of,
    laid_area,
    shot_weapon,
    within,
)
from ui.models.scifi_attack.facts import BANDS, ShotFact, rate_words


class Ask(Enum):
    """What kind of answer a question wants."""

    PLACE = "place"
    FALL = "fall of shot"
    HIT = "hit"
    LANDING = "landing"
    ARMOR = "armor class"
    PENETRATION = "penetration"
    DAMAGE = "damage"
    BLAST = "blast"


MATTERS = (Ask.FALL, Ask.HIT, Ask.ARMOR, Ask.PENETRATION, Ask.DAMAGE)
"""Questions that are answered by one entry in the shot's record; only these can be skipped."""


class ShotQuestion(Struct, frozen=True):
    """One question: its shot, the unit it is about, what it asks, its answers, and its rule.

    `number` is a number that is asked: its name, least, most and usual value. `hit` says which of
    several hits is checked, from 1; 0 if there is only one. `words` is a prompt for free words.
    """

    key: str
    ask: Ask
    shot: ShotRow
    prompt: str
    rule: str
    unit_id: int | None = None
    options: tuple[UsualOutcome, ...] = ()
    number: tuple[str, int, int, int | None] | None = None
    hit: int = 0
    words: str = ""

    @property
    def skippable(self) -> bool:
        """Whether it can be skipped without an answer."""
        return self.ask in MATTERS

    @property
    def has_area(self) -> bool:
        """Whether it asks where an area lies and who is inside."""
        return self.ask in (Ask.PLACE, Ask.LANDING)


def question(table: SfTable, shot: ShotRow) -> ShotQuestion | None:
    """Return the question that a shot asks now; None if it is settled."""
    # Energy is placed before the hit roll, what explodes after it (12-37, 12-41, 12-42).
    if shot.next in (AttackStep.PLACE, AttackStep.INSIDE) and not _lands(shot):
        return _question(shot, Ask.PLACE, "Where does the area lie, and who is inside?", "12-37")
    if _falls_first(shot):
        ask = OUTCOMES[Matter.FALL_OF_SHOT].asks
        return _question(shot, Ask.FALL, ask, "12-43", words="where, and when")
    if shot.next is AttackStep.HIT:
        return _hit(table, shot)
    if shot.next in (AttackStep.LANDING, AttackStep.INSIDE):
        words = "Where does it land, and who is inside?"
        return _question(shot, Ask.LANDING, words, "12-45" if _missed(shot) else "12-42")
    if asked := _damage(table, shot):
        return asked
    if shot.next is AttackStep.BLAST:
        words = "The blast incapacitates the survivors inside."
        return _question(shot, Ask.BLAST, words, "12-49" if shot.early else "12-47")
    return None


def _lands(shot: ShotRow) -> bool:
    return shot.explosive


def _falls_first(shot: ShotRow) -> bool:
    """Return whether the fall of shot is entered now (12-43), also without an area (12-83)."""
    said = any(each.matter is Matter.FALL_OF_SHOT for each in shot.outcomes)
    return shot.next is AttackStep.FALL_OF_SHOT or (
        shot.indirect and shot.shape is AreaShape.NONE and not said and shot.next is not None
    )


def _missed(shot: ShotRow) -> bool:
    return any(
        each.matter is Matter.HIT and each.verdict is UsualOutcome.MISS for each in shot.outcomes
    )


def _question(
    shot: ShotRow,
    ask: Ask,
    prompt: str,
    rule: str,
    unit_id: int | None = None,
    options: tuple[UsualOutcome, ...] = (),
    number: tuple[str, int, int, int | None] | None = None,
    hit: int = 0,
    words: str = "",
) -> ShotQuestion:
    # With the count of rolls: a reroll asks the same again, and begins with an empty answer.
    key = f"{shot.id}-{ask.value}-{unit_id or 0}-{hit}-{shot.rolls}"
    return ShotQuestion(key, ask, shot, prompt, rule, unit_id, options, number, hit, words)


def _hit(table: SfTable, shot: ShotRow) -> ShotQuestion:
    entered = {each.unit_id for each in shot.outcomes if each.matter is Matter.HIT}
    each_one = shot.hits_asked > 1 or (len(shot.inside) == 1 and not shot.explosive)
    left = [unit for unit in shot.inside if unit not in entered] if each_one else []
    whom = left[0] if left else None
    name = table.name(whom)
    again = " It is rolled again." if shot.rolls > 1 else ""
    prompt = f"Hit or miss{f', {name}' if name else ''}?{again}"
    return _question(
        shot,
        Ask.HIT,
        prompt,
        "12-21",
        whom,
        OUTCOMES[Matter.HIT].choices,
        _hits_wanted(table, shot),
    )


def _hits_wanted(table: SfTable, shot: ShotRow) -> tuple[str, int, int, int | None] | None:
    """Return the number of hits to ask for; None if it is not asked.

    It is asked for rotary weapons whose barrels are unknown or not in the table (12-57).
    """
    weapon = table.weapon(shot.sf_weapon_id)
    if weapon is None or not weapon.rotary:
        return None
    barrels = weapon.barrels
    if barrels is None:
        return ("Hits of the burst", 1, 99, None)
    if rotary_hits(barrels) is not None:
        return None
    return (f"Hits of {barrels} barrels", 1, 99, suggested_hits(barrels))


def hits_of(table: SfTable, shot: ShotRow, unit_id: int | None) -> int:
    """Return how many hits on a unit are checked, each on its own (12-57, 12-58)."""
    weapon = table.weapon(shot.sf_weapon_id)
    if weapon is None or not weapon.rotary:
        return 1
    said = [
        each.number
        for each in shot.outcomes
        if each.matter is Matter.HIT and each.number and each.unit_id in (unit_id, None)
    ]
    if weapon.barrels is None:
        return said[-1] if said else 1
    return rotary_hits(weapon.barrels) or next(reversed(said), suggested_hits(weapon.barrels))


def _damage(table: SfTable, shot: ShotRow) -> ShotQuestion | None:
    """Return the next question about penetration of each hit, then damage, unit by unit."""
    if shot.next not in (AttackStep.DAMAGE, None, AttackStep.BLAST):
        return None
    for unit_id in shot.asks:
        if asked := _of_unit(table, shot, unit_id):
            return asked
    return None


def _of_unit(table: SfTable, shot: ShotRow, unit_id: int | None) -> ShotQuestion | None:
    entries = [
        each
        for each in shot.outcomes
        if each.unit_id == unit_id and each.matter is Matter.PENETRATION
    ]
    damaged = any(
        each.unit_id == unit_id and each.matter is Matter.DAMAGE for each in shot.outcomes
    )  # fmt: skip
    if damaged:
        return None
    name = table.name(unit_id) or shot.target or "the target"
    hits = hits_of(table, shot, unit_id)
    if len(entries) < hits:
        return _penetration(table, shot, unit_id, name, len(entries) + 1, hits)
    if all(each.verdict is UsualOutcome.NO_EFFECT for each in entries[-hits:]):
        return None
    prompt = f"What is the damage to {name}?"
    return _question(shot, Ask.DAMAGE, prompt, "12-77", unit_id, _damages(table, unit_id))


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
    skipped = any(
        each.unit_id == unit_id and each.matter is Matter.ARMOR_CLASS for each in shot.outcomes
    )
    # Skipped, it is not asked again: penetration is then the referee's word without a factor.
    if follows_target(shot.warhead) and fact is not None and not known and not skipped:
        number = ("Armor class", 0, 9, None)
        prompt = f"Armor class of {name}, 0 to 9?"
        return _question(shot, Ask.ARMOR, prompt, "12-11", unit_id, number=number)
    which = f", hit {hit} of {hits}" if hits > 1 else ""
    return _question(
        shot,
        Ask.PENETRATION,
        f"What does it do to {name}{which}?",
        "12-58" if hits > 1 else "12-08",
        unit_id,
        OUTCOMES[Matter.PENETRATION].choices,
        hit=hit if hits > 1 else 0,
    )


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
    if table.unit(shot.target_id) is None or (asked.ask is Ask.LANDING and not _strikes(shot)):
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
        at = point_said(words) or (at if _strikes(shot) and not words else None)
    else:
        at = point_said(words) or at
    size = area_size(table, shot, flame=answer.flame)
    return laid_area(shot.shape, size, shot.area_width, at, facing)


def place_asked(asked: ShotQuestion) -> str:
    """Return in words the place that a click on the map answers; empty where none is asked for."""
    if asked.ask is Ask.FALL or asked.ask is Ask.LANDING:
        return "Where it lands"
    if asked.ask is Ask.PLACE:
        oblong = asked.shot.shape is AreaShape.OBLONG
        return "Where its far end points" if oblong else "Where its middle lies"
    return ""


def _fell(shot: ShotRow) -> Point | None:
    """Return where an indirect shot came down, if that was said as a point (12-43)."""
    said = (point_said(each.answer) for each in shot.outcomes if each.matter is Matter.FALL_OF_SHOT)
    return next((spot for spot in said if spot is not None), None)


def _strikes(shot: ShotRow) -> bool:
    return any(
        each.matter is Matter.HIT and each.verdict is UsualOutcome.HIT for each in shot.outcomes
    )


def area_size(table: SfTable, shot: ShotRow, *, flame: bool) -> float | None:
    """Return the size of the area in inches, halved if a vaporshock ignites early (12-44)."""
    area = Area(shot.shape, shot.area_size)
    factor = shot.attack_factor or EARLY_FACTOR
    halving = table.house.sf_vaporshock_halving
    return burst(shot.warhead, area, factor, flame_inside=flame, halving=halving).area.size


def wants_die(asked: ShotQuestion, answer: ShotAnswer) -> bool:
    """Return whether a die gives the direction: for an oblong over one detected target (12-39)."""
    oblong = asked.shot.shape is AreaShape.OBLONG
    return asked.ask is Ask.PLACE and oblong and answer.detected == 1


def points_to(table: SfTable, answer: ShotAnswer) -> str:
    """Return the direction that the die gives; empty if the referee chooses it (S-27)."""
    if answer.face is None:
        return ""
    return direction(answer.face.value, table.house.sf_d10_directions)


def follow_up(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> Follow | None:
    """Return the follow-up of a choice of damage; None if nothing is left open."""
    if asked.ask is not Ask.DAMAGE or answer.choice is None or asked.unit_id is None:
        return None
    chosen = asked.options[answer.choice]
    if chosen is UsualOutcome.ELIMINATED and table.house.sf_weapon_crews:
        return _figures(table, asked.unit_id)
    if chosen is UsualOutcome.WEAPON_DESTROYED:
        whole = [row for row in table.weapons_of(asked.unit_id) if not row.destroyed]
        if len(whole) > 1:
            names, keys = tuple(row.name for row in whole), tuple(row.id for row in whole)
            return Follow("Which weapon is destroyed?", names[:5], keys[:5], "12-76")
    return None


def _figures(table: SfTable, unit_id: int) -> Follow | None:
    """Return the question whose figure goes instead of a gunner's, if several could (12-74)."""
    for weapon in table.weapons.values():
        alive = [member for member in weapon.crew if member.alive]
        gunner = next((each for each in alive if each.role is CrewRole.GUNNER), None)
        others = [each for each in alive if each is not gunner]
        if gunner and gunner.unit_id == unit_id and not weapon.destroyed and len(others) > 1:
            prompt = f"Whose figure goes instead of {gunner.name}'s?"
            names, keys = tuple(each.name for each in others), tuple(each.id for each in others)
            return Follow(prompt, names[:5], keys[:5], "12-74")
    return None


def lacking(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> str:
    """Return what an answer lacks before Enter can apply it, in words; empty if it is complete."""
    if asked.options and answer.choice is None:
        return "Choose by letter."
    if follow_up(table, asked, answer) and answer.then is None:
        return "Choose by letter."
    hit = asked.ask is Ask.HIT and asked.options[answer.choice or 0] is UsualOutcome.HIT
    if hit and asked.number and asked.number[3] is None and answer.number is None:
        return "Type how many hits: nobody has said its barrels."
    if asked.ask is Ask.ARMOR and answer.number is None:
        return "Type the armor class."
    if asked.ask is Ask.FALL and not answer.words.strip():
        return "Say where it lands."
    if wants_die(asked, answer) and not answer.words.strip():
        if answer.face is None:
            return "Type or roll the die."
        if not points_to(table, answer):
            return "The referee says the direction."
    return ""


def act_of(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> Act:
    """Return the act that enters an answer, which has to be complete (`lacking` is empty)."""
    shot, inside = asked.shot, tuple(answer.inside)
    if asked.ask is Ask.BLAST:
        return Incapacitate(shot_id=shot.id)
    if asked.ask is Ask.LANDING:
        return BurstSf(
            shot_id=shot.id, place=answer.words, flame_inside=answer.flame, inside_ids=inside
        )
    if asked.ask is Ask.PLACE:
        oblong = shot.shape is AreaShape.OBLONG
        die = wants_die(asked, answer)
        return PlaceArea(
            shot_id=shot.id,
            inside_ids=inside,
            place="" if die else answer.words,
            detected_in_range=answer.detected if oblong else None,
            faces=(answer.face,) if die and answer.face else (),
            direction=answer.words if die else "",
        )
    return _entry(table, asked, answer)


def _entry(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> EnterOutcome:
    verdict = asked.options[answer.choice] if asked.options and answer.choice is not None else None
    # One field for three numbers: an armor class, the hits of a burst, which hit is checked.
    number = answer.number
    # Enter takes the usual number of hits where the referee typed none.
    if asked.ask is Ask.HIT and asked.number and verdict is UsualOutcome.HIT and number is None:
        number = asked.number[3]
    if asked.hit:
        number = asked.hit
    then = follow_up(table, asked, answer)
    key = then.keys[answer.then] if then and answer.then is not None else None
    destroyed = verdict is UsualOutcome.WEAPON_DESTROYED
    return EnterOutcome(
        shot_id=asked.shot.id,
        matter=asked.ask.value,
        answer="" if asked.ask is Ask.ARMOR else verdict.value if verdict else answer.words,
        unit_id=asked.unit_id,
        number=number,
        note=answer.note,
        sf_weapon_id=key if destroyed and key else _only_weapon(table, asked, destroyed),
        member_id=None if destroyed else key,
    )


def _only_weapon(table: SfTable, asked: ShotQuestion, destroyed: bool) -> int | None:
    whole = [row for row in table.weapons_of(asked.unit_id) if not row.destroyed]
    return whole[0].id if destroyed and len(whole) == 1 else None


def skipped(asked: ShotQuestion, answer: ShotAnswer) -> EnterOutcome:
    """Return the act that skips a question, with its note."""
    return EnterOutcome(
        shot_id=asked.shot.id,
        matter=asked.ask.value,
        unit_id=asked.unit_id,
        number=asked.hit or None,
        note=answer.note,
    )


class OpenShot(Struct, frozen=True):
    """A shot that waits, with its question."""

    shot: ShotRow
    question: ShotQuestion


class SfEntry:
    """The open shots; those of this turn come first, in the order in which they were fired."""

    def __init__(self, table: SfTable) -> None:
        self._table = table
        self._current = 0
        self._last: list[int] = []
        self._answers: dict[str, ShotAnswer] = {}
        self.open: tuple[OpenShot, ...] = ()
        self.follow()

    @property
    def current(self) -> ShotRow | None:
        """The shot whose question is asked now; None if no shot waits."""
        now = self._now()
        return now.shot if now else None

    @property
    def question(self) -> ShotQuestion | None:
        """The question that is asked now; None if no shot waits."""
        now = self._now()
        return now.question if now else None

    @property
    def answer(self) -> ShotAnswer:
        """What is filled in for the current question."""
        asked = self.question
        if asked is None:
            return ShotAnswer()
        if asked.key not in self._answers:
            self._answers[asked.key] = fresh(self._table, asked)
        return self._answers[asked.key]

    @property
    def then(self) -> Follow | None:
        """The follow-up question of the current choice; None if there is none."""
        asked = self.question
        return follow_up(self._table, asked, self.answer) if asked else None

    @property
    def lacks(self) -> str:
        """What the answer lacks, in words; empty if Enter would apply it."""
        asked = self.question
        return lacking(self._table, asked, self.answer) if asked else ""

    @property
    def wants_die(self) -> bool:
        """Whether a die gives the direction of the area."""
        asked = self.question
        return asked is not None and wants_die(asked, self.answer)

    def follow(self) -> None:
        """Ask each shot of the table again what it waits for."""
        turn = self._table.head.turn_id
        found = []
        for shot in self._table.shots:
            if asked := question(self._table, shot):
                found.append(OpenShot(shot, asked))
        found.sort(key=lambda each: (self._put_off(each), each.shot.turn_id != turn, each.shot.id))
        self.open = tuple(found)

    def done(self) -> tuple[ShotRow, ...]:
        """Return the shots of this turn that are settled, oldest first."""
        waiting = {each.shot.id for each in self.open}
        turn = self._table.head.turn_id
        return tuple(
            shot
            for shot in self._table.shots
            if shot.turn_id == turn and shot.id not in waiting
        )  # fmt: skip

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
        if self._now() is not None:  # the same shot asks something else
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
        """Answer by a letter, a to e; False if no answer has it."""
        asked, answer = self.question, self.answer
        place = "abcde".find(letter)
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
        asked, answer = self.question, self.answer
        if asked is not None:
            answer.flame = not answer.flame
            self._propose()

    def detected(self, by: int) -> None:
        """Change the number of detected targets in range, within 0 and 99."""
        answer = self.answer
        answer.detected = max(0, min(99, answer.detected + by))
        self._propose()

    def put_face(self, face: Face | None) -> bool:
        """Note the face of the die; False if it was noted already."""
        changed = face != self.answer.face
        self.answer.face = face
        if changed:
            self._propose()
        return changed

    def say_number(self, number: int | None) -> None:
        """Note the number that is asked; None to clear it."""
        self.answer.number = number

    def say_where(self, words: str) -> None:
        """Note where it lies or lands, in words."""
        self.answer.words = words
        self._propose()

    def say_note(self, words: str) -> None:
        """Note words that are kept with the entry."""
        self.answer.note = words

    # What comes of it

    def act(self) -> Act | None:
        """Return the act that enters the answer; None if it is not complete."""
        asked = self.question
        if asked is None or self.lacks:
            return None
        return act_of(self._table, asked, self.answer)

    def skipping(self) -> Act | None:
        """Return the act that skips the question; None if it cannot be skipped."""
        asked = self.question
        return skipped(asked, self.answer) if asked and asked.skippable else None

    def is_area(self) -> bool:
        """Return whether the question is where an area lies."""
        asked = self.question
        return asked is not None and asked.ask in (Ask.PLACE, Ask.LANDING)

    def _propose(self) -> None:
        """Have the map say anew who is inside, unless the referee has ticked somebody."""
        asked, answer = self.question, self.answer
        if asked is not None and asked.has_area and not answer.touched:
            answer.inside = list(proposed(self._table, asked, answer))

    def _now(self) -> OpenShot | None:
        return next((each for each in self.open if each.shot.id == self._current), None)

    def _put_off(self, each: OpenShot) -> int:
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
    if fired is not None and fired.rate:
        yield ShotFact("Rate of fire", rate_words(fired.rate), fired.rate.value, "12-21")
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
    if weapon is not None and weapon.rotary and weapon.barrels:
        hits = hits_of(table, shot, None)
        yield ShotFact("If it hits", f"{weapon.barrels} barrels: hits to check", str(hits), "12-57")
    elif weapon is not None and weapon.rotary:
        yield ShotFact("If it hits", "nobody has said its barrels: type the hits", "?", "12-57")
    if weapon is not None and weapon.detection_effect:
        yield ShotFact(
            "Detection effect", "V: who fired is detected", weapon.detection_effect, "12-50"
        )


def _against(table: SfTable, shot: ShotRow, unit_id: int | None) -> Iterator[ShotFact]:
    fact = table.fact(unit_id)
    known = fact.armor_class if fact is not None else None
    factor = shot.attack_factor
    why, rule = "", "12-08"
    # Early ignition comes first: it sets the factor whatever the warhead or mode would give.
    if shot.early:
        why, rule = "ignited early", "12-44"
    elif follows_target(shot.warhead):
        why, rule = "as high as the armor class", "12-12" if known == 0 else "12-11"
        factor = anti_matter_factor(known) if known is not None else None
    elif shot.mode is FireMode.PULSE:
        why, rule = "pulse mode", "12-70"
    yield ShotFact("Attack factor", why, "?" if factor is None else str(factor), rule)
    if fact is not None:
        what = [fact.kind, "powered armor" if fact.powered_armor else ""]
        words = ", ".join(part for part in what if part)
        follows = "12-11" if follows_target(shot.warhead) else "12-08"
        yield ShotFact("Armor class", words, "?" if known is None else str(known), follows)


def _area(table: SfTable, shot: ShotRow) -> Iterator[ShotFact]:
    size = f'{shot.area_size:g}"' if shot.area_size is not None else "?"
    missed = any(
        each.matter is Matter.HIT and each.verdict is UsualOutcome.MISS for each in shot.outcomes
    )
    if shot.explosive:
        lands = "it missed: the referee says where" if missed else "where the warhead lands"
        rule = "12-43" if shot.indirect else "12-42"
        yield ShotFact("Effect area", f"{shot.shape}, {lands}", size, "12-45" if missed else rule)
    else:
        rule = "12-37" if shot.shape is AreaShape.OBLONG else "12-41"
        yield ShotFact("Effect area", f"{shot.shape}, before the hit roll", size, rule)
    if shot.warhead == VAPORSHOCK:
        near = f"burning now: {', '.join(table.flames)}" if table.flames else "nothing burns"
        yield ShotFact("Flame inside", f"halves the area, attack factor 4; {near}", "F", "12-44")
