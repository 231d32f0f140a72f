"""Battles that play themselves with legal acts of every class, on a table with walls and Fields.

Two or three players, both rule sets. Nothing is overruled: what an act is refused is not done. Which
class comes next is a matter of chance, and of which has been done least often in all battles so far.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from sqlmodel import Session, col, func, select

from brikdesk.acts.attack.aim import Aim, Mode, Strike
from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.battlefield.layout import LayTerrain
from brikdesk.acts.battlefield.pieces import PlaceTerrain
from brikdesk.acts.battlefield.spots import PutField
from brikdesk.acts.campaign.battles import EndBattle, NewBattle, ReorderSeats, StartBattle
from brikdesk.acts.campaign.notes import Rule
from brikdesk.acts.campaign.setup import SetRuleSets
from brikdesk.acts.deeds.bailing import Bail
from brikdesk.acts.deeds.colliding import Collide
from brikdesk.acts.deeds.sprinting import SprintUnit
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.fire.ignite import Ignite
from brikdesk.acts.step import StepAct, act_of_step
from brikdesk.acts.turn.rolling import roll_step
from brikdesk.acts.turn.turns import EndTurn, LayDice, SkipStep, Together
from brikdesk.acts.units.responding import Respond
from brikdesk.acts.units.unit_turn import MoveUnit
from brikdesk.dice import Face
from brikdesk.errors import BrikDeskError
from brikdesk.games import GAMES
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.tables import Battle, BattleState, Fate, Seat, Unit, Weapon
from brikdesk.turns.agenda import agenda
from brikdesk.turns.at_odds import at_odds
from brikdesk.turns.steps import Step
from tests.nightly import many
from tests.walks.armies import muster, odd_company
from tests.walks.chance import filled, kinds
from tests.walks.test_scifi_walks import muster as muster_in_space
from tests.walks.warfare import random_attack

ACTS = many(60, 150)
PATIENCE = 20
"""Tries for one act, most of which are refused."""

IN_OTHER_WORDS = 6
"""Further tries for an act of a rare class."""

_RUNS = Battle.state != BattleState.OVER

ONCE = frozenset({"CreateCampaign", "BeginAnew"})
"""Classes that begin a campaign: nothing of a battle."""

WIDTH, DEPTH = 40.0, 30.0


def table(campaign: Campaign, player_ids: Sequence[int]) -> None:
    """Set up a battle of so many players: armies, a wall, a hut, a wood, a hill, acid and mud."""
    campaign.do(NewBattle(name="Clash", player_ids=tuple(player_ids)))

    def newest(kind: type[Unit] | type[Weapon]) -> int:
        return campaign.reading(lambda session: session.exec(select(func.max(kind.id))).one()) or 0

    for player, name in zip(player_ids, "ABC", strict=False):
        muster(campaign.do, newest, player, name)
        odd_company(campaign.do, newest, player, name)
    campaign.do(StartBattle())
    muster_in_space(campaign)
    pieces = (
        PlaceTerrain(kind="wall", points=((10.0, 15.0), (18.0, 15.0)), radius=0.5, top=4.0),
        PlaceTerrain(
            kind="building", points=((26.0, 6.0), (30.0, 6.0), (30.0, 10.0), (26.0, 10.0))
        ),
        PlaceTerrain(kind="wood", points=((8.0, 6.0),), radius=3.0),
        PlaceTerrain(kind="hill", points=((33.0, 22.0),), radius=3.0, top=2.0),
        PlaceTerrain(kind="water", points=((20.0, 24.0),), radius=2.0),
    )
    campaign.do(LayTerrain(pieces=pieces))
    for field in (
        AddField(kind=FieldKind.EXPOSURE, size=4, name="Acid", dice=("d6 Damage",)),
        AddField(kind=FieldKind.TERRAIN, size=4, name="Mud", mode="Slow", dice=("d6 Move",)),
        AddField(kind=FieldKind.SMOKE, size=4, name="Smoke"),
    ):
        campaign.do(field)
    for number, spot in enumerate(((22.0, 15.0), (5.0, 22.0), (35.0, 5.0)), start=1):
        campaign.do(PutField(field_id=number, x=spot[0], y=spot[1]))
    _place(campaign)
    campaign.seal()


def _place(campaign: Campaign) -> None:
    """Put most units on the map, in rows, none where it would stand in a wall or in acid."""
    for number, (unit_id, player_id, size) in enumerate(campaign.reading(_living)):
        if size > 2 and player_id != 1:
            continue  # some have no place: the map does not know everything
        x, y = 4.0 + number % 12 * 3, 1.5 + number // 12 * 2.2
        try:
            campaign.do(MoveUnit(unit_id=unit_id, x=x, y=y, by_itself=False))
        except BrikDeskError:
            continue
        if campaign.read(at_odds):
            campaign.undo()


def _living(session: Session) -> list[tuple[int, int | None, int]]:
    alive = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True))
    return [(row.id or 0, row.player_id, row.size) for row in session.exec(alive)]


class RandomBattle:
    """One battle: `play` yields what was done, act by act."""

    def __init__(self, campaign: Campaign, chance: Random, done: Counter[str]) -> None:
        self.campaign, self.chance, self.done = campaign, chance, done
        self.left = ACTS
        self.rare: type[Act] | None = None

    def play(self) -> Iterator[tuple[Act, Changes]]:
        """Do so many legal acts; the last of them end the battle and begin another."""
        for number in range(ACTS):
            self.left = ACTS - number
            found = self._one()
            self.done[type(found[0]).__name__] += 1
            yield found

    def _one(self) -> tuple[Act, Changes]:
        for _ in range(PATIENCE):
            if found := self._tried(self._next):
                return found
            # What is rare is tried several times in other words, before something else is.
            for _ in range(IN_OTHER_WORDS if self.rare else 0):
                if found := self._tried(lambda: self.campaign.reading(self._again)):
                    return found
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
        self.rare = None
        if self.left <= len(AT_THE_END):
            return AT_THE_END[-self.left]
        roll = self.chance.random()
        waiting = self.campaign.reading(agenda)
        if waiting and roll < 0.38:
            return self._step(self.chance.choice(waiting))
        if roll < 0.44:
            return EndTurn()
        if roll < 0.52:
            return self.campaign.reading(self._deed)
        return self.campaign.reading(self._rare)

    def _step(self, step: Step) -> Act:
        """Return what settles a step, or seldom what puts it off."""
        roll = self.chance.random()
        if roll < 0.04:
            return SkipStep(step=step.key)
        if roll < 0.08 and step.dice:
            return LayDice(step=step.key, faces=(Face(1),))
        return act_of_step(step)

    def _deed(self, session: Session) -> Act | None:
        """Return something that units do: they move, fight, respond."""
        chance, living = self.chance, _living(session)
        if len(living) < 2:
            return None
        (one, *_), (other, *_) = chance.sample(living, 2)
        unit = session.get_one(Unit, one)
        way = (chance.uniform(-5, 5), chance.uniform(-5, 5))
        near = {"x": (unit.x or 20.0) + way[0], "y": (unit.y or 15.0) + way[1]}
        weapons = select(Weapon.id).where(Weapon.unit_id == one)
        arms = [*session.exec(weapons), None]
        strike = Strike(weapon_id=chance.choice(arms), by_id=one, mode=chance.choice(list(Mode)))
        deeds: list[Any] = [
            lambda: MoveUnit(unit_id=one, **near),
            lambda: MoveUnit(unit_id=one, inches=chance.choice((1, 2, 4))),
            lambda: SprintUnit(unit_id=one),
            lambda: Bail(unit_id=one, **near),
            lambda: Collide(unit_id=one, target_id=other, free=chance.choice((None, 0, 1))),
            lambda: Respond(unit_id=one, to_id=other),
            lambda: Ignite(unit_id=one),
            lambda: Attack(aims=(Aim(unit_id=other),), strikes=(strike,)),
            lambda: random_attack(session, chance),
            lambda: random_attack(session, chance),
        ]
        made = chance.choice(deeds)()
        return made if made is None or isinstance(made, Act) else None

    def _rare(self, session: Session) -> Act:
        """Return an act of any class, rather of one that has been done seldom."""
        weights = [1 / (1 + self.done[kind.__name__]) ** 2 for kind in CLASSES]
        (self.rare,) = self.chance.choices(CLASSES, weights)
        return self._again(session)

    def _again(self, session: Session) -> Act:
        """Return another act of the rare class that was chosen."""
        kind, chance = self.rare or Rule, self.chance
        if kind is Together:
            inner = filled(Rule, session, chance)
            return Together(title="Two at once", acts=(inner, inner))
        if kind is ReorderSeats:
            seated = list(session.exec(select(Seat.player_id).join(Battle).where(_RUNS)))
            return ReorderSeats(player_ids=tuple(chance.sample(seated, len(seated))))
        if kind is SetRuleSets:
            return SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values()))
        return sensible(filled(kind, session, chance), session, chance)

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


AT_THE_END = (EndBattle(), NewBattle(name="Again", player_ids=(1, 2)), StartBattle())
CLASSES = [
    kind
    for kind in kinds(left_out=False)
    if kind.__name__ not in {*ONCE, *(type(act).__name__ for act in AT_THE_END)}
]
"""Every class of act that is done in the middle of a battle."""


def sensible(act: Any, session: Session, chance: Random) -> Act:
    """Return an act with some of its fields as somebody would fill them in who looks at the table."""
    names = {each.name for each in fields(act)}
    facts: dict[str, Any] = {}
    if {"x", "y"} <= names and chance.random() < 0.8:
        facts |= {"x": chance.uniform(1, WIDTH - 1), "y": chance.uniform(1, DEPTH - 1)}
    if "unit_id" in names and (living := _living(session)):
        facts |= {"unit_id": chance.choice(living)[0]}
    if "faces" in names:
        facts |= {"faces": ()}
    if "choices" in names:
        facts |= {"choices": {}}
    if "dice" in names and isinstance(act.dice, tuple):
        facts |= {"dice": ("d6 Damage",)}
    return replace(act, **facts)
