"""What the referee has put in for one step so far: faces and choices, before it is done."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct, field

from brikdesk.acts.combat.aim import BlastLine, Caught, ExplodingStep, ExplosionPreview
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.dice import Face, Origin
from brikdesk.errors import BadInput
from brikdesk.store.act import act_from_data
from brikdesk.store.lines import LinePart, dice_thrown
from brikdesk.store.views.log import act_as_data
from brikdesk.turns.queue import DoneStep
from brikdesk.turns.steps import Choice, DieAsked, Preview, Step, Thrower
from ui.campaign.desk import Desk
from ui.models.picks import MOST_CAUGHT, SaidReach, left_out

DieKey = tuple[Hashable, ...]
"""Names a die for as long as it is asked for, also when its place changes as others come or go."""

LookAtStep = Callable[[StepAct], Preview]

_MOST_ROUNDS = 400
"""Looks at one step, each with one more answer: more than any step has dice and choices."""


def without_dice(step: Step) -> StepAct:
    """Return the act that settles a step, with no die thrown yet."""
    return replace(act_of_step(step), faces=())


def die_keys(dice: Sequence[DieAsked]) -> tuple[DieKey, ...]:
    """Return a name for each die.

    It is made of size, label, thrower and number; for a Bonus Die of the die that earned it.
    """
    keys: list[DieKey] = []
    seen: Counter[tuple[int, str, Thrower | None]] = Counter()
    for die in dice:
        if die.earned_by is not None:
            keys.append(("+", keys[die.earned_by]))
            continue
        kind = (die.sides, die.label, die.of)
        keys.append((*kind, seen[kind]))
        seen[kind] += 1
    return tuple(keys)


def side_by_side(dice: Sequence[DieAsked]) -> tuple[int, ...]:
    """Return the places of the dice as their boxes stand: a Bonus Die right after its earner."""
    order: list[int] = []
    for place, die in enumerate(dice):
        at = len(order) if die.earned_by is None else order.index(die.earned_by) + 1
        order.insert(at, place)
    return tuple(order)


class ShownStep(Struct, frozen=True):
    """A step as far as it is filled in: the act as it would be done, its preview, its dice."""

    act: StepAct
    preview: Preview
    keys: tuple[DieKey, ...] = ()

    @property
    def automatic(self) -> bool:
        """Whether it asks for nothing, so that the desk can do it by itself."""
        return not self.preview.dice and not self.preview.choices


class StepDraft(Struct):
    """What is put in for a step: faces by the name of their die, choices by theirs.

    Dice may be typed in any order. `laid` are dice that lie on the table already. `loose` are faces
    of which only the order is known: laid dice, or those of a step that undo brought back. `rolled`
    are the values that the desk rolled. `reach` says who is caught in its explosion.
    """

    act: StepAct
    faces: dict[DieKey, Face] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    loose: list[Face] = field(default_factory=list)
    laid: tuple[Face, ...] = ()
    rolled: dict[DieKey, int] = field(default_factory=dict)
    reach: SaidReach = field(default_factory=SaidReach)

    @property
    def untouched(self) -> bool:
        """Whether nothing is put in yet."""
        return not (self.faces or self.choices or self.loose)

    def put(self, key: DieKey, face: Face | None) -> None:
        """Note a face, or clear it for None; one typed over a rolled one counts as changed."""
        if face is None:
            self.faces.pop(key, None)
            return
        if face.origin is Origin.ROLLED:
            self.rolled[key] = face.value
        elif key in self.rolled:
            same = face.value == self.rolled[key]
            face = Face(face.value, Origin.ROLLED if same else Origin.CHANGED)
        self.faces[key] = face

    def look(self, examine: LookAtStep) -> ShownStep:
        """Return the step with all that was put in and that it still asks for.

        It is examined again after each answer, because an answer may bring other questions. Raise
        BadInput if the step is impossible even without answers.
        """
        shown = self._examined(replace(self.act, faces=(), choices={}), examine)
        for _ in range(_MOST_ROUNDS):
            grown = self._with_a_choice(shown) or self._with_faces(shown)
            if grown is None:
                break
            try:
                shown = self._examined(grown, examine)
            except BadInput:
                self._forget(shown.act, grown)
        # Loose faces that found no die now would turn up later at a die they were not thrown for.
        self.loose.clear()
        return shown

    def roll(self, throw: Callable[[StepAct], StepAct], examine: LookAtStep) -> None:
        """Throw the dice that are missing, and those that they earn; typed dice stay.

        `throw` returns an act with all of its missing dice.
        """
        shown = self.look(examine)
        while shown.preview.owed:
            known = len(shown.act.faces)
            # No faces come back if nothing had to be thrown: the laid dice are all there is.
            thrown = (throw(shown.act).faces or self.laid)[known:]
            keys = shown.keys[known:]
            if any(key in self.faces for key in keys):  # typed ahead: one die, then look again
                self.put(keys[0], thrown[0])
            else:
                for key, face in zip(keys, thrown, strict=False):
                    self.put(key, face)
                self.loose = list(thrown[len(keys) :])
            shown = self.look(examine)

    def _examined(self, act: StepAct, examine: LookAtStep) -> ShownStep:
        preview = examine(act)
        if self.laid and not act.faces:
            preview = _before_any_die(preview)  # the step itself would count the laid dice
        return ShownStep(act, preview, die_keys(preview.dice))

    def _with_a_choice(self, shown: ShownStep) -> StepAct | None:
        for choice in shown.preview.choices:
            value = self.choices.get(choice.id)
            if value is None or choice.id in shown.act.choices:
                continue
            if _offers(choice, value):
                return replace(shown.act, choices={**shown.act.choices, choice.id: value})
            del self.choices[choice.id]
        return None

    def _with_faces(self, shown: ShownStep) -> StepAct | None:
        faces = list(shown.act.faces)
        for key in shown.keys[len(faces) :]:
            if key not in self.faces and self.loose:
                self.put(key, self.loose.pop(0))
            if (face := self.faces.get(key)) is None:
                break
            faces.append(face)
        return replace(shown.act, faces=tuple(faces)) if len(faces) > len(shown.act.faces) else None

    def _forget(self, before: StepAct, after: StepAct) -> None:
        """Drop the answer that made the step impossible: a choice, or all faces."""
        # Several faces came at once, and nobody knows which of them does not fit.
        for name in set(after.choices) - set(before.choices):
            del self.choices[name]
        if len(after.faces) > len(before.faces):
            self.faces.clear()
            self.loose.clear()


def _offers(choice: Choice, value: str) -> bool:
    named = any(option.value == value for option in choice.options)
    return named or (choice.free and bool(value.strip()))


def _before_any_die(preview: Preview) -> Preview:
    own = tuple(die for die in preview.dice if die.earned_by is None)
    many = "a die" if len(own) == 1 else f"{len(own)} dice"
    waiting = f"Waiting for {many}."
    return Preview(dice=own, owed=len(own), legend=preview.legend, waiting=waiting)


MOST_LOOKS = 20
"""Looks at one step at most: each explosion may set off another one, which catches more."""


def blasts_of(preview: Preview) -> tuple[BlastLine, ...]:
    """Return the explosions whose reach is known; none for a step that does not explode."""
    return preview.blasts if isinstance(preview, ExplosionPreview) else ()


def look_at(draft: StepDraft, desk: Desk) -> ShownStep:
    """Return a step as it is filled in, with all who are caught if it explodes.

    Raise BadInput if the step is impossible.
    """
    shown = draft.look(desk.preview)
    for _ in range(MOST_LOOKS):
        act = draft.act
        if not isinstance(act, ExplodingStep):
            break
        blasts = blasts_of(shown.preview)
        caught = draft.reach.with_map(_on_the_map(desk, blasts)) if blasts else ()
        # Whoever is caught may carry what explodes in turn: look on until nobody is added.
        if caught == act.caught:
            break
        draft.act = replace(act, caught=caught)
        shown = draft.look(desk.preview)
    return shown


def _on_the_map(desk: Desk, blasts: tuple[BlastLine, ...]) -> tuple[Caught, ...]:
    count: Counter[str] = Counter()
    found = []
    for each in left_out(desk, blasts, (), frozenset()):
        count[each.blast] += 1
        if count[each.blast] <= MOST_CAUGHT:
            found.append(each)
    return tuple(found)


def as_it_was(desk: Desk, done: DoneStep, step: Step) -> StepDraft:
    """Return the draft of a step as the act that settled it has it, whoever did that and when."""
    settled = _within(desk.read(act_as_data, done.act_id), done.key)
    if settled is None:
        return StepDraft(without_dice(step), loose=_faces_in(done.parts))
    act = without_dice(step)
    draft = StepDraft(act, choices=dict(settled.choices), laid=step.laid)
    draft.loose = list(settled.faces or step.laid)
    if isinstance(settled, ExplodingStep) and isinstance(act, ExplodingStep):
        # In the act too: without them their dice would find nobody who throws them.
        draft.reach = SaidReach(caught=settled.caught, whole=True)
        draft.act = replace(act, caught=settled.caught)
    return draft


def _within(data: Mapping[str, Any], key: str) -> StepAct | None:
    """Return the act that settles this step, from an act as data or from those it is made of."""
    for part in data.get("acts") or ():
        if found := _within(part, key):
            return found
    try:
        act = act_from_data(data)
    except BadInput:  # an older version of the program has written it
        return None
    return act if isinstance(act, StepAct) and act.key == key else None


def _faces_in(parts: Iterable[LinePart]) -> list[Face]:
    """Return the faces of the dice thrown for a log line, in their order."""
    return [Face(die.value, die.origin) for die in dice_thrown(parts)]
