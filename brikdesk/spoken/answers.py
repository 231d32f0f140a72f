"""Putting the dice and letters of a line where the attack asks for them."""

from collections.abc import Callable
from dataclasses import replace

from msgspec import Struct

from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.attack.preview import AttackPreview
from brikdesk.dice import Face, dice_words
from brikdesk.dice.faces import read_face
from brikdesk.errors import BadInput, Refusal, Refused
from brikdesk.spoken.spelling import listed
from brikdesk.spoken.spoken import Problem, Spoken, SpokenAnswer, SpokenPiece, SpokenRole
from brikdesk.turns.steps import Choice

ExamineAttack = Callable[[Attack], tuple[Attack, AttackPreview]]
"""Returns the attack with what the map knows of it, and its preview."""

_TARGET = ("distance", "aims", "place", "inches", "sections", "above", "spans", "free")
_WEAPON = ("use", "range", "strikes", "damage", "count", "rounds", "name")
_PLACES = {
    **dict.fromkeys(_TARGET, SpokenRole.TARGET),
    **dict.fromkeys(_WEAPON, SpokenRole.WEAPON),
    "by_id": SpokenRole.ATTACKER,
}
"""The role of the words that an error is about, by the field of the attack that it names."""


class Answered(Struct, frozen=True):
    """The attack with the dice and choices of its line, and what it shows and asks then.

    `preview` is None if the attack cannot be examined at all; `problems` say why.
    """

    act: Attack
    preview: AttackPreview | None
    problems: tuple[Problem, ...] = ()
    pieces: tuple[SpokenPiece, ...] = ()

    @property
    def refusal(self) -> str:
        """Why the rules refuse it; "" if they do not."""
        return self.preview.refusal if self.preview else ""

    @property
    def ready(self) -> bool:
        """Whether it can be done: complete, without problems, and not refused."""
        complete = self.preview is not None and self.preview.complete
        return complete and not self.problems and not self.refusal

    @property
    def standing(self) -> str:
        """What is needed to hit, and what is still missing, in short."""
        return standing(self.preview) if self.preview else ""


def answered(spoken: Spoken, examine: ExamineAttack) -> Answered | None:
    """Return the attack with its answers; None if the line is no attack yet."""
    return _Answering(spoken, spoken.act, examine).all() if spoken.act else None


class _Answering:
    """Puts one answer after the other into the attack, as it asks for them."""

    def __init__(self, spoken: Spoken, act: Attack, examine: ExamineAttack) -> None:
        self._spoken, self._act, self._examine = spoken, act, examine
        self._preview: AttackPreview | None = None
        self._seen: Attack | None = None
        self._problems: list[Problem] = []
        self._pieces: list[SpokenPiece] = []

    def all(self) -> Answered:
        """Put in all answers, up to the first wrong one; return what came of it."""
        if self._look(None) and self._preview and not self._preview.refusal:
            for answer in self._spoken.answers:
                if not self._give(answer):
                    break
            if not self._problems:
                self._look(self._spoken.answers[-1] if self._spoken.answers else None)
        problems, pieces = tuple(self._problems), tuple(self._pieces)
        return Answered(self._act, self._preview, problems, pieces)

    def _look(self, answer: SpokenAnswer | None) -> bool:
        """Examine the attack as it is now; return False if that fails, and note the problem.

        The problem is about the words of the field that the error names, else about `answer`.
        """
        # Examining an attack is the slow part, so it is done only if the attack has changed.
        if self._seen is self._act:
            return True
        try:
            self._act, self._preview = self._examine(self._act)
            self._seen = self._act
        except Refused as refusal:
            self._complain(answer, refusal.sentence, "")
            return False
        except BadInput as error:
            self._complain(answer, error.sentence, error.where)
            return False
        return True

    def _complain(self, answer: SpokenAnswer | None, sentence: str, where: str) -> None:
        role = _PLACES.get(where.rpartition(".")[2])
        found = [piece for piece in self._spoken.pieces if piece.role is role]
        if answer is not None and not found:
            start, end = answer.start, answer.end
        elif found and where == "distance":
            start = end = found[-1].end  # nothing is wrong, a measurement is missing
        elif found:
            start, end = found[-1].start, found[-1].end
        else:
            start = end = max((piece.end for piece in self._spoken.pieces), default=0)
        suggestions = ('9"',) if where == "distance" else ()
        self._problems.append(Problem(start, end, sentence, suggestions))

    def _give(self, answer: SpokenAnswer) -> bool:
        if answer.free or not answer.words.isdigit():
            return self._choose(answer)
        return self._face(answer)

    def _face(self, answer: SpokenAnswer) -> bool:
        # Examined again only once all dice known to be asked for are there: the last one may have
        # earned Bonus Dice.
        place = len(self._act.faces)
        if place >= self._asked and not self._look(answer):
            return False
        if place >= self._asked:
            return self._wrong(answer, self._too_many())
        assert self._preview is not None
        die = self._preview.dice[place]
        try:
            face = read_face(answer.words, die.sides, place + 1)
        except BadInput as error:
            return self._wrong(answer, error.sentence)
        self._act = replace(self._act, faces=(*self._act.faces, Face(face.value)))
        meaning = f"d{die.sides} shows {face.value}"
        meaning = f"{meaning} ({die.label})" if die.label not in ("", f"d{die.sides}") else meaning
        self._pieces.append(SpokenPiece(answer.start, answer.end, SpokenRole.DIE, meaning))
        return True

    @property
    def _asked(self) -> int:
        return len(self._preview.dice) if self._preview else 0

    def _too_many(self) -> str:
        choices = self._preview.open_choices if self._preview else ()
        if choices:
            return f"First choose. {in_words(choices[0])}"
        many = {0: "No die is", 1: "1 die is"}.get(self._asked, f"{self._asked} dice are")
        return f"{many} asked for, not more."

    def _choose(self, answer: SpokenAnswer) -> bool:
        if not self._look(answer):
            return False
        choices = self._preview.open_choices if self._preview else ()
        if not choices:
            return self._wrong(answer, "Nothing is to be chosen here.")
        value, name = _chosen(choices[0], answer)
        if value is None:
            letters = [chr(ord("A") + at) for at in range(len(choices[0].options))]
            return self._wrong(answer, in_words(choices[0]), letters)
        self._act = replace(self._act, choices={**self._act.choices, choices[0].id: value})
        self._pieces.append(SpokenPiece(answer.start, answer.end, SpokenRole.CHOICE, name))
        return self._look(answer)

    def _wrong(
        self, answer: SpokenAnswer, sentence: str, suggestions: list[str] | None = None
    ) -> bool:
        self._problems.append(Problem(answer.start, answer.end, sentence, tuple(suggestions or ())))
        return False


def _chosen(choice: Choice, answer: SpokenAnswer) -> tuple[str | None, str]:
    """Return the value and the name of what is chosen; None and "" if it is not offered."""
    if answer.free:
        return (answer.words, answer.words) if choice.free else (None, "")
    at = ord(answer.words.casefold()[0]) - ord("a")
    if not 0 <= at < len(choice.options):
        return None, ""
    return str(choice.options[at].value), choice.options[at].name


def in_words(choice: Choice) -> str:
    """Return a choice on one line: Tomasz picks: A Disarmed!, B Struck to the Ground!"""
    options = [f"{chr(ord('A') + at)} {each.name}" for at, each in enumerate(choice.options)]
    if choice.free:
        options.append("or words in quotes" if options else "words in quotes")
    return f"{choice.prompt} {', '.join(options)}".strip() + ("." if options else "")


def standing(preview: AttackPreview) -> str:
    """Return what is needed to hit, and what is still missing; if complete, what happens."""
    if preview.refusal:
        first = Refusal(preview.refused_by, preview.refusal)
        return " ".join(each.words for each in (first, *preview.refused_too))
    if preview.complete:
        return preview.summary
    choices = [in_words(choice) for choice in preview.open_choices[:1]]
    return "; ".join((*waits(preview), *choices))


def waits(preview: AttackPreview) -> list[str]:
    """Return what is needed to hit, and which dice are missing."""
    open_shots = [shot for shot in preview.shots if shot.hit is None]
    needed = sorted({shot.needed for shot in open_shots if not shot.automatic})
    parts = [f"needs {listed([str(each) for each in needed])} or more"] if needed else []
    if preview.owed:
        owed = preview.open_dice
        parts.append(f"waits for {dice_words([die.sides for die in owed])}")
    return parts
