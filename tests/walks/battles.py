"""Battles that play themselves with legal acts of every class, on a table with walls and Fields.

Two or three players, both rule sets. Nothing is overruled: what an act is refused is not done. Which
class comes next is a matter of chance, and of which has been done least often in all battles so far.
How an act of a class is filled in says its recipe; a part of them is filled with anything at all.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from sqlmodel import Session

from brikdesk.acts.campaign.battles import (
    EndBattle,
    NewBattle,
    OpenSeal,
    SaySealWord,
    StartBattle,
)
from brikdesk.acts.campaign.notes_and_photos import Rule
from brikdesk.acts.campaign.setup import BeginAnew
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.acts.throwing import roll_step
from brikdesk.acts.turns_and_steps import EndTurn, LayDice, SkipStep
from brikdesk.dice import Face
from brikdesk.errors import BrikDeskError
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.turns.queue import agenda
from brikdesk.turns.steps import Step
from tests.nightly import many
from tests.walks.chance import filled, kinds
from tests.walks.recipes import RECIPES, toward
from tests.walks.scene import DEPTH, WIDTH, NothingFits, Scene

ACTS = many(60, 150)
PATIENCE = 20
"""Tries for one act, some of which are refused."""

IN_OTHER_WORDS = 4
"""Further tries for an act of a rare class."""

STEADY = 3
"""Acts in a row that go toward the same class."""

ONCE = frozenset({"CreateCampaign"})
"""The class with which a campaign begins, before the battle."""

DAILY = ("MoveUnit", "Attack", "Bail", "SprintUnit", "Respond", "Collide", "Ignite", "Past", "Run")
"""What units do all the time."""


class RandomBattle:
    """One battle: `play` yields what was done, act by act."""

    def __init__(
        self, campaign: Campaign, chance: Random, done: Counter[str], *, sealed: bool = False
    ) -> None:
        self.campaign, self.chance, self.done = campaign, chance, done
        self.end = SEALED_AT_THE_END if sealed else AT_THE_END
        self.left = ACTS
        self.rare, self.steady = "", 0

    def play(self) -> Iterator[tuple[Act, Changes]]:
        """Do so many legal acts; the last of them end the battle and begin another."""
        for number in range(ACTS):
            self.left = ACTS - number
            found = self._one()
            name = type(found[0]).__name__
            self.done[name] += 1
            self.steady = 0 if name == self.rare else self.steady - 1
            yield found

    def _one(self) -> tuple[Act, Changes]:
        for _ in range(PATIENCE):
            if found := self._tried(self._next):
                return found
            # What is rare is tried several times in other words, before something else is.
            for _ in range(IN_OTHER_WORDS if self.rare else 0):
                if found := self._tried(lambda: self.campaign.reading(self._again)):
                    return found
            self.steady = 0
        act = Rule(text="Nobody knows what to do.")
        return act, self.campaign.do(act)

    def _tried(self, make: Callable[[], Act | None]) -> tuple[Act, Changes] | None:
        try:
            act = make()
            if isinstance(act, StepAct):
                act = self._settled(act)
            return (act, self.campaign.do(act)) if act is not None else None
        except BrikDeskError:
            return None

    def _next(self) -> Act | None:
        """Return what is tried next."""
        if self.left <= len(self.end):
            self.rare = ""
            return self.campaign.reading(self._end)
        if self.rare and self.steady > 0:
            return self.campaign.reading(self._again)
        self.rare = ""
        roll = self.chance.random()
        if roll < 0.16 and (waiting := self.campaign.reading(agenda)):
            return self._step(self.chance.choice(waiting))
        if roll < 0.2:
            return EndTurn()
        if roll < 0.45:
            return self.campaign.reading(self._daily)
        return self.campaign.reading(self._rare)

    def _end(self, session: Session) -> Act:
        """Return one of the acts that end the battle; another one follows."""
        act = self.end[-self.left]
        return act if isinstance(act, Act) else toward(act, self._scene(session))

    def _step(self, step: Step) -> Act:
        """Return what settles a step, or seldom what puts it off."""
        roll = self.chance.random()
        if roll < 0.04:
            return SkipStep(step=step.key)
        if roll < 0.08 and step.dice:
            return LayDice(step=step.key, faces=(Face(1),))
        return act_of_step(step)

    def _daily(self, session: Session) -> Act:
        """Return something that units do: they move, fight, respond."""
        return toward(self.chance.choice(DAILY), self._scene(session))

    def _rare(self, session: Session) -> Act:
        """Return an act of any class, rather of one that has been done seldom."""
        weights = [1 / (1 + self.done[kind.__name__]) ** 2 for kind in CLASSES]
        (kind,) = self.chance.choices(CLASSES, weights)
        self.rare, self.steady = kind.__name__, STEADY
        return self._again(session)

    def _again(self, session: Session) -> Act:
        """Return an act of the rare class that was chosen, or one that prepares it."""
        scene = self._scene(session)
        if self.rare == "LayDice" or self.rare == "SkipStep":
            return self._put_off(session)
        # What Together holds are acts, which nobody makes up by the types of its fields.
        made_of_acts = self.rare in ("Together", "CorrectPast")
        if self.rare in RECIPES and (made_of_acts or self.chance.random() < 0.85):
            return toward(self.rare, scene)
        return sensible(filled(Act.KINDS[self.rare], session, self.chance), scene)

    def _put_off(self, session: Session) -> Act:
        """Return what leaves a step for later, or its dice on the table."""
        waiting = [step for step in agenda(session) if step.dice or self.rare == "SkipStep"]
        if not waiting:
            raise NothingFits("a step that waits")
        step = self.chance.choice(waiting)
        if self.rare == "SkipStep":
            return SkipStep(step=step.key)
        return LayDice(step=step.key, faces=(Face(self.chance.randint(1, 4)),))

    def _scene(self, session: Session) -> Scene:
        return Scene(session, self.chance, RECIPES)

    def _settled(self, act: StepAct) -> StepAct | None:
        """Return an act with all its dice and some answer to each of its questions."""
        for _ in range(60):
            act = roll_step(self.campaign, act, lambda sides: self.chance.randint(1, sides))
            preview = self.campaign.reading(act.examine)
            if getattr(preview, "refusal", ""):
                return None
            if not preview.open_choices:
                return act
            asked = preview.open_choices[0]
            answer = self.chance.choice(asked.options).value if asked.options else "there"
            act = replace(act, choices={**act.choices, asked.id: answer})
        raise AssertionError(f"it asks without end: {act}")


AT_THE_END: tuple[Act | str, ...] = (
    EndBattle(),
    "Resupply",
    NewBattle(name="Again", player_ids=(1, 2)),
    StartBattle(),
    BeginAnew(name="Elsewhere", uuid="elsewhere"),
)
SEALED_AT_THE_END: tuple[Act | str, ...] = (
    *AT_THE_END[:-2],
    StartBattle(sealed=True),
    SaySealWord(player_id=1, word="bucket"),
    "RollSealed",
    EndBattle(),
    OpenSeal(),
    AT_THE_END[-1],
)
"""The same, and the second battle has sealed dice: no other one has their seed."""

CLASSES = [
    kind
    for kind in kinds(left_out=False)
    if kind.__name__ not in ONCE
    and kind.__name__
    not in {each if isinstance(each, str) else type(each).__name__ for each in SEALED_AT_THE_END}
]
"""Every class of act that is done in the middle of a battle."""


def sensible(act: Any, scene: Scene) -> Act:
    """Return an act with some of its fields as somebody would fill them in who looks at the table."""
    names = {each.name for each in fields(act)}
    facts: dict[str, Any] = {}
    if {"x", "y"} <= names and scene.maybe(0.8):
        facts |= scene.spot()
    if "unit_id" in names and (living := scene.units()):
        facts |= {"unit_id": scene.chance.choice(living).id}
    if "faces" in names:
        facts |= {"faces": ()}
    if "choices" in names:
        facts |= {"choices": {}}
    if isinstance(act, AddField):
        facts |= {"dice": ("d6 Damage",)}
    return replace(act, **facts)


__all__ = ["ACTS", "CLASSES", "DEPTH", "WIDTH", "RandomBattle", "sensible"]
