"""What the acts that settle pending steps have in common: what they ask for, and the faces they are given."""

import hashlib
import json
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Generic, TypeVar

from sqlmodel import Session, SQLModel, col, select
from typing_extensions import override

from brikdesk.acts.checks import existing_row
from brikdesk.dice import DiceRules, Die, Face, Origin, Roll, RollKind, lay_out
from brikdesk.errors import BadInput
from brikdesk.store.act import Act, Faces, act_from_data, face_from_data
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Tone, line
from brikdesk.store.session import campaign_session, known
from brikdesk.store.tables import LaidDice, Unit, Weapon
from brikdesk.turns.clocks import Lasting
from brikdesk.turns.seal import Declared, no_sealed_face, roll_given, seal_in_force, use_roll
from brikdesk.turns.steps import (
    AS_IT_IS,
    Choice,
    DieAsked,
    Option,
    Preview,
    Prospect,
    Step,
    Thrower,
    Topic,
)
from brikdesk.turns.turn_order import stamp_now

Row = TypeVar("Row", bound=SQLModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceAct(Act):
    """An act that is done with `faces`, in the order in which `examine` asks for their dice."""

    faces: Faces = ()

    def thrown(self, session: Session) -> tuple[Face, ...]:
        """Return the faces that lie there for it."""
        return self.faces

    @abstractmethod
    def examine(self, session: Session) -> Preview:
        """Return what is asked and what will happen, for the dice and choices known so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepAct(DiceAct):
    """An act that settles one pending step with the dice and choices that it asks for.

    `KEY` is its key, with "{0.unit_id}" for a field of the act. `IF` says on what it depends that a
    step which may come one day does come.
    `faces` are the dice in the order in which `examine` asks for them; without any, the dice that
    were laid down for this step count. `choices` holds the value chosen for each `Choice.id`.
    """

    KEY: ClassVar[str] = ""
    IF: ClassVar[str] = "if it comes to that"
    choices: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Name the step that this act settles, as the agenda names it."""
        return self.KEY.format(self)

    @abstractmethod
    def settle(self, session: Session) -> Outcome:
        """Carry the step out; called only when all dice and choices are in."""

    def prospects(self, session: Session, state: Hashable = AS_IT_IS) -> tuple[Prospect, ...]:
        """Return the ways in which its dice may let it come out; empty if nobody can tell.

        `state` is what its row is like by then, as an earlier prospect has left it.
        """
        return ()

    def within_reach(self, session: Session) -> tuple[str, frozenset[int]]:
        """Return in words who stands where it may strike, by the map, and the keys of those units."""
        return "", frozenset()

    def check_waiting(self, session: Session) -> None:
        """Raise Refused if the step does not wait now, so that nothing happens twice."""

    def carry_out(self, session: Session, preview: Preview | None = None) -> Outcome:
        """Settle the step, and take laid dice off the table; BadInput if anything is missing.

        `preview` is what `examine` has just returned, where it was asked already.
        """
        self.check_waiting(session)
        preview = preview or self.examine(session)
        if len(self.thrown(session)) > (count := len(preview.dice)):
            asked = {0: "No dice are", 1: "1 die is"}.get(count, f"{count} dice are")
            raise BadInput(f"{asked} asked for, not more.", "faces")
        if preview.owed:
            sides = ", ".join(f"d{die.sides}" for die in preview.open_dice)
            raise BadInput(f"Dice are missing: {sides}.", "faces")
        for choice in preview.open_choices:
            raise BadInput(_choices_in_words(choice.prompt, choice.options), f"choices.{choice.id}")
        otherwise = use_sealed(session, self, preview, self.thrown(session))
        outcome = self.settle(session)
        if otherwise:
            outcome = replace(outcome, lines=(*outcome.lines, *otherwise))
        # Those of earlier turns too: they were thrown for a step that was never settled.
        for laid in _laid(session, self.key):
            session.delete(laid)
        return outcome

    @override
    def thrown(self, session: Session) -> tuple[Face, ...]:
        """Return the faces of this act, or those that already lie on the table for its step."""
        return self.faces or _laid_faces(session, self.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStep(Generic[Row], StepAct):
    """Settles the step of one row with a clock; `CLOCK` declares key, rule and icon.

    `EARLY` says why it is not settled yet.
    """

    CLOCK: ClassVar[Lasting[Any]]
    EARLY: ClassVar[str] = ""

    @property
    def key(self) -> str:
        """Name the step."""
        own = self.KEY.format(self)
        return own or self.CLOCK.key_of(getattr(self, self.CLOCK.names_row, None))

    def row(self, session: Session) -> Row:
        """Return the row; BadInput if there is none."""
        found: Row = existing_row(session, self.CLOCK.table, getattr(self, self.CLOCK.names_row))
        return found

    def check_waiting(self, session: Session) -> None:
        """Refuse it where its clock does not strike."""
        row = self.row(session)
        struck = self.CLOCK.strikes(session, row)
        self.refuse_if(not struck, self.CLOCK.rule, self._early(session, row), session)

    def _early(self, session: Session, row: Row) -> str:
        return self.EARLY

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        return Preview(summary=self._summary(session))

    def _summary(self, session: Session) -> str:
        raise NotImplementedError

    def _settled(self, lead: str, *words: str, about: Unit | None = None, **facts: Any) -> Outcome:
        """Return that it is settled, in one line about a unit; `facts` are those of `line`."""
        whose = {"player_id": about.player_id, "unit_id": about.id} if about else {}
        facts = {"kind": self.CLOCK.icon, "rule": self.CLOCK.rule, **whose, **facts}
        entry = line(facts.pop("kind"), lead, *words, step=self.key, **facts)
        return Outcome(lead.rstrip("."), (entry,))


def subject_of(session: Session, act: Act) -> str:
    """Return the row whose dice an act throws, as its table and key: unit 5.

    That is the row of a step's clock, else the unit that acts; of several the one that is there longest.
    """
    if isinstance(act, ClockStep) and (row_id := getattr(act, act.CLOCK.names_row, None)):
        return f"{act.CLOCK.table.__tablename__} {row_id}"
    ids = [getattr(act, name, None) for name in ("unit_id", "by_unit_id")]
    for strike in getattr(act, "strikes", ()):
        weapon = session.get(Weapon, strike.weapon_id or 0)
        ids.append(strike.by_id or (weapon.unit_id if weapon else None))
    if known := [each for each in ids if each]:
        return f"unit {min(known)}"
    named = ((each.name, getattr(act, each.name)) for each in fields(act))
    keys = (f"{name[:-3]} {key}" for name, key in named if name.endswith("_id") and key)
    return next(keys, getattr(act, "key", ""))


ANSWERS = frozenset((
    "faces", "choices", "overruled", "caught", "strays", "parries", "shields", "fire_faces",
    "inside_ids", "place", "direction", "detected_in_range",
))  # fmt: skip
"""Fields of acts that are filled in once dice lie there, or because of them."""


def what_is_declared(act: Act) -> str:
    """Return a short hash of all that an act says before its dice are thrown."""
    said = {name: each for name, each in act.as_data().items() if name not in ANSWERS}
    words = json.dumps([type(act).__name__, said], sort_keys=True)
    return hashlib.sha256(words.encode()).hexdigest()[:12]


def check_sealed(
    session: Session, act: Act, preview: Preview, faces: Sequence[Face]
) -> Declared | None:
    """Return which roll under the seal an act is; None without a seal.

    Raise BadInput for a sealed face that the seal has not given it. In a history that is played once more
    dice lie as they lay, and are not looked up.
    """
    others = (getattr(act, each.name) for each in fields(act) if each.name != "faces")
    no_sealed_face(part for parts in others if isinstance(parts, tuple) for part in parts)
    sealed = any(face.origin is Origin.SEALED for face in faces)
    if campaign_session(session).keys is not None or not (sealed or seal_in_force(session)):
        return None
    return roll_given(session, type(act).__name__, subject_of(session, act), preview.dice, faces)


def use_sealed(
    session: Session, act: Act, preview: Preview, faces: Sequence[Face]
) -> tuple[Line, ...]:
    """Note that the dice of an act are used; return a line if it was declared otherwise.

    Raise BadInput as `check_sealed` does.
    """
    declared = check_sealed(session, act, preview, faces)
    if declared is None or not use_roll(session, declared, what_is_declared(act)):
        return ()
    lead, words = "Declared otherwise.", "Its dice were thrown before something of it was changed."
    return (line(Kind.SEAL, lead, words),)


for _base in ("DiceAct", "StepAct", "ClockStep"):
    del Act.KINDS[_base]  # what steps have in common is no act that anybody can do


def act_of_step(step: Step) -> StepAct:
    """Return the act that settles a step, with the dice that lie there already."""
    act = act_from_data(dict(step.act))
    assert isinstance(act, StepAct)
    return replace(act, faces=step.laid) if step.laid else act


def _laid_faces(session: Session, key: str) -> tuple[Face, ...]:
    """Return the dice that were laid down for this step in the running turn."""
    now = stamp_now(session)
    found = next((laid for laid in _laid(session, key) if laid.turn_id == now), None)
    return tuple(face_from_data(item) for item in found.faces) if found else ()


def _laid(session: Session, key: str) -> list[LaidDice]:
    """Return the dice that were laid down for a step, in any turn."""

    def ask() -> dict[str, list[LaidDice]]:
        by_step: dict[str, list[LaidDice]] = {}
        for laid in session.exec(select(LaidDice).order_by(col(LaidDice.id))):
            by_step.setdefault(laid.step, []).append(laid)
        return by_step

    return known(session, "laid dice", ask, LaidDice, "turn_id", "step").get(key, [])


def as_dice(sides: Sequence[int], faces: Sequence[Face], tones: Sequence[Tone] = ()) -> Dice:
    """Return faces as dice for a log line, each with the sides of its die."""
    dice = tuple(
        Die(side, face.value, face.origin) for side, face in zip(sides, faces, strict=False)
    )
    return Dice(dice, tuple(tones))


def check_faces(sides: Sequence[int], faces: Sequence[Face]) -> None:
    """Raise BadInput for a face that its die cannot show."""
    for side, face in zip(sides, faces, strict=False):
        if not 1 <= face.value <= side:
            raise BadInput(f"A d{side} shows 1 to {side}. {face.value} was not entered.", "faces")


def _choices_in_words(prompt: str, options: Sequence[Any]) -> str:
    values = ", ".join(f"{option.value} ({option.name})" for option in options)
    return f"{prompt} {values}" if values else prompt


BENNY = "Benny"
"""The name of a die that a Benny adds."""


class Throw:
    """Takes the dice of roll after roll from the faces that lie on the table.

    `asked` lists every die that was asked for so far, `owed` is how many of them are missing. Ask
    for no further roll after one that is incomplete.
    """

    def __init__(self, faces: Sequence[Face], house: DiceRules) -> None:
        self._left = tuple(faces)
        self.house = house
        self.asked: list[DieAsked] = []
        self.owed = 0

    def roll(
        self,
        kind: RollKind,
        sides: Sequence[int],
        labels: Sequence[str] = (),
        bonus: int = 0,
        *,
        penalty: Sequence[int] = (),
        benny: Sequence[int] = (),
        of: Thrower | None = None,
        armor: bool = False,
    ) -> Roll | None:
        """Return the next roll, None while dice of it are missing; BadInput for impossible faces.

        `of` says whose roll it is, `armor` that it is an Armor Roll.
        """
        first = len(self.asked)
        laid = lay_out(
            kind, sides, self._left, bonus, penalty=penalty, benny=benny, house=self.house
        )
        named = [*labels, *[""] * len(laid.asked)]
        own = len(sides) + len(penalty)
        for die, label in zip(laid.asked, named, strict=False):
            own -= die.earned_by is None
            if own < 0 and die.earned_by is None:
                label = label or BENNY  # thrown last, so nothing else stands behind the roll's own
            # `lay_out` counts within its roll, `asked` over all rolls of the step.
            earner = None if die.earned_by is None else first + die.earned_by
            self.asked.append(DieAsked(die.sides, label, earner, of, armor))
        self.owed = len(laid.missing)
        self._left = self._left[len(laid.dice) :]
        return laid.roll

    def asks(self, choices: Iterable[Choice] = ()) -> dict[str, Any]:
        """Return what a preview says of these dice and choices, and of what is missing of them."""
        choices = tuple(choices)
        waiting = missing(self.owed, choices)
        dice = tuple(self.asked)
        return {"dice": dice, "owed": self.owed, "choices": choices, "waiting": waiting}

    def done(self) -> None:
        """Raise BadInput if there are more dice than were asked for."""
        if self._left:
            asked = "1 die is" if len(self.asked) == 1 else f"{len(self.asked)} dice are"
            raise BadInput(f"{asked} asked for, {len(self._left)} more lie there.", "faces")


def ask(
    answers: Mapping[str, str],
    name: str,
    prompt: str,
    player_id: int | None,
    options: tuple[Option, ...],
    *,
    free: bool = False,
    usual: str | None = None,
    topic: Topic = Topic.ELSE,
) -> Choice:
    """Return a choice with its answer, with `usual` while there is none.

    Raise BadInput for an answer that is not offered; with `free` any words are.
    """
    answer = answers.get(name)
    offered = [option.value for option in options]
    if answer is not None and answer not in offered and not (free and answer.strip()):
        choose = f"Choose from: {', '.join(offered)}."
        raise BadInput(f"{answer[:40]!r} is not offered. {choose}", name)
    return Choice(name, prompt, player_id, options, free, answer or usual, topic)


def unanswered(choices: Iterable[Choice]) -> str:
    """Return the prompt of the first choice without an answer; empty if all have one."""
    return next((choice.prompt for choice in choices if choice.chosen is None), "")


def missing(owed: int, choices: Iterable[Choice] = ()) -> str:
    """Say what is still waited for: so many dice, else a choice; empty if nothing is."""
    if owed:
        return f"Waiting for {'a die' if owed == 1 else f'{owed} dice'}."
    return unanswered(choices)


class StillMissing(Exception):
    """A die or an answer is missing: what comes after it cannot be played yet."""


Found = TypeVar("Found")


def complete(found: Found | None) -> Found:
    """Return a roll, or what was made of one. Raise StillMissing while dice of it are missing."""
    if found is None:
        raise StillMissing
    return found


def played(play: Callable[[], object]) -> bool:
    """Play as far as dice and answers are known; return whether all of them are there."""
    try:
        play()
    except StillMissing:
        return False
    return True


class Asking:
    """The choices of one act, in the order in which they come up; `topic` is what they are about."""

    def __init__(self, answers: Mapping[str, str], topic: Topic = Topic.ELSE) -> None:
        self.answers, self._topic = answers, topic
        self.asked: list[Choice] = []

    @property
    def open(self) -> list[Choice]:
        """Those that nobody has made yet."""
        return [choice for choice in self.asked if choice.chosen is None]

    def waits(self, *names: str) -> bool:
        """Return whether a choice of one of these names is open."""
        return any(choice.id.partition("-")[0] in names for choice in self.open)

    def chosen(self, name: str) -> str:
        """Return what was chosen where it was asked; empty if nothing was."""
        answers = (choice.chosen for choice in self.asked if choice.id == name)
        return next(answers, None) or ""

    def choose(
        self,
        name: str,
        prompt: str,
        player_id: int | None,
        options: tuple[Option, ...],
        *,
        free: bool = False,
        usual: str | None = None,
        topic: Topic | None = None,
    ) -> str:
        """Add a choice; return its answer, empty if there is none yet."""
        made = ask(
            self.answers, name, prompt, player_id, options,
            free=free, usual=usual, topic=topic or self._topic,
        )  # fmt: skip
        self.asked.append(made)
        return made.chosen or ""
