"""The shots that wait for entries: the current one, its question, and the answer so far."""

from msgspec import Struct

from brikdesk.dice import Face
from brikdesk.store.act import Act
from brikdesk.store.views.scifi import ShotRow
from ui.models.scifi_attack.answer import (
    Follow,
    ShotAnswer,
    act_of,
    follow_up,
    fresh,
    lacking,
    proposed,
    skipped,
    wants_die,
)
from ui.models.scifi_attack.course import Ask, ShotQuestion, question
from ui.models.scifi_attack.table import SfTable


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
