"""What the referee has put in for one step so far: faces and choices, before it is done."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from msgspec import Struct, field
from PySide6.QtCore import QObject

from brikdesk.acts.combat.aim import BlastLine, Caught, ExplodingStep, ExplosionPreview
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.dice import BY_THE_DESK, DiceFor, DiceWay, Face, Origin
from brikdesk.errors import BadInput
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Changes
from brikdesk.store.house_rules import WaysOfDice
from brikdesk.store.lines import LinePart, dice_thrown
from brikdesk.store.views.campaign_and_battle import battle_head, players, ways_of_dice
from brikdesk.store.views.log import act_as_data
from brikdesk.store.views.units import units
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
    are the faces that the desk rolled. `as_given` names dice and answers in the order in which they came,
    `lacking` is set while something was taken back and what hung on it is not. `reach` says who is
    caught in its explosion.
    """

    act: StepAct
    faces: dict[DieKey, Face] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    loose: list[Face] = field(default_factory=list)
    laid: tuple[Face, ...] = ()
    rolled: dict[DieKey, Face] = field(default_factory=dict)
    unasked: set[DieKey] = field(default_factory=set)
    as_given: list[DieKey | str] = field(default_factory=list)
    lacking: bool = False
    reach: SaidReach = field(default_factory=SaidReach)

    @property
    def untouched(self) -> bool:
        """Whether nothing is put in yet."""
        return not (self.faces or self.choices or self.loose)

    @property
    def untouched_by_hand(self) -> bool:
        """Whether nothing is put in but dice that the desk rolled unasked."""
        return not (self.choices or self.loose or self.faces.keys() - self.unasked)

    def copied(self) -> "StepDraft":
        """Return another one with the same in it; what is put into one is not in the other."""
        made = copy(self)
        for name in ("faces", "choices", "loose", "rolled", "unasked", "as_given"):
            setattr(made, name, copy(getattr(self, name)))
        return made

    @property
    def sealed(self) -> tuple[DieKey, ...]:
        """The dice whose faces the seal gave."""
        return tuple(key for key, face in self.faces.items() if face.origin is Origin.SEALED)

    def put(self, key: DieKey, face: Face | None) -> None:
        """Note a face, or clear it for None; one typed over a rolled one counts as changed."""
        if face is None:
            self.lacking |= self.faces.pop(key, None) is not None
            return
        if self.faces.get(key) != face:
            self._came(key)
        if face.origin in BY_THE_DESK:
            self.rolled[key] = face
        elif rolled := self.rolled.get(key):
            same = face.value == rolled.value
            face = rolled if same else Face(face.value, Origin.CHANGED)
        self.faces[key] = face

    def put_all(self, faces: Mapping[DieKey, Face | None]) -> bool:
        """Note what is in the boxes now; False if nothing is new."""
        if all(self.faces.get(key) == face for key, face in faces.items()):
            return False
        for key, face in faces.items():
            self.put(key, face)
        return True

    def choose(self, name: str, value: str) -> None:
        """Note the value chosen for a choice."""
        self.choices[name] = value
        self._came(name)

    @property
    def answered_last(self) -> str:
        """The name of the answer that was the last thing given; empty if a die was, or nothing."""
        for name in reversed(self.as_given):
            if name in self.choices:
                return str(name)
            if name in self.faces:
                break
        return ""

    def take_answer_back(self) -> bool:
        """Take back the answer that was the last thing given; False if a die was."""
        self.lacking |= self.choices.pop(self.answered_last, None) is not None
        return self.lacking

    def _came(self, name: DieKey | str) -> None:
        self.as_given = [*(each for each in self.as_given if each != name), name]

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
        if self.lacking:
            # What is asked no more without it would else come back unasked, as another's answer.
            self.choices = {name: self.choices[name] for name in shown.act.choices}
            self.lacking = False
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
            if not thrown:
                return  # they could not be declared, which was said
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
                if choice.id not in self.as_given:
                    self.as_given.append(choice.id)
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
            self.lacking = True
        if len(after.faces) > len(before.faces):
            self.faces.clear()
            self.loose.clear()
            self.lacking = True


def _offers(choice: Choice, value: str) -> bool:
    named = any(option.value == value for option in choice.options)
    return named or (choice.free and bool(value.strip()))


def _before_any_die(preview: Preview) -> Preview:
    own = tuple(die for die in preview.dice if die.earned_by is None)
    many = "a die" if len(own) == 1 else f"{len(own)} dice"
    waiting = f"Waiting for {many}."
    return Preview(dice=own, owed=len(own), legend=preview.legend, waiting=waiting)


class DieWay(Struct, frozen=True):
    """Whose die it is, what it is thrown for, and how its face comes to the desk."""

    player_id: int | None
    kind: DiceFor
    way: DiceWay


KindOfDie = Callable[[int, DieAsked], DiceFor]
"""What a die is thrown for, by its place among those that are asked."""


def way_of(desk: Desk, player_id: int | None, kind: DiceFor) -> DieWay:
    """Return how dice of a player come to the desk that are thrown for something."""
    said = desk.read(ways_of_dice)
    return DieWay(player_id, kind, said.get((player_id or 0, kind), DiceWay.ASKED))


class SaidOfDice(QObject):
    """What the players have said of their dice, as it is now: each key that is pressed asks for it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.ways: WaysOfDice = desk.read(ways_of_dice)
        desk.changed.connect(self._heard)

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(ways_of_dice.tables):
            self.ways = self._desk.read(ways_of_dice)


class PlayersDice:
    """What the players have said of their dice, for the dice of one draft after the other.

    `name` tells what is settled with them: as long as nothing is done in the campaign, the same dice of
    it are the same faces. `player` is whose dice they are, unless a unit of another throws them. `kind`
    says what they are thrown for; dice of an Armor are those of the Armor everywhere.
    """

    def __init__(
        self,
        desk: Desk,
        name: Callable[[], Hashable],
        player: Callable[[], int | None],
        kind: KindOfDie,
    ) -> None:
        self._desk, self._name, self._player, self._kind = desk, name, player, kind
        self._warned: Hashable = None
        self.said = desk.shared(SaidOfDice, lambda: SaidOfDice(desk))

    def ways(self, dice: Sequence[DieAsked]) -> tuple[DieWay, ...]:
        """Return for each die how it comes to the desk; none where nobody has said anything."""
        if not dice or not self.said.ways:
            return ()
        owners = {row.id: row.player_id for row in self._desk.read(units)}
        made, usual = [], self._player()
        for place, die in enumerate(dice):
            whose = owners.get(die.of.unit_id or 0, usual) if die.of else usual
            kind = DiceFor.ARMOR if die.armor else self._kind(place, die)
            way = self.said.ways.get((whose or 0, kind), DiceWay.ASKED)
            made.append(DieWay(whose, kind, way))
        return tuple(made)

    def words(self, dice: Sequence[DieAsked], places: Sequence[int]) -> str:
        """Say whose dice at these places are not as usual: Nadia's dice: rolled here."""
        ways = self.ways(dice)
        return in_words(self._desk, [ways[place] for place in places] if ways else ())

    def roll_unasked(self, draft: StepDraft, shown: ShownStep) -> bool:
        """Roll the dice that are rolled as soon as they are asked for; False if there is none.

        One that the referee took back is not rolled again: he wants to type another face.
        """
        if self._desk.read_only or self._desk.sealed:
            return False  # a sealed die is thrown when it is declared, which nobody does unasked
        laid = False
        for die, key, way in zip(
            shown.preview.dice, shown.keys, self.ways(shown.preview.dice), strict=False
        ):
            if way.way is DiceWay.ROLLED and key not in draft.faces and key not in draft.rolled:
                face = self._desk.same_die((self._name(), key), die.sides)
                draft.put(key, Face(face, Origin.ROLLED))
                draft.unasked.add(key)
                laid = True
        return laid

    def roll(self, draft: StepDraft, examine: LookAtStep) -> str:
        """Roll the missing dice on the referee's word; return why none was rolled, empty if one was.

        Dice that are typed come last, and only if they are asked for twice.
        """
        shown = draft.look(examine)
        laid = False
        while self._lay_others(draft, shown):
            laid, shown = True, draft.look(examine)
        typed = self._open_typed(draft, shown)
        if typed and laid:
            return ""
        asked = (self._name(), tuple(typed))
        if typed and asked != self._warned:
            self._warned = asked
            return typed_words(self._desk, typed.values())
        self._warned = None
        draft.roll(self._desk.throw, examine)
        return ""

    def _lay_others(self, draft: StepDraft, shown: ShownStep) -> bool:
        """Lay back what was rolled unasked; where others are typed, roll those that are not."""
        ways, laid = self.ways(shown.preview.dice), False
        typed = any(each.way is DiceWay.TYPED for each in ways)
        dice = zip(shown.preview.dice, shown.keys, ways, strict=False)
        for place, (die, key, way) in enumerate(dice):
            if key in draft.faces or way.way is DiceWay.TYPED:
                continue
            if key in draft.unasked:  # it shows again what it showed
                draft.put(key, draft.rolled[key])
                laid = True
            elif typed and (face := self._desk.throw_die(shown.act, place, die.sides)):
                draft.put(key, face)
                laid = True
        return laid

    def follow_seal(self, draft: StepDraft, shown: ShownStep) -> bool:
        """Take sealed faces away whose roll was undone; return whether there were any."""
        keys = draft.sealed
        if not keys:
            return False
        there = dict(zip(shown.keys, self._desk.lying_under_seal(shown.act), strict=False))
        gone = [key for key in keys if there.get(key) != draft.faces[key]]
        for key in gone:
            draft.put(key, None)
            draft.rolled.pop(key, None)
        return bool(gone)

    def all_typed(self, draft: StepDraft, shown: ShownStep) -> bool:
        """Return whether dice are open and all of them are typed: Space rolls them when pressed twice."""
        open_ = [key for key in shown.keys if key not in draft.faces]
        return bool(open_) and len(self._open_typed(draft, shown)) == len(open_)

    def _open_typed(self, draft: StepDraft, shown: ShownStep) -> dict[DieKey, int]:
        """Return the open dice that are typed, with their players."""
        ways = zip(shown.keys, self.ways(shown.preview.dice), strict=False)
        return {
            key: way.player_id or 0
            for key, way in ways
            if key not in draft.faces and way.way is DiceWay.TYPED
        }


def in_words(desk: Desk, ways: Iterable[DieWay]) -> str:
    """Say whose dice are typed and whose are rolled here; nothing of those that are as usual."""
    names = {row.id: row.name for row in desk.read(players)}
    by_player: dict[int, list[DieWay]] = {}
    for each in ways:
        by_player.setdefault(each.player_id or 0, []).append(each)
    said = [
        f"{names.get(player, '')}'s {words}"
        for player, own in by_player.items()
        for words in own_words(own)
    ]
    return "; ".join(said)


def own_words(ways: Iterable[DieWay]) -> list[str]:
    """Say of the dice of one player which are typed and which rolled here: damage: typed."""
    by_way: dict[DiceWay, dict[str, None]] = {}
    for each in ways:
        by_way.setdefault(each.way, {})[each.kind.value] = None
    return [
        f"{'dice' if len(by_way) == 1 else ' and '.join(kinds)}: {WAY_WORDS[way]}"
        for way, kinds in by_way.items()
        if way is not DiceWay.ASKED
    ]


def player_of(desk: Desk, unit_id: int | None) -> int | None:
    """Return the player of a unit; without one, who plays now."""
    own = (row.player_id for row in desk.read(units) if unit_id and row.id == unit_id)
    return next(own, None) or desk.read(battle_head).player_id or None


def typed_words(desk: Desk, player_ids: Iterable[int | None]) -> str:
    """Say that the dice of these players are typed, and how they are rolled all the same."""
    names = {row.id: row.name for row in desk.read(players)}
    whose = dict.fromkeys(names.get(each or 0, "") for each in player_ids)
    does = "types the dice" if len(whose) == 1 else "type the dice"
    return f"{' and '.join(whose)} {does}: digits enter them. Space once more rolls them."


WAY_WORDS = {DiceWay.TYPED: "typed", DiceWay.ROLLED: "rolled here"}
"""How the dice beside their boxes say in which way they come."""


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
