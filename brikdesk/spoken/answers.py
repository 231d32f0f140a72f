"""The dice and letters of a line put where an attack or a deed asks for them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct

from brikdesk.acts.combat.aim import AttackPreview
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Disengage
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.movement.jumping import JumpUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.step_act import StepAct
from brikdesk.acts.units.actions import FullTurnAction
from brikdesk.dice import Face, dice_words, read_face
from brikdesk.errors import BadInput, Refusal, Refused
from brikdesk.spoken import phrases
from brikdesk.spoken.roll_call import Caller, RollCall
from brikdesk.spoken.words import Word, folded_together, listed, meant, words_of
from brikdesk.turns.steps import Choice, Preview

ExamineAttack = Callable[[Attack], tuple[Attack, AttackPreview]]
"""Returns the attack with what the map knows of it, and its preview."""

_TARGET = ("distance", "aims", "place", "inches", "sections", "above", "spans", "free")
_WEAPON = ("use", "range", "strikes", "damage", "count", "rounds", "name")
_PLACES = {
    **dict.fromkeys(_TARGET, phrases.SpokenRole.TARGET),
    **dict.fromkeys(_WEAPON, phrases.SpokenRole.WEAPON),
    "by_id": phrases.SpokenRole.ATTACKER,
}
"""The role of the words that an error is about, by the field of the attack that it names."""


class Answered(Struct, frozen=True):
    """The attack with the dice and choices of its line, and what it shows and asks then.

    `preview` is None if the attack cannot be examined at all; `problems` say why.
    """

    act: Attack
    preview: AttackPreview | None
    problems: tuple[phrases.Problem, ...] = ()
    pieces: tuple[phrases.SpokenPiece, ...] = ()

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


def answered(spoken: phrases.Spoken, examine: ExamineAttack) -> Answered | None:
    """Return the attack with its answers; None if the line is no attack yet."""
    return _Answering(spoken, spoken.act, examine).all() if spoken.act else None


class _Answering:
    """Puts one answer after the other into the attack, as it asks for them."""

    def __init__(self, spoken: phrases.Spoken, act: Attack, examine: ExamineAttack) -> None:
        self._spoken, self._act, self._examine = spoken, act, examine
        self._preview: AttackPreview | None = None
        self._seen: Attack | None = None
        self._problems: list[phrases.Problem] = []
        self._pieces: list[phrases.SpokenPiece] = []

    def all(self) -> Answered:
        """Put in all answers, up to the first wrong one; return what came of it."""
        if self._look(None) and self._preview and not self._preview.refusal:
            for answer in self._spoken.answers:
                if not self._give(answer):
                    break
            if not self._problems:  # the faces given last may not have been examined yet
                self._look(self._spoken.answers[-1] if self._spoken.answers else None)
        problems, pieces = tuple(self._problems), tuple(self._pieces)
        return Answered(self._act, self._preview, problems, pieces)

    def _look(self, answer: phrases.SpokenAnswer | None) -> bool:
        """Examine the attack as it is now; return False if that fails, and note the problem.

        The problem is about the words of the field that the error names, else about `answer`.
        """
        # Examining an attack is the slow part, so it is done only if the attack has changed.
        if self._seen is self._act:
            return True
        try:
            self._act, self._preview = self._examine(self._act)
            self._seen = self._act
        except (Refused, BadInput) as error:
            where = error.where if isinstance(error, BadInput) else ""
            self._complain(answer, error.sentence, where)
            return False
        return True

    def _complain(self, answer: phrases.SpokenAnswer | None, sentence: str, where: str) -> None:
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
        self._problems.append(phrases.Problem(start, end, sentence, suggestions))

    def _give(self, answer: phrases.SpokenAnswer) -> bool:
        if answer.free or not answer.words.isdigit():
            return self._choose(answer)
        return self._face(answer)

    def _face(self, answer: phrases.SpokenAnswer) -> bool:
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
        self._pieces.append(
            phrases.SpokenPiece(answer.start, answer.end, phrases.SpokenRole.DIE, meaning)
        )
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

    def _choose(self, answer: phrases.SpokenAnswer) -> bool:
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
        self._pieces.append(
            phrases.SpokenPiece(answer.start, answer.end, phrases.SpokenRole.CHOICE, name)
        )
        return self._look(answer)

    def _wrong(
        self, answer: phrases.SpokenAnswer, sentence: str, suggestions: list[str] | None = None
    ) -> bool:
        self._problems.append(
            phrases.Problem(answer.start, answer.end, sentence, tuple(suggestions or ()))
        )
        return False


def _chosen(choice: Choice, answer: phrases.SpokenAnswer) -> tuple[str | None, str]:
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


SPRINTS = frozenset(("sprints", "sprint", "sprinting"))
BAILS = frozenset(("bails", "bail", "bailing"))
DISENGAGES = frozenset(("disengages", "disengage", "disengaging"))
COLLIDES = frozenset(("collides", "collide", "colliding"))
JUMPS = frozenset(("jumps", "jump", "jumping", "leaps", "leap", "leaping"))
SPENDS = frozenset(("spends", "spend", "spending"))
TURNS = frozenset(("turn", "turns", "full", "whole", "on"))
INTO = frozenset(("with", "into"))
TOWARD = frozenset(("toward", "towards", "at"))
HEADING = frozenset(("heading",))
MOM = frozenset(("mom", "momentum"))
HIGH = frozenset(("high", "higher", "height", "up"))
OF_A_JUMP = MOM | HIGH | frozenset(("long", "longer", "far", "farther", "length", "with", "its"))

_TITLES: dict[type[StepAct], str] = {
    SprintUnit: "Sprint",
    JumpUnit: "Jump",
    Bail: "Bail",
    Collide: "Collision",
    Disengage: "Disengage",
    FullTurnAction: "Full-turn Action",
}

VERBS = SPRINTS | JUMPS | BAILS | DISENGAGES | COLLIDES | SPENDS

ExamineStep = Callable[[StepAct], Preview]


class Deed(Struct, frozen=True):
    """What one line says: the act with its dice and choices, and what it shows and asks then.

    `trouble` says what is wrong with the line; then `preview` is that of the words before. `wrong` is
    the word that finds no place in the act, from its first character up to behind its last.
    """

    act: StepAct
    who: tuple[Caller, ...]
    preview: Preview | None
    trouble: str = ""
    wrong: tuple[int, int] | None = None

    @property
    def ready(self) -> bool:
        """Whether it can be done: complete, and without trouble."""
        return not self.trouble and self.preview is not None and self.preview.complete

    @property
    def title(self) -> str:
        """The deed in short: Sprint: Wobble, Crumpet."""
        name = _TITLES[type(self.act)]
        return f"{name}: {', '.join(each.name for each in self.who)}"

    @property
    def standing(self) -> str:
        """What comes of it, or what is wrong or still missing."""
        return self.trouble or still_wanted(self.preview)


def still_wanted(preview: Preview | None) -> str:
    """Return what a step asks next or, if it is complete, what comes of it; "" for no step."""
    if preview is None:
        return ""
    if preview.complete:
        return preview.summary
    choices = [in_words(choice) for choice in preview.open_choices[:1]]
    return choices[0] if choices else preview.waiting


def hear_deed(line: str, call: RollCall, examine: ExamineStep) -> Deed | None:
    """Return what a line says; None if it is no deed of a unit that it names."""
    words = words_of(line)
    verbs = [at for at, word in enumerate(words) if word.key in VERBS]
    for at in verbs[:2]:  # the first may be part of a name
        who, said = _named(words[:at], call), words[at + 1 :]
        if who and words[at].key in COLLIDES:
            return _collision(who, said, call, examine)
        if who and words[at].key in SPENDS:
            return _full_turn(who, said, examine)
        if len(who) > 1 and words[at].key not in SPRINTS:
            trouble = "Name one unit only: each does that by itself."
            names = (words[0].start, words[at - 1].end)
            return Deed(_act(words[at], who), who, None, trouble, names)
        if who and words[at].key in SPRINTS:
            return _sprint(who, said, call, examine)
        if who and words[at].key in JUMPS:
            return _jump(who, said, examine)
        if who:
            return _answered(_act(words[at], who), who, said, examine)
    return None


def _jump(who: tuple[Caller, ...], words: Sequence[Word], examine: ExamineStep) -> Deed:
    """Return a jump: `gus jumps 4" 1" high`, `gus jumps 9" with its mom 4` (4.1-02, 4.1-04, 5.4-10).

    The first inches are its length, the second ones its height; a MOM makes it longer, or higher
    where that is the word before it.
    """
    keys = [word.key for word in words]
    spends = next((at for at, key in enumerate(keys) if key in MOM), None)
    act = JumpUnit(unit_id=who[0].id)
    if spends is not None:
        # What stands before the inches says what they are, what stands at the MOM what it is for.
        near = keys[spends + 1 : spends + 2] + keys[max(0, spends - 1) : spends]
        act = replace(act, choices={"mom": "height" if HIGH & set(near) else "length"})
    # Without a mark of inches the first number is how far it goes.
    measured = [word for word in words if word.inches is not None][:2]
    measured = measured or [word for word in words if word.number is not None][:1]
    figures = (word.figure for word in measured)
    lengths: dict[str, Any] = dict(zip(("inches", "rise"), figures, strict=False))
    act = replace(act, **lengths)
    rest = [each for each in words if each.key not in OF_A_JUMP and each not in measured]
    if not measured:
        wrong = (rest[0].start, rest[0].end) if rest else None
        return Deed(act, who, None, 'Say its inches: jumps 4".', wrong)
    return _answered(act, who, rest, examine)


def _sprint(
    who: tuple[Caller, ...], words: Sequence[Word], call: RollCall, examine: ExamineStep
) -> Deed:
    """Return a Sprint, with the way in which its line leads: `toward ann`, `heading 90` (4.1-34)."""
    first, *others = (each.id for each in who)
    act = SprintUnit(unit_id=first, with_ids=tuple(others))
    at = next((n for n, word in enumerate(words) if word.key in TOWARD | HEADING), None)
    if at is None:
        return _answered(act, who, words, examine)
    rest = words[at + 1 :]
    if words[at].key in HEADING:
        if not rest or rest[0].number is None:
            return _unheard(act, who, words[at], "Say the heading in degrees: heading 90.")
        act = replace(act, heading=float(rest[0].number))
        return _answered(act, who, (*words[:at], *rest[1:]), examine)
    # The name ends where dice or inches begin.
    end = next((n for n, word in enumerate(rest) if word.figure is not None), len(rest))
    toward = _named(rest[:end], call)
    if len(toward) != 1:
        return _unheard(act, who, words[at], "Name one unit that it runs toward.")
    act = replace(act, toward_id=toward[0].id)
    return _answered(act, who, (*words[:at], *rest[end:]), examine)


def _unheard(act: StepAct, who: tuple[Caller, ...], word: Word, trouble: str) -> Deed:
    """Return a deed of which one word says nothing that can be done."""
    return Deed(act, who, None, trouble, (word.start, word.end))


def _collision(
    who: tuple[Caller, ...], words: Sequence[Word], call: RollCall, examine: ExamineStep
) -> Deed | None:
    """Return a Collision with the unit that is named before the dice; None if none is."""
    end = next((at for at, word in enumerate(words) if word.figure is not None), len(words))
    named = [word for word in words[:end] if word.key not in INTO]
    targets = _named(named, call)
    if len(targets) != 1:
        return None
    first, *others = (each.id for each in who)
    act = Collide(unit_id=first, target_id=targets[0].id, with_ids=tuple(others))
    return _answered(act, (*who, *targets), words[end:], examine)


def _full_turn(who: tuple[Caller, ...], words: Sequence[Word], examine: ExamineStep) -> Deed | None:
    """Return a full-turn Action: `gus spends 3 turns rowing`; None if no task is named.

    Without a number it takes one turn, or as many as its owner wants: `gus spends turns rowing`. A
    number behind the first one is part of the task.
    """
    counted = next((word for word in words if word.number is not None), None)
    others = (word for word in words if word.key not in TURNS | phrases.ARTICLES)
    task = " ".join(word.text for word in others if word is not counted)
    if len(who) != 1 or not task:
        return None
    if any(word.key == "action" for word in words):
        return None  # it spends its Action, on something that takes no whole turn
    many = any(word.key == "turns" for word in words)
    turns = counted.number if counted else 0 if many else 1
    assert turns is not None
    act = FullTurnAction(unit_id=who[0].id, name=task, turns=turns)
    return _answered(act, who, (), examine)


def _named(words: Sequence[Word], call: RollCall) -> tuple[Caller, ...]:
    """Return the units before the verb, each named once; none if a name fits none or several."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.mark or word.key in phrases.AND:
            parts.append([])
        elif word.key not in phrases.ARTICLES:
            parts[-1].append(word)
    found = [meant(folded_together(part), call.units) for part in parts if part]
    if not found or any(len(each) != 1 for each in found):
        return ()
    return tuple(dict.fromkeys(each[0] for each in found))


def _act(verb: Word, who: tuple[Caller, ...]) -> StepAct:
    first = who[0].id
    return Disengage(unit_id=first) if verb.key in DISENGAGES else Bail(unit_id=first)


def _answered(
    act: StepAct, who: tuple[Caller, ...], words: Sequence[Word], examine: ExamineStep
) -> Deed:
    """Put the dice, letters and quoted words of the line where the deed asks for them."""
    preview: Preview | None = None
    said = [word for word in words if not word.mark and word.key not in phrases.FILLERS]
    word = said[0] if said else None
    try:
        preview = examine(act)
        for word in said:
            act = with_answer(act, word, preview)
            preview = examine(act)
    except BadInput as error:
        return Deed(act, who, preview, error.sentence, (word.start, word.end) if word else None)
    return Deed(act, who, preview)


_MEASURED: dict[type[StepAct], str] = {SprintUnit: "wanted", Bail: "needed", Collide: "free"}
"""What inches in the line of a deed say: how far it wants to go, or how much is free behind."""


def with_answer(act: StepAct, word: Word, preview: Preview) -> StepAct:
    """Return the act with a word of the line as the next die, letter or measure; BadInput if none fits."""
    # With a mark of inches it is a measure, without one a face.
    if word.inches is not None and (name := _MEASURED.get(type(act))):
        if getattr(act, name) is not None:
            raise BadInput(f"Inches are said once: “{word.text}”.")
        measured: dict[str, Any] = {name: word.inches}
        return replace(act, **measured)
    if word.number is not None:
        if not preview.owed:
            raise BadInput(f"No die is asked for: “{word.text}”.")
        return replace(act, faces=(*act.faces, Face(word.number)))
    choice = next(iter(preview.open_choices), None)
    if choice is None:
        raise BadInput(f"“{word.text[:40]}” is not understood here.")
    if word.quoted and choice.free:
        return replace(act, choices={**act.choices, choice.id: word.text})
    at = ord(word.key[0]) - ord("a") if len(word.key) == 1 else -1
    if not 0 <= at < len(choice.options):
        raise BadInput(in_words(choice))
    return replace(act, choices={**act.choices, choice.id: choice.options[at].value})
